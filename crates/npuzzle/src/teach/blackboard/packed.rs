//! Blackboards that are kept, and what keeping takes.

use super::frontier::{Frontier, Packed};
use super::{Blackboard, Held, Small, Successor, Undo};

/// A blackboard between two scenes, in a third of its size: for going on from there later.
#[derive(Clone, Debug)]
pub struct PackedBlackboard {
    most: usize,
    small: Small,
    sides: [Packed; 2],
    path: Vec<Held>,
}

impl PackedBlackboard {
    /// The blackboard again.
    pub fn unpacked(&self) -> Blackboard {
        let sides = self.sides.each_ref().map(|side| side.unpacked(self.small.discipline));
        let (small, path) = (self.small.clone(), self.path.clone());
        Blackboard { most: self.most, small, sides, path, step: None, changes: None }
    }
}

impl Blackboard {
    /// A copy to be kept, between two scenes.
    pub fn packed(&self) -> PackedBlackboard {
        let sides = self.sides.each_ref().map(Frontier::packed);
        PackedBlackboard { most: self.most, small: self.small.clone(), sides, path: self.path.clone() }
    }

    /// Roughly what such a copy takes, in bytes, if the names are not shared.
    pub fn packed_bytes(&self) -> usize {
        let path: usize = self.path.iter().map(Held::bytes).sum();
        self.sides.iter().map(Frontier::packed_bytes).sum::<usize>() + path
    }
}

impl Undo {
    /// Roughly what it takes, in bytes, if the names are not shared.
    pub fn bytes(&self) -> usize {
        let sides: usize = self.sides.iter().flatten().map(Frontier::packed_bytes).sum();
        let moved: usize = self.moved.iter().map(|(_, before)| before.bytes()).sum();
        size_of::<Self>() + sides + moved + self.left.iter().map(Held::bytes).sum::<usize>()
    }
}

impl Held {
    fn bytes(&self) -> usize {
        let successors = self.successors.iter().map(|successor| size_of::<Successor>() + successor.made.state.len());
        size_of::<Self>() + self.expanded.state.len() + successors.sum::<usize>()
    }
}
