//! Parallel BAE*: the search from both ends of [`bae`], in rounds on several threads.
//!
//! States are kept in *lanes*, each with a table and a frontier that one thread changes. With two
//! threads there is one lane for each end; with more, both ends are divided among the threads by an
//! abstract hash, and successors that belong elsewhere are delivered at the end of the round. A
//! round has three parts, with a barrier after each: every thread expands states of its lanes; it
//! takes in what was delivered; it looks up in the opposite lane what it has just stored, which no
//! thread changes meanwhile. After that the least priorities of all lanes and the cheapest path are
//! exact, nothing is on its way, and the bound of BAE* holds as it does for one thread. All threads
//! come to the same decision from the same numbers, and a thread takes in what others delivered in
//! the order of their numbers, not in that of their arrival. So answer and counts of states depend
//! on the number of threads alone, unless a limit ends the search in the middle of a round. (BAE*:
//! see [`bae`]; rounds on buckets: Siag et al. 2024, PEM-BAE*)
//!
//! [`bae`]: crate::algorithms::bae

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::algorithms::Algorithm;
use crate::algorithms::bae;
use crate::algorithms::bidirectional::{Least, Strategy, turned_round};
use crate::algorithms::expander::verdict;
use crate::algorithms::path::{keys_by, ops_along, optimal_if, solution};
use crate::algorithms::reached::{Reached, ShardPlace, look_up, store};
use crate::core::card::{AlgorithmCard, Feature, Group, Optimality, Options, SearchKind};
use crate::core::{
    Budget, Cost, Domain, Evaluator, Outcome, Parity, Side, StateKey, Stats, Stop, Task, Verdict, WorkerBudget,
};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::key::part_of;
use crate::store::rendezvous::Rendezvous;
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "BAE* on several threads: one for each end, or both ends divided by a hash",
        group: Group::Parallel,
        optimal: Optimality::Consistent,
        kind: SearchKind::ParallelBidirectional,
        citation: "Siag, Shperberg, Felner & Sturtevant 2024; Rios & Chaimowicz 2011",
        pseudocode: "\
for both ends: open, closed <- {}; best <- infinity @search
put start into open ahead, the goals behind @root
k: h of the way back; b = 2g + h - k; B: least b of the other
while both ends have open states:
  bound <- half of (least b ahead + least b behind)
  if best <= bound, lifted by parity: leave the loop
  in a round, each thread in its part of the states:
    n <- state with least b; move it to closed @expand
    for each successor s of n, seen from its end: @generate
      if this end knows s with no larger g: drop s @duplicate,worse
      if f(s) or (b(s) + B) / 2 >= best: drop s @over-bound
      if s is in closed: take it out again @reopen
      put s into open of its thread @keep
      if the other end knows s: best <- the cheaper @met
return the best path; one thread, if watched: BAE* @solved
",
        features: &[Feature::Repeatable],
        ..AlgorithmCard::informed("parallel-bae", &["parallel-bae*"], "Parallel BAE*")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let threads = task.budget.threads();
        if task.observer.is_taken() || threads == 1 {
            return bae::Entry::run(options, task);
        }
        let Task { domain, start, heuristic, backward, budget, mut observer } = task;
        let start = &start;
        let stop =
            |why, budget: &mut Budget<'_>| Outcome::new(Verdict::Stopped { why, best: None }, Stats::default(), budget);
        let (reverse, behind) = match turned_round::<bae::Entry, D>(domain, start, backward, budget) {
            Ok(ready) => ready,
            Err(why) => return stop(why, budget),
        };
        let consistent = heuristic.promises().consistent && behind.promises().consistent;
        if heuristic.promises().admissible {
            budget.raise_lower_bound(heuristic.estimate(domain, start));
        }
        let lanes = if threads == 2 { 1 } else { threads };
        let to_start = |state: &D::State| behind.estimate(&reverse, state);
        let to_goal = |state: &D::State| heuristic.estimate(domain, state);
        let forward = End::new(Side::Forward, domain, heuristic, &to_start, lanes);
        let backward = End::new(Side::Backward, &reverse, &*behind, &to_goal, lanes);
        let common = Common {
            rendezvous: Rendezvous::new(threads),
            best_cost: AtomicU32::new(Cost::MAX),
            best: Mutex::new(None),
            halted: AtomicBool::new(false),
            parity: domain.cost_parity(start),
            least_cost: domain.uniform_cost().unwrap_or(0),
        };
        for (state, end) in
            [(start.clone(), true)].into_iter().chain(domain.goals().into_iter().map(|goal| (goal, false)))
        {
            let key = domain.pack(&state);
            let delivery = Delivery { key, g: 0, parent: ShardPlace::NOWHERE };
            let end = if end { &forward } else { &backward };
            lock(&end.deliveries[end.lane_of(&delivery.key)][0]).push(delivery);
        }
        let shares = budget.on_threads(threads, |number, budget| {
            let mut worker = Worker { common: &common, number, stats: Stats::default(), stopped: None, held: [0; 2] };
            worker.run(&forward, &backward, consistent, budget);
            Share { stats: worker.stats, stopped: worker.stopped }
        });
        let shares = match shares {
            Ok(shares) => shares,
            Err(why) => return stop(why, budget),
        };

        let mut stats = Stats { iterations: 1, ..Stats::default() };
        for share in &shares {
            stats.generated += share.stats.generated;
            stats.evaluated += share.stats.evaluated;
            stats.reopened += share.stats.reopened;
            stats.max_open = stats.max_open.max(share.stats.max_open);
            stats.max_depth = stats.max_depth.max(share.stats.max_depth);
        }
        let stored =
            |lanes: &[RwLock<Lane<D::Key>>]| lanes.iter().map(|lane| read(lane).table.len() as u64).sum::<u64>();
        stats.max_stored = stored(&forward.lanes) + stored(&backward.lanes);
        let stopped = shares.iter().find_map(|share| share.stopped);
        let found = lock(&common.best).map(|path| {
            let mut keys = forward.keys_up(path.forward);
            keys.reverse();
            let mut ops = ops_along(domain, &keys);
            ops.extend(ops_along(domain, &backward.keys_up(path.backward)));
            solution(domain, start, ops, |_| optimal_if(consistent && stopped.is_none()))
        });
        let verdict = verdict(stopped.map_or(Ok(()), Err), found, &mut observer);
        for lane in forward.lanes.into_iter().chain(backward.lanes) {
            lane.into_inner().unwrap_or_else(PoisonError::into_inner).table.discard();
        }
        Outcome::new(verdict, stats, budget)
    }
}

/// States a thread expands in the first round, and the most in later ones: each round doubles it.
const FIRST_ROUND: usize = 32;
const LONGEST_ROUND: usize = 1 << 13;
/// Look-ups under way at once.
const AHEAD: usize = 8;

/// A successor on its way to its lane.
struct Delivery<K> {
    key: K,
    g: Cost,
    parent: ShardPlace,
}

/// What has been delivered to a lane, by the lane that it comes from.
type Deliveries<K> = Vec<Mutex<Vec<Delivery<K>>>>;

/// Part of the states of one end.
struct Lane<K: StateKey> {
    table: StateTable<K, Reached<ShardPlace>>,
    queue: BucketQueue,
    open: u64,
    /// States stored since the last look at the other end.
    fresh: Vec<NodeId>,
}

impl<K: StateKey> Lane<K> {
    fn new() -> Self {
        Self {
            table: StateTable::default(),
            queue: BucketQueue::new(Discipline::LastInFirstOut),
            open: 0,
            fresh: Vec::new(),
        }
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.queue.bytes() + (self.fresh.capacity() * size_of::<NodeId>()) as u64
    }

    /// The first state of the frontier.
    fn first(&mut self) -> Option<(Priority, NodeId)> {
        let table = &self.table;
        self.queue.first_where(|id| !table.value(id).is_closed())
    }
}

/// One end of the problem: how its lanes make and estimate states.
struct End<'e, X: Domain> {
    side: Side,
    domain: &'e X,
    heuristic: &'e dyn Evaluator<X>,
    /// The estimate of the way back.
    way_back: &'e (dyn Fn(&X::State) -> Cost + Sync),
    lanes: Vec<RwLock<Lane<X::Key>>>,
    /// The least priority and the number of open states of each lane, as they were at the end of
    /// the round.
    least: Vec<AtomicU64>,
    open: Vec<AtomicU64>,
    /// By the lane that they belong to and the one that they come from, so that the order in which
    /// threads get there changes nothing.
    deliveries: Vec<Deliveries<X::Key>>,
}

/// A poisoned lock means that a worker has panicked; its panic is passed on when the others have
/// left.
fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'e, X: Domain> End<'e, X> {
    fn new(
        side: Side,
        domain: &'e X,
        heuristic: &'e dyn Evaluator<X>,
        way_back: &'e (dyn Fn(&X::State) -> Cost + Sync),
        lanes: usize,
    ) -> Self {
        Self {
            side,
            domain,
            heuristic,
            way_back,
            lanes: (0..lanes).map(|_| RwLock::new(Lane::new())).collect(),
            least: (0..lanes).map(|_| AtomicU64::new(u64::MAX)).collect(),
            open: (0..lanes).map(|_| AtomicU64::new(0)).collect(),
            deliveries: (0..lanes).map(|_| (0..lanes).map(|_| Mutex::default()).collect()).collect(),
        }
    }

    fn lane_of(&self, key: &X::Key) -> usize {
        if self.lanes.len() == 1 { 0 } else { part_of(self.domain.abstract_hash(key), self.lanes.len()) }
    }

    fn least(&self) -> u64 {
        self.least.iter().map(|least| least.load(Ordering::Acquire)).min().unwrap_or(u64::MAX)
    }

    fn open(&self) -> u64 {
        self.open.iter().map(|open| open.load(Ordering::Acquire)).sum()
    }

    fn publish(&self, number: usize, lane: &mut Lane<X::Key>) {
        let least = lane.first().map_or(u64::MAX, |(priority, _)| priority.first);
        self.least[number].store(least, Ordering::Release);
        self.open[number].store(lane.open, Ordering::Release);
    }

    /// The keys from a node to where its end began.
    fn keys_up(&self, last: ShardPlace) -> Vec<X::Key> {
        keys_by(last.known(), |place| {
            let (lane, node) = (read(&self.lanes[place.table as usize]), NodeId(place.node));
            (lane.table.key(node).clone(), lane.table.value(node).parent.known())
        })
    }
}

/// The cheapest path: its cost, and where its halves meet.
#[derive(Clone, Copy)]
struct Path {
    cost: Cost,
    forward: ShardPlace,
    backward: ShardPlace,
}

/// What all threads see.
struct Common {
    rendezvous: Rendezvous,
    best_cost: AtomicU32,
    best: Mutex<Option<Path>>,
    /// Set when a limit has been reached: everybody leaves after the round.
    halted: AtomicBool,
    parity: Option<Parity>,
    least_cost: Cost,
}

impl Common {
    fn lift(&self, bound: u64) -> Cost {
        let bound = Cost::try_from(bound).unwrap_or(Cost::MAX);
        self.parity.map_or(bound, |parity| parity.lift(bound))
    }

    fn is_reached_by(&self, bound: u64) -> bool {
        self.best_cost.load(Ordering::Acquire) <= self.lift(bound)
    }

    /// Notes a path. Of several that cost the same, that with the smallest places is kept, so that
    /// chance decides nothing.
    fn note(&self, path: Path) {
        let rank = |path: &Path| (path.cost, path.forward, path.backward);
        let mut best = lock(&self.best);
        if best.as_ref().is_none_or(|best| rank(&path) < rank(best)) {
            self.best_cost.fetch_min(path.cost, Ordering::AcqRel);
            *best = Some(path);
        }
    }
}

/// What one thread counted.
struct Share {
    stats: Stats,
    stopped: Option<Stop>,
}

struct Worker<'w> {
    common: &'w Common,
    number: usize,
    stats: Stats,
    stopped: Option<Stop>,
    /// What its lane of each end holds, forward first.
    held: [u64; 2],
}

impl Worker<'_> {
    fn run<D: Domain>(
        &mut self,
        forward: &End<'_, D>,
        backward: &End<'_, D>,
        consistent: bool,
        budget: &mut WorkerBudget<'_>,
    ) {
        let common = self.common;
        // A worker that panics must not keep the others waiting.
        let _guard = common.rendezvous.guard();
        let mut quota = FIRST_ROUND;
        let (mut least_forward, mut least_backward) = (u64::MAX, u64::MAX);
        // With one lane an end, the first thread has the forward one and the second the backward
        // one.
        let (has_forward, has_backward) = match forward.lanes.len() {
            1 => (self.number == 0, self.number == 1),
            _ => (true, true),
        };
        loop {
            // 1. Take in what was delivered; in the first round, the start and the goals.
            if has_forward {
                self.take_in(forward, least_backward, budget);
            }
            if has_backward {
                self.take_in(backward, least_forward, budget);
            }
            if !common.rendezvous.meet() {
                return;
            }

            // 2. Look at the other end. No thread writes, and none halts: after the next barrier a
            //    fast thread may, when a slow one has not yet decided whether to go on.
            let halted = common.halted.load(Ordering::Acquire);
            if has_forward {
                self.look_across(forward, backward);
            }
            if has_backward {
                self.look_across(backward, forward);
            }
            if !common.rendezvous.meet() {
                return;
            }

            // 3. The same decision by everybody. With one end exhausted, every path that is left
            //    has been seen.
            (least_forward, least_backward) = (forward.least(), backward.least());
            if halted || least_forward == u64::MAX || least_backward == u64::MAX {
                break;
            }
            let least = |priority| Least { priority, f: 0, g: 0 };
            let bound = bae::Entry::lower_bound(least(least_forward), least(least_backward), common.least_cost);
            if consistent {
                budget.raise_lower_bound(common.lift(bound).min(common.best_cost.load(Ordering::Acquire)));
            }
            if common.is_reached_by(bound) {
                break;
            }
            self.stats.max_open = self.stats.max_open.max(forward.open() + backward.open());

            // 4. Expand. With one lane an end, each thread works on its own end; otherwise all work
            //    on the smaller frontier, and only on its least priority, so that no more is
            //    expanded than one thread would.
            let divided = forward.lanes.len() > 1;
            let forward_turn = forward.open() <= backward.open();
            if has_forward {
                self.settle(forward);
            }
            if has_backward {
                self.settle(backward);
            }
            if has_forward && (!divided || forward_turn) {
                let up_to = if divided { least_forward } else { u64::MAX };
                self.expand_lane(forward, quota, up_to, least_backward, budget);
            }
            if has_backward && (!divided || !forward_turn) {
                let up_to = if divided { least_backward } else { u64::MAX };
                self.expand_lane(backward, quota, up_to, least_forward, budget);
            }
            quota = (2 * quota).min(LONGEST_ROUND);
            if !common.rendezvous.meet() {
                return;
            }
        }
    }

    fn own_lane<X: Domain>(&self, end: &End<'_, X>) -> usize {
        if end.lanes.len() == 1 { 0 } else { self.number }
    }

    fn halt(&mut self, why: Stop) {
        self.stopped.get_or_insert(why);
        self.common.halted.store(true, Ordering::Release);
    }

    /// Stores what others have delivered, and publishes the state of the lane.
    fn take_in<X: Domain>(&mut self, end: &End<'_, X>, other_least: u64, budget: &mut WorkerBudget<'_>) {
        let number = self.own_lane(end);
        let mut delivered = Vec::new();
        end.deliveries[number].iter().for_each(|sent| delivered.append(&mut lock(sent)));
        let mut lane = write(&end.lanes[number]);
        let hashes: Vec<u64> = delivered.iter().map(|delivery| delivery.key.hash64()).collect();
        for (place, delivery) in delivered.into_iter().enumerate() {
            if let Some(&ahead) = hashes.get(place + AHEAD) {
                lane.table.prefetch_bucket(ahead);
            }
            if let Err(why) = self.offer(end, &mut lane, delivery, hashes[place], other_least, budget) {
                self.halt(why);
            }
        }
        end.publish(number, &mut lane);
    }

    /// Stores a state that is new, or reached on a cheaper path.
    fn offer<X: Domain>(
        &mut self,
        end: &End<'_, X>,
        lane: &mut Lane<X::Key>,
        delivery: Delivery<X::Key>,
        hash: u64,
        other_least: u64,
        budget: &mut WorkerBudget<'_>,
    ) -> Result<(), Stop> {
        let Delivery { key, g, parent } = delivery;
        let known = look_up(&lane.table, &key, hash);
        if known.is_some_and(|(_, before)| before.g() <= g) {
            return Ok(());
        }
        let state = end.domain.unpack(&key);
        let h = end.heuristic.estimate(end.domain, &state);
        let way_back = (end.way_back)(&state);
        self.stats.evaluated += 2;
        // Dropped without a look at the other end, which may know the state. That loses no path
        // cheaper than the best: `through` bounds every path that goes by way of this state and
        // then of one that was open there when the round began. If the rest of a path has no such
        // state, the other end had closed this very state in an earlier round, and so had reached
        // its predecessor on the path, the one that is being expanded here: then `look_across` has
        // noted the path, or `offer` dropped it there, by the bound of paths through the
        // predecessor, which was still open here.
        if other_least < u64::MAX && self.common.is_reached_by(bae::Entry::through(g, h, way_back, other_least)) {
            return Ok(());
        }
        let stored = Reached::open(g, parent);
        let reopens = known.is_some_and(|(_, before)| before.is_closed());
        self.stats.reopened += u64::from(reopens);
        lane.open += u64::from(reopens || known.is_none());
        let beside = lane.queue.bytes() + self.held[1 - end.side as usize];
        let id = store(&mut lane.table, known, key, hash, stored, |bytes| budget.hold(bytes.saturating_add(beside)))?;
        self.stats.max_depth = self.stats.max_depth.max(u64::from(g));
        let first = bae::Entry::priority(g, h, way_back);
        lane.queue.push(Priority { first, second: u64::from(Cost::MAX - g) }, id)?;
        lane.fresh.push(id);
        Ok(())
    }

    /// Expands the first states of a lane, up to a priority.
    fn expand_lane<X: Domain>(
        &mut self,
        end: &End<'_, X>,
        quota: usize,
        up_to: u64,
        other_least: u64,
        budget: &mut WorkerBudget<'_>,
    ) {
        let number = self.own_lane(end);
        let mut lane = write(&end.lanes[number]);
        let mut out: Vec<Vec<Delivery<X::Key>>> = end.lanes.iter().map(|_| Vec::new()).collect();
        let mut children: Vec<(Delivery<X::Key>, u64, usize)> = Vec::new();
        for _ in 0..quota {
            let Some((priority, id)) = lane.first() else { break };
            if priority.first > up_to {
                break;
            }
            if let Err(why) = budget.expand() {
                self.halt(why);
                break;
            }
            lane.queue.pop();
            if let Some(next) = lane.queue.peek() {
                lane.table.prefetch_node(next);
            }
            let stored = lane.table.value(id);
            lane.table.set_value(id, stored.closed());
            lane.open -= 1;
            let key = lane.table.key(id).clone();
            let state = end.domain.unpack(&key);
            let parent = ShardPlace { table: number as u32, node: id.0 };
            for op in end.domain.ops(&state) {
                let child = end.domain.child_key(&state, &key, op);
                let hash = child.hash64();
                let owner = end.lane_of(&child);
                if owner == number {
                    lane.table.prefetch_bucket(hash);
                }
                let g = stored.g() + end.domain.cost(&state, op);
                children.push((Delivery { key: child, g, parent }, hash, owner));
            }
            self.stats.generated += children.len() as u64;
            for (_, hash, _) in children.iter().filter(|(_, _, owner)| *owner == number) {
                lane.table.prefetch_candidate(*hash);
            }
            for (delivery, hash, owner) in children.drain(..) {
                if owner != number {
                    out[owner].push(delivery);
                } else if let Err(why) = self.offer(end, &mut lane, delivery, hash, other_least, budget) {
                    self.halt(why);
                }
            }
        }
        let sent: usize = out.iter().map(|batch| batch.len() * size_of::<Delivery<X::Key>>()).sum();
        self.held[end.side as usize] = lane.bytes() + sent as u64;
        if let Err(why) = budget.hold(self.held.iter().sum()) {
            self.halt(why);
        }
        for (owner, mut batch) in out.into_iter().enumerate().filter(|(_, batch)| !batch.is_empty()) {
            lock(&end.deliveries[owner][number]).append(&mut batch);
        }
    }

    /// Looks whether the other end has reached what this one has just stored.
    fn look_across<X: Domain, Y: Domain<State = X::State, Key = X::Key>>(
        &mut self,
        own: &End<'_, X>,
        other: &End<'_, Y>,
    ) {
        let number = self.own_lane(own);
        let lane = read(&own.lanes[number]);
        let there = read(&other.lanes[number]);
        let hash = |id: NodeId| lane.table.key(id).hash64();
        for (place, &id) in lane.fresh.iter().enumerate() {
            if let Some(&ahead) = lane.fresh.get(place + AHEAD) {
                there.table.prefetch_bucket(hash(ahead));
            }
            let Some(met) = there.table.find(lane.table.key(id), hash(id)) else { continue };
            let cost = lane.table.value(id).g() + there.table.value(met).g();
            let place = |node: NodeId| ShardPlace { table: number as u32, node: node.0 };
            if cost <= self.common.best_cost.load(Ordering::Acquire) {
                let (forward, backward) = match own.side {
                    Side::Forward => (place(id), place(met)),
                    Side::Backward => (place(met), place(id)),
                };
                self.common.note(Path { cost, forward, backward });
            }
        }
    }

    /// Forgets what was new in a lane, after it has been looked up.
    fn settle<X: Domain>(&self, end: &End<'_, X>) {
        write(&end.lanes[self.own_lane(end)]).fresh.clear();
    }
}
