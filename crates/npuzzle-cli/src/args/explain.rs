//! `npuzzle explain`

use clap::{Args, ValueEnum};

use crate::args::shared::{AnswerFormat, BoardArguments};

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle explain 812_x43_765
  npuzzle explain '1 2 3/4 5 6/8 7 0' --goal snail
  npuzzle explain boards.txt --format jsonl

Exit codes: 0 it can be solved, 1 it cannot, 2 usage or input error, 70 a bug.")]
pub struct ExplainArguments {
    #[command(flatten)]
    pub input: BoardArguments,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t)]
    pub format: ExplainFormat,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// For people
    #[default]
    Text,
    /// One object, or an array for several boards
    Json,
    /// One object a line, written as each board is done
    Jsonl,
}

impl From<ExplainFormat> for AnswerFormat {
    fn from(format: ExplainFormat) -> Self {
        match format {
            ExplainFormat::Text => Self::Text,
            ExplainFormat::Json => Self::Json,
            ExplainFormat::Jsonl => Self::Jsonl,
        }
    }
}
