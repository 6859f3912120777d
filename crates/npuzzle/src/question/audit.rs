//! Heuristics judged over all boards of a size, or over random ones.

use serde::{Deserialize, Serialize};

use crate::domains::tiles::goal::Goal;
use crate::front::messages::audit_error;
use crate::front::{random_seed, units};
use crate::heuristics::tiles::BuildError;
use crate::lab::audit::{AuditError, AuditReport, AuditRequest, AuditSpace, audit};
use crate::question::fields::{LimitFields, ResourceFields, amount, needed, read_goal, read_size};
use crate::question::refusal::{Fault, Named, Refusal};
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};

/// The size unless the question says one.
const USUAL_SIZE: &str = "3x3";

/// Judge heuristics over all boards of a size, or over random ones: admissible, consistent, how
/// good, and the board that decides.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Audit {
    /// The size of the boards [default: 3x3]
    pub size: Option<String>,
    /// The goal: a name or any board text [default: last]
    pub goal: Option<BoardText>,
    /// Names and expressions [default: all heuristics]
    pub heuristics: Option<Vec<String>>,
    /// Judge by this many random boards instead of all
    pub samples: Option<Amount>,
    /// The seed of the random boards
    pub seed: Option<u64>,
    #[serde(flatten)]
    pub resources: ResourceFields,
}

impl Ask for Audit {
    type Answer = AuditReport;

    fn limits(&self) -> LimitFields {
        LimitFields::from(&self.resources)
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<AuditReport, Refusal> {
        let shape = needed("size", self.size.as_deref().unwrap_or(USUAL_SIZE), read_size)?;
        let goal = self.goal.as_ref().map_or_else(|| Ok(Goal::default()), |goal| read_goal(goal, Some(shape)))?;
        let samples = amount("samples", self.samples.as_ref(), units::positive)?;
        let heuristics = self.heuristics.clone().unwrap_or_default();
        let request = AuditRequest {
            space: AuditSpace::Boards { shape, goal },
            heuristics: heuristics.clone(),
            custom: terms.heuristics.clone(),
            samples,
            seed: self.seed.unwrap_or_else(random_seed),
            limits: terms.limits.clone(),
        };
        let named = Named {
            heuristics: ("heuristics", &heuristics),
            goal: self.goal.as_ref().map(BoardText::as_str),
            ..Named::default()
        };
        audit(&request, &mut |done, total| watch.counted(done, total)).map_err(|error| refusal(&error, &named))
    }
}

fn refusal(error: &AuditError, named: &Named<'_>) -> Refusal {
    match error {
        AuditError::Request(error) => Refusal::request(error, named),
        AuditError::Goal(error) => Refusal::goal(error, named.goal),
        AuditError::Stopped(_)
        | AuditError::Build(BuildError::Stopped(_))
        | AuditError::Memory { .. }
        | AuditError::NothingSampled => Refusal::limit(audit_error(error)),
        AuditError::Broken { .. } => Refusal { fault: Fault::Heuristic, ..Refusal::question(audit_error(error)) },
        other => Refusal::question(audit_error(other)),
    }
}
