//! `GET /api/goals`: the named goals on boards of a size.

use axum::Json;
use axum::extract::{Query, rejection::QueryRejection};
use npuzzle::domains::tiles::{Board, goal};
use serde::{Deserialize, Serialize};

use crate::app::needed;
use crate::boards::read_size;
use crate::problem::{Kind, Problem};

/// Which boards.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GoalsQuery {
    /// The size: `3x4`.
    pub size: String,
}

/// A named goal.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GoalOnBoard {
    /// Its name.
    pub name: &'static str,
    /// What it looks like, in one line.
    pub summary: &'static str,
    /// The board.
    pub board: Board,
}

/// All named goals of a size.
pub async fn goals(query: Result<Query<GoalsQuery>, QueryRejection>) -> Result<Json<Vec<GoalOnBoard>>, Problem> {
    let Query(query) = query.map_err(|error| Problem::new(Kind::Input, error.body_text()))?;
    let shape = needed("size", &query.size, read_size)?;
    let goal = |card: &goal::GoalCard| GoalOnBoard { name: card.name, summary: card.summary, board: card.board(shape) };
    Ok(Json(goal::CARDS.iter().map(goal).collect()))
}
