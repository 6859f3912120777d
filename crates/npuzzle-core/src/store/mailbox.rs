//! Mailboxes between workers, and how they know together that all work is done.
//!
//! One counter holds the number of workers that are busy plus the number of messages that have not
//! been taken to heart. A message counts from *before* it is put into a box until *after* its
//! receiver has made work of it and counts as busy. So every thread that could still make work is
//! counted, and zero means that no worker has work and no message is on its way: the empty queues
//! alone would not tell, since a message may be in flight. The counter reaches zero once and stays
//! there. (After Mattern 1987, for threads that share memory.)

use crate::store::sync::{AtomicUsize, Mutex, Ordering};

/// A box for each worker.
pub struct Mailboxes<T> {
    boxes: Vec<Mutex<Vec<T>>>,
    unfinished: AtomicUsize,
}

impl<T> Mailboxes<T> {
    /// Empty boxes; all workers are busy.
    pub fn new(workers: usize) -> Self {
        Self { boxes: (0..workers).map(|_| Mutex::new(Vec::new())).collect(), unfinished: AtomicUsize::new(workers) }
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

    /// Takes all messages of a worker into `messages`, which is empty. They stay unfinished until
    /// [`finish`](Self::finish).
    pub fn take(&self, worker: usize, messages: &mut Vec<T>) {
        match self.boxes[worker].lock() {
            Ok(mut held) => std::mem::swap(&mut *held, messages),
            Err(poisoned) => std::mem::swap(&mut *poisoned.into_inner(), messages),
        }
    }

    /// A worker that rests has work again. To be called before the messages that made it are
    /// finished.
    pub fn wake(&self) {
        self.unfinished.fetch_add(1, Ordering::AcqRel);
    }

    /// So many messages have become work of their receiver, or need none.
    pub fn finish(&self, messages: usize) {
        self.unfinished.fetch_sub(messages, Ordering::AcqRel);
    }

    /// A busy worker has no work left, and nothing unsent.
    pub fn rest(&self) {
        self.unfinished.fetch_sub(1, Ordering::AcqRel);
    }

    /// Whether all work is done: no thread is busy and no message is on its way.
    pub fn is_all_done(&self) -> bool {
        self.unfinished.load(Ordering::Acquire) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_count_until_they_are_finished() {
        let boxes = Mailboxes::new(2);
        let (mut out, mut taken) = (vec![1, 2, 3], Vec::new());
        boxes.send(1, &mut out);
        assert!(out.is_empty());
        boxes.rest();
        boxes.rest();
        assert!(!boxes.is_all_done(), "three messages are on their way");
        boxes.take(1, &mut taken);
        assert_eq!(taken, [1, 2, 3]);
        boxes.wake();
        boxes.finish(3);
        assert!(!boxes.is_all_done(), "their receiver is busy");
        boxes.rest();
        assert!(boxes.is_all_done());
    }
}
