//! What all requests share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use npuzzle::core::{Limits, Shelf};
use npuzzle::front::units;

use crate::fields::Amount;
use crate::job::Jobs;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::unsent::Unsent;
use crate::{Options, Patience};

/// A job takes no longer than this if nobody says.
pub const USUAL_TIME: Duration = Duration::from_secs(30);
/// As it is written.
pub const USUAL_TIME_TEXT: &str = "30s";
/// No job takes longer than this.
pub const LONGEST_TIME: Duration = Duration::from_secs(3600);
/// As it is written.
pub const LONGEST_TIME_TEXT: &str = "1h";

/// What all requests share.
pub struct App {
    /// The workers.
    pub pool: Arc<Pool>,
    /// The jobs.
    pub jobs: Arc<Jobs>,
    /// The room for answers that are not sent yet.
    pub unsent: Unsent,
    /// How long clients may take.
    pub patience: Patience,
    /// Names by which clients may call this machine.
    pub host_names: Vec<String>,
    shelf: Arc<Shelf>,
    memory_of_a_job: u64,
    cores: NonZeroUsize,
}

/// The fields of a request that say what it may use up.
#[derive(Default)]
pub struct LimitFields<'b> {
    /// Time.
    pub time_limit: Option<&'b str>,
    /// Expansions.
    pub node_limit: Option<&'b Amount>,
    /// Memory.
    pub memory_limit: Option<&'b str>,
    /// Threads.
    pub threads: Option<&'b Amount>,
}

impl App {
    /// Starts the workers.
    pub fn start(options: Options) -> std::io::Result<Self> {
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let workers = options.workers.map_or(if cores.get() < 8 { 2 } else { 4 }, NonZeroUsize::get);
        // Tables stay when the job that made them is done, so they have a share of their own.
        let room_of_tables = options.memory / 4;
        options.shelf.limit_room(room_of_tables);
        Ok(Self {
            pool: Arc::new(Pool::start(workers, options.most_waiting)?),
            jobs: Arc::new(Jobs::new()),
            unsent: Unsent::new(options.most_unsent),
            patience: options.patience,
            host_names: options.host_names,
            shelf: options.shelf,
            memory_of_a_job: (options.memory - room_of_tables) / workers as u64,
            cores,
        })
    }

    /// What a job may use up: what it asks for, within its share of the machine.
    pub fn limits(&self, asked: &LimitFields<'_>, cancel: &Arc<AtomicBool>) -> Result<Limits, Problem> {
        let time = field("time_limit", asked.time_limit, units::duration)?.unwrap_or(USUAL_TIME);
        if time > LONGEST_TIME {
            let text = asked.time_limit.unwrap_or_default();
            let message = format!("`{text}` is longer than a job may take here: expected at most {LONGEST_TIME_TEXT}");
            return Err(Problem::in_field("time_limit", text, message));
        }
        let memory = field("memory_limit", asked.memory_limit, units::size)?;
        let threads = amount("threads", asked.threads, units::threads)?;
        let share = NonZeroUsize::new(self.cores.get() / self.pool.long_workers()).unwrap_or(NonZeroUsize::MIN);
        Ok(Limits {
            nodes: amount("node_limit", asked.node_limit, units::count)?,
            time: Some(time),
            memory: Some(memory.unwrap_or(u64::MAX).min(self.memory_of_a_job)),
            cancel: Some(Arc::clone(cancel)),
            threads: Some(threads.map_or(share, |threads| threads.min(self.cores))),
            shelf: Arc::clone(&self.shelf),
            ..Limits::default()
        })
    }

    /// What is noted about tables is for those who run one command; here it would pile up.
    pub fn forget_notes(&self) {
        drop(self.shelf.take_notes());
    }
}

/// The value of a field, if it is there.
pub fn field<T>(
    name: &str,
    text: Option<&str>,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, Problem> {
    text.map(|text| needed(name, text, read)).transpose()
}

/// The value of a field that must be there.
pub fn needed<T>(name: &str, text: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Problem> {
    read(text).map_err(|message| Problem::in_field(name, text, message))
}

/// The value of a field that may be a number or a text.
pub fn amount<T>(
    name: &str,
    amount: Option<&Amount>,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, Problem> {
    field(name, amount.map(|amount| amount.0.as_str()), read)
}
