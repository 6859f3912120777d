//! Searches on problems that a program describes state by state.

use std::sync::Arc;
use std::time::Duration;

use crate::answer::problems::ProblemReport;
use crate::answer::problems::listed::{check, ending};
use crate::answer::problems::space::Space;
use crate::answer::proof_basis::ProofBasis;
use crate::answer::{Problem, Request};
use crate::catalogue::run::{Run, Watch};
use crate::catalogue::{Call, RequestError};
use crate::core::card::{Optimality, OptionValue};
use crate::core::clock::Instant;
use crate::core::spelling::is_spelled;
use crate::core::{Budget, Describe, Fraction, Heuristic, Limits, Outcome, Progress, Properties, Stats, Stop, Verdict};
use crate::domains::any::{AnyDomain, AnyEstimate, Coded};
use crate::domains::custom::{CustomProblem, Known, LazyEstimate, LazySpace, Listing};
use crate::heuristics::zero;
use crate::trace::{TraceHeader, TraceSink};

/// Why nothing is proved of a solution where costs had to be rounded.
const ROUNDED: &str =
    "the search rounded costs, each by at most half of the unit, so it may have missed a slightly cheaper solution";
/// Why nothing is proved of a solution that the search found only when it had stopped to believe
/// what is said of the heuristic.
const DISAPPOINTED: &str = "the claims about `heuristic` cannot be true: the search with it found no solution, \
                            though there is one; run an audit to find out";

/// What the heuristic of a custom problem is called.
pub(crate) const CUSTOM_HEURISTIC: &str = "heuristic";

/// Whether a custom problem's own heuristic is asked for, and not `zero`.
pub(crate) fn uses_custom_heuristic(asked: Option<&str>) -> Result<bool, RequestError> {
    match asked {
        None => Ok(true),
        Some(name) if name.trim() == CUSTOM_HEURISTIC => Ok(true),
        Some(name) if is_spelled(name, zero::CARD.name) => Ok(false),
        Some(name) => Err(RequestError::UnknownHeuristic {
            name: name.to_owned(),
            problem: "this problem",
            known: format!("`{CUSTOM_HEURISTIC}`, which is its own, or `{}`", zero::CARD.name),
        }),
    }
}

/// A custom problem that is to be searched.
pub(super) struct CustomSearch<'r> {
    request: &'r Request<Problem>,
    call: Call,
    label: &'r str,
    known: Arc<Known>,
    belief: Belief,
}

/// The estimate, and what the search believes of it.
#[derive(Clone, Debug)]
struct Belief {
    heuristic: LazyEstimate,
    basis: ProofBasis,
    /// Whether a search that believed more has lost its way.
    is_disappointed: bool,
}

impl Belief {
    fn heuristic_name(&self) -> &'static str {
        match self.heuristic {
            LazyEstimate::Own(_) => CUSTOM_HEURISTIC,
            LazyEstimate::Zero => zero::CARD.name,
        }
    }
}

impl<'r> CustomSearch<'r> {
    pub fn new(
        request: &'r Request<Problem>,
        call: &Call,
        label: &'r str,
        problem: &Arc<dyn CustomProblem>,
    ) -> Result<Self, RequestError> {
        let call = ending(call, request, true)?;
        let is_custom = uses_custom_heuristic(request.heuristic.as_deref())?;
        let known = Known::new(Arc::clone(problem)).map_err(|message| RequestError::Broken { message })?;
        let audited = problem.audited().filter(|_| is_custom && call.card.informed);
        let (heuristic, basis) = match is_custom {
            true if audited.is_some() => (LazyEstimate::Own(known.claims()), ProofBasis::proved()),
            true => {
                let (believed, basis) = ProofBasis::in_claims(CUSTOM_HEURISTIC, known.claims(), &call);
                (LazyEstimate::Own(believed), basis)
            }
            false => (LazyEstimate::Zero, ProofBasis::proved()),
        };
        let known = Arc::new(known.with_cancel(request.limits.cancel.clone()).with_audited(audited));
        let belief = Belief { heuristic, basis, is_disappointed: false };
        check(&call, belief.heuristic_name(), Heuristic::<LazySpace>::properties(&heuristic))?;
        Ok(Self { request, call, label, known, belief })
    }

    /// The first line of a trace. Costs are counted in ones as long as nothing else has turned out.
    fn trace_header(&self) -> TraceHeader {
        TraceHeader {
            problem: self.label.to_owned(),
            start: LazySpace::new(Arc::clone(&self.known), None).name(&self.known.start()),
            algorithm: self.call.to_string(),
            heuristic: self.call.card.informed.then(|| self.belief.heuristic_name().to_owned()),
            cost_unit: self.known.unit(),
            ..TraceHeader::default()
        }
    }

    /// Runs the search, again if costs turn out to need another unit, or if it finds no solution
    /// because it believes what is not true.
    pub fn run(self, watch: Watch<'_>, mut trace: Option<TraceSink<'_>>) -> Result<ProblemReport, RequestError> {
        self.call.check_watched(trace.is_some())?;
        if let Some(trace) = &mut trace {
            trace.begins(&self.trace_header());
        }
        let clock = &self.request.limits.clock;
        let began = clock.now();
        let left = || Limits {
            time: self.request.limits.time.map(|time| time.saturating_sub(clock.since(began))),
            beside: Some(self.known.bytes()),
            ..self.request.limits.clone()
        };
        // No bound is reported: costs are in a unit that may change, and the estimate may promise
        // too much.
        let watch = &mut |progress: &Progress| {
            watch(&self.belief.basis.progress(progress, 0, self.known.change().is_some()));
        };
        let mut belief = self.belief.clone();
        let mut listing = None;
        if self.call.card.kind.is_bidirectional() {
            let mut budget = Budget::new(left()).with_progress(watch);
            let listed = Listing::new(&self.known, &mut budget);
            self.failure()?;
            self.known.begin_again();
            match listed {
                Ok(all) => listing = Some(Arc::new(all)),
                Err(why) => {
                    let verdict = Verdict::Stopped { why, best: None };
                    let outcome = Outcome::new(verdict, Stats::default(), &mut budget);
                    return self.report(&belief, None, outcome, began);
                }
            }
        }
        // A trace has one search only: the one whose unit has turned out to
        // be right.
        let mut is_rehearsal = trace.is_some();
        loop {
            let limits = Limits { broken: Some(self.known.broken().flag()), ..left() };
            let domain = Arc::new(LazySpace::new(Arc::clone(&self.known), listing.clone()));
            let erased = Erased::new(&domain, &belief);
            let space = self.space(&belief, &erased, None);
            let sink = trace.as_mut().filter(|_| !is_rehearsal).map(|sink| &mut **sink as TraceSink<'_>);
            let Run { outcome, .. } = space.run(&self.call_in_units(), &limits, watch, sink);
            if let Some(solution) = outcome.solution() {
                domain.check_length(self.known.start(), &solution.ops);
            }
            self.failure()?;
            if self.known.is_cut_short() {
                return self.report(&belief, listing, outcome, began);
            }
            if self.known.begin_again() {
                continue;
            }
            if outcome.verdict == Verdict::Unsolvable
                && let Some(sober) = self.sober(&belief)
            {
                belief = sober;
            } else if !std::mem::take(&mut is_rehearsal) {
                return self.report(&belief, listing, outcome, began);
            }
        }
    }

    /// What is left to believe when a search has found no solution; `None` if it rests on nothing
    /// but proofs, so that there is none. Where costs are rounded, estimates that are right for the
    /// exact ones may be wrong for those.
    fn sober(&self, belief: &Belief) -> Option<Belief> {
        let claims: Properties = Heuristic::<LazySpace>::properties(&belief.heuristic);
        let is_proved = belief.basis.is_proof() && !self.known.is_rounded() && self.known.change().is_none();
        if is_proved || matches!(belief.heuristic, LazyEstimate::Zero) || claims == Properties::NONE {
            return None;
        }
        let heuristic = match self.call.card.optimal {
            // It would not be right with estimates of which nothing is known.
            Optimality::Consistent => LazyEstimate::Zero,
            _ => LazyEstimate::Own(Properties::NONE),
        };
        Some(Belief { heuristic, basis: ProofBasis::proved(), is_disappointed: true })
    }

    /// The call with its limit on costs in units.
    fn call_in_units(&self) -> Call {
        let mut call = self.call.clone();
        if let Some(option) = call.card.options.iter().find(|option| option.name == "limit") {
            let limit = call.options.count(option.name).saturating_mul(self.known.unit());
            call.options.set(option, OptionValue::Count(limit));
        }
        call
    }

    /// A failure of the describer. After a cancellation it is none: a function that cancels
    /// has no answer to give.
    fn failure(&self) -> Result<(), RequestError> {
        match self.known.broken().message() {
            Some(message) if !self.known.is_cut_short() => Err(RequestError::Broken { message: message.to_owned() }),
            _ => Ok(()),
        }
    }

    fn space<'s>(&'s self, belief: &'s Belief, erased: &'s Erased, told_cost: Option<Fraction>) -> Space<'s> {
        Space {
            label: self.label.to_owned(),
            domain: &erased.domain,
            start: self.known.start().to_code(),
            heuristic: &erased.heuristic,
            heuristic_name: belief.heuristic_name().to_owned(),
            // The describer knows of its goals only: nothing is estimated for the problem turned
            // round.
            backward: &zero::backward,
            broken: self.known.broken().clone(),
            unit: self.known.unit(),
            told_cost,
            order: None,
            seed: None,
            size: None,
            spent: Duration::ZERO,
            notes: self.known.note().into_iter().collect(),
        }
    }

    fn report(
        &self,
        belief: &Belief,
        listing: Option<Arc<Listing>>,
        mut outcome: Outcome<u32>,
        began: Instant,
    ) -> Result<ProblemReport, RequestError> {
        let domain = Arc::new(LazySpace::new(Arc::clone(&self.known), listing));
        if let Some(solution) = outcome.solution() {
            let limits = &self.request.limits;
            domain.ask_again(self.known.start(), &solution.ops, || limits.check(began).is_ok());
            self.failure()?;
        }
        if self.known.is_cut_short() {
            outcome = outcome.cancelled(0);
        }
        let (is_rounded, change) = (self.known.is_rounded(), self.known.change());
        let reason = match outcome.solution() {
            Some(_) if is_rounded => Some(ROUNDED.to_owned()),
            Some(_) if belief.is_disappointed && change.is_none() => Some(DISAPPOINTED.to_owned()),
            _ => change.map(str::to_owned),
        };
        let reason = reason.or_else(|| belief.basis.withdraw_claims(&mut outcome, 0, self.known.unit()));
        if is_rounded || change.is_some() {
            outcome = outcome.without_proofs(0);
        }
        // Answers that change do not prove that there is no solution.
        let is_undecided = change.is_some() && outcome.verdict == Verdict::Unsolvable;
        if is_undecided {
            outcome.verdict = Verdict::Stopped { why: Stop::Broken, best: None };
        }
        // A search that was cut short may have ended in a unit that was about to be replaced.
        let told = (is_rounded || self.known.is_cut_short()).then(|| outcome.solution()).flatten();
        let told = told.map(|solution| domain.told_cost(self.known.start(), &solution.ops));
        let seconds = self.request.limits.clock.since(began);
        let erased = Erased::new(&domain, belief);
        let run = Run { outcome, h_start: None, seconds, table_seconds: Duration::ZERO, deepening: Vec::new() };
        let mut report = self.space(belief, &erased, told).report(self.request, &self.call, run)?;
        report.reason = if is_undecided { reason } else { report.reason.or(reason) };
        Ok(report)
    }
}

/// The problem and its estimate as searches see them.
struct Erased {
    domain: AnyDomain,
    heuristic: AnyEstimate,
}

impl Erased {
    fn new(domain: &Arc<LazySpace>, belief: &Belief) -> Self {
        let heuristic = AnyEstimate::new(Arc::clone(domain), belief.heuristic);
        Self { domain: AnyDomain::shared(Arc::clone(domain)), heuristic }
    }
}
