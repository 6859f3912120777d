//! `GET /api/catalogue`: all there is to choose from.

use std::sync::LazyLock;

use hyper::body::Bytes;
use npuzzle::front::lists::Lists;
use npuzzle::question::RECORDED_EVENTS;
use serde::Serialize;

use crate::app::{LONGEST_TIME_TEXT, USUAL_TIME_TEXT};
use crate::endpoints::{Endpoint, at_once, fact};
use crate::message::Response;
use crate::{body, work};

/// The entry of the list.
pub const ENDPOINT: Endpoint =
    fact::<Catalogue>("/api/catalogue", "List everything available, with explanations", |_, _| {
        at_once(Ok(catalogue()))
    });

/// All there is to choose from.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// The version of the program.
    pub version: &'static str,
    /// The lists.
    #[serde(flatten)]
    pub lists: Lists,
    /// What a request may ask for.
    pub limits: LimitEntries,
}

/// What a request may ask for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct LimitEntries {
    /// The time of a job by default.
    pub time: &'static str,
    /// The longest time that is granted.
    pub longest_time: &'static str,
    /// The length of a body.
    pub body_bytes: usize,
    /// The events of a trace by default.
    pub events: usize,
}

/// It never changes, so it is written once.
static CATALOGUE: LazyLock<Bytes> =
    LazyLock::new(|| serde_json::to_vec(&Catalogue::new()).map(Bytes::from).unwrap_or_default());

/// Answers with the catalogue.
pub fn catalogue() -> Response {
    work::json(CATALOGUE.clone().into())
}

impl Catalogue {
    fn new() -> Self {
        Self {
            version: crate::VERSION,
            lists: Lists::new(),
            limits: LimitEntries {
                time: USUAL_TIME_TEXT,
                longest_time: LONGEST_TIME_TEXT,
                body_bytes: body::MOST_BYTES,
                events: RECORDED_EVENTS,
            },
        }
    }
}
