//! Pulling one tile: the blank goes to it and leads it to one of several ends by the fewest moves.
//!
//! Beside the tile, the blank takes one move to draw the tile onto its own cell, and then has to
//! walk round the tile before it can draw again: two moves for a turn, four to go on straight, more
//! where fixed cells are in the way. So the state is the place of the tile and the side on which
//! the blank stands, and the fewest moves from every state come from Dijkstra's algorithm,
//! backwards from the ends. Ways of equal length are not equal: the blank moves other tiles in
//! passing. It looks [`LOOK_AHEAD`] steps of the tile ahead and takes the way that leaves the
//! others nearest to their homes.
//!
//! PERF: most tiles go to one place as fast as over open ground. Then no shortest way turns back,
//! and the fewest moves within the rectangle between the tile and its end follow row by row
//! ([`Puller::measure_rectangle`]), without a queue.

use crate::domains::tiles::shape::Direction;
use crate::solvers::tiles::constructive::approach::Approach;
use crate::solvers::tiles::constructive::walks::{Draw, LONGEST_WALK, NO_WALK, Walks};
use crate::solvers::tiles::constructive::workpiece::{MOVE, Spot, Workpiece};

/// An end of a pull: the tile in this place, the blank on this side of it, and so many moves that
/// follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) place: Spot,
    pub(super) side: Direction,
    pub(super) moves: u16,
}

impl End {
    /// A place, whatever side the blank is on.
    pub(super) fn at(place: Spot) -> [Self; 4] {
        Direction::ALL.map(|side| Self { place, side, moves: 0 })
    }
}

/// How many steps of the tile are looked ahead.
///
/// PERF: of one, two, three, four and six steps come 1.74, 1.72, 1.70, 1.69 and 1.69 n^3 moves on
/// 10x10 (200 boards), and 1.78, 1.77, 1.73, 1.71 and 1.68 on 40x40 (5 boards).
const LOOK_AHEAD: usize = 4;

/// About how many moves it takes to pull a tile from place to place where nothing is in the way:
/// five for a step, or six for two steps round a corner.
#[inline]
fn open_ground(from: Spot, to: Spot) -> u32 {
    let ((row, col), (to_row, to_col)) = (from.coordinates(), to.coordinates());
    let (down, across) = (row.abs_diff(to_row), col.abs_diff(to_col));
    5 * down.max(across) + down.min(across)
}

/// So many moves more than over open ground are allowed for, because of edges and the sides where
/// the blank stands.
const DETOUR: u32 = 12;

/// The fewest moves that pull a tile so many cells in two directions over open ground, by the walk
/// that the blank needs to get to its side in each of them.
///
/// The first step takes its walk and one move, a step after a turn three, and one straight on five.
/// Beginning with the first direction, there are as many turns as steps in the second allow for.
fn over_open_ground(steps: [u32; 2], walks: [u32; 2]) -> u32 {
    let straight = 5 * (steps[0] + steps[1]).saturating_sub(1) + 1;
    let beginning = |with: usize| {
        let [these, others] = [steps[with], steps[1 - with]];
        (these > 0).then(|| walks[with] + straight - 2 * (2 * others).min(2 * these - 1))
    };
    [0, 1].into_iter().filter_map(beginning).min().unwrap_or(0)
}

/// Moves of the blank over open ground from a side of a tile to another.
fn open_walk(from: Direction, to: Direction) -> u16 {
    if from == to {
        0
    } else if from == to.opposite() {
        4
    } else {
        2
    }
}

/// Not reached.
const NEVER: u16 = u16::MAX;

/// All cells around are free.
const OPEN: u8 = u8::MAX;

/// Draws on shortest ways, each a bit by its number.
#[derive(Clone, Copy, Default)]
struct Options {
    all: u8,
    /// Those that lead to an end.
    ending: u8,
    is_known: bool,
}

/// Pulls tiles; keeps its tables for the next one.
pub(super) struct Puller {
    walks: Walks,
    /// Fewest moves to an end, by place and side.
    left: Vec<[u16; 4]>,
    reached: Vec<Spot>,
    /// By place and side. PERF: those who look ahead come to a state dozens of times.
    options: Vec<[Options; 4]>,
    /// The moves that follow an end.
    ends: Vec<[u16; 4]>,
    ended: Vec<Spot>,
    buckets: Vec<Vec<(Spot, Direction)>>,
    blank: Approach,
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

impl Puller {
    pub(super) fn new(places: usize) -> Self {
        Self {
            walks: Walks::new(),
            left: vec![[NEVER; 4]; places],
            reached: Vec::new(),
            options: vec![[Options::default(); 4]; places],
            ends: vec![[NEVER; 4]; places],
            ended: Vec::new(),
            buckets: Vec::new(),
            blank: Approach::new(places),
        }
    }

    /// Bytes that it holds.
    pub(super) fn held(&self) -> usize {
        let tables = size_of_val(&self.left[..]) + size_of_val(&self.options[..]) + size_of_val(&self.ends[..]);
        let lists = (self.reached.capacity() + self.ended.capacity()) * size_of::<Spot>();
        let bucket = |bucket: &Vec<(Spot, Direction)>| bucket.capacity() * size_of::<(Spot, Direction)>();
        let buckets = self.buckets.capacity() * size_of::<Vec<(Spot, Direction)>>();
        let buckets = buckets + self.buckets.iter().map(bucket).sum::<usize>();
        self.walks.held() + tables + lists + buckets + self.blank.held()
    }

    /// Pulls a tile to its cheapest end. `None` if there is no way to any.
    pub(super) fn pull(&mut self, work: &mut Workpiece, tile: Spot, ends: &[End]) -> Option<()> {
        let from = work.place_of(tile);
        let open = |end: &End| u32::from(end.moves) + open_ground(from, end.place);
        let most = ends.iter().map(open).min()? + DETOUR;
        // PERF: nearly always a way is little longer than over open ground. To look at no other
        // states takes a fifth off the time of a 100x100 board.
        let side = [Reach::Near { most }, Reach::Everywhere].into_iter().find_map(|reach| {
            self.measure(work, from, ends, reach);
            self.approach(work, tile, reach)
        })?;
        self.lead(work, tile, side)
    }

    /// The fewest moves from all states within reach.
    fn measure(&mut self, work: &Workpiece, from: Spot, ends: &[End], reach: Reach) {
        self.forget();
        for end in ends {
            self.ends[end.place.index()][end.side as usize] = end.moves;
            self.ended.push(end.place);
        }
        if reach != Reach::Everywhere && self.measure_rectangle(work, from, ends) {
            return;
        }
        self.forget_moves();
        self.measure_states(work, from, ends, reach);
    }

    fn forget(&mut self) {
        self.ended.drain(..).for_each(|place| self.ends[place.index()] = [NEVER; 4]);
        self.forget_moves();
    }

    fn forget_moves(&mut self) {
        for place in self.reached.drain(..) {
            self.left[place.index()] = [NEVER; 4];
            self.options[place.index()] = [Options::default(); 4];
        }
    }

    /// The fewest moves from all states within the rectangle between a tile and the only place
    /// where it may end. False if they are more than over open ground, or the ends are several:
    /// then other ways may be as short or shorter.
    fn measure_rectangle(&mut self, work: &Workpiece, from: Spot, ends: &[End]) -> bool {
        let Some(&End { place: to, .. }) = ends.first() else { return false };
        if ends.len() != 4 || ends.iter().any(|end| end.place != to || end.moves != 0) {
            return false;
        }
        let ((row, col), (to_row, to_col)) = (from.coordinates(), to.coordinates());
        let (rows, cols) = (row.abs_diff(to_row), col.abs_diff(to_col));
        let vertical = if to_row < row { Direction::Up } else { Direction::Down };
        let horizontal = if to_col < col { Direction::Left } else { Direction::Right };
        let mut first = to;
        for row in 0..=rows {
            let mut place = first;
            for col in 0..=cols {
                let mut sides = [NEVER; 4];
                if row + col == 0 {
                    sides = [0; 4];
                } else if work.is_free(place) {
                    let after = |steps: u32, direction: Direction| {
                        let sides = self.left[place.beside(direction).index()];
                        if steps > 0 { sides[direction.opposite() as usize].saturating_add(1) } else { NEVER }
                    };
                    let (down, across) = (after(row, vertical), after(col, horizontal));
                    let free = work.free_around(place);
                    if free == OPEN {
                        let near = |a: u16, b: u16, walk: u16| a.saturating_add(walk).min(b.saturating_add(2));
                        sides[vertical as usize] = near(down, across, 0);
                        sides[vertical.opposite() as usize] = near(down, across, 4);
                        sides[horizontal as usize] = near(across, down, 0);
                        sides[horizontal.opposite() as usize] = near(across, down, 4);
                    } else {
                        for came in Direction::ALL {
                            let walk = |to: Direction, after: u16| {
                                let walk = self.walks.shortest(came, to, free);
                                walk.map_or(NEVER, |walk| after.saturating_add(u16::from(walk)))
                            };
                            sides[came as usize] = walk(vertical, down).min(walk(horizontal, across));
                        }
                    }
                }
                self.left[place.index()] = sides;
                self.reached.push(place);
                place = place.beside(horizontal.opposite());
            }
            first = first.beside(vertical.opposite());
        }
        let is_as_fast = |side: Direction| {
            let walks = [vertical, horizontal].map(|to| u32::from(open_walk(side, to)));
            u32::from(self.left[from.index()][side as usize]) == over_open_ground([rows, cols], walks)
        };
        Direction::ALL.into_iter().all(|side| !work.is_free(from.beside(side)) || is_as_fast(side))
    }

    /// The fewest moves from all states within reach, by Dijkstra's algorithm.
    fn measure_states(&mut self, work: &Workpiece, from: Spot, ends: &[End], reach: Reach) {
        self.buckets.iter_mut().for_each(Vec::clear);
        for end in ends {
            self.lower(end.place, end.side, end.moves);
        }
        let (mut limit, mut moves) = (usize::MAX, 0);
        while moves < self.buckets.len() && moves <= limit {
            while let Some((place, side)) = self.buckets[moves].pop() {
                if usize::from(self.left[place.index()][side as usize]) != moves {
                    continue;
                }
                if place == from && reach != Reach::Everywhere {
                    // The blank may come from another side, but not from one that is further than
                    // to walk round the tile.
                    limit = limit.min(moves + LONGEST_WALK);
                }
                // Before the last draw the tile stood where the blank is now, and the blank where
                // the tile is.
                let (before, drawn) = (place.beside(side), side.opposite());
                if !work.is_free(before) || !reach.holds_state(moves as u32 + open_ground(from, before)) {
                    continue;
                }
                let free = work.free_around(before);
                for came in Direction::ALL {
                    if let Some(walk) = self.walks.shortest(came, drawn, free) {
                        self.lower(before, came, moves as u16 + u16::from(walk) + 1);
                    }
                }
            }
            moves += 1;
        }
    }

    fn lower(&mut self, place: Spot, side: Direction, moves: u16) {
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

    /// Brings the blank to the side of the tile from which all goes best, by a shortest way that
    /// leaves little disorder.
    fn approach(&mut self, work: &mut Workpiece, tile: Spot, reach: Reach) -> Option<Direction> {
        self.blank.search(work, tile, reach == Reach::Everywhere);
        let place = work.place_of(tile);
        let sides = Direction::ALL.into_iter().filter_map(|side| {
            let (moves, disorder) = self.blank.walked(place.beside(side))?;
            let left = self.left[place.index()][side as usize];
            (left != NEVER).then(|| (MOVE * (i32::from(moves) + i32::from(left)) + disorder, side))
        });
        let (_, side) = sides.min_by_key(|&(value, _)| value)?;
        self.blank.go(work, place.beside(side));
        Some(side)
    }

    /// Leads the tile to an end by the fewest moves; the blank is beside it.
    fn lead(&mut self, work: &mut Workpiece, tile: Spot, mut side: Direction) -> Option<()> {
        while !self.is_end(work.place_of(tile), side) {
            let place = work.place_of(tile);
            let options = self.options(work, place, side);
            let number = if options.all.is_power_of_two() {
                // There is no choice, and so nothing to look at.
                options.all.trailing_zeros() as usize
            } else {
                self.best(work, place, side, LOOK_AHEAD)?.1
            };
            let draw = Draw::new(side, number);
            draw.make(work);
            side = draw.side().opposite();
        }
        Some(())
    }

    fn is_end(&self, place: Spot, side: Direction) -> bool {
        let left = self.left[place.index()][side as usize];
        left != NEVER && left == self.ends[place.index()][side as usize]
    }

    /// The next draw of the tile in `place` on a shortest way that leaves the least disorder among
    /// the other tiles after `draws` of them, or as many as there are to an end, and by how much
    /// these change that disorder.
    fn best(&mut self, work: &mut Workpiece, place: Spot, side: Direction, draws: usize) -> Option<(i32, usize)> {
        let options = self.options(work, place, side);
        let (mut left, mut best) = (options.all, None);
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let draw = Draw::new(side, number);
            let mut disorder = draw.disorder(work, place);
            if draws > 1 && options.ending >> number & 1 == 0 {
                draw.sketch(work, place);
                let further = self.best(work, place.beside(draw.side()), draw.side().opposite(), draws - 1);
                draw.erase(work, place);
                let Some((further, _)) = further else { continue };
                disorder += further;
            }
            if best.is_none_or(|(least, _)| disorder < least) {
                best = Some((disorder, number));
            }
        }
        best
    }

    /// The draws that are on shortest ways to an end, with the tile in `place` and the blank on
    /// this side.
    #[inline(always)]
    fn options(&mut self, work: &Workpiece, place: Spot, side: Direction) -> Options {
        let known = self.options[place.index()][side as usize];
        if known.is_known { known } else { self.find_options(work, place, side) }
    }

    #[cold]
    fn find_options(&mut self, work: &Workpiece, place: Spot, side: Direction) -> Options {
        let left = self.left[place.index()][side as usize];
        let walks = self.walks.from(side, work.free_around(place));
        let mut options = Options { is_known: true, ..Options::default() };
        for to in Direction::ALL {
            let (there, beyond) = (place.beside(to), to.opposite());
            let after = self.left[there.index()][beyond as usize];
            for (number, length) in Draw::numbers(to).into_iter().zip(walks[to as usize]) {
                let is_walk = length != NO_WALK && (length > 0 || number % 2 == 0);
                if is_walk && after != NEVER && u16::from(length) + 1 + after == left {
                    options.all |= 1 << number;
                    options.ending |= u8::from(self.is_end(there, beyond)) << number;
                }
            }
        }
        self.options[place.index()][side as usize] = options;
        options
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

    /// The fewest moves of the blank that bring a tile from every place to `to`, by breadth-first
    /// search over both.
    fn exact(work: &Workpiece, cells: &[Spot], to: Spot) -> HashMap<(usize, usize), u16> {
        let blanks = cells.iter().filter(|&&blank| blank != to);
        let mut queue: VecDeque<(Spot, Spot)> = blanks.map(|&blank| (to, blank)).collect();
        let mut moves: HashMap<_, u16> =
            queue.iter().map(|&(tile, blank)| ((tile.index(), blank.index()), 0)).collect();
        while let Some((tile, blank)) = queue.pop_front() {
            let made = moves[&(tile.index(), blank.index())];
            for direction in Direction::ALL {
                let next = blank.beside(direction);
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
                (0..fixed).for_each(|col| work.fix(Workpiece::place(0, col)));
                let all = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
                let cells: Vec<Spot> =
                    all.map(|(row, col)| Workpiece::place(row, col)).filter(|&place| work.is_free(place)).collect();
                let to = Workpiece::place(0, fixed);
                let exact = exact(&work, &cells, to);
                let mut puller = Puller::new(work.places());
                puller.measure(&work, to, &End::at(to), Reach::Everywhere);
                for &tile in &cells {
                    for side in Direction::ALL.into_iter().filter(|&side| work.is_free(tile.beside(side))) {
                        let left = puller.left[tile.index()][side as usize];
                        assert_eq!(left, exact[&(tile.index(), tile.beside(side).index())]);
                    }
                }
            }
        }
    }

    /// Where the rectangle is measured by itself, its fewest moves are those of Dijkstra's
    /// algorithm over the whole board, for all states that a shortest way leads to.
    #[test]
    fn rectangles_are_measured_as_the_whole_board_is() {
        let (start, goal) = random(7, 9, 2);
        let mut measured = 0;
        for (from, to, fixed) in (0..63_usize).flat_map(|from| (0..9).map(move |to| (from, to, (from * to) % 8))) {
            let mut work = Workpiece::new(&start, &goal);
            (0..fixed).for_each(|col| work.fix(Workpiece::place(0, col)));
            let (from, to) = (Workpiece::place(from / 9, from % 9), Workpiece::place(to % 2, to));
            if from == to || !work.is_free(from) || !work.is_free(to) {
                continue;
            }
            let [mut part, mut whole] = [0; 2].map(|_| Puller::new(work.places()));
            for puller in [&mut part, &mut whole] {
                End::at(to).iter().for_each(|end| puller.ends[end.place.index()][end.side as usize] = 0);
            }
            if !part.measure_rectangle(&work, from, &End::at(to)) {
                continue;
            }
            measured += 1;
            whole.measure_states(&work, from, &End::at(to), Reach::Everywhere);
            let mut states: Vec<(Spot, Direction)> = Direction::ALL.map(|side| (from, side)).to_vec();
            states.retain(|(place, side)| work.is_free(place.beside(*side)));
            let mut next = 0;
            while let Some(&(place, side)) = states.get(next) {
                next += 1;
                assert_eq!(part.left[place.index()][side as usize], whole.left[place.index()][side as usize]);
                let options = [&mut part, &mut whole].map(|puller| puller.options(&work, place, side));
                assert_eq!((options[0].all, options[0].ending), (options[1].all, options[1].ending));
                for to in Direction::ALL {
                    let state = (place.beside(to), to.opposite());
                    let numbers = Draw::numbers(to).into_iter().fold(0, |bits, number| bits | 1 << number);
                    if options[0].all & !options[0].ending & numbers != 0 && !states.contains(&state) {
                        states.push(state);
                    }
                }
            }
        }
        assert!(measured > 200, "{measured}");
    }

    #[test]
    fn a_tile_is_pulled_by_little_more_than_the_fewest_moves() {
        for seed in 0..40 {
            let (start, goal) = random(6, 7, seed);
            let mut work = Workpiece::new(&start, &goal);
            let (tile, to) = (Workpiece::place(0, 0), Workpiece::place(0, 0));
            let cells: Vec<Spot> = (0..6)
                .flat_map(|row| (0..7).map(move |col| (row, col)))
                .map(|(row, col)| Workpiece::place(row, col))
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
        work.fix(Workpiece::place(0, 1));
        let mut puller = Puller::new(work.places());
        let (far, home) = (Workpiece::place(3, 3), Workpiece::place(0, 0));
        assert_eq!(puller.pull(&mut work, home, &End::at(far)), None);
        assert!(work.moves().is_empty());
        assert_eq!(puller.pull(&mut work, home, &End::at(home)), Some(()));
        assert_eq!(work.moves(), [Direction::Down]);
    }
}
