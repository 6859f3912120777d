//! Why a command ends without an answer, and the exit codes of the contract.

use std::io;
use std::ops::ControlFlow;

use npuzzle::catalogue::RequestError;
use npuzzle::core::BuildError;
use npuzzle::front::messages::request_error;
use npuzzle::question::{Fault, Refusal, TABLE_FOLDER};
use npuzzle_host::tables::VARIABLE;

/// Answered.
pub const ANSWERED: u8 = 0;
/// There is no solution, and that is proved.
pub const UNSOLVABLE: u8 = 1;
/// Usage or input error.
pub const USAGE: u8 = 2;
/// A limit ended the search before a solution was found.
pub const NOTHING_FOUND: u8 = 3;
/// A limit ended the search with a solution that is not proved to be what was asked for.
pub const NOT_PROVED: u8 = 4;
/// A bug of ours.
pub const BUG: u8 = 70;
/// What shells expect of a command that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// What ends a command early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The user can put it right.
    #[error("{0}")]
    Usage(String),
    /// A limit ended the work, and half of it is not an answer.
    #[error("{0}")]
    Limit(String),
    /// We have to put it right.
    #[error("{0}")]
    Bug(String),
    /// The reader of our output has gone, and cannot be told.
    #[error("")]
    ClosedPipe,
    /// Writing failed for another reason.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
}

impl Failure {
    pub fn usage(error: impl ToString) -> Self {
        Self::Usage(error.to_string())
    }

    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Output(_) => USAGE,
            Self::Limit(_) => NOTHING_FOUND,
            Self::Bug(_) => BUG,
            Self::ClosedPipe => ANSWERED,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::ClosedPipe } else { Self::Output(error) }
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Unavailable(BuildError::Stopped(_)) => Self::Limit(error.to_string()),
            error if error.is_bug() => Self::Bug(error.to_string()),
            error => Self::Usage(request_error(&error)),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let message = in_our_words(&refusal);
        match refusal.fault {
            Fault::Question | Fault::Heuristic => Self::Usage(message),
            Fault::Limit => Self::Limit(message),
            Fault::Bug => Self::Bug(message),
        }
    }
}

/// The message of a refusal, with the flag of the field it is about: the engine knows none.
fn in_our_words(refusal: &Refusal) -> String {
    let Some(field) = refusal.place.as_ref().map(|place| place.field) else { return refusal.to_string() };
    let flag = format!("--{}", field.replace('_', "-"));
    let message = match refusal.to_string() {
        text if text.starts_with(&format!("`{field}`")) => text.replacen(&format!("`{field}`"), &flag, 1),
        text => text,
    };
    match (refusal.fault, field) {
        (Fault::Limit, _) => format!("{message}\nhelp: `{flag}` raises it"),
        (_, TABLE_FOLDER) => format!("{message}\nhelp: name another folder by {VARIABLE}"),
        _ => message,
    }
}

/// Goes on with a value, or ends the work with a failure, which is kept until it can be reported.
pub fn go_on<T>(result: Result<T, Failure>, failed: &mut Option<Failure>) -> ControlFlow<(), T> {
    match result {
        Ok(value) => ControlFlow::Continue(value),
        Err(failure) => {
            *failed = Some(failure);
            ControlFlow::Break(())
        }
    }
}

/// The one exit code of several boards: the worst counts.
pub fn worst(codes: impl IntoIterator<Item = u8>) -> u8 {
    const BAD_TO_GOOD: [u8; 6] = [BUG, USAGE, NOTHING_FOUND, NOT_PROVED, UNSOLVABLE, ANSWERED];
    let codes: Vec<u8> = codes.into_iter().collect();
    BAD_TO_GOOD.into_iter().find(|code| codes.contains(code)).unwrap_or(ANSWERED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_failure_has_the_exit_code_of_the_contract() {
        let start = npuzzle::domains::tiles::goal::Goal::default().board("2x2".parse().unwrap()).unwrap();
        let lost = RequestError::LostSolution { algorithm: "astar".to_owned(), start };
        let unknown = RequestError::UnknownName { kind: "algorithm", name: "astra".to_owned(), nearest: None };
        assert_eq!(Failure::from(lost).exit_code(), 70);
        assert_eq!(Failure::from(unknown).exit_code(), 2);
        let stopped = RequestError::from(BuildError::Stopped(npuzzle::core::Stop::Time));
        assert_eq!(Failure::from(stopped).exit_code(), 3);
        assert_eq!(Failure::from(io::Error::from(io::ErrorKind::BrokenPipe)).exit_code(), 0);
        assert_eq!(Failure::from(io::Error::from(io::ErrorKind::StorageFull)).exit_code(), 2);
    }

    #[test]
    fn the_worst_code_wins() {
        assert_eq!(worst([]), ANSWERED);
        assert_eq!(worst([ANSWERED, UNSOLVABLE, NOT_PROVED]), NOT_PROVED);
        assert_eq!(worst([NOTHING_FOUND, USAGE, ANSWERED]), USAGE);
    }
}
