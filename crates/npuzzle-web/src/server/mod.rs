//! The server: connections, workers, the files of the page.
//!
//! A request is checked (`guard`), read into a question of the engine (`body`), put into the queue
//! of the workers (`pool`, `job`) and answered at the end, or by a stream of events while the work
//! goes on (`mailbox`, `stream`). A client that closes the connection cancels the work.

mod accept;
pub mod app;
#[cfg(test)]
mod archive;
pub mod body;
mod connection;
pub mod files;
mod guard;
mod job;
mod mailbox;
pub mod message;
mod packing;
mod page;
mod pool;
mod room;
mod sending;
pub mod serve;
mod stream;
mod unsent;
mod watched;

use std::future::ready;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use npuzzle::core::{Limits, TableCache};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

use crate::problem::Problem;
use crate::server::app::App;
use crate::server::message::{Request, Response};

#[cfg_attr(not(feature = "describe"), expect(unused_imports, reason = "the document is made by a test"))]
pub use self::stream::EVENT_STREAM;

/// An answer that is being made.
pub type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;
/// Answers requests for something that the server knows of itself.
pub type Respond = fn(Arc<App>, Request) -> Answering;

/// What is known at once needs no waiting.
pub fn at_once(answer: Result<Response, Problem>) -> Answering {
    Box::pin(ready(answer.unwrap_or_else(Problem::into_response)))
}

/// The default port.
pub const USUAL_PORT: u16 = 7315;

/// Threads that serve connections; they never compute.
const CONNECTION_THREADS: usize = 2;

/// Where a server listens, and what it may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address: the first of these that can be had. Another than loopback lets everybody on the
    /// network use this machine.
    pub addresses: Vec<IpAddr>,
    /// The port, 0 for any that is free. Without one, the usual port, or any if that is taken.
    pub port: Option<u16>,
    /// Host names by which clients may call this machine, beside `localhost` and addresses.
    pub host_names: Vec<String>,
    /// Jobs that are worked on at the same time; without a number, as many as suit the machine.
    pub workers: Option<NonZeroUsize>,
    /// Jobs of each kind, long and quick, that may wait. Each holds its connection, and there are
    /// connections for some more, so that the others are told to try again: the usual number needs
    /// 643 connections, within the 1024 files that systems usually grant a process.
    pub most_waiting: usize,
    /// Bytes that all jobs together may take.
    pub memory: u64,
    /// The limits that a job starts from; its shares of time, memory and cores replace them.
    pub usual_limits: fn() -> Limits,
    /// Bytes that large answers may take together until they are read.
    pub most_unsent: u64,
    /// Where tables come from and are kept.
    pub table_cache: Arc<TableCache>,
    /// How long clients may take.
    pub patience: Patience,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            addresses: vec![IpAddr::V4(Ipv4Addr::LOCALHOST)],
            port: None,
            host_names: Vec::new(),
            workers: None,
            most_waiting: 256,
            memory: 4 << 30,
            usual_limits: Limits::default,
            most_unsent: 256 << 20,
            table_cache: Arc::default(),
            patience: Patience::default(),
        }
    }
}

/// How long clients may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request; so long a connection may be idle.
    pub head: Duration,
    /// For its body.
    pub body: Duration,
    /// For reading something of the answer.
    pub write: Duration,
    /// For reading all of it once it is complete.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let [head, body, write, answer] = [10, 10, 30, 300].map(Duration::from_secs);
        Self { head, body, write, answer }
    }
}

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    stop: Arc<Notify>,
}

/// Ends a server from elsewhere.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Ends the server, with all connections and jobs.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Starts to listen.
    pub fn bind(options: Options) -> io::Result<Self> {
        let mut runtime = Builder::new_multi_thread();
        let runtime = runtime.worker_threads(CONNECTION_THREADS).thread_name("connections").enable_io().enable_time();
        let runtime = runtime.build()?;
        let listener = {
            let _within = runtime.enter();
            let at = |port| {
                let addresses: Vec<_> =
                    options.addresses.iter().map(|&address| SocketAddr::new(address, port)).collect();
                accept::listen(&addresses)
            };
            match options.port {
                Some(port) => at(port)?,
                None => at(USUAL_PORT).or_else(|_| at(0))?,
            }
        };
        let address = listener.local_addr()?;
        Ok(Self { runtime, listener, address, app: Arc::new(App::start(options)?), stop: Arc::default() })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Serves until it is stopped.
    pub fn run(self) -> io::Result<()> {
        let Self { runtime, listener, app, stop, .. } = self;
        let jobs = Arc::clone(&app.jobs);
        let connections = app.pool.most_jobs().saturating_add(accept::SPARE_CONNECTIONS);
        runtime.block_on(accept::serve(listener, app, connections, stop));
        jobs.cancel_all();
        runtime.shutdown_background();
        Ok(())
    }
}
