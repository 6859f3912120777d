//! The step in sight, and the way to others: a few back by taking them back, far ones from the
//! nearest place that is kept.

use std::sync::Arc;

use npuzzle::core::{Cost, Side};
use npuzzle::domains::tiles::{Board, Cell};
use npuzzle::teach::blackboard::{Labelled, Scene, SceneTally, Waiting};
use npuzzle::trace::TraceHeader;

use crate::failure::Failure;
use crate::render::step::Behind;
use crate::terminal::replay::index::{Shared, look};
use crate::terminal::replay::names::board;
use crate::terminal::replay::pasts::Pasts;
use crate::terminal::replay::walk::{Shown, Walker};
use crate::terminal::replay::wanted::Wanted;

/// What is remembered of the last steps, for taking them back, has so many bytes at most.
const MOST_BYTES: usize = 16 << 20;
/// So many states of a frontier can be scrolled through.
const MOST_LISTED: usize = 500;

/// Everything that is seen of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Its number, from 1.
    pub step: u64,
    pub header: Arc<TraceHeader>,
    pub shown: Shown,
    /// The state it is about, as a board, where states are boards.
    pub board: Option<Board>,
    /// Where the tiles of the goal are, then.
    pub homes: Vec<Cell>,
    pub behind: Behind,
    pub tally: SceneTally,
    pub waiting: Waiting,
    pub in_order: bool,
    /// For each side how many states wait for each f.
    pub by_f: [Vec<(Cost, usize)>; 2],
}

/// The state that a step is about.
pub fn shown_state<'s>(shown: &'s Shown, header: &'s TraceHeader) -> &'s str {
    match shown {
        Shown::Header(header) => &header.start,
        Shown::Scene(Scene::Step(step)) => &step.expanded.state,
        Shown::Scene(Scene::Forget(forgotten)) => &forgotten.state,
        Shown::Scene(Scene::Solved { .. }) => header.goals.first().map_or("", String::as_str),
        Shown::Scene(_) => &header.start,
    }
}

impl Moment {
    /// Whether its trace ends here, and no solution was told.
    pub fn ends_without_a_solution(&self) -> bool {
        self.behind == Behind::End && !matches!(self.shown, Shown::Scene(Scene::Solved { .. }))
    }

    /// A search that ends with a goal has taken it from its frontier, though no event says so.
    fn take_the_goal(&mut self) {
        let (Shown::Scene(Scene::Solved { cost }), Waiting::Frontier(listed)) = (&self.shown, &mut self.waiting) else {
            return;
        };
        let is_goal =
            |state: &Labelled| state.g == *cost && self.header.goals.iter().any(|goal| **goal == *state.state);
        let Some(place) = listed.first.iter().position(is_goal) else { return };
        let f = listed.first.remove(place).f();
        listed.count = listed.count.saturating_sub(1);
        for (_, count) in self.by_f[0].iter_mut().filter(|(of, _)| *of == f) {
            *count = count.saturating_sub(1);
        }
        self.by_f[0].retain(|(_, count)| *count > 0);
    }
}

/// What the player is on its way to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Way {
    Step(u64),
    /// The first step after this one in which a state occurs.
    Next(Wanted, u64),
    /// The last step before this one in which a state occurs: the part from a place on is searched,
    /// then those before it.
    Before {
        wanted: Wanted,
        before: u64,
        part: u64,
        found: Option<u64>,
    },
}

/// What has come of a piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is nothing to do.
    Arrived,
    /// The step it is at.
    Under(u64),
    /// A text does not occur after the step where it was asked for, or before it.
    Missing { text: String, forward: bool },
}

/// Shows one step after the other.
pub struct Player {
    walker: Walker,
    index: Shared,
    pasts: Pasts,
    shown: Option<Shown>,
    way: Option<Way>,
    /// Where it was when it set out.
    origin: u64,
}

impl Player {
    pub fn new(walker: Walker, index: Shared) -> Self {
        Self { walker, index, pasts: Pasts::new(MOST_BYTES), shown: None, way: None, origin: 0 }
    }

    /// The step in sight; 0 before any is.
    pub fn step(&self) -> u64 {
        self.walker.at.steps
    }

    pub fn is_busy(&self) -> bool {
        self.way.is_some()
    }

    /// Sets out for a step; the last one that is known, if it is beyond.
    pub fn go(&mut self, step: u64) -> Result<(), Failure> {
        let step = step.min(look(&self.index).steps).max(1);
        self.origin = self.step();
        self.way = None;
        if step == self.step() && self.shown.is_some() {
            return Ok(());
        }
        self.set_out(step)?;
        self.way = Some(Way::Step(step));
        Ok(())
    }

    /// Sets out for a state.
    pub fn find(&mut self, text: &str, forward: bool) -> Result<(), Failure> {
        self.origin = self.step();
        let wanted = Wanted::new(text, self.walker.at.header.as_deref());
        if forward {
            self.way = Some(Way::Next(wanted, self.step()));
            return Ok(());
        }
        let before = self.step();
        let part = look(&self.index).checkpoint_steps(before.saturating_sub(1));
        self.set_out(part + 1)?;
        self.way = Some(Way::Before { wanted, before, part, found: None });
        Ok(())
    }

    /// Stays at the step it is at, or goes to the next if it has not seen it.
    pub fn stop(&mut self) {
        self.way = self.shown.is_none().then(|| Way::Step(self.step() + 1));
    }

    /// To a place before a step, by the shortest way.
    fn set_out(&mut self, step: u64) -> Result<(), Failure> {
        let at = self.step();
        let kept = look(&self.index).checkpoint_steps(step - 1);
        let back = at.checked_sub(step - 1).and_then(|back| usize::try_from(back).ok());
        if let Some(back) = back.filter(|&back| back <= self.pasts.len()) {
            self.walker.take_back(self.pasts.take(back))?;
        } else if at >= step || kept > at {
            let checkpoint = look(&self.index).checkpoint(step - 1);
            self.pasts.clear();
            self.walker.go_to(checkpoint.as_deref())?;
        }
        self.shown = None;
        Ok(())
    }

    fn forward(&mut self) -> Result<bool, Failure> {
        let Some((shown, past)) = self.walker.next()? else { return Ok(false) };
        self.shown = Some(shown);
        self.pasts.push(past);
        Ok(true)
    }

    /// Goes on with what it is on its way to, as long as there is patience. A step is taken in any
    /// case.
    pub fn work(&mut self, patience: impl Fn() -> bool) -> Result<Progress, Failure> {
        for steps in 0_u64.. {
            if steps > 0 && !patience() {
                break;
            }
            let Some(way) = self.way.clone() else { return Ok(Progress::Arrived) };
            let known = look(&self.index).steps;
            let at = self.step();
            match way {
                Way::Step(step) if at >= step && self.shown.is_some() => self.way = None,
                Way::Step(_) => {
                    if at >= known || !self.forward()? {
                        self.way = None;
                    }
                }
                Way::Next(wanted, from) => {
                    if at > from && self.shows(&wanted) {
                        self.way = None;
                    } else if at >= known || !self.forward()? {
                        self.go_back_to_the_origin()?;
                        return Ok(Progress::Missing { text: wanted.text, forward: true });
                    }
                }
                Way::Before { wanted, before, part, found } => {
                    let here = (at > part && self.shows(&wanted)).then_some(at);
                    let found = here.filter(|&at| at < before).or(found);
                    if at + 1 < before && self.forward()? {
                        self.way = Some(Way::Before { wanted, before, part, found });
                    } else if let Some(found) = found {
                        let origin = self.origin;
                        self.go(found)?;
                        self.origin = origin;
                    } else if part == 0 {
                        self.go_back_to_the_origin()?;
                        return Ok(Progress::Missing { text: wanted.text, forward: false });
                    } else {
                        let earlier = look(&self.index).checkpoint_steps(part - 1);
                        self.set_out(earlier + 1)?;
                        self.way = Some(Way::Before { wanted, before: part + 1, part: earlier, found: None });
                    }
                }
            }
        }
        Ok(if self.way.is_some() { Progress::Under(self.step()) } else { Progress::Arrived })
    }

    fn shows(&self, wanted: &Wanted) -> bool {
        self.shown.as_ref().is_some_and(|shown| wanted.occurs(shown, self.walker.at.header.as_deref()))
    }

    fn go_back_to_the_origin(&mut self) -> Result<(), Failure> {
        let origin = self.origin.max(1);
        self.way = None;
        self.go(origin)
    }

    /// What is seen now.
    pub fn moment(&self) -> Option<Moment> {
        let at = &self.walker.at;
        let header = Arc::clone(at.header.as_ref()?);
        let shown = self.shown.clone()?;
        let blackboard = &at.blackboard;
        let state = shown_state(&shown, &header);
        let goal = header.goals.first().and_then(|goal| board(&header, goal));
        let mut moment = Moment {
            step: at.steps,
            board: board(&header, state),
            homes: goal.map(|goal| goal.places()).unwrap_or_default(),
            behind: self.walker.behind(),
            shown,
            tally: blackboard.tally().clone(),
            waiting: blackboard.waiting(MOST_LISTED),
            in_order: blackboard.in_order(),
            by_f: [Side::Forward, Side::Backward].map(|side| blackboard.by_f(side).collect()),
            header,
        };
        moment.take_the_goal();
        Some(moment)
    }
}
