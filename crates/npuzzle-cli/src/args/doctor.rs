//! `npuzzle doctor`

use clap::{Args, ValueEnum};

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle doctor                  what was found, and what to do about it
  npuzzle doctor --format json    the same for programs, and for reports of bugs

Nothing is changed: tables are looked at, not built. Exit codes: 0 no problem, 2 a problem, 70 a bug.")]
pub struct DoctorArguments {
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: DoctorFormat,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum DoctorFormat {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
}
