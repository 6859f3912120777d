//! All optimal solutions: their exact number, and as many of them as are wanted.
//!
//! Once the optimum is known, *every* walk of that cost from the start to a goal is an optimal solution. So walks are counted
//! and not listed: breadth-first layers from both ends, each state with the number of walks that lead to it, and without the
//! states from which the optimum is out of reach (`g + h` above it). The smaller frontier grows next. When they are one
//! operator apart, the numbers at both ends of each operator between them are multiplied, and the sum is the count.
//! (Breadth-first heuristic search: Zhou & Hansen 2004)
//!
//! To list solutions, the layers are kept, and those from the start are searched once more from where the halves meet, which
//! leaves the states that lie on a solution. A walk along them never has to turn back.
//!
//! Time and memory grow with the states of both halves that are not dropped; a listed solution costs a few look-ups a move.

use crate::core::{BackwardHeuristic, Budget, Cost, Domain, Evaluator, StateKey, Stats, Stop};
use crate::heuristics::zero::Zero;
use crate::store::state_table::{NodeId, StateTable};

/// What is to be counted.
pub struct Question<'q, D: Domain> {
    /// The problem.
    pub domain: &'q D,
    /// Where solutions start.
    pub start: &'q D::State,
    /// What they cost. INVARIANT: no solution is cheaper, or else walks that go in circles would be counted too.
    pub cost: Cost,
    /// The estimate; one that is not known to be admissible is not used.
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

/// Counts all optimal solutions and lists the first. What it took comes with the answer, whatever that is.
pub fn count_all<D: Domain>(
    question: &Question<'_, D>,
    budget: &mut Budget<'_>,
) -> (Result<AllOptimal<D::Op>, Uncounted>, Stats) {
    let mut stats = Stats { iterations: 1, ..Stats::default() };
    let answer = answer(question, budget, &mut stats);
    stats.expanded = budget.expanded();
    stats.peak_bytes = budget.peak_bytes();
    (answer, stats)
}

fn answer<D: Domain>(
    question: &Question<'_, D>,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Result<AllOptimal<D::Op>, Uncounted> {
    let Question { domain, start, cost, most_listed, .. } = *question;
    let unit = domain.uniform_cost().ok_or(Uncounted::CostsDiffer)?;
    let steps = (cost / unit) as usize;
    let reverse = domain.reverse(start).ok_or(Stop::NoWayBack)?;
    let estimate = (question.backward)(&reverse, budget)?;
    let mut forward = Half::new(domain, question.heuristic);
    let mut backward = Half::new(&reverse, &*estimate);
    let mut work = Work { budget, stats, cost, unit, keep: most_listed > 0 };
    work.plant(&mut forward, std::slice::from_ref(start))?;
    work.plant(&mut backward, &domain.goals())?;
    if steps == 0 {
        let solved = u128::from(domain.is_goal(start));
        let listed = vec![Vec::new(); most_listed.min(solved as usize)];
        return Ok(AllOptimal { count: solved, listed, cut_short: None });
    }

    while forward.depth() + backward.depth() + 1 < steps {
        if forward.frontier().len() <= backward.frontier().len() {
            work.grow(&mut forward, &mut backward)?;
        } else {
            work.grow(&mut backward, &mut forward)?;
        }
    }
    let (meeting, count) = work.join(&mut forward, &mut backward)?;
    let mut listed = Vec::new();
    let wanted = usize::try_from(count).unwrap_or(usize::MAX).min(most_listed);
    let cut_short = match work.keep {
        true => work.list(&forward, &backward, meeting, start, wanted, &mut listed).err(),
        false => (wanted > 0).then_some(Stop::Memory),
    };
    forward.discard();
    backward.discard();
    Ok(AllOptimal { count, listed, cut_short })
}

/// How many walks lead to a state: a `u128` in two words, since its alignment would pad a stored state from 24 to 32 bytes.
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

/// Adds walks to a state of a layer.
fn enter<K: StateKey>(
    layer: &mut Layer<K>,
    (key, hash): (K, u64),
    walks: Walks,
    allow: impl FnMut(u64) -> Result<(), Stop>,
) -> Result<(), Uncounted> {
    match layer.find(&key, hash) {
        Some(known) => layer.set_value(known, layer.value(known).plus(walks)?),
        None => _ = layer.insert(key, hash, walks, allow)?,
    }
    Ok(())
}

/// The layers around one end.
struct Half<'h, X: Domain> {
    domain: &'h X,
    heuristic: &'h dyn Evaluator<X>,
    /// By depth. INVARIANT: the last two are complete; those before may have been emptied.
    layers: Vec<Layer<X::Key>>,
}

impl<'h, X: Domain> Half<'h, X> {
    fn new(domain: &'h X, heuristic: &'h dyn Evaluator<X>) -> Self {
        // An estimate that may be too high would drop solutions.
        let heuristic = if heuristic.promises().admissible { heuristic } else { &Zero };
        Self { domain, heuristic, layers: vec![Layer::default()] }
    }

    fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    fn frontier(&self) -> &Layer<X::Key> {
        &self.layers[self.depth()]
    }

    fn bytes(&self) -> u64 {
        self.layers.iter().map(Layer::bytes).sum()
    }

    fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.len() as u64).sum()
    }

    /// Empties the layers that only a listing needs.
    fn forget(&mut self) {
        let old = self.layers.len().saturating_sub(2);
        self.layers[..old].iter_mut().for_each(|layer| std::mem::take(layer).discard());
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
    /// Whether all layers are kept, so that solutions can be listed.
    keep: bool,
}

impl Work<'_, '_> {
    /// Stores the states where a half begins.
    fn plant<X: Domain>(&mut self, half: &mut Half<'_, X>, roots: &[X::State]) -> Result<(), Stop> {
        for root in roots {
            let key = half.domain.pack(root);
            let hash = key.hash64();
            let layer = &mut half.layers[0];
            if layer.find(&key, hash).is_none() {
                layer.insert(key, hash, Walks::ONE, |bytes| self.budget.hold(bytes))?;
            }
        }
        Ok(())
    }

    /// Adds a layer to `own`.
    fn grow<X, Y>(&mut self, own: &mut Half<'_, X>, other: &mut Half<'_, Y>) -> Result<(), Uncounted>
    where
        X: Domain,
        Y: Domain<State = X::State, Key = X::Key>,
    {
        let depth = own.depth();
        let room = self.cost - (depth as Cost + 1) * self.unit;
        let mut next = Layer::default();
        let (mut ops, mut estimates) = (Vec::new(), Vec::new());
        for node in nodes(own.frontier()) {
            self.budget.expand()?;
            let key = own.frontier().key(node).clone();
            let walks = own.frontier().value(node);
            let state = own.domain.unpack(&key);
            ops.clear();
            ops.extend(own.domain.ops(&state));
            estimates.clear();
            own.heuristic.estimate_children(own.domain, &state, &ops, &mut estimates);
            self.stats.generated += ops.len() as u64;
            self.stats.evaluated += ops.len() as u64;
            for (&op, _) in ops.iter().zip(&estimates).filter(|&(_, &h)| h <= room) {
                let child = own.domain.child_key(&state, &key, op);
                let hash = child.hash64();
                // A state of the layer before can be had for less: no optimal solution comes here only now.
                if depth > 0 && own.layers[depth - 1].find(&child, hash).is_some() {
                    continue;
                }
                enter(&mut next, (child, hash), walks, |bytes| self.allow(bytes, own, other))?;
            }
        }
        own.layers.push(next);
        self.stats.max_stored = self.stats.max_stored.max(own.states() + other.states());
        self.stats.max_depth = self.stats.max_depth.max(own.depth() as u64);
        if !self.keep {
            own.forget();
        }
        Ok(())
    }

    /// Whether a new layer may take this many bytes beside the others. If not, those that only a listing needs are given up.
    #[cold]
    #[inline(never)]
    fn allow<X, Y>(&mut self, bytes: u64, own: &mut Half<'_, X>, other: &mut Half<'_, Y>) -> Result<(), Stop>
    where
        X: Domain,
        Y: Domain,
    {
        let held = bytes.saturating_add(own.bytes() + other.bytes());
        match self.budget.hold(held) {
            Err(Stop::Memory) if self.keep => {
                self.keep = false;
                own.forget();
                other.forget();
                self.budget.hold(bytes.saturating_add(own.bytes() + other.bytes()))
            }
            answer => answer,
        }
    }

    /// Joins halves whose frontiers are one operator apart: the states of the forward frontier that lie on a solution, each with
    /// the walks from it to the goals, and the number of solutions.
    fn join<D: Domain>(
        &mut self,
        forward: &mut Half<'_, D>,
        backward: &mut Half<'_, D::Reverse>,
    ) -> Result<(Layer<D::Key>, u128), Uncounted> {
        let mut meeting = Layer::default();
        if forward.frontier().len() <= backward.frontier().len() {
            for node in nodes(forward.frontier()) {
                self.budget.expand()?;
                let key = forward.frontier().key(node).clone();
                let state = forward.domain.unpack(&key);
                for op in forward.domain.ops(&state) {
                    self.stats.generated += 1;
                    let child = forward.domain.child_key(&state, &key, op);
                    if let Some(there) = backward.frontier().find(&child, child.hash64()) {
                        let (walks, hash) = (backward.frontier().value(there), key.hash64());
                        let allow = |bytes| self.allow(bytes, forward, backward);
                        enter(&mut meeting, (key.clone(), hash), walks, allow)?;
                    }
                }
            }
        } else {
            for node in nodes(backward.frontier()) {
                self.budget.expand()?;
                let key = backward.frontier().key(node).clone();
                let (state, walks) = (backward.domain.unpack(&key), backward.frontier().value(node));
                for op in backward.domain.ops(&state) {
                    self.stats.generated += 1;
                    let parent = backward.domain.child_key(&state, &key, op);
                    let hash = parent.hash64();
                    if forward.frontier().find(&parent, hash).is_some() {
                        let allow = |bytes| self.allow(bytes, forward, backward);
                        enter(&mut meeting, (parent, hash), walks, allow)?;
                    }
                }
            }
        }
        let mut count = 0_u128;
        for node in nodes(&meeting) {
            let key = meeting.key(node);
            let Some(here) = forward.frontier().find(key, key.hash64()) else { continue };
            let (before, beyond) = (forward.frontier().value(here).number(), meeting.value(node).number());
            let through = before.checked_mul(beyond).ok_or(Uncounted::TooMany)?;
            count = count.checked_add(through).ok_or(Uncounted::TooMany)?;
        }
        Ok((meeting, count))
    }

    /// Appends the first solutions to `listed`, until there are `wanted`.
    fn list<D: Domain>(
        &mut self,
        forward: &Half<'_, D>,
        backward: &Half<'_, D::Reverse>,
        meeting: Layer<D::Key>,
        start: &D::State,
        wanted: usize,
        listed: &mut Vec<Vec<D::Op>>,
    ) -> Result<(), Stop> {
        let mut held = forward.bytes() + backward.bytes() + meeting.bytes();

        // 1. Of each forward layer the states that lie on a solution, from the meeting back to the start.
        let mut on_solutions = vec![meeting];
        for layer in forward.layers.iter().rev().skip(1) {
            let mut parents = Layer::default();
            let children = &on_solutions[on_solutions.len() - 1];
            for node in nodes(children) {
                self.budget.expand()?;
                let key = children.key(node);
                let state = backward.domain.unpack(key);
                for op in backward.domain.ops(&state) {
                    self.stats.generated += 1;
                    let parent = backward.domain.child_key(&state, key, op);
                    let hash = parent.hash64();
                    if layer.find(&parent, hash).is_some() && parents.find(&parent, hash).is_none() {
                        parents.insert(parent, hash, Walks::ONE, |bytes| self.budget.hold(held + bytes))?;
                    }
                }
            }
            held += parents.bytes();
            on_solutions.push(parents);
        }

        // 2. One layer for each number of operators made; of the backward layers all states lie on a solution, once one is there.
        let layers: Vec<&Layer<D::Key>> = on_solutions.iter().rev().chain(backward.layers.iter().rev()).collect();
        let steps = layers.len() - 1;
        let solution_bytes = (size_of::<Vec<D::Op>>() + steps * size_of::<D::Op>()) as u64;
        let domain = forward.domain;
        let mut state = start.clone();
        let mut trail: Vec<(D::Op, D::Undo)> = Vec::new();
        let mut untried = vec![domain.ops(&state)];
        while listed.len() < wanted
            && let Some(ops) = untried.last_mut()
        {
            let key = domain.pack(&state);
            let leads_on = |&op: &D::Op| {
                let child = domain.child_key(&state, &key, op);
                layers.get(trail.len() + 1).is_some_and(|layer| layer.find(&child, child.hash64()).is_some())
            };
            if let Some(op) = ops.find(leads_on) {
                let undo = domain.apply(&mut state, op);
                trail.push((op, undo));
                untried.push(domain.ops(&state));
                if trail.len() == steps {
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
    use crate::domains::map::{MapOptions, MapSpace, read_map};

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

    /// All shortest paths from a state to the goals, edge by edge, by depth-first search within the distance.
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
