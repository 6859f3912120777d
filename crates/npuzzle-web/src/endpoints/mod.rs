//! The addresses of the interface. One table answers requests to the server, questions to the
//! engine in the page, and makes the OpenAPI document, so none can forget what another has.

use npuzzle::question::Ask;

use crate::problem::{Kind, Problem};
use crate::schema::{JsonSchema, SchemaOf, schema_of};
use crate::work::{self, Asked, Work};

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
    /// How the answer comes about.
    pub source: Source,
}

/// Tells a fact about the query of an address.
pub type Tell = fn(query: &str) -> Result<String, Problem>;
/// Reads a question from a body.
pub type Read = fn(body: &[u8]) -> Result<Box<dyn Asked>, Problem>;

/// How an answer comes about.
pub enum Source {
    /// It is told at once, from the query of the address.
    Fact(Tell),
    /// The engine works it out.
    Work(Read),
    /// The server knows, of itself.
    #[cfg(feature = "server")]
    Server(crate::server::Respond),
}

/// Work of the engine.
const fn work<W: Work>() -> Endpoint {
    Endpoint {
        method: "post",
        path: W::PATH,
        summary: W::SUMMARY,
        query: None,
        body: Some((schema_of::<W::Question>(), W::EXAMPLE)),
        answer: Some(schema_of::<<W::Question as Ask>::Answer>()),
        streams: W::STREAMS,
        source: Source::Work(work::read::<W>),
    }
}

/// Something that can be told at once.
const fn fact<T: JsonSchema>(path: &'static str, summary: &'static str, tell: Tell) -> Endpoint {
    let answer = Some(schema_of::<T>());
    Endpoint {
        method: "get",
        path,
        summary,
        query: None,
        body: None,
        answer,
        streams: false,
        source: Source::Fact(tell),
    }
}

/// Declares the modules and the table, both from one list.
macro_rules! endpoints {
    ($($(#[$condition:meta])? $module:ident)*) => {
        $($(#[$condition])? mod $module;)*

        /// The table, in the order of the list.
        pub const ENDPOINTS: &[Endpoint] = &[$($(#[$condition])? $module::ENDPOINT),*];
    };
}

// The list. A new endpoint is a file in this folder and its line here.
endpoints! {
    #[cfg(feature = "server")]
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
    #[cfg(feature = "server")]
    stop
}

/// The endpoint at a path.
pub fn find(path: &str) -> Result<&'static Endpoint, Problem> {
    let missing = || Problem::new(Kind::NotFound, "there is nothing at this address");
    ENDPOINTS.iter().find(|endpoint| endpoint.path == path).ok_or_else(missing)
}
