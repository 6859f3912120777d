//! The last three by three cells or fewer, by the fewest moves: iterative-deepening A* with
//! Manhattan distance. (Korf 1985)

use crate::domains::tiles::board::Board;
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::shape::{Cell, Direction, Shape, Tile};
use crate::solvers::tiles::constructive::region::Region;
use crate::solvers::tiles::constructive::workpiece::Workpiece;

/// The longest side of what is left: the hardest boards of the 8-puzzle take a millisecond or two.
pub(super) const LONGEST_SIDE: usize = 3;

/// The moves that bring the blank home on a single line, where tiles cannot pass each other.
pub(super) fn along_the_line(work: &Workpiece) -> Vec<Direction> {
    let (blank, home) = (work.blank(), work.home_of_blank());
    let left = blank.distance(home);
    let nearer = Direction::ALL.into_iter().find(|&to| blank.beside(to).distance(home) < left);
    nearer.map_or(Vec::new(), |direction| vec![direction; left as usize])
}

/// The fewest moves that put all tiles of a region in their places.
pub(super) fn shortest(work: &Workpiece, region: &Region) -> Option<Vec<Direction>> {
    let shape = region.shape()?;
    let place = |cell: Cell| Workpiece::place(region.top + shape.row(cell), region.left + shape.col(cell));
    // The tiles of the region by the order of their homes, numbered from one: then homes are where
    // such a number says.
    let mut numbers = vec![Tile::BLANK; work.shape().cells()];
    let tiles = shape.all_cells().map(|cell| work.number(place(cell))).filter(|tile| !tile.is_blank());
    for (number, tile) in (1..).zip(tiles) {
        numbers[tile.index()] = Tile(number);
    }
    let start = Board::from_fn(shape, |cell| numbers[work.number(work.tile_at(place(cell))).index()]);
    let goal = Board::from_fn(shape, |cell| numbers[work.number(place(cell)).index()]);
    is_solvable(&start, &goal).then(|| solve(&start, &goal))
}

/// The fewest moves from a board to a goal that it can reach.
fn solve(start: &Board, goal: &Board) -> Vec<Direction> {
    let (shape, homes) = (start.shape(), goal.places());
    let away = |cell: Cell| shape.distance(cell, homes[start.tile_at(cell).index()]);
    let sum = shape.all_cells().filter(|&cell| cell != start.blank()).map(away).sum();
    let mut search = RestSearch { shape, homes, board: start.clone(), bound: sum, way: Vec::new() };
    // Each move changes Manhattan distance by one, so its parity is that of all solutions.
    while !search.deepen(start.blank(), sum) {
        search.bound += 2;
    }
    search.way
}

struct RestSearch {
    shape: Shape,
    /// By tile.
    homes: Vec<Cell>,
    board: Board,
    bound: u32,
    way: Vec<Direction>,
}

impl RestSearch {
    /// Whether the goal is within the bound; then the way leads there. `left` is Manhattan
    /// distance.
    fn deepen(&mut self, blank: Cell, left: u32) -> bool {
        if left == 0 {
            return true;
        }
        for direction in Direction::ALL {
            if self.way.last().is_some_and(|last| *last == direction.opposite()) {
                continue;
            }
            let Some(next) = self.shape.neighbour(blank, direction) else { continue };
            let home = self.homes[self.board.tile_at(next).index()];
            let left = left + self.shape.distance(blank, home) - self.shape.distance(next, home);
            if self.way.len() as u32 + 1 + left > self.bound {
                continue;
            }
            self.board.slide(blank, direction);
            self.way.push(direction);
            if self.deepen(next, left) {
                return true;
            }
            self.way.pop();
            self.board.slide(next, direction.opposite());
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::distance_table::DistanceTable;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::moves::Moves;
    use npuzzle_domains::verify::verify;

    #[test]
    fn small_boards_are_solved_by_the_fewest_moves() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
            for card in CARDS {
                let goal = card.board(Shape::new(rows, cols).unwrap());
                let table = DistanceTable::new(&goal).unwrap();
                let mut generator = Generator::new(&goal, Kind::Uniform, 1).unwrap();
                for start in (0..20).map(|_| generator.board()).chain([goal.clone()]) {
                    let moves = Moves(solve(&start, &goal));
                    verify(&start, &goal, &moves).unwrap();
                    assert_eq!(table.distance_of(&start).map(usize::from), Some(moves.0.len()), "{start} for {goal}");
                }
            }
        }
    }
}
