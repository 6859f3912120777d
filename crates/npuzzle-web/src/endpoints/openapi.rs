//! `GET /api/openapi.json`: the description of the interface.

use crate::endpoints::{Endpoint, fact};
use crate::openapi;

/// The entry of the list.
pub const ENDPOINT: Endpoint =
    fact::<serde_json::Value>("/api/openapi.json", "Describe this interface", |_| Ok(openapi::text().into_owned()));
