//! A board that is too large for numbers, as a mosaic: each tile has the colour of its place in the
//! goal, so that a solved board is one smooth change of colour.

use crate::domains::tiles::{Board, Cell, Shape};

use super::measure::Measure;
use super::paint::{Paint, mixed};
use super::png;
use super::svg::Svg;

/// Boards with more cells than this are drawn as a mosaic: their numbers would be too small.
pub const MOST_NUMBERED: usize = 400;
/// The colours of the goal's corners: above left and right, below left and right.
pub const CORNERS: [Paint; 4] = [[15, 118, 110], [59, 130, 246], [222, 170, 70], [147, 70, 150]];
/// The colour of the blank.
pub const BLANK: Paint = [20, 20, 24];

/// Pixels of the tray around the tiles.
const EDGE: u32 = 4;
/// Steps from one corner to the next: with the blank, one byte holds all colours.
const STEPS: usize = 14;
const BLANK_AT: usize = (STEPS + 1) * (STEPS + 1);

/// Whether boards of a shape are drawn as a mosaic.
pub fn is_mosaic(shape: Shape) -> bool {
    shape.cells() > MOST_NUMBERED
}

/// A mosaic and nothing else, with cells of so many pixels. `homes` are the places of tiles in the
/// goal.
pub(super) fn one(board: &Board, homes: &[Cell], name: &str, cell: f64) -> String {
    let shape = board.shape();
    let length = |cells: usize| (cells as f64 * cell).round() as u32;
    let (width, height) = (length(shape.cols()), length(shape.rows()));
    let mut svg = Svg::new(width + 2 * EDGE, height + 2 * EDGE, name, &spoken(shape));
    svg.tray(width + 2 * EDGE, height + 2 * EDGE, EDGE);
    svg.image((EDGE, EDGE), (width, height), &pixels(board, homes));
    svg.finish()
}

/// A mosaic on a sheet, with its upper left corner at `at`.
pub(super) fn draw(svg: &mut Svg, at: (u32, u32), measure: &Measure, board: &Board, homes: &[Cell]) {
    let (width, height) = measure.board(board.shape());
    let inner = (width - 2 * EDGE, height - 2 * EDGE);
    svg.group(at, |svg| {
        svg.tray(width, height, EDGE);
        svg.image((EDGE, EDGE), inner, &pixels(board, homes));
    });
}

/// What a mosaic shows, for people who cannot see it: its numbers would take minutes.
pub(super) fn spoken(shape: Shape) -> String {
    format!("a board of {shape} cells")
}

/// The address of an image with a pixel for each cell.
fn pixels(board: &Board, homes: &[Cell]) -> String {
    let shape = board.shape();
    let color = |cell: Cell| {
        let tile = board.tile_at(cell);
        if tile.is_blank() { BLANK_AT } else { place(shape, homes.get(tile.index()).copied().unwrap_or(cell)) }
    };
    let pixels: Vec<u8> = shape.all_cells().map(|cell| color(cell) as u8).collect();
    png::address(shape.cols(), &palette(), &pixels)
}

/// The number of the colour of a place in the goal.
fn place(shape: Shape, home: Cell) -> usize {
    let step = |at: usize, count: usize| (at * STEPS + (count - 1) / 2) / (count - 1).max(1);
    step(shape.row(home), shape.rows()) * (STEPS + 1) + step(shape.col(home), shape.cols())
}

fn palette() -> Vec<Paint> {
    let mut palette = Vec::with_capacity(BLANK_AT + 1);
    for down in 0..=STEPS as u32 {
        let [left, right] = [0, 1].map(|side| mixed(CORNERS[side], CORNERS[side + 2], down, STEPS as u32));
        palette.extend((0..=STEPS as u32).map(|across| mixed(left, right, across, STEPS as u32)));
    }
    palette.push(BLANK);
    palette
}

#[cfg(test)]
mod tests {
    use super::super::well_formed::elements;
    use super::*;
    use crate::domains::tiles::goal::Goal;

    #[test]
    fn corners_have_their_colours() {
        let palette = palette();
        assert!(palette.len() <= 256);
        for shape in ["100x100", "21x30", "5x100"] {
            let shape: Shape = shape.parse().unwrap();
            let (bottom, right) = (shape.rows() - 1, shape.cols() - 1);
            let corners = [(0, 0), (0, right), (bottom, 0), (bottom, right)];
            assert_eq!(corners.map(|(row, col)| palette[place(shape, shape.cell(row, col))]), CORNERS, "{shape}");
        }
    }

    #[test]
    fn a_huge_board_is_a_small_picture() {
        for shape in ["100x100", "5x100", "100x5", "21x21"] {
            let board = Goal::default().board(shape.parse().unwrap()).unwrap();
            let text = one(&board, &board.places(), "start", 3.8);
            assert_eq!(elements(&text).unwrap(), ["svg", "title", "desc", "rect", "image"], "{shape}");
            assert!(text.len() < 20_000 && text.contains("<title>start</title>"), "{shape}");
        }
    }
}
