//! Why a request has no answer: `application/problem+json` with the message of the command line.

use hyper::StatusCode;
use hyper::header::{self, HeaderValue};
use npuzzle::catalogue::RequestError;
use npuzzle::domains::tiles::goal::GoalError;
use npuzzle::domains::tiles::notation;
use npuzzle::front::messages::{goal_error, request_error};
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
    /// A limit ended the work, and half of it is no answer.
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
    /// The body is no JSON by its own account.
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

/// Where in the request it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FieldPlace {
    /// The field.
    pub field: String,
    /// Line of its text, counted from one.
    pub line: usize,
    /// Column in characters, counted from one.
    pub column: usize,
    /// Length in characters, at least one.
    pub length: usize,
}

impl FieldPlace {
    /// The whole text of a field.
    pub fn whole(field: &str, text: &str) -> Self {
        let before = text.len() - text.trim_start().len();
        let column = text[..before].rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let line = text[..before].matches('\n').count() + 1;
        Self { field: field.to_owned(), line, column, length: text.trim().chars().count().max(1) }
    }

    /// A place in the text of a field.
    pub fn of(field: &str, place: &notation::Place) -> Self {
        Self { field: field.to_owned(), line: place.line, column: place.column, length: place.length.max(1) }
    }
}

/// A problem as it is written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Problem"))]
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

    /// The text of a field is not what was expected there.
    pub fn in_field(field: &str, text: &str, detail: impl Into<String>) -> Self {
        Self::new(Kind::Input, detail).at(Some(FieldPlace::whole(field, text)))
    }

    /// With the place, where it is known.
    pub fn at(mut self, place: Option<FieldPlace>) -> Self {
        self.place = place;
        self
    }

    /// A goal that cannot be read or does not fit. `text` is the field, if there was one.
    pub fn goal(error: &GoalError, text: Option<&str>) -> Self {
        let place = match error {
            GoalError::NotABoard(error) => error.place.as_ref().map(|place| FieldPlace::of("goal", place)),
            _ => None,
        };
        Self::new(Kind::Input, goal_error(error)).at(place.or_else(|| Some(FieldPlace::whole("goal", text?))))
    }

    /// A question that the engine refuses. `named` are the texts it may complain about.
    pub fn request(error: &RequestError, named: &Named<'_>) -> Self {
        if error.is_bug() {
            return Self::new(Kind::Bug, error.to_string());
        }
        Self::new(Kind::Input, request_error(error)).at(named.place(error))
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

    /// Whether somebody has to repair the program.
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

/// Fields of a request that name searches and heuristics, with their texts.
#[derive(Default)]
pub struct Named<'t> {
    /// The field with the search.
    pub algorithms: (&'static str, &'t [String]),
    /// The field with the heuristic.
    pub heuristics: (&'static str, &'t [String]),
    /// The goal, if it is named.
    pub goal: Option<&'t str>,
}

impl Named<'_> {
    /// Where an error stands.
    fn place(&self, error: &RequestError) -> Option<FieldPlace> {
        let (field, texts) = match error {
            // This one is no text of the search's own.
            RequestError::Option { call, .. } if call.starts_with("--beam-width") => {
                return Some(FieldPlace::whole("beam_width", ""));
            }
            RequestError::UnknownName { kind: "algorithm", .. }
            | RequestError::Option { .. }
            | RequestError::NoTrace { .. }
            | RequestError::NoBeam { .. } => self.algorithms,
            RequestError::UnknownName { kind: "heuristic", .. }
            | RequestError::NeedsConsistency { .. }
            | RequestError::NeedsPatterns { .. }
            | RequestError::Broken { .. }
            | RequestError::Unavailable(_) => self.heuristics,
            RequestError::Text { error, .. } => {
                return error.place.as_ref().map(|place| FieldPlace::of(self.heuristics.0, place));
            }
            RequestError::Goal(_) => return self.goal.map(|text| FieldPlace::whole("goal", text)),
            _ => return None,
        };
        let culprit = match error {
            RequestError::UnknownName { name, .. } => texts.iter().find(|text| text.contains(name.as_str())),
            RequestError::Option { call, .. } => texts.iter().find(|text| text.trim() == call.trim()),
            _ => None,
        };
        culprit.or(texts.first()).map(|text| FieldPlace::whole(field, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_text_is_underlined_without_the_space_around_it() {
        let place = FieldPlace::whole("heuristic", "  añb ");
        assert_eq!((place.column, place.length), (3, 3));
        assert_eq!(FieldPlace::whole("board", "").length, 1);
        let place = FieldPlace::whole("board", "\n\n  12x ");
        assert_eq!((place.line, place.column, place.length), (3, 3, 3));
    }
}
