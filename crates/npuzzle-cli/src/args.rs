//! The command line. All names that can be chosen come from the catalogue.

use std::ffi::OsStr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use npuzzle::catalogue::{
    self,
    profile::{PROFILES, ProfileCard},
};
use npuzzle::domains::tiles::notation::{FORMATS, Format};
use npuzzle::domains::tiles::{MoveOrder, MovesOf, Shape, goal};
use npuzzle::front::units;
use npuzzle::heuristics::tiles::pdb::table::Encoding;
use npuzzle::lab::anytime;

/// Sliding-tile puzzles: the shortest solution of any board, and the reason when there is none.
#[derive(Parser)]
#[command(name = "npuzzle", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    /// When to use colours (NO_COLOR is respected)
    #[arg(long, value_enum, default_value_t, global = true, value_name = "WHEN")]
    pub color: Color,
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "Examples:
  npuzzle solve 867254301                       the shortest solution of an 8-puzzle
  npuzzle solve '1 2 3/4 0 6/7 5 8' -a bfs      breadth-first search
  npuzzle solve korf:12 -a ida -H manhattan     a benchmark board
  npuzzle explain 812_x43_765                   why it cannot be solved, and how to repair it
  npuzzle generate 4x4 -n 3 --seed 1 | npuzzle solve -
  npuzzle audit 3x3 -H 'max(manhattan, misplaced)'  is it admissible? consistent?
  npuzzle compare random:3x3:20 -a astar -a ida -H manhattan -H linear-conflict --report page.html
  npuzzle pdb build 4x4 --patterns 7-8          tables that solve any 15-puzzle in milliseconds
  npuzzle search 'hanoi(3,5)' -a bfs            another problem, the same searches
  npuzzle search map.txt -H estimates.txt --step
  npuzzle serve --open                          the page, in the browser
  npuzzle list algorithms";

#[derive(Subcommand)]
pub enum Command {
    /// Find the shortest solution of a board, or the best one in time
    Solve(SolveArguments),
    /// Show why a board can or cannot be solved, step by step
    Explain(ExplainArguments),
    /// Make random boards
    Generate(GenerateArguments),
    /// Run searches with heuristics on the same boards, and compare them in tables and plots
    Compare(CompareArguments),
    /// Search other problems: towers, jugs, pancakes, rivers, and maps from files
    Search(SearchArguments),
    /// Judge heuristics over a whole space: admissible, consistent, how good, and the board that decides
    Audit(AuditArguments),
    /// Explore the whole space of a small board, depth by depth
    Space(SpaceArguments),
    /// Build, list, check and remove pattern databases
    Pdb(PdbArguments),
    /// Show the page in a browser: play, solve, watch the search, compare, audit; with an HTTP interface for programs
    #[cfg(feature = "serve")]
    Serve(ServeArguments),
    /// List what there is to choose from, with explanations
    List(ListArguments),
    /// Run a fixed suite and print its signature and the speed of the engine, or draw anytime curves
    Bench(BenchArguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// Where boards come from and what they are to become.
#[derive(Args)]
pub struct BoardArguments {
    /// Boards: any text form (`1 2 3/4 0 6/7 5 8`, `123_4x6_758`, `123406758`, JSON, ...), files, `-` for standard input,
    /// a named set (korf:12, korf:1..10, korf24:25, deepcubea-35:7), or random boards: random:RxC:COUNT[:SEED],
    /// walk:RxC:MOVES:COUNT[:SEED] (so many moves from the goal), distance:RxC:MOVES:COUNT[:SEED] (with so many moves in the shortest
    /// solution)
    #[arg(required = true, value_name = "BOARD")]
    pub boards: Vec<String>,
    /// The goal: a name or any board text [default: last, or the goal of the named set]
    #[arg(short, long, value_parser = Named::goals())]
    pub goal: Option<String>,
    /// The size of boards written as one flat list, if they are not square
    #[arg(long, value_name = "RxC")]
    pub size: Option<Shape>,
    /// How boards are written, where it cannot be recognised
    #[arg(long, value_name = "FORMAT", value_parser = board_format(false))]
    pub input_format: Option<Format>,
    /// The seed of random boards that name none; without it a random one is used and printed
    #[arg(long)]
    pub seed: Option<u64>,
}

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 answered, 1 unsolvable, 2 usage or input error, 3 a limit ended the search before a \
solution was found, 4 a limit ended it with a solution that is not proved to be what was asked for, 70 a bug."
)]
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

/// What a search may use up.
#[derive(Args)]
pub struct LimitArguments {
    /// Stop after this time: 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time_limit: Option<Duration>,
    /// Stop before the search holds more than this: 256MiB, 4GiB [default: three quarters of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub memory_limit: Option<u64>,
    /// Stop after this many expansions: 1000, 1e6
    #[arg(long, value_name = "COUNT", value_parser = units::count)]
    pub node_limit: Option<u64>,
    /// Threads of the parallel searches [default: all cores]
    #[arg(long, value_name = "COUNT", value_parser = units::threads)]
    pub threads: Option<NonZeroUsize>,
}

/// Ways to see what a search does.
#[derive(Args)]
pub struct WatchArguments {
    /// Write everything the search does to a file, as JSON lines; `-` writes it instead of the answer
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
    /// Print every expansion with its successors and the frontier, in the text form
    #[arg(long)]
    pub step: bool,
}

#[derive(Args)]
#[command(
    after_help = "Searches that use no heuristic run once per board. A pair that is refused is a row with the reason. Time is \
that of the search alone; b* is the effective branching factor; the gap is cost / optimum - 1.\n\nExit codes: 0 all runs are \
done (one that a limit ended is done), 2 usage or input error, 3 interrupted before the first run was done, 4 interrupted later, 70 a \
bug."
)]
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
    pub limits: LimitArguments,
    /// Time each run so often, for the mean and the standard deviation
    #[arg(long, value_name = "COUNT", default_value = "1")]
    pub repeat: NonZeroU32,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: CompareFormat,
    /// Keep finished runs in this file, and skip those that it holds: after a break, the same command goes on
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

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// For people
    #[default]
    Text,
    /// One object, or an array for several boards
    Json,
    /// One object a line, written as each board is done
    Jsonl,
    /// One row a board
    Csv,
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

#[derive(Args)]
pub struct ExplainArguments {
    #[command(flatten)]
    pub input: BoardArguments,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: ExplainFormat,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// For people
    #[default]
    Text,
    /// One object, or an array for several boards
    Json,
    /// One object a line, written as each board is done
    Jsonl,
}

impl From<ExplainFormat> for AnswerFormat {
    fn from(format: ExplainFormat) -> Self {
        match format {
            ExplainFormat::Text => Self::Text,
            ExplainFormat::Json => Self::Json,
            ExplainFormat::Jsonl => Self::Jsonl,
        }
    }
}

#[derive(Args)]
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
    #[arg(long, value_name = "FORMAT", default_value = "rows", value_parser = board_format(true))]
    pub notation: Format,
}

#[derive(Args)]
#[command(
    after_help = "A map file has a line with the start, a line with the goals, and a line `state: next,cost next,cost` for each \
state; a heuristic file a line `state: value` for each. Lines that begin with `#` are comments.\n\nExit codes: 0 answered (a check \
that fails is an answer), 1 unsolvable, 2 usage or input error, 3 a limit ended the search before a solution was found, 4 a \
limit ended it with a solution that is not proved to be what was asked for, 70 a bug."
)]
pub struct SearchArguments {
    /// A problem such as `hanoi(3,5)` (`npuzzle list problems`), or a map file; `-` reads a map from standard input
    #[arg(value_name = "PROBLEM", value_parser = Named::problems())]
    pub problem: String,
    /// The search; options in parentheses [default: astar]
    #[arg(short, long, value_parser = Named::algorithms(), conflicts_with_all = ["check_optimistic", "check_consistent"])]
    pub algorithm: Option<String>,
    /// The heuristic: a name, or the heuristic file of a map [default: the first of the problem]
    #[arg(short = 'H', long, allow_hyphen_values = true, value_name = "NAME|FILE", value_parser = Named::problem_heuristics())]
    pub heuristic: Option<String>,
    /// The goal of `tiles(...)`: a name or any board text
    #[arg(short, long, value_parser = Named::goals())]
    pub goal: Option<String>,
    /// The seed of random starts; without it a random one is used and printed
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub limits: LimitArguments,
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
    /// Follow the rules and the form of a grader: successors and ties by name, goals recognised when expanded
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

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle audit 3x3 -H manhattan -H misplaced-with-blank
  npuzzle audit 3x3 -H 'max(0, misplaced-with-blank - 1)' -H manhattan-with-blank/2
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
    /// The heuristics: names, expressions such as `max(manhattan, misplaced)`, or the heuristic files of a map [default: all there
    /// are]
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
    pub resources: ResourceArguments,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: AuditFormat,
}

/// What a laboratory job may use up.
#[derive(Args)]
pub struct ResourceArguments {
    /// Threads [default: all cores]
    #[arg(long, value_name = "COUNT", value_parser = units::threads)]
    pub threads: Option<NonZeroUsize>,
    /// Refuse what takes more than this: 256MiB, 4GiB [default: three quarters of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub memory_limit: Option<u64>,
    /// Stop after this time: 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time_limit: Option<Duration>,
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

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 answered, 2 usage or input error, 3 a limit ended the search or forbade it, 70 a bug."
)]
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
    pub resources: ResourceArguments,
    /// Instead, write all boards and moves as a map file for `npuzzle search` (up to 10 cells); `-` writes it to
    /// standard output
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

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle pdb build 4x4 --patterns 7-8
  npuzzle pdb build 4x4 --patterns 1,2,5,6,9,10/3,4,7,8,11,12/13,14,15 --goal first
  npuzzle pdb list
  npuzzle solve korf:1 -a ida -H 'pdb(7-8)'

Tables are kept in the folder `tables` of NPUZZLE_CACHE, or of the user's cache folder for npuzzle. \
Every file is checked whenever it is opened; what is damaged is built anew.")]
pub struct PdbArguments {
    #[command(subcommand)]
    pub command: PdbCommand,
}

#[derive(Subcommand)]
pub enum PdbCommand {
    /// Build tables, and tell before what that takes
    Build(PdbBuildArguments),
    /// List all tables, each of them checked
    List {
        /// The form of the list
        #[arg(short, long, value_enum, default_value_t)]
        format: ListFormat,
    },
    /// Show all that is known of tables
    Info {
        /// The tables: names as in the list, or files
        #[arg(required = true, value_name = "NAME|FILE")]
        tables: Vec<String>,
        /// The form of the answer
        #[arg(short, long, value_enum, default_value_t)]
        format: PdbFormat,
    },
    /// Check every byte of tables, and compare entries with a search and with their neighbours
    #[command(after_help = "Exit codes: 0 all are right, 2 one is not, 3 interrupted, 70 a bug.")]
    Verify {
        #[command(flatten)]
        tables: PdbChoice,
        /// The seed of the random entries; without it a random one is used and printed
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Remove tables
    Remove {
        #[command(flatten)]
        tables: PdbChoice,
    },
    /// Print the folder of the tables
    Path,
}

/// Which tables.
#[derive(Args)]
pub struct PdbChoice {
    /// The tables: names as in the list
    #[arg(required_unless_present = "all", value_name = "NAME")]
    pub names: Vec<String>,
    /// All tables
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
}

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 the tables are there, 2 usage or input error, 3 a limit ended the work or forbade it, 70 a bug."
)]
pub struct PdbBuildArguments {
    /// The size of the boards
    #[arg(value_name = "RxC")]
    pub size: Shape,
    /// The tiles of each table: sizes such as `7-8` or `6-6-3`, or the tiles themselves, as in `1,2,5,6/3,4,7,8`
    #[arg(short, long)]
    pub patterns: String,
    /// The goal: a name or any board text
    #[arg(short, long, default_value = "last", value_parser = Named::goals())]
    pub goal: String,
    /// How distances are written [default: as solvers look them up: bits, or nibbles on boards of more than 16 cells]
    #[arg(long, value_parser = encoding())]
    pub encoding: Option<Encoding>,
    /// Build tables anew that are there already
    #[arg(long)]
    pub force: bool,
    /// Only tell what it would take
    #[arg(long, conflicts_with = "force")]
    pub dry_run: bool,
    #[command(flatten)]
    pub resources: ResourceArguments,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: PdbFormat,
}

impl PdbBuildArguments {
    /// How distances are written.
    pub fn encoding(&self) -> Encoding {
        self.encoding.unwrap_or_else(|| Encoding::of_solvers(self.size))
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum PdbFormat {
    /// For people
    #[default]
    Text,
    /// An array of objects
    Json,
}

#[cfg(feature = "serve")]
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle serve                       the page at http://127.0.0.1:7315/
  npuzzle serve --open                and the browser with it
  npuzzle serve --port 0              at any free port, which is printed
  npuzzle serve --workers 8           as many searches at the same time
  curl -H 'Content-Type: application/json' -d '{\"board\": \"867254301\"}' http://127.0.0.1:7315/api/solve

The interface for programs is described at /api/openapi.json. Ctrl-C stops the server and all its work.

Exit codes: 0 stopped by Ctrl-C, 2 usage error or an address that cannot be used, 70 a bug.")]
pub struct ServeArguments {
    /// The port, 0 for any that is free [default: 7315, or any if that is taken]
    #[arg(long)]
    pub port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// The address or name to listen at; another than this machine's own lets everybody on the network use its processors and memory, and tables are then kept in memory alone
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub address: String,
    /// How many jobs are worked on at the same time [default: 2, or 4 from 8 cores on]
    #[arg(long, value_name = "COUNT", value_parser = units::threads)]
    pub workers: Option<NonZeroUsize>,
}

#[derive(Args)]
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

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people
    #[default]
    Text,
    /// An array of objects
    Json,
    /// A Markdown table
    Md,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArguments {
    #[command(subcommand)]
    pub command: Option<BenchCommand>,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: BenchFormat,
}

#[derive(Subcommand)]
pub enum BenchCommand {
    /// Solve sets of boards against the clock, and print and plot how long the solutions are after so many seconds
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
    /// Sets of boards, a curve for each: a named set (korf24:1..10), or random boards as in random:5x5:20:2026
    #[arg(value_name = "SET")]
    pub sets: Vec<String>,
    /// How many boards of each set
    #[arg(long, value_name = "COUNT", default_value_t = anytime::BOARDS, value_parser = units::length)]
    pub boards: usize,
    /// When to look: seconds, or durations such as 500ms
    #[arg(long, value_name = "TIMES", value_delimiter = ',', default_value = "0.1,1,10,60", value_parser = units::moment)]
    pub times: Vec<Duration>,
    /// Stop each board after this time [default: the largest of the times]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time_limit: Option<Duration>,
    /// Stop before a search holds more than this: 256MiB, 4GiB [default: three quarters of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub memory_limit: Option<u64>,
    /// Threads of each search [default: all cores]
    #[arg(long, value_name = "COUNT", value_parser = units::threads)]
    pub threads: Option<NonZeroUsize>,
    /// The search; options in parentheses
    #[arg(short, long, default_value = "auto", value_parser = Named::algorithms())]
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
    /// One row a board and time
    Csv,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum BenchFormat {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
    /// One row a run
    Csv,
}

/// A text that usually is one of some names: they are shown in the help and by completion, but anything is accepted here,
/// since options may follow and the engine's own errors are better.
#[derive(Clone)]
pub struct Named(Vec<PossibleValue>);

impl Named {
    fn algorithms() -> Self {
        Self(catalogue::algorithms().map(|card| PossibleValue::new(card.name).help(card.summary)).collect())
    }

    fn heuristics() -> Self {
        let value = |card: &'static npuzzle::core::card::HeuristicCard| {
            PossibleValue::new(card.name).help(card.summary).aliases(card.aliases)
        };
        Self(catalogue::heuristics().map(value).collect())
    }

    /// A problem is shown by an example of it.
    fn problems() -> Self {
        Self(catalogue::problems().map(|card| PossibleValue::new(card.example).help(card.summary)).collect())
    }

    fn problem_heuristics() -> Self {
        let own = catalogue::problems().filter(|card| card.name != "tiles").flat_map(|card| card.heuristics);
        let value =
            |card: &'static npuzzle::core::card::HeuristicCard| PossibleValue::new(card.name).help(card.summary);
        Self(own.chain(catalogue::heuristics()).map(value).collect())
    }

    fn goals() -> Self {
        Self(goal::CARDS.iter().map(|card| PossibleValue::new(card.name).help(card.summary)).collect())
    }
}

impl TypedValueParser for Named {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// The formats boards can be read in, or written in.
fn board_format(written: bool) -> impl TypedValueParser<Value = Format> {
    let cards = FORMATS.iter().filter(move |card| card.writes || !written);
    let names = cards.map(|card| PossibleValue::new(card.name).help(card.summary));
    clap::builder::PossibleValuesParser::new(names).map(|name| Format::from_name(&name).unwrap_or(Format::Grid))
}

/// The profiles of a command.
fn profile(command: &'static str) -> impl TypedValueParser<Value = &'static ProfileCard> {
    let cards = move || PROFILES.iter().filter(move |card| card.command == command);
    let names = cards().map(|card| PossibleValue::new(card.name).help(card.title));
    clap::builder::PossibleValuesParser::new(names)
        .map(move |name| cards().find(|card| card.name == name).unwrap_or(&PROFILES[0]))
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    clap::builder::PossibleValuesParser::new(Encoding::ALL.map(Encoding::name))
        .map(|name| name.parse().unwrap_or(Encoding::Bits))
}

fn moves_of() -> impl TypedValueParser<Value = MovesOf> {
    let named = |name: &String| MovesOf::NAMES.into_iter().find(|(known, _)| known == name);
    clap::builder::PossibleValuesParser::new(MovesOf::NAMES.map(|(name, _)| name))
        .map(move |name| named(&name).map(|(_, of)| of).unwrap_or_default())
}
