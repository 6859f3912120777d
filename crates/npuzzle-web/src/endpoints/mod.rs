//! The addresses of the interface. One table answers requests and makes the OpenAPI document, so
//! neither can forget what the other has.

use std::pin::Pin;
use std::sync::Arc;

use hyper::Method;
use hyper::header::{self, HeaderValue};
use npuzzle::question::Ask;

use crate::app::App;
use crate::message::{Request, Response};
use crate::page;
use crate::problem::{Kind, Problem};
use crate::schema::{JsonSchema, SchemaOf, schema_of};
use crate::work::{self, Work};

/// An answer that is being made.
type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// An address of the interface.
#[cfg_attr(
    not(feature = "describe"),
    expect(dead_code, reason = "the document is made from the descriptions, by a test")
)]
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
const fn work<W: Work>() -> Endpoint {
    Endpoint {
        method: "post",
        path: W::PATH,
        summary: W::SUMMARY,
        query: None,
        body: Some((schema_of::<W::Question>(), W::EXAMPLE)),
        answer: Some(schema_of::<<W::Question as Ask>::Answer>()),
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

/// Declares the modules and the table, both from one list.
macro_rules! endpoints {
    ($($module:ident)*) => {
        $(mod $module;)*

        /// The table, in the order of the list.
        pub const ENDPOINTS: &[Endpoint] = &[$($module::ENDPOINT),*];
    };
}

// The list. A new endpoint is a file in this folder and its line here.
endpoints! {
    health
    catalogue
    goals
    openapi
    explain
    apply
    draw
    generate
    heuristic
    eval
    solve
    trace
    trace_problem
    audit
    compare
    stop
}

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
