//! What several commands ask for.

use clap::Args;
use npuzzle::question::BoardFields;

/// Where boards come from and what they are to become.
#[derive(Args)]
pub struct BoardArguments {
    /// Boards: any text form (`1 2 3/4 0 6/7 5 8`, `123_4x6_758`, `123406758`, JSON, tables,
    /// drawings, ...: `npuzzle list formats`), files with any number of them (also CSV and answers
    /// in JSON), `-` for standard input, a named set (korf:12, korf:1..10, korf24:25,
    /// deepcubea-35:7), or random boards: random:RxC:COUNT[:SEED], walk:RxC:MOVES:COUNT[:SEED] (so
    /// many moves from the goal), distance:RxC:MOVES:COUNT[:SEED] (with so many moves in the
    /// shortest solution)
    #[arg(required = true, value_name = "BOARD")]
    pub boards: Vec<String>,
    #[command(flatten)]
    pub form: BoardFields,
}

/// Ways to see what a search does.
#[derive(Args)]
pub struct WatchArguments {
    /// Write everything the search does to a file, as JSON lines; `-` writes it instead of the
    /// answer
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = "Answer")]
    pub trace: Option<String>,
    /// Print every expansion with its successors and the frontier, in the text form
    #[arg(long)]
    #[arg(help_heading = "Answer")]
    pub step: bool,
}
