//! Checks of a heuristic on a map, with every condition as data.
//!
//! With `b` successors per state, the first check takes one search from all goals at once,
//! O(|S| b + |S| log |S|) with an ideal heap (Dijkstra 1959; Fredman & Tarjan 1987); the second
//! looks once at every state and every edge, O(|S| + |E|), whether it finds the states on the way
//! from the start or takes all there are.

use serde::Serialize;

use crate::core::{Cost, Fraction};
use crate::domains::map::{MapHeuristic, MapSpace, Node};

/// Which states a check is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// All states of the map.
    #[default]
    All,
    /// Those that can be reached from the start.
    Reachable,
}

/// `h(state) <= h*(state)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StateCondition {
    /// The state.
    pub state: String,
    /// Its estimate.
    pub h: Fraction,
    /// Its true distance; `None` if no goal can be reached from it.
    #[serde(rename = "true")]
    pub distance: Option<Fraction>,
    /// Whether it holds.
    pub ok: bool,
}

/// `h(from) <= h(to) + cost`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EdgeCondition {
    /// Where the edge begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// The estimate where it begins.
    pub h_from: Fraction,
    /// The estimate where it ends.
    pub h_to: Fraction,
    /// What it costs.
    pub cost: Fraction,
    /// Whether it holds.
    pub ok: bool,
}

/// Whether a heuristic is optimistic: nowhere above the true distance.
pub struct OptimisticCheck<'m> {
    map: &'m MapSpace,
    heuristic: &'m MapHeuristic,
    states: Vec<Node>,
    distances: Vec<Option<Cost>>,
}

/// Checks that no estimate is above the true distance.
pub fn check_optimistic<'m>(map: &'m MapSpace, heuristic: &'m MapHeuristic, extent: Extent) -> OptimisticCheck<'m> {
    OptimisticCheck { map, heuristic, states: states(map, extent), distances: map.distances() }
}

impl OptimisticCheck<'_> {
    fn ok(&self, node: Node) -> bool {
        self.distances[node as usize].is_none_or(|distance| self.heuristic.of(node) <= distance)
    }

    /// Whether all conditions hold.
    pub fn holds(&self) -> bool {
        self.states.iter().all(|&node| self.ok(node))
    }

    /// How many conditions there are.
    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// How many of them do not hold.
    pub fn violations(&self) -> usize {
        self.states.iter().filter(|&&node| !self.ok(node)).count()
    }

    /// All conditions, in the order of names.
    pub fn conditions(&self) -> impl Iterator<Item = StateCondition> {
        self.states.iter().map(|&node| StateCondition {
            state: self.map.name_of(node).to_owned(),
            h: self.map.amount(self.heuristic.of(node)),
            distance: self.distances[node as usize].map(|distance| self.map.amount(distance)),
            ok: self.ok(node),
        })
    }
}

/// Whether a heuristic is consistent: it drops along no edge by more than the edge costs.
pub struct ConsistentCheck<'m> {
    map: &'m MapSpace,
    heuristic: &'m MapHeuristic,
    states: Vec<Node>,
}

/// Checks that no estimate drops by more than an edge costs.
pub fn check_consistent<'m>(map: &'m MapSpace, heuristic: &'m MapHeuristic, extent: Extent) -> ConsistentCheck<'m> {
    ConsistentCheck { map, heuristic, states: states(map, extent) }
}

impl ConsistentCheck<'_> {
    fn edges(&self) -> impl Iterator<Item = (Node, Node, Cost)> {
        self.states.iter().flat_map(|&from| self.map.map.forward.leaving(from).map(move |(to, cost)| (from, to, cost)))
    }

    fn ok(&self, (from, to, cost): (Node, Node, Cost)) -> bool {
        // Both are below 2^31.
        self.heuristic.of(from) <= self.heuristic.of(to) + cost
    }

    /// Whether all conditions hold.
    pub fn holds(&self) -> bool {
        self.edges().all(|edge| self.ok(edge))
    }

    /// How many conditions there are.
    pub fn count(&self) -> usize {
        self.edges().count()
    }

    /// How many of them do not hold.
    pub fn violations(&self) -> usize {
        self.edges().filter(|&edge| !self.ok(edge)).count()
    }

    /// Goals whose estimate is not zero: a consistent heuristic with such a goal is not optimistic.
    pub fn goals_above_zero(&self) -> Vec<String> {
        let above = self.map.goals.iter().filter(|&&goal| self.heuristic.of(goal) > 0);
        above.map(|&goal| self.map.name_of(goal).to_owned()).collect()
    }

    /// All conditions, in the order of names; the edges of a state in the order of the map.
    pub fn conditions(&self) -> impl Iterator<Item = EdgeCondition> {
        self.edges().map(|(from, to, cost)| EdgeCondition {
            from: self.map.name_of(from).to_owned(),
            to: self.map.name_of(to).to_owned(),
            h_from: self.map.amount(self.heuristic.of(from)),
            h_to: self.map.amount(self.heuristic.of(to)),
            cost: self.map.amount(cost),
            ok: self.ok((from, to, cost)),
        })
    }
}

/// The states of an extent, in the order of names.
fn states(map: &MapSpace, extent: Extent) -> Vec<Node> {
    let mut nodes = map.by_name();
    if extent == Extent::Reachable {
        let reachable = map.reachable();
        nodes.retain(|&node| reachable[node as usize]);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::map::{MapOptions, read_heuristic, read_map};

    #[test]
    fn violations_are_found_and_reachable_means_from_the_start() {
        let map = read_map("a\nc\na: b,1 c,3\nb: c,1\nz: a,1\ny: y,1\n", MapOptions::default()).unwrap();
        let file = read_heuristic("a: 2\nb: 0.5\nc: 0\nz: 9\ny: 5\n", &map).unwrap();
        let (map, heuristic) = MapHeuristic::new(&map, &file).unwrap();
        let optimistic = check_optimistic(&map, &heuristic, Extent::All);
        assert!(!optimistic.holds());
        let wrong: Vec<_> = optimistic.conditions().filter(|condition| !condition.ok).collect();
        assert_eq!((wrong.len(), optimistic.violations()), (1, 1));
        assert_eq!((wrong[0].state.as_str(), wrong[0].distance.unwrap().to_string().as_str()), ("z", "3"));
        assert!(check_optimistic(&map, &heuristic, Extent::Reachable).holds());
        let consistent = check_consistent(&map, &heuristic, Extent::Reachable);
        let wrong: Vec<_> = consistent.conditions().filter(|condition| !condition.ok).collect();
        assert_eq!((wrong.len(), wrong[0].from.as_str(), wrong[0].to.as_str()), (1, "a", "b"));
        assert_eq!(check_consistent(&map, &heuristic, Extent::All).count(), 5);
        assert_eq!((consistent.count(), consistent.violations()), (3, 1));
    }
}
