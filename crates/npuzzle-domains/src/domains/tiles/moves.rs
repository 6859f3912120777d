//! Move lists, and the ways people write them.
//!
//! A move is the direction of the blank. As a letter it names the blank's direction or the tile's,
//! which is the opposite one; as a number it names the tile.

use std::fmt;
use std::fmt::Write;
use std::str::FromStr;

use serde::Serialize;

use crate::core::{Cost, Metric};
use crate::domains::tiles::board::Board;
use crate::domains::tiles::move_text::MoveText;
use crate::domains::tiles::notation::TextError;
use crate::domains::tiles::shape::Direction;

/// A sequence of moves, by the direction of the blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(pub Vec<Direction>);

/// Whose direction a letter names. The blank goes one way, the tile it changes places with goes the
/// other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MovesOf {
    /// Where the blank goes, as in textbooks.
    #[default]
    Blank,
    /// Where the tile goes, as among speed solvers.
    Tile,
}

impl MovesOf {
    /// Both conventions, by name.
    pub const NAMES: [(&'static str, Self); 2] = [("blank", Self::Blank), ("tile", Self::Tile)];

    /// `blank` or `tile`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Tile => "tile",
        }
    }

    /// The other convention.
    pub fn other(self) -> Self {
        match self {
            Self::Blank => Self::Tile,
            Self::Tile => Self::Blank,
        }
    }

    /// From the direction of the blank to the one that a letter names, and back.
    pub fn named(self, direction: Direction) -> Direction {
        match self {
            Self::Blank => direction,
            Self::Tile => direction.opposite(),
        }
    }
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MoveNotation {
    /// Letters: where the blank goes.
    Blank,
    /// Letters: where the tile goes.
    Tile,
    /// The numbers of the tiles that move.
    Numbers,
    /// Letters with counts, such as `R3`.
    Runs,
}

impl MoveNotation {
    /// All of them, by name, with what they look like.
    pub const NAMES: [(&'static str, Self, &'static str); 4] = [
        ("blank", Self::Blank, "letters: where the blank goes"),
        ("tile", Self::Tile, "letters: where the tile goes"),
        ("numbers", Self::Numbers, "the numbers of the tiles that move: 5 8"),
        ("runs", Self::Runs, "letters with counts: R3 D"),
    ];

    /// Letters of a convention.
    pub fn letters(of: MovesOf) -> Self {
        match of {
            MovesOf::Blank => Self::Blank,
            MovesOf::Tile => Self::Tile,
        }
    }

    /// Whose direction its letters name, if it has letters; runs follow `of`.
    pub fn moves_of(self, of: MovesOf) -> Option<MovesOf> {
        match self {
            Self::Blank => Some(MovesOf::Blank),
            Self::Tile => Some(MovesOf::Tile),
            Self::Runs => Some(of),
            Self::Numbers => None,
        }
    }
}

impl Moves {
    /// The letters `U D L R`, without spaces.
    pub fn letters(&self, of: MovesOf) -> String {
        self.0.iter().map(|&direction| of.named(direction).letter()).collect()
    }

    /// What costs one in a metric, each as its single moves: moves, or runs of moves in one
    /// direction.
    pub fn steps(&self, metric: Metric) -> impl Iterator<Item = &[Direction]> {
        self.0.chunk_by(move |one, next| metric == Metric::Multi && one == next)
    }

    /// How many slides of whole lines they are.
    pub fn slides(&self) -> usize {
        self.steps(Metric::Multi).count()
    }

    /// What they cost in a metric.
    pub fn cost(&self, metric: Metric) -> Cost {
        self.steps(metric).count() as Cost
    }

    /// The same with counts: `R3 D`.
    pub fn runs(&self, of: MovesOf) -> String {
        let mut text = String::new();
        for run in self.steps(Metric::Multi) {
            let space = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{space}{}", of.named(run[0]).letter());
            if run.len() > 1 {
                let _ = write!(text, "{}", run.len());
            }
        }
        text
    }

    /// The numbers of the tiles that move, from `start` on. What follows a move off the board is
    /// left out.
    pub fn numbers(&self, start: &Board) -> String {
        let mut text = String::new();
        let (mut board, mut blank) = (start.clone(), start.blank());
        for &direction in &self.0 {
            let Some(next) = board.slide(blank, direction) else { break };
            let space = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{space}{}", board.tile_at(blank));
            blank = next;
        }
        text
    }

    /// The moves from `start` on in a notation; runs have letters of the convention `of`.
    pub fn written(&self, notation: MoveNotation, start: &Board, of: MovesOf) -> String {
        match notation {
            MoveNotation::Blank => self.letters(MovesOf::Blank),
            MoveNotation::Tile => self.letters(MovesOf::Tile),
            MoveNotation::Numbers => self.numbers(start),
            MoveNotation::Runs => self.runs(of),
        }
    }

    /// The way back: from where these moves lead to where they begin.
    pub fn inverse(&self) -> Self {
        Self(self.0.iter().rev().map(|direction| direction.opposite()).collect())
    }

    /// Reads letters, with or without spaces and commas; `R3` is three moves. Numbers name tiles,
    /// and mean nothing without a board: see [`MoveText`].
    pub fn parse(text: &str, of: MovesOf) -> Result<Self, TextError> {
        MoveText::read(text)?.directions(of)
    }
}

/// By the direction of the blank.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters(MovesOf::Blank))
    }
}

/// By the direction of the blank.
impl FromStr for Moves {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text, MovesOf::Blank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::Shape;

    #[test]
    fn both_conventions_name_the_same_moves() {
        let moves: Moves = "U2 r, D".parse().unwrap();
        assert_eq!(moves.letters(MovesOf::Blank), "UURD");
        assert_eq!(moves.letters(MovesOf::Tile), "DDLU");
        assert_eq!(Moves::parse("DDLU", MovesOf::Tile), Ok(moves));
    }

    proptest::proptest! {
        /// Slides are the maximal runs of moves in one direction, however the moves come.
        #[test]
        fn slides_are_straight_runs(directions in proptest::collection::vec(0..4_usize, 0..60)) {
            let moves = Moves(directions.iter().map(|&number| Direction::ALL[number]).collect());
            let turns = moves.0.windows(2).filter(|pair| pair[0] != pair[1]).count();
            let slides = if moves.0.is_empty() { 0 } else { turns + 1 };
            proptest::prop_assert_eq!(moves.slides(), slides);
            proptest::prop_assert_eq!(moves.cost(Metric::Multi) as usize, slides);
            proptest::prop_assert_eq!(moves.cost(Metric::Single) as usize, moves.0.len());
            let joined: Vec<Direction> = moves.steps(Metric::Multi).flatten().copied().collect();
            proptest::prop_assert_eq!(joined, moves.0);
        }
    }

    #[test]
    fn every_notation_has_its_look() {
        let start = Board::new(Shape::new(3, 3).unwrap(), &[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        let moves: Moves = "UULD".parse().unwrap();
        let written = |notation| moves.written(notation, &start, MovesOf::Tile);
        let all = MoveNotation::NAMES.map(|(_, notation, _)| written(notation));
        assert_eq!(all, ["UULD", "DDRU", "6 3 2 5", "D2 R U"]);
        assert_eq!(moves.inverse().to_string(), "URDD");
        assert_eq!(Moves::default().runs(MovesOf::Blank), "");
    }
}
