//! The answer as server-sent events.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Bytes, Frame};
use hyper::header::{self, HeaderValue};
use tokio::time::{Instant, Interval, interval_at};

use crate::server::job::Ticket;
use crate::server::mailbox::{Event, Mailbox};
use crate::server::message::{Body, Response};
use crate::server::sending::{late, piece};

/// The content type of streams.
pub const EVENT_STREAM: &str = "text/event-stream";

/// So often something is written to a quiet stream: a client that is gone is noticed then.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// The events of one job. Dropped with the connection, and with it the ticket.
pub struct Events {
    mailbox: Arc<Mailbox>,
    ticket: Option<Ticket>,
    parts: VecDeque<Bytes>,
    quiet: Interval,
    /// So long the rest may take when the job has ended.
    patience: Duration,
}

impl Events {
    /// Large data are not copied into one text.
    fn write(&mut self, name: &'static str, data: impl Into<Bytes>) {
        self.parts.push_back(Bytes::from(format!("event: {name}\ndata: ")));
        self.parts.push_back(data.into());
        self.parts.push_back(Bytes::from_static(b"\n\n"));
    }
}

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if self.mailbox.ended_before(self.patience) {
            return Poll::Ready(Some(Err(late())));
        }
        loop {
            if let Some(part) = self.parts.front_mut().filter(|part| !part.is_empty()) {
                return Poll::Ready(Some(Ok(Frame::data(piece(part)))));
            }
            if self.parts.pop_front().is_some() {
                continue;
            }
            if self.ticket.is_none() {
                return Poll::Ready(None);
            }
            match self.mailbox.poll_event(context) {
                Poll::Ready(Event::Told(name, data)) => self.write(name, data),
                Poll::Ready(Event::Ended(ending)) => {
                    match ending {
                        Ok(answer) => self.write("result", answer),
                        Err(problem) => self.write("problem", problem.json()),
                    }
                    self.ticket = None;
                }
                Poll::Pending => {
                    let sign = Frame::data(Bytes::from_static(b": at work\n\n"));
                    return self.quiet.poll_tick(context).map(|_| Some(Ok(sign)));
                }
            }
        }
    }
}

/// The stream of a job.
pub fn answer(ticket: Ticket, mailbox: Arc<Mailbox>, patience: Duration) -> Response {
    let quiet = interval_at(Instant::now() + SIGN_OF_LIFE, SIGN_OF_LIFE);
    let events = Events { mailbox, ticket: Some(ticket), parts: VecDeque::new(), quiet, patience };
    let mut response = Response::new(Body::Events(events));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(EVENT_STREAM));
    response
}
