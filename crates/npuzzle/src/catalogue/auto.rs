//! The search that never disappoints: it chooses by the board, and is the one place to plug better engines in.
//!
//! - Up to ten cells the answer is optimal at once: A* with linear conflict.
//! - Up to sixteen cells it is optimal too, with what is available. A quick solution is found first, so that a limit or
//!   Ctrl-C leaves something to show; then IDA* (4x4) or A* (other shapes) proves the optimum.
//! - Larger boards get a solution at once by construction, and better ones by weighted A* with ever smaller weights
//!   until the time is up. The answer says how far from the optimum it can be at most.

use std::time::{Duration, Instant};

use crate::catalogue::call::Call;
use crate::catalogue::constructive;
use crate::catalogue::run::{Puzzle, Run, Watch, run};
use crate::catalogue::trace::TraceSink;
use crate::catalogue::{RequestError, heuristic_expression};
use crate::core::card::{AlgorithmCard, MemoryClass, Optimality, SearchKind};
use crate::core::{Cost, Limits, Outcome, Progress, Proof, Ratio, Solution, Stats, Stop, Verdict};
use crate::domains::tiles::Direction;
use crate::heuristics::expression::Expression;

pub(crate) const CARD: AlgorithmCard = AlgorithmCard {
    name: "auto",
    title: "Automatic choice",
    summary: "optimal up to 16 cells; on larger boards the best solution found in time, with its proved factor",
    informed: true,
    complete: true,
    optimal: Optimality::Admissible,
    memory: MemoryClass::States,
    kind: SearchKind::Forward,
    options: &[],
    citation: "the choice is explained in docs/adr/0006-auto.md",
};

/// The heuristic if none is asked for: the strongest one that needs no table.
const HEURISTIC: &str = "linear-conflict";
/// How long larger boards are improved if no limit is given.
const IMPROVING_TIME: Duration = Duration::from_secs(10);
/// What looking for a quick first solution may take.
const QUICK_NODES: u64 = 300_000;
/// Weights for larger boards, from fast to good.
const WEIGHTS: [&str; 10] = ["5", "3", "2.5", "2", "1.7", "1.5", "1.4", "1.3", "1.2", "1.1"];
/// Boards with more cells than this are beyond weighted A*.
const MOST_IMPROVED_CELLS: usize = 64;
/// What improving may hold if no limit is given.
const IMPROVING_MEMORY: u64 = 2 << 30;

/// The run that gave the answer, and the names of its search and heuristic.
pub(crate) struct Choice {
    pub run: Run,
    pub engine: String,
    pub heuristic: Option<String>,
    /// Why a better solution was not looked for.
    pub note: Option<String>,
}

/// Chooses, runs and adds up.
pub(crate) fn solve(
    puzzle: &Puzzle<'_>,
    heuristic: Option<Expression>,
    limits: &Limits,
    watch: Watch<'_>,
    trace: Option<TraceSink<'_>>,
) -> Result<Choice, RequestError> {
    let mut session = Session {
        puzzle,
        heuristic: heuristic.map_or_else(|| heuristic_expression(HEURISTIC), Ok)?,
        limits,
        watch,
        trace,
        began: Instant::now(),
        total: Stats::default(),
        lower_bound: 0,
        seconds: Duration::ZERO,
        table_seconds: Duration::ZERO,
        best: None,
        note: None,
    };
    let shape = puzzle.start.shape();
    let verdict = match shape.cells() {
        _ if shape.is_line() => session.prove("astar")?,
        ..=10 => session.prove("astar")?,
        11..=16 => {
            session.quick_solution()?;
            session.prove(if (shape.rows(), shape.cols()) == (4, 4) { "ida" } else { "astar" })?
        }
        _ => session.improve()?,
    };
    Ok(session.choice(verdict))
}

struct Session<'s, 'w, 't> {
    puzzle: &'s Puzzle<'s>,
    heuristic: Expression,
    limits: &'s Limits,
    watch: Watch<'w>,
    trace: Option<TraceSink<'t>>,
    began: Instant,
    total: Stats,
    lower_bound: Cost,
    seconds: Duration,
    table_seconds: Duration,
    best: Option<(Solution<Direction>, String)>,
    note: Option<String>,
}

impl Session<'_, '_, '_> {
    /// What is left of the limits.
    fn left(&self) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.total.expanded)),
            time: self.limits.time.map(|time| time.saturating_sub(self.began.elapsed())),
            ..self.limits.clone()
        }
    }

    /// Runs a search and keeps its solution if it is the best so far.
    fn attempt(&mut self, engine: &str, limits: &Limits) -> Result<Verdict<Direction>, RequestError> {
        let call = Call::parse(engine)?;
        let (before, began, best) = (self.total.expanded, self.began, self.best.as_ref().map(|(best, _)| best.cost));
        let known_bound = self.lower_bound;
        let mut with_all = |progress: &Progress| {
            (self.watch)(&Progress {
                expanded: before + progress.expanded,
                elapsed: began.elapsed(),
                lower_bound: known_bound.max(progress.lower_bound),
                best,
                iteration: progress.iteration,
            });
        };
        let trace = self.trace.as_mut().map(|sink| &mut **sink as TraceSink<'_>);
        let run = run(self.puzzle, &call, &self.heuristic, limits, &mut with_all, trace)?;
        Ok(self.count(run, engine))
    }

    fn count(&mut self, run: Run, engine: &str) -> Verdict<Direction> {
        let stats = run.outcome.stats;
        let total = &mut self.total;
        total.expanded += stats.expanded;
        total.generated += stats.generated;
        total.evaluated += stats.evaluated;
        total.reopened += stats.reopened;
        total.iterations = total.iterations.max(stats.iterations);
        total.max_open = total.max_open.max(stats.max_open);
        total.max_depth = total.max_depth.max(stats.max_depth);
        total.max_stored = total.max_stored.max(stats.max_stored);
        total.peak_bytes = total.peak_bytes.max(stats.peak_bytes);
        self.seconds += run.seconds;
        self.table_seconds += run.table_seconds;
        self.lower_bound = self.lower_bound.max(run.outcome.lower_bound);
        if let Some(solution) = run.outcome.solution() {
            let better = |(best, _): &(Solution<Direction>, String)| {
                solution.cost < best.cost || solution.cost == best.cost && solution.proof == Proof::Optimal
            };
            if self.best.as_ref().is_none_or(better) {
                self.best = Some((solution.clone(), engine.to_owned()));
            }
        }
        run.outcome.verdict
    }

    fn quick_solution(&mut self) -> Result<(), RequestError> {
        let mut limits = self.left();
        limits.nodes = Some(limits.nodes.map_or(QUICK_NODES, |nodes| nodes.min(QUICK_NODES)));
        self.attempt("weighted-astar(w=2)", &limits)?;
        if self.best.is_none() {
            self.construct();
        }
        Ok(())
    }

    /// A solution without search.
    fn construct(&mut self) -> Verdict<Direction> {
        let run = constructive::run(self.puzzle, &self.left());
        self.count(run, constructive::CARD.name)
    }

    /// Runs an optimal search to its end, or to a limit.
    fn prove(&mut self, engine: &str) -> Result<Verdict<Direction>, RequestError> {
        let limits = self.left();
        let verdict = self.attempt(engine, &limits)?;
        Ok(match verdict {
            Verdict::Stopped { why, .. } => Verdict::Stopped { why, best: self.best_labelled() },
            // With a heuristic that overestimates, the quick solution may be the shorter one.
            Verdict::Solved(solution) => Verdict::Solved(self.best.as_ref().map_or(solution, |(best, _)| best.clone())),
            Verdict::Unsolvable => Verdict::Unsolvable,
        })
    }

    /// Finds a solution at once and better ones while there is time.
    fn improve(&mut self) -> Result<Verdict<Direction>, RequestError> {
        // A search without a single expansion: what the heuristic alone proves.
        self.attempt("astar", &Limits { nodes: Some(0), ..self.limits.clone() })?;
        self.total = Stats::default();
        let verdict = self.construct();
        if self.best.is_none() {
            return Ok(verdict);
        }
        let limit = self.limits.time.unwrap_or(IMPROVING_TIME);
        let memory = self.limits.memory.unwrap_or(IMPROVING_MEMORY).min(IMPROVING_MEMORY);
        let weights = if self.puzzle.start.shape().cells() <= MOST_IMPROVED_CELLS { &WEIGHTS[..] } else { &[] };
        for weight in weights {
            let time = Some(limit.saturating_sub(self.began.elapsed()));
            let limits = Limits { time, memory: Some(memory), ..self.left() };
            let verdict = self.attempt(&format!("weighted-astar(w={weight})"), &limits)?;
            match verdict {
                Verdict::Stopped { why: Stop::Cancelled, .. } => {
                    return Ok(Verdict::Stopped { why: Stop::Cancelled, best: self.best_labelled() });
                }
                Verdict::Stopped { why, .. } => {
                    self.note = Some(format!("{why}; more time or memory may give a shorter solution"));
                    break;
                }
                _ => {}
            }
        }
        Ok(match self.best_labelled() {
            Some(best) => Verdict::Solved(best),
            None => verdict,
        })
    }

    /// The best solution, labelled with what the lower bound proves of it.
    fn best_labelled(&self) -> Option<Solution<Direction>> {
        self.best.as_ref().map(|(best, _)| {
            let factor = Ratio::new(best.cost, self.lower_bound).filter(|_| self.lower_bound > 0);
            Solution { proof: factor.map_or(Proof::Found, Proof::Within), ..best.clone() }
        })
    }

    fn choice(self, verdict: Verdict<Direction>) -> Choice {
        let engine = self.best.map_or_else(|| CARD.name.to_owned(), |(_, engine)| engine);
        let informed = engine != constructive::CARD.name;
        let outcome = Outcome { verdict, lower_bound: self.lower_bound, stats: self.total, improvements: Vec::new() };
        let run = Run { outcome, seconds: self.seconds, table_seconds: self.table_seconds };
        Choice { run, engine, heuristic: informed.then(|| self.heuristic.to_string()), note: self.note }
    }
}
