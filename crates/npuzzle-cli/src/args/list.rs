//! `npuzzle list`

use clap::{Args, ValueEnum};

use crate::args::shared::ListFormat;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle list algorithms
  npuzzle list heuristics --format md
  npuzzle list statistics           what is counted, and how")]
pub struct ListArguments {
    /// What to list
    #[arg(value_enum)]
    pub what: Listing,
    /// The form of the list
    #[arg(short, long, value_enum, default_value_t)]
    pub format: ListFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Listing {
    Algorithms,
    Heuristics,
    Problems,
    Goals,
    Formats,
    Statistics,
}
