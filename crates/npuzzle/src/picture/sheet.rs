//! Boards in rows on a sheet, with a word above each: a few boards of a report, or the steps of a
//! solution.

use crate::domains::tiles::{Board, Cell, Shape};

use super::letters::{clipped, spoken};
use super::measure::{Measure, fitting};
use super::mosaic;
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
/// The smallest cell that is chosen for boards with numbers.
const SMALLEST: u32 = 12;
/// And for mosaics: several of them fit on a page.
pub(super) const SMALLEST_OF_MOSAICS: u32 = 2;

/// How pictures are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// How tiles are coloured.
    pub scheme: Scheme,
    /// Pixels of a cell, where they are asked for.
    pub cell: Option<u32>,
    /// Pixels of the longer side of a board, at most, as long as its numbers can be read; `cell` is
    /// the most then.
    pub side: Option<u32>,
    /// Whether tiles at their place in the goal are marked: by a dot, and by a colour if the scheme
    /// has only one.
    pub marks_home: bool,
}

impl Style {
    /// Pixels of a cell: as asked for, or those with which a side of so many cells fits into
    /// `usual` pixels, within bounds.
    pub(super) fn cell(self, cells: usize, usual: u32, least: u32, most: u32) -> u32 {
        match (self.cell, self.side) {
            (Some(cell), None) => cell,
            (cell, side) => {
                let most = cell.unwrap_or(most);
                fitting(cells, side.unwrap_or(usual), least.min(most), most)
            }
        }
    }

    /// The same for a mosaic alone, which is an image: its cells need not be whole pixels.
    fn mosaic_cell(self, cells: usize) -> f64 {
        let fits = f64::from(self.side.unwrap_or(PAGE.0)) / cells as f64;
        match (self.cell.map(f64::from), self.side) {
            (Some(cell), None) => cell,
            (Some(cell), Some(_)) => fits.clamp(1.0, cell),
            (None, _) => fits.max(1.0),
        }
    }
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

    /// What it shows, for people who cannot see it.
    fn spoken(&self) -> String {
        let shape = self.board.shape();
        if mosaic::is_mosaic(shape) { mosaic::spoken(shape) } else { spoken(&self.board) }
    }

    fn draw(&self, svg: &mut Svg, at: (u32, u32), measure: &Measure, style: Style) {
        if mosaic::is_mosaic(self.board.shape()) {
            mosaic::draw(svg, at, measure, &self.board, self.homes);
        } else {
            svg.board(at, measure, style.scheme, &self.view(style));
        }
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
    let longest = shape.rows().max(shape.cols());
    let unnamed = format!("a board of {shape}");
    let title = if item.caption.is_empty() { &unnamed } else { &item.caption };
    if mosaic::is_mosaic(shape) {
        return mosaic::one(&item.board, item.homes, title, style.mosaic_cell(longest));
    }
    let measure = Measure::new(style.cell(longest, PAGE.0, SMALLEST, 64));
    let (width, height) = measure.board(shape);
    let mut svg = Svg::new(width, height, title, &item.spoken());
    item.draw(&mut svg, (0, 0), &measure, style);
    svg.finish()
}

/// Several boards with their names.
pub fn several(items: &[Item<'_>], style: Style) -> String {
    let most = |side: fn(Shape) -> usize| items.iter().map(|item| side(item.board.shape())).max().unwrap_or(1);
    let (rows, cols) = (most(Shape::rows), most(Shape::cols));
    let has_numbers = items.iter().any(|item| !mosaic::is_mosaic(item.board.shape()));
    let least = if has_numbers { SMALLEST } else { SMALLEST_OF_MOSAICS };
    let cell = style.cell(rows.max(cols), PAGE.0 / 3, least, 56);
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
    let told = |item: &Item<'_>| format!("{}: {}", item.caption, item.spoken());
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
        item.draw(&mut svg, (x, y + layout.letters * 3 / 2), &layout.measure, style);
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
        for (shape, cells) in [("2x2", 4), ("3x5", 15), ("1x4", 4), ("20x20", 400)] {
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
    fn boards_without_room_for_numbers_are_mosaics() {
        let (small, large) = (solved("20x20"), solved("21x21"));
        let homes = [small.places(), large.places()];
        let sized = |cell, side| Style { cell, side, ..Style::default() };
        for (style, width) in [
            (Style::default(), 968),
            (sized(Some(10), None), 218),
            (sized(None, Some(210)), 218),
            (sized(Some(40), Some(210)), 218),
            (sized(Some(8), Some(2100)), 176),
        ] {
            let text = one(&unnamed(&large, &homes[1]), style);
            assert_eq!(elements(&text).unwrap(), ["svg", "title", "desc", "rect", "image"]);
            assert!(text.contains(&format!(" width=\"{width}\" ")), "{style:?}: {text}");
        }
        let item = |board: &Board, homes| Item { caption: "a".to_owned(), ..unnamed(board, homes) };
        let text = several(&[item(&small, &homes[0]), item(&large, &homes[1])], Style::default());
        elements(&text).unwrap();
        assert_eq!((text.matches("</text>").count(), text.matches("<image").count()), (399 + 2, 1));
        let huge = solved("100x100");
        let text = several(&[item(&huge, &huge.places()), item(&huge, &huge.places())], Style::default());
        assert!(text.contains("a: a board of 100x100 cells") && text.len() < 40_000, "{}", text.len());
    }

    #[test]
    fn a_limited_side_makes_cells_smaller_but_not_too_small() {
        let style = Style { cell: Some(40), side: Some(380), ..Style::default() };
        let cells = [3, 9, 10, 19, 100].map(|cells| style.cell(cells, PAGE.0, SMALLEST, 64));
        assert_eq!(cells, [40, 40, 38, 20, SMALLEST]);
        assert_eq!(Style { side: None, ..style }.cell(100, PAGE.0, SMALLEST, 64), 40);
        assert_eq!(Style { cell: Some(8), ..style }.cell(3, PAGE.0, SMALLEST, 64), 8);
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
