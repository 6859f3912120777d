//! The search that never disappoints: it chooses by the board, and is the one place to plug better
//! engines in.
//!
//! - Up to ten cells the answer is optimal at once: A* with linear conflict.
//! - Up to sixteen cells it is optimal too: IDA* with pattern databases, unless the board is solved
//!   already, which A* or IDA* with Manhattan distance say without looking for tables. It begins
//!   with small tables, which are built in hundredths of a second; a board that turns out hard gets
//!   larger ones, and the search goes on at the bound it has proved ([`ladder`]). If a limit ends
//!   it, there is a solution by construction, and the bound.
//! - Larger boards get a solution at once by construction, and better and better ones by beams and
//!   windows ([`anytime`](crate::solvers::tiles::anytime)). Up to 25 cells half of the time goes to
//!   IDA*, which proves the optimum, or at least a bound. The answer says how far from the optimum
//!   it can be at most.
//! - In slides of whole lines, where there are no tables, the choice is A* up to ten cells and BAE*
//!   up to sixteen, with walking distance in slides; larger boards get a solution by construction,
//!   weighted A* and beams, and the slides of what these find are counted.
//! - Who asks for a heuristic gets searches that use it: A*, IDA* or weighted A* with ever smaller
//!   weights.

mod ladder;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::catalogue::compiled::with_code;
use crate::catalogue::run::{Answer, BoardTask, Phase, Puzzle, Run, Watch};
use crate::catalogue::tiles::{TileSearch, constructive, tile_beam, tile_ida};
use crate::catalogue::{Call, RequestError, heuristic_expression, slides};
use crate::core::card::{
    AlgorithmCard, Completeness, Feature, FrontierOrder, Group, MemoryClass, Optimality, SearchKind,
};
use crate::core::clock::Instant;
use crate::core::{
    Budget, Clock, Cost, Improvement, Limits, Metric, Outcome, Progress, Proof, Solution, Stats, Stop, Verdict,
};
use crate::domains::tiles::{Direction, Moves};
use crate::heuristics::expression::{Expression, Steps};
use crate::heuristics::tiles::{TileHeuristic, manhattan, pdb};
use crate::solvers::tiles::anytime::{Anytime, Means};
use crate::solvers::tiles::deepening::Iteration;
use crate::solvers::tiles::solver::{Estimates, Terms};
use crate::trace::TraceSink;

/// The entry of the list.
pub(crate) struct Entry;

impl TileSearch for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "auto",
        aliases: &["automatic"],
        title: "Automatic choice",
        summary: "optimal up to 16 cells; on larger boards the best solution found in time, with its proved factor",
        group: Group::Boards,
        informed: true,
        complete: Completeness::Always,
        optimal: Optimality::SmallBoards,
        weakened_by: &[],
        memory: MemoryClass::Chosen,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Hidden,
        features: &[Feature::Beam, Feature::Portfolio],
        options: &[],
        citation: "the choice is explained in docs/adr/0006-auto.md",
        pseudocode: "\
h <- linear conflict, unless one is asked for
one line or up to 10 cells: return astar @search
up to 16 cells, with tables:
  for tables from small to large:
    tile-ida; if it is solved in time: return its path
up to 16 cells, without tables (so if watched):
  best <- weighted-astar(w=2), or constructive @search
  return ida on 4x4 (bae if slides count), else astar @search
more cells:
  best <- constructive
  best <- astar, up to 10,000 expansions @search
  watched or with another h, up to 64 cells:
    for w = 5, 3, ... 1.1: weighted-astar(w) @search
  better best by beams and windows, unless watched
  up to 25 cells, with tables: try tile-ida, else parallel-ida
  return best
",
    };

    /// Chooses, runs and adds up.
    fn run(task: BoardTask<'_, '_, '_>) -> Result<Answer, RequestError> {
        let BoardTask { puzzle, heuristic, beam_width, limits, watch, trace, .. } = task;
        let is_pdb = |expression: &Expression| {
            let named = expression.as_atom();
            named.is_some_and(|named| named.name() == pdb::Entry::CARD.name) && tile_ida::takes(puzzle, expression)
        };
        let tables = match &heuristic {
            // Who watches wants to see a search of the textbook. Tables count single moves.
            _ if trace.is_some() || puzzle.metric == Metric::Multi => Tables::None,
            None => Tables::Ours,
            Some(expression) if is_pdb(expression) => Tables::Theirs,
            Some(_) => Tables::None,
        };
        let shape = puzzle.start.shape();
        // Nothing is to be searched for on a solved board, so nothing is looked for or prepared.
        let is_solved = tables == Tables::Ours && (11..=16).contains(&shape.cells()) && puzzle.start == puzzle.goal;
        let usual = || match puzzle.metric {
            Metric::Single if is_solved => heuristic_expression(manhattan::Entry::CARD.name),
            Metric::Single => heuristic_expression(HEURISTIC),
            Metric::Multi => Ok(slides::strongest(puzzle.start.shape())),
        };
        // Patterns that were asked for are for IDA*; what finds a first solution needs no tables.
        let (patterns, heuristic) = match heuristic {
            Some(patterns) if tables == Tables::Theirs => (Some(patterns), usual()?),
            Some(heuristic) => (None, heuristic),
            None => (None, usual()?),
        };
        let mut session = Session {
            puzzle,
            heuristic,
            patterns,
            tables,
            limits,
            watch,
            trace,
            began: limits.clock.now(),
            phases: Vec::new(),
            lower_bound: puzzle.least_cost(),
            seconds: Duration::ZERO,
            table_seconds: Duration::ZERO,
            best: None,
            deepening: Vec::new(),
            improvements: Vec::new(),
            width: beam_width,
            note: None,
        };
        if beam_width.is_some() && (shape.cells() <= 16 || shape.is_line() || session.trace.is_some()) {
            limits.table_cache.note("no beam was used, so its width has no effect".to_owned());
        }
        let is_easy = shape.is_line() || is_solved || shape.cells() <= 10 && tables != Tables::Theirs;
        let verdict = match (shape.cells(), tables) {
            (..=16, Tables::Ours) if !is_easy => session.climb()?,
            (..=16, Tables::Theirs) if !is_easy => session.prove_by_tables()?,
            (17.., _) if !is_easy => session.improve()?,
            _ => {
                if !is_easy {
                    session.quick_solution()?;
                }
                let engine = session.optimal_search(is_easy);
                let limits = session.left();
                let verdict = session.attempt(engine, &limits)?;
                session.proved(verdict)
            }
        };
        Ok(session.answer(verdict))
    }
}

/// The heuristic of general searches if none is asked for: the strongest one that needs no table.
const HEURISTIC: &str = "linear-conflict";
/// How long larger boards are improved if no limit is given.
const IMPROVING_TIME: Duration = Duration::from_secs(10);
/// What looking for a quick first solution may take.
const QUICK_NODES: u64 = 300_000;
/// Weights for larger boards if a heuristic is asked for, from fast to good.
const WEIGHTS: [&str; 10] = ["5", "3", "2.5", "2", "1.7", "1.5", "1.4", "1.3", "1.2", "1.1"];
/// Boards with more cells than this are beyond weighted A*.
const MOST_WEIGHED_CELLS: usize = 64;
/// What improving may hold at most.
const IMPROVING_MEMORY: u64 = 3 << 30;
/// Where the optimum can be hoped for, one part in so many of the time goes to its proof.
const PROVING_SHARE: u32 = 2;
/// Elsewhere one part in so many goes to a better lower bound.
const BOUNDING_SHARE: u32 = 8;
/// Boards with more cells than this are so far above any bound that raising it says nothing.
const MOST_BOUNDED_CELLS: usize = 256;
/// What raises it: the strongest estimate that IDA* has without tables.
const BOUNDING_HEURISTIC: &str = "last-moves";
/// Boards of so many cells are solved by construction in a twentieth of a second.
const AT_ONCE_CELLS: usize = 40 * 40;
/// Expansions of A* that tell easy boards from others: a hundredth of a second.
const EASY_NODES: u64 = 10_000;
/// A better solution is reported if it saves one move in so many, or after so many seconds.
const LEAST_NEWS: u32 = 1000;
const NEWS_INTERVAL: f64 = 0.1;
/// How solutions are labelled that window improvement has found.
const WINDOWS: &str = "windows";
/// The phase in which both improve a solution.
const BEAMS_AND_WINDOWS: &str = "tile-beam and windows";

/// Which pattern databases IDA* may look up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tables {
    /// Those that suit the board.
    Ours,
    /// Those of the heuristic that was asked for.
    Theirs,
    /// None: another heuristic was asked for.
    None,
}

struct Session<'s, 'w, 't> {
    puzzle: &'s Puzzle<'s>,
    /// The heuristic of general searches.
    heuristic: Expression,
    /// The patterns that were asked for, if IDA* can look them up.
    patterns: Option<Expression>,
    tables: Tables,
    limits: &'s Limits,
    watch: Watch<'w>,
    trace: Option<TraceSink<'t>>,
    began: Instant,
    /// What each search took, in the order in which they ran.
    phases: Vec<Phase>,
    lower_bound: Cost,
    seconds: Duration,
    table_seconds: Duration,
    best: Option<Best>,
    deepening: Vec<Iteration>,
    /// Of boards that are too large for a proof.
    improvements: Vec<Improvement>,
    /// How wide beams shall be.
    width: Option<usize>,
    note: Option<String>,
}

/// A solution, and by which means it was found.
struct Best {
    solution: Solution<Direction>,
    engine: String,
    heuristic: Option<String>,
    h_start: Option<Cost>,
    /// The number of the phase that found it.
    phase: usize,
}

impl Session<'_, '_, '_> {
    /// Bytes of the best solution, which is held while others are looked for.
    fn held(&self) -> u64 {
        self.best.as_ref().map_or(0, |best| (best.solution.ops.capacity() * size_of::<Direction>()) as u64)
    }

    /// What is left of the limits.
    fn left(&self) -> Limits {
        Limits {
            memory: self.limits.memory.map(|memory| memory.saturating_sub(self.held())),
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.expanded())),
            time: self.limits.time.map(|time| time.saturating_sub(self.elapsed())),
            ..self.limits.clone()
        }
    }

    /// States expanded in all phases.
    fn expanded(&self) -> u64 {
        self.phases.iter().map(|phase| phase.counts.expanded).sum()
    }

    /// Time since the start.
    fn elapsed(&self) -> Duration {
        self.limits.clock.since(self.began)
    }

    /// What watchers hear besides what the next search tells.
    fn so_far(&self) -> SoFar {
        SoFar {
            expanded: self.expanded(),
            began: self.began,
            clock: self.limits.clock.clone(),
            lower_bound: self.lower_bound,
            best: self.best.as_ref().map(|best| best.solution.cost),
        }
    }

    /// The general search that proves an optimum of up to 16 cells. In slides no estimate is strong
    /// enough for IDA* on 4x4, but from both ends there are some millions of states to store.
    fn optimal_search(&self, is_easy: bool) -> &'static str {
        let (metric, shape) = (self.puzzle.metric, self.puzzle.start.shape());
        let is_consistent = || self.heuristic.properties(Steps::of(metric, shape)).consistent;
        match metric {
            Metric::Multi if !is_easy && is_consistent() && self.trace.is_none() => "bae",
            _ if (shape.rows(), shape.cols()) == (4, 4) => "ida",
            _ => "astar",
        }
    }

    /// Runs a general search with the heuristic of the session.
    fn attempt(&mut self, engine: &str, limits: &Limits) -> Result<Verdict<Direction>, RequestError> {
        self.attempt_with(&self.heuristic.clone(), engine, limits)
    }

    /// Runs a general search and keeps its solution if it is the best so far.
    fn attempt_with(
        &mut self,
        heuristic: &Expression,
        engine: &str,
        limits: &Limits,
    ) -> Result<Verdict<Direction>, RequestError> {
        let call = Call::parse(engine)?;
        let (so_far, watch) = (self.so_far(), &mut *self.watch);
        let mut with_all = |progress: &Progress| watch(&so_far.with(progress));
        let trace = self.trace.as_mut().map(|sink| &mut **sink as TraceSink<'_>);
        let run = with_code!(self.puzzle.start.shape(), code => {
            code.run(self.puzzle, &call, heuristic, limits, &mut with_all, trace)
        })?;
        Ok(self.count(run, engine, Some(heuristic.to_string())))
    }

    /// Runs IDA* with tables. The second answer is the bound at which it gave up, if it was told to
    /// do so.
    fn look_up(
        &mut self,
        (estimates, name): &(Estimates, String),
        words: usize,
        terms: &Terms<'_>,
        limits: Limits,
    ) -> Result<(Verdict<Direction>, Option<Cost>), RequestError> {
        let (so_far, watch) = (self.so_far(), &mut *self.watch);
        let mut with_all = |progress: &Progress| watch(&so_far.with(progress));
        let mut budget = Budget::new(limits).with_progress(&mut with_all);
        let tile_ida::Attempt { run, gave_up, .. } =
            tile_ida::attempt(self.puzzle, estimates, words, terms, &mut budget)?;
        Ok((self.count(run, tile_ida::Entry::CARD.name, Some(name.clone())), gave_up))
    }

    fn count(&mut self, run: Run, engine: &str, heuristic: Option<String>) -> Verdict<Direction> {
        let stats = run.outcome.stats;
        let counts = Stats { peak_bytes: stats.peak_bytes + self.held(), ..stats };
        self.phases.push(Phase {
            search: engine.to_owned(),
            heuristic: heuristic.clone(),
            counts,
            seconds: run.seconds.as_secs_f64(),
            table_seconds: run.table_seconds.as_secs_f64(),
        });
        let phase = self.phases.len() - 1;
        self.seconds += run.seconds;
        self.table_seconds += run.table_seconds;
        self.lower_bound = self.lower_bound.max(run.outcome.lower_bound);
        self.deepening.extend(run.deepening);
        if let Some(solution) = run.outcome.solution() {
            let better = |best: &Best| {
                let best = &best.solution;
                solution.cost < best.cost || solution.cost == best.cost && solution.proof == Proof::Optimal
            };
            if self.best.as_ref().is_none_or(better) {
                let (solution, engine, h_start) = (solution.clone(), engine.to_owned(), run.h_start);
                self.best = Some(Best { solution, engine, heuristic, h_start, phase });
            }
        }
        run.outcome.verdict
    }

    fn quick_solution(&mut self) -> Result<(), RequestError> {
        let mut limits = self.left();
        limits.nodes = Some(limits.nodes.map_or(QUICK_NODES, |nodes| nodes.min(QUICK_NODES)));
        self.attempt("weighted-astar(w=2)", &limits)?;
        if self.best.is_none() {
            let limits = self.left();
            self.construct(&limits);
        }
        Ok(())
    }

    /// A solution without search.
    fn construct(&mut self, limits: &Limits) -> Verdict<Direction> {
        let run = constructive::run(self.puzzle, limits);
        self.count(run, constructive::Entry::CARD.name, None)
    }

    /// Runs IDA* with the tables that were asked for to its end, or to a limit.
    fn prove_by_tables(&mut self) -> Result<Verdict<Direction>, RequestError> {
        let estimates = tile_ida::estimates(self.puzzle, self.patterns.as_ref())?;
        if !self.are_in_memory(&estimates.0) {
            self.quick_solution()?;
        }
        let (verdict, _) = self.look_up(&estimates, tile_ida::USUAL_WORDS, &Terms::default(), self.left())?;
        Ok(self.looked_up(verdict))
    }

    /// The verdict of IDA* with tables, which finds nothing before it is done: then there is a
    /// solution without search.
    fn looked_up(&mut self, verdict: Verdict<Direction>) -> Verdict<Direction> {
        if matches!(verdict, Verdict::Stopped { .. }) && self.best.is_none() {
            // The limits are used up; this takes milliseconds.
            self.construct(&Limits { clock: self.limits.clock.clone(), ..Limits::default() });
        }
        self.proved(verdict)
    }

    /// The verdict of an optimal search, with the best solution there is.
    fn proved(&mut self, verdict: Verdict<Direction>) -> Verdict<Direction> {
        match verdict {
            Verdict::Stopped { why, .. } => Verdict::Stopped { why, best: self.best_labelled() },
            // With a heuristic that overestimates, the quick solution may be the shorter one.
            Verdict::Solved(solution) => {
                Verdict::Solved(self.best.as_ref().map_or(solution, |best| best.solution.clone()))
            }
            Verdict::Unsolvable => Verdict::Unsolvable,
        }
    }

    /// Finds a solution at once and better ones while there is time.
    fn improve(&mut self) -> Result<Verdict<Direction>, RequestError> {
        // A solution at once, whatever the limits are: only on huge boards does it take longer than
        // one would wait.
        let is_huge = self.puzzle.start.shape().cells() > AT_ONCE_CELLS;
        let limits = if is_huge {
            self.left()
        } else {
            let Limits { cancel, clock, attendant, .. } = self.limits.clone();
            Limits { cancel, clock, attendant, ..Limits::default() }
        };
        let verdict = self.construct(&limits);
        if self.best.is_none() {
            return Ok(verdict);
        }
        self.note_improvement();
        // Boards that are easy are solved at once; of others it proves a bound.
        let left = self.left();
        let nodes = Some(left.nodes.map_or(EASY_NODES, |nodes| nodes.min(EASY_NODES)));
        let memory = Some(left.memory.unwrap_or(IMPROVING_MEMORY).min(IMPROVING_MEMORY));
        self.attempt("astar", &Limits { nodes, memory, ..left })?;
        self.note_improvement();
        if let Some(best) = self.best_labelled().filter(|_| self.is_proved()) {
            return Ok(Verdict::Solved(best));
        }
        let limit = self.limits.time.unwrap_or(IMPROVING_TIME);
        let estimates = self.tables_in_time(limit)?;
        let share = match estimates {
            Some(_) => limit - limit / PROVING_SHARE,
            None if self.is_worth_bounding() => limit - limit / BOUNDING_SHARE,
            None => limit,
        };
        let mut stopped = None;
        if self.tables == Tables::None {
            stopped = self.weigh(share / 2)?;
        }
        if self.trace.is_none() && stopped != Some(Stop::Cancelled) {
            stopped = self.beams(share);
        }
        match stopped {
            Some(Stop::Cancelled) => return Ok(self.cancelled()),
            Some(Stop::Time) if self.note.is_some() => {}
            Some(why) => self.note = Some(self.more(why)),
            None => {}
        }
        if estimates.is_none() && self.is_worth_bounding() && self.raise_bound(limit)? == Some(Stop::Cancelled) {
            return Ok(self.cancelled());
        }
        if let Some(estimates) = estimates.filter(|_| !self.is_proved()) {
            let known = self.best.as_ref().map(|best| best.solution.cost);
            let terms = Terms { known, ..Terms::default() };
            let left = self.improving_limits(limit);
            match self.look_up(&estimates, tile_ida::USUAL_WORDS, &terms, left) {
                Ok((Verdict::Stopped { why: Stop::Cancelled, .. }, _)) => return Ok(self.cancelled()),
                Ok((Verdict::Stopped { why, .. }, None)) => {
                    self.note = Some(format!("{} or prove this one", self.more(why)));
                }
                Ok(_) => self.note_improvement(),
                // There is a solution: what stands in the way of a better one is worth a note.
                Err(error) => self.note = Some(error.to_string()),
            }
        }
        if self.is_proved() {
            self.note = None;
        }
        Ok(match self.best_labelled() {
            Some(best) => Verdict::Solved(best),
            None => verdict,
        })
    }

    /// Whether a part of the time is kept for a better lower bound. Beams of a width that was asked
    /// for end by themselves, perhaps long before.
    fn is_worth_bounding(&self) -> bool {
        self.tables == Tables::Ours
            && self.width.is_none()
            && !self.is_proved()
            && self.puzzle.start.shape().cells() <= MOST_BOUNDED_CELLS
    }

    /// Raises the lower bound by IDA*, whose every iteration proves two moves more. Returns why it
    /// was stopped.
    fn raise_bound(&mut self, time: Duration) -> Result<Option<Stop>, RequestError> {
        let limits = self.improving_limits(time);
        if limits.time.is_some_and(|time| time.is_zero()) || limits.nodes == Some(0) {
            return Ok(None);
        }
        let verdict = self.attempt_with(&heuristic_expression(BOUNDING_HEURISTIC)?, "parallel-ida", &limits)?;
        self.note_improvement();
        Ok(match verdict {
            Verdict::Stopped { why, .. } => Some(why),
            _ => None,
        })
    }

    /// The limits of a part of the work that is to be over so long after the beginning.
    fn improving_limits(&self, time: Duration) -> Limits {
        let left = self.left();
        let memory = left.memory.unwrap_or(IMPROVING_MEMORY).min(IMPROVING_MEMORY);
        // Without a limit, the time for tables comes on top.
        let tables = if self.limits.time.is_none() { self.table_seconds } else { Duration::ZERO };
        let time = Some((time + tables).saturating_sub(self.elapsed()));
        Limits { time, memory: Some(memory), ..left }
    }

    /// Weighted A* with ever smaller weights, for a heuristic that was asked for. Returns why it
    /// was stopped.
    fn weigh(&mut self, time: Duration) -> Result<Option<Stop>, RequestError> {
        let is_small = self.puzzle.start.shape().cells() <= MOST_WEIGHED_CELLS;
        for weight in WEIGHTS.iter().filter(|_| is_small) {
            if self.is_proved() {
                break;
            }
            let left = self.improving_limits(time);
            if let Verdict::Stopped { why, .. } = self.attempt(&format!("weighted-astar(w={weight})"), &left)? {
                return Ok(Some(why));
            }
            self.note_improvement();
        }
        Ok(None)
    }

    /// Beams from both ends and windows. Returns why they were stopped.
    fn beams(&mut self, time: Duration) -> Option<Stop> {
        let solution = self.best.as_ref().filter(|_| !self.is_proved())?.solution.ops.clone();
        let limits = self.improving_limits(time);
        let (threads, memory) = (limits.threads(), limits.memory.unwrap_or(IMPROVING_MEMORY));
        let (clock, lower_bound, metric) = (limits.clock.clone(), self.lower_bound, self.puzzle.metric);
        let began = clock.now();
        let anytime = Anytime {
            start: self.puzzle.start,
            goal: self.puzzle.goal,
            threads,
            memory,
            width: self.width,
            deadline: limits.time.and_then(|time| began.checked_add(time)),
            clock: clock.clone(),
        };
        let held = self.held();
        let (so_far, improvements) = (self.so_far(), &mut self.improvements);
        let best = std::cell::Cell::new(so_far.best);
        let watch = &mut *self.watch;
        let mut with_all = |progress: &Progress| watch(&Progress { best: best.get(), ..so_far.with(progress) });
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let mut budget = Budget::new(limits).with_progress(&mut with_all);
        budget.raise_lower_bound(lower_bound);
        let in_time = budget.checker();
        // Nothing shorter than the lower bound can be found.
        let is_best = AtomicBool::new(false);
        let check = |expanded: u64| match expanded < nodes {
            _ if is_best.load(Ordering::Relaxed) => Err(Stop::RanDry),
            true => in_time(),
            false => Err(Stop::Nodes),
        };
        let mut means = None;
        let (moves, effort, ended) = anytime.improve(solution, &check, &mut |better, effort| {
            budget.note_expanded(effort.expanded);
            if let Some(better) = better {
                means = Some(better.means);
                // They count single moves; what that is in slides is known in the end.
                if metric == Metric::Multi {
                    return;
                }
                let cost = better.cost;
                best.set(Some(cost));
                is_best.store(cost <= lower_bound, Ordering::Relaxed);
                let seconds = so_far.elapsed().as_secs_f64();
                let expanded = so_far.expanded + effort.expanded;
                // On huge boards windows find thousands, two moves apart.
                let is_news = |last: &Improvement| {
                    last.cost - cost >= cost / LEAST_NEWS || seconds >= last.seconds + NEWS_INTERVAL
                };
                if improvements.last().is_none_or(is_news) {
                    budget.improve(cost);
                    improvements.push(Improvement { cost, lower_bound, seconds, expanded });
                }
            }
        });
        let moves = Moves(moves);
        let cost = moves.cost(metric);
        if let Some(means) = means.filter(|_| so_far.best.is_none_or(|known| cost < known)) {
            let engine = match means {
                Means::Beam { width, backward: false } => format!("{}(width={width})", tile_beam::Entry::CARD.name),
                Means::Beam { width, backward: true } => {
                    format!("{}(width={width}, from=goal)", tile_beam::Entry::CARD.name)
                }
                Means::Windows => WINDOWS.to_owned(),
            };
            let solution = Solution { cost, ops: moves.0, proof: Proof::Found };
            self.best = Some(Best { solution, engine, heuristic: None, h_start: None, phase: self.phases.len() });
        }
        let seconds = clock.since(began);
        let counts = Stats {
            expanded: effort.expanded,
            generated: effort.generated,
            evaluated: effort.generated,
            max_open: effort.widest,
            max_stored: effort.widest,
            peak_bytes: effort.peak_bytes + held,
            iterations: 1,
            ..Stats::default()
        };
        let search = BEAMS_AND_WINDOWS.to_owned();
        let seconds_of_phase = seconds.as_secs_f64();
        self.phases.push(Phase { search, heuristic: None, counts, seconds: seconds_of_phase, table_seconds: 0.0 });
        self.seconds += seconds;
        self.note_improvement();
        ended.err().filter(|&why| why != Stop::RanDry)
    }

    /// Writes down the best solution, if it is better than the last that was.
    fn note_improvement(&mut self) {
        let Some(cost) = self.best.as_ref().map(|best| best.solution.cost) else { return };
        if self.improvements.last().is_none_or(|last| cost < last.cost) {
            self.improvements.push(Improvement {
                cost,
                lower_bound: self.lower_bound,
                seconds: self.elapsed().as_secs_f64(),
                expanded: self.expanded(),
            });
            let so_far = self.so_far();
            (self.watch)(&so_far.alone());
        }
    }

    /// Whether the best solution is known to be optimal.
    fn is_proved(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.solution.cost <= self.lower_bound)
    }

    fn cancelled(&self) -> Verdict<Direction> {
        Verdict::Stopped { why: Stop::Cancelled, best: self.best_labelled() }
    }

    /// The best solution, labelled with what the lower bound proves of it.
    fn best_labelled(&self) -> Option<Solution<Direction>> {
        self.best.as_ref().map(|Best { solution, .. }| Solution {
            proof: Proof::by_bound(solution.cost, self.lower_bound),
            ..solution.clone()
        })
    }

    /// What is said when a limit ended the improving.
    fn more(&self, why: Stop) -> String {
        let seconds = IMPROVING_TIME.as_secs();
        let ended = match (why, self.limits.time) {
            (Stop::Time, None) => format!("the default time limit of {seconds} s was reached"),
            _ => why.to_string(),
        };
        format!("{ended}; a larger limit may give a shorter solution")
    }

    /// The counts of the phase that found the solution; but work adds up, and of memory the most
    /// counts.
    fn stats(&self) -> Stats {
        let last = self.phases.len().saturating_sub(1);
        let answering = self.phases.get(self.best.as_ref().map_or(last, |best| best.phase));
        let counts = |of: fn(&Stats) -> u64| self.phases.iter().map(move |phase| of(&phase.counts));
        Stats {
            expanded: self.expanded(),
            generated: counts(|counts| counts.generated).sum(),
            evaluated: counts(|counts| counts.evaluated).sum(),
            peak_bytes: counts(|counts| counts.peak_bytes).max().unwrap_or(0),
            ..answering.map_or_else(Stats::default, |phase| phase.counts)
        }
    }

    fn answer(self, verdict: Verdict<Direction>) -> Answer {
        let stats = self.stats();
        let (engine, heuristic, h_start) = match self.best {
            Some(best) => (best.engine, best.heuristic, best.h_start),
            None => (Entry::CARD.name.to_owned(), None, None),
        };
        let outcome = Outcome { verdict, lower_bound: self.lower_bound, stats, improvements: self.improvements };
        let table_seconds = self.table_seconds;
        // Improvements are told by the same clock.
        let all = self.limits.clock.since(self.began).saturating_sub(table_seconds);
        let seconds = if outcome.improvements.is_empty() { self.seconds } else { all };
        let run = Run { outcome, h_start, seconds, table_seconds, deepening: self.deepening };
        Answer { run, engine, heuristic, note: self.note, notes: Vec::new(), device: None, phases: self.phases }
    }
}

/// What the searches before have used and found.
struct SoFar {
    expanded: u64,
    began: Instant,
    clock: Clock,
    lower_bound: Cost,
    best: Option<Cost>,
}

impl SoFar {
    fn elapsed(&self) -> Duration {
        self.clock.since(self.began)
    }

    fn alone(&self) -> Progress {
        Progress {
            expanded: self.expanded,
            elapsed: self.elapsed(),
            lower_bound: self.lower_bound,
            best: self.best,
            table: None,
            iteration: None,
        }
    }

    fn with(&self, progress: &Progress) -> Progress {
        Progress {
            expanded: self.expanded + progress.expanded,
            elapsed: self.elapsed(),
            lower_bound: self.lower_bound.max(progress.lower_bound),
            best: self.best,
            ..*progress
        }
    }
}
