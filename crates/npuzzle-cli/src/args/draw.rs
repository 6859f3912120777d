//! `npuzzle draw`

use clap::Args;

use crate::args::picture::StyleArguments;
use crate::args::shared::BoardArguments;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle draw 867254301                       in the terminal
  npuzzle draw 867254301 --svg board.svg       for a slide or a report
  npuzzle draw korf24:25 --scheme ring --svg board.svg
  npuzzle draw korf:1..9 --svg sheet.svg       a sheet of boards")]
pub struct DrawArguments {
    #[command(flatten)]
    pub input: BoardArguments,
    /// Draw into a file instead of the terminal; `-` for standard output. Several boards make a
    /// sheet, with their names
    #[arg(long, value_name = "FILE")]
    pub svg: Option<String>,
    #[command(flatten)]
    pub style: StyleArguments,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
}
