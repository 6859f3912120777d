//! `POST /api/solve`: the shortest solution of a board, or the best one in time.

use npuzzle::catalogue::{Report, solve};
use npuzzle::front::units;

use crate::app::amount;
use crate::bodies::SolveBody;
use crate::desk::Desk;
use crate::pool::LaneName;
use crate::problem::Problem;
use crate::question::Question;
use crate::work::Work;

/// How many optimal solutions are listed if nobody says, as on the command line.
const USUAL_SOLUTIONS: usize = 10;
/// More are not listed.
const MOST_SOLUTIONS: usize = 10_000;

/// Solves a board.
pub struct Solve;

impl Work for Solve {
    const PATH: &'static str = "/api/solve";
    const SUMMARY: &'static str = "Find a shortest solution of a board, or the best one within a time limit";
    const EXAMPLE: &'static str =
        r#"{"board": "867254301", "algorithm": "astar", "heuristic": "manhattan", "time_limit": "5s"}"#;
    const STREAMS: bool = true;
    type Body = SolveBody;
    type Answer = Report;

    fn lane(_: &SolveBody) -> LaneName {
        LaneName::Long
    }

    fn run(body: SolveBody, desk: &Desk) -> Result<Report, Problem> {
        let question = Question::from(&body);
        let listed = amount("max_solutions", body.max_solutions.as_ref(), |text| match units::length(text)? {
            most if most > MOST_SOLUTIONS => {
                Err(format!("`{text}` is more than are listed here: expected at most {MOST_SOLUTIONS}"))
            }
            most => Ok(most),
        })?;
        let beam_width = amount("beam_width", body.beam_width.as_ref(), units::width)?;
        let mut request = question.request(&desk.limits(&question.limits)?)?;
        request.all = body.all.unwrap_or(false).then(|| listed.unwrap_or(USUAL_SOLUTIONS));
        request.beam_width = beam_width;
        solve(&request, &mut desk.watcher()).map_err(|error| Problem::request(&error, &question.named()))
    }
}
