//! What a comparison comes to: one line for each search with its heuristic.
//!
//! Means over different boards mislead: who solves only the easy ones looks fast. So the effort of
//! each pair is given twice: over the boards it solved, and over the boards that all pairs solved.
//! A pair that solved nothing would leave no board at all for the latter; it is left out of the
//! intersection, and named.
//!
//! The gap of a solution is `cost / optimum - 1`. The optimum of a board is the cost that any run
//! proved optimal, or the one known beforehand; where there is neither, the greatest lower bound of
//! all runs takes its place, and the gap is an upper bound.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::answer::ProofLabel;
use crate::core::Cost;
use crate::domains::tiles::sets::Known;
use crate::lab::compare::groups::Baseline;
use crate::lab::compare::{CompareBoard, PlannedRun, RunRecord, RunStats, RunStatus};
use crate::lab::summary::Summary;

/// Mean and median; `None` of nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Centre {
    /// The arithmetic mean.
    pub mean: Option<f64>,
    /// The median.
    pub median: Option<f64>,
}

impl Centre {
    fn of(values: &[f64]) -> Self {
        let summary = Summary::of(values);
        Self { mean: summary.map(|summary| summary.mean), median: summary.map(|summary| summary.median) }
    }
}

/// What a pair took over a set of boards it solved.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effort {
    /// Number of boards.
    pub boards: usize,
    /// The estimate of the start, over the runs that have one.
    pub h_start: Centre,
    /// Cost of the solutions.
    pub cost: Centre,
    /// Number of moves of the solutions.
    pub depth: Centre,
    /// States expanded.
    pub expanded: Centre,
    /// Successors made.
    pub generated: Centre,
    /// Heuristic calls.
    pub evaluated: Centre,
    /// Closed states opened again.
    pub reopened: Centre,
    /// Peak of the frontier.
    pub max_open: Centre,
    /// Most states stored.
    pub max_stored: Centre,
    /// Most bytes held.
    pub peak_bytes: Centre,
    /// Seconds of the search.
    pub seconds: Centre,
    /// The effective branching factor.
    pub effective_branching_factor: Centre,
    /// `cost / optimum - 1`, over the boards where the optimum, or at least a bound, is known.
    pub gap: Centre,
    /// Whether all of these optima are known; if not, the gap is an upper bound.
    pub gap_is_exact: bool,
}

/// A search with its heuristic, over all boards.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairSummary {
    /// The search.
    pub algorithm: String,
    /// The heuristic; `None` for a search that uses none.
    pub heuristic: Option<String>,
    /// Whether the search finds a solution of a problem that has one: `yes`, `no` or a condition.
    pub complete: String,
    /// Runs that are done.
    pub runs: usize,
    /// Runs that ended with a solution by themselves.
    pub solved: usize,
    /// Runs whose solution is proved optimal.
    pub optimal: usize,
    /// The largest proved factor between a cost and its optimum; `None` unless every solution has
    /// one.
    pub within: Option<f64>,
    /// Runs that a limit ended.
    pub stopped: usize,
    /// Boards without a solution.
    pub unsolvable: usize,
    /// Runs that were refused.
    pub errors: usize,
    /// Over the boards that this pair solved.
    pub own: Effort,
    /// Over the boards that all pairs solved.
    pub common: Effort,
    /// Whether it solved nothing, and so has no say in which boards all pairs solved.
    pub left_out: bool,
    /// How it compares with the base line, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factors: Option<Factors>,
}

/// How a pair compares with the base line: quotients of the means over the boards that all pairs
/// solved. `None` where there is no such board, or nothing to divide by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Factors {
    /// States expanded by the base line for each one that this pair expands.
    pub reduction: Option<f64>,
    /// Seconds of the base line for each second of this pair.
    pub speedup: Option<f64>,
}

impl Factors {
    fn of(base: &Effort, pair: &Effort) -> Self {
        let quotient = |value: fn(&Effort) -> Centre| match (value(base).mean, value(pair).mean) {
            (Some(base), Some(mean)) if mean > 0.0 => Some(base / mean),
            _ => None,
        };
        Self { reduction: quotient(|effort| effort.expanded), speedup: quotient(|effort| effort.seconds) }
    }
}

/// Published solutions that are not known to be optimal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Published {
    /// Number of boards that have one.
    pub boards: usize,
    /// Their costs.
    pub cost: Centre,
}

impl Published {
    fn of<'b>(boards: impl Iterator<Item = &'b CompareBoard>) -> Option<Self> {
        let published = boards.filter_map(|board| board.known.and_then(Known::published));
        let costs: Vec<f64> = published.map(f64::from).collect();
        (!costs.is_empty()).then(|| Self { boards: costs.len(), cost: Centre::of(&costs) })
    }
}

/// What a comparison comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tally {
    /// Number of boards that all pairs solved, those left out aside.
    pub common_boards: usize,
    /// Whether no pair solved any other board: then both sets of numbers are the same.
    pub same_boards: bool,
    /// The pairs, in the order of the plan.
    pub pairs: Vec<PairSummary>,
    /// The optimum of each board of the request, where it is known.
    pub optima: Vec<Option<Cost>>,
    /// What published solutions of the boards cost, where the optimum is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
    /// Claims of the runs that cannot all be true: a bug, or a heuristic that breaks its promise.
    pub contradictions: Vec<String>,
}

/// Adds up the records of a plan, and measures the pairs by a base line if there is one.
pub fn tally(
    boards: &[CompareBoard],
    plan: &[PlannedRun],
    records: &[RunRecord],
    baseline: Option<&Baseline>,
) -> Tally {
    let all: Vec<usize> = (0..boards.len()).collect();
    Runs::of(boards, plan, records).tally(&all, baseline)
}

/// The records of a plan, by board and pair.
pub(super) struct Runs<'r> {
    boards: &'r [CompareBoard],
    /// The runs of the first board: one for each pair.
    pub pairs: &'r [PlannedRun],
    /// For each board, the record of each pair.
    records: Vec<Vec<Option<&'r RunRecord>>>,
}

impl<'r> Runs<'r> {
    pub fn of(boards: &'r [CompareBoard], plan: &'r [PlannedRun], records: &'r [RunRecord]) -> Self {
        let first_board = plan.first().map(|run| run.board);
        let pairs = plan.iter().take_while(|run| Some(run.board) == first_board).count();
        let mut by_board = vec![vec![None; pairs]; boards.len()];
        for record in records {
            // The plan goes through all pairs, board by board.
            let Some(run) = record.id.checked_sub(1).and_then(|index| plan.get(index)) else { continue };
            by_board[run.board][(run.id - 1) % pairs] = Some(record);
        }
        Self { boards, pairs: &plan[..pairs], records: by_board }
    }

    /// Adds up the runs on some of the boards.
    pub fn tally(&self, over: &[usize], baseline: Option<&Baseline>) -> Tally {
        let facts: BTreeMap<usize, Facts> = over
            .iter()
            .map(|&board| (board, Facts::of(&self.boards[board], self.records[board].iter().flatten().copied())))
            .collect();
        let runs_of = |pair: usize| -> Vec<(usize, &RunRecord)> {
            over.iter().filter_map(|&board| Some((board, self.records[board][pair]?))).collect()
        };
        let solved_by = |runs: &[(usize, &RunRecord)]| -> BTreeSet<usize> {
            runs.iter().filter(|(_, record)| record.cost.is_some()).map(|&(board, _)| board).collect()
        };
        let runs: Vec<Vec<(usize, &RunRecord)>> = (0..self.pairs.len()).map(runs_of).collect();
        let sets: Vec<BTreeSet<usize>> =
            runs.iter().map(|runs| solved_by(runs)).filter(|set| !set.is_empty()).collect();
        let common = sets.iter().skip(1).fold(sets.first().cloned().unwrap_or_default(), |common, set| &common & set);
        let summary = |(pair, runs): (&PlannedRun, &Vec<(usize, &RunRecord)>)| {
            let count = |status| runs.iter().filter(|(_, record)| record.status == status).count();
            let solved = solved_by(runs);
            PairSummary {
                algorithm: pair.algorithm.clone(),
                heuristic: pair.heuristic.clone(),
                complete: pair.complete.describe().to_owned(),
                runs: runs.len(),
                solved: solved.len(),
                optimal: runs.iter().filter(|(_, record)| record.proof == ProofLabel::Optimal).count(),
                within: within(runs),
                stopped: count(RunStatus::Stopped),
                unsolvable: count(RunStatus::Unsolvable),
                errors: count(RunStatus::Error),
                own: effort(runs, &solved, &facts),
                common: effort(runs, &(&solved & &common), &facts),
                left_out: solved.is_empty(),
                factors: None,
            }
        };
        let mut pairs: Vec<PairSummary> = self.pairs.iter().zip(&runs).map(summary).collect();
        if let Some(base) = baseline.and_then(|baseline| pairs.get(baseline.pair)).map(|pair| pair.common.clone()) {
            pairs.iter_mut().for_each(|pair| pair.factors = Some(Factors::of(&base, &pair.common)));
        }
        Tally {
            common_boards: common.len(),
            same_boards: sets.iter().all(|set| *set == common),
            pairs,
            optima: over.iter().map(|board| facts[board].optimum).collect(),
            published: Published::of(over.iter().map(|&board| &self.boards[board])),
            contradictions: facts.into_values().flat_map(|facts| facts.contradictions).collect(),
        }
    }
}

/// The largest proved factor, if every solution has one.
fn within(runs: &[(usize, &RunRecord)]) -> Option<f64> {
    let solved = runs.iter().filter(|(_, record)| record.cost.is_some());
    let factors: Option<Vec<f64>> = solved
        .map(|(_, record)| match record.proof {
            ProofLabel::Optimal => Some(1.0),
            ProofLabel::Within => record.within,
            ProofLabel::Found | ProofLabel::None => None,
        })
        .collect();
    factors?.into_iter().reduce(f64::max)
}

/// What all runs on a board prove together.
struct Facts {
    optimum: Option<Cost>,
    lower_bound: Cost,
    contradictions: Vec<String>,
}

impl Facts {
    fn of<'r>(board: &CompareBoard, records: impl Iterator<Item = &'r RunRecord>) -> Self {
        let records: Vec<&RunRecord> = records.collect();
        let proved = records.iter().filter(|record| record.proof == ProofLabel::Optimal);
        let optimum = proved.filter_map(|record| record.cost).chain(board.known.and_then(Known::optimal)).min();
        let bounds = records.iter().filter_map(|record| Some((record.lower_bound?, *record)));
        let strongest = bounds.max_by_key(|&(bound, _)| bound);
        let cheapest = records.iter().filter_map(|record| Some((record.cost?, *record))).min_by_key(|&(cost, _)| cost);
        let known = board.known.and_then(Known::optimal).unwrap_or(0);
        let lower_bound = strongest.map_or(0, |(bound, _)| bound).max(known);
        let mut contradictions = Vec::new();
        if let (Some((bound, prover)), Some((cost, finder))) = (strongest, cheapest)
            && bound > cost
        {
            contradictions.push(format!(
                "{}: {} claims that no solution is cheaper than {bound}, but {} found one of cost {cost}",
                board.name,
                called(prover),
                called(finder)
            ));
        }
        if let Some((cost, finder)) = cheapest.filter(|&(cost, _)| cost < known) {
            contradictions.push(format!(
                "{}: its optimum is known to be {known}, but {} found a solution of cost {cost}",
                board.name,
                called(finder)
            ));
        }
        Self { optimum, lower_bound, contradictions }
    }

    /// What a cost is measured by, and whether that is the optimum itself.
    fn reference(&self) -> Option<(Cost, bool)> {
        let bound = (self.lower_bound > 0).then_some((self.lower_bound, false));
        self.optimum.map(|optimum| (optimum, true)).or(bound)
    }
}

fn called(record: &RunRecord) -> String {
    match &record.heuristic {
        Some(heuristic) => format!("{} with {heuristic}", record.algorithm),
        None => record.algorithm.clone(),
    }
}

fn effort(runs: &[(usize, &RunRecord)], over: &BTreeSet<usize>, facts: &BTreeMap<usize, Facts>) -> Effort {
    let runs: Vec<(usize, &RunRecord)> = runs.iter().filter(|(board, _)| over.contains(board)).copied().collect();
    let centre = |value: fn(&RunRecord) -> Option<f64>| {
        Centre::of(&runs.iter().filter_map(|(_, record)| value(record)).collect::<Vec<f64>>())
    };
    let count = |count: fn(&RunStats) -> u64| {
        Centre::of(&runs.iter().map(|(_, record)| count(&record.stats) as f64).collect::<Vec<f64>>())
    };
    let gap = |&(board, record): &(usize, &RunRecord)| {
        let (reference, exact) = facts.get(&board)?.reference()?;
        let cost = record.cost?;
        // A board that is its own goal has the cost 0 and no gap.
        let ratio = if cost == reference { 1.0 } else { f64::from(cost) / f64::from(reference) };
        ratio.is_finite().then_some((ratio - 1.0, exact))
    };
    let gaps: Vec<Option<(f64, bool)>> = runs.iter().map(gap).collect();
    let known: Vec<f64> = gaps.iter().flatten().map(|&(gap, _)| gap).collect();
    Effort {
        boards: runs.len(),
        h_start: centre(|record| record.stats.h_start.map(f64::from)),
        cost: centre(|record| record.cost.map(f64::from)),
        depth: centre(|record| record.depth.map(|depth| depth as f64)),
        expanded: count(|stats| stats.expanded),
        generated: count(|stats| stats.generated),
        evaluated: count(|stats| stats.evaluated),
        reopened: count(|stats| stats.reopened),
        max_open: count(|stats| stats.max_open),
        max_stored: count(|stats| stats.max_stored),
        peak_bytes: count(|stats| stats.peak_bytes),
        seconds: centre(|record| Some(record.mean_seconds())),
        effective_branching_factor: centre(|record| record.stats.effective_branching_factor.filter(|&b| b > 0.0)),
        gap: Centre::of(&known),
        gap_is_exact: gaps.iter().all(|gap| gap.is_some_and(|(_, exact)| exact)),
    }
}
