//! A shortest solution of a board, or the best one within a time limit.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::answer::{Ahead, Report, Request, solve, solve_ahead};
use crate::catalogue::tiles::tile_ida;
use crate::catalogue::{AUTO, Rules, SEARCH_ON_DEVICES, heuristic_expression_with};
use crate::core::{Limits, Metric};
use crate::domains::tiles::{Board, MovesOf, Shape};
use crate::front::boards::Content;
use crate::front::units;
use crate::lab::repeat::{Times, solve_repeatedly};
#[cfg(feature = "clap")]
use crate::question::arguments;
#[cfg(feature = "clap")]
use crate::question::device::read_device;
use crate::question::device::{self, Misfit, Opened};
use crate::question::fields::{
    BoardFields, LimitFields, amount, field, null_is_false, read_metric, read_moves_of, read_order, read_repeat,
};
use crate::question::refusal::{Named, Refusal};
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};
use crate::solvers::tiles::device::{ForTiles, TileDevice};
use crate::solvers::tiles::solver::MOST_CELLS;

/// So many optimal solutions are listed unless the question says how many.
pub const LISTED_SOLUTIONS: usize = 10;

/// Find a shortest solution of a board, or the best one within a time limit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The board
    #[cfg_attr(feature = "clap", arg(skip))]
    pub board: BoardText,
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub boards: BoardFields,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub means: Means,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub limits: LimitFields,
    /// Run the search this many times, and report the mean of the times and their standard
    /// deviation
    #[cfg_attr(feature = "clap", arg(long, value_name = "RUNS", value_parser = arguments::amount(units::runs)))]
    #[cfg_attr(feature = "clap", arg(conflicts_with = "journal", help_heading = "Search"))]
    pub repeat: Option<Amount>,
}

/// By which means a board is solved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct Means {
    /// The search; options in parentheses, as in `dls(limit=20)` or `weighted-astar(1.5)`
    /// [default: auto]
    #[cfg_attr(feature = "clap", arg(short, long, value_parser = arguments::Named::algorithms()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Search"))]
    pub algorithm: Option<String>,
    /// The heuristic: a name or an expression [default: manhattan, or slide-rows-columns if slides
    /// count; auto chooses its own]
    #[cfg_attr(feature = "clap", arg(short = 'H', long, allow_hyphen_values = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::Named::heuristics()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Search"))]
    pub heuristic: Option<String>,
    /// The order in which the moves of the blank are tried [default: UDLR]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::text(read_order)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Search"))]
    pub order: Option<String>,
    /// What costs count: single moves, or slides of a whole line of tiles [default: single]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::metrics(), help_heading = "Search"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// Whose direction the letters U D L R name [default: blank]
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHOSE", value_parser = arguments::moves_of(), help_heading = "Answer"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_of: Option<String>,
    /// Values of options that the search leaves open; a profile sets them
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(skip)]
    pub rules: Rules,
    /// Count all optimal solutions, and list the first of them
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Answer"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    #[serde(deserialize_with = "null_is_false")]
    pub all: bool,
    /// How many optimal solutions are listed at most [default: 10]
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT", requires = "all", help_heading = "Answer"))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::amount(units::length)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_solutions: Option<Amount>,
    /// Save progress to this folder every few seconds, and resume from it (with tile-ida)
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(help_heading = "Search"))]
    pub journal: Option<PathBuf>,
    /// What searches: cpu, cuda (a card), cuda:N, or auto for a card if there is one (with
    /// tile-ida, which a device takes if no search is asked for) [default: cpu]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::text(read_device), help_heading = "Search"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// How many states of each layer beams keep (with auto, beam and tile-beam); auto makes them as
    /// wide as time allows
    #[cfg_attr(feature = "clap", arg(long, value_name = "STATES", value_parser = arguments::amount(units::width)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(help_heading = "Search"))]
    pub beam_width: Option<Amount>,
}

/// The answer of one run, and the times of all runs if there were several.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved {
    /// The answer of the first run.
    #[serde(flatten)]
    pub report: Report,
    /// The times, if the search was to be repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Times>,
}

impl Ask for Solve {
    type Answer = Solved;

    fn limits(&self) -> LimitFields {
        self.limits.clone()
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<Solved, Refusal> {
        let read_repeat = |text: &str| read_repeat(text, terms.caps.repeats);
        let repeat: Option<NonZeroU32> = amount("repeat", self.repeat.as_ref(), read_repeat)?;
        let request = self.means.request(&self.board, &self.boards, &terms.limits, (terms, false))?;
        let watch = &mut |progress: &_| watch.progress(progress);
        let solved = match repeat.and_then(|runs| NonZeroUsize::try_from(runs).ok()) {
            Some(runs) => {
                solve_repeatedly(&request, runs, watch).map(|(report, times)| Solved { report, repeat: Some(times) })
            }
            None => solve(&request, watch, None).map(|report| Solved { report, repeat: None }),
        };
        solved.map_err(|error| Refusal::request(&error, &self.means.named(&self.boards)))
    }
}

/// So many boards are best handed to a device at a time.
pub const AT_A_TIME: usize = 1 << 14;

impl Solve {
    /// Whether questions like this one are answered sooner if many are handed to a device at a
    /// time.
    pub fn gains_from_others(&self, terms: &Terms) -> bool {
        let Self { limits, means, repeat, .. } = self;
        let is_limited = limits.time_limit.is_some() || limits.node_limit.is_some();
        let is_plain = !is_limited && !means.all && means.journal.is_none() && repeat.is_none();
        is_plain && device::is_there(means.device.as_deref(), means.algorithm.as_deref(), terms)
    }

    /// Has a device answer questions that are alike but for their boards, all at the same time.
    /// Until the value is dropped, [`ask`](Ask::ask) has the answers. `None` if there is nothing to
    /// gain, or if something is in the way: the answers themselves tell what.
    pub fn ahead(questions: &[Self], terms: &Terms) -> Option<Ahead> {
        questions.first().filter(|question| question.gains_from_others(terms))?;
        let request = |question: &Self| {
            let Self { board, boards, means, .. } = question;
            means.request(board, boards, &terms.limits, (terms, false)).ok()
        };
        solve_ahead(&questions.iter().filter_map(request).collect::<Vec<_>>())
    }
}

impl Means {
    /// What costs count.
    pub fn read_metric(&self) -> Result<Metric, Refusal> {
        Ok(field("metric", self.metric.as_deref(), read_metric)?.unwrap_or_default())
    }

    /// Whose direction letters name.
    pub fn read_moves_of(&self) -> Result<MovesOf, Refusal> {
        Ok(field("moves_of", self.moves_of.as_deref(), read_moves_of)?.unwrap_or_default())
    }

    /// The request to solve one board, and to trace the search if that is said with the terms.
    pub(crate) fn request(
        &self,
        board: &BoardText,
        boards: &BoardFields,
        limits: &Limits,
        (terms, is_traced): (&Terms, bool),
    ) -> Result<Request, Refusal> {
        let order = field("order", self.order.as_deref(), read_order)?.unwrap_or_default();
        let metric = self.read_metric()?;
        let moves_of = self.read_moves_of()?;
        let most = terms.caps.solutions;
        let listed = amount("max_solutions", self.max_solutions.as_ref(), |text| match units::length(text)? {
            listed if listed > most => Err(format!("`{text}` is more than are listed here: expected at most {most}")),
            listed => Ok(listed),
        })?;
        let beam_width = amount("beam_width", self.beam_width.as_ref(), units::width)?;
        let Content { board, goal, .. } = boards.one(board, limits, &terms.caps)?.content;
        let misfit = |device: Option<&dyn TileDevice>| match device {
            None if is_traced => Some(Misfit::new("a search on a device cannot be traced", "no trace")),
            None => self.misfit(board.shape(), metric, limits, terms),
            Some(device) => self.misfit_of(device, &goal.board(board.shape()).ok()?, terms),
        };
        let Opened { device, note } = device::opened(self.device.as_deref(), &misfit, terms)?;
        let algorithm = |usual: &str| self.algorithm.clone().unwrap_or_else(|| usual.to_owned());
        let is_optional = device.as_ref().and_then(ForTiles::among).is_some_and(|(_, is_optional)| is_optional);
        Ok(Request {
            goal,
            metric,
            algorithm: algorithm(if device.is_some() { SEARCH_ON_DEVICES } else { AUTO }),
            without_device: is_optional.then(|| algorithm(AUTO)),
            notes: note.into_iter().collect(),
            heuristic: self.heuristic.clone(),
            rules: self.rules,
            order,
            moves_of,
            limits: Limits { device, ..limits.clone() },
            custom: terms.heuristics.clone(),
            all: self.all.then(|| listed.unwrap_or(LISTED_SOLUTIONS)),
            journal: self.journal.clone(),
            beam_width,
            ..Request::new(board)
        })
    }

    /// What no device can do of this question.
    fn misfit(&self, shape: Shape, metric: Metric, limits: &Limits, terms: &Terms) -> Option<Misfit> {
        if let Some(misfit) = Misfit::of_algorithm(self.algorithm.as_deref()) {
            return Some(misfit);
        }
        if metric == Metric::Multi {
            return Some(Misfit::new("a device counts single moves alone", "the metric `single`"));
        }
        if self.beam_width.is_some() {
            return Some(Misfit::new("a device has no beams", "no width of them"));
        }
        let expression = self.heuristic.as_deref().map(|text| heuristic_expression_with(text, &terms.heuristics));
        // What cannot be read is refused elsewhere.
        if let Some(Ok(heuristic)) = expression
            && !tile_ida::has_patterns(&heuristic)
        {
            let what = format!("a device looks up pattern databases, not `{heuristic}`");
            return Some(Misfit::new(what, "`pdb` with patterns, as in `pdb(6-6-6-6)`, or no heuristic"));
        }
        if limits.crew.is_some() {
            return Some(Misfit::new("processes that share a search use no device", "one process, or no device"));
        }
        let is_too_large = shape.cells() > MOST_CELLS;
        let what = || format!("a {shape} board is too large for a device");
        is_too_large.then(|| Misfit::new(what(), format!("at most {MOST_CELLS} cells")))
    }

    /// What this device cannot do of it.
    fn misfit_of(&self, device: &dyn TileDevice, goal: &Board, terms: &Terms) -> Option<Misfit> {
        let text = self.heuristic.as_deref();
        let heuristic = text.map(|text| heuristic_expression_with(text, &terms.heuristics)).transpose().ok()?;
        let what = tile_ida::misfit_of(device, goal, heuristic.as_ref())?;
        Some(Misfit::new(what, "other patterns"))
    }

    /// The texts that a refusal may be about.
    pub(crate) fn named<'t>(&'t self, boards: &'t BoardFields) -> Named<'t> {
        Named {
            algorithms: ("algorithm", self.algorithm.as_slice()),
            heuristics: ("heuristic", self.heuristic.as_slice()),
            goal: boards.goal_text(),
            beam_width: self.beam_width.as_ref().map(Amount::as_str),
            device: self.device.as_deref(),
            ..Named::default()
        }
    }
}
