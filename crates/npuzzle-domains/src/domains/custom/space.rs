//! A custom problem as searches see it: states are numbers, operators the numbers of their steps.
//!
//! What is not known yet is asked for when it is needed. Searches from the goals need to know
//! beforehand which steps arrive where: for them the problem is listed first.
//!
//! A search adds costs without looking whether the sum fits, as it may with problems that keep
//! paths short. Here it is not known how long paths become. So each state gets, when it is first
//! reached, the length of the path there; a search that betters paths never holds a longer one.
//! When that is too long, the search ends; until it notices, states that are new have no
//! successors.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::core::{Cost, Describe, Domain, Fraction};
use crate::domains::custom::known::Known;
use crate::domains::custom::listing::Listing;
use crate::domains::custom::scale::{LONGEST, nearest};
use crate::store::paged::Paged;

/// A custom problem for one search, in the unit that it has now.
#[derive(Clone)]
pub struct LazySpace {
    known: Arc<Known>,
    listing: Option<Arc<Listing>>,
    /// The only goal, if steps are followed backwards.
    goal: Option<u32>,
    /// Of the paths that lead to states, in this direction and in the other.
    lengths: [Arc<Paged<Length>>; 2],
    /// Whether a path has become too long: the search is about to end.
    is_too_long: Arc<AtomicBool>,
}

/// The length of the path by which a state was first reached, plus one; the top bit says that its
/// successors have been looked at.
#[derive(Default)]
struct Length(AtomicU32);

const LOOKED_AT: u32 = 1 << 31;

impl LazySpace {
    /// The problem for one search; with a listing also for one from both ends.
    pub fn new(known: Arc<Known>, listing: Option<Arc<Listing>>) -> Self {
        Self { known, listing, goal: None, lengths: Default::default(), is_too_long: Arc::default() }
    }

    /// What is known of the problem.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Where a step of a state leads, and what it costs, in units.
    fn follow(&self, state: u32, op: u32) -> (u32, Cost) {
        match (&self.goal, &self.listing) {
            (Some(_), Some(listing)) => {
                let arrival = listing.arrival(op);
                (arrival.from, self.known.cost(arrival.from, arrival.step))
            }
            _ => {
                let step = self.known.steps(state).get(op as usize);
                step.map_or((state, 0), |step| (step.state, nearest(step.cost, self.known.unit())))
            }
        }
    }

    /// Notes how long the paths to the successors of a state are, when they are first made.
    fn measure(&self, state: u32, ops: Range<u32>) {
        let [lengths, _] = &self.lengths;
        let before = lengths.get(state).0.fetch_or(LOOKED_AT, Ordering::Relaxed);
        if before & LOOKED_AT != 0 {
            return;
        }
        for op in ops {
            let (next, cost) = self.follow(state, op);
            // Both are at most the longest.
            let length = before.saturating_sub(1) + cost;
            if length >= LONGEST {
                self.is_too_long.store(true, Ordering::Relaxed);
                return self.known.too_long();
            }
            let _ = lengths.get(next).0.compare_exchange(0, length + 1, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Whether a state has successors although a path has become too long. States that were looked
    /// at before do, and so do those where two ends have met: a path that was found leads through
    /// them.
    fn is_settled(&self, state: u32) -> bool {
        let [here, there] = self.lengths.each_ref().map(|lengths| lengths.get(state).0.load(Ordering::Relaxed));
        (here | there) & LOOKED_AT != 0 || here != 0 && there != 0
    }

    /// What a path costs by what was told of its steps: exactly, though costs are rounded for the
    /// search.
    pub fn told_cost(&self, start: u32, ops: &[u32]) -> Fraction {
        let places = ops.iter().scan(start, |state, &op| {
            let before = *state;
            *state = self.follow(before, op).0;
            Some((before, op))
        });
        self.known.told_cost(places)
    }

    /// Asks again all that was asked about the states of a path, as long as `go_on` says so: see
    /// [`Known::change`].
    pub fn ask_again(&self, start: u32, ops: &[u32], go_on: impl Fn() -> bool) {
        let states = ops.iter().scan(start, |state, &op| {
            *state = self.follow(*state, op).0;
            Some(*state)
        });
        self.known.ask_again(std::iter::once(start).chain(states), go_on);
    }

    /// Looks how long a path is that was found: if it is too long, the search has to be run again.
    pub fn check_length(&self, start: u32, ops: &[u32]) {
        let mut state = start;
        let mut length = 0_u64;
        for &op in ops {
            let (next, cost) = self.follow(state, op);
            (state, length) = (next, length + u64::from(cost));
        }
        if length >= u64::from(LONGEST) {
            self.known.too_long();
        }
    }
}

impl Domain for LazySpace {
    type State = u32;
    type Key = u32;
    /// The number of a step: among those that leave the state, or, backwards, among all that arrive
    /// anywhere.
    type Op = u32;
    type Ops = Range<u32>;
    /// The state before.
    type Undo = u32;

    fn ops(&self, &state: &u32) -> Range<u32> {
        if self.is_too_long.load(Ordering::Relaxed) && !self.is_settled(state) {
            return 0..0;
        }
        let ops = match (&self.goal, &self.listing) {
            (Some(_), Some(listing)) => listing.arriving(state),
            _ => 0..self.known.steps(state).len() as u32,
        };
        self.measure(state, ops.clone());
        ops
    }

    fn apply(&self, state: &mut u32, op: u32) -> u32 {
        let (next, _) = self.follow(*state, op);
        std::mem::replace(state, next)
    }

    fn undo(&self, state: &mut u32, before: &u32) {
        *state = *before;
    }

    fn cost(&self, &state: &u32, op: u32) -> Cost {
        self.follow(state, op).1
    }

    fn uniform_cost(&self) -> Option<Cost> {
        self.known.uniform_cost()
    }

    fn has_endless_paths(&self) -> bool {
        true
    }

    fn is_goal(&self, &state: &u32) -> bool {
        self.goal.map_or_else(|| self.known.is_goal(state), |goal| goal == state)
    }

    fn pack(&self, state: &u32) -> u32 {
        *state
    }

    fn unpack(&self, key: &u32) -> u32 {
        *key
    }

    fn child_key(&self, &state: &u32, _: &u32, op: u32) -> u32 {
        self.follow(state, op).0
    }

    fn reverse(&self, &start: &u32) -> Option<Self> {
        let goal = if self.goal.is_none() { Some(start) } else { None };
        let [here, there] = self.lengths.clone();
        self.listing.is_some().then(|| Self { goal, lengths: [there, here], ..self.clone() })
    }

    /// Known where all states are listed.
    fn goals(&self) -> Vec<u32> {
        match (self.goal, &self.listing) {
            (Some(goal), _) => vec![goal],
            (None, Some(listing)) => listing.goals().to_vec(),
            (None, None) => Vec::new(),
        }
    }

    /// Numbers are given out in the order in which this process meets states.
    fn keys_travel(&self) -> bool {
        false
    }

    /// In the order in which numbers were given out.
    fn state_order(&self, key: &u32) -> u64 {
        u64::from(*key)
    }
}

impl Describe for LazySpace {
    fn name(&self, &state: &u32) -> String {
        self.known.name(state)
    }

    fn op_name(&self, &state: &u32, op: u32) -> String {
        match (&self.goal, &self.listing) {
            (Some(_), Some(listing)) => {
                let arrival = listing.arrival(op);
                self.known.step_name(arrival.from, arrival.step)
            }
            _ => self.known.step_name(state, op),
        }
    }
}
