//! What a search did, event by event, in plain words: for traces, for stepping through and for
//! drawing.
//!
//! A trace file is JSON lines: a [`TraceHeader`], then one [`TraceEvent`] a line.

use serde::{Deserialize, Serialize};

use crate::core::{Cost, Describe, Event, Observer, Prune, Side};
use crate::domains::tiles;

/// The first line of a trace file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceHeader {
    /// Always `npuzzle-trace`.
    pub format: String,
    /// Changes when a program that reads traces has to.
    pub version: u32,
    /// The problem: `tiles(3x3)`, `hanoi(3,5)`, or the name of a map file.
    pub problem: String,
    /// The state the search starts from.
    pub start: String,
    /// The goal states, as far as they can be listed.
    pub goals: Vec<String>,
    /// The search that was asked for.
    pub algorithm: String,
    /// Its heuristic.
    pub heuristic: Option<String>,
    /// Costs are given in this fraction of one: 10 means tenths. Only maps with decimal costs need
    /// it.
    pub cost_unit: u32,
}

impl TraceHeader {
    /// The value of `format`.
    pub const FORMAT: &'static str = "npuzzle-trace";
    /// The value of `version`.
    pub const VERSION: u32 = 1;

    /// Whether its states are boards.
    pub fn is_of_boards(&self) -> bool {
        self.problem.split_once('(').is_some_and(|(name, _)| name == tiles::NAME)
    }
}

impl Default for TraceHeader {
    fn default() -> Self {
        Self {
            format: Self::FORMAT.to_owned(),
            version: Self::VERSION,
            problem: String::new(),
            start: String::new(),
            goals: Vec::new(),
            algorithm: String::new(),
            heuristic: None,
            cost_unit: 1,
        }
    }
}

/// One thing a search did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum TraceEvent {
    /// A search begins; `auto` runs several.
    Search {
        /// The search.
        algorithm: String,
    },
    /// The successors of a state are about to be made.
    Expand {
        /// The state.
        state: String,
        /// Cost of the path to it.
        g: Cost,
        /// Its estimate.
        h: Cost,
        /// The sum of both.
        f: Cost,
        /// From which end: `forward` or `backward`.
        #[cfg_attr(feature = "schema", schemars(with = "String", extend("enum" = ["forward", "backward"])))]
        side: Side,
    },
    /// A state that a search from both ends begins with.
    Root {
        /// The state.
        state: String,
        /// Its estimate.
        h: Cost,
        /// From which end: `forward` or `backward`.
        #[cfg_attr(feature = "schema", schemars(with = "String", extend("enum" = ["forward", "backward"])))]
        side: Side,
    },
    /// A successor was made: of the state expanded last, or, where a search goes back on its path,
    /// of one before it.
    Generate {
        /// The state whose successor it is.
        parent: String,
        /// The operator; none on the backward side.
        op: Option<String>,
        /// The successor.
        state: String,
        /// Cost of the path to it.
        g: Cost,
        /// Its estimate.
        h: Cost,
        /// The sum of both.
        f: Cost,
    },
    /// The successor generated last was dropped.
    Prune {
        /// `duplicate`, `worse`, `over-bound` or `full`.
        #[cfg_attr(feature = "schema", schemars(with = "String", extend("enum" = Prune::ALL.map(Prune::word))))]
        reason: Prune,
    },
    /// The successor generated last had been expanded, and is opened again on a cheaper path.
    Reopen,
    /// A stored state was dropped to make room.
    Forget {
        /// The state.
        state: String,
        /// No solution through it is cheaper.
        f: Cost,
    },
    /// An iteration begins.
    Bound {
        /// Its bound.
        bound: Cost,
    },
    /// The successor generated last was reached from both ends, on the cheapest path so far.
    Met {
        /// What that path costs.
        cost: Cost,
    },
    /// A solution was found, and the search goes on for a better one.
    Improved {
        /// Its cost.
        cost: Cost,
    },
    /// The search ends with a solution.
    Solved {
        /// Its cost.
        cost: Cost,
    },
}

/// Follows a search step by step. Any function of events does.
pub trait Trace {
    /// The search begins, unless it is refused.
    fn begins(&mut self, header: &TraceHeader) {
        let _ = header;
    }

    /// The next event speaks of a state of this name; `draw` draws it, for sinks that show states.
    fn state(&mut self, name: &str, draw: &dyn Fn() -> String) {
        let _ = (name, draw);
    }

    /// The search did something.
    fn event(&mut self, event: &TraceEvent);
}

impl<F: FnMut(&TraceEvent)> Trace for F {
    fn event(&mut self, event: &TraceEvent) {
        self(event);
    }
}

/// Where the events of a search go.
pub type TraceSink<'t> = &'t mut dyn Trace;

/// The observer that puts events into words.
pub(crate) struct Tracer<'d, 't, D> {
    domain: &'d D,
    sink: TraceSink<'t>,
}

impl<'d, 't, D: Describe> Tracer<'d, 't, D> {
    /// Begins the trace of a search.
    pub(crate) fn new(domain: &'d D, algorithm: String, sink: TraceSink<'t>) -> Self {
        sink.event(&TraceEvent::Search { algorithm });
        Self { domain, sink }
    }

    /// The name of a state that an event is about.
    fn name(&mut self, state: &D::State) -> String {
        let name = self.domain.name(state);
        self.sink.state(&name, &|| self.domain.draw(state));
        name
    }
}

impl<D: Describe> Observer<D> for Tracer<'_, '_, D> {
    fn event(&mut self, event: Event<'_, D>) {
        let domain = self.domain;
        let words = match event {
            Event::Root { state, h, side } => TraceEvent::Root { state: self.name(state), h, side },
            Event::Expand { state, g, h, side } => {
                TraceEvent::Expand { state: self.name(state), g, h, f: g.saturating_add(h), side }
            }
            Event::Generate { parent, op, state, g, h } => TraceEvent::Generate {
                parent: domain.name(parent),
                op: op.map(|op| domain.op_name(parent, op)),
                state: self.name(state),
                g,
                h,
                f: g.saturating_add(h),
            },
            Event::Prune { reason } => TraceEvent::Prune { reason },
            Event::Reopen => TraceEvent::Reopen,
            Event::Forget { state, f } => TraceEvent::Forget { state: domain.name(state), f },
            Event::Bound { bound } => TraceEvent::Bound { bound },
            Event::Met { cost } => TraceEvent::Met { cost },
            Event::Improved { cost } => TraceEvent::Improved { cost },
            Event::Solved { cost } => TraceEvent::Solved { cost },
        };
        self.sink.event(&words);
    }
}
