//! Cards over the board: reasons, choices, refusals and the sheet of help.

use npuzzle::domains::tiles::Board;
use npuzzle::domains::tiles::explain::{Explanation, count_inversions};
use npuzzle::domains::tiles::goal::CARDS;
use ratatui::text::{Line, Span};

use crate::render::numbers::thousands;
use crate::terminal::play::goal_picker::GoalPicker;
use crate::terminal::play::keys::{BINDINGS, Place};
use crate::terminal::play::model::{Mode, Model, Tone};
use crate::terminal::play::size_picker::SizePicker;
use crate::terminal::theme::Theme;
use crate::terminal::wrap::{wrapped, wrapped_item};

/// The column of the explanations in the help.
const KEYS: usize = 11;
/// Goals of longer sides are not drawn: the card would be all picture.
const LONGEST_DRAWN_SIDE: usize = 10;

/// A card.
pub struct Card {
    /// Its title.
    pub title: String,
    /// What stands on it.
    pub lines: Vec<Line<'static>>,
    /// The first line that is seen.
    pub scroll: u16,
}

/// The card that is open, for so many columns.
pub fn open(model: &Model, width: u16) -> Option<Card> {
    let (theme, width) = (model.theme, usize::from(width));
    if let Some(scroll) = model.help {
        return Some(Card { title: "keys".to_owned(), lines: help(model.place_below_help(), theme, width), scroll });
    }
    let card = |title: &str, lines, scroll| Some(Card { title: title.to_owned(), lines, scroll });
    match &model.mode {
        Mode::Unsolvable { reasons, scroll } => {
            card("this board cannot be solved", unsolvable(model, reasons, width), *scroll)
        }
        Mode::Size(picker) => card("size of the board", size(model, picker, width), 0),
        Mode::Goal(picker) => card("goal", goal(model, picker, width), 0),
        Mode::Refused { message, scroll, .. } => {
            card("this text is not a board", refused(message, theme, width), *scroll)
        }
        Mode::Playing | Mode::Solving | Mode::Watching(_) | Mode::Editing(_) => None,
    }
}

/// All keys, by place: first those of the place where the user is.
fn help(here: Place, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for place in std::iter::once(here).chain(Place::ALL.into_iter().filter(|place| *place != here)) {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(place.title(), theme.strong()));
        lines.extend(keys_of(place, theme, width));
    }
    lines.push(Line::default());
    lines.push(Line::styled("Mouse and clipboard", theme.strong()));
    for text in [
        "a click on a tile in the blank's row or column slides all tiles up to it",
        "while you edit, a click moves the cursor; the wheel scrolls boards that do not fit",
        "a pasted text is taken for a board, in any of the forms that `npuzzle solve` reads",
    ] {
        lines.extend(wrapped_item("  ", text, width).into_iter().map(Line::raw));
    }
    lines
}

/// The keys of one place.
pub fn keys_of(place: Place, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for binding in BINDINGS.iter().filter(|binding| binding.place == place) {
        let texts = wrapped(binding.does, width.saturating_sub(KEYS + 2));
        for (number, text) in texts.into_iter().enumerate() {
            let keys = if number == 0 { binding.shown } else { "" };
            lines.push(Line::from(vec![Span::styled(format!("  {keys:<KEYS$}"), theme.accent()), Span::raw(text)]));
        }
    }
    lines
}

fn unsolvable(model: &Model, reasons: &Explanation, width: usize) -> Vec<Line<'static>> {
    let theme = model.theme;
    let mut lines = Vec::new();
    let repair = match reasons.swap {
        Some([a, b]) => vec![
            Span::styled("f", theme.accent()),
            Span::raw(format!(" swaps the tiles {a} and {b}: then it can be solved")),
        ],
        None => vec![Span::raw("no swap of two tiles makes it solvable")],
    };
    lines.push(Line::from(repair));
    let goals = match reasons.reachable_goals.join(", ") {
        none if none.is_empty() => " chooses another goal; it reaches none of the named ones".to_owned(),
        goals => format!(" chooses another goal; it reaches {goals}"),
    };
    lines.push(Line::from(vec![Span::styled("g", theme.accent()), Span::raw(goals)]));
    lines.push(Line::default());
    lines.push(Line::styled(format!("why: {} to the goal", count_inversions(reasons.inversions)), theme.strong()));
    for (number, step) in (1..).zip(&reasons.steps) {
        lines.extend(wrapped_item(&format!("{number}. "), step, width).into_iter().map(Line::raw));
    }
    lines
}

fn size(model: &Model, picker: &SizePicker, width: usize) -> Vec<Line<'static>> {
    let theme = model.theme;
    let Some(shape) = picker.shape() else { return Vec::new() };
    let states = match shape.reachable_states() {
        Some(states) => format!("{} boards can be reached", thousands(states)),
        None => "more boards can be reached than 64 bits can count".to_owned(),
    };
    let (rows, cols) = (format!("  {} rows", shape.rows()), format!("{} columns", shape.cols()));
    // A card too narrow for the words is too low for empty lines as well.
    let mut lines = if rows.len() + cols.len() + 5 > width {
        vec![Line::styled(shape.to_string(), theme.chosen())]
    } else {
        vec![
            Line::default(),
            Line::from(vec![
                Span::styled(rows, theme.chosen()),
                Span::raw("  x  "),
                Span::styled(cols, theme.chosen()),
            ]),
            Line::default(),
        ]
    };
    let count = format!("{} tiles; {states}", thousands(shape.cells() - 1));
    lines.extend(wrapped_item("  ", &count, width).into_iter().map(Line::raw));
    lines.push(Line::default());
    let keys = "up and down change the rows, left and right the columns, 2 to 9 choose a square, PgUp and PgDn take ten at a time";
    lines.extend(wrapped_item("  ", keys, width).into_iter().map(Line::raw));
    lines.extend(bad_news(model, width));
    lines
}

fn bad_news(model: &Model, width: usize) -> Vec<Line<'static>> {
    match &model.message {
        Some((Tone::Bad, message)) => {
            let texts = wrapped_item("  ", message, width).into_iter();
            std::iter::once(Line::default()).chain(texts.map(|text| Line::styled(text, model.theme.bad()))).collect()
        }
        _ => Vec::new(),
    }
}

fn goal(model: &Model, picker: &GoalPicker, width: usize) -> Vec<Line<'static>> {
    let (theme, board) = (model.theme, model.game.board());
    let mut lines = Vec::new();
    let names = CARDS.iter().map(|card| card.name).chain(["own"]);
    for (place, name) in names.enumerate() {
        let chosen = place == picker.chosen();
        let remark = match place < CARDS.len() {
            false => "any board: type or paste it",
            true if GoalPicker::is_reachable(place, board) => "",
            true => "cannot be reached from this board",
        };
        lines.push(Line::from(vec![
            Span::raw(if chosen { "> " } else { "  " }),
            Span::styled(format!("{name:<14}"), if chosen { theme.chosen() } else { theme.strong() }),
            Span::raw(format!(" {remark}")),
        ]));
    }
    lines.push(Line::default());
    if let Some(text) = picker.text() {
        let room = width.saturating_sub(3);
        let letters = text.chars().count();
        let tail: String = text.chars().skip(letters.saturating_sub(room)).collect();
        lines.push(Line::from(vec![
            Span::styled("> ", theme.accent()),
            Span::raw(tail),
            Span::styled(" ", theme.chosen()),
        ]));
        let error = picker.error().into_iter().flat_map(|error| told(error, width));
        lines.extend(error.map(|line| Line::styled(line, theme.bad())));
    } else if let (Some(goal), Some(card)) = (picker.board(board.shape()), CARDS.get(picker.chosen())) {
        lines.extend(wrapped_item("  ", card.summary, width).into_iter().map(Line::raw));
        lines.push(Line::default());
        lines.extend(picture(&goal, theme));
    }
    lines
}

fn picture(board: &Board, theme: Theme) -> Vec<Line<'static>> {
    let shape = board.shape();
    if shape.rows().max(shape.cols()) > LONGEST_DRAWN_SIDE {
        return Vec::new();
    }
    let digits = (shape.cells() - 1).to_string().len();
    let number = |tile: &npuzzle::domains::tiles::Tile| match tile.is_blank() {
        true => format!("{:>digits$}", theme.either("·", ".")),
        false => format!("{:>digits$}", tile.0),
    };
    board.rows().map(|row| Line::raw(format!("  {}", row.iter().map(number).collect::<Vec<_>>().join(" ")))).collect()
}

fn refused(message: &str, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = told(message, width).into_iter();
    let first = lines.next().map(|line| Line::styled(line, theme.bad()));
    first.into_iter().chain(lines.map(Line::raw)).collect()
}

/// A message in lines of a width. Those that show a place in a text stay whole: what points at it
/// is in the line below.
fn told(message: &str, width: usize) -> Vec<String> {
    let is_sentence = |number: usize, line: &str| number == 0 || line.starts_with("help: ");
    let lines = message.lines().enumerate();
    lines
        .flat_map(|(number, line)| if is_sentence(number, line) { wrapped(line, width) } else { vec![line.to_owned()] })
        .collect()
}
