//! Move lists, and the two ways people name a move.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

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
}

impl Moves {
    /// The letters `U D L R`, without spaces.
    pub fn letters(&self, of: MovesOf) -> String {
        let letter = |direction: &Direction| match of {
            MovesOf::Blank => direction.letter(),
            MovesOf::Tile => direction.opposite().letter(),
        };
        self.0.iter().map(letter).collect()
    }

    /// Reads letters, with or without spaces and commas; `R3` is three moves.
    pub fn parse(text: &str, of: MovesOf) -> Result<Self, MovesError> {
        let mut directions = Vec::new();
        for run in runs(text) {
            let Run { direction, repeat, .. } = run?;
            if directions.len().saturating_add(repeat) > LONGEST_LIST {
                return Err(MovesError::TooMany);
            }
            let direction = if of == MovesOf::Tile { direction.opposite() } else { direction };
            directions.extend(std::iter::repeat_n(direction, repeat));
        }
        Ok(Self(directions))
    }

    /// The column, counted from one, of the letter that names a move of a text, counted from zero.
    pub fn column(text: &str, number: usize) -> Option<usize> {
        let mut end = 0_usize;
        let mut runs = runs(text).map_while(Result::ok);
        let run = runs.find(|run| {
            end = end.saturating_add(run.repeat);
            number < end
        });
        run.map(|run| run.column)
    }
}

/// A letter of a text, and how often its move is made.
struct Run {
    column: usize,
    direction: Direction,
    repeat: usize,
}

/// The letters of a text; one that names no move is an error.
fn runs(text: &str) -> impl Iterator<Item = Result<Run, MovesError>> {
    let mut rest = (1..).zip(text.chars()).peekable();
    std::iter::from_fn(move || {
        let (column, letter) = rest.find(|(_, letter)| !letter.is_whitespace() && *letter != ',')?;
        let Some(direction) = Direction::from_letter(letter) else {
            return Some(Err(MovesError::NotAMove { letter, column }));
        };
        let mut count = 0_usize;
        while let Some(digit) = rest.next_if(|(_, c)| c.is_ascii_digit()).and_then(|(_, c)| c.to_digit(10)) {
            count = count.saturating_mul(10).saturating_add(digit as usize);
        }
        Some(Ok(Run { column, direction, repeat: count.max(1) }))
    })
}

/// No solution of a 100x100 board is anywhere near this long.
const LONGEST_LIST: usize = 100_000_000;

/// Why a text is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// Some other letter.
    #[error("`{letter}` in column {column} is not a move: expected U, D, L or R")]
    NotAMove { letter: char, column: usize },
    /// More moves than any solution has.
    #[error("more than {LONGEST_LIST} moves")]
    TooMany,
}

/// By the direction of the blank.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters(MovesOf::Blank))
    }
}

/// By the direction of the blank.
impl FromStr for Moves {
    type Err = MovesError;

    fn from_str(text: &str) -> Result<Self, MovesError> {
        Self::parse(text, MovesOf::Blank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_conventions_name_the_same_moves() {
        let moves: Moves = "U2 r, D".parse().unwrap();
        assert_eq!(moves.letters(MovesOf::Blank), "UURD");
        assert_eq!(moves.letters(MovesOf::Tile), "DDLU");
        assert_eq!(Moves::parse("DDLU", MovesOf::Tile), Ok(moves));
    }

    #[test]
    fn a_move_is_found_in_its_text() {
        let columns: Vec<_> = (0..6).map(|number| Moves::column("U2 r,\nD1L", number)).collect();
        assert_eq!(columns, [Some(1), Some(1), Some(4), Some(7), Some(9), None]);
    }

    #[test]
    fn other_letters_are_pointed_at() {
        assert_eq!("UDé".parse::<Moves>(), Err(MovesError::NotAMove { letter: 'é', column: 3 }));
        assert_eq!("U99999999999999999999999".parse::<Moves>(), Err(MovesError::TooMany));
    }
}
