//! What all requests share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use npuzzle::core::{Limits, TableCache};
use npuzzle::question::{LimitFields, Refusal, Terms};

use crate::server::job::Jobs;
use crate::server::pool::Pool;
use crate::server::unsent::Unsent;
use crate::server::{Options, Patience};
use crate::terms::Share;

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
        let cores = self.cores;
        let threads = NonZeroUsize::new(cores.get() / self.pool.long_workers()).unwrap_or(NonZeroUsize::MIN);
        let usual = Limits {
            cancel: Some(Arc::clone(cancel)),
            table_cache: Arc::clone(&self.table_cache),
            ..(self.usual_limits)()
        };
        Share { memory: self.memory_of_a_job, threads, most_threads: cores }.terms(fields, usual)
    }

    /// What is noted about tables is for those who run one command; here it would pile up.
    pub fn forget_notes(&self) {
        drop(self.table_cache.take_notes());
    }
}
