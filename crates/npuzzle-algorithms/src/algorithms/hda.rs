//! HDA*, hash-distributed A*: every thread owns the states of its part of a hash, with a table and
//! a frontier of its own.
//!
//! A successor that belongs to another thread is sent to it, in batches; what belongs to one thread
//! is never looked at by another, so there is nothing to lock but the mailboxes. The owner of a
//! state is chosen by an abstract hash that most moves do not change, so that most successors stay
//! where they are made. Threads do not wait for each other's smallest `f`, so the first goal found
//! need not be the cheapest: its cost is a bound that all share, and the search ends when no thread
//! has a state with a smaller `f` and no message is on its way ([`Mailboxes`]). (Kishimoto,
//! Fukunaga & Botea 2009; abstract hashes: Burns, Lemons, Ruml & Zhou 2010)

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::algorithms::Algorithm;
use crate::algorithms::astar;
use crate::algorithms::expander::{Successors, verdict};
use crate::algorithms::path::{keys_by, ops_along, optimal_if, solution};
use crate::algorithms::reached::{Reached, ShardPlace, look_up, store};
use crate::core::card::{AlgorithmCard, FrontierOrder, Group, Options, SearchKind};
use crate::core::{Cost, Domain, Evaluator, Outcome, Parity, StateKey, Stats, Stop, Task, Verdict, WorkerBudget};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::key::part_of;
use crate::store::mailbox::{self, Mailboxes};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "A* whose states are shared out among threads by a hash",
        group: Group::Parallel,
        kind: SearchKind::Parallel,
        frontier: FrontierOrder::LeastF,
        citation: "Kishimoto, Fukunaga & Botea 2009",
        pseudocode: "\
every state has an owner: one of the threads, by a hash
open <- {start} at its owner, best <- infinity @search
each thread, as long as f < best somewhere in open:
  n <- own state of open with least f, then largest g
  if n is a goal: best <- min(best, g(n)), go on
  move n from open to closed @expand
  for each successor s of n, if f(s) < best: @generate
    send s to its owner, where:
      if s is known with no larger g: drop s @duplicate,worse
      if s is in closed: take it out again @reopen
      g(s) <- g by way of n; put s into open @keep
return the best path; one thread, if watched: A* @solved
",
        ..AlgorithmCard::informed("hda", &["hda*", "hash-distributed-a*"], "Hash-distributed A*")
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let workers = task.budget.threads();
        if task.observer.is_taken() || workers == 1 {
            return astar::Entry::run(&Options::defaults(astar::Entry::CARD.options), task);
        }
        let Task { domain, start, heuristic, budget, mut observer, .. } = task;
        let start = &start;
        let admissible = heuristic.promises().admissible;
        let parity = domain.cost_parity(start).filter(|_| domain.uniform_cost() == Some(1) && admissible);
        let common = Common {
            domain,
            heuristic,
            parity,
            workers,
            boxes: Mailboxes::new(workers),
            best: AtomicU32::new(Cost::MAX),
            open: AtomicU64::new(0),
            most_open: AtomicU64::new(1),
        };
        let h = heuristic.estimate(domain, start);
        if admissible {
            budget.raise_lower_bound(h);
        }
        let key = domain.pack(start);
        let owner = common.owner(&key);
        let run = |number, budget: &mut WorkerBudget<'_>| {
            let first = Message { key: key.clone(), g: 0, h, parent: ShardPlace::NOWHERE };
            Worker::new(&common, number, budget).run((number == owner).then_some(first))
        };
        let ended = match budget.on_threads(workers, run) {
            Ok(ended) => ended,
            Err(why) => return Outcome::new(Verdict::Stopped { why, best: None }, Stats::default(), budget),
        };

        let mut stats = Stats { iterations: 1, evaluated: 1, ..Stats::default() };
        for worker in &ended {
            stats.generated += worker.stats.generated;
            stats.evaluated += worker.stats.evaluated;
            stats.reopened += worker.stats.reopened;
            stats.max_stored += worker.table.len() as u64;
            stats.max_depth = stats.max_depth.max(worker.stats.max_depth);
        }
        stats.max_open = common.most_open.load(Ordering::Relaxed);
        let stopped = ended.iter().find_map(|worker| worker.stopped);
        // Unread messages: their receiver was stopped before.
        let mut unread = Vec::new();
        let unread_f = (0..workers).filter_map(|worker| {
            unread.clear();
            common.boxes.take(worker, &mut unread);
            unread.iter().map(Message::f).min()
        });
        let unread_f = unread_f.min();
        let unseen = ended.iter().filter_map(|worker| worker.least_f).chain(unread_f).min();
        if let (true, Some(f)) = (admissible, unseen) {
            // Every path that is left goes through a state that waits somewhere.
            budget.raise_lower_bound(f.min(common.best.load(Ordering::Relaxed)));
        }
        let goals =
            ended.iter().enumerate().filter_map(|(worker, ended)| ended.goal.map(|(cost, node)| (cost, worker, node)));
        let found = goals.min_by_key(|&(cost, worker, _)| (cost, worker)).map(|(_, worker, node)| {
            let place = ShardPlace { table: worker as u32, node: node.0 };
            // A state before the goal may have been bettered since.
            let ops = ops_along(domain, &keys_to(&ended, place));
            solution(domain, start, ops, |_| optimal_if(admissible && stopped.is_none()))
        });
        let verdict = verdict(stopped.map_or(Ok(()), Err), found, &mut observer);
        ended.into_iter().for_each(|worker| worker.table.discard());
        Outcome::new(verdict, stats, budget)
    }
}

/// Messages to another thread are sent when there are so many, or when there is nothing else to do.
const BATCH: usize = 256;
/// States expanded between two looks into the mailbox.
const TURN: usize = 64;

/// Look-ups under way at once.
const AHEAD: usize = 8;

/// A successor on its way to its owner.
struct Message<K> {
    key: K,
    g: Cost,
    h: Cost,
    parent: ShardPlace,
}

impl<K: StateKey> Message<K> {
    fn f(&self) -> Cost {
        self.g.saturating_add(self.h)
    }
}

/// What messages take.
fn bytes_of<K: StateKey>(messages: &[Message<K>]) -> u64 {
    let keys: usize = messages.iter().map(|message| message.key.heap_bytes()).sum();
    (size_of_val(messages) + keys) as u64
}

/// What all workers see.
struct Common<'c, D: Domain> {
    domain: &'c D,
    heuristic: &'c dyn Evaluator<D>,
    parity: Option<Parity>,
    workers: usize,
    boxes: Mailboxes<Message<D::Key>>,
    /// Cost of the cheapest goal so far. A thread that reads an old value only does more than it
    /// has to: `boxes` alone tell when all is done.
    best: AtomicU32,
    /// States that wait in all frontiers, as of each worker's last turn, and the most there were.
    open: AtomicU64,
    most_open: AtomicU64,
}

/// What a worker has when it ends.
struct Ended<K: StateKey> {
    table: StateTable<K, Reached<ShardPlace>>,
    goal: Option<(Cost, NodeId)>,
    /// The least `f` it has not dealt with.
    least_f: Option<Cost>,
    stats: Stats,
    stopped: Option<Stop>,
}

/// The keys from the start to a node, across all tables.
///
/// Parents make no circle, even where operators cost nothing and a state is bettered after its
/// successors were made. A state gets another parent only on a strictly cheaper path, so `g` never
/// grows towards the start. Round a circle all `g` would be equal, and each state would have got
/// its last parent after that parent had got its own.
fn keys_to<K: StateKey>(workers: &[Ended<K>], last: ShardPlace) -> Vec<K> {
    let mut keys = keys_by(last.known(), |place| {
        let (table, node) = (&workers[place.table as usize].table, NodeId(place.node));
        (table.key(node).clone(), table.value(node).parent.known())
    });
    keys.reverse();
    keys
}

impl<D: Domain> Common<'_, D> {
    fn owner(&self, key: &D::Key) -> usize {
        // The high bits: the low ones choose places inside the tables.
        part_of(self.domain.abstract_hash(key), self.workers)
    }

    /// Whether a state with this `f` can still lead to a better solution.
    fn is_worth(&self, f: Cost) -> bool {
        let f = self.parity.map_or(f, |parity| parity.lift(f));
        f < self.best.load(Ordering::Relaxed)
    }
}

struct Worker<'w, 'c, 'b, D: Domain> {
    common: &'w Common<'c, D>,
    number: usize,
    budget: &'w mut WorkerBudget<'b>,
    table: StateTable<D::Key, Reached<ShardPlace>>,
    queue: BucketQueue,
    /// Messages that have not been sent, by their receivers.
    out: Vec<Vec<Message<D::Key>>>,
    stats: Stats,
    open: u64,
    published: u64,
    goal: Option<(Cost, NodeId)>,
    /// The least `f` of states there was no room for.
    lost_f: Cost,
    // Kept between expansions, so that none of them allocates.
    successors: Successors<D>,
    own: Vec<Message<D::Key>>,
    hashes: Vec<u64>,
}

impl<'w, 'c, 'b, D: Domain> Worker<'w, 'c, 'b, D> {
    fn new(common: &'w Common<'c, D>, number: usize, budget: &'w mut WorkerBudget<'b>) -> Self {
        Self {
            common,
            number,
            budget,
            table: StateTable::default(),
            queue: BucketQueue::new(Discipline::LastInFirstOut),
            out: (0..common.workers).map(|_| Vec::new()).collect(),
            stats: Stats::default(),
            open: 0,
            published: 0,
            goal: None,
            lost_f: Cost::MAX,
            successors: Successors::default(),
            own: Vec::new(),
            hashes: Vec::new(),
        }
    }

    /// Works until all is done, or there is a reason to stop. The owner of the start begins with
    /// it.
    fn run(mut self, start: Option<Message<D::Key>>) -> Ended<D::Key> {
        let common = self.common;
        let planted = self.receive_all(&mut start.into_iter().collect());
        let stopped = planted.and_then(|()| common.boxes.run(self.number, &mut self)).err();
        // What was never dealt with: in the frontier, still unsent, or lost. What is unread stays
        // in its box.
        let unsent = self.out.iter().flatten().map(Message::f);
        let mut least_f = unsent.min().unwrap_or(Cost::MAX).min(self.lost_f);
        if let Some((priority, _)) = self.queue.first_where(|id| !self.table.value(id).is_closed()) {
            least_f = least_f.min(priority.first as Cost);
        }
        let least_f = stopped.map(|_| least_f);
        Ended { table: self.table, goal: self.goal, least_f, stats: self.stats, stopped }
    }

    /// Sends what is there for a worker. It counts as held from now until it is received: a slow
    /// receiver must not let messages pile up beyond the limit. What there is no room for stays
    /// here.
    fn send(&mut self, to: usize) -> Result<(), Stop> {
        self.budget.send(bytes_of(&self.out[to]))?;
        self.common.boxes.send(to, &mut self.out[to]);
        Ok(())
    }

    /// Tells how many states wait here.
    fn publish_open(&mut self) {
        let total = if self.open >= self.published {
            let more = self.open - self.published;
            self.common.open.fetch_add(more, Ordering::Relaxed) + more
        } else {
            let less = self.published - self.open;
            self.common.open.fetch_sub(less, Ordering::Relaxed) - less
        };
        self.common.most_open.fetch_max(total, Ordering::Relaxed);
        self.published = self.open;
    }

    /// The next state worth expanding. Goals are noted on the way.
    fn next(&mut self) -> Option<NodeId> {
        loop {
            let table = &self.table;
            let (priority, id) = self.queue.first_where(|id| !table.value(id).is_closed())?;
            if !self.common.is_worth(priority.first as Cost) {
                return None;
            }
            self.queue.pop();
            self.open -= 1;
            let entry = self.table.value(id);
            self.table.set_value(id, entry.closed());
            let g = entry.g();
            if self.common.domain.is_goal(&self.common.domain.unpack(self.table.key(id))) {
                if self.common.best.fetch_min(g, Ordering::Relaxed) > g {
                    self.goal = Some((g, id));
                }
                continue;
            }
            return Some(id);
        }
    }

    fn expand(&mut self, id: NodeId) -> Result<(), Stop> {
        if let Err(why) = self.budget.expand() {
            // The state goes back, so that the bound stays true.
            let entry = self.table.value(id);
            let g = entry.g();
            self.table.set_value(id, Reached::open(g, entry.parent));
            let h = self.common.heuristic.estimate(self.common.domain, &self.common.domain.unpack(self.table.key(id)));
            self.push(id, g, h)?;
            return Err(why);
        }
        let domain = self.common.domain;
        let key = self.table.key(id).clone();
        let state = domain.unpack(&key);
        let g = self.table.value(id).g();
        let mut successors = std::mem::take(&mut self.successors);
        successors.list(domain.ops(&state));
        successors.estimate(domain, self.common.heuristic, &state);
        self.stats.generated += successors.count();
        self.stats.evaluated += successors.count();
        let parent = ShardPlace { table: self.number as u32, node: id.0 };
        let mut own = std::mem::take(&mut self.own);
        // All successors are made, even if one cannot be sent: what is lost must be known.
        let mut sent = Ok(());
        for (&op, &h) in successors.ops.iter().zip(&successors.estimates) {
            let g = g + domain.cost(&state, op);
            if !self.common.is_worth(g.saturating_add(h)) {
                continue;
            }
            let key = domain.child_key(&state, &key, op);
            let owner = self.common.owner(&key);
            let message = Message { key, g, h, parent };
            if owner == self.number {
                own.push(message);
                continue;
            }
            self.out[owner].push(message);
            if self.out[owner].len() >= BATCH {
                sent = sent.and(self.send(owner));
            }
        }
        let received = self.receive_all(&mut own);
        (self.own, self.successors) = (own, successors);
        sent.and(received)
    }

    /// Takes states in, with the cache misses of some of them overlapping. All are looked at, even
    /// if there is no room for one: what is lost must be known.
    fn receive_all(&mut self, messages: &mut Vec<Message<D::Key>>) -> Result<(), Stop> {
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.clear();
        hashes.extend(messages.iter().map(|message| message.key.hash64()));
        hashes.iter().take(AHEAD).for_each(|&hash| self.table.prefetch_bucket(hash));
        let mut received = Ok(());
        for (place, message) in messages.drain(..).enumerate() {
            if let Some(&ahead) = hashes.get(place + AHEAD) {
                self.table.prefetch_bucket(ahead);
            }
            received = received.and(self.receive_one(message, hashes[place]));
        }
        self.hashes = hashes;
        received
    }

    /// Stores a state that is new, or reached on a cheaper path.
    fn receive_one(&mut self, message: Message<D::Key>, hash: u64) -> Result<(), Stop> {
        let f = message.f();
        let Message { key, g, h, parent } = message;
        if !self.common.is_worth(f) {
            return Ok(());
        }
        let entry = Reached::open(g, parent);
        let known = look_up(&self.table, &key, hash);
        if let Some((_, before)) = known {
            if before.g() <= g {
                return Ok(());
            }
            if before.is_closed() {
                self.stats.reopened += 1;
            } else {
                self.open -= 1;
            }
        }
        let allow = |bytes: u64| {
            let unsent: u64 = self.out.iter().map(|messages| bytes_of(messages)).sum();
            self.budget.hold(bytes.saturating_add(self.queue.bytes() + unsent))
        };
        let stored = store(&mut self.table, known, key, hash, entry, allow);
        let id = stored.inspect_err(|_| self.lost_f = self.lost_f.min(f))?;
        self.stats.max_depth = self.stats.max_depth.max(u64::from(g));
        self.push(id, g, h)
    }

    fn push(&mut self, id: NodeId, g: Cost, h: Cost) -> Result<(), Stop> {
        let first = u64::from(g) + u64::from(h);
        let pushed = self.queue.push(Priority { first, second: u64::from(Cost::MAX - g) }, id);
        pushed.inspect_err(|_| self.lost_f = self.lost_f.min(g.saturating_add(h)))?;
        self.open += 1;
        Ok(())
    }
}

impl<D: Domain> mailbox::Worker<Message<D::Key>> for Worker<'_, '_, '_, D> {
    type Stop = Stop;

    fn receive(&mut self, messages: &mut Vec<Message<D::Key>>) -> Result<(), Stop> {
        let bytes = bytes_of(messages);
        let received = self.receive_all(messages);
        self.budget.arrive(bytes);
        received
    }

    /// Expands some states.
    fn work(&mut self) -> Result<bool, Stop> {
        let mut expanded = 0;
        while expanded < TURN
            && let Some(id) = self.next()
        {
            self.expand(id)?;
            expanded += 1;
        }
        self.publish_open();
        Ok(expanded > 0)
    }

    fn send_rest(&mut self) -> Result<(), Stop> {
        (0..self.common.workers).try_for_each(|to| self.send(to))
    }

    fn wait(&mut self) -> Result<(), Stop> {
        self.budget.check()?;
        std::thread::yield_now();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::zero::Zero;
    use crate::core::{Budget, Limits};

    /// A chain of even numbers. Each has [`WIDTH`] successors besides, odd ones, which belong to
    /// the other worker and lead nowhere.
    struct Comb;

    const WIDTH: u64 = 1000;

    impl Domain for Comb {
        type State = u64;
        type Key = u64;
        type Op = u64;
        type Ops = std::ops::Range<u64>;
        type Undo = u64;

        fn ops(&self, state: &u64) -> Self::Ops {
            0..if state.is_multiple_of(2) { WIDTH + 1 } else { 0 }
        }

        fn apply(&self, state: &mut u64, op: u64) -> u64 {
            let next = if op == 0 { *state + 2 } else { 2 * (*state * WIDTH + op) + 1 };
            std::mem::replace(state, next)
        }

        fn undo(&self, state: &mut u64, undo: &u64) {
            *state = *undo;
        }

        fn is_goal(&self, _: &u64) -> bool {
            false
        }

        fn pack(&self, state: &u64) -> u64 {
            *state
        }

        fn unpack(&self, key: &u64) -> u64 {
            *key
        }

        fn reverse(&self, _: &u64) -> Option<Self> {
            None
        }

        fn goals(&self) -> Vec<u64> {
            Vec::new()
        }

        fn abstract_hash(&self, key: &u64) -> u64 {
            key << 63
        }
    }

    /// A receiver that reads nothing: messages to it fill the memory when they are sent, long
    /// before the sender's table grows again.
    #[test]
    fn unread_messages_count_when_they_are_sent() {
        let common = Common {
            domain: &Comb,
            heuristic: &Zero,
            parity: None,
            workers: 2,
            boxes: Mailboxes::new(2),
            best: AtomicU32::new(Cost::MAX),
            open: AtomicU64::new(0),
            most_open: AtomicU64::new(1),
        };
        let memory = 1 << 20;
        let mut budget = Budget::new(Limits { memory: Some(memory), nodes: Some(1000), ..Limits::default() });
        let ended = budget.on_threads(2, |number, budget| {
            let start = Message { key: 0, g: 0, h: 0, parent: ShardPlace::NOWHERE };
            (number == 0).then(|| Worker::new(&common, number, budget).run(Some(start)))
        });
        let sender = ended.unwrap().remove(0).unwrap();
        assert_eq!(sender.stopped, Some(Stop::Memory));
        let mut unread = Vec::new();
        common.boxes.take(1, &mut unread);
        let held = bytes_of(&unread) + sender.table.bytes();
        assert!(held <= memory && held > memory * 9 / 10, "{held}");
        assert!(budget.peak_bytes() <= memory);
        // What was not sent is not forgotten.
        assert_eq!(sender.least_f, Some(unread.last().unwrap().g));
    }
}
