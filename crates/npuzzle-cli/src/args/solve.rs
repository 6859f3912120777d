//! `npuzzle solve`

use clap::{Args, ValueEnum};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::domains::tiles::notation::Format;
use npuzzle::question::Solve;

use crate::args::names::{board_format, profile};
use crate::args::picture::PictureArguments;
use crate::args::shared::{AnswerFormat, BoardArguments, WatchArguments};

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle solve 867254301                        the shortest solution
  npuzzle solve '1 2 3/4 0 6/7 5 8' -a bfs       breadth-first search
  npuzzle solve puzzle.txt --goal snail --show boards
  npuzzle solve korf:12 -a ida -H 'max(manhattan, linear-conflict)'
  npuzzle solve random:5x5:1:7 --time-limit 10s  the best one in ten seconds
  npuzzle solve 867254301 --animate              watch it being solved
  npuzzle solve 867254301 --svg way.svg --gif way.gif
  npuzzle solve 867254301 -a astar --trace search.trace
  npuzzle generate 4x4 -n 3 | npuzzle solve - --format jsonl

Exit codes: 0 answered, 1 unsolvable, 2 usage or input error, 3 a limit ended the search before a \
solution was found, 4 a limit ended it with a solution that is not proved to be what was asked for, 70 a bug.")]
pub struct SolveArguments {
    #[command(flatten)]
    pub input: BoardArguments,
    #[command(flatten)]
    pub question: Solve,
    #[command(flatten)]
    pub watch: WatchArguments,
    #[command(flatten)]
    pub picture: PictureArguments,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: AnswerFormat,
    /// What to show of the solution, in the text form
    #[arg(long, value_enum, default_value_t)]
    pub show: Show,
    /// Follow the rules and the form of a course: goal, goal test, duplicates, ties and output
    #[arg(long, value_name = "NAME", value_parser = profile("solve"), conflicts_with_all = ["all", "repeat"])]
    pub profile: Option<&'static ProfileCard>,
    /// How boards are written in the text form
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = board_format())]
    pub notation: Format,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// The moves as letters
    #[default]
    Moves,
    /// Every board on the way, with the moved tile marked
    Boards,
    /// Neither
    None,
}
