//! `npuzzle pdb`

use clap::{Args, Subcommand, ValueEnum};
use npuzzle::domains::tiles::Shape;
use npuzzle::heuristics::tiles::pdb::table::Encoding;
use npuzzle::question::ResourceFields;

use crate::args::names::{Named, encoding};
use crate::args::shared::ListFormat;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle pdb build 4x4 --patterns 7-8
  npuzzle pdb build 4x4 -p 1,2,5,6,9,10/3,4,7,8,11,12/13,14,15 --goal first
  npuzzle pdb list
  npuzzle solve korf:1 -a ida -H 'pdb(7-8)'

Tables are kept in the folder `tables` of NPUZZLE_CACHE, or of the user's cache folder for npuzzle. \
Every file is checked whenever it is opened; damaged files are rebuilt.")]
pub struct PdbArguments {
    #[command(subcommand)]
    pub command: PdbCommand,
}

#[derive(Subcommand)]
pub enum PdbCommand {
    /// Build tables; first print how much time and memory that takes
    Build(PdbBuildArguments),
    /// List all tables, and check each of them
    #[command(after_help = "Examples:
  npuzzle pdb list
  npuzzle pdb list --format json")]
    List {
        /// The form of the list
        #[arg(short, long, value_enum, default_value_t)]
        format: ListFormat,
    },
    /// Show everything known about tables
    #[command(after_help = "Examples:
  npuzzle pdb info NAME             a name as in the list
  npuzzle pdb info tables/NAME.pdb --format json")]
    Info {
        /// The tables: names as in the list, or files
        #[arg(required = true, value_name = "NAME|FILE")]
        tables: Vec<String>,
        /// The form of the answer
        #[arg(short, long, value_enum, default_value_t)]
        format: PdbFormat,
    },
    /// Check every byte of tables, and compare entries with a search and with their neighbours
    #[command(after_help = "Examples:
  npuzzle pdb verify --all
  npuzzle pdb verify NAME --seed 1

Exit codes: 0 all are right, 2 one is not, 3 interrupted, 70 a bug.")]
    Verify {
        #[command(flatten)]
        tables: PdbChoice,
        /// The seed of the random entries [default: a random one, which is printed]
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Remove tables
    #[command(after_help = "Examples:
  npuzzle pdb remove NAME           a name as in the list
  npuzzle pdb remove --all")]
    Remove {
        #[command(flatten)]
        tables: PdbChoice,
    },
    /// Print the folder of the tables
    #[command(after_help = "Examples:
  npuzzle pdb path")]
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
#[command(after_help = "Examples:
  npuzzle pdb build 4x4 --patterns 7-8 --dry-run    what would it take?
  npuzzle pdb build 4x4 --patterns 6-6-3
  npuzzle pdb build 5x5 --patterns 6-6-6-6 --goal first

Exit codes: 0 the tables are there, 2 usage or input error, 3 a limit ended the work or forbade it, 70 a bug.")]
pub struct PdbBuildArguments {
    /// The size of the boards
    #[arg(value_name = "RxC")]
    pub size: Shape,
    /// The tiles of each table: sizes such as `7-8` or `6-6-3`, or the tiles themselves, as in
    /// `1,2,5,6/3,4,7,8`
    #[arg(short, long)]
    pub patterns: String,
    /// The goal: a name or any board text
    #[arg(short, long, default_value = "last", value_parser = Named::goals())]
    pub goal: String,
    /// How distances are written [default: as solvers look them up: bits, or nibbles on boards of
    /// more than 16 cells]
    #[arg(long, value_parser = encoding())]
    pub encoding: Option<Encoding>,
    /// Rebuild tables that exist already
    #[arg(long)]
    pub force: bool,
    /// Only print what it would take
    #[arg(long, conflicts_with = "force")]
    pub dry_run: bool,
    #[command(flatten)]
    pub resources: ResourceFields,
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
