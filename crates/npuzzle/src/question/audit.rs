//! Heuristics judged over all boards of a size, over random ones, or over all states of another
//! problem.

use serde::{Deserialize, Serialize};

use crate::catalogue::{HeuristicChoice, SpaceChoice};
use crate::domains::map::{MapOptions, read_map};
use crate::domains::tiles::goal::Goal;
use crate::front::messages::audit_error;
use crate::front::{random_seed, units};
use crate::heuristics::tiles::BuildError;
use crate::lab::audit::{AuditError, AuditReport, AuditRequest, AuditSpace, audit};
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::fields::{LimitFields, ResourceFields, amount, needed, read_goal, read_size};
use crate::question::refusal::{Fault, Named, Refusal};
use crate::question::texts::{Amount, BoardText, FileText};
use crate::question::{Ask, Terms, Watch};

/// The size unless the question says one.
const USUAL_SIZE: &str = "3x3";

/// Judge heuristics over all boards of a size, or over random ones: admissible, consistent, how
/// good, and the board that decides.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Audit {
    /// The size of the boards [default: 3x3]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub size: Option<String>,
    /// Another problem instead of boards
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(skip)]
    pub problem: Option<AuditProblem>,
    /// The heuristics: names, expressions such as `max(manhattan, misplaced)`, or the heuristic
    /// files of a map [default: all there are]
    #[cfg_attr(feature = "clap", arg(short = 'H', long = "heuristic", allow_hyphen_values = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "EXPR|FILE", value_parser = arguments::Named::problem_heuristics()))]
    pub heuristics: Option<Vec<String>>,
    /// The goal of the boards: a name or any board text [default: last]
    #[cfg_attr(feature = "clap", arg(short, long, value_parser = arguments::goal()))]
    pub goal: Option<BoardText>,
    /// Judge by this many random boards instead of all [default above 12 cells: 20]
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT", value_parser = arguments::amount(units::positive)))]
    pub samples: Option<Amount>,
    /// The seed of samples and of random starts; without it the engine draws one and reports it
    #[cfg_attr(feature = "clap", arg(long))]
    pub seed: Option<u64>,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub resources: ResourceFields,
}

/// A problem that is not boards.
#[derive(Clone, Debug)]
pub enum AuditProblem {
    /// One of the list, as in `hanoi(3,5)`.
    Call(String),
    /// A map that a front has read from a file.
    Map {
        /// The map.
        map: FileText,
        /// The heuristic files, under the names that the question has for them.
        estimates: Vec<FileText>,
    },
}

impl Ask for Audit {
    type Answer = AuditReport;

    fn limits(&self) -> LimitFields {
        LimitFields::from(&self.resources)
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<AuditReport, Refusal> {
        let samples = amount("samples", self.samples.as_ref(), units::positive)?;
        let heuristics = self.heuristics.clone().unwrap_or_default();
        let names = || heuristics.iter().cloned().map(HeuristicChoice::Name).collect();
        let (space, choices) = match &self.problem {
            None => {
                let shape = needed("size", self.size.as_deref().unwrap_or(USUAL_SIZE), read_size)?;
                let goal =
                    self.goal.as_ref().map_or_else(|| Ok(Goal::default()), |goal| read_goal(goal, Some(shape)))?;
                (AuditSpace::Boards { shape, goal }, names())
            }
            Some(problem) => {
                self.refuse_fields_of_boards()?;
                match problem {
                    AuditProblem::Call(call) => (AuditSpace::Other(SpaceChoice::Call(call.clone())), names()),
                    AuditProblem::Map { map, estimates } => {
                        let read = read_map(&map.text, MapOptions::default());
                        let read = read.map_err(|error| Refusal::question(error.render(&map.name)))?;
                        let space = SpaceChoice::Map { name: map.name.clone(), map: read };
                        (AuditSpace::Other(space), on_map(&heuristics, estimates))
                    }
                }
            }
        };
        let request = AuditRequest {
            space,
            heuristics: choices,
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

/// The heuristics of a map: files, or what needs none.
fn on_map(words: &[String], files: &[FileText]) -> Vec<HeuristicChoice> {
    let choice = |word: &String| match files.iter().find(|file| file.name == *word) {
        Some(FileText { name, text }) => HeuristicChoice::File { name: name.clone(), text: text.clone() },
        None => HeuristicChoice::Name(word.clone()),
    };
    words.iter().map(choice).collect()
}

impl Audit {
    fn refuse_fields_of_boards(&self) -> Result<(), Refusal> {
        let goal = self.goal.as_ref().map(|goal| ("goal", goal.as_str()));
        let samples = self.samples.as_ref().map(|samples| ("samples", samples.as_str()));
        goal.or(samples).map_or(Ok(()), |(field, text)| {
            let message = format!("`{field}` is for boards: expected a size such as 3x3 with it");
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
