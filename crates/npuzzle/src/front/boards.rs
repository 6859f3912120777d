//! Boards as people name them: in any notation, as members of a named set, or random by
//! description.

use std::collections::VecDeque;
use std::{fmt, vec};

use crate::core::Limits;
use crate::domains::tiles::Board;
use crate::domains::tiles::deferred::DeferredBoard;
use crate::domains::tiles::generate::Kind;
use crate::domains::tiles::goal::{self, Goal};
use crate::domains::tiles::notation::{Claim, Place};
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::random_sets::{self, RandomBoards, RandomSet};
use crate::domains::tiles::sets::{self, Known};
use crate::front::messages::Message;
use crate::front::random_seed;

pub use crate::front::texts::{in_text, in_words};

/// One board that was asked for, or why it cannot be read.
#[derive(Clone, Debug)]
pub struct Input<B = Board> {
    /// What to call it.
    pub name: String,
    /// The board with its goal.
    pub content: Result<Content<B>, Refusal>,
}

/// Why a board cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong, and what to do about it.
    pub message: Message,
    /// The file or other text that it stands in.
    pub source: Option<String>,
    /// Where in the text it is.
    pub place: Option<Place>,
}

/// What messages call a board that is itself an argument.
const ARGUMENT: &str = "board";

impl Refusal {
    /// The refusal in one line, as one of many: where it is and what is wrong. A board that is not
    /// in a file is called by its name.
    pub fn line(&self, name: &str) -> String {
        let text = self.message.text.lines().next().unwrap_or_default();
        match (&self.source, &self.place) {
            (Some(source), Some(place)) if source != ARGUMENT => {
                format!("{source}:{}:{}: {text}", place.line, place.column)
            }
            (_, Some(place)) => format!("{name}: column {}: {text}", place.column),
            // Most messages about sets and files name them.
            _ if text.contains(name) => text.to_owned(),
            _ => format!("{name}: {text}"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Self {
        Self { message: Message { text, hint: None }, source: None, place: None }
    }
}

/// A board to work on.
#[derive(Clone, Debug)]
pub struct Content<B = Board> {
    /// The board.
    pub board: B,
    /// What to reach.
    pub goal: Goal,
    /// What a comment beside it says about it.
    pub claim: Option<Claim>,
    /// What its set tells about its cost.
    pub known: Option<Known>,
}

/// Boards that were asked for, in their order. Those of sets are made when their turn comes, so
/// that the first is there at once and a set of any size needs the memory of one board.
#[derive(Default)]
pub struct Inputs {
    parts: VecDeque<InputPart>,
}

enum InputPart {
    Ready(vec::IntoIter<Input>),
    Named { selection: sets::Selection, goal: Goal, is_own_goal: bool },
    Random { word: String, boards: Box<RandomBoards>, goal: Goal },
}

impl Inputs {
    /// How many are to come, unless a limit ends the making of random ones.
    pub fn left(&self) -> usize {
        let left = |part: &InputPart| match part {
            InputPart::Ready(inputs) => inputs.len(),
            InputPart::Named { selection, .. } => selection.left(),
            InputPart::Random { boards, .. } => boards.left(),
        };
        self.parts.iter().map(left).sum()
    }

    /// Appends others.
    pub fn append(&mut self, mut others: Self) {
        self.parts.append(&mut others.parts);
    }

    /// The same with boards that are made when they are needed, for a plan that goes through them
    /// in their order.
    pub fn deferred(self) -> impl Iterator<Item = Input<DeferredBoard>> {
        self.parts.into_iter().flat_map(InputPart::deferred)
    }
}

impl From<Vec<Input>> for Inputs {
    fn from(inputs: Vec<Input>) -> Self {
        Self { parts: VecDeque::from([InputPart::Ready(inputs.into_iter())]) }
    }
}

impl Iterator for Inputs {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        loop {
            match self.parts.front_mut()?.next() {
                Some(input) => return Some(input),
                None => drop(self.parts.pop_front()),
            }
        }
    }
}

impl Iterator for InputPart {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        match self {
            Self::Ready(inputs) => inputs.next(),
            Self::Named { selection, goal, is_own_goal } => {
                let instance = selection.next()?;
                let known = is_own_goal.then_some(instance.known);
                let content = Content { board: instance.board, goal: goal.clone(), claim: None, known };
                Some(Input { name: instance.name, content: Ok(content) })
            }
            Self::Random { word, boards, goal } => Some(match boards.next()? {
                Ok(random) => {
                    let known = random.optimal.map(Known::Optimal);
                    let content = Content { board: random.board, goal: goal.clone(), claim: None, known };
                    Input { name: random.name, content: Ok(content) }
                }
                Err(error) => refused(word, error.to_string()),
            }),
        }
    }
}

impl InputPart {
    fn deferred(self) -> Box<dyn Iterator<Item = Input<DeferredBoard>>> {
        match self {
            Self::Random { boards, goal, .. } => Box::new(boards.deferred().map(move |(name, board)| Input {
                name,
                content: Ok(Content { board, goal: goal.clone(), claim: None, known: None }),
            })),
            ready => Box::new(ready.map(Input::from)),
        }
    }
}

impl From<Input> for Input<DeferredBoard> {
    fn from(Input { name, content }: Input) -> Self {
        let deferred =
            |Content { board, goal, claim, known }: Content| Content { board: board.into(), goal, claim, known };
        Self { name, content: content.map(deferred) }
    }
}

fn refused(word: &str, message: String) -> Input {
    Input { name: word.to_owned(), content: Err(message.into()) }
}

/// The seed of random boards whose description has none: the given one, or a random one. All of
/// them share it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seed {
    given: Option<u64>,
    used: Option<u64>,
}

impl Seed {
    /// The seed that was given, if any was.
    pub fn new(given: Option<u64>) -> Self {
        Self { given, used: None }
    }

    /// The seed, if one was needed.
    pub fn used(&self) -> Option<u64> {
        self.used
    }

    fn take(&mut self) -> u64 {
        *self.used.get_or_insert_with(|| self.given.unwrap_or_else(random_seed))
    }
}

/// The boards of a named set (`korf:12`) or of a description (`random:3x3:20:7`); `None` if the
/// word names neither. A named set brings its own goal if no other is asked for. Random boards are
/// made within the limits.
pub fn described(word: &str, goal: Option<&Goal>, seed: &mut Seed, limits: &Limits) -> Option<Inputs> {
    let failed = |message: String| Inputs::from(vec![refused(word, message)]);
    if let Some(selection) = sets::select(word) {
        let selection = match selection {
            Ok(selection) => selection,
            Err(error) => return Some(failed(error.to_string())),
        };
        let is_own_goal = goal.is_none();
        let goal = goal.cloned().or_else(|| Goal::preset(selection.set.goal)).unwrap_or_default();
        return Some(Inputs { parts: VecDeque::from([InputPart::Named { selection, goal, is_own_goal }]) });
    }
    let random = random_sets::find(word)?.map_err(|error| error.to_string()).and_then(|set| {
        let seed = set.seed.unwrap_or_else(|| seed.take());
        random_boards(word, &set, goal.cloned().unwrap_or_default(), seed, limits)
    });
    Some(random.unwrap_or_else(failed))
}

fn random_boards(word: &str, set: &RandomSet, goal: Goal, seed: u64, limits: &Limits) -> Result<Inputs, String> {
    let goal_board = goal.board(set.shape).map_err(|error| error.to_string())?;
    let boards = set.one_by_one(&goal_board, seed, limits).map_err(|error| error.to_string())?;
    let random = InputPart::Random { word: word.to_owned(), boards: Box::new(boards), goal };
    // Boards at a distance are small, but the table they are drawn from is not: they are drawn
    // here, so that the tables of several sets are never held together.
    Ok(match set.kind {
        Kind::Distance(_) => Inputs::from(random.collect::<Vec<Input>>()),
        _ => Inputs { parts: VecDeque::from([random]) },
    })
}

/// A message if a word begins as a named set would, and no set has that name: `korff:12`.
pub fn unknown_set(word: &str) -> Option<String> {
    let (name, _) = word.split_once(':')?;
    let is_name = name.len() > 1 && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if !is_name || !name.contains(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let suggestion = random_sets::nearest_word(word).map(|near| format!("; did you mean `{near}:`?"));
    let sets: Vec<&str> = sets::SETS.iter().map(|set| set.name).chain(random_sets::WORDS).collect();
    Some(format!(
        "unknown set of boards `{name}`{}\nhelp: expected one of {}",
        suggestion.unwrap_or_default(),
        sets.join(", ")
    ))
}

/// Lines above a board that say of it what arithmetic and its maker know: whether it can be solved,
/// and for which goal. [`in_text`] reads them again.
pub fn comments(board: &Board, goal: &Board) -> String {
    let preset = goal::CARDS.iter().find(|card| card.board(goal.shape()) == *goal);
    let goal_text = preset.map_or_else(|| goal.to_string(), |card| card.name.to_owned());
    let solvable = if is_solvable(board, goal) { "solvable" } else { "unsolvable" };
    format!("# This puzzle is {solvable}\n# goal: {goal_text}\n")
}

/// A remark if a comment says something else about the board than arithmetic does.
pub fn disagreement(content: &Content, goal: &Board) -> Option<String> {
    let claim = content.claim?;
    let solvable = is_solvable(&content.board, goal);
    if solvable == (claim == Claim::Solvable) {
        return None;
    }
    let word = |solvable| if solvable { "solvable" } else { "unsolvable" };
    let snail = Goal::preset("snail").and_then(|snail| snail.board(content.board.shape()).ok());
    let for_snail = snail.filter(|snail| snail != goal).map(|snail| {
        format!(
            "; for the goal `snail`, which such files are usually made for, it is {}",
            word(is_solvable(&content.board, &snail))
        )
    });
    Some(format!(
        "a comment says this puzzle is {}, but for this goal it is {}{}",
        word(claim == Claim::Solvable),
        word(solvable),
        for_snail.unwrap_or_default()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::notation::{ReadOptions, read_board};

    #[test]
    fn a_set_that_is_misspelled_is_recognised() {
        assert!(unknown_set("korff:12").unwrap().contains("did you mean `korf:`?"));
        assert!(unknown_set("radnom:3x3:20").unwrap().contains("did you mean `random:`?"));
        assert!(!unknown_set("boards:12").unwrap().contains("did you mean"));
        for other in ["1 2 3/4 5 6/7 8 0", "C:/boards.txt", "12:34", "korf", "[1, 2, 3, 0]", "./a:b"] {
            assert_eq!(unknown_set(other), None, "{other}");
        }
    }

    fn asked_for(words: &[&str]) -> Inputs {
        let mut inputs = Inputs::default();
        for word in words {
            inputs.append(described(word, None, &mut Seed::new(Some(3)), &Limits::default()).unwrap());
        }
        inputs
    }

    /// A million boards of 100x100, of which two are asked for: the rest would not fit into memory.
    #[test]
    fn boards_of_sets_come_one_at_a_time_in_their_order() {
        let large = ["random:100x100:100000:1"; 10];
        let mut inputs = asked_for(&[&["korf:99.."], &large[..], &["walk:3x3:5:2", "distance:3x3:31:2:1"]].concat());
        assert_eq!(inputs.left(), 1_000_006);
        let names: Vec<String> = inputs.by_ref().take(4).map(|input| input.name).collect();
        assert_eq!(names, ["korf:99", "korf:100", "random:100x100:1#1", "random:100x100:1#2"]);
        assert_eq!(inputs.left(), 1_000_002);
        let names: Vec<String> = asked_for(&["walk:3x3:5:2", "distance:3x3:31:2:1"]).map(|input| input.name).collect();
        assert_eq!(names, ["walk:3x3:5:3#1", "walk:3x3:5:3#2", "distance:3x3:31:1#1", "distance:3x3:31:1#2"]);
    }

    #[test]
    fn deferred_boards_are_the_same() {
        let words = ["korf:7", "random:3x4:3", "walk:4x4:30:2:5", "distance:3x3:20:2:1", "random:9"];
        let facts = |name, board: Option<Board>, known| (name, board, known);
        let at_once = asked_for(&words).map(|Input { name, content }| match content {
            Ok(content) => facts(name, Some(content.board), content.known),
            Err(refusal) => facts(refusal.to_string(), None, None),
        });
        let deferred = asked_for(&words).deferred().map(|Input { name, content }| match content {
            Ok(content) => facts(name, Some(content.board.board()), content.known),
            Err(refusal) => facts(refusal.to_string(), None, None),
        });
        assert!(at_once.eq(deferred));
        assert_eq!(asked_for(&words).count(), 9);
    }

    /// What is written beside a board is read again.
    #[test]
    fn comments_carry_the_goal() {
        let board = |text: &str| read_board(text, &ReadOptions::default()).unwrap().board;
        let own = board("1 2 3/4 0 5/6 7 8");
        for (start, goal) in [("1 2 3/8 0 4/7 5 6", board("1 2 3/8 0 4/7 6 5")), ("1 2 3/4 5 6/7 8 0", own)] {
            let text = format!("{}3\n{}\n", comments(&board(start), &goal), start.replace('/', "\n"));
            let content = in_text("board", &text, true, None, &ReadOptions::default()).remove(0).content.unwrap();
            assert_eq!(content.goal.board(goal.shape()).unwrap(), goal, "{text}");
            assert!(disagreement(&content, &goal).is_none(), "{text}");
        }
    }
}
