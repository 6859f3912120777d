//! `npuzzle play`

use clap::Args;
use npuzzle::domains::tiles::Shape;
use npuzzle::domains::tiles::notation::Format;

use crate::args::names::{Named, board_format};
use crate::render::scheme::Scheme;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle play                        a random 15-puzzle
  npuzzle play 867254301              any board
  npuzzle play --size 3x3 --goal snail --scheme ring
  npuzzle play korf:1..10             ten boards, one after the other

`?` shows all keys; the mouse works too. The terminal is given back as it was.

Exit codes: 0 done, 2 usage or input error, or no terminal, 70 a bug, 130 Ctrl-C or a signal.")]
pub struct PlayArguments {
    /// Boards to play, one after the other: any text form, files, `-` for standard input, a named set (korf:12), or random boards
    /// (random:3x3:1) [default: a random board]
    #[arg(value_name = "BOARD")]
    pub boards: Vec<String>,
    /// The goal: a name or any board text [default: last, or the goal of the named set]
    #[arg(short, long, value_parser = Named::goals())]
    pub goal: Option<String>,
    /// The size of the random board, or of boards written as one flat list [default: 4x4]
    #[arg(long, value_name = "RxC")]
    pub size: Option<Shape>,
    /// How boards are written, where it cannot be recognised
    #[arg(long, value_name = "FORMAT", value_parser = board_format(false))]
    pub input_format: Option<Format>,
    /// The seed of the random board; the next ones have the seeds after it
    #[arg(long)]
    pub seed: Option<u64>,
    /// How tiles are coloured
    #[arg(long, value_enum, default_value_t)]
    pub scheme: Scheme,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
    /// Leave the mouse to the terminal, so that text can be selected with it
    #[arg(long)]
    pub no_mouse: bool,
}
