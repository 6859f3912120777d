//! One iteration, shared out among processes as the workshop shares it out among threads.
//!
//! The process that leads has the roots. The others ask for work a little before they have none
//! left, and get roots; when there are none, those that have work are asked for the lower half of a
//! stack, which goes to one that waits. All work travels by way of the leader, and messages between
//! two processes keep their order, so it knows when all is done: nothing is left with it, and
//! every other has said that it is idle after the last work that was sent to it.
//!
//! A record needs no process to wait for another. The leader writes down what it has and, in the
//! same moment, asks all others for what they have. What one of them gives back before its answer
//! belongs to the record, since it was with neither; what comes after it was counted there.
//! (Chandy & Lamport 1985)
//!
//! Where states are counted against a limit, the leader takes permissions from its own budget and
//! lends them, so that all together never expand more.
//!
//! Whatever changes here changes under the mutex of the stock, by a worker or by the thread that
//! reads messages, and is settled at once: nothing is looked for again and again.

use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use crate::core::agreement::{Discord, GLANCE, LAST_GLANCES};
use crate::core::clock::Instant;
use crate::core::crew::send_to_others;
use crate::core::{Budget, Cost, Crew, IterationWatch, Permits, Stats, Stop};
use crate::solvers::tiles::deepening::{Deepened, Outcome, Plan};
use crate::solvers::tiles::journal::Record;
use crate::solvers::tiles::kernel::{Kernel, KernelTally, Saved};
use crate::solvers::tiles::messages::{Answer, Order, Report, Rest};
use crate::solvers::tiles::workshop::{End, Recorder, Stock, Workshop};

/// A record may take this share of the time.
const RECORD_SHARE: u32 = 50;

/// Permissions are lent by this share of those that are left for each process, but not too few.
const LEASE_SHARE: u64 = 8;
const LEAST_LEASE: u64 = 1 << 8;

/// What a process does for the others.
#[derive(Debug)]
pub(super) enum Side {
    /// It leads them.
    Lead(Lead),
    /// It does what the leader says.
    Follow(Follow),
}

impl Side {
    /// What others have expanded, as far as they have told.
    pub(super) fn expanded_elsewhere(&self) -> u64 {
        match self {
            Self::Lead(lead) => lead.mates.iter().map(|mate| mate.done.expanded).sum(),
            Self::Follow(_) => 0,
        }
    }
}

/// What the leader knows of an iteration.
#[derive(Debug)]
pub(super) struct Lead {
    crew: Arc<dyn Crew>,
    bound: Cost,
    /// Threads of each process.
    threads: usize,
    /// Whether permissions are lent.
    is_limited: bool,
    /// Whether there is a journal, so that what is left to do is needed when a limit ends it.
    is_journalled: bool,
    phase: Phase,
    /// The processes with the ranks from 1 on.
    mates: Vec<Mate>,
    /// Whether its own workers are to give something away.
    wishes: bool,
    /// A record that is not complete yet.
    assembly: Option<Record>,
    /// When the last record was begun, and when the next one may be: not before that is written.
    record_began: Instant,
    next_record: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// The others do not know of the iteration.
    Before,
    Running,
    /// All have been told that it is over.
    Ending,
}

/// Another process, as the leader sees it.
#[derive(Clone, Debug, Default)]
struct Mate {
    /// Whether it has asked for work since it got some.
    asks: bool,
    /// Whether it has none.
    is_idle: bool,
    /// Messages with work that were sent to it.
    sent: u64,
    /// Whether it was asked for a part of a stack.
    is_sharing: bool,
    leased: u64,
    done: KernelTally,
    /// Whether its part of the record is there.
    is_recorded: bool,
    /// What it had left when all was over.
    rest: Option<Rest>,
}

/// What another process knows.
#[derive(Debug)]
pub(super) struct Follow {
    crew: Arc<dyn Crew>,
    /// Whether it has asked for work since it got some, and whether it said that it had none.
    has_asked: bool,
    has_told_idle: bool,
    has_asked_permits: bool,
    has_told_end: bool,
    /// Messages with work that came.
    received: u64,
    /// Whether a part of a stack is wanted.
    wishes: bool,
    told: Instant,
    is_rest_wanted: bool,
}

/// What a thread remembers that hears the other processes.
struct Ear {
    /// What was wrong with a message.
    discord: Option<Discord>,
    /// Whether a limit of this process has ended the iteration.
    is_stopped: bool,
    /// How often it still waits in vain when all is over.
    glances: usize,
    /// Whether there was a message the last time.
    has_heard: bool,
}

impl Default for Ear {
    fn default() -> Self {
        Self { discord: None, is_stopped: false, glances: LAST_GLANCES, has_heard: false }
    }
}

impl Lead {
    /// For an iteration that no other process knows of.
    pub(super) fn new(crew: &Arc<dyn Crew>, bound: Cost, plan: &Plan<'_>, budget: &Budget<'_>, now: Instant) -> Self {
        // All know that the others have nothing when it begins.
        let mate = Mate { asks: true, is_idle: true, ..Mate::default() };
        Self {
            crew: Arc::clone(crew),
            bound,
            threads: plan.threads.max(1),
            is_limited: budget.node_limit().is_some(),
            is_journalled: plan.journal.is_some(),
            phase: Phase::Before,
            mates: vec![mate; crew.size() - 1],
            wishes: false,
            assembly: None,
            record_began: now,
            next_record: Some(now),
        }
    }

    /// Threads of all processes.
    pub(super) fn workers(&self) -> usize {
        self.threads * self.crew.size()
    }

    /// Begins a record with what this process has left and has done.
    pub(super) fn begin_record(&mut self, record: Record, now: Instant) {
        if self.phase != Phase::Running || self.next_record.is_none_or(|next| now < next) {
            return;
        }
        send_to_others(&*self.crew, &Order::Record.message());
        self.mates.iter_mut().for_each(|mate| mate.is_recorded = false);
        self.assembly = Some(record);
        (self.record_began, self.next_record) = (now, None);
    }

    /// Lets the next record wait as long as it should after one that is written.
    fn end_record(&mut self, now: Instant) {
        self.next_record = Some(now + RECORD_SHARE * now.saturating_duration_since(self.record_began));
    }

    /// Adds a process's part to the record. The record, when it is complete.
    fn add_to_record(&mut self, from: usize, rest: Rest) -> Option<Record> {
        add_rest(self.assembly.as_mut()?, rest);
        self.mates[from - 1].is_recorded = true;
        if self.mates.iter().all(|mate| mate.is_recorded) { self.assembly.take() } else { None }
    }

    fn end(&mut self, is_stopped: bool) {
        let is_rest_wanted = is_stopped && self.is_journalled;
        send_to_others(&*self.crew, &Order::End { is_rest_wanted }.message());
        self.phase = Phase::Ending;
    }

    /// What the others had left and had done when all was over, to be counted with what is here.
    pub(super) fn into_rests(self) -> Vec<Rest> {
        self.mates.into_iter().filter_map(|mate| mate.rest).collect()
    }
}

fn add_rest(record: &mut Record, rest: Rest) {
    record.done += rest.done;
    record.stored += rest.longest + rest.roots.len() as u64;
    record.roots.splice(0..0, rest.roots);
    record.stacks.extend(rest.stacks);
}

impl<K: Kernel> Workshop<'_, K> {
    /// Tells other processes what follows from what has changed.
    pub(super) fn settle(&self, stock: &mut Stock<K::Node>) {
        let mut side = stock.side.take();
        match &mut side {
            None => {}
            Some(Side::Lead(lead)) => self.settle_lead(lead, stock),
            Some(Side::Follow(follow)) => self.settle_follow(follow, stock),
        }
        stock.side = side;
    }

    /// Gives a part of a stack to a worker that waits, or to the leader if it asked for one.
    pub(super) fn give(&self, stock: &mut Stock<K::Node>, part: Vec<K::Node>) {
        if let Some(Side::Follow(follow)) = &mut stock.side
            && follow.wishes
        {
            self.wish(&mut follow.wishes, false);
            follow.crew.send(0, Report::Given(self.saved(&part)).message());
            return;
        }
        stock.stacks.push(part);
        self.changed.notify_one();
    }

    fn saved(&self, nodes: &[K::Node]) -> Vec<Saved> {
        nodes.iter().map(|node| self.kernel.save(node)).collect()
    }

    fn restored(&self, nodes: &[Saved]) -> Vec<K::Node> {
        nodes.iter().map(|saved| self.kernel.restore(saved)).collect()
    }

    /// Counts another process among the workers that wait, or no longer.
    fn wish(&self, wishes: &mut bool, wanted: bool) {
        match (*wishes, wanted) {
            (false, true) => drop(self.hungry.fetch_add(1, Ordering::Relaxed)),
            (true, false) => drop(self.hungry.fetch_sub(1, Ordering::Relaxed)),
            _ => {}
        }
        *wishes = wanted;
    }

    fn settle_lead(&self, lead: &mut Lead, stock: &mut Stock<K::Node>) {
        if lead.phase != Phase::Running {
            return;
        }
        if let Some(end) = stock.end {
            lead.end(matches!(end, End::Stopped(_)));
            return;
        }
        for (rank, mate) in (1..).zip(&mut lead.mates).filter(|(_, mate)| mate.asks) {
            let are_roots = !stock.roots.is_empty();
            let nodes = if are_roots {
                let share = stock.roots.len().div_ceil(2 * lead.threads * lead.crew.size());
                let rest = stock.roots.len().saturating_sub(share * lead.threads);
                stock.roots.split_off(rest)
            } else {
                match mate.is_idle.then(|| stock.stacks.pop()).flatten() {
                    Some(stack) => stack,
                    None => continue,
                }
            };
            lead.crew.send(rank, Order::Work { nodes: self.saved(&nodes), are_roots }.message());
            (mate.asks, mate.is_idle, mate.is_sharing) = (false, false, false);
            mate.sent += 1;
        }
        let waits_elsewhere = lead.mates.iter().any(|mate| mate.is_idle);
        let is_used_up = stock.roots.is_empty() && stock.stacks.is_empty();
        if is_used_up && (waits_elsewhere || stock.active == 0) {
            for (rank, mate) in (1..).zip(&mut lead.mates).filter(|(_, mate)| !mate.is_idle && !mate.is_sharing) {
                lead.crew.send(rank, Order::Share.message());
                mate.is_sharing = true;
            }
        }
        self.wish(&mut lead.wishes, is_used_up && waits_elsewhere);
        if stock.is_idle() && lead.mates.iter().all(|mate| mate.is_idle) {
            stock.is_over = true;
            lead.end(false);
            self.changed.notify_all();
        }
    }

    fn settle_follow(&self, follow: &mut Follow, stock: &mut Stock<K::Node>) {
        if follow.has_told_end || stock.is_over {
            return;
        }
        if let Some(end) = stock.end {
            follow.crew.send(0, Report::Ended(end).message());
            follow.has_told_end = true;
            return;
        }
        // Half of the roots at a time: one is always left, so work that goes to and fro gets done.
        if follow.wishes && stock.active > 0 && stock.roots.len() >= 2 {
            self.wish(&mut follow.wishes, false);
            let part: Vec<K::Node> = stock.roots.drain(..stock.roots.len() / 2).collect();
            follow.crew.send(0, Report::Given(self.saved(&part)).message());
        }
        let is_idle = stock.is_idle();
        if stock.roots.is_empty() && (!follow.has_asked || (is_idle && !follow.has_told_idle)) {
            let report = Report::Ask { is_idle, received: follow.received, done: stock.done };
            follow.crew.send(0, report.message());
            (follow.has_asked, follow.has_told_idle) = (true, is_idle);
            if is_idle {
                self.wish(&mut follow.wishes, false);
            }
        }
        if !self.may_expand() && !follow.has_asked_permits {
            follow.crew.send(0, Report::AskPermits.message());
            follow.has_asked_permits = true;
        }
        let now = self.watch.clock().now();
        if now.saturating_duration_since(follow.told) >= GLANCE {
            follow.told = now;
            follow.crew.send(0, Report::Done(stock.done).message());
        }
    }

    /// Leads the others until the iteration is over for all of them. `write` writes records.
    pub(super) fn lead(
        &self,
        crew: &dyn Crew,
        cells: usize,
        budget: &mut impl Permits,
        write: &dyn Fn(&Record),
    ) -> Result<(), Discord> {
        let mut ear = self.begin_to_lead(crew);
        loop {
            if let Some(end) = self.lead_on(&mut ear, (crew, cells, GLANCE), budget, write) {
                return end;
            }
        }
    }

    /// The same on the only thread of this process, which works in between.
    pub(super) fn lead_and_work(
        &self,
        (crew, cells): (&dyn Crew, usize),
        (budget, held): (&mut impl Permits, u64),
        write: &dyn Fn(&Record),
    ) -> Result<(), Discord> {
        let mut ear = self.begin_to_lead(crew);
        self.work_and_hear(budget, held, &mut |budget, mut patience| {
            // All that has come: others wait for what follows from it.
            loop {
                let end = self.lead_on(&mut ear, (crew, cells, patience), budget, write);
                if end.is_some() || !ear.has_heard {
                    return end;
                }
                patience = Duration::ZERO;
            }
        })
    }

    fn begin_to_lead(&self, crew: &dyn Crew) -> Ear {
        let mut stock = self.stock();
        if let Some(Side::Lead(lead)) = &mut stock.side {
            let permits = if lead.is_limited { 0 } else { u64::MAX };
            send_to_others(crew, &Order::Begin { bound: lead.bound, permits }.message());
            lead.phase = Phase::Running;
        }
        self.settle(&mut stock);
        Ear::default()
    }

    /// The stock, whose iteration ends if this process has come to a limit.
    fn within_limits(&self, ear: &mut Ear, budget: &mut impl Permits) -> MutexGuard<'_, Stock<K::Node>> {
        let stopped = if ear.is_stopped { Ok(()) } else { budget.glance() };
        let mut stock = self.stock();
        if let Err(why) = stopped {
            ear.is_stopped = true;
            stock.note_end(End::Stopped(why));
        }
        stock
    }

    /// Hears one report, if there is one, and does what follows. `Some` when the iteration is over
    /// for all.
    fn lead_on(
        &self,
        ear: &mut Ear,
        (crew, cells, patience): (&dyn Crew, usize, Duration),
        budget: &mut impl Permits,
        write: &dyn Fn(&Record),
    ) -> Option<Result<(), Discord>> {
        let heard = crew.receive(None, patience);
        ear.has_heard = heard.is_some();
        let mut stock = self.within_limits(ear, budget);
        let mut side = stock.side.take();
        let Some(Side::Lead(lead)) = &mut side else { return Some(Ok(())) };
        let mut complete = None;
        match heard.map(|(from, message)| (from, Report::read(&message, cells))) {
            Some((from, Some(report))) => complete = self.hear(lead, &mut stock, from, report, budget),
            Some((from, None)) => {
                ear.discord = Some(Discord::Unreadable(from));
                stock.note_end(End::Stopped(Stop::Cancelled));
            }
            None if lead.phase == Phase::Ending => ear.glances -= 1,
            None => {}
        }
        let missing = lead.mates.iter().position(|mate| mate.rest.is_none());
        let is_over = lead.phase == Phase::Ending && (missing.is_none() || ear.glances == 0);
        stock.side = side;
        if stock.expanded() >= self.enough {
            stock.note_end(End::Enough);
        }
        if stock.active == 0 && stock.end.is_none() && self.is_record_due(&stock) {
            self.record(&mut stock);
        }
        self.settle(&mut stock);
        self.changed.notify_all();
        drop(stock);
        if let Some(record) = complete {
            write(&record);
            if let Some(Side::Lead(lead)) = &mut self.stock().side {
                lead.end_record(self.watch.clock().now());
            }
        }
        let lost = missing.map(|mate| Discord::Lost(mate + 1));
        is_over.then(|| ear.discord.take().or(lost).map_or(Ok(()), Err))
    }

    /// Does what a report asks for. A record, if it was the last part of one.
    fn hear(
        &self,
        lead: &mut Lead,
        stock: &mut Stock<K::Node>,
        from: usize,
        report: Report,
        budget: &mut impl Permits,
    ) -> Option<Record> {
        let mate = &mut lead.mates[from - 1];
        let mut count = |mate: &mut Mate, done: KernelTally| {
            self.watch.add(done.generated.saturating_sub(mate.done.generated));
            if !lead.is_limited {
                budget.count_elsewhere(done.expanded.saturating_sub(mate.done.expanded));
            }
            mate.done = done;
        };
        match report {
            Report::Ask { is_idle, received, done } => {
                count(mate, done);
                // One that was sent before the last work came is out of date.
                if received == mate.sent {
                    (mate.asks, mate.is_idle) = (true, is_idle);
                    mate.is_sharing &= !is_idle;
                }
            }
            Report::Given(nodes) => {
                mate.is_sharing = false;
                stock.stacks.push(self.restored(&nodes));
                if let Some(record) = lead.assembly.as_mut().filter(|_| !mate.is_recorded) {
                    record.stacks.push(nodes);
                }
            }
            Report::Done(done) => count(mate, done),
            // One that has been told of the end listens to nothing else until the next beginning.
            Report::AskPermits if lead.phase != Phase::Running => {}
            Report::AskPermits => {
                let share = budget.permissions_left() / (LEASE_SHARE * lead.crew.size() as u64);
                match budget.expand_many(share.max(LEAST_LEASE)) {
                    Ok(lease) => {
                        mate.leased += lease;
                        lead.crew.send(from, Order::Permit(lease).message());
                    }
                    Err(why) => stock.note_end(End::Stopped(why)),
                }
            }
            Report::Recorded(rest) => return lead.add_to_record(from, rest),
            Report::Ended(end) => stock.note_end(end),
            Report::Rest(rest) => {
                count(mate, rest.done);
                if lead.is_limited {
                    budget.settle(mate.leased, rest.done.expanded.min(mate.leased));
                }
                mate.rest = Some(rest);
            }
        }
        None
    }

    /// Does what the leader says until the iteration is over.
    fn obey(&self, crew: &dyn Crew, cells: usize, budget: &mut impl Permits) -> Result<(), Discord> {
        self.settle(&mut self.stock());
        let mut ear = Ear::default();
        loop {
            if let Some(end) = self.obey_once(&mut ear, (crew, cells, GLANCE), budget) {
                return end;
            }
            // What comes after the question for a record is no part of it.
            let mut stock = self.stock();
            while stock.pause && stock.end.is_none() && !stock.is_over {
                stock = self.wait(stock);
            }
            if stock.is_over {
                return Ok(());
            }
        }
    }

    /// The same on the only thread of this process, which works in between.
    fn obey_and_work(
        &self,
        (crew, cells): (&dyn Crew, usize),
        (budget, held): (&mut impl Permits, u64),
    ) -> Result<(), Discord> {
        self.settle(&mut self.stock());
        let mut ear = Ear::default();
        // The run after a question for a record puts the stack down and gives the record.
        self.work_and_hear(budget, held, &mut |budget, patience| {
            self.obey_once(&mut ear, (crew, cells, patience), budget)
        })
    }

    /// Hears one order, if there is one, and does what it says. `Some` when the iteration is over.
    fn obey_once(
        &self,
        ear: &mut Ear,
        (crew, cells, patience): (&dyn Crew, usize, Duration),
        budget: &mut impl Permits,
    ) -> Option<Result<(), Discord>> {
        let heard = crew.receive(Some(0), patience);
        let mut stock = self.within_limits(ear, budget);
        let mut side = stock.side.take();
        let Some(Side::Follow(follow)) = &mut side else { return Some(Ok(())) };
        let order = heard.map(|(_, message)| Order::read(&message, cells));
        match order {
            Some(Some(Order::Work { ref nodes, are_roots })) => {
                follow.received += 1;
                (follow.has_asked, follow.has_told_idle) = (false, false);
                self.wish(&mut follow.wishes, false);
                let nodes = self.restored(nodes);
                if are_roots {
                    stock.roots.splice(0..0, nodes);
                } else {
                    stock.stacks.push(nodes);
                }
            }
            Some(Some(Order::Share)) => self.wish(&mut follow.wishes, !follow.has_told_idle),
            Some(Some(Order::Permit(more))) => {
                follow.has_asked_permits = false;
                self.add_permits(more);
            }
            Some(Some(Order::Record)) => stock.pause = true,
            Some(Some(Order::End { is_rest_wanted })) => {
                follow.is_rest_wanted = is_rest_wanted;
                stock.is_over = true;
            }
            Some(_) => ear.discord = Some(Discord::Unreadable(0)),
            None if follow.has_told_end && ear.glances == 0 => ear.discord = Some(Discord::Lost(0)),
            None => ear.glances -= usize::from(follow.has_told_end),
        }
        stock.side = side;
        if let Some(discord) = ear.discord.take() {
            stock.note_end(End::Stopped(Stop::Cancelled));
            self.changed.notify_all();
            return Some(Err(discord));
        }
        if stock.pause && stock.active == 0 && stock.end.is_none() {
            self.record(&mut stock);
        }
        self.settle(&mut stock);
        self.changed.notify_all();
        stock.is_over.then_some(Ok(()))
    }
}

/// Takes part in a search that another process leads. Returns its answer, which is that of all.
pub(super) fn follow<K: Kernel>(
    kernel: &K,
    cells: usize,
    plan: &Plan<'_>,
    crew: &Arc<dyn Crew>,
    budget: &mut Budget<'_>,
) -> Result<Deepened, Discord> {
    let watch = IterationWatch::new(budget.clock().clone());
    let mut stopped: Option<(Stop, usize)> = None;
    loop {
        match (crew.receive(Some(0), GLANCE), &mut stopped) {
            (Some((_, message)), _) => match Order::read(&message, cells) {
                Some(Order::Begin { bound, permits }) => {
                    budget.raise_lower_bound(bound);
                    take_part(kernel, (bound, permits), cells, (plan, &watch), crew, budget)?;
                }
                Some(Order::Answer(Answer { deepened, expanded, lower_bound })) => {
                    budget.note_expanded(expanded);
                    budget.raise_lower_bound(lower_bound);
                    return Ok(deepened);
                }
                Some(Order::Failed(why)) => return Err(Discord::Unable { rank: 0, why }),
                _ => return Err(Discord::Unreadable(0)),
            },
            (None, Some((why, 0))) => {
                // The leader does not answer, and this process has been told to end.
                let outcome = Outcome::Stopped { why: *why, bound: budget.lower_bound() };
                let stats = Stats { expanded: budget.expanded(), ..Stats::default() };
                return Ok(Deepened {
                    outcome,
                    iterations: Vec::new(),
                    stats,
                    time_before: Duration::ZERO,
                    device: None,
                });
            }
            (None, Some((_, glances))) => *glances -= 1,
            (None, None) => {
                if let Err(why) = budget.check() {
                    crew.send(0, Report::Ended(End::Stopped(why)).message());
                    stopped = Some((why, LAST_GLANCES));
                }
            }
        }
    }
}

/// One iteration of a search that another process leads.
fn take_part<K: Kernel>(
    kernel: &K,
    (bound, permits): (Cost, u64),
    cells: usize,
    (plan, watch): (&Plan<'_>, &IterationWatch),
    crew: &Arc<dyn Crew>,
    budget: &mut Budget<'_>,
) -> Result<(), Discord> {
    let now = watch.clock().now();
    watch.begin(bound, 0, None);
    let follow = Follow {
        crew: Arc::clone(crew),
        has_asked: true,
        has_told_idle: true,
        has_asked_permits: false,
        has_told_end: false,
        received: 0,
        wishes: false,
        told: now,
        is_rest_wanted: false,
    };
    let mut stock = Stock::new(Vec::new(), Vec::new(), KernelTally::default(), now);
    stock.side = Some(Side::Follow(follow));
    let saved = |nodes: &Vec<K::Node>| nodes.iter().map(|node| kernel.save(node)).collect();
    let rest = |stock: &Stock<K::Node>| Rest {
        done: stock.done,
        roots: saved(&stock.roots),
        stacks: stock.stacks.iter().map(saved).collect(),
        longest: stock.longest,
        peak_bytes: 0,
    };
    let recorder: Recorder<'_, K::Node> = &|stock| crew.send(0, Report::Recorded(rest(stock)).message());
    let threads = plan.threads.max(1);
    let mut workshop = Workshop::new(kernel, bound, watch, threads, stock);
    workshop.recorder = Some((recorder, Duration::MAX));
    workshop.permits = permits.into();
    // As many roots as there can be, twice while they are moved.
    let held = (2 * plan.roots * size_of::<K::Node>() / threads) as u64;
    let crowd = if threads == 1 {
        Ok(vec![workshop.obey_and_work((&**crew, cells), (budget, held))])
    } else {
        budget.on_threads(threads + 1, |number, budget| {
            if number == threads {
                return workshop.obey(&**crew, cells, budget);
            }
            workshop.work(budget, held);
            Ok(())
        })
    };
    let mut stock = workshop.close();
    let mut given = Vec::new();
    let mut is_rest_wanted = matches!(&stock.side, Some(Side::Follow(follow)) if follow.is_rest_wanted);
    match crowd {
        Ok(ends) => ends.into_iter().collect::<Result<(), Discord>>()?,
        Err(why) => {
            crew.send(0, Report::Ended(End::Stopped(why)).message());
            is_rest_wanted = await_end(&**crew, cells, &mut given)?;
        }
    }
    if let Some(end @ End::Found(_)) = stock.take_end() {
        // It may have been reached after the leader said that the iteration was over.
        crew.send(0, Report::Ended(end).message());
    }
    let rest = if is_rest_wanted {
        let mut rest = rest(&stock);
        rest.stacks.append(&mut given);
        rest
    } else {
        Rest { done: stock.done, longest: stock.longest, ..Rest::default() }
    };
    crew.send(0, Report::Rest(Rest { peak_bytes: budget.peak_bytes(), ..rest }).message());
    Ok(())
}

/// Waits for the end of an iteration that this process had no threads for, and keeps the work that
/// it is given. Whether the leader wants to know what is left to do.
fn await_end(crew: &dyn Crew, cells: usize, given: &mut Vec<Vec<Saved>>) -> Result<bool, Discord> {
    let mut glances = LAST_GLANCES;
    while glances > 0 {
        match crew.receive(Some(0), GLANCE).map(|(_, message)| Order::read(&message, cells)) {
            Some(Some(Order::End { is_rest_wanted })) => return Ok(is_rest_wanted),
            Some(Some(Order::Work { nodes, .. })) => given.push(nodes),
            Some(Some(_)) => {}
            Some(None) => return Err(Discord::Unreadable(0)),
            None => glances -= 1,
        }
    }
    Err(Discord::Lost(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Limits, crew};
    use crate::domains::tiles::distance_table::DistanceTable;
    use crate::solvers::tiles::automaton::Automaton;
    use crate::solvers::tiles::manhattan::SmallManhattan;
    use crate::solvers::tiles::samples::{board_of, goal, home_of, scrambled};

    /// What the leader has given away must be in the record, or the search that goes on is one with
    /// a hole.
    #[test]
    fn a_process_without_threads_gives_back_its_work() {
        let crew = crew::threads(2);
        let node = |path| Saved { cells: vec![1, 0, 2, 3], words: 1, left: 9, path };
        let (roots, stack) = (vec![node(1), node(2)], vec![node(3)]);
        for order in [
            Order::Work { nodes: roots.clone(), are_roots: true },
            Order::Record,
            Order::Work { nodes: stack.clone(), are_roots: false },
            Order::End { is_rest_wanted: true },
        ] {
            crew[0].send(1, order.message());
        }
        let mut given = Vec::new();
        assert_eq!(await_end(&*crew[1], 4, &mut given), Ok(true));
        assert_eq!(given, [roots, stack]);
    }

    /// The end comes while a process is at work. The goal is in what that has: either it is told
    /// of, or the way to it is given back.
    #[test]
    fn a_goal_that_is_reached_after_the_end_is_told() {
        let (_, frame) = goal(3, 3, 0);
        let table = DistanceTable::new(&home_of(frame)).unwrap();
        let kernel = SmallManhattan::new(frame, &Automaton::new(frame.shape(), 8)).unwrap();
        let plan = Plan::new(frame, 1);
        for homes in scrambled(frame, 97, 5).take(12) {
            let bound = Cost::from(table.distance_of(&board_of(frame, &homes)).unwrap());
            let mut root = kernel.root(&homes);
            let more = bound - kernel.left(&root);
            kernel.lift(&mut root, more);
            let nodes = vec![kernel.save(&root)];
            let crew = crew::threads(2);
            std::thread::scope(|scope| {
                let (other, kernel, plan) = (&crew[1], &kernel, &plan);
                let follower = scope.spawn(move || follow(kernel, 9, plan, other, &mut Budget::new(Limits::default())));
                let tell = |order: &Order| crew[0].send(1, order.message());
                tell(&Order::Begin { bound, permits: u64::MAX });
                tell(&Order::Work { nodes, are_roots: true });
                let mut is_found = false;
                let rest = loop {
                    let (_, message) = crew[0].receive(Some(1), Duration::from_secs(60)).expect("it says something");
                    match Report::read(&message, 9).unwrap() {
                        // It is at work.
                        Report::Ask { .. } => tell(&Order::End { is_rest_wanted: true }),
                        Report::Ended(End::Found(_)) => is_found = true,
                        Report::Rest(rest) => break rest,
                        _ => {}
                    }
                };
                assert!(is_found || !rest.stacks.is_empty() || !rest.roots.is_empty(), "{homes:?}");
                tell(&Order::Failed("it is over".to_owned()));
                assert!(follower.join().unwrap().is_err());
            });
        }
    }
}
