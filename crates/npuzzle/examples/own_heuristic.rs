//! A heuristic of your own, searched with A*: the rows between every tile and its goal cell.

use npuzzle::algorithms;
use npuzzle::core::card::Options;
use npuzzle::core::{Budget, Cost, Domain, Heuristic, Limits, Properties, Task};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::grid::Small;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::domains::tiles::{MoveOrder, Tiles};

type Puzzle = Tiles<Small>;

struct RowsOnly;

impl Heuristic<Puzzle> for RowsOnly {
    type Acc = Cost;

    fn root(&self, puzzle: &Puzzle, state: &<Puzzle as Domain>::State) -> Cost {
        let (board, shape) = (puzzle.board(state), puzzle.goal().shape());
        let rows = |(here, home)| shape.row(here).abs_diff(shape.row(home)) as Cost;
        board.places().into_iter().zip(puzzle.goal().places()).skip(1).map(rows).sum()
    }

    fn step(&self, puzzle: &Puzzle, _: Cost, before: &<Puzzle as Domain>::State, op: u8) -> Cost {
        let mut after = before.clone();
        puzzle.apply(&mut after, op);
        self.root(puzzle, &after)
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = read_board("867254301", &ReadOptions::default())?.board;
    let puzzle = Puzzle::new(&Goal::default().board(board.shape())?, MoveOrder::default());
    let mut budget = Budget::new(Limits::default());
    let start = puzzle.position(&board);
    let task = Task::new(&puzzle, start, &RowsOnly, &mut budget);
    let astar = algorithms::search("astar").ok_or("no such search")?;
    let outcome = astar(&Options::defaults(&[]), task);
    println!("{:?} moves, {} states expanded", outcome.solution().map(|s| s.cost), outcome.stats.expanded);
    Ok(())
}
