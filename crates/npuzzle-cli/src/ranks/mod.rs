//! The command line of several processes that work together: `npuzzle-mpi`.
//!
//! All processes have the same arguments. The one with rank 0 leads: it reads boards, decides, asks
//! and prints, as `npuzzle` does. The others print nothing; they wait for its orders. There are two
//! kinds of work: a question that all ask together, whose search divides its own work
//! ([`Leader::together`]), and a set of boards that are handed out one by one ([`Leader::deal`]).
//!
//! [`Ranks`] hides how the processes were started, and how messages get from one to another.

mod deal;
mod follower;
mod help;
mod order;
mod together;
mod told;

use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use npuzzle::catalogue::{algorithms, called_algorithm};
use npuzzle::core::card::{AlgorithmCard, Feature};
use npuzzle::core::{Crew, Limits};

use crate::args::{self, Color};
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::{answer, prepare_memory};

use order::Order;

pub use deal::{Dealt, Hand};
pub use follower::Part;
pub use help::{PROGRAM, command_line};
pub use told::Told;

/// The processes that were started together, as a launcher connects them.
pub trait Ranks: Send + Sync {
    /// The processes, with messages of their own: those of one channel are not seen in another.
    fn channel(&self, number: u16) -> Arc<dyn Crew>;

    /// What is sent in channels below this one, from the first, is not wanted any more. Channel 0
    /// stays.
    fn close_below(&self, number: u16);

    /// How many of the processes run on this machine, this one included: they share its memory.
    fn on_this_machine(&self) -> usize;

    /// How many of them run on the same cores as this one, which is among them.
    fn on_these_cores(&self) -> usize;

    /// Ends all processes at once, with an exit code.
    fn abort(&self, code: u8) -> !;
}

/// Ends all processes if the thread that holds it panics: the others would wait for its part of the
/// work.
struct EndsWithPanic<'r>(&'r dyn Ranks);

impl Drop for EndsWithPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The panic hook has printed what happened.
            self.0.abort(failure::BUG);
        }
    }
}

/// Between the leader and the others, outside of questions.
const ORDERS: u16 = 0;
/// The channels of the first question. Each has two.
const FIRST: u16 = 1;
/// Where channels begin anew. Any MPI has more tags than that.
const LAST: u16 = 8000;

static RANKS: OnceLock<Arc<dyn Ranks>> = OnceLock::new();
static GOES_ON: Mutex<Option<String>> = Mutex::new(None);

/// Runs the command line of this process, which is one of several: its exit code.
pub fn run(ranks: Arc<dyn Ranks>) -> u8 {
    prepare_memory();
    let orders = RANKS.get_or_init(|| ranks).channel(ORDERS);
    if orders.rank() > 0 {
        follower::follow(&*orders);
        return 0;
    }
    let code = match args::parse() {
        // A launcher stands between the program and the terminal, and may pretend to be one.
        Ok(mut arguments) => {
            arguments.color = if matches!(arguments.color, Color::Auto) { Color::Never } else { arguments.color };
            answer(&arguments)
        }
        Err(code) => code,
    };
    npuzzle::core::crew::send_to_others(&*orders, &Order::End.to_bytes());
    code
}

/// Whether this process is one of several.
pub fn are_there() -> bool {
    RANKS.get().is_some()
}

/// Where what is done is kept: a job that was ended goes on from there.
#[derive(Clone, Copy, Debug)]
pub enum Saved<'p> {
    /// The folder of a search.
    Journal(&'p Path),
    /// The file of a set.
    File(&'p Path),
}

impl fmt::Display for Saved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(folder) => write!(f, "the journal `{}`", folder.display()),
            Self::File(file) => write!(f, "the file `{}`", file.display()),
        }
    }
}

/// Remembers where what is done is kept, if it is, for the case that the job is ended.
pub fn remember(kept: Option<Saved<'_>>) {
    if let Some(kept) = kept.filter(|_| are_there()) {
        let message = format!("{kept} has what is done: the same command goes on from there");
        *GOES_ON.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
    }
}

/// Says from where the command goes on: whatever ends the job may leave no time for it. For what is
/// open, so that it can be gone on from.
pub fn note(kept: Saved<'_>, out: &mut Out) -> Result<(), Failure> {
    out.note(&format!("if this job is ended, the same command goes on from {kept}"))
}

/// How the work goes on if the job is ended now; nothing if none of it is kept.
pub fn how_to_go_on() -> Option<String> {
    GOES_ON.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The processes that this one leads, if it is one of several and leads.
pub fn leader() -> Option<Leader> {
    let ranks = RANKS.get()?;
    let orders = ranks.channel(ORDERS);
    (orders.rank() == 0).then(|| Leader { ranks: Arc::clone(ranks), orders })
}

/// What this process may take of its machine, on which there may be others of them.
pub fn share(limits: Limits) -> Limits {
    let Some(ranks) = RANKS.get() else { return limits };
    let memory = limits.memory.map(|bytes| bytes / ranks.on_this_machine().max(1) as u64);
    let threads = (limits.threads() / ranks.on_these_cores().max(1)).max(1);
    Limits { memory, threads: threads.try_into().ok(), ..limits }
}

/// The processes, seen by the one that leads.
pub struct Leader {
    ranks: Arc<dyn Ranks>,
    orders: Arc<dyn Crew>,
}

impl Leader {
    /// How many processes there are, this one included.
    pub fn size(&self) -> usize {
        self.orders.size()
    }

    /// The channels of a new question.
    fn new_channels(&self) -> u16 {
        static NEXT: AtomicU16 = AtomicU16::new(FIRST);
        let next = |number| if number + 3 > LAST { Some(FIRST) } else { Some(number + 2) };
        NEXT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).unwrap_or(FIRST)
    }

    fn order(&self, order: &Order) {
        npuzzle::core::crew::send_to_others(&*self.orders, &order.to_bytes());
    }
}

/// The search of boards that processes share where none is named.
pub const USUAL: &str = "tile-ida";
/// The search of other problems that they share.
pub const USUAL_OF_PROBLEMS: &str = "hda";

/// Refuses a search that cannot be divided.
pub fn refuse_undivided(call: &str) -> Result<(), Failure> {
    let Ok(card) = called_algorithm(call) else { return Ok(()) };
    if card.has(Feature::Divided) {
        return Ok(());
    }
    let is_divided = |card: &&AlgorithmCard| card.has(Feature::Divided);
    let names: Vec<String> = algorithms().filter(is_divided).map(|card| format!("`{}`", card.name)).collect();
    let name = card.name;
    Err(Failure::Usage(format!(
        "`{name}` cannot be divided among processes: expected {}\nhelp: `npuzzle` runs it in one process",
        names.join(" or ")
    )))
}

/// Refuses a command that is not divided.
pub fn refuse_command(name: &str) -> Failure {
    Failure::Usage(format!("`{name}` is not divided among processes\nhelp: `npuzzle {name}` runs it in one process"))
}

/// Refuses an option that one process alone can fulfil.
pub fn refuse_option(option: &str) -> Failure {
    Failure::Usage(format!("{option} is for one process: expected a command without it, or `npuzzle`"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;
    use std::time::Duration;

    use npuzzle::core::crew;

    use super::*;

    /// The first of two processes; the other one never answers.
    struct Deserted {
        channels: Mutex<HashMap<u16, Arc<dyn Crew>>>,
        codes: Sender<u8>,
    }

    impl Ranks for Deserted {
        fn channel(&self, number: u16) -> Arc<dyn Crew> {
            let first = || crew::threads(2).swap_remove(0);
            Arc::clone(self.channels.lock().unwrap().entry(number).or_insert_with(first))
        }

        fn close_below(&self, _: u16) {}

        fn on_this_machine(&self) -> usize {
            2
        }

        fn on_these_cores(&self) -> usize {
            2
        }

        fn abort(&self, code: u8) -> ! {
            let _ = self.codes.send(code);
            loop {
                thread::park();
            }
        }
    }

    fn deserted() -> (Leader, Receiver<u8>) {
        let (codes, received) = channel();
        let ranks = Arc::new(Deserted { channels: Mutex::default(), codes });
        let orders = ranks.channel(ORDERS);
        (Leader { ranks, orders }, received)
    }

    /// A panic must not leave the others, or the leader itself, waiting.
    #[test]
    fn a_panic_ends_all_processes() {
        let (leader, codes) = deserted();
        thread::spawn(move || leader.together(String::new(), |_| -> Result<(), Failure> { panic!("on purpose") }));
        assert_eq!(codes.recv_timeout(Duration::from_secs(60)), Ok(failure::BUG));

        let (leader, codes) = deserted();
        thread::spawn(move || {
            let mut boards = std::iter::once(Dealt::Task(String::new()));
            let answer = |_: &str| panic!("on purpose");
            leader.deal(String::new(), &mut boards, &AtomicBool::new(false), answer, &mut |_, _| Ok(()))
        });
        assert_eq!(codes.recv_timeout(Duration::from_secs(60)), Ok(failure::BUG));
    }

    #[test]
    fn searches_that_are_not_divided_are_refused() {
        assert!(refuse_undivided(USUAL).is_ok() && refuse_undivided(USUAL_OF_PROBLEMS).is_ok());
        assert!(refuse_undivided("HDA*").is_ok());
        let message = refuse_undivided("astar").unwrap_err().to_string();
        assert!(message.contains("`astar` cannot") && message.contains("`tile-ida`"), "{message}");
        // What is wrong with a name is said by the engine.
        assert!(refuse_undivided("astra").is_ok());
    }
}
