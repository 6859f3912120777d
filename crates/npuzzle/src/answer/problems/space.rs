//! One search on one problem: the run, the replay of its solution, the report.

use std::time::Duration;

use crate::answer::problems::{MOST_LISTED, ProblemImprovement, ProblemReport};
use crate::answer::report::{Conclusion, OptionMap, ReportStats, Status};
use crate::answer::{Problem, Request};
use crate::catalogue::run::{Run, Watch};
use crate::catalogue::{Call, RequestError};
use crate::core::{
    BackwardHeuristic, Budget, Cost, Describe, Domain, Evaluator, Fraction, Limits, Solution, Task, Watcher,
};
use crate::domains::any::{AnyDomain, Code};
use crate::heuristics::expression::FailureSlot;
use crate::trace::{TraceHeader, TraceSink, Tracer};

/// A problem with everything a search needs.
pub(super) struct Space<'s> {
    pub label: String,
    pub domain: &'s AnyDomain,
    pub start: Code,
    pub heuristic: &'s dyn Evaluator<AnyDomain>,
    pub heuristic_name: String,
    pub backward: BackwardHeuristic<'s, AnyDomain>,
    pub broken: FailureSlot,
    pub unit: u32,
    /// What the solution costs, if the search counted in other costs than those that were told:
    /// then it proves nothing.
    pub told_cost: Option<Fraction>,
    pub order: Option<String>,
    pub seed: Option<u64>,
    /// The numbers of states and edges, where they are known.
    pub size: Option<[u64; 2]>,
    /// What has passed of the time limit already.
    pub spent: Duration,
    pub notes: Vec<String>,
}

impl Space<'_> {
    /// The heuristic's name, if the search uses it.
    pub fn heuristic_of(&self, call: &Call) -> Option<String> {
        call.card.informed.then(|| self.heuristic_name.clone())
    }

    pub fn goals(&self) -> Vec<String> {
        self.domain.goals().iter().take(MOST_LISTED).map(|goal| self.domain.name(goal)).collect()
    }

    /// The first line of a trace.
    pub fn trace_header(&self, call: &Call) -> TraceHeader {
        TraceHeader {
            problem: self.label.clone(),
            start: self.domain.name(&self.start),
            goals: self.goals(),
            algorithm: call.to_string(),
            heuristic: self.heuristic_of(call),
            cost_unit: self.unit,
            ..TraceHeader::default()
        }
    }

    /// Searches, and reports.
    pub fn answer(
        self,
        request: &Request<Problem>,
        call: &Call,
        watch: Watch<'_>,
        mut trace: Option<TraceSink<'_>>,
    ) -> Result<ProblemReport, RequestError> {
        if let Some(trace) = &mut trace {
            trace.begins(&self.trace_header(call));
        }
        let left = request.limits.time.map(|time| time.saturating_sub(self.spent));
        let limits = Limits { broken: Some(self.broken.flag()), time: left, ..request.limits.clone() };
        let run = self.run(call, &limits, watch, trace);
        match self.broken.message() {
            Some(message) => Err(RequestError::Broken { message: message.to_owned() }),
            None => self.report(request, call, run),
        }
    }

    /// Searches.
    pub fn run(&self, call: &Call, limits: &Limits, watch: Watch<'_>, trace: Option<TraceSink<'_>>) -> Run<u32> {
        let mut budget = Budget::new(limits.clone()).with_progress(watch);
        let budget = &mut budget;
        let (domain, start, heuristic, backward) = (self.domain, self.start.clone(), self.heuristic, self.backward);
        let mut tracer = trace.map(|sink| Tracer::new(domain, call.to_string(), sink));
        let observer = tracer.as_mut().map_or_else(Watcher::none, |tracer| Watcher::new(tracer));
        let task = Task { domain, start, heuristic, backward, budget, observer };
        let h_start = call.card.informed.then(|| heuristic.estimate(domain, &self.start));
        let search = npuzzle_others::search(call.card.name);
        let mut outcome = search.expect("the call was checked to name a search of the list")(&call.options, task);
        let seconds = budget.elapsed();
        let parity = domain.cost_parity(&self.start);
        outcome.lower_bound = parity.map_or(outcome.lower_bound, |parity| parity.lift(outcome.lower_bound));
        Run { outcome, h_start, seconds, table_seconds: Duration::ZERO, deepening: Vec::new() }
    }

    /// What is reported of a run, once its solution has been played.
    pub fn report(self, request: &Request<Problem>, call: &Call, run: Run<u32>) -> Result<ProblemReport, RequestError> {
        let (domain, unit, proved, h_start) = (self.domain, self.unit, run.outcome.lower_bound, run.h_start);
        let conclusion = Conclusion::of(run, self.told_cost.is_none());
        let replay = conclusion.solution.as_ref().map(|solution| self.replay(solution, proved, request.drawings));
        let replay = replay.transpose().map_err(|reason| RequestError::WrongPath {
            algorithm: call.to_string(),
            problem: self.label.clone(),
            reason,
        })?;
        let cost = conclusion.solution.map(|solution| solution.cost);
        let told = cost.map(|cost| self.told_cost.unwrap_or(Fraction::over(cost, unit)));
        let mut improvements: Vec<ProblemImprovement> =
            conclusion.improvements.iter().map(|step| ProblemImprovement::new(step, unit)).collect();
        if let (Some(last), Some(told)) = (improvements.last_mut(), told)
            && Some(last.cost) == cost.map(|cost| Fraction::over(cost, unit))
        {
            last.cost = told;
        }
        let only_goal = || <[Code; 1]>::try_from(domain.goals()).ok().map(|[goal]| goal);
        let Replay { moves, names, drawings, last } = replay.unwrap_or_default();
        let goal = last.or_else(only_goal);
        Ok(ProblemReport {
            status: conclusion.status,
            problem: self.label.clone(),
            rows: (),
            cols: (),
            start: domain.name(&self.start),
            goal: goal.as_ref().map(|goal| domain.name(goal)),
            goals: self.goals(),
            states: self.size.map(|[states, _]| states),
            edges: self.size.map(|[_, edges]| edges),
            algorithm: call.asked.clone(),
            engine: call.to_string(),
            heuristic: self.heuristic_of(call),
            order: self.order.clone(),
            options: OptionMap::of(&call.options),
            seed: self.seed,
            cost: told,
            moves: cost.map(|_| moves),
            moves_of: None,
            path: cost.map(|_| names),
            proof: conclusion.proof,
            within: conclusion.within,
            lower_bound: (conclusion.status != Status::Unsolvable)
                .then(|| Fraction::over(conclusion.lower_bound, unit)),
            reason: conclusion.reason,
            stats: ReportStats {
                h_start: h_start.map(|value| Fraction::over(value, unit)),
                ..conclusion.stats.of_searches(call.card, Vec::new(), request.limits.all_threads())
            },
            improvements,
            solutions: (),
            notes: self.notes,
            start_drawing: domain.draw(&self.start),
            goal_drawing: goal.as_ref().map(|goal| domain.draw(goal)),
            drawings,
            unit,
        })
    }

    /// Plays a solution on a fresh state, and checks every step, the end and the cost.
    fn replay(&self, solution: &Solution<u32>, bound: Cost, draw: bool) -> Result<Replay, String> {
        let domain = self.domain;
        let mut state = self.start.clone();
        let mut cost = 0_u64;
        let (mut moves, mut names, mut drawings) = (Vec::new(), vec![domain.name(&state)], Vec::new());
        for (number, &op) in (1..).zip(&solution.ops) {
            if !domain.ops(&state).any(|legal| legal == op) {
                return Err(format!("step {number} is not possible"));
            }
            cost += u64::from(domain.cost(&state, op));
            moves.push(domain.op_name(&state, op));
            domain.apply(&mut state, op);
            names.push(domain.name(&state));
            if draw && drawings.len() < MOST_LISTED {
                drawings.push(domain.draw(&state));
            }
        }
        match () {
            () if !domain.is_goal(&state) => Err(format!("it ends at {}, which is not a goal", domain.name(&state))),
            () if cost != u64::from(solution.cost) => Err(format!("it costs {cost}, not {}", solution.cost)),
            () if bound > solution.cost => Err(format!("it costs {cost}, less than the proved minimum {bound}")),
            () => Ok(Replay { moves, names, drawings, last: Some(state) }),
        }
    }
}

/// The way of a solution, and where it ends.
#[derive(Default)]
struct Replay {
    moves: Vec<String>,
    names: Vec<String>,
    drawings: Vec<String>,
    last: Option<Code>,
}
