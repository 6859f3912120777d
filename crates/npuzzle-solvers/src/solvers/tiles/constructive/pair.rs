//! The last two tiles of a line. They need room to turn, so they are put in place together.
//!
//! A room of up to twelve cells around the two places is searched backwards over the places of both
//! tiles and the blank: the fewest moves within the room from every arrangement (1,320 at most).
//! One tile is brought into the room, then the other: its way ends wherever way and rest together
//! are shortest. Which goes first, and where it waits, is tried out.
//!
//! One plan always succeeds: the first tile waits in its own place. The blank is then not shut in,
//! or the second tile is just in front of it and gets home by one move; and a room of at least two
//! by three cells lets three pieces be arranged at will.

use crate::domains::tiles::shape::Direction;
use crate::solvers::tiles::constructive::line::{DEEPEST, Line};
use crate::solvers::tiles::constructive::pull::{End, Puller};
use crate::solvers::tiles::constructive::workpiece::{MOVE, Spot, Workpiece};

/// The most cells of a room.
const MOST: usize = 12;
const UNKNOWN: u8 = u8::MAX;
/// The most columns of a room, the line being its first row.
const WIDEST: usize = 4;

/// The cells around two places of a line, and the fewest moves to have two tiles there.
struct Room {
    cells: Vec<Spot>,
    /// The number of every place in the list of cells.
    numbers: Vec<Option<u8>>,
    /// By cells of the first tile, of the second and of the blank.
    left: Vec<u8>,
}

impl Room {
    /// The room around the places `at` and `at + 1` of a line.
    fn new(work: &Workpiece, line: &Line, at: usize) -> Self {
        let length = line.places()[0].len();
        let last = (at + WIDEST - 1).min(length);
        let first = last.saturating_sub(WIDEST).min(at.saturating_sub(1));
        let rows = MOST / (last - first).max(MOST / DEEPEST);
        let rows = line.places().iter().take(rows);
        let cells = rows.flat_map(|row| row[first..last].iter().copied());
        let cells: Vec<Spot> = cells.filter(|&place| work.is_free(place)).collect();
        let mut numbers = vec![None; work.places()];
        (0..).zip(&cells).for_each(|(number, cell)| numbers[cell.index()] = Some(number));
        let mut room = Self { cells, numbers, left: vec![UNKNOWN; MOST * MOST * MOST] };
        room.search([at, at + 1].map(|along| line.places()[0][along]));
        room
    }

    fn number(&self, place: Spot) -> Option<u8> {
        self.numbers[place.index()]
    }

    fn index([a, b, blank]: [u8; 3]) -> usize {
        (usize::from(a) * MOST + usize::from(b)) * MOST + usize::from(blank)
    }

    fn search(&mut self, homes: [Spot; 2]) {
        let [Some(a), Some(b)] = homes.map(|home| self.number(home)) else { return };
        let blanks = (0..self.cells.len() as u8).filter(|&blank| blank != a && blank != b);
        let mut queue: Vec<[u8; 3]> = blanks.map(|blank| [a, b, blank]).collect();
        queue.iter().for_each(|&state| self.left[Self::index(state)] = 0);
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            next += 1;
            let left = self.left[Self::index(state)];
            for direction in Direction::ALL {
                let [a, b, blank] = state;
                let Some(next) = self.number(self.cells[usize::from(blank)].beside(direction)) else { continue };
                let moved = |tile| if tile == next { blank } else { tile };
                let child = [moved(a), moved(b), next];
                let known = &mut self.left[Self::index(child)];
                if *known == UNKNOWN {
                    *known = left + 1;
                    queue.push(child);
                }
            }
        }
    }

    /// Fewest moves within the room for both tiles from where they are; `None` if they or the blank
    /// are elsewhere.
    fn left(&self, places: [Spot; 3]) -> Option<u8> {
        let [Some(a), Some(b), Some(blank)] = places.map(|place| self.number(place)) else { return None };
        Some(self.left[Self::index([a, b, blank])]).filter(|&left| left != UNKNOWN)
    }
}

/// The first tile waits in one of the two columns, so many rows from the line at most: with two
/// rows ways are 1 % longer on small boards, with one 3 %.
const WAITING: usize = 3;

/// A way to bring both tiles into the room: one of them goes first and waits.
struct Gathering {
    first: usize,
    second: usize,
    waiting: Spot,
}

/// The two tiles and where they belong.
pub(super) struct Pair {
    room: Room,
    tiles: [Spot; 2],
    /// Where the tile that comes first may wait for the other.
    waiting: Vec<Spot>,
}

impl Pair {
    /// The pair that belongs to the places `at` and `at + 1` of a line.
    pub(super) fn new(work: &Workpiece, line: &Line, at: usize) -> Self {
        let waiting = line.places().iter().take(WAITING).flat_map(|row| row[at..at + 2].iter().copied()).collect();
        let tiles = [at, at + 1].map(|along| line.places()[0][along]);
        Self { room: Room::new(work, line, at), tiles, waiting }
    }

    /// Puts both tiles in place by the best plan: at once, or by gathering them in one of the ways.
    pub(super) fn place(&self, work: &mut Workpiece, puller: &mut Puller) -> Option<()> {
        let mark = work.mark();
        let orders = [(0, 1), (1, 0)];
        let gatherings = orders.into_iter().flat_map(|(first, second)| {
            self.waiting.iter().map(move |&waiting| Some(Gathering { first, second, waiting }))
        });
        let mut best: Option<(i32, Vec<Direction>)> = None;
        for plan in std::iter::once(None).chain(gatherings) {
            let most = best.as_ref().map_or(usize::MAX, |(_, way)| mark.made + way.len());
            let gathered = plan.is_none_or(|plan| self.gather(work, puller, &plan, most).is_some());
            if gathered && self.turn(work).is_some() {
                let value = MOVE * (work.moves().len() - mark.made) as i32 + work.disorder();
                if best.as_ref().is_none_or(|&(least, _)| value < least) {
                    best = Some((value, work.moves()[mark.made..].to_vec()));
                }
            }
            work.take_back(mark);
        }
        best?.1.into_iter().for_each(|direction| work.step(direction));
        Some(())
    }

    fn left(&self, work: &Workpiece) -> Option<u8> {
        let [a, b] = self.tiles.map(|tile| work.place_of(tile));
        self.room.left([a, b, work.blank()])
    }

    /// Brings the first tile to where it waits, and the other to where the rest is shortest. A plan
    /// is dropped if the first tile alone takes as many moves as the best so far.
    fn gather(&self, work: &mut Workpiece, puller: &mut Puller, plan: &Gathering, most: usize) -> Option<()> {
        let &Gathering { first, second, waiting } = plan;
        if work.place_of(self.tiles[first]) != waiting {
            puller.pull(work, self.tiles[first], &End::at(waiting))?;
        }
        if work.moves().len() >= most {
            return None;
        }
        let mut ends = Vec::new();
        for &place in &self.room.cells {
            for side in Direction::ALL {
                let mut places = [place, place, place.beside(side)];
                places[first] = waiting;
                let reachable = places[0] != places[1] && places[2] != waiting;
                if let Some(moves) = self.room.left(places).filter(|_| reachable) {
                    ends.push(End { place, side, moves: u16::from(moves) });
                }
            }
        }
        work.fix(waiting);
        let pulled = puller.pull(work, self.tiles[second], &ends);
        work.release(waiting);
        pulled
    }

    /// The shortest moves within the room; among equals those that leave the other tiles nearest to
    /// their homes.
    fn turn(&self, work: &mut Workpiece) -> Option<()> {
        loop {
            let left = self.left(work)?;
            if left == 0 {
                return Some(());
            }
            let mark = work.mark();
            let mut best: Option<(i32, Direction)> = None;
            for direction in Direction::ALL {
                if self.room.number(work.blank().beside(direction)).is_none() {
                    continue;
                }
                work.step(direction);
                let nearer = self.left(work) == Some(left - 1);
                let disorder = work.disorder();
                work.take_back(mark);
                if nearer && best.is_none_or(|(least, _)| disorder < least) {
                    best = Some((disorder, direction));
                }
            }
            work.step(best?.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::board::Board;
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::shape::{Cell, Shape, Tile};
    use crate::solvers::tiles::constructive::region::{Edge, Region};

    /// Wherever the two tiles and the blank are.
    #[test]
    fn every_pair_gets_home() {
        for (rows, cols, at) in [(4, 2, 0), (4, 3, 0), (4, 3, 1), (4, 4, 1), (4, 4, 2)] {
            let shape = Shape::new(rows, cols).unwrap();
            let goal = CARDS[0].board(shape);
            let ahead = |cell: &Cell| shape.row(*cell) > 0 || (at..at + 2).contains(&shape.col(*cell));
            let cells: Vec<Cell> = shape.all_cells().filter(ahead).collect();
            let pair = [at, at + 1].map(|col| shape.cell(0, col));
            for &a in &cells {
                for &b in cells.iter().filter(|&&b| b != a) {
                    for &blank in cells.iter().filter(|&&blank| blank != a && blank != b) {
                        let mut start = goal.clone();
                        for (tile, cell) in [(goal.tile_at(pair[0]), a), (goal.tile_at(pair[1]), b), (Tile(0), blank)] {
                            start = start.with_swapped(start.places()[tile.index()], cell);
                        }
                        assert_home(&start, &goal, at, cols);
                    }
                }
            }
        }
    }

    fn assert_home(start: &Board, goal: &Board, at: usize, cols: usize) {
        let mut work = Workpiece::new(start, goal);
        let line = Line::new(Region::whole(goal.shape()), Edge::Top);
        let fixed: Vec<usize> = (0..cols).filter(|col| !(at..at + 2).contains(col)).collect();
        fixed.iter().for_each(|&col| work.fix(Workpiece::place(0, col)));
        let mut puller = Puller::new(work.places());
        Pair::new(&work, &line, at).place(&mut work, &mut puller).unwrap();
        let top = |board: &Board| board.tiles()[..cols].to_vec();
        let (expected, found) = (top(goal), top(&work.board()));
        assert!(fixed.iter().all(|&col| found[col] == start.tiles()[col]), "{start} became {}", work.board());
        assert_eq!(found[at..at + 2], expected[at..at + 2], "{start}");
    }
}
