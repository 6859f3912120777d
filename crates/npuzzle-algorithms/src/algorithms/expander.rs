//! The step that searches share: expand a state.
//!
//! To expand a state is to list what its operators lead to, with keys, costs and estimates; to look
//! each successor up in the table of states; and to drop it, store it, or open it again on its
//! cheaper path. On the way the step counts and tells the observer, in this order: `Expand`, then
//! for each successor `Generate` and, where it applies, `Prune` or `Reopen`. What is left for a
//! file of this folder is what makes its search: the order, the bound and the proof.
//!
//! - [`Successors`] is the list, for any search.
//! - [`Expander`] is what a search on one thread works with. It takes the step.
//!
//! The searches on threads tell nothing and have budgets of their own. They take [`Successors`]
//! from here and the look-ups from [`reached`](crate::algorithms::reached).

use crate::algorithms::path::{solution, successor};
use crate::algorithms::reached::{Reached, look_up, store};
use crate::core::zero::Zero;
use crate::core::{
    Budget, Cost, Domain, Evaluator, Event, Outcome, Proof, Properties, Prune, Side, Solution, StateKey, Stats, Stop,
    Task, Verdict, Watcher,
};
use crate::store::state_table::{NodeId, StateTable};

/// A state that is expanded.
pub(crate) struct Parent<D: Domain> {
    pub key: D::Key,
    pub state: D::State,
    pub g: Cost,
}

impl<D: Domain> Parent<D> {
    #[inline(always)]
    pub(crate) fn new(domain: &D, key: &D::Key, g: Cost) -> Self {
        Self { key: key.clone(), state: domain.unpack(key), g }
    }

    /// Whether an operator leads to a goal.
    #[inline(always)]
    pub(crate) fn leads_to_goal(&self, domain: &D, op: D::Op) -> bool {
        domain.is_goal(&successor(domain, &self.state, op))
    }
}

/// A successor that has not been looked up.
pub(crate) struct Child<D: Domain> {
    pub op: D::Op,
    pub key: D::Key,
    pub hash: u64,
    pub g: Cost,
    pub h: Cost,
}

/// The successors of a state, list by list; a search keeps one, so that no expansion allocates.
///
/// PERF: lists of parts and not one list of [`Child`]ren, since one virtual call estimates all
/// operators of a slice.
pub(crate) struct Successors<D: Domain> {
    pub ops: Vec<D::Op>,
    pub keys: Vec<(D::Key, u64)>,
    pub estimates: Vec<Cost>,
}

impl<D: Domain> Default for Successors<D> {
    fn default() -> Self {
        Self { ops: Vec::new(), keys: Vec::new(), estimates: Vec::new() }
    }
}

impl<D: Domain> Successors<D> {
    /// Lists the operators.
    #[inline(always)]
    pub(crate) fn list(&mut self, ops: impl Iterator<Item = D::Op>) {
        self.ops.clear();
        self.ops.extend(ops);
    }

    /// How many there are.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        self.ops.len() as u64
    }

    /// Makes the keys. `look_ahead` gets each hash at once, to ask for what the look-up will need:
    /// the cache misses of all look-ups then overlap.
    #[inline(always)]
    pub(crate) fn make_keys(&mut self, domain: &D, parent: &Parent<D>, look_ahead: impl Fn(u64)) {
        self.keys.clear();
        self.keys.extend(self.ops.iter().map(|&op| {
            let key = domain.child_key(&parent.state, &parent.key, op);
            let hash = key.hash64();
            look_ahead(hash);
            (key, hash)
        }));
    }

    /// Makes the estimates.
    #[inline(always)]
    pub(crate) fn estimate(&mut self, domain: &D, heuristic: &dyn Evaluator<D>, state: &D::State) {
        self.estimates.clear();
        heuristic.estimate_children(domain, state, &self.ops, &mut self.estimates);
    }

    /// Takes out the successors, which have keys and estimates, in the order of the operators.
    #[inline(always)]
    pub(crate) fn drain<'a>(&'a mut self, domain: &'a D, parent: &'a Parent<D>) -> impl Iterator<Item = Child<D>> + 'a {
        let (state, g) = (&parent.state, parent.g);
        let parts = self.ops.iter().zip(&self.estimates).zip(self.keys.drain(..));
        parts.map(move |((&op, &h), (key, hash))| Child { op, key, hash, g: g + domain.cost(state, op), h })
    }
}

/// A successor that has got its place in the table.
pub(crate) struct Arrival<P> {
    pub node: NodeId,
    /// What was known of the state, if anything was.
    pub before: Option<Reached<P>>,
}

/// What a search on one thread works with: the problem, the budget, the observer and the counts.
///
/// PERF: all that runs once for each state or successor is inlined into the search, as if it were
/// written out there. If the compiler is free to choose, A* takes 773 instead of 768 instructions
/// for each state that it generates on `korf:79`.
pub(crate) struct Expander<'t, 'p, D: Domain> {
    pub domain: &'t D,
    pub start: D::State,
    pub heuristic: &'t dyn Evaluator<D>,
    pub promises: Properties,
    /// Whether there is an estimate, whose calls count.
    informed: bool,
    pub budget: &'t mut Budget<'p>,
    pub observer: Watcher<'t, D>,
    /// States that wait for their turn: [`plant`](Self::plant) and [`reach`](Self::reach) count
    /// those that begin to, the search those that no longer do.
    pub open: u64,
    pub stats: Stats,
}

impl<'t, 'p, D: Domain> Expander<'t, 'p, D> {
    pub(crate) fn new(task: Task<'t, 'p, D>) -> Self {
        let Task { domain, start, heuristic, budget, observer, .. } = task;
        let (promises, stats) = (heuristic.promises(), Stats::default());
        Self { domain, start, heuristic, promises, informed: true, budget, observer, open: 0, stats }
    }

    /// For a search that estimates nothing.
    pub(crate) fn uninformed(task: Task<'t, 'p, D>) -> Self {
        Self { informed: false, ..Self::new(Task { heuristic: &Zero, ..task }) }
    }

    /// The estimate of the start.
    pub(crate) fn estimate_start(&mut self) -> Cost {
        self.stats.evaluated += u64::from(self.informed);
        self.heuristic.estimate(self.domain, &self.start)
    }

    /// Stores the start, as the first state of the table.
    pub(crate) fn plant<P: Copy>(
        &mut self,
        table: &mut StateTable<D::Key, Reached<P>>,
        nowhere: P,
    ) -> Result<NodeId, Stop> {
        let key = self.domain.pack(&self.start);
        let hash = key.hash64();
        self.open = 1;
        table.insert(key, hash, Reached::open(0, nowhere), |bytes| self.budget.hold(bytes))
    }

    /// Closes a state that waited.
    #[inline(always)]
    pub(crate) fn close<P: Copy>(&mut self, table: &mut StateTable<D::Key, Reached<P>>, id: NodeId, entry: Reached<P>) {
        table.set_value(id, entry.closed());
        self.open -= 1;
    }

    /// Notes how many states wait.
    #[inline(always)]
    pub(crate) fn note_open(&mut self) {
        self.stats.max_open = self.stats.max_open.max(self.open);
    }

    /// Begins an expansion, if the budget allows it, and lists the operators.
    #[inline(always)]
    pub(crate) fn begin(
        &mut self,
        state: &D::State,
        g: Cost,
        ops: impl Iterator<Item = D::Op>,
        successors: &mut Successors<D>,
    ) -> Result<(), Stop> {
        self.budget.expand()?;
        successors.list(ops);
        if self.observer.is_taken() {
            let h = self.heuristic.estimate(self.domain, state);
            self.observer.event(Event::Expand { state, g, h, side: Side::Forward });
        }
        Ok(())
    }

    /// Estimates the successors listed.
    #[inline(always)]
    pub(crate) fn estimate(&mut self, state: &D::State, successors: &mut Successors<D>) {
        if self.informed {
            successors.estimate(self.domain, self.heuristic, state);
            self.stats.evaluated += successors.count();
        } else {
            successors.estimates.clear();
            successors.estimates.resize(successors.ops.len(), 0);
        }
    }

    /// Makes the keys and estimates of the successors listed. The look-ups are begun, with
    /// `look_ahead`, before the estimates are made: the cache misses hide behind the arithmetic.
    ///
    /// PERF: the search itself says how to look ahead. Were that written here, the loop over the
    /// keys would be one function that all searches call: 777 instead of 764 instructions for each
    /// state that A* generates on `korf:79`.
    #[inline(always)]
    pub(crate) fn make(&mut self, parent: &Parent<D>, successors: &mut Successors<D>, look_ahead: impl Fn(u64)) {
        successors.make_keys(self.domain, parent, look_ahead);
        self.estimate(&parent.state, successors);
    }

    /// Makes the successors of a state, to be counted one by one: for a search that may leave the
    /// loop over them before it has seen all.
    #[inline(always)]
    pub(crate) fn prepare(
        &mut self,
        parent: &Parent<D>,
        successors: &mut Successors<D>,
        look_ahead: impl Fn(u64),
    ) -> Result<(), Stop> {
        self.begin(&parent.state, parent.g, self.domain.ops(&parent.state), successors)?;
        self.make(parent, successors, look_ahead);
        Ok(())
    }

    /// Makes the successors of a state, and counts them all.
    #[inline(always)]
    pub(crate) fn expand(
        &mut self,
        parent: &Parent<D>,
        successors: &mut Successors<D>,
        look_ahead: impl Fn(u64),
    ) -> Result<(), Stop> {
        self.prepare(parent, successors, look_ahead)?;
        self.stats.generated += successors.count();
        Ok(())
    }

    /// Counts and tells of a successor that [`prepare`](Self::prepare) has made, in its turn.
    #[inline(always)]
    pub(crate) fn generate(&mut self, parent: &D::State, op: D::Op, g: Cost, h: Cost) {
        self.stats.generated += 1;
        self.tell(parent, op, g, h);
    }

    /// Tells of a successor, in its turn.
    #[inline(always)]
    pub(crate) fn tell(&mut self, parent: &D::State, op: D::Op, g: Cost, h: Cost) {
        if self.observer.is_taken() {
            let state = &successor(self.domain, parent, op);
            self.observer.event(Event::Generate { parent, op: Some(op), state, g, h });
        }
    }

    /// Tells that the successor is dropped.
    #[inline(always)]
    pub(crate) fn prune(&mut self, reason: Prune) {
        self.observer.event(Event::Prune { reason });
    }

    /// Looks a successor up and stores it, unless it is known on a path no dearer; `None` if it is
    /// dropped. `others` is what the search holds beside the table.
    #[inline(always)]
    pub(crate) fn reach<P: Copy>(
        &mut self,
        table: &mut StateTable<D::Key, Reached<P>>,
        identity: (D::Key, u64),
        entry: Reached<P>,
        others: impl Fn() -> u64,
    ) -> Result<Option<Arrival<P>>, Stop> {
        let stands = |before: Reached<P>| (entry.g() >= before.g()).then(|| before.prune(entry.g()));
        self.reach_unless(table, identity, entry, stands, others)
    }

    /// The same, where `stands` says why the path known keeps its place, if it does.
    #[inline(always)]
    pub(crate) fn reach_unless<P: Copy>(
        &mut self,
        table: &mut StateTable<D::Key, Reached<P>>,
        (key, hash): (D::Key, u64),
        entry: Reached<P>,
        stands: impl FnOnce(Reached<P>) -> Option<Prune>,
        others: impl Fn() -> u64,
    ) -> Result<Option<Arrival<P>>, Stop> {
        let known = look_up(table, &key, hash);
        if let Some((_, before)) = known {
            if let Some(reason) = stands(before) {
                self.prune(reason);
                return Ok(None);
            }
            if before.is_closed() {
                self.open += 1;
                self.stats.reopened += 1;
                self.observer.event(Event::Reopen);
            }
        } else {
            self.open += 1;
        }
        let node = store(table, known, key, hash, entry, |bytes| self.budget.hold(bytes.saturating_add(others())))?;
        self.stats.max_depth = self.stats.max_depth.max(u64::from(entry.g()));
        Ok(Some(Arrival { node, before: known.map(|(_, before)| before) }))
    }

    /// The answer of a search that ends with a path; `proof` judges its cost.
    ///
    /// That is the cost of the operators and not the goal's `g`: a state on the path may have got a
    /// cheaper path that the search did not carry on, or have two edges to the next.
    pub(crate) fn solved(&mut self, ops: Vec<D::Op>, proof: impl FnOnce(Cost) -> Proof) -> Verdict<D::Op> {
        let found = solution(self.domain, &self.start, ops, proof);
        verdict(Ok(()), Some(found), &mut self.observer)
    }

    /// Frees the table at the end, and counts its states.
    pub(crate) fn discard<V: Copy + Send + 'static>(&mut self, table: StateTable<D::Key, V>) {
        self.stats.max_stored = self.stats.max_stored.max(table.len() as u64);
        table.discard();
    }

    /// What the search answers. One that was stopped has no solution, unless its verdict says so.
    pub(crate) fn finish(self, result: Result<Verdict<D::Op>, Stop>) -> Outcome<D::Op> {
        let verdict = result.unwrap_or_else(|why| Verdict::Stopped { why, best: None });
        Outcome::new(verdict, self.stats, self.budget)
    }
}

/// The verdict of a search that came to its end, or was stopped, with the best path it knows.
pub(crate) fn verdict<D: Domain>(
    ended: Result<(), Stop>,
    solution: Option<Solution<D::Op>>,
    observer: &mut Watcher<'_, D>,
) -> Verdict<D::Op> {
    match (ended, solution) {
        (Err(why), best) => Verdict::Stopped { why, best },
        (Ok(()), None) => Verdict::Unsolvable,
        (Ok(()), Some(solution)) => {
            observer.event(Event::Solved { cost: solution.cost });
            Verdict::Solved(solution)
        }
    }
}
