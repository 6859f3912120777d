//! The value of a heuristic on a board, and how it comes about.

use serde::{Deserialize, Serialize};

use crate::catalogue::heuristic_expression_with;
use crate::question::fields::{BoardFields, LimitFields, null_is_false};
use crate::question::refusal::{Named, Refusal};
use crate::question::texts::BoardText;
use crate::question::{Ask, Terms, Watch};
use crate::teach::breakdown::{Breakdown, Estimator, known_properties};
use crate::teach::distance::{Distance, Judged, Wanted, distance};

/// What is known of a heuristic, and how does its value on a board come about?
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// A name or an expression: `max(manhattan, misplaced)`
    pub heuristic: String,
    /// The board
    pub board: Option<BoardText>,
    /// Look for the true distance of the board as well: at once on small boards, by a search within
    /// the limits on larger ones
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    #[serde(default, deserialize_with = "null_is_false")]
    pub distance: bool,
    #[serde(flatten)]
    pub boards: BoardFields,
    #[serde(flatten)]
    pub limits: LimitFields,
}

/// A heuristic on a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimateAnswer {
    /// The estimate.
    #[serde(flatten)]
    pub judged: Judged,
    /// The true distance, if it was asked for.
    pub distance: Option<Distance>,
}

impl Ask for Estimate {
    type Answer = EstimateAnswer;

    fn limits(&self) -> LimitFields {
        self.limits.clone()
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<EstimateAnswer, Refusal> {
        let refuse = |error| Refusal::request(&error, &self.named());
        // An expression that cannot be read is reported before anyone looks at the board.
        let expression = heuristic_expression_with(&self.heuristic, &terms.heuristics).map_err(refuse)?;
        let Some(board) = &self.board else {
            return Ok(EstimateAnswer { judged: Judged::new(Breakdown::known(&expression), None), distance: None });
        };
        let content = self.boards.one(board, &terms.limits, &terms.caps)?.content;
        let goal = content.goal.board(content.board.shape()).map_err(|error| refuse(error.into()))?;
        let estimator = Estimator::new(expression, &goal, &terms.limits).map_err(refuse)?;
        let breakdown = estimator.breakdown(&content.board).map_err(refuse)?;
        let wanted = if self.distance { Wanted::Always } else { Wanted::Never };
        let watch = &mut |progress: &_| watch.progress(progress);
        let distance = distance(&content.board, &content.goal, content.known, wanted, &terms.limits, watch);
        let distance = distance.map_err(refuse)?;
        Ok(EstimateAnswer { judged: Judged::new(breakdown, distance.as_ref()), distance })
    }
}

impl Estimate {
    /// What is known of the heuristic, whatever the board. This takes no time.
    pub fn known(&self) -> Result<Breakdown, Refusal> {
        known_properties(&self.heuristic).map_err(|error| Refusal::request(&error, &self.named()))
    }

    fn named(&self) -> Named<'_> {
        Named {
            heuristics: ("heuristic", std::slice::from_ref(&self.heuristic)),
            goal: self.boards.goal_text(),
            ..Named::default()
        }
    }
}
