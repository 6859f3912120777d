//! `npuzzle explain`

use npuzzle::domains::tiles::explain::Explanation;
use npuzzle::front::boards::Input;

use crate::args::{ExplainArguments, ExplainFormat};
use crate::failure::{self, Failure};
use crate::input;
use crate::out::Out;
use crate::render::explanation;
use crate::render::records::{ErrorObject, Records};

pub fn run(arguments: &ExplainArguments, out: &mut Out) -> Result<u8, Failure> {
    let inputs = input::read_all(&arguments.input, None, out)?;
    let several = inputs.len() > 1;
    let mut records = Records::new(arguments.format.into(), several);
    let mut codes = Vec::new();
    records.begin(out)?;
    for (number, input) in inputs.iter().enumerate() {
        if several && arguments.format == ExplainFormat::Text {
            out.heading(number, &input.name)?;
        }
        let explanation = match explain(input, out)? {
            Ok(explanation) => explanation,
            Err(message) => {
                out.error(&message)?;
                records.write(&ErrorObject::new(&input.name, &message), &(), out)?;
                codes.push(failure::USAGE);
                continue;
            }
        };
        codes.push(if explanation.solvable { failure::ANSWERED } else { failure::UNSOLVABLE });
        match arguments.format {
            ExplainFormat::Text => out.text(&explanation::text(&explanation))?,
            ExplainFormat::Json | ExplainFormat::Jsonl => records.write(&explanation, &(), out)?,
        }
    }
    records.end(out)?;
    Ok(failure::worst(codes))
}

fn explain(input: &Input, out: &mut Out) -> Result<Result<Explanation, String>, Failure> {
    Ok(input::with_goal(input, out)?.map(|(board, goal)| Explanation::new(board, &goal)))
}
