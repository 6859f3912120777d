//! Random boards by description: `random:3x3:20:7` is twenty boards of seed 7, `walk:4x4:30:5` five
//! boards at most thirty moves from the goal, `distance:3x3:31:2` two of the farthest.
//!
//! With its seed a description names the same boards on every machine, as `korf:12` does.

use crate::core::clock::Instant;
use crate::core::spelling::{is_spelled, plain_number};
use crate::core::suggest::nearest;
use crate::core::{Cost, Limits};
use crate::domains::tiles::board::Board;
use crate::domains::tiles::deferred::DeferredBoard;
use crate::domains::tiles::generate::{GenerateError, Generator, Kind};
use crate::domains::tiles::sets;
use crate::domains::tiles::shape::Shape;

/// More boards than this are refused before the first is made.
const MOST_BOARDS: usize = 100_000;
/// A longer walk is not more random, and this one takes half a second already
/// (`generate 4x4 --walk 1e7`).
pub const LONGEST_WALK: u64 = 10_000_000;

/// A description of random boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomSet {
    /// Size of the boards.
    pub shape: Shape,
    /// Which boards.
    pub kind: Kind,
    /// How many.
    pub count: usize,
    /// The seed, where the description has one.
    pub seed: Option<u64>,
}

/// A board of such a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomBoard {
    /// As in `random:3x3:7#12`, the twelfth board of seed 7.
    pub name: String,
    /// The board.
    pub board: Board,
    /// Its optimal cost, where the description sets it.
    pub optimal: Option<Cost>,
}

/// Why a text describes no random boards.
#[derive(Clone, Debug, thiserror::Error)]
#[error("`{text}` describes no boards: {reason}; expected {}, such as {}", card.form, card.example)]
pub struct RandomSetError {
    text: String,
    reason: String,
    card: &'static RandomSetCard,
}

/// Describes a kind of random boards.
#[derive(Clone, Copy, Debug)]
pub struct RandomSetCard {
    /// The word that descriptions begin with.
    pub word: &'static str,
    /// How boards are described.
    pub form: &'static str,
    /// A description.
    pub example: &'static str,
    /// Which boards they are.
    pub summary: &'static str,
}

/// The kinds of random boards.
pub const CARDS: [RandomSetCard; 3] = [
    RandomSetCard {
        word: "random",
        form: "random:RxC:COUNT[:SEED]",
        example: "random:3x3:20:7",
        summary: "random boards, all that can be solved equally likely",
    },
    RandomSetCard {
        word: "walk",
        form: "walk:RxC:MOVES:COUNT[:SEED]",
        example: "walk:4x4:30:20:7",
        summary: "boards so many random moves from the goal, never straight back",
    },
    RandomSetCard {
        word: "distance",
        form: "distance:RxC:MOVES:COUNT[:SEED]",
        example: "distance:3x3:31:2:7",
        summary: "boards whose shortest solution has exactly so many moves, up to 12 cells",
    },
];

/// The words that descriptions begin with.
pub const WORDS: [&str; 3] = [CARDS[0].word, CARDS[1].word, CARDS[2].word];

/// The name of a set, or the word of a description, that the beginning of a text may have been
/// meant to be.
pub fn nearest_word(text: &str) -> Option<&'static str> {
    let word = text.split(':').next().unwrap_or(text);
    nearest(word, sets::SETS.iter().map(|set| set.name).chain(WORDS))
}

/// The random boards that a text describes; `None` if it does not begin as a description does.
pub fn find(text: &str) -> Option<Result<RandomSet, RandomSetError>> {
    let (word, rest) = text.split_once(':')?;
    let card = CARDS.iter().find(|card| is_spelled(word, card.word))?;
    Some(read(card.word, rest).map_err(|reason| RandomSetError { text: text.to_owned(), reason, card }))
}

fn read(word: &str, rest: &str) -> Result<RandomSet, String> {
    let mut parts = rest.split(':');
    let mut next = |what: &str| parts.next().ok_or_else(|| format!("the {what} is missing"));
    let shape: Shape = next("size")?.parse().map_err(|error: <Shape as std::str::FromStr>::Err| error.to_string())?;
    let kind = match word {
        "walk" => Kind::Walk(number(next("number of moves")?, LONGEST_WALK)?),
        "distance" => Kind::Distance(number(next("distance")?, u64::from(Cost::MAX))? as Cost),
        _ => Kind::Uniform,
    };
    let count = number(next("number of boards")?, MOST_BOARDS as u64)? as usize;
    if count == 0 {
        return Err("at least one board is needed".to_owned());
    }
    let seed = next("seed").ok().map(|seed| number(seed, u64::MAX)).transpose()?;
    match parts.next() {
        Some(more) => Err(format!("`:{more}` is too much")),
        None => Ok(RandomSet { shape, kind, count, seed }),
    }
}

fn number(text: &str, most: u64) -> Result<u64, String> {
    let number = plain_number(text).parse().ok().filter(|&number: &u64| number <= most);
    number.ok_or_else(|| format!("`{text}` is not a whole number up to {most}"))
}

impl RandomSet {
    fn name(&self, seed: u64, number: usize) -> String {
        let shape = self.shape;
        match self.kind {
            Kind::Walk(moves) => format!("walk:{shape}:{moves}:{seed}#{number}"),
            Kind::Distance(distance) => format!("distance:{shape}:{distance}:{seed}#{number}"),
            Kind::Uniform | Kind::Unsolvable => format!("random:{shape}:{seed}#{number}"),
        }
    }

    /// The boards for a goal. `seed` counts where the description has none.
    pub fn boards(&self, goal: &Board, seed: u64) -> Result<Vec<RandomBoard>, GenerateError> {
        self.one_by_one(goal, seed, &Limits::default())?.collect()
    }

    /// The same boards within limits, each made when its turn comes. What they need in common, such
    /// as the table of a distance, is made here.
    pub fn one_by_one(&self, goal: &Board, seed: u64, limits: &Limits) -> Result<RandomBoards, GenerateError> {
        let began = limits.clock.now();
        let seed = self.seed.unwrap_or(seed);
        let generator = Generator::within(goal, self.kind, seed, limits)?;
        Ok(RandomBoards { set: self.clone(), seed, generator, limits: limits.clone(), began, made: 0, is_over: false })
    }
}

/// The boards of a set, one after the other. The first that a limit forbids is an error and the
/// last.
pub struct RandomBoards {
    set: RandomSet,
    seed: u64,
    generator: Generator,
    limits: Limits,
    began: Instant,
    made: usize,
    is_over: bool,
}

impl RandomBoards {
    /// How many are to come.
    pub fn left(&self) -> usize {
        if self.is_over { 0 } else { self.set.count - self.made }
    }

    /// Those to come by name, to be made when they are needed. Limits do not hold for them.
    pub fn deferred(self) -> impl Iterator<Item = (String, DeferredBoard)> {
        let Self { set, seed, generator, made, .. } = self;
        let names = (made + 1..=set.count).map(move |number| set.name(seed, number));
        names.zip(DeferredBoard::of(generator))
    }
}

impl Iterator for RandomBoards {
    type Item = Result<RandomBoard, GenerateError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left() == 0 {
            return None;
        }
        if let Err(why) = self.limits.check(self.began) {
            self.is_over = true;
            return Some(Err(GenerateError::Unfinished { made: self.made, asked: self.set.count, why }));
        }
        self.made += 1;
        let optimal = match self.set.kind {
            Kind::Distance(distance) => Some(distance),
            Kind::Uniform | Kind::Unsolvable | Kind::Walk(_) => None,
        };
        let name = self.set.name(self.seed, self.made);
        Some(Ok(RandomBoard { name, board: self.generator.board(), optimal }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::domains::tiles::distance_table::DistanceTable;
    use crate::domains::tiles::goal::Goal;

    fn boards(text: &str, seed: u64) -> Vec<RandomBoard> {
        let set = find(text).unwrap().unwrap();
        set.boards(&Goal::default().board(set.shape).unwrap(), seed).unwrap()
    }

    #[test]
    fn descriptions_are_kept() {
        let goal = Goal::default().board(Shape::new(3, 3).unwrap()).unwrap();
        let table = DistanceTable::new(&goal).unwrap();
        let far = boards("distance:3x3:20:4:9", 1);
        assert_eq!(far.len(), 4);
        assert!(far.iter().all(|far| table.distance_of(&far.board) == Some(20) && far.optimal == Some(20)));
        let near = boards("walk:3x3:6:5", 1);
        assert!(near.iter().all(|near| table.distance_of(&near.board).is_some_and(|distance| distance <= 6)));
        let names: Vec<String> = boards("random:2x3:2", 3).into_iter().map(|board| board.name).collect();
        assert_eq!(names, ["random:2x3:3#1", "random:2x3:3#2"]);
    }

    /// A description with its seed names the same boards whatever the seed around it, and those of
    /// `generate`.
    #[test]
    fn seeds_decide() {
        assert_eq!(boards("random:3x3:2:7", 1), boards("random:3x3:2", 7));
        assert_ne!(boards("random:3x3:2:7", 1), boards("random:3x3:2:8", 1));
        assert_eq!(boards("random:3x3:1:1", 5)[0].board.to_string(), "4 2 8/1 6 0/3 7 5");
    }

    /// The largest set that can be asked for: if all of it were made for the first board, it would
    /// take 2 GB.
    #[test]
    fn a_board_is_made_when_its_turn_comes() {
        let set = find("random:100x100:100000:1").unwrap().unwrap();
        let goal = Goal::default().board(set.shape).unwrap();
        let mut boards = set.one_by_one(&goal, 0, &Limits::default()).unwrap();
        assert_eq!((boards.made, boards.left()), (0, 100_000));
        let (first, second) = (boards.next().unwrap().unwrap(), boards.next().unwrap().unwrap());
        assert_eq!((boards.made, boards.left()), (2, 99_998));
        let few = RandomSet { count: 2, ..set };
        assert_eq!(few.boards(&goal, 0).unwrap(), [first, second]);
    }

    #[test]
    fn deferred_boards_are_the_same() {
        for text in ["random:3x3:4:1", "walk:3x3:9:4:1", "distance:3x3:9:4:1"] {
            let set = find(text).unwrap().unwrap();
            let goal = Goal::default().board(set.shape).unwrap();
            let deferred = set.one_by_one(&goal, 0, &Limits::default()).unwrap().deferred();
            let deferred: Vec<(String, Board)> = deferred.map(|(name, board)| (name, board.board())).collect();
            let at_once = boards(text, 0).into_iter().map(|random| (random.name, random.board));
            assert_eq!(deferred, at_once.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_limit_is_the_end() {
        let set = find("random:3x3:4:1").unwrap().unwrap();
        let goal = Goal::default().board(set.shape).unwrap();
        let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(false))), ..Limits::default() };
        let mut boards = set.one_by_one(&goal, 0, &limits).unwrap();
        assert!(boards.next().unwrap().is_ok());
        limits.cancel.as_ref().unwrap().store(true, Ordering::Relaxed);
        let error = boards.next().unwrap().unwrap_err();
        assert!(matches!(error, GenerateError::Unfinished { made: 1, asked: 4, .. }), "{error}");
        assert!(boards.next().is_none() && boards.left() == 0);
    }

    #[test]
    fn mistakes_are_named() {
        assert!(find("korf:12").is_none() && find("random").is_none() && find("123406758").is_none());
        for (text, reason) in [
            ("random:", "`` is not a board size"),
            ("random:3x3", "the number of boards is missing"),
            ("random:3x3:0", "at least one board"),
            ("random:3x3:x", "`x` is not a whole number"),
            ("random:3x3:5:1:9", "`:9` is too much"),
            ("random:3x3:200000", "up to 100000"),
            ("walk:3x3:5", "the number of boards is missing"),
            ("distance:3x3:-1:5", "`-1` is not a whole number"),
        ] {
            let error = find(text).unwrap().unwrap_err().to_string();
            assert!(error.contains(reason) && error.contains("expected"), "{text}: {error}");
        }
    }
}
