//! Answers that are ready and not yet sent. A large one takes room until its last byte is with the
//! system; when there is no room, an answer is given up, and its reader told to come again: memory
//! is bounded however slowly others read.

use std::sync::Arc;

use hyper::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::{Kind, Problem};

/// Answers up to this size are not counted: there are no more of them than connections.
pub const SMALL: usize = 64 << 10;
/// Room is counted in units of this many bytes.
const UNIT: u64 = 1 << 10;

/// The room for large answers.
pub struct Unsent {
    room: Arc<Semaphore>,
}

/// A text with the room that it takes.
struct Held {
    text: String,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl Unsent {
    /// Room for so many bytes.
    pub fn new(bytes: u64) -> Self {
        let units = usize::try_from(bytes / UNIT).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        Self { room: Arc::new(Semaphore::new(units)) }
    }

    /// The bytes of an answer. They take room, with `more` that must be sent before them, until
    /// they are dropped.
    pub fn hold(&self, mut text: String, more: usize) -> Result<Bytes, Problem> {
        let bytes = text.len().saturating_add(more);
        if bytes <= SMALL {
            return Ok(Bytes::from(text));
        }
        text.shrink_to_fit();
        let units = u32::try_from((bytes as u64).div_ceil(UNIT)).unwrap_or(u32::MAX);
        match Arc::clone(&self.room).try_acquire_many_owned(units) {
            Ok(room) => Ok(Bytes::from_owner(Held { text, _room: room })),
            Err(_) => {
                let message = "the answer is too large while others are still being read: try again later";
                Err(Problem::new(Kind::Busy, message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_given_back_with_the_last_byte() {
        let unsent = Unsent::new(200 << 10);
        let text = || "x".repeat(100 << 10);
        let first = unsent.hold(text(), 0).unwrap();
        let second = unsent.hold(text(), 0).unwrap();
        assert!(unsent.hold(text(), 0).is_err());
        assert!(unsent.hold("small".to_owned(), 0).is_ok());
        assert!(unsent.hold("small".to_owned(), SMALL).is_err());
        let end = first.slice(first.len() - 1..);
        drop(first);
        assert!(unsent.hold(text(), 0).is_err());
        drop(end);
        assert!(unsent.hold(text(), 0).is_ok());
        drop(second);
        assert!(unsent.hold(text(), 100 << 10).is_ok());
    }
}
