//! `POST /api/generate`: random boards.

use npuzzle::domains::tiles::generate::Kind;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::random_sets::{LONGEST_WALK, RandomSet};
use npuzzle::domains::tiles::{Board, Shape};
use npuzzle::front::generated::Generated;
use npuzzle::front::{random_seed, units};
use serde::Serialize;

use crate::app::{LimitFields, amount, needed};
use crate::boards::{self, read_goal, read_size};
use crate::bodies::GenerateBody;
use crate::desk::Desk;
use crate::fields::Amount;
use crate::pool::LaneName;
use crate::problem::{self, Problem};
use crate::work::Work;

/// Boards with more cells than this together are not made in one answer.
const MOST_CELLS: u64 = 1_000_000;

/// Makes random boards.
pub struct Generate;

/// A board, or several if their number was given.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum GenerateAnswer {
    /// One.
    One(Box<Generated<Board>>),
    /// As many as asked for.
    Several(Vec<Generated<Board>>),
}

impl Work for Generate {
    const PATH: &'static str = "/api/generate";
    const SUMMARY: &'static str = "Make random boards";
    const EXAMPLE: &'static str = r#"{"size": "4x4", "count": 3, "seed": 1}"#;
    const STREAMS: bool = false;
    type Body = GenerateBody;
    type Answer = GenerateAnswer;

    fn lane(body: &GenerateBody) -> LaneName {
        // What cannot be read is refused in a moment.
        let count = body.count.as_ref().map_or(Ok(1), |count| units::count(&count.0));
        kind(body).ok().zip(count.ok()).map_or(LaneName::Quick, |(kind, count)| boards::lane_of(kind, count))
    }

    fn run(body: GenerateBody, desk: &Desk) -> Result<GenerateAnswer, Problem> {
        let size = needed("size", &body.size, read_size)?;
        let goal = body.goal.as_ref().map_or_else(|| Ok(Goal::default()), |goal| read_goal(goal, Some(size)))?;
        let named = body.goal.as_ref().map(|goal| goal.0.as_str());
        let goal = goal.board(size).map_err(|error| Problem::goal(&error, named))?;
        let kind = kind(&body)?;
        let count = amount("count", body.count.as_ref(), units::count)?.unwrap_or(1);
        refuse_too_much(&body, size, kind, count)?;
        let seed = body.seed.unwrap_or_else(random_seed);
        let limits = desk.limits(&LimitFields::default())?;
        // More than `usize` holds was refused.
        let set = RandomSet { shape: size, kind, count: count as usize, seed: Some(seed) };
        let made = set.boards_within(&goal, seed, &limits).map_err(|error| {
            let kind = if error.is_limit() { problem::Kind::Limit } else { problem::Kind::Input };
            Problem::new(kind, error.to_string())
        })?;
        let numbered = (1..).zip(made);
        let mut boards: Vec<_> =
            numbered.map(|(number, random)| Generated::new(seed, number, goal.clone(), random.board)).collect();
        Ok(match (body.count, boards.pop()) {
            (None, Some(board)) => GenerateAnswer::One(Box::new(board)),
            (_, last) => {
                boards.extend(last);
                GenerateAnswer::Several(boards)
            }
        })
    }
}

/// At most one kind may be asked for.
fn kind(body: &GenerateBody) -> Result<Kind, Problem> {
    let walk = amount("walk", body.walk.as_ref(), units::count)?.map(Kind::Walk);
    let unsolvable = body.unsolvable.unwrap_or(false).then_some(Kind::Unsolvable);
    let distance = amount("optimal_distance", body.optimal_distance.as_ref(), |text| {
        u32::try_from(units::count(text)?).map_err(|_| format!("`{text}` is more moves than any board needs"))
    })?;
    let mut kinds = [walk, unsolvable, distance.map(Kind::Distance)].into_iter().flatten();
    match (kinds.next(), kinds.next()) {
        (_, Some(_)) => {
            let message = "`walk`, `unsolvable` and `optimal_distance` cannot be used with each other";
            Err(Problem::new(problem::Kind::Input, message))
        }
        (kind, None) => Ok(kind.unwrap_or(Kind::Uniform)),
    }
}

/// What would take too long, or fill the memory with its answer.
fn refuse_too_much(body: &GenerateBody, size: Shape, kind: Kind, count: u64) -> Result<(), Problem> {
    let text = |amount: &Option<Amount>| amount.as_ref().map(|amount| amount.0.clone()).unwrap_or_default();
    let most = MOST_CELLS / size.cells() as u64;
    if count > most {
        let text = text(&body.count);
        let message = format!("`{text}` is more than are made here: expected at most {most} boards of this size");
        return Err(Problem::in_field("count", &text, message));
    }
    if let Kind::Walk(moves) = kind
        && moves.saturating_mul(count) > LONGEST_WALK
    {
        let text = text(&body.walk);
        let most = LONGEST_WALK / count.max(1);
        let message = format!("`{text}` is too far: expected at most {most} moves for each of these boards");
        return Err(Problem::in_field("walk", &text, message));
    }
    Ok(())
}
