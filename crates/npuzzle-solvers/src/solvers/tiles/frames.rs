//! Beam and construction by turns, for boards that are beyond the reach of a beam.
//!
//! On large boards a beam brings nearly all tiles home in few moves and then stalls: what is left
//! to do needs more moves than any one of its boards is worth. So it is followed to the board of
//! best score; there the next frame of the unfinished rectangle, two lines, is filled exactly,
//! which takes few moves since most of its tiles are home; and the beam goes on with the smaller
//! rectangle. The construction ends with any board, so this does.

use std::sync::Arc;

use crate::core::{Cost, Stop};
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::{Board, Direction, Shape};
use crate::solvers::tiles::beam::homes::MOST_CELLS;
use crate::solvers::tiles::beam::{Beam, BeamTally, Boards, Found, Homes, Score, Scores, Terms};
use crate::solvers::tiles::constructive::{Construction, Region};

/// The beam gives up after so many layers without a better score.
const STALL: usize = 60;

/// And after so many layers for each row and column.
const LAYERS_PER_LINE: usize = 300;

/// Lines of a frame: as a rule a row and a column.
const LINES_OF_FRAME: usize = 2;

/// The beams and what they may use.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    /// Boards of a layer.
    pub width: usize,
    /// Threads of a beam.
    pub threads: usize,
    /// Bytes of a beam.
    pub memory: u64,
    /// Only solutions of at most so many moves are wanted.
    pub longest: Option<Cost>,
    /// Which of many scores that differ a little orders the boards; zero is the score itself.
    pub variation: u64,
}

/// A solution.
#[derive(Clone, Debug)]
pub struct Framed {
    /// The solution.
    pub moves: Vec<Direction>,
    /// How many frames were filled in between.
    pub frames: usize,
}

impl Frames {
    /// The widest beam on a board of this shape that the memory has room for.
    pub fn widest(&self, shape: Shape) -> usize {
        // On larger boards beams have at most this many cells.
        let largest = || Shape::new(16, MOST_CELLS / 16).ok().and_then(Score::best);
        let widest = |score: Score| Beam::widest(&score, self.memory.saturating_sub(score.held()));
        Score::best(shape).or_else(largest).map_or(1, widest)
    }

    /// Solves a board of any size: what is too large for a beam is filled first. `None` if no
    /// solution was found that is short enough, which never happens if any length will do. An error
    /// if the board has no solution ([`Stop::RanDry`]), or if `check` says so, which is asked every
    /// few milliseconds. `expanded` gets the number of boards that are expanded, layer by layer,
    /// and what all beams did is added to `tally`.
    pub fn solve(
        &self,
        start: &Board,
        goal: &Board,
        check: &(dyn Fn() -> Result<(), Stop> + Sync),
        expanded: &dyn Fn(u64),
        tally: &mut BeamTally,
    ) -> Result<Option<Framed>, Stop> {
        if !is_solvable(start, goal) {
            return Err(Stop::RanDry);
        }
        // From frame to frame the boards are smaller: no score is asked for twice.
        let mut scores = Scores::new(|shape| Score::best(shape).map(|score| score.varied(self.variation)), 0);
        let mut beam: Option<Beam> = None;
        let mut construction = Construction::new(start, goal);
        let mut frames = 0;
        let mut go_on = || check().is_ok();
        let mut watch = |boards: &Boards<'_>| expanded(boards.count() as u64);
        loop {
            let region = construction.unfinished();
            let board = construction.board();
            let part = region_homes(&board, goal, &region);
            let score = part.as_ref().and_then(|homes| scores.of(homes.shape()));
            let taken = construction.moves().len() as Cost;
            let longest = match self.longest.map(|longest| longest.checked_sub(taken)) {
                Some(None) => return Ok(None),
                longest => longest.flatten(),
            };
            if let (Some(homes), Some(score)) = (part, score) {
                let held = score.held();
                let memory = self.memory.saturating_sub(held);
                let beam = match &mut beam {
                    Some(beam) => {
                        beam.set_score(score);
                        beam
                    }
                    none => none.insert(Beam::new(Arc::clone(&score), self.width, self.threads, memory)?),
                };
                let most_layers = LAYERS_PER_LINE * (region.rows() + region.cols());
                let terms = Terms { longest, stall: Some(STALL), most_layers };
                let found = beam.run_watched(&homes, &terms, check, &mut watch);
                add(tally, BeamTally { peak_bytes: beam.tally().peak_bytes + held, ..beam.tally() });
                let moves = match found {
                    Ok(Found::Solved(moves)) => {
                        // A beam cannot leave its rectangle, so its moves are always taken.
                        let taken = construction.follow(&moves);
                        debug_assert!(taken.is_ok());
                        break;
                    }
                    Ok(Found::Stalled(moves)) => moves,
                    Ok(Found::RanDry) if longest.is_some() => return Ok(None),
                    Ok(Found::RanDry) | Err(Stop::Memory) => Vec::new(),
                    Err(why) => return Err(why),
                };
                let taken = construction.follow(&moves);
                debug_assert!(taken.is_ok());
            }
            frames += 1;
            for _ in 0..LINES_OF_FRAME {
                let filled = construction.fill_line(&mut go_on);
                if filled.is_none() {
                    return Err(check().err().unwrap_or(Stop::Cancelled));
                }
            }
            if construction.unfinished() == region {
                // Nothing but the last few cells is left.
                break;
            }
        }
        construction.finish(&mut go_on).ok_or_else(|| check().err().unwrap_or(Stop::Cancelled))?;
        let moves = construction.into_moves().0;
        let is_short = self.longest.is_none_or(|longest| moves.len() <= longest as usize);
        Ok(is_short.then_some(Framed { moves, frames }))
    }
}

/// The unfinished rectangle of a board as the goal sees it; `None` if it is too large for a beam.
fn region_homes(board: &Board, goal: &Board, region: &Region) -> Option<Homes> {
    let shape = Shape::new(region.rows(), region.cols()).ok().filter(|shape| shape.cells() <= MOST_CELLS)?;
    let names = |board: &Board| {
        let whole = board.shape();
        let cells = whole.all_cells().filter(|&cell| region.holds(whole, cell));
        cells.map(|cell| board.tile_at(cell).0).collect::<Vec<_>>()
    };
    Homes::between(shape, &names(board), &names(goal))
}

fn add(sum: &mut BeamTally, run: BeamTally) {
    sum.expanded += run.expanded;
    sum.generated += run.generated;
    sum.layers += run.layers;
    sum.peak_bytes = sum.peak_bytes.max(run.peak_bytes);
    sum.truncated |= run.truncated;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::domains::tiles::Moves;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use npuzzle_domains::verify::verify;

    const NARROW: Frames = Frames { width: 100, threads: 1, memory: 1 << 30, longest: None, variation: 0 };

    #[test]
    fn solves_boards_of_many_shapes_and_goals() {
        let shapes = [(8, 8), (9, 12), (12, 8), (17, 17), (3, 3), (1, 6), (2, 30), (4, 40)];
        for ((rows, cols), card) in shapes.into_iter().zip(CARDS.iter().cycle()) {
            let goal = card.board(Shape::new(rows, cols).unwrap());
            let start = Generator::new(&goal, Kind::Uniform, 3).unwrap().board();
            let (expanded, mut tally) = (AtomicU64::new(0), BeamTally::default());
            let count = |more: u64| {
                expanded.fetch_add(more, Ordering::Relaxed);
            };
            let framed = NARROW.solve(&start, &goal, &|| Ok(()), &count, &mut tally).unwrap().unwrap();
            verify(&start, &goal, &Moves(framed.moves.clone())).unwrap();
            assert!(tally.expanded > 0 && expanded.into_inner() > 0);
            let again = NARROW.solve(&start, &goal, &|| Ok(()), &|_| {}, &mut BeamTally::default()).unwrap().unwrap();
            assert_eq!(again.moves, framed.moves);
            // What is wanted shorter is shorter, or not found.
            let longest = Some(framed.moves.len() as Cost - 2);
            let shorter = Frames { longest, ..NARROW }
                .solve(&start, &goal, &|| Ok(()), &|_| {}, &mut BeamTally::default())
                .unwrap();
            if let Some(shorter) = shorter {
                assert!(shorter.moves.len() + 2 <= framed.moves.len());
                verify(&start, &goal, &Moves(shorter.moves)).unwrap();
            }
        }
    }

    #[test]
    fn what_cannot_be_solved_is_refused() {
        let goal = CARDS[0].board(Shape::new(9, 9).unwrap());
        let start = Generator::new(&goal, Kind::Unsolvable, 3).unwrap().board();
        let refused = NARROW.solve(&start, &goal, &|| Ok(()), &|_| {}, &mut BeamTally::default());
        assert_eq!(refused.map(|framed| framed.is_some()), Err(Stop::RanDry));
    }

    #[test]
    fn stops_when_told_and_does_without_memory() {
        let goal = CARDS[0].board(Shape::new(10, 10).unwrap());
        let start = Generator::new(&goal, Kind::Uniform, 3).unwrap().board();
        let stopped = NARROW.solve(&start, &goal, &|| Err(Stop::Time), &|_| {}, &mut BeamTally::default());
        assert_eq!(stopped.map(|framed| framed.is_some()), Err(Stop::Time));
        let poor = Frames { memory: 1000, ..NARROW };
        let framed = poor.solve(&start, &goal, &|| Ok(()), &|_| {}, &mut BeamTally::default()).unwrap().unwrap();
        verify(&start, &goal, &Moves(framed.moves)).unwrap();
    }
}
