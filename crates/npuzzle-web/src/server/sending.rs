//! An answer on its way: in pieces, and not for ever. Each piece must be taken in the patience for
//! a write; this is the limit for all of them, so that no client keeps an answer in memory by
//! reading a little now and then.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::body::{Body, Bytes, Frame, SizeHint};

/// Between pieces of this size the clock is looked at.
const PIECE: usize = 64 << 10;

/// The next piece of some bytes.
pub fn piece(rest: &mut Bytes) -> Bytes {
    rest.split_to(rest.len().min(PIECE))
}

/// Why an answer is not sent to its end.
pub fn late() -> io::Error {
    io::ErrorKind::TimedOut.into()
}

/// The body of an answer that is complete.
pub struct Sending {
    rest: Bytes,
    began: Instant,
    patience: Duration,
}

impl Sending {
    /// Begins to send.
    pub fn new(answer: Bytes, patience: Duration) -> Self {
        Self { rest: answer, began: Instant::now(), patience }
    }
}

impl Body for Sending {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        if self.began.elapsed() >= self.patience {
            return Poll::Ready(Some(Err(late())));
        }
        Poll::Ready(Some(Ok(Frame::data(piece(&mut self.rest)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}
