//! The constructive solver as an entry of the catalogue.

use crate::catalogue::run::{Puzzle, Run};
use crate::core::card::{AlgorithmCard, MemoryClass, Optimality, SearchKind};
use crate::core::{Budget, Cost, Limits, Outcome, Proof, Solution, Stats, Verdict};
use crate::domains::tiles::constructive::construct;
use crate::domains::tiles::parity::least_moves;

pub(crate) const CARD: AlgorithmCard = AlgorithmCard {
    name: "constructive",
    aliases: &[],
    title: "Constructive solver",
    summary: "fills line after line without search: any board up to 100x100 at once, by a long solution",
    informed: false,
    complete: true,
    optimal: Optimality::No,
    memory: MemoryClass::Path,
    kind: SearchKind::Forward,
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

pub(crate) fn run(puzzle: &Puzzle<'_>, limits: &Limits) -> Run {
    let mut budget = Budget::new(limits.clone());
    let lower_bound = least_moves(puzzle.start, puzzle.goal);
    budget.raise_lower_bound(lower_bound);
    let mut stopped = None;
    let moves = construct(puzzle.start, puzzle.goal, || {
        stopped = budget.check().err();
        stopped.is_none()
    });
    let verdict = match (moves, stopped) {
        (Some(moves), _) => {
            let cost = moves.0.len() as Cost;
            Verdict::Solved(Solution { ops: moves.0, cost, proof: Proof::by_bound(cost, lower_bound) })
        }
        (None, Some(why)) => Verdict::Stopped { why, best: None },
        (None, None) => Verdict::Unsolvable,
    };
    let stats = Stats { iterations: 1, ..Stats::default() };
    let outcome = Outcome::new(verdict, stats, &mut budget);
    Run { outcome, seconds: budget.elapsed(), table_seconds: std::time::Duration::ZERO, deepening: Vec::new() }
}
