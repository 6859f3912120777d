//! How a process of a crew takes part in HDA*: what its workers send, and its courier.
//!
//! The courier is a thread of its own. It takes what comes for its process and puts it into the
//! boxes of the workers; answers the leader's questions when its process is quiet; and hears, and
//! tells, when there is a reason to end. Nothing here depends on the problem, so it is compiled
//! once.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::algorithms::hda::parcel::{Note, Opened, Parcel};
use crate::core::crew::{Crew, leads, send_to_others};
use crate::core::{Cost, Stop, WorkerBudget};
use crate::store::census::{Census, Finding, Traffic};

/// The courier looks up so often although nothing has come: at the budget, and at whether its
/// workers are still busy.
const PATIENCE: Duration = Duration::from_millis(2);
/// After so many messages it tells the others where its workers are, or when nothing has come.
const NEWS_AFTER: u32 = 8;
/// No process is given fewer permissions than these at a time, as long as there are so many.
const FEWEST_PERMITS: u64 = 64;

/// What the workers and the courier of a process share.
pub(super) struct Post<'c> {
    crew: &'c dyn Crew,
    rank: usize,
    size: usize,
    /// Parcels sent.
    sent: AtomicU64,
    permits: Option<PermitStore>,
    /// The `f` at which each worker is; the largest if it has nothing to do.
    at: Vec<AtomicU32>,
    /// The least `f` at which another process is, as far as it is known.
    others_at: AtomicU32,
    /// The processes that search no longer, or have broken off.
    ended: Vec<AtomicBool>,
    gone: Vec<AtomicBool>,
    /// What came from a process that searches no longer before this one had heard why.
    early: Mutex<VecDeque<(usize, Vec<u8>)>>,
    /// Whether the others know that this process has ended, or need not.
    is_settled: AtomicBool,
}

/// Permissions to expand, where there is a limit on those of all processes.
struct PermitStore {
    left: AtomicU64,
    are_wanted: AtomicBool,
    /// What the leader begins with beside what is in the stores.
    pool: u64,
}

impl<'c> Post<'c> {
    /// `nodes` is the limit on the expansions of all processes together.
    pub fn new(crew: &'c dyn Crew, workers: usize, nodes: Option<u64>) -> Self {
        let size = crew.size() as u64;
        let permits = nodes.map(|nodes| {
            let first = nodes / (4 * size);
            PermitStore { left: AtomicU64::new(first), are_wanted: AtomicBool::new(false), pool: nodes - first * size }
        });
        let flags = || (0..crew.size()).map(|_| AtomicBool::new(false)).collect();
        Self {
            crew,
            rank: crew.rank(),
            size: crew.size(),
            sent: AtomicU64::new(0),
            permits,
            at: (0..workers).map(|_| AtomicU32::new(Cost::MAX)).collect(),
            others_at: AtomicU32::new(Cost::MAX),
            ended: flags(),
            gone: flags(),
            early: Mutex::default(),
            is_settled: AtomicBool::new(false),
        }
    }

    pub fn rank(&self) -> usize {
        self.rank
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn leads(&self) -> bool {
        leads(self.crew)
    }

    /// Sends what is in a parcel.
    pub fn send(&self, to: usize, parcel: &mut Parcel, worker: usize) {
        if let Some(message) = parcel.wrap(worker) {
            // Counted before it can arrive. The courier sees it, since the worker is still busy.
            self.sent.fetch_add(1, Ordering::Relaxed);
            self.crew.send(to, message);
        }
    }

    pub fn tell(&self, rank: usize, message: Vec<u8>) {
        self.crew.send(rank, message);
    }

    /// The next message of a process that this one waits for, however long it takes. One that
    /// breaks off says so.
    pub fn hear_from(&self, rank: usize) -> Vec<u8> {
        let mut early = self.early.lock().unwrap_or_else(PoisonError::into_inner);
        let place = early.iter().position(|&(from, _)| from == rank);
        if let Some((_, message)) = place.and_then(|place| early.remove(place)) {
            return message;
        }
        drop(early);
        loop {
            if let Some((_, message)) = self.crew.receive(Some(rank), Duration::from_secs(1)) {
                return message;
            }
        }
    }

    pub fn tell_others(&self, note: Note) {
        send_to_others(self.crew, &note.write());
    }

    /// Notes where a worker is, the largest `f` if it has nothing to do. Whether others are behind.
    pub fn is_ahead(&self, worker: usize, f: Cost) -> bool {
        self.at[worker].store(f, Ordering::Relaxed);
        f > self.others_at.load(Ordering::Relaxed)
    }

    /// Takes up to so many permissions to expand.
    pub fn take_permits(&self, wanted: u64) -> u64 {
        let Some(permits) = &self.permits else { return wanted };
        let less = |left: u64| Some(left.saturating_sub(wanted));
        permits.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).map_or(0, |left| left.min(wanted))
    }

    /// Gives back permissions that were not used.
    pub fn give_back_permits(&self, unused: u64) {
        if let Some(permits) = &self.permits {
            permits.left.fetch_add(unused, Ordering::Relaxed);
        }
    }

    /// Says that there is work and no permission.
    pub fn want_permits(&self) {
        if let Some(permits) = &self.permits {
            permits.are_wanted.store(true, Ordering::Relaxed);
        }
    }

    pub fn has_ended(&self, rank: usize) -> bool {
        self.ended[rank].load(Ordering::Relaxed)
    }

    pub fn note_end(&self, rank: usize) {
        self.ended[rank].store(true, Ordering::Relaxed);
    }

    pub fn is_gone(&self, rank: usize) -> bool {
        self.gone[rank].load(Ordering::Relaxed)
    }

    pub fn note_gone(&self, rank: usize) {
        self.note_end(rank);
        self.gone[rank].store(true, Ordering::Relaxed);
    }

    /// All is said: to leave is no longer to break off.
    pub fn settled(&self) {
        self.is_settled.store(true, Ordering::Relaxed);
    }
}

/// A process that breaks off, because it panics, tells the others: they must not wait for it.
impl Drop for Post<'_> {
    fn drop(&mut self) {
        if !*self.is_settled.get_mut() {
            self.tell_others(Note::Gone);
        }
    }
}

/// The workers of a process, as its courier sees them.
pub(super) trait Workers {
    /// Puts the states of a parcel into the boxes of their owners.
    fn deliver(&mut self, from: usize, parcel: Opened<'_>, budget: &WorkerBudget<'_>) -> Result<(), Stop>;

    /// Whether they have nothing to do.
    fn are_quiet(&self) -> bool;

    /// Lets them go: all work of all processes is done.
    fn dismiss(&self);

    /// Tells them that another process knows a goal of this cost.
    fn better(&self, cost: Cost);
}

pub(super) struct Courier<'p, 'c, 'b, 's> {
    post: &'p Post<'c>,
    budget: &'b mut WorkerBudget<'s>,
    received: u64,
    /// Messages since it told the others where its workers are, and what it told.
    unreported: u32,
    told: Cost,
    /// Where the other processes are.
    others_at: Vec<Cost>,
    census: Census,
    /// Whether the leader has asked for counts, which are sent when the workers are quiet.
    is_asked: bool,
    /// Whether nothing has come for a while, or there is another reason to begin a census.
    may_ask: bool,
    /// Whether permissions were asked for that have not come.
    waits_for_permits: bool,
    /// Permissions that the leader can give.
    pool: u64,
    /// Whether the others know already that there is a reason to end.
    others_know: bool,
}

impl<'p, 'c, 'b, 's> Courier<'p, 'c, 'b, 's> {
    pub fn new(post: &'p Post<'c>, budget: &'b mut WorkerBudget<'s>) -> Self {
        Self {
            post,
            budget,
            received: 0,
            unreported: 0,
            told: Cost::MAX,
            others_at: vec![Cost::MAX; post.size()],
            census: Census::new(post.size() - 1),
            is_asked: false,
            may_ask: false,
            waits_for_permits: false,
            pool: post.permits.as_ref().map_or(0, |permits| permits.pool),
            others_know: false,
        }
    }

    /// Works until all work of all processes is done, or there is a reason to end before.
    pub fn run(mut self, workers: &mut dyn Workers) -> Result<(), Stop> {
        loop {
            if let Err(why) = self.look_up() {
                if !self.others_know {
                    self.post.tell_others(Note::Stop(why));
                }
                return Err(why);
            }
            self.see_to_permits();
            if workers.are_quiet() {
                self.tell_quiet();
            }
            if self.unreported >= NEWS_AFTER {
                self.tell_where();
            }
            let Some((from, message)) = self.post.crew.receive(None, PATIENCE) else {
                self.may_ask = true;
                self.unreported = NEWS_AFTER;
                continue;
            };
            self.unreported += 1;
            if self.post.has_ended(from) {
                self.post.early.lock().unwrap_or_else(PoisonError::into_inner).push_back((from, message));
            } else if self.hear(from, &message, workers) {
                workers.dismiss();
                return Ok(());
            }
        }
    }

    /// Looks for a reason to end. What waits to be sent is held.
    fn look_up(&mut self) -> Result<(), Stop> {
        self.budget.check()?;
        self.budget.hold(self.post.crew.unsent_bytes())
    }

    /// Tells the others at which `f` the workers are, if that is news.
    fn tell_where(&mut self) {
        self.unreported = 0;
        let at = self.post.at.iter().map(|at| at.load(Ordering::Relaxed)).min().unwrap_or(Cost::MAX);
        if at != self.told {
            self.told = at;
            self.post.tell_others(Note::At(at));
        }
    }

    /// Workers that have nothing to do get some only by this courier, so the counts belong
    /// together.
    fn tell_quiet(&mut self) {
        let traffic = Traffic { sent: self.post.sent.load(Ordering::Relaxed), received: self.received };
        if self.post.leads() {
            if self.may_ask && !self.census.is_under_way() {
                self.may_ask = false;
                self.census.begin(traffic);
                self.post.tell_others(Note::Count);
            }
        } else if std::mem::take(&mut self.is_asked) {
            self.post.crew.send(0, Note::Quiet(traffic).write());
        }
    }

    /// Takes a message to heart; true if all work of all processes is done.
    fn hear(&mut self, from: usize, message: &[u8], workers: &mut dyn Workers) -> bool {
        if let Some(parcel) = Opened::of(message) {
            match workers.deliver(from, parcel, self.budget) {
                Ok(()) => self.received += 1,
                Err(why) => self.budget.end(why),
            }
            return false;
        }
        match Note::read(message) {
            Some(Note::Better(cost)) => workers.better(cost),
            Some(Note::At(f)) => {
                self.others_at[from] = f;
                let least = self.others_at.iter().copied().min().unwrap_or(Cost::MAX);
                self.post.others_at.store(least, Ordering::Relaxed);
            }
            Some(Note::Count) => self.is_asked = true,
            Some(Note::Quiet(traffic)) => match self.census.answer(traffic) {
                Finding::AllDone => {
                    self.post.tell_others(Note::AllDone);
                    return true;
                }
                Finding::Perhaps => self.may_ask = true,
                Finding::Open | Finding::OnTheWay => {}
            },
            Some(Note::AllDone) => return true,
            Some(Note::OutOfPermits) => self.grant(from),
            Some(Note::Permits(permits)) => self.take_in(permits),
            Some(Note::Stop(why)) => {
                self.others_know = true;
                self.budget.end(why);
            }
            // The reason is on its way from another process.
            Some(Note::End) => self.post.note_end(from),
            Some(Note::Gone) => {
                self.others_know = true;
                self.post.note_gone(from);
                self.budget.end(Stop::Crew);
            }
            None => self.budget.end(Stop::Crew),
        }
        false
    }

    /// Asks for permissions, if workers lack them.
    fn see_to_permits(&mut self) {
        let Some(permits) = &self.post.permits else { return };
        if self.waits_for_permits || !permits.are_wanted.load(Ordering::Relaxed) {
            return;
        }
        if permits.left.load(Ordering::Relaxed) > 0 {
            return permits.are_wanted.store(false, Ordering::Relaxed);
        }
        if self.post.leads() {
            self.grant(0);
        } else {
            self.waits_for_permits = true;
            self.post.crew.send(0, Note::OutOfPermits.write());
        }
    }

    /// Gives a process some of the permissions that are left, fewer and fewer so that none waits
    /// for what another does not use. When there are none, all have to end.
    fn grant(&mut self, to: usize) {
        let fair = self.pool / (2 * self.post.size() as u64);
        let permits = fair.max(FEWEST_PERMITS).min(self.pool);
        if permits == 0 {
            self.budget.end(Stop::Nodes);
            return;
        }
        self.pool -= permits;
        if to == 0 {
            self.take_in(permits);
        } else {
            self.post.crew.send(to, Note::Permits(permits).write());
        }
    }

    fn take_in(&mut self, permits: u64) {
        self.waits_for_permits = false;
        if let Some(store) = &self.post.permits {
            store.are_wanted.store(false, Ordering::Relaxed);
            store.left.fetch_add(permits, Ordering::Relaxed);
        }
    }
}
