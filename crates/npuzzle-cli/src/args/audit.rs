//! `npuzzle audit`

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use npuzzle::front::units;
use npuzzle::question::ResourceFields;

use crate::args::names::Named;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle audit 3x3 -H manhattan -H misplaced-with-blank
  npuzzle audit 3x3 -H 'max(0, misplaced-with-blank - 1)'
  npuzzle audit 2x4 -H scan-conflict --goal snail
  npuzzle audit 4x4 -H linear-conflict --samples 50 --seed 1
  npuzzle audit 'hanoi(3,5)'
  npuzzle audit map.txt -H estimates.txt

Exit codes: 0 answered (a heuristic that fails is an answer), 2 usage or input error, 3 a limit ended the audit or forbade it, 4 a
limit ended the sampling early, 70 a bug.")]
pub struct AuditArguments {
    /// The size of the boards, a problem such as `hanoi(3,5)`, or a map file
    #[arg(value_name = "RxC|PROBLEM|MAP")]
    pub space: String,
    /// The heuristics: names, expressions such as `max(manhattan, misplaced)`, or the heuristic
    /// files of a map [default: all there are]
    #[arg(short = 'H', long = "heuristic", allow_hyphen_values = true, value_name = "EXPR|FILE", value_parser = Named::problem_heuristics())]
    pub heuristics: Vec<String>,
    /// The goal of the boards: a name or any board text [default: last]
    #[arg(short, long, value_parser = Named::goals())]
    pub goal: Option<String>,
    /// Judge by this many random boards instead of all [default above 12 cells: 20]
    #[arg(long, value_name = "COUNT", value_parser = units::positive)]
    pub samples: Option<u64>,
    /// The seed of samples and of random starts; without it a random one is used and printed
    #[arg(long)]
    pub seed: Option<u64>,
    /// Show how often each error occurs, for every heuristic
    #[arg(long)]
    pub errors: bool,
    /// Audit this many times, for the mean and the spread of the time
    #[arg(long, value_name = "COUNT")]
    pub repeat: Option<NonZeroUsize>,
    #[command(flatten)]
    pub resources: ResourceFields,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: AuditFormat,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum AuditFormat {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
    /// One row a heuristic
    Csv,
    /// A table for a report
    Md,
}
