//! `npuzzle solve`

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::domains::tiles::notation::Format;
use npuzzle::domains::tiles::{MoveOrder, MovesOf};
use npuzzle::front::units;

use crate::args::names::{Named, board_format, moves_of, profile};
use crate::args::picture::PictureArguments;
use crate::args::shared::{AnswerFormat, BoardArguments, LimitArguments, WatchArguments};

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
    /// The search; options in parentheses, as in `dls(limit=20)` or `weighted-astar(w=1.5)` [default: auto, or the profile's]
    #[arg(short, long, value_parser = Named::algorithms())]
    pub algorithm: Option<String>,
    /// The heuristic [default: manhattan; auto chooses its own]
    #[arg(short = 'H', long, allow_hyphen_values = true, value_parser = Named::heuristics())]
    pub heuristic: Option<String>,
    /// The order in which the moves of the blank are tried
    #[arg(long, default_value_t)]
    pub order: MoveOrder,
    #[command(flatten)]
    pub limits: LimitArguments,
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
    /// How boards are written in the text form
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = board_format(true))]
    pub notation: Format,
    /// Whose direction the letters U D L R name
    #[arg(long, value_name = "WHOSE", default_value = "blank", value_parser = moves_of())]
    pub moves_of: MovesOf,
    /// Follow the rules and the form of a course: goal, goal test, duplicates, ties and output
    #[arg(long, value_name = "NAME", value_parser = profile("solve"))]
    pub profile: Option<&'static ProfileCard>,
    /// Count all optimal solutions, and list the first of them
    #[arg(long, conflicts_with = "profile")]
    pub all: bool,
    /// How many optimal solutions are listed at most
    #[arg(long, value_name = "COUNT", default_value = "10", value_parser = units::length, requires = "all")]
    pub max_solutions: usize,
    /// Run the search this many times, and print the mean of the times and their standard deviation
    #[arg(long, value_name = "RUNS", value_parser = units::runs, conflicts_with_all = ["trace", "step", "profile", "journal"])]
    pub repeat: Option<NonZeroUsize>,
    /// Write every few seconds what is done into this folder, and go on from there (with -a tile-ida)
    #[arg(long, value_name = "DIR")]
    pub journal: Option<PathBuf>,
    /// How many states of each layer beams keep (with -a auto, beam, tile-beam); auto makes them as wide as time allows
    #[arg(long, value_name = "STATES", value_parser = units::width)]
    pub beam_width: Option<NonZeroUsize>,
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
