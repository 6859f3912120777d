//! The `npuzzle` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    npuzzle_cli::main()
}
