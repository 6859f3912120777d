//! `npuzzle generate`

use std::ops::ControlFlow;

use clap::Args;
use npuzzle::core::Limits;
use npuzzle::domains::tiles::Board;
use npuzzle::domains::tiles::notation::{self, write_board};
use npuzzle::front::boards::comments;
use npuzzle::front::generated::Generated;
use npuzzle::front::random_seed;
use npuzzle::question::{Ask, Generate, Watch};
use npuzzle_host::memory;

use crate::args::format::{LINES, OBJECTS, ROWS, TEXT};
use crate::args::{Format, board_format};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::input::note_seed;
use crate::out::Out;
use crate::render::records::Records;
use crate::{interrupt, terms};

/// Make random boards
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle generate 4x4
  npuzzle generate 3x3 -n 5 --seed 1 --notation digits
  npuzzle generate 3x3 --optimal-distance 31
  npuzzle generate 4x4 --goal snail --notation 42 > puzzle.txt
  npuzzle generate 4x4 -n 3 | npuzzle solve -

Exit codes: 0 answered, 2 usage error, 3 a limit forbade it, 70 a bug.")]
pub struct Arguments {
    #[command(flatten)]
    question: Generate,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, OBJECTS, LINES, ROWS]))]
    format: Format,
    /// How boards are written in the text form
    #[arg(long, value_name = "FORMAT", default_value = "rows", value_parser = board_format())]
    notation: notation::Format,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let seed = self.question.seed.unwrap_or_else(random_seed);
        let question = Generate { seed: Some(seed), ..self.question.clone() };
        let limits = match question.optimal_distance {
            // These boards are found by a search over the whole space.
            Some(_) => Limits { cancel: Some(interrupt::flag()?), ..memory::limits() },
            None => Limits { memory: None, ..memory::limits() },
        };
        let several = question.work().is_some_and(|(_, count)| count != 1);
        let records = Records::new(self.format, several);
        let mut printer = Printer { arguments: self, records, made: 0, failed: None, out };
        question.ask(&terms::within(limits), &mut printer)?;
        printer.finish()
    }
}

/// Writes boards as they are made.
struct Printer<'p> {
    arguments: &'p Arguments,
    records: Records,
    made: u64,
    failed: Option<Failure>,
    out: &'p mut Out,
}

impl Printer<'_> {
    fn write(&mut self, made: &Generated<Board>) -> Result<(), Failure> {
        if self.made == 0 {
            note_seed(made.seed, self.arguments.question.seed, self.out)?;
            self.records.begin(self.out)?;
        }
        self.made += 1;
        if self.arguments.format != Format::Text {
            return self.records.write(made, &made.texts(), self.out);
        }
        let notation = self.arguments.notation;
        let text = write_board(&made.board, notation).map_err(Failure::usage)?;
        if self.made > 1 && text.contains('\n') {
            self.out.line("")?;
        }
        if notation == notation::Format::FortyTwo {
            self.out.text(&comments(&made.board, &made.goal))?;
        }
        self.out.line(&text)
    }

    fn finish(self) -> Result<u8, Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        if self.made == 0 {
            self.records.begin(self.out)?;
        }
        self.records.end(self.out)?;
        Ok(failure::ANSWERED)
    }
}

impl Watch for Printer<'_> {
    fn takes_boards(&self) -> bool {
        true
    }

    fn made(&mut self, board: Generated<Board>) -> ControlFlow<()> {
        failure::go_on(self.write(&board), &mut self.failed)
    }
}
