//! Anytime repairing A*: weighted A* again and again with smaller weights, without starting again.
//!
//! The first search has a large weight and is quick. Each further one takes over all paths of the one before and
//! repairs only what the smaller weight asks for: a state is expanded once in each search at most, and one that gets a
//! cheaper path after that waits, in the list of the inconsistent, for the next. The least `g + h` that waits anywhere
//! is a lower bound, so every solution comes with its factor; it falls until the solution is optimal.
//! Memory: all states generated. (Likhachev, Gordon & Thrun 2003)

use crate::algorithms::Algorithm;
use crate::algorithms::anytime::{FrontierValues, Incumbent, best, tell};
use crate::algorithms::path::{NO_PARENT, path_cost, path_to, successor};
use crate::algorithms::room::{bytes, make_room};
use crate::core::card::{
    AlgorithmCard, FrontierOrder, MemoryClass, Optimality, OptionCard, OptionKind, Options, SearchKind,
};
use crate::core::{
    Budget, Cost, Domain, Evaluator, Event, Outcome, Proof, Properties, Prune, Ratio, Side, StateKey, Stats, Stop,
    Task, Verdict, Watcher,
};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

const WEIGHT: OptionCard = OptionCard {
    name: "w",
    summary: "the weight of the estimate in the first search",
    kind: OptionKind::Ratio { min: Ratio::ONE, max: Ratio::whole(1000), default: Ratio::whole(3) },
};

const STEP: OptionCard = OptionCard {
    name: "step",
    summary: "how much smaller the weight of each further search is, down to 1",
    kind: OptionKind::Ratio { min: Ratio::percent(1), max: Ratio::whole(1000), default: Ratio::percent(50) },
};

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "ara",
        aliases: &["ara*", "anytime-repairing-a*"],
        title: "Anytime repairing A*",
        summary: "weighted A* with falling weights: better and better solutions, the optimum in the end",
        informed: true,
        complete: true,
        optimal: Optimality::Eventually,
        memory: MemoryClass::States,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Hidden,
        features: &[],
        options: &[WEIGHT, STEP],
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
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let weights = Weights { now: options.ratio(WEIGHT.name), step: options.ratio(STEP.name) };
        let Task { domain, start, heuristic, budget, mut observer, .. } = task;
        let start = &start;
        let mut search = Search {
            weights,
            domain,
            start,
            heuristic,
            promises: heuristic.promises(),
            budget,
            observer: observer.reborrow(),
            table: StateTable::default(),
            queue: BucketQueue::new(Discipline::LastInFirstOut),
            inconsistent: Vec::new(),
            values: FrontierValues::default(),
            waiting: 0,
            incumbent: None,
            told: None,
            factor: None,
            ops: Vec::new(),
            estimates: Vec::new(),
            stats: Stats::default(),
        };
        let result = search.run();
        let verdict = search.verdict(result);
        let stats = Stats { max_stored: search.table.len() as u64, ..search.stats };
        search.table.discard();
        Outcome::new(verdict, stats, budget)
    }
}

/// The weight of the search that runs, and by how much it falls.
struct Weights {
    now: Ratio,
    step: Ratio,
}

impl Weights {
    /// Goes on to the next weight; `false` if the last search had a weight of one already.
    fn fall(&mut self) -> bool {
        if self.now <= Ratio::ONE {
            return false;
        }
        let parts = |ratio: Ratio| (u128::from(ratio.numerator()), u128::from(ratio.denominator()));
        let ((above, below), (step_above, step_below)) = (parts(self.now), parts(self.step));
        let denominator = below * step_below;
        let numerator = (above * step_below).saturating_sub(step_above * below);
        // A fraction too long to write is passed over.
        let exact = u32::try_from(numerator).ok().zip(u32::try_from(denominator).ok());
        let next = exact.and_then(|(numerator, denominator)| Ratio::new(numerator, denominator));
        self.now = next.map_or(Ratio::ONE, |next| next.max(Ratio::ONE));
        true
    }

    /// `g + w * h` times the denominator; among equals the larger `g` first.
    fn priority(&self, g: Cost, h: Cost) -> Priority {
        let weighted = u64::from(self.now.numerator()) * u64::from(h);
        Priority { first: self.bound(g).saturating_add(weighted), second: u64::from(Cost::MAX - g) }
    }

    /// The priority of a goal reached at this cost.
    fn bound(&self, cost: Cost) -> u64 {
        u64::from(self.now.denominator()) * u64::from(cost)
    }
}

/// What is known of a state that was reached.
#[derive(Clone, Copy)]
struct Reached {
    g: Cost,
    h: Cost,
    parent: u32,
    /// The search that expanded it last; zero if none has.
    expanded_in: u32,
    /// Whether it has a path that its successors do not know of: it is in the open list or in that of the inconsistent.
    waits: bool,
}

struct Search<'s, 'p, D: Domain> {
    weights: Weights,
    domain: &'s D,
    start: &'s D::State,
    heuristic: &'s dyn Evaluator<D>,
    promises: Properties,
    budget: &'s mut Budget<'p>,
    observer: Watcher<'s, D>,
    table: StateTable<D::Key, Reached>,
    queue: BucketQueue,
    inconsistent: Vec<NodeId>,
    values: FrontierValues,
    waiting: u64,
    incumbent: Option<Incumbent>,
    /// The cost of the solution reported last.
    told: Option<Cost>,
    /// The weight of the last search that came to its end, where that proves something.
    factor: Option<Ratio>,
    ops: Vec<D::Op>,
    estimates: Vec<Cost>,
    stats: Stats,
}

impl<D: Domain> Search<'_, '_, D> {
    fn run(&mut self) -> Result<(), Stop> {
        let h = self.heuristic.estimate(self.domain, self.start);
        self.stats.evaluated = 1;
        let key = self.domain.pack(self.start);
        let hash = key.hash64();
        let root = Reached { g: 0, h, parent: NO_PARENT, expanded_in: 0, waits: true };
        let node = self.table.insert(key, hash, root, |bytes| self.budget.hold(bytes))?;
        self.values.add(0, h);
        self.queue.push(self.weights.priority(0, h), node);
        (self.waiting, self.stats.max_open) = (1, 1);
        if self.domain.is_goal(self.start) {
            self.incumbent = Some(Incumbent { goal: node, cost: 0 });
        }
        loop {
            self.stats.iterations += 1;
            self.improve_path()?;
            // Without a solution the search has gone on until every state that can be reached was expanded.
            let Some(incumbent) = self.incumbent else { return Ok(()) };
            self.publish(incumbent);
            // PAPER: that the solution is within the weight needs a consistent heuristic, since no state is expanded
            // twice.
            self.factor = self.promises.consistent.then_some(self.weights.now);
            if self.is_proved() {
                return Ok(());
            }
            // With a heuristic that is admissible but not consistent, the weight one may have to be repeated: as long
            // as a state waits that may lead to a better solution, each search expands one, and gives it a cheaper
            // path.
            if !self.weights.fall() && !self.promises.admissible {
                return Ok(());
            }
            self.reorder()?;
        }
    }

    /// Whether the bound has met the cost.
    fn is_proved(&self) -> bool {
        self.incumbent.is_some_and(|incumbent| incumbent.cost <= self.budget.lower_bound())
    }

    /// Expands, each state once at most, until nothing that is left has a smaller priority than the best goal.
    fn improve_path(&mut self) -> Result<(), Stop> {
        let search = self.stats.iterations as u32;
        while let Some((priority, node)) = self.queue.pop() {
            let reached = self.table.value(node);
            if !reached.waits || priority.second != u64::from(Cost::MAX - reached.g) {
                continue;
            }
            if self.incumbent.is_some_and(|incumbent| priority.first >= self.weights.bound(incumbent.cost)) {
                self.queue.push(priority, node);
                break;
            }
            self.budget.expand()?;
            self.table.set_value(node, Reached { expanded_in: search, waits: false, ..reached });
            self.expand(node, reached.g, reached.h)?;
            // Only now, so that the bound holds whenever the search is stopped.
            self.values.remove(reached.g, reached.h);
            self.waiting -= 1;
        }
        Ok(())
    }

    fn expand(&mut self, node: NodeId, g: Cost, h: Cost) -> Result<(), Stop> {
        let domain = self.domain;
        let search = self.stats.iterations as u32;
        let key = self.table.key(node).clone();
        let state = domain.unpack(&key);
        self.ops.clear();
        self.ops.extend(domain.ops(&state));
        self.estimates.clear();
        self.heuristic.estimate_children(domain, &state, &self.ops, &mut self.estimates);
        self.stats.generated += self.ops.len() as u64;
        self.stats.evaluated += self.ops.len() as u64;
        if self.observer.is_taken() {
            self.observer.event(Event::Expand { state: &state, g, h, side: Side::Forward });
        }
        for step in 0..self.ops.len() {
            let (op, h) = (self.ops[step], self.estimates[step]);
            let g = g + domain.cost(&state, op);
            if self.observer.is_taken() {
                let child = successor(domain, &state, op);
                self.observer.event(Event::Generate { parent: &state, op: Some(op), state: &child, g, h });
            }
            let key = domain.child_key(&state, &key, op);
            let hash = key.hash64();
            let new = Reached { g, h, parent: node.0, expanded_in: 0, waits: true };
            let child = match self.table.find(&key, hash) {
                None => {
                    let others = self.bytes() - self.table.bytes();
                    let child = self.table.insert(key, hash, new, |bytes| self.budget.hold(bytes + others))?;
                    self.waiting += 1;
                    self.queue.push(self.weights.priority(g, h), child);
                    child
                }
                Some(child) => {
                    let before = self.table.value(child);
                    if g >= before.g {
                        if self.observer.is_taken() {
                            let reason = if g > before.g { Prune::Worse } else { Prune::Duplicate };
                            self.observer.event(Event::Prune { reason });
                        }
                        continue;
                    }
                    if before.waits {
                        self.values.remove(before.g, h);
                    } else {
                        self.waiting += 1;
                        self.stats.reopened += 1;
                        if self.observer.is_taken() {
                            self.observer.event(Event::Reopen);
                        }
                    }
                    self.table.set_value(child, Reached { expanded_in: before.expanded_in, ..new });
                    if before.expanded_in != search {
                        self.queue.push(self.weights.priority(g, h), child);
                    } else if !before.waits {
                        let others = self.bytes() - bytes(&self.inconsistent);
                        make_room(&mut self.inconsistent, 1, others, self.budget)?;
                        self.inconsistent.push(child);
                    }
                    child
                }
            };
            self.values.add(g, h);
            self.stats.max_depth = self.stats.max_depth.max(u64::from(g));
            // An admissible heuristic is zero at every goal.
            let may_be_goal = h == 0 || !self.promises.admissible;
            let is_better = self.incumbent.is_none_or(|incumbent| g < incumbent.cost);
            if may_be_goal && is_better && domain.is_goal(&successor(domain, &state, op)) {
                self.incumbent = Some(Incumbent { goal: child, cost: g });
            }
        }
        self.stats.max_open = self.stats.max_open.max(self.waiting);
        self.budget.hold(self.bytes())
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.queue.bytes() + bytes(&self.inconsistent) + self.values.bytes()
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
                self.budget.check()?;
                self.budget.hold(self.bytes() + old.bytes())?;
            }
            let reached = self.table.value(node);
            if reached.waits && g.is_none_or(|g| g == u64::from(reached.g)) {
                self.queue.push(self.weights.priority(reached.g, reached.h), node);
            }
        }
        Ok(())
    }

    /// Reports the solution of a search that came to its end, if it is better than the one before.
    fn publish(&mut self, incumbent: Incumbent) {
        if self.told.is_none_or(|told| incumbent.cost < told) {
            // States on the way may have got cheaper paths that have not been carried on to the goal.
            let ops = path_to(self.domain, &self.table, incumbent.goal, |reached: Reached| reached.parent);
            let cost = path_cost(self.domain, self.start, &ops);
            self.incumbent = Some(Incumbent { cost, ..incumbent });
            self.raise_lower_bound();
            tell(cost, self.budget, &mut self.observer);
            self.told = Some(cost);
        } else {
            self.raise_lower_bound();
        }
    }

    /// No solution is cheaper than both the least value that waits and the best solution.
    fn raise_lower_bound(&mut self) {
        if !self.promises.admissible {
            return;
        }
        let cost = self.incumbent.map(|incumbent| incumbent.cost);
        if let Some(bound) = self.values.least().into_iter().chain(cost).min() {
            self.budget.raise_lower_bound(bound);
        }
    }

    fn verdict(&mut self, result: Result<(), Stop>) -> Verdict<D::Op> {
        self.raise_lower_bound();
        let Some(incumbent) = self.incumbent else {
            return result.map_or_else(|why| Verdict::Stopped { why, best: None }, |()| Verdict::Unsolvable);
        };
        let parent_of = |reached: Reached| reached.parent;
        let told = (incumbent.goal, self.told);
        let mut solution = best(self.domain, self.start, &self.table, parent_of, told, self.budget, &mut self.observer);
        solution.proof = match (solution.proof, self.factor) {
            (Proof::Within(by_bound), Some(factor)) => Proof::Within(by_bound.min(factor)),
            (Proof::Found, Some(factor)) => Proof::Within(factor),
            (proof, _) => proof,
        };
        match result {
            Err(why) => Verdict::Stopped { why, best: Some(solution) },
            Ok(()) => {
                if self.observer.is_taken() {
                    self.observer.event(Event::Solved { cost: solution.cost });
                }
                Verdict::Solved(solution)
            }
        }
    }
}
