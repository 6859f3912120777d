//! One search on one problem: the run, the replay of its solution, the report.

use std::time::Duration;

use crate::catalogue::call::Call;
use crate::catalogue::report::{OptionMap, ProofLabel, ReportStats, Status, effective_branching_factor};
use crate::catalogue::request::RequestError;
use crate::catalogue::run::Watch;
use crate::catalogue::search::{MOST_LISTED, SearchImprovement, SearchReport, SearchRequest};
use crate::catalogue::trace::{TraceSink, Tracer};
use crate::core::{
    BackwardHeuristic, Budget, Cost, Describe, Domain, Evaluator, Fraction, Limits, Outcome, Solution, Task, Verdict,
    Watcher,
};
use crate::domains::any::{AnyDomain, Code};
use crate::heuristics::expression::FailureSlot;

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

    pub fn run(
        &self,
        call: &Call,
        limits: &Limits,
        watch: Watch<'_>,
        trace: Option<TraceSink<'_>>,
    ) -> (Outcome<u32>, Duration) {
        let mut budget = Budget::new(limits.clone()).with_progress(watch);
        let budget = &mut budget;
        let (domain, start, heuristic, backward) = (self.domain, self.start.clone(), self.heuristic, self.backward);
        let mut tracer = trace.map(|sink| Tracer::new(domain, call, sink));
        let observer = tracer.as_mut().map_or_else(Watcher::none, |tracer| Watcher::new(tracer));
        let task = Task { domain, start, heuristic, backward, budget, observer };
        let outcome = npuzzle_others::run(call.card.name, &call.options, task);
        let seconds = budget.elapsed();
        let mut outcome = outcome.expect("the call was checked to name a search of the list");
        let parity = domain.cost_parity(&self.start);
        outcome.lower_bound = parity.map_or(outcome.lower_bound, |parity| parity.lift(outcome.lower_bound));
        (outcome, seconds)
    }

    pub fn report(
        self,
        request: &SearchRequest,
        call: &Call,
        outcome: Outcome<u32>,
        seconds: Duration,
    ) -> Result<SearchReport, RequestError> {
        let (domain, unit) = (self.domain, self.unit);
        let goals = self.goals();
        let only_goal =
            || Some(domain.goals()).filter(|goals| goals.len() == 1).and_then(|goals| goals.into_iter().next());
        let mut goal = only_goal();
        let (status, reason, solution) = match outcome.verdict {
            Verdict::Solved(solution) => (Status::Solved, None, Some(solution)),
            Verdict::Unsolvable => {
                let reason = "every state that can be reached was searched; none is a goal";
                (Status::Unsolvable, Some(reason.to_owned()), None)
            }
            Verdict::Stopped { why, best } => {
                let what = if best.is_some() {
                    "before the solution was proved to be optimal"
                } else {
                    "before a solution was found"
                };
                (Status::Stopped, Some(format!("{why} {what}")), best)
            }
        };
        let depth = solution.as_ref().map_or(0, |solution| solution.ops.len() as Cost);
        let mut report = SearchReport {
            status,
            problem: self.label.clone(),
            rows: (),
            cols: (),
            start: domain.name(&self.start),
            goal: None,
            goals,
            algorithm: call.asked.clone(),
            engine: call.to_string(),
            heuristic: self.heuristic_of(call),
            order: self.order.clone(),
            options: OptionMap::of(&call.options),
            seed: self.seed,
            cost: None,
            moves: None,
            moves_of: None,
            path: None,
            proof: ProofLabel::None,
            within: None,
            lower_bound: (status != Status::Unsolvable).then(|| Fraction::over(outcome.lower_bound, unit)),
            reason,
            stats: ReportStats {
                counts: outcome.stats,
                effective_branching_factor: effective_branching_factor(outcome.stats.generated, depth),
                seconds: seconds.as_secs_f64(),
                table_seconds: 0.0,
                counting: None,
                deepening: Vec::new(),
            },
            improvements: outcome.improvements.iter().map(|step| SearchImprovement::new(step, unit)).collect(),
            solutions: (),
            notes: self.notes.clone(),
            start_drawing: domain.draw(&self.start),
            goal_drawing: None,
            drawings: Vec::new(),
            unit,
        };
        if let Some(solution) = solution {
            let replay = self.replay(&solution, outcome.lower_bound, request.drawings);
            let replay = replay.map_err(|reason| RequestError::WrongPath {
                algorithm: report.engine.clone(),
                problem: self.label.clone(),
                reason,
            })?;
            let Solution { cost, proof, .. } = solution;
            (report.proof, report.within) = match self.told_cost {
                None => ProofLabel::of(proof, cost, outcome.lower_bound),
                Some(_) => (ProofLabel::Found, None),
            };
            let bound = if report.proof == ProofLabel::Optimal { cost } else { outcome.lower_bound };
            report.lower_bound = Some(Fraction::over(bound, unit));
            let told = self.told_cost.unwrap_or(Fraction::over(cost, unit));
            report.cost = Some(told);
            if let Some(last) = report.improvements.last_mut().filter(|last| last.cost == Fraction::over(cost, unit)) {
                last.cost = told;
            }
            report.moves = Some(replay.moves);
            report.path = Some(replay.names);
            report.drawings = replay.drawings;
            goal = Some(replay.last);
            if status == Status::Stopped && report.proof == ProofLabel::Optimal {
                (report.status, report.reason) = (Status::Solved, None);
            }
        }
        report.goal = goal.as_ref().map(|goal| domain.name(goal));
        report.goal_drawing = goal.as_ref().map(|goal| domain.draw(goal));
        Ok(report)
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
            () => Ok(Replay { moves, names, drawings, last: state }),
        }
    }
}

struct Replay {
    moves: Vec<String>,
    names: Vec<String>,
    drawings: Vec<String>,
    last: Code,
}
