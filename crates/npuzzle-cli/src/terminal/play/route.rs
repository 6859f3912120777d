//! A way to the goal that is known, and what is proved about it. It follows the player from board
//! to board.

use std::collections::VecDeque;

use npuzzle::domains::tiles::Direction;

use crate::render::numbers::thousands;

/// A solution of the board in front of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    moves: VecDeque<Direction>,
    /// No solution is shorter.
    at_least: u32,
    /// Whether the player has left it, so that it begins with a way back.
    left: bool,
}

impl Route {
    /// The answer of a search.
    pub fn new(moves: impl IntoIterator<Item = Direction>, at_least: u32) -> Self {
        Self { moves: moves.into_iter().collect(), at_least, left: false }
    }

    /// Goes on to the board after a move of the blank. A player who follows the route has one
    /// move less to go; one who leaves it can still go back.
    pub fn follow(&mut self, step: Direction) {
        if self.moves.front() == Some(&step) {
            self.moves.pop_front();
        } else {
            self.moves.push_front(step.opposite());
            self.left = true;
        }
        // One move changes the distance by one, and all solutions of a board are of one parity.
        self.at_least = self.at_least.saturating_sub(1);
        if !(self.len() - self.at_least).is_multiple_of(2) {
            self.at_least += 1;
        }
    }

    /// Something better is proved about the length of all solutions.
    pub fn raise(&mut self, at_least: u32) {
        self.at_least = self.at_least.max(at_least).min(self.len());
    }

    /// The next move of the blank.
    pub fn next(&self) -> Option<Direction> {
        self.moves.front().copied()
    }

    /// All moves of the blank.
    pub fn moves(&self) -> impl Iterator<Item = Direction> {
        self.moves.iter().copied()
    }

    /// How many moves it has.
    pub fn len(&self) -> u32 {
        self.moves.len() as u32
    }

    /// How many moves every solution has at least.
    pub fn at_least(&self) -> u32 {
        self.at_least
    }

    /// Whether no solution is shorter, and that is proved.
    pub fn is_shortest(&self) -> bool {
        self.len() == self.at_least
    }

    /// Whether it is as good an answer as when it was found: the shortest, or the rest of what the
    /// player follows.
    pub fn is_fresh(&self) -> bool {
        self.is_shortest() || !self.left
    }

    /// How far it is, with what is proved.
    pub fn distance(&self) -> String {
        match (self.is_shortest(), self.len()) {
            (true, 1) => "1 move (proved)".to_owned(),
            (true, moves) => format!("{} moves (proved)", thousands(moves)),
            (false, moves) if self.at_least == 0 => format!("at most {}", thousands(moves)),
            (false, moves) => format!("at most {}, at least {}", thousands(moves), thousands(self.at_least)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn who_follows_the_shortest_way_stays_on_it() {
        let mut route = Route::new([Up, Left, Down], 3);
        route.follow(Up);
        assert!(route.is_shortest());
        assert_eq!((route.len(), route.next()), (2, Some(Left)));
        assert_eq!(route.distance(), "2 moves (proved)");
    }

    #[test]
    fn who_leaves_it_can_go_back_and_knows_the_bounds() {
        let mut route = Route::new([Up, Left, Down], 3);
        route.follow(Right);
        assert_eq!(route.distance(), "at most 4, at least 2");
        assert_eq!(route.moves().collect::<Vec<_>>(), [Left, Up, Left, Down]);
        route.follow(Left);
        assert_eq!((route.len(), route.at_least()), (3, 1));
        assert!(!route.is_fresh(), "a search may find something better");
    }

    #[test]
    fn parity_sharpens_a_bound() {
        let mut route = Route::new([Up, Left, Down, Left], 3);
        assert!(route.is_fresh() && !route.is_shortest());
        route.follow(Up);
        assert_eq!(route.distance(), "3 moves (proved)");
        let mut done = Route::new([], 0);
        done.follow(Up);
        assert_eq!(done.distance(), "1 move (proved)");
    }
}
