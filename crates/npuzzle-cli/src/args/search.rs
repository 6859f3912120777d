//! `npuzzle search`

use clap::{Args, ValueEnum};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::question::Search;

use crate::args::names::{Named, profile};
use crate::args::shared::{AnswerFormat, WatchArguments};

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle search 'hanoi(3,5)'
  npuzzle search 'jugs(3,5->4)' -a bfs --show states
  npuzzle search map.txt -H estimates.txt --step
  npuzzle search map.txt -H estimates.txt --check-optimistic

A map file has a line with the start, a line with the goals, and a line `state: next,cost next,cost` for each \
state; a heuristic file a line `state: value` for each. Lines that begin with `#` are comments.\n\nExit codes: 0 answered (a check \
that fails is an answer), 1 unsolvable, 2 usage or input error, 3 a limit ended the search before a solution was found, 4 a \
limit ended it with a solution that is not proved to be what was asked for, 70 a bug.")]
pub struct SearchArguments {
    /// A problem such as `hanoi(3,5)` (`npuzzle list problems`), or a map file; `-` reads a map
    /// from standard input
    #[arg(value_name = "PROBLEM", value_parser = Named::problems())]
    pub problem: String,
    #[command(flatten)]
    pub question: Search,
    #[command(flatten)]
    pub watch: WatchArguments,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: AnswerFormat,
    /// What to show of the solution, in the text form
    #[arg(long, value_enum, default_value_t)]
    pub show: ShowPath,
    /// Check that the heuristic file is nowhere above the true cost
    #[arg(long)]
    pub check_optimistic: bool,
    /// Check that the heuristic file drops along no edge by more than it costs
    #[arg(long)]
    pub check_consistent: bool,
    /// The states that are checked
    #[arg(long, value_enum, default_value_t)]
    pub over: Over,
    /// Follow the rules and the form of a grader: successors and ties by name, goals recognised
    /// when expanded
    #[arg(long, value_name = "NAME", value_parser = profile("search"))]
    pub profile: Option<&'static ProfileCard>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowPath {
    /// The states of a map, or the operators of a problem
    #[default]
    Path,
    /// Every state on the way
    States,
    /// Neither
    None,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Over {
    /// All states of the map
    #[default]
    All,
    /// Those that can be reached from the start
    Reachable,
}
