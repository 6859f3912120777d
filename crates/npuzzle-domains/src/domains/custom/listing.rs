//! All states of a custom problem that can be reached, and the steps that arrive at each: what
//! searches from the goals need.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::core::{Budget, Cost, Stop};
use crate::domains::custom::known::Known;
use crate::domains::custom::scale::rounded_up;
use crate::store::paged::Paged;

/// Everything that can be reached from the start.
pub struct Listing {
    states: Vec<u32>,
    goals: Vec<u32>,
    /// For each state its place in the list, plus one.
    places: Paged<AtomicU32>,
    /// Where the arrivals at the state of each place begin, and where the last end.
    begins: Vec<u32>,
    arrivals: Vec<Arrival>,
}

/// A step seen from where it leads.
#[derive(Clone, Copy, Default)]
pub(super) struct Arrival {
    /// Where it begins.
    pub from: u32,
    /// Its number there.
    pub step: u32,
}

impl Listing {
    /// Lists all that can be reached, each state as an expansion of the budget. Stopped by its
    /// limits; if something fails, `known` has the message.
    pub fn new(known: &Known, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let mut listing = Self {
            states: vec![known.start()],
            goals: Vec::new(),
            places: Paged::default(),
            begins: Vec::new(),
            arrivals: Vec::new(),
        };
        listing.places.get(known.start()).store(1, Ordering::Relaxed);
        let (mut next, mut steps) = (0, 0);
        while let Some(&state) = listing.states.get(next) {
            budget.expand()?;
            // A describer may take long for each state: so it is not enough to look once in a
            // while.
            budget.check()?;
            if known.broken().message().is_some() {
                return Err(Stop::Broken);
            }
            if known.is_goal(state) {
                listing.goals.push(state);
            }
            for step in known.steps(state) {
                let place = listing.places.get(step.state);
                if place.load(Ordering::Relaxed) == 0 {
                    listing.states.push(step.state);
                    place.store(listing.states.len() as u32, Ordering::Relaxed);
                }
                steps += 1;
            }
            next += 1;
            budget.hold(listing.bytes_with(steps))?;
        }
        if known.is_cut_short() {
            return Err(Stop::Cancelled);
        }
        if known.broken().message().is_some() || steps >= u32::MAX as usize {
            return Err(if steps >= u32::MAX as usize { Stop::Memory } else { Stop::Broken });
        }
        listing.turn_round(known, steps);
        Ok(listing)
    }

    fn bytes_with(&self, steps: usize) -> u64 {
        let lists = (self.states.capacity() + self.goals.capacity() + 2 * self.states.len()) * size_of::<u32>();
        (lists + steps * size_of::<Arrival>()) as u64 + self.places.bytes()
    }

    /// Sorts the steps by where they lead.
    fn turn_round(&mut self, known: &Known, steps: usize) {
        let mut begins = vec![0; self.states.len() + 1];
        for step in self.states.iter().flat_map(|&state| known.steps(state)) {
            begins[self.place(step.state) + 1] += 1;
        }
        for place in 0..self.states.len() {
            begins[place + 1] += begins[place];
        }
        let mut free: Vec<u32> = begins.clone();
        self.arrivals = vec![Arrival::default(); steps];
        for &from in &self.states {
            for (number, step) in (0..).zip(known.steps(from)) {
                let place = &mut free[self.place(step.state)];
                self.arrivals[*place as usize] = Arrival { from, step: number };
                *place += 1;
            }
        }
        self.begins = begins;
    }

    /// The states, in the order in which they were reached.
    pub fn states(&self) -> &[u32] {
        &self.states
    }

    /// The goals among them.
    pub fn goals(&self) -> &[u32] {
        &self.goals
    }

    /// The place of a state in the list.
    pub fn place(&self, state: u32) -> usize {
        (self.places.get(state).load(Ordering::Relaxed) as usize).saturating_sub(1)
    }

    /// All steps, by the places of the states they join, with what they cost in units for a caller
    /// that judges estimates by them: see [`Known::judged_estimate`].
    pub fn judged_steps(&self, known: &Known) -> impl Iterator<Item = (u32, u32, Cost)> {
        let unit = known.unit();
        (0..).zip(&self.states).flat_map(move |(place, &state)| {
            let steps = known.steps(state).iter();
            steps.map(move |step| (place, self.place(step.state) as u32, rounded_up(step.cost, unit)))
        })
    }

    /// The numbers of the steps that arrive at a state.
    pub(super) fn arriving(&self, state: u32) -> Range<u32> {
        let place = self.place(state);
        self.begins[place]..self.begins[place + 1]
    }

    /// A step that arrives.
    pub(super) fn arrival(&self, number: u32) -> Arrival {
        self.arrivals[number as usize]
    }
}
