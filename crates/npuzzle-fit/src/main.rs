//! Fits the learned charges of the beam (`solvers/tiles/beam/learned.rs`): `cargo xtask fit`.
//!
//! In rounds: beams with the charges so far solve random boards; of every layer the board that led
//! to the solution is written down, with some others of the same layer ([`examples`]); then charges
//! are fitted to all examples of all rounds so far, so that the one that led to the solution has
//! the best score ([`logit`]). Each round has wider beams, whose solutions are better. (Learning
//! from rivals in the same layer: Xu, Fern & Yoon 2009; aggregating the examples of all rounds:
//! Ross, Gordon & Bagnell 2011.)
//!
//! Everything follows from the seed; the number of threads changes nothing but the time.

mod examples;
mod logit;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use npuzzle::domains::tiles::Shape;
use npuzzle::solvers::tiles::beam::{Charges, errands};

use examples::{Course, Examples};

/// The rounds: how wide beams are, and how many boards they solve.
const ROUNDS: [Round; 4] = [
    Round { width: 1000, boards: 1000 },
    Round { width: 1000, boards: 1500 },
    Round { width: 3000, boards: 1500 },
    Round { width: 10_000, boards: 1500 },
];

/// How often each example is looked at in a round.
const EPOCHS: usize = 4;

struct Round {
    width: usize,
    boards: usize,
}

/// Fits the learned charges of the beam to beams on random boards
#[derive(Parser)]
struct Arguments {
    /// Where to write the charges
    #[arg(long, default_value = "crates/npuzzle-solvers/data/beam-charges.txt")]
    out: PathBuf,
    /// Begin with the charges of this file instead of none
    #[arg(long)]
    from: Option<PathBuf>,
    /// One part in so many of the boards of each round, for a trial
    #[arg(long, default_value_t = 1)]
    divide: usize,
    /// Fixes all that is random
    #[arg(long, default_value_t = 2026)]
    seed: u64,
    /// Threads; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    match fit(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&message);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "this is a program for the terminal")]
fn say(message: &str) {
    eprintln!("{message}");
}

fn fit(arguments: &Arguments) -> Result<(), String> {
    let cores = || std::thread::available_parallelism().map_or(1, Into::into);
    let threads = arguments.threads.unwrap_or_else(cores).max(1);
    let began = Instant::now();
    let mut charges = match &arguments.from {
        Some(file) => read(file)?,
        None => Charges::new(vec![0; errands::patterns()]).map_err(|error| error.to_string())?,
    };
    let mut examples = Examples::default();
    for (number, round) in (1..).zip(&ROUNDS) {
        let boards = round.boards.div_ceil(arguments.divide.max(1));
        let course = Course { width: round.width, boards, seed: arguments.seed, round: number };
        let solved = examples.add(&course, &charges, threads).map_err(|error| error.to_string())?;
        let (width, count) = (round.width, examples.count());
        let seconds = began.elapsed().as_secs_f64();
        say(&format!("round {number}: width {width}, {boards} boards; {count} examples in all ({seconds:.0} s)"));
        for (shape, ratio, count) in solved {
            say(&format!("  {shape}: {count} solved, {ratio:.4} times Manhattan distance on the mean"));
        }
        let fitted = logit::fit(&examples, EPOCHS, arguments.seed, threads);
        let seconds = began.elapsed().as_secs_f64();
        let (with, without) = (fitted.chosen * 100.0, fitted.chosen_before * 100.0);
        say(&format!(
            "  fitted: the right one of eight is chosen {with:.1} % of the time, without charges {without:.1} % ({seconds:.0} s)"
        ));
        charges = Charges::new(fitted.charges).map_err(|error| error.to_string())?;
    }
    write(&arguments.out, &charges, arguments)
}

fn read(file: &Path) -> Result<Charges, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read `{}`: {error}", file.display()))?;
    Charges::parse(&text).map_err(|error| format!("`{}`: {error}", file.display()))
}

/// Writes the charges, all or nothing.
fn write(file: &Path, charges: &Charges, arguments: &Arguments) -> Result<(), String> {
    let shapes: Vec<String> = examples::SHAPES.iter().map(|&(side, _)| format!("{side}x{side}")).collect();
    let boards = |round: &Round| round.boards.div_ceil(arguments.divide.max(1));
    let rounds: Vec<String> =
        ROUNDS.iter().map(|round| format!("{} boards at {}", boards(round), round.width)).collect();
    let divided = if arguments.divide > 1 { format!(" --divide {}", arguments.divide) } else { String::new() };
    let from = arguments.from.as_ref().map(|from| format!(" --from {}", from.display())).unwrap_or_default();
    let mut text = format!(
        "# What each pattern of a board is charged, in 1/32 of a move (solvers/tiles/beam/errands.rs has their order).\n\
         # Made by `cargo xtask fit --seed {}{divided}{from}`: boards of {}; rounds of {}.\n",
        arguments.seed,
        shapes.join(", "),
        rounds.join(", ")
    );
    for line in charges.numbers().chunks(24) {
        text += &line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        text += "\n";
    }
    let failed = |error: std::io::Error| format!("cannot write `{}`: {error}", file.display());
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    beside.write_all(text.as_bytes()).map_err(failed)?;
    beside.persist(file).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A square board.
fn square(side: usize) -> Result<Shape, String> {
    Shape::new(side, side).map_err(|error| error.to_string())
}
