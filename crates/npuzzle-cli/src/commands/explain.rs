//! `npuzzle explain`

use npuzzle::domains::tiles::explain::Explanation;

use crate::args::{ExplainArguments, ExplainFormat};
use crate::failure::{self, Failure};
use crate::input::{self, Input};
use crate::out::Out;
use crate::render::{explanation, json};

pub fn run(arguments: &ExplainArguments, out: &mut Out) -> Result<u8, Failure> {
    let inputs = input::read_all(&arguments.input)?;
    let several = inputs.len() > 1;
    let mut codes = Vec::new();
    let mut objects = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        let explanation = match explain(input, out)? {
            Ok(explanation) => explanation,
            Err(message) => {
                out.error(&message)?;
                objects.push(
                    serde_json::json!({ "status": "error", "board": input.name, "reason": message.lines().next() }),
                );
                codes.push(failure::USAGE);
                continue;
            }
        };
        codes.push(if explanation.solvable { failure::ANSWERED } else { failure::UNSOLVABLE });
        match arguments.format {
            ExplainFormat::Json => {
                objects.push(serde_json::to_value(explanation).map_err(|error| Failure::Bug(error.to_string()))?);
            }
            ExplainFormat::Text => {
                if several {
                    out.line(&format!("{}== {}", if number > 0 { "\n" } else { "" }, input.name))?;
                }
                out.text(&explanation::text(&explanation))?;
            }
        }
    }
    if arguments.format == ExplainFormat::Json {
        let text = match &objects[..] {
            [only] if !several => json::pretty(only),
            all => json::pretty(&all),
        };
        out.line(&text?)?;
    }
    Ok(failure::worst(codes))
}

fn explain(input: &Input, out: &mut Out) -> Result<Result<Explanation, String>, Failure> {
    let content = match &input.content {
        Ok(content) => content,
        Err(message) => return Ok(Err(message.clone())),
    };
    let goal = match content.goal.board(content.board.shape()) {
        Ok(goal) => goal,
        Err(error) => return Ok(Err(error.to_string())),
    };
    if let Some(remark) = input::disagreement(content, &goal) {
        out.note(&remark)?;
    }
    Ok(Ok(Explanation::new(&content.board, &goal)))
}
