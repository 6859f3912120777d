//! What an audit found.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::core::{Fraction, Metric};
use crate::domains::custom::AuditedSpace;
use crate::domains::tiles::Board;
use crate::heuristics::custom::AuditedEstimates;
use crate::lab::audit::tally::{AuditTally, Duels};

/// A state as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateView {
    /// A board.
    Board(Board),
    /// Anything else, by name and as a drawing.
    Named {
        /// The name.
        name: String,
        /// The drawing.
        drawing: String,
    },
}

/// A list of tiles, or a name.
impl Serialize for StateView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Board(board) => board.serialize(serializer),
            Self::Named { name, .. } => serializer.serialize_str(name),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for StateView {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "State".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A board, or the name of a state of another problem.",
            "anyOf": [generator.subschema_for::<Board>(), { "type": "string" }],
        })
    }
}

/// The verdict on some heuristics. Its fields are those of `audit --format json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditReport {
    /// The problem, where it is not the sliding-tile puzzle.
    pub problem: Option<String>,
    /// Number of rows.
    pub rows: Option<usize>,
    /// Number of columns.
    pub cols: Option<usize>,
    /// The goal of the board.
    pub goal: Option<Board>,
    /// What the costs of boards count.
    pub metric: Option<Metric>,
    /// States that were looked at.
    pub states: u64,
    /// Directed edges that were looked at.
    pub edges: u64,
    /// Whether these are all there are.
    pub exhaustive: bool,
    /// How states were chosen, where they are not all.
    pub sampling: Option<Sampling>,
    /// Time of the whole audit, tables included.
    pub seconds: f64,
    /// One entry a heuristic, in the order they were asked for.
    pub heuristics: Vec<HeuristicAudit>,
    /// Pairs of which one is nowhere below the other and somewhere above.
    pub dominance: Vec<Dominance>,
    /// Pairs that are equal everywhere.
    pub equal: Vec<[String; 2]>,
    /// Pairs of which neither dominates, with two states that show it.
    pub incomparable: Vec<Incomparable>,
    /// Remarks for people.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// How states were chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sampling {
    /// Random boards that were asked for; a limit may leave some of them out.
    pub asked: u64,
    /// Random boards that were solved optimally: all states on their solutions are looked at.
    pub boards: u64,
    /// Random boards whose optimal cost could not be found within the limits.
    pub unsolved: u64,
    /// How the boards were made, in words.
    pub how: String,
    /// The seed.
    pub seed: u64,
}

impl Sampling {
    /// Whether a limit ended the sampling.
    pub fn is_cut_short(&self) -> bool {
        self.boards + self.unsolved < self.asked
    }
}

/// The verdict on one heuristic.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeuristicAudit {
    /// The heuristic.
    pub name: String,
    /// Whether it was nowhere above the true cost.
    pub admissible: bool,
    /// States where it was.
    pub overestimates: u64,
    /// The worst of them.
    pub worst: Option<Overestimate>,
    /// Whether it fell along no edge by more than the edge costs, and is zero at every goal.
    pub consistent: bool,
    /// Goals where it is above zero, which a consistent heuristic never is.
    pub goals_above_zero: u64,
    /// Directed edges along which it fell by more.
    pub inconsistent_edges: u64,
    /// The steepest of them.
    pub edge_example: Option<SteepEdge>,
    /// The mean estimate.
    pub mean_h: f64,
    /// The mean true cost.
    pub mean_true: f64,
    /// The mean of true cost minus estimate.
    pub mean_error: f64,
    /// States where it is the truth.
    pub exact: u64,
    /// How often each error (true cost minus estimate, rounded down) occurs.
    pub errors: Vec<ErrorCount>,
    /// What the audit saw, where it was of all states and of something that may change: a search
    /// that is to rest on the verdict needs it.
    #[serde(skip)]
    pub seen: Option<Seen>,
}

/// What an audit saw of a heuristic that is in no list.
#[derive(Clone, Debug)]
pub enum Seen {
    /// The values of all boards.
    Boards(Arc<AuditedEstimates>),
    /// The answers about all states of a problem.
    Problem(Arc<AuditedSpace>),
}

/// How often an error occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorCount {
    /// True cost minus estimate, rounded down.
    pub error: i64,
    /// How many states have it.
    pub states: u64,
}

/// A state where an estimate is above the true cost.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Overestimate {
    /// The state.
    pub board: StateView,
    /// Its estimate.
    pub h: Fraction,
    /// The true cost.
    #[serde(rename = "true")]
    pub distance: Fraction,
}

/// An edge along which an estimate falls by more than the edge costs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SteepEdge {
    /// Where it begins.
    pub from: StateView,
    /// Where it ends.
    pub to: StateView,
    /// The estimate where it begins.
    pub h_from: Fraction,
    /// The estimate where it ends.
    pub h_to: Fraction,
    /// What it costs.
    pub cost: Fraction,
}

/// One heuristic is nowhere below another, and somewhere above.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dominance {
    /// The larger.
    pub stronger: String,
    /// The smaller.
    pub weaker: String,
}

/// Neither of two heuristics dominates the other.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Incomparable {
    /// One of them.
    pub first: String,
    /// The other.
    pub second: String,
    /// Where the first is larger.
    pub first_larger: Duel,
    /// Where the second is larger.
    pub second_larger: Duel,
}

/// Two estimates of one state.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Duel {
    /// The state.
    pub board: StateView,
    /// The estimate of the first heuristic.
    pub first: Fraction,
    /// The estimate of the second.
    pub second: Fraction,
}

/// The verdicts of a report; what the space is, and how much of it was looked at, is left to who
/// looked. `mean_true` is over the states that have a true cost.
pub(super) fn verdicts(
    names: &[String],
    tallies: Vec<AuditTally>,
    duels: &Duels,
    mean_true: f64,
    view: &dyn Fn(u64) -> StateView,
    estimate: &dyn Fn(usize, u64) -> Fraction,
) -> AuditReport {
    let mut heuristics = Vec::new();
    for (name, tally) in names.iter().zip(tallies) {
        let mean_h = tally.sum_of_estimates / tally.states.max(1) as f64;
        heuristics.push(HeuristicAudit {
            name: name.clone(),
            admissible: tally.overestimates == 0,
            overestimates: tally.overestimates,
            worst: tally.worst.map(|worst| Overestimate {
                board: view(worst.state),
                h: worst.h,
                distance: worst.distance,
            }),
            consistent: tally.inconsistent_edges == 0 && tally.goals_above_zero == 0,
            goals_above_zero: tally.goals_above_zero,
            inconsistent_edges: tally.inconsistent_edges,
            edge_example: tally.steepest.map(|edge| SteepEdge {
                from: view(edge.from),
                to: view(edge.to),
                h_from: edge.h_from,
                h_to: edge.h_to,
                cost: edge.cost,
            }),
            mean_h,
            mean_true,
            mean_error: mean_true - mean_h,
            exact: tally.exact,
            errors: tally.errors.counts().map(|(error, states)| ErrorCount { error, states }).collect(),
            seen: None,
        });
    }
    let mut report = AuditReport {
        problem: None,
        rows: None,
        cols: None,
        goal: None,
        metric: None,
        states: 0,
        edges: 0,
        exhaustive: true,
        sampling: None,
        seconds: 0.0,
        heuristics,
        dominance: Vec::new(),
        equal: Vec::new(),
        incomparable: Vec::new(),
        notes: Vec::new(),
    };
    for (first, one) in names.iter().enumerate() {
        for (second, other) in names.iter().enumerate().skip(first + 1) {
            let duel =
                |state| Duel { board: view(state), first: estimate(first, state), second: estimate(second, state) };
            match (duels.larger(first, second), duels.larger(second, first)) {
                (None, None) => report.equal.push([one.clone(), other.clone()]),
                (Some(_), None) => report.dominance.push(Dominance { stronger: one.clone(), weaker: other.clone() }),
                (None, Some(_)) => report.dominance.push(Dominance { stronger: other.clone(), weaker: one.clone() }),
                (Some(above), Some(below)) => report.incomparable.push(Incomparable {
                    first: one.clone(),
                    second: other.clone(),
                    first_larger: duel(above),
                    second_larger: duel(below),
                }),
            }
        }
    }
    report
}
