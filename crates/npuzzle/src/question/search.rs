//! The cheapest solution of a problem that is not a board, or of a board in the words of the
//! others.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::answer::{Problem, ProblemReport, Request, search};
use crate::catalogue::Rules;
use crate::core::Limits;
use crate::domains::map::MapOptions;
use crate::front::random_seed;
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::fields::{EstimateFiles, LimitFields, read_goal, read_problem};
use crate::question::refusal::{Named, Refusal};
use crate::question::texts::BoardText;
use crate::question::watch::Followed;
use crate::question::{Ask, Terms, Watch};

/// Search a problem: towers, jugs, pancakes, rivers, or a map.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// The problem, as in `hanoi(3,5)`, or the name of the map
    #[cfg_attr(feature = "clap", arg(skip))]
    pub problem: String,
    /// The map: a line with the start, a line with the goals, and a line `state: next,cost
    /// next,cost` for each state
    #[cfg_attr(feature = "clap", arg(skip))]
    pub map: Option<String>,
    /// The heuristic files of the map, by name: a line `state: value` for each state
    #[cfg_attr(feature = "clap", arg(skip))]
    pub estimates: Option<EstimateFiles>,
    /// The search; options in parentheses [default: astar]
    #[cfg_attr(feature = "clap", arg(short, long, value_parser = arguments::Named::algorithms(), help_heading = "Search"))]
    pub algorithm: Option<String>,
    /// The heuristic: a name, an expression, or the heuristic file of a map; heuristics of boards
    /// work on maps whose states are boards [default: the first of the problem]
    #[cfg_attr(feature = "clap", arg(short = 'H', long, allow_hyphen_values = true, value_name = "EXPR|FILE"))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::Named::problem_heuristics(), help_heading = "Search"))]
    pub heuristic: Option<String>,
    /// The goal of `tiles(...)`: a name or any board text
    #[cfg_attr(feature = "clap", arg(short, long, value_parser = arguments::goal()))]
    pub goal: Option<BoardText>,
    /// Seed for random starts [default: random, reported]
    #[cfg_attr(feature = "clap", arg(long, value_parser = crate::front::units::seed))]
    pub seed: Option<u64>,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub limits: LimitFields,
    /// Values of options that the search leaves open; a profile sets them
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(skip)]
    pub rules: Rules,
    /// How the map is read; a profile sets it
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(skip)]
    pub map_options: MapOptions,
    /// Whether the states on the way are drawn as well
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(skip)]
    pub drawings: bool,
}

impl Search {
    /// The request that it makes.
    pub(super) fn request(&self, terms: &Terms, cancel: &Arc<AtomicBool>) -> Result<Request<Problem>, Refusal> {
        let goal = self.goal.as_ref().map(|goal| read_goal(goal, None)).transpose()?;
        let (map, estimates) = (self.map.as_deref(), self.estimates.as_ref());
        let problem = read_problem(&self.problem, map, estimates, self.map_options, terms)?;
        let mut request = Request {
            goal: goal.unwrap_or_default(),
            heuristic: self.heuristic.clone(),
            rules: self.rules,
            seed: self.seed.unwrap_or_else(random_seed),
            drawings: self.drawings,
            limits: Limits { cancel: Some(Arc::clone(cancel)), ..terms.limits.clone() },
            ..Request::about(problem)
        };
        if let Some(algorithm) = &self.algorithm {
            request.algorithm.clone_from(algorithm);
        }
        Ok(request)
    }

    /// The fields that a refusal can be about.
    pub(super) fn named(&self) -> Named<'_> {
        Named {
            algorithms: ("algorithm", self.algorithm.as_slice()),
            heuristics: ("heuristic", self.heuristic.as_slice()),
            goal: self.goal.as_ref().map(BoardText::as_str),
            problem: Some(&self.problem),
            estimates: self.estimates.as_ref(),
            ..Named::default()
        }
    }
}

impl Ask for Search {
    type Answer = ProblemReport;

    fn limits(&self) -> LimitFields {
        self.limits.clone()
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<ProblemReport, Refusal> {
        let cancel = terms.limits.cancel.clone().unwrap_or_default();
        let request = self.request(terms, &cancel)?;
        let is_traced = watch.takes_events();
        let watch = RefCell::new(watch);
        let progress = &mut |progress: &_| watch.borrow_mut().progress(progress);
        let mut followed = Followed { watch: &watch, cancel };
        let answer = match is_traced {
            true => search(&request, progress, Some(&mut followed)),
            false => search(&request, progress, None),
        };
        answer.map_err(|error| Refusal::request(&error, &self.named()))
    }
}
