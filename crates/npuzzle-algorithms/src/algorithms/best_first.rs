//! Best-first graph search: what uniform-cost search, greedy search, A* and weighted A* share.
//!
//! The frontier is ordered by `g_weight * g + h_weight * h`; a state is tested for the goal when it is taken from
//! the frontier. A state reached again on a cheaper path gets the new path, and is opened again if it was closed, so
//! A* stays optimal with inconsistent heuristics. (Hart, Nilsson & Raphael 1968; Martelli 1977 on reopening)
//!
//! What is hot: the look-ups of the children, each a cache miss. They are all started before the first is needed.

use crate::algorithms::path::{NO_PARENT, path_cost, path_to, successor};
use crate::algorithms::reached::Reached;
use crate::algorithms::rules::{GoalTest, REOPEN};
use crate::core::card::{OptionCard, OptionKind, Options};
use crate::core::{
    Budget, Cost, Domain, Evaluator, Event, Outcome, Proof, Properties, Prune, Ratio, Side, Solution, StateKey, Stats,
    Stop, Task, Verdict, Watcher,
};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::state_table::{NodeId, StateTable};

/// The order of the frontier.
pub(crate) struct Order {
    pub g_weight: u32,
    pub h_weight: u32,
    pub tie: Tie,
    /// Whether a cheaper path to a known state replaces the dearer one.
    pub improve: bool,
    /// Whether that opens a state again which was expanded on the dearer path.
    pub reopen: bool,
    pub goal_test: GoalTest,
}

/// Which of two states with equal priority comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tie {
    LargerG,
    SmallerG,
    Lifo,
    Fifo,
    /// By the problem's own order of states.
    State,
}

/// The option of all best-first searches.
pub(crate) const TIE: OptionCard = OptionCard {
    name: "tie",
    summary: "which of two states with equal priority comes first: that with the larger or smaller g (among equals the \
              newest), the newest, the oldest, or that whose name comes first on a map",
    kind: OptionKind::Choice(&["larger-g", "smaller-g", "lifo", "fifo", "state"]),
};

impl Tie {
    pub(crate) fn from_options(options: &Options) -> Self {
        match options.choice(TIE.name) {
            "smaller-g" => Self::SmallerG,
            "lifo" => Self::Lifo,
            "fifo" => Self::Fifo,
            "state" => Self::State,
            _ => Self::LargerG,
        }
    }

    pub(crate) fn discipline(self) -> Discipline {
        match self {
            Self::Fifo | Self::State => Discipline::FirstInFirstOut,
            _ => Discipline::LastInFirstOut,
        }
    }
}

impl Order {
    /// The order of A*, and of weighted A* with other weights, with the rules of the options.
    pub(crate) fn from_options(options: &Options, g_weight: u32, h_weight: u32) -> Self {
        Self {
            g_weight,
            h_weight,
            tie: Tie::from_options(options),
            improve: true,
            reopen: options.choice(REOPEN.name) != "no",
            goal_test: GoalTest::from_options(options),
        }
    }

    #[inline]
    fn priority(&self, g: Cost, h: Cost, state_order: u64) -> Priority {
        let first = u64::from(self.g_weight) * u64::from(g) + u64::from(self.h_weight) * u64::from(h);
        let second = match self.tie {
            Tie::LargerG => u64::from(Cost::MAX - g),
            Tie::SmallerG => u64::from(g),
            Tie::Lifo | Tie::Fifo => 0,
            Tie::State => state_order,
        };
        Priority { first, second }
    }

    /// What the smallest priority in the frontier proves, given an admissible heuristic and paths that are bettered.
    ///
    /// Some state `n` of every optimal path is in the frontier with its least `g`, and there
    /// `g_weight * g + h_weight * h <= max_weight * (g + h) <= max_weight * C*`.
    #[inline]
    fn lower_bound(&self, priority: Priority) -> Cost {
        if self.g_weight == 0 || !self.improve {
            return 0;
        }
        let bound = priority.first.div_ceil(u64::from(self.g_weight.max(self.h_weight)));
        Cost::try_from(bound).unwrap_or(Cost::MAX)
    }

    /// What is proved of a solution this order finds, given what the heuristic promises.
    fn proof(&self, promises: Properties) -> Proof {
        // Without reopening, paths are optimal only if the first to an expanded state is the cheapest.
        let paths_are_right = promises.admissible && (self.reopen || promises.consistent);
        if !paths_are_right || self.goal_test == GoalTest::Generation {
            return Proof::Found;
        }
        match (self.g_weight, self.h_weight) {
            (0, _) => Proof::Found,
            // A heuristic times a weight is no longer consistent.
            (g, h) if h > g && !self.reopen => Proof::Found,
            (g, h) if h <= g => Proof::Optimal,
            (g, h) => Ratio::new(h, g).map_or(Proof::Found, Proof::Within),
        }
    }
}

/// The start is stored first.
const ROOT: NodeId = NodeId(0);

/// Looking ahead pays only once look-ups miss the cache.
const LARGER_THAN_THE_CACHE: usize = 1 << 18;

/// Searches in the given order.
pub(crate) fn run<D: Domain>(order: &Order, task: Task<'_, '_, D>) -> Outcome<D::Op> {
    let Task { domain, start, heuristic, budget, mut observer, .. } = task;
    let stats = Stats { iterations: 1, ..Stats::default() };
    let mut search = Search { order, domain, heuristic, budget, observer: observer.reborrow(), stats };
    let mut table = StateTable::default();
    let verdict = search.run(&start, &mut table).unwrap_or_else(|why| Verdict::Stopped { why, best: None });
    let stats = Stats { max_stored: table.len() as u64, ..search.stats };
    table.discard();
    Outcome::new(verdict, stats, budget)
}

struct Search<'s, 'p, D: Domain> {
    order: &'s Order,
    domain: &'s D,
    heuristic: &'s dyn Evaluator<D>,
    budget: &'s mut Budget<'p>,
    observer: Watcher<'s, D>,
    stats: Stats,
}

impl<D: Domain> Search<'_, '_, D> {
    fn run(&mut self, start: &D::State, table: &mut StateTable<D::Key, Reached>) -> Result<Verdict<D::Op>, Stop> {
        let (order, domain) = (self.order, self.domain);
        let informed = order.h_weight > 0;
        let promises = if informed { self.heuristic.promises() } else { Properties::CONSISTENT };
        let admissible = promises.admissible;
        // Without reopening, a state of the optimal path may be closed with too large a g.
        let bounds_hold = admissible && (order.reopen || promises.consistent && order.h_weight <= order.g_weight);

        let mut queue = BucketQueue::new(order.tie.discipline());
        let mut open = 1_u64;
        let (mut ops, mut children, mut estimates) = (Vec::new(), Vec::new(), Vec::new());

        let start_h = if informed { self.heuristic.estimate(domain, start) } else { 0 };
        self.stats.evaluated += u64::from(informed);
        if admissible {
            self.budget.raise_lower_bound(start_h);
        }
        let key = domain.pack(start);
        let hash = key.hash64();
        let root = table.insert(key, hash, Reached::open(0, NO_PARENT), |bytes| self.budget.hold(bytes))?;
        queue.push(order.priority(0, start_h, domain.state_order(table.key(root))), root);
        self.stats.max_open = 1;
        if order.goal_test == GoalTest::Generation && domain.is_goal(start) {
            return Ok(self.solved(table, root, promises));
        }

        while let Some((priority, id)) = queue.pop() {
            // 1. Skip what a cheaper path has overtaken: the state was closed by its better entry.
            let entry = table.value(id);
            if entry.is_closed() {
                continue;
            }
            if bounds_hold {
                self.budget.raise_lower_bound(order.lower_bound(priority));
            }

            if let Some(next) = queue.peek() {
                table.prefetch_node(next);
            }

            // 2. The goal test.
            let key = table.key(id).clone();
            let state = domain.unpack(&key);
            let g = entry.g();
            if order.goal_test == GoalTest::Expansion && domain.is_goal(&state) {
                return Ok(self.solved(table, id, promises));
            }

            // 3. Close it and list its operators.
            self.budget.expand()?;
            table.set_value(id, entry.closed());
            open -= 1;
            ops.clear();
            ops.extend(domain.ops(&state));
            self.stats.generated += ops.len() as u64;
            if self.observer.is_taken() {
                let h = if informed { self.heuristic.estimate(domain, &state) } else { 0 };
                self.observer.event(Event::Expand { state: &state, g, h, side: Side::Forward });
            }

            // 4. Their keys and estimates. PERF: all buckets are asked for before the estimates are made and before the
            // first look-up, so that the cache misses overlap each other and the arithmetic (1.3 -> 1.9 million
            // expansions a second at 30 million states); and with them those of the state that will probably be
            // expanded next, a child of smaller priority or else the first in the queue (-> 2.3 million).
            children.clear();
            children.extend(ops.iter().map(|&op| {
                let child = domain.child_key(&state, &key, op);
                let hash = child.hash64();
                table.prefetch_bucket(hash);
                (child, hash)
            }));
            estimates.clear();
            if informed {
                self.heuristic.estimate_children(domain, &state, &ops, &mut estimates);
                self.stats.evaluated += ops.len() as u64;
            } else {
                estimates.resize(ops.len(), 0);
            }
            if table.len() > LARGER_THAN_THE_CACHE {
                let sooner = |&((&op, &h), _): &((&D::Op, &Cost), _)| {
                    order.priority(g + domain.cost(&state, op), h, 0) < priority
                };
                match (ops.iter().zip(&estimates).zip(&children).find(sooner), queue.peek()) {
                    (Some(((&op, _), (child, _))), _) => {
                        let mut next = state.clone();
                        domain.apply(&mut next, op);
                        prefetch_children(domain, table, &next, child);
                    }
                    (None, Some(next)) => {
                        let key = table.key(next);
                        prefetch_children(domain, table, &domain.unpack(key), key);
                    }
                    (None, None) => {}
                }
            }
            for (_, hash) in &children {
                table.prefetch_candidate(*hash);
            }

            // 5. Keep those that are new or reached on a cheaper path.
            for ((&op, &h), (child, hash)) in ops.iter().zip(&estimates).zip(children.drain(..)) {
                let child_g = g + domain.cost(&state, op);
                if self.observer.is_taken() {
                    let child = successor(domain, &state, op);
                    self.observer.event(Event::Generate { parent: &state, op: Some(op), state: &child, g: child_g, h });
                }
                let state_order = if order.tie == Tie::State { domain.state_order(&child) } else { 0 };
                let entry = Reached::open(child_g, id.0);
                let child_id = match table.find(&child, hash) {
                    None => {
                        open += 1;
                        table.insert(child, hash, entry, |bytes| self.budget.hold(bytes + queue.bytes()))?
                    }
                    Some(known) => {
                        let before = table.value(known);
                        let closed_for_good = before.is_closed() && !order.reopen;
                        if !order.improve || closed_for_good || child_g >= before.g() {
                            if self.observer.is_taken() {
                                let reason = if child_g > before.g() { Prune::Worse } else { Prune::Duplicate };
                                self.observer.event(Event::Prune { reason });
                            }
                            continue;
                        }
                        if before.is_closed() {
                            self.stats.reopened += 1;
                            open += 1;
                            if self.observer.is_taken() {
                                self.observer.event(Event::Reopen);
                            }
                        }
                        table.set_value(known, entry);
                        known
                    }
                };
                self.stats.max_depth = self.stats.max_depth.max(u64::from(child_g));
                if order.goal_test == GoalTest::Generation && domain.is_goal(&successor(domain, &state, op)) {
                    return Ok(self.solved(table, child_id, promises));
                }
                queue.push(order.priority(child_g, h, state_order), child_id);
            }
            self.stats.max_open = self.stats.max_open.max(open);
        }
        Ok(Verdict::Unsolvable)
    }

    fn solved(&mut self, table: &StateTable<D::Key, Reached>, goal: NodeId, promises: Properties) -> Verdict<D::Op> {
        let ops = path_to(self.domain, table, goal, |entry: Reached| entry.parent);
        // Not the goal's g: a state before it may have got a cheaper path since, or have two edges to the next.
        let cost = path_cost(self.domain, &self.domain.unpack(table.key(ROOT)), &ops);
        if self.observer.is_taken() {
            self.observer.event(Event::Solved { cost });
        }
        Verdict::Solved(Solution { ops, cost, proof: self.order.proof(promises) })
    }
}

/// Starts to bring the buckets of all children of a state into the cache.
fn prefetch_children<D: Domain, V: Copy>(domain: &D, table: &StateTable<D::Key, V>, state: &D::State, key: &D::Key) {
    for op in domain.ops(state) {
        table.prefetch_bucket(domain.child_key(state, key, op).hash64());
    }
}
