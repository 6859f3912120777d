//! A line that tells how a long search gets on; on a terminal only, and only after a second.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use npuzzle::core::{IterationProgress, Progress};
use npuzzle::heuristics::tiles::pdb::library::Event;
use npuzzle::lab::space::SpaceProgress;

use crate::render::numbers::{gap, rate, thousands};

const PATIENCE: Duration = Duration::from_secs(1);

/// How often a line is drawn at most, in a second.
const REFRESH_RATE: u8 = 20;

/// What a terminal writes behind the line when Ctrl-C is pressed: `^C`, and the cursor.
const ECHO_COLUMNS: u16 = 3;

/// The terminal without its last columns. A line is drawn to its end, and on a line that is full
/// the `^C` of the terminal would begin the next one: then the line would stay above the answer.
#[derive(Debug)]
struct Narrowed(Term);

impl TermLike for Narrowed {
    fn width(&self) -> u16 {
        self.0.width().saturating_sub(ECHO_COLUMNS).max(1)
    }

    fn height(&self) -> u16 {
        self.0.height()
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

fn bar_of(length: Option<u64>) -> ProgressBar {
    let terminal = Box::new(Narrowed(Term::buffered_stderr()));
    ProgressBar::with_draw_target(length, ProgressDrawTarget::term_like_with_hz(terminal, REFRESH_RATE))
}

fn spinner() -> ProgressBar {
    let bar = bar_of(None);
    bar.set_style(
        ProgressStyle::with_template("{spinner} {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
    );
    bar
}

/// The line of a series of runs: which one it is, and how it gets on.
pub struct RunsLine {
    bar: Option<ProgressBar>,
    began: Option<Instant>,
}

impl RunsLine {
    pub fn new() -> Self {
        Self { bar: None, began: io::stderr().is_terminal().then(Instant::now) }
    }

    /// Shows the run in progress: its number of how many, what it is and how far.
    pub fn update(&mut self, (number, total): (usize, usize), what: &str, progress: &Progress) {
        if self.began.is_none_or(|began| began.elapsed() < PATIENCE) {
            return;
        }
        self.bar.get_or_insert_with(spinner).set_message(format!(
            "run {number} of {total}: {what}; {} states expanded ({:.0} s; Ctrl-C stops)",
            thousands(progress.expanded),
            progress.elapsed.as_secs_f64(),
        ));
    }

    /// Removes the line, until the next update.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// The line of something that is copied, whose length is unknown.
#[cfg(feature = "tui")]
pub struct CopyLine {
    bar: Option<ProgressBar>,
    began: Option<Instant>,
    what: &'static str,
}

#[cfg(feature = "tui")]
impl CopyLine {
    pub fn new(what: &'static str) -> Self {
        Self { bar: None, began: io::stderr().is_terminal().then(Instant::now), what }
    }

    /// Shows how many bytes have come.
    pub fn update(&mut self, bytes: u64) {
        let Some(elapsed) = self.began.map(|began| began.elapsed()).filter(|elapsed| *elapsed >= PATIENCE) else {
            return;
        };
        self.bar.get_or_insert_with(spinner).set_message(format!(
            "reading {}: {} MB so far ({:.0} s; Ctrl-C stops)",
            self.what,
            thousands(bytes / 1_000_000),
            elapsed.as_secs_f64(),
        ));
    }

    /// Removes the line.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// The line, while it is there.
pub struct ProgressLine {
    bar: Option<ProgressBar>,
    wanted: bool,
    best: Option<u32>,
}

impl ProgressLine {
    pub fn new() -> Self {
        Self { bar: None, wanted: io::stderr().is_terminal(), best: None }
    }

    /// Shows how far the search is, and every better solution at once.
    pub fn update(&mut self, progress: &Progress) {
        if !self.wanted {
            return;
        }
        if let Some(cost) = progress.best
            && self.best.is_none_or(|best| cost < best)
        {
            self.best = Some(cost);
            let found = found(cost, progress.elapsed, progress.lower_bound);
            match &self.bar {
                Some(bar) => bar.println(found),
                // Without a reader there is no one to tell.
                None => drop(writeln!(io::stderr(), "{found}")),
            }
        }
        if progress.elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(spinner);
        if let Some((done, entries)) = progress.table {
            let share = 100 * done / entries.max(1);
            let seconds = progress.elapsed.as_secs_f64();
            bar.set_message(format!("preparing tables, {share} % of one done ({seconds:.0} s; Ctrl-C stops)"));
            return;
        }
        let bound = progress.lower_bound;
        let gap = |cost: u32| gap(f64::from(cost), f64::from(bound)).map(|gap| format!(", {gap}")).unwrap_or_default();
        let least = (bound > 0).then(|| format!("at least {}", thousands(bound)));
        let best = progress.best.map(|cost| format!("best {}{}", thousands(cost), gap(cost)));
        let known = least.into_iter().chain(best).collect::<Vec<_>>().join(", ");
        let known = if known.is_empty() { known } else { format!("{known}; ") };
        let iteration = progress.iteration.map(|iteration| to_go(&iteration)).unwrap_or_default();
        bar.set_message(format!(
            "{known}{} expanded, {}{iteration} ({:.0} s; Ctrl-C stops)",
            thousands(progress.expanded),
            rate(progress.expanded, progress.elapsed.as_secs_f64()),
            progress.elapsed.as_secs_f64(),
        ));
    }

    /// Removes the line.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// The line of a better solution.
fn found(cost: u32, after: Duration, lower_bound: u32) -> String {
    let gap = gap(f64::from(cost), f64::from(lower_bound)).map(|gap| format!(", {gap}")).unwrap_or_default();
    let least = match lower_bound {
        0 => String::new(),
        bound => format!("; at least {} (proved){gap}", thousands(bound)),
    };
    format!("found a solution of {} after {:.2} s{least}", thousands(cost), after.as_secs_f64())
}

/// How much of an iteration is left, if it grows as those before it did.
fn to_go(iteration: &IterationProgress) -> String {
    match (iteration.share, iteration.remaining) {
        (Some(share), Some(remaining)) => {
            let seconds = remaining.as_secs();
            let time = match seconds {
                0 => "under 1 s".to_owned(),
                1..120 => format!("{seconds} s"),
                120..7200 => format!("{} min", seconds / 60),
                _ => format!("{} h", seconds / 3600),
            };
            format!("; bound {}: {:.0} %, {time} to go", iteration.bound, 100.0 * share)
        }
        _ => String::new(),
    }
}

/// A bar that fills while a whole space, or a number of samples, is looked at.
pub struct JobBar {
    bar: Option<ProgressBar>,
    began: Option<Instant>,
}

impl JobBar {
    pub fn new() -> Self {
        Self { bar: None, began: io::stderr().is_terminal().then(Instant::now) }
    }

    /// Shows how much is done.
    pub fn update(&mut self, done: u64, all: u64) {
        let Some(seconds) = self.began.map(|began| began.elapsed()).filter(|&elapsed| elapsed >= PATIENCE) else {
            return;
        };
        let bar = self.bar.get_or_insert_with(|| filling(all));
        bar.set_position(done);
        let (done, all) = (thousands(done), thousands(all));
        bar.set_message(format!("{done} of {all} ({:.0} s; Ctrl-C stops)", seconds.as_secs_f64()));
    }

    /// Removes the bar.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn filling(all: u64) -> ProgressBar {
    let bar = bar_of(Some(all));
    let style = ProgressStyle::with_template("{bar:30} {percent}% {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// A bar that fills while a whole space is searched.
pub struct SpaceBar {
    bar: Option<ProgressBar>,
    wanted: bool,
}

impl SpaceBar {
    pub fn new() -> Self {
        Self { bar: None, wanted: io::stderr().is_terminal() }
    }

    /// Shows how far the search is.
    pub fn update(&mut self, progress: &SpaceProgress) {
        if !self.wanted || progress.elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| filling(progress.states));
        bar.set_position(progress.seen);
        bar.set_message(format!(
            "depth {}; {} of {} states ({:.0} s; Ctrl-C stops)",
            progress.depth,
            thousands(progress.seen),
            thousands(progress.states),
            progress.elapsed.as_secs_f64(),
        ));
    }

    /// Removes the bar.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// A bar that fills while a table is built.
pub struct TableBar {
    bar: Option<ProgressBar>,
    /// Since when the table is awaited.
    began: Option<Instant>,
}

impl TableBar {
    pub fn new() -> Self {
        Self { bar: None, began: None }
    }

    /// Shows how far a table is.
    pub fn update(&mut self, name: &str, event: Event<'_>) {
        if !io::stderr().is_terminal() {
            return;
        }
        let seconds = self.began.get_or_insert_with(Instant::now).elapsed();
        if seconds < PATIENCE {
            return;
        }
        let seconds = format!("({:.0} s; Ctrl-C stops)", seconds.as_secs_f64());
        match event {
            Event::Waiting => {
                let bar = self.bar.get_or_insert_with(spinner);
                bar.set_message(format!("another process is building {name} {seconds}"));
            }
            Event::Building(progress) => {
                // The spinner of the waiting has no length.
                let bar = match self.bar.take() {
                    Some(bar) if bar.length().is_some() => bar,
                    other => {
                        other.inspect(ProgressBar::finish_and_clear);
                        filling(progress.entries)
                    }
                };
                bar.set_position(progress.done);
                let (done, all) = (thousands(progress.done), thousands(progress.entries));
                bar.set_message(format!("depth {}; {done} of {all} states {seconds}", progress.depth));
                self.bar = Some(bar);
            }
        }
    }

    /// Removes the bar; the next table has its own.
    pub fn clear(&mut self) {
        self.began = None;
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_solution_comes_with_what_is_proved() {
        let line = found(112, Duration::from_millis(314), 84);
        assert_eq!(line, "found a solution of 112 after 0.31 s; at least 84 (proved), gap 33 %");
        let line = found(19_841, Duration::from_secs(2), 5004);
        assert_eq!(line, "found a solution of 19,841 after 2.00 s; at least 5,004 (proved), gap 297 %");
        assert_eq!(found(0, Duration::ZERO, 0), "found a solution of 0 after 0.00 s");
    }
}
