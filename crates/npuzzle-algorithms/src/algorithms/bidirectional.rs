//! Search from both ends: what bidirectional breadth-first search, NBA*, BAE*, MM and NBS share.
//!
//! Two halves, one from the start and one from the goals, each with its table of states. A state
//! that both have reached is a path; the cheapest one so far costs `U`. The first such path need
//! *not* be a cheapest one: a search may stop only when its lower bound on all paths not yet seen
//! has reached `U`. How that bound is made, and in which order states are expanded, is what the
//! searches differ in ([`Strategy`]).
//!
//! Bounds are lifted to the parity that all solutions share, where the problem has one: on boards
//! that saves the last layer.

use crate::algorithms::expander::{Parent, Successors, verdict};
use crate::algorithms::path::{NO_PARENT, keys_up, ops_along, optimal_if, path_to, solution};
use crate::algorithms::reached::{Reached, look_up, store};
use crate::core::zero::Zero;
use crate::core::{
    BackwardHeuristic, BoxedEvaluator, Budget, Cost, Domain, Evaluator, Event, Outcome, Parity, Prune, Side, Solution,
    StateKey, Stats, Stop, Task, Verdict, Watcher,
};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::state_table::{NodeId, StateTable};

/// The states reached from one end.
pub(crate) struct Half<'h, D: Domain> {
    pub side: Side,
    pub domain: &'h D,
    pub heuristic: &'h dyn Evaluator<D>,
    pub table: StateTable<D::Key, Reached>,
    /// States that wait for their turn.
    pub open: u64,
    successors: Successors<D>,
}

impl<'h, D: Domain> Half<'h, D> {
    pub(crate) fn new(side: Side, domain: &'h D, heuristic: &'h dyn Evaluator<D>) -> Self {
        Self { side, domain, heuristic, table: StateTable::default(), open: 0, successors: Successors::default() }
    }

    /// What estimates the way on.
    #[inline]
    fn estimator(&self) -> (&'h D, &'h dyn Evaluator<D>) {
        (self.domain, self.heuristic)
    }

    /// Closes a state that waited; the cost of the path to it.
    pub(crate) fn close(&mut self, id: NodeId) -> Cost {
        let entry = self.table.value(id);
        self.table.set_value(id, entry.closed());
        self.open -= 1;
        entry.g()
    }
}

/// What both halves know together.
pub(crate) struct Meeting {
    /// Cost of the cheapest path so far.
    pub cost: Option<Cost>,
    /// Where its halves meet: a node of the forward table and one of the backward table.
    nodes: Option<(NodeId, NodeId)>,
}

impl Meeting {
    pub(crate) fn new() -> Self {
        Self { cost: None, nodes: None }
    }

    /// Whether no solution of at least this cost would be better than the one known.
    #[inline]
    pub(crate) fn reached_by(&self, bound: Cost) -> bool {
        self.cost.is_some_and(|cost| cost <= bound)
    }

    /// Notes a path through a state both halves know; whether it is the cheapest so far.
    #[inline]
    fn note(&mut self, side: Side, own: NodeId, other: NodeId, cost: Cost) -> bool {
        if self.reached_by(cost) {
            return false;
        }
        self.cost = Some(cost);
        self.nodes = Some(if side == Side::Forward { (own, other) } else { (other, own) });
        true
    }
}

/// A successor that is worth its place in the frontier.
pub(crate) struct Child {
    pub node: NodeId,
    pub g: Cost,
    /// Estimate of the way on.
    pub h: Cost,
    /// Estimate of the way back to where this half began; zero where no use is made of it.
    pub other_h: Cost,
}

/// When a search makes use of the estimate of the way back.
#[derive(Clone, Copy)]
pub(crate) enum WayBack {
    /// Never.
    Unused,
    /// When a path is known: it tells whether a state can lead to a cheaper one.
    OnceMet,
    /// Always: states wait with it.
    Always,
}

/// What does not change during a search.
pub(crate) struct Setting<'s, D: Domain> {
    pub domain: &'s D,
    pub start: &'s D::State,
    pub parity: Option<Parity>,
    pub consistent: bool,
    /// Whether the paths to expanded states are known to be cheapest: both estimates are
    /// consistent, and the order is one in which that is enough.
    pub settles: bool,
    pub admissible: bool,
    /// Whether every operator counts as one, whatever it costs.
    pub steps: bool,
    /// No operator costs less. Zero where they do not all cost the same: what the cheapest of them
    /// costs is not known.
    pub least_cost: Cost,
    /// What every operator costs, if they all cost the same.
    pub uniform_cost: Option<Cost>,
}

impl<D: Domain> Setting<'_, D> {
    pub(crate) fn lift(&self, bound: Cost) -> Cost {
        match self.parity {
            Some(parity) if !self.steps || self.uniform_cost == Some(1) => parity.lift(bound),
            _ => bound,
        }
    }
}

/// Everything the steps of a search change.
pub(crate) struct Work<'w, 'p, D: Domain> {
    pub budget: &'w mut Budget<'p>,
    pub observer: Watcher<'w, D>,
    pub stats: Stats,
    pub meeting: Meeting,
}

impl<D: Domain> Work<'_, '_, D> {
    /// The estimates of a state: of the way on and, where the search makes use of it, of the way
    /// back.
    #[inline]
    fn estimate<S: Search>(
        &mut self,
        on: (&D, &dyn Evaluator<D>),
        back: (&D, &dyn Evaluator<D>),
        state: &D::State,
    ) -> (Cost, Cost) {
        let is_used = match S::WAY_BACK {
            WayBack::Unused => false,
            WayBack::OnceMet => self.meeting.cost.is_some(),
            WayBack::Always => true,
        };
        if S::INFORMED {
            self.stats.evaluated += 1 + u64::from(is_used);
        }
        (on.1.estimate(on.0, state), if is_used { back.1.estimate(back.0, state) } else { 0 })
    }

    /// Makes the successors of a state that has just been closed. `keep` says whether one is worth
    /// a place in the frontier, given its cost and both estimates; `queue_bytes` is what the
    /// frontiers hold.
    #[expect(
        clippy::too_many_arguments,
        reason = "the halves, the state and two callbacks; a struct would only rename them"
    )]
    pub(crate) fn expand<S: Search>(
        &mut self,
        setting: &Setting<'_, D>,
        own: &mut Half<'_, D>,
        other: &Half<'_, D>,
        id: NodeId,
        queue_bytes: u64,
        mut keep: impl FnMut(&Meeting, Cost, Cost, Cost) -> bool,
        mut push: impl FnMut(Child) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Half { table, open, successors, .. } = own;
        let (side, domain, heuristic) = (own.side, own.domain, own.heuristic);
        let parent = Parent::new(domain, table.key(id), table.value(id).g());
        self.budget.expand()?;
        if self.observer.is_taken() {
            let h = heuristic.estimate(domain, &parent.state);
            self.observer.event(Event::Expand { state: &parent.state, g: parent.g, h, side });
        }

        // PERF: all buckets, of both tables, are asked for before the first look-up, so that the
        // cache misses overlap.
        successors.list(domain.ops(&parent.state));
        successors.make_keys(domain, &parent, |hash| {
            table.prefetch_bucket(hash);
            other.table.prefetch_bucket(hash);
        });
        for (_, hash) in &successors.keys {
            table.prefetch_candidate(*hash);
            other.table.prefetch_candidate(*hash);
        }
        self.stats.generated += successors.count();

        let mut state = parent.state.clone();
        for (&op, (child, hash)) in successors.ops.iter().zip(successors.keys.drain(..)) {
            let cost = if setting.steps { 1 } else { domain.cost(&state, op) };
            let child_g = parent.g + cost;
            let known = look_up(table, &child, hash);
            let undo = domain.apply(&mut state, op);
            if self.observer.is_taken() {
                let h = heuristic.estimate(domain, &state);
                // On the backward side operators are turned round.
                let op = (side == Side::Forward).then_some(op);
                self.observer.event(Event::Generate { parent: &parent.state, op, state: &state, g: child_g, h });
            }

            // 1. A state this half knows on a path no dearer.
            if let Some((_, before)) = known.filter(|(_, before)| before.g() <= child_g) {
                self.observer.event(Event::Prune { reason: before.prune(child_g) });
                domain.undo(&mut state, &undo);
                continue;
            }

            // 2. A state that cannot lead to a better solution.
            let (h, other_h) = self.estimate::<S>((domain, heuristic), other.estimator(), &state);
            domain.undo(&mut state, &undo);
            let met = look_up(&other.table, &child, hash);
            let path = met.map(|(_, there)| child_g + there.g());
            let betters = path.is_some_and(|path| !self.meeting.reached_by(path));
            if !betters && !keep(&self.meeting, child_g, h, other_h) {
                self.observer.event(Event::Prune { reason: Prune::OverBound });
                continue;
            }

            // 3. Its place in the table.
            let entry = Reached::open(child_g, id.0);
            let reopens = known.is_some_and(|(_, before)| before.is_closed());
            if reopens {
                self.stats.reopened += 1;
                self.observer.event(Event::Reopen);
            }
            *open += u64::from(reopens || known.is_none());
            let allow = |bytes: u64| self.budget.hold(bytes.saturating_add(other.table.bytes() + queue_bytes));
            let node = store(table, known, child, hash, entry, allow)?;
            self.stats.max_depth = self.stats.max_depth.max(u64::from(child_g));

            // 4. Has the other half been here?
            if let (Some((there, theirs)), Some(path)) = (met, path) {
                if self.meeting.note(side, node, there, path) {
                    self.observer.event(Event::Met { cost: path });
                }
                // Whatever lies beyond it, the other half has found: its path from here is a
                // cheapest one. Where pruning has hidden a cheaper one from it, all paths through
                // this state cost at least as much as the best one known, so nothing is lost.
                if setting.settles && theirs.is_closed() {
                    table.set_value(node, entry.closed());
                    *open -= 1;
                    continue;
                }
            }
            push(Child { node, g: child_g, h, other_h })?;
        }
        self.stats.max_open = self.stats.max_open.max(*open + other.open);
        Ok(())
    }
}

/// The least values of a frontier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Least {
    /// Least priority.
    pub priority: u64,
    /// Least `g + h`, for strategies that ask for it.
    pub f: Cost,
    /// Least `g`, for strategies that ask for it.
    pub g: Cost,
}

/// The order of both frontiers, and what it proves.
pub(crate) trait Strategy {
    /// Whether the least `f` and `g` of the frontiers are needed.
    const LEAST_F_AND_G: bool = false;
    /// Whether operators count as one, whatever they cost.
    const STEPS: bool = false;
    /// Whether estimates are used at all.
    const INFORMED: bool = true;
    /// Whether bounds and solutions are right only if the estimates are consistent, and not just
    /// admissible.
    const NEEDS_CONSISTENCY: bool = true;
    /// When the estimate of the way back is used.
    const WAY_BACK: WayBack = WayBack::Unused;
    /// Whether the end whose least priority is smaller goes on, and the smaller frontier only if
    /// they are equal. Otherwise the smaller frontier always does.
    const LEAST_PRIORITY_FIRST: bool = false;

    /// What a state waits with: the least comes first.
    fn priority(g: Cost, h: Cost, other_h: Cost) -> u64;

    /// No solution that is not yet known is cheaper, given the least values of both frontiers.
    fn lower_bound(forward: Least, backward: Least, least_cost: Cost) -> u64;

    /// No solution through a state that one half is about to store or expand is cheaper, given the
    /// least priority of the other half's frontier.
    fn through(g: Cost, h: Cost, other_h: Cost, other_priority: u64) -> u64;
}

/// The frontier of one half.
struct Frontier {
    queue: BucketQueue,
    /// The same states by `f` and by `g`, for strategies that need their least.
    by_f: BucketQueue,
    by_g: BucketQueue,
}

impl Frontier {
    fn new(discipline: Discipline) -> Self {
        let queue = || BucketQueue::new(discipline);
        Self { queue: queue(), by_f: queue(), by_g: queue() }
    }

    #[inline]
    fn bytes(&self) -> u64 {
        self.queue.bytes() + self.by_f.bytes() + self.by_g.bytes()
    }

    /// The least values of the frontier; `None` if it is empty. What has been overtaken meanwhile
    /// is dropped on the way.
    fn least<S: Strategy, D: Domain>(&mut self, half: &Half<'_, D>) -> Option<Least> {
        let waiting = |id: NodeId| !half.table.value(id).is_closed();
        let (priority, _) = self.queue.first_where(waiting)?;
        let (mut f, mut g) = (0, 0);
        if S::LEAST_F_AND_G {
            // The second number tells with which g the state was pushed: it may have been bettered
            // since.
            let as_pushed = |priority: Priority, id| {
                waiting(id) && u64::from(half.table.value(id).g()) == u64::from(Cost::MAX) - priority.second
            };
            f = self.by_f.first_with(as_pushed)?.0.first as Cost;
            g = self.by_g.first_with(as_pushed)?.0.first as Cost;
        }
        Some(Least { priority: priority.first, f, g })
    }

    #[inline]
    fn push<S: Strategy>(&mut self, child: &Child) -> Result<(), Stop> {
        let second = u64::from(Cost::MAX - child.g);
        self.queue.push(Priority { first: S::priority(child.g, child.h, child.other_h), second }, child.node)?;
        if S::LEAST_F_AND_G {
            self.by_f.push(Priority { first: u64::from(child.g) + u64::from(child.h), second }, child.node)?;
            self.by_g.push(Priority { first: u64::from(child.g), second }, child.node)?;
        }
        Ok(())
    }
}

/// A way to search with two halves: until the cheapest path is known, or that there is none.
pub(crate) trait Search {
    /// Whether operators count as one, whatever they cost.
    const STEPS: bool = false;
    /// Whether estimates are used at all.
    const INFORMED: bool = true;
    /// Whether the outcome is right only if the estimates are consistent, and not just admissible.
    const NEEDS_CONSISTENCY: bool = false;
    /// When the estimate of the way back is used.
    const WAY_BACK: WayBack = WayBack::Unused;
    /// Whether a state is expanded on a cheapest path to it if the estimates are consistent. So it
    /// is in every order by a priority that never falls along a path and grows with `g`.
    const SETTLES: bool = true;

    /// Searches until the cheapest path is noted in `work`, or no path is left.
    fn search<D: Domain>(
        setting: &Setting<'_, D>,
        forward: &mut Half<'_, D>,
        backward: &mut Half<'_, D>,
        work: &mut Work<'_, '_, D>,
    ) -> Result<(), Stop>;
}

/// The pseudo-code of a search by a [`Strategy`]: its names, its bound, which state comes first,
/// which successors are dropped, and whether expanded states are opened again.
macro_rules! halves_pseudocode {
    (
        names: $names:literal,
        bound: $bound:literal,
        first: $first:literal,
        dropped: $dropped:literal,
        reopened: $reopened:literal $(,)?
    ) => {
        concat!(
            "for both ends: open, closed <- {}; best <- infinity @search\n",
            "put start into open ahead, the goals behind @root\n",
            $names,
            "while both ends have open states:\n",
            "  bound <- ",
            $bound,
            "\n",
            "  if best <= bound, lifted by parity: leave the loop\n",
            "  n <- ",
            $first,
            "\n",
            "  if n cannot lead to less than best: pass it over\n",
            "  move n from open to closed @expand\n",
            "  for each successor s of n, seen from its end: @generate\n",
            "    if this end knows s with no larger g: drop s @duplicate,worse\n",
            "    if ",
            $dropped,
            ": drop s @over-bound\n",
            $reopened,
            "    put s into open, unless the other end is done with it @keep\n",
            "    if the other end knows s: best <- the cheaper @met\n",
            "return the best path @solved\n",
        )
    };
}
pub(crate) use halves_pseudocode;

/// Searches from both ends.
pub(crate) fn run_halves<S: Search, D: Domain>(task: Task<'_, '_, D>) -> Outcome<D::Op> {
    let Task { domain, start, heuristic, backward, budget, mut observer } = task;
    let start = &start;
    let (reverse, behind) = match turned_round::<S, D>(domain, start, backward, budget) {
        Ok(ready) => ready,
        Err(why) => return Outcome::new(Verdict::Stopped { why, best: None }, Stats::default(), budget),
    };
    let ahead: &dyn Evaluator<D> = if S::INFORMED { heuristic } else { &Zero };
    let (there, back) = (ahead.promises(), behind.promises());
    let setting = Setting {
        domain,
        start,
        parity: domain.cost_parity(start),
        consistent: there.consistent && back.consistent,
        settles: S::SETTLES && there.consistent && back.consistent,
        admissible: there.admissible && back.admissible,
        steps: S::STEPS,
        least_cost: if S::STEPS { 1 } else { domain.uniform_cost().unwrap_or(0) },
        uniform_cost: domain.uniform_cost(),
    };
    let mut forward = Half::new(Side::Forward, domain, ahead);
    let mut backward = Half::new(Side::Backward, &reverse, &*behind);
    let stats = Stats { iterations: 1, ..Stats::default() };
    let mut work = Work { budget, observer: observer.reborrow(), stats, meeting: Meeting::new() };
    let ended = S::search(&setting, &mut forward, &mut backward, &mut work);
    let trusted = if S::NEEDS_CONSISTENCY { setting.consistent } else { setting.admissible };
    let proved = ended.is_ok() && trusted && (!S::STEPS || setting.uniform_cost.is_some());
    let solution = work.meeting.solution(&setting, &forward, &backward, proved);
    let verdict = verdict(ended, solution, &mut work.observer);
    let stored = (forward.table.len() + backward.table.len()) as u64;
    let stats = Stats { max_stored: stored, ..work.stats };
    forward.table.discard();
    backward.table.discard();
    Outcome::new(verdict, stats, budget)
}

/// The problem from the other end, with its estimate.
pub(crate) fn turned_round<S: Search, D: Domain>(
    domain: &D,
    start: &D::State,
    backward: BackwardHeuristic<'_, D>,
    budget: &mut Budget<'_>,
) -> Result<(D, BoxedEvaluator<D>), Stop> {
    let reverse = domain.reverse(start).ok_or(Stop::NoWayBack)?;
    let estimate = if S::INFORMED { backward(&reverse, budget)? } else { Box::new(Zero) };
    Ok((reverse, estimate))
}

impl<S: Strategy> Search for S {
    const STEPS: bool = <S as Strategy>::STEPS;
    const INFORMED: bool = <S as Strategy>::INFORMED;
    const NEEDS_CONSISTENCY: bool = <S as Strategy>::NEEDS_CONSISTENCY;
    const WAY_BACK: WayBack = <S as Strategy>::WAY_BACK;

    fn search<D: Domain>(
        setting: &Setting<'_, D>,
        forward: &mut Half<'_, D>,
        backward: &mut Half<'_, D>,
        work: &mut Work<'_, '_, D>,
    ) -> Result<(), Stop> {
        let trusted = if <S as Strategy>::NEEDS_CONSISTENCY { setting.consistent } else { setting.admissible };
        let discipline =
            if <S as Strategy>::INFORMED { Discipline::LastInFirstOut } else { Discipline::FirstInFirstOut };
        let (mut there, mut back) = (Frontier::new(discipline), Frontier::new(discipline));
        work.plant::<S>(setting, forward, backward, std::slice::from_ref(setting.start), |child| {
            there.push::<S>(&child)
        })?;
        work.plant::<S>(setting, backward, forward, &setting.domain.goals(), |child| back.push::<S>(&child))?;
        // With one end exhausted, every path that is left has been seen.
        while let (Some(ahead), Some(behind)) = (there.least::<S, _>(forward), back.least::<S, _>(backward)) {
            let bound = Cost::try_from(S::lower_bound(ahead, behind, setting.least_cost)).unwrap_or(Cost::MAX);
            let bound = setting.lift(bound);
            // Steps are a cost where all of them cost the same.
            let unit = if <S as Strategy>::STEPS { setting.uniform_cost } else { Some(1) };
            if let (true, Some(unit)) = (trusted, unit) {
                let bound = work.meeting.cost.map_or(bound, |cost| cost.min(bound));
                work.budget.raise_lower_bound(bound.saturating_mul(unit));
            }
            if work.meeting.reached_by(bound) {
                return Ok(());
            }
            // The smaller frontier first (Pohl 1971), unless the strategy goes by priority.
            let bytes = there.bytes() + back.bytes();
            let goes_ahead = match ahead.priority.cmp(&behind.priority) {
                order if S::LEAST_PRIORITY_FIRST && order.is_ne() => order.is_lt(),
                _ => forward.open <= backward.open,
            };
            if goes_ahead {
                step::<S, D>(setting, forward, backward, &mut there, behind.priority, bytes, work)?;
            } else {
                step::<S, D>(setting, backward, forward, &mut back, ahead.priority, bytes, work)?;
            }
        }
        Ok(())
    }
}

/// Takes the first state of one frontier and expands it, unless it cannot lead to a better
/// solution.
fn step<S: Strategy, D: Domain>(
    setting: &Setting<'_, D>,
    own: &mut Half<'_, D>,
    other: &Half<'_, D>,
    frontier: &mut Frontier,
    other_priority: u64,
    queue_bytes: u64,
    work: &mut Work<'_, '_, D>,
) -> Result<(), Stop> {
    let Some((_, id)) = frontier.queue.pop() else { return Ok(()) };
    let g = own.close(id);
    if let Some(next) = frontier.queue.peek() {
        own.table.prefetch_node(next);
    }
    let worth = |meeting: &Meeting, g: Cost, h: Cost, other_h: Cost| {
        let bound = Cost::try_from(S::through(g, h, other_h, other_priority)).unwrap_or(Cost::MAX);
        !meeting.reached_by(setting.lift(bound))
    };
    if work.meeting.cost.is_some() {
        // The other half has closed it: the best path through it is known, and so is all that lies
        // beyond.
        let key = own.table.key(id);
        let there = other.table.find(key, key.hash64());
        if setting.settles && there.is_some_and(|there| other.table.value(there).is_closed()) {
            return Ok(());
        }
        let state = own.domain.unpack(key);
        let (h, other_h) = work.estimate::<S>(own.estimator(), other.estimator(), &state);
        if !worth(&work.meeting, g, h, other_h) {
            return Ok(());
        }
    }
    work.expand::<S>(setting, own, other, id, queue_bytes, worth, |child| frontier.push::<S>(&child))
}

impl<D: Domain> Work<'_, '_, D> {
    /// Stores the states where a half begins.
    pub(crate) fn plant<S: Search>(
        &mut self,
        setting: &Setting<'_, D>,
        own: &mut Half<'_, D>,
        other: &Half<'_, D>,
        roots: &[D::State],
        mut push: impl FnMut(Child) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for state in roots {
            let key = own.domain.pack(state);
            let hash = key.hash64();
            if own.table.find(&key, hash).is_some() {
                continue;
            }
            let there = other.table.find(&key, hash);
            let budget = &mut *self.budget;
            let node = own.table.insert(key, hash, Reached::open(0, NO_PARENT), |bytes| budget.hold(bytes))?;
            own.open += 1;
            if let Some(there) = there {
                self.meeting.note(own.side, node, there, other.table.value(there).g());
            }
            let (h, other_h) = self.estimate::<S>(own.estimator(), other.estimator(), state);
            if own.side == Side::Forward && setting.admissible {
                self.budget.raise_lower_bound(h);
            }
            if self.observer.is_taken() {
                self.observer.event(Event::Root { state, h, side: own.side });
            }
            push(Child { node, g: 0, h, other_h })?;
        }
        self.stats.max_open = self.stats.max_open.max(own.open + other.open);
        Ok(())
    }
}

impl Meeting {
    /// The path through the meeting point.
    pub(crate) fn solution<D: Domain>(
        &self,
        setting: &Setting<'_, D>,
        forward: &Half<'_, D>,
        backward: &Half<'_, D>,
        proved: bool,
    ) -> Option<Solution<D::Op>> {
        let (there, back) = self.nodes?;
        let domain = setting.domain;
        let mut ops = path_to(domain, &forward.table, there);
        ops.extend(ops_along(domain, &keys_up(&backward.table, back)));
        let found = solution(domain, setting.start, ops, |_| optimal_if(proved));
        debug_assert!(setting.steps || self.cost == Some(found.cost) || !proved, "the path costs what was noted");
        Some(found)
    }
}
