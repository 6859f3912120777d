//! The problems of the list, and maps, as spaces to search.

use std::sync::Arc;
use std::time::Duration;

use crate::answer::problems::ProblemReport;
use crate::answer::problems::map_heuristic::MapEstimate;
use crate::answer::problems::space::Space;
use crate::answer::report::rounded_up;
use crate::answer::{EstimateFile, Problem, Request};
use crate::catalogue::run::{Run, Watch};
use crate::catalogue::{Call, RequestError, expression_of, tiles};
use crate::core::card::{HeuristicCard, Optimality};
use crate::core::{BoxedEvaluator, Budget, BuildError, Domain, Heuristic, Outcome, Properties, Stats, Stop, Verdict};
use crate::domains::any::{AnyDomain, AnyEstimate, Coded};
use crate::domains::map::MapSpace;
use crate::domains::problem::{AnyInstance, ProblemCard};
use crate::heuristics::expression::{Atom, Composite, Expression, FailureSlot, MOST_ATOMS, Named, Steps};
use crate::heuristics::zero;
use crate::trace::TraceSink;

/// The heuristic of a problem, over the names of its card and `zero`; the first of them if none is
/// asked for.
pub(crate) fn chosen(card: &ProblemCard, asked: Option<&str>) -> Result<Expression, RequestError> {
    let known: Vec<&'static HeuristicCard> = card.heuristics.iter().chain([&zero::CARD]).collect();
    let Some(text) = asked else { return Ok(Expression::of(known[0])) };
    expression_of(text, &known, &[], |name| {
        Some(RequestError::UnknownHeuristic {
            name: name.to_owned(),
            problem: card.name,
            known: known.iter().map(|card| format!("`{}`", card.name)).collect::<Vec<_>>().join(", "),
        })
    })
}

/// An expression over the estimates of a problem, or of the problem turned round.
pub(crate) fn estimated(
    expression: &Expression,
    broken: &FailureSlot,
    estimate: impl Fn(&str) -> Option<AnyEstimate>,
) -> Composite<AnyDomain, MOST_ATOMS> {
    let atom = |named: &Named| -> Box<dyn Atom<AnyDomain>> {
        match estimate(named.name()) {
            Some(estimate) => Box::new(estimate),
            // `zero`, the only name that is not the problem's own.
            None => Box::new(zero::Zero),
        }
    };
    let atoms = expression.atoms.iter().map(atom).collect();
    Composite::new(expression.clone(), atoms, Steps::DIRECTED, broken.clone())
}

/// Refuses searches that know only boards, and those that would give wrong answers with a
/// heuristic.
pub(super) fn check(call: &Call, heuristic: &str, properties: Properties) -> Result<(), RequestError> {
    if tiles::search(call.card.name).is_some() {
        return Err(RequestError::TilesOnly { algorithm: call.card.name });
    }
    if call.card.informed && call.card.optimal == Optimality::Consistent && !properties.consistent {
        return Err(RequestError::NeedsConsistency { algorithm: call.card.name, heuristic: heuristic.to_owned() });
    }
    Ok(())
}

/// The call with the duplicate rule that ends on every problem, where others would not.
pub(super) fn ending(call: &Call, request: &Request<Problem>, cut_cycles: bool) -> Result<Call, RequestError> {
    let mut call = call.clone();
    let rule = call.card.options.iter().find(|option| option.name == "duplicates");
    let Some((card, path)) = rule.and_then(|card| Some((card, card.kind.parse("path").ok()?))) else { return Ok(call) };
    if cut_cycles {
        let asked = call.options.choice(card.name);
        if call.set.contains(&card.name) && ["reversal", "none"].contains(&asked) {
            return Err(RequestError::Option {
                call: request.algorithm.clone(),
                reason: format!(
                    "with duplicates={asked} the search could go round in circles for ever on this problem; expected \
                     duplicates=path"
                ),
            });
        }
        call.options.set(card, path);
    }
    Ok(call)
}

/// A problem of the list.
pub(super) fn on_problem(
    request: &Request<Problem>,
    call: &Call,
    label: &str,
    instance: &AnyInstance,
    watch: Watch<'_>,
    trace: Option<TraceSink<'_>>,
) -> Result<ProblemReport, RequestError> {
    let call = &ending(call, request, instance.domain.has_endless_paths())?;
    let expression = chosen(instance.card, request.heuristic.as_deref())?;
    let broken = FailureSlot::default();
    let heuristic = estimated(&expression, &broken, |name| instance.estimate(name));
    check(call, &expression.to_string(), expression.properties(Steps::DIRECTED))?;
    call.check_watched(trace.is_some())?;
    let backward = |_: &AnyDomain, _: &mut Budget<'_>| -> Result<BoxedEvaluator<AnyDomain>, Stop> {
        Ok(Box::new(estimated(&expression, &broken, |name| instance.backward_estimate(name))))
    };
    let is_rounded = call.card.informed && expression.may_have_fractions();
    let space = Space {
        label: label.to_owned(),
        domain: &instance.domain,
        start: instance.start.clone(),
        heuristic: &heuristic,
        heuristic_name: expression.to_string(),
        backward: &backward,
        broken: broken.clone(),
        unit: 1,
        told_cost: None,
        order: None,
        seed: instance.random.then_some(request.seed),
        size: None,
        spent: Duration::ZERO,
        notes: is_rounded.then(|| rounded_up(&expression.to_string())).into_iter().collect(),
    };
    space.answer(request, call, watch, trace)
}

/// A map that is to be searched.
pub(super) struct MapTask<'a> {
    pub name: &'a str,
    pub map: &'a MapSpace,
    pub estimates: &'a [EstimateFile],
}

pub(super) fn on_map(
    request: &Request<Problem>,
    call: &Call,
    task: &MapTask<'_>,
    watch: Watch<'_>,
    trace: Option<TraceSink<'_>>,
) -> Result<ProblemReport, RequestError> {
    let call = &ending(call, request, task.map.has_endless_paths())?;
    let mut notes: Vec<String> = task.map.note().map(str::to_owned).into_iter().collect();
    if request.heuristic.is_none() && call.card.informed {
        notes.push(format!("no heuristic is given: {} searches with `{}`", call.card.name, zero::CARD.name));
    }
    let clock = &request.limits.clock;
    let began = clock.now();
    let asked = request.heuristic.as_deref();
    let estimate = asked.map(|asked| MapEstimate::asked_for(asked, task.estimates, task.map, &request.limits));
    let zero = || MapEstimate::zero(task.map);
    let (estimate, stopped) = match estimate.transpose() {
        // A limit is an answer.
        Err(RequestError::Unavailable(BuildError::Stopped(why))) => {
            (MapEstimate { name: asked.unwrap_or_default().to_owned(), ..zero() }, Some(why))
        }
        estimate => (estimate?.unwrap_or_else(zero), None),
    };
    let MapEstimate { name: heuristic_name, map, heuristic, note } = estimate;
    notes.extend(note);
    if heuristic.is_rounded() {
        notes.push(format!(
            "the estimates are rounded down to units of {}: in finer ones the costs of this map would be too large",
            1.0 / f64::from(map.unit())
        ));
    }
    check(call, &heuristic_name, heuristic.properties())?;
    call.check_watched(trace.is_some())?;
    let start = map.start();
    let map = Arc::new(map);
    let behind = |_: &AnyDomain, _: &mut Budget<'_>| -> Result<BoxedEvaluator<AnyDomain>, Stop> {
        Ok(Box::new(AnyEstimate::new(Arc::clone(&map), heuristic.backward(start))))
    };
    let space = Space {
        label: task.name.to_owned(),
        domain: &AnyDomain::shared(Arc::clone(&map)),
        start: start.to_code(),
        heuristic: &AnyEstimate::new(Arc::clone(&map), heuristic.clone()),
        heuristic_name,
        backward: &behind,
        broken: FailureSlot::default(),
        unit: map.unit(),
        told_cost: None,
        order: Some(if map.is_alphabetical() { "alphabetical" } else { "file" }.to_owned()),
        seed: None,
        size: Some([map.states() as u64, map.edges() as u64]),
        spent: clock.since(began),
        notes,
    };
    match stopped {
        Some(why) => {
            let run = unbuilt(why, space.spent);
            space.report(request, call, run)
        }
        None => space.answer(request, call, watch, trace),
    }
}

/// What is left of a search whose heuristic a limit ended.
fn unbuilt(why: Stop, table_seconds: Duration) -> Run<u32> {
    let verdict = Verdict::Stopped { why, best: None };
    let outcome = Outcome { verdict, lower_bound: 0, stats: Stats::default(), improvements: Vec::new() };
    Run { outcome, h_start: None, seconds: Duration::ZERO, table_seconds, deepening: Vec::new() }
}
