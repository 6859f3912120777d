//! A connection whose other end must go on reading: a client that takes nothing for a while is gone, and so is its work.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// How long, and how much, we listen to a client that we have refused, so that it can read why.
const FAREWELL: Duration = Duration::from_secs(1);
const FAREWELL_BYTES: u64 = 8 << 20;

/// A connection with a limit on how long a write may take.
pub struct Connection {
    stream: TcpStream,
    patience: Duration,
    /// Runs while something waits to be written.
    deadline: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl Connection {
    /// Watches a stream.
    pub fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, deadline: Box::pin(sleep(patience)), is_waiting: false }
    }

    /// Ends the connection. A client that is still sending would otherwise lose our last answer: closing a connection with unread
    /// data in it resets it.
    pub async fn close(mut self) {
        if self.stream.shutdown().await.is_err() {
            return;
        }
        let mut left = (&mut self.stream).take(FAREWELL_BYTES);
        let mut buffer = vec![0; 16 << 10];
        let listen = async { while matches!(left.read(&mut buffer).await, Ok(1..)) {} };
        let _ = tokio::time::timeout(FAREWELL, listen).await;
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
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
