//! An audit by samples in parts: which random boards are solved here, and which are known already.

use std::ops::ControlFlow;

use crate::domains::tiles::{Board, Moves};

/// What becomes of a random board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampleTurn {
    /// It is solved.
    Solve,
    /// It is in another part.
    Leave,
    /// It should be known, and is not: the sampling counts as cut short.
    Missing,
    /// It was tried before.
    Known(SampleAnswer),
}

/// What came of a random board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampleAnswer {
    /// An optimal solution.
    Optimal(Moves),
    /// None was found within the limits.
    Unsolved,
}

/// Deals the random boards of an audit. The usual one solves all of them.
pub trait Dealer {
    /// How many of so many boards are in this audit.
    fn share(&self, samples: u64) -> u64 {
        samples
    }

    /// What becomes of a board; they are numbered from 0.
    fn turn(&mut self, number: u64) -> SampleTurn {
        let _ = number;
        SampleTurn::Solve
    }

    /// A board was solved, or could not be; `Break` ends the sampling.
    fn solved(&mut self, number: u64, board: &Board, answer: &SampleAnswer) -> ControlFlow<()> {
        let _ = (number, board, answer);
        ControlFlow::Continue(())
    }
}

/// All boards are solved here.
pub struct SolveAll;

impl Dealer for SolveAll {}
