//! Groups of fields that several questions share, and how their texts are read.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::answer::{EstimateFile, Problem};
use crate::core::clock::Instant;
use crate::core::spelling::Titled;
use crate::core::suggest::nearest;
use crate::core::{Limits, Metric};
use crate::domains::map::{MapOptions, read_map};
use crate::domains::tiles::deferred::DeferredBoard;
use crate::domains::tiles::goal::{self, Goal, GoalError};
use crate::domains::tiles::notation::{FORMATS, Format, ReadOptions, read_board};
use crate::domains::tiles::{Board, MoveOrder, MovesOf, Shape, random_sets};
use crate::front::boards::{self, Content, Input, Seed};
use crate::front::messages::Message;
use crate::front::units;
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::refusal::{FieldPlace, Refusal};
use crate::question::terms::{Caps, Terms};
use crate::question::texts::{Amount, BoardText};

/// How boards are written, and what they are to become.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct BoardFields {
    /// The goal: a name or any board text [default: last, or the goal of the named set]
    #[cfg_attr(feature = "clap", arg(short, long, value_parser = arguments::goal()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Board"))]
    pub goal: Option<BoardText>,
    /// The size of boards written as one flat list, if they are not square
    #[cfg_attr(feature = "clap", arg(long, value_name = "RxC", value_parser = arguments::text(read_size)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Board"))]
    pub size: Option<String>,
    /// How boards are written, where it cannot be recognised
    #[cfg_attr(feature = "clap", arg(long, value_name = "FORMAT", value_parser = arguments::input_formats()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Board"))]
    pub input_format: Option<String>,
    /// Seed for random boards that give none [default: random, reported]
    #[cfg_attr(feature = "clap", arg(long, value_parser = units::seed))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Board"))]
    pub seed: Option<u64>,
}

/// What a search may use up.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct LimitFields {
    /// Stop after this time: 500ms, 10s, 2m [default: none; 10s for auto on more than 16
    /// cells]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME", value_parser = arguments::text(units::duration)))]
    #[cfg_attr(feature = "clap", arg(allow_hyphen_values = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Limits"))]
    pub time_limit: Option<String>,
    /// Stop before the search holds more than this: 256MiB, 4GiB [default: what the machine can
    /// spare]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE", value_parser = arguments::text(units::size)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Limits"))]
    pub memory_limit: Option<String>,
    /// Stop after this many expansions: 1000, 1e6
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT", value_parser = arguments::amount(units::count)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Limits"))]
    pub node_limit: Option<Amount>,
    /// Number of threads for parallel searches [default: all that the machine can spare]
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT", value_parser = arguments::amount(units::threads)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Limits"))]
    pub threads: Option<Amount>,
}

/// What a laboratory job may use up.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct ResourceFields {
    /// Threads [default: all that the machine can spare]
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT", value_parser = arguments::amount(units::threads)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Limits"))]
    pub threads: Option<Amount>,
    /// Refuse what takes more than this: 256MiB, 4GiB [default: what the machine can spare]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE", value_parser = arguments::text(units::size)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Limits"))]
    pub memory_limit: Option<String>,
    /// Stop after this time: 500ms, 10s, 2m
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME", value_parser = arguments::text(units::duration)))]
    #[cfg_attr(feature = "clap", arg(allow_hyphen_values = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Limits"))]
    pub time_limit: Option<String>,
}

impl From<&ResourceFields> for LimitFields {
    fn from(fields: &ResourceFields) -> Self {
        let ResourceFields { threads, memory_limit, time_limit } = fields.clone();
        Self { time_limit, memory_limit, node_limit: None, threads }
    }
}

/// The limits that a question asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct AskedLimits {
    /// Time.
    pub time: Option<Duration>,
    /// Bytes.
    pub memory: Option<u64>,
    /// Expansions.
    pub nodes: Option<u64>,
    /// Threads.
    pub threads: Option<NonZeroUsize>,
}

impl LimitFields {
    /// Reads the texts.
    pub fn read(&self) -> Result<AskedLimits, Refusal> {
        Ok(AskedLimits {
            time: field("time_limit", self.time_limit.as_deref(), units::duration)?,
            memory: field("memory_limit", self.memory_limit.as_deref(), units::size)?,
            nodes: amount("node_limit", self.node_limit.as_ref(), units::count)?,
            threads: amount("threads", self.threads.as_ref(), units::threads)?,
        })
    }

    /// Limits with what the question asks for in place of what is usual.
    pub fn over(&self, usual: Limits) -> Result<Limits, Refusal> {
        let asked = self.read()?;
        Ok(Limits {
            time: asked.time.or(usual.time),
            memory: asked.memory.or(usual.memory),
            nodes: asked.nodes.or(usual.nodes),
            threads: asked.threads.or(usual.threads),
            ..usual
        })
    }
}

/// Heuristic files of a map, by name.
pub type EstimateFiles = BTreeMap<String, String>;

/// The problem of a name: one that a program describes, a map, or a call such as `hanoi(3,5)`.
pub(crate) fn read_problem(
    name: &str,
    map: Option<&str>,
    estimates: Option<&EstimateFiles>,
    options: MapOptions,
    terms: &Terms,
) -> Result<Problem, Refusal> {
    if let Some((name, problem)) = terms.problems.iter().find(|(known, _)| known == name) {
        return Ok(Problem::Custom { name: name.clone(), problem: Arc::clone(problem) });
    }
    let Some(text) = map else {
        return match estimates {
            Some(_) => Err(without("estimates", "map")),
            None => Ok(Problem::Call(name.to_owned())),
        };
    };
    let map = read_map(text, options).map_err(|error| {
        let place = error.place.as_ref().map(|place| FieldPlace::of("map", place));
        Refusal::from(Message::text_error(&error, name)).at(place)
    })?;
    let file = |(name, text): (&String, &String)| EstimateFile { name: name.clone(), text: text.clone() };
    let estimates = estimates.into_iter().flatten().map(file).collect();
    Ok(Problem::Map { name: name.to_owned(), map, estimates })
}

/// A field that means nothing without another.
pub(crate) fn without(field: &'static str, other: &str) -> Refusal {
    Refusal::in_field(field, "", format!("`{field}` is used together with `{other}`: expected both"))
}

/// A board that was asked for.
pub(crate) struct Chosen {
    pub name: String,
    pub content: Content,
    /// The seed, if it is random and its name has none.
    pub seed: Option<u64>,
}

/// Several boards.
pub(crate) struct ChosenBoards {
    pub boards: Vec<(String, Content<DeferredBoard>)>,
    /// The seed of those that are random and whose names have none.
    pub seed: Option<u64>,
}

/// A switch that JSON leaves open is off.
pub(crate) fn null_is_false<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The value of a field, if it is there.
pub(crate) fn field<T>(
    name: &'static str,
    text: Option<&str>,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, Refusal> {
    text.map(|text| needed(name, text, read)).transpose()
}

/// The value of a field that must be there.
pub(crate) fn needed<T>(
    name: &'static str,
    text: &str,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, Refusal> {
    read(text).map_err(|message| Refusal::in_field(name, text, message))
}

/// The value of a field that may be a number or a text.
pub(crate) fn amount<T>(
    name: &'static str,
    amount: Option<&Amount>,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, Refusal> {
    field(name, amount.map(Amount::as_str), read)
}

/// Reads how often a run is timed.
pub(crate) fn read_repeat(text: &str, most: u32) -> Result<NonZeroU32, String> {
    let repeat = units::positive(text)?;
    let few = u32::try_from(repeat).ok().filter(|&repeat| repeat <= most).and_then(NonZeroU32::new);
    few.ok_or_else(|| format!("`{text}` is more often than a run is timed here: expected at most {most}"))
}

/// Reads a size such as `3x4`.
pub(crate) fn read_size(text: &str) -> Result<Shape, String> {
    text.parse().map_err(|error: <Shape as std::str::FromStr>::Err| error.to_string())
}

/// Reads an order of moves such as `UDLR`.
pub(crate) fn read_order(text: &str) -> Result<MoveOrder, String> {
    text.parse().map_err(|error: <MoveOrder as std::str::FromStr>::Err| error.to_string())
}

/// Reads whose moves the letters name.
pub(crate) fn read_moves_of(text: &str) -> Result<MovesOf, String> {
    let known = MovesOf::NAMES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    known.map(|(_, of)| of).ok_or_else(|| {
        let names = MovesOf::NAMES.map(|(name, _)| name).join(" or ");
        format!("`{text}` does not say whose moves: expected {names}")
    })
}

/// Reads what costs count.
pub(crate) fn read_metric(text: &str) -> Result<Metric, String> {
    Metric::from_name(text).ok_or_else(|| {
        let names = Metric::ALL.map(Metric::name).join(" or ");
        format!("`{text}` is not a metric: expected {names}")
    })
}

fn read_format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|card| card.name).collect();
        format!("unknown format `{name}`: expected one of {}", names.join(", "))
    })
}

/// Reads a goal: a name or a board.
pub fn read_goal(goal: &BoardText, size: Option<Shape>) -> Result<Goal, Refusal> {
    if let Some(known) = goal.known() {
        if known.goal.is_some() {
            return Err(Refusal::in_field("goal", goal.as_str(), "a goal has no other goal: expected its board alone"));
        }
        return Ok(Goal::from(known.board.board()));
    }
    let read = match goal.format() {
        None => Goal::read(goal.as_str(), size),
        format => read_board(goal.as_str(), &ReadOptions { size, format })
            .map(|read| Goal::from(read.board))
            .map_err(GoalError::NotABoard),
    };
    read.map_err(|error| Refusal::goal(&nearly_named(goal.as_str().trim(), error), Some(goal.as_str())))
}

/// A word that is nearly the name of a goal, such as `first1`, was hardly meant to be a board.
fn nearly_named(word: &str, error: GoalError) -> GoalError {
    let is_foreign = |c: char| c.is_alphabetic() && !c.is_ascii_hexdigit() && !matches!(c, 'x' | 'X');
    let is_word = word.contains(is_foreign) && !word.contains(|c: char| c.is_whitespace() || "/[(,".contains(c));
    match (error, nearest(word, goal::CARDS.iter().flat_map(Titled::names))) {
        (GoalError::NotABoard(mut error), Some(name)) if is_word => {
            let names: Vec<&str> = goal::CARDS.iter().map(|card| card.name).collect();
            error.message = format!("`{word}` is neither a goal nor a board");
            error.hint = Some(format!("did you mean `{name}`? Goals are {}, or any board text", names.join(", ")));
            GoalError::NotABoard(error)
        }
        (error, _) => error,
    }
}

/// Reads the goal of boards of a size; without a text it is the usual one.
pub(crate) fn read_goal_board(goal: Option<&BoardText>, size: Shape) -> Result<Board, Refusal> {
    let read = goal.map_or_else(|| Ok(Goal::default()), |goal| read_goal(goal, Some(size)))?;
    read.board(size).map_err(|error| Refusal::goal(&error, goal.map(BoardText::as_str)))
}

/// The fields beside the texts of boards, once they are read.
pub struct BoardForm {
    /// How texts of boards are read.
    pub options: ReadOptions,
    /// What to reach, if the question says it.
    pub goal: Option<Goal>,
}

/// What may still be taken of the boards of one question.
struct Allowance {
    boards: usize,
    cells: usize,
    caps: Caps,
    began: Instant,
}

impl Allowance {
    fn of(boards: usize, caps: &Caps, limits: &Limits) -> Self {
        Self { boards, cells: caps.cells, caps: caps.clone(), began: limits.clock.now() }
    }

    /// The limits with the time that is left.
    fn left_of(&self, limits: &Limits) -> Limits {
        let left = |time: Duration| time.saturating_sub(limits.clock.since(self.began));
        Limits { time: limits.time.map(left), ..limits.clone() }
    }

    fn too_many(&self, field: &'static str, board: &BoardText, count: usize) -> Refusal {
        let noun = if count == 1 { "board" } else { "boards" };
        let text = board.as_str().trim();
        let what = if text.contains(char::is_whitespace) {
            format!("the text holds {count} {noun}")
        } else {
            format!("`{text}` names {count} {noun}")
        };
        let expected = match self.boards {
            1 => "one".to_owned(),
            _ => format!("at most {} boards together", self.caps.boards),
        };
        Refusal::in_field(field, board.as_str(), format!("{what}: expected {expected}"))
    }

    fn too_many_cells(&self, field: &'static str, board: &BoardText) -> Refusal {
        let text = board.as_str().trim();
        let what = if text.contains(char::is_whitespace) { "this" } else { &format!("`{text}`") };
        let message = format!("{what} is too much: expected at most {} cells together", self.caps.cells);
        Refusal::in_field(field, board.as_str(), message)
    }
}

impl BoardFields {
    /// The one board that a text names.
    pub(crate) fn one(&self, board: &BoardText, limits: &Limits, caps: &Caps) -> Result<Chosen, Refusal> {
        let mut seed = Seed::new(self.seed);
        let allowance = Allowance::of(1, caps, limits);
        let mut inputs = self.read()?.read("board", board, &allowance, &mut seed, limits)?;
        let (Some(input), true) = (inputs.pop(), inputs.is_empty()) else {
            return Err(allowance.too_many("board", board, inputs.len() + 1));
        };
        let Content { board, goal, claim, known } = content(input.content, "board", board)?;
        let content = Content { board: board.board(), goal, claim, known };
        Ok(Chosen { name: input.name, content, seed: seed.used() })
    }

    /// All boards that some texts name. The limits hold for all of them together.
    pub(crate) fn all(
        &self,
        field: &'static str,
        texts: &[BoardText],
        limits: &Limits,
        caps: &Caps,
    ) -> Result<ChosenBoards, Refusal> {
        let form = self.read()?;
        let mut seed = Seed::new(self.seed);
        let mut boards = Vec::new();
        let mut allowance = Allowance::of(caps.boards, caps, limits);
        for text in texts {
            let inputs = form.read(field, text, &allowance, &mut seed, &allowance.left_of(limits))?;
            allowance.boards = allowance.boards.saturating_sub(inputs.len());
            for input in inputs {
                let content = content(input.content, field, text)?;
                let cells = content.board.shape().cells();
                let left = allowance.cells.checked_sub(cells);
                allowance.cells = left.ok_or_else(|| allowance.too_many_cells(field, text))?;
                boards.push((input.name, content));
            }
        }
        Ok(ChosenBoards { boards, seed: seed.used() })
    }

    /// Reads the texts.
    pub fn read(&self) -> Result<BoardForm, Refusal> {
        let size = field("size", self.size.as_deref(), read_size)?;
        let format = field("input_format", self.input_format.as_deref(), read_format)?;
        let goal = self.goal.as_ref().map(|goal| read_goal(goal, size)).transpose()?;
        Ok(BoardForm { options: ReadOptions { size, format }, goal })
    }

    /// The text of the goal, for messages.
    pub(crate) fn goal_text(&self) -> Option<&str> {
        self.goal.as_ref().map(BoardText::as_str)
    }
}

impl BoardForm {
    /// As many boards as are allowed.
    fn read(
        &self,
        field: &'static str,
        board: &BoardText,
        allowance: &Allowance,
        seed: &mut Seed,
        limits: &Limits,
    ) -> Result<Vec<Input<DeferredBoard>>, Refusal> {
        if let Some(known) = board.known() {
            let goal = known.goal.as_ref().or(self.goal.as_ref()).cloned().unwrap_or_default();
            let content = Content { board: known.board.clone(), goal, claim: known.claim, known: known.known };
            return Ok(vec![Input { name: board.as_str().to_owned(), content: Ok(content) }]);
        }
        let text = board.as_str().trim();
        let most = allowance.boards;
        // Random boards are counted before they are made.
        if let Some(Ok(set)) = random_sets::find(text) {
            if set.count > most {
                return Err(allowance.too_many(field, board, set.count));
            }
            if set.count.saturating_mul(set.shape.cells()) > allowance.cells {
                return Err(allowance.too_many_cells(field, board));
            }
        }
        if let Some(described) = boards::described(text, self.goal.as_ref(), seed, limits) {
            if described.left() > most {
                return Err(allowance.too_many(field, board, described.left()));
            }
            return Ok(described.map(Input::from).collect());
        }
        let options = ReadOptions { format: board.format().or(self.options.format), ..self.options };
        let read = boards::in_words(board.as_str(), self.goal.as_ref(), &options);
        if read.len() > most {
            return Err(allowance.too_many(field, board, read.len()));
        }
        Ok(read.into_iter().map(Input::from).collect())
    }
}

fn content(
    content: Result<Content<DeferredBoard>, boards::Refusal>,
    field: &'static str,
    text: &BoardText,
) -> Result<Content<DeferredBoard>, Refusal> {
    content.map_err(|refusal| {
        let place = refusal.place.as_ref().map(|place| FieldPlace::of(field, place));
        Refusal::from(refusal.message).at(place.or_else(|| Some(FieldPlace::whole(field, text.as_str()))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_near_a_goal_is_not_a_board() {
        let message = |text: &str| read_goal(&BoardText::from(text), None).unwrap_err().to_string();
        for (text, near) in [("first1", "first"), ("f1rst", "first"), ("snial", "snail"), ("last2", "last")] {
            let message = message(text);
            assert!(message.starts_with(&format!("`{text}` is neither a goal nor a board")), "{message}");
            assert!(message.contains(&format!("did you mean `{near}`?")), "{message}");
        }
        for board in ["1234z6780", "1 2 3/4 z 6/7 8 0", "12", "xyz1", "[1,2,last]"] {
            assert!(!message(board).contains("did you mean"), "{}", message(board));
        }
    }
}
