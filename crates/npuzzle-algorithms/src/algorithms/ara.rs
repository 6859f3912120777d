//! Anytime repairing A*: weighted A* again and again with smaller weights, without starting again.
//!
//! The first search has a large weight and is quick. Each further one takes over all paths of the
//! one before and repairs only what the smaller weight asks for: a state is expanded once in each
//! search at most, and one that gets a cheaper path after that waits, in the list of the
//! inconsistent, for the next. The least `g + h` that waits anywhere is a lower bound, so every
//! solution comes with its factor; it falls until the solution is optimal. Memory: all states
//! generated. (Likhachev, Gordon & Thrun 2003)

use crate::algorithms::Algorithm;
use crate::algorithms::anytime::{Bracket, Incumbent, tell};
use crate::algorithms::expander::{Arrival, Expander, Parent, Successors, verdict};
use crate::algorithms::path::{NO_PARENT, path_cost, path_to};
use crate::algorithms::reached::{self, Origin};
use crate::algorithms::room::{bytes, make_room};
use crate::algorithms::rules::{WEIGHT, weight_from_one, weight_parts};
use crate::core::card::{AlgorithmCard, Group, Optimality, OptionCard, OptionKind, Options};
use crate::core::{Cost, Domain, Fraction, Outcome, Proof, Stop, Task, Verdict};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

const FIRST_WEIGHT: OptionCard = OptionCard {
    summary: "the weight of the estimate in the first search",
    kind: weight_from_one(Fraction::whole(3)),
    ..WEIGHT
};

const STEP: OptionCard = OptionCard {
    name: "step",
    summary: "how much smaller the weight of each further search is, down to 1; above 1000 it is halved",
    kind: OptionKind::Fraction {
        min: Fraction::percent(1),
        max: Fraction::whole(1000),
        default: Fraction::percent(50),
    },
};

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "weighted A* with falling weights: better and better solutions, the optimum in the end",
        group: Group::Anytime,
        optimal: Optimality::Eventually,
        options: &[FIRST_WEIGHT, STEP],
        citation: "Likhachev, Gordon & Thrun 2003",
        pseudocode: "\
open <- {start}, w <- 3, best <- infinity @search
repeat:
  while the least g + w * h in open is below best:
    n <- that state; take it from open @expand
    for each successor s of n: @generate
      if s is known with no larger g: drop s @duplicate,worse
      if s was expanded: it waits again @reopen
      put s into open, or later if expanded with this w @keep
      if s is a goal and g(s) < best: best <- g(s)
  tell of best, if it is better than before @improved
  if best <= least f in open and later:
    return the best path @solved
  w <- max(1, w - 0.5); open <- open and later
",
        ..AlgorithmCard::informed("ara", &["ara*", "anytime-repairing-a*"], "Anytime repairing A*")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let weights = Weights::new(options.fraction(WEIGHT.name), options.fraction(STEP.name));
        let mut search = AraSearch {
            weights,
            work: Expander::new(task),
            table: StateTable::default(),
            queue: BucketQueue::new(Discipline::LastInFirstOut),
            inconsistent: Vec::new(),
            bracket: Bracket::default(),
            told: None,
            factor: None,
        };
        let result = search.run();
        let verdict = search.verdict(result);
        search.work.discard(search.table);
        search.work.finish(Ok(verdict))
    }
}

/// Larger weights are halved.
const LARGEST_STEPPED: Fraction = Fraction::whole(1000);

/// The weight of the search that runs, and by how much it falls.
struct Weights {
    now: Fraction,
    step: Fraction,
    /// Those of `now`.
    parts: (u32, u32),
}

impl Weights {
    fn new(now: Fraction, step: Fraction) -> Self {
        Self { now, step, parts: weight_parts(now) }
    }

    /// Goes on to the next weight; `false` if the last search had a weight of one already.
    fn fall(&mut self) -> bool {
        if self.now <= Fraction::ONE {
            return false;
        }
        // Steps from a billion would never come to an end.
        if self.now > LARGEST_STEPPED {
            let half = self.now.times(Fraction::percent(50)).unwrap_or(LARGEST_STEPPED);
            *self = Self::new(half.ceil().max(LARGEST_STEPPED), self.step);
            return true;
        }
        // A fraction too long to write is passed over.
        let next = self.now.plus(self.step.negated()).filter(|next| next.small_parts().is_some());
        *self = Self::new(next.map_or(Fraction::ONE, |next| next.max(Fraction::ONE)), self.step);
        true
    }

    /// `g + w * h` times the denominator; among equals the larger `g` first.
    fn priority(&self, g: Cost, h: Cost) -> Priority {
        let weighted = u64::from(self.parts.0) * u64::from(h);
        Priority { first: self.bound(g).saturating_add(weighted), second: u64::from(Cost::MAX - g) }
    }

    /// The priority of a goal reached at this cost.
    fn bound(&self, cost: Cost) -> u64 {
        u64::from(self.parts.1) * u64::from(cost)
    }
}

/// Where a state was reached from, and what else is known of it.
#[derive(Clone, Copy)]
struct Notes {
    parent: u32,
    h: Cost,
    /// The search that expanded it last; zero if none has.
    expanded_in: u32,
}

impl Origin for Notes {
    fn node(self) -> u32 {
        self.parent
    }
}

/// A state is open as long as it has a path that its successors do not know of: it waits in the
/// open list or in that of the inconsistent.
type Reached = reached::Reached<Notes>;

struct AraSearch<'s, 'p, D: Domain> {
    weights: Weights,
    work: Expander<'s, 'p, D>,
    table: StateTable<D::Key, Reached>,
    queue: BucketQueue,
    inconsistent: Vec<NodeId>,
    bracket: Bracket,
    /// The cost of the solution reported last.
    told: Option<Cost>,
    /// The weight of the last search that came to its end, where that proves something.
    factor: Option<Fraction>,
}

impl<D: Domain> AraSearch<'_, '_, D> {
    fn run(&mut self) -> Result<(), Stop> {
        let h = self.work.estimate_start();
        let node = self.work.plant(&mut self.table, Notes { parent: NO_PARENT, h, expanded_in: 0 })?;
        self.bracket.values.add(0, h);
        self.queue.push(self.weights.priority(0, h), node)?;
        self.work.note_open();
        if self.work.domain.is_goal(&self.work.start) {
            self.bracket.incumbent = Some(Incumbent { goal: node, cost: 0 });
        }
        let mut successors = Successors::default();
        loop {
            self.work.stats.iterations += 1;
            self.improve_path(&mut successors)?;
            // Without a solution the search has gone on until every state that can be reached was
            // expanded.
            let Some(incumbent) = self.bracket.incumbent else { return Ok(()) };
            self.publish(incumbent);
            // PAPER: that the solution is within the weight needs a consistent heuristic, since no
            // state is expanded twice.
            self.factor = self.work.promises.consistent.then_some(self.weights.now);
            if self.bracket.is_proved(&self.work) {
                return Ok(());
            }
            // With a heuristic that is admissible but not consistent, the weight one may have to be
            // repeated: as long as a state waits that may lead to a better solution, each search
            // expands one, and gives it a cheaper path.
            if !self.weights.fall() && !self.work.promises.admissible {
                return Ok(());
            }
            self.reorder()?;
        }
    }

    /// Expands, each state once at most, until nothing that is left has a smaller priority than the
    /// best goal.
    fn improve_path(&mut self, successors: &mut Successors<D>) -> Result<(), Stop> {
        let search = self.work.stats.iterations as u32;
        while let Some((priority, node)) = self.queue.pop() {
            let reached = self.table.value(node);
            let (g, h) = (reached.g(), reached.parent.h);
            if reached.is_closed() || priority.second != u64::from(Cost::MAX - g) {
                continue;
            }
            if self.bracket.cost().is_some_and(|cost| priority.first >= self.weights.bound(cost)) {
                self.queue.push(priority, node)?;
                break;
            }
            let notes = Notes { expanded_in: search, ..reached.parent };
            self.table.set_value(node, Reached::open(g, notes).closed());
            self.expand(node, g, successors)?;
            // Only now, so that the bound holds whenever the search is stopped.
            self.bracket.values.remove(g, h);
            self.work.open -= 1;
        }
        Ok(())
    }

    fn expand(&mut self, node: NodeId, g: Cost, successors: &mut Successors<D>) -> Result<(), Stop> {
        let domain = self.work.domain;
        let parent = Parent::new(domain, self.table.key(node), g);
        self.work.expand(&parent, successors, |hash| self.table.prefetch_bucket(hash))?;
        for child in successors.drain(domain, &parent) {
            let (g, h) = (child.g, child.h);
            self.work.tell(&parent.state, child.op, g, h);
            let notes = Notes { parent: node.0, h, expanded_in: 0 };
            let others = || self.queue.bytes() + bytes(&self.inconsistent) + self.bracket.values.bytes();
            let entry = Reached::open(g, notes);
            let arrival = self.work.reach(&mut self.table, (child.key, child.hash), entry, others)?;
            let Some(arrival) = arrival else { continue };
            self.wait(&arrival, g, notes)?;
            // An admissible heuristic is zero at every goal.
            let may_be_goal = h == 0 || !self.work.promises.admissible;
            let is_better = self.bracket.cost().is_none_or(|cost| g < cost);
            if may_be_goal && is_better && parent.leads_to_goal(domain, child.op) {
                self.bracket.incumbent = Some(Incumbent { goal: arrival.node, cost: g });
            }
        }
        self.work.note_open();
        self.work.budget.hold(self.bytes())
    }

    /// Puts a state that was reached into the open list, or, if this search has expanded it, into
    /// that of the inconsistent.
    fn wait(&mut self, arrival: &Arrival<Notes>, g: Cost, notes: Notes) -> Result<(), Stop> {
        let search = self.work.stats.iterations as u32;
        let Arrival { node, before } = *arrival;
        let expanded_in = before.map_or(0, |before| before.parent.expanded_in);
        if let Some(before) = before {
            if !before.is_closed() {
                self.bracket.values.remove(before.g(), notes.h);
            }
            self.table.set_value(node, Reached::open(g, Notes { expanded_in, ..notes }));
        }
        if expanded_in != search {
            self.queue.push(self.weights.priority(g, notes.h), node)?;
        } else if before.is_none_or(reached::Reached::is_closed) {
            let others = self.bytes() - bytes(&self.inconsistent);
            make_room(&mut self.inconsistent, 1, others, self.work.budget)?;
            self.inconsistent.push(node);
        }
        self.bracket.values.add(g, notes.h);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.queue.bytes() + bytes(&self.inconsistent) + self.bracket.values.bytes()
    }

    /// Opens the inconsistent states, and orders the open list by the new weight.
    fn reorder(&mut self) -> Result<(), Stop> {
        let mut old = std::mem::replace(&mut self.queue, BucketQueue::new(Discipline::LastInFirstOut));
        for moved in 0_u64.. {
            let (node, g) = match old.pop() {
                Some((priority, node)) => (node, Some(u64::from(Cost::MAX) - priority.second)),
                None => match self.inconsistent.pop() {
                    Some(node) => (node, None),
                    None => break,
                },
            };
            if moved % (1 << 16) == 0 {
                self.work.budget.check()?;
                self.work.budget.hold(self.bytes() + old.bytes())?;
            }
            let reached = self.table.value(node);
            if !reached.is_closed() && g.is_none_or(|g| g == u64::from(reached.g())) {
                self.queue.push(self.weights.priority(reached.g(), reached.parent.h), node)?;
            }
        }
        Ok(())
    }

    /// Reports the solution of a search that came to its end, if it is better than the one before.
    fn publish(&mut self, incumbent: Incumbent) {
        if self.told.is_none_or(|told| incumbent.cost < told) {
            // States on the way may have got cheaper paths that have not been carried on to the
            // goal.
            let ops = path_to(self.work.domain, &self.table, incumbent.goal);
            let cost = path_cost(self.work.domain, &self.work.start, &ops);
            self.bracket.incumbent = Some(Incumbent { cost, ..incumbent });
            self.bracket.raise_lower_bound(&mut self.work);
            tell(cost, &mut self.work);
            self.told = Some(cost);
        } else {
            self.bracket.raise_lower_bound(&mut self.work);
        }
    }

    fn verdict(&mut self, result: Result<(), Stop>) -> Verdict<D::Op> {
        let mut solution = self.bracket.best(&mut self.work, &self.table, self.told);
        if let Some(solution) = &mut solution {
            solution.proof = match (solution.proof, self.factor) {
                (Proof::Within(by_bound), Some(factor)) => Proof::Within(by_bound.min(factor)),
                (Proof::Found, Some(factor)) => Proof::Within(factor),
                (proof, _) => proof,
            };
        }
        verdict(result, solution, &mut self.work.observer)
    }
}
