//! What all requests share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use npuzzle::core::{Limits, TableCache};
use npuzzle::domains::tiles::random_sets::LONGEST_WALK;
use npuzzle::question::{Caps, LimitFields, Refusal, Terms};

use crate::job::Jobs;
use crate::pool::Pool;
use crate::unsent::Unsent;
use crate::{Options, Patience};

/// A job takes no longer than this by default.
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
    table_cache: Arc<TableCache>,
    memory_of_a_job: u64,
    usual_limits: fn() -> Limits,
    cores: NonZeroUsize,
}

/// What one job may hold and answer here. The limits are those of a server that others use as well.
const CAPS: Caps = Caps {
    boards: 1000,
    cells: 1_000_000,
    walk: LONGEST_WALK,
    solutions: 10_000,
    events: 200_000,
    // One state of a 100x100 board is a text of 49 kB.
    event_bytes: 16 << 20,
    runs: 10_000,
    // Each record of a run holds its board.
    run_cells: 2_000_000,
    repeats: 1000,
};

impl App {
    /// Starts the workers.
    pub fn start(options: Options) -> std::io::Result<Self> {
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let workers = options.workers.map_or(if cores.get() < 8 { 2 } else { 4 }, NonZeroUsize::get);
        // Tables stay when the job that made them is done, so they have a share of their own.
        let room_of_tables = options.memory / 4;
        options.table_cache.limit_room(room_of_tables);
        Ok(Self {
            pool: Arc::new(Pool::start(workers, options.most_waiting)?),
            jobs: Arc::new(Jobs::new()),
            unsent: Unsent::new(options.most_unsent),
            patience: options.patience,
            host_names: options.host_names,
            table_cache: options.table_cache,
            memory_of_a_job: (options.memory - room_of_tables) / workers as u64,
            usual_limits: options.usual_limits,
            cores,
        })
    }

    /// On which terms a job runs: what it asks for, within its share of the machine.
    pub fn terms(&self, fields: &LimitFields, cancel: &Arc<AtomicBool>) -> Result<Terms, Refusal> {
        let asked = fields.read()?;
        let time = asked.time.unwrap_or(USUAL_TIME);
        if time > LONGEST_TIME {
            let text = fields.time_limit.as_deref().unwrap_or_default();
            let message = format!("`{text}` is longer than a job may take here: expected at most {LONGEST_TIME_TEXT}");
            return Err(Refusal::in_field("time_limit", text, message));
        }
        let share = NonZeroUsize::new(self.cores.get() / self.pool.long_workers()).unwrap_or(NonZeroUsize::MIN);
        let limits = Limits {
            nodes: asked.nodes,
            time: Some(time),
            memory: Some(asked.memory.unwrap_or(u64::MAX).min(self.memory_of_a_job)),
            cancel: Some(Arc::clone(cancel)),
            threads: Some(asked.threads.map_or(share, |threads| threads.min(self.cores))),
            table_cache: Arc::clone(&self.table_cache),
            ..(self.usual_limits)()
        };
        Ok(Terms { limits, caps: CAPS, ..Terms::default() })
    }

    /// What is noted about tables is for those who run one command; here it would pile up.
    pub fn forget_notes(&self) {
        drop(self.table_cache.take_notes());
    }
}
