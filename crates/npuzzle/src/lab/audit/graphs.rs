//! The audit of any other space: everything that can be reached is listed, with all edges, and
//! distances are found backwards from the goals. (Dijkstra 1959)

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::Duration;

use crate::core::{Budget, Cost, Describe, Domain, Fraction};
use crate::domains::any::{AnyDomain, Code};
use crate::lab::audit::report::{AuditReport, StateView, verdicts};
use crate::lab::audit::tally::{AuditTally, Duels};
use crate::lab::audit::{AuditError, Watch};

/// States that are listed between two looks at the limits.
const STATES_BETWEEN_QUESTIONS: usize = 1 << 12;

/// How often those who watch are told.
const TELLING_INTERVAL: Duration = Duration::from_millis(100);

/// The estimate of a state.
pub(super) type EstimateOf<'e> = Box<dyn Fn(&Code) -> Fraction + 'e>;

/// A space, state by state.
pub(super) struct Graph<'d> {
    domain: &'d AnyDomain,
    states: Vec<Code>,
    /// From, to, cost.
    edges: Vec<(u32, u32, Cost)>,
}

impl<'d> Graph<'d> {
    /// Everything that can be reached from some states.
    pub fn list(domain: &'d AnyDomain, starts: Vec<Code>, budget: &mut Budget<'_>) -> Result<Self, AuditError> {
        let mut graph = Self { domain, states: starts, edges: Vec::new() };
        let mut numbers: HashMap<Code, u32> = HashMap::new();
        for (number, start) in (0..).zip(&graph.states) {
            numbers.insert(domain.pack(start), number);
        }
        let per_state = 3 * size_of::<Code>() + 64;
        let mut next = 0;
        while next < graph.states.len() {
            if next % STATES_BETWEEN_QUESTIONS == 0 {
                budget.check().map_err(AuditError::Stopped)?;
                let bytes = graph.states.len() * per_state + graph.edges.len() * 24;
                budget.hold(bytes as u64).map_err(AuditError::Stopped)?;
            }
            let state = graph.states[next].clone();
            for op in domain.ops(&state) {
                let cost = domain.cost(&state, op);
                let child = domain.child_key(&state, &state, op);
                let number = *numbers.entry(child).or_insert_with_key(|child| {
                    graph.states.push(child.clone());
                    (graph.states.len() - 1) as u32
                });
                graph.edges.push((next as u32, number, cost));
            }
            next += 1;
        }
        Ok(graph)
    }

    /// A space that has been listed: its states, and its edges by the places of the states.
    pub fn of(domain: &'d AnyDomain, states: Vec<Code>, edges: Vec<(u32, u32, Cost)>) -> Self {
        Self { domain, states, edges }
    }

    /// What it costs to reach a goal from each state.
    fn distances(&self) -> Vec<Option<u64>> {
        let mut arriving: Vec<Vec<(u32, Cost)>> = vec![Vec::new(); self.states.len()];
        for &(from, to, cost) in &self.edges {
            arriving[to as usize].push((from, cost));
        }
        let mut distances: Vec<Option<u64>> = vec![None; self.states.len()];
        let mut open = BinaryHeap::new();
        for (number, _) in (0_u32..).zip(&self.states).filter(|(_, state)| self.domain.is_goal(state)) {
            distances[number as usize] = Some(0);
            open.push(Reverse((0, number)));
        }
        while let Some(Reverse((distance, number))) = open.pop() {
            if distances[number as usize].is_some_and(|known| known < distance) {
                continue;
            }
            for &(from, cost) in &arriving[number as usize] {
                let through = distance + u64::from(cost);
                if distances[from as usize].is_none_or(|known| through < known) {
                    distances[from as usize] = Some(through);
                    open.push(Reverse((through, from)));
                }
            }
        }
        distances
    }

    /// Looks at every state and every edge. Costs are in units of which `unit` make one. The limits
    /// are looked at before each state, since a custom estimate may take long.
    pub fn audit(
        &self,
        problem: &str,
        names: &[String],
        estimates: &[EstimateOf<'_>],
        unit: u32,
        budget: &Budget<'_>,
        watch: Watch<'_>,
    ) -> Result<AuditReport, AuditError> {
        let distances = self.distances();
        let mut tallies = vec![AuditTally::default(); names.len()];
        let mut duels = Duels::new(names.len());
        let mut values = Vec::with_capacity(self.states.len());
        let all = self.states.len() as u64;
        let mut told = budget.clock().now();
        for (number, state) in (0_u64..).zip(&self.states) {
            budget.check().map_err(AuditError::Stopped)?;
            if budget.clock().since(told) >= TELLING_INTERVAL {
                told = budget.clock().now();
                watch(number, all);
            }
            let here: Vec<Fraction> = estimates.iter().map(|estimate| estimate(state)).collect();
            let distance = distances[number as usize].map(|distance| Fraction::over(distance as i64, unit));
            for (tally, &h) in tallies.iter_mut().zip(&here) {
                tally.state(number, h, distance);
            }
            duels.state(number, &here);
            values.push(here);
        }
        watch(all, all);
        for &(from, to, cost) in &self.edges {
            for (heuristic, tally) in tallies.iter_mut().enumerate() {
                let (a, b) = (values[from as usize][heuristic], values[to as usize][heuristic]);
                tally.edge((from.into(), a), (to.into(), b), Fraction::over(cost, unit));
            }
        }
        let known = distances.iter().flatten();
        let mean_true = known.clone().sum::<u64>() as f64 / f64::from(unit) / known.count().max(1) as f64;
        let view = |number: u64| {
            let state = &self.states[number as usize];
            StateView::Named { name: self.domain.name(state), drawing: self.domain.draw(state) }
        };
        let estimate = |heuristic: usize, number: u64| values[number as usize][heuristic];
        let verdicts = verdicts(names, tallies, &duels, mean_true, &view, &estimate);
        let dead = distances.iter().filter(|distance| distance.is_none()).count();
        let note = format!(
            "{dead} states cannot reach a goal: nothing overestimates there, and they are in no mean; their edges count"
        );
        Ok(AuditReport {
            problem: Some(problem.to_owned()),
            states: self.states.len() as u64,
            edges: self.edges.len() as u64,
            notes: if dead > 0 { vec![note] } else { Vec::new() },
            ..verdicts
        })
    }
}
