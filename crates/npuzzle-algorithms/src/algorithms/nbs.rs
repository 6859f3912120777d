//! NBS, near-optimal bidirectional search: expands pairs of states, one from each end.
//!
//! A solution through `u` (open in front) and `v` (open behind) costs at least
//! `max(f(u), f(v), g(u) + g(v) + e)`. With consistent heuristics, every search that proves
//! optimality by these bounds has to expand one state of each pair whose bound is below the
//! optimum `C`; NBS always takes a pair of least bound and expands both. So as long as the least
//! bound is below `C` it expands at most twice what any such search must (a 2-approximation of a
//! vertex cover). The theorem does not count the last layer, the pairs whose bound is `C`: how many
//! of them are expanded before a path of cost `C` is seen is chance, and no search has to expand
//! any. NBS stops when the least bound of any pair reaches the cheapest path seen. The pair is
//! found with two queues an end: states wait by `f` until `f` is within the bound, then they are
//! ready and ordered by `g`. (Chen, Holte, Zilles & Sturtevant 2017)

use crate::algorithms::Algorithm;
use crate::algorithms::bidirectional::{Child, Half, Meeting, Search, Setting, Work, run_halves};
use crate::core::card::{AlgorithmCard, Options};
use crate::core::{Cost, Domain, Outcome, Stop, Task};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::state_table::NodeId;

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "from both ends, in pairs of least bound: below C*, if h is consistent, at most twice what any \
                  search that proves by these bounds must expand",
        citation: "Chen, Holte, Zilles & Sturtevant 2017",
        pseudocode: "\
for both ends: open, closed <- {}; best <- infinity @search
put start into open ahead, the goals behind @root
while both ends have open states:
  (u, v) <- pair of states, u ahead and v behind, with
    least bound = max(f(u), f(v), g(u) + g(v) + 1)
  if best <= bound, lifted by parity: leave the loop
  for n in (u, v):
    move n from open to closed @expand
    for each successor s of n, seen from its end: @generate
      if this end knows s with no larger g: drop s @duplicate,worse
      if f(s) is not below best: drop s @over-bound
      if s is in closed: take it out again @reopen
      put s into open @keep
      if the other end knows s: best <- the cheaper @met
return the best path @solved
",
        ..AlgorithmCard::from_both_ends("nbs", &[], "NBS")
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        run_halves::<Self, D>(task)
    }
}

/// The frontier of one end.
struct Frontier {
    /// By `f`.
    waiting: BucketQueue,
    /// By `g`; their `f` is within the bound.
    ready: BucketQueue,
}

impl Frontier {
    fn new() -> Self {
        let queue = || BucketQueue::new(Discipline::LastInFirstOut);
        Self { waiting: queue(), ready: queue() }
    }

    fn bytes(&self) -> u64 {
        self.waiting.bytes() + self.ready.bytes()
    }

    fn push(&mut self, child: &Child) -> Result<(), Stop> {
        let first = u64::from(child.g) + u64::from(child.h);
        self.waiting.push(Priority { first, second: u64::from(Cost::MAX - child.g) }, child.node)
    }

    /// Least `f` of those that wait, and least `g` of those that are ready. What has been overtaken
    /// is dropped.
    fn least<X: Domain>(&mut self, half: &Half<'_, X>) -> (Option<u64>, Option<u64>) {
        let as_pushed = |g: u64, id: NodeId| {
            let entry = half.table.value(id);
            !entry.is_closed() && u64::from(entry.g()) == g
        };
        let waits = |priority: Priority, id| as_pushed(u64::from(Cost::MAX) - priority.second, id);
        let waiting = self.waiting.first_with(waits).map(|(priority, _)| priority.first);
        let ready = self.ready.first_with(|priority, id| as_pushed(priority.first, id));
        (waiting, ready.map(|(priority, _)| priority.first))
    }

    /// Makes all states with `f` up to the bound ready.
    fn prepare<X: Domain>(&mut self, half: &Half<'_, X>, bound: u64) -> Result<(), Stop> {
        while self.least(half).0.is_some_and(|f| f <= bound) {
            if let Some((priority, id)) = self.waiting.pop() {
                let g = u64::from(Cost::MAX) - priority.second;
                self.ready.push(Priority { first: g, second: priority.first }, id)?;
            }
        }
        Ok(())
    }
}

/// The pair of least bound first.
impl Search for Entry {
    /// Of the states that are ready, one of small `g` may go before another through which it would
    /// be reached more cheaply.
    const SETTLES: bool = false;

    fn search<D: Domain>(
        setting: &Setting<'_, D>,
        forward: &mut Half<'_, D>,
        backward: &mut Half<'_, D>,
        work: &mut Work<'_, '_, D>,
    ) -> Result<(), Stop> {
        let (mut there, mut back) = (Frontier::new(), Frontier::new());
        work.plant::<Self>(setting, forward, backward, std::slice::from_ref(setting.start), |child| {
            there.push(&child)
        })?;
        work.plant::<Self>(setting, backward, forward, &setting.domain.goals(), |child| back.push(&child))?;
        let mut bound = 0_u64;
        loop {
            // 1. The least bound of any pair. With one end exhausted, every path has been seen.
            let ((there_f, there_g), (back_f, back_g)) = (there.least(forward), back.least(backward));
            if there_f.or(there_g).is_none() || back_f.or(back_g).is_none() {
                return Ok(());
            }
            let pair = there_g.zip(back_g).map(|(there, back)| there + back + u64::from(setting.least_cost));
            if pair.is_none_or(|pair| pair > bound) {
                if [there_f, back_f].into_iter().flatten().any(|f| f <= bound) {
                    there.prepare(forward, bound)?;
                    back.prepare(backward, bound)?;
                } else if let Some(least) = [pair, there_f, back_f].into_iter().flatten().min() {
                    bound = least;
                }
                continue;
            }
            let lifted = setting.lift(Cost::try_from(bound).unwrap_or(Cost::MAX));
            if setting.admissible {
                work.budget.raise_lower_bound(work.meeting.cost.map_or(lifted, |cost| cost.min(lifted)));
            }
            if work.meeting.reached_by(lifted) {
                return Ok(());
            }

            // 2. Expand both states of the pair.
            let bytes = there.bytes() + back.bytes();
            expand(setting, forward, backward, &mut there, bytes, work)?;
            expand(setting, backward, forward, &mut back, bytes, work)?;
        }
    }
}

/// Expands the ready state of least `g`.
fn expand<D: Domain>(
    setting: &Setting<'_, D>,
    own: &mut Half<'_, D>,
    other: &Half<'_, D>,
    frontier: &mut Frontier,
    bytes: u64,
    work: &mut Work<'_, '_, D>,
) -> Result<(), Stop> {
    let Some((_, id)) = frontier.ready.pop() else { return Ok(()) };
    own.close(id);
    let worth = |meeting: &Meeting, g: Cost, h: Cost, _: Cost| !meeting.reached_by(setting.lift(g.saturating_add(h)));
    work.expand::<Entry>(setting, own, other, id, bytes, worth, |child| frontier.push(&child))
}
