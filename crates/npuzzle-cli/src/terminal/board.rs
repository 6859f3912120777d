//! A board on the screen: as large as fits, scrolled to where it matters if it does not.

use npuzzle::domains::tiles::{Board, Cell, Direction, Shape};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::terminal::theme::Theme;

/// How large the cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// Boxes of three lines, with so many more above and below the number.
    Boxes { padding: usize },
    /// Words on a coloured ground, a line each.
    Words,
    /// Numbers side by side.
    Numbers,
}

/// All sizes, from the largest.
const SIZES: [Size; 6] = [
    Size::Boxes { padding: 3 },
    Size::Boxes { padding: 2 },
    Size::Boxes { padding: 1 },
    Size::Boxes { padding: 0 },
    Size::Words,
    Size::Numbers,
];

/// Where the cells of a board are on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    shape: Shape,
    size: Size,
    /// The part of the screen that is used.
    area: Rect,
    /// The first row and column that are seen.
    first: (usize, usize),
    /// How many rows and columns are seen.
    seen: (usize, usize),
}

impl Geometry {
    /// The largest cells with which the whole board fits; if none do, the smallest, and `focus` in
    /// the middle.
    pub fn fit(area: Rect, shape: Shape, focus: Cell) -> Self {
        let fits = |size: &Size| {
            let (width, height) = extent(*size, shape);
            width * shape.cols() <= usize::from(area.width) && height * shape.rows() <= usize::from(area.height)
        };
        let size = SIZES.into_iter().find(fits).unwrap_or(Size::Numbers);
        let (width, height) = extent(size, shape);
        let rows = (usize::from(area.height) / height).min(shape.rows());
        let cols = (usize::from(area.width) / width).min(shape.cols());
        let first = (scrolled(shape.row(focus), rows, shape.rows()), scrolled(shape.col(focus), cols, shape.cols()));
        // Both fit into the area, whose sides are numbers of 16 bits.
        let (used_width, used_height) = ((cols * width) as u16, (rows * height) as u16);
        let left = area.x + (area.width - used_width) / 2;
        let area = Rect::new(left, area.y, used_width, used_height);
        Self { shape, size, area, first, seen: (rows, cols) }
    }

    /// The place of a cell, if it is seen.
    pub fn place(&self, cell: Cell) -> Option<Rect> {
        let row = self.shape.row(cell).checked_sub(self.first.0).filter(|&row| row < self.seen.0)?;
        let col = self.shape.col(cell).checked_sub(self.first.1).filter(|&col| col < self.seen.1)?;
        let (width, height) = extent(self.size, self.shape);
        let (x, y) = ((col * width) as u16, (row * height) as u16);
        Some(Rect::new(self.area.x + x, self.area.y + y, width as u16, height as u16))
    }

    /// The cell at a place of the screen.
    pub fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let (x, y) = (x.checked_sub(self.area.x)?, y.checked_sub(self.area.y)?);
        let (width, height) = extent(self.size, self.shape);
        let (row, col) = (usize::from(y) / height, usize::from(x) / width);
        (row < self.seen.0 && col < self.seen.1).then(|| self.shape.cell(self.first.0 + row, self.first.1 + col))
    }

    /// The cell to be kept in view so that other rows and columns are seen: so many further, as far
    /// as there are any.
    pub fn scrolled_by(&self, rows: isize, cols: isize) -> Cell {
        let further = |first: usize, seen: usize, all: usize, by: isize| {
            (first.saturating_add_signed(by).min(all - seen) + seen / 2).min(all - 1)
        };
        let row = further(self.first.0, self.seen.0, self.shape.rows(), rows);
        let col = further(self.first.1, self.seen.1, self.shape.cols(), cols);
        self.shape.cell(row, col)
    }

    /// Which part of the board is seen, in as many words as there is room for; `None` if it is all
    /// of it.
    pub fn part(&self, room: usize) -> Option<String> {
        let range =
            |first: usize, seen: usize, of: usize| (seen < of).then(|| (format!("{}-{}", first + 1, first + seen), of));
        let rows = range(self.first.0, self.seen.0, self.shape.rows());
        let cols = range(self.first.1, self.seen.1, self.shape.cols());
        let told = |row_word: &str, col_word: &str, with_count: bool| {
            let part = |word: &str, part: &Option<(String, usize)>| {
                let (range, of) = part.as_ref()?;
                let count = if with_count { format!(" of {of}") } else { String::new() };
                Some(format!("{word} {range}{count}"))
            };
            let parts: Vec<String> = part(row_word, &rows).into_iter().chain(part(col_word, &cols)).collect();
            parts.join(", ")
        };
        let forms = [told("rows", "columns", true), told("rows", "columns", false), told("row", "col", false)];
        let fitting = forms.iter().find(|form| form.chars().count() <= room).or(forms.last());
        fitting.filter(|form| !form.is_empty()).cloned()
    }
}

/// Width and height of a cell, with the gap behind it.
fn extent(size: Size, shape: Shape) -> (usize, usize) {
    let digits = (shape.cells() - 1).to_string().len();
    match size {
        // A letter is about twice as high as it is wide.
        Size::Boxes { padding } => (digits + 5 + 4 * padding, 3 + 2 * padding),
        Size::Words => (digits + 3, 1),
        Size::Numbers => (digits + 1, 1),
    }
}

/// The first of `seen` among `all` so that `focus` is in the middle, as far as there are more at
/// both ends.
fn scrolled(focus: usize, seen: usize, all: usize) -> usize {
    focus.saturating_sub(seen / 2).min(all - seen)
}

/// A board to be drawn.
pub struct BoardView<'b> {
    /// The board.
    pub board: &'b Board,
    /// The place of each tile in the goal, by tile.
    pub homes: &'b [Cell],
    /// Where the cells are.
    pub geometry: Geometry,
    /// Colours and characters.
    pub theme: Theme,
    /// The cell under the cursor.
    pub cursor: Option<Cell>,
    /// The tile that has just moved.
    pub moved: Option<Cell>,
    /// The tile that should move next, and where.
    pub hint: Option<(Cell, Direction)>,
}

impl Widget for BoardView<'_> {
    fn render(self, _: Rect, buffer: &mut Buffer) {
        for cell in self.board.shape().all_cells() {
            if let Some(place) = self.geometry.place(cell) {
                self.draw(cell, place, buffer);
            }
        }
    }
}

impl BoardView<'_> {
    fn draw(&self, cell: Cell, place: Rect, buffer: &mut Buffer) {
        let tile = self.board.tile_at(cell);
        let digits = (self.board.shape().cells() - 1).to_string().len();
        let arrow = self.hint.filter(|(hinted, _)| *hinted == cell).map(|(_, direction)| self.arrow(direction));
        let style = self.style(cell);
        let text = if tile.is_blank() {
            format!("{:>digits$}", self.theme.either("·", "."))
        } else {
            format!("{:>digits$}", tile.0)
        };
        let (before, after) = match arrow {
            Some(arrow) => (arrow, arrow),
            None if self.moved == Some(cell) => ("[", "]"),
            None => (" ", " "),
        };
        let word = format!("{before}{text}{after}");
        match self.geometry.size {
            Size::Numbers => buffer.set_string(place.x, place.y, text, style),
            Size::Words => buffer.set_string(place.x, place.y, word, style),
            Size::Boxes { padding } => {
                if !tile.is_blank() || self.cursor == Some(cell) {
                    self.frame(place, style, buffer);
                }
                let (x, y) = (1 + 2 * padding as u16, 1 + padding as u16);
                buffer.set_string(place.x + x, place.y + y, word, style);
            }
        };
    }

    /// A box that fills its place but for the gap behind it.
    fn frame(&self, place: Rect, style: Style, buffer: &mut Buffer) {
        let [top_left, top_right, bottom_left, bottom_right] =
            if self.theme.ascii { ["+"; 4] } else { ["┌", "┐", "└", "┘"] };
        let (line, side) = (self.theme.either("─", "-"), self.theme.either("│", "|"));
        let inside = usize::from(place.width).saturating_sub(3);
        let bottom = place.bottom() - 1;
        for y in place.y..=bottom {
            let (left, middle, right) = match y {
                _ if y == place.y => (top_left, line, top_right),
                _ if y == bottom => (bottom_left, line, bottom_right),
                _ => (side, " ", side),
            };
            buffer.set_string(place.x, y, format!("{left}{}{right}", middle.repeat(inside)), style);
        }
    }

    fn style(&self, cell: Cell) -> Style {
        let tile = self.board.tile_at(cell);
        let ground = match self.homes.get(tile.index()) {
            Some(&home) if !tile.is_blank() => self.theme.tile(self.theme.scheme.tint(self.board.shape(), home)),
            _ => self.theme.faint(),
        };
        let hinted = self.hint.is_some_and(|(hinted, _)| hinted == cell);
        match () {
            () if self.cursor == Some(cell) => self.theme.chosen(),
            // Among bare numbers there is no room for an arrow.
            () if hinted && self.geometry.size == Size::Numbers => self.theme.chosen(),
            () if hinted || self.moved == Some(cell) => ground.patch(self.theme.strong()),
            () => ground,
        }
    }

    fn arrow(&self, direction: Direction) -> &'static str {
        match direction {
            Direction::Up => self.theme.either("↑", "^"),
            Direction::Down => self.theme.either("↓", "v"),
            Direction::Left => self.theme.either("←", "<"),
            Direction::Right => self.theme.either("→", ">"),
        }
    }
}

#[cfg(test)]
mod tests {
    use npuzzle::domains::tiles::goal::Goal;
    use npuzzle::picture::scheme::Scheme;

    use super::*;

    fn drawn(shape: &str, width: u16, height: u16, ascii: bool) -> (Geometry, String) {
        let board = Goal::default().board(shape.parse().unwrap()).unwrap();
        let area = Rect::new(0, 0, width, height);
        let geometry = Geometry::fit(area, board.shape(), board.blank());
        let theme = Theme { ascii, color: false, scheme: Scheme::Plain };
        let homes = board.places();
        let mut buffer = Buffer::empty(area);
        let view = BoardView { board: &board, homes: &homes, geometry, theme, cursor: None, moved: None, hint: None };
        view.render(area, &mut buffer);
        let lines = buffer.content.chunks(usize::from(width.max(1)));
        let line = |cells: &[ratatui::buffer::Cell]| {
            cells.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned()
        };
        (geometry, lines.map(line).collect::<Vec<_>>().join("\n").trim_end().to_owned())
    }

    #[test]
    fn a_board_is_as_large_as_fits() {
        assert_eq!(drawn("2x2", 12, 6, true).1, "+---+ +---+\n| 1 | | 2 |\n+---+ +---+\n+---+\n| 3 |   .\n+---+");
        assert_eq!(drawn("2x2", 12, 5, true).1, "   1   2\n   3   .");
        assert_eq!(drawn("2x2", 4, 2, true).1, "1 2\n3 .");
        assert_eq!(drawn("1x2", 20, 5, false).1, "┌───────┐\n│       │\n│   1   │     ·\n│       │\n└───────┘");
        for (height, top) in [(9, "+----+"), (15, "+--------+"), (21, "+------------+"), (27, "+----------------+")] {
            let (geometry, text) = drawn("3x4", 90, height, true);
            assert!(text.contains(top), "{text}");
            assert_eq!(geometry.area.height, height);
        }
    }

    #[test]
    fn a_board_that_does_not_fit_is_scrolled_to_the_focus() {
        let (geometry, text) = drawn("100x100", 40, 4, true);
        assert_eq!(geometry.part(80).unwrap(), "rows 97-100 of 100, columns 93-100 of 100");
        assert_eq!(geometry.part(28).unwrap(), "rows 97-100, columns 93-100");
        assert_eq!(geometry.part(20).unwrap(), "row 97-100, col 93-100");
        assert!(text.ends_with("9998 9999    ."), "{text}");
        assert_eq!(drawn("10x10", 80, 24, true).0.part(80), None);
        assert_eq!(drawn("10x10", 80, 4, true).0.part(80).unwrap(), "rows 7-10 of 10");
    }

    /// Wherever the focus was, each step shows other rows until the last are seen, and each step
    /// back too.
    #[test]
    fn every_step_of_scrolling_is_seen() {
        let (area, shape) = (Rect::new(0, 0, 40, 10), "30x30".parse().unwrap());
        for focus in [0, 29, 450, 899] {
            let mut geometry = Geometry::fit(area, shape, Cell(focus));
            for by in [3, -3] {
                while geometry.first.0 > 0 || by > 0 {
                    let next = Geometry::fit(area, shape, geometry.scrolled_by(by, -by));
                    if next.first == geometry.first {
                        break;
                    }
                    geometry = next;
                }
                let (row, col) = geometry.first;
                assert_eq!((row, col), if by > 0 { (20, 0) } else { (0, 30 - geometry.seen.1) });
            }
        }
        let nothing = Geometry::fit(Rect::default(), shape, Cell(5));
        nothing.scrolled_by(3, 3);
    }

    #[test]
    fn a_place_on_the_screen_has_its_cell() {
        for (width, height) in [(80, 24), (20, 6), (9, 3)] {
            let shape: Shape = "6x5".parse().unwrap();
            let geometry = Geometry::fit(Rect::new(3, 2, width, height), shape, Cell(17));
            for cell in shape.all_cells() {
                if let Some(place) = geometry.place(cell) {
                    assert_eq!(geometry.cell_at(place.x, place.y), Some(cell));
                    assert_eq!(geometry.cell_at(place.right() - 1, place.bottom() - 1), Some(cell));
                }
            }
            assert_eq!(geometry.cell_at(0, 0), None);
            assert_eq!(geometry.cell_at(200, 200), None);
            assert!(geometry.place(Cell(17)).is_some());
        }
    }

    /// No size of a window makes it panic.
    #[test]
    fn tiny_windows_show_what_they_can() {
        for (width, height) in [(0, 0), (1, 1), (2, 9), (300, 1), (5, 2)] {
            drawn("4x4", width, height, false);
            drawn("100x100", width, height, false);
        }
    }
}
