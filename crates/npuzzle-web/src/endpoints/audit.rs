//! `POST /api/audit`: heuristics judged over all boards of a size.

use std::time::Instant;

use npuzzle::catalogue::HeuristicChoice;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::front::messages::audit_error;
use npuzzle::front::{random_seed, units};
use npuzzle::heuristics::tiles::BuildError;
use npuzzle::lab::audit::{AuditError, AuditReport, AuditRequest, AuditSpace, audit};

use crate::app::{LimitFields, amount, needed};
use crate::boards::{read_goal, read_size};
use crate::bodies::AuditBody;
use crate::desk::{Desk, ProgressEvent};
use crate::pool::LaneName;
use crate::problem::{Kind, Named, Problem};
use crate::work::Work;

/// The size if nobody says.
const USUAL_SIZE: &str = "3x3";

/// Audits heuristics.
pub struct Audit;

impl Work for Audit {
    const PATH: &'static str = "/api/audit";
    const SUMMARY: &'static str =
        "Test heuristics on every state: admissible? consistent? how close? With a counterexample";
    const EXAMPLE: &'static str = r#"{"size": "3x3", "heuristics": ["manhattan", "misplaced-with-blank"]}"#;
    const STREAMS: bool = true;
    type Body = AuditBody;
    type Answer = AuditReport;

    fn lane(_: &AuditBody) -> LaneName {
        LaneName::Long
    }

    fn run(body: AuditBody, desk: &Desk) -> Result<AuditReport, Problem> {
        let shape = needed("size", body.size.as_deref().unwrap_or(USUAL_SIZE), read_size)?;
        let goal = body.goal.as_ref().map_or_else(|| Ok(Goal::default()), |goal| read_goal(goal, Some(shape)))?;
        let samples = amount("samples", body.samples.as_ref(), units::positive)?;
        let heuristics = body.heuristics.unwrap_or_default();
        let limits = desk.limits(&LimitFields {
            time_limit: body.time_limit.as_deref(),
            node_limit: None,
            memory_limit: body.memory_limit.as_deref(),
            threads: body.threads.as_ref(),
        })?;
        let request = AuditRequest {
            space: AuditSpace::Boards { shape, goal },
            heuristics: heuristics.iter().cloned().map(HeuristicChoice::Name).collect(),
            own: Vec::new(),
            samples,
            seed: body.seed.unwrap_or_else(random_seed),
            limits,
        };
        let began = Instant::now();
        let mut watch = |done, total| {
            let (done, total, seconds) = (Some(done), Some(total), began.elapsed().as_secs_f64());
            desk.mailbox.progress(|| ProgressEvent { done, total, seconds, ..ProgressEvent::default() });
        };
        let named = Named {
            heuristics: ("heuristics", &heuristics),
            goal: body.goal.as_ref().map(|goal| goal.0.as_str()),
            ..Named::default()
        };
        audit(&request, &mut watch).map_err(|error| problem(&error, &named))
    }
}

fn problem(error: &AuditError, named: &Named<'_>) -> Problem {
    match error {
        AuditError::Request(error) => Problem::request(error, named),
        AuditError::Goal(error) => Problem::goal(error, named.goal),
        AuditError::Stopped(_)
        | AuditError::Build(BuildError::Stopped(_))
        | AuditError::Memory { .. }
        | AuditError::NothingSampled => Problem::new(Kind::Limit, audit_error(error)),
        other => Problem::new(Kind::Input, audit_error(other)),
    }
}
