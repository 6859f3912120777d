//! What custom heuristics have said in a search, beside what audits saw.
//!
//! An audit proves something about the values that it saw. A function may say something else by the
//! time of a search: then the answer rests on nothing. So a witness stands between the search and
//! the function and compares each value that the search gets with the one that the audit saw: if
//! all are equal, the search was one with the audited heuristic, whatever the function says of
//! other boards. Along the solution the function is asked once more, past all that the search
//! remembers.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::catalogue::run::Puzzle;
use crate::core::clock::Instant;
use crate::core::{Fraction, Limits};
use crate::domains::tiles::{Board, Direction};
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::expression::{Expression, Named};

/// What was noted.
#[derive(Default)]
pub(crate) struct Witness {
    heard: Arc<Heard>,
    /// The functions that audits have confirmed, with the witness before them.
    audited: Vec<CustomHeuristic>,
}

#[derive(Default)]
struct Heard {
    change: OnceLock<Change>,
    has_fractions: AtomicBool,
}

/// A value that is not what an audit saw.
#[derive(Debug)]
pub(crate) struct Change {
    name: String,
    board: Board,
    now: u64,
    then: Option<u64>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, board, now, then } = self;
        let value = |&units: &u64| Fraction::over(units as i64, CustomHeuristic::UNIT);
        write!(f, "`{name}` has changed since its audit, so nothing is proved: it is {} at {board}", value(now))?;
        match then {
            Some(then) => write!(f, ", and the audit saw {}", value(then)),
            None => f.write_str(", which the audit did not see"),
        }
    }
}

impl Witness {
    /// The expression with a witness before each custom heuristic.
    pub fn before(mut expression: Expression) -> (Expression, Self) {
        let mut witness = Self::default();
        for named in &mut expression.atoms {
            if let Named::Custom(custom) = named {
                witness.attend(custom);
            }
        }
        (expression, witness)
    }

    fn attend(&mut self, custom: &mut CustomHeuristic) {
        let (estimate, heard) = (Arc::clone(&custom.estimate), Arc::clone(&self.heard));
        let (name, audited) = (custom.name.clone(), custom.audited.clone());
        custom.estimate = Arc::new(move |board| {
            let now = estimate(board)?;
            if !now.is_multiple_of(CustomHeuristic::UNIT.into()) {
                heard.has_fractions.store(true, Ordering::Relaxed);
            }
            if let Some(audited) = &audited {
                let then = audited.value(board);
                if then != Some(now) {
                    heard.change.get_or_init(|| Change { name: name.clone(), board: board.clone(), now, then });
                }
            }
            Ok(now)
        });
        if custom.audited.is_some() {
            self.audited.push(custom.clone());
        }
    }

    /// The first value that was not what an audit saw.
    pub fn change(&self) -> Option<&Change> {
        self.heard.change.get()
    }

    /// Whether one of the functions had a value between two whole numbers.
    pub fn has_fractions(&self) -> bool {
        self.heard.has_fractions.load(Ordering::Relaxed)
    }

    /// Asks the audited functions again along a solution, as long as the limits allow it; a message
    /// if one of them fails.
    pub fn ask_again(
        &self,
        puzzle: &Puzzle<'_>,
        moves: &[Direction],
        limits: &Limits,
        began: Instant,
    ) -> Result<(), String> {
        let next = |board: &mut Board, &direction: &Direction| {
            *board = board.moved(direction)?;
            Some(board.clone())
        };
        let boards = moves.iter().scan(puzzle.start.clone(), next);
        for board in std::iter::once(puzzle.start.clone()).chain(boards) {
            for custom in &self.audited {
                if self.change().is_some() || limits.check(began).is_err() {
                    return Ok(());
                }
                (custom.estimate)(&board)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::proof_basis::ProofBasis;
    use crate::catalogue::Call;
    use crate::core::Properties;
    use crate::domains::tiles::Shape;
    use crate::domains::tiles::goal::Goal;

    /// Where a search loses its way by a function that has changed, that is to blame, and not the
    /// claims about another one.
    #[test]
    fn a_lost_solution_is_blamed_on_the_change() {
        let board = Goal::default().board(Shape::new(2, 2).unwrap()).unwrap();
        let unit = u64::from(CustomHeuristic::UNIT);
        let change = Change { name: "seen".to_owned(), board, now: 3 * unit, then: Some(0) };
        let call = Call::parse("astar").unwrap();
        let (_, basis) = ProofBasis::in_claims("claimed", Properties::CONSISTENT, &call);
        let message = |change: Option<&Change>| basis.missed_solution("astar", change).unwrap().to_string();
        assert_eq!(
            message(None),
            "`astar` found no solution, though there is one: the claims about `claimed` cannot be true; run an audit \
             to find out"
        );
        assert_eq!(message(Some(&change)), format!("`astar` found no solution, though there is one: {change}"));
        assert!(ProofBasis::proved().missed_solution("astar", None).is_none());
    }
}
