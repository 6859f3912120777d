//! The parts of an SVG picture. Text stays text, in whatever sans serif there is, and no
//! information depends on colour alone.

use std::fmt::Write;

use npuzzle::domains::tiles::{Board, Cell};

use super::measure::{Measure, digits};
use super::paint::{HOLLOW, LETTERS, MARK, TRAY, fill, hex, ink, outline};
use crate::render::grid::escaped;
use crate::render::scheme::Scheme;

/// A picture that is being written.
pub struct Svg {
    text: String,
}

/// Where a text stands.
pub struct Label<'l> {
    pub x: u32,
    /// The line the letters stand on.
    pub y: u32,
    pub size: u32,
    pub bold: bool,
    pub text: &'l str,
}

impl Svg {
    /// A white sheet of this size. Titles and descriptions are for those who cannot see it.
    pub fn new(width: u32, height: u32, title: &str, description: &str) -> Self {
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
viewBox=\"0 0 {width} {height}\" role=\"img\">\n"
        );
        text += &format!("<title>{}</title>\n<desc>{}</desc>\n", escaped(title), escaped(description));
        Self { text }
    }

    /// What is transparent otherwise.
    pub fn ground(&mut self, width: u32, height: u32) {
        self.line(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"));
    }

    pub fn label(&mut self, label: &Label<'_>) {
        let weight = if label.bold { " font-weight=\"bold\"" } else { "" };
        self.line(&format!(
            "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\"{weight} fill=\"{}\">{}</text>",
            label.x,
            label.y,
            label.size,
            hex(LETTERS),
            escaped(label.text)
        ));
    }

    /// A board with its upper left corner at `x`, `y`.
    pub fn board(&mut self, at: (u32, u32), measure: &Measure, scheme: Scheme, view: &BoardView<'_>) {
        let shape = view.board.shape();
        let (width, height) = measure.board(shape);
        let (side, radius, half) = (measure.tile(), measure.radius, f64::from(measure.line) / 2.0);
        let letters = letter_size(measure, digits(shape));
        self.line(&format!(
            "<g transform=\"translate({} {})\" font-family=\"sans-serif\" font-size=\"{letters}\" font-weight=\"bold\" \
text-anchor=\"middle\">",
            at.0, at.1
        ));
        let tray_radius = measure.tray_radius();
        self.line(&format!(
            "<rect width=\"{width}\" height=\"{height}\" rx=\"{tray_radius}\" fill=\"{}\"/>",
            hex(TRAY)
        ));
        for cell in shape.all_cells() {
            let (x, y) = measure.place(shape, cell);
            let tile = view.board.tile_at(cell);
            if tile.is_blank() {
                let hollow = hex(HOLLOW);
                self.line(&format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"{radius}\" fill=\"{hollow}\"/>"
                ));
                continue;
            }
            let tint = view.homes.get(tile.index()).map_or(scheme.tint(shape, cell), |&home| scheme.tint(shape, home));
            let (stroke, thick) = if view.moved == Some(cell) { (MARK, 2.5) } else { (outline(tint), 1.0) };
            // The line lies inside the tile: a picture of it is no larger than the tile.
            let inset = half * thick;
            let inner = f64::from(side) - 2.0 * inset;
            let (fill, ink, stroke) = (hex(fill(tint)), hex(ink(tint)), hex(stroke));
            let (left, top) = (number(f64::from(x) + inset), number(f64::from(y) + inset));
            let (inner, corner) = (number(inner), number(f64::from(radius) - inset.min(f64::from(radius))));
            let line = number(2.0 * inset);
            self.line(&format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{inner}\" height=\"{inner}\" rx=\"{corner}\" fill=\"{fill}\" \
stroke=\"{stroke}\" stroke-width=\"{line}\"/>"
            ));
            // Digits are about 0.72 of their size high; not every program knows how to centre them
            // by itself.
            let middle = f64::from(side) / 2.0;
            let (across, base) = (number(f64::from(x) + middle), number(f64::from(y) + middle + 0.36 * letters));
            self.line(&format!("<text x=\"{across}\" y=\"{base}\" fill=\"{ink}\">{tile}</text>"));
        }
        self.line("</g>");
    }

    pub fn finish(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }
}

/// A board to be drawn.
pub struct BoardView<'b> {
    pub board: &'b Board,
    /// The place of each tile in the goal, by tile.
    pub homes: &'b [Cell],
    /// The tile that has just moved.
    pub moved: Option<Cell>,
}

/// Letters that leave room beside the longest number.
fn letter_size(measure: &Measure, digits: usize) -> f64 {
    let size = f64::from(measure.tile()) * (1.32 / (digits as f64 + 0.3)).min(0.54);
    (size * 10.0).round() / 10.0
}

/// A number with at most two decimals.
fn number(value: f64) -> String {
    let mut text = String::new();
    let _ = write!(text, "{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A board in words, row by row; of huge ones nobody would hear the end.
pub fn spoken(board: &Board) -> String {
    const MOST_NAMED: usize = 400;
    if board.shape().cells() > MOST_NAMED {
        return format!("a board of {} cells", board.shape());
    }
    let word = |tile: &npuzzle::domains::tiles::Tile| {
        if tile.is_blank() { "blank".to_owned() } else { tile.to_string() }
    };
    let rows = board.rows().map(|row| row.iter().map(word).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_needless_digits() {
        assert_eq!([1.0, 0.5, 2.346, 100.0].map(number), ["1", "0.5", "2.35", "100"]);
    }

    #[test]
    fn long_numbers_are_smaller_but_fill_their_tile() {
        let measure = Measure::new(64);
        let width = |digits: usize| letter_size(&measure, digits) * 0.6 * digits as f64;
        assert!((1..=4).all(|digits| width(digits) < 0.9 * f64::from(measure.tile())));
        assert!(letter_size(&measure, 1) > letter_size(&measure, 3));
    }
}
