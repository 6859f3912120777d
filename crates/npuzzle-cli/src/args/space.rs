//! `npuzzle space`

use clap::{Args, ValueEnum};
use npuzzle::domains::tiles::Shape;
use npuzzle::question::ResourceFields;

use crate::args::names::Named;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle space 3x3
  npuzzle space 2x4 --goal snail --format csv
  npuzzle space 2x3 --export-map map.txt

Exit codes: 0 answered, 2 usage or input error, 3 a limit ended the search or forbade it, 70 a bug.")]
pub struct SpaceArguments {
    /// The size of the boards: up to 12 cells anywhere, up to 15 where the memory allows it
    #[arg(value_name = "RxC")]
    pub size: Shape,
    /// The goal: a name or any board text
    #[arg(short, long, default_value = "last", value_parser = Named::goals())]
    pub goal: String,
    /// Count the shortest solutions of every board [default: up to 10 cells]
    #[arg(long)]
    pub count_solutions: bool,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: SpaceFormat,
    #[command(flatten)]
    pub resources: ResourceFields,
    /// Instead, write all boards and moves as a map file for `npuzzle search` (up to 10 cells); `-`
    /// writes it to standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count_solutions", "format"])]
    pub export_map: Option<String>,
    /// The start of the map [default: the farthest board from the goal]
    #[arg(long, value_name = "BOARD", requires = "export_map")]
    pub start: Option<String>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum SpaceFormat {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
    /// One row a depth
    Csv,
}
