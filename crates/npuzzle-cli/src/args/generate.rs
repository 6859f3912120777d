//! `npuzzle generate`

use clap::Args;
use npuzzle::domains::tiles::Shape;
use npuzzle::domains::tiles::notation::Format;
use npuzzle::front::units;

use crate::args::names::{Named, board_format};
use crate::args::shared::AnswerFormat;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle generate 4x4
  npuzzle generate 3x3 -n 5 --seed 1 --notation digits
  npuzzle generate 3x3 --optimal-distance 31
  npuzzle generate 4x4 --goal snail --notation 42 > puzzle.txt
  npuzzle generate 4x4 -n 3 | npuzzle solve -

Exit codes: 0 answered, 2 usage error, 3 a limit forbade it, 70 a bug.")]
pub struct GenerateArguments {
    /// The size of the boards
    #[arg(value_name = "RxC")]
    pub size: Shape,
    /// How many boards
    #[arg(short = 'n', long, default_value = "1", value_parser = units::count)]
    pub count: u64,
    /// The seed; without it a random one is used and printed
    #[arg(long)]
    pub seed: Option<u64>,
    /// The goal the boards are made for: a name or any board text
    #[arg(short, long, default_value = "last", value_parser = Named::goals())]
    pub goal: String,
    /// Walk this many random moves away from the goal, never straight back
    #[arg(long, value_name = "MOVES", value_parser = units::count, group = "kind")]
    pub walk: Option<u64>,
    /// Make boards that cannot be solved
    #[arg(long, group = "kind")]
    pub unsolvable: bool,
    /// Make boards whose shortest solution has exactly this many moves (up to 12 cells)
    #[arg(long, value_name = "MOVES", group = "kind")]
    pub optimal_distance: Option<u32>,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: AnswerFormat,
    /// How boards are written in the text form
    #[arg(long, value_name = "FORMAT", default_value = "rows", value_parser = board_format())]
    pub notation: Format,
}
