//! `GET /api/catalogue`: all there is to choose from.

use std::sync::LazyLock;

use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};
use npuzzle::front::lists::Lists;
use npuzzle::question::RECORDED_EVENTS;
use serde::Serialize;

use crate::app::{LONGEST_TIME_TEXT, USUAL_TIME_TEXT};
use crate::endpoints::{Endpoint, at_once, fact};
use crate::message::Response;
use crate::packing::{accepts_gzip, gzip};
use crate::{body, work};

/// The entry of the list.
pub const ENDPOINT: Endpoint =
    fact::<Catalogue>("/api/catalogue", "List everything available, with explanations", |_, request| {
        at_once(Ok(catalogue(request.headers())))
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

/// It never changes, so it is written and packed once.
static CATALOGUE: LazyLock<Bytes> =
    LazyLock::new(|| serde_json::to_vec(&Catalogue::new()).map(Bytes::from).unwrap_or_default());
static PACKED: LazyLock<Option<Bytes>> = LazyLock::new(|| gzip(&CATALOGUE).map(Bytes::from));

/// Answers with the catalogue: it is a third of what the page loads first.
pub fn catalogue(asked: &HeaderMap) -> Response {
    let packed = PACKED.as_ref().filter(|_| accepts_gzip(asked));
    let mut response = work::json(packed.unwrap_or(&CATALOGUE).clone().into());
    let headers = response.headers_mut();
    if packed.is_some() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    response
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_packed_for_those_who_read_that() {
        let asked = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, br"))]);
        assert_eq!(catalogue(&asked).headers()[header::CONTENT_ENCODING], "gzip");
        assert!(PACKED.as_ref().is_some_and(|packed| packed.len() < CATALOGUE.len() / 3));
        assert!(!catalogue(&HeaderMap::new()).headers().contains_key(header::CONTENT_ENCODING));
    }
}
