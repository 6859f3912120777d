//! The addresses of the interface. One table builds the router and the OpenAPI document, so neither can forget what the other has.

mod audit;
mod catalogue;
mod compare;
mod explain;
mod generate;
mod goals;
mod health;
mod heuristic;
mod solve;
mod stop;
mod trace;

use std::sync::Arc;

use axum::Router;
use axum::routing::{self, MethodRouter};

use crate::app::App;
use crate::bodies::StopBody;
use crate::openapi;
use crate::problem::{Kind, Problem};
use crate::schema::{JsonSchema, SchemaOf, schema_of};
use crate::work::{self, Work};

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
    route: fn() -> MethodRouter<Arc<App>>,
}

/// Work of the pool.
const fn work<W: Work>() -> Endpoint {
    Endpoint {
        method: "post",
        path: W::PATH,
        summary: W::SUMMARY,
        query: None,
        body: Some((schema_of::<W::Body>(), W::EXAMPLE)),
        answer: Some(schema_of::<W::Answer>()),
        streams: W::STREAMS,
        route: || routing::post(work::serve::<W>),
    }
}

/// Something that can be told at once.
const fn fact<T: JsonSchema>(
    path: &'static str,
    summary: &'static str,
    route: fn() -> MethodRouter<Arc<App>>,
) -> Endpoint {
    let answer = Some(schema_of::<T>());
    Endpoint { method: "get", path, summary, query: None, body: None, answer, streams: false, route }
}

/// The table.
pub const ENDPOINTS: &[Endpoint] = &[
    fact::<health::Health>("/api/health", "Tell whether the server is there, and how busy it is", || {
        routing::get(health::health)
    }),
    fact::<catalogue::Catalogue>("/api/catalogue", "List all there is to choose from, with explanations", || {
        routing::get(catalogue::catalogue)
    }),
    Endpoint {
        query: Some(schema_of::<goals::GoalsQuery>()),
        ..fact::<Vec<goals::GoalOnBoard>>("/api/goals", "Show the named goals on boards of a size", || {
            routing::get(goals::goals)
        })
    },
    fact::<serde_json::Value>("/api/openapi.json", "Describe this interface", || routing::get(openapi::document)),
    work::<explain::Explain>(),
    work::<generate::Generate>(),
    work::<heuristic::Heuristic>(),
    work::<solve::Solve>(),
    work::<trace::Trace>(),
    work::<audit::Audit>(),
    work::<compare::Compare>(),
    Endpoint {
        method: "post",
        path: "/api/stop",
        summary: "End a job with what it knows",
        query: None,
        body: Some((schema_of::<StopBody>(), r#"{"job": "0123456789abcdef"}"#)),
        answer: None,
        streams: false,
        route: || routing::post(stop::stop),
    },
];

/// The router of the table.
pub fn router() -> Router<Arc<App>> {
    let router =
        ENDPOINTS.iter().fold(Router::new(), |router, endpoint| router.route(endpoint.path, (endpoint.route)()));
    router.method_not_allowed_fallback(|| async {
        Problem::new(Kind::Method, "this address is not to be used with this method: see /api/openapi.json")
    })
}
