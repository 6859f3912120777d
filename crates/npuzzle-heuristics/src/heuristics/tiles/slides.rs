//! Estimates of boards, for searches that count slides.
//!
//! Every heuristic of boards is updated move by move, and a slide is some moves: so each of them
//! has a value here as well. Whether it is a bound on slides is for its claims to say
//! ([`Steps`]).
//!
//! Searches by slides are those of the problems whose type is hidden ([`AnyDomain`]): nothing is
//! compiled for them anew. Only the walk of IDA*, which a heuristic brings along, knows the boards
//! behind it.

use std::sync::Arc;

use crate::core::walk::{Plain, Subtree, Walked, walk_below};
use crate::core::{BoxedEvaluator, Budget, Cost, Domain, Evaluator, Heuristic, Permits, Properties};
use crate::domains::any::{AnyDomain, Code, Coded};
use crate::domains::tiles::{Grid, Position, Slides};
use crate::heuristics::expression::{Composite, Expression, FailureSlot, MOST_ATOMS, Steps};
use crate::heuristics::tiles::custom::Remember;
use crate::heuristics::tiles::{BuildError, Tiles, general};

/// Builds an expression for a puzzle in slides. It notes in `broken` what has no value.
pub fn in_slides<G: Grid>(
    expression: &Expression,
    domain: &Arc<Slides<G>>,
    budget: &mut Budget<'_>,
    broken: &FailureSlot,
) -> Result<BoxedEvaluator<AnyDomain>, BuildError> {
    if expression.as_atom().is_some() {
        return boxed::<G, 1>(expression, domain, budget, broken);
    }
    boxed::<G, MOST_ATOMS>(expression, domain, budget, broken)
}

fn boxed<G: Grid, const N: usize>(
    expression: &Expression,
    domain: &Arc<Slides<G>>,
    budget: &mut Budget<'_>,
    broken: &FailureSlot,
) -> Result<BoxedEvaluator<AnyDomain>, BuildError> {
    let tiles = domain.tiles();
    let steps = Steps::of(crate::core::Metric::Multi, tiles.goal().shape());
    let by_moves = general::<G, N>(expression, tiles, budget, broken, Remember::Yes, steps)?;
    Ok(Box::new(SlideEvaluator { domain: Arc::clone(domain), estimate: BySlides(by_moves) }))
}

/// An estimate that is updated move by move, along a slide.
struct BySlides<const N: usize, G: Grid>(Composite<Tiles<G>, N>);

impl<G: Grid, const N: usize> Heuristic<Slides<G>> for BySlides<N, G> {
    type Acc = [u64; N];

    fn root(&self, domain: &Slides<G>, state: &Position<G>) -> [u64; N] {
        self.0.root(domain.tiles(), state)
    }

    #[inline]
    fn step(&self, domain: &Slides<G>, acc: [u64; N], before: &Position<G>, op: u32) -> [u64; N] {
        let tiles = domain.tiles();
        let mut state = before.clone();
        domain.way(before.blank(), op).fold(acc, |acc, cell| {
            let acc = self.0.step(tiles, acc, &state, cell);
            tiles.apply(&mut state, cell);
            acc
        })
    }

    #[inline]
    fn value(&self, acc: [u64; N]) -> Cost {
        self.0.value(acc)
    }

    fn properties(&self) -> Properties {
        self.0.properties()
    }
}

/// The same for a puzzle whose type is hidden.
struct SlideEvaluator<const N: usize, G: Grid> {
    domain: Arc<Slides<G>>,
    estimate: BySlides<N, G>,
}

impl<const N: usize, G: Grid> SlideEvaluator<N, G> {
    fn position(&self, code: &Code) -> Position<G> {
        self.domain.unpack(&G::Key::of_code(code))
    }
}

impl<const N: usize, G: Grid> Evaluator<AnyDomain> for SlideEvaluator<N, G> {
    fn estimate(&self, _: &AnyDomain, state: &Code) -> Cost {
        Evaluator::estimate(&self.estimate, &*self.domain, &self.position(state))
    }

    fn estimate_children(&self, _: &AnyDomain, state: &Code, ops: &[u32], estimates: &mut Vec<Cost>) {
        self.estimate.estimate_children(&self.domain, &self.position(state), ops, estimates);
    }

    /// As boards, not as codes: PERF: measured in `docs/benchmarks.md`.
    fn walk(
        &self,
        _: &AnyDomain,
        subtree: Subtree<'_, AnyDomain>,
        bound: Cost,
        permits: &mut dyn Permits,
    ) -> Walked<u32> {
        let state = self.position(subtree.state);
        let undo = subtree.undo.map(|before| self.position(&before.state).blank());
        let subtree = Subtree { state: &state, undo: undo.as_ref(), g: subtree.g };
        walk_below(&*self.domain, subtree, &self.estimate, bound, Plain, permits)
    }

    fn promises(&self) -> Properties {
        self.estimate.properties()
    }
}
