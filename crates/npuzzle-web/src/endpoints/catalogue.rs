//! `GET /api/catalogue`: all there is to choose from.

use std::sync::LazyLock;

use npuzzle::front::lists::Lists;
use npuzzle::question::RECORDED_EVENTS;
use serde::Serialize;

use crate::endpoints::{Endpoint, fact};
use crate::terms::{LONGEST_TIME_TEXT, MOST_BYTES, USUAL_TIME_TEXT, devices};
use crate::work;

/// The entry of the list.
pub const ENDPOINT: Endpoint =
    fact::<Catalogue>("/api/catalogue", "List everything available, with explanations", |_| Ok(CATALOGUE.clone()));

/// All there is to choose from.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// The version of the program.
    pub version: &'static str,
    /// The lists.
    #[serde(flatten)]
    pub lists: Lists,
    /// The cards that a question may name as its device.
    pub devices: Vec<String>,
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
static CATALOGUE: LazyLock<String> = LazyLock::new(|| work::written(&Catalogue::new()).unwrap_or_default());

impl Catalogue {
    fn new() -> Self {
        Self {
            version: crate::VERSION,
            lists: Lists::new(),
            devices: devices().and_then(|devices| devices.list().ok()).unwrap_or_default(),
            limits: LimitEntries {
                time: USUAL_TIME_TEXT,
                longest_time: LONGEST_TIME_TEXT,
                body_bytes: MOST_BYTES,
                events: RECORDED_EVENTS,
            },
        }
    }
}
