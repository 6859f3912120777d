//! `npuzzle completions`

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Arguments;
use crate::failure::{self, Failure};
use crate::out::Out;

pub fn run(shell: Shell, out: &mut Out) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "npuzzle", &mut script);
    out.text(&String::from_utf8_lossy(&script))?;
    Ok(failure::ANSWERED)
}
