//! The true distance of a board, where it can be had, and what it says of an estimate.

use serde::Serialize;

use crate::answer::{ProofLabel, Request, Status, solve};
use crate::catalogue::RequestError;
use crate::core::{Cost, Fraction, Limits, Progress};
use crate::domains::tiles::Board;
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::sets::Known;
use crate::teach::breakdown::Breakdown;

/// Larger boards may take hours; up to so many cells `auto` proves the optimum in seconds.
const MOST_CELLS: usize = 16;

/// When the true distance is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Where it comes with the board, and by a search on boards of up to 16 cells.
    #[default]
    Auto,
    /// By a search on every board, within the limits.
    Always,
    /// Never.
    Never,
}

impl Wanted {
    /// All of them, with their names.
    pub const NAMES: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("always", Self::Always), ("never", Self::Never)];
}

/// What is known of the true distance of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Distance {
    /// How much is known.
    pub status: DistanceStatus,
    /// The true distance, where it is proved.
    pub value: Option<Cost>,
    /// What is proved about the solution that was found.
    pub proof: ProofLabel,
    /// No solution is shorter.
    pub lower_bound: Option<Cost>,
    /// A solution of this length is known.
    pub upper_bound: Option<Cost>,
    /// A sentence on why no more is known, or where the value comes from if not from a search.
    pub reason: Option<String>,
}

/// How much is known of a true distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DistanceStatus {
    /// No solution is shorter, and that is proved.
    Proved,
    /// There is no solution.
    Unsolvable,
    /// Bounds alone: a limit ended the search.
    Bounded,
    /// It was not looked for.
    Skipped,
}

impl Distance {
    fn new(status: DistanceStatus, reason: impl Into<Option<String>>) -> Self {
        let (value, lower_bound, upper_bound) = (None, None, None);
        Self { status, value, proof: ProofLabel::None, lower_bound, upper_bound, reason: reason.into() }
    }

    fn proved(value: Cost, reason: Option<String>) -> Self {
        let (value, lower_bound, upper_bound) = (Some(value), Some(value), Some(value));
        let (status, proof) = (DistanceStatus::Proved, ProofLabel::Optimal);
        Self { status, value, proof, lower_bound, upper_bound, reason }
    }
}

/// The true distance of a board, if it is wanted. `known` is what its set tells about it.
pub fn distance(
    start: &Board,
    goal: &Goal,
    known: Option<Known>,
    wanted: Wanted,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Option<Distance>, RequestError> {
    let shape = start.shape();
    if wanted == Wanted::Never {
        return Ok(None);
    }
    if is_solvable(start, &goal.board(shape)?) && wanted == Wanted::Auto {
        if let Some(Known::Optimal(value)) = known {
            return Ok(Some(Distance::proved(value, Some("known beforehand".to_owned()))));
        }
        if shape.cells() > MOST_CELLS && !shape.is_line() {
            let reason = format!("boards of more than {MOST_CELLS} cells are searched only on request");
            return Ok(Some(Distance::new(DistanceStatus::Skipped, reason)));
        }
    }
    let request = Request { goal: goal.clone(), limits: limits.clone(), ..Request::new(start.clone()) };
    let report = solve(&request, watch, None)?;
    Ok(Some(match (report.status, report.proof, report.cost) {
        (Status::Unsolvable, ..) => Distance::new(DistanceStatus::Unsolvable, report.reason),
        (_, ProofLabel::Optimal, Some(cost)) => Distance::proved(cost, None),
        (_, proof, cost) => Distance {
            proof,
            lower_bound: report.lower_bound,
            upper_bound: cost,
            ..Distance::new(DistanceStatus::Bounded, report.reason)
        },
    }))
}

/// An estimate beside the true distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// The estimate, and how it comes about.
    #[serde(flatten)]
    pub breakdown: Breakdown,
    /// The true distance minus the exact value; negative where the heuristic overestimates.
    pub error: Option<Fraction>,
    /// Whether the exact value is above the true distance; `None` where that is not known.
    pub overestimates: Option<bool>,
}

impl Judged {
    /// What a distance says of an estimate.
    pub fn new(breakdown: Breakdown, distance: Option<&Distance>) -> Self {
        let whole = |cost: Cost| Fraction::whole(cost.into());
        let beside = breakdown.exact.zip(distance);
        let error = beside.and_then(|(exact, distance)| whole(distance.value?).plus(exact.negated()));
        let overestimates = beside.and_then(|(exact, distance)| {
            let is_above = distance.upper_bound.is_some_and(|upper| exact > whole(upper));
            let is_not_above = distance.lower_bound.is_some_and(|lower| exact <= whole(lower));
            (is_above || is_not_above).then_some(is_above)
        });
        Self { breakdown, error, overestimates }
    }
}
