//! Explicit state spaces, read from map files: states by name, directed edges with exact costs,
//! several goals.
//!
//! A map is two adjacency arrays, forwards and backwards, shared by all copies: a state is the
//! number of a node, an operator the number of an edge. Costs are whole numbers of one unit, which
//! is as small as the file needs (a hundredth if a cost is `1.25`).

mod check;
mod decimal;
mod heuristic;
mod read;

pub use check::{
    ConsistentCheck, EdgeCondition, Extent, OptimisticCheck, StateCondition, check_consistent, check_optimistic,
};
pub use decimal::MOST_DECIMALS;
pub use heuristic::{HeuristicFile, MapHeuristic, read_heuristic};
pub use read::{MapOptions, read_map};

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::Arc;

use crate::core::{Cost, Describe, Domain, Fraction};

/// The number of a state, in the order in which the file names them.
pub type Node = u32;

/// A problem that is given edge by edge.
#[derive(Clone, Debug)]
pub struct MapSpace {
    map: Arc<Map>,
    /// In rising order.
    goals: Arc<[Node]>,
    /// Whether edges are followed backwards.
    turned_round: bool,
}

/// What a file says.
#[derive(Debug)]
struct Map {
    names: Names,
    /// The place of each state in the order of names.
    ranks: Vec<u32>,
    start: Node,
    goals: Arc<[Node]>,
    forward: Edges,
    backward: Edges,
    /// How many units make one.
    unit: u32,
    alphabetical: bool,
    /// A remark on the start, if the file says nothing else of it.
    lone_start: Option<String>,
}

/// All names in one text.
#[derive(Debug, Default)]
struct Names {
    text: String,
    ends: Vec<u32>,
}

impl Names {
    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len() as u32);
    }

    fn get(&self, node: Node) -> &str {
        let begin = if node == 0 { 0 } else { self.ends[node as usize - 1] };
        &self.text[begin as usize..self.ends[node as usize] as usize]
    }

    fn len(&self) -> usize {
        self.ends.len()
    }
}

/// The edges of all nodes, one node's after the other's.
#[derive(Clone, Debug)]
struct Edges {
    /// Where the edges of each node begin, and where the last end.
    begins: Vec<u32>,
    targets: Vec<Node>,
    costs: Vec<Cost>,
    /// What every edge costs, if they all cost the same and more than nothing.
    uniform_cost: Option<Cost>,
}

impl Edges {
    /// Sorts edges by the node they leave, and keeps their order otherwise.
    fn new(nodes: usize, edges: impl Iterator<Item = (Node, Node, Cost)> + Clone) -> Self {
        let mut begins = vec![0; nodes + 1];
        for (from, ..) in edges.clone() {
            begins[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            begins[node + 1] += begins[node];
        }
        let mut next = begins.clone();
        let count = begins[nodes] as usize;
        let (mut targets, mut costs) = (vec![0; count], vec![0; count]);
        for (from, to, cost) in edges {
            let place = next[from as usize] as usize;
            (targets[place], costs[place]) = (to, cost);
            next[from as usize] += 1;
        }
        let uniform_cost = costs.first().copied().filter(|&first| first > 0 && costs.iter().all(|&cost| cost == first));
        Self { begins, targets, costs, uniform_cost }
    }

    fn of(&self, node: Node) -> Range<u32> {
        self.begins[node as usize]..self.begins[node as usize + 1]
    }

    fn leaving(&self, node: Node) -> impl Iterator<Item = (Node, Cost)> + '_ {
        self.of(node).map(|edge| (self.targets[edge as usize], self.costs[edge as usize]))
    }
}

impl MapSpace {
    /// Number of states.
    pub fn states(&self) -> usize {
        self.map.names.len()
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.map.forward.targets.len()
    }

    /// The start of the file.
    pub fn start(&self) -> Node {
        self.map.start
    }

    /// How many units of cost make one: 10 where costs are tenths.
    pub fn unit(&self) -> u32 {
        self.map.unit
    }

    /// Whether successors are tried in the order of their names, and not in that of the file.
    pub fn is_alphabetical(&self) -> bool {
        self.map.alphabetical
    }

    /// A cost of this map as it is written.
    pub fn amount(&self, cost: Cost) -> Fraction {
        Fraction::over(cost, self.map.unit)
    }

    /// The name of a state.
    pub fn name_of(&self, node: Node) -> &str {
        self.map.names.get(node)
    }

    /// All states in the order of their names.
    pub fn by_name(&self) -> Vec<Node> {
        let mut nodes = vec![0; self.states()];
        for (node, &rank) in (0..).zip(&self.map.ranks) {
            nodes[rank as usize] = node;
        }
        nodes
    }

    /// From, to, cost: all edges, in the order of the states they leave.
    pub fn all_edges(&self) -> impl Iterator<Item = (Node, Node, Cost)> + '_ {
        let leaving = |from| self.map.forward.leaving(from).map(move |(to, cost)| (from, to, cost));
        (0..self.states() as Node).flat_map(leaving)
    }

    /// A remark on the file for people, if there is one.
    pub fn note(&self) -> Option<&str> {
        self.map.lone_start.as_deref()
    }

    /// The same map with costs in a smaller unit.
    fn in_unit(&self, unit: u32) -> Self {
        if unit == self.map.unit {
            return self.clone();
        }
        let factor = unit / self.map.unit;
        let scaled = |edges: &Edges| Edges {
            costs: edges.costs.iter().map(|cost| cost * factor).collect(),
            begins: edges.begins.clone(),
            targets: edges.targets.clone(),
            uniform_cost: edges.uniform_cost.map(|cost| cost * factor),
        };
        let map = Map {
            names: Names { text: self.map.names.text.clone(), ends: self.map.names.ends.clone() },
            ranks: self.map.ranks.clone(),
            goals: Arc::clone(&self.map.goals),
            forward: scaled(&self.map.forward),
            backward: scaled(&self.map.backward),
            unit,
            lone_start: self.map.lone_start.clone(),
            ..*self.map
        };
        Self { map: Arc::new(map), ..self.clone() }
    }

    /// No path of a search costs more.
    fn path_bound(&self) -> u128 {
        path_bound(self.states(), self.all_edges().map(|(from, to, cost)| (from, to, u64::from(cost))))
    }

    fn edges_ahead(&self) -> &Edges {
        if self.turned_round { &self.map.backward } else { &self.map.forward }
    }

    /// The cost from every state to its nearest goal, by one search from all goals at once. With a
    /// binary heap it takes time in O(|E| log |S|), which is O(|S| b log |S|) for `b` successors
    /// per state. (Dijkstra 1959)
    pub fn distances(&self) -> Vec<Option<Cost>> {
        let back = if self.turned_round { &self.map.forward } else { &self.map.backward };
        let mut distances = vec![None; self.states()];
        let mut queue: BinaryHeap<_> = self.goals.iter().map(|&goal| Reverse((0, goal))).collect();
        while let Some(Reverse((distance, node))) = queue.pop() {
            if distances[node as usize].is_some() {
                continue;
            }
            distances[node as usize] = Some(distance);
            let open = back.leaving(node).filter(|&(before, _)| distances[before as usize].is_none());
            queue.extend(open.map(|(before, cost)| Reverse((distance + cost, before))));
        }
        distances
    }

    /// Whether each state can be reached from the start.
    pub fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.states()];
        let mut stack = vec![self.map.start];
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut reached[node as usize], true) {
                stack.extend(self.map.forward.leaving(node).map(|(next, _)| next));
            }
        }
        reached
    }
}

/// No path that a search makes costs more, in either direction.
///
/// Such a path comes to no state twice, less perhaps its last one: that this is known shows when
/// the edge has been added. Forwards it leaves each state at most once; backwards it enters each
/// state, along the edges as they are, at most once. And without its last edge it does both.
fn path_bound(nodes: usize, edges: impl Iterator<Item = (Node, Node, u64)>) -> u128 {
    let (mut leaving, mut entering) = (vec![0; nodes], vec![0; nodes]);
    for (from, to, cost) in edges {
        leaving[from as usize] = cost.max(leaving[from as usize]);
        entering[to as usize] = cost.max(entering[to as usize]);
    }
    let sum = |costs: &[u64]| costs.iter().copied().map(u128::from).sum::<u128>();
    let (leaving_all, entering_all) = (sum(&leaving), sum(&entering));
    let dearest = leaving.iter().copied().max().map_or(0, u128::from);
    leaving_all.max(entering_all).min(leaving_all.min(entering_all) + dearest)
}

impl Domain for MapSpace {
    type State = Node;
    type Key = Node;
    /// The number of an edge.
    type Op = u32;
    type Ops = Range<u32>;
    /// The node before.
    type Undo = Node;

    fn ops(&self, &node: &Node) -> Range<u32> {
        self.edges_ahead().of(node)
    }

    fn apply(&self, node: &mut Node, edge: u32) -> Node {
        std::mem::replace(node, self.edges_ahead().targets[edge as usize])
    }

    fn undo(&self, node: &mut Node, before: &Node) {
        *node = *before;
    }

    fn cost(&self, _: &Node, edge: u32) -> Cost {
        self.edges_ahead().costs[edge as usize]
    }

    fn uniform_cost(&self) -> Option<Cost> {
        self.map.forward.uniform_cost
    }

    fn has_endless_paths(&self) -> bool {
        true
    }

    fn is_goal(&self, node: &Node) -> bool {
        self.goals.binary_search(node).is_ok()
    }

    fn pack(&self, node: &Node) -> Node {
        *node
    }

    fn unpack(&self, key: &Node) -> Node {
        *key
    }

    fn child_key(&self, _: &Node, _: &Node, edge: u32) -> Node {
        self.edges_ahead().targets[edge as usize]
    }

    fn reverse(&self, start: &Node) -> Option<Self> {
        Some(Self { goals: Arc::new([*start]), turned_round: !self.turned_round, map: Arc::clone(&self.map) })
    }

    fn goals(&self) -> Vec<Node> {
        self.goals.to_vec()
    }

    /// The place in the order of names, compared code point by code point.
    fn state_order(&self, key: &Node) -> u64 {
        u64::from(self.map.ranks[*key as usize])
    }
}

impl Describe for MapSpace {
    fn name(&self, node: &Node) -> String {
        self.name_of(*node).to_owned()
    }

    fn op_name(&self, node: &Node, edge: u32) -> String {
        let to = self.edges_ahead().targets[edge as usize];
        format!("to {}, {}", self.name_of(to), self.amount(self.cost(node, edge)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_from_the_nearest_goal() {
        let text = "a\nd e\na: b,1 c,0.5\nb: a,1 b,7 d,3\nc: b,0.25\nd:\nf: a,1\n";
        let map = read_map(text, MapOptions::default()).unwrap_err();
        assert!(map.to_string().contains("`e`"), "{map}");
        let map = read_map(&text.replace("d e", "d c"), MapOptions::default()).unwrap();
        assert_eq!((map.states(), map.edges(), map.unit()), (5, 7, 100));
        let distance = |name: &str| {
            let node = (0..5).find(|&node| map.name_of(node) == name).unwrap();
            map.distances()[node as usize].map(|cost| map.amount(cost).to_string())
        };
        assert_eq!(distance("a").as_deref(), Some("0.5"));
        assert_eq!(distance("b").as_deref(), Some("1.5"));
        assert_eq!(distance("c").as_deref(), Some("0"));
        assert_eq!(distance("f").as_deref(), Some("1.5"));
        let reachable: Vec<&str> =
            (0..5).filter(|&node| map.reachable()[node as usize]).map(|node| map.name_of(node)).collect();
        assert_eq!(reachable, ["a", "b", "c", "d"]);
    }
}
