//! `npuzzle play`

use clap::Args;
use npuzzle::question::BoardFields;

use npuzzle::picture::scheme::Scheme;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle play                        a random 15-puzzle
  npuzzle play 867254301              any board
  npuzzle play --size 3x3 --goal snail --scheme ring
  npuzzle play korf:1..10             ten boards, one after the other

`?` shows all keys; the mouse works too. The terminal is given back as it was.

Exit codes: 0 done, 2 usage or input error, or no terminal, 70 a bug, 130 Ctrl-C or a signal.")]
pub struct PlayArguments {
    /// Boards to play, one after the other: any text form, files, `-` for standard input, a named
    /// set (korf:12), or random boards (random:3x3:1) [default: a random board of 4x4, or of
    /// --size]
    #[arg(value_name = "BOARD")]
    pub boards: Vec<String>,
    #[command(flatten)]
    pub form: BoardFields,
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
