//! A solution as an animated GIF. Frames are written as they are drawn, and hold what has changed
//! alone: memory does not grow with the moves.

mod bitmap;
mod digits;

use std::io::{self, Write};
use std::ops::RangeInclusive;

use gif::{Encoder, EncodingError, Frame, Repeat};
use npuzzle::answer::Report;
use npuzzle::domains::tiles::{Board, Shape};
use npuzzle::front::units::thousands;
use npuzzle::picture::measure::{Measure, fitting};
use npuzzle::picture::sheet::Style;
use npuzzle::picture::walk::Walk;

use crate::bitmap::{Area, Bitmap, Painter};

/// Longer ones would play for hours, and viewers would choke on them.
pub const MOST_MOVES: usize = 20_000;
/// The moves per second that can be asked for.
pub const SPEEDS: RangeInclusive<f64> = 0.05..=1000.0;
/// Most viewers refuse larger pictures or stutter.
const LONGEST_SIDE: u32 = 4096;
/// What a board is to be as long as if nothing is said, and the cells it may have for that.
const USUAL_SIDE: u32 = 480;
const USUAL_CELLS: (u32, u32) = (8, 64);

/// Times are hundredths of a second. The first and the last board are held.
const FIRST: u16 = 100;
const LAST: u16 = 250;
/// A frame of a tile that slides. Browsers slow down what is faster than two.
const SLIDING: u16 = 3;
const FASTEST: f64 = 2.0;
const SLOWEST: f64 = 6000.0;

/// Why there is no film.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// The picture is too large.
    #[error(
        "a board of {shape} with cells of {cell} pixels makes a GIF of {width}x{height}: expected at most \
         {LONGEST_SIDE}x{LONGEST_SIDE}"
    )]
    TooLarge {
        /// The board.
        shape: Shape,
        /// The cell that was asked for.
        cell: u32,
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// The largest cell that fits.
        fits: u32,
    },
    /// There are too many moves.
    #[error("a solution of {moves} moves is too long for a GIF: expected at most {most}", moves = thousands(moves), most = thousands(MOST_MOVES))]
    TooLong {
        /// The number of moves.
        moves: usize,
    },
    /// It cannot be written.
    #[error("cannot write the film: {0}")]
    Output(io::Error),
}

/// How fast the tiles are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pace {
    /// Frames of a move.
    frames: u32,
    /// How long the last of them stands.
    rest: u16,
}

impl Pace {
    /// The pace for so many moves: as asked for, or lively enough to watch.
    fn new(moves: usize, speed: Option<f64>) -> Self {
        let time = match speed {
            Some(speed) => (100.0 / speed).clamp(FASTEST, SLOWEST).round() as u16,
            None => match moves {
                0..=60 => 32,
                61..=200 => 18,
                201..=1000 => 8,
                _ => 4,
            },
        };
        let frames = match time {
            _ if moves > 1000 => 1,
            24.. => 4,
            12.. => 2,
            _ => 1,
        };
        Self { frames, rest: time - SLIDING * (frames as u16 - 1) }
    }
}

/// The cell of the film of a board, or why there can be none.
pub fn cell(shape: Shape, asked: Option<u32>) -> Result<u32, FilmError> {
    let longest = shape.rows().max(shape.cols());
    let cell = asked.unwrap_or_else(|| fitting(longest, USUAL_SIDE, USUAL_CELLS.0, USUAL_CELLS.1));
    let (width, height) = Measure::new(cell).board(shape);
    if width.max(height) > LONGEST_SIDE {
        let fits = (1..cell).rev().find(|&cell| Measure::new(cell).side(longest) <= LONGEST_SIDE).unwrap_or(1);
        return Err(FilmError::TooLarge { shape, cell, width, height, fits });
    }
    Ok(cell)
}

/// Writes the film of a solution; `false` where there is none.
pub fn of(report: &Report, style: Style, speed: Option<f64>, target: &mut impl Write) -> Result<bool, FilmError> {
    Walk::of(report).map_or(Ok(false), |walk| write(walk, &report.goal, style, speed, target).map(|()| true))
}

/// Writes the film of a way that has not begun.
pub fn write(
    mut walk: Walk<'_>,
    goal: &Board,
    style: Style,
    speed: Option<f64>,
    target: &mut impl Write,
) -> Result<(), FilmError> {
    let shape = walk.board().shape();
    let moves = walk.moves();
    if moves > MOST_MOVES {
        return Err(FilmError::TooLong { moves });
    }
    let painter = Painter::new(shape, &goal.places(), cell(shape, style.cell)?, style.scheme);
    let pace = Pace::new(moves, speed);
    let mut bitmap = painter.board(walk.board());
    let whole = Area { left: 0, top: 0, width: bitmap.width, height: bitmap.height };
    let (width, height) = (bitmap.width as u16, bitmap.height as u16);
    let encoder = Encoder::new(target, width, height, &painter.palette());
    let mut encoder = encoder.map_err(failure)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failure)?;
    encoder.write_frame(&frame(&bitmap, whole, if moves == 0 { LAST } else { FIRST })).map_err(failure)?;
    while let Some(step) = walk.step() {
        let tile = walk.board().tile_at(step.to);
        let area = painter.area(step.from, step.to);
        for number in 1..=pace.frames {
            painter.slide(&mut bitmap, tile, step.from, step.to, (number, pace.frames));
            let time = match () {
                () if number < pace.frames => SLIDING,
                () if walk.done() == moves => LAST,
                () => pace.rest,
            };
            encoder.write_frame(&frame(&bitmap, area, time)).map_err(failure)?;
        }
    }
    encoder.into_inner().map_err(failure)?;
    Ok(())
}

fn frame(bitmap: &Bitmap, area: Area, delay: u16) -> Frame<'static> {
    // The sides of a film are below 2^16.
    let side = |length: u32| length as u16;
    Frame {
        delay,
        left: side(area.left),
        top: side(area.top),
        width: side(area.width),
        height: side(area.height),
        buffer: bitmap.part(area).into(),
        ..Frame::default()
    }
}

fn failure(error: EncodingError) -> FilmError {
    match error {
        EncodingError::Io(error) => FilmError::Output(error),
        other => FilmError::Output(io::Error::other(other)),
    }
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions};
    use npuzzle::answer::{Request, solve};
    use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
    use npuzzle::picture::scheme::Scheme;

    use super::*;

    fn solved(board: &str) -> Report {
        let start = read_board(board, &ReadOptions::default()).unwrap().board;
        solve(&Request { algorithm: "astar".to_owned(), ..Request::new(start) }, &mut |_| {}, None).unwrap()
    }

    fn film(report: &Report, style: Style, speed: Option<f64>) -> Vec<u8> {
        let mut bytes = Vec::new();
        assert!(of(report, style, speed, &mut bytes).unwrap());
        bytes
    }

    /// What a viewer shows: the picture after each frame, and how long it stands.
    fn shown(bytes: &[u8]) -> Vec<(u16, Bitmap)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        let mut decoder = options.read_info(bytes).unwrap();
        assert_eq!(decoder.repeat(), Repeat::Infinite);
        let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
        let mut canvas = Bitmap { width, height, pixels: vec![255; (width * height) as usize] };
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (row, line) in frame.buffer.chunks(usize::from(frame.width)).enumerate() {
                let from = (usize::from(frame.top) + row) * width as usize + usize::from(frame.left);
                canvas.pixels[from..from + line.len()].copy_from_slice(line);
            }
            frames.push((frame.delay, canvas.clone()));
        }
        frames
    }

    #[test]
    fn every_board_of_the_solution_is_shown_and_nothing_else_rests() {
        let report = solved("8 6 7/2 5 4/3 0 1");
        for (scheme, cell, speed) in [(Scheme::Plain, 24, None), (Scheme::Ring, 17, Some(10.0))] {
            let bytes = film(&report, Style { scheme, cell: Some(cell), ..Style::default() }, speed);
            let pace = Pace::new(31, speed);
            let frames = shown(&bytes);
            assert_eq!(frames.len(), 1 + 31 * pace.frames as usize);
            let painter = Painter::new(report.start.shape(), &report.goal.places(), cell, scheme);
            let mut walk = Walk::of(&report).unwrap();
            assert_eq!(frames[0], (FIRST, painter.board(walk.board())));
            for slides in frames[1..].chunks(pace.frames as usize) {
                walk.step().unwrap();
                let (last, sliding) = slides.split_last().unwrap();
                let rest = if walk.done() == 31 { LAST } else { pace.rest };
                assert_eq!(*last, (rest, painter.board(walk.board())), "move {}", walk.done());
                assert!(sliding.iter().all(|(delay, _)| *delay == SLIDING));
            }
            assert_eq!(walk.board(), &report.goal);
        }
    }

    #[test]
    fn a_solved_board_is_a_film_of_one_frame() {
        let report = solved("1 2/3 0");
        let frames = shown(&film(&report, Style::default(), None));
        assert_eq!(frames.len(), 1);
        assert_eq!(frames[0].0, LAST);
    }

    #[test]
    fn what_cannot_be_solved_has_no_film() {
        let mut bytes = Vec::new();
        assert!(!of(&solved("2 1/3 0"), Style::default(), None, &mut bytes).unwrap());
        assert!(bytes.is_empty());
    }

    #[test]
    fn a_film_is_fast_enough_for_its_moves_and_keeps_the_speed_that_was_asked_for() {
        for moves in [1, 60, 61, 200, 1000, 20_000] {
            for speed in [None, Some(0.1), Some(1.0), Some(7.0), Some(1e9)] {
                let pace = Pace::new(moves, speed);
                let time = u32::from(pace.rest) + (pace.frames - 1) * u32::from(SLIDING);
                assert!(pace.rest >= 2 && time >= 2, "{moves} {speed:?} {pace:?}");
                if let Some(speed) = speed.filter(|&speed| speed < 50.0) {
                    assert!((f64::from(time) - 100.0 / speed).abs() <= 0.5);
                }
            }
        }
    }

    #[test]
    fn films_that_are_too_large_are_refused_with_the_cell_that_fits() {
        let shape: Shape = "100x100".parse().unwrap();
        assert_eq!(cell(shape, None).unwrap(), 8);
        let error = cell(shape, Some(64)).unwrap_err();
        assert!(matches!(error, FilmError::TooLarge { fits: 40, .. }));
        let message = error.to_string();
        assert!(message.contains("6411x6411") && message.contains("4096x4096"), "{message}");
        assert!(cell(shape, Some(40)).is_ok() && cell(shape, Some(41)).is_err());
    }
}
