//! Searches with heuristics on the same boards.

use std::cell::RefCell;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::core::{Metric, Progress};
use crate::domains::tiles::sets::Known;
use crate::front::boards::Content;
use crate::front::messages::compare_error;
#[cfg(feature = "clap")]
use crate::front::units;
use crate::lab::compare::{
    Baseline, CompareBoard, CompareError, CompareRequest, Comparison, Group, Grouping, PlannedRun, RunRecord, Tally,
    compare, groups, tally,
};
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::fields::{
    BoardFields, ChosenBoards, LimitFields, amount, field, read_metric, read_order, read_repeat,
};
use crate::question::refusal::{Named, Refusal};
use crate::question::terms::Caps;
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};

/// Run searches with heuristics on the same boards, and compare them. One of `board` and `boards`
/// is needed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// A board, or the name of a set of boards
    #[cfg_attr(feature = "clap", arg(skip))]
    pub board: Option<BoardText>,
    /// Several boards, or names of sets of boards
    #[cfg_attr(feature = "clap", arg(skip))]
    pub boards: Option<Vec<BoardText>>,
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub form: BoardFields,
    /// A search, with options in parentheses; several may be given
    #[cfg_attr(feature = "clap", arg(short, long = "algorithm", value_name = "ALGORITHM", default_value = "astar"))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Search"))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::Named::algorithms()))]
    pub algorithms: Vec<String>,
    /// A heuristic, a name or an expression; several may be given [default: manhattan, or
    /// slide-rows-columns if slides count; auto chooses its own]
    #[cfg_attr(feature = "clap", arg(short = 'H', long = "heuristic", allow_hyphen_values = true))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Search"))]
    #[cfg_attr(feature = "clap", arg(value_name = "HEURISTIC", value_parser = arguments::Named::heuristics()))]
    pub heuristics: Option<Vec<String>>,
    /// What costs count: single moves, or slides of a whole line of tiles [default: single]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::metrics()))]
    pub metric: Option<String>,
    /// The order in which the moves of the blank are tried [default: UDLR]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::text(read_order), help_heading = "Search"))]
    pub order: Option<String>,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub limits: LimitFields,
    /// Time each run this many times, for the mean and the standard deviation [default: 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT", value_parser = arguments::amount(units::runs)))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Search"))]
    pub repeat: Option<Amount>,
    /// Means for each of these: board, set (a named set, a file, a description of random boards) or
    /// size; `none` for all boards together
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHAT", value_parser = arguments::groupings()))]
    pub group: Option<String>,
    /// Measure the others by this search, as in `bfs` or `astar + manhattan`: how many times fewer
    /// states they expand, and how many times faster they are
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEARCH", allow_hyphen_values = true))]
    pub baseline: Option<String>,
}

/// All runs, and what they come to.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareAnswer {
    /// Whether all runs of the plan are done.
    pub complete: bool,
    /// One record a run, in the order of the plan.
    pub runs: Vec<RunRecord>,
    /// What the runs come to.
    pub summary: Tally,
    /// What the runs on each group of boards come to, if the boards were to be grouped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<Group>>,
    /// The pair that the others are measured by, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
    /// Seed for random boards that give none.
    pub seed: Option<u64>,
    /// What was compared, on which boards.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub request: CompareRequest,
    /// All runs there were to be.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub plan: Vec<PlannedRun>,
}

impl Ask for Compare {
    type Answer = CompareAnswer;

    fn limits(&self) -> LimitFields {
        self.limits.clone()
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<CompareAnswer, Refusal> {
        let order = field("order", self.order.as_deref(), read_order)?.unwrap_or_default();
        let grouping = field("group", self.group.as_deref(), read_grouping)?;
        let metric = field("metric", self.metric.as_deref(), read_metric)?.unwrap_or_default();
        let read_repeat = |text: &str| read_repeat(text, terms.caps.repeats);
        let repeat = amount("repeat", self.repeat.as_ref(), read_repeat)?.unwrap_or(NonZeroU32::MIN);
        let (place, texts) = match (&self.board, &self.boards) {
            (Some(_), Some(_)) => return Err(Refusal::question("expected `board` or `boards`, not both")),
            (Some(board), None) => ("board", std::slice::from_ref(board)),
            (None, Some(boards)) => ("boards", boards.as_slice()),
            (None, None) => ("boards", &[][..]),
        };
        let ChosenBoards { boards, seed } = self.form.all(place, texts, &terms.limits, &terms.caps)?;
        let heuristics = self.heuristics.clone().unwrap_or_default();
        let cells = boards.iter().map(|(_, content)| content.board.shape().cells()).sum();
        let pairs = self.algorithms.len().saturating_mul(heuristics.len().max(1));
        refuse_too_much(boards.len(), cells, pairs, &terms.caps)?;
        // What is known of the boards of a set are their single moves.
        let known_in = |known: Option<Known>| known.filter(|_| metric == Metric::Single);
        let compared = |(name, Content { board: start, goal, known, .. })| {
            let known = known_in(known);
            CompareBoard { name, start, goal, known }
        };
        let request = CompareRequest {
            boards: boards.into_iter().map(compared).collect(),
            algorithms: self.algorithms.clone(),
            metric,
            heuristics,
            custom: terms.heuristics.clone(),
            limits: terms.limits.clone(),
            repeat,
            order,
        };
        let named = Named {
            algorithms: ("algorithms", &request.algorithms),
            heuristics: ("heuristics", &request.heuristics),
            goal: self.form.goal_text(),
            ..Named::default()
        };
        let wrong = |error: CompareError| match &error {
            CompareError::Request(error) => Refusal::request(error, &named),
            other => Refusal::question(compare_error(other)),
        };
        let plan = request.runs().map_err(wrong)?;
        let baseline = field("baseline", self.baseline.as_deref(), |text| Baseline::find(&plan, text))?;
        let ControlFlow::Continue(done) = watch.planned(&request, &plan) else {
            return Ok(CompareAnswer::of(Vec::new(), false, (request, plan), (grouping, baseline), seed));
        };
        let has_boards = watch.wants_boards_of_runs();
        let keep = |record: &mut RunRecord| {
            if !has_boards {
                (record.start, record.goal) = (Vec::new(), Vec::new());
            }
        };
        let watch = RefCell::new(watch);
        let mut on_run = |record: &mut RunRecord| {
            let flow = watch.borrow_mut().ran(record);
            keep(record);
            flow
        };
        let mut on_progress =
            |run: &PlannedRun, progress: &Progress| watch.borrow_mut().running(run, progress, plan.len());
        let compared = compare(&request, done, &mut on_run, &mut on_progress).map_err(wrong)?;
        let Comparison { records: mut runs, complete } = compared;
        runs.iter_mut().for_each(keep);
        Ok(CompareAnswer::of(runs, complete, (request, plan), (grouping, baseline), seed))
    }
}

impl CompareAnswer {
    /// Adds up the runs.
    fn of(
        runs: Vec<RunRecord>,
        complete: bool,
        (request, plan): (CompareRequest, Vec<PlannedRun>),
        (grouping, baseline): (Option<Grouping>, Option<Baseline>),
        seed: Option<u64>,
    ) -> Self {
        let summary = tally(&request.boards, &plan, &runs, baseline.as_ref());
        let groups = grouping.map(|by| groups(&request.boards, &plan, &runs, by, baseline.as_ref()));
        let baseline = baseline.map(|baseline| baseline.name);
        Self { complete, runs, summary, groups, baseline, seed, request, plan }
    }
}

/// Reads which boards belong together.
fn read_grouping(text: &str) -> Result<Grouping, String> {
    Grouping::find(text).ok_or_else(|| {
        let names = Grouping::NAMES.map(|(name, _)| name).join(", ");
        format!("boards cannot be grouped by `{text}`: expected one of {names}")
    })
}

/// Before the plan is made, which would hold all runs.
fn refuse_too_much(boards: usize, cells: usize, pairs: usize, caps: &Caps) -> Result<(), Refusal> {
    let runs = boards.saturating_mul(pairs);
    if runs > caps.runs {
        let most = caps.runs;
        let message = format!("{pairs} pairs on {boards} boards are {runs} runs: expected at most {most}");
        return Err(Refusal::question(message));
    }
    if cells.saturating_mul(pairs) > caps.run_cells {
        let message = format!(
            "{pairs} pairs on boards of {cells} cells together are too much: expected fewer pairs, or fewer or \
             smaller boards"
        );
        return Err(Refusal::question(message));
    }
    Ok(())
}
