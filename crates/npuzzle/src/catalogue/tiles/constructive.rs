//! The constructive solver as an entry of the catalogue.

use crate::catalogue::RequestError;
use crate::catalogue::run::{Answer, BoardTask, Puzzle, Run};
use crate::catalogue::tiles::TileSearch;
use crate::core::card::{AlgorithmCard, Completeness, FrontierOrder, Group, MemoryClass, Optimality, SearchKind};
use crate::core::{Budget, Limits, Outcome, Proof, Solution, Stats, Stop, Verdict};
use crate::domains::tiles::Moves;
use crate::solvers::tiles::constructive::Construction;

/// The entry of the list.
pub(crate) struct Entry;

impl TileSearch for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "constructive",
        aliases: &[],
        title: "Constructive solver",
        summary: "places tile after tile and searches only the last cells: any board up to 100x100, the largest in about a second, by a long solution",
        group: Group::Boards,
        informed: false,
        complete: Completeness::Always,
        optimal: Optimality::No,
        weakened_by: &[],
        memory: MemoryClass::Solution,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::None,
        features: &[],
        options: &[],
        citation: "after Parberry 1995",
        pseudocode: "\
if the board is one line: slide the blank home, return
rest <- the whole board
while a side of rest is longer than 3:
  line <- row or column at the edge of rest, without the
    goal's blank, whose tiles are nearest
  for each cell of line but the last two, from both ends:
    the blank walks to the tile of that cell
    and pulls it home by the fewest moves
  put the last two tiles in place together
  rest <- rest without line
solve rest by the fewest moves
return all moves
",
    };

    fn run(task: BoardTask<'_, '_, '_>) -> Result<Answer, RequestError> {
        Ok(Answer::of(task.call, run(task.puzzle, task.limits), None))
    }
}

/// Constructs a solution.
pub(crate) fn run(puzzle: &Puzzle<'_>, limits: &Limits) -> Run {
    let mut budget = Budget::new(limits.clone());
    let lower_bound = puzzle.least_cost();
    budget.raise_lower_bound(lower_bound);
    let verdict = match construct(puzzle, &mut budget) {
        Ok(Some(moves)) => {
            let cost = moves.cost(puzzle.metric);
            Verdict::Solved(Solution { ops: moves.0, cost, proof: Proof::by_bound(cost, lower_bound) })
        }
        Ok(None) => Verdict::Unsolvable,
        Err(why) => Verdict::Stopped { why, best: None },
    };
    let stats = Stats { iterations: 1, ..Stats::default() };
    let outcome = Outcome::new(verdict, stats, &mut budget);
    let (seconds, table_seconds) = (budget.elapsed(), std::time::Duration::ZERO);
    Run { outcome, h_start: None, seconds, table_seconds, deepening: Vec::new() }
}

/// A solution, if there is one, within the limits.
fn construct(puzzle: &Puzzle<'_>, budget: &mut Budget<'_>) -> Result<Option<Moves>, Stop> {
    let mut construction = Construction::new(puzzle.start, puzzle.goal);
    loop {
        budget.hold(construction.held())?;
        let mut checked = Ok(());
        let filled = construction.fill_line(|| {
            checked = budget.check();
            checked.is_ok()
        });
        checked?;
        match filled {
            Some(true) => {}
            Some(false) => break,
            None => return Ok(None),
        }
    }
    // A few cells, or a single line, are left.
    let finished = construction.finish(|| true);
    budget.hold(construction.held())?;
    Ok(finished.map(|()| construction.into_moves()))
}
