//! The independent referee: replays a solution with code of its own.
//!
//! It shares nothing with the searches but the plain board it is given: rows, columns and a list of
//! numbers.

use crate::domains::tiles::{Board, Direction, Metric, Moves};

/// Why a claimed solution is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The blank would leave the board.
    #[error("move {number} leads off the board")]
    OffTheBoard { number: usize },
    /// All moves are legal but end elsewhere.
    #[error("the moves end at another board than the goal")]
    NotTheGoal,
    /// The cost is not that of the moves, or is below what was proved to be the minimum.
    #[error("the claimed cost {claimed} cannot be that of {moves} moves")]
    WrongCost { claimed: usize, moves: usize },
    /// The cost is not that of the slides, or is below what was proved to be the minimum.
    #[error("the claimed cost {claimed} cannot be that of {moves} moves in {slides} slides")]
    WrongSlides { claimed: usize, moves: usize, slides: usize },
    /// The start is not a board of the goal's shape.
    #[error("the start and the goal have different shapes")]
    WrongShape,
}

/// Plays `moves` on `start` and checks that they end at `goal`.
pub fn verify(start: &Board, goal: &Board, moves: &Moves) -> Result<(), VerifyError> {
    let (rows, cols) = (start.shape().rows() as i32, start.shape().cols() as i32);
    if (rows, cols) != (goal.shape().rows() as i32, goal.shape().cols() as i32) {
        return Err(VerifyError::WrongShape);
    }
    let mut grid: Vec<u16> = start.tiles().iter().map(|tile| tile.0).collect();
    let hole = grid.iter().position(|&tile| tile == 0).unwrap_or(0) as i32;
    let (mut row, mut col) = (hole / cols, hole % cols);
    for (number, direction) in (1..).zip(&moves.0) {
        let (down, right) = match direction {
            Direction::Up => (-1, 0),
            Direction::Down => (1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
        };
        let (next_row, next_col) = (row + down, col + right);
        if !(0..rows).contains(&next_row) || !(0..cols).contains(&next_col) {
            return Err(VerifyError::OffTheBoard { number });
        }
        grid.swap((row * cols + col) as usize, (next_row * cols + next_col) as usize);
        (row, col) = (next_row, next_col);
    }
    let reached = grid.iter().zip(goal.tiles()).all(|(&tile, goal)| tile == goal.0);
    if reached { Ok(()) } else { Err(VerifyError::NotTheGoal) }
}

/// Checks what `moves` are claimed to cost in a metric, and that no more was proved to be the
/// minimum.
pub fn verify_cost(metric: Metric, moves: &Moves, claimed: u32, proved: u32) -> Result<(), VerifyError> {
    let turns = moves.0.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let (count, slides) = (moves.0.len(), if moves.0.is_empty() { 0 } else { turns + 1 });
    let claim = claimed as usize;
    let error = match metric {
        Metric::Single if claim != count => VerifyError::WrongCost { claimed: claim, moves: count },
        Metric::Multi if claim != slides => VerifyError::WrongSlides { claimed: claim, moves: count, slides },
        _ if proved > claimed => VerifyError::WrongCost { claimed: claim, moves: count },
        _ => return Ok(()),
    };
    Err(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::{MovesOf, Shape};

    #[test]
    fn accepts_solutions_and_nothing_else() {
        let shape = Shape::new(2, 2).unwrap();
        let start = Board::new(shape, &[1, 0, 3, 2]).unwrap();
        let goal = Board::new(shape, &[1, 2, 3, 0]).unwrap();
        let judge = |moves: &str| verify(&start, &goal, &moves.parse().unwrap());
        assert_eq!(judge("D"), Ok(()));
        assert_eq!(judge("DUD"), Ok(()));
        assert_eq!(judge(""), Err(VerifyError::NotTheGoal));
        assert_eq!(judge("L"), Err(VerifyError::NotTheGoal));
        assert_eq!(judge("DD"), Err(VerifyError::OffTheBoard { number: 2 }));
        assert_eq!(judge("R"), Err(VerifyError::OffTheBoard { number: 1 }));
    }

    /// Costs in both metrics, with nothing of the code that counts them elsewhere.
    #[test]
    fn costs_are_checked_in_their_metric() {
        let moves = Moves::parse("LLURRRD", MovesOf::Blank).unwrap();
        assert_eq!(verify_cost(Metric::Single, &moves, 7, 7), Ok(()));
        assert_eq!(verify_cost(Metric::Multi, &moves, 4, 3), Ok(()));
        let wrong = VerifyError::WrongSlides { claimed: 7, moves: 7, slides: 4 };
        assert_eq!(verify_cost(Metric::Multi, &moves, 7, 0), Err(wrong));
        assert!(verify_cost(Metric::Single, &moves, 4, 0).is_err());
        assert!(verify_cost(Metric::Multi, &moves, 4, 5).is_err());
        assert_eq!(verify_cost(Metric::Multi, &Moves::default(), 0, 0), Ok(()));
    }
}
