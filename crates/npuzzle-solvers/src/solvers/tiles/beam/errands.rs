//! What a score can learn of a board: which errands tiles have, and who stands beside whom.
//!
//! The *errand* of a tile is its way home, rows and columns, cut off after a few. A board is
//! described by counts of small patterns, each of which is the same wherever it stands on the
//! board, and however the board is turned or mirrored:
//!
//! - a tile so many rows and columns from home, with what borders its cell and its home have;
//! - the errands of two cells: neighbours, those that touch at a corner, those with one cell
//!   between them, and those a knight's move apart;
//! - the directions (an errand cut off after one) of the four cells of a square.
//!
//! In pairs and squares the blank is an errand of its own. No pattern knows the size of the board
//! or the numbers of its tiles, so what was learned on some boards holds on all. Linear conflict is
//! a special case of pairs, and what tiles that go in convoy save, or those that want to turn round
//! each other cost, has no other name.

use std::sync::LazyLock;

use crate::domains::tiles::{Cell, Shape};
use crate::solvers::tiles::beam::homes::MOST_CELLS;

/// Distances above this count as this.
const FARTHEST: u32 = 12;
/// Kinds of tiles: what borders the cell has (three kinds), what borders the home has, and two
/// distances in order.
const DISTANCE_PAIRS: usize = (FARTHEST as usize + 1) * (FARTHEST as usize + 2) / 2;
/// Inside, at an edge, in a corner.
const BORDERS: usize = 3;
/// The blank by its borders, then the tiles.
const SINGLES: usize = BORDERS + BORDERS * BORDERS * DISTANCE_PAIRS;

/// Errands of pairs are cut off after so many rows and columns, those of squares after one.
const PAIR_REACH: i32 = 3;
const SQUARE_REACH: i32 = 1;

/// The errand of the blank in pairs, and how many there are.
pub(super) const PAIR_BLANK: u8 = blank_of(PAIR_REACH);
pub(super) const PAIR_ERRANDS: usize = PAIR_BLANK as usize + 1;
/// The errand of the blank in squares, and how many there are.
pub(super) const SQUARE_BLANK: u8 = blank_of(SQUARE_REACH);
pub(super) const SQUARE_ERRANDS: usize = SQUARE_BLANK as usize + 1;

/// The second cell of a pair, seen from the first.
const PAIRS: [Step; 4] = [Step(0, 1), Step(1, 1), Step(0, 2), Step(1, 2)];
const SQUARE: [Step; 4] = [Step(0, 0), Step(0, 1), Step(1, 0), Step(1, 1)];

const fn blank_of(reach: i32) -> u8 {
    let side = 2 * reach + 1;
    (side * side) as u8
}

/// Rows down and columns to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step(pub(super) i32, pub(super) i32);

impl Step {
    fn between(shape: Shape, from: Cell, to: Cell) -> Self {
        let apart = |to: usize, from: usize| to as i32 - from as i32;
        Self(apart(shape.row(to), shape.row(from)), apart(shape.col(to), shape.col(from)))
    }

    /// As seen on a board that is turned or mirrored in one of eight ways.
    fn seen(self, way: usize) -> Self {
        let Self(rows, cols) = self;
        let cols = if way & 1 != 0 { -cols } else { cols };
        let rows = if way & 2 != 0 { -rows } else { rows };
        if way & 4 != 0 { Self(cols, rows) } else { Self(rows, cols) }
    }

    /// As an errand that is cut off after `reach`.
    fn errand(self, reach: i32) -> usize {
        let cut = |apart: i32| apart.clamp(-reach, reach) + reach;
        (cut(self.0) * (2 * reach + 1) + cut(self.1)) as usize
    }

    fn of_errand(errand: usize, reach: i32) -> Self {
        let (side, errand) = (2 * reach + 1, errand as i32);
        Self(errand / side - reach, errand % side - reach)
    }
}

/// Which patterns of some cells are the same.
struct Alike {
    /// For each code, which has one digit for each cell, the number of its class.
    classes: Vec<u32>,
    count: usize,
}

impl Alike {
    fn new(cells: &[Step], reach: i32) -> Self {
        let errands = usize::from(blank_of(reach)) + 1;
        // The ways of looking at the board that show the same cells, and which one is seen in the
        // place of which.
        let turns: Vec<(usize, Vec<usize>)> = (0..8)
            .filter_map(|way| {
                let seen = in_corner(cells.iter().map(|step| step.seen(way)).collect());
                let places = seen.iter().map(|step| cells.iter().position(|cell| cell == step));
                Some((way, places.collect::<Option<_>>()?))
            })
            .collect();
        let mut classes = vec![u32::MAX; errands.pow(cells.len() as u32)];
        let mut count = 0;
        for code in 0..classes.len() {
            if classes[code] != u32::MAX {
                continue;
            }
            for (way, places) in &turns {
                let mut digits = vec![0; cells.len()];
                let mut rest = code;
                for &place in places {
                    let errand = rest % errands;
                    rest /= errands;
                    let is_blank = errand + 1 == errands;
                    let seen = || Step::of_errand(errand, reach).seen(*way).errand(reach);
                    digits[place] = if is_blank { errand } else { seen() };
                }
                let seen = digits.iter().rev().fold(0, |code, digit| code * errands + digit);
                classes[seen] = count as u32;
            }
            count += 1;
        }
        Self { classes, count }
    }
}

/// Moves cells so that they begin in row and column zero.
fn in_corner(cells: Vec<Step>) -> Vec<Step> {
    let top = cells.iter().map(|step| step.0).min().unwrap_or(0);
    let left = cells.iter().map(|step| step.1).min().unwrap_or(0);
    cells.into_iter().map(|Step(row, col)| Step(row - top, col - left)).collect()
}

/// The classes of pairs and squares, and where each kind begins among all patterns.
struct Classes {
    pairs: [Alike; PAIRS.len()],
    square: Alike,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes {
    pairs: PAIRS.map(|second| Alike::new(&[Step(0, 0), second], PAIR_REACH)),
    square: Alike::new(&SQUARE, SQUARE_REACH),
});

impl Classes {
    fn first_pair(&self, kind: usize) -> usize {
        SINGLES + self.pairs[..kind].iter().map(|alike| alike.count).sum::<usize>()
    }

    fn first_square(&self) -> usize {
        self.first_pair(PAIRS.len())
    }
}

/// How many patterns there are.
pub fn patterns() -> usize {
    CLASSES.first_square() + CLASSES.square.count
}

/// The pattern of a tile in a cell.
pub(super) fn single(shape: Shape, home: Cell, cell: Cell) -> usize {
    let Step(rows, cols) = Step::between(shape, cell, home);
    let (rows, cols) = (rows.unsigned_abs().min(FARTHEST) as usize, cols.unsigned_abs().min(FARTHEST) as usize);
    let (near, far) = (rows.min(cols), rows.max(cols));
    let borders = borders(shape, home) * BORDERS + borders(shape, cell);
    BORDERS + borders * DISTANCE_PAIRS + far * (far + 1) / 2 + near
}

/// The pattern of the blank in a cell.
pub(super) fn blank_in(shape: Shape, cell: Cell) -> usize {
    borders(shape, cell)
}

fn borders(shape: Shape, cell: Cell) -> usize {
    let at_border = |place: usize, count: usize| usize::from(place == 0 || place + 1 == count);
    at_border(shape.row(cell), shape.rows()) + at_border(shape.col(cell), shape.cols())
}

/// The pattern of two cells with these errands, the second being `apart` from the first; `None` for
/// cells that are not looked at together.
pub(super) fn pair(apart: Step, first: u8, second: u8) -> Option<usize> {
    // A pair is looked at in such a way that the second cell is right of the first, or below it.
    let (way, kind) = (0..8).find_map(|way| {
        let seen = apart.seen(way);
        PAIRS.iter().position(|&known| known == seen).map(|kind| (way, kind))
    })?;
    let seen = |errand: u8| {
        let errand = usize::from(errand);
        let seen = || Step::of_errand(errand, PAIR_REACH).seen(way).errand(PAIR_REACH);
        if errand + 1 == PAIR_ERRANDS { errand } else { seen() }
    };
    let code = seen(first) + PAIR_ERRANDS * seen(second);
    Some(CLASSES.first_pair(kind) + CLASSES.pairs[kind].classes[code] as usize)
}

/// The pattern of a square of cells, by the sum of its errands times powers of [`SQUARE_ERRANDS`],
/// from the top left row by row.
pub(super) fn square(code: usize) -> usize {
    CLASSES.first_square() + CLASSES.square.classes[code] as usize
}

/// The ways from a cell to all that are looked at together with it.
pub(super) fn pair_steps() -> impl Iterator<Item = Step> {
    (-2..=2).flat_map(|row| (-2..=2).map(move |col| Step(row, col))).filter(|step| pair(*step, 0, 0).is_some())
}

/// The cell that is a step away, if the board has it.
pub(super) fn stepped(shape: Shape, cell: Cell, step: Step) -> Option<Cell> {
    let row = usize::try_from(shape.row(cell) as i32 + step.0).ok().filter(|&row| row < shape.rows())?;
    let col = usize::try_from(shape.col(cell) as i32 + step.1).ok().filter(|&col| col < shape.cols())?;
    Some(shape.cell(row, col))
}

/// The errands of a tile in a cell: in pairs, and in squares.
pub(super) fn errands(shape: Shape, home: Cell, cell: Cell) -> (u8, u8) {
    let step = Step::between(shape, cell, home);
    (step.errand(PAIR_REACH) as u8, step.errand(SQUARE_REACH) as u8)
}

/// Reads the patterns of boards of one shape.
pub struct Reader {
    shape: Shape,
    /// The errands of each tile in each cell, `home * cells + cell`: in pairs, and in squares.
    errands: Box<[(u8, u8)]>,
    singles: Box<[u16]>,
    /// For each pair of cells the two, and where in `pairs` the patterns of its kind begin.
    together: Vec<(u8, u8, u32)>,
    /// For each way from one cell to another the patterns of all errands.
    pairs: Vec<u16>,
    squares: Vec<[u8; 4]>,
}

impl Reader {
    /// Bytes that it holds.
    pub fn held(&self) -> u64 {
        let tables = size_of_val(&*self.errands) + size_of_val(&*self.singles) + size_of_val(&self.pairs[..]);
        (tables + size_of_val(&self.together[..]) + size_of_val(&self.squares[..])) as u64
    }

    /// For boards of a shape, which must have at most 256 cells.
    pub fn new(shape: Shape) -> Self {
        let of_each = |home: Cell| shape.all_cells().map(move |cell| (home, cell));
        let all = || shape.all_cells().flat_map(of_each);
        let (mut together, mut pairs) = (Vec::new(), Vec::new());
        for step in pair_steps().filter(|&step| step > Step(0, 0)) {
            let begin = pairs.len() as u32;
            for second in 0..PAIR_ERRANDS as u8 {
                pairs.extend(
                    (0..PAIR_ERRANDS as u8).filter_map(|first| pair(step, first, second)).map(|pair| pair as u16),
                );
            }
            let partner = |cell: Cell| stepped(shape, cell, step).map(|other| (cell.0 as u8, other.0 as u8, begin));
            together.extend(shape.all_cells().filter_map(partner));
        }
        let in_square = |cell: Cell| squares_of(shape, cell).find(|square| square[0] == cell);
        Self {
            shape,
            errands: all().map(|(home, cell)| errands(shape, home, cell)).collect(),
            singles: all().map(|(home, cell)| single(shape, home, cell) as u16).collect(),
            together,
            pairs,
            squares: shape.all_cells().filter_map(in_square).map(|cells| cells.map(|cell| cell.0 as u8)).collect(),
        }
    }

    /// The errands of a tile in a cell: in pairs, and in squares.
    #[inline(always)]
    pub(super) fn errands(&self, home: u8, cell: usize) -> (u8, u8) {
        self.errands[usize::from(home) * self.shape.cells() + cell]
    }

    /// All patterns of a board, by their numbers; one that is there twice is named twice. `cells`
    /// holds the home of what stands in each cell.
    pub fn each(&self, cells: &[u8], blank: Cell, mut each: impl FnMut(usize)) {
        let (mut in_pairs, mut in_squares) = ([0_u8; MOST_CELLS], [0_u8; MOST_CELLS]);
        for (cell, &home) in cells.iter().enumerate() {
            if cell == blank.index() {
                (in_pairs[cell], in_squares[cell]) = (PAIR_BLANK, SQUARE_BLANK);
                each(blank_in(self.shape, blank));
            } else {
                (in_pairs[cell], in_squares[cell]) = self.errands(home, cell);
                each(usize::from(self.singles[usize::from(home) * cells.len() + cell]));
            }
        }
        for &(first, second, begin) in &self.together {
            let [first, second] = [first, second].map(|cell| usize::from(in_pairs[usize::from(cell)]));
            each(usize::from(self.pairs[begin as usize + first + PAIR_ERRANDS * second]));
        }
        for square_cells in &self.squares {
            let errands = square_cells.map(|cell| usize::from(in_squares[usize::from(cell)]));
            each(square(errands.iter().rev().fold(0, |code, errand| code * SQUARE_ERRANDS + errand)));
        }
    }
}

/// The cells of all squares that hold a cell, each from the top left row by row.
pub(super) fn squares_of(shape: Shape, cell: Cell) -> impl Iterator<Item = [Cell; 4]> {
    SQUARE.into_iter().filter_map(move |Step(row, col)| {
        let corner = stepped(shape, cell, Step(-row, -col))?;
        let [a, b, c, d] = SQUARE.map(|step| stepped(shape, corner, step));
        Some([a?, b?, c?, d?])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::solvers::tiles::beam::Homes;

    fn counts(shape: Shape, cells: &[u8], blank: Cell) -> Vec<u32> {
        let mut counts = vec![0; patterns()];
        Reader::new(shape).each(cells, blank, |pattern| counts[pattern] += 1);
        counts
    }

    /// A board that is turned or mirrored together with its goal has the same patterns.
    #[test]
    fn patterns_are_the_same_from_all_sides() {
        for (rows, cols) in [(5, 5), (4, 6), (3, 7)] {
            let shape = Shape::new(rows, cols).unwrap();
            let goal = CARDS[1].board(shape);
            let homes = Homes::new(&Generator::new(&goal, Kind::Uniform, 3).unwrap().board(), &goal).unwrap();
            let expected = counts(shape, homes.cells(), homes.blank());
            let squares = (rows - 1) * (cols - 1);
            let pairs = |row: usize, col: usize| (rows - row) * (cols - col);
            let neighbours = pairs(0, 1) + pairs(1, 0) + 2 * pairs(1, 1) + pairs(0, 2) + pairs(2, 0);
            let all = rows * cols + squares + neighbours + 2 * (pairs(1, 2) + pairs(2, 1));
            assert_eq!(expected.iter().sum::<u32>() as usize, all);
            for way in 0..8 {
                let side = if way & 4 != 0 { Shape::new(cols, rows).unwrap() } else { shape };
                let moved = |cell: Cell| {
                    let row = if way & 2 != 0 { rows - 1 - shape.row(cell) } else { shape.row(cell) };
                    let col = if way & 1 != 0 { cols - 1 - shape.col(cell) } else { shape.col(cell) };
                    if way & 4 != 0 { side.cell(col, row) } else { side.cell(row, col) }
                };
                let mut cells = vec![0; shape.cells()];
                for cell in shape.all_cells() {
                    cells[moved(cell).index()] = moved(Cell(u16::from(homes.cells()[cell.index()]))).0 as u8;
                }
                assert_eq!(counts(side, &cells, moved(homes.blank())), expected, "{rows}x{cols} seen {way}");
            }
        }
    }

    /// What is said of two cells does not depend on which is named first.
    #[test]
    fn pairs_are_the_same_from_both_ends() {
        for step in pair_steps() {
            for first in 0..PAIR_ERRANDS as u8 {
                for second in 0..PAIR_ERRANDS as u8 {
                    let there = pair(step, first, second);
                    assert!(there.is_some_and(|pattern| pattern < CLASSES.first_square()));
                    assert_eq!(there, pair(Step(-step.0, -step.1), second, first));
                }
            }
        }
        assert_eq!(pair_steps().count(), 20);
    }
}
