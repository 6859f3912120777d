//! The shortest solution of a board, or the best one in time.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::catalogue::{AUTO, Report, Request, solve};
use crate::core::Limits;
use crate::front::units;
use crate::question::fields::{BoardFields, LimitFields, amount, field, null_is_false, read_moves_of, read_order};
use crate::question::refusal::{Named, Refusal};
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};

/// So many optimal solutions are listed unless the question says how many.
pub const LISTED_SOLUTIONS: usize = 10;

/// By which means a board is solved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct Means {
    /// The search, with options in parentheses: dls(limit=20) [default: auto]
    #[cfg_attr(feature = "clap", arg(short, long))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The heuristic: a name or an expression such as max(manhattan, misplaced) [default: the
    /// search chooses]
    #[cfg_attr(feature = "clap", arg(short = 'H', long, value_name = "EXPR"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// The order in which the moves of the blank are tried [default: UDLR]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LETTERS"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// Whose direction the letters U D L R name: blank or tile [default: blank]
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHOSE"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_of: Option<String>,
}

/// Find the shortest solution of a board, or the best one in time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The board
    #[cfg_attr(feature = "clap", arg(skip))]
    pub board: BoardText,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub boards: BoardFields,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub means: Means,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub limits: LimitFields,
    /// Count all optimal solutions, and list the first of them
    #[cfg_attr(feature = "clap", arg(long))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    #[serde(default, deserialize_with = "null_is_false")]
    pub all: bool,
    /// How many optimal solutions are listed at most [default: 10]
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT", requires = "all"))]
    pub max_solutions: Option<Amount>,
    /// How many states of each layer beams keep (auto, beam, tile-beam); auto makes them as wide as
    /// time allows
    #[cfg_attr(feature = "clap", arg(long, value_name = "STATES"))]
    pub beam_width: Option<Amount>,
    /// Save progress to this folder every few seconds, and resume from it (tile-ida)
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    #[serde(skip)]
    pub journal: Option<PathBuf>,
}

impl Ask for Solve {
    type Answer = Report;

    fn limits(&self) -> LimitFields {
        self.limits.clone()
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<Report, Refusal> {
        let request = self.request(terms)?;
        let report = solve(&request, &mut |progress| watch.progress(progress));
        report.map_err(|error| Refusal::request(&error, &self.named()))
    }
}

impl Solve {
    fn request(&self, terms: &Terms) -> Result<Request, Refusal> {
        let most = terms.caps.solutions;
        let listed = amount("max_solutions", self.max_solutions.as_ref(), |text| match units::length(text)? {
            listed if listed > most => Err(format!("`{text}` is more than are listed here: expected at most {most}")),
            listed => Ok(listed),
        })?;
        let beam_width = amount("beam_width", self.beam_width.as_ref(), units::width)?;
        Ok(Request {
            all: self.all.then(|| listed.unwrap_or(LISTED_SOLUTIONS)),
            beam_width,
            journal: self.journal.clone(),
            own: terms.heuristics.clone(),
            ..self.means.request(&self.board, &self.boards, &terms.limits, terms)?
        })
    }

    fn named(&self) -> Named<'_> {
        Named { beam_width: self.beam_width.as_ref().map(Amount::as_str), ..self.means.named(&self.boards) }
    }
}

impl Means {
    /// The request to solve one board.
    pub(crate) fn request(
        &self,
        board: &BoardText,
        boards: &BoardFields,
        limits: &Limits,
        terms: &Terms,
    ) -> Result<Request, Refusal> {
        let order = field("order", self.order.as_deref(), read_order)?.unwrap_or_default();
        let moves_of = field("moves_of", self.moves_of.as_deref(), read_moves_of)?.unwrap_or_default();
        let chosen = boards.one(board, limits, &terms.caps)?;
        Ok(Request {
            goal: chosen.content.goal,
            algorithm: self.algorithm.clone().unwrap_or_else(|| AUTO.to_owned()),
            heuristic: self.heuristic.clone(),
            order,
            moves_of,
            limits: limits.clone(),
            ..Request::new(chosen.content.board)
        })
    }

    /// The texts that a refusal may be about.
    pub(crate) fn named<'t>(&'t self, boards: &'t BoardFields) -> Named<'t> {
        Named {
            algorithms: ("algorithm", self.algorithm.as_ref().map_or(&[], std::slice::from_ref)),
            heuristics: ("heuristic", self.heuristic.as_ref().map_or(&[], std::slice::from_ref)),
            goal: boards.goal_text(),
            beam_width: None,
        }
    }
}
