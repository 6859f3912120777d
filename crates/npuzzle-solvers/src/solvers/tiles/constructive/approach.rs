//! The way of the blank to a tile that is to be pulled.
//!
//! Among the shortest ways it is one that leaves the least disorder. Where the rectangle between
//! the blank and the tile is free, a shortest way never turns back, and each cell is entered from
//! one of two others: the best way to every cell follows row by row. Elsewhere a breadth-first
//! search finds the ways.

use crate::domains::tiles::shape::Direction;
use crate::solvers::tiles::constructive::workpiece::{Spot, Workpiece};

/// Not reached.
const NEVER: u16 = u16::MAX;

/// How many moves more than the distance the blank may take to the tile: enough to pass it at an
/// edge.
const ROUND_ABOUT: u32 = 6;

/// Where the blank can go without moving the tile.
pub(super) struct Approach {
    /// Moves to every place, and the disorder they leave.
    walked: Vec<(u16, i32)>,
    from: Vec<Direction>,
    /// All places that were reached.
    queue: Vec<Spot>,
}

impl Approach {
    pub(super) fn new(places: usize) -> Self {
        Self { walked: vec![(NEVER, 0); places], from: vec![Direction::Up; places], queue: Vec::new() }
    }

    /// Bytes that it holds.
    pub(super) fn held(&self) -> usize {
        let tables = size_of_val(&self.walked[..]) + size_of_val(&self.from[..]);
        tables + self.queue.capacity() * size_of::<Spot>()
    }

    /// Finds shortest ways to the sides of a tile: to those nearby, or to all.
    pub(super) fn search(&mut self, work: &Workpiece, tile: Spot, everywhere: bool) {
        for place in self.queue.drain(..) {
            self.walked[place.index()] = (NEVER, 0);
        }
        self.reach(work.blank(), 0, 0, Direction::Up);
        if everywhere || !self.sweep(work, tile) {
            self.flood(work, tile, everywhere);
        }
    }

    /// Moves to a place and the change of disorder that they make, if there is a way.
    pub(super) fn walked(&self, place: Spot) -> Option<(u16, i32)> {
        Some(self.walked[place.index()]).filter(|&(moves, _)| moves != NEVER)
    }

    /// Moves the blank to a place that was reached.
    pub(super) fn go(&self, work: &mut Workpiece, to: Spot) {
        let (start, mut place) = (work.blank(), to);
        let mut way = Vec::with_capacity(usize::from(self.walked[to.index()].0));
        while place != start {
            let direction = self.from[place.index()];
            way.push(direction);
            place = place.beside(direction.opposite());
        }
        way.into_iter().rev().for_each(|direction| work.step(direction));
    }

    #[inline]
    fn reach(&mut self, place: Spot, moves: u16, disorder: i32, from: Direction) {
        if self.walked[place.index()].0 == NEVER {
            self.queue.push(place);
        }
        self.walked[place.index()] = (moves, disorder);
        self.from[place.index()] = from;
    }

    /// The best ways within the rectangle between the blank and the tile, and one cell further to
    /// go round it. False if there are fixed cells in the rectangle.
    fn sweep(&mut self, work: &Workpiece, tile: Spot) -> bool {
        let (start, obstacle) = (work.blank(), work.place_of(tile));
        let ((row, col), (to_row, to_col)) = (start.coordinates(), obstacle.coordinates());
        let (rows, cols) = (row.abs_diff(to_row) as u16, col.abs_diff(to_col) as u16);
        let vertical = if to_row < row { Direction::Up } else { Direction::Down };
        let horizontal = if to_col < col { Direction::Left } else { Direction::Right };
        let mut first = start;
        for _ in 0..=rows {
            let mut place = first;
            for _ in 0..=cols {
                if !work.is_free(place) {
                    return false;
                }
                place = place.beside(horizontal);
            }
            first = first.beside(vertical);
        }
        self.sweep_quarter(work, obstacle, [vertical, horizontal], [rows + 1, cols + 1]);
        // In line with the tile, the blank may go round it on two sides.
        if rows == 0 {
            self.sweep_quarter(work, obstacle, [vertical.opposite(), horizontal], [1, cols + 1]);
        } else if cols == 0 {
            self.sweep_quarter(work, obstacle, [vertical, horizontal.opposite()], [rows + 1, 1]);
        }
        true
    }

    /// The best ways from the blank in two directions, so many cells in each.
    fn sweep_quarter(
        &mut self,
        work: &Workpiece,
        obstacle: Spot,
        [vertical, horizontal]: [Direction; 2],
        [rows, cols]: [u16; 2],
    ) {
        let mut first = work.blank();
        for row in 0..=rows {
            let mut place = first;
            // The place before in the row, and the disorder of the way to it.
            let mut before: Option<(Spot, i32)> = None;
            for col in 0..=cols {
                let mut best = if row + col == 0 { Some((0, Direction::Up)) } else { None };
                if place != obstacle && work.is_free(place) {
                    let tile = work.tile_at(place);
                    let here = work.away(tile, place);
                    if let Some((before, disorder)) = before {
                        best = Some((disorder + work.away(tile, before) - here, horizontal));
                    }
                    if row > 0 {
                        let above = place.beside(vertical.opposite());
                        if let Some((_, disorder)) = self.walked(above) {
                            let disorder = disorder + work.away(tile, above) - here;
                            // Of equals the breadth-first search would keep the first, too.
                            if best.is_none_or(|(least, _)| disorder < least) {
                                best = Some((disorder, vertical));
                            }
                        }
                    }
                }
                if let Some((disorder, direction)) = best
                    && row + col > 0
                {
                    self.walked[place.index()] = (row + col, disorder);
                    self.from[place.index()] = direction;
                    self.queue.push(place);
                }
                before = best.map(|(disorder, _)| (place, disorder));
                place = place.beside(horizontal);
            }
            first = first.beside(vertical);
        }
    }

    /// The best ways to all places, or to those nearby, by breadth-first search.
    fn flood(&mut self, work: &Workpiece, tile: Spot, everywhere: bool) {
        let (start, obstacle) = (work.blank(), work.place_of(tile));
        let farthest = start.distance(obstacle) + ROUND_ABOUT;
        let near = |place: Spot, walked: u16| everywhere || u32::from(walked) + place.distance(obstacle) <= farthest;
        let (mut next, mut limit) = (0, NEVER);
        while let Some(&place) = self.queue.get(next) {
            next += 1;
            let (moves, disorder) = self.walked[place.index()];
            if moves > limit {
                break;
            }
            for direction in Direction::ALL {
                let beside = place.beside(direction);
                if beside == obstacle {
                    // Other sides that are further away are reached by walking round the tile.
                    if !everywhere {
                        limit = limit.min(moves + 1);
                    }
                    continue;
                }
                if !work.is_free(beside) || !near(beside, moves + 1) {
                    continue;
                }
                let (known, least) = self.walked[beside.index()];
                if known <= moves {
                    continue;
                }
                // On a shortest way no cell is met twice, so every tile on it still stands where it
                // stood.
                let moved = work.tile_at(beside);
                let disorder = disorder + work.away(moved, place) - work.away(moved, beside);
                if known == NEVER || disorder < least {
                    self.reach(beside, moves + 1, disorder, direction);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::shape::Shape;

    /// Both ways to find ways find the same, also where a line is fixed beside the rectangle.
    #[test]
    fn rows_are_swept_as_places_are_searched() {
        let goal = CARDS[0].board(Shape::new(7, 8).unwrap());
        let mut boards = Generator::new(&goal, Kind::Uniform, 4).unwrap();
        let mut swept = 0;
        for number in 0..400 {
            let mut work = Workpiece::new(&boards.board(), &goal);
            let fixed = (0..number % 8).map(|col| Workpiece::place(0, col)).filter(|&place| place != work.blank());
            fixed.collect::<Vec<_>>().into_iter().for_each(|place| work.fix(place));
            let tile = Workpiece::place(6 - number % 5, number % 7);
            let obstacle = work.place_of(tile);
            if obstacle == work.blank() || !work.is_free(obstacle) {
                continue;
            }
            let [mut one, mut other] = [0; 2].map(|_| Approach::new(work.places()));
            one.reach(work.blank(), 0, 0, Direction::Up);
            if !one.sweep(&work, tile) {
                continue;
            }
            swept += 1;
            other.reach(work.blank(), 0, 0, Direction::Up);
            other.flood(&work, tile, false);
            for side in Direction::ALL.map(|side| obstacle.beside(side)) {
                assert_eq!(one.walked(side), other.walked(side));
                if one.walked(side).is_some() {
                    let [swept, searched] = [&one, &other].map(|approach| {
                        let mark = work.mark();
                        approach.go(&mut work, side);
                        let moves = work.moves().to_vec();
                        work.take_back(mark);
                        moves
                    });
                    assert_eq!(swept, searched);
                }
            }
        }
        assert!(swept > 200, "{swept}");
    }
}
