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
    let several = inputs.left() > 1;
    let mut records = Records::new(arguments.format.into(), several);
    let mut worst = failure::ANSWERED;
    records.begin(out)?;
    for (number, input) in inputs.enumerate() {
        if several && arguments.format == ExplainFormat::Text {
            out.heading(number, &input.name)?;
        }
        let explanation = match explain(&input, out)? {
            Ok(explanation) => explanation,
            Err(message) => {
                out.error(&message)?;
                records.write(&ErrorObject::new(&input.name, &message), &(), out)?;
                worst = failure::worst([worst, failure::USAGE]);
                continue;
            }
        };
        worst = failure::worst([worst, if explanation.solvable { failure::ANSWERED } else { failure::UNSOLVABLE }]);
        match arguments.format {
            ExplainFormat::Text => out.text(&explanation::text(&explanation))?,
            ExplainFormat::Json | ExplainFormat::Jsonl => records.write(&explanation, &(), out)?,
        }
        out.flush()?;
    }
    records.end(out)?;
    Ok(worst)
}

fn explain(input: &Input, out: &mut Out) -> Result<Result<Explanation, String>, Failure> {
    Ok(input::with_goal(input, out)?.map(|(board, goal)| Explanation::new(board, &goal)))
}
