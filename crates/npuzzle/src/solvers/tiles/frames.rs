//! Beam and construction by turns, for boards that are beyond the reach of a beam.
//!
//! On large boards a beam brings nearly all tiles home in few moves and then stalls: what is left to do needs more
//! moves than any one of its boards is worth. So it is followed to the board of best score; there the next frame of the
//! unfinished rectangle, two lines, is filled exactly, which takes few moves since most of its tiles are home; and the
//! beam goes on with the smaller rectangle. The construction ends with any board, so this does.

use std::sync::Arc;

use crate::core::Stop;
use crate::domains::tiles::constructive::{Construction, Region};
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::{Board, Direction, Shape};
use crate::solvers::tiles::beam::homes::MOST_CELLS;
use crate::solvers::tiles::beam::{Beam, Found, Homes, Scores, Tally, Terms, Weights};

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
}

/// A solution, and what the beams did for it.
#[derive(Clone, Debug)]
pub struct Framed {
    /// The solution.
    pub moves: Vec<Direction>,
    /// The sum over all beams; of bytes the most.
    pub tally: Tally,
    /// How many frames were filled in between.
    pub frames: usize,
}

impl Frames {
    /// Solves a board of any size: what is too large for a beam is filled first. An error if the board has no solution
    /// ([`Stop::RanDry`]), or if `check` says so, which is asked every few milliseconds.
    pub fn solve(
        &self,
        start: &Board,
        goal: &Board,
        check: &(dyn Fn() -> Result<(), Stop> + Sync),
    ) -> Result<Framed, Stop> {
        if !is_solvable(start, goal) {
            return Err(Stop::RanDry);
        }
        let mut scores = Scores::new(Weights::convex);
        let mut beam: Option<Beam> = None;
        let mut construction = Construction::new(start, goal);
        let (mut tally, mut frames) = (Tally::default(), 0);
        let mut go_on = || check().is_ok();
        loop {
            let region = construction.unfinished();
            let board = construction.board();
            let part = region_homes(&board, goal, &region);
            let score = part.as_ref().and_then(|homes| scores.of(homes.shape()));
            if let (Some(homes), Some(score)) = (part, score) {
                let beam = match &mut beam {
                    Some(beam) => {
                        beam.set_score(score);
                        beam
                    }
                    none => none.insert(Beam::new(Arc::clone(&score), self.width, self.threads, self.memory)?),
                };
                let most_layers = LAYERS_PER_LINE * (region.rows() + region.cols());
                let terms = Terms { longest: None, stall: Some(STALL), most_layers };
                let found = beam.run(&homes, &terms, check);
                add(&mut tally, beam.tally());
                let moves = match found {
                    Ok(Found::Solved(moves)) => {
                        // A beam cannot leave its rectangle, so its moves are always taken.
                        let taken = construction.follow(&moves);
                        debug_assert!(taken.is_ok());
                        break;
                    }
                    Ok(Found::Stalled(moves)) => moves,
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
        Ok(Framed { moves: construction.into_moves().0, tally, frames })
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

fn add(sum: &mut Tally, run: Tally) {
    sum.expanded += run.expanded;
    sum.generated += run.generated;
    sum.layers += run.layers;
    sum.peak_bytes = sum.peak_bytes.max(run.peak_bytes);
    sum.truncated |= run.truncated;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::Moves;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::verify::verify;

    const NARROW: Frames = Frames { width: 100, threads: 1, memory: 1 << 30 };

    #[test]
    fn solves_boards_of_many_shapes_and_goals() {
        let shapes = [(8, 8), (9, 12), (12, 8), (17, 17), (3, 3), (1, 6), (2, 30), (4, 40)];
        for ((rows, cols), card) in shapes.into_iter().zip(CARDS.iter().cycle()) {
            let goal = card.board(Shape::new(rows, cols).unwrap());
            let start = Generator::new(&goal, Kind::Uniform, 3).unwrap().board();
            let framed = NARROW.solve(&start, &goal, &|| Ok(())).unwrap();
            verify(&start, &goal, &Moves(framed.moves.clone())).unwrap();
            assert!(framed.tally.expanded > 0);
            assert_eq!(NARROW.solve(&start, &goal, &|| Ok(())).unwrap().moves, framed.moves);
        }
    }

    #[test]
    fn what_cannot_be_solved_is_refused() {
        let goal = CARDS[0].board(Shape::new(9, 9).unwrap());
        let start = Generator::new(&goal, Kind::Unsolvable, 3).unwrap().board();
        assert_eq!(NARROW.solve(&start, &goal, &|| Ok(())).map(|framed| framed.moves), Err(Stop::RanDry));
    }

    #[test]
    fn stops_when_told_and_does_without_memory() {
        let goal = CARDS[0].board(Shape::new(10, 10).unwrap());
        let start = Generator::new(&goal, Kind::Uniform, 3).unwrap().board();
        assert_eq!(NARROW.solve(&start, &goal, &|| Err(Stop::Time)).map(|framed| framed.moves), Err(Stop::Time));
        let poor = Frames { memory: 1000, ..NARROW };
        verify(&start, &goal, &Moves(poor.solve(&start, &goal, &|| Ok(())).unwrap().moves)).unwrap();
    }
}
