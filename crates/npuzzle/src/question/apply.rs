//! Where some moves lead from a board, and whether they are possible.

use serde::{Deserialize, Serialize};

use crate::core::spelling::is_spelled;
use crate::domains::tiles::move_text::{IllegalMove, MoveText, Played};
use crate::domains::tiles::notation::TextError;
use crate::domains::tiles::{Board, MoveNotation, Moves, MovesOf};
use crate::front::messages::Message;
use crate::front::units::thousands;
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::fields::{BoardFields, field, null_is_false, read_moves_of};
use crate::question::refusal::{Fault, FieldPlace, Refusal};
use crate::question::texts::BoardText;
use crate::question::{Ask, Terms, Watch};
use crate::verify::verify;

/// Where do some moves lead from a board, and are they possible? They are made as they are written:
/// nothing is optimised.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Apply {
    /// The board
    #[cfg_attr(feature = "clap", arg(skip))]
    pub board: BoardText,
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub boards: BoardFields,
    /// The moves: letters U D L R, with counts if you like (`R3 D`), or the numbers of the tiles
    /// that move (`5 8`)
    #[cfg_attr(feature = "clap", arg(skip))]
    pub moves: String,
    /// Where the moves come from, for messages
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(skip)]
    pub source: Option<String>,
    /// Whose direction the letters U D L R name [default: blank]
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHOSE", value_parser = arguments::moves_of()))]
    pub moves_of: Option<String>,
    /// Turn the moves round: from where they lead back to the board
    #[cfg_attr(feature = "clap", arg(long))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    #[serde(default, deserialize_with = "null_is_false")]
    pub invert: bool,
    /// Write the moves in another notation; `runs` have letters as `moves_of` says [default: the
    /// one in which they are given]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NOTATION", value_parser = arguments::move_notations()))]
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ["blank", "tile", "numbers", "runs"])))]
    pub to: Option<String>,
}

/// Where some moves lead.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApplyAnswer {
    /// Whether all moves are possible.
    pub status: Legality,
    /// What the board is called: `korf:12`, or its text.
    pub name: String,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The board that the moves begin with.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// The board that they lead to; that before the first move that is not possible.
    pub end: Board,
    /// Whether this is the goal.
    pub is_goal: bool,
    /// Number of single moves from `start` to `end`.
    pub count: usize,
    /// These moves.
    pub moves: String,
    /// How they are written.
    pub notation: MoveNotation,
    /// Whose direction the letters name; none for numbers of tiles.
    pub moves_of: Option<MovesOf>,
    /// Whether the moves were turned round.
    pub inverted: bool,
    /// The first move that is not possible.
    pub illegal: Option<Illegal>,
    /// The seed of a random board that names none.
    pub seed: Option<u64>,
    /// Remarks for people.
    pub notes: Vec<String>,
    /// The moves by the direction of the blank.
    #[serde(skip)]
    pub path: Moves,
    /// The other convention, if the letters make more sense in it; a remark says so.
    #[serde(skip)]
    pub better_of: Option<MovesOf>,
}

/// Whether moves are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Legality {
    /// All of them.
    Legal,
    /// Not all of them.
    Illegal,
}

impl Legality {
    /// `legal` or `illegal`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Illegal => "illegal",
        }
    }
}

/// A move that is not possible.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Illegal {
    /// Its number among the single moves, counted from one.
    pub number: usize,
    /// Its text.
    pub word: String,
    /// Line of the moves, counted from one.
    pub line: usize,
    /// Column in characters, counted from one.
    pub column: usize,
    /// Length in characters.
    pub length: usize,
    /// Why it is not possible.
    pub reason: String,
    /// All this for people, with the place in the text.
    pub message: String,
}

impl Illegal {
    fn new(illegal: IllegalMove, source: &str) -> Self {
        let message = illegal.error().render(source);
        let IllegalMove { number, word, place, reason } = illegal;
        Self { number, word, line: place.line, column: place.column, length: place.length, reason, message }
    }
}

impl Ask for Apply {
    type Answer = ApplyAnswer;

    fn ask(&self, terms: &Terms, _: &mut dyn Watch) -> Result<ApplyAnswer, Refusal> {
        let of = field("moves_of", self.moves_of.as_deref(), read_moves_of)?.unwrap_or_default();
        let to = field("to", self.to.as_deref(), read_notation)?;
        let source = self.source.as_deref().unwrap_or("moves");
        let text = read_moves(&self.moves, source)?;
        let chosen = self.boards.one(&self.board, &terms.limits, &terms.caps)?;
        let board = chosen.content.board;
        let goal = chosen.content.goal.board(board.shape());
        let goal = goal.map_err(|error| Refusal::goal(&error, self.boards.goal_text()))?;
        let most = usize::try_from(terms.caps.walk).unwrap_or(usize::MAX);
        let played = text.play(&board, of, most).map_err(|error| refused(&error, source))?;
        let mut notes: Vec<String> = line_slides(&played).into_iter().collect();
        let better = better_reading(&text, &board, &goal, of, &played, most);
        notes.extend(better.as_ref().map(|(_, remark)| remark.clone()));
        let Played { moves, end, illegal, .. } = played;
        if let Err(error) = verify(&board, &end, &moves) {
            let message = format!("the moves were made wrongly: {error}");
            return Err(Refusal { fault: Fault::Bug, ..Refusal::question(message) });
        }
        let inverted = self.invert && illegal.is_none();
        let (start, end, path) = if inverted { (end, board, moves.inverse()) } else { (board, end, moves) };
        let given = if text.has_numbers() { MoveNotation::Numbers } else { MoveNotation::letters(of) };
        let notation = to.unwrap_or(given);
        Ok(ApplyAnswer {
            status: if illegal.is_none() { Legality::Legal } else { Legality::Illegal },
            name: chosen.name,
            rows: start.shape().rows(),
            cols: start.shape().cols(),
            is_goal: end == goal,
            count: path.0.len(),
            moves: path.written(notation, &start, of),
            notation,
            moves_of: notation.moves_of(of),
            inverted,
            illegal: illegal.map(|illegal| Illegal::new(illegal, source)),
            seed: chosen.seed,
            notes,
            start,
            goal,
            end,
            path,
            better_of: better.map(|(of, _)| of),
        })
    }
}

/// Reads moves, which messages call `source`.
pub(crate) fn read_moves<'t>(text: &'t str, source: &str) -> Result<MoveText<'t>, Refusal> {
    MoveText::read(text).map_err(|error| refused(&error, source))
}

/// Moves that cannot be read or made.
pub(crate) fn refused(error: &TextError, source: &str) -> Refusal {
    let place = error.place.as_ref().map(|place| FieldPlace::of("moves", place));
    Refusal::from(Message::text_error(error, source)).at(place)
}

/// Reads the name of a notation.
fn read_notation(text: &str) -> Result<MoveNotation, String> {
    let known = MoveNotation::NAMES.into_iter().find(|(name, ..)| is_spelled(text, name));
    known.map(|(_, notation, _)| notation).ok_or_else(|| {
        let names = MoveNotation::NAMES.map(|(name, ..)| name).join(", ");
        format!("`{text}` is not a notation of moves: expected one of {names}")
    })
}

/// A remark if numbers name tiles that push others before them.
fn line_slides(played: &Played) -> Option<String> {
    let (count, tile) = played.line_slides?;
    Some(match count {
        1 => format!("tile {tile} pushes the tiles between it and the blank: every tile counts as a move"),
        _ => format!(
            "{} of the numbers, tile {tile} first, push the tiles between them and the blank: every tile counts as a move",
            thousands(count)
        ),
    })
}

/// The other convention, with a remark, if the letters make more sense in it. They are never read
/// so on a guess.
fn better_reading(
    text: &MoveText<'_>,
    start: &Board,
    goal: &Board,
    of: MovesOf,
    played: &Played,
    most: usize,
) -> Option<(MovesOf, String)> {
    let is_legal = played.illegal.is_none();
    if text.has_numbers() || is_legal && played.end == *goal {
        return None;
    }
    let other = text.play(start, of.other(), most).ok().filter(|other| other.illegal.is_none())?;
    let reaches = other.end == *goal;
    if is_legal && !reaches {
        return None;
    }
    let reach = if reaches { " and reach the goal" } else { "" };
    let remark = format!("read as moves of the {}, all of them are legal{reach}", of.other().name());
    Some((of.other(), remark))
}
