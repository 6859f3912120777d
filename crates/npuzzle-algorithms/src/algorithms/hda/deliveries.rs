//! States from other processes, on their way to the boxes of the workers.

use std::sync::atomic::Ordering;

use crate::algorithms::hda::parcel::Opened;
use crate::algorithms::hda::place::Owner;
use crate::algorithms::hda::post::Workers;
use crate::algorithms::hda::{Common, Message, bytes_of};
use crate::core::{Cost, Domain, Stop, WorkerBudget};

/// What comes from other processes, on its way to the workers.
pub(super) struct Deliveries<'w, 'c, D: Domain> {
    common: &'w Common<'c, D>,
    sorted: Vec<Vec<Message<D::Key>>>,
    /// The least `f` of states there was no room for.
    pub lost_f: Option<Cost>,
}

impl<'w, 'c, D: Domain> Deliveries<'w, 'c, D> {
    pub fn new(common: &'w Common<'c, D>) -> Self {
        Self { common, sorted: (0..common.workers).map(|_| Vec::new()).collect(), lost_f: None }
    }

    fn sort(&mut self, from: usize, parcel: &mut Opened<'_>) -> Result<(), Stop> {
        while !parcel.is_empty() {
            let (key, state) = parcel.next::<D::Key>().ok_or(Stop::Crew)?;
            let parent = Owner { rank: from, worker: parcel.worker }.place(state.parent, state.way_back);
            // PERF: where there is one worker, nothing has to be hashed.
            let worker = if self.sorted.len() == 1 { 0 } else { self.common.owner(&key).worker };
            let message = Message { key, g: state.g, h: state.h, parent };
            if self.common.is_worth(message.f()) {
                self.sorted[worker].push(message);
            }
        }
        Ok(())
    }

    fn hand_out(&mut self, budget: &WorkerBudget<'_>) -> Result<(), Stop> {
        for (worker, messages) in self.sorted.iter_mut().enumerate().filter(|(_, messages)| !messages.is_empty()) {
            budget.send(bytes_of(messages))?;
            self.common.boxes.send(worker, messages);
        }
        Ok(())
    }
}

impl<D: Domain> Workers for Deliveries<'_, '_, D> {
    fn deliver(&mut self, from: usize, mut parcel: Opened<'_>, budget: &WorkerBudget<'_>) -> Result<(), Stop> {
        let delivered = self.sort(from, &mut parcel).and_then(|()| self.hand_out(budget));
        delivered.inspect_err(|_| self.lost_f = self.lost_f.into_iter().chain([parcel.least_f]).min())
    }

    fn are_quiet(&self) -> bool {
        self.common.boxes.is_quiet()
    }

    fn dismiss(&self) {
        self.common.boxes.dismiss_courier();
    }

    fn better(&self, cost: Cost) {
        self.common.best.fetch_min(cost, Ordering::Relaxed);
    }
}
