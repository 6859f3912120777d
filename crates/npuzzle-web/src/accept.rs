//! Accepts connections: a bounded number of them, each with little time for its requests to arrive.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;

use crate::Patience;
use crate::connection::Connection;

/// So many connections are there beside those whose jobs wait or run: for questions that are answered at once, for answers that
/// are being read, and for those who find the queue full and are told so. More wait in the system's own queue.
pub const SPARE_CONNECTIONS: usize = 128;
/// So many clients may wait in the system's queue, unless it allows fewer. One more is not refused: the system drops its call, and
/// it calls again after a second. The standard library's 128 are not enough for 200 clients that come at the same time.
const MOST_CALLING: u32 = 1024;
/// The head of a request is short.
const MOST_HEAD_BYTES: usize = 32 << 10;
const MOST_HEADERS: usize = 64;
/// How long to wait when the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(50);

type Answer = Pin<Box<dyn Future<Output = Result<Response, std::convert::Infallible>> + Send>>;

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
    // A server that was just ended leaves connections behind, which must not keep the next one from its port. On Windows the same
    // option would let two servers share a port.
    if cfg!(not(windows)) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(address)?;
    socket.listen(MOST_CALLING)
}

/// Serves until it is told to stop; then all connections end at once, and with them their work.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    most_connections: usize,
    patience: Patience,
    stop: Arc<Notify>,
) {
    let places = Arc::new(Semaphore::new(most_connections.min(Semaphore::MAX_PERMITS)));
    let mut connections = JoinSet::new();
    let accept = async {
        loop {
            // The semaphore is never closed.
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(_) => {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            while connections.try_join_next().is_some() {}
            let router = router.clone();
            connections.spawn(async move {
                converse(stream, router, patience).await;
                drop(place);
            });
        }
    };
    tokio::select! {
        () = accept => {}
        () = stop.notified() => {}
    }
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, router: Router, patience: Patience) {
    // Events are small and are wanted at once.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: hyper::Request<Incoming>| -> Answer { Box::pin(router.call(request)) });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_buf_size(MOST_HEAD_BYTES)
        .max_headers(MOST_HEADERS);
    let connection = http.serve_connection(TokioIo::new(Connection::new(stream, patience.write)), service);
    // What goes wrong on a connection concerns nobody but the client, and that is gone.
    if let Ok(parts) = connection.without_shutdown().await {
        parts.io.into_inner().close().await;
    }
}
