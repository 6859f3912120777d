//! Why a board can or cannot be solved, step by step, and how to repair one that cannot.
//!
//! The classical argument counts inversions: pairs of tiles that stand in the wrong order. The
//! order that counts here is the goal's own, read row by row without the blank, so one argument
//! serves every goal.

use serde::Serialize;

use crate::core::Parity;
use crate::domains::tiles::board::Board;
use crate::domains::tiles::goal;
use crate::domains::tiles::parity::{blank_parity, is_solvable, permutation_parity, tiles_in_order};
use crate::domains::tiles::shape::{Shape, Tile};

/// The argument for one board and goal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The board.
    pub start: Board,
    /// Its goal.
    pub goal: Board,
    /// The verdict.
    pub solvable: bool,
    /// Pairs of tiles in the wrong order.
    pub inversions: u64,
    /// The same pairs, by the tile that comes too early.
    pub inversions_by_tile: Vec<TileInversions>,
    /// Rows between the blank and its goal cell.
    pub blank_rows: u32,
    /// Moves between the blank and its goal cell.
    pub blank_distance: u32,
    /// The argument in sentences.
    pub steps: Vec<String>,
    /// For an unsolvable board: two tiles whose exchange makes it solvable.
    pub swap: Option<[Tile; 2]>,
    /// The preset goals that can be reached.
    pub reachable_goals: Vec<&'static str>,
}

/// The tiles that should come before a tile, but come after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TileInversions {
    /// The tile that comes too early.
    pub tile: Tile,
    /// How many tiles it should follow.
    pub count: u64,
    /// These tiles; left out on boards of more than [`MOST_LISTED_CELLS`] cells.
    #[cfg_attr(feature = "schema", schemars(description = "These tiles; left out on large boards."))]
    pub after: Vec<Tile>,
}

/// Boards larger than this have too many inversions to list.
pub const MOST_LISTED_CELLS: usize = 64;

impl Explanation {
    /// Examines `start`, which must have the shape of `goal`.
    pub fn new(start: &Board, goal: &Board) -> Self {
        let shape = start.shape();
        let inversions_by_tile = inversions_by_tile(start, goal);
        let inversions = inversions_by_tile.iter().map(|tile| tile.count).sum();
        let solvable = is_solvable(start, goal);
        let mut explanation = Self {
            rows: shape.rows(),
            cols: shape.cols(),
            start: start.clone(),
            goal: goal.clone(),
            solvable,
            inversions,
            inversions_by_tile,
            blank_rows: shape.row(start.blank()).abs_diff(shape.row(goal.blank())) as u32,
            blank_distance: shape.distance(start.blank(), goal.blank()),
            steps: Vec::new(),
            swap: if solvable { None } else { repairing_swap(start, goal) },
            reachable_goals: reachable_goals(start),
        };
        explanation.steps =
            if shape.is_line() { line_steps(start, goal, solvable) } else { explanation.parity_steps() };
        explanation
    }

    fn parity_steps(&self) -> Vec<String> {
        let (cols, inversions) = (self.cols, self.inversions);
        let inversion_parity = Parity::of(inversions);
        let passed = cols - 1;
        let mut steps = vec![
            "read the tiles row by row without the blank; two tiles in another order than in the goal are an inversion"
                .to_owned(),
            format!("this board has {} ({inversion_parity}); the goal has none", count_inversions(inversions)),
            "a move to the left or right leaves that order as it is".to_owned(),
        ];
        let holds = if cols % 2 == 1 {
            steps.push(format!(
                "a move up or down carries a tile past {passed} others ({cols} columns): that changes the number of \
                 inversions by an even amount"
            ));
            steps.push("so no move ever changes whether the number of inversions is even".to_owned());
            steps.push(format!(
                "the goal has 0, which is even; this board has {inversions}, which is {inversion_parity}"
            ));
            inversion_parity == Parity::Even
        } else {
            let rows = self.blank_rows;
            let sum = inversions + u64::from(rows);
            let parity = Parity::of(sum);
            steps.push(format!(
                "a move up or down carries a tile past {passed} other{} ({cols} columns): that changes the number of \
                 inversions by an odd amount, and the blank's row by one",
                if passed == 1 { "" } else { "s" }
            ));
            steps.push(
                "so no move ever changes whether inversions + rows from the blank to its goal row is even".to_owned(),
            );
            steps.push(format!(
                "at the goal this is 0, which is even; here it is {inversions} + {rows} = {sum}, which is {parity}"
            ));
            parity == Parity::Even
        };
        debug_assert_eq!(holds, self.solvable);
        let permutation = permutation_parity(&self.start, &self.goal);
        let blank = blank_parity(&self.start, &self.goal);
        let (agree, verdict) = match self.solvable {
            true => (
                "agree",
                "the goal can be reached: on boards with two or more rows and columns, parity is all that matters",
            ),
            false => ("differ", "the goal cannot be reached, whatever the moves"),
        };
        steps.push(format!(
            "the same by permutations: with the blank the permutation to the goal is {permutation}, the blank's distance \
             {} is {blank}; they {agree}",
            self.blank_distance
        ));
        steps.push(verdict.to_owned());
        steps
    }
}

/// `1 inversion`, `2 inversions`.
pub fn count_inversions(count: u64) -> String {
    format!("{count} inversion{}", if count == 1 { "" } else { "s" })
}

fn line_steps(start: &Board, goal: &Board, solvable: bool) -> Vec<String> {
    let list = |board| tiles_in_order(board).take(20).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    let mut steps = vec![
        "on a single row or column the blank only slides: tiles never pass each other".to_owned(),
        format!("the tiles are in the order {}; the goal has {}", list(start), list(goal)),
    ];
    steps.push(match solvable {
        true => "the orders are the same: the goal can be reached".to_owned(),
        false => "the orders differ: the goal cannot be reached, whatever the moves".to_owned(),
    });
    steps
}

fn inversions_by_tile(start: &Board, goal: &Board) -> Vec<TileInversions> {
    let mut turn = vec![0_u32; start.tiles().len()];
    for (place, tile) in (0..).zip(tiles_in_order(goal)) {
        turn[tile.index()] = place;
    }
    let tiles: Vec<Tile> = tiles_in_order(start).collect();
    let listed = start.tiles().len() <= MOST_LISTED_CELLS;
    let inversions = tiles.iter().enumerate().map(|(place, &tile)| {
        let too_late = tiles[place + 1..].iter().copied().filter(|later| turn[later.index()] < turn[tile.index()]);
        TileInversions {
            tile,
            count: too_late.clone().count() as u64,
            after: if listed { too_late.collect() } else { Vec::new() },
        }
    });
    inversions.filter(|tile| tile.count > 0).collect()
}

/// Two tiles whose exchange makes an unsolvable board solvable: the pair that brings both nearest
/// to home.
///
/// On a single line one exchange may not be enough; then there is none to offer.
fn repairing_swap(start: &Board, goal: &Board) -> Option<[Tile; 2]> {
    let shape = start.shape();
    let (here, home) = (start.places(), goal.places());
    let distance = |tile: usize, cell| i64::from(shape.distance(cell, home[tile]));
    // All pairs of a large board are too many; on it any pair will do as well.
    let candidates = if shape.cells() <= 400 { shape.cells() } else { 3 };
    let mut best: Option<(i64, [Tile; 2])> = None;
    for a in 1..candidates {
        for b in a + 1..candidates {
            if shape.is_line() && !is_solvable(&start.with_swapped(here[a], here[b]), goal) {
                continue;
            }
            let gain = distance(a, here[a]) + distance(b, here[b]) - distance(a, here[b]) - distance(b, here[a]);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, [Tile(a as u16), Tile(b as u16)]));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// The preset goals a board can reach.
pub fn reachable_goals(start: &Board) -> Vec<&'static str> {
    let shape: Shape = start.shape();
    let reachable = goal::CARDS.iter().filter(|card| is_solvable(start, &card.board(shape)));
    reachable.map(|card| card.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explain(start: &str, goal: &str) -> Explanation {
        let board = |text: &str| {
            let rows: Vec<Vec<u64>> =
                text.split('/').map(|row| row.split(' ').map(|tile| tile.parse().unwrap()).collect()).collect();
            let shape = Shape::new(rows.len(), rows[0].len()).unwrap();
            Board::new(shape, &rows.concat()).unwrap()
        };
        Explanation::new(&board(start), &board(goal))
    }

    #[test]
    fn the_fourteen_fifteen_puzzle_is_unsolvable_and_its_repair_is_obvious() {
        let goal = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
        let explanation = explain("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", goal);
        assert!(!explanation.solvable);
        assert_eq!(explanation.inversions, 1);
        assert_eq!(explanation.swap, Some([Tile(14), Tile(15)]));
    }

    #[test]
    fn swapping_as_told_repairs_every_board() {
        for (start, goal) in
            [("8 1 2/0 4 3/7 6 5", "1 2 3/4 5 6/7 8 0"), ("2 1/3 0", "1 2/3 0"), ("1 3 2 0 4", "1 2 3 4 0")]
        {
            let explanation = explain(start, goal);
            assert!(!explanation.solvable);
            let [a, b] = explanation.swap.unwrap();
            let places = explanation.start.places();
            let repaired = explanation.start.with_swapped(places[a.index()], places[b.index()]);
            assert!(is_solvable(&repaired, &explanation.goal));
        }
    }

    #[test]
    fn a_hopeless_line_offers_no_swap() {
        assert_eq!(explain("3 1 2 0", "1 2 3 0").swap, None);
    }
}
