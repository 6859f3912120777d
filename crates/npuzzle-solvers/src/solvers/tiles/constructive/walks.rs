//! How the blank walks round a tile, and draws it.

use crate::domains::tiles::shape::Direction;
use crate::solvers::tiles::constructive::workpiece::{RING, Spot, Workpiece};

/// How the blank walks round a tile, for all arrangements of fixed cells around it.
pub(super) struct Walks {
    /// Moves from side to side, clockwise and anticlockwise, by the free cells around.
    lengths: Vec<[[[u8; 2]; 4]; 4]>,
}

/// The most moves from one side of a tile to another, all ways but one being closed.
pub(super) const LONGEST_WALK: usize = 6;

pub(super) const NO_WALK: u8 = u8::MAX;

/// The cells of the ring that are sides of the tile, in the order of `Direction::ALL`.
const SIDE_ON_RING: [usize; 4] = [0, 4, 6, 2];

/// The move from each cell of the ring to the next.
const CLOCKWISE: [Direction; RING] = [
    Direction::Right,
    Direction::Down,
    Direction::Down,
    Direction::Left,
    Direction::Left,
    Direction::Up,
    Direction::Up,
    Direction::Right,
];

impl Walks {
    pub(super) fn new() -> Self {
        let length = |free: usize, from: usize, to: usize, turn: Turn| {
            let (mut at, mut moves) = (SIDE_ON_RING[from], 0);
            while free >> at & 1 == 1 {
                if at == SIDE_ON_RING[to] {
                    return moves;
                }
                at = turn.next(at);
                moves += 1;
            }
            NO_WALK
        };
        let sides = |free| {
            std::array::from_fn(|from| std::array::from_fn(|to| Turn::BOTH.map(|turn| length(free, from, to, turn))))
        };
        Self { lengths: (0..1 << RING).map(sides).collect() }
    }

    /// Bytes that it holds.
    pub(super) fn held(&self) -> usize {
        size_of_val(&self.lengths[..])
    }

    /// Moves from a side of a tile to every other, in the order of [`Turn::BOTH`], by the free
    /// cells around.
    #[inline]
    pub(super) fn from(&self, side: Direction, free_around: u8) -> &[[u8; 2]; 4] {
        &self.lengths[usize::from(free_around)][side as usize]
    }

    /// The fewest moves from one side of a tile to another.
    #[inline]
    pub(super) fn shortest(&self, from: Direction, to: Direction, free_around: u8) -> Option<u8> {
        let [clockwise, anticlockwise] = self.from(from, free_around)[to as usize];
        Some(clockwise.min(anticlockwise)).filter(|&walk| walk != NO_WALK)
    }
}

/// Which way the blank walks round a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Clockwise,
    Anticlockwise,
}

impl Turn {
    pub(super) const BOTH: [Self; 2] = [Self::Clockwise, Self::Anticlockwise];

    /// The next cell of the ring.
    const fn next(self, at: usize) -> usize {
        match self {
            Self::Clockwise => (at + 1) % RING,
            Self::Anticlockwise => (at + RING - 1) % RING,
        }
    }
}

/// One step of a tile: the blank, which is on a side of it, walks round it to another and draws it
/// there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    from: usize,
    /// The number of the draw among those from the same side: see [`Self::number`].
    number: usize,
}

/// From each side there are so many draws: to four sides, each clockwise and anticlockwise.
pub(super) const DRAWS: usize = 8;

/// The cells of the ring that the blank meets, the one where it stands first, and how many moves
/// that takes.
#[derive(Clone, Copy)]
struct Route {
    cells: [usize; RING],
    length: usize,
}

/// By side and number of the draw.
const ROUTES: [[Route; DRAWS]; 4] = {
    let mut routes = [[Route { cells: [0; RING], length: 0 }; DRAWS]; 4];
    let mut from = 0;
    while from < 4 {
        let mut number = 0;
        while number < DRAWS {
            let turn = if number % 2 == 0 { Turn::Clockwise } else { Turn::Anticlockwise };
            let route = &mut routes[from][number];
            route.cells[0] = SIDE_ON_RING[from];
            while route.cells[route.length] != SIDE_ON_RING[number / 2] {
                route.cells[route.length + 1] = turn.next(route.cells[route.length]);
                route.length += 1;
            }
            number += 1;
        }
        from += 1;
    }
    routes
};

impl Draw {
    /// The draw with a number; the blank is on side `from` of the tile.
    #[inline]
    pub(super) fn new(from: Direction, number: usize) -> Self {
        Self { from: from as usize, number }
    }

    /// The numbers of the draws to a side, in the order of [`Turn::BOTH`].
    #[inline]
    pub(super) fn numbers(to: Direction) -> [usize; 2] {
        [2 * to as usize, 2 * to as usize + 1]
    }

    /// The side to which the tile is drawn.
    #[inline]
    pub(super) fn side(self) -> Direction {
        Direction::ALL[self.number / 2]
    }

    #[inline]
    fn route(&self) -> &[usize] {
        let route = &ROUTES[self.from][self.number];
        &route.cells[..=route.length]
    }

    /// Makes the moves.
    pub(super) fn make(self, work: &mut Workpiece) {
        for cells in self.route().windows(2) {
            let clockwise = cells[1] == Turn::Clockwise.next(cells[0]);
            work.step(if clockwise { CLOCKWISE[cells[0]] } else { CLOCKWISE[cells[1]].opposite() });
        }
        work.step(self.side().opposite());
    }

    /// By how much the walk round the tile in `place` would change the disorder. No cell is met
    /// twice, so every tile on it still stands where it stood.
    #[inline]
    pub(super) fn disorder(self, work: &Workpiece, place: Spot) -> i32 {
        let mut change = 0;
        let mut to = place.on_ring(self.route()[0]);
        for &cell in &self.route()[1..] {
            let from = place.on_ring(cell);
            let tile = work.tile_at(from);
            change += work.away(tile, to) - work.away(tile, from);
            to = from;
        }
        change
    }

    /// Moves tiles as the draw does, the tile in `place` being drawn, and nothing else of the
    /// workpiece.
    #[inline]
    pub(super) fn sketch(self, work: &mut Workpiece, place: Spot) {
        self.route().windows(2).for_each(|cells| work.exchange(place.on_ring(cells[0]), place.on_ring(cells[1])));
        work.exchange(place, place.beside(self.side()));
    }

    /// Takes a sketch back.
    #[inline]
    pub(super) fn erase(self, work: &mut Workpiece, place: Spot) {
        work.exchange(place, place.beside(self.side()));
        self.route().windows(2).rev().for_each(|cells| work.exchange(place.on_ring(cells[0]), place.on_ring(cells[1])));
    }
}
