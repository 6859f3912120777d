//! The audit of any other space: everything that can be reached is listed, with all edges, and
//! distances are found backwards from the goals. (Dijkstra 1959)

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::Duration;

use crate::core::{Budget, Cost, Describe, Domain, Fraction, Stop};
use crate::domains::any::{AnyDomain, Code};
use crate::lab::audit::report::{AuditReport, StateView, verdicts};
use crate::lab::audit::tally::{AuditTally, Duels};
use crate::lab::audit::{AuditError, Watch};

/// States that are listed between two looks at the limits.
const STATES_BETWEEN_QUESTIONS: usize = 1 << 12;

/// How often `watch` hears of it.
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

/// The edges by where they lead to.
struct Arriving {
    /// Where the edges of each state begin, and where the last ones end.
    first: Vec<u32>,
    /// From, cost.
    edges: Vec<(u32, Cost)>,
}

impl Arriving {
    fn new(states: usize, edges: &[(u32, u32, Cost)]) -> Self {
        let mut first = vec![0_u32; states + 1];
        for &(_, to, _) in edges {
            first[to as usize + 1] += 1;
        }
        for state in 0..states {
            first[state + 1] += first[state];
        }
        let mut next = first.clone();
        let mut sorted = vec![(0, 0); edges.len()];
        for &(from, to, cost) in edges {
            let place = &mut next[to as usize];
            sorted[*place as usize] = (from, cost);
            *place += 1;
        }
        Self { first, edges: sorted }
    }

    fn at(&self, state: u32) -> &[(u32, Cost)] {
        &self.edges[self.first[state as usize] as usize..self.first[state as usize + 1] as usize]
    }
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
    fn distances(&self, budget: &Budget<'_>) -> Result<Vec<Option<u64>>, Stop> {
        let arriving = Arriving::new(self.states.len(), &self.edges);
        let mut distances: Vec<Option<u64>> = vec![None; self.states.len()];
        let mut open = BinaryHeap::new();
        for (number, _) in (0_u32..).zip(&self.states).filter(|(_, state)| self.domain.is_goal(state)) {
            distances[number as usize] = Some(0);
            open.push(Reverse((0, number)));
        }
        let mut taken = 0_usize;
        while let Some(Reverse((distance, number))) = open.pop() {
            taken += 1;
            if taken.is_multiple_of(STATES_BETWEEN_QUESTIONS) {
                budget.check()?;
            }
            if distances[number as usize].is_some_and(|known| known < distance) {
                continue;
            }
            for &(from, cost) in arriving.at(number) {
                let through = distance + u64::from(cost);
                if distances[from as usize].is_none_or(|known| through < known) {
                    distances[from as usize] = Some(through);
                    open.push(Reverse((through, from)));
                }
            }
        }
        Ok(distances)
    }

    /// Bytes that an audit of so many heuristics takes: the space itself, the edges turned round,
    /// the heap with at most one entry an edge, distances and values.
    fn bytes(&self, heuristics: usize) -> u64 {
        let per_state = size_of::<Code>() + size_of::<Option<u64>>() + 8 + heuristics * size_of::<Fraction>();
        let per_edge = size_of::<(u32, u32, Cost)>() + size_of::<(u32, Cost)>() + size_of::<Reverse<(u64, u32)>>();
        (self.states.len() * per_state + self.edges.len() * per_edge) as u64
    }

    /// Looks at every state and every edge. Costs are in units of which `unit` make one. The limits
    /// are looked at before each state, since a custom estimate may take long.
    pub fn audit(
        &self,
        problem: &str,
        names: &[String],
        estimates: &[EstimateOf<'_>],
        unit: u32,
        budget: &mut Budget<'_>,
        watch: Watch<'_>,
    ) -> Result<AuditReport, AuditError> {
        budget.hold(self.bytes(names.len())).map_err(AuditError::Stopped)?;
        let distances = self.distances(budget).map_err(AuditError::Stopped)?;
        let mut tallies = vec![AuditTally::default(); names.len()];
        let mut duels = Duels::new(names.len());
        let mut values = Vec::with_capacity(self.states.len() * names.len());
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
            values.extend(here);
        }
        watch(all, all);
        let value = |number: u64, heuristic: usize| values[number as usize * names.len() + heuristic];
        for &(from, to, cost) in &self.edges {
            for (heuristic, tally) in tallies.iter_mut().enumerate() {
                let (a, b) = (value(from.into(), heuristic), value(to.into(), heuristic));
                tally.edge((from.into(), a), (to.into(), b), Fraction::over(cost, unit));
            }
        }
        let known = distances.iter().flatten();
        let mean_true = known.clone().sum::<u64>() as f64 / f64::from(unit) / known.count().max(1) as f64;
        let view = |number: u64| {
            let state = &self.states[number as usize];
            StateView::Named { name: self.domain.name(state), drawing: self.domain.draw(state) }
        };
        let estimate = |heuristic: usize, number: u64| value(number, heuristic);
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
