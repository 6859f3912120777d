//! `GET /api/health`: whether the server is there, and how busy it is.

use serde::Serialize;

use crate::endpoints::{Endpoint, Source, fact};
use crate::server::app::App;
use crate::server::{at_once, serve};
use crate::work;

/// The entry of the list.
pub const ENDPOINT: Endpoint = Endpoint {
    source: Source::Server(|app, _| at_once(work::written(&health(&app)).map(serve::json))),
    ..fact::<Health>("/api/health", "Say whether the server is up, and how busy it is", |_| Ok(String::new()))
};

/// How the server is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Health {
    /// Always `ok`.
    pub status: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// Workers for long work.
    pub workers: usize,
    /// Jobs that are being worked on.
    pub running: usize,
    /// Jobs that wait for a worker.
    pub waiting: usize,
    /// Jobs that are done.
    pub finished: u64,
}

/// Tells how the server is. It asks no worker, so it answers however busy they are.
pub fn health(app: &App) -> Health {
    let occupation = app.pool.occupation();
    Health {
        status: "ok",
        version: crate::VERSION,
        workers: app.pool.long_workers(),
        running: occupation.running,
        waiting: occupation.waiting,
        finished: occupation.finished,
    }
}
