//! Work behind an address: from the body of a request, through the pool, to an answer or a stream.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::desk::{AcceptedEvent, Desk};
use crate::job::Ticket;
use crate::mailbox::{Ending, Mailbox};
use crate::pool::LaneName;
use crate::problem::{Kind, Problem};
use crate::{body, stream};

/// Something the server computes for those who ask.
pub trait Work: 'static {
    /// Where to ask.
    const PATH: &'static str;
    /// What it does, in one line.
    const SUMMARY: &'static str;
    /// A body that shows how to ask.
    const EXAMPLE: &'static str;
    /// Whether the answer can be a stream.
    const STREAMS: bool;
    /// What is asked.
    type Body: DeserializeOwned + JsonSchema + Send + 'static;
    /// What is answered.
    type Answer: Serialize + JsonSchema;

    /// How long it may take.
    fn lane(body: &Self::Body) -> LaneName;

    /// Computes the answer.
    fn run(body: Self::Body, desk: &Desk) -> Result<Self::Answer, Problem>;
}

/// Serves a request for some work. Whoever drops the future, or the stream it returns, cancels the work.
pub async fn serve<W: Work>(State(app): State<Arc<App>>, request: Request) -> Response {
    let as_stream = W::STREAMS && accepts_stream(request.headers());
    let question = match body::read::<W::Body>(request, app.patience.body).await {
        Ok(question) => question,
        Err(problem) => return problem.into_response(),
    };
    let (ticket, mailbox) = match start::<W>(&app, question) {
        Ok(job) => job,
        Err(problem) => return problem.into_response(),
    };
    if as_stream {
        return stream::answer(ticket, mailbox);
    }
    match mailbox.ending().await {
        Ok(answer) => json(answer),
        Err(problem) => problem.into_response(),
    }
}

/// An answer that is JSON already.
pub fn json(answer: impl Into<Body>) -> Response {
    let mut response = Response::new(answer.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn accepts_stream(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .any(|kind| kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(stream::EVENT_STREAM)))
}

/// Puts work into the pool.
fn start<W: Work>(app: &Arc<App>, question: W::Body) -> Result<(Ticket, Arc<Mailbox>), Problem> {
    let lane = W::lane(&question);
    let ticket = app.jobs.begin(&app.pool);
    let mailbox = Arc::new(Mailbox::default());
    let desk = Desk { app: Arc::clone(app), cancel: Arc::clone(ticket.cancel()), mailbox: Arc::clone(&mailbox) };
    let job = ticket.name();
    // The queue is locked while it is told how many are ahead, so that nothing else can be told before.
    let told = Arc::clone(&mailbox);
    let tell = move |ahead| told.tell("accepted", &AcceptedEvent { job, ahead });
    let full = |_| Problem::new(Kind::Busy, "all workers are busy and the queue is full: try again later");
    app.pool.submit(lane, ticket.id(), tell, Box::new(move || ended::<W>(question, &desk))).map_err(full)?;
    Ok((ticket, mailbox))
}

/// Does the work and tells how it ended. A panic ends the job, not the worker.
fn ended<W: Work>(question: W::Body, desk: &Desk) {
    let work = AssertUnwindSafe(|| -> Ending {
        let answer = W::run(question, desk)?;
        serde_json::to_string(&answer).map_err(|error| Problem::new(Kind::Bug, error.to_string()))
    });
    let ending = catch_unwind(work).unwrap_or_else(|_| {
        // The panic hook has printed what happened.
        Err(Problem::new(Kind::Bug, "internal error: the work ended in a panic; please report it"))
    });
    if let Err(problem) = &ending
        && problem.is_bug()
    {
        // If nobody reads it there is nobody to tell.
        let _ = writeln!(std::io::stderr(), "error: {}", problem.detail());
    }
    desk.app.forget_notes();
    desk.mailbox.end(ending);
}
