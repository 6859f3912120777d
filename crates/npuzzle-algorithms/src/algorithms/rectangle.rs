//! Rectangle search: a beam that grows while it is searched, and goes on until nothing is left.
//!
//! Every depth has an open list of its own. An iteration expands one more state at each depth
//! reached so far, the best of its list, from the top down, and then goes one depth deeper, where
//! it expands as many states as the rectangle is now wide. After `k` iterations `k` states of each
//! of `k` depths are expanded: quickly a first solution, better ones with time, no width to guess.
//! States that cannot better the best solution are dropped; when all lists are empty it is optimal.
//! Memory: all states generated. (Lemons, Ruml, Holte & Linares López 2024)

use crate::algorithms::Algorithm;
use crate::algorithms::anytime::{Bracket, Incumbent, tell};
use crate::algorithms::expander::{Arrival, Expander, Parent, Successors, verdict};
use crate::algorithms::path::NO_PARENT;
use crate::algorithms::reached::Reached;
use crate::algorithms::room::{bytes, make_room};
use crate::core::card::{AlgorithmCard, Group, Optimality, OptionCard, Options};
use crate::core::{Cost, Domain, Outcome, Proof, Prune, Stop, Task, Verdict};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

const ASPECT: OptionCard =
    OptionCard::count("aspect", "how many depths the rectangle grows for each state of width", 1..=1_000_000, 1);

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "a beam that grows in depth and width: better and better solutions, the optimum in the end",
        group: Group::Anytime,
        optimal: Optimality::Eventually,
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
        ..AlgorithmCard::informed("rectangle", &[], "Rectangle search")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let aspect = options.count(ASPECT.name) as usize;
        let mut search = RectangleSearch {
            aspect,
            work: Expander::new(task),
            table: StateTable::default(),
            levels: Vec::new(),
            level_bytes: 0,
            bracket: Bracket::default(),
        };
        let result = search.run();
        let verdict = search.verdict(result);
        search.work.discard(search.table);
        search.work.finish(Ok(verdict))
    }
}

struct RectangleSearch<'s, 'p, D: Domain> {
    aspect: usize,
    work: Expander<'s, 'p, D>,
    table: StateTable<D::Key, Reached>,
    /// The open list of each depth. A state reached on a cheaper path is entered again, and its old
    /// place is passed over.
    levels: Vec<BucketQueue>,
    level_bytes: u64,
    bracket: Bracket,
}

impl<D: Domain> RectangleSearch<'_, '_, D> {
    fn run(&mut self) -> Result<(), Stop> {
        let h = self.work.estimate_start();
        let node = self.work.plant(&mut self.table, NO_PARENT)?;
        if self.work.domain.is_goal(&self.work.start) {
            self.bracket.incumbent = Some(Incumbent { goal: node, cost: 0 });
            tell(0, &mut self.work);
            return Ok(());
        }
        self.enter(node, 0, h, 0)?;
        let mut successors = Successors::default();
        // All lists above this depth are empty, and stay so: only the list above fills a list.
        let mut top = 0;
        // Depths above this one have been searched.
        let mut reached = 0;
        for width in 1_u64.. {
            while self.levels.get(top).is_some_and(|level| level.peek().is_none()) {
                top += 1;
            }
            self.bracket.raise_lower_bound(&mut self.work);
            if self.work.open == 0 || self.bracket.is_proved(&self.work) {
                break;
            }
            self.work.stats.iterations += 1;
            let mut depth = top;
            while depth < self.levels.len().min(reached + self.aspect) {
                let quota = if depth < reached { 1 } else { width };
                for _ in 0..quota {
                    if !self.expand_best(depth, &mut successors)? {
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
    fn expand_best(&mut self, depth: usize, successors: &mut Successors<D>) -> Result<bool, Stop> {
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
            self.table.set_value(node, reached.closed());
            if !is_beaten {
                self.expand(node, g, depth, successors)?;
            }
            // Only now, since the bound must hold even amid its successors.
            self.bracket.values.remove(g, h);
            self.work.open -= 1;
            if !is_beaten {
                return Ok(true);
            }
        }
    }

    /// Whether no solution through a state is cheaper than the best so far. Even an estimate that
    /// promises nothing leaves `g`.
    fn is_beaten(&self, g: Cost, h: Cost) -> bool {
        let least = u64::from(g) + if self.work.promises.admissible { u64::from(h) } else { 0 };
        self.bracket.cost().is_some_and(|cost| least >= u64::from(cost))
    }

    fn expand(&mut self, node: NodeId, g: Cost, depth: usize, successors: &mut Successors<D>) -> Result<(), Stop> {
        let domain = self.work.domain;
        let parent = Parent::new(domain, self.table.key(node), g);
        self.work.prepare(&parent, successors, |hash| self.table.prefetch_bucket(hash))?;
        for child in successors.drain(domain, &parent) {
            let (g, h) = (child.g, child.h);
            self.work.generate(&parent.state, child.op, g, h);
            if self.is_beaten(g, h) {
                self.work.prune(Prune::OverBound);
                continue;
            }
            let entry = Reached::open(g, node.0);
            let others = || self.level_bytes + self.bracket.values.bytes();
            let arrival = self.work.reach(&mut self.table, (child.key, child.hash), entry, others)?;
            let Some(Arrival { node: reached, before }) = arrival else { continue };
            if let Some(before) = before.filter(|before| !before.is_closed()) {
                self.bracket.values.remove(before.g(), h);
            }
            if parent.leads_to_goal(domain, child.op) {
                // Nothing behind a goal is cheaper.
                self.work.close(&mut self.table, reached, entry);
                self.bracket.incumbent = Some(Incumbent { goal: reached, cost: g });
                self.bracket.raise_lower_bound(&mut self.work);
                tell(g, &mut self.work);
            } else {
                self.enter(reached, g, h, depth + 1)?;
            }
        }
        Ok(())
    }

    /// Enters a state into the open list of a depth.
    fn enter(&mut self, node: NodeId, g: Cost, h: Cost, depth: usize) -> Result<(), Stop> {
        self.bracket.values.add(g, h);
        self.work.note_open();
        if depth == self.levels.len() {
            let before = bytes(&self.levels);
            let others = self.table.bytes() + self.bracket.values.bytes() + self.level_bytes - before;
            make_room(&mut self.levels, 1, others, self.work.budget)?;
            self.level_bytes += bytes(&self.levels) - before;
            self.levels.push(BucketQueue::new(Discipline::LastInFirstOut));
        }
        let level = &mut self.levels[depth];
        let before = level.bytes();
        level.push(Priority { first: u64::from(g) + u64::from(h), second: u64::from(h) }, node)?;
        self.level_bytes += level.bytes() - before;
        self.work.budget.hold(self.table.bytes() + self.bracket.values.bytes() + self.level_bytes)
    }

    fn verdict(&mut self, result: Result<(), Stop>) -> Verdict<D::Op> {
        let mut solution = self.bracket.best(&mut self.work, &self.table, self.bracket.cost());
        if let (Ok(()), Some(solution)) = (&result, &mut solution) {
            // Everything else was searched, or could not have been cheaper whatever the heuristic
            // promises.
            solution.proof = Proof::Optimal;
        }
        verdict(result, solution, &mut self.work.observer)
    }
}
