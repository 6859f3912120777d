//! The audit of heuristics: are they admissible and consistent, how far from the truth, which is
//! better? Over the whole state space where it fits, with the states that decide; over samples
//! where it does not.

mod boards;
mod graphs;
mod report;
mod samples;
mod share;
mod tally;

pub use report::{
    AuditReport, Dominance, Duel, ErrorCount, HeuristicAudit, Incomparable, Overestimate, Sampling, Seen, StateView,
    SteepEdge,
};
pub use share::{Dealer, SampleAnswer, SampleTurn, SolveAll};

use std::sync::Arc;

use crate::answer::{
    CUSTOM_HEURISTIC, EstimateFile, MapEstimate, Problem, Request, chosen, estimated, uses_custom_heuristic,
};
use crate::catalogue::{RequestError, check_custom_names, heuristic_expression_with, heuristics, problem_call};
use crate::core::card::HeuristicCard;
use crate::core::{Budget, Fraction, Heuristic, Limits, Metric, Stop};
use crate::domains::any::{AnyDomain, Code, Coded};
use crate::domains::custom::{AuditedSpace, CustomProblem, Known, LazySpace, Listing};
use crate::domains::map::MapSpace;
use crate::domains::problem::{AnyInstance, ProblemCard};
use crate::domains::tiles::distance_table::{self, TooLarge};
use crate::domains::tiles::goal::{Goal, GoalError};
use crate::domains::tiles::{Board, Shape};
use crate::domains::{CARDS, read_problem};
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::expression::{Expression, FailureSlot};
use crate::heuristics::tiles::BuildError;
use crate::heuristics::zero;
use crate::lab::audit::boards::BoardAudit;
use crate::lab::audit::graphs::{EstimateOf, Graph};
use crate::lab::audit::samples::{SampleAudit, Samples};

/// A question about heuristics.
#[derive(Clone, Debug)]
pub struct AuditRequest {
    /// Where they are judged.
    pub space: AuditSpace,
    /// The heuristics, by name; without any, all that the space has.
    pub heuristics: Vec<String>,
    /// Heuristics of boards that are in no list, whose names can be used as well.
    pub custom: Vec<CustomHeuristic>,
    /// What the true costs of boards count.
    pub metric: Metric,
    /// Random boards to solve where the space is too large; `Some` asks for samples in any case.
    pub samples: Option<u64>,
    /// Decides the samples, and random starts of problems.
    pub seed: u64,
    /// What may be used up.
    pub limits: Limits,
}

/// Where heuristics are judged.
#[derive(Clone, Debug)]
pub enum AuditSpace {
    /// The boards of a shape, with their goal.
    Boards {
        /// The shape.
        shape: Shape,
        /// What is to be reached.
        goal: Goal,
    },
    /// Another problem, or a map.
    Other(Problem),
}

impl AuditRequest {
    /// The audit of all heuristics of the list on boards of a shape.
    pub fn new(shape: Shape) -> Self {
        Self {
            space: AuditSpace::Boards { shape, goal: Goal::default() },
            heuristics: Vec::new(),
            custom: Vec::new(),
            metric: Metric::default(),
            samples: None,
            seed: 0,
            limits: Limits::default(),
        }
    }
}

/// So many random boards are solved by default.
pub const DEFAULT_SAMPLES: u64 = 20;

/// Hears how many of how many states (or samples) are done.
pub type Watch<'w> = &'w mut dyn FnMut(u64, u64);

/// Why there is no verdict.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// The question cannot be understood.
    #[error(transparent)]
    Request(Box<RequestError>),
    /// A heuristic cannot be had on these boards.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The goal does not fit.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// The space is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A heuristic has no value somewhere.
    #[error("{message}")]
    Broken { message: String },
    /// The memory limit.
    #[error(
        "auditing {shape} boards takes about {} MiB and the memory limit is {} MiB: expected fewer heuristics at a time, a larger limit, or \
         samples", needed >> 20, allowed >> 20
    )]
    Memory { shape: Shape, needed: u64, allowed: u64 },
    /// A limit ended it.
    #[error("{0} before the audit was complete")]
    Stopped(Stop),
    /// A map without heuristic files.
    #[error(
        "a map has no heuristics of its own: expected a heuristic file, or a heuristic of boards if its states are boards"
    )]
    NoHeuristics,
    /// Estimates that are too fine for their map.
    #[error("the estimates of `{name}` are too fine to be judged exactly on this map: expected fewer decimals")]
    Rounded { name: String },
    /// Samples cannot be made.
    #[error("{message}")]
    Sampling { message: String },
    /// No sample was solved.
    #[error("no sample was solved optimally within the limits, so there is nothing to judge by")]
    NothingSampled,
}

impl From<RequestError> for AuditError {
    fn from(error: RequestError) -> Self {
        Self::Request(Box::new(error))
    }
}

/// Answers a question about heuristics.
///
/// # Examples
///
/// ```
/// use npuzzle::lab::audit::{AuditRequest, audit};
///
/// let mut request = AuditRequest::new("3x3".parse()?);
/// request.heuristics = vec!["misplaced-with-blank".to_owned()];
/// let report = audit(&request, &mut |_, _| {})?;
/// assert_eq!(report.heuristics[0].overestimates, 78);
/// assert_eq!(report.heuristics[0].inconsistent_edges, 5040);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(request: &AuditRequest, watch: Watch<'_>) -> Result<AuditReport, AuditError> {
    audit_share(request, &mut SolveAll, watch)
}

/// The same, where random boards are dealt: some are solved, others are left out or known.
pub fn audit_share(
    request: &AuditRequest,
    dealer: &mut dyn Dealer,
    watch: Watch<'_>,
) -> Result<AuditReport, AuditError> {
    let began = request.limits.clock.now();
    check_custom_names(&request.custom)?;
    let mut report = match &request.space {
        AuditSpace::Boards { shape, goal } => on_boards(request, &goal.board(*shape)?, dealer, watch)?,
        AuditSpace::Other(Problem::Map { name, map, estimates }) => on_map(request, name, map, estimates, watch)?,
        AuditSpace::Other(Problem::Custom { name, problem }) => on_custom(request, name, problem, watch)?,
        AuditSpace::Other(Problem::Call(text)) => on_problem(request, text, watch)?,
    };
    report.seconds = request.limits.clock.since(began).as_secs_f64();
    Ok(report)
}

/// The random boards of an audit, by number, for those who have them solved elsewhere, and the
/// question that is asked of each, put for the goal. `None` if the audit looks at all states.
pub fn samples(request: &AuditRequest) -> Result<Option<(Vec<Board>, Request)>, AuditError> {
    let AuditSpace::Boards { shape, goal } = &request.space else { return Ok(None) };
    let goal = goal.board(*shape)?;
    let Some(count) = samples_of(request, &goal) else { return Ok(None) };
    let board_bytes = (size_of::<Board>() + size_of_val(goal.tiles())) as u64;
    request.limits.allow(count.saturating_mul(board_bytes)).map_err(AuditError::Stopped)?;
    let mut samples = Samples::new(&goal, request.metric, request.seed)?;
    let boards = (0..count).map(|_| samples.board()).collect();
    Ok(Some((boards, samples.request(goal.clone(), &request.limits))))
}

/// How many random boards an audit solves; `None` if it looks at all boards.
fn samples_of(request: &AuditRequest, goal: &Board) -> Option<u64> {
    let fits = goal.shape().cells() <= distance_table::MOST_CELLS || goal.shape().is_line();
    request.samples.or((!fits).then_some(DEFAULT_SAMPLES))
}

fn on_boards(
    request: &AuditRequest,
    goal: &Board,
    dealer: &mut dyn Dealer,
    watch: Watch<'_>,
) -> Result<AuditReport, AuditError> {
    let (limits, metric) = (&request.limits, request.metric);
    let mut judge = |expressions: &[Expression], watch: Watch<'_>| match samples_of(request, goal) {
        None => BoardAudit { goal, metric, expressions, limits, watch }.run(),
        Some(samples) => {
            SampleAudit { goal, metric, expressions, samples, seed: request.seed, limits, dealer, watch }.run()
        }
    };
    if !request.heuristics.is_empty() {
        let expressions = distinct(
            request
                .heuristics
                .iter()
                .map(|text| heuristic_expression_with(text, &request.custom))
                .collect::<Result<_, _>>()?,
        );
        return judge(&expressions, watch);
    }
    // All that exist for these boards: those that do not are named in a note.
    let custom = request.custom.iter().map(Expression::of_custom);
    let mut expressions: Vec<Expression> = heuristics().map(Expression::of).chain(custom).collect();
    let mut notes = Vec::new();
    loop {
        match judge(&expressions, watch) {
            Err(AuditError::Build(BuildError::Unavailable { name, reason })) if expressions.len() > 1 => {
                notes.push(BuildError::Unavailable { name, reason }.to_string());
                expressions.retain(|expression| expression.as_atom().is_none_or(|named| named.name() != name));
            }
            judged => {
                let mut report = judged?;
                report.notes.splice(0..0, notes);
                return Ok(report);
            }
        }
    }
}

/// Each expression once, whatever names it was asked for by.
fn distinct(expressions: Vec<Expression>) -> Vec<Expression> {
    let mut kept: Vec<Expression> = Vec::new();
    for expression in expressions {
        if !kept.iter().any(|known| known.to_string() == expression.to_string()) {
            kept.push(expression);
        }
    }
    kept
}

fn on_problem(request: &AuditRequest, text: &str, watch: Watch<'_>) -> Result<AuditReport, AuditError> {
    let (name, arguments) = problem_call(text)?;
    let card = CARDS.iter().find(|card| card.name == name).ok_or(RequestError::Problem {
        call: text.to_owned(),
        reason: "boards are audited by their size: expected an argument such as 3x3".to_owned(),
    })?;
    let expressions = expressions_of(card, &request.heuristics)?;
    match read_problem(name, arguments, request.seed) {
        Some(Ok(instance)) => on_instance(request, text, &instance, &expressions, watch),
        Some(Err(error)) => Err(RequestError::Problem { call: text.to_owned(), reason: error.to_string() }.into()),
        None => Err(RequestError::UnknownName { kind: "problem", name: name.to_owned(), nearest: None }.into()),
    }
}

fn expressions_of(card: &ProblemCard, names: &[String]) -> Result<Vec<Expression>, RequestError> {
    if names.is_empty() {
        let all: Vec<&'static HeuristicCard> = card.heuristics.iter().chain([&zero::CARD]).collect();
        return Ok(all.into_iter().map(Expression::of).collect());
    }
    Ok(distinct(names.iter().map(|name| chosen(card, Some(name))).collect::<Result<_, _>>()?))
}

fn on_instance(
    request: &AuditRequest,
    text: &str,
    instance: &AnyInstance,
    expressions: &[Expression],
    watch: Watch<'_>,
) -> Result<AuditReport, AuditError> {
    let domain = &instance.domain;
    let mut budget = Budget::new(request.limits.clone());
    let graph = Graph::list(domain, vec![instance.start.clone()], &mut budget)?;
    let broken = FailureSlot::default();
    let names: Vec<String> = expressions.iter().map(ToString::to_string).collect();
    let estimate = |expression: &Expression| -> EstimateOf<'_> {
        let heuristic = estimated(expression, &broken, |name| instance.estimate(name));
        Box::new(move |state| {
            let value = heuristic.exact_value(heuristic.root(domain, state));
            // A missing value is reported below.
            value.map_or(Fraction::ZERO, |(numerator, denominator)| Fraction::over(numerator, denominator))
        })
    };
    let estimates: Vec<EstimateOf<'_>> = expressions.iter().map(estimate).collect();
    let mut report = graph.audit(text.trim(), &names, &estimates, 1, &mut budget, watch)?;
    if let Some(message) = broken.message() {
        return Err(AuditError::Broken { message: message.to_owned() });
    }
    if instance.random {
        report.notes.push(format!("seed {} decided the start", request.seed));
    }
    Ok(report)
}

fn on_custom(
    request: &AuditRequest,
    name: &str,
    problem: &Arc<dyn CustomProblem>,
    watch: Watch<'_>,
) -> Result<AuditReport, AuditError> {
    let asked = match request.heuristics.is_empty() {
        true => vec![true, false],
        false => request.heuristics.iter().map(|name| uses_custom_heuristic(Some(name))).collect::<Result<_, _>>()?,
    };
    let known = Known::new(Arc::clone(problem)).map_err(|message| AuditError::Broken { message })?;
    let known = Arc::new(known.with_cancel(request.limits.cancel.clone()));
    let failure = || match known.broken().message() {
        // A function that cancels the search has no answer to give: it did not fail.
        _ if known.is_cut_short() => Err(AuditError::Stopped(Stop::Cancelled)),
        Some(message) => Err(AuditError::Broken { message: message.to_owned() }),
        None => Ok(()),
    };
    let limits = Limits { beside: Some(known.bytes()), ..request.limits.clone() };
    let mut budget = Budget::new(limits);
    let listing = Listing::new(&known, &mut budget);
    failure()?;
    known.begin_again();
    let listing = Arc::new(listing.map_err(AuditError::Stopped)?);
    let domain = &AnyDomain::new(LazySpace::new(Arc::clone(&known), Some(Arc::clone(&listing))));
    let unit = known.unit();
    let graph = Graph::of(
        domain,
        listing.states().iter().map(Coded::to_code).collect(),
        listing.judged_steps(&known).collect(),
    );
    let mut names: Vec<String> = Vec::new();
    let mut estimates: Vec<EstimateOf<'_>> = Vec::new();
    for is_custom in asked {
        let name = if is_custom { CUSTOM_HEURISTIC } else { zero::CARD.name };
        if names.iter().any(|known| known == name) {
            continue;
        }
        names.push(name.to_owned());
        estimates.push(match is_custom {
            true => Box::new(|state| known.judged_estimate(u32::of_code(state), unit)),
            false => Box::new(|_| Fraction::ZERO),
        });
    }
    let report = graph.audit(name, &names, &estimates, unit, &mut budget, watch);
    failure()?;
    let mut report = report?;
    if known.is_rounded() {
        let unit = 1.0 / f64::from(unit);
        let note = format!("costs are rounded up to units of {unit} and estimates down: smaller errors are not seen");
        report.notes.insert(0, note);
    } else if let Some(verdict) = report.heuristics.iter_mut().find(|verdict| verdict.name == CUSTOM_HEURISTIC) {
        verdict.seen = Some(Seen::Problem(Arc::new(AuditedSpace::new(&known, &listing))));
    }
    failure()?;
    Ok(report)
}

fn on_map(
    request: &AuditRequest,
    name: &str,
    map: &MapSpace,
    estimates: &[EstimateFile],
    watch: Watch<'_>,
) -> Result<AuditReport, AuditError> {
    let mut notes: Vec<String> = map.note().map(str::to_owned).into_iter().collect();
    let mut read: Vec<MapEstimate> = Vec::new();
    let all: Vec<String> = estimates.iter().map(|file| file.name.clone()).collect();
    let asked = if request.heuristics.is_empty() { &all } else { &request.heuristics };
    if asked.is_empty() {
        return Err(AuditError::NoHeuristics);
    }
    for asked in asked {
        let estimate = MapEstimate::asked_for(asked, estimates, map, &request.limits).map_err(|error| match error {
            RequestError::Unavailable(error) => AuditError::Build(error),
            RequestError::Broken { message } => AuditError::Broken { message },
            other => other.into(),
        })?;
        if estimate.heuristic.is_rounded() {
            return Err(AuditError::Rounded { name: estimate.name });
        }
        notes.extend(estimate.note.clone());
        if !read.iter().any(|known| known.name == estimate.name) {
            read.push(estimate);
        }
    }
    let mut budget = Budget::new(request.limits.clone());
    let domain = &AnyDomain::new(map.clone());
    let all = (0..map.states() as u32).map(|node| node.to_code()).collect();
    let graph = Graph::list(domain, all, &mut budget)?;
    let names: Vec<String> = read.iter().map(|estimate| estimate.name.clone()).collect();
    let estimates: Vec<EstimateOf<'_>> = read
        .iter()
        .map(|MapEstimate { map, heuristic, .. }| {
            let of = move |node: &Code| map.amount(heuristic.of(u32::of_code(node)));
            Box::new(of) as EstimateOf<'_>
        })
        .collect();
    let mut report = graph.audit(name, &names, &estimates, map.unit(), &mut budget, watch)?;
    report.notes.splice(0..0, notes);
    Ok(report)
}
