//! From the fields of a request to the engine's own request.

use npuzzle::catalogue::Request;
use npuzzle::core::Limits;
use npuzzle::domains::tiles::{MoveOrder, MovesOf};

use crate::app::{LimitFields, field};
use crate::boards::BoardFields;
use crate::bodies::{SolveBody, TraceBody};
use crate::fields::BoardText;
use crate::problem::{Named, Problem};

/// What requests to solve and to trace have in common.
pub struct Question<'b> {
    board: &'b BoardText,
    boards: BoardFields<'b>,
    algorithm: Option<&'b String>,
    heuristic: Option<&'b String>,
    order: Option<&'b str>,
    moves_of: Option<&'b str>,
    /// What may be used up.
    pub limits: LimitFields<'b>,
}

macro_rules! question_of {
    ($body:ident) => {
        impl<'b> From<&'b $body> for Question<'b> {
            fn from(body: &'b $body) -> Self {
                Self {
                    board: &body.board,
                    boards: BoardFields {
                        size: body.size.as_deref(),
                        input_format: body.input_format.as_deref(),
                        goal: body.goal.as_ref(),
                        seed: body.seed,
                    },
                    algorithm: body.algorithm.as_ref(),
                    heuristic: body.heuristic.as_ref(),
                    order: body.order.as_deref(),
                    moves_of: body.moves_of.as_deref(),
                    limits: LimitFields {
                        time_limit: body.time_limit.as_deref(),
                        node_limit: body.node_limit.as_ref(),
                        memory_limit: body.memory_limit.as_deref(),
                        threads: body.threads.as_ref(),
                    },
                }
            }
        }
    };
}

question_of!(SolveBody);
question_of!(TraceBody);

impl<'b> Question<'b> {
    /// The request to the engine.
    pub fn request(&self, limits: &Limits) -> Result<Request, Problem> {
        let order = field("order", self.order, read_order)?.unwrap_or_default();
        let moves_of = field("moves_of", self.moves_of, read_moves_of)?.unwrap_or_default();
        let chosen = self.boards.one(self.board, limits)?;
        Ok(Request {
            goal: chosen.content.goal,
            algorithm: self.algorithm.cloned().unwrap_or_else(|| "auto".to_owned()),
            heuristic: self.heuristic.cloned(),
            order,
            moves_of,
            limits: limits.clone(),
            ..Request::new(chosen.content.board)
        })
    }

    /// The texts that an error may be about.
    pub fn named(&self) -> Named<'b> {
        Named {
            algorithms: ("algorithm", self.algorithm.map_or(&[], std::slice::from_ref)),
            heuristics: ("heuristic", self.heuristic.map_or(&[], std::slice::from_ref)),
            goal: self.boards.goal.map(|goal| goal.0.as_str()),
        }
    }
}

/// Reads an order of moves such as `UDLR`.
pub fn read_order(text: &str) -> Result<MoveOrder, String> {
    text.parse().map_err(|error: <MoveOrder as std::str::FromStr>::Err| error.to_string())
}

fn read_moves_of(text: &str) -> Result<MovesOf, String> {
    let known = MovesOf::NAMES.into_iter().find(|(name, _)| *name == text);
    known.map(|(_, of)| of).ok_or_else(|| {
        let names = MovesOf::NAMES.map(|(name, _)| name).join(" or ");
        format!("`{text}` does not say whose moves: expected {names}")
    })
}
