//! A step in words: one sentence for each, and what became of each successor.

use npuzzle::core::{Cost, Fraction, Prune};
use npuzzle::teach::blackboard::{Labelled, Scene, Successor};

use crate::render::numbers::thousands;
use crate::render::step::Behind;
use crate::terminal::replay::player::Moment;
use crate::terminal::replay::walk::Shown;

/// Writes costs in the unit of a trace.
#[derive(Clone, Copy)]
pub struct Words {
    unit: u32,
}

impl Words {
    pub fn of(moment: &Moment) -> Self {
        Self { unit: moment.header.cost_unit }
    }

    pub fn cost(self, cost: Cost) -> String {
        Fraction::over(cost, self.unit).to_string()
    }

    pub fn numbers(self, state: &Labelled) -> String {
        format!("g {} + h {} = f {}", self.cost(state.g), self.cost(state.h), self.cost(state.f()))
    }

    /// What happens at a step.
    pub fn sentence(self, moment: &Moment) -> String {
        match &moment.shown {
            Shown::Header(header) => {
                let heuristic = header.heuristic.as_ref().map(|name| format!(" with {name}")).unwrap_or_default();
                format!("A trace begins: {}{heuristic} on {}.", header.algorithm, header.problem)
            }
            Shown::Scene(Scene::Search { algorithm }) => format!("The search begins: {algorithm}."),
            Shown::Scene(Scene::Bound { bound }) => {
                let number = moment.tally.iteration;
                format!("Iteration {number} begins: paths with f up to {} are followed.", self.cost(*bound))
            }
            Shown::Scene(Scene::Step(step)) => {
                let side = if step.backward { " from the goal" } else { "" };
                let numbers = self.numbers(&step.expanded);
                let fresh = &step.successors[step.told_before..];
                let kept = fresh.iter().filter(|successor| self.fate(successor).0).count();
                let made = match (fresh.len(), step.comes_back()) {
                    // What is missing may be successors, or what became of the last.
                    _ if moment.behind == Behind::BrokenLine => "the trace breaks off here".to_owned(),
                    // A limit may have come before them.
                    (0, _) if moment.behind == Behind::End => "no successor before the trace ends".to_owned(),
                    (0, _) => "no successor".to_owned(),
                    (1, false) => format!("one successor, {}", if kept == 1 { "kept" } else { "dropped" }),
                    (1, true) => format!("one more successor, {}", if kept == 1 { "kept" } else { "dropped" }),
                    (made, false) => format!("{made} successors, {kept} kept"),
                    (made, true) => format!("{made} more successors, {kept} kept"),
                };
                match step.comes_back() {
                    true => format!("Back to expansion {}: {numbers}; {made}.", thousands(step.number)),
                    false => format!("Expansion {}{side}: {numbers}; {made}.", thousands(step.number)),
                }
            }
            Shown::Scene(Scene::Forget(forgotten)) => {
                format!("A stored state is forgotten to make room: f {}.", self.cost(forgotten.f))
            }
            Shown::Scene(Scene::Improved { cost }) => {
                format!("A solution of cost {} is found; is there a better one?", self.cost(*cost))
            }
            Shown::Scene(Scene::Solved { cost }) => format!("Solved: the path costs {}.", self.cost(*cost)),
        }
    }

    /// What became of a successor: whether it was kept, and why or why not.
    pub fn fate(self, successor: &Successor) -> (bool, String) {
        match (successor.dropped, successor.met) {
            (Some(Prune::Duplicate), _) => (false, "duplicate".to_owned()),
            (Some(Prune::Worse), _) => (false, "worse".to_owned()),
            (Some(Prune::OverBound), None) => (false, "over bound".to_owned()),
            (Some(Prune::Full), _) => (false, "full".to_owned()),
            (_, Some(cost)) => (true, format!("met: {}", self.cost(cost))),
            _ if successor.reopened => (true, "reopened".to_owned()),
            _ => (true, "kept".to_owned()),
        }
    }

    /// The marks of pseudo-code that fit a step, in the order in which they are tried.
    pub fn marks(moment: &Moment) -> Vec<&'static str> {
        match &moment.shown {
            Shown::Header(_) => Vec::new(),
            Shown::Scene(Scene::Search { .. }) => vec!["search", "root"],
            Shown::Scene(Scene::Bound { .. }) => vec!["bound"],
            Shown::Scene(Scene::Forget(_)) => vec!["forget", "full"],
            Shown::Scene(Scene::Improved { .. }) => vec!["improved", "solved"],
            Shown::Scene(Scene::Solved { .. }) => vec!["solved"],
            Shown::Scene(Scene::Step(step)) => {
                let mut marks = if step.comes_back() { Vec::new() } else { vec!["expand"] };
                for successor in &step.successors[step.told_before..] {
                    marks.push("generate");
                    marks.push(successor.dropped.map_or("keep", Prune::word));
                    marks.extend(successor.reopened.then_some("reopen"));
                    marks.extend(successor.met.map(|_| "met"));
                }
                marks.extend((!step.forgotten.is_empty()).then_some("forget"));
                marks
            }
        }
    }
}
