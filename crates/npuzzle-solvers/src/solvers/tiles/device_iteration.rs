//! One iteration, searched by a device.

use std::thread;

use crate::core::{Budget, Cost, Stop};
use crate::solvers::tiles::deepening::{Deepening, RECORD_INTERVAL};
use crate::solvers::tiles::device::{DeviceError, Lent, Searcher};
use crate::solvers::tiles::device_records::{Recording, Scribe};
use crate::solvers::tiles::journal::Record;
use crate::solvers::tiles::kernel::{Kernel, KernelTally, Saved};
use crate::solvers::tiles::workshop::{End, Stock};

/// So many states may be expanded in one turn where there is no limit.
const MANY: u64 = 1 << 62;

/// So many nodes are written in some hundredths of a second, even if someone waits for the end.
const FEW: u64 = 1 << 16;

/// Makes a record of what is done, without nodes.
type Heading<'h, N> = &'h (dyn Fn(&Stock<N>) -> Record + Sync);

impl<K: Kernel> Deepening<'_, K> {
    /// Searches all that is in stock. Returns why it ended, if it did before its time; the journal
    /// then has a record to go on from.
    pub(super) fn search_on(
        &self,
        device: Lent<'_>,
        bound: Cost,
        stock: &mut Stock<K::Node>,
        (heading, give_up): (Heading<'_, K::Node>, Option<u64>),
        budget: &mut Budget<'_>,
    ) -> Result<Option<End>, DeviceError> {
        let mut device = match device.lock(&mut || budget.check()) {
            Ok(device) => device,
            Err(why) => return Ok(Some(End::Stopped(why))),
        };
        let save = |node: &K::Node| self.kernel.save(node);
        let nodes: Vec<Saved> = stock.roots.iter().chain(stock.stacks.iter().flatten()).map(save).collect();
        (stock.roots, stock.stacks) = (Vec::new(), Vec::new());
        match device.begin(bound, &nodes, &mut || budget.check()) {
            Ok(()) => {}
            Err(DeviceError::Stopped(why)) => return Ok(Some(End::Stopped(why))),
            Err(problem) => return Err(problem),
        }
        let left = nodes.len() as u64;
        drop(nodes);
        let interval = self.plan.journal.map(|journal| journal.interval.unwrap_or(RECORD_INTERVAL));
        let scribe = self.journal.as_ref().zip(interval).map(|(notebook, _)| Scribe::new(notebook));
        thread::scope(|scope| {
            let clock = self.watch.clock();
            let mut recording =
                scribe.as_ref().zip(interval).map(|(scribe, interval)| Recording::new(scope, scribe, interval, clock));
            self.turns(&mut **device, (stock, left), (heading, give_up), recording.as_mut(), budget)
        })
    }

    /// The turns of an iteration, and the records in between. `left` nodes wait at first.
    fn turns(
        &self,
        device: &mut dyn Searcher,
        (stock, mut left): (&mut Stock<K::Node>, u64),
        (heading, give_up): (Heading<'_, K::Node>, Option<u64>),
        mut recording: Option<&mut Recording<'_, '_>>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<End>, DeviceError> {
        loop {
            let granted = match budget.expand_many(MANY) {
                Ok(granted) => granted,
                Err(why) => {
                    // Millions of nodes take seconds to write. A person who waits for the end gets
                    // it, and the last record stands.
                    let is_awaited = matches!(why, Stop::Cancelled | Stop::Time);
                    if let Some(recording) = recording.filter(|_| left <= FEW || !is_awaited) {
                        recording.end_with(device.rest()?, &heading(stock))?;
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
            left = turn.left;
            if let Some(path) = turn.found {
                return Ok(Some(End::Found(path)));
            }
            if left == 0 {
                return Ok(None);
            }
            if give_up.is_some_and(|enough| stock.done.expanded >= enough) {
                return Ok(Some(End::Enough));
            }
            if let Some(recording) = &mut recording
                && recording.is_due()?
            {
                recording.begin(|| Ok((device.rest()?, heading(stock))))?;
            }
        }
    }

    /// The first moves of a path from this board to the goal, with a bound that is known to
    /// suffice.
    pub(super) fn path_on(
        &mut self,
        lent: Lent<'_>,
        (cells, left): (&[u8], Cost),
        done: &mut KernelTally,
        budget: &mut Budget<'_>,
    ) -> Result<u64, Stop> {
        let mut device = lent.lock(&mut || budget.check())?;
        let mut node = self.kernel.save(&self.kernel.root(cells));
        node.left = left;
        device.begin(left, &[node], &mut || budget.check()).map_err(|problem| self.desert(problem))?;
        loop {
            let granted = budget.expand_many(MANY)?;
            let advanced = device.advance(granted);
            let expanded = advanced.as_ref().map_or(0, |turn| turn.tally.expanded);
            budget.settle(granted, expanded.min(granted));
            let turn = advanced.map_err(|problem| self.desert(problem))?;
            *done += turn.tally;
            match turn.found {
                Some(path) => return Ok(path),
                None if turn.left == 0 => {
                    let problem = format!("it has found a path and does not find its last {left} moves");
                    return Err(self.desert(lent.wrong(problem)));
                }
                None => {}
            }
        }
    }

    /// Notes why the device is of no use any more.
    fn desert(&mut self, problem: DeviceError) -> Stop {
        match problem {
            DeviceError::Stopped(why) => why,
            problem => {
                self.deserted = Some(problem);
                Stop::Broken
            }
        }
    }
}
