//! The workers: threads that compute, and queues of bounded length before them.
//!
//! There are two lanes. Long work (searches, audits) has as many workers as the machine can feed. Quick work has a worker
//! of its own, so that the page goes on reading boards and expressions while all others search. Nothing is ever computed on
//! the threads that serve connections.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Searches keep their paths on the heap; this is for expressions within expressions.
const STACK_BYTES: usize = 16 << 20;

/// Which workers do the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneName {
    /// A moment.
    Quick,
    /// Perhaps as long as the limits allow.
    Long,
}

/// What a worker is to do.
pub type Task = Box<dyn FnOnce() + Send>;

/// The queue of a lane is full.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

struct Waiting {
    job: u64,
    task: Task,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    running: usize,
    closed: bool,
}

struct Lane {
    queue: Mutex<Queue>,
    wake: Condvar,
    workers: usize,
    most_waiting: usize,
    finished: AtomicU64,
}

impl Lane {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one task after the other until the lane is closed.
    fn work(&self) {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return;
            }
            let Some(Waiting { task, .. }) = queue.waiting.pop_front() else {
                queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            queue.running += 1;
            drop(queue);
            task();
            self.finished.fetch_add(1, Ordering::Relaxed);
            queue = self.queue();
            queue.running -= 1;
        }
    }

    fn remove(&self, job: u64) -> Option<Task> {
        let mut queue = self.queue();
        let place = queue.waiting.iter().position(|waiting| waiting.job == job)?;
        queue.waiting.remove(place).map(|waiting| waiting.task)
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
    quick: Arc<Lane>,
    long: Arc<Lane>,
}

impl Pool {
    /// Starts the workers.
    pub fn start(long_workers: usize, most_waiting: usize) -> io::Result<Self> {
        let lane = |name: &'static str, workers| {
            let lane = Arc::new(Lane {
                queue: Mutex::default(),
                wake: Condvar::new(),
                workers,
                most_waiting,
                finished: AtomicU64::new(0),
            });
            for number in 1..=workers {
                let lane = Arc::clone(&lane);
                let thread = thread::Builder::new().name(format!("{name} {number}")).stack_size(STACK_BYTES);
                thread.spawn(move || lane.work())?;
            }
            io::Result::Ok(lane)
        };
        Ok(Self { quick: lane("quick worker", 1)?, long: lane("worker", long_workers)? })
    }

    fn lane(&self, name: LaneName) -> &Lane {
        match name {
            LaneName::Quick => &self.quick,
            LaneName::Long => &self.long,
        }
    }

    /// Puts a task of a job into the queue of a lane. Before it can begin, `accepted` is told how many others must end before. The
    /// task must not panic.
    pub fn submit(&self, lane: LaneName, job: u64, accepted: impl FnOnce(usize), task: Task) -> Result<(), Full> {
        let lane = self.lane(lane);
        let mut queue = lane.queue();
        let before = queue.running + queue.waiting.len();
        let ahead = (before + 1).saturating_sub(lane.workers);
        if ahead > lane.most_waiting || queue.closed {
            return Err(Full);
        }
        accepted(ahead);
        queue.waiting.push_back(Waiting { job, task });
        drop(queue);
        lane.wake.notify_one();
        Ok(())
    }

    /// Takes a job out of the queue if it still waits: nobody is there any more to read its answer.
    pub fn withdraw(&self, job: u64) {
        for lane in [&self.quick, &self.long] {
            drop(lane.remove(job));
        }
    }

    /// A job that still waits is to end with what it knows, which is not much: that takes a moment, so it need not wait for those
    /// before it.
    pub fn hurry(&self, job: u64) {
        if let Some(task) = self.long.remove(job) {
            self.quick.queue().waiting.push_back(Waiting { job, task });
            self.quick.wake.notify_one();
        }
    }

    /// How many workers there are for long work.
    pub fn long_workers(&self) -> usize {
        self.long.workers
    }

    /// How both lanes are occupied.
    pub fn occupation(&self) -> Occupation {
        let mut sum = Occupation::default();
        for lane in [&self.quick, &self.long] {
            let queue = lane.queue();
            sum.running += queue.running;
            sum.waiting += queue.waiting.len();
            sum.finished += lane.finished.load(Ordering::Relaxed);
        }
        sum
    }
}

/// Workers that are idle end; the others end with their job.
impl Drop for Pool {
    fn drop(&mut self) {
        for lane in [&self.quick, &self.long] {
            let mut queue = lane.queue();
            queue.closed = true;
            let waiting = std::mem::take(&mut queue.waiting);
            drop(queue);
            drop(waiting);
            lane.wake.notify_all();
        }
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
            assert!(began.elapsed() < Duration::from_secs(10));
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// How many are ahead of a task, if it is accepted.
    fn submit(pool: &Pool, lane: LaneName, job: u64, task: impl FnOnce() + Send + 'static) -> Option<usize> {
        let mut told = None;
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
}
