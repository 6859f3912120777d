//! `npuzzle-mpi`: the command line of `npuzzle` for all processes of an MPI job.
//!
//! MPI is called by the main thread alone ([`post`]), which carries messages; the work is done by
//! another one, and by those that it starts.

mod machine;
mod post;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use mpi::Threading;
use mpi::traits::Communicator;
use npuzzle::core::Crew;
use npuzzle_cli::ranks::{self, Ranks};

use crate::machine::Neighbours;
use crate::post::{Carrier, Channel, Office};

/// The exit code of a bug, as that of `npuzzle`.
const BUG: u8 = 70;

fn main() -> ExitCode {
    let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
        complain("cannot start MPI: it is running already");
        return ExitCode::from(BUG);
    };
    let world = universe.world();
    let office = Arc::new(Office::new(world.rank() as usize, world.size() as usize));
    let job = Arc::new(Job { office: Arc::clone(&office), neighbours: Neighbours::among(&world) });
    let worker = thread::Builder::new().name("work".to_owned()).stack_size(STACK).spawn(move || {
        let worked = catch_unwind(AssertUnwindSafe(|| ranks::run(Arc::clone(&job) as Arc<dyn Ranks>)));
        // The panic hook has printed what happened, and the others may wait for this process.
        let code = worked.unwrap_or_else(|_| job.office.abort(BUG));
        job.office.close();
        code
    });
    match worker {
        Ok(worker) => {
            Carrier::new(&world, &office).work();
            ExitCode::from(worker.join().unwrap_or(BUG))
        }
        Err(error) => {
            complain(&format!("the system gives no thread: {error}"));
            world.abort(BUG.into())
        }
    }
}

/// As large as the stack of a main thread usually is.
const STACK: usize = 8 << 20;

/// Says on standard error what is wrong.
#[expect(clippy::print_stderr, reason = "this is a program for the terminal")]
pub fn complain(message: &str) {
    eprintln!("error: {message}");
}

/// The processes of the job.
struct Job {
    office: Arc<Office>,
    neighbours: Neighbours,
}

impl Ranks for Job {
    fn channel(&self, number: u16) -> Arc<dyn Crew> {
        Arc::new(Channel::new(Arc::clone(&self.office), number))
    }

    fn close_below(&self, number: u16) {
        self.office.close_below(number);
    }

    fn on_this_machine(&self) -> usize {
        self.neighbours.on_this_machine
    }

    fn on_these_cores(&self) -> usize {
        self.neighbours.on_these_cores
    }

    fn abort(&self, code: u8) -> ! {
        self.office.abort(code)
    }
}
