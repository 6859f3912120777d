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
use crate::render::records::{ErrorObject, Records};

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
            let question = input
                .content
                .map(|content| Explain { board: BoardText::named(&input.name, content.into()), ..Explain::default() });
            let answer = question.map_err(|refusal| Failure::usage(refusal.message));
            let answer = answer.and_then(|question| Ok(question.ask(&Terms::default(), &mut ())?));
            let code = match answer {
                Ok(answer) => {
                    answer.notes.iter().try_for_each(|note| out.note(note))?;
                    if self.format == Format::Text {
                        out.text(&explanation::text(&answer.explanation))?;
                    }
                    records.write(&answer.explanation, &(), out)?;
                    if answer.explanation.solvable { failure::ANSWERED } else { failure::UNSOLVABLE }
                }
                Err(failure) => {
                    let message = failure.to_string();
                    out.error(&message)?;
                    records.write(&ErrorObject::new(&input.name, &message), &(), out)?;
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
