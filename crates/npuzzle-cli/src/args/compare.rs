//! `npuzzle compare`

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use npuzzle::domains::tiles::MoveOrder;
use npuzzle::question::LimitFields;

use crate::args::names::Named;
use crate::args::shared::BoardArguments;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle compare random:3x3:20 -a astar -a ida
  npuzzle compare korf:1..5 -a ida -H manhattan -H linear-conflict --repeat 3
  npuzzle compare random:3x3:50:7 -a bfs -a 'weighted-astar(w=2)' --format csv
  npuzzle compare random:3x3:20 -a astar --resume runs.jsonl --report page.html

Searches that use no heuristic run once per board. A pair that is refused is a row with the reason. Time is \
that of the search alone; b* is the effective branching factor; the gap is cost / optimum - 1.\n\nExit codes: 0 all runs are \
done (one that a limit ended is done), 2 usage or input error, 3 interrupted before the first run was done, 4 interrupted later, 70 a \
bug.")]
pub struct CompareArguments {
    #[command(flatten)]
    pub input: BoardArguments,
    /// A search, with options in parentheses; may be given several times
    #[arg(short, long = "algorithm", value_name = "ALGORITHM", default_value = "astar", value_parser = Named::algorithms())]
    pub algorithms: Vec<String>,
    /// A heuristic; may be given several times [default: manhattan; auto chooses its own]
    #[arg(short = 'H', long = "heuristic", allow_hyphen_values = true, value_name = "HEURISTIC", value_parser = Named::heuristics())]
    pub heuristics: Vec<String>,
    /// The order in which the moves of the blank are tried
    #[arg(long, default_value_t)]
    pub order: MoveOrder,
    #[command(flatten)]
    pub limits: LimitFields,
    /// Time each run so often, for the mean and the standard deviation
    #[arg(long, value_name = "COUNT", default_value = "1")]
    pub repeat: NonZeroU32,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: CompareFormat,
    /// Keep finished runs in this file, and skip those that it holds: after a break, the same
    /// command goes on
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Write a page with tables and plots, for the browser and for print
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// For people: a line for each run as it ends, then the summary
    #[default]
    Text,
    /// The same as Markdown tables
    Md,
    /// One row a run
    Csv,
    /// One object a run, written as each is done
    Jsonl,
    /// One object with all runs and the summary
    Json,
}
