//! Boards that the tests work on.

use std::sync::Arc;

use npuzzle_core::core::{Budget, Limits};
use npuzzle_domains::domains::tiles::{Board, Cell, Shape};
use npuzzle_solvers::solvers::tiles::deepening::{Deepened, Outcome};
use npuzzle_solvers::solvers::tiles::kernel::DIRECTIONS;
use npuzzle_solvers::solvers::tiles::solver::{Estimates, SolverError, Terms, TileSolver};
use npuzzle_tables::tables::partition::Partition;

/// The goal of this shape with the blank in a cell.
pub fn goal(rows: usize, cols: usize, blank: u64) -> Board {
    let shape = Shape::new(rows, cols).unwrap();
    let tile = |cell| if cell == blank { 0 } else { cell + u64::from(cell < blank) };
    Board::new(shape, &(0..shape.cells() as u64).map(tile).collect::<Vec<_>>()).unwrap()
}

/// A board that a random walk from the goal ends at.
pub fn walked(goal: &Board, steps: usize, mut random: u64) -> Board {
    let shape = goal.shape();
    let mut tiles: Vec<u64> = shape.all_cells().map(|cell| u64::from(goal.tile_at(cell).0)).collect();
    for _ in 0..steps {
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        if let Some(next) = shape.neighbour(Cell(blank as u16), DIRECTIONS[(random >> 60) as usize & 3]) {
            tiles.swap(blank, next.index());
        }
    }
    Board::new(shape, &tiles).unwrap()
}

/// Solves a board within limits, which name the device.
pub fn solve(start: &Board, goal: &Board, patterns: &str, limits: &Limits) -> Result<Deepened, SolverError> {
    solve_on(start, goal, patterns, &Terms::default(), limits)
}

/// The same on terms.
pub fn solve_on(
    start: &Board,
    goal: &Board,
    patterns: &str,
    terms: &Terms<'_>,
    limits: &Limits,
) -> Result<Deepened, SolverError> {
    let (solver, mut budget) = solver(goal, patterns, limits)?;
    solver.solve(start, goal, terms, &mut budget)
}

/// The same with what is noted about it.
pub fn solve_with_notes(
    start: &Board,
    goal: &Board,
    patterns: &str,
    terms: &Terms<'_>,
    limits: &Limits,
) -> Result<(Deepened, Vec<String>), SolverError> {
    let (solver, mut budget) = solver(goal, patterns, limits)?;
    let deepened = solver.solve(start, goal, terms, &mut budget)?;
    Ok((deepened, budget.take_notes()))
}

/// A solver that is ready, and the budget that it works within.
pub fn solver(
    goal: &Board,
    patterns: &str,
    limits: &Limits,
) -> Result<(Arc<TileSolver>, Budget<'static>), SolverError> {
    let mut budget = Budget::new(limits.clone());
    let partition = Partition::parse(patterns, goal).map_err(|error| SolverError::Unfit(error.to_string()))?;
    let solver = TileSolver::new(goal, &Estimates::Patterns(partition), 12, &mut budget)?;
    Ok((solver, budget))
}

/// The moves of a solution.
pub fn cost(deepened: &Deepened) -> usize {
    let Outcome::Solved { moves } = &deepened.outcome else { panic!("{deepened:?}") };
    moves.len()
}
