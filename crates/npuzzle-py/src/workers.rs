//! Threads for the engine, kept for the next question.
//!
//! To start a thread takes longer than to solve a small board. A worker that is done waits here for
//! the next job; a process that was forked has none of its parent's.

use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::{io, process, thread};

/// Something to do.
pub type Job = Box<dyn FnOnce() + Send>;

/// Enough for the deepest recursion of the searches, as the main thread of a program has it.
const STACK_BYTES: usize = 16 << 20;
/// So many wait at most; others end when they are done.
const MOST_IDLE: usize = 4;

struct Idle {
    process: u32,
    workers: Vec<Sender<Job>>,
}

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, workers: Vec::new() });

impl Idle {
    /// Forgets workers that a fork has left behind in another process.
    fn here(&mut self) -> &mut Self {
        if self.process != process::id() {
            (self.process, self.workers) = (process::id(), Vec::new());
        }
        self
    }
}

/// Has a job done by a worker that waits, or by a new one.
pub fn hand_over(job: Job) -> io::Result<()> {
    // A lock that is taken may have been taken in the parent of this process: do not wait for it.
    let waiting = IDLE.try_lock().ok().and_then(|mut idle| idle.here().workers.pop());
    match waiting {
        Some(worker) => worker.send(job).or_else(|unsent| start(unsent.0)),
        None => start(job),
    }
}

fn start(first: Job) -> io::Result<()> {
    let work = move || {
        let (sender, jobs) = channel::<Job>();
        let mut job = first;
        loop {
            job();
            let stays = IDLE.try_lock().is_ok_and(|mut idle| {
                let idle = idle.here();
                let has_room = idle.workers.len() < MOST_IDLE;
                if has_room {
                    idle.workers.push(sender.clone());
                }
                has_room
            });
            if !stays {
                return;
            }
            let Ok(next) = jobs.recv() else { return };
            job = next;
        }
    };
    thread::Builder::new().name("npuzzle".to_owned()).stack_size(STACK_BYTES).spawn(work).map(drop)
}
