//! Boards in the words of other problems.

use crate::catalogue::call::Call;
use crate::catalogue::report::Report;
use crate::catalogue::request::{Request, RequestError};
use crate::catalogue::search::{
    HeuristicChoice, Job, MOST_LISTED, SearchImprovement, SearchReport, SearchRequest, SpaceChoice, TILES,
};
use crate::core::{Cost, Fraction};
use crate::domains::tiles::generate::{Generator, Kind};
use crate::domains::tiles::notation::{Format, ReadOptions, read_board, write_board};
use crate::domains::tiles::{Board, MovesOf, Shape};

/// Boards go through [`solve`], which knows parity, `auto` and the referee.
pub(super) fn on_tiles<J: Job>(
    job: J,
    request: &SearchRequest,
    call: &Call,
    arguments: &str,
) -> Result<J::Output, RequestError> {
    let label = format!("{}({arguments})", TILES.name);
    let wrong = |reason: String| RequestError::Problem { call: label.clone(), reason };
    let (start, seed) = match arguments.trim().parse::<Shape>() {
        Ok(shape) => {
            let goal = request.goal.board(shape)?;
            let mut generator =
                Generator::new(&goal, Kind::Uniform, request.seed).map_err(|error| wrong(error.to_string()))?;
            (generator.board(), Some(request.seed))
        }
        Err(_) => {
            let read = read_board(arguments, &ReadOptions::default());
            let read =
                read.map_err(|error| RequestError::Text { source_name: "board".to_owned(), error: Box::new(error) })?;
            (read.board, None)
        }
    };
    let heuristic = match &request.heuristic {
        HeuristicChoice::Default => None,
        HeuristicChoice::Name(name) => Some(name.clone()),
        HeuristicChoice::File { name, .. } => return Err(RequestError::NeedsMap { name: name.clone() }),
    };
    let question = Request {
        goal: request.goal.clone(),
        algorithm: call.to_string(),
        heuristic,
        order: request.order,
        limits: request.limits.clone(),
        ..Request::new(start)
    };
    job.on_board(&question, request, seed)
}

/// The answer about a board in the words of other problems.
pub(super) fn of_board(report: Report, request: &SearchRequest, seed: Option<u64>) -> SearchReport {
    let problem = match &request.space {
        SpaceChoice::Call(text) => text.trim().to_owned(),
        SpaceChoice::Map { name, .. } | SpaceChoice::Custom { name, .. } => name.clone(),
    };
    let draw = |board: &Board| write_board(board, Format::Grid).unwrap_or_else(|_| board.to_string());
    let (mut names, mut drawings, mut moves) = (vec![report.start.to_string()], Vec::new(), Vec::new());
    let mut board = report.start.clone();
    for &direction in report.path.iter().flat_map(|path| &path.0) {
        // The referee has played all these moves.
        let Some(next) = board.moved(direction) else { break };
        board = next;
        names.push(board.to_string());
        moves.push(direction.letter().to_string());
        if request.drawings && drawings.len() < MOST_LISTED {
            drawings.push(draw(&board));
        }
    }
    let solved = report.path.is_some();
    let whole = |cost: Cost| Fraction::whole(cost.into());
    SearchReport {
        status: report.status,
        problem,
        rows: (),
        cols: (),
        start: report.start.to_string(),
        goal: Some(report.goal.to_string()),
        goals: vec![report.goal.to_string()],
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
        improvements: report.improvements.iter().map(|step| SearchImprovement::new(step, 1)).collect(),
        solutions: (),
        notes: Vec::new(),
        start_drawing: draw(&report.start),
        goal_drawing: Some(draw(&report.goal)),
        drawings,
        unit: 1,
    }
}
