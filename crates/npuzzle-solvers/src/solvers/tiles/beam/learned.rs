//! Learned charges: what each pattern of a board costs, as far as a beam could be taught
//! ([`errands`]).
//!
//! The charges are numbers that were fitted to beams on random boards (`cargo xtask fit`): of the
//! boards of a layer, that one which led to the solution shall have the best score. They are added
//! to the convex charges of [`Weights`](super::score::Weights).
//!
//! A move changes the patterns of two cells only. For each of the cells around them one look-up
//! gives by how much a tile with its errand costs more there than the blank would.

use std::sync::LazyLock;

use crate::domains::tiles::{Cell, Shape};
use crate::solvers::tiles::beam::errands::{
    self, PAIR_BLANK, PAIR_ERRANDS, Reader, SQUARE_BLANK, SQUARE_ERRANDS, blank_in, pair, pair_steps, single, square,
    squares_of, stepped,
};
use crate::solvers::tiles::beam::homes::MOST_CELLS;
use crate::solvers::tiles::beam::score::{MOVE, Slide};

/// A move changes the learned part of a score by about this at most.
const MOST_CHANGE: i32 = 8 * MOVE;

/// PERF: rows of a table are this long, so that places in it are shifts.
const ROW: usize = 32;
const ERRAND_ROWS: usize = 64;

/// What each pattern costs, in 1/32 of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charges(Box<[i16]>);

/// Charges are written as numbers, one for each pattern; these are not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChargesError {
    /// Something is not a number, or too large.
    #[error("`{0}` is not a charge: expected a number from -32768 to 32767")]
    Number(String),
    /// Too many or too few.
    #[error("there are {found} charges: expected {expected}, one for each pattern")]
    Count { found: usize, expected: usize },
}

static FITTED: LazyLock<Option<Charges>> =
    LazyLock::new(|| Charges::parse(include_str!("../../../../data/beam-charges.txt")).ok());

impl Charges {
    /// Those that come with the program.
    pub fn fitted() -> Option<&'static Self> {
        FITTED.as_ref()
    }

    /// As many as there are patterns.
    pub fn new(charges: Vec<i16>) -> Result<Self, ChargesError> {
        let expected = errands::patterns();
        match charges.len() {
            found if found == expected => Ok(Self(charges.into())),
            found => Err(ChargesError::Count { found, expected }),
        }
    }

    /// Reads numbers; lines that begin with `#` are passed over.
    pub fn parse(text: &str) -> Result<Self, ChargesError> {
        let words = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        let number = |word: &str| word.parse().map_err(|_| ChargesError::Number(word.to_owned()));
        Self::new(words.map(number).collect::<Result<_, _>>()?)
    }

    /// The charges, in the order of the patterns.
    pub fn numbers(&self) -> &[i16] {
        &self.0
    }
}

/// The charges on boards of one shape.
pub(super) struct Learned {
    charges: Charges,
    shape: Shape,
    reader: Reader,
    /// `pairs[(errand * ERRAND_ROWS + other) * ROW + step]`: what a tile with this errand costs
    /// beside another more than the blank does.
    pairs: Box<[i16]>,
    /// For each cell the steps to others, and those cells.
    partners: Box<[Vec<(u8, u8)>]>,
    squares: Box<[i16]>,
    /// For each cell of the blank and each direction the squares that hold it or the cell next to
    /// it.
    touched: Box<[[Vec<Touched>; 4]]>,
    blank: Box<[i32]>,
}

/// A square that a move changes, and how much the errands of the two cells weigh in its code.
struct Touched {
    cells: [u8; 4],
    to: u16,
    from: u16,
}

/// The errands in all cells.
pub(super) struct Errands {
    pairs: [u8; MOST_CELLS],
    squares: [u8; MOST_CELLS],
}

impl Learned {
    /// Bytes that they hold.
    pub(super) fn held(&self) -> u64 {
        let tables = size_of_val(&*self.pairs) + size_of_val(&*self.squares) + size_of_val(&*self.blank);
        let partners: usize = self.partners.iter().map(|partners| size_of_val(&partners[..])).sum();
        let touched: usize = self.touched.iter().flatten().map(|touched| size_of_val(&touched[..])).sum();
        let lists = size_of_val(&*self.partners) + size_of_val(&*self.touched) + partners + touched;
        (tables + lists + size_of_val(&*self.charges.0)) as u64 + self.reader.held()
    }

    pub(super) fn new(shape: Shape, neighbours: &[[u8; 4]; MOST_CELLS], charges: &Charges) -> Self {
        let charge = |pattern: usize| charges.0[pattern];
        let steps: Vec<_> = pair_steps().collect();
        let mut pairs = vec![0; PAIR_ERRANDS * ERRAND_ROWS * ROW];
        for errand in 0..PAIR_ERRANDS as u8 {
            for other in 0..PAIR_ERRANDS as u8 {
                for (place, &step) in steps.iter().enumerate() {
                    let costs = |errand: u8| pair(step, errand, other).map_or(0, charge);
                    let row = usize::from(errand) * ERRAND_ROWS + usize::from(other);
                    pairs[row * ROW + place] = costs(errand).saturating_sub(costs(PAIR_BLANK));
                }
            }
        }
        let partners = |cell: Cell| {
            let partner = |(place, &step): (usize, &errands::Step)| {
                stepped(shape, cell, step).map(|other| (place as u8, other.0 as u8))
            };
            steps.iter().enumerate().filter_map(partner).collect::<Vec<_>>()
        };
        let touched = |to: Cell| {
            neighbours[to.index()].map(|from| {
                let from = Cell(u16::from(from));
                let mut squares: Vec<[Cell; 4]> = squares_of(shape, to).chain(squares_of(shape, from)).collect();
                squares.sort_by_key(|cells| cells[0].0);
                squares.dedup();
                let weight = |cells: &[Cell; 4], cell: Cell| {
                    cells.iter().position(|&other| other == cell).map_or(0, |place| SQUARE_ERRANDS.pow(place as u32))
                };
                squares
                    .iter()
                    .map(|cells| Touched {
                        cells: cells.map(|cell| cell.0 as u8),
                        to: weight(cells, to) as u16,
                        from: weight(cells, from) as u16,
                    })
                    .collect()
            })
        };
        Self {
            charges: charges.clone(),
            shape,
            reader: Reader::new(shape),
            pairs: pairs.into(),
            partners: shape.all_cells().map(partners).collect(),
            squares: (0..SQUARE_ERRANDS.pow(4)).map(|code| charge(square(code))).collect(),
            touched: shape.all_cells().map(touched).collect(),
            blank: shape.all_cells().map(|cell| i32::from(charge(blank_in(shape, cell)))).collect(),
        }
    }

    /// What a tile alone costs in a cell.
    pub(super) fn of_tile(&self, home: Cell, cell: Cell) -> i32 {
        i32::from(self.charges.0[single(self.shape, home, cell)])
    }

    /// What all patterns cost, but those of one tile.
    pub(super) fn of_board(&self, cells: &[u8], blank: u8) -> i32 {
        let blank = Cell(u16::from(blank));
        let mut sum = 0;
        self.reader.each(cells, blank, |pattern| sum += i32::from(self.charges.0[pattern]));
        let tiles = self.shape.all_cells().filter(|&cell| cell != blank);
        sum - tiles.map(|cell| self.of_tile(Cell(u16::from(cells[cell.index()])), cell)).sum::<i32>()
    }

    /// The errands on a board.
    #[inline(always)]
    pub(super) fn of_parent(&self, cells: &[u8], blank: u8) -> Errands {
        let mut errands = Errands { pairs: [0; _], squares: [0; _] };
        for (cell, &home) in cells.iter().enumerate() {
            (errands.pairs[cell], errands.squares[cell]) = self.reader.errands(home, cell);
        }
        errands.pairs[usize::from(blank)] = PAIR_BLANK;
        errands.squares[usize::from(blank)] = SQUARE_BLANK;
        errands
    }

    /// By how much a move changes what all patterns cost, but those of one tile. The errands are
    /// those before the move, and again afterwards.
    #[inline(always)]
    pub(super) fn change(&self, errands: &mut Errands, slide: Slide, way: usize) -> i32 {
        let Slide { tile, from, to } = slide;
        let left = self.reader.errands(tile, usize::from(from));
        let entered = self.reader.errands(tile, usize::from(to));
        let mut change = self.blank[usize::from(from)] - self.blank[usize::from(to)];
        // A square's code changes by the differences of two of its digits.
        for square in &self.touched[usize::from(to)][way] {
            let [a, b, c, d] = square.cells.map(|cell| usize::from(errands.squares[usize::from(cell)]));
            let before = a + SQUARE_ERRANDS * (b + SQUARE_ERRANDS * (c + SQUARE_ERRANDS * d));
            let after = before
                + usize::from(square.to) * usize::from(entered.1)
                + usize::from(square.from) * usize::from(SQUARE_BLANK)
                - usize::from(square.to) * usize::from(SQUARE_BLANK)
                - usize::from(square.from) * usize::from(left.1);
            change += i32::from(self.squares[after]) - i32::from(self.squares[before]);
        }
        // While the blank is looked at in both cells, the sum over one and the other counts their
        // own pair as it should.
        errands.pairs[usize::from(from)] = PAIR_BLANK;
        change += self.beside(errands, to, entered.0) - self.beside(errands, from, left.0);
        errands.pairs[usize::from(from)] = left.0;
        change
    }

    /// What a tile in a cell costs beside all others more than the blank.
    #[inline(always)]
    fn beside(&self, errands: &Errands, cell: u8, errand: u8) -> i32 {
        let table = &self.pairs[usize::from(errand) * ERRAND_ROWS * ROW..][..ERRAND_ROWS * ROW];
        let others = self.partners[usize::from(cell)].iter();
        others
            .map(|&(step, other)| {
                let other = usize::from(errands.pairs[usize::from(other)]);
                i32::from(table[(other * ROW + usize::from(step)) % (ERRAND_ROWS * ROW)])
            })
            .sum()
    }

    pub(super) const fn most_change() -> i32 {
        MOST_CHANGE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fitted_charges_are_whole() {
        let fitted = Charges::parse(include_str!("../../../../data/beam-charges.txt")).unwrap();
        assert_eq!(Charges::fitted(), Some(&fitted));
        assert!(fitted.numbers().iter().any(|&charge| charge != 0));
    }

    #[test]
    fn wrong_charges_are_refused() {
        assert_eq!(Charges::parse("1 2 x"), Err(ChargesError::Number("x".to_owned())));
        assert_eq!(Charges::parse("1 40000"), Err(ChargesError::Number("40000".to_owned())));
        let expected = errands::patterns();
        assert_eq!(Charges::parse("# 7\n1 2"), Err(ChargesError::Count { found: 2, expected }));
        assert!(Charges::new(vec![3; expected]).is_ok());
    }
}
