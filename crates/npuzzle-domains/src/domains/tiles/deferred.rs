//! Boards that are made when they are needed: a pass through a hundred thousand random boards in
//! their order holds one of them at a time.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::domains::tiles::board::Board;
use crate::domains::tiles::generate::Generator;
use crate::domains::tiles::shape::Shape;

/// A board, or its place in a sequence of random ones.
#[derive(Clone)]
pub struct DeferredBoard(Source);

#[derive(Clone)]
enum Source {
    Ready(Arc<Board>),
    Dealt { dealer: Arc<Dealer>, place: usize },
}

impl DeferredBoard {
    /// The boards that a generator makes from here on.
    pub fn of(generator: Generator) -> impl Iterator<Item = Self> {
        let dealer = Arc::new(Dealer::new(generator));
        (0..).map(move |place| Self(Source::Dealt { dealer: Arc::clone(&dealer), place }))
    }

    /// Its rows and columns.
    pub fn shape(&self) -> Shape {
        match &self.0 {
            Source::Ready(board) => board.shape(),
            Source::Dealt { dealer, .. } => dealer.first.shape(),
        }
    }

    /// The board; it is the same whenever it is asked for.
    pub fn board(&self) -> Board {
        match &self.0 {
            Source::Ready(board) => Board::clone(board),
            Source::Dealt { dealer, place } => dealer.board(*place),
        }
    }
}

impl From<Board> for DeferredBoard {
    fn from(board: Board) -> Self {
        Self(Source::Ready(Arc::new(board)))
    }
}

impl fmt::Debug for DeferredBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Source::Ready(board) => board.fmt(f),
            Source::Dealt { place, .. } => write!(f, "DeferredBoard({}, place {place})", self.shape()),
        }
    }
}

/// Hands out the boards of a generator by their places. It holds the last one: to ask for it again
/// or to go on costs little, to go back begins anew.
struct Dealer {
    first: Generator,
    hand: Mutex<Hand>,
}

struct Hand {
    generator: Generator,
    made: usize,
    last: Option<Board>,
}

impl Hand {
    fn new(generator: Generator) -> Self {
        Self { generator, made: 0, last: None }
    }
}

impl Dealer {
    fn new(first: Generator) -> Self {
        Self { hand: Mutex::new(Hand::new(first.clone())), first }
    }

    fn board(&self, place: usize) -> Board {
        let mut hand = self.hand.lock().unwrap_or_else(PoisonError::into_inner);
        if place + 1 < hand.made {
            *hand = Hand::new(self.first.clone());
        }
        loop {
            match &hand.last {
                Some(board) if hand.made == place + 1 => return board.clone(),
                _ => {
                    let next = hand.generator.board();
                    hand.last = Some(next);
                    hand.made += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::generate::Kind;
    use crate::domains::tiles::goal::Goal;

    fn generator(kind: Kind) -> Generator {
        let goal = Goal::default().board(Shape::new(3, 4).unwrap()).unwrap();
        Generator::new(&goal, kind, 7).unwrap()
    }

    fn made(board: &DeferredBoard) -> usize {
        match &board.0 {
            Source::Ready(_) => 1,
            Source::Dealt { dealer, .. } => dealer.hand.lock().unwrap().made,
        }
    }

    #[test]
    fn they_are_the_boards_of_the_generator_in_any_order() {
        for kind in [Kind::Uniform, Kind::Unsolvable, Kind::Walk(20), Kind::Distance(10)] {
            let mut at_once = generator(kind);
            let expected: Vec<Board> = (0..20).map(|_| at_once.board()).collect();
            let deferred: Vec<DeferredBoard> = DeferredBoard::of(generator(kind)).take(20).collect();
            for place in (0..20).chain([19, 3, 3, 0, 12]) {
                assert_eq!(deferred[place].board(), expected[place], "{kind:?}, place {place}");
                assert_eq!(deferred[place].shape(), expected[place].shape());
            }
        }
    }

    /// Places cost nothing; a board is made once, however often it is asked for.
    #[test]
    fn a_board_is_made_when_it_is_asked_for() {
        let deferred: Vec<DeferredBoard> = DeferredBoard::of(generator(Kind::Uniform)).take(1000).collect();
        assert_eq!(made(&deferred[0]), 0);
        for place in 0..10 {
            for _ in 0..5 {
                deferred[place].board();
            }
            assert_eq!(made(&deferred[0]), place + 1);
        }
    }
}
