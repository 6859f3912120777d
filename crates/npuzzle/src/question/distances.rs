//! The true distance of every board of a small size.

use serde::{Deserialize, Serialize};

use crate::core::{Budget, Metric, Stop};
use crate::domains::tiles::distance_table::{DistanceTable, TooLarge};
use crate::front::units::bytes;
use crate::question::fields::{LimitFields, ResourceFields, field, needed, read_goal_board, read_metric, read_size};
use crate::question::refusal::Refusal;
use crate::question::texts::BoardText;
use crate::question::{Ask, Terms, Watch};

/// How far is every board of a size from the goal?
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distances {
    /// The size of the boards: up to 12 cells
    pub size: String,
    /// The goal: a name or any board text [default: last]
    pub goal: Option<BoardText>,
    /// What costs count: single moves, or slides of a whole line of tiles [default: single]
    pub metric: Option<String>,
    #[serde(flatten)]
    pub resources: ResourceFields,
}

/// The distances, and what they count.
#[derive(Debug, Serialize)]
pub struct DistancesAnswer {
    /// Boards that can reach the goal.
    pub states: u64,
    /// What the distances count.
    pub metric: Metric,
    /// The distance of each of them.
    #[serde(skip)]
    pub table: DistanceTable,
}

/// Why a table is not made.
enum Failure {
    TooLarge(TooLarge),
    Stopped(Stop),
}

impl From<TooLarge> for Failure {
    fn from(error: TooLarge) -> Self {
        Self::TooLarge(error)
    }
}

impl Ask for Distances {
    type Answer = DistancesAnswer;

    fn limits(&self) -> LimitFields {
        LimitFields::from(&self.resources)
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<DistancesAnswer, Refusal> {
        let shape = needed("size", &self.size, read_size)?;
        let goal = read_goal_board(self.goal.as_ref(), shape)?;
        let metric = field("metric", self.metric.as_deref(), read_metric)?.unwrap_or_default();
        let limits = &terms.limits;
        let needed = DistanceTable::needed_bytes(metric, shape, limits.threads());
        if let (Some(needed), Some(allowed)) = (needed, limits.memory.filter(|&allowed| needed > Some(allowed))) {
            let (needed, allowed) = (bytes(needed), bytes(allowed));
            return Err(Refusal::limit(format!(
                "the distances of all {shape} boards take about {needed}, but the memory limit is {allowed}"
            )));
        }
        let budget = Budget::new(limits.clone());
        let states = shape.reachable_states().unwrap_or(u64::MAX);
        let made = DistanceTable::build_on(metric, limits.threads(), &goal, || {
            watch.counted(0, states);
            budget.check().map_err(Failure::Stopped)
        });
        match made {
            Ok(table) => Ok(DistancesAnswer { states: table.index().states(), metric, table }),
            Err(Failure::TooLarge(error)) => Err(Refusal::question(error.to_string())),
            Err(Failure::Stopped(why)) => Err(Refusal::limit(format!("{why} before all distances were known"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Limits;

    fn asked(question: &str, limits: Limits) -> Result<DistancesAnswer, Refusal> {
        let question: Distances = serde_json::from_str(question).unwrap();
        question.ask(&Terms { limits, ..Terms::default() }, &mut ())
    }

    #[test]
    fn every_board_has_its_distance() {
        let answer = asked(r#"{"size": "2x3"}"#, Limits::default()).unwrap();
        assert_eq!((answer.states, answer.table.widths().len()), (360, 22));
        let slides = asked(r#"{"size": "2x3", "metric": "multi"}"#, Limits::default()).unwrap();
        assert!(slides.table.widths().len() < 22);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert!(asked(r#"{"size": "4x4"}"#, Limits::default()).unwrap_err().message.contains("4x4"));
        let little = Limits { memory: Some(1 << 20), ..Limits::default() };
        assert!(asked(r#"{"size": "3x4"}"#, little).unwrap_err().message.contains("memory limit"));
    }
}
