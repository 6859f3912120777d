//! `npuzzle completions`

use clap_complete::Shell;

use crate::completion;
use crate::failure::{self, Failure};
use crate::out::Out;

pub fn run(shell: Shell, out: &mut Out) -> Result<u8, Failure> {
    out.text(&completion::script(shell)?)?;
    Ok(failure::ANSWERED)
}
