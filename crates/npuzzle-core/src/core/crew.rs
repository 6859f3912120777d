//! Processes that answer one question together, and the messages between them.
//!
//! A search that can be divided finds its crew in the [`Limits`](crate::core::Limits). The process
//! with rank 0 leads: it decides and answers. The others run the same question with the same tables
//! and do what the leader says. How messages travel is a matter of the crew: `npuzzle-mpi` sends
//! them by MPI, `npuzzle-wasm` through memory that the workers of a page share, [`threads`] between
//! threads of one process, which is how the tests run a crew.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A process among those that work together.
pub trait Crew: fmt::Debug + Send + Sync {
    /// The number of this process; 0 leads.
    fn rank(&self) -> usize;

    /// How many processes there are.
    fn size(&self) -> usize;

    /// Sends a message and returns before it has arrived. Messages from one process to another
    /// arrive in the order in which they were sent.
    fn send(&self, to: usize, message: Vec<u8>);

    /// A message that has arrived, from a certain process or from any, and its sender; `None` if
    /// there is none after `patience`.
    fn receive(&self, from: Option<usize>, patience: Duration) -> Option<(usize, Vec<u8>)>;

    /// Bytes of messages that this process has sent and still holds.
    fn unsent_bytes(&self) -> u64;
}

/// Whether this process leads.
pub fn leads(crew: &dyn Crew) -> bool {
    crew.rank() == 0
}

/// Sends a message to all others.
pub fn send_to_others(crew: &dyn Crew, message: &[u8]) {
    (0..crew.size()).filter(|&rank| rank != crew.rank()).for_each(|rank| crew.send(rank, message.to_vec()));
}

/// A crew of so many threads of this process, each with its place in it.
pub fn threads(size: usize) -> Vec<Arc<dyn Crew>> {
    let boxes: Arc<[Inbox]> = (0..size).map(|_| Inbox::default()).collect();
    (0..size).map(|rank| Arc::new(ThreadCrew { rank, boxes: Arc::clone(&boxes) }) as Arc<dyn Crew>).collect()
}

/// What has arrived for a thread, with the senders.
#[derive(Default)]
struct Inbox {
    messages: Mutex<VecDeque<(usize, Vec<u8>)>>,
    arrived: Condvar,
}

impl Inbox {
    fn messages(&self) -> MutexGuard<'_, VecDeque<(usize, Vec<u8>)>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct ThreadCrew {
    rank: usize,
    boxes: Arc<[Inbox]>,
}

impl fmt::Debug for ThreadCrew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {} of {}", self.rank, self.size())
    }
}

impl Crew for ThreadCrew {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.boxes.len()
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        self.boxes[to].messages().push_back((self.rank, message));
        self.boxes[to].arrived.notify_all();
    }

    fn receive(&self, from: Option<usize>, patience: Duration) -> Option<(usize, Vec<u8>)> {
        let inbox = &self.boxes[self.rank];
        let wanted = |messages: &VecDeque<(usize, Vec<u8>)>| {
            messages.iter().position(|&(sender, _)| from.is_none_or(|from| from == sender))
        };
        let waits = |messages: &mut VecDeque<_>| wanted(messages).is_none();
        let waited = inbox.arrived.wait_timeout_while(inbox.messages(), patience, waits);
        let mut messages = waited.unwrap_or_else(PoisonError::into_inner).0;
        wanted(&messages).and_then(|place| messages.remove(place))
    }

    fn unsent_bytes(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_in_order_and_can_be_taken_by_sender() {
        let crew = threads(3);
        assert!(leads(&*crew[0]) && !leads(&*crew[2]));
        crew[1].send(0, vec![1]);
        crew[2].send(0, vec![2]);
        crew[2].send(0, vec![3]);
        assert_eq!(crew[0].receive(Some(2), Duration::ZERO), Some((2, vec![2])));
        assert_eq!(crew[0].receive(None, Duration::ZERO), Some((1, vec![1])));
        assert_eq!(crew[0].receive(Some(1), Duration::ZERO), None);
        assert_eq!(crew[0].receive(None, Duration::ZERO), Some((2, vec![3])));
        send_to_others(&*crew[1], b"all");
        for rank in [0, 2] {
            assert_eq!(crew[rank].receive(None, Duration::MAX), Some((1, b"all".to_vec())));
        }
        assert_eq!(crew[1].receive(None, Duration::ZERO), None);
    }
}
