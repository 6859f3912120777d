//! `npuzzle completions`

use clap::Args;
use clap_complete::Shell;

use crate::commands::Run;
use crate::completion;
use crate::failure::{self, Failure};
use crate::out::Out;

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "Examples:
  source <(npuzzle completions bash)          for this shell
  npuzzle completions bash > ~/.local/share/bash-completion/completions/npuzzle
  npuzzle completions zsh > ~/.zfunc/_npuzzle
  npuzzle completions fish > ~/.config/fish/completions/npuzzle.fish
  npuzzle completions powershell >> $PROFILE
  npuzzle completions elvish >> ~/.config/elvish/rc.elv

The script asks `npuzzle` itself, which must be in the PATH: names of searches, heuristics (also inside of expressions), goals, sets of \
boards and your tables are those of the program that is installed.")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        out.text(&completion::script(self.shell)?)?;
        Ok(failure::ANSWERED)
    }
}
