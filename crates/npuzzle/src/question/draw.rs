//! A picture of boards, or of all boards on the way that some moves lead.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::domains::tiles::notation::TextError;
use crate::domains::tiles::{Board, Cell};
use crate::front::boards::{Content, disagreement};
use crate::front::units::thousands;
use crate::picture::letters::clipped;
use crate::picture::scheme::Scheme;
use crate::picture::sheet::{self, Item, Style};
use crate::picture::story;
use crate::picture::walk::Walk;
use crate::question::apply::{read_moves, refused};
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::fields::{BoardFields, ChosenBoards, amount, field, null_is_false, read_moves_of};
use crate::question::refusal::Refusal;
use crate::question::terms::Caps;
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};

/// Pixels of a cell.
const CELLS: RangeInclusive<u32> = 8..=256;
/// Pixels of the longer side of a board.
const SIDES: RangeInclusive<u32> = 16..=4096;
/// A sheet with more of them is too large to find a board on.
const MOST_BOARDS: usize = 200;
/// Programs that show pictures would choke on more.
const MOST_CELLS: usize = 40_000;
/// More moves than this take longer to follow than a picture is worth.
const MOST_MOVES: usize = 1_000_000;
/// Letters of the line above a solution: as many as fit on a page.
const LONGEST_HEADING: usize = 80;

/// What do boards look like, or the way that some moves lead from one? One of `board` and `boards`
/// is needed. A board of more than 400 cells is a mosaic, without numbers: each tile has the colour
/// of its place in the goal.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The board
    #[cfg_attr(feature = "clap", arg(skip))]
    pub board: Option<BoardText>,
    /// Several boards, or names of sets of boards: a sheet, with their names
    #[cfg_attr(feature = "clap", arg(skip))]
    pub boards: Option<Vec<BoardText>>,
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub form: BoardFields,
    /// Moves from this board on, as letters or numbers of tiles: the picture shows the boards on
    /// their way, numbered and in rows
    #[cfg_attr(feature = "clap", arg(skip))]
    pub moves: Option<String>,
    /// Whose moves the letters name: `blank` or `tile` [default: blank]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub moves_of: Option<String>,
    /// The line above the boards of a way [default: the number of moves], or the title of a single
    /// board, for people who cannot see it
    #[cfg_attr(feature = "clap", arg(skip))]
    pub heading: Option<String>,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub style: StyleFields,
    /// Pixels of the longer side of a board, at most, from 16 to 4096, as long as its numbers can
    /// be read; `cell` is the most then [default: depends on the page]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub side: Option<Amount>,
    /// Mark tiles that are at their place in the goal
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    #[serde(default, deserialize_with = "null_is_false")]
    pub mark_home: bool,
}

/// How pictures look.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct StyleFields {
    /// How tiles are coloured: by their place in the goal [default: plain]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::schemes()))]
    #[cfg_attr(feature = "schema", schemars(extend("examples" = ["plain", "row", "ring"])))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Pictures"))]
    pub scheme: Option<String>,
    /// Pixels per cell of a picture, from 8 to 256 [default: depends on the board]
    #[cfg_attr(feature = "clap", arg(long, value_name = "PIXELS", value_parser = arguments::amount(read_cell)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Pictures"))]
    pub cell: Option<Amount>,
}

impl StyleFields {
    /// Reads the texts.
    pub fn read(&self) -> Result<Style, Refusal> {
        Ok(Style {
            scheme: field("scheme", self.scheme.as_deref(), read_scheme)?.unwrap_or_default(),
            cell: amount("cell", self.cell.as_ref(), read_cell)?,
            ..Style::default()
        })
    }
}

/// A picture.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawing {
    /// The picture, an SVG file that needs nothing else.
    pub svg: String,
    /// What the board is called: `korf:12`, or its text. Several boards are counted: `3 boards`.
    pub name: String,
    /// Seed for random boards that give none.
    pub seed: Option<u64>,
    /// Remarks for people.
    pub notes: Vec<String>,
}

/// A board with what it takes to colour it.
struct Subject {
    name: String,
    board: Board,
    goal: Board,
    homes: Vec<Cell>,
}

impl Subject {
    fn item(&self, caption: &str) -> Item<'_> {
        Item { caption: caption.to_owned(), board: self.board.clone(), homes: &self.homes, marked: Vec::new() }
    }
}

impl Ask for Draw {
    type Answer = Drawing;

    fn ask(&self, terms: &Terms, _: &mut dyn Watch) -> Result<Drawing, Refusal> {
        let side = amount("side", self.side.as_ref(), read_side)?;
        let style = Style { side, marks_home: self.mark_home, ..self.style.read()? };
        let ChosenBoards { boards, seed } = self.chosen(terms)?;
        let mut notes = Vec::new();
        let mut subjects = Vec::new();
        for (name, Content { board, goal, claim, known }) in boards {
            let content = Content { board: board.board(), goal, claim, known };
            let goal = content.goal.board(content.board.shape());
            let goal = goal.map_err(|error| Refusal::goal(&error, self.form.goal_text()))?;
            notes.extend(disagreement(&content, &goal));
            subjects.push(Subject { name, board: content.board, homes: goal.places(), goal });
        }
        let svg = match (&subjects[..], &self.moves) {
            ([only], Some(moves)) => self.way(moves, &only.board, &only.goal, style)?,
            ([only], None) => sheet::one(&only.item(self.heading.as_deref().unwrap_or_default()), style),
            (several, _) => self.several(several, style)?,
        };
        let name = match &mut subjects[..] {
            [only] => std::mem::take(&mut only.name),
            several => format!("{} boards", several.len()),
        };
        Ok(Drawing { svg, name, seed, notes })
    }
}

impl Draw {
    /// Refuses more boards than fit into a picture. A front that makes boards itself asks before it
    /// does.
    pub fn check_count(boards: usize) -> Result<(), Refusal> {
        if boards <= MOST_BOARDS {
            return Ok(());
        }
        let count = thousands(boards);
        let message = format!("{count} boards are too many for a picture: expected at most {MOST_BOARDS}");
        Err(Refusal::question(message))
    }

    /// The boards, one or several.
    fn chosen(&self, terms: &Terms) -> Result<ChosenBoards, Refusal> {
        let (field, texts, most) = match (&self.board, &self.boards) {
            (Some(_), Some(_)) => return Err(Refusal::question("expected `board` or `boards`, not both")),
            (Some(board), None) => ("board", std::slice::from_ref(board), 1),
            (None, boards) => ("boards", boards.as_deref().unwrap_or_default(), MOST_BOARDS),
        };
        if texts.is_empty() {
            return Err(Refusal::question("there is no board to draw: expected `board` or `boards`"));
        }
        Self::check_count(texts.len())?;
        let caps = Caps { boards: terms.caps.boards.min(most), ..terms.caps.clone() };
        let chosen = self.form.all(field, texts, &terms.limits, &caps)?;
        Self::check_count(chosen.boards.len())?;
        let cells: usize = chosen.boards.iter().map(|(_, content)| content.board.shape().cells()).sum();
        if cells > MOST_CELLS {
            let (cells, most) = (thousands(cells), thousands(MOST_CELLS));
            let message = format!("boards of {cells} cells are too many for a picture: expected at most {most}");
            return Err(Refusal::question(message));
        }
        Ok(chosen)
    }

    /// A sheet of boards.
    fn several(&self, subjects: &[Subject], style: Style) -> Result<String, Refusal> {
        for (field, text) in [("moves", &self.moves), ("heading", &self.heading)] {
            if let Some(text) = text {
                let message = format!("`{field}` is for one board, and there are {}: expected one", subjects.len());
                return Err(Refusal::in_field(field, text, message));
            }
        }
        let items: Vec<Item<'_>> = subjects.iter().map(|subject| subject.item(&subject.name)).collect();
        Ok(sheet::several(&items, style))
    }

    /// The boards on the way of some moves.
    fn way(&self, text: &str, start: &Board, goal: &Board, style: Style) -> Result<String, Refusal> {
        let of = field("moves_of", self.moves_of.as_deref(), read_moves_of)?.unwrap_or_default();
        let refuse = |error: &TextError| refused(error, "moves");
        let played = read_moves(text, "moves")?.play(start, of, MOST_MOVES).map_err(|error| refuse(&error))?;
        if let Some(illegal) = &played.illegal {
            return Err(refuse(&illegal.error()));
        }
        let moves = played.moves;
        let count = moves.0.len();
        let counted = || format!("{} {}", thousands(count), if count == 1 { "move" } else { "moves" });
        let heading = self.heading.as_deref().map_or_else(counted, |heading| clipped(heading, LONGEST_HEADING));
        let figure = story::figure(Walk::new(start, &moves.0, of), goal, heading, style);
        figure.ok_or_else(|| Refusal::question("these moves are not possible"))
    }
}

fn read_scheme(text: &str) -> Result<Scheme, String> {
    let known = Scheme::NAMES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    known.map(|(_, scheme)| scheme).ok_or_else(|| {
        let names = Scheme::NAMES.map(|(name, _)| name).join(", ");
        format!("unknown scheme `{text}`: expected one of {names}")
    })
}

fn read_cell(text: &str) -> Result<u32, String> {
    read_pixels(text, &CELLS)
}

fn read_side(text: &str) -> Result<u32, String> {
    read_pixels(text, &SIDES)
}

fn read_pixels(text: &str, sizes: &RangeInclusive<u32>) -> Result<u32, String> {
    let size = text.parse().ok().filter(|size| sizes.contains(size));
    size.ok_or_else(|| format!("`{text}` is not a size: expected {} to {} pixels", sizes.start(), sizes.end()))
}
