//! A connection whose other end must stay: a client that takes nothing for a while is gone, and so
//! is one that has closed its side. Its work ends with it.
//!
//! A client that closes its sending side alone looks the same as one that is gone, and is taken for
//! one: browsers and HTTP libraries keep the connection open until the answer is there.

use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Interval, MissedTickBehavior, Sleep, interval_at, sleep};

use crate::server::room::Seat;

/// How long, and how much, we listen to a client that we have refused, so that it can read why.
const FAREWELL: Duration = Duration::from_secs(1);
const FAREWELL_BYTES: u64 = 8 << 20;
/// So often we look whether the client is still there.
const LOOK: Duration = Duration::from_secs(1);

/// A connection with a limit on how long a write may take.
pub struct Connection {
    stream: TcpStream,
    patience: Duration,
    /// Runs while something waits to be written.
    deadline: Pin<Box<Sleep>>,
    is_waiting: bool,
    /// When to look whether the client is still there.
    look: Interval,
    seat: Arc<Seat>,
}

impl Connection {
    /// Watches a stream.
    pub fn new(stream: TcpStream, patience: Duration, seat: Arc<Seat>) -> Self {
        let mut look = interval_at(Instant::now() + LOOK, LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { stream, patience, deadline: Box::pin(sleep(patience)), is_waiting: false, look, seat }
    }

    /// Ends the connection. A client that is still sending would otherwise lose our last answer:
    /// closing a connection with unread data in it resets it.
    pub async fn close(mut self) {
        if self.stream.shutdown().await.is_err() {
            return;
        }
        let mut left = (&mut self.stream).take(FAREWELL_BYTES);
        let mut buffer = vec![0; 16 << 10];
        let listen = async { while matches!(left.read(&mut buffer).await, Ok(1..)) {} };
        let _ = tokio::time::timeout(FAREWELL, listen).await;
    }

    /// Whether the client has closed its side. It may have sent something before that is
    /// still unread, so this asks the system and reads nothing.
    fn is_closed_by_client(&self) -> bool {
        let ready = pin!(self.stream.ready(Interest::READABLE)).poll(&mut Context::from_waker(Waker::noop()));
        matches!(ready, Poll::Ready(Ok(ready)) if ready.is_read_closed())
    }

    /// Lets the clock run while a write waits.
    fn timed<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.is_waiting = false;
            return written;
        }
        if !self.is_waiting {
            self.is_waiting = true;
            let deadline = Instant::now() + self.patience;
            self.deadline.as_mut().reset(deadline);
        }
        self.deadline.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.timed(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // INVARIANT: every poll of the server's side of a connection ends with a flush, whatever it
        // waits for; so the clock wakes it, and here it learns that the client is gone. It looks
        // for the end of what it reads only while it has nothing left to read: one byte after the
        // request would hide it.
        while self.look.poll_tick(context).is_ready() {
            if self.is_closed_by_client() {
                return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
            }
        }
        // Nothing is left to be written when a flush is asked for.
        self.seat.has_written();
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
