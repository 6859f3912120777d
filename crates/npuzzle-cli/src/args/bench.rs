//! `npuzzle bench`

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use npuzzle::catalogue::AUTO;
use npuzzle::front::units;
use npuzzle::lab::anytime;
use npuzzle::question::ResourceFields;

use crate::args::names::Named;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  npuzzle bench                     the signature is the same everywhere
  npuzzle bench --format csv
  npuzzle bench anytime --svg curves.svg

Exit codes: 0 all runs are done, 2 usage error, 70 a bug."
)]
pub struct BenchArguments {
    #[command(subcommand)]
    pub command: Option<BenchCommand>,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: BenchFormat,
}

#[derive(Subcommand)]
pub enum BenchCommand {
    /// Solve sets of boards against the clock, and print and plot the length of the solutions over
    /// time
    Anytime(AnytimeArguments),
}

#[derive(Args)]
#[command(
    after_help = "Without sets: uniform boards of 5x5, 6x6, 7x7 and 10x10 with a published seed, and the deepcubea sets. Each board is solved \
once, up to the largest of the times. Means are those of the boards solved by then; the gap is length / lower bound - 1.

Examples:
  npuzzle bench anytime --svg curves.svg
  npuzzle bench anytime random:5x5:20:2026 --times 0.1,1,10
  npuzzle bench anytime korf24:1..10 --boards 5 --times 500ms,2s --format json

Exit codes: 0 all boards are done, 2 usage or input error, 3 interrupted before the first board was done, 4 interrupted later, 70 a bug."
)]
pub struct AnytimeArguments {
    /// Sets of boards, a curve for each: a named set (korf24:1..10), or random boards as in
    /// random:5x5:20:2026
    #[arg(value_name = "SET")]
    pub sets: Vec<String>,
    /// How many boards of each set
    #[arg(long, value_name = "COUNT", default_value_t = anytime::BOARDS, value_parser = units::length)]
    pub boards: usize,
    /// When to look: seconds, or durations such as 500ms; the largest is also the time limit of
    /// each board, unless --time-limit sets one
    #[arg(long, value_name = "TIMES", value_delimiter = ',', default_value = "0.1,1,10,60", value_parser = units::moment)]
    pub times: Vec<Duration>,
    #[command(flatten)]
    pub resources: ResourceFields,
    /// The search; options in parentheses
    #[arg(short, long, default_value = AUTO, value_parser = Named::algorithms())]
    pub algorithm: String,
    /// The heuristic [default: the search's own choice]
    #[arg(short = 'H', long, allow_hyphen_values = true, value_parser = Named::heuristics())]
    pub heuristic: Option<String>,
    /// Draw the curves into this file
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: AnytimeFormat,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum AnytimeFormat {
    /// For people: the rows of each set as it is done
    #[default]
    Text,
    /// The same as a Markdown table
    Md,
    /// One object with the curves and every board
    Json,
    /// One row per board and time
    Csv,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum BenchFormat {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
    /// One row per run
    Csv,
}
