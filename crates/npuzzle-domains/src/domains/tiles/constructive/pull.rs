//! Pulling one tile: the blank goes to it and leads it to one of several ends by the fewest moves.
//!
//! Beside the tile, the blank takes one move to draw the tile onto its own cell, and then has to walk round the tile before
//! it can draw again: two moves for a turn, four to go on straight, more where fixed cells are in the way. So the state is
//! the place of the tile and the side on which the blank stands, and the fewest moves from every state come from Dijkstra's
//! algorithm, backwards from the ends. Ways of equal length are not equal: the blank moves other tiles in passing. It looks
//! [`LOOK_AHEAD`] steps of the tile ahead, on the board itself, and takes the way that leaves the others nearest to their homes.

use crate::domains::tiles::constructive::workpiece::{MOVE, Place, RING, Workpiece};
use crate::domains::tiles::shape::{Direction, Tile};

/// An end of a pull: the tile in this place, the blank on this side of it, and so many moves that follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) place: Place,
    pub(super) side: Direction,
    pub(super) moves: u16,
}

impl End {
    /// A place, whatever side the blank is on.
    pub(super) fn at(place: Place) -> [Self; 4] {
        Direction::ALL.map(|side| Self { place, side, moves: 0 })
    }
}

/// How many steps of the tile are looked ahead.
///
/// PERF: of one, two, three, four and six steps come 1.74, 1.72, 1.70, 1.69 and 1.69 n^3 moves on 10x10 (200 boards), and 1.78,
/// 1.77, 1.73, 1.71 and 1.68 on 40x40 (5 boards). Four take half as much time again as one, six take four times as much.
const LOOK_AHEAD: usize = 4;

/// About how many moves it takes to pull a tile from place to place where nothing is in the way: five for a step, or six for
/// two steps round a corner.
#[inline]
fn open_ground(work: &Workpiece, from: Place, to: Place) -> u32 {
    let ((row, col), (to_row, to_col)) = (work.coordinates(from), work.coordinates(to));
    let (down, across) = (u32::from(row.abs_diff(to_row)), u32::from(col.abs_diff(to_col)));
    5 * down.max(across) + down.min(across)
}

/// So many moves more than over open ground are allowed for, because of edges and the sides where the blank stands.
const DETOUR: u32 = 12;

/// Not reached.
const NEVER: u16 = u16::MAX;

/// How the blank walks round a tile, for all arrangements of fixed cells around it.
struct Walks {
    /// Moves from side to side, clockwise and anticlockwise, by the free cells around.
    lengths: Vec<[[[u8; 2]; 4]; 4]>,
}

/// The most moves from one side of a tile to another, all ways but one being closed.
const LONGEST_WALK: usize = 6;

const NO_WALK: u8 = u8::MAX;

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
    fn new() -> Self {
        let length = |free: usize, from: usize, to: usize, turn: usize| {
            let (mut at, mut moves) = (SIDE_ON_RING[from], 0);
            while free >> at & 1 == 1 {
                if at == SIDE_ON_RING[to] {
                    return moves;
                }
                at = (at + turn) % RING;
                moves += 1;
            }
            NO_WALK
        };
        let sides = |free| {
            std::array::from_fn(|from| {
                std::array::from_fn(|to| [length(free, from, to, 1), length(free, from, to, RING - 1)])
            })
        };
        Self { lengths: (0..1 << RING).map(sides).collect() }
    }
}

/// Pulls tiles; keeps its tables for the next one.
pub(super) struct Puller {
    walks: Walks,
    /// Fewest moves to an end, by place and side.
    left: Vec<[u16; 4]>,
    /// The moves that follow an end.
    ends: Vec<[u16; 4]>,
    reached: Vec<Place>,
    buckets: Vec<Vec<(Place, Direction)>>,
    blank: Approach,
}

/// Where the blank can go without moving the tile.
struct Approach {
    /// Moves to every place, and the disorder they leave.
    walked: Vec<(u16, i32)>,
    from: Vec<Direction>,
    queue: Vec<Place>,
}

/// Which states and places are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Those on ways of about so many moves.
    Near { most: u32 },
    /// All.
    Everywhere,
}

impl Reach {
    fn holds_state(self, moves: u32) -> bool {
        match self {
            Self::Near { most } => moves <= most,
            Self::Everywhere => true,
        }
    }
}

/// How many moves more than the distance the blank may take to the tile: enough to pass it at an edge.
const ROUND_ABOUT: u32 = 6;

impl Puller {
    pub(super) fn new(places: usize) -> Self {
        Self {
            walks: Walks::new(),
            left: vec![[NEVER; 4]; places],
            ends: vec![[NEVER; 4]; places],
            reached: Vec::new(),
            buckets: Vec::new(),
            blank: Approach { walked: vec![(NEVER, 0); places], from: vec![Direction::Up; places], queue: Vec::new() },
        }
    }

    /// Pulls a tile to its cheapest end. `None` if there is no way to any.
    pub(super) fn pull(&mut self, work: &mut Workpiece, tile: Tile, ends: &[End]) -> Option<()> {
        let from = work.place_of(tile);
        let open = |end: &End| u32::from(end.moves) + open_ground(work, from, end.place);
        let most = ends.iter().map(open).min()? + DETOUR;
        // PERF: nearly always a way is little longer than over open ground. To look at no other states takes a fifth off the
        // time of a 100x100 board.
        let side = [Reach::Near { most }, Reach::Everywhere].into_iter().find_map(|reach| {
            self.measure(work, from, ends, reach);
            self.approach(work, tile, reach)
        })?;
        self.lead(work, tile, side)
    }

    /// The fewest moves from all states within reach.
    fn measure(&mut self, work: &Workpiece, from: Place, ends: &[End], reach: Reach) {
        for place in self.reached.drain(..) {
            self.left[place.index()] = [NEVER; 4];
            self.ends[place.index()] = [NEVER; 4];
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        for end in ends {
            self.ends[end.place.index()][end.side as usize] = end.moves;
            self.lower(end.place, end.side, end.moves);
        }
        let (mut limit, mut moves) = (usize::MAX, 0);
        while moves < self.buckets.len() && moves <= limit {
            while let Some((place, side)) = self.buckets[moves].pop() {
                if usize::from(self.left[place.index()][side as usize]) != moves {
                    continue;
                }
                if place == from && reach != Reach::Everywhere {
                    // The blank may come from another side, but not from one that is further than to walk round the tile.
                    limit = limit.min(moves + LONGEST_WALK);
                }
                // Before the last draw the tile stood where the blank is now, and the blank where the tile is.
                let (before, drawn) = (work.beside(place, side), side.opposite());
                if !work.is_free(before) || !reach.holds_state(moves as u32 + open_ground(work, from, before)) {
                    continue;
                }
                let free = usize::from(work.free_around(before));
                for came in Direction::ALL {
                    let [clockwise, anticlockwise] = self.walks.lengths[free][came as usize][drawn as usize];
                    let walk = clockwise.min(anticlockwise);
                    if walk != NO_WALK {
                        self.lower(before, came, moves as u16 + u16::from(walk) + 1);
                    }
                }
            }
            moves += 1;
        }
    }

    fn lower(&mut self, place: Place, side: Direction, moves: u16) {
        let sides = &mut self.left[place.index()];
        if *sides == [NEVER; 4] {
            self.reached.push(place);
        }
        let known = &mut sides[side as usize];
        if moves < *known {
            *known = moves;
            let bucket = usize::from(moves);
            if self.buckets.len() <= bucket {
                self.buckets.resize_with(bucket + 1, Vec::new);
            }
            self.buckets[bucket].push((place, side));
        }
    }

    /// Brings the blank to the side of the tile from which all goes best, by a shortest way that leaves little disorder.
    fn approach(&mut self, work: &mut Workpiece, tile: Tile, reach: Reach) -> Option<Direction> {
        let (start, obstacle) = (work.blank(), work.place_of(tile));
        let near = |place, walked: u16| {
            reach == Reach::Everywhere
                || u32::from(walked) + work.distance(place, obstacle) <= work.distance(start, obstacle) + ROUND_ABOUT
        };
        let Approach { walked, from, queue } = &mut self.blank;
        for place in queue.drain(..) {
            walked[place.index()] = (NEVER, 0);
        }
        walked[start.index()] = (0, 0);
        queue.push(start);
        let (mut next, mut limit) = (0, NEVER);
        while let Some(&place) = queue.get(next) {
            next += 1;
            let (moves, disorder) = walked[place.index()];
            if moves > limit {
                break;
            }
            for direction in Direction::ALL {
                let beside = work.beside(place, direction);
                if beside == obstacle {
                    // Other sides that are further away are reached by walking round the tile.
                    if reach != Reach::Everywhere {
                        limit = limit.min(moves + 1);
                    }
                    continue;
                }
                if !work.is_free(beside) || !near(beside, moves + 1) {
                    continue;
                }
                let (known, least) = walked[beside.index()];
                if known <= moves {
                    continue;
                }
                // On a shortest way no cell is met twice, so every tile on it still stands where it stood.
                let moved = work.tile_at(beside);
                let disorder = disorder + work.away(moved, place) - work.away(moved, beside);
                if known == NEVER {
                    queue.push(beside);
                } else if least <= disorder {
                    continue;
                }
                walked[beside.index()] = (moves + 1, disorder);
                from[beside.index()] = direction;
            }
        }
        let sides = Direction::ALL.into_iter().filter_map(|side| {
            let (moves, disorder) = walked[work.beside(obstacle, side).index()];
            let left = self.left[obstacle.index()][side as usize];
            (moves != NEVER && left != NEVER).then(|| (MOVE * (i32::from(moves) + i32::from(left)) + disorder, side))
        });
        let (_, side) = sides.min_by_key(|&(value, _)| value)?;
        let mut way = Vec::new();
        let mut place = work.beside(obstacle, side);
        while place != start {
            let direction = from[place.index()];
            way.push(direction);
            place = work.beside(place, direction.opposite());
        }
        way.into_iter().rev().for_each(|direction| work.step(direction));
        Some(side)
    }

    /// Leads the tile to an end by the fewest moves; the blank is beside it.
    fn lead(&self, work: &mut Workpiece, tile: Tile, mut side: Direction) -> Option<()> {
        while !self.is_end(work.place_of(tile), side) {
            let (_, draw) = self.best(work, tile, side, LOOK_AHEAD)?;
            draw.make(work, side);
            side = draw.side.opposite();
        }
        Some(())
    }

    fn is_end(&self, place: Place, side: Direction) -> bool {
        let left = self.left[place.index()][side as usize];
        left != NEVER && left == self.ends[place.index()][side as usize]
    }

    /// The next draw on a shortest way that leaves the least disorder after `draws` of them, and that disorder.
    fn best(&self, work: &mut Workpiece, tile: Tile, side: Direction, draws: usize) -> Option<(i32, Draw)> {
        let (place, mark) = (work.place_of(tile), work.mark());
        let left = self.left[place.index()][side as usize];
        let walks = &self.walks.lengths[usize::from(work.free_around(place))][side as usize];
        let mut best: Option<(i32, Draw)> = None;
        for to in Direction::ALL {
            let (there, beyond) = (work.beside(place, to), to.opposite());
            let after = self.left[there.index()][beyond as usize];
            for (turn, length) in Turn::BOTH.into_iter().zip(walks[to as usize]) {
                let is_walk = length != NO_WALK && (length > 0 || turn == Turn::Clockwise);
                if !is_walk || after == NEVER || u16::from(length) + 1 + after != left {
                    continue;
                }
                let draw = Draw { side: to, turn, length };
                draw.make(work, side);
                let disorder = if draws == 1 || self.is_end(there, beyond) {
                    Some(work.disorder() - work.away(tile, there))
                } else {
                    self.best(work, tile, beyond, draws - 1).map(|(disorder, _)| disorder)
                };
                work.take_back(mark);
                if let Some(disorder) = disorder.filter(|&disorder| best.as_ref().is_none_or(|best| disorder < best.0))
                {
                    best = Some((disorder, draw));
                }
            }
        }
        best
    }
}

/// Which way the blank walks round a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Clockwise,
    Anticlockwise,
}

impl Turn {
    const BOTH: [Self; 2] = [Self::Clockwise, Self::Anticlockwise];
}

/// One step of the tile: the blank walks round it to a side and draws it there.
struct Draw {
    side: Direction,
    turn: Turn,
    length: u8,
}

impl Draw {
    fn make(&self, work: &mut Workpiece, from: Direction) {
        let mut at = SIDE_ON_RING[from as usize];
        for _ in 0..self.length {
            match self.turn {
                Turn::Clockwise => {
                    work.step(CLOCKWISE[at]);
                    at = (at + 1) % RING;
                }
                Turn::Anticlockwise => {
                    at = (at + RING - 1) % RING;
                    work.step(CLOCKWISE[at].opposite());
                }
            }
        }
        work.step(self.side.opposite());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::domains::tiles::board::Board;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::shape::Shape;

    fn random(rows: usize, cols: usize, seed: u64) -> (Board, Board) {
        let goal = CARDS[0].board(Shape::new(rows, cols).unwrap());
        (Generator::new(&goal, Kind::Uniform, seed).unwrap().board(), goal)
    }

    /// The fewest moves of the blank that bring a tile from every place to `to`, by breadth-first search over both.
    fn exact(work: &Workpiece, cells: &[Place], to: Place) -> HashMap<(usize, usize), u16> {
        let blanks = cells.iter().filter(|&&blank| blank != to);
        let mut queue: VecDeque<(Place, Place)> = blanks.map(|&blank| (to, blank)).collect();
        let mut moves: HashMap<_, u16> =
            queue.iter().map(|&(tile, blank)| ((tile.index(), blank.index()), 0)).collect();
        while let Some((tile, blank)) = queue.pop_front() {
            let made = moves[&(tile.index(), blank.index())];
            for direction in Direction::ALL {
                let next = work.beside(blank, direction);
                let moved = if next == tile { blank } else { tile };
                if work.is_free(next) && !moves.contains_key(&(moved.index(), next.index())) {
                    moves.insert((moved.index(), next.index()), made + 1);
                    queue.push_back((moved, next));
                }
            }
        }
        moves
    }

    #[test]
    fn the_fewest_moves_are_those_of_an_exact_search() {
        for (rows, cols) in [(3, 3), (3, 6), (5, 4)] {
            let (start, goal) = random(rows, cols, 3);
            for fixed in 0..cols - 2 {
                let mut work = Workpiece::new(&start, &goal);
                (0..fixed).for_each(|col| work.fix(work.place(0, col)));
                let all = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
                let cells: Vec<Place> =
                    all.map(|(row, col)| work.place(row, col)).filter(|&place| work.is_free(place)).collect();
                let to = work.place(0, fixed);
                let exact = exact(&work, &cells, to);
                let mut puller = Puller::new(work.places());
                puller.measure(&work, to, &End::at(to), Reach::Everywhere);
                for &tile in &cells {
                    for side in Direction::ALL.into_iter().filter(|&side| work.is_free(work.beside(tile, side))) {
                        let left = puller.left[tile.index()][side as usize];
                        assert_eq!(left, exact[&(tile.index(), work.beside(tile, side).index())]);
                    }
                }
            }
        }
    }

    #[test]
    fn a_tile_is_pulled_by_little_more_than_the_fewest_moves() {
        for seed in 0..40 {
            let (start, goal) = random(6, 7, seed);
            let mut work = Workpiece::new(&start, &goal);
            let (tile, to) = (work.belongs(work.place(0, 0)), work.place(0, 0));
            let cells: Vec<Place> = (0..6)
                .flat_map(|row| (0..7).map(move |col| (row, col)))
                .map(|(row, col)| work.place(row, col))
                .collect();
            let exact = exact(&work, &cells, to)[&(work.place_of(tile).index(), work.blank().index())];
            Puller::new(work.places()).pull(&mut work, tile, &End::at(to)).unwrap();
            assert_eq!(work.place_of(tile), to);
            let made = work.moves().len() as u16;
            assert!((exact..=exact + 4).contains(&made), "{made} moves instead of {exact} on {start}");
        }
    }

    /// A blank behind the tile can draw it in, and nothing else.
    #[test]
    fn a_blank_that_is_shut_in_has_one_way() {
        let goal = CARDS[0].board(Shape::new(4, 4).unwrap());
        let start = Board::new(goal.shape(), &[0, 2, 3, 4, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).unwrap();
        let mut work = Workpiece::new(&start, &goal);
        work.fix(work.place(0, 1));
        let mut puller = Puller::new(work.places());
        let (far, home) = (work.place(3, 3), work.place(0, 0));
        assert_eq!(puller.pull(&mut work, Tile(1), &End::at(far)), None);
        assert!(work.moves().is_empty());
        assert_eq!(puller.pull(&mut work, Tile(1), &End::at(home)), Some(()));
        assert_eq!(work.moves(), [Direction::Down]);
    }
}
