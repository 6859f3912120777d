//! Messages for people: what the engine says, with a hint what to do.

use std::fmt;

use crate::catalogue::RequestError;
use crate::domains::tiles::goal::GoalError;
use crate::domains::tiles::notation::TextError;
use crate::front::hint::Hint;
use crate::lab::audit::AuditError;
use crate::lab::compare::CompareError;

/// What is wrong and what was expected, and what to do about it. As a text it has the hint on a
/// line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What is wrong and what was expected, on several lines if it shows the place.
    pub text: String,
    /// What to do about it.
    pub hint: Option<Hint>,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "\nhelp: {hint}"))
    }
}

impl Message {
    fn plain(error: &impl ToString) -> Self {
        Self { text: error.to_string(), hint: None }
    }

    /// A text that cannot be read, with the place in it. `source` names the text.
    pub fn text_error(error: &TextError, source: &str) -> Self {
        let without_hint = TextError { hint: None, ..error.clone() };
        Self { text: without_hint.render(source), hint: error.hint.clone().map(Hint::Words) }
    }

    /// A request that cannot be answered.
    pub fn request(error: &RequestError) -> Self {
        let hint = match error {
            RequestError::Text { source_name, error } => return Self::text_error(error, source_name),
            RequestError::UnknownName { kind: "algorithm", .. } => Hint::List("algorithms"),
            RequestError::UnknownName { kind: "heuristic", .. } => Hint::List("heuristics"),
            RequestError::UnknownName { .. } | RequestError::Problem { .. } => Hint::List("problems"),
            RequestError::Option { .. } => Hint::Options,
            RequestError::NeedsConsistency { .. } => Hint::Audit,
            RequestError::NotABoard { .. } => Hint::Words("heuristic files work on every map".to_owned()),
            _ => return Self::plain(error),
        };
        Self { hint: Some(hint), ..Self::plain(error) }
    }

    /// A goal that cannot be read or does not fit.
    pub fn goal(error: &GoalError) -> Self {
        match error {
            GoalError::NotABoard(error) => Self::text_error(error, "goal"),
            other => Self::plain(other),
        }
    }
}

/// The message of a request that cannot be answered.
pub fn request_error(error: &RequestError) -> String {
    Message::request(error).to_string()
}

/// The message of an audit without a verdict.
pub fn audit_error(error: &AuditError) -> String {
    match error {
        AuditError::Request(error) => request_error(error),
        other => other.to_string(),
    }
}

/// The message of a comparison that cannot begin.
pub fn compare_error(error: &CompareError) -> String {
    match error {
        CompareError::Request(error) => request_error(error),
        other => other.to_string(),
    }
}

/// The message of a goal that cannot be read or does not fit.
pub fn goal_error(error: &GoalError) -> String {
    Message::goal(error).to_string()
}
