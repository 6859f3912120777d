//! Work behind an address: from the body of a request, through the pool, to an answer or a stream.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hyper::header::{self, HeaderMap, HeaderValue};
use npuzzle::question::{Ask, Refusal};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;

use crate::app::App;
use crate::context::{AcceptedEvent, JobContext};
use crate::job::Ticket;
use crate::mailbox::Mailbox;
use crate::message::{Body, Request, Response};
use crate::pool::{LaneName, Telling};
use crate::problem::{Kind, Problem};
use crate::schema::JsonSchema;
use crate::sending::Sending;
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
    type Question: Ask<Answer: JsonSchema> + DeserializeOwned + JsonSchema + Send + 'static;

    /// What is looked at in the quick lane before work waits in the long one, so that the client
    /// hears of a mistake at once.
    const GLANCE: Option<Glance<Self::Question>> = None;

    /// How long it may take.
    fn lane(_: &Self::Question) -> LaneName {
        LaneName::Long
    }
}

/// Finds mistakes in a question.
pub type Glance<Q> = fn(&Q) -> Result<(), Refusal>;

/// Serves a request for some work. To drop the future, or the stream it returns, is to cancel the
/// work.
pub async fn serve<W: Work>(app: Arc<App>, request: Request) -> Response {
    let as_stream = W::STREAMS && accepts_stream(request.headers());
    let question = match body::read::<W::Question>(request, app.patience.body).await {
        Ok(question) => question,
        Err(problem) => return problem.into_response(),
    };
    let question = match glanced_at::<W>(&app, question).await {
        Ok(question) => question,
        Err(problem) => return problem.into_response(),
    };
    let (ticket, mailbox) = match start::<W>(&app, question) {
        Ok(job) => job,
        Err(problem) => return problem.into_response(),
    };
    if as_stream {
        return stream::answer(ticket, mailbox, app.patience.answer);
    }
    match mailbox.ending().await {
        Ok(answer) => json(Body::Sending(Sending::new(answer, app.patience.answer))),
        Err(problem) => problem.into_response(),
    }
}

/// An answer that is known at once.
pub fn fact(answer: &impl Serialize) -> Response {
    match serde_json::to_vec(answer) {
        Ok(answer) => json(answer.into()),
        Err(error) => Problem::new(Kind::Bug, error.to_string()).into_response(),
    }
}

/// An answer that is JSON already.
pub fn json(answer: Body) -> Response {
    let mut response = Response::new(answer);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn accepts_stream(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .any(|kind| kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(stream::EVENT_STREAM)))
}

fn queue_is_full() -> Problem {
    Problem::new(Kind::Busy, "all workers are busy and the queue is full: try again later")
}

/// Gives a request back if there is no mistake to be seen in it.
async fn glanced_at<W: Work>(app: &Arc<App>, question: W::Question) -> Result<W::Question, Problem> {
    let Some(glance) = W::GLANCE.filter(|_| W::lane(&question) == LaneName::Long) else { return Ok(question) };
    let ticket = app.jobs.begin(&app.pool);
    let (give, take) = oneshot::channel();
    let task = move || -> Telling {
        let seen = caught(|| Ok(glance(&question).map(|()| question)?), &mut std::io::stderr());
        // The client may be gone.
        Box::new(|| drop(give.send(seen)))
    };
    app.pool.submit(LaneName::Quick, ticket.id(), |_| (), Box::new(task)).map_err(|_| queue_is_full())?;
    // Without an answer the pool is closed.
    take.await.unwrap_or_else(|_| Err(queue_is_full()))
}

/// Puts work into the pool.
fn start<W: Work>(app: &Arc<App>, question: W::Question) -> Result<(Ticket, Arc<Mailbox>), Problem> {
    let lane = W::lane(&question);
    let ticket = app.jobs.begin(&app.pool);
    let mailbox = Arc::new(Mailbox::default());
    let context =
        JobContext { app: Arc::clone(app), cancel: Arc::clone(ticket.cancel()), mailbox: Arc::clone(&mailbox) };
    let job = ticket.name();
    // The queue is locked while the client hears how many are ahead, so that it hears nothing else
    // before.
    let told = Arc::clone(&mailbox);
    let tell = move |ahead| told.tell("accepted", &AcceptedEvent { job, ahead });
    let task = Box::new(move || ended::<W>(question, context));
    app.pool.submit(lane, ticket.id(), tell, task).map_err(|_| queue_is_full())?;
    Ok((ticket, mailbox))
}

/// Does the work; then it can be told how it ended.
fn ended<W: Work>(question: W::Question, context: JobContext) -> Telling {
    let work = || {
        let terms = context.app.terms(&question.limits(), &context.cancel)?;
        let answer = question.ask(&terms, &mut context.watcher())?;
        serde_json::to_string(&answer).map_err(|error| Problem::new(Kind::Bug, error.to_string()))
    };
    let ending = caught(work, &mut std::io::stderr());
    context.app.forget_notes();
    Box::new(move || context.mailbox.end(ending, &context.app.unsent))
}

/// Does some work. A panic ends the job, not the worker; what is our fault is also written to
/// `errors`.
fn caught<T>(work: impl FnOnce() -> Result<T, Problem>, errors: &mut impl Write) -> Result<T, Problem> {
    let ending = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        // The panic hook has printed what happened.
        Err(Problem::new(Kind::Bug, "internal error: the work ended in a panic; please report it"))
    });
    if let Err(problem) = &ending
        && problem.is_bug()
    {
        // Without a reader there is nothing to report.
        let _ = writeln!(errors, "error: {}", problem.detail());
    }
    ending
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use hyper::StatusCode;
    use npuzzle::question::{Terms, Watch};
    use serde::Deserialize;

    use super::*;
    use crate::Options;

    /// Divides a hundred by a number, and panics at zero.
    struct Division;

    #[derive(Deserialize, schemars::JsonSchema)]
    struct DivisionQuestion {
        by: u32,
    }

    impl Ask for DivisionQuestion {
        type Answer = u32;

        fn ask(&self, _: &Terms, _: &mut dyn Watch) -> Result<u32, Refusal> {
            Ok(100 / self.by)
        }
    }

    impl Work for Division {
        const PATH: &'static str = "/division";
        const SUMMARY: &'static str = "Divide";
        const EXAMPLE: &'static str = r#"{"by": 4}"#;
        const STREAMS: bool = false;
        type Question = DivisionQuestion;
    }

    async fn divide(app: &Arc<App>, body: &'static str) -> (StatusCode, String) {
        let request = hyper::Request::post("/division").header(header::CONTENT_TYPE, "application/json");
        let response = serve::<Division>(Arc::clone(app), request.body(Body::from(body)).unwrap()).await;
        let status = response.status();
        let bytes = body::collect(response.into_body()).await.unwrap();
        (status, String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn a_panic_is_a_problem_and_the_worker_goes_on() {
        let options = Options { workers: NonZeroUsize::new(1), ..Options::default() };
        let app = Arc::new(App::start(options).unwrap());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            for _ in 0..3 {
                let (status, text) = divide(&app, r#"{"by": 0}"#).await;
                assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
                let problem: serde_json::Value = serde_json::from_str(&text).unwrap();
                assert_eq!((&problem["type"], &problem["status"]), (&"urn:npuzzle:bug".into(), &500.into()));
                assert!(problem["detail"].as_str().unwrap().starts_with("internal error: "), "{text}");
                assert_eq!(divide(&app, r#"{"by": 4}"#).await, (StatusCode::OK, "25".to_owned()));
            }
        });
    }

    #[test]
    fn what_is_our_fault_is_written_down() {
        let mut errors = Vec::new();
        assert!(
            caught(|| -> Result<(), _> { panic!("at the disco") }, &mut errors).is_err_and(|problem| problem.is_bug())
        );
        assert!(caught(|| -> Result<(), _> { Err(Problem::new(Kind::Input, "theirs")) }, &mut errors).is_err());
        let line = "error: internal error: the work ended in a panic; please report it\n";
        assert_eq!(String::from_utf8(errors).unwrap(), line);
    }
}
