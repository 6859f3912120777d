//! A pattern: a few tiles of a puzzle, by their homes.

use std::fmt;

use crate::domains::tiles::frame::{Frame, Symmetry};
use crate::tables::space::MOST_TILES;

/// Some tiles of a frame, by their home cells. Of its mirror images, the one whose cells come first
/// stands for all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    frame: Frame,
    homes: Box<[u8]>,
}

/// Why some cells make no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// None, or too many.
    #[error("a pattern of {found} tiles: expected 1 to {MOST_TILES}")]
    Tiles { found: usize },
    /// Not a cell with a tile.
    #[error("cell {cell} is not the home of a tile")]
    NoTile { cell: u8 },
    /// Twice the same.
    #[error("cell {cell} is there twice")]
    Twice { cell: u8 },
}

impl Pattern {
    /// The pattern of these homes, and how boards are mirrored so that they fit it.
    pub fn new(frame: Frame, homes: &[u8]) -> Result<(Self, Symmetry), PatternError> {
        if !(1..=MOST_TILES).contains(&homes.len()) {
            return Err(PatternError::Tiles { found: homes.len() });
        }
        let mut sorted = homes.to_vec();
        sorted.sort_unstable();
        let is_home = |cell: u8| usize::from(cell) < frame.shape().cells() && u16::from(cell) != frame.blank().0;
        if let Some(&cell) = sorted.iter().find(|&&cell| !is_home(cell)) {
            return Err(PatternError::NoTile { cell });
        }
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PatternError::Twice { cell: pair[0] });
        }
        let image = |symmetry: &Symmetry| {
            let mut image: Vec<u8> = sorted.iter().map(|&home| symmetry.cells()[usize::from(home)]).collect();
            image.sort_unstable();
            image
        };
        let images = frame.symmetries().into_iter().map(|symmetry| (image(&symmetry), symmetry));
        let (homes, symmetry) = images.min_by(|(one, _), (other, _)| one.cmp(other)).expect("one changes nothing");
        Ok((Self { frame, homes: homes.into() }, symmetry))
    }

    /// The puzzle.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// The homes of its tiles, ascending.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// The homes as a set of cells.
    pub fn home_map(&self) -> u64 {
        self.homes.iter().fold(0, |map, &home| map | 1 << home)
    }

    /// A name that can be that of a file: `4x4-b0-1.2.3.4.5.6.7`.
    pub fn name(&self) -> String {
        let homes: Vec<String> = self.homes.iter().map(u8::to_string).collect();
        format!("{}-b{}-{}", self.frame.shape(), self.frame.blank().0, homes.join("."))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let homes: Vec<String> = self.homes.iter().map(u8::to_string).collect();
        write!(f, "{} blank {} tiles {}", self.frame.shape(), self.frame.blank().0, homes.join(" "))
    }
}
