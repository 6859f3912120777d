//! The answer, with what is proved about it and what it took.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::answer::solutions::{CountingStats, Solutions};
use crate::catalogue::called_algorithm;
use crate::catalogue::run::{Phase, Run};
use crate::core::card::{AlgorithmCard, OptionValue, Options};
use crate::core::{Cost, Fraction, Improvement, Metric, Proof, Solution, Stats, Verdict};
use crate::domains::tiles::{Board, Moves, MovesOf};
use crate::solvers::tiles::deepening::Iteration;

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// With the answer that was asked for.
    Solved,
    /// There is no solution, and that is proved.
    Unsolvable,
    /// A limit ended it.
    Stopped,
}

/// What is known about the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ProofLabel {
    /// No solution is shorter.
    Optimal,
    /// At most a known factor longer than the shortest.
    Within,
    /// Nothing beyond the lower bound.
    Found,
    /// There is no solution to speak of.
    None,
}

/// The answer to a [`Request`](crate::answer::Request). Its fields are those of
/// `solve --format json`.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(description = "The answer to a request to solve a board."))]
pub struct Report {
    /// How it ended.
    pub status: Status,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The board.
    pub start: Board,
    /// Its goal.
    pub goal: Board,
    /// The search that was asked for.
    pub algorithm: String,
    /// The search that gave the answer, where `auto` chose it.
    pub engine: String,
    /// The heuristic it used.
    pub heuristic: Option<String>,
    /// The order in which moves were tried.
    pub order: String,
    /// The options of the search, those at their defaults included.
    pub options: OptionMap,
    /// What the cost counts.
    pub metric: Metric,
    /// Number of moves, or of slides: what the metric counts.
    pub cost: Option<Cost>,
    /// Number of single moves, whatever the metric.
    pub single_moves: Option<Cost>,
    /// Number of slides of whole lines, whatever the metric.
    pub slides: Option<Cost>,
    /// The moves, as letters.
    pub moves: Option<String>,
    /// Whose direction the letters name.
    pub moves_of: MovesOf,
    /// What is proved about the cost.
    pub proof: ProofLabel,
    /// The proved factor between the cost and the optimum, where the label is `within`.
    pub within: Option<f64>,
    /// No solution is shorter than this; `None` where there is none at all.
    pub lower_bound: Option<Cost>,
    /// A sentence on why there is no (better) answer.
    pub reason: Option<String>,
    /// What it took.
    pub stats: ReportStats,
    /// The solutions of an anytime search, each better than the one before.
    pub improvements: Vec<Improvement>,
    /// All optimal solutions, where they were asked for and could be counted.
    pub solutions: Option<Solutions>,
    /// Remarks for people.
    pub notes: Vec<String>,
    /// The moves, by the direction of the blank.
    #[serde(skip)]
    pub path: Option<Moves>,
}

/// The options of a search with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionMap(pub Vec<(&'static str, OptionValue)>);

impl OptionMap {
    pub(crate) fn of(options: &Options) -> Self {
        Self(options.iter().collect())
    }
}

/// As the options would be written in a call.
impl std::fmt::Display for OptionMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let written: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&written.join(", "))
    }
}

impl Serialize for OptionMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            match value {
                OptionValue::Count(count) => map.serialize_entry(name, count)?,
                OptionValue::Fraction(value) => map.serialize_entry(name, &value.to_f64())?,
                OptionValue::Choice(word) => map.serialize_entry(name, word)?,
            }
        }
        map.end()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for OptionMap {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "OptionMap".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The options of a search with their values: numbers, or words.",
            "type": "object",
            "additionalProperties": { "type": ["number", "string"] },
        })
    }
}

/// The counts of the contract, with the time.
#[derive(Clone, Debug, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportStats {
    /// What the search counted.
    #[serde(flatten)]
    pub counts: Stats,
    /// The branching factor of a uniform tree with as many nodes and the depth of the solution.
    pub effective_branching_factor: f64,
    /// The estimate of the start, as the search uses it; `None` where it uses none or keeps it to
    /// itself.
    pub h_start: Option<Fraction>,
    /// Time of the search alone.
    pub seconds: f64,
    /// Time to build the heuristic's tables.
    pub table_seconds: f64,
    /// What counting all optimal solutions took, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counting: Option<CountingStats>,
    /// The iterations of `tile-ida`. The counts of completed ones do not depend on luck: those of
    /// the last one do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deepening: Vec<Iteration>,
    /// The searches that `auto` ran, each with its own counts. The counts beside it are those of
    /// the one that found the solution, except that expanded, generated and evaluated states, and
    /// times, are sums over all, `peak_bytes` is the largest, and `deepening` has the iterations of
    /// all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    /// The device that searched, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// What may be different in another run of the same question, since several threads share the
    /// work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub varies: Option<String>,
}

/// The remark on a heuristic whose values are not all whole.
pub(crate) fn rounded_up(heuristic: &str) -> String {
    format!(
        "the search rounds values of `{heuristic}` up to whole moves: its counts may differ from those of programs that \
         keep fractions"
    )
}

/// What a run comes to: the part of an answer that is the same for boards and other problems.
pub(crate) struct Conclusion<Op> {
    pub status: Status,
    pub reason: Option<String>,
    pub proof: ProofLabel,
    pub within: Option<f64>,
    /// No solution is cheaper.
    pub lower_bound: Cost,
    pub stats: ReportStats,
    pub improvements: Vec<Improvement>,
    /// What the search claims to be a solution.
    pub solution: Option<Solution<Op>>,
}

impl<Op> Conclusion<Op> {
    /// Draws it. A search that counted in other costs than those of its problem proves nothing.
    pub fn of(run: Run<Op>, has_true_costs: bool) -> Self {
        let Run { outcome, h_start, seconds, table_seconds, deepening } = run;
        let (mut status, mut reason, solution) = match outcome.verdict {
            Verdict::Solved(solution) => (Status::Solved, None, Some(solution)),
            Verdict::Unsolvable => {
                let reason = "every state that can be reached was searched; none is a goal";
                (Status::Unsolvable, Some(reason.to_owned()), None)
            }
            Verdict::Stopped { why, best } => {
                let what = match best {
                    Some(_) => "before the solution was proved to be optimal",
                    None => "before a solution was found",
                };
                (Status::Stopped, Some(format!("{why} {what}")), best)
            }
        };
        let (proof, within) = match &solution {
            None => (ProofLabel::None, None),
            Some(_) if !has_true_costs => (ProofLabel::Found, None),
            Some(solution) => ProofLabel::of(solution.proof, solution.cost, outcome.lower_bound),
        };
        if status == Status::Stopped && proof == ProofLabel::Optimal {
            (status, reason) = (Status::Solved, None);
        }
        let cost = solution.as_ref().map(|solution| solution.cost);
        let depth = solution.as_ref().map_or(0, |solution| solution.ops.len() as Cost);
        Self {
            status,
            reason,
            proof,
            within,
            lower_bound: cost.filter(|_| proof == ProofLabel::Optimal).unwrap_or(outcome.lower_bound),
            stats: ReportStats {
                counts: outcome.stats,
                effective_branching_factor: effective_branching_factor(outcome.stats.generated, depth),
                h_start: h_start.map(|value| Fraction::over(value, 1)),
                seconds: seconds.as_secs_f64(),
                table_seconds: table_seconds.as_secs_f64(),
                counting: None,
                deepening,
                phases: Vec::new(),
                device: None,
                varies: None,
            },
            improvements: outcome.improvements,
            solution,
        }
    }
}

impl ReportStats {
    /// With what each of the searches took that a portfolio ran, and with what may vary: `search`
    /// is the one that was asked for.
    pub(crate) fn of_searches(self, search: &AlgorithmCard, phases: Vec<Phase>, threads: usize) -> Self {
        // The solver that improves boards with beams and windows is in no list.
        let cards = phases.iter().filter_map(|phase| called_algorithm(&phase.search).ok());
        let varies = threads > 1 && cards.chain([search]).any(AlgorithmCard::varies_with_threads);
        let varies = varies.then(|| {
            "on several threads: the counts, which of the solutions of this cost is given and, where nothing is \
             proved, its cost may differ from run to run"
                .to_owned()
        });
        // One search needs no list: its counts are there already.
        Self { phases: if phases.len() > 1 { phases } else { Vec::new() }, varies, ..self }
    }
}

impl ProofLabel {
    /// The label of a proof, given the best lower bound, and the factor that goes with it.
    fn of(proof: Proof, cost: Cost, lower_bound: Cost) -> (Self, Option<f64>) {
        let by_bound = (lower_bound > 0).then(|| f64::from(cost) / f64::from(lower_bound));
        match proof {
            Proof::Optimal => (Self::Optimal, None),
            _ if cost == lower_bound => (Self::Optimal, None),
            Proof::Within(factor) => (Self::Within, Some(by_bound.map_or(factor.to_f64(), |b| b.min(factor.to_f64())))),
            Proof::Found => (Self::Found, None),
        }
    }
}

/// The `b` with `b + b^2 + ... + b^depth = nodes`, by Newton's method. (Nilsson 1971; Russell &
/// Norvig 2021, 3.6.1)
pub fn effective_branching_factor(nodes: u64, depth: Cost) -> f64 {
    if depth == 0 || nodes == 0 {
        return 0.0;
    }
    let nodes = nodes as f64;
    let value_and_slope = |b: f64| {
        let (mut value, mut slope) = (0.0_f64, 0.0_f64);
        for _ in 0..depth {
            slope = slope * b + value + 1.0;
            value = (value + 1.0) * b;
        }
        (value - nodes, slope)
    };
    // The sum is convex and grows with b, so from above Newton's method falls to the root without
    // overshooting. The last summand alone is at most `nodes`, hence this start is above the root.
    let mut b = nodes.powf(1.0 / f64::from(depth));
    for _ in 0..200 {
        let (value, slope) = value_and_slope(b);
        let next = b - value / slope;
        if !next.is_finite() || (b - next).abs() < 1e-12 * b {
            break;
        }
        b = next;
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_factors_of_uniform_trees_are_found() {
        for (b, depth) in [(2.0_f64, 5_u32), (3.0, 10), (1.0, 31), (2.0, 31), (1.29, 57)] {
            let nodes: f64 = (1..=depth).map(|level| b.powi(level as i32)).sum();
            let found = effective_branching_factor(nodes.round() as u64, depth);
            assert!((found - b).abs() < 1e-6, "{found} instead of {b}");
        }
        assert_eq!(effective_branching_factor(0, 0), 0.0);
        assert!(effective_branching_factor(u64::MAX, 100_000).is_finite());
        assert!(effective_branching_factor(5, 100_000).is_finite());
    }

    #[test]
    fn a_solution_at_the_lower_bound_is_optimal_whatever_found_it() {
        assert_eq!(ProofLabel::of(Proof::Found, 7, 7), (ProofLabel::Optimal, None));
        assert_eq!(ProofLabel::of(Proof::Found, 9, 7), (ProofLabel::Found, None));
        let two = Fraction::whole(2);
        assert_eq!(ProofLabel::of(Proof::Within(two), 9, 6), (ProofLabel::Within, Some(1.5)));
        assert_eq!(ProofLabel::of(Proof::Within(two), 9, 3), (ProofLabel::Within, Some(2.0)));
    }
}
