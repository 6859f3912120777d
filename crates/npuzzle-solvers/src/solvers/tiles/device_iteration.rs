//! One iteration, searched by a device.

use crate::core::{Budget, Cost, Stop};
use crate::solvers::tiles::deepening::{Deepening, RECORD_INTERVAL};
use crate::solvers::tiles::device::{DeviceError, Lent};
use crate::solvers::tiles::kernel::{Kernel, KernelTally, Saved};
use crate::solvers::tiles::workshop::{End, Recorder, Stock};

/// So many states may be expanded in one turn where there is no limit.
const MANY: u64 = 1 << 62;

/// Records take at most one part in so many of the time.
const RECORDING_SHARE: u32 = 10;

impl<K: Kernel> Deepening<'_, K> {
    /// Searches all that is in stock; what is left is in stock again if it ends before its time.
    /// Returns why it did.
    pub(super) fn search_on(
        &self,
        device: Lent<'_>,
        bound: Cost,
        stock: &mut Stock<K::Node>,
        (recorder, give_up): (Recorder<'_, K::Node>, Option<u64>),
        budget: &mut Budget<'_>,
    ) -> Result<Option<End>, DeviceError> {
        let mut device = match device.lock(&mut || budget.check()) {
            Ok(device) => device,
            Err(why) => return Ok(Some(End::Stopped(why))),
        };
        let save = |node: &K::Node| self.kernel.save(node);
        let nodes: Vec<Saved> = stock.roots.iter().chain(stock.stacks.iter().flatten()).map(save).collect();
        let mut recorded = self.watch.clock().now();
        let mut interval = self.plan.journal.map(|journal| journal.interval.unwrap_or(RECORD_INTERVAL));
        device.begin(bound, &nodes)?;
        loop {
            let granted = match budget.expand_many(MANY) {
                Ok(granted) => granted,
                Err(why) => {
                    // Only a journal wants to know what is left.
                    if interval.is_some() {
                        self.take_back(&device.rest()?, stock);
                    }
                    return Ok(Some(End::Stopped(why)));
                }
            };
            let advanced = device.advance(granted);
            let expanded = advanced.as_ref().map_or(0, |turn| turn.tally.expanded);
            // A device counts after the turn: it may go a little beyond a limit.
            budget.settle(granted, expanded.min(granted));
            let turn = advanced?;
            self.watch.add(turn.tally.generated);
            stock.done += turn.tally;
            stock.longest = stock.longest.max(turn.left);
            if let Some(path) = turn.found {
                return Ok(Some(End::Found(path)));
            }
            if turn.left == 0 {
                stock.roots.clear();
                stock.stacks.clear();
                return Ok(None);
            }
            if give_up.is_some_and(|enough| stock.done.expanded >= enough) {
                return Ok(Some(End::Enough));
            }
            let now = self.watch.clock().now();
            if let Some(since) = interval.filter(|&interval| now.saturating_duration_since(recorded) >= interval) {
                self.take_back(&device.rest()?, stock);
                recorder(stock);
                recorded = self.watch.clock().now();
                // A device leaves many nodes: most of the time is for the search.
                interval = Some(since.max(RECORDING_SHARE * recorded.saturating_duration_since(now)));
            }
        }
    }

    /// Puts into stock what a device has left.
    fn take_back(&self, rest: &[Saved], stock: &mut Stock<K::Node>) {
        stock.stacks.clear();
        stock.roots = rest.iter().map(|saved| self.kernel.restore(saved)).collect();
    }

    /// The first moves of a path from this board to the goal, with a bound that is known to
    /// suffice.
    pub(super) fn path_on(
        &mut self,
        device: Lent<'_>,
        (cells, left): (&[u8], Cost),
        done: &mut KernelTally,
        budget: &mut Budget<'_>,
    ) -> Result<u64, Stop> {
        let mut device = device.lock(&mut || budget.check())?;
        let mut node = self.kernel.save(&self.kernel.root(cells));
        node.left = left;
        device.begin(left, &[node]).map_err(|problem| self.desert(problem))?;
        loop {
            let granted = budget.expand_many(MANY)?;
            let advanced = device.advance(granted);
            let expanded = advanced.as_ref().map_or(0, |turn| turn.tally.expanded);
            budget.settle(granted, expanded.min(granted));
            let turn = advanced.map_err(|problem| self.desert(problem))?;
            *done += turn.tally;
            match turn.found {
                Some(path) => return Ok(path),
                None if turn.left == 0 => return Err(Stop::Broken),
                None => {}
            }
        }
    }

    /// Notes why the device is of no use any more.
    fn desert(&mut self, problem: DeviceError) -> Stop {
        self.deserted = Some(problem);
        Stop::Broken
    }
}
