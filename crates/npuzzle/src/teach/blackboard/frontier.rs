//! What waits, in the order in which a search will take it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::scene::{Labelled, Listed};
use crate::catalogue::Call;
use crate::core::Cost;
use crate::core::card::FrontierOrder;

/// In which order the states of a frontier are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Discipline {
    Queue,
    Stack,
    Best { g_weight: u64, h_weight: u64, tie: Tie },
    Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    LargerG,
    SmallerG,
    Newest,
    Oldest,
    Name,
}

impl Discipline {
    /// What the options and the card of a search say.
    pub(super) fn of(call: &Call) -> Self {
        let tie = match call.options.choice("tie") {
            "smaller-g" => Tie::SmallerG,
            "lifo" => Tie::Newest,
            "fifo" => Tie::Oldest,
            "state" => Tie::Name,
            _ => Tie::LargerG,
        };
        let weight = call.options.fraction("w");
        match call.card.frontier {
            FrontierOrder::Queue => Self::Queue,
            FrontierOrder::Stack => Self::Stack,
            FrontierOrder::Path | FrontierOrder::None => Self::Path,
            FrontierOrder::Layers => Self::Best { g_weight: 1, h_weight: 0, tie: Tie::Oldest },
            FrontierOrder::LeastG => Self::Best { g_weight: 1, h_weight: 0, tie },
            FrontierOrder::LeastH => Self::Best { g_weight: 0, h_weight: 1, tie },
            FrontierOrder::LeastF | FrontierOrder::Hidden => {
                let (h_weight, g_weight) = weight.small_parts().unwrap_or((1, 1));
                Self::Best { g_weight: g_weight.into(), h_weight: h_weight.into(), tie }
            }
        }
    }

    fn place(self, state: &Arc<str>, waits: Waits) -> QueuePlace {
        let Waits { g, h, arrival } = waits;
        let place = |first, second, arrival| QueuePlace { first, second, arrival, name: Arc::clone(state) };
        match self {
            Self::Queue | Self::Path => place(0, 0, arrival),
            Self::Stack => place(0, 0, -arrival),
            Self::Best { g_weight, h_weight, tie } => {
                let weighted = |weight: u64, cost: Cost| weight.saturating_mul(cost.into());
                let first = weighted(g_weight, g).saturating_add(weighted(h_weight, h));
                match tie {
                    Tie::LargerG => place(first, Cost::MAX - g, -arrival),
                    Tie::SmallerG => place(first, g, -arrival),
                    Tie::Newest => place(first, 0, -arrival),
                    Tie::Oldest => place(first, 0, arrival),
                    Tie::Name => place(first, 0, 0),
                }
            }
        }
    }
}

/// The place of a state in the frontier: the smallest is taken first. No two arrive at once, so
/// names are compared only where all arrivals count the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QueuePlace {
    first: u64,
    second: Cost,
    arrival: i64,
    name: Arc<str>,
}

/// How a state waits: its costs, and the number of its arrival. Its place follows from them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waits {
    g: Cost,
    h: Cost,
    arrival: i64,
}

impl Waits {
    fn f(self) -> Cost {
        self.g.saturating_add(self.h)
    }
}

/// The states that wait. A copy shares their names.
///
/// PERF: this is what a long replay holds. A state of the 15-puzzle takes about 170 bytes, 64 of
/// them for its name.
///
/// INVARIANT: all states of a frontier came under one discipline, which is given to whatever
/// changes it.
#[derive(Clone, Debug, Default)]
pub(super) struct Frontier {
    order: BTreeSet<QueuePlace>,
    waits: HashMap<Arc<str>, Waits>,
    /// How many wait for each f.
    by_f: BTreeMap<Cost, usize>,
    /// How long their names are together.
    letters: usize,
}

/// A state and how it waited before, if it did.
#[derive(Clone, Debug)]
pub(super) struct Before {
    state: Arc<str>,
    waited: Option<Waits>,
}

impl Before {
    /// Roughly what it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + NAME + self.state.len()
    }
}

/// What a name takes beside its letters: two counts, and what is lost in allocating.
const NAME: usize = 24;

/// A frontier as a list, in no order: a third of its size.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed(Vec<(Arc<str>, Waits)>);

impl Packed {
    /// The frontier again.
    pub(super) fn unpacked(&self, discipline: Discipline) -> Frontier {
        let mut frontier = Frontier { waits: HashMap::with_capacity(self.0.len()), ..Frontier::default() };
        for (state, waits) in &self.0 {
            frontier.put(discipline, Arc::clone(state), *waits);
        }
        frontier
    }
}

impl Frontier {
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Roughly what its list takes, in bytes, if the names are not shared.
    pub(super) fn packed_bytes(&self) -> usize {
        self.len() * (size_of::<(Arc<str>, Waits)>() + NAME) + self.letters
    }

    pub(super) fn packed(&self) -> Packed {
        Packed(self.waits.iter().map(|(state, waits)| (Arc::clone(state), *waits)).collect())
    }

    pub(super) fn by_f(&self) -> impl Iterator<Item = (Cost, usize)> + '_ {
        self.by_f.iter().map(|(&f, &count)| (f, count))
    }

    pub(super) fn listed(&self, most: usize) -> Listed {
        let labelled = |place: &QueuePlace| {
            let waits = self.waits.get(&place.name)?;
            Some(Labelled { state: Arc::clone(&place.name), g: waits.g, h: waits.h })
        };
        Listed { first: self.order.iter().take(most).filter_map(labelled).collect(), count: self.order.len() }
    }

    /// Takes a state out; how it waited, if it did.
    pub(super) fn remove(&mut self, discipline: Discipline, state: &str) -> Option<Before> {
        let (state, waits) = self.waits.remove_entry(state)?;
        self.order.remove(&discipline.place(&state, waits));
        self.letters -= state.len();
        let count = self.by_f.entry(waits.f()).or_default();
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.by_f.remove(&waits.f());
        }
        Some(Before { state, waited: Some(waits) })
    }

    /// Puts a state in; how it waited before. `None` if nothing has changed.
    pub(super) fn insert(&mut self, discipline: Discipline, made: Labelled, arrival: i64) -> Option<Before> {
        // A copy of a state that waits already comes too late.
        if discipline == Discipline::Queue && self.waits.contains_key(&made.state) {
            return None;
        }
        let before = self.remove(discipline, &made.state);
        let state = Arc::clone(&made.state);
        self.put(discipline, made.state, Waits { g: made.g, h: made.h, arrival });
        Some(before.unwrap_or(Before { state, waited: None }))
    }

    fn put(&mut self, discipline: Discipline, state: Arc<str>, waits: Waits) {
        *self.by_f.entry(waits.f()).or_default() += 1;
        self.letters += state.len();
        self.order.insert(discipline.place(&state, waits));
        self.waits.insert(state, waits);
    }

    /// Takes a change back.
    pub(super) fn restore(&mut self, discipline: Discipline, before: Before) {
        self.remove(discipline, &before.state);
        if let Some(waits) = before.waited {
            self.put(discipline, before.state, waits);
        }
    }
}
