//! `npuzzle eval`

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use npuzzle::core::Progress;
use npuzzle::front::boards::Input;
use npuzzle::question::{Ask, BoardText, Eval, Evaluation, Watch};

use crate::args::format::{Form, LINES, OBJECTS, TEXT};
use crate::args::{BoardArguments, Format};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::input;
use crate::out::Out;
use crate::progress::ProgressLine;
use crate::render::evaluation::{self, Row};
use crate::render::records::{ErrorObject, Records, unread};
use crate::terms::{limits, within};

const FORMATS: &[Form] =
    &[TEXT, OBJECTS, LINES, (Format::Csv, "One row per board and heuristic"), (Format::Md, "A table for a report")];

/// Compute heuristics on boards, tile by tile, beside the true distance
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle eval 867254301                          tile by tile
  npuzzle eval 867254301 -H linear-conflict -H 'pdb(4-4)'
  npuzzle eval '2 3 8/1 4 5/6 7 0' --goal first -H manhattan-with-blank/2
  npuzzle eval korf:1..10 -H manhattan -H linear-conflict
  npuzzle eval random:3x3:100:1 -H 'max(0, misplaced-with-blank - 1)' -f csv
  npuzzle eval random:5x5:1:1 --distance always --time-limit 1m

A board need not be solvable. The exact value of an expression may be a fraction; searches round it up to whole moves.

Exit codes: 0 answered (a heuristic without a value on the board is an answer, and so are bounds of the true distance), 2 usage or \
input error, 4 interrupted, 70 a bug.")]
pub struct Arguments {
    #[command(flatten)]
    input: BoardArguments,
    #[command(flatten)]
    question: Eval,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(FORMATS))]
    format: Format,
    /// What to show of each board, in the text form
    #[arg(long, value_enum, default_value_t)]
    show: Show,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// Tiles for one board, values for several
    #[default]
    Auto,
    /// What every tile, pair and pattern adds
    Tiles,
    /// The values alone, in a table
    Values,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        // Once, and not for each board.
        self.question.check()?;
        let inputs = input::read_all(&self.input, None, out)?;
        let (limits, cancel) = limits(&self.question.limits)?;
        let terms = within(limits);
        let count = inputs.left();
        let mut shown = Shown::new(self, count, cancel, out);
        let mut worst = failure::ANSWERED;
        shown.records.begin(shown.out)?;
        for (number, input) in inputs.enumerate() {
            if number > 0 && shown.is_interrupted() {
                break;
            }
            let code = match &input.content {
                Ok(content) => {
                    let board = BoardText::named(&input.name, content.clone().into());
                    let mut live = Live(ProgressLine::new());
                    let answer = Eval { board, ..self.question.clone() }.ask(&terms, &mut live);
                    live.0.clear();
                    match answer.map_err(Failure::from) {
                        Ok(answer) => shown.answer(number, &input, &answer).map(|()| failure::ANSWERED),
                        Err(failure) => {
                            let object = ErrorObject::new(&input.name, &failure.to_string());
                            shown.bad(&input, &failure, &object)
                        }
                    }
                }
                Err(refusal) => {
                    let failure = Failure::Usage(unread(&input.name, refusal, count > 1));
                    shown.bad(&input, &failure, &ErrorObject::unread(&input.name, refusal))
                }
            };
            worst = failure::worst([worst, code?]);
            shown.out.flush()?;
        }
        shown.end(worst)
    }
}

/// Tells how the search for the true distance gets on.
struct Live(ProgressLine);

impl Watch for Live {
    fn progress(&mut self, progress: &Progress) {
        self.0.update(progress);
    }
}

/// Shows the answers.
struct Shown<'s> {
    format: Format,
    count: usize,
    with_tiles: bool,
    done: usize,
    records: Records,
    /// The rows of the table, which is as wide as the widest of them.
    rows: Vec<Row>,
    cancel: Arc<AtomicBool>,
    out: &'s mut Out,
}

impl<'s> Shown<'s> {
    fn new(arguments: &Arguments, count: usize, cancel: Arc<AtomicBool>, out: &'s mut Out) -> Self {
        let with_tiles = match arguments.show {
            Show::Auto => count == 1,
            Show::Tiles => true,
            Show::Values => false,
        };
        let records = Records::new(arguments.format, count > 1);
        Self { format: arguments.format, count, with_tiles, done: 0, records, rows: Vec::new(), cancel, out }
    }

    fn is_interrupted(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn answer(&mut self, number: usize, input: &Input, answer: &Evaluation) -> Result<(), Failure> {
        self.done += 1;
        answer.notes.iter().try_for_each(|note| self.out.note(note))?;
        match self.format {
            Format::Text if self.with_tiles => {
                if self.count > 1 {
                    self.out.heading(number, &input.name)?;
                }
                self.out.text(&evaluation::details(answer))
            }
            Format::Text | Format::Md | Format::Latex => {
                self.rows.extend(evaluation::rows(&input.name, answer));
                Ok(())
            }
            Format::Csv => {
                let rows = evaluation::rows(&input.name, answer);
                rows.iter().try_for_each(|row| self.records.write(&(), row, self.out))
            }
            Format::Json | Format::Jsonl => self.records.write(answer, &(), self.out),
        }
    }

    /// A bad board is reported and does not stop the others.
    fn bad(&mut self, input: &Input, failure: &Failure, object: &ErrorObject) -> Result<u8, Failure> {
        self.done += 1;
        self.out.error(&failure.to_string())?;
        self.records.write(object, &Row::error(&input.name, &object.reason), self.out)?;
        Ok(failure.exit_code())
    }

    fn end(self, worst: u8) -> Result<u8, Failure> {
        self.records.end(self.out)?;
        match self.format {
            Format::Text => self.out.text(&evaluation::table(&self.rows))?,
            Format::Md => self.out.text(&evaluation::markdown(&self.rows))?,
            _ => {}
        }
        self.out.flush()?;
        let left = self.count - self.done;
        if !self.is_interrupted() {
            return Ok(worst);
        }
        if left > 0 {
            self.out.note(&format!("interrupted: {left} of {} boards were not started", self.count))?;
        }
        Ok(failure::worst([worst, failure::NOT_PROVED]))
    }
}
