//! A worker: a thread with a table and a frontier of its own.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::algorithms::best_first::{LARGER_THAN_THE_CACHE, prefetch_children};
use crate::algorithms::expander::Successors;
use crate::algorithms::hda::parcel::{Note, Parcel, Travelling};
use crate::algorithms::hda::place::{Owner, few_bits, leads_back};
use crate::algorithms::hda::post::Post;
use crate::algorithms::hda::{Common, Ended, Message, bytes_of};
use crate::algorithms::path::successor;
use crate::algorithms::reached::{Reached, ShardPlace, look_up, store};
use crate::core::{Cost, Domain, StateKey, Stats, Stop, WorkerBudget};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::mailbox;
use crate::store::state_table::{NodeId, StateTable};

/// Messages to another thread are sent when there are so many, or when there is nothing else to do.
const BATCH: usize = 256;
/// States expanded between two looks into the mailbox.
const TURN: u64 = 64;

/// A worker with nothing to do rests for so long, and each time for twice as long.
const SHORT_REST: Duration = Duration::from_micros(50);
const LONG_REST: Duration = Duration::from_millis(1);

/// Look-ups under way at once: first the bucket is asked for, then the node that it names.
const AHEAD: usize = 8;
const NEXT: usize = 3;

/// A thread that searches, with the states that it owns.
pub(super) struct Worker<'w, 'c, 'b, D: Domain> {
    common: &'w Common<'c, D>,
    number: usize,
    budget: &'w mut WorkerBudget<'b>,
    table: StateTable<D::Key, Reached<ShardPlace>>,
    queue: BucketQueue,
    /// Messages that have not been sent, by their receivers.
    out: Vec<Vec<Message<D::Key>>>,
    /// The same for other processes.
    parcels: Vec<Parcel>,
    /// The `f` it has come to.
    f: Cost,
    /// How long it rests when it has nothing to do, where others are to have the processor.
    rest: Duration,
    stats: Stats,
    open: u64,
    published: u64,
    goal: Option<(Cost, NodeId)>,
    /// The least `f` of states there was no room for.
    lost_f: Cost,
    // Kept between expansions, so that none of them allocates.
    successors: Successors<D>,
    children: Vec<(D::Key, Owner)>,
    own: Vec<Message<D::Key>>,
    hashes: Vec<u64>,
}

impl<'w, 'c, 'b, D: Domain> Worker<'w, 'c, 'b, D> {
    pub fn new(common: &'w Common<'c, D>, number: usize, budget: &'w mut WorkerBudget<'b>) -> Self {
        Self {
            common,
            number,
            budget,
            table: StateTable::default(),
            queue: BucketQueue::new(Discipline::LastInFirstOut),
            out: (0..common.workers).map(|_| Vec::new()).collect(),
            parcels: (0..common.post.map_or(0, Post::size)).map(|_| Parcel::default()).collect(),
            f: 0,
            rest: SHORT_REST,
            stats: Stats::default(),
            open: 0,
            published: 0,
            goal: None,
            lost_f: Cost::MAX,
            successors: Successors::default(),
            children: Vec::new(),
            own: Vec::new(),
            hashes: Vec::new(),
        }
    }

    /// Works until all is done, or there is a reason to stop. The owner of the start begins with
    /// it.
    pub fn run(mut self, start: Option<Message<D::Key>>) -> Ended<D::Key> {
        let common = self.common;
        let planted = self.receive_all(&mut start.into_iter().collect());
        let stopped = planted.and_then(|()| common.boxes.run(self.number, &mut self)).err();
        // What was never dealt with: in the frontier, still unsent, or lost. What is unread stays
        // in its box.
        let unsent = self.out.iter().flatten().map(Message::f).chain(self.parcels.iter().filter_map(Parcel::least_f));
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
    fn next(&mut self) -> Option<(NodeId, D::State)> {
        let domain = self.common.domain;
        loop {
            let table = &self.table;
            let (priority, id) = self.queue.first_where(|id| !table.value(id).is_closed())?;
            self.f = priority.first as Cost;
            if !self.common.is_worth(self.f) {
                return None;
            }
            self.queue.pop();
            self.open -= 1;
            if let Some(next) = self.queue.peek() {
                self.table.prefetch_node(next);
            }
            let entry = self.table.value(id);
            self.table.set_value(id, entry.closed());
            let g = entry.g();
            let state = domain.unpack(self.table.key(id));
            if domain.is_goal(&state) {
                if self.common.best.fetch_min(g, Ordering::Relaxed) > g {
                    self.goal = Some((g, id));
                    if let Some(post) = self.common.post {
                        post.tell_others(Note::Better(g));
                    }
                }
                continue;
            }
            return Some((id, state));
        }
    }

    fn expand(&mut self, id: NodeId, state: &D::State) -> Result<(), Stop> {
        if let Err(why) = self.budget.expand() {
            // The state goes back, so that the bound stays true.
            let entry = self.table.value(id);
            let g = entry.g();
            self.table.set_value(id, Reached::open(g, entry.parent));
            let h = self.common.heuristic.estimate(self.common.domain, state);
            self.push(id, g, h)?;
            return Err(why);
        }
        let common = self.common;
        let domain = common.domain;
        let key = self.table.key(id).clone();
        let entry = self.table.value(id);
        let mut successors = std::mem::take(&mut self.successors);
        successors.list(domain.ops(state));
        let here = common.here(self.number);
        let mut children = std::mem::take(&mut self.children);
        let abstract_hash = domain.abstract_hash(&key);
        children.extend(successors.ops.iter().map(|&op| {
            let child = domain.child_key(state, &key, op);
            let owner = common.owner_by(domain.child_abstract_hash(state, abstract_hash, &child, op));
            // The cache misses of the look-ups hide behind the estimates.
            if owner == here {
                self.table.prefetch_bucket(child.hash64());
            }
            (child, owner)
        }));
        successors.estimate(domain, common.heuristic, state);
        self.look_ahead((state, entry.g()), &successors, &children);
        self.stats.generated += successors.count();
        self.stats.evaluated += successors.count();
        let parent = here.place(id.0, 0);
        let mut own = std::mem::take(&mut self.own);
        // All successors are made, even if one cannot be sent: what is lost must be known.
        let mut sent = Ok(());
        let parts = successors.ops.iter().zip(&successors.estimates).zip(children.drain(..));
        for (number, ((&op, &h), (key, owner))) in parts.enumerate() {
            let g = entry.g() + domain.cost(state, op);
            if !common.is_worth(g.saturating_add(h)) {
                continue;
            }
            if let Some(post) = common.post.filter(|_| owner.rank != here.rank) {
                if leads_back(entry.parent, number) {
                    continue;
                }
                let way_back = few_bits(domain.way_back(state, op));
                let parcel = &mut self.parcels[owner.rank];
                parcel.add(&key, Travelling { g, h, way_back, parent: id.0 });
                if parcel.is_full() {
                    post.send(owner.rank, parcel, self.number);
                }
                continue;
            }
            let message = Message { key, g, h, parent };
            if owner.worker == self.number {
                own.push(message);
                continue;
            }
            self.out[owner.worker].push(message);
            if self.out[owner.worker].len() >= BATCH {
                sent = sent.and(self.send(owner.worker));
            }
        }
        let received = self.receive_all(&mut own);
        (self.own, self.successors, self.children) = (own, successors, children);
        sent.and(received)
    }

    /// Starts to bring into the cache what the next expansion will probably look up: that of a
    /// successor that comes before the state itself, or else that of the first in the queue.
    #[inline(always)]
    fn look_ahead(&self, (state, g): (&D::State, Cost), successors: &Successors<D>, children: &[(D::Key, Owner)]) {
        if self.table.len() <= LARGER_THAN_THE_CACHE {
            return;
        }
        let domain = self.common.domain;
        let here = self.common.here(self.number);
        let mut parts = successors.ops.iter().zip(&successors.estimates).zip(children);
        let sooner = parts.find(|((op, h), (_, owner))| {
            *owner == here && g.saturating_add(domain.cost(state, **op)).saturating_add(**h) <= self.f
        });
        if let Some(((&op, _), (key, _))) = sooner {
            prefetch_children(domain, &self.table, &successor(domain, state, op), key);
        } else if let Some(next) = self.queue.peek() {
            let key = self.table.key(next);
            prefetch_children(domain, &self.table, &domain.unpack(key), key);
        }
    }

    /// Takes states in, with the cache misses of some of them overlapping. All are looked at, even
    /// if there is no room for one: what is lost must be known.
    fn receive_all(&mut self, messages: &mut Vec<Message<D::Key>>) -> Result<(), Stop> {
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.clear();
        hashes.extend(messages.iter().map(|message| message.key.hash64()));
        hashes.iter().take(AHEAD).for_each(|&hash| self.table.prefetch_bucket(hash));
        hashes.iter().take(NEXT).for_each(|&hash| self.table.prefetch_candidate(hash));
        let mut received = Ok(());
        for (place, message) in messages.drain(..).enumerate() {
            if let Some(&ahead) = hashes.get(place + AHEAD) {
                self.table.prefetch_bucket(ahead);
            }
            if let Some(&next) = hashes.get(place + NEXT) {
                self.table.prefetch_candidate(next);
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
            let unsent = unsent + self.parcels.iter().map(Parcel::held_bytes).sum::<u64>();
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

    /// Expands up to so many states; how many it was.
    fn take_turn(&mut self, most: u64) -> Result<u64, Stop> {
        let mut expanded = 0;
        while expanded < most
            && let Some((id, state)) = self.next()
        {
            self.expand(id, &state)?;
            expanded += 1;
        }
        self.publish_open();
        Ok(expanded)
    }

    /// Sends the parcels with a state that comes before what this worker has to do: others would
    /// wait for it, or work ahead.
    fn send_urgent(&mut self, post: &Post<'_>) {
        let own_f = self.f;
        let parcels = self.parcels.iter_mut().enumerate();
        let urgent = parcels.filter(|(_, parcel)| parcel.least_f().is_some_and(|f| f < own_f));
        urgent.for_each(|(to, parcel)| post.send(to, parcel, self.number));
    }

    /// Leaves the processor to others for a while, and the next time for twice as long.
    fn take_a_rest(&mut self) {
        std::thread::sleep(self.rest);
        self.rest = (2 * self.rest).min(LONG_REST);
    }

    /// Whether there is a state worth expanding.
    fn has_work(&mut self) -> bool {
        let first = self.queue.first_where(|id| !self.table.value(id).is_closed());
        first.is_some_and(|(priority, _)| self.common.is_worth(priority.first as Cost))
    }
}

impl<D: Domain> mailbox::Worker<Message<D::Key>> for Worker<'_, '_, '_, D> {
    type Stop = Stop;

    fn receive(&mut self, messages: &mut Vec<Message<D::Key>>) -> Result<(), Stop> {
        let bytes = bytes_of(messages);
        if bytes > 0 {
            self.rest = SHORT_REST;
        }
        let received = self.receive_all(messages);
        self.budget.arrive(bytes);
        received
    }

    /// Expands some states.
    fn work(&mut self) -> Result<bool, Stop> {
        let Some(post) = self.common.post else { return Ok(self.take_turn(TURN)? > 0) };
        let permits = post.take_permits(TURN);
        if permits == 0 && self.has_work() {
            post.want_permits();
            self.wait()?;
            return Ok(true);
        }
        let expanded = self.take_turn(permits)?;
        post.give_back_permits(permits - expanded);
        self.send_urgent(post);
        let has_worked = expanded > 0;
        let is_ahead = post.is_ahead(self.number, if has_worked { self.f } else { Cost::MAX });
        if has_worked && is_ahead {
            // Others have states that come first. What is done here may be for nothing, and takes
            // memory, and their processor where there are more processes than processors.
            self.take_a_rest();
        } else if has_worked {
            self.rest = SHORT_REST;
        }
        Ok(has_worked)
    }

    fn send_rest(&mut self) -> Result<(), Stop> {
        if let Some(post) = self.common.post {
            self.parcels.iter_mut().enumerate().for_each(|(to, parcel)| post.send(to, parcel, self.number));
        }
        (0..self.common.workers).try_for_each(|to| self.send(to))
    }

    /// The threads of one process have a core each and look again at once. Several processes may
    /// have to share one, and what they wait for takes its time.
    fn wait(&mut self) -> Result<(), Stop> {
        self.budget.check()?;
        if self.common.post.is_some() {
            self.take_a_rest();
        } else {
            std::thread::yield_now();
        }
        Ok(())
    }
}
