//! The OpenAPI document, a file that is made from the table of endpoints and the types (see
//! `describe`).

#[cfg(feature = "describe")]
pub mod describe;
#[cfg(feature = "describe")]
pub mod python;

use hyper::body::Bytes;
use serde_json::Value;

use crate::message::Response;
use crate::{files, work};

fn text() -> Bytes {
    files::read("src/openapi.json").unwrap_or_default()
}

/// Answers with the document.
pub fn document() -> Response {
    work::json(text().into())
}

/// The fields of the body of an address. The document is read only to say what is wrong with one.
pub fn fields(path: &str) -> Vec<String> {
    let document: Value = serde_json::from_slice(&text()).unwrap_or_default();
    let mut schema = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
    if let Some(reference) = schema["$ref"].as_str() {
        schema = document.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Null);
    }
    schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}
