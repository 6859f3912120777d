//! Graphs with all that costs allow, and estimates for them.

use npuzzle::algorithms::{self, Search};
use npuzzle::core::{Cost, Domain, Heuristic, Properties};
use proptest::prelude::*;

use super::Compiled;

/// A graph written down: for each state its edges, with their costs. Zero-cost cycles, self-loops
/// and parallel edges are welcome.
#[derive(Clone, Debug)]
pub struct Graph {
    pub edges: Vec<Vec<(usize, Cost)>>,
    pub goals: Vec<usize>,
}

impl Graph {
    fn target(&self, state: usize, op: usize) -> (usize, Cost) {
        self.edges[state][op]
    }

    /// The graph with its edges turned round, and other goals.
    pub fn turned_round(&self, goals: Vec<usize>) -> Self {
        let mut edges = vec![Vec::new(); self.edges.len()];
        for (from, leaving) in self.edges.iter().enumerate() {
            leaving.iter().for_each(|&(to, cost)| edges[to].push((from, cost)));
        }
        Self { edges, goals }
    }

    /// The same graph where every edge costs as much.
    pub fn with_uniform_cost(mut self, cost: Cost) -> Self {
        self.edges.iter_mut().flatten().for_each(|edge| edge.1 = cost);
        self
    }

    /// The cost from each state to the nearest goal. (Bellman 1958)
    pub fn distances(&self) -> Vec<Option<Cost>> {
        let mut distances = vec![None; self.edges.len()];
        self.goals.iter().for_each(|&goal| distances[goal] = Some(0));
        for _ in 0..self.edges.len() {
            for state in 0..self.edges.len() {
                let over = |&(to, cost): &(usize, Cost)| distances[to].map(|rest: Cost| rest + cost);
                let least = self.edges[state].iter().filter_map(over).chain(distances[state]).min();
                distances[state] = least;
            }
        }
        distances
    }
}

impl Domain for Graph {
    type State = usize;
    type Key = u64;
    type Op = usize;
    type Ops = std::ops::Range<usize>;
    type Undo = usize;

    fn ops(&self, state: &usize) -> Self::Ops {
        0..self.edges[*state].len()
    }

    fn apply(&self, state: &mut usize, op: usize) -> usize {
        std::mem::replace(state, self.target(*state, op).0)
    }

    fn undo(&self, state: &mut usize, undo: &usize) {
        *state = *undo;
    }

    fn cost(&self, state: &usize, op: usize) -> Cost {
        self.target(*state, op).1
    }

    fn uniform_cost(&self) -> Option<Cost> {
        let mut costs = self.edges.iter().flatten().map(|edge| edge.1);
        let first = costs.next().filter(|&cost| cost > 0)?;
        costs.all(|cost| cost == first).then_some(first)
    }

    fn has_endless_paths(&self) -> bool {
        true
    }

    fn is_goal(&self, state: &usize) -> bool {
        self.goals.contains(state)
    }

    fn pack(&self, state: &usize) -> u64 {
        *state as u64
    }

    fn unpack(&self, key: &u64) -> usize {
        *key as usize
    }

    fn reverse(&self, start: &usize) -> Option<Self> {
        Some(self.turned_round(vec![*start]))
    }

    fn goals(&self) -> Vec<usize> {
        self.goals.clone()
    }
}

impl Compiled for Graph {
    fn search(name: &str) -> Option<Search<Self>> {
        algorithms::search(name)
    }
}

/// Estimates written down.
#[derive(Clone)]
pub struct Estimates {
    pub values: Vec<Cost>,
    pub properties: Properties,
}

impl Estimates {
    /// A distance that is cut short still never drops by more than the cost of an edge.
    pub fn consistent(graph: &Graph, cap: Cost) -> Self {
        let values = graph.distances().into_iter().map(|distance| distance.unwrap_or(cap).min(cap)).collect();
        Self { values, properties: Properties::CONSISTENT }
    }

    /// At most the true cost, and anything where no way leads to a goal.
    pub fn admissible(graph: &Graph, noise: &[Cost]) -> Self {
        let estimate =
            |(distance, &noise): (Option<Cost>, &Cost)| distance.map_or(noise, |cost| cost * (noise % 11) / 10);
        let values = graph.distances().into_iter().zip(noise).map(estimate).collect();
        Self { values, properties: Properties { admissible: true, consistent: false } }
    }
}

impl Heuristic<Graph> for Estimates {
    type Acc = Cost;

    fn root(&self, _: &Graph, state: &usize) -> Cost {
        self.values[*state]
    }

    fn step(&self, graph: &Graph, _: Cost, before: &usize, op: usize) -> Cost {
        self.values[graph.target(*before, op).0]
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        self.properties
    }
}

/// Graphs of 2 to `most` states.
pub fn graphs(most: usize) -> impl Strategy<Value = Graph> {
    (2..=most).prop_flat_map(|states| {
        let edge = (0..states, prop_oneof![Just(0), 0_u32..4, 0_u32..40]);
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..4), states);
        (edges, prop::collection::vec(1..states, 1..3)).prop_map(|(edges, goals)| Graph { edges, goals })
    })
}
