//! A custom heuristic on boards in any storage.
//!
//! The function sees plain boards and is asked about every state from scratch. It may well take
//! longer than all the rest of the search, and searches ask about most states several times: as a
//! child of each neighbour, and once more when it is expanded. So values are remembered, up to a
//! bound on their bytes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::core::{Budget, Cost, Domain, FailureSlot, Heuristic, Properties, StateKey};
use crate::domains::tiles::{Grid, Position, Tiles};
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::tiles::BuildError;

/// Bytes of remembered values; when they are used up, all is forgotten. A 3x3 puzzle takes a third
/// of it.
const MOST_BYTES: u64 = 32 << 20;
/// One part in so many of the memory limit may be used, if that is less.
const MEMORY_SHARE: u64 = 16;

/// Whether values are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remember {
    /// For searches, which ask about a state again and again.
    Yes,
    /// For callers that look at every state once.
    No,
}

/// An own heuristic for one puzzle.
pub(super) struct CustomEstimate<G: Grid> {
    custom: CustomHeuristic,
    broken: FailureSlot,
    remembered: Option<Remembered<G>>,
}

/// The values that are remembered.
struct Remembered<G: Grid> {
    values: Mutex<HashMap<G::Key, u64>>,
    /// How many there may be.
    most: usize,
}

impl<G: Grid> CustomEstimate<G> {
    pub fn new(
        custom: &CustomHeuristic,
        domain: &Tiles<G>,
        budget: &Budget<'_>,
        broken: &FailureSlot,
        remember: Remember,
    ) -> Result<Self, BuildError> {
        if let Some(goal) = custom.goal.as_ref().filter(|goal| *goal != domain.goal()) {
            let (name, asked) = (custom.name.clone(), domain.goal().to_string());
            return Err(BuildError::OtherGoal { name, goal: goal.to_string(), asked });
        }
        let bytes = budget.memory_limit().map_or(MOST_BYTES, |limit| MOST_BYTES.min(limit / MEMORY_SHARE));
        let key = domain.pack(&domain.position(domain.goal()));
        // A table that grows has room for twice what it holds.
        let entry = 2 * size_of::<(G::Key, u64)>() + key.heap_bytes();
        let most = (bytes / entry as u64) as usize;
        let remembered = (remember == Remember::Yes).then(|| Remembered { values: Mutex::default(), most });
        Ok(Self { custom: custom.clone(), broken: broken.clone(), remembered })
    }

    fn estimate(&self, domain: &Tiles<G>, position: &Position<G>) -> u64 {
        let Some(Remembered { values, most }) = &self.remembered else { return self.ask(domain, position) };
        let key = domain.pack(position);
        if let Some(&value) = values.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return value;
        }
        // Not while the values are locked: others may have theirs meanwhile.
        let value = self.ask(domain, position);
        let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
        if values.len() >= *most {
            values.clear();
        }
        values.insert(key, value);
        value
    }

    /// Calls the function; nothing is estimated once it has failed, since the search ends soon.
    fn ask(&self, domain: &Tiles<G>, position: &Position<G>) -> u64 {
        if self.broken.is_told() {
            return 0;
        }
        let board = domain.board(position);
        match (self.custom.estimate)(&board) {
            Ok(value) if value < CustomHeuristic::LARGEST => value,
            Ok(value) => {
                let (name, unit) = (&self.custom.name, u64::from(CustomHeuristic::UNIT));
                self.broken.tell(|| {
                    let (value, most) = (value / unit, CustomHeuristic::LARGEST / unit);
                    format!("the heuristic `{name}` is too large at {board}: it is {value}, expected less than {most}")
                });
                0
            }
            Err(message) => {
                self.broken.tell(|| message);
                0
            }
        }
    }
}

impl<G: Grid> Heuristic<Tiles<G>> for CustomEstimate<G> {
    type Acc = u64;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> u64 {
        self.estimate(domain, position)
    }

    fn step(&self, domain: &Tiles<G>, _: u64, before: &Position<G>, to: G::Index) -> u64 {
        let mut child = before.clone();
        domain.apply(&mut child, to);
        self.estimate(domain, &child)
    }

    fn value(&self, units: u64) -> Cost {
        units.div_ceil(u64::from(CustomHeuristic::UNIT)) as Cost
    }

    fn unit(&self) -> u32 {
        CustomHeuristic::UNIT
    }

    fn exact(&self, units: u64) -> u64 {
        units
    }

    fn properties(&self) -> Properties {
        self.custom.claims
    }
}
