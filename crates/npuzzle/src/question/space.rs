//! The whole space of a small board, depth by depth.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::core::Limits;
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::{Board, Shape};
use crate::front::units::{bytes, thousands};
use crate::lab::known_space::KnownSpace;
use crate::lab::space::{SpaceError, SpaceReport, SpaceRequest, in_each, space};
#[cfg(feature = "clap")]
use crate::question::arguments;
#[cfg(feature = "clap")]
use crate::question::device::read_device;
use crate::question::device::{self, Opened};
use crate::question::fields::{LimitFields, ResourceFields, field, needed, read_goal_board, read_metric, read_size};
use crate::question::refusal::{FieldPlace, Refusal};
use crate::question::texts::BoardText;
use crate::question::{Ask, Terms, Watch};

/// Explore the whole space of a small board: how many states at each distance from the goal, the
/// farthest boards, and how many shortest solutions there are.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// The size of the boards: up to 12 cells are searched anywhere, up to 16 where the memory
    /// allows it; of larger ones the answer is what is known
    #[cfg_attr(feature = "clap", arg(value_name = "RxC", value_parser = arguments::text(read_size)))]
    pub size: String,
    /// The goal: a name or any board text [default: last]
    #[cfg_attr(feature = "clap", arg(short, long, value_parser = arguments::goal()))]
    pub goal: Option<BoardText>,
    /// What costs count: single moves, or slides of a whole line of tiles [default: single]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::metrics()))]
    pub metric: Option<String>,
    /// Count the shortest solutions of every board [default: up to 10 cells]
    #[cfg_attr(feature = "clap", arg(long, num_args = 0, default_missing_value = "true"))]
    pub count_solutions: Option<bool>,
    /// Keep every depth in this folder, and resume from it; solutions are not counted then
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    #[serde(skip)]
    pub journal: Option<PathBuf>,
    /// What goes through the space: cpu, cuda (a card), cuda:N, or auto for a card if there is one;
    /// a card goes by single moves and counts no solutions [default: cpu]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::text(read_device)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub resources: ResourceFields,
}

/// What was found out by a search, or what is known without one.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum SpaceAnswer {
    /// The space was searched.
    Searched(Box<SpaceReport>),
    /// It is too large for that.
    Known(Box<KnownSpace>),
}

/// What it takes to answer a [`Space`].
#[derive(Clone, Copy, Debug)]
pub struct SpaceCost {
    /// The boards.
    pub shape: Shape,
    /// States.
    pub states: u64,
    /// Bytes, about.
    pub bytes: u64,
}

impl Ask for Space {
    type Answer = SpaceAnswer;

    fn limits(&self) -> LimitFields {
        LimitFields::from(&self.resources)
    }

    /// A space that is too large to be searched is answered with what is known of it. A
    /// question that limits the memory, or wants solutions to be counted, is refused.
    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<SpaceAnswer, Refusal> {
        let Opened { device, note } = device::opened(self.device.as_deref(), &|_| None, terms)?;
        let request = self.request(&Limits { device, ..terms.limits.clone() })?;
        let error = match space(&request, &mut |progress| watch.explored(progress)) {
            Ok(mut report) => {
                report.notes.splice(0..0, note);
                return Ok(SpaceAnswer::Searched(Box::new(report)));
            }
            Err(error) => error,
        };
        let is_known = match error {
            SpaceError::TooLarge(_) | SpaceError::DeviceMemory(_) => true,
            SpaceError::Memory { .. } => self.resources.memory_limit.is_none(),
            _ => false,
        };
        let refusal = self.refusal(&error);
        if !is_known || self.count_solutions == Some(true) {
            return Err(refusal);
        }
        let reason = refusal.message.clone();
        Ok(SpaceAnswer::Known(Box::new(KnownSpace::of(self.goal_board()?, request.metric, reason))))
    }
}

impl Space {
    /// The goal.
    pub fn goal_board(&self) -> Result<Board, Refusal> {
        read_goal_board(self.goal.as_ref(), needed("size", &self.size, read_size)?)
    }

    /// What the answer takes of the processor's memory; `None` if it is refused, or a device does
    /// the work.
    pub fn cost(&self, terms: &Terms) -> Option<SpaceCost> {
        let limits = &terms.limits;
        let request = self.request(limits).ok()?;
        if request.for_processor().is_none() && device::is_there(self.device.as_deref(), None, terms) {
            return None;
        }
        let bytes = request.needed_bytes()?;
        let fits = bytes <= limits.memory.unwrap_or(u64::MAX);
        fits.then_some(SpaceCost { shape: request.shape, states: request.shape.reachable_states()?, bytes })
    }

    /// Whether solutions are not counted because several processes share the work: one would.
    pub fn leaves_out_solutions(&self, terms: &Terms) -> bool {
        let counts = |limits: &Limits| self.request(limits).is_ok_and(|request| request.counts_solutions());
        counts(&Limits { crew: None, ..terms.limits.clone() }) && !counts(&terms.limits)
    }

    fn request(&self, limits: &Limits) -> Result<SpaceRequest, Refusal> {
        let goal = self.goal_board()?;
        let metric = field("metric", self.metric.as_deref(), read_metric)?.unwrap_or_default();
        Ok(SpaceRequest {
            metric,
            count_solutions: self.count_solutions,
            journal: self.journal.clone(),
            limits: limits.clone(),
            ..SpaceRequest::new(goal.shape(), Goal::from(goal))
        })
    }

    fn refusal(&self, error: &SpaceError) -> Refusal {
        match error {
            SpaceError::Memory { shape, states, needed, allowed, processes } => {
                let (states, needed, each) = (thousands(states), bytes(*needed), in_each(*processes));
                let takes = format!("the space of a {shape} board has {states} states and takes about {needed}{each}");
                let asked = self.resources.memory_limit.as_deref().unwrap_or_default();
                match allowed {
                    Some(allowed) => Refusal::limit(format!("{takes}, but the memory limit is {}", bytes(*allowed)))
                        .at(Some(FieldPlace::whole("memory_limit", asked))),
                    None => Refusal::limit(format!("{takes}, but the system does not have that")),
                }
            }
            SpaceError::Stopped { why, seen, states, depth } => Refusal::limit(format!(
                "{why} at depth {depth}, after {} of {} states",
                thousands(seen),
                thousands(states)
            )),
            other => Refusal::question(other.to_string()),
        }
    }
}
