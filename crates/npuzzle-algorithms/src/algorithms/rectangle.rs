//! Rectangle search: a beam that grows while it is searched, and goes on until nothing is left.
//!
//! Every depth has an open list of its own. An iteration expands one more state at each depth reached so far, the best
//! of its list, from the top down, and then goes one depth deeper, where it expands as many states as the rectangle is
//! now wide. After `k` iterations `k` states of each of `k` depths are expanded: quickly a first solution, better ones
//! with time, no width to guess. States that cannot better the best solution are dropped; when all lists are empty it
//! is optimal.
//! Memory: all states generated. (Lemons, Ruml, Holte & Linares López 2024)

use crate::algorithms::Algorithm;
use crate::algorithms::anytime::{FrontierValues, Incumbent, best, tell};
use crate::algorithms::path::{NO_PARENT, successor};
use crate::algorithms::reached::Reached;
use crate::algorithms::room::{bytes, make_room};
use crate::core::card::{
    AlgorithmCard, FrontierOrder, MemoryClass, Optimality, OptionCard, OptionKind, Options, SearchKind,
};
use crate::core::{
    Budget, Cost, Domain, Evaluator, Event, Outcome, Proof, Prune, Side, Solution, StateKey, Stats, Stop, Task,
    Verdict, Watcher,
};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

const ASPECT: OptionCard = OptionCard {
    name: "aspect",
    summary: "how many depths the rectangle grows for each state of width",
    kind: OptionKind::Count { min: 1, max: 1_000_000, default: 1 },
};

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "rectangle",
        aliases: &[],
        title: "Rectangle search",
        summary: "a beam that grows in depth and width: better and better solutions, the optimum in the end",
        informed: true,
        complete: true,
        optimal: Optimality::Eventually,
        memory: MemoryClass::States,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Hidden,
        features: &[],
        options: &[ASPECT],
        citation: "Lemons, Ruml, Holte & Linares López 2024",
        pseudocode: "\
open[0] <- {start}, best <- infinity @search
for width = 1, 2, 3, ...:
  if open is empty, or best <= its least f:
    return the best path @solved
  expand the first state of open at each depth so far,
  and as many as width at the next depth:
    n <- state with least f < best, then least h @expand
    for each successor s of n: @generate
      if f(s) >= best: drop s @over-bound
      if s is known with no larger g: drop s @duplicate,worse
      if s was expanded: it is open again @reopen
      if s is a goal: best <- g(s) @improved
      else put s into open, one depth deeper @keep
",
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let aspect = options.count(ASPECT.name) as usize;
        let Task { domain, start, heuristic, budget, mut observer, .. } = task;
        let start = &start;
        let mut search = Search {
            aspect,
            domain,
            start,
            heuristic,
            admissible: heuristic.promises().admissible,
            budget,
            observer: observer.reborrow(),
            table: StateTable::default(),
            levels: Vec::new(),
            level_bytes: 0,
            values: FrontierValues::default(),
            open: 0,
            incumbent: None,
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

struct Search<'s, 'p, D: Domain> {
    aspect: usize,
    domain: &'s D,
    start: &'s D::State,
    heuristic: &'s dyn Evaluator<D>,
    admissible: bool,
    budget: &'s mut Budget<'p>,
    observer: Watcher<'s, D>,
    table: StateTable<D::Key, Reached>,
    /// The open list of each depth. A state reached on a cheaper path is entered again, and its old place is passed
    /// over.
    levels: Vec<BucketQueue>,
    level_bytes: u64,
    values: FrontierValues,
    open: u64,
    incumbent: Option<Incumbent>,
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
        let root = Reached::open(0, NO_PARENT);
        let node = self.table.insert(key, hash, root, |bytes| self.budget.hold(bytes))?;
        if self.domain.is_goal(self.start) {
            self.incumbent = Some(Incumbent { goal: node, cost: 0 });
            tell(0, self.budget, &mut self.observer);
            return Ok(());
        }
        self.enter(node, 0, h, 0)?;
        // All lists above this depth are empty, and stay so: only the list above fills a list.
        let mut top = 0;
        // Depths above this one have been searched.
        let mut reached = 0;
        for width in 1_u64.. {
            while self.levels.get(top).is_some_and(|level| level.peek().is_none()) {
                top += 1;
            }
            self.raise_lower_bound();
            let proved = self.incumbent.is_some_and(|incumbent| incumbent.cost <= self.budget.lower_bound());
            if self.open == 0 || proved {
                break;
            }
            self.stats.iterations += 1;
            let mut depth = top;
            while depth < self.levels.len().min(reached + self.aspect) {
                let quota = if depth < reached { 1 } else { width };
                for _ in 0..quota {
                    if !self.expand_best(depth)? {
                        break;
                    }
                }
                depth += 1;
            }
            reached = (reached + self.aspect).min(self.levels.len());
        }
        Ok(())
    }

    /// Expands the best state of a depth; `false` if there is none left.
    fn expand_best(&mut self, depth: usize) -> Result<bool, Stop> {
        loop {
            let level = &mut self.levels[depth];
            let before = level.bytes();
            let Some((priority, node)) = level.pop() else { return Ok(false) };
            self.level_bytes -= before - level.bytes();
            let reached = self.table.value(node);
            let (h, g) = (priority.second as Cost, reached.g());
            // Overtaken by a cheaper path, or by a solution.
            if reached.is_closed() || u64::from(g) + u64::from(h) != priority.first {
                continue;
            }
            let is_beaten = self.is_beaten(g, h);
            let closed = reached.closed();
            if is_beaten {
                self.table.set_value(node, closed);
            } else {
                self.budget.expand()?;
                self.table.set_value(node, closed);
                self.expand(node, g, h, depth)?;
            }
            // Only now, since the bound must hold even amid its successors.
            self.values.remove(g, h);
            self.open -= 1;
            if !is_beaten {
                return Ok(true);
            }
        }
    }

    /// Whether no solution through a state is cheaper than the best so far. Even an estimate that promises nothing
    /// leaves `g`.
    fn is_beaten(&self, g: Cost, h: Cost) -> bool {
        let least = u64::from(g) + if self.admissible { u64::from(h) } else { 0 };
        self.incumbent.is_some_and(|incumbent| least >= u64::from(incumbent.cost))
    }

    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, depth: usize) -> Result<(), Stop> {
        let domain = self.domain;
        let key = self.table.key(node).clone();
        let mut state = domain.unpack(&key);
        self.ops.clear();
        self.ops.extend(domain.ops(&state));
        self.estimates.clear();
        self.heuristic.estimate_children(domain, &state, &self.ops, &mut self.estimates);
        self.stats.evaluated += self.ops.len() as u64;
        if self.observer.is_taken() {
            self.observer.event(Event::Expand { state: &state, g, h, side: Side::Forward });
        }
        for step in 0..self.ops.len() {
            let (op, h) = (self.ops[step], self.estimates[step]);
            let g = g + domain.cost(&state, op);
            self.stats.generated += 1;
            if self.observer.is_taken() {
                let child = successor(domain, &state, op);
                self.observer.event(Event::Generate { parent: &state, op: Some(op), state: &child, g, h });
            }
            if self.is_beaten(g, h) {
                if self.observer.is_taken() {
                    self.observer.event(Event::Prune { reason: Prune::OverBound });
                }
                continue;
            }
            let child = domain.child_key(&state, &key, op);
            let hash = child.hash64();
            let reached = || Reached::open(g, node.0);
            let child = match self.table.find(&child, hash) {
                None => {
                    let others = self.level_bytes + self.values.bytes();
                    self.table.insert(child, hash, reached(), |bytes| self.budget.hold(bytes + others))?
                }
                Some(known) => {
                    let before = self.table.value(known);
                    if g >= before.g() {
                        if self.observer.is_taken() {
                            let reason = if g > before.g() { Prune::Worse } else { Prune::Duplicate };
                            self.observer.event(Event::Prune { reason });
                        }
                        continue;
                    }
                    if before.is_closed() {
                        self.stats.reopened += 1;
                        if self.observer.is_taken() {
                            self.observer.event(Event::Reopen);
                        }
                    } else {
                        self.open -= 1;
                        self.values.remove(before.g(), h);
                    }
                    self.table.set_value(known, reached());
                    known
                }
            };
            self.stats.max_depth = self.stats.max_depth.max(u64::from(g));
            let undo = domain.apply(&mut state, op);
            let is_goal = domain.is_goal(&state);
            domain.undo(&mut state, &undo);
            if is_goal {
                // Nothing behind a goal is cheaper.
                self.table.set_value(child, reached().closed());
                self.incumbent = Some(Incumbent { goal: child, cost: g });
                self.raise_lower_bound();
                tell(g, self.budget, &mut self.observer);
            } else {
                self.enter(child, g, h, depth + 1)?;
            }
        }
        Ok(())
    }

    /// Enters a state into the open list of a depth.
    fn enter(&mut self, node: NodeId, g: Cost, h: Cost, depth: usize) -> Result<(), Stop> {
        self.open += 1;
        self.values.add(g, h);
        self.stats.max_open = self.stats.max_open.max(self.open);
        if depth == self.levels.len() {
            let before = bytes(&self.levels);
            let others = self.table.bytes() + self.values.bytes() + self.level_bytes - before;
            make_room(&mut self.levels, 1, others, self.budget)?;
            self.level_bytes += bytes(&self.levels) - before;
            self.levels.push(BucketQueue::new(Discipline::LastInFirstOut));
        }
        let level = &mut self.levels[depth];
        let before = level.bytes();
        level.push(Priority { first: u64::from(g) + u64::from(h), second: u64::from(h) }, node);
        self.level_bytes += level.bytes() - before;
        self.budget.hold(self.table.bytes() + self.values.bytes() + self.level_bytes)
    }

    /// No solution is cheaper than both the frontier's least value and the best solution.
    fn raise_lower_bound(&mut self) {
        if !self.admissible {
            return;
        }
        let cost = self.incumbent.map(|incumbent| incumbent.cost);
        if let Some(bound) = self.values.least().into_iter().chain(cost).min() {
            self.budget.raise_lower_bound(bound);
        }
    }

    fn verdict(&mut self, result: Result<(), Stop>) -> Verdict<D::Op> {
        self.raise_lower_bound();
        let solution = self.incumbent.map(|Incumbent { goal, cost }| {
            let parent_of = |reached: Reached| reached.parent;
            let told = (goal, Some(cost));
            best(self.domain, self.start, &self.table, parent_of, told, self.budget, &mut self.observer)
        });
        match (result, solution) {
            (Err(why), best) => Verdict::Stopped { why, best },
            (Ok(()), None) => Verdict::Unsolvable,
            // Everything else was searched, or could not have been cheaper whatever the heuristic promises.
            (Ok(()), Some(solution)) => {
                if self.observer.is_taken() {
                    self.observer.event(Event::Solved { cost: solution.cost });
                }
                Verdict::Solved(Solution { proof: Proof::Optimal, ..solution })
            }
        }
    }
}
