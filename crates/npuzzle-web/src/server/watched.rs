//! Bodies that tell the place of their connection how far it is: when a request is complete, and
//! when its answer is.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::body::{Body as HttpBody, Bytes, Frame, Incoming, SizeHint};

use crate::server::message::{Body, Broken};
use crate::server::room::Seat;

/// The body of a request. It is complete with its last byte, or when the rest of it is not wanted.
pub struct Arriving {
    body: Incoming,
    seat: Arc<Seat>,
}

impl Arriving {
    /// Watches a body.
    pub fn new(body: Incoming, seat: Arc<Seat>) -> Self {
        if body.is_end_stream() {
            seat.has_request();
        }
        Self { body, seat }
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<hyper::Result<Frame<Bytes>>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.seat.has_request();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        self.seat.has_request();
    }
}

/// The body of an answer, dropped when its last byte is on its way.
pub struct Leaving {
    body: Body,
    seat: Arc<Seat>,
}

impl Leaving {
    /// Watches a body.
    pub fn new(body: Body, seat: Arc<Seat>) -> Self {
        Self { body, seat }
    }
}

impl HttpBody for Leaving {
    type Data = Bytes;
    type Error = Broken;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Broken>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.seat.has_answer();
    }
}
