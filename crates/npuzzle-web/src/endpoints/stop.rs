//! `POST /api/stop`: ends a job with what it knows.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;

use crate::app::App;
use crate::bodies::StopBody;
use crate::body;
use crate::problem::{Kind, Problem};

/// Asks a job to end. Its own stream then brings the best it has.
pub async fn stop(State(app): State<Arc<App>>, request: Request) -> Result<StatusCode, Problem> {
    let StopBody { job } = body::read(request, app.patience.body).await?;
    if app.jobs.stop(&job, &app.pool) {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::new(Kind::NotFound, format!("there is no job `{job}`: it has ended, or never was")))
    }
}
