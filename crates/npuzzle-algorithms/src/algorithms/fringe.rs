//! Fringe search: iterative deepening that does not start again.
//!
//! IDA* forgets its frontier after each walk and makes it anew. Here it is kept, as a list: states
//! within the bound are expanded at once, their successors next in line; the others wait for a
//! later walk. So nothing is sorted, and the frontier is made once, at the price of a table of all
//! states and of passing by those that wait. The next bound is the least `g + h` that had to wait,
//! so with an admissible heuristic the first goal within the bound is optimal. (Björnsson,
//! Enzenberger, Holte & Schaeffer 2005)

use crate::algorithms::Algorithm;
use crate::algorithms::expander::{Expander, Parent, Successors};
use crate::algorithms::path::{NO_PARENT, optimal_if, path_to};
use crate::algorithms::reached::Reached;
use crate::algorithms::room::{bytes, make_room};
use crate::core::card::{AlgorithmCard, Options};
use crate::core::{Cost, Domain, Event, Outcome, Stop, Task, Verdict};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "iterative deepening that keeps its frontier from walk to walk",
        citation: "Björnsson, Enzenberger, Holte & Schaeffer 2005",
        pseudocode: "\
bound <- h(start), now <- (start), later <- () @search
repeat: @bound
  while now is not empty:
    n <- first state of now; take it out
    if f(n) > bound: put n at the end of later, go on
    if n is a goal: return the path to n @solved
    add n to closed @expand
    for each successor s of n: @generate
      if s is known with no larger g: drop s @duplicate,worse
      if s is in closed: take it out again @reopen
      put s, with its new path, in front of now @keep
  if later is empty: report no solution
  bound <- least f in later; now <- later, later <- ()
",
        ..AlgorithmCard::informed("fringe", &[], "Fringe search")
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let mut work = Expander::new(task);
        let mut table = StateTable::default();
        let result = search(&mut work, &mut table);
        work.discard(table);
        work.finish(result)
    }
}

/// A place in the fringe. A cheaper path to the state gets a place of its own, and this one is
/// passed over in its turn.
#[derive(Clone, Copy)]
struct ListPlace {
    node: NodeId,
    g: Cost,
    h: Cost,
}

impl ListPlace {
    fn f(self) -> u64 {
        u64::from(self.g) + u64::from(self.h)
    }
}

fn search<D: Domain>(
    work: &mut Expander<'_, '_, D>,
    table: &mut StateTable<D::Key, Reached>,
) -> Result<Verdict<D::Op>, Stop> {
    let domain = work.domain;
    let admissible = work.promises.admissible;
    let mut successors = Successors::default();
    let h = work.estimate_start();
    let node = work.plant(table, NO_PARENT)?;
    // The last of `now` is looked at next; what has to wait goes to `later`, first come first.
    let mut now = vec![ListPlace { node, g: 0, h }];
    let mut later: Vec<ListPlace> = Vec::new();
    let mut bound = u64::from(h);
    work.note_open();
    loop {
        // 1. A walk: bound and fringe. Everything cheaper than the bound has been expanded.
        work.budget.check()?;
        work.stats.iterations += 1;
        let bound_as_cost = Cost::try_from(bound).unwrap_or(Cost::MAX);
        if admissible {
            work.budget.raise_lower_bound(bound_as_cost);
        }
        work.observer.event(Event::Bound { bound: bound_as_cost });
        let mut beyond = None;
        while let Some(place) = now.pop() {
            // 2. Not in this walk. A place that was overtaken may lower the next bound, which costs
            // a walk at most.
            if place.f() > bound {
                beyond = Some(beyond.unwrap_or(u64::MAX).min(place.f()));
                make_room(&mut later, 1, table.bytes() + bytes(&now), work.budget)?;
                later.push(place);
                continue;
            }
            let reached = table.value(place.node);
            if reached.is_closed() || reached.g() < place.g {
                continue;
            }

            // 3. The goal test.
            let parent = Parent::new(domain, table.key(place.node), place.g);
            if domain.is_goal(&parent.state) {
                let ops = path_to(domain, table, place.node);
                return Ok(work.solved(ops, |_| optimal_if(admissible)));
            }

            // 4. Its successors.
            work.close(table, place.node, reached);
            work.expand(&parent, &mut successors, |hash| table.prefetch_bucket(hash))?;
            make_room(&mut now, successors.ops.len(), table.bytes() + bytes(&later), work.budget)?;
            let first = now.len();
            for child in successors.drain(domain, &parent) {
                work.tell(&parent.state, child.op, child.g, child.h);
                let entry = Reached::open(child.g, place.node.0);
                let lists = || bytes(&now) + bytes(&later);
                let Some(arrival) = work.reach(table, (child.key, child.hash), entry, lists)? else { continue };
                now.push(ListPlace { node: arrival.node, g: child.g, h: child.h });
            }
            // The successor of the first operator comes first.
            now[first..].reverse();
            work.note_open();
        }

        // 5. The next walk passes those that waited in the same order.
        let Some(least) = beyond else { return Ok(Verdict::Unsolvable) };
        bound = least;
        later.reverse();
        std::mem::swap(&mut now, &mut later);
    }
}
