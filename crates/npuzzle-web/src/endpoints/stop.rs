//! `POST /api/stop`: ends a job with what it knows.

use std::sync::Arc;

use hyper::StatusCode;
use serde::Deserialize;

use crate::endpoints::{Endpoint, Source};
use crate::problem::{Kind, Problem};
use crate::schema::schema_of;
use crate::server::app::App;
use crate::server::body;
use crate::server::message::{Body, Request, Response};
use crate::work;

const PATH: &str = "/api/stop";

/// The entry of the list.
pub const ENDPOINT: Endpoint = Endpoint {
    method: "post",
    path: PATH,
    summary: "End a job with what it knows",
    query: None,
    body: Some((schema_of::<StopBody>(), r#"{"job": "0123456789abcdef"}"#)),
    answer: None,
    streams: false,
    source: Source::Server(|app, request| {
        Box::pin(async { stop(app, request).await.unwrap_or_else(Problem::into_response) })
    }),
};

/// A job to be stopped.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StopBody {
    /// Its id, from the event `accepted`.
    pub job: String,
}

/// Asks a job to end. Its own stream then brings the best it has.
pub async fn stop(app: Arc<App>, request: Request) -> Result<Response, Problem> {
    let body = body::read(request, app.patience.body).await?;
    let StopBody { job } = work::object(PATH, &body)?;
    if app.jobs.stop(&job, &app.pool) {
        let mut response = Response::new(Body::EMPTY);
        *response.status_mut() = StatusCode::NO_CONTENT;
        Ok(response)
    } else {
        Err(Problem::new(Kind::NotFound, format!("there is no job `{job}`: it has ended or never existed")))
    }
}
