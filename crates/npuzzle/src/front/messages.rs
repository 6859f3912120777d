//! Messages for people: what the engine says, with a hint where to look.

use crate::answer::RequestError;
use crate::domains::tiles::goal::GoalError;
use crate::lab::audit::AuditError;
use crate::lab::compare::CompareError;

/// The message of a request that cannot be answered.
pub fn request_error(error: &RequestError) -> String {
    match error {
        RequestError::UnknownName { kind, .. } => format!("{error}\nhelp: `npuzzle list {kind}s` shows them all"),
        RequestError::Problem { .. } => format!("{error}\nhelp: `npuzzle list problems` shows them all"),
        RequestError::Text { source_name, error } => error.render(source_name),
        RequestError::Option { .. } => format!("{error}\nhelp: `npuzzle list algorithms` shows all options"),
        _ => error.to_string(),
    }
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
    match error {
        GoalError::NotABoard(error) => error.render("goal"),
        other => other.to_string(),
    }
}
