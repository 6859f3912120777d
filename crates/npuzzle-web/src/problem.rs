//! Why a request has no answer: `application/problem+json` with the message of the command line.

use npuzzle::question::{Fault, FieldPlace, Refusal};
use serde::Serialize;

/// The content type of problems.
pub const PROBLEM_JSON: &str = "application/problem+json";

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
    pub fn status(self) -> u16 {
        match self {
            Self::Input | Self::Limit => 400,
            Self::ForeignOrigin => 403,
            Self::NotFound => 404,
            Self::Method => 405,
            Self::SlowBody => 408,
            Self::TooLarge => 413,
            Self::NotJson => 415,
            Self::ForeignHost => 421,
            Self::Bug => 500,
            Self::Busy => 503,
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
            status: self.kind.status(),
            detail: self.detail,
            place: self.place,
        }
    }

    /// The object as JSON on one line.
    pub fn json(self) -> String {
        serde_json::to_string(&self.object()).unwrap_or_default()
    }

    /// What kind it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether the program has a bug.
    pub fn is_bug(&self) -> bool {
        self.kind == Kind::Bug
    }

    /// What is wrong.
    pub fn detail(&self) -> &str {
        &self.detail
    }
}
