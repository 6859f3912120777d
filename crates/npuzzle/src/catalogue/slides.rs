//! One search on one board in the multi-tile metric, where a slide of a whole line counts as one.
//!
//! The searches are those that are compiled for problems whose type is hidden; the estimates are
//! those of boards, whatever they are worth in slides.

use std::sync::Arc;

use crate::catalogue::compiled::Compiled;
use crate::catalogue::run::{Puzzle, Run, Watch, Way};
use crate::catalogue::{Call, RequestError};
use crate::core::{Domain, Limits, Metric, Solution};
use crate::domains::any::{AnyDomain, Coded};
use crate::domains::tiles::{Board, Grid, Shape, Slides};
use crate::heuristics::expression::Expression;
use crate::heuristics::tiles::{TileHeuristic, slide_rows_columns, slide_walking_distance};
use crate::trace::TraceSink;

/// The strongest heuristic in slides that exists for boards of a shape without a table of them all.
pub(crate) fn strongest(shape: Shape) -> Expression {
    match slide_walking_distance::exists_for(shape) {
        true => Expression::of(&slide_walking_distance::Entry::CARD),
        false => Expression::of(&slide_rows_columns::Entry::CARD),
    }
}

impl<G: Grid> Compiled<G> {
    /// Builds the heuristic and runs one search of the general list.
    pub(super) fn run_in_slides(
        &self,
        puzzle: &Puzzle<'_>,
        call: &Call,
        expression: &Expression,
        limits: &Limits,
        watch: Watch<'_>,
        trace: Option<TraceSink<'_>>,
    ) -> Result<Run, RequestError> {
        let to = |goal: &Board| Arc::new(Slides::<G>::new(goal, puzzle.order));
        let slides = &to(puzzle.goal);
        let way = Way {
            domain: &AnyDomain::shared(Arc::clone(slides)),
            start: slides.pack(&slides.tiles().position(puzzle.start)).to_code(),
            search: npuzzle_others::search(call.card.name).expect("the call names a search of the list"),
            estimate: &|_, goal, budget, broken| (self.heuristics.in_slides)(expression, &to(goal), budget, broken),
            translate: &|solution| {
                let moves = slides.moves(puzzle.start.blank(), &solution.ops);
                // Two slides in one direction that a search put together from two paths are one.
                let cost = moves.cost(Metric::Multi).min(solution.cost);
                Solution { ops: moves.0, cost, proof: solution.proof }
            },
        };
        way.run(puzzle, call, limits, watch, trace)
    }
}
