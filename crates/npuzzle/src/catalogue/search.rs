//! Searches on other problems than boards: the list of problems, maps, and boards under the same roof.

use std::time::Duration;

use crate::catalogue::call::{Call, Rules};
use crate::catalogue::report::{OptionMap, ProofLabel, Report, ReportStats, Status, effective_branching_factor};
use crate::catalogue::request::{Request, RequestError};
use crate::catalogue::run::Watch;
use crate::catalogue::solve::{solve, solve_traced};
use crate::catalogue::trace::{TraceEvent, TraceHeader, TraceSink, Tracer};
use crate::core::card::{HeuristicCard, Optimality};
use crate::core::suggest::nearest;
use crate::core::{
    BackwardHeuristic, BoxedEvaluator, Budget, Cost, Describe, Domain, Heuristic, Improvement, Limits, Outcome,
    Properties, Solution, Stop, Task, Verdict,
};
use crate::domains::map::{Amount, MapHeuristic, MapSpace, read_heuristic};
use crate::domains::problem::{Estimate, Instance, Problem, ProblemCard};
use crate::domains::tiles::generate::{Generator, Kind};
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::notation::{Format, ReadOptions, read_board, write_board};
use crate::domains::tiles::{Board, MoveOrder, MovesOf, Shape};
use crate::domains::{CARDS, ProblemVisitor, with_problem};
use crate::heuristics::zero;

/// What the list of problems says about boards.
pub const TILES: ProblemCard = ProblemCard {
    name: "tiles",
    title: "Sliding tiles",
    summary: "bring the tiles of a board into order; `npuzzle solve` has more to say about it",
    arguments: "the size of a random board, or a board in any text form",
    example: "tiles(3x3)",
    heuristics: crate::heuristics::tiles::CARDS,
    citation: "Slocum & Sonneveld 2006",
};

/// All problems of `search`.
pub fn problems() -> impl Iterator<Item = &'static ProblemCard> {
    CARDS.iter().chain([&TILES])
}

/// A question about a problem.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The problem.
    pub space: SpaceChoice,
    /// The search, with options if need be.
    pub algorithm: String,
    /// The estimate.
    pub heuristic: HeuristicChoice,
    /// Options, and the values they have unless `algorithm` sets them. Those that a search does not have are passed over.
    pub rules: Rules,
    /// What to reach, on boards.
    pub goal: Goal,
    /// The order in which moves are tried, on boards.
    pub order: MoveOrder,
    /// Decides random starts.
    pub seed: u64,
    /// Whether the states of the path are drawn as well.
    pub drawings: bool,
    /// What may be used up.
    pub limits: Limits,
}

/// Which problem.
#[derive(Clone, Debug)]
pub enum SpaceChoice {
    /// One of the list, as in `hanoi(3,5)`.
    Call(String),
    /// A map that has been read.
    Map {
        /// What to call it.
        name: String,
        /// The map.
        map: MapSpace,
    },
}

/// Which estimate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HeuristicChoice {
    /// The first of the problem's card; nothing is estimated on a map.
    #[default]
    Default,
    /// By name.
    Name(String),
    /// A heuristic file of a map.
    File {
        /// What to call it.
        name: String,
        /// What it says.
        text: String,
    },
}

/// The search if none is asked for.
pub const DEFAULT_ALGORITHM: &str = "astar";

/// So many states of a path are drawn, and so many goals are listed.
const MOST_LISTED: usize = 10_000;

impl SearchRequest {
    /// The cheapest solution, with what is first in the lists.
    pub fn new(space: SpaceChoice) -> Self {
        Self {
            space,
            algorithm: DEFAULT_ALGORITHM.to_owned(),
            heuristic: HeuristicChoice::default(),
            rules: &[],
            goal: Goal::default(),
            order: MoveOrder::default(),
            seed: 0,
            drawings: false,
            limits: Limits::default(),
        }
    }
}

/// The answer to a [`SearchRequest`]. Its fields are those of `search --format json`.
#[derive(Clone, Debug, serde::Serialize)]
pub struct SearchReport {
    /// How it ended.
    pub status: Status,
    /// The problem.
    pub problem: String,
    /// Always null: states have names here.
    pub rows: (),
    /// Always null.
    pub cols: (),
    /// The start.
    pub start: String,
    /// The goal that was reached; without a solution the only goal there is.
    pub goal: Option<String>,
    /// All goals, as far as they can be listed.
    pub goals: Vec<String>,
    /// The search that was asked for.
    pub algorithm: String,
    /// The search that gave the answer.
    pub engine: String,
    /// The heuristic it used.
    pub heuristic: Option<String>,
    /// The order in which successors were tried, where it can be chosen.
    pub order: Option<String>,
    /// The options of the search.
    pub options: OptionMap,
    /// The seed, where it decided the start.
    pub seed: Option<u64>,
    /// What the solution costs.
    pub cost: Option<Amount>,
    /// The operators in words.
    pub moves: Option<Vec<String>>,
    /// Whose direction letters name, on boards.
    pub moves_of: Option<MovesOf>,
    /// The states on the way, the start and the goal included.
    pub path: Option<Vec<String>>,
    /// What is proved about the cost.
    pub proof: ProofLabel,
    /// The proved factor between the cost and the optimum, where the label is `within`.
    pub within: Option<f64>,
    /// No solution is cheaper than this; `None` where there is none at all.
    pub lower_bound: Option<Amount>,
    /// A sentence on why there is no (better) answer.
    pub reason: Option<String>,
    /// What it took.
    pub stats: ReportStats,
    /// The solutions of an anytime search.
    pub improvements: Vec<SearchImprovement>,
    /// All optimal solutions, where they were asked for.
    pub solutions: (),
    /// Remarks for people.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// The start as a drawing.
    #[serde(skip)]
    pub start_drawing: String,
    /// The goal as a drawing.
    #[serde(skip)]
    pub goal_drawing: Option<String>,
    /// The first states of the path as drawings, if they were asked for.
    #[serde(skip)]
    pub drawings: Vec<String>,
    /// How many units of cost make one, in events.
    #[serde(skip)]
    pub unit: u32,
}

/// A solution on the way to a better one.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SearchImprovement {
    /// Its cost.
    pub cost: Amount,
    /// What was proved by then.
    pub lower_bound: Amount,
    /// Seconds since the search began.
    pub seconds: f64,
    /// States expanded by then.
    pub expanded: u64,
}

impl SearchImprovement {
    fn new(improvement: &Improvement, unit: u32) -> Self {
        Self {
            cost: Amount::new(improvement.cost, unit),
            lower_bound: Amount::new(improvement.lower_bound, unit),
            seconds: improvement.seconds,
            expanded: improvement.expanded,
        }
    }
}

/// Answers a request. `watch` is told about ten times a second how the search gets on, and `trace` of everything it does.
///
/// Every solution is replayed, operator by operator, before it is reported.
///
/// # Examples
///
/// ```
/// use npuzzle::catalogue::{SearchRequest, SpaceChoice, search};
///
/// let request = SearchRequest::new(SpaceChoice::Call("hanoi(3,5)".to_owned()));
/// let report = search(&request, &mut |_| {}, None)?;
/// assert_eq!(report.cost.map(|cost| cost.to_string()).as_deref(), Some("31"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    request: &SearchRequest,
    watch: Watch<'_>,
    trace: Option<TraceSink<'_>>,
) -> Result<SearchReport, RequestError> {
    dispatch(request, Searching { watch, trace })
}

/// The first line of the trace that [`search`] would give.
pub fn trace_header(request: &SearchRequest) -> Result<TraceHeader, RequestError> {
    dispatch(request, Heading)
}

/// What is to be done once the types are known.
trait Job {
    type Output;

    fn on<D: Describe, H: Heuristic<D>>(
        self,
        space: Space<'_, D, H>,
        request: &SearchRequest,
        call: &Call,
    ) -> Result<Self::Output, RequestError>;

    fn on_board(
        self,
        question: &Request,
        request: &SearchRequest,
        seed: Option<u64>,
    ) -> Result<Self::Output, RequestError>;
}

/// Searches.
struct Searching<'w, 't> {
    watch: Watch<'w>,
    trace: Option<TraceSink<'t>>,
}

impl Job for Searching<'_, '_> {
    type Output = SearchReport;

    fn on<D: Describe, H: Heuristic<D>>(
        self,
        space: Space<'_, D, H>,
        request: &SearchRequest,
        call: &Call,
    ) -> Result<SearchReport, RequestError> {
        let (outcome, seconds) = space.run(call, &request.limits, self.watch, self.trace);
        space.report(request, call, outcome, seconds)
    }

    fn on_board(
        self,
        question: &Request,
        request: &SearchRequest,
        seed: Option<u64>,
    ) -> Result<SearchReport, RequestError> {
        let report = match self.trace {
            None => solve(question, self.watch)?,
            Some(sink) => solve_traced(question, self.watch, sink)?,
        };
        Ok(of_board(report, request, seed))
    }
}

/// Only says what would be searched.
struct Heading;

impl Job for Heading {
    type Output = TraceHeader;

    fn on<D: Describe, H: Heuristic<D>>(
        self,
        space: Space<'_, D, H>,
        _: &SearchRequest,
        call: &Call,
    ) -> Result<TraceHeader, RequestError> {
        Ok(TraceHeader {
            format: TraceHeader::FORMAT,
            version: TraceHeader::VERSION,
            start: space.domain.name(&space.start),
            goals: space.goals(),
            algorithm: call.to_string(),
            heuristic: space.heuristic_of(call),
            cost_unit: space.unit,
            problem: space.label,
        })
    }

    fn on_board(self, question: &Request, _: &SearchRequest, _: Option<u64>) -> Result<TraceHeader, RequestError> {
        TraceHeader::of(question)
    }
}

fn dispatch<J: Job>(request: &SearchRequest, job: J) -> Result<J::Output, RequestError> {
    let call = &Call::under(&request.algorithm, request.rules)?;
    let text = match &request.space {
        SpaceChoice::Map { name, map } => return on_map(job, request, call, name, map),
        SpaceChoice::Call(text) => text.trim(),
    };
    let (name, arguments) = text.split_once('(').unwrap_or((text, ""));
    let name = name.trim();
    let card = problems().find(|card| card.name == name).ok_or_else(|| RequestError::UnknownName {
        kind: "problem",
        name: name.to_owned(),
        nearest: nearest(name, problems().map(|card| card.name)),
    })?;
    let wrong = |reason: String| RequestError::Problem { call: text.to_owned(), reason };
    if !text.contains('(') {
        return Err(wrong(format!("expected {} in parentheses, as in `{}`", card.arguments, card.example)));
    }
    let Some(arguments) = arguments.strip_suffix(')') else {
        return Err(wrong("the closing `)` is missing".to_owned()));
    };
    if name == TILES.name {
        return on_tiles(job, request, call, arguments);
    }
    match with_problem(name, arguments, request.seed, OnProblem { job, request, call, label: text }) {
        Some(Ok(answer)) => answer,
        Some(Err(error)) => Err(wrong(error.to_string())),
        None => Err(RequestError::UnknownName { kind: "problem", name: name.to_owned(), nearest: None }),
    }
}

/// The card of a problem's heuristic, `zero` included.
fn chosen(card: &ProblemCard, choice: &HeuristicChoice) -> Result<&'static HeuristicCard, RequestError> {
    let known = || card.heuristics.iter().chain([&zero::CARD]);
    match choice {
        HeuristicChoice::Default => Ok(known().next().unwrap_or(&zero::CARD)),
        HeuristicChoice::File { name, .. } => Err(RequestError::NeedsMap { name: name.clone() }),
        HeuristicChoice::Name(name) => {
            let found = known().find(|card| card.name == name || card.aliases.contains(&name.as_str()));
            found.ok_or_else(|| RequestError::UnknownHeuristic {
                name: name.clone(),
                problem: card.name,
                known: known().map(|card| format!("`{}`", card.name)).collect::<Vec<_>>().join(", "),
            })
        }
    }
}

/// Refuses searches that know only boards, and those that would give wrong answers with a heuristic.
fn check(call: &Call, heuristic: &str, properties: Properties) -> Result<(), RequestError> {
    if !crate::algorithms::CARDS.iter().any(|card| card.name == call.card.name) {
        return Err(RequestError::TilesOnly { algorithm: call.card.name });
    }
    if call.card.informed && call.card.optimal == Optimality::Consistent && !properties.consistent {
        return Err(RequestError::NeedsConsistency { algorithm: call.card.name, heuristic: heuristic.to_owned() });
    }
    Ok(())
}

/// The call with the duplicate rule that ends on every problem, where others would not.
fn ending(call: &Call, request: &SearchRequest, cut_cycles: bool) -> Result<Call, RequestError> {
    let mut call = call.clone();
    let rule = call.card.options.iter().find(|option| option.name == "duplicates");
    let Some((card, path)) = rule.and_then(|card| Some((card, card.kind.parse("path").ok()?))) else { return Ok(call) };
    if cut_cycles {
        let text = request.algorithm.replace(' ', "");
        if let Some(asked) = ["reversal", "none"].iter().find(|value| text.contains(&format!("duplicates={value}"))) {
            return Err(RequestError::Option {
                call: request.algorithm.clone(),
                reason: format!(
                    "with duplicates={asked} the search could go round in circles for ever on this problem; expected \
                     duplicates=path"
                ),
            });
        }
        call.options.set(card, path);
    }
    Ok(call)
}

struct OnProblem<'r, J> {
    job: J,
    request: &'r SearchRequest,
    call: &'r Call,
    label: &'r str,
}

impl<J: Job> ProblemVisitor for OnProblem<'_, J> {
    type Output = Result<J::Output, RequestError>;

    fn visit<P: Problem>(self, Instance { problem, start, random }: Instance<P>) -> Self::Output {
        let Self { job, request, call, label } = self;
        let call = &ending(call, request, P::CUT_CYCLES)?;
        let card = chosen(&P::CARD, &request.heuristic)?;
        check(call, card.name, Properties { admissible: card.admissible, consistent: card.consistent })?;
        let name = card.name;
        // `zero`, the only name that is not the problem's own.
        let estimate = P::estimate(name).unwrap_or(Estimate { value: |_, _| 0, properties: Properties::CONSISTENT });
        let backward = move |_: &P::Reverse, _: &mut Budget<'_>| -> Result<BoxedEvaluator<P::Reverse>, Stop> {
            let nothing = Estimate { value: |_: &P::Reverse, _: &P::State| 0, properties: Properties::CONSISTENT };
            Ok(Box::new(P::backward_estimate(name).unwrap_or(nothing)))
        };
        let seed = random.then_some(request.seed);
        let space = Space {
            label: label.to_owned(),
            domain: &problem,
            start,
            heuristic: &estimate,
            heuristic_name: name.to_owned(),
            backward: &backward,
            unit: 1,
            order: None,
            seed,
            notes: Vec::new(),
        };
        job.on(space, request, call)
    }
}

fn on_map<J: Job>(
    job: J,
    request: &SearchRequest,
    call: &Call,
    name: &str,
    map: &MapSpace,
) -> Result<J::Output, RequestError> {
    let call = &ending(call, request, <MapSpace as Domain>::CUT_CYCLES)?;
    let mut notes = Vec::new();
    let (map, heuristic, heuristic_name) = match &request.heuristic {
        HeuristicChoice::Name(name) if name != zero::CARD.name => {
            return Err(RequestError::UnknownHeuristic {
                name: name.clone(),
                problem: "a map",
                known: format!("a heuristic file, or `{}`", zero::CARD.name),
            });
        }
        HeuristicChoice::File { name, text } => {
            let wrong = |error| RequestError::Text { source_name: name.clone(), error: Box::new(error) };
            let file = read_heuristic(text, map).map_err(wrong)?;
            notes.extend(file.note());
            let (map, heuristic) = MapHeuristic::new(map, &file).map_err(wrong)?;
            if heuristic.is_rounded() {
                notes.push(format!(
                    "the estimates are rounded down to units of {}: with all their decimals the costs of this map would be too \
                     large",
                    1.0 / f64::from(map.unit())
                ));
            }
            (map, heuristic, name.clone())
        }
        choice => {
            if *choice == HeuristicChoice::Default && call.card.informed {
                notes.push(format!("no heuristic file is given (-H FILE): {} searches with `zero`", call.card.name));
            }
            (map.clone(), MapHeuristic::zero(map), zero::CARD.name.to_owned())
        }
    };
    check(call, &heuristic_name, heuristic.promises())?;
    let start = map.start();
    let backward = |_: &MapSpace, _: &mut Budget<'_>| -> Result<BoxedEvaluator<MapSpace>, Stop> {
        Ok(Box::new(heuristic.backward(start)))
    };
    let space = Space {
        label: name.to_owned(),
        domain: &map,
        start,
        heuristic: &heuristic,
        heuristic_name,
        backward: &backward,
        unit: map.unit(),
        order: Some(if map.is_alphabetical() { "alphabetical" } else { "file" }.to_owned()),
        seed: None,
        notes,
    };
    job.on(space, request, call)
}

/// A problem with everything a search needs.
struct Space<'s, D: Describe, H> {
    label: String,
    domain: &'s D,
    start: D::State,
    heuristic: &'s H,
    heuristic_name: String,
    backward: BackwardHeuristic<'s, D>,
    unit: u32,
    order: Option<String>,
    seed: Option<u64>,
    notes: Vec<String>,
}

impl<D: Describe, H: Heuristic<D>> Space<'_, D, H> {
    /// The heuristic's name, if the search uses it.
    fn heuristic_of(&self, call: &Call) -> Option<String> {
        call.card.informed.then(|| self.heuristic_name.clone())
    }

    fn goals(&self) -> Vec<String> {
        self.domain.goals().iter().take(MOST_LISTED).map(|goal| self.domain.name(goal)).collect()
    }

    fn run(
        &self,
        call: &Call,
        limits: &Limits,
        watch: Watch<'_>,
        trace: Option<TraceSink<'_>>,
    ) -> (Outcome<D::Op>, Duration) {
        let mut budget = Budget::new(limits.clone()).with_progress(watch);
        let budget = &mut budget;
        let (domain, start, heuristic, backward) = (self.domain, self.start.clone(), self.heuristic, self.backward);
        let outcome = match trace {
            None => {
                let task = Task { domain, start, heuristic, backward, budget, observer: &mut () };
                crate::algorithms::run(call.card.name, &call.options, task)
            }
            Some(sink) => {
                sink(&TraceEvent::Search { algorithm: call.to_string() });
                let observer = &mut Tracer::new(domain, sink);
                let task = Task { domain, start, heuristic, backward, budget, observer };
                crate::algorithms::run(call.card.name, &call.options, task)
            }
        };
        let seconds = budget.elapsed();
        let mut outcome = outcome.expect("the call was checked to name a search of the list");
        let parity = domain.cost_parity(&self.start);
        outcome.lower_bound = parity.map_or(outcome.lower_bound, |parity| parity.lift(outcome.lower_bound));
        (outcome, seconds)
    }

    fn report(
        self,
        request: &SearchRequest,
        call: &Call,
        outcome: Outcome<D::Op>,
        seconds: Duration,
    ) -> Result<SearchReport, RequestError> {
        let (domain, unit) = (self.domain, self.unit);
        let goals = self.goals();
        let only_goal =
            || Some(domain.goals()).filter(|goals| goals.len() == 1).and_then(|goals| goals.into_iter().next());
        let mut goal = only_goal();
        let (status, reason, solution) = match outcome.verdict {
            Verdict::Solved(solution) => (Status::Solved, None, Some(solution)),
            Verdict::Unsolvable => {
                let reason = "everything that can be reached from the start was searched, and no goal is there";
                (Status::Unsolvable, Some(reason.to_owned()), None)
            }
            Verdict::Stopped { why, best } => {
                let what = if best.is_some() {
                    "before the solution was proved to be optimal"
                } else {
                    "before a solution was found"
                };
                (Status::Stopped, Some(format!("{why} {what}")), best)
            }
        };
        let depth = solution.as_ref().map_or(0, |solution| solution.ops.len() as Cost);
        let mut report = SearchReport {
            status,
            problem: self.label.clone(),
            rows: (),
            cols: (),
            start: domain.name(&self.start),
            goal: None,
            goals,
            algorithm: request.algorithm.trim().to_owned(),
            engine: call.to_string(),
            heuristic: self.heuristic_of(call),
            order: self.order.clone(),
            options: OptionMap::of(&call.options),
            seed: self.seed,
            cost: None,
            moves: None,
            moves_of: None,
            path: None,
            proof: ProofLabel::None,
            within: None,
            lower_bound: (status != Status::Unsolvable).then(|| Amount::new(outcome.lower_bound, unit)),
            reason,
            stats: ReportStats {
                counts: outcome.stats,
                effective_branching_factor: effective_branching_factor(outcome.stats.generated, depth),
                seconds: seconds.as_secs_f64(),
                table_seconds: 0.0,
                counting: None,
            },
            improvements: outcome.improvements.iter().map(|step| SearchImprovement::new(step, unit)).collect(),
            solutions: (),
            notes: self.notes.clone(),
            start_drawing: domain.draw(&self.start),
            goal_drawing: None,
            drawings: Vec::new(),
            unit,
        };
        if let Some(solution) = solution {
            let replay = self.replay(&solution, outcome.lower_bound, request.drawings);
            let replay = replay.map_err(|reason| RequestError::WrongPath {
                algorithm: report.engine.clone(),
                problem: self.label.clone(),
                reason,
            })?;
            let Solution { cost, proof, .. } = solution;
            (report.proof, report.within) = ProofLabel::of(proof, cost, outcome.lower_bound);
            let bound = if report.proof == ProofLabel::Optimal { cost } else { outcome.lower_bound };
            report.lower_bound = Some(Amount::new(bound, unit));
            report.cost = Some(Amount::new(cost, unit));
            report.moves = Some(replay.moves);
            report.path = Some(replay.names);
            report.drawings = replay.drawings;
            goal = Some(replay.last);
            if status == Status::Stopped && report.proof == ProofLabel::Optimal {
                (report.status, report.reason) = (Status::Solved, None);
            }
        }
        report.goal = goal.as_ref().map(|goal| domain.name(goal));
        report.goal_drawing = goal.as_ref().map(|goal| domain.draw(goal));
        Ok(report)
    }

    /// Plays a solution on a fresh state, and checks every step, the end and the cost.
    fn replay(&self, solution: &Solution<D::Op>, bound: Cost, draw: bool) -> Result<Replay<D::State>, String> {
        let domain = self.domain;
        let mut state = self.start.clone();
        let mut cost = 0_u64;
        let (mut moves, mut names, mut drawings) = (Vec::new(), vec![domain.name(&state)], Vec::new());
        for (number, &op) in (1..).zip(&solution.ops) {
            if !domain.ops(&state).any(|legal| legal == op) {
                return Err(format!("step {number} is not possible"));
            }
            cost += u64::from(domain.cost(&state, op));
            moves.push(domain.op_name(&state, op));
            domain.apply(&mut state, op);
            names.push(domain.name(&state));
            if draw && drawings.len() < MOST_LISTED {
                drawings.push(domain.draw(&state));
            }
        }
        match () {
            () if !domain.is_goal(&state) => Err(format!("it ends at {}, which is no goal", domain.name(&state))),
            () if cost != u64::from(solution.cost) => Err(format!("it costs {cost}, not {}", solution.cost)),
            () if bound > solution.cost => Err(format!("it costs {cost}, less than the proved minimum {bound}")),
            () => Ok(Replay { moves, names, drawings, last: state }),
        }
    }
}

struct Replay<S> {
    moves: Vec<String>,
    names: Vec<String>,
    drawings: Vec<String>,
    last: S,
}

/// Boards go through [`solve`], which knows parity, `auto` and the referee.
fn on_tiles<J: Job>(job: J, request: &SearchRequest, call: &Call, arguments: &str) -> Result<J::Output, RequestError> {
    let label = format!("{}({arguments})", TILES.name);
    let wrong = |reason: String| RequestError::Problem { call: label.clone(), reason };
    let (start, seed) = match arguments.trim().parse::<Shape>() {
        Ok(shape) => {
            let goal = request.goal.board(shape)?;
            let mut generator =
                Generator::new(&goal, Kind::Uniform, request.seed).map_err(|error| wrong(error.to_string()))?;
            (generator.board(), Some(request.seed))
        }
        Err(_) => {
            let read = read_board(arguments, &ReadOptions::default());
            let read =
                read.map_err(|error| RequestError::Text { source_name: "board".to_owned(), error: Box::new(error) })?;
            (read.board, None)
        }
    };
    let heuristic = match &request.heuristic {
        HeuristicChoice::Default => None,
        HeuristicChoice::Name(name) => Some(name.clone()),
        HeuristicChoice::File { name, .. } => return Err(RequestError::NeedsMap { name: name.clone() }),
    };
    let question = Request {
        goal: request.goal.clone(),
        algorithm: call.to_string(),
        heuristic,
        order: request.order,
        limits: request.limits.clone(),
        ..Request::new(start)
    };
    job.on_board(&question, request, seed)
}

/// The answer about a board in the words of other problems.
fn of_board(report: Report, request: &SearchRequest, seed: Option<u64>) -> SearchReport {
    let problem = match &request.space {
        SpaceChoice::Call(text) => text.trim().to_owned(),
        SpaceChoice::Map { name, .. } => name.clone(),
    };
    let draw = |board: &Board| write_board(board, Format::Grid).unwrap_or_else(|_| board.to_string());
    let (mut names, mut drawings, mut moves) = (vec![report.start.to_string()], Vec::new(), Vec::new());
    let mut board = report.start.clone();
    for &direction in report.path.iter().flat_map(|path| &path.0) {
        // The referee has played all these moves.
        let Some(next) = board.moved(direction) else { break };
        board = next;
        names.push(board.to_string());
        moves.push(direction.letter().to_string());
        if request.drawings && drawings.len() < MOST_LISTED {
            drawings.push(draw(&board));
        }
    }
    let solved = report.path.is_some();
    SearchReport {
        status: report.status,
        problem,
        rows: (),
        cols: (),
        start: report.start.to_string(),
        goal: Some(report.goal.to_string()),
        goals: vec![report.goal.to_string()],
        algorithm: request.algorithm.trim().to_owned(),
        engine: report.engine,
        heuristic: report.heuristic,
        order: Some(report.order),
        options: report.options,
        seed,
        cost: report.cost.map(Amount::whole),
        moves: solved.then_some(moves),
        moves_of: solved.then_some(MovesOf::Blank),
        path: solved.then_some(names),
        proof: report.proof,
        within: report.within,
        lower_bound: report.lower_bound.map(Amount::whole),
        reason: report.reason,
        stats: report.stats,
        improvements: report.improvements.iter().map(|step| SearchImprovement::new(step, 1)).collect(),
        solutions: (),
        notes: Vec::new(),
        start_drawing: draw(&report.start),
        goal_drawing: Some(draw(&report.goal)),
        drawings,
        unit: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Proof, Stats};
    use crate::domains::map::{MapOptions, read_map};

    fn ask(call: &str) -> Result<SearchReport, RequestError> {
        search(&SearchRequest::new(SpaceChoice::Call(call.to_owned())), &mut |_| {}, None)
    }

    fn map_request(text: &str) -> SearchRequest {
        let map = read_map(text, MapOptions::default()).unwrap();
        SearchRequest::new(SpaceChoice::Map { name: "map".to_owned(), map })
    }

    #[test]
    fn every_problem_of_the_list_answers_its_example() {
        for card in problems() {
            let report = ask(card.example).unwrap_or_else(|error| panic!("{}: {error}", card.example));
            assert_eq!((report.status, report.proof), (Status::Solved, ProofLabel::Optimal), "{}", card.example);
            assert_eq!(report.path.as_ref().unwrap().len(), report.moves.as_ref().unwrap().len() + 1);
            assert_eq!(report.path.unwrap().last(), report.goal.as_ref());
            for heuristic in card.heuristics.iter().chain([&zero::CARD]).filter(|card| card.consistent) {
                let request = SearchRequest {
                    heuristic: HeuristicChoice::Name(heuristic.name.to_owned()),
                    ..SearchRequest::new(SpaceChoice::Call(card.example.to_owned()))
                };
                assert_eq!(search(&request, &mut |_| {}, None).unwrap().cost, report.cost, "{}", heuristic.name);
            }
        }
    }

    #[test]
    fn what_has_no_solution_is_proved_to_have_none() {
        for call in ["jugs(2,4->3)", "missionaries(4,4,2)", "tiles(1 2 3/4 5 6/8 7 0)"] {
            let report = ask(call).unwrap();
            assert_eq!((report.status, report.cost, report.lower_bound), (Status::Unsolvable, None, None), "{call}");
            assert!(report.reason.is_some());
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (call, message) in [
            ("hanio(3,5)", "unknown problem `hanio`; did you mean `hanoi`?"),
            (
                "hanoi",
                "in `hanoi`: expected the number of pegs and the number of disks in parentheses, as in `hanoi(3,5)`",
            ),
            ("hanoi(3,5", "in `hanoi(3,5`: the closing `)` is missing"),
            ("jugs(3)", "in `jugs(3)`: expected 1 to 8 capacities"),
            ("tiles(1 2 2 0)", "tile 2"),
        ] {
            let error = ask(call).unwrap_err().to_string();
            assert!(error.contains(message), "{call}: {error}");
        }
        let with = |heuristic, algorithm: &str| {
            let request = SearchRequest {
                heuristic,
                algorithm: algorithm.to_owned(),
                ..SearchRequest::new(SpaceChoice::Call("hanoi(3,3)".to_owned()))
            };
            search(&request, &mut |_| {}, None).unwrap_err().to_string()
        };
        let name = |name: &str| HeuristicChoice::Name(name.to_owned());
        let file = HeuristicChoice::File { name: "h.txt".to_owned(), text: String::new() };
        assert!(with(name("manhattan"), "astar").contains("`out-and-back`, `zero`"));
        assert!(with(file, "astar").contains("only maps have heuristic files"));
        assert!(with(name("zero"), "auto").contains("knows only the sliding-tile puzzle"));
    }

    #[test]
    fn decimal_costs_are_exact_and_goals_are_named() {
        let report = search(&map_request("a\nc d\na: b,0.1 d,9\nb: c,0.2\n"), &mut |_| {}, None).unwrap();
        assert_eq!(report.cost.unwrap().to_string(), "0.3");
        assert_eq!((report.goal.as_deref(), report.goals.len()), (Some("c"), 2));
        assert_eq!(report.path.unwrap(), ["a", "b", "c"]);
        assert_eq!(report.notes.len(), 1);
        let start = search(&map_request("a\na\na: a,1\n"), &mut |_| {}, None).unwrap();
        assert_eq!((start.cost.unwrap().units(), start.path.unwrap().len()), (0, 1));
    }

    #[test]
    fn rules_hold_unless_the_call_sets_them() {
        let request = SearchRequest { rules: crate::catalogue::profile::FER.rules, ..map_request("a\nb\na: b,1\n") };
        let options = |algorithm: &str| {
            let request = SearchRequest { algorithm: algorithm.to_owned(), ..request.clone() };
            search(&request, &mut |_| {}, None).unwrap().engine
        };
        assert_eq!(options("astar"), "astar(tie=state)");
        assert_eq!(options("astar(tie=fifo)"), "astar(tie=fifo)");
        assert_eq!(options("bfs"), "bfs(goal-test=expansion)");
        assert_eq!(options("bfs(goal-test=generation)"), "bfs");
    }

    /// A search that lies is a bug of ours, never an answer.
    #[test]
    fn wrong_solutions_are_never_reported() {
        let map = read_map("a\nc\na: b,1 c,5\nb: c,1\n", MapOptions::default()).unwrap();
        let request = SearchRequest::new(SpaceChoice::Map { name: "map".to_owned(), map: map.clone() });
        let heuristic = MapHeuristic::zero(&map);
        let judge = |ops: &[u32], cost, lower_bound| {
            let backward =
                |_: &MapSpace, _: &mut Budget<'_>| -> Result<BoxedEvaluator<MapSpace>, Stop> { Err(Stop::NoWayBack) };
            let space = Space {
                label: "map".to_owned(),
                domain: &map,
                start: map.start(),
                heuristic: &heuristic,
                heuristic_name: "zero".to_owned(),
                backward: &backward,
                unit: 1,
                order: None,
                seed: None,
                notes: Vec::new(),
            };
            let solution = Solution { ops: ops.to_vec(), cost, proof: Proof::Found };
            let verdict = Verdict::Solved(solution);
            let outcome = Outcome { verdict, lower_bound, stats: Stats::default(), improvements: Vec::new() };
            space.report(&request, &Call::parse("astar").unwrap(), outcome, Duration::ZERO)
        };
        assert!(judge(&[0, 2], 2, 2).is_ok());
        for lie in
            [judge(&[0], 1, 0), judge(&[0, 1], 6, 0), judge(&[0, 2], 3, 0), judge(&[0, 2], 2, 3), judge(&[], 0, 0)]
        {
            let error = lie.expect_err("this must not be reported");
            assert!(error.is_bug() && error.to_string().starts_with("internal error: astar "), "{error}");
        }
    }
}
