//! What several commands ask for.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, ValueEnum};
use npuzzle::domains::tiles::Shape;
use npuzzle::domains::tiles::notation::Format;
use npuzzle::front::units;

use crate::args::names::{Named, board_format};

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
pub enum ListFormat {
    /// For people
    #[default]
    Text,
    /// An array of objects
    Json,
    /// A Markdown table
    Md,
}
