//! Best-first graph search: what uniform-cost search, greedy search, A* and weighted A* share.
//!
//! The frontier is ordered by `g_weight * g + h_weight * h`; a state is tested for the goal when it
//! is taken from the frontier. A state reached again on a cheaper path gets the new path, and is
//! opened again if it was closed, so A* stays optimal with inconsistent heuristics. (Hart, Nilsson
//! & Raphael 1968; Martelli 1977 on reopening)
//!
//! What is hot: the look-ups of the children, each a cache miss. They are all started before the
//! first is needed.

use crate::algorithms::expander::{Expander, Parent, Successors};
use crate::algorithms::path::{NO_PARENT, path_to, successor};
use crate::algorithms::reached::Reached;
use crate::algorithms::rules::{BETTERED, GoalTest, REOPEN};
use crate::core::card::{OptionCard, OptionKind, Options};
use crate::core::{Cost, Domain, Fraction, Outcome, Proof, Properties, Prune, StateKey, Stop, Task, Verdict};
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
    summary: "which of two states with equal priority comes first: the one with the larger or the smaller g (among \
              equals the newest), the newest, the oldest, or the one whose name comes first in the alphabet (on a map; \
              elsewhere the oldest)",
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
            improve: options.choice(BETTERED.name) != "stored",
            reopen: options.choice(REOPEN.name) != "no",
            goal_test: GoalTest::from_options(options),
        }
    }

    #[inline]
    fn priority(&self, g: Cost, h: Cost, state_order: u64) -> Priority {
        // Each product fits; their sum may not, for costs near the largest.
        let (g_part, h_part) = (u64::from(self.g_weight) * u64::from(g), u64::from(self.h_weight) * u64::from(h));
        let first = g_part.saturating_add(h_part);
        let second = match self.tie {
            Tie::LargerG => u64::from(Cost::MAX - g),
            Tie::SmallerG => u64::from(g),
            Tie::Lifo | Tie::Fifo => 0,
            Tie::State => state_order,
        };
        Priority { first, second }
    }

    /// What the smallest priority in the frontier proves, given an admissible heuristic and good
    /// paths.
    ///
    /// Some state `n` of every optimal path is in the frontier with its least `g`, and there
    /// `g_weight * g + h_weight * h <= max_weight * (g + h) <= max_weight * C*`. Without reopening,
    /// but with a consistent heuristic, its `g` is at most `w` times the least, where `w`, at least
    /// one, is the weight of `h` over that of `g`, which gives the same bound; see
    /// [`proof`](Self::proof).
    #[inline]
    fn lower_bound(&self, priority: Priority) -> Cost {
        if self.g_weight == 0 {
            return 0;
        }
        let bound = priority.first.div_ceil(u64::from(self.g_weight.max(self.h_weight)));
        Cost::try_from(bound).unwrap_or(Cost::MAX)
    }

    /// Whether the paths in the frontier are good enough for proofs, given what the heuristic
    /// promises: the cheapest, or at most `w` times as dear.
    ///
    /// PAPER: with a consistent heuristic no state need be opened again for that. Let `s` be taken
    /// with `g > w g*`, and `n` be the first state of a cheapest path to `s` that is not closed.
    /// The state before `n` was closed with at most `w` times its least `g`, so `g(n) <= w g*(n)`;
    /// then `g(n) + w h(n) <= w (g*(n) + h(n)) <= w (g*(s) + h(s)) < g(s) + w h(s)`, and `n` would
    /// have been taken. (Likhachev, Gordon & Thrun 2003)
    fn has_good_paths(&self, promises: Properties) -> bool {
        promises.admissible && self.improve && (self.reopen || promises.consistent)
    }

    /// What is proved of a solution this order finds, given what the heuristic promises.
    fn proof(&self, promises: Properties) -> Proof {
        if !self.has_good_paths(promises) || self.goal_test == GoalTest::Generation {
            return Proof::Found;
        }
        match (self.g_weight, self.h_weight) {
            (0, _) => Proof::Found,
            (g, h) if h <= g => Proof::Optimal,
            (g, h) => Fraction::new(h.into(), g.into()).map_or(Proof::Found, Proof::Within),
        }
    }
}

/// The pseudo-code of a best-first search that reopens states: which state comes first.
macro_rules! best_first_pseudocode {
    ($first:literal) => {
        concat!(
            "open <- {start}, closed <- {}, g(start) <- 0 @search\n",
            "while open is not empty:\n",
            "  n <- state of open with least ",
            $first,
            ", then largest g\n",
            "  if n is a goal: return the path to n @solved\n",
            "  move n from open to closed @expand\n",
            "  for each successor s of n: @generate\n",
            "    if s is known with no larger g: drop s @duplicate,worse\n",
            "    if s is in closed: take it out again @reopen\n",
            "    g(s) <- g by way of n; put s into open @keep\n",
            "report no solution\n",
        )
    };
}
pub(crate) use best_first_pseudocode;

/// Looking ahead pays only once look-ups miss the cache.
pub(crate) const LARGER_THAN_THE_CACHE: usize = 1 << 18;

/// Searches in the given order.
pub(crate) fn run<D: Domain>(order: &Order, task: Task<'_, '_, D>) -> Outcome<D::Op> {
    let work = if order.h_weight > 0 { Expander::new(task) } else { Expander::uninformed(task) };
    let mut search = BestFirstSearch { order, work };
    search.work.stats.iterations = 1;
    let mut table = StateTable::default();
    let result = search.run(&mut table);
    search.work.discard(table);
    search.work.finish(result)
}

struct BestFirstSearch<'o, 's, 'p, D: Domain> {
    order: &'o Order,
    work: Expander<'s, 'p, D>,
}

impl<D: Domain> BestFirstSearch<'_, '_, '_, D> {
    fn run(&mut self, table: &mut StateTable<D::Key, Reached>) -> Result<Verdict<D::Op>, Stop> {
        let (order, work) = (self.order, &mut self.work);
        let (domain, promises) = (work.domain, work.promises);
        let bounds_hold = order.has_good_paths(promises);

        let mut queue = BucketQueue::new(order.tie.discipline());
        let mut successors = Successors::default();

        let start_h = work.estimate_start();
        if promises.admissible {
            work.budget.raise_lower_bound(start_h);
        }
        let root = work.plant(table, NO_PARENT)?;
        queue.push(order.priority(0, start_h, domain.state_order(table.key(root))), root)?;
        work.note_open();
        if order.goal_test == GoalTest::Generation && domain.is_goal(&work.start) {
            return Ok(self.solved(table, root));
        }

        while let Some((priority, id)) = queue.pop() {
            // 1. Skip what a cheaper path has overtaken: the state was closed by its better entry.
            let entry = table.value(id);
            if entry.is_closed() {
                continue;
            }
            if bounds_hold {
                work.budget.raise_lower_bound(order.lower_bound(priority));
            }

            if let Some(next) = queue.peek() {
                table.prefetch_node(next);
            }

            // 2. The goal test.
            let parent = Parent::new(domain, table.key(id), entry.g());
            if order.goal_test == GoalTest::Expansion && domain.is_goal(&parent.state) {
                return Ok(self.solved(table, id));
            }

            // 3. Close it and make its successors. PERF: all buckets are asked for before the
            // estimates are made and before the first look-up, so that the cache misses overlap
            // each other and the arithmetic (1.3 -> 1.9 million expansions a second at 30 million
            // states); and with them those of the state that will probably be expanded next, a
            // child of smaller priority or else the first in the queue (-> 2.3 million).
            work.close(table, id, entry);
            work.expand(&parent, &mut successors, |hash| table.prefetch_bucket(hash))?;
            if table.len() > LARGER_THAN_THE_CACHE {
                let sooner = |&((&op, &h), _): &((&D::Op, &Cost), _)| {
                    order.priority(parent.g + domain.cost(&parent.state, op), h, 0) < priority
                };
                let mut children = successors.ops.iter().zip(&successors.estimates).zip(&successors.keys);
                match (children.find(sooner), queue.peek()) {
                    (Some(((&op, _), (child, _))), _) => {
                        prefetch_children(domain, table, &successor(domain, &parent.state, op), child);
                    }
                    (None, Some(next)) => {
                        let key = table.key(next);
                        prefetch_children(domain, table, &domain.unpack(key), key);
                    }
                    (None, None) => {}
                }
            }
            for (_, hash) in &successors.keys {
                table.prefetch_candidate(*hash);
            }

            // 4. Keep those that are new or reached on a cheaper path.
            for child in successors.drain(domain, &parent) {
                work.tell(&parent.state, child.op, child.g, child.h);
                let state_order = if order.tie == Tie::State { domain.state_order(&child.key) } else { 0 };
                let stands = |before: Reached| {
                    let closed_for_good = before.is_closed() && !order.reopen;
                    if !order.improve {
                        Some(Prune::Duplicate)
                    } else if closed_for_good || child.g >= before.g() {
                        Some(before.prune(child.g))
                    } else {
                        None
                    }
                };
                let entry = Reached::open(child.g, id.0);
                let arrival = work.reach_unless(table, (child.key, child.hash), entry, stands, || queue.bytes())?;
                let Some(arrival) = arrival else { continue };
                if order.goal_test == GoalTest::Generation && parent.leads_to_goal(domain, child.op) {
                    return Ok(self.solved(table, arrival.node));
                }
                queue.push(order.priority(child.g, child.h, state_order), arrival.node)?;
            }
            work.note_open();
        }
        Ok(Verdict::Unsolvable)
    }

    fn solved(&mut self, table: &StateTable<D::Key, Reached>, goal: NodeId) -> Verdict<D::Op> {
        let ops = path_to(self.work.domain, table, goal);
        let promises = self.work.promises;
        self.work.solved(ops, |_| self.order.proof(promises))
    }
}

/// Starts to bring the buckets of all children of a state into the cache.
pub(crate) fn prefetch_children<D: Domain, V: Copy>(
    domain: &D,
    table: &StateTable<D::Key, V>,
    state: &D::State,
    key: &D::Key,
) {
    for op in domain.ops(state) {
        table.prefetch_bucket(domain.child_key(state, key, op).hash64());
    }
}
