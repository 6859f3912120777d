//! Reads the body of a request: JSON of bounded length, in bounded time.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use hyper::body::Body as HttpBody;
use hyper::header::{self, HeaderMap};

use crate::problem::{Kind, Problem};
use crate::server::message::{Body, Request};
use crate::terms::MOST_BYTES;

/// Reads the body of a request.
pub async fn read(request: Request, patience: Duration) -> Result<Vec<u8>, Problem> {
    let (head, body) = request.into_parts();
    if !is_json(&head.headers) {
        return Err(Problem::new(Kind::NotJson, "expected a body with `Content-Type: application/json`"));
    }
    // A body that says how long it is need not be read to be refused.
    let announced = head.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: u64| length > MOST_BYTES as u64) {
        return Err(too_large());
    }
    let bytes = tokio::time::timeout(patience, collect(body)).await;
    let late = |_| Problem::new(Kind::SlowBody, format!("the body was not there after {} s", patience.as_secs_f64()));
    bytes.map_err(late)?
}

fn too_large() -> Problem {
    Problem::new(Kind::TooLarge, format!("the body is too large: expected at most {MOST_BYTES} bytes"))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// All of a body, if it is not too long.
pub async fn collect(mut body: Body) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|error| Problem::new(Kind::Input, format!("the body ends too early: {error}")))?;
        // A frame without data holds trailers.
        let Ok(part) = frame.into_data() else { continue };
        if bytes.len() + part.len() > MOST_BYTES {
            return Err(too_large());
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}
