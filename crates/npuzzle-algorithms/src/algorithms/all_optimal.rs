//! All optimal solutions: their exact number, and as many of them as are wanted.
//!
//! Once the optimum `C` is known, *every* walk of that cost from the start to a goal is an optimal
//! solution. So walks are counted and not listed: breadth-first layers from both ends, each state
//! with the number of walks that lead to it. (Breadth-first heuristic search: Zhou & Hansen 2004)
//!
//! Which end counts a state is decided by `b = 2g + h - h'`, where `h` estimates the way on and
//! `h'` the way back. With consistent estimates `b` never falls along a path, and seen from the
//! other end it is `2C - b`. So each optimal solution begins with states of `b <= C`, which the
//! forward half keeps, and goes on with others, which the backward half keeps. It crosses from one
//! to the other by one operator: there both numbers are multiplied, and the sum of all products is
//! the count. (The priority of BAE*: Sadhukhan 2013. On `korf:2` the halves have 1.0 million
//! states; with those up to `C / 2` away from each end and `g + h <= C` they had 3.7 million.)
//!
//! To list solutions, all layers are kept, and of those of the forward half the states that lie on
//! a solution are sorted out. A walk along them never has to turn back.
//!
//! Time and memory grow with the states of both halves; a listed solution costs a few look-ups a
//! move.

use crate::algorithms::expander::Successors;
use crate::algorithms::room::{bytes, make_room};
use crate::core::zero::Zero;
use crate::core::{BackwardHeuristic, Budget, Cost, Domain, Evaluator, StateKey, Stats, Stop};
use crate::store::state_table::{NodeId, StateTable};

/// What is to be counted.
pub struct Question<'q, D: Domain> {
    /// The problem.
    pub domain: &'q D,
    /// Where solutions start.
    pub start: &'q D::State,
    /// What they cost. INVARIANT: no solution is cheaper, or else walks that go in circles would be
    /// counted too.
    pub cost: Cost,
    /// The estimate; one that is not known to be consistent is not used.
    pub heuristic: &'q dyn Evaluator<D>,
    /// The same estimate for the problem turned round.
    pub backward: BackwardHeuristic<'q, D>,
    /// How many solutions are listed at most.
    pub most_listed: usize,
}

/// All optimal solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllOptimal<Op> {
    /// How many there are.
    pub count: u128,
    /// The first of them, in the order in which the domain names its operators.
    pub listed: Vec<Vec<Op>>,
    /// Why fewer are listed than were wanted and are there.
    pub cut_short: Option<Stop>,
}

/// Why the number is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncounted {
    /// A limit ended the count.
    #[error("{0}")]
    Stopped(Stop),
    /// The number needs more than 128 bits.
    #[error("there are more than 2^128 of them")]
    TooMany,
    /// A layer would not be the states of one cost.
    #[error("operators of this problem differ in cost")]
    CostsDiffer,
}

impl From<Stop> for Uncounted {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}

/// Counts all optimal solutions and lists the first. What it took comes with the answer, whatever
/// that is.
///
/// If the layers do not fit in the memory limit, they are made again without those parts that only
/// a listing needs.
pub fn count_all<D: Domain>(
    question: &Question<'_, D>,
    budget: &mut Budget<'_>,
) -> (Result<AllOptimal<D::Op>, Uncounted>, Stats) {
    let mut stats = Stats { iterations: 1, ..Stats::default() };
    let mut answer = attempt(question, question.most_listed, budget, &mut stats);
    if answer == Err(Uncounted::Stopped(Stop::Memory)) && question.most_listed > 0 {
        stats.iterations += 1;
        answer =
            attempt(question, 0, budget, &mut stats).map(|all| AllOptimal { cut_short: Some(Stop::Memory), ..all });
    }
    stats.expanded = budget.expanded();
    stats.peak_bytes = budget.peak_bytes();
    (answer, stats)
}

fn attempt<D: Domain>(
    question: &Question<'_, D>,
    most_listed: usize,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Result<AllOptimal<D::Op>, Uncounted> {
    let Question { domain, start, cost, heuristic, .. } = *question;
    let unit = domain.uniform_cost().ok_or(Uncounted::CostsDiffer)?;
    let steps = (cost / unit) as usize;
    if steps == 0 {
        let count = u128::from(domain.is_goal(start));
        return Ok(AllOptimal { count, listed: vec![Vec::new(); most_listed.min(count as usize)], cut_short: None });
    }
    let reverse = domain.reverse(start).ok_or(Stop::NoWayBack)?;
    let estimate = (question.backward)(&reverse, budget)?;
    let consistent = heuristic.promises().consistent && estimate.promises().consistent;
    let ahead: &dyn Evaluator<D> = if consistent { heuristic } else { &Zero };
    let back: &dyn Evaluator<D> = if consistent { &*estimate } else { &Zero };
    let mut work = Work { budget, stats, cost, unit, steps, keep: most_listed > 0, stored: 0 };

    // A state with the same claim from both ends is the forward half's, and the goals are the
    // backward half's.
    let there = End { domain, heuristic: ahead, largest_b: i64::from(cost) };
    let here = End { domain: &reverse, heuristic: back, largest_b: i64::from(cost) - 1 };
    let mut forward = work.half(&there, &here, std::slice::from_ref(start), 0)?;
    let backward = work.half(&here, &there, &domain.goals(), forward.bytes())?;
    let count = work.join(domain, &mut forward, &backward)?;
    let mut listed = Vec::new();
    let wanted = usize::try_from(count).unwrap_or(usize::MAX).min(most_listed);
    let cut_short = work.list(domain, &reverse, &forward, &backward, wanted, &mut listed).err();
    forward.discard();
    backward.discard();
    Ok(AllOptimal { count, listed, cut_short })
}

/// How many walks lead to a state: a `u128` in two words, since its alignment would pad a stored
/// state from 24 to 32 bytes.
#[derive(Clone, Copy)]
struct Walks([u64; 2]);

impl Walks {
    const ONE: Self = Self([1, 0]);

    fn number(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }

    fn plus(self, other: Self) -> Result<Self, Uncounted> {
        let sum = self.number().checked_add(other.number()).ok_or(Uncounted::TooMany)?;
        Ok(Self([sum as u64, (sum >> 64) as u64]))
    }
}

/// The states a number of operators away from one end.
type Layer<K> = StateTable<K, Walks>;

fn nodes<K: StateKey>(layer: &Layer<K>) -> impl Iterator<Item = NodeId> + use<K> {
    (0..layer.len() as u32).map(NodeId)
}

/// One end of the problem, and which states its half keeps.
struct End<'e, X: Domain> {
    domain: &'e X,
    heuristic: &'e dyn Evaluator<X>,
    /// States with a larger `b` are left to the other half.
    largest_b: i64,
}

/// The layers around one end.
struct Half<K> {
    /// By depth. Those that are no longer needed to recognise states may have shrunk to their
    /// borders.
    layers: Vec<Layer<K>>,
    /// The states of each layer with a neighbour that is left to the other half.
    borders: Vec<Vec<NodeId>>,
}

impl<K: StateKey> Half<K> {
    fn bytes(&self) -> u64 {
        let borders: u64 = self.borders.iter().map(bytes).sum();
        borders + self.layers.iter().map(Layer::bytes).sum::<u64>()
    }

    fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.len() as u64).sum()
    }

    /// The walks from this end to a state that is so many operators away.
    fn walks(&self, depth: usize, key: &K, hash: u64) -> Option<Walks> {
        let layer = self.layers.get(depth)?;
        layer.find(key, hash).map(|node| layer.value(node))
    }

    fn discard(self) {
        self.layers.into_iter().for_each(Layer::discard);
    }
}

/// What the steps of a count share.
struct Work<'w, 'p> {
    budget: &'w mut Budget<'p>,
    stats: &'w mut Stats,
    cost: Cost,
    /// What every operator costs.
    unit: Cost,
    /// How many operators a solution has.
    steps: usize,
    /// Whether all layers are kept, so that solutions can be listed.
    keep: bool,
    /// States of the halves that are complete.
    stored: u64,
}

impl Work<'_, '_> {
    /// Makes the layers of one half, beside the `others` bytes that are held already.
    fn half<X, Y>(
        &mut self,
        own: &End<'_, X>,
        other: &End<'_, Y>,
        roots: &[X::State],
        others: u64,
    ) -> Result<Half<X::Key>, Uncounted>
    where
        X: Domain,
        Y: Domain<State = X::State>,
    {
        let mut first = Layer::default();
        for root in roots {
            let key = own.domain.pack(root);
            let hash = key.hash64();
            if first.find(&key, hash).is_none() {
                first.insert(key, hash, Walks::ONE, |bytes| self.budget.hold(others.saturating_add(bytes)))?;
            }
        }
        let mut half = Half { layers: vec![first], borders: Vec::new() };
        // The last layer that can hold a state of this half is one operator short of the other end.
        for depth in 0..self.steps {
            let (next, border) = self.expand_layer(own, other, &half, depth, others)?;
            half.borders.push(border);
            if !self.keep && depth > 0 {
                self.shrink(&mut half, depth - 1, others)?;
            }
            if next.is_empty() {
                break;
            }
            half.layers.push(next);
            self.stats.max_stored = self.stats.max_stored.max(self.stored + half.states());
        }
        self.stored += half.states();
        Ok(half)
    }

    /// The layer behind the last one, and those states of the last one that have a neighbour on the
    /// other half.
    fn expand_layer<X, Y>(
        &mut self,
        own: &End<'_, X>,
        other: &End<'_, Y>,
        half: &Half<X::Key>,
        depth: usize,
        others: u64,
    ) -> Result<(Layer<X::Key>, Vec<NodeId>), Uncounted>
    where
        X: Domain,
        Y: Domain<State = X::State>,
    {
        let layer = &half.layers[depth];
        let others = others + half.bytes();
        let g = (depth as Cost + 1) * self.unit;
        let (mut next, mut border) = (Layer::default(), Vec::new());
        let mut successors = Successors::default();
        for node in nodes(layer) {
            self.budget.expand()?;
            let key = layer.key(node);
            let mut state = own.domain.unpack(key);
            successors.list(own.domain.ops(&state));
            successors.estimate(own.domain, own.heuristic, &state);
            self.stats.generated += successors.count();
            self.stats.evaluated += successors.count();
            let mut at_border = false;
            for (&op, &h) in successors.ops.iter().zip(&successors.estimates).filter(|&(_, &h)| h <= self.cost - g) {
                let child = own.domain.child_key(&state, key, op);
                let hash = child.hash64();
                // A state of the layer before can be had for less: no optimal solution comes here
                // only now.
                if depth > 0 && half.layers[depth - 1].find(&child, hash).is_some() {
                    continue;
                }
                if let Some(known) = next.find(&child, hash) {
                    next.set_value(known, next.value(known).plus(layer.value(node))?);
                    continue;
                }
                let undo = own.domain.apply(&mut state, op);
                let way_back = other.heuristic.estimate(other.domain, &state);
                own.domain.undo(&mut state, &undo);
                self.stats.evaluated += 1;
                let b = 2 * i64::from(g) + i64::from(h) - i64::from(way_back);
                if b > own.largest_b || depth + 1 == self.steps {
                    at_border = true;
                } else {
                    let held = others + bytes(&border);
                    next.insert(child, hash, layer.value(node), |bytes| self.budget.hold(held.saturating_add(bytes)))?;
                }
            }
            if at_border {
                make_room(&mut border, 1, others + next.bytes(), self.budget)?;
                border.push(node);
            }
        }
        Ok((next, border))
    }

    /// Replaces a layer by its border, which is all that a count needs of it.
    fn shrink<K: StateKey>(&mut self, half: &mut Half<K>, depth: usize, others: u64) -> Result<(), Stop> {
        let held = others + half.bytes();
        let (layer, border) = (&half.layers[depth], &mut half.borders[depth]);
        let mut shrunk = Layer::default();
        for node in border.iter_mut() {
            let key = layer.key(*node).clone();
            let hash = key.hash64();
            *node =
                shrunk.insert(key, hash, layer.value(*node), |bytes| self.budget.hold(held.saturating_add(bytes)))?;
        }
        std::mem::replace(&mut half.layers[depth], shrunk).discard();
        Ok(())
    }

    /// The number of solutions: all ways to cross from the forward half to the backward half. Of
    /// the forward borders only the states that do cross are left.
    fn join<D: Domain>(
        &mut self,
        domain: &D,
        forward: &mut Half<D::Key>,
        backward: &Half<D::Key>,
    ) -> Result<u128, Uncounted> {
        let mut count = 0_u128;
        for (depth, (layer, border)) in forward.layers.iter().zip(&mut forward.borders).enumerate() {
            let mut crossing = 0;
            for place in 0..border.len() {
                self.budget.expand()?;
                let node = border[place];
                let (key, before) = (layer.key(node), layer.value(node));
                let state = domain.unpack(key);
                let mut crosses = false;
                for op in domain.ops(&state) {
                    self.stats.generated += 1;
                    let child = domain.child_key(&state, key, op);
                    let Some(beyond) = backward.walks(self.steps - depth - 1, &child, child.hash64()) else { continue };
                    let through = before.number().checked_mul(beyond.number()).ok_or(Uncounted::TooMany)?;
                    count = count.checked_add(through).ok_or(Uncounted::TooMany)?;
                    crosses = true;
                }
                if crosses {
                    border[crossing] = node;
                    crossing += 1;
                }
            }
            border.truncate(crossing);
        }
        Ok(count)
    }

    /// Of each forward layer the states that lie on a solution, the first layer first.
    fn on_solutions<D: Domain>(
        &mut self,
        reverse: &D,
        forward: &Half<D::Key>,
        held: u64,
    ) -> Result<Vec<Layer<D::Key>>, Stop> {
        let mut kept: Vec<Layer<D::Key>> = Vec::new();
        let mut held = held;
        for (layer, border) in forward.layers.iter().zip(&forward.borders).rev() {
            let mut good = Layer::default();
            let mut keep = |budget: &mut Budget<'_>, key: &D::Key| {
                let hash = key.hash64();
                if layer.find(key, hash).is_some() && good.find(key, hash).is_none() {
                    good.insert(key.clone(), hash, Walks::ONE, |bytes| budget.hold(held.saturating_add(bytes)))?;
                }
                Ok(())
            };
            // 1. Those that cross to the backward half.
            for &node in border {
                keep(self.budget, layer.key(node))?;
            }
            // 2. Those before the states of the layer behind.
            if let Some(behind) = kept.last() {
                for node in nodes(behind) {
                    self.budget.expand()?;
                    let key = behind.key(node);
                    let state = reverse.unpack(key);
                    for op in reverse.ops(&state) {
                        keep(self.budget, &reverse.child_key(&state, key, op))?;
                    }
                }
            }
            held += good.bytes();
            kept.push(good);
        }
        kept.reverse();
        Ok(kept)
    }

    /// Appends the first solutions to `listed`, until there are `wanted`.
    fn list<D: Domain>(
        &mut self,
        domain: &D,
        reverse: &D,
        forward: &Half<D::Key>,
        backward: &Half<D::Key>,
        wanted: usize,
        listed: &mut Vec<Vec<D::Op>>,
    ) -> Result<(), Stop> {
        if wanted == 0 {
            return Ok(());
        }
        let mut held = forward.bytes() + backward.bytes();
        let good = self.on_solutions::<D>(reverse, forward, held)?;
        held += good.iter().map(Layer::bytes).sum::<u64>();
        let solution_bytes = (size_of::<Vec<D::Op>>() + self.steps * size_of::<D::Op>()) as u64;
        let leads_on = |depth: usize, key: &D::Key| {
            let hash = key.hash64();
            depth <= self.steps
                && (good.get(depth).is_some_and(|layer| layer.find(key, hash).is_some())
                    || backward.walks(self.steps - depth, key, hash).is_some())
        };
        let Some(root) = forward.layers.first().filter(|layer| !layer.is_empty()) else { return Ok(()) };
        let mut state = domain.unpack(root.key(NodeId(0)));
        let mut trail: Vec<(D::Op, D::Undo)> = Vec::new();
        let mut untried = vec![domain.ops(&state)];
        while listed.len() < wanted
            && let Some(ops) = untried.last_mut()
        {
            let key = domain.pack(&state);
            let next = ops.find(|&op| leads_on(trail.len() + 1, &domain.child_key(&state, &key, op)));
            if let Some(op) = next {
                let undo = domain.apply(&mut state, op);
                trail.push((op, undo));
                untried.push(domain.ops(&state));
                if trail.len() == self.steps {
                    self.budget.check()?;
                    self.budget.hold(held + (listed.len() as u64 + 1) * solution_bytes)?;
                    listed.push(trail.iter().map(|&(op, _)| op).collect());
                }
            } else {
                untried.pop();
                if let Some((_, undo)) = trail.pop() {
                    domain.undo(&mut state, &undo);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::core::{Heuristic, Limits, Properties};
    use npuzzle_domains::domains::map::{MapOptions, MapSpace, read_map};

    fn map(text: &str) -> MapSpace {
        read_map(text, MapOptions::default()).unwrap()
    }

    fn count(map: &MapSpace, cost: Cost, most: usize, limits: Limits) -> Result<AllOptimal<u32>, Uncounted> {
        count_with(map, cost, most, limits, &Zero)
    }

    fn count_with(
        map: &MapSpace,
        cost: Cost,
        most_listed: usize,
        limits: Limits,
        heuristic: &dyn Evaluator<MapSpace>,
    ) -> Result<AllOptimal<u32>, Uncounted> {
        let backward: BackwardHeuristic<'_, MapSpace> = &|_, _| Ok(Box::new(Zero));
        let question = Question { domain: map, start: &map.start(), cost, heuristic, backward, most_listed };
        count_all(&question, &mut Budget::new(limits)).0
    }

    /// Diamonds in a row: each doubles the number of paths.
    fn diamonds(number: usize) -> MapSpace {
        let diamond = |n| format!("s{n}: a{n},1 b{n},1\na{n}: s{m},1\nb{n}: s{m},1\n", m = n + 1);
        map(&format!("s0\ns{number}\n{}s{number}:\n", (0..number).map(diamond).collect::<String>()))
    }

    #[test]
    fn counts_are_exact_up_to_128_bits() {
        for number in [1, 2, 10, 63, 64, 65, 126, 127] {
            let answer = count(&diamonds(number), 2 * number as Cost, 3, Limits::default()).unwrap();
            assert_eq!(answer.count, 1 << number);
            assert_eq!(answer.listed.len(), if number < 2 { 1 << number } else { 3 });
        }
        for number in [128, 129, 200, 300] {
            let answer = count(&diamonds(number), 2 * number as Cost, 3, Limits::default());
            assert_eq!(answer, Err(Uncounted::TooMany));
        }
    }

    #[test]
    fn costs_must_be_the_same() {
        let differing = map("a\nc\na: b,1 c,3\nb: c,2\nc:\n");
        assert_eq!(count(&differing, 3, 3, Limits::default()), Err(Uncounted::CostsDiffer));
        let halves = map("a\nc\na: b,0.5 d,0.5\nb: c,0.5\nc:\nd: c,0.5\n");
        assert_eq!(count(&halves, 10, 3, Limits::default()).unwrap().count, 2);
    }

    /// An estimate that is far too high would drop every solution: it is not used.
    #[test]
    fn estimates_that_promise_nothing_are_not_used() {
        struct TooHigh(Properties);
        impl Heuristic<MapSpace> for TooHigh {
            type Acc = ();
            fn root(&self, _: &MapSpace, _: &u32) {}
            fn step(&self, _: &MapSpace, (): (), _: &u32, _: u32) {}
            fn value(&self, (): ()) -> Cost {
                1000
            }
            fn properties(&self) -> Properties {
                self.0
            }
        }
        let map = diamonds(5);
        let answer = |properties| count_with(&map, 10, 0, Limits::default(), &TooHigh(properties)).unwrap().count;
        assert_eq!(answer(Properties::NONE), 32);
        assert_eq!(answer(Properties::CONSISTENT), 0);
    }

    #[test]
    fn every_limit_is_respected() {
        let map = diamonds(100);
        let stopped = |limits| count(&map, 200, 3, limits).unwrap_err();
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        assert_eq!(stopped(Limits { cancel, ..Limits::default() }), Uncounted::Stopped(Stop::Cancelled));
        let time = Some(Duration::ZERO);
        assert_eq!(stopped(Limits { time, ..Limits::default() }), Uncounted::Stopped(Stop::Time));
        assert_eq!(stopped(Limits { nodes: Some(20), ..Limits::default() }), Uncounted::Stopped(Stop::Nodes));
        assert_eq!(stopped(Limits { memory: Some(1000), ..Limits::default() }), Uncounted::Stopped(Stop::Memory));
        // Enough for the last layers but not for all of them.
        let memory = Some(2 << 20);
        let answer = count(&map, 200, 3, Limits { memory, ..Limits::default() }).unwrap();
        assert_eq!((answer.count, answer.listed.len(), answer.cut_short), (1 << 100, 0, Some(Stop::Memory)));
    }

    /// All shortest paths from a state to the goals, edge by edge, by depth-first search within the
    /// distance.
    fn naive(map: &MapSpace, node: u32, left: Cost, path: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        if left == 0 {
            if map.is_goal(&node) {
                found.push(path.clone());
            }
            return;
        }
        for edge in map.ops(&node) {
            path.push(edge);
            naive(map, map.child_key(&node, &node, edge), left - 1, path, found);
            path.pop();
        }
    }

    proptest! {
        /// Random maps: directed, with loops, dead ends and several goals.
        #[test]
        fn maps_of_any_kind(
            edges in prop::collection::vec((0_u32..12, 0_u32..12), 1..40),
            goals in prop::collection::hash_set(0_u32..12, 1..3),
            most in 0_usize..50,
        ) {
            let edges: HashSet<(u32, u32)> = edges.into_iter().collect();
            let goals: Vec<String> = goals.into_iter().map(|goal| goal.to_string()).collect();
            let line = |node: u32| {
                let targets = edges.iter().filter(|edge| edge.0 == node);
                format!("{node}: {}\n", targets.map(|(_, to)| format!("{to},1")).collect::<Vec<_>>().join(" "))
            };
            let map = map(&format!("0\n{}\n{}", goals.join(" "), (0..12).map(line).collect::<String>()));
            let distance = map.distances()[map.start() as usize];
            prop_assume!(distance.is_some_and(|distance| distance <= 8));
            let mut all = Vec::new();
            naive(&map, map.start(), distance.unwrap(), &mut Vec::new(), &mut all);
            let answer = count(&map, distance.unwrap(), most, Limits::default()).unwrap();
            prop_assert_eq!(answer.count, all.len() as u128);
            all.truncate(most);
            prop_assert_eq!(answer.listed, all);
            prop_assert_eq!(answer.cut_short, None);
        }
    }
}
