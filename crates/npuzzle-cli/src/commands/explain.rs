//! `npuzzle explain`

use clap::Args;
use npuzzle::question::{Ask, BoardText, Explain, Terms};

use crate::args::format::{LINES, OBJECTS, TEXT};
use crate::args::{BoardArguments, Format};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::input;
use crate::out::Out;
use crate::render::explanation;
use crate::render::records::{ErrorObject, Records, unread};

/// Show why a board can or cannot be solved, step by step
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle explain 812_x43_765
  npuzzle explain '1 2 3/4 5 6/8 7 0' --goal snail
  npuzzle explain boards.txt --format jsonl

Exit codes: 0 it can be solved, 1 it cannot, 2 usage or input error, 70 a bug.")]
pub struct Arguments {
    #[command(flatten)]
    input: BoardArguments,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, OBJECTS, LINES]))]
    format: Format,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let inputs = input::read_all(&self.input, None, out)?;
        let several = inputs.left() > 1;
        let mut records = Records::new(self.format, several);
        let mut worst = failure::ANSWERED;
        records.begin(out)?;
        for (number, input) in inputs.enumerate() {
            if several && self.format == Format::Text {
                out.heading(number, &input.name)?;
            }
            let answer = match input.content {
                Ok(content) => {
                    let board = BoardText::named(&input.name, content.into());
                    let answer = Explain { board, ..Explain::default() }.ask(&Terms::default(), &mut ());
                    answer.map_err(|refusal| {
                        let failure = Failure::from(refusal);
                        let object = ErrorObject::new(&input.name, &failure.to_string());
                        (failure, object)
                    })
                }
                Err(refusal) => {
                    let message = unread(&input.name, &refusal, several);
                    Err((Failure::Usage(message), ErrorObject::unread(&input.name, &refusal)))
                }
            };
            let code = match answer {
                Ok(answer) => {
                    answer.notes.iter().try_for_each(|note| out.note(note))?;
                    if self.format == Format::Text {
                        out.text(&explanation::text(&answer.explanation))?;
                    }
                    records.write(&answer.explanation, &(), out)?;
                    if answer.explanation.solvable { failure::ANSWERED } else { failure::UNSOLVABLE }
                }
                Err((failure, object)) => {
                    out.error(&failure.to_string())?;
                    records.write(&object, &(), out)?;
                    failure.exit_code()
                }
            };
            worst = failure::worst([worst, code]);
            out.flush()?;
        }
        records.end(out)?;
        Ok(worst)
    }
}
