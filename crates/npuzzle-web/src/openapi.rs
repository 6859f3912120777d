//! The OpenAPI document, a file that is made from the table of endpoints and the types (see
//! `describe`).

#[cfg(test)]
mod describe;

use hyper::body::Bytes;

use crate::message::Response;
use crate::work;

const DOCUMENT: &str = include_str!("openapi.json");

/// Answers with the document.
pub fn document() -> Response {
    work::json(Bytes::from_static(DOCUMENT.as_bytes()).into())
}
