//! The depth-first walk that depth-limited search, iterative deepening and IDA* share.
//!
//! It visits every path from the start whose `g + h` stays within a bound, holding one path and one state.
//!
//! What is hot: the loop of [`walk`], entered once per generated state. It is iterative, since a path may be 180,000
//! moves long. `room` (bound - g) is carried instead of both. The child's estimate comes before the move, so a pruned
//! child is never built. PERF: the goal test is skipped where the estimate rules a goal out, since comparing a whole board
//! right after one byte of it was written stalls: 189 instead of 164 million generated states a second on `korf:1`, at two
//! instructions less (`cargo xtask bench`). The duplicate rule is a type parameter, so that the usual one has a loop of its own.

use crate::algorithms::path::successor;
use crate::algorithms::rules::Cycles;
use crate::core::{
    Budget, Cost, Domain, Erased, Evaluator, Event, Heuristic, Observer, Permits, Prune, Side, Stats, Stop,
    WorkerBudget,
};

/// A state on the path whose remaining operators are tried later, and the way back to it.
struct Saved<D: Domain, A> {
    ops: D::Ops,
    acc: A,
    room: i64,
    /// The operator that leads on, for the solution.
    op: D::Op,
    /// Takes that operator back.
    undo: D::Undo,
}

/// How a walk ended.
pub(crate) enum Walk<Op> {
    /// At a goal, by these operators.
    Found(Vec<Op>),
    /// All paths within the bound were tried; the least `g + h` beyond it, if anything was cut off.
    Exhausted { beyond: Option<Cost> },
}

/// What is counted in the loop and published once, outside it.
#[derive(Default)]
struct Counts {
    generated: u64,
    longest_path: usize,
}

/// Visits the paths from `start` with `g + h <= bound` until one reaches a goal.
#[expect(clippy::too_many_arguments, reason = "three call sites; a struct would only rename them")]
pub(crate) fn walk<D: Domain, H: Heuristic<D>, O: Observer<D>>(
    domain: &D,
    start: &D::State,
    heuristic: &H,
    bound: Cost,
    cycles: Cycles,
    budget: &mut Budget<'_>,
    observer: &mut O,
    stats: &mut Stats,
) -> Result<Walk<D::Op>, Stop> {
    stats.iterations += 1;
    if O::EVENTS {
        observer.event(Event::Bound { bound });
    }
    let acc = heuristic.root(domain, start);
    if heuristic.value(acc) > bound {
        return Ok(Walk::Exhausted { beyond: Some(heuristic.value(acc)) });
    }
    if domain.is_goal(start) {
        if O::EVENTS {
            observer.event(Event::Solved { cost: 0 });
        }
        return Ok(Walk::Found(Vec::new()));
    }
    let ops = domain.ops(start);
    let (result, counts) = match cycles {
        Cycles::Reversal => {
            let top = Top { ops, acc, g: 0, keys: Vec::new() };
            descend_by::<D, H, O, NoReversal, _>(domain, start, heuristic, top, bound, budget, observer)
        }
        _ => {
            let top = Top { ops, acc: heuristic.value(acc), g: 0, keys: Vec::new() };
            descend_slowly(domain, start, heuristic, top, bound, cycles, budget, observer)
        }
    };
    stats.generated += counts.generated;
    stats.max_depth = stats.max_depth.max(counts.longest_path as u64);
    stats.max_stored = stats.max_stored.max(counts.longest_path as u64 + 1);
    stats.max_open = stats.max_stored;
    result
}

/// The walk by one rule, with counts and a state of its own.
#[inline(always)]
fn descend_by<D: Domain, H: Heuristic<D>, O: Observer<D>, R: Rule<D>, P: Permits>(
    domain: &D,
    start: &D::State,
    heuristic: &H,
    top: Top<D, H::Acc>,
    bound: Cost,
    budget: &mut P,
    observer: &mut O,
) -> (Result<Walk<D::Op>, Stop>, Counts) {
    let mut counts = Counts::default();
    let mut state = start.clone();
    let result = descend::<D, H, O, R, P>(domain, &mut state, heuristic, top, bound, budget, observer, &mut counts);
    (result, counts)
}

/// The walk by the rules that are seldom asked for: compiled once for all heuristics.
#[inline(never)]
#[expect(clippy::too_many_arguments, reason = "two call sites; a struct would only rename them")]
fn descend_slowly<D: Domain, O: Observer<D>, P: Permits>(
    domain: &D,
    start: &D::State,
    heuristic: &dyn Evaluator<D>,
    top: Top<D, Cost>,
    bound: Cost,
    cycles: Cycles,
    budget: &mut P,
    observer: &mut O,
) -> (Result<Walk<D::Op>, Stop>, Counts) {
    let heuristic = &Erased(heuristic);
    match cycles {
        Cycles::Path => {
            descend_by::<D, _, O, NoneOfThePath<D>, P>(domain, start, heuristic, top, bound, budget, observer)
        }
        _ => descend_by::<D, _, O, Anything, P>(domain, start, heuristic, top, bound, budget, observer),
    }
}

/// A state below which a walk of its own begins, on a path that others have made.
pub(crate) struct Subtree<'s, D: Domain> {
    pub state: &'s D::State,
    /// Takes the operator back that led here.
    pub undo: Option<&'s D::Undo>,
    /// Cost of the path that leads here.
    pub g: Cost,
    /// The states before it on the path, for the rule that looks at them.
    pub keys: Vec<D::Key>,
}

/// What a walk below a state took.
pub(crate) struct Walked<Op> {
    pub result: Result<Walk<Op>, Stop>,
    pub generated: u64,
    pub longest_path: u64,
}

/// Visits the paths below a state as [`walk`] does below the start, the state itself included.
pub(crate) fn walk_below<D: Domain, H: Heuristic<D>>(
    domain: &D,
    subtree: Subtree<'_, D>,
    heuristic: &H,
    bound: Cost,
    cycles: Cycles,
    budget: &mut WorkerBudget<'_>,
) -> Walked<D::Op> {
    let ended = |walk| Walked { result: Ok(walk), generated: 0, longest_path: 0 };
    let acc = heuristic.root(domain, subtree.state);
    let f = subtree.g.saturating_add(heuristic.value(acc));
    if f > bound {
        return ended(Walk::Exhausted { beyond: Some(f) });
    }
    if domain.is_goal(subtree.state) {
        return ended(Walk::Found(Vec::new()));
    }
    let ops = match (cycles, subtree.undo) {
        (Cycles::Reversal, Some(undo)) => domain.ops_after(subtree.state, undo),
        _ => domain.ops(subtree.state),
    };
    let (state, g, keys) = (subtree.state, subtree.g, subtree.keys);
    let (result, counts) = match cycles {
        Cycles::Reversal => {
            let top = Top { ops, acc, g, keys };
            descend_by::<D, H, (), NoReversal, _>(domain, state, heuristic, top, bound, budget, &mut ())
        }
        _ => {
            let top = Top { ops, acc: heuristic.value(acc), g, keys };
            descend_slowly(domain, state, heuristic, top, bound, cycles, budget, &mut ())
        }
    };
    Walked { result, generated: counts.generated, longest_path: counts.longest_path as u64 }
}

/// Where a walk begins.
struct Top<D: Domain, A> {
    ops: D::Ops,
    acc: A,
    g: Cost,
    keys: Vec<D::Key>,
}

/// Which successors are dropped, whatever they cost.
trait Rule<D: Domain> {
    /// The rule on a path that begins with these states.
    fn after(keys: Vec<D::Key>) -> Self;

    /// The operators worth trying after a move.
    fn ops(domain: &D, state: &D::State, undo: &D::Undo) -> D::Ops;

    /// Whether the state just reached at this depth is dropped.
    fn drops(&mut self, domain: &D, state: &D::State, depth: usize) -> bool;
}

/// All but the way straight back.
struct NoReversal;

impl<D: Domain> Rule<D> for NoReversal {
    fn after(_: Vec<D::Key>) -> Self {
        Self
    }

    #[inline(always)]
    fn ops(domain: &D, state: &D::State, undo: &D::Undo) -> D::Ops {
        domain.ops_after(state, undo)
    }

    #[inline(always)]
    fn drops(&mut self, _: &D, _: &D::State, _: usize) -> bool {
        false
    }
}

/// Nothing is dropped.
struct Anything;

impl<D: Domain> Rule<D> for Anything {
    fn after(_: Vec<D::Key>) -> Self {
        Self
    }

    fn ops(domain: &D, state: &D::State, _: &D::Undo) -> D::Ops {
        domain.ops(state)
    }

    fn drops(&mut self, _: &D, _: &D::State, _: usize) -> bool {
        false
    }
}

/// States that are on the path already: the states of the path, and how many of them lead to the walk.
struct NoneOfThePath<D: Domain> {
    keys: Vec<D::Key>,
    before: usize,
}

impl<D: Domain> Rule<D> for NoneOfThePath<D> {
    fn after(keys: Vec<D::Key>) -> Self {
        Self { before: keys.len(), keys }
    }

    fn ops(domain: &D, state: &D::State, _: &D::Undo) -> D::Ops {
        domain.ops(state)
    }

    fn drops(&mut self, domain: &D, state: &D::State, depth: usize) -> bool {
        let key = domain.pack(state);
        self.keys.truncate(self.before + depth);
        let known = self.keys.contains(&key);
        if !known {
            self.keys.push(key);
        }
        known
    }
}

#[expect(clippy::too_many_arguments, reason = "one call site; a struct would only rename them")]
#[inline(always)]
fn descend<D: Domain, H: Heuristic<D>, O: Observer<D>, R: Rule<D>, P: Permits>(
    domain: &D,
    state: &mut D::State,
    heuristic: &H,
    top: Top<D, H::Acc>,
    bound: Cost,
    budget: &mut P,
    observer: &mut O,
    counts: &mut Counts,
) -> Result<Walk<D::Op>, Stop> {
    // The path is `path[..depth]`. Entries beyond are left over from longer paths, so the length of the vector is that
    // of the longest path so far.
    let mut path: Vec<Saved<D, H::Acc>> = Vec::new();
    let mut depth = 0;
    let mut least_excess = i64::MAX;
    let mut rule = R::after(top.keys);
    rule.drops(domain, state, 0);

    budget.expand()?;
    let (mut ops, mut acc, mut room) = (top.ops, top.acc, i64::from(bound) - i64::from(top.g));
    if O::EVENTS {
        observer.event(Event::Expand { state, g: top.g, h: heuristic.value(acc), side: Side::Forward });
    }
    loop {
        // 1. The next operator, or back to the state before.
        let Some(op) = ops.next() else {
            if depth == 0 {
                break;
            }
            depth -= 1;
            let saved = &path[depth];
            domain.undo(state, &saved.undo);
            (ops, acc, room) = (saved.ops.clone(), saved.acc, saved.room);
            continue;
        };

        // 2. Estimate the child; cut it off if it is beyond the bound.
        counts.generated += 1;
        let child_acc = heuristic.step(domain, acc, state, op);
        let child_room = room - i64::from(domain.cost(state, op));
        let slack = child_room - i64::from(heuristic.value(child_acc));
        if O::EVENTS {
            let g = (i64::from(bound) - child_room) as Cost;
            let child = successor(domain, state, op);
            observer.event(Event::Generate {
                parent: state,
                op: Some(op),
                state: &child,
                g,
                h: heuristic.value(child_acc),
            });
        }
        if slack < 0 {
            least_excess = least_excess.min(-slack);
            if O::EVENTS {
                observer.event(Event::Prune { reason: Prune::OverBound });
            }
            continue;
        }

        // 3. Go there.
        let undo = domain.apply(state, op);
        if heuristic.may_be_goal(child_acc) && domain.is_goal(state) {
            let cost = (i64::from(bound) - child_room) as Cost;
            if O::EVENTS {
                observer.event(Event::Solved { cost });
            }
            counts.longest_path = path.len().max(depth + 1);
            return Ok(Walk::Found(path[..depth].iter().map(|saved| saved.op).chain([op]).collect()));
        }
        if rule.drops(domain, state, depth + 1) {
            if O::EVENTS {
                observer.event(Event::Prune { reason: Prune::Duplicate });
            }
            domain.undo(state, &undo);
            continue;
        }
        budget.expand()?;
        let child_ops = R::ops(domain, state, &undo);
        if O::EVENTS {
            let g = (i64::from(bound) - child_room) as Cost;
            observer.event(Event::Expand { state, g, h: heuristic.value(child_acc), side: Side::Forward });
        }
        let saved = Saved { ops, acc, room, op, undo };
        match path.get_mut(depth) {
            Some(slot) => *slot = saved,
            None => {
                lengthen(&mut path, saved, budget)?;
                counts.longest_path = path.len();
            }
        }
        depth += 1;
        (ops, acc, room) = (child_ops, child_acc, child_room);
    }
    let beyond =
        (least_excess < i64::MAX).then(|| Cost::try_from(i64::from(bound) + least_excess).unwrap_or(Cost::MAX));
    Ok(Walk::Exhausted { beyond })
}

#[cold]
#[inline(never)]
fn lengthen<T>(path: &mut Vec<T>, saved: T, budget: &mut impl Permits) -> Result<(), Stop> {
    if path.len() == path.capacity() {
        let more = path.capacity().max(64);
        budget.hold(((path.capacity() + more) * size_of::<T>()) as u64)?;
        path.reserve_exact(more);
    }
    path.push(saved);
    Ok(())
}
