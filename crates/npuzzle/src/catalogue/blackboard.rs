//! A search as a teacher would write it on the blackboard: each expansion with its successors, and the frontier after it.
//!
//! Everything here is made from [`TraceEvent`]s alone. The frontier is kept in the order in which the search will take it, as
//! far as its rules are known: a queue, a stack, or by priority with its tie rule; searches from both ends have two. A search that
//! holds one path has no frontier, but that path.

use std::collections::{BTreeMap, HashMap};

use crate::catalogue::call::Call;
use crate::catalogue::trace::TraceEvent;
use crate::core::Cost;
use crate::core::card::MemoryClass;

/// A part of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A search begins.
    Search {
        /// Its name, with options.
        algorithm: String,
    },
    /// An iteration begins.
    Bound {
        /// Its bound.
        bound: Cost,
    },
    /// A state was expanded.
    Step(Step),
    /// A stored state was dropped to make room.
    Forget {
        /// The state.
        state: String,
        /// No solution through it is cheaper.
        f: Cost,
    },
    /// A solution was found, and the search goes on.
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

/// A state with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// Its name.
    pub state: String,
    /// Cost of the path to it.
    pub g: Cost,
    /// Its estimate.
    pub h: Cost,
}

impl Labelled {
    /// The sum of both.
    pub fn f(&self) -> Cost {
        self.g.saturating_add(self.h)
    }
}

/// An expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Counted from one, through all searches.
    pub number: u64,
    /// The state that is expanded.
    pub expanded: Labelled,
    /// Whether it was expanded from the goals' side.
    pub backward: bool,
    /// Its successors.
    pub successors: Vec<Successor>,
    /// What waits.
    pub waiting: Waiting,
    /// Whether what waits is listed in the order of the search. Some searches have an order that their events do not show; then it is
    /// listed by `g + h`.
    pub in_order: bool,
}

/// What became of a state that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The operator; none on the backward side.
    pub op: Option<String>,
    /// The state.
    pub made: Labelled,
    /// Why it was dropped: `duplicate`, `worse`, `over-bound` or `full`.
    pub dropped: Option<&'static str>,
    /// Whether it had been expanded, and is opened again.
    pub reopened: bool,
    /// The cost of the path, if it was reached from both ends.
    pub met: Option<Cost>,
}

/// What waits after an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The first states of the frontier.
    Frontier(Listed),
    /// The same from both ends.
    BothSides {
        /// From the start.
        forward: Listed,
        /// From the goals.
        backward: Listed,
    },
    /// The path that is held, from the start.
    Path(Listed),
}

/// The first of some states, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The first.
    pub first: Vec<Labelled>,
    /// How many there are in all.
    pub count: usize,
}

/// In which order the states of a frontier are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Discipline {
    Queue,
    Stack,
    Best { g_weight: u64, h_weight: u64, tie: Tie },
    Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    LargerG,
    SmallerG,
    Newest,
    Oldest,
    Name,
}

impl Discipline {
    /// What the options and the card of a search say.
    fn of(call: &Call) -> Self {
        let tie = match call.options.choice("tie") {
            "smaller-g" => Tie::SmallerG,
            "lifo" => Tie::Newest,
            "fifo" => Tie::Oldest,
            "state" => Tie::Name,
            _ => Tie::LargerG,
        };
        let weight = call.options.ratio("w");
        match (call.card.name, call.card.memory) {
            ("bfs", _) => Self::Queue,
            ("dfs", _) => Self::Stack,
            (_, MemoryClass::Path) => Self::Path,
            // From both ends breadth first means the smallest g, the oldest first.
            ("bibfs", _) => Self::Best { g_weight: 1, h_weight: 0, tie: Tie::Oldest },
            ("ucs", _) => Self::Best { g_weight: 1, h_weight: 0, tie },
            ("greedy", _) => Self::Best { g_weight: 0, h_weight: 1, tie },
            _ => Self::Best { g_weight: weight.denominator().into(), h_weight: weight.numerator().into(), tie },
        }
    }
}

/// Searches whose order is known from their events.
const IN_ORDER: [&str; 9] = ["bfs", "dfs", "ucs", "greedy", "astar", "weighted-astar", "hda", "bibfs", "nba"];

/// The place of a state in the frontier: the smallest is taken first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    first: u64,
    second: u64,
    /// Where ties are broken by name.
    name: String,
    arrival: i64,
}

#[derive(Debug, Default)]
struct Frontier {
    order: BTreeMap<Place, Labelled>,
    places: HashMap<String, Place>,
}

impl Frontier {
    fn remove(&mut self, state: &str) {
        if let Some(place) = self.places.remove(state) {
            self.order.remove(&place);
        }
    }

    fn insert(&mut self, discipline: Discipline, made: Labelled, arrival: i64) {
        let place = match discipline {
            // A copy of a state that waits already comes too late.
            Discipline::Queue if self.places.contains_key(&made.state) => return,
            Discipline::Queue | Discipline::Path => Place { first: 0, second: 0, name: String::new(), arrival },
            Discipline::Stack => Place { first: 0, second: 0, name: String::new(), arrival: -arrival },
            Discipline::Best { g_weight, h_weight, tie } => Place {
                first: g_weight * u64::from(made.g) + h_weight * u64::from(made.h),
                second: match tie {
                    Tie::LargerG => u64::from(Cost::MAX - made.g),
                    Tie::SmallerG => u64::from(made.g),
                    _ => 0,
                },
                name: if tie == Tie::Name { made.state.clone() } else { String::new() },
                arrival: if matches!(tie, Tie::Oldest | Tie::Name) { arrival } else { -arrival },
            },
        };
        self.remove(&made.state);
        self.places.insert(made.state.clone(), place.clone());
        self.order.insert(place, made);
    }

    fn listed(&self, most: usize) -> Listed {
        Listed { first: self.order.values().take(most).cloned().collect(), count: self.order.len() }
    }
}

/// Turns events into scenes.
#[derive(Debug)]
pub struct Blackboard {
    most: usize,
    discipline: Discipline,
    both_sides: bool,
    in_order: bool,
    number: u64,
    arrivals: i64,
    sides: [Frontier; 2],
    path: Vec<Labelled>,
    step: Option<Step>,
}

impl Blackboard {
    /// Lists at most so many states of a frontier.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            discipline: Discipline::Queue,
            both_sides: false,
            in_order: true,
            number: 0,
            arrivals: 0,
            sides: Default::default(),
            path: Vec::new(),
            step: None,
        }
    }

    /// Takes an event; what is complete with it is told.
    pub fn event(&mut self, event: &TraceEvent, tell: &mut dyn FnMut(Scene)) {
        match event {
            TraceEvent::Generate { op, state, g, h, .. } => {
                let made = Labelled { state: state.clone(), g: *g, h: *h };
                if let Some(step) = &mut self.step {
                    let op = op.clone();
                    step.successors.push(Successor { op, made, dropped: None, reopened: false, met: None });
                }
            }
            TraceEvent::Root { state, h, side } => {
                self.arrivals += 1;
                let made = Labelled { state: state.clone(), g: 0, h: *h };
                self.sides[usize::from(*side == "backward")].insert(self.discipline, made, self.arrivals);
            }
            TraceEvent::Prune { reason } => self.last(|successor| successor.dropped = Some(reason)),
            TraceEvent::Reopen => self.last(|successor| successor.reopened = true),
            TraceEvent::Met { cost } => self.last(|successor| successor.met = Some(*cost)),
            TraceEvent::Expand { state, g, h, side, .. } => {
                self.finish(tell);
                let expanded = Labelled { state: state.clone(), g: *g, h: *h };
                let backward = *side == "backward";
                self.number += 1;
                self.sides[usize::from(backward)].remove(state);
                if self.discipline == Discipline::Path {
                    while self.path.last().is_some_and(|last| last.g >= *g) {
                        self.path.pop();
                    }
                    self.path.push(expanded.clone());
                }
                let (waiting, in_order) = (Waiting::Path(Listed::default()), self.in_order);
                self.step =
                    Some(Step { number: self.number, expanded, backward, successors: Vec::new(), waiting, in_order });
            }
            TraceEvent::Search { algorithm } => {
                self.finish(tell);
                if let Ok(call) = Call::parse(algorithm) {
                    self.discipline = Discipline::of(&call);
                    self.both_sides = call.card.kind.is_bidirectional();
                    self.in_order = IN_ORDER.contains(&call.card.name) || self.discipline == Discipline::Path;
                }
                self.sides = Default::default();
                self.path.clear();
                tell(Scene::Search { algorithm: algorithm.clone() });
            }
            TraceEvent::Bound { bound } => {
                self.finish(tell);
                self.path.clear();
                tell(Scene::Bound { bound: *bound });
            }
            TraceEvent::Forget { state, f } => {
                self.finish(tell);
                self.sides.iter_mut().for_each(|side| side.remove(state));
                tell(Scene::Forget { state: state.clone(), f: *f });
            }
            TraceEvent::Improved { cost } => {
                self.finish(tell);
                tell(Scene::Improved { cost: *cost });
            }
            TraceEvent::Solved { cost } => {
                self.finish(tell);
                tell(Scene::Solved { cost: *cost });
            }
        }
    }

    /// The search has ended: what is left is told.
    pub fn end(&mut self, tell: &mut dyn FnMut(Scene)) {
        self.finish(tell);
    }

    fn last(&mut self, change: impl FnOnce(&mut Successor)) {
        if let Some(successor) = self.step.as_mut().and_then(|step| step.successors.last_mut()) {
            change(successor);
        }
    }

    /// The expansion at hand is complete: its successors go to the frontier.
    fn finish(&mut self, tell: &mut dyn FnMut(Scene)) {
        let Some(mut step) = self.step.take() else { return };
        let side = &mut self.sides[usize::from(step.backward)];
        if self.discipline != Discipline::Path {
            for successor in step.successors.iter().filter(|successor| successor.dropped.is_none()) {
                self.arrivals += 1;
                side.insert(self.discipline, successor.made.clone(), self.arrivals);
            }
        }
        step.waiting = match () {
            () if self.discipline == Discipline::Path => {
                // The end of a long path says more than its beginning.
                let first = self.path[self.path.len().saturating_sub(self.most)..].to_vec();
                Waiting::Path(Listed { first, count: self.path.len() })
            }
            () if self.both_sides => Waiting::BothSides {
                forward: self.sides[0].listed(self.most),
                backward: self.sides[1].listed(self.most),
            },
            () => Waiting::Frontier(self.sides[0].listed(self.most)),
        };
        tell(Scene::Step(step));
    }
}
