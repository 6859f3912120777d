//! What searches share that better their solution: the best so far, and what the frontier proves
//! about it.

use std::collections::BTreeMap;

use crate::algorithms::expander::Expander;
use crate::algorithms::path::{path_to, solution};
use crate::algorithms::reached::{Origin, Reached};
use crate::core::{Cost, Domain, Event, Proof, Solution};
use crate::store::state_table::{NodeId, StateTable};

/// How many states of the frontier have which `g + h`.
///
/// Of every cheapest path some state waits in the frontier, with its least `g`, until the path has
/// been followed to its goal. With an admissible heuristic no solution is therefore cheaper than
/// both the least value and the best solution so far. There are few different values, so this costs
/// little beside the look-ups of states.
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

/// What is known of the optimum, from both sides.
#[derive(Default)]
pub(crate) struct Bracket {
    pub values: FrontierValues,
    pub incumbent: Option<Incumbent>,
}

impl Bracket {
    /// What the best solution costs.
    pub(crate) fn cost(&self) -> Option<Cost> {
        self.incumbent.map(|incumbent| incumbent.cost)
    }

    /// No solution is cheaper than both the least value that waits and the best solution.
    pub(crate) fn raise_lower_bound<D: Domain>(&self, work: &mut Expander<'_, '_, D>) {
        if !work.promises.admissible {
            return;
        }
        if let Some(bound) = self.values.least().into_iter().chain(self.cost()).min() {
            work.budget.raise_lower_bound(bound);
        }
    }

    /// Whether the bound has met the cost.
    pub(crate) fn is_proved<D: Domain>(&self, work: &Expander<'_, '_, D>) -> bool {
        self.cost().is_some_and(|cost| cost <= work.budget.lower_bound())
    }

    /// Reads the best solution back when the search ends, `told` being the cost it was last
    /// reported with.
    ///
    /// A cheaper path to a state on the way may not have been carried on to the goal when a limit
    /// ended the search; the solution is then better than it was known to be.
    pub(crate) fn best<D: Domain, P: Origin>(
        &self,
        work: &mut Expander<'_, '_, D>,
        table: &StateTable<D::Key, Reached<P>>,
        told: Option<Cost>,
    ) -> Option<Solution<D::Op>> {
        self.raise_lower_bound(work);
        let ops = path_to(work.domain, table, self.incumbent?.goal);
        let bound = work.budget.lower_bound();
        let best = solution(work.domain, &work.start, ops, |cost| Proof::by_bound(cost, bound));
        if told.is_none_or(|told| best.cost < told) {
            tell(best.cost, work);
        }
        Some(best)
    }
}

/// Tells the budget and watchers of a better solution.
pub(crate) fn tell<D: Domain>(cost: Cost, work: &mut Expander<'_, '_, D>) {
    work.budget.improve(cost);
    work.observer.event(Event::Improved { cost });
}
