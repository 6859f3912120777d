//! A line at the edge of the unfinished part, filled from both ends.

use crate::solvers::tiles::constructive::pair::Pair;
use crate::solvers::tiles::constructive::pull::{End, Puller};
use crate::solvers::tiles::constructive::region::{Edge, Region};
use crate::solvers::tiles::constructive::workpiece::{Spot, Workpiece};

/// The most lines that are looked at from the edge inwards.
pub(super) const DEEPEST: usize = 4;

/// A line at an edge of a region.
pub(super) struct Line {
    /// The places of the line itself, then those of the next lines inwards, as far as there are
    /// any.
    places: Vec<Vec<Spot>>,
}

impl Line {
    pub(super) fn new(region: Region, edge: Edge) -> Self {
        let Region { top, bottom, left, right } = region;
        let (rows, cols) = (region.rows(), region.cols());
        let (length, depth) = if edge.is_row() { (cols, rows) } else { (rows, cols) };
        let place = |depth: usize, along: usize| match edge {
            Edge::Top => Workpiece::place(top + depth, left + along),
            Edge::Bottom => Workpiece::place(bottom - 1 - depth, left + along),
            Edge::Left => Workpiece::place(top + along, left + depth),
            Edge::Right => Workpiece::place(top + along, right - 1 - depth),
        };
        let line = |depth| (0..length).map(|along| place(depth, along)).collect();
        Self { places: (0..depth.min(DEEPEST)).map(line).collect() }
    }

    /// The places of the line itself, then those of the next lines inwards.
    pub(super) fn places(&self) -> &[Vec<Spot>] {
        &self.places
    }

    /// How far its tiles are away.
    pub(super) fn disorder(&self, work: &Workpiece) -> i32 {
        self.places[0].iter().map(|&home| work.away(home, work.place_of(home))).sum()
    }

    /// Brings the tiles of the line home and fixes them. `None` if `keep_going` said no; then all
    /// its cells are free.
    pub(super) fn fill(
        &self,
        work: &mut Workpiece,
        puller: &mut Puller,
        keep_going: &mut impl FnMut() -> bool,
    ) -> Option<()> {
        let filled = self.fill_and_fix(work, puller, keep_going);
        if filled.is_none() {
            self.places[0].iter().for_each(|&place| work.release(place));
        }
        filled
    }

    fn fill_and_fix(
        &self,
        work: &mut Workpiece,
        puller: &mut Puller,
        keep_going: &mut impl FnMut() -> bool,
    ) -> Option<()> {
        let mut gap = &self.places[0][..];
        while let [first, between @ .., last] = gap
            && !between.is_empty()
        {
            if !keep_going() {
                return None;
            }
            let walk = |home| {
                let stands = work.place_of(home);
                if stands == home { 0 } else { work.blank().distance(stands) }
            };
            let (home, rest) =
                if walk(*first) <= walk(*last) { (*first, &gap[1..]) } else { (*last, &gap[..gap.len() - 1]) };
            if work.place_of(home) != home {
                puller.pull(work, home, &End::at(home))?;
            }
            work.fix(home);
            gap = rest;
        }
        if !keep_going() {
            return None;
        }
        let at = self.places[0].iter().position(|place| gap.first() == Some(place))?;
        let homes = [at, at + 1].map(|along| self.places[0][along]);
        if homes.iter().any(|&home| work.place_of(home) != home) {
            Pair::new(work, self, at).place(work, puller)?;
        }
        homes.into_iter().for_each(|home| work.fix(home));
        Some(())
    }
}
