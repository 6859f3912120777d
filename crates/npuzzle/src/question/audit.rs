//! Heuristics judged over all boards of a size, over random ones, or over all states of another
//! problem.

use std::cell::RefCell;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::answer::Request;
use crate::domains::map::MapOptions;
use crate::domains::tiles::Board;
use crate::front::messages::audit_error;
use crate::front::{random_seed, units};
use crate::heuristics::tiles::BuildError;
use crate::lab::audit::{
    AuditError, AuditReport, AuditRequest, AuditSpace, Dealer, SampleAnswer, SampleTurn, audit_share, samples,
};
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::fields::{
    EstimateFiles, LimitFields, ResourceFields, amount, field, needed, read_goal, read_metric, read_problem, read_size,
    without,
};
use crate::question::refusal::{Fault, Named, Refusal};
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};

/// The size unless the question says one.
const USUAL_SIZE: &str = "3x3";

/// Judge heuristics over all boards of a size or over random ones, over another problem, or over a
/// map: admissible, consistent, how good, and the state that decides.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Audit {
    /// The size of the boards [default: 3x3]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub size: Option<String>,
    /// Another problem instead of boards, as in `hanoi(3,5)`, or the name of the map
    #[cfg_attr(feature = "clap", arg(skip))]
    pub problem: Option<String>,
    /// The map: a line with the start, a line with the goals, and a line `state: next,cost
    /// next,cost` for each state
    #[cfg_attr(feature = "clap", arg(skip))]
    pub map: Option<String>,
    /// The heuristic files of the map, by name: a line `state: value` for each state
    #[cfg_attr(feature = "clap", arg(skip))]
    pub estimates: Option<EstimateFiles>,
    /// The heuristics: names, expressions such as `max(manhattan, misplaced)`, or the heuristic
    /// files of a map; heuristics of boards work on maps whose states are boards [default: all
    /// there are]
    #[cfg_attr(feature = "clap", arg(short = 'H', long = "heuristic", allow_hyphen_values = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "EXPR|FILE", value_parser = arguments::Named::problem_heuristics()))]
    pub heuristics: Option<Vec<String>>,
    /// The goal of the boards: a name or any board text [default: last]
    #[cfg_attr(feature = "clap", arg(short, long, value_parser = arguments::goal()))]
    pub goal: Option<BoardText>,
    /// What costs count: single moves, or slides of a whole line of tiles [default: single]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::metrics()))]
    pub metric: Option<String>,
    /// Judge by this many random boards instead of all [default above 12 cells: 20]
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT", value_parser = arguments::amount(units::positive)))]
    pub samples: Option<Amount>,
    /// Seed for samples and random starts [default: random, reported]
    #[cfg_attr(feature = "clap", arg(long, value_parser = units::seed))]
    pub seed: Option<u64>,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub resources: ResourceFields,
}

impl Ask for Audit {
    type Answer = AuditReport;

    fn limits(&self) -> LimitFields {
        LimitFields::from(&self.resources)
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<AuditReport, Refusal> {
        let request = self.request(terms)?;
        let watch = RefCell::new(watch);
        let mut counted = |done, total| watch.borrow_mut().counted(done, total);
        audit_share(&request, &mut Dealt(&watch), &mut counted).map_err(|error| self.refusal(&error, &request))
    }
}

/// Asks the watcher what becomes of random boards.
struct Dealt<'d, 'w>(&'d RefCell<&'w mut dyn Watch>);

impl Dealer for Dealt<'_, '_> {
    fn share(&self, samples: u64) -> u64 {
        self.0.borrow().share_of_samples(samples)
    }

    fn turn(&mut self, number: u64) -> SampleTurn {
        self.0.borrow_mut().sample(number)
    }

    fn solved(&mut self, number: u64, board: &Board, answer: &SampleAnswer) -> ControlFlow<()> {
        self.0.borrow_mut().sampled(number, board, answer)
    }
}

impl Audit {
    /// Its random boards, by number, for those who have them solved elsewhere, with the question
    /// that is asked of each and the seed; `None` if it looks at all states.
    pub fn samples(&self, terms: &Terms) -> Result<Option<(Vec<Board>, Request, u64)>, Refusal> {
        let request = self.request(terms)?;
        let sampled = samples(&request).map_err(|error| self.refusal(&error, &request))?;
        Ok(sampled.map(|(boards, question)| (boards, question, request.seed)))
    }

    fn request(&self, terms: &Terms) -> Result<AuditRequest, Refusal> {
        let samples = amount("samples", self.samples.as_ref(), units::positive)?;
        let metric = field("metric", self.metric.as_deref(), read_metric)?.unwrap_or_default();
        let space = match &self.problem {
            None => {
                let alone = self.map.is_some().then_some("map").or(self.estimates.is_some().then_some("estimates"));
                if let Some(field) = alone {
                    return Err(without(field, "problem"));
                }
                let shape = needed("size", self.size.as_deref().unwrap_or(USUAL_SIZE), read_size)?;
                let goal = self.goal.as_ref().map(|goal| read_goal(goal, Some(shape))).transpose()?;
                AuditSpace::Boards { shape, goal: goal.unwrap_or_default() }
            }
            Some(name) => {
                self.refuse_fields_of_boards()?;
                let (map, estimates) = (self.map.as_deref(), self.estimates.as_ref());
                AuditSpace::Other(read_problem(name, map, estimates, MapOptions::default(), terms)?)
            }
        };
        Ok(AuditRequest {
            space,
            heuristics: self.heuristics.clone().unwrap_or_default(),
            custom: terms.heuristics.clone(),
            metric,
            samples,
            seed: self.seed.unwrap_or_else(random_seed),
            limits: terms.limits.clone(),
        })
    }

    fn refusal(&self, error: &AuditError, request: &AuditRequest) -> Refusal {
        let named = Named {
            heuristics: ("heuristics", &request.heuristics),
            goal: self.goal.as_ref().map(BoardText::as_str),
            problem: self.problem.as_deref(),
            estimates: self.estimates.as_ref(),
            ..Named::default()
        };
        refusal(error, &named)
    }

    fn refuse_fields_of_boards(&self) -> Result<(), Refusal> {
        let size = self.size.as_deref().map(|size| ("size", size));
        let goal = self.goal.as_ref().map(|goal| ("goal", goal.as_str()));
        let samples = self.samples.as_ref().map(|samples| ("samples", samples.as_str()));
        let metric = self.metric.as_deref().map(|metric| ("metric", metric));
        size.or(goal).or(samples).or(metric).map_or(Ok(()), |(field, text)| {
            let message = format!("`{field}` is for boards: expected a size such as 3x3, not a problem");
            Err(Refusal::in_field(field, text, message))
        })
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
