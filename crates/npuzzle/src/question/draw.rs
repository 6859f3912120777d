//! A picture of a board, or of all boards on the way that some moves lead.

use serde::{Deserialize, Serialize};

use crate::domains::tiles::moves::MovesError;
use crate::domains::tiles::{Board, Cell, Moves, MovesOf};
use crate::front::boards::Content;
use crate::front::units::thousands;
use crate::picture::letters::clipped;
use crate::picture::scheme::Scheme;
use crate::picture::sheet::{self, Item, Style};
use crate::picture::story;
use crate::picture::walk::Walk;
use crate::question::fields::{BoardFields, amount, field, null_is_false, read_moves_of};
use crate::question::refusal::{FieldPlace, Refusal};
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};

/// Pixels of a cell.
const CELLS: std::ops::RangeInclusive<u32> = 8..=256;
/// More moves than this take longer to follow than a picture is worth.
const MOST_MOVES: usize = 1_000_000;
/// Letters of the line above a solution: as many as fit on a page.
const LONGEST_HEADING: usize = 80;

/// What does a board look like, or the way that some moves lead from it?
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The board
    pub board: BoardText,
    #[serde(flatten)]
    pub boards: BoardFields,
    /// Moves from this board on: the picture shows the boards on their way, numbered and in rows
    pub moves: Option<String>,
    /// Whose moves the letters name: `blank` or `tile` [default: blank]
    pub moves_of: Option<String>,
    /// The line above the boards of a way [default: the number of moves]
    pub heading: Option<String>,
    /// How tiles are coloured, by their place in the goal: `plain`, `row` or `ring` [default:
    /// plain]
    pub scheme: Option<String>,
    /// Pixels per cell, from 8 to 256 [default: depends on the board]
    pub cell: Option<Amount>,
    /// Mark tiles that are at their place in the goal
    #[serde(default, deserialize_with = "null_is_false")]
    pub mark_home: bool,
}

/// A picture.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawing {
    /// The picture, an SVG file that needs nothing else.
    pub svg: String,
    /// What the board is called: `korf:12`, or its text.
    pub name: String,
    /// The seed of a random board that names none.
    pub seed: Option<u64>,
}

impl Ask for Draw {
    type Answer = Drawing;

    fn ask(&self, terms: &Terms, _: &mut dyn Watch) -> Result<Drawing, Refusal> {
        let style = self.style()?;
        let chosen = self.boards.one(&self.board, &terms.limits, &terms.caps)?;
        let Content { board, goal, .. } = &chosen.content;
        let goal = goal.board(board.shape()).map_err(|error| Refusal::goal(&error, self.boards.goal_text()))?;
        let svg = match &self.moves {
            Some(moves) => self.way(moves, board, &goal, style)?,
            None => {
                let homes: Vec<Cell> = goal.places();
                let item = Item { caption: String::new(), board: board.clone(), homes: &homes, marked: Vec::new() };
                sheet::one(&item, style)
            }
        };
        Ok(Drawing { svg, name: chosen.name, seed: chosen.seed })
    }
}

impl Draw {
    fn style(&self) -> Result<Style, Refusal> {
        Ok(Style {
            scheme: field("scheme", self.scheme.as_deref(), read_scheme)?.unwrap_or_default(),
            cell: amount("cell", self.cell.as_ref(), read_cell)?,
            marks_home: self.mark_home,
        })
    }

    /// The boards on the way of some moves.
    fn way(&self, text: &str, start: &Board, goal: &Board, style: Style) -> Result<String, Refusal> {
        let of = field("moves_of", self.moves_of.as_deref(), read_moves_of)?.unwrap_or_default();
        let moves = read_moves(text, of)?;
        let mut walk = Walk::new(start, &moves.0, of);
        walk.step_to(walk.moves());
        if let Some(&next) = moves.0.get(walk.done()) {
            let (number, letter) = (walk.done() + 1, Moves(vec![next]).letters(of));
            let message = format!("move {number} ({letter}) is not possible: the blank is at the border");
            return Err(Refusal::in_field("moves", text, message));
        }
        let count = moves.0.len();
        let counted = || format!("{} {}", thousands(count), if count == 1 { "move" } else { "moves" });
        let heading = self.heading.as_deref().map_or_else(counted, |heading| clipped(heading, LONGEST_HEADING));
        let figure = story::figure(Walk::new(start, &moves.0, of), goal, heading, style);
        figure.ok_or_else(|| Refusal::question("these moves are not possible"))
    }
}

/// Reads moves. `R1000000000` is refused before it fills the memory.
fn read_moves(text: &str, of: MovesOf) -> Result<Moves, Refusal> {
    let counts = text.split(|letter: char| !letter.is_ascii_digit()).filter(|count| !count.is_empty());
    let repeated = counts.map(|count| count.parse().unwrap_or(usize::MAX));
    if repeated.fold(text.len(), usize::saturating_add) > MOST_MOVES {
        let most = thousands(MOST_MOVES);
        return Err(Refusal::in_field("moves", text, format!("too many moves for a picture: expected at most {most}")));
    }
    Moves::parse(text, of).map_err(|error| {
        let place = match error {
            MovesError::NotAMove { column, .. } => FieldPlace { field: "moves", line: 1, column, length: 1 },
            _ => FieldPlace::whole("moves", text),
        };
        Refusal::question(error.to_string()).at(Some(place))
    })
}

fn read_scheme(text: &str) -> Result<Scheme, String> {
    let known = Scheme::NAMES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    known.map(|(_, scheme)| scheme).ok_or_else(|| {
        let names = Scheme::NAMES.map(|(name, _)| name).join(", ");
        format!("unknown scheme `{text}`: expected one of {names}")
    })
}

fn read_cell(text: &str) -> Result<u32, String> {
    let cell = text.parse().ok().filter(|cell| CELLS.contains(cell));
    cell.ok_or_else(|| format!("`{text}` is not a size: expected {} to {} pixels", CELLS.start(), CELLS.end()))
}
