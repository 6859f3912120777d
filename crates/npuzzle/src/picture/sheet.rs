//! Boards in rows on a sheet, with a word above each: a few boards of a report, or the steps of a
//! solution.

use crate::domains::tiles::{Board, Cell, Shape};

use super::letters::{clipped, spoken};
use super::measure::{Measure, fitting};
use super::scheme::Scheme;
use super::svg::{BoardView, Label, Svg};

/// A sheet is as wide as this, unless a single board is wider; and as high, which makes it a page
/// of A4.
pub const PAGE: (u32, u32) = (960, 1358);
/// Between boards, and around all of them.
const SPACE: u32 = 22;
const MARGIN: u32 = 20;
/// Letters are so wide on the average, in hundredths of their size.
const LETTER_WIDTH: u32 = 56;
/// Bold ones, in the widest of the usual fonts: the viewer chooses which.
const BOLD_LETTER_WIDTH: u32 = 70;
/// Captions are seen at least this far.
const NARROWEST: u32 = 76;
const HEADING: u32 = 17;

/// How pictures are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// How tiles are coloured.
    pub scheme: Scheme,
    /// Pixels of a cell, where they are asked for.
    pub cell: Option<u32>,
    /// Whether tiles at their place in the goal are marked: by a dot, and by a colour if the scheme
    /// has only one.
    pub marks_home: bool,
}

/// A board on a sheet.
pub struct Item<'i> {
    /// What it is called; empty for one that needs no name.
    pub caption: String,
    /// The board.
    pub board: Board,
    /// The place of each tile in the goal, by tile.
    pub homes: &'i [Cell],
    /// The cells of tiles to point at: the one that has just moved.
    pub marked: Vec<Cell>,
}

impl Item<'_> {
    fn view(&self, style: Style) -> BoardView<'_> {
        BoardView { board: &self.board, homes: self.homes, marked: &self.marked, marks_home: style.marks_home }
    }
}

/// What stands where.
pub(super) struct Layout {
    pub measure: Measure,
    /// Width and height of what each board takes, its caption included.
    slot: (u32, u32),
    columns: u32,
    /// How many boards are on a page.
    pub capacity: usize,
    letters: u32,
    /// The height of the lines above all boards.
    head: u32,
}

impl Layout {
    /// The layout for boards no larger than `rows` and `cols`.
    pub fn new(cell: u32, rows: usize, cols: usize, lines_above: usize) -> Self {
        let measure = Measure::new(cell);
        let letters = (cell * 36 / 100).clamp(12, 22);
        let slot = (measure.side(cols).max(NARROWEST), measure.side(rows) + letters * 3 / 2);
        // Some room parts them from the boards.
        let head = (3 * lines_above as u32 * HEADING).div_ceil(2) + if lines_above > 0 { HEADING * 2 / 3 } else { 0 };
        let fit = |length: u32, slot: u32| ((length.saturating_sub(2 * MARGIN) + SPACE) / (slot + SPACE)).max(1);
        let (columns, lines) = (fit(PAGE.0, slot.0), fit(PAGE.1.saturating_sub(head), slot.1));
        Self { measure, slot, columns, capacity: columns as usize * lines as usize, letters, head }
    }
}

/// A single board and nothing else: on slides it lies on whatever is below it.
pub fn one(item: &Item<'_>, style: Style) -> String {
    let shape = item.board.shape();
    let cell = style.cell.unwrap_or_else(|| fitting(shape.rows().max(shape.cols()), PAGE.0, 12, 64));
    let measure = Measure::new(cell);
    let (width, height) = measure.board(shape);
    let unnamed = format!("a board of {shape}");
    let title = if item.caption.is_empty() { &unnamed } else { &item.caption };
    let mut svg = Svg::new(width, height, title, &spoken(&item.board));
    svg.board((0, 0), &measure, style.scheme, &item.view(style));
    svg.finish()
}

/// Several boards with their names.
pub fn several(items: &[Item<'_>], style: Style) -> String {
    let most = |side: fn(Shape) -> usize| items.iter().map(|item| side(item.board.shape())).max().unwrap_or(1);
    let (rows, cols) = (most(Shape::rows), most(Shape::cols));
    let cell = style.cell.unwrap_or_else(|| fitting(rows.max(cols), PAGE.0 / 3, 12, 56));
    let names: Vec<&str> = items.iter().map(|item| &item.caption[..]).collect();
    let title = format!("{} boards: {}", items.len(), names.join(", "));
    written(&title, &[], items, &Layout::new(cell, rows, cols, 0), style)
}

/// The sheet: lines above, and boards in rows.
pub(super) fn written(title: &str, above: &[String], items: &[Item<'_>], layout: &Layout, style: Style) -> String {
    let columns = layout.columns.min(items.len().max(1) as u32);
    let lines = (items.len() as u32).div_ceil(columns);
    let extent = |count: u32, slot: u32| 2 * MARGIN + count * (slot + SPACE) - SPACE;
    let longest = above.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u32;
    let width = extent(columns, layout.slot.0).max(2 * MARGIN + longest * HEADING * BOLD_LETTER_WIDTH / 100);
    let height = extent(lines, layout.slot.1) + layout.head;
    let told = |item: &Item<'_>| format!("{}: {}", item.caption, spoken(&item.board));
    let description = items.iter().map(told).collect::<Vec<_>>().join("; ");
    let mut svg = Svg::new(width, height, title, &description);
    svg.ground(width, height);
    for (number, line) in (0..).zip(above) {
        let y = MARGIN + HEADING + number * HEADING * 3 / 2;
        svg.label(&Label { x: MARGIN, y, size: HEADING, bold: number == 0, text: line });
    }
    let room = (layout.slot.0 * 100 / (layout.letters * LETTER_WIDTH)) as usize;
    for (number, item) in (0..).zip(items) {
        let x = MARGIN + number % columns * (layout.slot.0 + SPACE);
        let y = MARGIN + layout.head + number / columns * (layout.slot.1 + SPACE);
        let caption = clipped(&item.caption, room);
        let base = y + layout.letters;
        svg.label(&Label { x, y: base, size: layout.letters, bold: false, text: &caption });
        svg.board((x, y + layout.letters * 3 / 2), &layout.measure, style.scheme, &item.view(style));
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::well_formed::elements;
    use super::*;
    use crate::domains::tiles::goal::Goal;

    fn solved(shape: &str) -> Board {
        Goal::default().board(shape.parse().unwrap()).unwrap()
    }

    fn unnamed<'h>(board: &Board, homes: &'h [Cell]) -> Item<'h> {
        Item { caption: String::new(), board: board.clone(), homes, marked: Vec::new() }
    }

    #[test]
    fn tiles_at_home_have_a_dot_and_another_colour() {
        let board = Board::new("2x2".parse().unwrap(), &[1, 3, 2, 0]).unwrap();
        let homes = solved("2x2").places();
        for (scheme, colours) in [(Scheme::Plain, 2), (Scheme::Row, 2)] {
            let style = Style { scheme, marks_home: true, ..Style::default() };
            let text = one(&unnamed(&board, &homes), style);
            elements(&text).unwrap();
            assert_eq!(text.matches("<circle").count(), 1, "{scheme:?}");
            let tints: BTreeSet<&str> = text.lines().filter(|line| line.contains("stroke=")).map(fill_of).collect();
            assert_eq!(tints.len(), colours, "{scheme:?}: {text}");
            assert!(!one(&unnamed(&board, &homes), Style { scheme, ..Style::default() }).contains("<circle"));
        }
    }

    fn fill_of(line: &str) -> &str {
        line.split("fill=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap()
    }

    #[test]
    fn every_tile_is_drawn_once() {
        for (shape, cells) in [("2x2", 4), ("3x5", 15), ("1x4", 4), ("100x100", 10_000)] {
            let board = solved(shape);
            let text = one(&unnamed(&board, &board.places()), Style { scheme: Scheme::Ring, ..Style::default() });
            let names = elements(&text).unwrap();
            assert_eq!(names.iter().filter(|name| *name == "text").count(), cells - 1, "{shape}");
            assert_eq!(names.iter().filter(|name| *name == "rect").count(), cells + 1, "a tray and the hollow");
            let numbers = text.split("</text>").filter_map(|part| part.rsplit_once('>')?.1.parse().ok());
            let mut numbers: Vec<usize> = numbers.collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(1..cells), "{shape}");
        }
    }

    #[test]
    fn a_picture_says_what_it_shows() {
        let board = solved("2x2");
        let text = one(&unnamed(&board, &board.places()), Style::default());
        assert!(text.contains("<title>a board of 2x2</title>\n<desc>1 2, 3 blank</desc>"), "{text}");
    }

    #[test]
    fn names_are_written_as_they_are() {
        let board = solved("2x2");
        let homes = board.places();
        let item = |caption: &str| Item { caption: caption.to_owned(), ..unnamed(&board, &homes) };
        let text = several(&[item("<a> & \"b\""), item("\u{1b}[31m"), item(&"long ".repeat(50))], Style::default());
        let names = elements(&text).unwrap();
        assert_eq!(names.iter().filter(|name| *name == "text").count(), 3 * 4);
        assert!(text.contains("&lt;a&gt; &amp;"), "{text}");
        let in_full = format!("{}: 1 2, 3 blank", "long ".repeat(50));
        assert_eq!(text.matches(&in_full).count(), 1, "in full for readers who cannot see it");
        assert!(text.lines().filter(|line| line.starts_with("<text")).all(|line| line.len() < 150), "{text}");
    }

    #[test]
    fn boards_of_all_sizes_stand_in_rows_on_a_page() {
        for (cell, rows, cols) in [(16, 2, 2), (40, 3, 3), (64, 4, 9), (256, 100, 100)] {
            let layout = Layout::new(cell, rows, cols, 2);
            let width = 2 * MARGIN + layout.columns * (layout.slot.0 + SPACE) - SPACE;
            assert!(width <= PAGE.0 || layout.columns == 1, "{width}");
            assert!(layout.capacity >= 1);
        }
    }
}
