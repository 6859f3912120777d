//! Tiles divided among patterns. Each move moves one tile, and a table counts only moves of its own
//! tiles: their sum is a bound.
//!
//! A partition is written by the sizes of its patterns (`7-8`), or by their tiles
//! (`1,2,5,6/3,4,7,8`), which need not be all. Which tiles go together matters more than anything
//! else: good divisions are listed and turned to fit any goal; for boards that are not in the list,
//! patterns are grown from cell to cell, or cut off column by column.

use std::fmt;
use std::sync::Arc;

use crate::core::BuildError;
use crate::domains::tiles::frame::{Frame, Symmetry};
use crate::domains::tiles::{Board, Cell, Direction};
use crate::tables::HEURISTIC;
use crate::tables::pattern::{Pattern, PatternError};
use crate::tables::space::MOST_TILES;
use crate::tables::table::PatternTable;

/// Divisions that were found to prune well, by the sizes, for goals with the blank in the first
/// cell. A division that is nearly its own mirror image wastes the mirrored look-up: on Korf's
/// boards, different divisions 6-6-3 differ by a factor of five in nodes.
const PRESETS: &[(&str, &str, &[&[u8]])] = &[
    ("4x4", "5-5-5", &[&[1, 2, 4, 5, 8], &[3, 6, 7, 11, 15], &[9, 10, 12, 13, 14]]),
    ("4x4", "6-6-3", &[&[1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11], &[13, 14, 15]]),
    ("4x4", "7-7-1", &[&[1, 4, 5, 8, 9, 12, 13], &[2, 3, 6, 7, 10, 11, 15], &[14]]),
    ("4x4", "7-8", &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]),
    (
        "5x5",
        "6-6-6-6",
        &[&[1, 2, 5, 6, 10, 11], &[3, 4, 7, 8, 9, 12], &[13, 14, 18, 19, 23, 24], &[15, 16, 17, 20, 21, 22]],
    ),
];

/// Some tiles, and the table they share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionPart {
    /// What the table is of.
    pub pattern: Pattern,
    /// How boards of the frame are mirrored to fit the pattern.
    pub symmetry: Symmetry,
}

impl PartitionPart {
    /// The homes of its tiles in the frame, ascending.
    pub fn homes(&self) -> Vec<u8> {
        let back = self.symmetry.inverse();
        let mut homes: Vec<u8> = self.pattern.homes().iter().map(|&home| back.cells()[usize::from(home)]).collect();
        homes.sort_unstable();
        homes
    }
}

/// Patterns without a tile in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    text: String,
    frame: Frame,
    to_frame: Symmetry,
    parts: Vec<PartitionPart>,
}

/// A table with the way its cells are found.
#[derive(Clone)]
pub struct PartView {
    /// The table.
    pub table: Arc<PatternTable>,
    /// Where each cell of the frame is in the table. The part's tiles are those whose home has its
    /// image among the table's homes.
    pub cells: Arc<[u8]>,
}

/// Why a text is not a partition of a puzzle's tiles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// Neither sizes nor tiles.
    #[error(
        "`{text}` is not a set of patterns: expected sizes such as `{example}`, or tiles such as `1,2,5,6/3,4,7,8`"
    )]
    Text { text: String, example: String },
    /// The sizes do not add up.
    #[error("patterns of {text} have {found} tiles: expected {expected}, such as {example}")]
    Sum { text: String, found: usize, expected: usize, example: String },
    /// A pattern is too large, or empty.
    #[error("`{text}` has a pattern of {found} tiles: expected 1 to {MOST_TILES}")]
    Size { text: String, found: usize },
    /// No such tile.
    #[error("there is no tile `{tile}` on this board: expected {expected}")]
    NoTile { tile: String, expected: String },
    /// A tile in two patterns, or twice in one.
    #[error("tile {tile} is there twice in `{text}`: each move may be counted once only")]
    Twice { text: String, tile: usize },
    /// The board is too large for words of bits.
    #[error("pattern databases are for boards of at most {} cells", Frame::MOST_CELLS)]
    Cells,
}

impl From<PartitionError> for BuildError {
    fn from(error: PartitionError) -> Self {
        Self::Unavailable { name: HEURISTIC, reason: error.to_string() }
    }
}

impl Partition {
    /// Reads the patterns of a puzzle with this goal; an empty text stands for those that suit the
    /// board.
    pub fn parse(text: &str, goal: &Board) -> Result<Self, PartitionError> {
        let (frame, to_frame) = Frame::of(goal).ok_or(PartitionError::Cells)?;
        let tiles = goal.shape().cells() - 1;
        let text = without_spaces(text);
        let text = if text.is_empty() { usual_sizes(tiles) } else { text };
        if let Some(cells) = preset(frame, &text) {
            return Self::new(text, frame, to_frame, &cells);
        }
        let wrong = || PartitionError::Text { text: text.clone(), example: usual_sizes(tiles) };
        if text.contains([',', '/']) {
            let patterns = text.split('/').map(|part| tile_list(part, &text, goal, &to_frame, wrong));
            let patterns = patterns.collect::<Result<Vec<_>, _>>()?;
            let mut seen = 0_u64;
            for &home in patterns.iter().flatten() {
                if seen >> home & 1 == 1 {
                    let cell = to_frame.inverse().cell(Cell(u16::from(home)));
                    return Err(PartitionError::Twice { text, tile: goal.tile_at(cell).index() });
                }
                seen |= 1 << home;
            }
            return Self::new(text, frame, to_frame, &patterns);
        }
        let sizes: Option<Vec<usize>> = text.split('-').map(|size| size.parse().ok()).collect();
        let sizes = sizes.ok_or_else(wrong)?;
        if let Some(&found) = sizes.iter().find(|size| !(1..=MOST_TILES).contains(*size)) {
            return Err(PartitionError::Size { text, found });
        }
        let found = sizes.iter().sum();
        if found != tiles {
            return Err(PartitionError::Sum { text, found, expected: tiles, example: usual_sizes(tiles) });
        }
        let cells = grown(frame, &sizes).unwrap_or_else(|| cut(frame, &sizes));
        Self::new(text, frame, to_frame, &cells)
    }

    fn new(text: String, frame: Frame, to_frame: Symmetry, cells: &[Vec<u8>]) -> Result<Self, PartitionError> {
        let part = |homes: &Vec<u8>| match Pattern::new(frame, homes) {
            Ok((pattern, symmetry)) => Ok(PartitionPart { pattern, symmetry }),
            Err(PatternError::Tiles { found }) => Err(PartitionError::Size { text: text.clone(), found }),
            Err(PatternError::Twice { cell } | PatternError::NoTile { cell }) => {
                Err(PartitionError::Twice { text: text.clone(), tile: usize::from(cell) })
            }
        };
        let parts = cells.iter().map(part).collect::<Result<_, _>>()?;
        Ok(Self { text, frame, to_frame, parts })
    }

    /// The puzzle its patterns belong to.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// How boards are turned to fit the frame.
    pub fn to_frame(&self) -> &Symmetry {
        &self.to_frame
    }

    /// The patterns.
    pub fn parts(&self) -> &[PartitionPart] {
        &self.parts
    }

    /// Whether every tile is in a pattern.
    pub fn is_complete(&self) -> bool {
        let tiles: usize = self.parts.iter().map(|part| part.pattern.homes().len()).sum();
        tiles == self.frame.shape().cells() - 1
    }

    /// For each part where the cells of the frame are in its table, and once more for the mirrored
    /// board if there is a mirror image that divides the tiles otherwise.
    pub fn cell_maps(&self) -> Vec<Vec<Arc<[u8]>>> {
        let view = |mirror: &Symmetry| -> Vec<Arc<[u8]>> {
            let cells = |part: &PartitionPart| {
                mirror.cells().iter().map(|&cell| part.symmetry.cells()[usize::from(cell)]).collect()
            };
            self.parts.iter().map(cells).collect()
        };
        let symmetries = self.frame.symmetries();
        let mut views = vec![view(&symmetries[0])];
        views.extend(symmetries[1..].iter().find(|mirror| self.differs(mirror)).map(view));
        views
    }

    /// The same with the tables of the parts, which are given in their order.
    pub fn views(&self, tables: &[Arc<PatternTable>]) -> Vec<Vec<PartView>> {
        let part = |(cells, table): (Arc<[u8]>, &Arc<PatternTable>)| PartView { table: Arc::clone(table), cells };
        self.cell_maps().into_iter().map(|view| view.into_iter().zip(tables).map(part).collect()).collect()
    }

    /// Whether a mirror image divides the tiles otherwise.
    fn differs(&self, mirror: &Symmetry) -> bool {
        let homes = |part: &PartitionPart| part.homes().iter().fold(0_u64, |map, &home| map | 1 << home);
        let mirrored = |map: u64| {
            let image = |map_so_far: u64, (cell, &image): (usize, &u8)| map_so_far | (map >> cell & 1) << image;
            mirror.cells().iter().enumerate().fold(0, image)
        };
        let maps: Vec<u64> = self.parts.iter().map(homes).collect();
        maps.iter().any(|&map| !maps.contains(&mirrored(map)))
    }
}

/// As it would be typed.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The sizes of the patterns that suit a board with so many tiles: the larger the board, the
/// smaller the patterns must be.
fn usual_sizes(tiles: usize) -> String {
    let most = match tiles {
        ..=8 => 4,
        9..=24 => 6,
        25..=35 => 5,
        36..=48 => 4,
        _ => 3,
    };
    // Of the 15-puzzle there is a good division with two patterns of six.
    if tiles == 15 { "6-6-3".to_owned() } else { even_sizes(tiles, most) }
}

/// The sizes of as few patterns as there can be if none has more than `most` tiles, as even as
/// possible.
pub fn even_sizes(tiles: usize, most: usize) -> String {
    let parts = tiles.div_ceil(most);
    let sizes = (0..parts).map(|part| (tiles / parts + usize::from(part < tiles % parts)).to_string());
    sizes.collect::<Vec<_>>().join("-")
}

/// The homes of a listed division, if the frame is one of those in the list or can be had from one
/// by leaving the blank's home out. The partitions that have a name: the size of the boards, and
/// the name.
pub fn presets() -> impl Iterator<Item = (&'static str, &'static str)> {
    PRESETS.iter().map(|&(board, sizes, _)| (board, sizes))
}

fn preset(frame: Frame, text: &str) -> Option<Vec<Vec<u8>>> {
    let sorted = |text: &str| {
        let mut sizes: Vec<&str> = text.split('-').collect();
        sizes.sort_unstable();
        sizes.join("-")
    };
    let shape = frame.shape().to_string();
    let same = |(board, sizes, _): &&(&str, &str, &[&[u8]])| *board == shape && sorted(sizes) == sorted(text);
    let (_, _, parts) = PRESETS.iter().find(same)?;
    // With another home of the blank, the tile that is at home there takes the first cell.
    let blank = frame.blank().0 as u8;
    let home = |&home: &u8| if home == blank { 0 } else { home };
    Some(parts.iter().map(|part| part.iter().map(home).collect()).collect())
}

/// Spaces beside a sign go; between two numbers they are as good as a comma.
fn without_spaces(text: &str) -> String {
    let mut written = String::new();
    for word in text.split_whitespace() {
        let joins = |c: Option<char>| c.is_none_or(|c| matches!(c, ',' | '/' | '-'));
        if !joins(written.chars().last()) && !joins(word.chars().next()) {
            written.push(',');
        }
        written.push_str(word);
    }
    written
}

/// The homes of tiles written with commas.
fn tile_list(
    part: &str,
    text: &str,
    goal: &Board,
    to_frame: &Symmetry,
    wrong: impl Fn() -> PartitionError,
) -> Result<Vec<u8>, PartitionError> {
    let tiles = goal.shape().cells() - 1;
    let places = goal.places();
    let home = |word: &str| {
        let number = word.parse::<usize>().map_err(|_| wrong())?;
        let expected = format!("1 to {tiles}");
        let no_tile = || PartitionError::NoTile { tile: word.to_owned(), expected };
        let cell = places.get(number).filter(|_| number > 0).ok_or_else(no_tile)?;
        Ok(to_frame.cell(*cell).0 as u8)
    };
    let homes = part.split(',').map(home).collect::<Result<Vec<_>, _>>()?;
    if homes.len() > MOST_TILES {
        return Err(PartitionError::Size { text: text.to_owned(), found: homes.len() });
    }
    Ok(homes)
}

/// Patterns of these sizes, each grown from the first cell that is left by the cell nearest to it;
/// `None` if one falls apart, as on narrow boards. (On 3x3 the mean estimate of 4-4 is 19.8 with
/// these and 19.2 with those that are cut.)
fn grown(frame: Frame, sizes: &[usize]) -> Option<Vec<Vec<u8>>> {
    let shape = frame.shape();
    let mut left: Vec<Cell> = shape.all_cells().filter(|&cell| cell != frame.blank()).collect();
    let mut parts = Vec::new();
    for &size in sizes {
        let seed = *left.first()?;
        let mut part: Vec<Cell> = Vec::new();
        while part.len() < size {
            let touches = |cell: Cell| {
                let beside = Direction::ALL.into_iter().filter_map(|way| shape.neighbour(cell, way));
                part.is_empty() || beside.into_iter().any(|next| part.contains(&next))
            };
            let near = left.iter().enumerate().filter(|&(_, &cell)| touches(cell));
            let (at, _) = near.min_by_key(|&(_, &cell)| (shape.distance(cell, seed), cell))?;
            part.push(left.remove(at));
        }
        parts.push(part.into_iter().map(|cell| cell.0 as u8).collect());
    }
    Some(parts)
}

/// Patterns of these sizes: the cells column by column, down one and up the next, cut into pieces.
/// Each piece is connected but for the blank's home, and compact, since frames have no fewer
/// columns than rows.
fn cut(frame: Frame, sizes: &[usize]) -> Vec<Vec<u8>> {
    let shape = frame.shape();
    let column = |col: usize| {
        let down = (0..shape.rows()).map(move |row| shape.cell(row, col));
        if col.is_multiple_of(2) { down.collect::<Vec<_>>() } else { down.rev().collect() }
    };
    let mut cells = (0..shape.cols()).flat_map(column).filter(|&cell| cell != frame.blank()).map(|cell| cell.0 as u8);
    sizes.iter().map(|&size| cells.by_ref().take(size).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::Shape;

    fn goal(rows: usize, cols: usize, blank: usize) -> Board {
        let tiles = (0..rows * cols).map(|cell| if cell == blank { 0 } else { cell as u64 + u64::from(cell < blank) });
        Board::new(Shape::new(rows, cols).unwrap(), &tiles.collect::<Vec<_>>()).unwrap()
    }

    fn message(text: &str, goal: &Board) -> String {
        Partition::parse(text, goal).map_or_else(|error| error.to_string(), |partition| partition.to_string())
    }

    #[test]
    fn every_tile_is_in_one_pattern() {
        for (rows, cols) in
            [(2, 2), (2, 3), (3, 3), (2, 4), (3, 4), (4, 3), (4, 4), (2, 8), (5, 5), (6, 6), (7, 7), (8, 8), (1, 6)]
        {
            for blank in [0, rows * cols / 2, rows * cols - 1] {
                let partition = Partition::parse("", &goal(rows, cols, blank)).unwrap();
                assert!(partition.is_complete(), "{rows}x{cols} {partition}");
                let mut homes = 0_u64;
                for home in partition.parts().iter().flat_map(PartitionPart::homes) {
                    homes |= 1 << home;
                }
                assert_eq!(homes.count_ones() as usize, rows * cols - 1);
                assert_eq!(homes >> partition.frame().blank().0 & 1, 0);
            }
        }
    }

    /// A goal with the blank last uses the tables of one with the blank first.
    #[test]
    fn goals_share_tables() {
        let patterns = |blank| {
            let partition = Partition::parse("7-8", &goal(4, 4, blank)).unwrap();
            partition.parts().iter().map(|part| part.pattern.name()).collect::<Vec<_>>()
        };
        assert_eq!(patterns(0), ["4x4-b0-1.2.3.4.5.6.7", "4x4-b0-2.3.6.7.10.11.14.15"]);
        assert_eq!(patterns(0), patterns(15));
        assert_eq!(patterns(0), patterns(3));
        assert_eq!(patterns(1), patterns(14));
        assert_eq!(message("8-7", &goal(4, 4, 0)), "8-7");
    }

    #[test]
    fn mistakes_are_explained() {
        let board = goal(4, 4, 15);
        for (text, expected) in [
            ("7-7", "patterns of 7-7 have 14 tiles: expected 15, such as 6-6-3"),
            ("9-6", "`9-6` has a pattern of 9 tiles: expected 1 to 8"),
            (
                "7-x",
                "`7-x` is not a set of patterns: expected sizes such as `6-6-3`, or tiles such as `1,2,5,6/3,4,7,8`",
            ),
            ("1,2,2", "tile 2 is there twice in `1,2,2`: each move may be counted once only"),
            ("1,2/2,3", "tile 2 is there twice in `1,2/2,3`: each move may be counted once only"),
            ("1,16", "there is no tile `16` on this board: expected 1 to 15"),
            ("0,1", "there is no tile `0` on this board: expected 1 to 15"),
            ("1,2,3,4,5,6,7,8,9", "`1,2,3,4,5,6,7,8,9` has a pattern of 9 tiles: expected 1 to 8"),
            (
                "1,,2",
                "`1,,2` is not a set of patterns: expected sizes such as `6-6-3`, or tiles such as `1,2,5,6/3,4,7,8`",
            ),
            ("1, 2 / 3", "1,2/3"),
            ("1 2  5/ 3 4", "1,2,5/3,4"),
            ("5 5 5", "tile 5 is there twice in `5,5,5`: each move may be counted once only"),
            (" 7 - 8 ", "7-8"),
        ] {
            assert_eq!(message(text, &board), expected);
        }
        assert_eq!(message("3-3", &goal(9, 9, 0)), "pattern databases are for boards of at most 64 cells");
    }

    #[test]
    fn mirrored_views_are_only_there_where_they_differ() {
        let views = |text: &str, board: &Board| {
            let partition = Partition::parse(text, board).unwrap();
            partition.frame().symmetries()[1..].iter().any(|mirror| partition.differs(mirror))
        };
        assert!(views("7-8", &goal(4, 4, 0)));
        assert!(!views("6-5", &goal(3, 4, 0)), "no mirror keeps the corner of a rectangle");
        assert!(!views("8", &goal(3, 3, 0)));
    }
}
