//! Why a request has no answer: `application/problem+json` with the message of the command line.

use hyper::StatusCode;
use hyper::header::{self, HeaderValue};
use npuzzle::question::{Fault, FieldPlace, Refusal};
use serde::Serialize;

use crate::message::{Body, Response};

/// The content type of problems.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// How long a client should wait when the queue is full, in seconds.
const RETRY_AFTER: &str = "2";

/// What kind of problem it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request cannot be understood or answered.
    Input,
    /// A limit ended the work before there was an answer.
    Limit,
    /// The request comes from a page of another origin.
    ForeignOrigin,
    /// There is nothing of that name.
    NotFound,
    /// The name is right, the method is not.
    Method,
    /// The body took too long.
    SlowBody,
    /// The body is too long.
    TooLarge,
    /// The body does not call itself JSON.
    NotJson,
    /// The request is meant for another host.
    ForeignHost,
    /// We have to put it right.
    Bug,
    /// Too many others are waiting.
    Busy,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Limit => "limit",
            Self::ForeignOrigin => "origin",
            Self::NotFound => "not-found",
            Self::Method => "method",
            Self::SlowBody => "slow",
            Self::TooLarge => "too-large",
            Self::NotJson => "not-json",
            Self::ForeignHost => "host",
            Self::Bug => "bug",
            Self::Busy => "busy",
        }
    }

    /// A few words, the same for every problem of the kind.
    pub fn title(self) -> &'static str {
        match self {
            Self::Input => "the request cannot be answered",
            Self::Limit => "a limit ended the work",
            Self::ForeignOrigin => "requests of other origins are refused",
            Self::NotFound => "not found",
            Self::Method => "method not allowed",
            Self::SlowBody => "the request took too long to arrive",
            Self::TooLarge => "the request is too large",
            Self::NotJson => "the request is not JSON",
            Self::ForeignHost => "the request is for another host",
            Self::Bug => "internal error",
            Self::Busy => "too many requests are waiting",
        }
    }

    /// The status of the answer.
    pub fn status(self) -> StatusCode {
        match self {
            Self::Input | Self::Limit => StatusCode::BAD_REQUEST,
            Self::ForeignOrigin => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::SlowBody => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::ForeignHost => StatusCode::MISDIRECTED_REQUEST,
            Self::Bug => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: Kind,
    detail: String,
    place: Option<FieldPlace>,
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let kind = match refusal.fault {
            Fault::Question | Fault::Heuristic => Kind::Input,
            Fault::Limit => Kind::Limit,
            Fault::Bug => Kind::Bug,
        };
        Self { kind, detail: refusal.to_string(), place: refusal.place }
    }
}

/// A problem as it is written.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "describe", schemars(rename = "Problem"))]
pub struct ProblemObject {
    /// The kind: `urn:npuzzle:input` and so on.
    pub r#type: String,
    /// A few words, the same for every problem of the kind.
    pub title: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// What is wrong and what was expected: the message of the command line.
    pub detail: String,
    /// Where in the request it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<FieldPlace>,
}

impl Problem {
    /// A problem of some kind.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), place: None }
    }

    /// The object of the answer.
    pub fn object(self) -> ProblemObject {
        ProblemObject {
            r#type: format!("urn:npuzzle:{}", self.kind.word()),
            title: self.kind.title(),
            status: self.kind.status().as_u16(),
            detail: self.detail,
            place: self.place,
        }
    }

    /// The object as JSON on one line.
    pub fn json(self) -> String {
        serde_json::to_string(&self.object()).unwrap_or_default()
    }

    /// Whether the program has a bug.
    pub fn is_bug(&self) -> bool {
        self.kind == Kind::Bug
    }

    /// What is wrong.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// As an answer.
    pub fn into_response(self) -> Response {
        let kind = self.kind;
        let mut response = Response::new(Body::from(self.json()));
        *response.status_mut() = kind.status();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        if kind == Kind::Busy {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
        }
        response
    }
}
