//! Searches on problems that somebody describes state by state.

use std::sync::Arc;
use std::time::Instant;

use crate::catalogue::call::Call;
use crate::catalogue::request::RequestError;
use crate::catalogue::run::Watch;
use crate::catalogue::search::problems::{check, ending};
use crate::catalogue::search::space::Space;
use crate::catalogue::search::{HeuristicChoice, SearchReport, SearchRequest};
use crate::catalogue::trace::{TraceHeader, TraceSink};
use crate::catalogue::trust::Trust;
use crate::core::{
    BoxedEvaluator, Budget, Describe, Domain, Heuristic, Limits, Outcome, Progress, Stats, Stop, Verdict,
};
use crate::domains::own::{Known, LazyEstimate, LazySpace, Listing, OwnProblem};
use crate::heuristics::zero;

/// What the heuristic of an own problem is called.
pub(crate) const OWN_HEURISTIC: &str = "heuristic";

/// Whether an own problem's own heuristic is asked for, and not `zero`.
pub(crate) fn uses_own_heuristic(choice: &HeuristicChoice) -> Result<bool, RequestError> {
    match choice {
        HeuristicChoice::Default => Ok(true),
        HeuristicChoice::Name(name) if name.trim() == OWN_HEURISTIC => Ok(true),
        HeuristicChoice::Name(name) if name.trim() == zero::CARD.name => Ok(false),
        HeuristicChoice::Name(name) => Err(RequestError::UnknownHeuristic {
            name: name.clone(),
            problem: "this problem",
            known: format!("`{OWN_HEURISTIC}`, which is its own, or `{}`", zero::CARD.name),
        }),
        HeuristicChoice::File { name, .. } => Err(RequestError::NeedsMap { name: name.clone() }),
    }
}

/// An own problem that is to be searched.
pub(super) struct OwnSearch<'r> {
    request: &'r SearchRequest,
    call: Call,
    label: &'r str,
    known: Arc<Known>,
    heuristic: LazyEstimate,
    trust: Trust,
}

impl<'r> OwnSearch<'r> {
    pub fn new(
        request: &'r SearchRequest,
        call: &Call,
        label: &'r str,
        problem: &Arc<dyn OwnProblem>,
    ) -> Result<Self, RequestError> {
        let call = ending(call, request, LazySpace::CUT_CYCLES)?;
        let is_own = uses_own_heuristic(&request.heuristic)?;
        let known = Known::new(Arc::clone(problem)).map_err(|message| RequestError::Broken { message })?;
        let (heuristic, trust) = match is_own {
            true => (LazyEstimate::Own(known.claims()), Trust::in_claims(OWN_HEURISTIC, known.claims(), &call)),
            false => (LazyEstimate::Zero, Trust::proved()),
        };
        let search = Self { request, call, label, known: Arc::new(known), heuristic, trust };
        check(&search.call, search.heuristic_name(), Heuristic::<LazySpace>::properties(&heuristic))?;
        Ok(search)
    }

    fn heuristic_name(&self) -> &'static str {
        match self.heuristic {
            LazyEstimate::Own(_) => OWN_HEURISTIC,
            LazyEstimate::Zero => zero::CARD.name,
        }
    }

    /// What would be searched. Costs are counted in ones as long as nothing else has turned out.
    pub fn header(self) -> TraceHeader {
        TraceHeader {
            format: TraceHeader::FORMAT,
            version: TraceHeader::VERSION,
            problem: self.label.to_owned(),
            start: LazySpace::new(Arc::clone(&self.known), None).name(&self.known.start()),
            goals: Vec::new(),
            algorithm: self.call.to_string(),
            heuristic: self.call.card.informed.then(|| self.heuristic_name().to_owned()),
            cost_unit: self.known.unit(),
        }
    }

    /// Runs the search, again if costs turn out to need another unit.
    pub fn run(self, watch: Watch<'_>, mut trace: Option<TraceSink<'_>>) -> Result<SearchReport, RequestError> {
        let began = Instant::now();
        let left = || Limits {
            time: self.request.limits.time.map(|time| time.saturating_sub(began.elapsed())),
            beside: Some(self.known.bytes()),
            ..self.request.limits.clone()
        };
        // No bound is told: costs are in a unit that may change, and the estimate may promise too much.
        let watch = &mut |progress: &Progress| watch(&self.trust.progress(progress, 0));
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
                    return self.report(None, outcome, began);
                }
            }
        }
        // Who watches step by step is told of one search only: the one whose unit has turned out to be right.
        let mut is_rehearsal = trace.is_some();
        loop {
            let limits = Limits { broken: Some(self.known.broken().flag()), ..left() };
            let domain = LazySpace::new(Arc::clone(&self.known), listing.clone());
            let space = self.space(&domain);
            let sink = trace.as_mut().filter(|_| !is_rehearsal).map(|sink| &mut **sink as TraceSink<'_>);
            let (outcome, _) = space.run(&self.call, &limits, watch, sink);
            if let Some(solution) = outcome.solution() {
                domain.check_length(self.known.start(), &solution.ops);
            }
            self.failure()?;
            if !self.known.begin_again() && !std::mem::take(&mut is_rehearsal) {
                return self.report(listing, outcome, began);
            }
        }
    }

    fn failure(&self) -> Result<(), RequestError> {
        match self.known.broken().message() {
            Some(message) => Err(RequestError::Broken { message: message.to_owned() }),
            None => Ok(()),
        }
    }

    fn space<'s>(&'s self, domain: &'s LazySpace) -> Space<'s, LazySpace, LazyEstimate> {
        Space {
            label: self.label.to_owned(),
            domain,
            start: self.known.start(),
            heuristic: &self.heuristic,
            heuristic_name: self.heuristic_name().to_owned(),
            backward: &nothing_backward,
            broken: self.known.broken().clone(),
            unit: self.known.unit(),
            order: None,
            seed: None,
            notes: self.known.note().into_iter().collect(),
        }
    }

    fn report(
        &self,
        listing: Option<Arc<Listing>>,
        mut outcome: Outcome<u32>,
        began: Instant,
    ) -> Result<SearchReport, RequestError> {
        let reason = self.trust.settle(&mut outcome, 0, self.known.unit());
        let domain = LazySpace::new(Arc::clone(&self.known), listing);
        let mut report = self.space(&domain).report(self.request, &self.call, outcome, began.elapsed())?;
        report.reason = report.reason.or(reason);
        Ok(report)
    }
}

/// No estimate for the problem turned round: the describer knows of its goals only.
fn nothing_backward(_: &LazySpace, _: &mut Budget<'_>) -> Result<BoxedEvaluator<LazySpace>, Stop> {
    Ok(Box::new(LazyEstimate::Zero))
}
