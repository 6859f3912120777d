//! On which terms a front asks: what may be used up, how large an answer may be, and what Rust or
//! Python brings along that no text can say.

use std::sync::Arc;

use crate::core::{Devices, Limits};
use crate::domains::custom::CustomProblem;
use crate::domains::tiles::random_sets::LONGEST_WALK;
use crate::heuristics::custom::CustomHeuristic;

/// On which terms a question is asked.
#[derive(Clone, Default)]
pub struct Terms {
    /// What may be used up: what the question asks for, as far as the front grants it.
    pub limits: Limits,
    /// How large a question and its answer may be.
    pub caps: Caps,
    /// Heuristics that are in no list, whose names can be used as well.
    pub heuristics: Vec<CustomHeuristic>,
    /// The devices of the machine, where the program knows any.
    pub devices: Option<Arc<dyn Devices>>,
    /// Problems that are in no list, each with the name that means it.
    pub problems: Vec<(String, Arc<dyn CustomProblem>)>,
}

/// How large a question and its answer may be. A server that many share sets them; a program on its
/// own machine has no need to.
#[derive(Clone, Debug)]
pub struct Caps {
    /// Boards of a question.
    pub boards: usize,
    /// Cells of the boards of a question, and of those that are generated.
    pub cells: usize,
    /// Moves of the walks that make boards, all of them together.
    pub walk: u64,
    /// Optimal solutions that are listed.
    pub solutions: usize,
    /// Events of a trace.
    pub events: usize,
    /// Bytes of the states in the events of a trace.
    pub event_bytes: usize,
    /// Runs of a comparison.
    pub runs: usize,
    /// Cells of all boards of the runs of a comparison.
    pub run_cells: usize,
    /// Repetitions of a run.
    pub repeats: u32,
}

impl Default for Caps {
    fn default() -> Self {
        Self {
            boards: 100_000,
            cells: 100_000_000,
            walk: LONGEST_WALK,
            solutions: usize::MAX,
            events: usize::MAX,
            event_bytes: usize::MAX,
            runs: usize::MAX,
            run_cells: usize::MAX,
            repeats: u32::MAX,
        }
    }
}
