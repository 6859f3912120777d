//! Boards that a device solves before they are asked for.

use crate::answer::solve::heuristic_of;
use crate::answer::{Ahead, Request};
use crate::catalogue::SEARCH_ON_DEVICES;
use crate::catalogue::tiles::tile_ida;
use crate::core::Metric;
use crate::domains::tiles::Board;
use crate::domains::tiles::parity::is_solvable;
use crate::heuristics::expression::Steps;

/// Boards of more cells can take a device hours, one of them.
const MOST_CELLS: usize = 16;

/// Has a device solve the boards of requests that are alike but for these, all at the same time.
/// Until the value is dropped, [`solve`](crate::answer::solve) has the answers. `None` if there is
/// nothing to gain, or if something is in the way: the requests themselves tell what.
pub fn solve_ahead(requests: &[Request]) -> Option<Ahead> {
    let [first, _, ..] = requests else { return None };
    let shape = first.problem.shape();
    let limits = &first.limits;
    let is_plain = limits.time.is_none() && limits.nodes.is_none() && first.journal.is_none();
    let fits = first.metric == Metric::Single && shape.cells() <= MOST_CELLS;
    let call = first.call().ok()?;
    if limits.device.is_none() || !is_plain || !fits || call.card.name != SEARCH_ON_DEVICES {
        return None;
    }
    let heuristic = heuristic_of(first, Steps::of(first.metric, shape), &call).ok()?;
    let goal = first.goal.board(shape).ok()?;
    let is_alike = |request: &&Request| {
        let other = request.goal.board(request.problem.shape());
        other.is_ok_and(|other| other == goal) && is_solvable(&request.problem, &goal)
    };
    let starts: Vec<Board> = requests.iter().filter(is_alike).map(|request| request.problem.clone()).collect();
    tile_ida::solve_ahead(&starts, &goal, (&call, heuristic.as_ref()), limits)
}
