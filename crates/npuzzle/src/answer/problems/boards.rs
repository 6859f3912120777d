//! Boards in the words of other problems.

use crate::answer::problems::{MOST_LISTED, ProblemImprovement, ProblemReport};
use crate::answer::report::Report;
use crate::answer::{Problem, Request};
use crate::catalogue::{RequestError, TILES};
use crate::core::{Cost, Fraction};
use crate::domains::tiles::generate::{GenerateError, Generator, Kind};
use crate::domains::tiles::notation::{Format, ReadOptions, read_board, write_board};
use crate::domains::tiles::{Board, MovesOf, Shape};

/// The request for the board of `tiles(...)`, and the seed if it decided the board.
pub(super) fn board_request(
    request: &Request<Problem>,
    arguments: &str,
) -> Result<(Request, Option<u64>), RequestError> {
    let (board, seed) = match arguments.trim().parse::<Shape>() {
        Ok(shape) => {
            let goal = request.goal.board(shape)?;
            let wrong = |error: GenerateError| RequestError::Problem {
                call: format!("{}({arguments})", TILES.name),
                reason: error.to_string(),
            };
            let mut generator = Generator::new(&goal, Kind::Uniform, request.seed).map_err(wrong)?;
            (generator.board(), Some(request.seed))
        }
        Err(_) => {
            let read = read_board(arguments, &ReadOptions::default());
            let wrong = |error| RequestError::Text { source_name: "board".to_owned(), error: Box::new(error) };
            (read.map_err(wrong)?.board, None)
        }
    };
    Ok((request.on(board), seed))
}

impl ProblemReport {
    /// The answer about a board in the words of other problems.
    pub(super) fn of_board(report: Report, problem: String, has_drawings: bool, seed: Option<u64>) -> Self {
        let draw = |board: &Board| write_board(board, Format::Grid).unwrap_or_else(|_| board.to_string());
        let (mut names, mut drawings, mut moves) = (vec![report.start.to_string()], Vec::new(), Vec::new());
        let mut board = report.start.clone();
        for &direction in report.path.iter().flat_map(|path| &path.0) {
            // The referee has played all these moves.
            let Some(next) = board.moved(direction) else { break };
            board = next;
            names.push(board.to_string());
            moves.push(direction.letter().to_string());
            if has_drawings && drawings.len() < MOST_LISTED {
                drawings.push(draw(&board));
            }
        }
        let solved = report.path.is_some();
        let whole = |cost: Cost| Fraction::whole(cost.into());
        Self {
            status: report.status,
            problem,
            rows: (),
            cols: (),
            start: report.start.to_string(),
            goal: Some(report.goal.to_string()),
            goals: vec![report.goal.to_string()],
            states: None,
            edges: None,
            algorithm: report.algorithm,
            engine: report.engine,
            heuristic: report.heuristic,
            order: Some(report.order),
            options: report.options,
            seed,
            cost: report.cost.map(whole),
            moves: solved.then_some(moves),
            moves_of: solved.then_some(MovesOf::Blank),
            path: solved.then_some(names),
            proof: report.proof,
            within: report.within,
            lower_bound: report.lower_bound.map(whole),
            reason: report.reason,
            stats: report.stats,
            improvements: report.improvements.iter().map(|step| ProblemImprovement::new(step, 1)).collect(),
            solutions: (),
            notes: report.notes,
            start_drawing: draw(&report.start),
            goal_drawing: Some(draw(&report.goal)),
            drawings,
            unit: 1,
        }
    }
}
