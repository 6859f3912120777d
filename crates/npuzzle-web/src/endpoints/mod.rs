//! The addresses of the interface. One table answers requests and makes the OpenAPI document, so
//! neither can forget what the other has.

mod catalogue;
mod goals;
mod health;
mod stop;

use std::pin::Pin;
use std::sync::Arc;

use hyper::Method;
use hyper::header::{self, HeaderValue};
use npuzzle::question::{Ask, Audit, Compare, Draw, Estimate, Explain, Generate, Solve, Trace};

use crate::app::App;
use crate::message::{Request, Response};
use crate::problem::{Kind, Problem};
use crate::schema::{JsonSchema, SchemaOf, schema_of};
use crate::work::{self, Work};
use crate::{openapi, page};

/// An answer that is being made.
type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// An address of the interface.
#[cfg_attr(not(test), expect(dead_code, reason = "the document is made from the descriptions, by a test"))]
pub struct Endpoint {
    /// `get` or `post`.
    pub method: &'static str,
    /// The path.
    pub path: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The fields of the query.
    pub query: Option<SchemaOf>,
    /// The body, with an example.
    pub body: Option<(SchemaOf, &'static str)>,
    /// The answer; without one the status says all.
    pub answer: Option<SchemaOf>,
    /// Whether the answer can be a stream.
    pub streams: bool,
    answer_to: fn(Arc<App>, Request) -> Answering,
}

/// Work of the pool.
const fn work<W: Work>(path: &'static str, summary: &'static str, example: &'static str) -> Endpoint {
    Endpoint {
        method: "post",
        path,
        summary,
        query: None,
        body: Some((schema_of::<W>(), example)),
        answer: Some(schema_of::<<W as Ask>::Answer>()),
        streams: W::STREAMS,
        answer_to: |app, request| Box::pin(work::serve::<W>(app, request)),
    }
}

/// Something that can be told at once.
const fn fact<T: JsonSchema>(
    path: &'static str,
    summary: &'static str,
    answer_to: fn(Arc<App>, Request) -> Answering,
) -> Endpoint {
    let answer = Some(schema_of::<T>());
    Endpoint { method: "get", path, summary, query: None, body: None, answer, streams: false, answer_to }
}

/// What is known at once needs no waiting.
fn at_once(answer: Result<Response, Problem>) -> Answering {
    Box::pin(std::future::ready(answer.unwrap_or_else(Problem::into_response)))
}

/// The table.
pub const ENDPOINTS: &[Endpoint] = &[
    fact::<health::Health>("/api/health", "Say whether the server is up, and how busy it is", |app, _| {
        at_once(Ok(work::fact(&health::health(&app))))
    }),
    fact::<catalogue::Catalogue>("/api/catalogue", "List everything available, with explanations", |_, _| {
        at_once(Ok(catalogue::catalogue()))
    }),
    Endpoint {
        query: Some(schema_of::<goals::GoalsQuery>()),
        ..fact::<Vec<goals::GoalOnBoard>>("/api/goals", "Show the named goals on boards of a size", |_, request| {
            at_once(goals::goals(request.uri().query().unwrap_or_default()).map(|goals| work::fact(&goals)))
        })
    },
    fact::<serde_json::Value>("/api/openapi.json", "Describe this interface", |_, _| at_once(Ok(openapi::document()))),
    work::<Explain>(
        "/api/explain",
        "Show why a board can or cannot be solved, step by step",
        r#"{"board": "8 1 2/0 4 3/7 6 5", "goal": "snail"}"#,
    ),
    work::<Draw>(
        "/api/draw",
        "Draw a board, or the boards on the way of some moves, as SVG",
        r#"{"board": "1 2 3/4 0 6/7 5 8", "moves": "DR"}"#,
    ),
    work::<Generate>("/api/generate", "Make random boards", r#"{"size": "4x4", "count": 3, "seed": 1}"#),
    work::<Estimate>(
        "/api/heuristic",
        "Read a heuristic, and show how its value on a board comes about",
        r#"{"heuristic": "max(linear-conflict, misplaced)", "board": "867254301"}"#,
    ),
    work::<Solve>(
        "/api/solve",
        "Find a shortest solution of a board, or the best one within a time limit",
        r#"{"board": "867254301", "algorithm": "astar", "heuristic": "manhattan", "time_limit": "5s"}"#,
    ),
    work::<Trace>(
        "/api/trace",
        "Solve a board and record everything the search does",
        r#"{"board": "1 2 3/4 0 6/7 5 8", "algorithm": "astar", "max_events": 1000}"#,
    ),
    work::<Audit>(
        "/api/audit",
        "Test heuristics on every state: admissible? consistent? how close? With a counterexample",
        r#"{"size": "3x3", "heuristics": ["manhattan", "misplaced-with-blank"]}"#,
    ),
    work::<Compare>(
        "/api/compare",
        "Run searches with heuristics on the same boards, and compare them",
        r#"{"board": "random:3x3:2:7", "algorithms": ["astar", "ida"], "heuristics": ["manhattan", "linear-conflict"]}"#,
    ),
    Endpoint {
        method: "post",
        path: "/api/stop",
        summary: "End a job with what it knows",
        query: None,
        body: Some((schema_of::<stop::StopBody>(), r#"{"job": "0123456789abcdef"}"#)),
        answer: None,
        streams: false,
        answer_to: |app, request| {
            Box::pin(async { stop::stop(app, request).await.unwrap_or_else(Problem::into_response) })
        },
    },
];

/// Answers a request: by the table, or with a file of the page.
pub async fn answer(app: Arc<App>, request: Request) -> Response {
    let Some(endpoint) = ENDPOINTS.iter().find(|endpoint| endpoint.path == request.uri().path()) else {
        return page::file(&request);
    };
    // What can be read can be asked for without its body.
    let (methods, allowed): (&[Method], _) = match endpoint.method {
        "get" => (&[Method::GET, Method::HEAD], "GET,HEAD"),
        _ => (&[Method::POST], "POST"),
    };
    if methods.contains(request.method()) {
        return (endpoint.answer_to)(app, request).await;
    }
    let message = "this address is not to be used with this method: see /api/openapi.json";
    let mut response = Problem::new(Kind::Method, message).into_response();
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}
