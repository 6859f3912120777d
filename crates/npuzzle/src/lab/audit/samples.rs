//! The audit of boards whose space is too large: random boards are solved optimally, and every
//! state on the way is looked at.
//!
//! The rest of an optimal solution is an optimal solution, so one solved board gives the true costs
//! of all states on its path. The edges of those states need no true cost. What is found is proved;
//! what is not found may still be there.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::answer::{ProofLabel, Request, solve};
use crate::catalogue::{AUTO, slides};
use crate::core::{Budget, Domain, Fraction, Heuristic, Limits, Metric, Progress, Stop};
use crate::domains::tiles::generate::{Generator, Kind};
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::{Board, Grid, MoveOrder, Moves, Position, Slides, Tiles};
use crate::heuristics::expression::{Expression, FailureSlot};
use crate::heuristics::tiles::compiled::{Builders, LARGE, SMALL};
use crate::heuristics::tiles::{TileHeuristic, linear_conflict};
use crate::lab::audit::report::{AuditReport, Sampling, StateView, verdicts};
use crate::lab::audit::share::{Dealer, SampleAnswer, SampleTurn};
use crate::lab::audit::tally::{AuditTally, Duels};
use crate::lab::audit::{AuditError, Watch};

/// Boards with more cells are sampled near the goal, where they can be solved optimally. In slides
/// a uniform 15-puzzle takes gigabytes: its estimates are far below the distance.
const fn most_uniform_cells(metric: Metric) -> usize {
    match metric {
        Metric::Single => 16,
        Metric::Multi => 12,
    }
}
/// How far such samples walk.
const WALK: u64 = 40;
/// What one board may take.
const MOST_EXPANDED: u64 = 200_000_000;

/// The random boards of an audit, and how each is solved.
pub(super) struct Samples<'g> {
    goal: &'g Board,
    metric: Metric,
    generator: Generator,
    /// What boards they are, in words.
    how: String,
    algorithm: &'static str,
    heuristic: Option<String>,
}

impl<'g> Samples<'g> {
    pub fn new(goal: &'g Board, metric: Metric, seed: u64) -> Result<Self, AuditError> {
        let (kind, how, algorithm) = match goal.shape().cells() <= most_uniform_cells(metric) {
            true => (Kind::Uniform, "uniformly random boards".to_owned(), AUTO),
            false => (Kind::Walk(WALK), format!("random walks of {WALK} moves from the goal"), "astar"),
        };
        let generator = Generator::new(goal, kind, seed);
        let generator = generator.map_err(|error| AuditError::Sampling { message: error.to_string() })?;
        let heuristic = match metric {
            // What `auto` takes for boards of this size is far stronger than any heuristic by name.
            Metric::Single if algorithm == AUTO => None,
            Metric::Single => Some(linear_conflict::Entry::CARD.name.to_owned()),
            Metric::Multi => Some(slides::strongest(goal.shape()).to_string()),
        };
        Ok(Self { goal, metric, generator, how, algorithm, heuristic })
    }

    /// The next board.
    pub fn board(&mut self) -> Board {
        self.generator.board()
    }

    /// The question how a board is solved, within these limits and that of a single board.
    pub fn request(&self, board: Board, limits: &Limits) -> Request {
        Request {
            goal: Goal::from(self.goal.clone()),
            metric: self.metric,
            algorithm: self.algorithm.to_owned(),
            heuristic: self.heuristic.clone(),
            limits: Limits { nodes: Some(MOST_EXPANDED), ..limits.clone() },
            ..Request::new(board)
        }
    }
}

/// An audit of some boards.
pub(super) struct SampleAudit<'a, 'w> {
    pub goal: &'a Board,
    pub metric: Metric,
    pub expressions: &'a [Expression],
    pub samples: u64,
    pub seed: u64,
    pub limits: &'a Limits,
    pub dealer: &'w mut dyn Dealer,
    pub watch: Watch<'w>,
}

impl SampleAudit<'_, '_> {
    /// Solves the boards, then looks at the states on their solutions.
    pub fn run(mut self) -> Result<AuditReport, AuditError> {
        let mut budget = Budget::new(self.limits.clone());
        // Before the sampling, so that its limits and a cancellation are heeded: afterwards
        // tables are only looked up.
        match self.goal.shape().cells() {
            ..=16 => self.build_tables(&SMALL),
            _ => self.build_tables(&LARGE),
        }?;
        let mut samples = Samples::new(self.goal, self.metric, self.seed)?;
        let asked = self.dealer.share(self.samples);
        let mut sampling = Sampling { asked, boards: 0, unsolved: 0, how: samples.how.clone(), seed: self.seed };
        let mut found: HashMap<Board, u32> = HashMap::new();
        let board_bytes = (size_of::<(Board, u32)>() + self.goal.tiles().len() * size_of::<u16>()) as u64;
        for number in 0..self.samples {
            let board = samples.board();
            let known = match self.dealer.turn(number) {
                SampleTurn::Solve => None,
                SampleTurn::Leave | SampleTurn::Missing => continue,
                SampleTurn::Known(answer) => Some(answer),
            };
            // Twice: they are sorted in the end.
            if budget.check().is_err() || budget.hold(2 * board_bytes * found.len() as u64).is_err() {
                break;
            }
            let (answer, flow) = match known {
                Some(answer) => (answer, ControlFlow::Continue(())),
                None => {
                    let time = self.limits.time.map(|limit| limit.saturating_sub(budget.elapsed()));
                    let request = samples.request(board.clone(), &Limits { time, ..self.limits.clone() });
                    // A watcher may end it meanwhile.
                    let done = sampling.boards + sampling.unsolved;
                    let report = solve(&request, &mut |_| (self.watch)(done, asked), None)?;
                    // A board that the end of the audit interrupts does not count.
                    if report.proof != ProofLabel::Optimal && budget.check().is_err() {
                        break;
                    }
                    let path = report.path.filter(|_| report.proof == ProofLabel::Optimal);
                    let answer = path.map_or(SampleAnswer::Unsolved, SampleAnswer::Optimal);
                    let flow = self.dealer.solved(number, &board, &answer);
                    (answer, flow)
                }
            };
            match answer {
                SampleAnswer::Optimal(path) => {
                    sampling.boards += 1;
                    self.look_along(board, &path, &mut found).map_err(|message| AuditError::Sampling {
                        message: format!("random board {}: {message}", number + 1),
                    })?;
                }
                SampleAnswer::Unsolved => sampling.unsolved += 1,
            }
            (self.watch)(sampling.boards + sampling.unsolved, asked);
            if flow.is_break() {
                break;
            }
        }
        let mut found: Vec<(Board, u32)> = found.into_iter().collect();
        found.sort_by_cached_key(|(board, distance)| (*distance, board.to_string()));
        if found.is_empty() {
            return Err(AuditError::NothingSampled);
        }
        let Self { goal, metric, expressions, limits, .. } = self;
        let judge = Judge { goal, metric, expressions, limits, found: &found, sampling };
        match self.goal.shape().cells() {
            ..=16 => judge.run_on(&SMALL),
            _ => judge.run_on(&LARGE),
        }
    }

    /// Adds the states on an optimal solution, with their distances. One that was kept in a file is
    /// not taken on trust: its moves have to lead to the goal.
    fn look_along(&self, start: Board, path: &Moves, found: &mut HashMap<Board, u32>) -> Result<(), String> {
        let mut board = start;
        let mut on_the_way = vec![board.clone()];
        // What lies within a slide is not on the way from one state to the next.
        for step in path.steps(self.metric) {
            let next = step.iter().try_fold(board, |board, &to| board.moved(to));
            board = next.ok_or("its solution has a move that is not possible")?;
            on_the_way.push(board.clone());
        }
        if board != *self.goal {
            return Err("its solution does not lead to the goal".to_owned());
        }
        found.extend((0..).zip(on_the_way.into_iter().rev()).map(|(left, board)| (board, left)));
        Ok(())
    }

    /// Builds the tables of heuristics, which stay on the table cache.
    fn build_tables<G: Grid>(&mut self, code: &Builders<G>) -> Result<(), AuditError> {
        let (watch, samples) = (&mut *self.watch, self.samples);
        let mut tell = |_: &Progress| watch(0, samples);
        let mut budget = Budget::new(self.limits.clone()).with_progress(&mut tell);
        let domain = Tiles::<G>::new(self.goal, MoveOrder::default());
        for expression in self.expressions {
            (code.composite)(expression, &domain, &mut budget, &FailureSlot::default())?;
        }
        Ok(())
    }
}

/// The states one step away.
fn children<D: Domain>(domain: &D, state: &D::State) -> Vec<D::State> {
    let child = |op| {
        let mut child = state.clone();
        domain.apply(&mut child, op);
        child
    };
    domain.ops(state).map(child).collect()
}

struct Judge<'a> {
    goal: &'a Board,
    metric: Metric,
    expressions: &'a [Expression],
    limits: &'a Limits,
    found: &'a [(Board, u32)],
    sampling: Sampling,
}

impl Judge<'_> {
    fn run_on<G: Grid>(self, code: &Builders<G>) -> Result<AuditReport, AuditError> {
        let Self { goal, metric, expressions, limits, found, sampling } = self;
        // A limit ends the sampling; what was sampled is still looked at. A table for which there
        // was no room is built again.
        let (memory, threads, table_cache) = (limits.memory, limits.threads, Arc::clone(&limits.table_cache));
        let (cancel, clock, attendant) = (limits.cancel.clone(), limits.clock.clone(), limits.attendant.clone());
        let limits_now = Limits { memory, threads, table_cache, cancel, clock, attendant, ..Limits::default() };
        let mut budget = Budget::new(limits_now);
        let domain = Tiles::<G>::new(goal, MoveOrder::default());
        let broken = FailureSlot::default();
        let mut heuristics = Vec::new();
        for expression in expressions {
            heuristics.push((code.composite)(expression, &domain, &mut budget, &broken)?);
        }
        let mut tallies = vec![AuditTally::default(); heuristics.len()];
        let mut duels = Duels::new(heuristics.len());
        let numbers: HashMap<G::Key, u64> =
            (0..).zip(found).map(|(number, (board, _))| (domain.pack(&domain.position(board)), number)).collect();
        // Other neighbours are numbered behind the states that were found.
        let mut neighbours: Vec<Board> = Vec::new();
        let mut values: Vec<Vec<Fraction>> = Vec::new();
        let estimates = |board: &Board| -> Result<Vec<Fraction>, AuditError> {
            // A custom function may take long for each board.
            budget.check().map_err(AuditError::Stopped)?;
            let position = domain.position(board);
            let value = |(numerator, denominator)| Fraction::over(numerator, denominator);
            let of =
                heuristics.iter().map(|heuristic| heuristic.exact_value(heuristic.root(&domain, &position)).map(value));
            let values = of.collect::<Option<_>>();
            // A custom function that failed leaves a value behind, and its message.
            match (values, broken.message()) {
                (Some(values), None) => Ok(values),
                // A function that cancels the search has no answer to give: it did not fail.
                _ if limits.is_cancelled() => Err(AuditError::Stopped(Stop::Cancelled)),
                (_, message) => Err(AuditError::Broken { message: message.unwrap_or_default().to_owned() }),
            }
        };
        let slides = Slides::<G>::new(goal, MoveOrder::default());
        let neighbours_of = |position: &Position<G>| -> Vec<Position<G>> {
            match metric {
                Metric::Single => children(&domain, position),
                Metric::Multi => children(&slides, position),
            }
        };
        let mut edges = 0;
        for (number, (board, distance)) in (0_u64..).zip(found) {
            let here = estimates(board)?;
            duels.state(number, &here);
            let position = domain.position(board);
            for child in neighbours_of(&position) {
                let neighbour = match numbers.get(&domain.pack(&child)) {
                    // This edge has been looked at from the other end.
                    Some(&known) if known < number => continue,
                    Some(&known) => known,
                    None => (found.len() + neighbours.len()) as u64,
                };
                let child = domain.board(&child);
                let there = estimates(&child)?;
                neighbours.push(child);
                for ((tally, &a), &b) in tallies.iter_mut().zip(&here).zip(&there) {
                    tally.edge((number, a), (neighbour, b), Fraction::ONE);
                    tally.edge((neighbour, b), (number, a), Fraction::ONE);
                }
                edges += 2;
            }
            for (tally, &h) in tallies.iter_mut().zip(&here) {
                tally.state(number, h, Some(Fraction::over(i64::from(*distance), 1)));
            }
            values.push(here);
        }
        let mean_true = found.iter().map(|(_, distance)| f64::from(*distance)).sum::<f64>() / found.len() as f64;
        let board = |number: u64| match found.get(number as usize) {
            Some((board, _)) => board.clone(),
            None => neighbours[number as usize - found.len()].clone(),
        };
        let names: Vec<String> = expressions.iter().map(ToString::to_string).collect();
        let estimate = |heuristic: usize, number: u64| values[number as usize][heuristic];
        let verdicts =
            verdicts(&names, tallies, &duels, mean_true, &|number| StateView::Board(board(number)), &estimate);
        Ok(AuditReport {
            rows: Some(goal.shape().rows()),
            cols: Some(goal.shape().cols()),
            goal: Some(goal.clone()),
            metric: Some(metric),
            states: found.len() as u64,
            edges,
            exhaustive: false,
            sampling: Some(sampling),
            ..verdicts
        })
    }
}
