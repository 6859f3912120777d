//! Random boards.

use serde::{Deserialize, Serialize};

use crate::domains::tiles::generate::{GenerateError, Kind};
use crate::domains::tiles::random_sets::RandomSet;
use crate::domains::tiles::{Board, Shape};
use crate::front::generated::Generated;
use crate::front::{random_seed, units};
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::fields::{amount, needed, null_is_false, read_goal_board, read_size};
use crate::question::refusal::Refusal;
use crate::question::terms::Caps;
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};

/// Make random boards.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// The size of the boards
    #[cfg_attr(feature = "clap", arg(value_name = "RxC", value_parser = arguments::text(read_size)))]
    pub size: String,
    /// How many boards [default: 1]
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_parser = arguments::amount(units::count)))]
    pub count: Option<Amount>,
    /// The seed [default: random, reported]
    #[cfg_attr(feature = "clap", arg(long, value_parser = units::seed))]
    pub seed: Option<u64>,
    /// The goal the boards are made for: a name or any board text [default: last]
    #[cfg_attr(feature = "clap", arg(short, long, value_parser = arguments::goal()))]
    pub goal: Option<BoardText>,
    /// Walk this many random moves away from the goal, never straight back
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES", group = "kind"))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::amount(units::count)))]
    pub walk: Option<Amount>,
    /// Make boards that cannot be solved
    #[cfg_attr(feature = "clap", arg(long, group = "kind"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    #[serde(default, deserialize_with = "null_is_false")]
    pub unsolvable: bool,
    /// Make boards whose shortest solution has exactly this many moves (up to 12 cells)
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES", group = "kind"))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::amount(read_distance)))]
    pub optimal_distance: Option<Amount>,
}

/// A board, or several if their number was given.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum GenerateAnswer {
    /// One.
    One(Box<Generated<Board>>),
    /// As many as asked for.
    Several(Vec<Generated<Board>>),
}

impl Ask for Generate {
    type Answer = GenerateAnswer;

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<GenerateAnswer, Refusal> {
        let size = needed("size", &self.size, read_size)?;
        let goal = read_goal_board(self.goal.as_ref(), size)?;
        let kind = self.kind()?;
        let count = amount("count", self.count.as_ref(), units::count)?.unwrap_or(1);
        self.refuse_too_much(size, kind, count, &terms.caps)?;
        let seed = self.seed.unwrap_or_else(random_seed);
        // More than `usize` holds was refused.
        let set = RandomSet { shape: size, kind, count: count as usize, seed: Some(seed) };
        let wrong = |error: GenerateError| {
            let refuse = if error.is_limit() { Refusal::limit } else { Refusal::question };
            refuse(error.to_string())
        };
        let is_kept = !watch.takes_boards();
        let mut boards = Vec::new();
        for (number, random) in (1..).zip(set.one_by_one(&goal, seed, &terms.limits).map_err(wrong)?) {
            let board = Generated::new(seed, number, goal.clone(), random.map_err(wrong)?.board);
            if is_kept {
                boards.push(board);
            } else if watch.made(board).is_break() {
                break;
            }
        }
        Ok(match (&self.count, boards.pop()) {
            (None, Some(board)) => GenerateAnswer::One(Box::new(board)),
            (_, last) => {
                boards.extend(last);
                GenerateAnswer::Several(boards)
            }
        })
    }
}

impl Generate {
    /// How many boards of which kind; `None` if that cannot be read.
    pub fn work(&self) -> Option<(Kind, u64)> {
        let count = self.count.as_ref().map_or(Ok(1), |count| units::count(count.as_str()));
        self.kind().ok().zip(count.ok())
    }

    /// At most one kind may be asked for.
    fn kind(&self) -> Result<Kind, Refusal> {
        let walk = amount("walk", self.walk.as_ref(), units::count)?.map(Kind::Walk);
        let unsolvable = self.unsolvable.then_some(Kind::Unsolvable);
        let distance = amount("optimal_distance", self.optimal_distance.as_ref(), read_distance)?;
        let mut kinds = [walk, unsolvable, distance.map(Kind::Distance)].into_iter().flatten();
        match (kinds.next(), kinds.next()) {
            (_, Some(_)) => {
                let message = "`walk`, `unsolvable` and `optimal_distance` cannot be used with each other";
                Err(Refusal::question(message))
            }
            (kind, None) => Ok(kind.unwrap_or(Kind::Uniform)),
        }
    }

    /// What would take too long, or fill the memory with its answer.
    fn refuse_too_much(&self, size: Shape, kind: Kind, count: u64, caps: &Caps) -> Result<(), Refusal> {
        let text = |amount: &Option<Amount>| amount.as_ref().map(Amount::as_str).unwrap_or_default().to_owned();
        let most = (caps.cells / size.cells()) as u64;
        if count > most {
            let text = text(&self.count);
            let message = format!("`{text}` is more than are made here: expected at most {most} boards of this size");
            return Err(Refusal::in_field("count", &text, message));
        }
        if let Kind::Walk(moves) = kind
            && moves.saturating_mul(count) > caps.walk
        {
            let text = text(&self.walk);
            let most = caps.walk / count.max(1);
            let message = format!("`{text}` is too far: expected at most {most} moves for each of these boards");
            return Err(Refusal::in_field("walk", &text, message));
        }
        Ok(())
    }
}

/// Reads the length of a shortest solution.
fn read_distance(text: &str) -> Result<u32, String> {
    u32::try_from(units::count(text)?).map_err(|_| format!("`{text}` is more moves than any board needs"))
}
