//! Boards as text: boxes where they fit, coloured by the scheme. The printer drops
//! colours that are not wanted.

use anstyle::{Ansi256Color, Color, Style};
use npuzzle::domains::tiles::{Board, Cell, Shape};

use npuzzle::picture::scheme::Scheme;

/// How large the cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// Boxes of three lines.
    Boxes,
    /// Words on a coloured ground, a line each.
    Words,
    /// Numbers side by side.
    Numbers,
}

/// A way to write boards of one shape.
#[derive(Clone, Copy, Debug)]
pub struct BoardText {
    shape: Shape,
    size: Size,
    ascii: bool,
    scheme: Scheme,
}

impl BoardText {
    /// The largest cells with which a board fits into so many letters and lines; `None` if none do.
    pub fn fit(shape: Shape, width: usize, height: usize, ascii: bool, scheme: Scheme) -> Option<Self> {
        let sizes = [Size::Boxes, Size::Words, Size::Numbers];
        let texts = sizes.into_iter().map(|size| Self { shape, size, ascii, scheme });
        texts.into_iter().find(|text| text.width() <= width && text.height() <= height)
    }

    /// The smallest cells, for what fits nowhere.
    pub fn smallest(shape: Shape, ascii: bool, scheme: Scheme) -> Self {
        Self { shape, size: Size::Numbers, ascii, scheme }
    }

    /// Letters of a line.
    pub fn width(&self) -> usize {
        let cell = match self.size {
            Size::Boxes => self.digits() + 4,
            Size::Words => self.digits() + 2,
            Size::Numbers => self.digits(),
        };
        (cell + 1) * self.shape.cols() - 1
    }

    /// Number of lines.
    pub fn height(&self) -> usize {
        if self.size == Size::Boxes { 3 * self.shape.rows() } else { self.shape.rows() }
    }

    fn digits(&self) -> usize {
        self.shape.cells().saturating_sub(1).max(1).to_string().len()
    }

    fn either(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii { ascii } else { unicode }
    }

    /// The lines of a board. `homes` are the places of tiles in the goal, `moved` is the tile that
    /// has just moved.
    pub fn lines(&self, board: &Board, homes: &[Cell], moved: Option<Cell>) -> Vec<String> {
        let rows: Vec<Vec<Cell>> =
            self.shape.all_cells().collect::<Vec<_>>().chunks(self.shape.cols()).map(<[Cell]>::to_vec).collect();
        let parts = if self.size == Size::Boxes { 0..3 } else { 1..2 };
        let mut lines = Vec::with_capacity(self.height());
        for row in rows {
            for part in parts.clone() {
                let cells: Vec<String> = row.iter().map(|&cell| self.cell(board, homes, moved, cell, part)).collect();
                lines.push(cells.join(" ").trim_end().to_owned());
            }
        }
        lines
    }

    /// A line of a cell: above, in the middle or below.
    fn cell(&self, board: &Board, homes: &[Cell], moved: Option<Cell>, cell: Cell, part: usize) -> String {
        let tile = board.tile_at(cell);
        let digits = self.digits();
        if tile.is_blank() {
            let dot = self.either("·", ".");
            return match (self.size, part) {
                (Size::Boxes, 1) => format!("  {dot:>digits$}  "),
                (Size::Boxes, _) => " ".repeat(digits + 4),
                (Size::Words, _) => format!(" {dot:>digits$} "),
                (Size::Numbers, _) => format!("{dot:>digits$}"),
            };
        }
        let (before, after) = if moved == Some(cell) { ("[", "]") } else { (" ", " ") };
        let line = self.either("─", "-").repeat(digits + 2);
        let corners = if self.ascii { ["+"; 4] } else { ["┌", "┐", "└", "┘"] };
        let side = self.either("│", "|");
        let text = match (self.size, part) {
            (Size::Boxes, 0) => format!("{}{line}{}", corners[0], corners[1]),
            (Size::Boxes, 1) => format!("{side}{before}{tile:>digits$}{after}{side}"),
            (Size::Boxes, _) => format!("{}{line}{}", corners[2], corners[3]),
            (Size::Words, _) => format!("{before}{tile:>digits$}{after}"),
            (Size::Numbers, _) => format!("{tile:>digits$}"),
        };
        let tint = self.scheme.tint(self.shape, homes.get(tile.index()).copied().unwrap_or(cell));
        let color = |number: u8| Some(Color::Ansi256(Ansi256Color(number)));
        let style = Style::new().fg_color(color(tint.ink)).bg_color(color(tint.fill));
        let style = match self.size {
            _ if moved != Some(cell) => style,
            // Among numbers side by side there is no room for brackets.
            Size::Numbers => style.bold().underline(),
            _ => style.bold(),
        };
        format!("{style}{text}{style:#}")
    }
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;
    use npuzzle::domains::tiles::goal::Goal;

    use super::*;

    fn written(shape: &str, width: usize, height: usize, ascii: bool) -> Option<String> {
        let board = Goal::default().board(shape.parse().unwrap()).unwrap();
        let text = BoardText::fit(board.shape(), width, height, ascii, Scheme::Row)?;
        let lines = text.lines(&board, &board.places(), Some(Cell(0)));
        assert_eq!(lines.len(), text.height());
        let plain: Vec<String> = lines.iter().map(|line| strip_str(line).to_string()).collect();
        assert!(plain.iter().all(|line| line.chars().count() <= text.width()));
        assert!(plain.iter().any(|line| line.chars().count() == text.width()));
        assert!(!ascii || plain.iter().all(|line| line.is_ascii()));
        Some(plain.join("\n"))
    }

    #[test]
    fn a_board_is_as_large_as_fits() {
        let boxes = "+---+ +---+\n|[1]| | 2 |\n+---+ +---+\n+---+\n| 3 |   .\n+---+";
        assert_eq!(written("2x2", 11, 6, true).unwrap(), boxes);
        assert_eq!(written("2x2", 10, 6, true).unwrap(), "[1]  2 \n 3   .");
        assert_eq!(written("2x2", 3, 2, true).unwrap(), "1 2\n3 .");
        assert_eq!(written("2x2", 2, 2, true), None);
        assert!(written("3x3", 80, 24, false).unwrap().starts_with("┌───┐ ┌───┐ ┌───┐\n│[1]│ │ 2 │"));
        assert_eq!(written("100x100", 80, 24, false), None);
    }

    #[test]
    fn rows_have_their_colours() {
        let board = Goal::default().board("2x2".parse().unwrap()).unwrap();
        let text = BoardText::fit(board.shape(), 80, 24, true, Scheme::Row).unwrap();
        let lines = text.lines(&board, &board.places(), None);
        let ground = |row: usize| format!("48;5;{}m", Scheme::Row.tint(board.shape(), board.shape().cell(row, 0)).fill);
        assert!(lines[0].contains(&ground(0)) && !lines[0].contains(&ground(1)), "{lines:?}");
        assert!(lines[4].contains(&ground(1)), "{lines:?}");
    }
}
