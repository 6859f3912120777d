//! A search as a teacher would write it on the blackboard: each expansion with its successors, and
//! the frontier after it.
//!
//! Everything here is made from [`TraceEvent`]s alone. The frontier is kept in the order in which
//! the search will take it, as far as its rules are known: a queue, a stack, or by priority with
//! its tie rule; searches from both ends have two. A search that holds one path has no frontier,
//! but that path. What a scene changes can be taken back, so that one can read backwards.

mod frontier;
mod packed;
mod scene;

use std::sync::Arc;

pub use packed::PackedBlackboard;
pub use scene::{Forgotten, Labelled, Listed, Scene, SceneTally, Step, Successor, Waiting};

use crate::catalogue::Call;
use crate::core::card::FrontierOrder;
use crate::core::{Cost, Side};
use crate::trace::TraceEvent;
use frontier::{Before, Discipline, Frontier};

/// A state on the path that a search holds, and what was told of it. A search that holds no path
/// holds the state expanded last.
#[derive(Clone, Debug)]
struct Held {
    number: u64,
    expanded: Labelled,
    backward: bool,
    successors: Vec<Successor>,
}

/// The rules of the search at hand, and what is counted: what is small enough to be copied for
/// every scene.
#[derive(Clone, Debug)]
struct Small {
    discipline: Discipline,
    both_sides: bool,
    in_order: bool,
    arrivals: i64,
    tally: SceneTally,
}

/// Turns events into scenes.
#[derive(Clone, Debug)]
pub struct Blackboard {
    most: usize,
    small: Small,
    sides: [Frontier; 2],
    path: Vec<Held>,
    step: Option<Step>,
    /// What was changed since it was asked for.
    changes: Option<Undo>,
}

/// What a scene has changed, from its first event to [`Blackboard::end`].
#[derive(Clone, Debug)]
pub struct Undo {
    small: Small,
    /// The frontiers of the search before, if another began.
    sides: Option<[Frontier; 2]>,
    /// In order.
    moved: Vec<(usize, Before)>,
    /// How much of the path was left, and what stood behind it.
    kept: usize,
    left: Vec<Held>,
}

fn place(side: Side) -> usize {
    match side {
        Side::Forward => 0,
        Side::Backward => 1,
    }
}

impl Blackboard {
    /// Lists at most so many states of a frontier.
    pub fn new(most: usize) -> Self {
        let small = Small {
            discipline: Discipline::Queue,
            both_sides: false,
            in_order: true,
            arrivals: 0,
            tally: SceneTally::default(),
        };
        Self { most, small, sides: Default::default(), path: Vec::new(), step: None, changes: None }
    }

    /// What has happened so far.
    pub fn tally(&self) -> &SceneTally {
        &self.small.tally
    }

    /// How many states wait on a side for each f, from small to large.
    pub fn by_f(&self, side: Side) -> impl Iterator<Item = (Cost, usize)> + '_ {
        self.sides[place(side)].by_f()
    }

    /// Whether what waits is listed in the order of the search.
    pub fn in_order(&self) -> bool {
        self.small.in_order
    }

    /// What waits: at most so many states of it.
    pub fn waiting(&self, most: usize) -> Waiting {
        match () {
            () if self.small.discipline == Discipline::Path => {
                // The end of a long path says more than its beginning.
                let end = &self.path[self.path.len().saturating_sub(most)..];
                let first = end.iter().map(|held| held.expanded.clone()).collect();
                Waiting::Path(Listed { first, count: self.path.len() })
            }
            () if self.small.both_sides => {
                Waiting::BothSides { forward: self.sides[0].listed(most), backward: self.sides[1].listed(most) }
            }
            () => Waiting::Frontier(self.sides[0].listed(most)),
        }
    }

    /// Whether an event begins a scene. The others belong to the scene at hand.
    pub fn begins(&self, event: &TraceEvent) -> bool {
        match event {
            TraceEvent::Search { .. }
            | TraceEvent::Expand { .. }
            | TraceEvent::Bound { .. }
            | TraceEvent::Improved { .. }
            | TraceEvent::Solved { .. } => true,
            TraceEvent::Forget { .. } => self.step.is_none(),
            TraceEvent::Generate { parent, .. } => self.comes_back_to(parent).is_some(),
            TraceEvent::Root { .. } | TraceEvent::Prune { .. } | TraceEvent::Reopen | TraceEvent::Met { .. } => false,
        }
    }

    /// The place on the path of the parent of a successor, unless it is the state being expanded.
    fn comes_back_to(&self, parent: &str) -> Option<usize> {
        if self.step.as_ref().is_some_and(|step| *step.expanded.state == *parent) {
            return None;
        }
        self.path.iter().rposition(|held| *held.expanded.state == *parent)
    }

    /// From now on it is remembered what changes, for one scene.
    pub fn remember(&mut self) {
        self.changes = Some(Undo {
            small: self.small.clone(),
            sides: None,
            moved: Vec::new(),
            kept: self.path.len(),
            left: Vec::new(),
        });
    }

    /// What has changed since [`Blackboard::remember`], and no longer.
    pub fn remembered(&mut self) -> Option<Undo> {
        self.changes.take()
    }

    /// Takes the last scene back.
    pub fn undo(&mut self, undo: Undo) {
        self.small = undo.small;
        self.step = None;
        self.path.truncate(undo.kept);
        self.path.extend(undo.left);
        match undo.sides {
            Some(sides) => self.sides = sides,
            None => {
                let discipline = self.small.discipline;
                undo.moved.into_iter().rev().for_each(|(side, before)| self.sides[side].restore(discipline, before));
            }
        }
    }

    /// Takes an event; `tell` gets what is complete with it.
    pub fn event(&mut self, event: &TraceEvent, tell: &mut dyn FnMut(Scene)) {
        if self.begins(event) {
            let back_to = match event {
                TraceEvent::Generate { parent, .. } => self.comes_back_to(parent),
                _ => None,
            };
            self.finish(tell);
            if let Some(at) = back_to {
                self.come_back(at);
            }
        }
        match event {
            TraceEvent::Generate { op, state, g, h, .. } => {
                self.small.tally.generated += 1;
                let made = Labelled { state: Arc::from(state.as_str()), g: *g, h: *h };
                if let Some(step) = &mut self.step {
                    let op = op.clone();
                    step.successors.push(Successor { op, made, dropped: None, reopened: false, met: None });
                }
            }
            TraceEvent::Root { state, h, side } => {
                let made = Labelled { state: Arc::from(state.as_str()), g: 0, h: *h };
                self.insert(place(*side), made);
                self.count_waiting();
            }
            TraceEvent::Prune { reason } => {
                self.small.tally.drop_one(*reason);
                self.last(|successor| successor.dropped = Some(*reason));
            }
            TraceEvent::Reopen => {
                self.small.tally.reopened += 1;
                self.last(|successor| successor.reopened = true);
            }
            TraceEvent::Met { cost } => {
                self.small.tally.met += 1;
                self.small.tally.best = Some(*cost);
                self.last(|successor| successor.met = Some(*cost));
            }
            TraceEvent::Expand { state, g, h, side, .. } => {
                self.remove(place(*side), state);
                let path = self.small.discipline == Discipline::Path;
                let above = self.path.iter().rposition(|held| path && held.expanded.g < *g);
                self.cut_path(above.map_or(0, |at| at + 1));
                self.small.tally.expanded += 1;
                let expanded = Labelled { state: Arc::from(state.as_str()), g: *g, h: *h };
                let (number, backward) = (self.small.tally.expanded, *side == Side::Backward);
                self.expand(Held { number, expanded, backward, successors: Vec::new() });
            }
            TraceEvent::Search { algorithm } => self.begin(algorithm, tell),
            TraceEvent::Bound { bound } => {
                self.cut_path(0);
                self.small.tally.bound = Some(*bound);
                self.small.tally.iteration += 1;
                tell(Scene::Bound { bound: *bound });
            }
            TraceEvent::Forget { state, f } => {
                self.small.tally.forgotten += 1;
                let mut forgotten = Forgotten { state: Arc::from(state.as_str()), f: *f, after: 0 };
                match &mut self.step {
                    Some(step) => {
                        forgotten.after = step.successors.len();
                        step.forgotten.push(forgotten);
                    }
                    None => {
                        self.forget(state);
                        tell(Scene::Forget(forgotten));
                    }
                }
            }
            TraceEvent::Improved { cost } => {
                self.small.tally.best = Some(*cost);
                tell(Scene::Improved { cost: *cost });
            }
            TraceEvent::Solved { cost } => {
                self.small.tally.best = Some(*cost);
                tell(Scene::Solved { cost: *cost });
            }
        }
    }

    /// The search has ended: `tell` gets what is left.
    pub fn end(&mut self, tell: &mut dyn FnMut(Scene)) {
        self.finish(tell);
    }

    /// A search begins, with nothing.
    fn begin(&mut self, algorithm: &str, tell: &mut dyn FnMut(Scene)) {
        if let Ok(call) = Call::parse(algorithm) {
            self.small.discipline = Discipline::of(&call);
            self.small.both_sides = call.card.kind.is_bidirectional();
            self.small.in_order = call.card.frontier != FrontierOrder::Hidden;
        }
        let sides = std::mem::take(&mut self.sides);
        if let Some(changes) = &mut self.changes {
            changes.sides = Some(sides);
        }
        self.cut_path(0);
        let tally = &mut self.small.tally;
        algorithm.clone_into(&mut tally.algorithm);
        (tally.bound, tally.iteration) = (None, 0);
        tell(Scene::Search { algorithm: algorithm.to_owned() });
    }

    fn expand(&mut self, held: Held) {
        let Held { number, expanded, backward, successors } = held.clone();
        self.path.push(held);
        let (told_before, in_order) = (successors.len(), self.small.in_order);
        let waiting = Waiting::Path(Listed::default());
        let forgotten = Vec::new();
        self.step = Some(Step { number, expanded, backward, successors, told_before, forgotten, waiting, in_order });
    }

    /// The search goes on with a state of its path.
    fn come_back(&mut self, at: usize) {
        let held = self.path[at].clone();
        self.cut_path(at);
        self.expand(held);
    }

    /// INVARIANT: the path is cut at most once in a scene, before anything is put on it.
    fn cut_path(&mut self, length: usize) {
        let left = self.path.split_off(length.min(self.path.len()));
        if let Some(changes) = &mut self.changes {
            (changes.kept, changes.left) = (self.path.len(), left);
        }
    }

    fn last(&mut self, change: impl FnOnce(&mut Successor)) {
        if let Some(successor) = self.step.as_mut().and_then(|step| step.successors.last_mut()) {
            change(successor);
        }
    }

    fn insert(&mut self, side: usize, made: Labelled) {
        self.small.arrivals += 1;
        let before = self.sides[side].insert(self.small.discipline, made, self.small.arrivals);
        self.note(side, before);
    }

    fn remove(&mut self, side: usize, state: &str) {
        let before = self.sides[side].remove(self.small.discipline, state);
        self.note(side, before);
    }

    fn note(&mut self, side: usize, before: Option<Before>) {
        if let (Some(changes), Some(before)) = (&mut self.changes, before) {
            changes.moved.push((side, before));
        }
    }

    fn forget(&mut self, state: &str) {
        (0..self.sides.len()).for_each(|side| self.remove(side, state));
    }

    fn count_waiting(&mut self) {
        let waiting = self.sides.iter().map(Frontier::len).sum();
        self.small.tally.most_waiting = self.small.tally.most_waiting.max(waiting);
    }

    /// The expansion at hand is complete: its successors go to the frontier, and what was forgotten
    /// meanwhile leaves it.
    fn finish(&mut self, tell: &mut dyn FnMut(Scene)) {
        let Some(mut step) = self.step.take() else { return };
        let side = usize::from(step.backward);
        let mut forgotten = step.forgotten.iter().peekable();
        for (at, successor) in step.successors.iter().enumerate().skip(step.told_before) {
            while let Some(gone) = forgotten.next_if(|gone| gone.after <= at) {
                self.forget(&gone.state);
            }
            if successor.dropped.is_none() && self.small.discipline != Discipline::Path {
                self.insert(side, successor.made.clone());
            }
        }
        forgotten.for_each(|gone| self.forget(&gone.state));
        self.count_waiting();
        if let Some(held) = self.path.last_mut() {
            held.successors.clone_from(&step.successors);
        }
        step.waiting = self.waiting(self.most);
        tell(Scene::Step(step));
    }
}
