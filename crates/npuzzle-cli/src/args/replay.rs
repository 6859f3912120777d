//! `npuzzle replay`

use clap::Args;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle solve 867254301 -a astar --trace search.trace
  npuzzle replay search.trace
  npuzzle replay search.trace --from 100
  npuzzle search 'hanoi(3,3)' --trace - | npuzzle replay -

The trace is what `npuzzle solve BOARD --trace FILE` and `npuzzle search PROBLEM --trace FILE` write. `?` shows all keys. \
If standard output is not a terminal, it prints every step, as `solve --step` does.")]
pub struct ReplayArguments {
    /// The file of a trace; `-` reads standard input
    #[arg(value_name = "TRACE")]
    pub trace: String,
    /// Begin at this step
    #[arg(long, value_name = "STEP", default_value_t = 1, value_parser = step)]
    pub from: u64,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
}

/// The number of a step.
fn step(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("steps are counted from 1".to_owned()),
        Ok(step) => Ok(step),
        Err(_) => Err("expected the number of a step, such as 100".to_owned()),
    }
}
