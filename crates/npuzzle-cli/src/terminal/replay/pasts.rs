//! The last steps, for taking them back: as many as have room.

use std::collections::VecDeque;

use crate::terminal::replay::walk::Past;

/// The last steps, the newest at the end.
pub struct Pasts {
    steps: VecDeque<Past>,
    bytes: usize,
    room: usize,
}

impl Pasts {
    /// With room for so many bytes.
    pub fn new(room: usize) -> Self {
        Self { steps: VecDeque::new(), bytes: 0, room }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn push(&mut self, past: Past) {
        self.bytes += past.bytes();
        self.steps.push_back(past);
        while self.bytes > self.room
            && let Some(oldest) = self.steps.pop_front()
        {
            self.bytes -= oldest.bytes();
        }
    }

    /// The last so many, the newest first. They are no longer here.
    pub fn take(&mut self, count: usize) -> impl Iterator<Item = Past> {
        let taken = self.steps.split_off(self.steps.len().saturating_sub(count));
        self.bytes -= taken.iter().map(Past::bytes).sum::<usize>();
        taken.into_iter().rev()
    }

    pub fn clear(&mut self) {
        self.steps.clear();
        self.bytes = 0;
    }
}
