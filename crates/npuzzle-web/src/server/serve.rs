//! Answers requests: by the table of addresses, or with a file of the page. Work goes from the body
//! of a request through the pool to an answer or a stream.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hyper::Method;
use hyper::header::{self, HeaderMap, HeaderValue};
use tokio::sync::oneshot;

use crate::endpoints::{self, Endpoint, Source};
use crate::events::{AcceptedEvent, ClientWatch};
use crate::problem::{Kind, Problem};
use crate::server::app::App;
use crate::server::job::Ticket;
use crate::server::mailbox::Mailbox;
use crate::server::message::{Body, Request, Response};
use crate::server::packing::{accepts_gzip, gzip};
use crate::server::pool::Telling;
use crate::server::sending::Sending;
use crate::server::{body, page, stream};
use crate::work::{Asked, LaneName};

/// Facts from this size on are packed. The catalogue is a third of what the page loads first.
const LARGE_FACT: usize = 4 << 10;

/// Answers a request.
pub async fn answer(app: Arc<App>, request: Request) -> Response {
    let Ok(endpoint) = endpoints::find(request.uri().path()) else { return page::file(&request) };
    // What can be read can be asked for without its body.
    let (methods, allowed): (&[Method], _) = match endpoint.method {
        "get" => (&[Method::GET, Method::HEAD], "GET,HEAD"),
        _ => (&[Method::POST], "POST"),
    };
    if methods.contains(request.method()) {
        return match endpoint.source {
            Source::Fact(tell) => tell(request.uri().query().unwrap_or_default())
                .map_or_else(Problem::into_response, |fact| packed(fact, request.headers())),
            Source::Work(_) => work(app, request, endpoint).await.unwrap_or_else(Problem::into_response),
            Source::Server(respond) => respond(app, request).await,
        };
    }
    let message = "this address is not to be used with this method: see /api/openapi.json";
    let mut response = Problem::new(Kind::Method, message).into_response();
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

/// Serves a request for some work. To drop the future, or the stream it returns, is to cancel the
/// work.
async fn work(app: Arc<App>, request: Request, endpoint: &Endpoint) -> Result<Response, Problem> {
    let Source::Work(read) = endpoint.source else { return Err(Problem::new(Kind::Bug, "this is no work")) };
    let as_stream = endpoint.streams && accepts_stream(request.headers());
    let question = read(&body::read(request, app.patience.body).await?)?;
    let question = glanced_at(&app, question).await?;
    let (ticket, mailbox) = start(&app, question)?;
    if as_stream {
        return Ok(stream::answer(ticket, mailbox, app.patience.answer));
    }
    let answer = mailbox.ending().await?;
    Ok(json(Body::Sending(Sending::new(answer, app.patience.answer))))
}

/// An answer that is JSON already.
pub fn json(answer: impl Into<Body>) -> Response {
    let mut response = Response::new(answer.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A fact, packed for those who read that if it is large.
fn packed(fact: String, asked: &HeaderMap) -> Response {
    let is_large = fact.len() >= LARGE_FACT;
    let packed = (is_large && accepts_gzip(asked)).then(|| gzip(fact.as_bytes())).flatten();
    let is_packed = packed.is_some();
    let mut response = packed.map_or_else(|| json(fact), json);
    let headers = response.headers_mut();
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if is_large {
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
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

/// Gives a question back if there is no mistake to be seen in it.
async fn glanced_at(app: &Arc<App>, question: Box<dyn Asked>) -> Result<Box<dyn Asked>, Problem> {
    if !question.has_glance() || question.lane() == LaneName::Quick {
        return Ok(question);
    }
    let ticket = app.jobs.begin(&app.pool);
    let (give, take) = oneshot::channel();
    let task = move || -> Telling {
        let seen = caught(|| question.glance().map(|()| question), &mut std::io::stderr());
        // The client may be gone.
        Box::new(|| drop(give.send(seen)))
    };
    app.pool.submit(LaneName::Quick, ticket.id(), |_| (), Box::new(task)).map_err(|_| queue_is_full())?;
    // Without an answer the pool is closed.
    take.await.unwrap_or_else(|_| Err(queue_is_full()))
}

/// Where a worker sits.
struct JobContext {
    app: Arc<App>,
    /// Ends the work when it is set.
    cancel: Arc<AtomicBool>,
    /// Where news go.
    mailbox: Arc<Mailbox>,
}

/// Puts work into the pool.
fn start(app: &Arc<App>, question: Box<dyn Asked>) -> Result<(Ticket, Arc<Mailbox>), Problem> {
    let lane = question.lane();
    let ticket = app.jobs.begin(&app.pool);
    let mailbox = Arc::new(Mailbox::default());
    let context =
        JobContext { app: Arc::clone(app), cancel: Arc::clone(ticket.cancel()), mailbox: Arc::clone(&mailbox) };
    let job = ticket.name();
    // The queue is locked while the client hears how many are ahead, so that it hears nothing else
    // before.
    let told = Arc::clone(&mailbox);
    let tell = move |ahead| told.tell("accepted", &AcceptedEvent { job, ahead });
    let task = Box::new(move || ended(&*question, context));
    app.pool.submit(lane, ticket.id(), tell, task).map_err(|_| queue_is_full())?;
    Ok((ticket, mailbox))
}

/// Does the work; then it can be told how it ended.
fn ended(question: &dyn Asked, context: JobContext) -> Telling {
    let work = || {
        let terms = context.app.terms(&question.limits(), &context.cancel)?;
        let mut watch = ClientWatch::new(&*context.mailbox, Arc::clone(&context.cancel));
        question.answer(&terms, &mut watch)
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
    use npuzzle::question::{Ask, Refusal, Terms, Watch};
    use serde::Deserialize;

    use super::*;
    use crate::Options;
    use crate::work::Work;

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

    fn division() -> Endpoint {
        let Some(solve) = endpoints::ENDPOINTS.iter().find(|endpoint| endpoint.path == "/api/solve") else {
            panic!("there is work")
        };
        Endpoint { path: Division::PATH, source: Source::Work(crate::work::read::<Division>), ..*solve }
    }

    async fn divide(app: &Arc<App>, body: &'static str) -> (StatusCode, String) {
        let request = hyper::Request::post("/division").header(header::CONTENT_TYPE, "application/json");
        let request = request.body(Body::from(body)).unwrap();
        let response = work(Arc::clone(app), request, &division()).await;
        let response = response.unwrap_or_else(Problem::into_response);
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

    #[test]
    fn large_facts_are_packed_for_those_who_read_that() {
        let asked = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, br"))]);
        let large = "[1, 2]".repeat(LARGE_FACT);
        assert_eq!(packed(large.clone(), &asked).headers()[header::CONTENT_ENCODING], "gzip");
        for response in [packed(large, &HeaderMap::new()), packed("{}".to_owned(), &asked)] {
            assert!(!response.headers().contains_key(header::CONTENT_ENCODING));
        }
    }
}
