//! Watching a solution: forwards and backwards, fast and slow.

use std::time::Duration;

use npuzzle::domains::tiles::{Board, Cell, Direction};

/// Moves per second.
const SPEEDS: [u32; 11] = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000];
/// The usual speed, as an index.
const USUAL: usize = 3;
/// A long solution is played so fast that it takes no more than this.
const LONGEST_SHOW_SECONDS: u32 = 60;

/// Moves that are overdue by more were held up by something: they are not made up for.
const LONGEST_GAP: Duration = Duration::from_secs(1);

/// A solution and the place in it.
#[derive(Clone, Debug)]
pub struct Watching {
    moves: Vec<Direction>,
    board: Board,
    position: usize,
    playing: bool,
    speed: usize,
    /// When the next move is due.
    due: Duration,
    /// Whether no solution is shorter.
    proved: bool,
    /// No solution has fewer moves.
    at_least: u32,
}

impl Watching {
    /// Begins to play.
    pub fn new(start: Board, moves: Vec<Direction>, at_least: u32, now: Duration) -> Self {
        let fast_enough = |speed: &usize| moves.len() as u64 <= u64::from(SPEEDS[*speed] * LONGEST_SHOW_SECONDS);
        let speed = (USUAL..SPEEDS.len()).find(fast_enough).unwrap_or(SPEEDS.len() - 1);
        let proved = moves.len() as u64 == u64::from(at_least);
        let due = now + pause(speed);
        Self { moves, board: start, position: 0, playing: true, speed, due, proved, at_least }
    }

    /// The board that is seen.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many moves are made.
    pub fn position(&self) -> usize {
        self.position
    }

    /// All moves, by the direction of the blank.
    pub fn moves(&self) -> &[Direction] {
        &self.moves
    }

    /// Whether no solution is shorter, and that is proved.
    pub fn is_shortest(&self) -> bool {
        self.proved
    }

    /// How many moves every solution has at least.
    pub fn at_least(&self) -> u32 {
        self.at_least
    }

    /// Whether it goes on by itself.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Moves per second.
    pub fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// The cell of the tile that moved last.
    pub fn moved(&self) -> Option<Cell> {
        let last = self.moves.get(self.position.checked_sub(1)?)?;
        self.board.shape().neighbour(self.board.blank(), last.opposite())
    }

    /// Plays or pauses; from the end it plays again.
    pub fn toggle(&mut self, now: Duration) {
        if self.position == self.moves.len() {
            self.go_to(0);
            self.playing = true;
        } else {
            self.playing = !self.playing;
        }
        self.due = now + pause(self.speed);
    }

    /// Goes so many moves on, or back, and pauses.
    pub fn step(&mut self, moves: isize) {
        self.playing = false;
        self.go_to(self.position.saturating_add_signed(moves));
    }

    /// Goes to the first board, or to the last.
    pub fn jump(&mut self, to_the_end: bool) {
        self.playing = false;
        self.go_to(if to_the_end { self.moves.len() } else { 0 });
    }

    /// Plays faster or slower.
    pub fn change_speed(&mut self, faster: bool, now: Duration) {
        self.speed = if faster { (self.speed + 1).min(SPEEDS.len() - 1) } else { self.speed.saturating_sub(1) };
        self.due = now + pause(self.speed);
    }

    /// Waits a whole pause from now on.
    pub fn hold(&mut self, now: Duration) {
        self.due = now + pause(self.speed);
    }

    /// Makes the moves that are due. Says whether there were any.
    pub fn tick(&mut self, now: Duration) -> bool {
        let before = self.position;
        if now.saturating_sub(self.due) > LONGEST_GAP {
            self.due = now;
        }
        while self.playing && now >= self.due {
            self.go_to(self.position + 1);
            self.due += pause(self.speed);
            self.playing = self.position < self.moves.len();
        }
        self.position != before
    }

    /// How long nothing will happen.
    pub fn patience(&self, now: Duration) -> Option<Duration> {
        self.playing.then(|| self.due.saturating_sub(now))
    }

    fn go_to(&mut self, position: usize) {
        let position = position.min(self.moves.len());
        let mut blank = self.board.blank();
        while self.position != position {
            let back = position < self.position;
            let direction = if back { self.moves[self.position - 1].opposite() } else { self.moves[self.position] };
            blank = self.board.slide(blank, direction).unwrap_or(blank);
            self.position = if back { self.position - 1 } else { self.position + 1 };
        }
    }
}

fn pause(speed: usize) -> Duration {
    Duration::from_secs(1) / SPEEDS[speed]
}

#[cfg(test)]
mod tests {
    use super::*;
    use npuzzle::domains::tiles::goal::CARDS;
    use npuzzle::domains::tiles::{Moves, Tile};

    fn watching(moves: &str) -> Watching {
        let start = CARDS[0].board("3x3".parse().unwrap());
        let moves: Moves = moves.parse().unwrap();
        let count = moves.0.len() as u32;
        Watching::new(start, moves.0, count, Duration::ZERO)
    }

    #[test]
    fn it_plays_as_time_goes_by_and_stops_at_the_end() {
        let mut show = watching("ULURD");
        show.tick(Duration::from_millis(199));
        assert_eq!(show.position(), 0);
        show.tick(Duration::from_millis(401));
        assert_eq!(show.position(), 2);
        show.tick(Duration::from_secs(60));
        assert_eq!(show.position(), 3, "unwatched for a minute: it goes on where it was");
        show.tick(Duration::from_millis(60_900));
        assert_eq!((show.position(), show.is_playing()), (5, false));
        show.toggle(Duration::from_secs(61));
        assert_eq!((show.position(), show.is_playing()), (0, true), "again");
    }

    #[test]
    fn steps_lead_there_and_back() {
        let mut show = watching("ULURD");
        let start = show.board().clone();
        show.jump(true);
        assert_eq!(show.position(), 5);
        assert_eq!(show.board().tile_at(show.moved().unwrap()), Tile(5));
        show.step(-2);
        show.step(10);
        show.step(-100);
        assert_eq!((show.position(), show.board()), (0, &start));
        assert_eq!(show.moved(), None);
    }

    #[test]
    fn long_solutions_are_played_faster_and_the_speed_has_ends() {
        assert_eq!(watching("U").speed(), 5);
        assert_eq!(watching(&"UD".repeat(1000)).speed(), 50);
        let mut show = watching("U");
        for _ in 0..20 {
            show.change_speed(true, Duration::ZERO);
        }
        assert_eq!(show.speed(), 1000);
        for _ in 0..20 {
            show.change_speed(false, Duration::ZERO);
        }
        assert_eq!(show.speed(), 1);
    }
}
