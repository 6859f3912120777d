//! The depth-first walk that depth-limited search, iterative deepening and IDA* share.
//!
//! It visits every path from the start whose `g + h` stays within a bound, holding one path and one state.
//!
//! What is hot: the loop of [`walk`], entered once per generated state. It is iterative, since a path may be 180,000
//! moves long. `room` (bound - g) is carried instead of both. The child's estimate comes before the move, so a pruned
//! child is never built. PERF: the goal test is skipped where the estimate rules a goal out, since comparing a whole board
//! right after one byte of it was written stalls: 189 instead of 164 million generated states a second on `korf:1`, at two
//! instructions less (`cargo xtask bench`). The duplicate rule is a type parameter, so that each has a loop of its own.

use crate::algorithms::path::successor;
use crate::algorithms::rules::Cycles;
use crate::core::{Budget, Cost, Domain, Event, Heuristic, Observer, Prune, Side, Stats, Stop};

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
    let mut counts = Counts::default();
    let mut state = start.clone();
    let descend = match cycles {
        Cycles::Reversal => descend::<D, H, O, NoReversal>,
        Cycles::Path => descend::<D, H, O, NoneOfThePath<D>>,
        Cycles::None => descend::<D, H, O, Anything>,
    };
    let result = descend(domain, &mut state, heuristic, acc, bound, budget, observer, &mut counts);
    stats.generated += counts.generated;
    stats.max_depth = stats.max_depth.max(counts.longest_path as u64);
    stats.max_stored = stats.max_stored.max(counts.longest_path as u64 + 1);
    stats.max_open = stats.max_stored;
    result
}

/// Which successors are dropped, whatever they cost.
trait Rule<D: Domain>: Default {
    /// The operators worth trying after a move.
    fn ops(domain: &D, state: &D::State, undo: &D::Undo) -> D::Ops;

    /// Whether the state just reached at this depth is dropped.
    fn drops(&mut self, domain: &D, state: &D::State, depth: usize) -> bool;
}

/// All but the way straight back.
#[derive(Default)]
struct NoReversal;

impl<D: Domain> Rule<D> for NoReversal {
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
#[derive(Default)]
struct Anything;

impl<D: Domain> Rule<D> for Anything {
    fn ops(domain: &D, state: &D::State, _: &D::Undo) -> D::Ops {
        domain.ops(state)
    }

    fn drops(&mut self, _: &D, _: &D::State, _: usize) -> bool {
        false
    }
}

/// States that are on the path already: with the states of the path so far.
struct NoneOfThePath<D: Domain>(Vec<D::Key>);

impl<D: Domain> Default for NoneOfThePath<D> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<D: Domain> Rule<D> for NoneOfThePath<D> {
    fn ops(domain: &D, state: &D::State, _: &D::Undo) -> D::Ops {
        domain.ops(state)
    }

    fn drops(&mut self, domain: &D, state: &D::State, depth: usize) -> bool {
        let key = domain.pack(state);
        self.0.truncate(depth);
        let known = self.0.contains(&key);
        if !known {
            self.0.push(key);
        }
        known
    }
}

#[expect(clippy::too_many_arguments, reason = "one call site; a struct would only rename them")]
#[inline(always)]
fn descend<D: Domain, H: Heuristic<D>, O: Observer<D>, R: Rule<D>>(
    domain: &D,
    state: &mut D::State,
    heuristic: &H,
    root: H::Acc,
    bound: Cost,
    budget: &mut Budget<'_>,
    observer: &mut O,
    counts: &mut Counts,
) -> Result<Walk<D::Op>, Stop> {
    // The path is `path[..depth]`. Entries beyond are left over from longer paths, so the length of the vector is that
    // of the longest path so far.
    let mut path: Vec<Saved<D, H::Acc>> = Vec::new();
    let mut depth = 0;
    let mut least_excess = i64::MAX;
    let mut rule = R::default();
    rule.drops(domain, state, 0);

    budget.expand()?;
    let (mut ops, mut acc, mut room) = (domain.ops(state), root, i64::from(bound));
    if O::EVENTS {
        observer.event(Event::Expand { state, g: 0, h: heuristic.value(acc), side: Side::Forward });
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
            observer.event(Event::Generate { op: Some(op), state: &child, g, h: heuristic.value(child_acc) });
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
fn lengthen<T>(path: &mut Vec<T>, saved: T, budget: &mut Budget<'_>) -> Result<(), Stop> {
    if path.len() == path.capacity() {
        let more = path.capacity().max(64);
        budget.hold(((path.capacity() + more) * size_of::<T>()) as u64)?;
        path.reserve_exact(more);
    }
    path.push(saved);
    Ok(())
}
