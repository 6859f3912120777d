//! HDA*, hash-distributed A*: every thread owns the states of its part of a hash, with a table and
//! a frontier of its own. Threads may belong to several processes.
//!
//! A successor that belongs to another thread is sent to it, in batches; what belongs to one thread
//! is never looked at by another, so there is nothing to lock but the mailboxes. The owner of a
//! state is chosen by an abstract hash that most moves do not change, so that most successors stay
//! where they are made. Threads do not wait for each other's smallest `f`, so the first goal found
//! need not be the cheapest: its cost is a bound that all share, and the search ends when no thread
//! has a state with a smaller `f` and no message is on its way ([`Mailboxes`]). (Kishimoto,
//! Fukunaga & Botea 2009; abstract hashes: Burns, Lemons, Ruml & Zhou 2010)
//!
//! Where the budget has a [`Crew`](crate::core::Crew), all its processes search together: each owns
//! a part of the hash, and its threads divide that. States for another process travel in parcels
//! (`parcel.rs`); a courier in each process takes them in and finds out with the others when all is
//! done (`post.rs`). Then the processes agree on one answer (`settlement.rs`).

mod deliveries;
mod parcel;
mod place;
mod post;
mod settlement;
mod worker;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::algorithms::Algorithm;
use crate::algorithms::astar;
use crate::algorithms::expander::verdict;
use crate::algorithms::hda::deliveries::Deliveries;
use crate::algorithms::hda::parcel::Note;
use crate::algorithms::hda::place::{MOST_RANKS, MOST_WORKERS, Owner, rank_of, worker_of};
use crate::algorithms::hda::post::{Courier, Post};
use crate::algorithms::hda::settlement::{Goal, Share, settle};
use crate::algorithms::hda::worker::Worker;
use crate::algorithms::path::{keys_by, ops_along, optimal_if, solution};
use crate::algorithms::reached::{Reached, ShardPlace};
use crate::core::card::{AlgorithmCard, Feature, FrontierOrder, Group, Options, SearchKind};
use crate::core::{
    Budget, Cost, Domain, Evaluator, Outcome, Parity, StateKey, Stats, Stop, Task, Verdict, WorkerBudget,
};
use crate::store::key::part_of;
use crate::store::mailbox::Mailboxes;
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "A* whose states are shared out among threads by a hash",
        group: Group::Parallel,
        kind: SearchKind::Parallel,
        frontier: FrontierOrder::LeastF,
        features: &[Feature::Divided],
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
        let workers = task.budget.threads().min(MOST_WORKERS);
        let crew = task.budget.crew().cloned();
        if task.observer.is_taken() || workers == 1 && crew.is_none() {
            return astar::Entry::run(&Options::defaults(astar::Entry::CARD.options), task);
        }
        let Task { domain, start, heuristic, budget, mut observer, .. } = task;
        let hindrance = match &crew {
            Some(_) if !domain.keys_travel() => Some(Stop::StaysHere),
            Some(crew) if crew.size() >= MOST_RANKS => Some(Stop::Threads),
            _ => None,
        };
        if let Some(why) = hindrance {
            return Outcome::new(Verdict::Stopped { why, best: None }, Stats::default(), budget);
        }
        let start = &start;
        let admissible = heuristic.promises().admissible;
        let parity = domain.cost_parity(start).filter(|_| domain.uniform_cost() == Some(1) && admissible);
        let before = budget.expanded();
        // Processes share permissions to expand out among themselves.
        let nodes = if crew.is_some() { budget.replace_node_limit(None) } else { None };
        let post =
            crew.as_deref().map(|crew| Post::new(crew, workers, nodes.map(|nodes| nodes.saturating_sub(before))));
        let common = Common {
            domain,
            heuristic,
            parity,
            workers,
            boxes: if post.is_some() { Mailboxes::with_courier(workers) } else { Mailboxes::new(workers) },
            best: AtomicU32::new(Cost::MAX),
            open: AtomicU64::new(0),
            most_open: AtomicU64::new(1),
            post: post.as_ref(),
        };
        let h = heuristic.estimate(domain, start);
        if admissible {
            budget.raise_lower_bound(h);
        }
        let (ended, own) = common.search(domain.pack(start), h, budget);
        let (all, keys) = match &post {
            None => {
                let keys = own.goal.map(|goal| keys_to(&ended, goal.place));
                (own, keys)
            }
            Some(post) => {
                budget.replace_node_limit(nodes);
                let all = settle(post, own, &|place, keys| follow(&ended, post.rank(), place, keys));
                budget.note_expanded(before + all.stats.expanded);
                let keys = all.path.as_deref().map(keys_of);
                (all, keys)
            }
        };

        if let (true, Some(f)) = (admissible, all.least_f) {
            // Every path that is left goes through a state that waits somewhere.
            budget.raise_lower_bound(all.goal.map_or(f, |goal| f.min(goal.cost)));
        }
        // A state before the goal may have been bettered since: the cost is that of the path.
        let proof = |_| optimal_if(admissible && all.stopped.is_none());
        let found = keys.map(|keys| solution(domain, start, ops_along(domain, &keys), proof));
        let verdict = verdict(all.stopped.map_or(Ok(()), Err), found, &mut observer);
        ended.into_iter().for_each(|worker| worker.table.discard());
        let mut outcome = Outcome::new(verdict, all.stats, budget);
        outcome.stats.peak_bytes = all.stats.peak_bytes;
        outcome
    }
}

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
    /// The way to other processes, if there are any.
    post: Option<&'c Post<'c>>,
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
        let (table, node) = (&workers[worker_of(place)].table, NodeId(place.node));
        (table.key(node).clone(), table.value(node).parent.known())
    });
    keys.reverse();
    keys
}

/// Writes the keys from a node of this process back to the start, or to where another process goes
/// on, and returns that place.
fn follow<K: StateKey>(workers: &[Ended<K>], rank: usize, last: ShardPlace, keys: &mut Vec<u8>) -> ShardPlace {
    let mut next = last;
    while next.known().is_some_and(|place| rank_of(place) == rank) {
        let (table, node) = (&workers[worker_of(next)].table, NodeId(next.node));
        table.key(node).write(keys);
        next = table.value(node).parent;
    }
    next
}

/// The keys of a path that was written from its end to the start.
fn keys_of<K: StateKey>(mut bytes: &[u8]) -> Vec<K> {
    let mut keys: Vec<K> = std::iter::from_fn(|| K::read(&mut bytes)).collect();
    keys.reverse();
    keys
}

impl<D: Domain> Common<'_, D> {
    /// First by the process, so that each has an equal share however many workers it has.
    #[inline]
    fn owner(&self, key: &D::Key) -> Owner {
        self.owner_by(self.domain.abstract_hash(key))
    }

    /// By the abstract hash of the state.
    #[inline]
    fn owner_by(&self, hash: u64) -> Owner {
        let Some(post) = self.post else { return Owner { rank: 0, worker: part_of(hash, self.workers) } };
        let of_all = u128::from(hash) * post.size() as u128;
        Owner { rank: (of_all >> 64) as usize, worker: part_of(of_all as u64, self.workers) }
    }

    /// A worker of this process.
    fn here(&self, worker: usize) -> Owner {
        Owner { rank: self.rank(), worker }
    }

    fn rank(&self) -> usize {
        self.post.map_or(0, Post::rank)
    }

    /// Has the workers of this process search, and its courier if there is one. What they have
    /// then.
    fn search(&self, start: D::Key, h: Cost, budget: &mut Budget<'_>) -> (Vec<Ended<D::Key>>, Share) {
        let before = budget.expanded();
        let owner = self.owner(&start);
        let couriers_end = OnceLock::new();
        let run = |number, budget: &mut WorkerBudget<'_>| {
            if let (Some(post), true) = (self.post, number == self.workers) {
                let mut deliveries = Deliveries::new(self);
                let ended = Courier::new(post, budget).run(&mut deliveries);
                let _ = couriers_end.set((ended, deliveries.lost_f));
                return None;
            }
            let first = Message { key: start.clone(), g: 0, h, parent: ShardPlace::NOWHERE };
            Some(Worker::new(self, number, budget).run((owner == self.here(number)).then_some(first)))
        };
        let (ended, failed): (Vec<_>, _) = match budget.on_threads(self.threads(), run) {
            Ok(ended) => (ended.into_iter().flatten().collect(), None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let mut share = self.share_of(&ended);
        share.stats.expanded = budget.expanded() - before;
        share.stats.peak_bytes = budget.peak_bytes();
        if let Some(why) = failed {
            // The start is what is left.
            share.stopped = Some(why);
            share.least_f = (owner.rank == self.rank()).then_some(h);
            self.post.inspect(|post| post.tell_others(Note::Stop(why)));
        } else if let Some(&(ended, lost_f)) = couriers_end.get() {
            // Workers that rest may see a reason to end when all is done.
            share.stopped = ended.err();
            share.least_f = share.least_f.into_iter().chain(lost_f).min();
        }
        (ended, share)
    }

    /// The workers, and the courier.
    fn threads(&self) -> usize {
        self.workers + usize::from(self.post.is_some())
    }

    /// What the workers of this process have when they have ended.
    fn share_of(&self, ended: &[Ended<D::Key>]) -> Share {
        // The start was estimated before, by all processes; it counts once.
        let mut stats = Stats { iterations: 1, evaluated: u64::from(self.rank() == 0), ..Stats::default() };
        for worker in ended {
            stats.generated += worker.stats.generated;
            stats.evaluated += worker.stats.evaluated;
            stats.reopened += worker.stats.reopened;
            stats.max_stored += worker.table.len() as u64;
            stats.max_depth = stats.max_depth.max(worker.stats.max_depth);
        }
        stats.max_open = self.most_open.load(Ordering::Relaxed);
        // Unread messages: their receiver was stopped before.
        let mut unread = Vec::new();
        let unread_f = (0..self.workers).filter_map(|worker| {
            unread.clear();
            self.boxes.take(worker, &mut unread);
            unread.iter().map(Message::f).min()
        });
        let least_f = unread_f.chain(ended.iter().filter_map(|worker| worker.least_f)).min();
        let goal = |(worker, ended): (usize, &Ended<D::Key>)| {
            ended.goal.map(|(cost, node)| Goal { cost, place: self.here(worker).place(node.0, 0) })
        };
        let goal = ended.iter().enumerate().filter_map(goal).min();
        let stopped = ended.iter().find_map(|worker| worker.stopped);
        Share { stopped, least_f, goal, stats, path: None }
    }

    /// Whether a state with this `f` can still lead to a better solution.
    fn is_worth(&self, f: Cost) -> bool {
        let f = self.parity.map_or(f, |parity| parity.lift(f));
        f < self.best.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use npuzzle_domains::domains::tiles::grid::Small;
    use npuzzle_domains::domains::tiles::{Board, MoveOrder, Shape, Tiles};

    use super::*;
    use crate::core::zero::Zero;
    use crate::core::{Limits, crew};

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
            post: None,
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

    /// A binary tree without a goal.
    struct Tree {
        travels: bool,
    }

    const INNER: u64 = if cfg!(miri) { 1 << 5 } else { 1 << 18 };

    impl Domain for Tree {
        type State = u64;
        type Key = u64;
        type Op = u64;
        type Ops = std::ops::Range<u64>;
        type Undo = u64;

        fn ops(&self, state: &u64) -> Self::Ops {
            0..if *state < INNER { 2 } else { 0 }
        }

        fn apply(&self, state: &mut u64, op: u64) -> u64 {
            let next = 2 * *state + 1 + op;
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

        fn keys_travel(&self) -> bool {
            self.travels
        }
    }

    /// The tables of four processes after a search from `start` without a heuristic.
    fn tables<D: Domain>(domain: &D, start: &D::Key) -> Vec<StateTable<D::Key, Reached<ShardPlace>>> {
        std::thread::scope(|scope| {
            let search = |crew: std::sync::Arc<dyn crate::core::Crew>| {
                let post = Post::new(&*crew, 1, None);
                let common = Common {
                    domain,
                    heuristic: &Zero,
                    parity: None,
                    workers: 1,
                    boxes: Mailboxes::with_courier(1),
                    best: AtomicU32::new(Cost::MAX),
                    open: AtomicU64::new(0),
                    most_open: AtomicU64::new(1),
                    post: Some(&post),
                };
                let (mut workers, share) = common.search(start.clone(), 0, &mut Budget::new(Limits::default()));
                post.settled();
                assert_eq!(share.stopped, None);
                workers.remove(0).table
            };
            let members = crew::threads(4).into_iter().map(|crew| scope.spawn(move || search(crew)));
            members.collect::<Vec<_>>().into_iter().map(|member| member.join().unwrap()).collect()
        })
    }

    /// Who owns a state, and where it is in the owner's table, are independent: each table has its
    /// share, and uses all of its buckets.
    fn assert_spread<K: StateKey>(tables: &[StateTable<K, Reached<ShardPlace>>], expected: u64) {
        let states: usize = tables.iter().map(StateTable::len).sum();
        assert_eq!(states as u64, expected);
        for table in tables.iter().filter(|_| !cfg!(miri)) {
            assert!((states / 5..states * 2 / 7).contains(&table.len()), "{} of {states}", table.len());
            let (buckets, taken) = table.buckets();
            assert!(taken * 100 > buckets * 95, "{taken} of {buckets} buckets hold a node");
        }
    }

    #[test]
    fn owners_use_all_of_their_tables() {
        assert_spread(&tables(&Tree { travels: true }, &0), 2 * INNER + 1);
    }

    /// Boards have an abstract hash of their own. With two tiles exchanged, no board is the goal,
    /// and all that can be reached are stored.
    #[test]
    #[cfg_attr(miri, ignore = "hundreds of thousands of states")]
    fn owners_of_boards_use_all_of_their_tables() {
        let board = |tiles| Board::new(Shape::new(3, 3).unwrap(), tiles).unwrap();
        let puzzle: Tiles<Small> = Tiles::new(&board(&[1, 2, 3, 4, 5, 6, 7, 8, 0]), MoveOrder::default());
        let start = puzzle.pack(&puzzle.position(&board(&[2, 1, 3, 4, 5, 6, 7, 8, 0])));
        assert_spread(&tables(&puzzle, &start), 181_440);
    }

    #[test]
    fn states_that_mean_something_in_one_process_only_are_refused() {
        let limits = Limits { crew: crew::threads(2).pop(), ..Limits::default() };
        let mut budget = Budget::new(limits);
        let task = Task::new(&Tree { travels: false }, 0, &Zero, &mut budget);
        let outcome = Entry::run(&Options::defaults(&[]), task);
        assert_eq!(outcome.verdict, Verdict::Stopped { why: Stop::StaysHere, best: None });
    }
}
