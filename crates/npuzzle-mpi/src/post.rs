//! Messages over MPI: an office where the threads of a process leave and fetch them, and a carrier.
//!
//! The carrier is one thread, the only one that calls MPI. It sends what was left, takes what has
//! arrived, and sleeps in between: longer and longer while nothing happens, a millisecond at most,
//! so that processes that wait leave their core to others. What is being sent is held until MPI is
//! done with it; meanwhile messages are received, so that two processes that send to each other
//! never wait for each other.
//!
//! Once a second every process shows the leader that it is alive, and the leader every other one.
//! Most launchers end a job when a process dies; where they do not, silence does.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mpi::datatype::Equivalence;
use mpi::point_to_point::Message;
use mpi::request::{Request, StaticScope, multiple_scope, scope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source};
use npuzzle::core::Crew;
use npuzzle_cli::ranks;

use crate::complain;

/// MPI counts bytes with 31 bits: a longer message travels in parts.
const LONGEST_PART: usize = 1 << 28;
const SHORTEST_NAP: Duration = Duration::from_micros(20);
const LONGEST_NAP: Duration = Duration::from_millis(1);
/// So many messages are taken before what was left here is sent.
const MOST_AT_ONCE: usize = 256;
/// The tag of signs of life; others are even for the last part of a message, odd for those before.
const ALIVE: i32 = 1 << 14;
const ALIVE_EVERY: Duration = Duration::from_secs(1);
/// A process that says nothing for so long is lost.
const SILENCE: Duration = Duration::from_secs(10);
/// While a job is suspended, time does not count.
const LONGEST_STEP: Duration = Duration::from_secs(1);

/// A message on its way out.
struct Letter {
    to: usize,
    channel: u16,
    bytes: Vec<u8>,
}

/// Messages that have arrived in a channel, with their senders.
type Inbox = VecDeque<(usize, Vec<u8>)>;

#[derive(Default)]
struct State {
    outgoing: Vec<Letter>,
    inboxes: HashMap<u16, Inbox>,
    /// What comes for channels between the first and this one is not wanted.
    open_from: u16,
    /// Whether the work of this process is done.
    closed: bool,
    /// The exit code with which all processes are to be ended.
    aborted: Option<u8>,
}

/// Where messages are left and fetched.
pub struct Office {
    rank: usize,
    size: usize,
    state: Mutex<State>,
    /// Rung for the carrier.
    bell: Condvar,
    arrived: Condvar,
    unsent: AtomicU64,
}

impl Office {
    /// That of a process.
    pub fn new(rank: usize, size: usize) -> Self {
        Self {
            rank,
            size,
            state: Mutex::default(),
            bell: Condvar::new(),
            arrived: Condvar::new(),
            unsent: AtomicU64::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of this process is done.
    pub fn close(&self) {
        self.state().closed = true;
        self.bell.notify_all();
    }

    /// Has the carrier end all processes.
    pub fn abort(&self, code: u8) -> ! {
        self.state().aborted = Some(code);
        self.bell.notify_all();
        loop {
            std::thread::park();
        }
    }

    /// Drops what comes for channels below this one, from the first.
    pub fn close_below(&self, number: u16) {
        let mut state = self.state();
        state.open_from = number;
        // Numbers begin anew when they have run out, so channels above may be older ones as well.
        state.inboxes.retain(|&channel, inbox| channel == 0 || channel >= number && !inbox.is_empty());
    }

    fn deliver(&self, from: usize, channel: u16, bytes: Vec<u8>) {
        let mut state = self.state();
        if channel == 0 || channel >= state.open_from {
            state.inboxes.entry(channel).or_default().push_back((from, bytes));
            drop(state);
            self.arrived.notify_all();
        }
    }
}

/// The processes of the job, with messages of their own.
pub struct Channel {
    office: Arc<Office>,
    number: u16,
}

impl Channel {
    /// The channel of a number.
    pub fn new(office: Arc<Office>, number: u16) -> Self {
        Self { office, number }
    }
}

impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {} of {}, channel {}", self.office.rank, self.office.size, self.number)
    }
}

impl Crew for Channel {
    fn rank(&self) -> usize {
        self.office.rank
    }

    fn size(&self) -> usize {
        self.office.size
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        if to == self.office.rank {
            self.office.deliver(to, self.number, message);
            return;
        }
        self.office.unsent.fetch_add(message.len() as u64, Ordering::Relaxed);
        self.office.state().outgoing.push(Letter { to, channel: self.number, bytes: message });
        self.office.bell.notify_all();
    }

    fn receive(&self, from: Option<usize>, patience: Duration) -> Option<(usize, Vec<u8>)> {
        let wanted = |state: &State| {
            let inbox = state.inboxes.get(&self.number)?;
            inbox.iter().position(|&(sender, _)| from.is_none_or(|from| from == sender))
        };
        let mut state = self.office.state();
        if !patience.is_zero() && wanted(&state).is_none() {
            let waited = self.office.arrived.wait_timeout_while(state, patience, |state| wanted(state).is_none());
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let place = wanted(&state)?;
        state.inboxes.get_mut(&self.number)?.remove(place)
    }

    fn unsent_bytes(&self) -> u64 {
        self.office.unsent.load(Ordering::Relaxed)
    }
}

/// The exit code of a job that has lost a process: nothing was found.
const LOST: u8 = 3;

/// Carries messages between the office of this process and those of the others.
pub struct Carrier<'c> {
    world: &'c SimpleCommunicator,
    office: &'c Office,
    nap: Duration,
    /// The parts of messages whose last part has not arrived.
    parts: HashMap<(usize, u16), Vec<u8>>,
    life: Life,
    /// Signs of life on their way, by receiver.
    signs: HashMap<usize, Request<'static, [u8], StaticScope>>,
}

/// All that a sign of life says.
static NOTHING: [u8; 0] = [];

impl<'c> Carrier<'c> {
    /// A carrier for the processes of a communicator.
    pub fn new(world: &'c SimpleCommunicator, office: &'c Office) -> Self {
        Self { world, office, nap: SHORTEST_NAP, parts: HashMap::new(), life: Life::new(office), signs: HashMap::new() }
    }

    /// Carries until all processes are done.
    pub fn work(mut self) {
        loop {
            let (letters, closed) = self.collect();
            let is_idle = letters.is_empty();
            if !is_idle {
                self.send(&letters);
            }
            if self.receive() == 0 && is_idle {
                if closed {
                    break;
                }
                self.sleep();
            }
        }
        self.part();
    }

    /// What was left to be sent, and whether no more will be.
    fn collect(&self) -> (Vec<Letter>, bool) {
        let mut state = self.state();
        (std::mem::take(&mut state.outgoing), state.closed)
    }

    /// Sends letters, and receives until they are sent.
    fn send(&mut self, letters: &[Letter]) {
        self.nap = SHORTEST_NAP;
        multiple_scope(letters.len(), |scope, requests| {
            for letter in letters {
                let place = self.world.process_at_rank(letter.to as i32);
                let tag = i32::from(letter.channel) * 2;
                let mut rest = &letter.bytes[..];
                while rest.len() > LONGEST_PART {
                    let (part, behind) = rest.split_at(LONGEST_PART);
                    requests.add(place.immediate_send_with_tag(scope, part, tag + 1));
                    rest = behind;
                }
                requests.add(place.immediate_send_with_tag(scope, rest, tag));
            }
            let mut sent = Vec::new();
            while requests.incomplete() > 0 {
                requests.test_some(&mut sent);
                let bytes: usize = sent.iter().map(|(_, _, part)| part.len()).sum();
                self.office.unsent.fetch_sub(bytes as u64, Ordering::Relaxed);
                if sent.is_empty() && self.receive() == 0 {
                    // PERF: without the kernel's help (containers forbid it), MPI passes a long
                    // message on in pieces of 32 kB, a few each time it is called.
                    self.rest(SHORTEST_NAP);
                }
            }
        });
    }

    /// Takes messages that have arrived: how many.
    fn receive(&mut self) -> usize {
        let mut count = 0;
        while count < MOST_AT_ONCE {
            let Some((found, status)) = self.world.any_process().immediate_matched_probe() else { break };
            // Zeros cost nothing until they are touched.
            let mut bytes = vec![0_u8; status.count(u8::equivalent_datatype()) as usize];
            let (from, tag) = (status.source_rank() as usize, status.tag());
            self.take(found, &mut bytes);
            self.life.heard_of(from);
            if tag == ALIVE {
                continue;
            }
            count += 1;
            self.nap = SHORTEST_NAP;
            let channel = (tag / 2) as u16;
            let mut whole = self.parts.remove(&(from, channel)).unwrap_or_default();
            let whole = if whole.is_empty() {
                bytes
            } else {
                whole.extend_from_slice(&bytes);
                whole
            };
            if tag % 2 == 1 {
                self.parts.insert((from, channel), whole);
            } else {
                self.office.deliver(from, channel, whole);
            }
        }
        self.show_life();
        count
    }

    /// Takes one message in. A long one comes in pieces, and its sender may stop between two of
    /// them: meanwhile life goes on, and ends if it has to.
    fn take(&mut self, found: Message, bytes: &mut [u8]) {
        scope(|scope| {
            let mut request = found.immediate_matched_receive_into(scope, bytes);
            let mut nap = SHORTEST_NAP;
            while let Err(again) = request.test() {
                request = again;
                self.hear_signs_of_life();
                self.show_life();
                self.rest(nap);
                nap = (nap * 2).min(LONGEST_NAP);
            }
        });
    }

    /// Takes the signs of life that wait behind a long message.
    fn hear_signs_of_life(&mut self) {
        while let Some((found, status)) = self.world.any_process().immediate_matched_probe_with_tag(ALIVE) {
            found.matched_receive_into(&mut [0_u8; 0][..]);
            self.life.heard_of(status.source_rank() as usize);
        }
    }

    fn show_life(&mut self) {
        if !self.life.is_due() {
            return;
        }
        if let Some(lost) = self.life.lost() {
            let size = self.office.size;
            let go_on = ranks::how_to_go_on().map(|how| format!("; {how}")).unwrap_or_default();
            complain(&format!("process {lost} of {size} is lost, which ends the job{go_on}"));
            self.world.abort(LOST.into());
        }
        for rank in self.life.others() {
            // Even so short a message waits where a process that stands still leaves no room.
            if let Some(before) = self.signs.remove(&rank)
                && let Err(waits) = before.test()
            {
                self.signs.insert(rank, waits);
                continue;
            }
            let other = self.world.process_at_rank(rank as i32);
            self.signs.insert(rank, other.immediate_send_with_tag(StaticScope, &NOTHING[..], ALIVE));
        }
    }

    /// Leaves the core to others until there is something to send, or for a while.
    fn sleep(&mut self) {
        let nap = self.nap;
        self.nap = (nap * 2).min(LONGEST_NAP);
        let state = self.state();
        if state.outgoing.is_empty() {
            let _ = self.office.bell.wait_timeout(state, nap);
        }
    }

    /// The same while a message goes in pieces: what there is to send has to wait.
    fn rest(&self, nap: Duration) {
        let _ = self.office.bell.wait_timeout(self.state(), nap);
    }

    /// The state of the office, unless it has all processes ended.
    fn state(&self) -> MutexGuard<'_, State> {
        let state = self.office.state();
        if let Some(code) = state.aborted {
            self.world.abort(code.into());
        }
        state
    }

    /// Waits until all processes are done.
    fn part(mut self) {
        let mut barrier = self.world.immediate_barrier();
        loop {
            match barrier.test() {
                Ok(_) => break,
                Err(again) => barrier = again,
            }
            if self.receive() == 0 {
                self.sleep();
            }
        }
        // What the others have sent before they came here.
        while self.receive() > 0 {}
        // All have come here, and take what is left.
        self.signs.into_values().for_each(Request::wait_without_status);
    }
}

/// Signs of life.
struct Life {
    rank: usize,
    shown: Instant,
    looked: Instant,
    /// For how long others have said nothing: all of them at the leader, the leader elsewhere.
    silent: Vec<Duration>,
}

impl Life {
    fn new(office: &Office) -> Self {
        let (now, watched) = (Instant::now(), if office.rank == 0 { office.size } else { 1 });
        Self { rank: office.rank, shown: now, looked: now, silent: vec![Duration::ZERO; watched] }
    }

    fn others(&self) -> std::ops::Range<usize> {
        if self.rank == 0 { 1..self.silent.len() } else { 0..1 }
    }

    fn heard_of(&mut self, rank: usize) {
        if let Some(silent) = self.silent.get_mut(rank) {
            *silent = Duration::ZERO;
        }
    }

    /// Whether it is time to show life.
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let passed = now.duration_since(self.looked).min(LONGEST_STEP);
        self.looked = now;
        self.silent.iter_mut().for_each(|silent| *silent += passed);
        let is_due = now.duration_since(self.shown) >= ALIVE_EVERY;
        if is_due {
            self.shown = now;
        }
        is_due
    }

    /// Another process that has said nothing for too long.
    fn lost(&self) -> Option<usize> {
        self.others().find(|&rank| self.silent[rank] >= SILENCE)
    }
}
