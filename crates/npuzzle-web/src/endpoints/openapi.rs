//! `GET /api/openapi.json`: the description of the interface.

use crate::endpoints::{Endpoint, at_once, fact};
use crate::openapi::document;

/// The entry of the list.
pub const ENDPOINT: Endpoint =
    fact::<serde_json::Value>("/api/openapi.json", "Describe this interface", |_, _| at_once(Ok(document())));
