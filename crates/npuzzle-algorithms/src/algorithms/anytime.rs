//! What searches share that better their solution: the best so far, and what the frontier proves about it.

use std::collections::BTreeMap;

use crate::algorithms::path::{path_cost, path_to};
use crate::core::{Budget, Cost, Domain, Event, Proof, Ratio, Solution, Watcher};
use crate::store::state_table::{NodeId, StateTable};

/// How many states of the frontier have which `g + h`.
///
/// Of every cheapest path some state waits in the frontier, with its least `g`, until the path has been followed to its
/// goal. With an admissible heuristic no solution is therefore cheaper than both the least value and the best solution
/// so far. There are few different values, so this costs little beside the look-ups of states.
#[derive(Default)]
pub(crate) struct FrontierValues(BTreeMap<u64, u64>);

impl FrontierValues {
    /// Notes a state that waits.
    pub(crate) fn add(&mut self, g: Cost, h: Cost) {
        *self.0.entry(u64::from(g) + u64::from(h)).or_default() += 1;
    }

    /// Notes that a state waits no more, or no more with this `g`.
    pub(crate) fn remove(&mut self, g: Cost, h: Cost) {
        let f = u64::from(g) + u64::from(h);
        if let Some(count) = self.0.get_mut(&f) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&f);
            }
        }
    }

    /// The least `g + h`; `None` if nothing waits.
    pub(crate) fn least(&self) -> Option<Cost> {
        let (&least, _) = self.0.first_key_value()?;
        Some(Cost::try_from(least).unwrap_or(Cost::MAX))
    }

    /// Bytes held, nearly.
    pub(crate) fn bytes(&self) -> u64 {
        (self.0.len() * 4 * size_of::<u64>()) as u64
    }
}

/// The best solution so far.
#[derive(Clone, Copy)]
pub(crate) struct Incumbent {
    pub goal: NodeId,
    pub cost: Cost,
}

/// Tells the budget and those who watch of a better solution.
pub(crate) fn tell<D: Domain>(cost: Cost, budget: &mut Budget<'_>, observer: &mut Watcher<'_, D>) {
    budget.improve(cost);
    if observer.is_taken() {
        observer.event(Event::Improved { cost });
    }
}

/// Reads the best solution back when the search ends, `told` being the cost it was last reported with.
///
/// A cheaper path to a state on the way may not have been carried on to the goal when a limit ended the search; the
/// solution is then better than it was known to be.
pub(crate) fn best<D: Domain, V: Copy>(
    domain: &D,
    start: &D::State,
    table: &StateTable<D::Key, V>,
    parent_of: impl Fn(V) -> u32,
    (goal, told): (NodeId, Option<Cost>),
    budget: &mut Budget<'_>,
    observer: &mut Watcher<'_, D>,
) -> Solution<D::Op> {
    let ops = path_to(domain, table, goal, parent_of);
    let cost = path_cost(domain, start, &ops);
    if told.is_none_or(|told| cost < told) {
        tell(cost, budget, observer);
    }
    Solution { ops, cost, proof: proof(cost, budget.lower_bound()) }
}

/// What a lower bound says of a solution.
pub(crate) fn proof(cost: Cost, lower_bound: Cost) -> Proof {
    if cost <= lower_bound {
        return Proof::Optimal;
    }
    Ratio::new(cost, lower_bound).map_or(Proof::Found, Proof::Within)
}
