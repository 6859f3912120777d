//! The parts of an SVG picture. Text stays text, in whatever sans serif there is, and no
//! information depends on colour alone.

use std::fmt::Write;

use crate::domains::tiles::{Board, Cell};

use super::letters::escaped;
use super::measure::{Measure, digits};
use super::paint::{HOLLOW, LETTERS, MARK, TRAY, fill, hex, ink, outline};
use super::scheme::{AT_HOME, Scheme, Tint};

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
    /// A white sheet of this size. Titles and descriptions are for people who cannot see it.
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

    /// What the tiles lie in.
    pub fn tray(&mut self, width: u32, height: u32, radius: u32) {
        let fill = hex(TRAY);
        self.line(&format!("<rect width=\"{width}\" height=\"{height}\" rx=\"{radius}\" fill=\"{fill}\"/>"));
    }

    /// An image of few pixels, which keep their edges.
    pub fn image(&mut self, (x, y): (u32, u32), (width, height): (u32, u32), address: &str) {
        self.line(&format!(
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
style=\"image-rendering:pixelated\" href=\"{address}\"/>"
        ));
    }

    /// Parts whose places count from `at`.
    pub fn group(&mut self, at: (u32, u32), parts: impl FnOnce(&mut Self)) {
        self.line(&format!("<g transform=\"translate({} {})\">", at.0, at.1));
        parts(self);
        self.line("</g>");
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
        self.tray(width, height, measure.tray_radius());
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
            let is_home = view.marks_home && view.homes.get(tile.index()) == Some(&cell);
            let tint = view.tint(scheme, cell, is_home);
            let (stroke, thick) = if view.marked.contains(&cell) { (MARK, 2.5) } else { (outline(tint), 1.0) };
            // The line lies inside the tile: the drawing is as large as the tile.
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
            if is_home {
                let [right, low] = [x, y].map(|start| number(f64::from(start) + 0.86 * f64::from(side)));
                let dot = number(0.06 * f64::from(side));
                self.line(&format!("<circle cx=\"{right}\" cy=\"{low}\" r=\"{dot}\" fill=\"{ink}\"/>"));
            }
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
    /// The cells of tiles to point at: the one that has just moved.
    pub marked: &'b [Cell],
    /// Whether tiles at their place in the goal have a dot.
    pub marks_home: bool,
}

impl BoardView<'_> {
    /// The colours of the tile on a cell.
    fn tint(&self, scheme: Scheme, cell: Cell, is_home: bool) -> Tint {
        let home = self.homes.get(self.board.tile_at(cell).index()).copied().unwrap_or(cell);
        if is_home && scheme == Scheme::Plain { AT_HOME } else { scheme.tint(self.board.shape(), home) }
    }
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
