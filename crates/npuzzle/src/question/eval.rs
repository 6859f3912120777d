//! The values of heuristics on a board, tile by tile, beside the true distance.

use serde::{Deserialize, Serialize};

use crate::answer::default_heuristic;
use crate::catalogue::{RequestError, heuristic_expression_with};
use crate::core::Metric;
use crate::domains::tiles::Board;
use crate::front::boards::disagreement;
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::expression::Expression;
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::fields::{BoardFields, LimitFields, field};
use crate::question::refusal::{Named, Refusal};
use crate::question::texts::BoardText;
use crate::question::{Ask, Caps, Terms, Watch};
use crate::teach::breakdown::{Breakdown, Estimator};
use crate::teach::distance::{Distance, Judged, Wanted, distance};

/// Compute heuristics on a board, tile by tile and pair by pair, also on an unsolvable one, beside
/// the true distance.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Eval {
    /// The board
    #[cfg_attr(feature = "clap", arg(skip))]
    pub board: BoardText,
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub boards: BoardFields,
    /// The heuristics: names, or expressions such as `max(manhattan, misplaced)` [default:
    /// manhattan]
    #[cfg_attr(feature = "clap", arg(short = 'H', long = "heuristic", allow_hyphen_values = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "EXPR", value_parser = arguments::Named::heuristics()))]
    pub heuristics: Option<Vec<String>>,
    /// When to look for the true distance: `auto` takes that of a named set, and searches boards of
    /// up to 16 cells; `always` searches within the limits; `never` [default: auto]
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHEN", value_parser = arguments::wanted()))]
    pub distance: Option<String>,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub limits: LimitFields,
}

/// Heuristics on a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evaluation {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The board.
    pub start: Board,
    /// Its goal.
    pub goal: Board,
    /// The true distance, unless it is not wanted.
    pub distance: Option<Distance>,
    /// The heuristics, in the order of the question.
    pub heuristics: Vec<Judged>,
    /// The seed of a random board that names none.
    pub seed: Option<u64>,
    /// Remarks for people.
    pub notes: Vec<String>,
}

impl Ask for Eval {
    type Answer = Evaluation;

    fn limits(&self) -> LimitFields {
        self.limits.clone()
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<Evaluation, Refusal> {
        let wanted = self.wanted()?;
        // Expressions that cannot be read are reported before anyone looks at the board.
        let expressions = self.expressions(&terms.heuristics)?;
        let refuse = |error: RequestError| Refusal::request(&error, &self.named(&[]));
        let chosen = self.boards.one(&self.board, &terms.limits, &terms.caps)?;
        let content = &chosen.content;
        let goal = content.goal.board(content.board.shape());
        let goal = goal.map_err(|error| Refusal::goal(&error, self.boards.goal_text()))?;
        refuse_too_much(goal.shape().cells(), expressions.len(), &terms.caps)?;
        let mut breakdowns = Vec::with_capacity(expressions.len());
        for expression in expressions {
            let estimator = Estimator::new(expression.clone(), &goal, &terms.limits);
            breakdowns.push(match estimator.and_then(|estimator| estimator.breakdown(&content.board)) {
                // One that has no value here does not keep the others from having theirs.
                Err(error @ (RequestError::Unavailable(_) | RequestError::Broken { .. })) => {
                    Breakdown::without_value(&expression, error.to_string())
                }
                answer => answer.map_err(refuse)?,
            });
        }
        let watch = &mut |progress: &_| watch.progress(progress);
        let distance = distance(&content.board, &content.goal, content.known, wanted, &terms.limits, watch);
        let distance = distance.map_err(refuse)?;
        let judged = breakdowns.into_iter().map(|breakdown| Judged::new(breakdown, distance.as_ref()));
        Ok(Evaluation {
            rows: goal.shape().rows(),
            cols: goal.shape().cols(),
            start: content.board.clone(),
            heuristics: judged.collect(),
            notes: disagreement(content, &goal).into_iter().collect(),
            seed: chosen.seed,
            goal,
            distance,
        })
    }
}

impl Eval {
    /// Finds mistakes in the texts beside the board. This takes no time.
    pub fn check(&self) -> Result<(), Refusal> {
        self.wanted()?;
        self.expressions(&[]).map(drop)
    }

    /// When the true distance is looked for.
    pub fn wanted(&self) -> Result<Wanted, Refusal> {
        field("distance", self.distance.as_deref(), read_wanted).map(Option::unwrap_or_default)
    }

    fn expressions(&self, custom: &[CustomHeuristic]) -> Result<Vec<Expression>, Refusal> {
        let texts = self.heuristics.clone().filter(|texts| !texts.is_empty());
        let texts = texts.unwrap_or_else(|| vec![default_heuristic(Metric::Single).to_owned()]);
        let read = |text: &String| {
            let refuse = |error| Refusal::request(&error, &self.named(std::slice::from_ref(text)));
            heuristic_expression_with(text, custom).map_err(refuse)
        };
        texts.iter().map(read).collect()
    }

    fn named<'t>(&'t self, heuristics: &'t [String]) -> Named<'t> {
        Named { heuristics: ("heuristics", heuristics), goal: self.boards.goal_text(), ..Named::default() }
    }
}

/// The answer has a share for every tile and heuristic.
fn refuse_too_much(cells: usize, heuristics: usize, caps: &Caps) -> Result<(), Refusal> {
    if heuristics <= caps.runs && heuristics.saturating_mul(cells) <= caps.run_cells {
        return Ok(());
    }
    let message =
        format!("{heuristics} heuristics on a board of {cells} cells are too much: expected fewer heuristics");
    Err(Refusal::question(message))
}

/// Reads when the true distance is looked for.
fn read_wanted(text: &str) -> Result<Wanted, String> {
    let known = Wanted::NAMES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    known.map(|(_, wanted)| wanted).ok_or_else(|| {
        let names = Wanted::NAMES.map(|(name, _)| name).join(", ");
        format!("`{text}` does not say when the true distance is looked for: expected one of {names}")
    })
}
