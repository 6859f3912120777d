//! Boards as pixels, each the number of a colour in one palette.
//!
//! A tile is drawn pixel by pixel from what is known beforehand: how far its rounded corners cover
//! a pixel, and how far its digits do. Where something is covered in part, the palette has the
//! colours between.

use npuzzle::domains::tiles::{Board, Cell, Shape, Tile};
use npuzzle::picture::measure::{Measure, digits};
use npuzzle::picture::paint::{HOLLOW, Paint, TRAY, fill, ink, mixed, outline};
use npuzzle::picture::scheme::{Scheme, TINTS, Tint};

use super::digits::Digits;

/// Steps from one colour to another at edges, and between tile and ink.
const EDGE_STEPS: u32 = 4;
const INK_STEPS: u32 = 12;

/// Where colours are in the palette.
const TRAY_AT: u8 = 0;
/// The way from the tray to the hollow, which is the last step.
const HOLLOW_FROM: u8 = 0;
const FIRST_TINT: u8 = EDGE_STEPS as u8 + 1;
/// Of each tint: the ways from the tray to the line, from there to the tile, and from there to the
/// ink.
const LINE_FROM: u8 = 0;
const TILE_FROM: u8 = EDGE_STEPS as u8 - 1;
const INK_FROM: u8 = 2 * EDGE_STEPS as u8 - 1;
const OF_A_TINT: u8 = INK_FROM + INK_STEPS as u8 + 1;

const _: () = assert!(FIRST_TINT as usize + TINTS.len() * OF_A_TINT as usize <= 256);

/// Draws boards of one shape and goal.
pub struct Painter {
    shape: Shape,
    pub measure: Measure,
    palette: Vec<Paint>,
    /// The first colour of each tile, by tile.
    tints: Vec<u8>,
    digits: Option<Digits>,
    /// How far the tile covers each of its pixels, and how far it does inside the line around it,
    /// in steps.
    outer: Vec<u32>,
    inner: Vec<u32>,
}

/// Pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bitmap {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<u8>,
}

/// A part of a bitmap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

impl Bitmap {
    /// The pixels of a part, row by row.
    pub fn part(&self, area: Area) -> Vec<u8> {
        let row = |y: u32| {
            let from = (y * self.width + area.left) as usize;
            &self.pixels[from..from + area.width as usize]
        };
        (area.top..area.top + area.height).flat_map(row).copied().collect()
    }

    fn set(&mut self, x: u32, y: u32, color: u8) {
        self.pixels[(y * self.width + x) as usize] = color;
    }
}

impl Painter {
    /// For boards whose tiles belong to `homes`.
    pub fn new(shape: Shape, homes: &[Cell], cell: u32, scheme: Scheme) -> Self {
        let measure = Measure::new(cell);
        let mut palette: Vec<Paint> = (0..=EDGE_STEPS).map(|step| mixed(TRAY, HOLLOW, step, EDGE_STEPS)).collect();
        let mut known: Vec<Tint> = Vec::new();
        let tints = homes.iter().map(|&home| {
            let tint = scheme.tint(shape, home);
            let number = known.iter().position(|&other| other == tint).unwrap_or_else(|| {
                known.push(tint);
                palette.extend(shades(tint));
                known.len() - 1
            });
            // INVARIANT: a scheme has no more tints than the list, whose colours all have numbers
            // below 256.
            FIRST_TINT + number as u8 * OF_A_TINT
        });
        let tints = tints.collect();
        let side = measure.tile();
        let digits = Digits::fit(side, digits(shape));
        let outer = rounded(side, 0, measure.radius);
        let inner = rounded(side, measure.line, measure.radius.saturating_sub(measure.line));
        Self { shape, measure, palette, tints, digits, outer, inner }
    }

    /// Red, green and blue of all colours, one after the other.
    pub fn palette(&self) -> Vec<u8> {
        self.palette.iter().flatten().copied().collect()
    }

    /// A board at rest.
    pub fn board(&self, board: &Board) -> Bitmap {
        let (width, height) = self.measure.board(self.shape);
        let mut bitmap = Bitmap { width, height, pixels: vec![TRAY_AT; (width * height) as usize] };
        for cell in self.shape.all_cells() {
            let tile = board.tile_at(cell);
            if tile.is_blank() {
                self.hollow(&mut bitmap, cell);
            } else {
                self.tile(&mut bitmap, tile, self.measure.place(self.shape, cell));
            }
        }
        bitmap
    }

    /// The smallest part that holds two neighbouring cells.
    pub fn area(&self, a: Cell, b: Cell) -> Area {
        let (one, other) = (self.measure.place(self.shape, a), self.measure.place(self.shape, b));
        let (left, top) = (one.0.min(other.0), one.1.min(other.1));
        let side = self.measure.tile();
        Area { left, top, width: one.0.abs_diff(other.0) + side, height: one.1.abs_diff(other.1) + side }
    }

    /// A tile on its way from one cell to a neighbour, `part` of `whole` of it done.
    pub fn slide(&self, bitmap: &mut Bitmap, tile: Tile, from: Cell, to: Cell, (part, whole): (u32, u32)) {
        let area = self.area(from, to);
        for y in area.top..area.top + area.height {
            let row = (y * bitmap.width + area.left) as usize;
            bitmap.pixels[row..row + area.width as usize].fill(TRAY_AT);
        }
        let (start, end) = (self.measure.place(self.shape, from), self.measure.place(self.shape, to));
        let between = |start: u32, end: u32| (start * (whole - part) + end * part + whole / 2) / whole;
        // At rest there is only one hollow to be seen: the other is below the tile.
        if part > 0 {
            self.hollow(bitmap, from);
        }
        if part < whole {
            self.hollow(bitmap, to);
        }
        self.tile(bitmap, tile, (between(start.0, end.0), between(start.1, end.1)));
    }

    fn hollow(&self, bitmap: &mut Bitmap, cell: Cell) {
        let (left, top) = self.measure.place(self.shape, cell);
        let side = self.measure.tile();
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let step = self.outer[(y * side + x) as usize];
            if step > 0 {
                bitmap.set(left + x, top + y, HOLLOW_FROM + step as u8);
            }
        }
    }

    fn tile(&self, bitmap: &mut Bitmap, tile: Tile, (left, top): (u32, u32)) {
        let side = self.measure.tile();
        let first = self.tints.get(tile.index()).copied().unwrap_or(FIRST_TINT);
        let number = tile.to_string();
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let at = (y * side + x) as usize;
            let color = match (self.outer[at], self.inner[at]) {
                (0, _) => continue,
                (EDGE_STEPS, EDGE_STEPS) => {
                    let covered =
                        self.digits.as_ref().map_or(0, |digits| digits.coverage(number.as_bytes(), side, x, y));
                    INK_FROM + ((u32::from(covered) * INK_STEPS + 127) / 255) as u8
                }
                (EDGE_STEPS, step) => TILE_FROM + step as u8,
                (step, _) => LINE_FROM + step as u8 - 1,
            };
            bitmap.set(left + x, top + y, first + color);
        }
    }
}

/// The colours of a tile, in the order of the palette.
fn shades(tint: Tint) -> impl Iterator<Item = Paint> {
    let (line, tile, ink) = (outline(tint), fill(tint), ink(tint));
    let to_line = (1..EDGE_STEPS).map(move |step| mixed(TRAY, line, step, EDGE_STEPS));
    let to_tile = (0..EDGE_STEPS).map(move |step| mixed(line, tile, step, EDGE_STEPS));
    let to_ink = (0..=INK_STEPS).map(move |step| mixed(tile, ink, step, INK_STEPS));
    to_line.chain(to_tile).chain(to_ink)
}

/// How far a square with round corners covers each pixel of a tile, in steps; it is smaller by
/// `inset` on each side.
fn rounded(side: u32, inset: u32, radius: u32) -> Vec<u32> {
    const POINTS: u32 = 4;
    let (least, most, radius) = (f64::from(inset), f64::from(side - inset), f64::from(radius));
    let is_inside = |x: f64, y: f64| {
        let beyond = |at: f64| (least + radius - at).max(at - most + radius).max(0.0);
        x >= least && y >= least && x <= most && y <= most && beyond(x).hypot(beyond(y)) <= radius
    };
    let steps = |x: u32, y: u32| {
        let at = |pixel: u32, point: u32| f64::from(pixel) + (f64::from(point) + 0.5) / f64::from(POINTS);
        let points = (0..POINTS).flat_map(|down| (0..POINTS).map(move |right| (right, down)));
        let inside = points.filter(|&(right, down)| is_inside(at(x, right), at(y, down))).count() as u32;
        (inside * EDGE_STEPS + POINTS * POINTS / 2) / (POINTS * POINTS)
    };
    (0..side).flat_map(|y| (0..side).map(move |x| (x, y))).map(|(x, y)| steps(x, y)).collect()
}

#[cfg(test)]
mod tests {
    use npuzzle::domains::tiles::goal::Goal;

    use super::*;

    fn painter(shape: &str, cell: u32, scheme: Scheme) -> (Painter, Board) {
        let goal = Goal::default().board(shape.parse().unwrap()).unwrap();
        (Painter::new(goal.shape(), &goal.places(), cell, scheme), goal)
    }

    #[test]
    fn all_colours_are_in_the_palette() {
        for (shape, scheme) in [("2x2", Scheme::Plain), ("12x12", Scheme::Row), ("40x40", Scheme::Ring)] {
            let (painter, board) = painter(shape, 20, scheme);
            assert!(painter.palette.len() <= 256, "{}", painter.palette.len());
            let bitmap = painter.board(&board);
            assert!(bitmap.pixels.iter().all(|&color| usize::from(color) < painter.palette.len()));
            let ends = painter.tints.iter().map(|&first| usize::from(first + OF_A_TINT)).max();
            assert_eq!(ends, Some(painter.palette.len()), "the shades of the last tint end the palette");
        }
    }

    #[test]
    fn tiles_are_filled_and_have_round_corners() {
        let (painter, board) = painter("2x2", 64, Scheme::Plain);
        let bitmap = painter.board(&board);
        let color = |x: u32, y: u32| painter.palette[usize::from(bitmap.pixels[(y * bitmap.width + x) as usize])];
        let tint = Scheme::Plain.tint(board.shape(), Cell(0));
        let (left, top) = painter.measure.place(board.shape(), Cell(0));
        assert_eq!(color(left, top), TRAY, "the corner");
        assert_eq!(color(left + 30, top), outline(tint), "the line");
        assert_eq!(color(left + 8, top + 8), fill(tint));
        let (left, top) = painter.measure.place(board.shape(), Cell(3));
        assert_eq!(color(left + 30, top + 30), HOLLOW);
        assert!(bitmap.pixels.iter().any(|&at| painter.palette[usize::from(at)] == ink(tint)), "digits");
    }

    #[test]
    fn a_tile_that_has_arrived_is_at_rest() {
        let (painter, board) = painter("3x3", 30, Scheme::Row);
        let (from, to) = (Cell(5), Cell(8));
        let mut bitmap = painter.board(&board);
        let before = bitmap.clone();
        painter.slide(&mut bitmap, board.tile_at(from), from, to, (0, 4));
        assert_eq!(bitmap, before);
        painter.slide(&mut bitmap, board.tile_at(from), from, to, (1, 4));
        assert_ne!(bitmap, before);
        painter.slide(&mut bitmap, board.tile_at(from), from, to, (4, 4));
        assert_eq!(bitmap, painter.board(&board.with_swapped(from, to)));
    }
}
