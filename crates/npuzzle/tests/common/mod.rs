//! What several tests need: boards by text, the known boards, and every storage of a shape.
#![allow(dead_code, reason = "each test uses its part")]

mod compiled;
pub mod graph;
mod sweep;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use npuzzle::core::{Clock, Limits, TableCache};
use npuzzle::domains::tiles::goal::{Goal, GoalCard};
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::domains::tiles::{Board, Shape};
use npuzzle::trace::{Trace, TraceEvent, TraceHeader};

pub use compiled::{Compiled, run};
pub use sweep::Sweep;

/// A table cache for the tests that use the same tables, so that each is built once.
pub static SHELF: LazyLock<Arc<TableCache>> = LazyLock::new(Arc::default);

pub fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

pub fn board(text: &str) -> Board {
    let is_row = text.contains(' ') && !text.contains('/');
    let size = is_row.then(|| shape(1, text.split(' ').count()));
    read_board(text, &ReadOptions { size, ..ReadOptions::default() })
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .board
}

/// Time for so many looks at the clock, each of which takes a millisecond, whatever the machine
/// does.
pub fn stepping(looks: u64) -> Limits {
    let step = Duration::from_millis(1);
    Limits { time: Some(step * looks as u32), clock: Clock::stepping(step), ..Limits::default() }
}

/// A search as a trace file would have it.
#[derive(Default)]
pub struct Recorded {
    pub header: TraceHeader,
    pub events: Vec<TraceEvent>,
}

impl Trace for Recorded {
    fn begins(&mut self, header: &TraceHeader) {
        self.header.clone_from(header);
    }

    fn event(&mut self, event: &TraceEvent) {
        self.events.push(event.clone());
    }
}

/// A board of `testdata/known.txt`.
pub struct Known {
    /// `None` if it cannot be solved.
    pub cost: Option<u32>,
    pub goal: &'static GoalCard,
    pub board: Board,
}

impl Known {
    pub fn goal_board(&self) -> Board {
        self.goal.board(self.board.shape())
    }
}

pub fn known_boards() -> Vec<Known> {
    let text = include_str!("../../../../testdata/known.txt");
    let known = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let (cost, goal, tiles) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
        let Some(Goal::Preset(goal)) = Goal::preset(goal) else { panic!("no goal {goal}") };
        Known { cost: (cost != "unsolvable").then(|| cost.parse().unwrap()), goal, board: board(tiles) }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(known).collect()
}
