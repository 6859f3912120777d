//! Mailboxes between workers, and how they know together that all work is done.
//!
//! One counter holds the number of workers that are busy plus the number of messages that have not
//! been taken to heart. A message counts from *before* it is put into a box until *after* its
//! receiver has made work of it and counts as busy. So every thread that could still make work is
//! counted, and zero means that no worker has work and no message is on its way: the empty queues
//! alone would not tell, since a message may be in flight. The counter reaches zero once and stays
//! there. (After Mattern 1987, for threads that share memory.)
//!
//! [`Mailboxes::run`] is the life of a worker. It alone counts, so that the order of its steps is
//! written down once; `crates/npuzzle-model` checks it, with workers of its own.
//!
//! Where messages also come from other processes, a courier puts them into the boxes. It counts as
//! one that is busy, so that the workers stay; when only the courier is counted, this process is
//! [quiet](Mailboxes::is_quiet). It lets the workers go when all processes are
//! ([`census`](crate::store::census)).

use crate::store::sync::{AtomicUsize, Mutex, Ordering};

/// A box for each worker.
pub struct Mailboxes<T> {
    boxes: Vec<Mutex<Vec<T>>>,
    unfinished: AtomicUsize,
}

/// What a worker does between two looks into its box.
pub trait Worker<T> {
    /// Why it may have to end before all work is done.
    type Stop;

    /// Makes work of messages, and empties the list.
    fn receive(&mut self, messages: &mut Vec<T>) -> Result<(), Self::Stop>;

    /// Does some of its work, and sends messages; false if there was nothing to do.
    fn work(&mut self) -> Result<bool, Self::Stop>;

    /// Sends all that it has not sent yet.
    fn send_rest(&mut self) -> Result<(), Self::Stop>;

    /// Lets others work for a moment, since it has nothing to do. It must not send now.
    fn wait(&mut self) -> Result<(), Self::Stop>;
}

impl<T> Mailboxes<T> {
    /// Empty boxes; all workers are busy.
    pub fn new(workers: usize) -> Self {
        Self { boxes: (0..workers).map(|_| Mutex::new(Vec::new())).collect(), unfinished: AtomicUsize::new(workers) }
    }

    /// The same with a courier, who may send until it [leaves](Self::dismiss_courier).
    pub fn with_courier(workers: usize) -> Self {
        Self { unfinished: AtomicUsize::new(workers + 1), ..Self::new(workers) }
    }

    /// Whether there is nothing to do but for the courier, who alone may ask: it stays so until the
    /// courier sends.
    pub fn is_quiet(&self) -> bool {
        self.unfinished.load(Ordering::Acquire) == 1
    }

    /// Nothing more comes by the courier. The workers end when they have nothing to do.
    pub fn dismiss_courier(&self) {
        self.unfinished.fetch_sub(1, Ordering::AcqRel);
    }

    /// Sends messages, and empties `messages`. Only a busy worker may.
    pub fn send(&self, to: usize, messages: &mut Vec<T>) {
        if messages.is_empty() {
            return;
        }
        // Counted before the receiver can see them.
        self.unfinished.fetch_add(messages.len(), Ordering::AcqRel);
        match self.boxes[to].lock() {
            Ok(mut held) => held.append(messages),
            Err(poisoned) => poisoned.into_inner().append(messages),
        }
    }

    /// Takes all messages of a worker into `messages`, which is empty. They stay unfinished.
    pub fn take(&self, worker: usize, messages: &mut Vec<T>) {
        match self.boxes[worker].lock() {
            Ok(mut held) => std::mem::swap(&mut *held, messages),
            Err(poisoned) => std::mem::swap(&mut *poisoned.into_inner(), messages),
        }
    }

    /// Has a worker receive, work and send until all work is done, or it has to stop. Every worker
    /// has to run: they end together.
    pub fn run<W: Worker<T>>(&self, number: usize, worker: &mut W) -> Result<(), W::Stop> {
        let mut messages = Vec::new();
        let mut busy = true;
        loop {
            // 1. A worker that rested is busy again before its messages are finished, and they are
            //    finished when they have become work: in between there is always something that
            //    counts.
            self.take(number, &mut messages);
            let count = messages.len();
            if count > 0 && !busy {
                self.unfinished.fetch_add(1, Ordering::AcqRel);
                busy = true;
            }
            let received = worker.receive(&mut messages);
            self.unfinished.fetch_sub(count, Ordering::AcqRel);
            received?;

            // 2. As long as there is work, look into the box now and then.
            if worker.work()? {
                continue;
            }

            // 3. Nothing to do: send what is left, rest, and see whether all workers do.
            if busy {
                worker.send_rest()?;
                self.unfinished.fetch_sub(1, Ordering::AcqRel);
                busy = false;
            }
            if self.is_all_done() {
                return Ok(());
            }
            worker.wait()?;
        }
    }

    /// Whether all work is done: no thread is busy and no message is on its way.
    pub fn is_all_done(&self) -> bool {
        self.unfinished.load(Ordering::Acquire) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Passes numbers on, one less each time, and stops when it has to wait.
    struct Countdown<'b> {
        boxes: &'b Mailboxes<u32>,
        work: Vec<u32>,
        done: Vec<u32>,
    }

    impl Worker<u32> for Countdown<'_> {
        type Stop = ();

        fn receive(&mut self, messages: &mut Vec<u32>) -> Result<(), ()> {
            self.work.append(messages);
            Ok(())
        }

        fn work(&mut self) -> Result<bool, ()> {
            let Some(number) = self.work.pop() else { return Ok(false) };
            assert!(!self.boxes.is_all_done(), "there is work");
            self.boxes.send(0, &mut (0..number).rev().take(1).collect());
            self.done.push(number);
            Ok(true)
        }

        fn send_rest(&mut self) -> Result<(), ()> {
            Ok(())
        }

        fn wait(&mut self) -> Result<(), ()> {
            Err(())
        }
    }

    #[test]
    fn a_worker_ends_when_all_have_nothing_to_do() {
        let boxes = Mailboxes::new(2);
        let worker = |work| Countdown { boxes: &boxes, work, done: Vec::new() };
        let (mut first, mut second) = (worker(vec![3]), worker(vec![1]));
        boxes.send(1, &mut vec![0]);
        assert_eq!(boxes.run(0, &mut first), Err(()), "the other one is busy");
        assert_eq!(first.done, [3, 2, 1, 0]);
        assert_eq!(boxes.run(1, &mut second), Err(()), "it has sent a message");
        assert_eq!(second.done, [0, 1]);
        assert!(!boxes.is_all_done(), "a message waits");
        // The first worker has stopped, and rests: its message is left.
        let mut left = Vec::new();
        boxes.take(0, &mut left);
        assert_eq!(left, [0]);
    }

    #[test]
    fn a_worker_on_its_own_comes_to_an_end() {
        let boxes = Mailboxes::new(1);
        let mut worker = Countdown { boxes: &boxes, work: Vec::new(), done: Vec::new() };
        boxes.send(0, &mut vec![3]);
        assert_eq!(boxes.run(0, &mut worker), Ok(()));
        assert_eq!(worker.done, [3, 2, 1, 0]);
        assert!(boxes.is_all_done());
    }
}
