//! The depth-first walk that depth-limited search, iterative deepening and IDA* share.
//!
//! It visits every path below a state whose `g + h` stays within a bound, holding one path and one
//! state.
//!
//! What is hot: the loop of `descend`, entered once per generated state. It is iterative, since a
//! path may be 180,000 moves long. `room` (bound - g) is carried instead of both. The child's
//! estimate comes before the move, so a pruned child is never built. Permissions to expand are
//! counted down in a local integer (`Fuel`). PERF: the goal test is skipped where the estimate
//! rules a goal out, since comparing a whole board right after one byte of it was written stalls:
//! 189 instead of 164 million generated states a second on `korf:1`, at two instructions less
//! (`cargo xtask bench`).
//!
//! The loop is compiled for each heuristic in its plain manner; all other manners (watched, or with
//! another rule for duplicates) share one copy per domain.

use crate::core::budget::{Permits, Stop};
use crate::core::domain::{Cost, Domain};
use crate::core::heuristic::Heuristic;
use crate::core::observer::{Event, Prune, Side};

/// A state below which a walk begins.
pub struct Subtree<'s, D: Domain> {
    /// The state.
    pub state: &'s D::State,
    /// Takes the operator back that led here.
    pub undo: Option<&'s D::Undo>,
    /// Cost of the path that leads here.
    pub g: Cost,
}

/// How a walk ended.
pub enum Walk<Op> {
    /// At a goal, by these operators.
    Found(Vec<Op>),
    /// All paths within the bound were tried.
    Exhausted {
        /// The least `g + h` beyond the bound, if anything was cut off.
        beyond: Option<Cost>,
    },
}

/// What a walk found and what it took.
pub struct Walked<Op> {
    /// How it ended.
    pub result: Result<Walk<Op>, Stop>,
    /// Successors made.
    pub generated: u64,
    /// States on the longest path, the first one not counted.
    pub longest_path: u64,
}

/// What a walk does besides walking: its rule for duplicates, and its observer.
///
/// The methods of the plain manner are constants, so that its loop is compiled without them.
pub trait Manner<D: Domain> {
    /// The operators worth trying after a move; `undo` takes it back. `None` at the start.
    fn ops(&self, domain: &D, state: &D::State, undo: Option<&D::Undo>) -> D::Ops;

    /// Whether the state just reached at this depth is dropped.
    fn drops(&mut self, domain: &D, state: &D::State, depth: usize) -> bool;

    /// Bytes it holds for the states of the path.
    fn bytes(&self) -> u64;

    /// Whether events are wanted.
    fn is_watched(&self) -> bool;

    /// Passes an event on.
    fn event(&mut self, event: Event<'_, D>);
}

/// The usual manner: unwatched, and never straight back.
pub struct Plain;

impl<D: Domain> Manner<D> for Plain {
    #[inline(always)]
    fn ops(&self, domain: &D, state: &D::State, undo: Option<&D::Undo>) -> D::Ops {
        undo.map_or_else(|| domain.ops(state), |undo| domain.ops_after(state, undo))
    }

    #[inline(always)]
    fn drops(&mut self, _: &D, _: &D::State, _: usize) -> bool {
        false
    }

    #[inline(always)]
    fn bytes(&self) -> u64 {
        0
    }

    #[inline(always)]
    fn is_watched(&self) -> bool {
        false
    }

    #[inline(always)]
    fn event(&mut self, _: Event<'_, D>) {}
}

/// Visits the paths below a state, the state itself included.
#[inline]
pub fn walk_below<D: Domain, H: Heuristic<D>>(
    domain: &D,
    subtree: Subtree<'_, D>,
    heuristic: &H,
    bound: Cost,
    mut manner: impl Manner<D>,
    permits: &mut dyn Permits,
) -> Walked<D::Op> {
    let ended = |walk| Walked { result: Ok(walk), generated: 0, longest_path: 0 };
    let acc = heuristic.root(domain, subtree.state);
    let f = subtree.g.saturating_add(heuristic.value(acc));
    if f > bound {
        return ended(Walk::Exhausted { beyond: Some(f) });
    }
    if domain.is_goal(subtree.state) {
        if manner.is_watched() {
            manner.event(Event::Solved { cost: subtree.g });
        }
        return ended(Walk::Found(Vec::new()));
    }
    let mut counts = Counts::default();
    let mut fuel = Fuel { left: 0, permits };
    let result = descend(domain, subtree, heuristic, acc, bound, &mut manner, &mut fuel, &mut counts);
    fuel.permits.give_back(fuel.left);
    Walked { result, generated: counts.generated, longest_path: counts.longest_path as u64 }
}

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

/// What is counted in the loop and published once, outside it.
#[derive(Default)]
struct Counts {
    generated: u64,
    longest_path: usize,
}

/// Permissions to expand that were taken from the budget and are not yet used.
struct Fuel<'f> {
    left: u32,
    permits: &'f mut dyn Permits,
}

impl Fuel<'_> {
    #[inline(always)]
    fn burn(&mut self) -> Result<(), Stop> {
        if self.left == 0 {
            self.left = self.permits.take_slice()?;
        }
        self.left -= 1;
        Ok(())
    }
}

#[expect(clippy::too_many_arguments, reason = "one call site; a struct would only rename them")]
#[inline(always)]
fn descend<D: Domain, H: Heuristic<D>, M: Manner<D>>(
    domain: &D,
    subtree: Subtree<'_, D>,
    heuristic: &H,
    acc: H::Acc,
    bound: Cost,
    manner: &mut M,
    fuel: &mut Fuel<'_>,
    counts: &mut Counts,
) -> Result<Walk<D::Op>, Stop> {
    // The path is `path[..depth]`. Entries beyond are left over from longer paths, so the length of
    // the vector is that of the longest path so far.
    let mut path: Vec<Saved<D, H::Acc>> = Vec::new();
    let mut depth = 0;
    let mut least_excess = i64::MAX;
    let state = &mut subtree.state.clone();
    manner.drops(domain, state, 0);

    fuel.burn()?;
    let mut ops = manner.ops(domain, state, subtree.undo);
    let (mut acc, mut room) = (acc, i64::from(bound) - i64::from(subtree.g));
    if manner.is_watched() {
        manner.event(Event::Expand { state, g: subtree.g, h: heuristic.value(acc), side: Side::Forward });
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
        if manner.is_watched() {
            let g = (i64::from(bound) - child_room) as Cost;
            let mut child = state.clone();
            domain.apply(&mut child, op);
            manner.event(Event::Generate {
                parent: state,
                op: Some(op),
                state: &child,
                g,
                h: heuristic.value(child_acc),
            });
        }
        if slack < 0 {
            least_excess = least_excess.min(-slack);
            if manner.is_watched() {
                manner.event(Event::Prune { reason: Prune::OverBound });
            }
            continue;
        }

        // 3. Go there.
        let undo = domain.apply(state, op);
        if heuristic.may_be_goal(child_acc) && domain.is_goal(state) {
            let cost = (i64::from(bound) - child_room) as Cost;
            if manner.is_watched() {
                manner.event(Event::Solved { cost });
            }
            counts.longest_path = path.len().max(depth + 1);
            return Ok(Walk::Found(path[..depth].iter().map(|saved| saved.op).chain([op]).collect()));
        }
        if manner.drops(domain, state, depth + 1) {
            if manner.is_watched() {
                manner.event(Event::Prune { reason: Prune::Duplicate });
            }
            domain.undo(state, &undo);
            continue;
        }
        fuel.burn()?;
        let child_ops = manner.ops(domain, state, Some(&undo));
        if manner.is_watched() {
            let g = (i64::from(bound) - child_room) as Cost;
            manner.event(Event::Expand { state, g, h: heuristic.value(child_acc), side: Side::Forward });
        }
        let saved = Saved { ops, acc, room, op, undo };
        match path.get_mut(depth) {
            Some(slot) => *slot = saved,
            None => {
                lengthen(&mut path, saved, manner.bytes(), fuel.permits)?;
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
fn lengthen<T>(path: &mut Vec<T>, saved: T, others: u64, permits: &mut dyn Permits) -> Result<(), Stop> {
    if path.len() == path.capacity() {
        let more = path.capacity().max(64);
        // What the rule for duplicates holds grows as the path does.
        permits.hold(((path.capacity() + more) * size_of::<T>()) as u64 + 2 * others)?;
        path.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
    }
    path.push(saved);
    Ok(())
}
