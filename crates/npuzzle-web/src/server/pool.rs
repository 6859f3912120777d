//! The workers: threads that compute, and queues of bounded length before them.
//!
//! There are two lanes. Long work (searches, audits) has as many workers as the machine can feed.
//! Quick work has a worker of its own, so that the page goes on reading boards and expressions
//! while all others search. Nothing is ever computed on the threads that serve connections.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::work::LaneName;

/// Searches keep their paths on the heap; this is for expressions within expressions.
const STACK_BYTES: usize = 16 << 20;
/// Enough for work that takes a moment.
const QUICK_WORKERS: usize = 1;

/// What a worker is to do. What it returns tells the waiting client; it runs when the worker
/// counts as free, so that a client with an answer in hand never finds its worker still busy.
pub type Task = Box<dyn FnOnce() -> Telling + Send>;

/// Tells the waiting client that a task is done.
pub type Telling = Box<dyn FnOnce()>;

/// The queue of a lane is full.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

struct Waiting {
    job: u64,
    task: Task,
}

/// Both queues are behind one lock, so that a job is never between them: to withdraw it is to find
/// it.
#[derive(Default)]
struct Queues {
    quick: Queue,
    long: Queue,
    finished: u64,
    closed: bool,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    running: usize,
}

impl Queues {
    fn of(&mut self, lane: LaneName) -> &mut Queue {
        match lane {
            LaneName::Quick => &mut self.quick,
            LaneName::Long => &mut self.long,
        }
    }
}

impl Queue {
    fn remove(&mut self, job: u64) -> Option<Waiting> {
        let place = self.waiting.iter().position(|waiting| waiting.job == job)?;
        self.waiting.remove(place)
    }
}

struct Lane {
    wake: Condvar,
    workers: usize,
}

struct Lanes {
    queues: Mutex<Queues>,
    quick: Lane,
    long: Lane,
    most_waiting: usize,
}

impl Lanes {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lane(&self, name: LaneName) -> &Lane {
        match name {
            LaneName::Quick => &self.quick,
            LaneName::Long => &self.long,
        }
    }

    /// Takes one task after the other until the pool is closed.
    fn work(&self, name: LaneName) {
        let mut queues = self.queues();
        loop {
            if queues.closed {
                return;
            }
            let Some(Waiting { task, .. }) = queues.of(name).waiting.pop_front() else {
                queues = self.lane(name).wake.wait(queues).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            queues.of(name).running += 1;
            drop(queues);
            let tell = task();
            queues = self.queues();
            queues.of(name).running -= 1;
            queues.finished += 1;
            drop(queues);
            tell();
            queues = self.queues();
        }
    }
}

/// How the pool is occupied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occupation {
    /// Jobs that are being worked on.
    pub running: usize,
    /// Jobs that wait for a worker.
    pub waiting: usize,
    /// Jobs that are done.
    pub finished: u64,
}

/// All workers.
pub struct Pool {
    lanes: Arc<Lanes>,
}

impl Pool {
    /// Starts the workers.
    pub fn start(long_workers: usize, most_waiting: usize) -> io::Result<Self> {
        let lane = |workers| Lane { wake: Condvar::new(), workers };
        let lanes = Arc::new(Lanes {
            queues: Mutex::default(),
            quick: lane(QUICK_WORKERS),
            long: lane(long_workers),
            most_waiting,
        });
        for (name, title) in [(LaneName::Quick, "quick worker"), (LaneName::Long, "worker")] {
            for number in 1..=lanes.lane(name).workers {
                let lanes = Arc::clone(&lanes);
                let thread = thread::Builder::new().name(format!("{title} {number}")).stack_size(STACK_BYTES);
                thread.spawn(move || lanes.work(name))?;
            }
        }
        Ok(Self { lanes })
    }

    /// Puts a task of a job into the queue of a lane. Before it can begin, `accepted` hears how
    /// many others must end before. The task must not panic.
    pub fn submit(&self, lane: LaneName, job: u64, accepted: impl FnOnce(usize), task: Task) -> Result<(), Full> {
        let Lane { wake, workers } = self.lanes.lane(lane);
        let mut queues = self.lanes.queues();
        let closed = queues.closed;
        let queue = queues.of(lane);
        let ahead = (queue.running + queue.waiting.len() + 1).saturating_sub(*workers);
        if ahead > self.lanes.most_waiting || closed {
            return Err(Full);
        }
        accepted(ahead);
        queue.waiting.push_back(Waiting { job, task });
        drop(queues);
        wake.notify_one();
        Ok(())
    }

    /// Takes a job out of the queue if it still waits: its client is gone and reads no answer.
    pub fn withdraw(&self, job: u64) {
        let mut queues = self.lanes.queues();
        let withdrawn = queues.quick.remove(job).or_else(|| queues.long.remove(job));
        // What a task holds is not dropped under the lock.
        drop(queues);
        drop(withdrawn);
    }

    /// A job that still waits is to end with what it knows, which is not much: that takes a moment,
    /// so it need not wait for those before it.
    pub fn hurry(&self, job: u64) {
        let mut queues = self.lanes.queues();
        if queues.closed {
            return;
        }
        if let Some(waiting) = queues.long.remove(job) {
            queues.quick.waiting.push_back(waiting);
            drop(queues);
            self.lanes.quick.wake.notify_one();
        }
    }

    /// How many workers there are for long work.
    pub fn long_workers(&self) -> usize {
        self.lanes.long.workers
    }

    /// How many jobs can be here at the same time, whether they wait or run.
    pub fn most_jobs(&self) -> usize {
        let waiting = self.lanes.most_waiting.saturating_mul(2);
        waiting.saturating_add(QUICK_WORKERS + self.lanes.long.workers)
    }

    /// How both lanes are occupied.
    pub fn occupation(&self) -> Occupation {
        let queues = self.lanes.queues();
        Occupation {
            running: queues.quick.running + queues.long.running,
            waiting: queues.quick.waiting.len() + queues.long.waiting.len(),
            finished: queues.finished,
        }
    }
}

/// Workers that are idle end; the others end with their job.
impl Drop for Pool {
    fn drop(&mut self) {
        let mut queues = self.lanes.queues();
        queues.closed = true;
        let waiting = [LaneName::Quick, LaneName::Long].map(|name| std::mem::take(&mut queues.of(name).waiting));
        drop(queues);
        drop(waiting);
        self.lanes.quick.wake.notify_all();
        self.lanes.long.wake.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use super::*;

    fn eventually(holds: impl Fn() -> bool) {
        let began = Instant::now();
        while !holds() {
            assert!(began.elapsed() < Duration::from_secs(60), "it hangs");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// How many are ahead of a task, if it is accepted.
    fn submit(pool: &Pool, lane: LaneName, job: u64, task: impl FnOnce() + Send + 'static) -> Option<usize> {
        let mut told = None;
        let task = move || -> Telling {
            task();
            Box::new(|| ())
        };
        pool.submit(lane, job, |ahead| told = Some(ahead), Box::new(task)).ok()?;
        told
    }

    /// A pool whose only long worker is busy until something is sent.
    fn busy(most_waiting: usize) -> (Pool, mpsc::Sender<()>) {
        let pool = Pool::start(1, most_waiting).unwrap();
        let (go, wait) = mpsc::channel::<()>();
        assert_eq!(submit(&pool, LaneName::Long, 0, move || wait.recv().unwrap_or_default()), Some(0));
        eventually(|| pool.occupation().running == 1);
        (pool, go)
    }

    #[test]
    fn the_queue_is_bounded_and_the_other_lane_is_free() {
        let (pool, go) = busy(2);
        let (done, answers) = mpsc::channel();
        for job in 1..=2 {
            let done = done.clone();
            assert_eq!(submit(&pool, LaneName::Long, job, move || done.send(job).unwrap()), Some(job as usize));
        }
        assert_eq!(submit(&pool, LaneName::Long, 3, || ()), None);
        assert_eq!(submit(&pool, LaneName::Quick, 4, move || done.send(4).unwrap()), Some(0));
        assert_eq!(answers.recv(), Ok(4));
        go.send(()).unwrap();
        assert_eq!((answers.recv(), answers.recv()), (Ok(1), Ok(2)));
        eventually(|| pool.occupation() == Occupation { running: 0, waiting: 0, finished: 4 });
    }

    #[test]
    fn withdrawn_jobs_never_run_and_hurried_ones_do_not_wait() {
        let (pool, go) = busy(9);
        let (done, answers) = mpsc::channel();
        for job in 1..=3 {
            let done = done.clone();
            submit(&pool, LaneName::Long, job, move || done.send(job).unwrap()).unwrap();
        }
        pool.withdraw(1);
        pool.hurry(3);
        assert_eq!(answers.recv(), Ok(3));
        drop((go, done));
        assert_eq!(answers.iter().collect::<Vec<_>>(), [2]);
    }
    /// A job is moved by one thread and withdrawn by another: it is never in a queue after it was
    /// withdrawn.
    #[test]
    fn a_job_that_is_moved_can_still_be_withdrawn() {
        let (pool, go) = busy(9);
        for job in 1..=2000 {
            submit(&pool, LaneName::Long, job, || ()).unwrap();
            thread::scope(|scope| {
                let moved = scope.spawn(|| pool.hurry(job));
                pool.withdraw(job);
                // Either it was taken out, or the quick worker has it already.
                assert_eq!(pool.occupation().waiting, 0);
                moved.join().unwrap();
                assert_eq!(pool.occupation().waiting, 0);
            });
        }
        drop(go);
    }
}
