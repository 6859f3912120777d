//! Accepts connections: a bounded number of them, each with little time for its requests to arrive.

use std::future::{Future, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::server::app::App;
use crate::server::connection::Connection;
use crate::server::guard;
use crate::server::message::Body;
use crate::server::room::{Room, Seat};
use crate::server::watched::{Arriving, Leaving};

/// So many connections are there beside those whose jobs wait or run: for questions that are
/// answered at once, for answers that are being read, and for those who find the queue full and are
/// told so. More wait in the system's own queue, unless a connection without a request can make
/// room (see `room`).
pub const SPARE_CONNECTIONS: usize = 128;
/// So many clients may wait in the system's queue, unless it allows fewer. One more is not refused:
/// the system drops its call, and it calls again after a second. The standard library's 128 are not
/// enough for 200 clients that come at the same time.
const MOST_CALLING: u32 = 1024;
/// The head of a request is short.
const MOST_HEAD_BYTES: usize = 32 << 10;
const MOST_HEADERS: usize = 64;
/// How long to wait when the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(50);

type Answer = Pin<Box<dyn Future<Output = Result<hyper::Response<Leaving>, std::convert::Infallible>> + Send>>;

/// Listens at the first of these addresses that can be had. Needs the runtime that will serve.
pub fn listen(addresses: &[SocketAddr]) -> io::Result<TcpListener> {
    let mut failed = io::Error::new(io::ErrorKind::InvalidInput, "no address to listen at");
    for &address in addresses {
        match listen_at(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A server that was just ended leaves connections behind, which must not keep the next one from
    // its port. On Windows the same option would let two servers share a port.
    if cfg!(not(windows)) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(address)?;
    socket.listen(MOST_CALLING)
}

/// Serves until it is stopped; then all connections end at once, and with them their work.
pub async fn serve(listener: TcpListener, app: Arc<App>, most_connections: usize, stop: Arc<Notify>) {
    let room = Room::new(most_connections);
    let mut connections = JoinSet::new();
    let accept = async {
        loop {
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(_) => {
                    room.dismiss_oldest();
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            let Some(seat) = room.seat().await else { return };
            while connections.try_join_next().is_some() {}
            let app = Arc::clone(&app);
            connections.spawn(async move {
                // What has arrived is read before a connection is closed.
                first_of(converse(stream, app, Arc::clone(&seat)), seat.dismissed()).await;
            });
        }
    };
    first_of(stop.notified(), accept).await;
}

/// Waits for one of two, and asks the first one first. The other is dropped.
async fn first_of(first: impl Future<Output = ()>, second: impl Future<Output = ()>) {
    let (mut first, mut second) = (pin!(first), pin!(second));
    poll_fn(|context| match first.as_mut().poll(context) {
        Poll::Pending => second.as_mut().poll(context),
        Poll::Ready(()) => Poll::Ready(()),
    })
    .await;
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, app: Arc<App>, seat: Arc<Seat>) {
    // Events are small and are wanted at once.
    let _ = stream.set_nodelay(true);
    let patience = app.patience;
    let watching = Arc::clone(&seat);
    let service = service_fn(move |request: hyper::Request<Incoming>| -> Answer {
        let seat = Arc::clone(&watching);
        let request = request.map(|body| Body::Arriving(Arriving::new(body, Arc::clone(&seat))));
        let answer = guard::answer(Arc::clone(&app), request);
        Box::pin(async move { Ok(answer.await.map(|body| Leaving::new(body, seat))) })
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_buf_size(MOST_HEAD_BYTES)
        .max_headers(MOST_HEADERS);
    let connection = http.serve_connection(TokioIo::new(Connection::new(stream, patience.write, seat)), service);
    // What goes wrong on a connection concerns only the client, and that is gone.
    if let Ok(parts) = connection.without_shutdown().await {
        parts.io.into_inner().close().await;
    }
}
