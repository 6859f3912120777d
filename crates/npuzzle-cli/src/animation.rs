//! A solution played in place: the lines of the board are drawn over each other, and the last one
//! stays. `--animate`

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anstream::adapter::strip_str;
use npuzzle::answer::Report;
use npuzzle::domains::tiles::{Cell, Shape};
use npuzzle::picture::scheme::Scheme;
use npuzzle::picture::walk::{Step, Walk};
use terminal_size::{Height, Width, terminal_size_of};

use crate::failure::Failure;
use crate::in_place::InPlace;
use crate::locale::{is_dumb, shows_unicode};
use crate::out::Out;
use crate::render::board_text::BoardText;
use crate::render::numbers::thousands;

/// Moves per second, if nothing is said and there are few.
const USUAL_SPEED: f64 = 5.0;
/// An animation takes no longer than this unless a speed is asked for.
const LONGEST: f64 = 30.0;
/// More boards a second are a flicker.
const MOST_BOARDS: f64 = 30.0;
/// A sleep is cut, to look for Ctrl-C.
const NAP: Duration = Duration::from_millis(20);
/// Below the board: how far it is, and where the cursor waits.
const LINES_BELOW: usize = 2;

const BOTTOM: &str = "\x1b[999;1H";
const TOP: &str = "\x1b[H";
const ERASE_LINE: &str = "\x1b[2K";
const ERASE_BELOW: &str = "\x1b[J";

/// Which boards are shown, and for how long.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pace {
    /// Boards after the start.
    boards: usize,
    /// How long each of them stands.
    stands: Duration,
}

impl Pace {
    fn new(moves: usize, speed: Option<f64>) -> Self {
        let speed = speed.unwrap_or_else(|| USUAL_SPEED.max(moves as f64 / LONGEST));
        let seconds = moves as f64 / speed;
        let most = (seconds * MOST_BOARDS).ceil().max(1.0);
        let boards = if moves as f64 > most { most as usize } else { moves };
        Self { boards, stands: Duration::from_secs_f64(seconds / boards.max(1) as f64) }
    }

    /// How many moves are made when the board `number` is shown.
    fn moves_at(&self, number: usize, moves: usize) -> usize {
        // As wide as it takes: a huge board has more moves than 32 bits can multiply.
        (number as u128 * moves as u128 / self.boards.max(1) as u128) as usize
    }
}

/// Plays the solution on standard output, if that is a terminal; until the end, or Ctrl-C.
pub fn play(
    report: &Report,
    scheme: Scheme,
    speed: Option<f64>,
    stop: &AtomicBool,
    out: &mut Out,
) -> Result<(), Failure> {
    let Some(mut walk) = Walk::of(report).filter(|_| io::stdout().is_terminal()) else { return Ok(()) };
    if is_dumb() {
        return out.note("no animation: TERM says that this terminal is dumb, so its cursor cannot move");
    }
    let shape = report.start.shape();
    let size = window();
    let Some(text) = fitting(shape, size, scheme) else {
        return out.note(&format!("no animation: a board of {shape} is larger than the terminal"));
    };
    let is_colored = out.has_colors();
    let homes = report.goal.places();
    let mut stage = Stage { text, scheme, size, homes, moves: walk.moves(), is_colored, drawn: false };
    let pace = Pace::new(walk.moves(), speed);
    let is_stopping = stop.load(Ordering::Relaxed);
    out.line("")?;
    let mut raw = out.raw()?;
    let in_place = InPlace::begin(&mut raw)?;
    let mut fits = stage.show(&walk, None, &mut raw)?;
    let mut due = Instant::now();
    for number in 1..=pace.boards {
        due += pace.stands;
        sleep_until(due, stop);
        let is_over = stop.load(Ordering::Relaxed);
        let moves = if is_over { walk.moves() } else { pace.moves_at(number, walk.moves()) };
        // The last board is at rest: no tile of it is marked.
        let step = walk.step_to(moves).filter(|_| walk.done() < walk.moves());
        fits = fits && stage.show(&walk, step, &mut raw)?;
        if is_over || !fits {
            break;
        }
    }
    drop(raw);
    drop(in_place);
    // To skip to the end of this solution is not to end the searches of other boards.
    if !is_stopping {
        stop.store(false, Ordering::Relaxed);
    }
    if fits {
        return Ok(());
    }
    // The last board stays, also where there is no room to draw it.
    walk.step_to(walk.moves());
    out.line(&walk.board().to_string())?;
    out.note("the animation has ended: the terminal has become too small for it")
}

/// Columns and rows of the terminal.
fn window() -> (usize, usize) {
    let size = terminal_size_of(io::stdout()).map(|(Width(width), Height(height))| (width, height));
    let (width, height) = size.filter(|&(width, height)| width > 0 && height > 0).unwrap_or((80, 24));
    (usize::from(width), usize::from(height))
}

/// The text with which everything fits. The last column stays empty: a terminal may begin a new
/// line behind it.
fn fitting(shape: Shape, (width, height): (usize, usize), scheme: Scheme) -> Option<BoardText> {
    BoardText::fit(shape, width.checked_sub(1)?, height.checked_sub(LINES_BELOW)?, !shows_unicode(), scheme)
}

fn sleep_until(due: Instant, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        match due.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => std::thread::sleep(left.min(NAP)),
            _ => break,
        }
    }
}

/// The lines of the terminal that are played on.
struct Stage {
    text: BoardText,
    scheme: Scheme,
    /// Columns and rows of the terminal when they were last looked at.
    size: (usize, usize),
    homes: Vec<Cell>,
    moves: usize,
    is_colored: bool,
    /// Whether there is a board to be drawn over.
    drawn: bool,
}

impl Stage {
    /// Shows a board; `false` if the terminal has become too small, which is then empty.
    fn show(&mut self, walk: &Walk<'_>, step: Option<Step>, to: &mut impl Write) -> Result<bool, Failure> {
        let size = window();
        let (before, now) = (self.size, size);
        let fits = |text: &BoardText| text.width() < now.0 && text.height() + LINES_BELOW <= now.1;
        // Smaller cells may still fit.
        if !fits(&self.text)
            && let Some(text) = fitting(walk.board().shape(), now, self.scheme)
        {
            self.text = text;
        }
        let fits = fits(&self.text);
        let mut frame = String::new();
        // A terminal that shrinks may have wrapped or moved the lines: their place is lost.
        // They are scrolled away, and with them the answer, which can be scrolled back to.
        if self.drawn && (now.0 < before.0 || now.1 < before.1) {
            frame += BOTTOM;
            frame += &"\n".repeat(now.1);
            frame += TOP;
            self.drawn = false;
        }
        self.size = size;
        if fits {
            frame += &self.frame(walk, step);
            self.drawn = true;
        }
        to.write_all(frame.as_bytes())?;
        to.flush()?;
        Ok(fits)
    }

    fn frame(&self, walk: &Walk<'_>, step: Option<Step>) -> String {
        let mut lines = self.text.lines(walk.board(), &self.homes, step.map(|step| step.to));
        let letter = step.map(|step| format!(" {}", step.letter)).unwrap_or_default();
        lines.push(format!("{}/{}{letter}", thousands(walk.done()), thousands(self.moves)));
        let mut frame = "\r".to_owned();
        if self.drawn {
            frame += &format!("\x1b[{}A", lines.len());
        }
        for line in lines {
            frame += ERASE_LINE;
            match self.is_colored {
                true => frame += &line,
                false => frame += &strip_str(&line).to_string(),
            }
            frame.push('\n');
        }
        // What was typed meanwhile, such as ^C, stands below.
        frame + ERASE_BELOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_solution_takes_long_and_every_pace_ends_at_the_goal() {
        for moves in [0, 1, 31, 151, 900, 901, 20_000, 3_000_000] {
            for speed in [None, Some(0.5), Some(4.0), Some(100.0), Some(1000.0)] {
                let pace = Pace::new(moves, speed);
                let seconds = pace.stands.as_secs_f64() * pace.boards as f64;
                let asked = speed.map_or(LONGEST, |speed| moves as f64 / speed);
                assert!(seconds <= asked + 0.01, "{moves} {speed:?}: {seconds}");
                assert!(pace.boards as f64 <= (asked * MOST_BOARDS).ceil().max(1.0));
                assert_eq!(pace.moves_at(0, moves), 0);
                assert_eq!(pace.moves_at(pace.boards.max(1), moves), moves);
            }
        }
        assert_eq!(Pace::new(31, None), Pace { boards: 31, stands: Duration::from_millis(200) });
    }
}
