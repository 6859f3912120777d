//! The audit of a whole space of boards.
//!
//! States are numbered by the cell of the blank and the order of the tiles ([`StateIndex`]); the
//! true distances come from one breadth-first table. The states with the blank in one cell (a slab)
//! are evaluated together, in parallel pieces. An edge joins two slabs at neighbouring cells, so
//! only the slabs of one row have to be kept for the edges. A slide of a whole line joins slabs
//! that are further apart, so all of them are kept.

use std::sync::{Arc, Mutex, PoisonError};

use crate::core::clock::Instant;
use crate::core::{Budget, Fraction, Heuristic, Limits, Metric, Progress, Stop};
use crate::domains::tiles::distance_table::DistanceTable;
use crate::domains::tiles::state_index::{StateIndex, Step};
use crate::domains::tiles::{Board, Cell, Grid, MoveOrder, Tiles};
use crate::heuristics::custom::{CustomHeuristic, EstimateRecorder};
use crate::heuristics::expression::program::Program;
use crate::heuristics::expression::{Composite, Expression, FailureSlot, MOST_ATOMS, Named};
use crate::heuristics::tiles::compiled::{Builders, LARGE, SMALL};
use crate::lab::audit::report::{AuditReport, Seen, StateView, verdicts};
use crate::lab::audit::tally::{AuditTally, Duels};
use crate::lab::audit::{AuditError, Watch};
use crate::store::work_queue::share_out;

/// States that one thread evaluates at a time: the same number for all heuristics, since the last
/// digits of their means depend on it.
const PIECE: usize = 4096;

/// An audit of all boards that can reach `goal`.
pub(super) struct BoardAudit<'a, 'w> {
    pub goal: &'a Board,
    pub metric: Metric,
    pub expressions: &'a [Expression],
    pub limits: &'a Limits,
    pub watch: Watch<'w>,
}

impl BoardAudit<'_, '_> {
    /// Looks at every state and every edge.
    pub fn run(self) -> Result<AuditReport, AuditError> {
        let (shape, needed) = (self.goal.shape(), self.needed_bytes());
        if let Some(allowed) = self.limits.memory.filter(|&allowed| needed > allowed) {
            return Err(AuditError::Memory { shape, needed, allowed });
        }
        self.limits.allow(needed).map_err(AuditError::Stopped)?;
        // Whole spaces are those of small boards, and of lines of any length.
        match shape.cells() {
            ..=16 => self.run_on(&SMALL),
            _ => self.run_on(&LARGE),
        }
    }

    /// What the audit takes, without what it keeps of custom heuristics.
    fn needed_bytes(&self) -> u64 {
        let shape = self.goal.shape();
        let table = DistanceTable::needed_bytes(self.metric, shape, self.limits.threads());
        let slab = shape.reachable_states().unwrap_or(u64::MAX) / shape.cells() as u64;
        table.unwrap_or(u64::MAX).saturating_add(slab.saturating_mul(self.bytes_a_rank()))
    }

    /// A recorder for each custom heuristic, if there is memory for what they keep: without it the
    /// verdict is the same, but no search can rest on it.
    fn recorders(&self) -> Vec<Option<EstimateRecorder>> {
        let is_custom = |expression: &Expression| matches!(expression.as_atom(), Some(Named::Custom(_)));
        let count = self.expressions.iter().filter(|&expression| is_custom(expression)).count() as u64;
        let states = self.goal.shape().reachable_states().unwrap_or(u64::MAX);
        let room = self.limits.memory.map_or(u64::MAX, |memory| memory.saturating_sub(self.needed_bytes()));
        let share = room / count.max(1);
        let has_room = share >= states;
        let recorder = |expression| (has_room && is_custom(expression)).then(|| EstimateRecorder::new(share));
        self.expressions.iter().map(recorder).collect()
    }

    /// What the estimates of the states with one order of the tiles take: those of a row of blank
    /// cells and one more, or of all cells where a slide goes from the last row to the first.
    fn bytes_a_rank(&self) -> u64 {
        // Beside a custom estimate, which is given in small units, numbers may be too
        // large for one denominator.
        let fixed = |expression: &Expression| {
            let is_alone = expression.custom().next().is_none() || expression.as_atom().is_some();
            is_alone && Program::new(expression, &vec![1; expression.atoms.len()]).denominator().is_some()
        };
        let value = if self.expressions.iter().all(fixed) { 8 } else { 16 };
        let kept = match self.metric {
            Metric::Single => self.goal.shape().cols() + 1,
            Metric::Multi => self.goal.shape().cells(),
        };
        (value * self.expressions.len() * kept) as u64
    }

    /// The audit with the code for one storage.
    fn run_on<G: Grid>(self, code: &Builders<G>) -> Result<AuditReport, AuditError> {
        let (bytes_a_rank, recorders) = (self.bytes_a_rank(), self.recorders());
        let Self { goal, metric, expressions, limits, watch } = self;
        let began = limits.clock.now();
        let budget = Budget::new(limits.clone());
        let threads = limits.threads();
        let states = goal.shape().reachable_states().unwrap_or(u64::MAX);
        let table = DistanceTable::build_on(metric, threads, goal, || {
            // A watcher may end it before the first state is looked at.
            watch(0, states);
            budget.check().map_err(AuditError::Stopped)
        })?;
        let domain = Tiles::<G>::new(goal, MoveOrder::default());
        let broken = FailureSlot::default();
        // Tables of heuristics get what the audit itself leaves.
        let slabs = table.index().slab_length() as u64 * bytes_a_rank;
        let held = table.index().states().saturating_add(slabs);
        let memory = limits.memory.map(|memory| memory.saturating_sub(held));
        let mut tell = |_: &Progress| watch(0, states);
        let mut rest = Budget::new(Limits { memory, ..limits.clone() }).with_progress(&mut tell);
        let mut heuristics = Vec::new();
        for expression in expressions {
            heuristics.push((code.composite)(expression, &domain, &mut rest, &broken)?);
        }
        let is_slow = expressions.iter().any(|expression| expression.custom().next().is_some());
        let audit = Slabs { domain: &domain, table: &table, heuristics: &heuristics, limits, began, threads, is_slow };
        let Judged { total: Piece { tallies, duels }, recorders } = audit.run(recorders, &broken, watch)?;

        let index = table.index();
        let sum: u64 = (0_u64..).zip(table.widths()).map(|(distance, width)| distance * width).sum();
        let names: Vec<String> = expressions.iter().map(ToString::to_string).collect();
        let view = |state| StateView::Board(audit.board(state));
        let estimate = |heuristic: usize, state| {
            let position = domain.position(&audit.board(state));
            let acc = heuristics[heuristic].root(&domain, &position);
            heuristics[heuristic].exact_value(acc).map_or(Fraction::ZERO, exact)
        };
        let mut verdicts = verdicts(&names, tallies, &duels, sum as f64 / states as f64, &view, &estimate);
        for (verdict, recorder) in verdicts.heuristics.iter_mut().zip(recorders) {
            let seen = recorder.and_then(|recorder| recorder.finish(index, metric));
            verdict.seen = seen.map(|seen| Seen::Boards(Arc::new(seen)));
        }
        failure(&broken, limits)?;
        Ok(AuditReport {
            rows: Some(goal.shape().rows()),
            cols: Some(goal.shape().cols()),
            goal: Some(goal.clone()),
            metric: Some(metric),
            states,
            edges: index.edges(metric),
            ..verdicts
        })
    }
}

/// What a heuristic could not say. After a cancellation that is not a failure: a function that
/// cancels from within has no answer to give.
fn failure(broken: &FailureSlot, limits: &Limits) -> Result<(), AuditError> {
    match broken.message() {
        None => Ok(()),
        Some(_) if limits.is_cancelled() => Err(AuditError::Stopped(Stop::Cancelled)),
        Some(message) => Err(AuditError::Broken { message: message.to_owned() }),
    }
}

fn exact((numerator, denominator): (i64, i64)) -> Fraction {
    Fraction::over(numerator, denominator)
}

/// An estimate of a custom heuristic as it was told.
fn units(estimate: Fraction) -> u64 {
    let units = i128::from(estimate.numerator()) * i128::from(CustomHeuristic::UNIT);
    (units / i128::from(estimate.denominator())) as u64
}

/// The estimates of all states of a slab, the heuristics side by side.
struct Slab {
    numerators: Vec<i64>,
    /// Where a heuristic has no fixed denominator, those of all.
    denominators: Vec<i64>,
}

struct Slabs<'s, G: Grid> {
    domain: &'s Tiles<G>,
    table: &'s DistanceTable,
    heuristics: &'s [Composite<Tiles<G>, MOST_ATOMS>],
    limits: &'s Limits,
    began: Instant,
    threads: usize,
    /// Whether a custom function is among the heuristics, which may take milliseconds:
    /// then the limits are looked at before each state.
    is_slow: bool,
}

/// What was counted of all states, and taken down of custom heuristics.
struct Judged {
    total: Piece,
    recorders: Vec<Option<EstimateRecorder>>,
}

/// What one thread has counted.
struct Piece {
    tallies: Vec<AuditTally>,
    duels: Duels,
}

impl<G: Grid> Slabs<'_, G> {
    fn index(&self) -> &StateIndex {
        self.table.index()
    }

    fn number(&self, cell: Cell, rank: usize) -> u64 {
        (cell.index() * self.index().slab_length() + rank) as u64
    }

    fn board(&self, state: u64) -> Board {
        let length = self.index().slab_length() as u64;
        self.index().board(Cell((state / length) as u16), (state % length) as usize)
    }

    /// The denominator of each heuristic, if all have one.
    fn fixed(&self) -> Option<Vec<i64>> {
        self.heuristics.iter().map(Composite::denominator).collect()
    }

    fn run(
        &self,
        mut recorders: Vec<Option<EstimateRecorder>>,
        broken: &FailureSlot,
        watch: Watch<'_>,
    ) -> Result<Judged, AuditError> {
        let count = self.heuristics.len();
        let fixed = self.fixed();
        let cells = self.index().shape().cells();
        let mut slabs: Vec<Option<Slab>> = (0..cells).map(|_| None).collect();
        let mut total = Piece { tallies: vec![AuditTally::default(); count], duels: Duels::new(count) };
        for cell in self.index().shape().all_cells() {
            let before = (cell.index() * self.index().slab_length()) as u64;
            let mut tell = |done: usize| watch(before + done as u64, self.index().states());
            let judged = self.states(cell, fixed.is_none(), &mut tell);
            failure(broken, self.limits)?;
            let (slab, pieces) = judged?;
            total.add(pieces);
            for (heuristic, recorder) in recorders.iter_mut().enumerate() {
                let Some(recorder) = recorder else { continue };
                for rank in 0..self.index().slab_length() {
                    recorder.push(units(slab.estimate(rank, heuristic, count, fixed.as_deref())));
                }
            }
            slabs[cell.index()] = Some(slab);
            let metric = self.table.metric();
            for step in self.index().steps(metric, cell).iter().filter(|step| step.to < cell) {
                if let (Some(here), Some(there)) = (&slabs[cell.index()], &slabs[step.to.index()]) {
                    total.add(self.edges(cell, step, here, there, fixed.as_deref())?);
                }
            }
            // The cell above has all its neighbours behind it now; but slides go further.
            if let Some(above) = cell.index().checked_sub(self.index().shape().cols())
                && metric == Metric::Single
            {
                slabs[above] = None;
            }
        }
        watch(self.index().states(), self.index().states());
        Ok(Judged { total, recorders })
    }

    /// Evaluates all states with the blank in a cell; `tell` gets how many are done.
    fn states(
        &self,
        cell: Cell,
        with_denominators: bool,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(Slab, Vec<Piece>), AuditError> {
        let (count, length) = (self.heuristics.len(), self.index().slab_length());
        let mut numerators = vec![0; length * count];
        let mut denominators = vec![0; if with_denominators { length * count } else { 0 }];
        let distances = self.table.slab(cell);
        let piece = |(number, out): (usize, &mut [i64]), below: &mut [i64]| {
            let first = number * PIECE;
            let mut piece = Piece { tallies: vec![AuditTally::default(); count], duels: Duels::new(count) };
            let mut cursor = self.index().cursor(cell, first);
            let mut position = self.domain.position(self.domain.goal());
            let mut estimates = vec![Fraction::ZERO; count];
            for (offset, out) in out.chunks_exact_mut(count).enumerate() {
                if self.is_slow && self.limits.check(self.began).is_err() {
                    return piece;
                }
                let rank = first + offset;
                self.domain.place(&mut position, cursor.tiles());
                let state = self.number(cell, rank);
                for (heuristic, estimate) in self.heuristics.iter().zip(&mut estimates) {
                    // Without a value the audit ends with this piece.
                    let Some(value) = heuristic.exact_value(heuristic.root(self.domain, &position)) else {
                        return piece;
                    };
                    *estimate = exact(value);
                }
                let distance = i64::from(distances[rank]);
                for (number, (&estimate, tally)) in estimates.iter().zip(&mut piece.tallies).enumerate() {
                    out[number] = estimate.numerator();
                    if with_denominators {
                        below[offset * count + number] = estimate.denominator();
                    }
                    tally.state(state, estimate, Some(Fraction::whole_beside(distance, estimate)));
                }
                piece.duels.state(state, &estimates);
                cursor.advance();
            }
            piece
        };
        let pieces = if with_denominators {
            let both = numerators.chunks_mut(PIECE * count).zip(denominators.chunks_mut(PIECE * count));
            self.share(both.enumerate(), tell, |(number, (out, below))| (number, piece((number, out), below)))?
        } else {
            let one = numerators.chunks_mut(PIECE * count).enumerate();
            self.share(one, tell, |(number, out)| (number, piece((number, out), &mut [])))?
        };
        // A piece that was left unfinished may have been the last.
        if self.is_slow {
            self.limits.check(self.began).map_err(AuditError::Stopped)?;
        }
        Ok((Slab { numerators, denominators }, pieces))
    }

    /// Looks at the edges between two slabs, both ways.
    fn edges(
        &self,
        from: Cell,
        step: &Step<'_>,
        here: &Slab,
        there: &Slab,
        fixed: Option<&[i64]>,
    ) -> Result<Vec<Piece>, AuditError> {
        let (count, length) = (self.heuristics.len(), self.index().slab_length());
        let piece = |number: usize| {
            let mut piece = Piece { tallies: vec![AuditTally::default(); count], duels: Duels::new(count) };
            for rank in number * PIECE..length.min((number + 1) * PIECE) {
                let next = step.follow(rank);
                let (one, other) = (self.number(from, rank), self.number(step.to, next));
                for (heuristic, tally) in piece.tallies.iter_mut().enumerate() {
                    let (a, b) =
                        (here.estimate(rank, heuristic, count, fixed), there.estimate(next, heuristic, count, fixed));
                    tally.edge((one, a), (other, b), Fraction::whole_beside(1, b));
                    tally.edge((other, b), (one, a), Fraction::whole_beside(1, a));
                }
            }
            piece
        };
        self.share(0..length.div_ceil(PIECE), &mut |_| {}, |number| (number, piece(number)))
    }

    /// Does numbered pieces of work on all threads; the results in the order of their numbers.
    /// `tell` gets how many states of the slab are done.
    fn share<P: Send>(
        &self,
        pieces: impl Iterator<Item = P> + Send,
        tell: &mut dyn FnMut(usize),
        work: impl Fn(P) -> (usize, Piece) + Sync,
    ) -> Result<Vec<Piece>, AuditError> {
        let done = Mutex::new(Vec::new());
        let mut go_on = || {
            let pieces = done.lock().unwrap_or_else(PoisonError::into_inner).len();
            tell((pieces * PIECE).min(self.index().slab_length()));
            self.limits.check(self.began).map_err(AuditError::Stopped)
        };
        share_out(self.threads, pieces, &mut go_on, |piece, (): &mut ()| {
            let result = work(piece);
            done.lock().unwrap_or_else(PoisonError::into_inner).push(result);
        })?;
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(number, _)| *number);
        Ok(done.into_iter().map(|(_, piece)| piece).collect())
    }
}

impl Piece {
    /// Adds the pieces in their order, so that the result does not depend on the threads.
    fn add(&mut self, pieces: Vec<Self>) {
        for piece in pieces {
            self.duels.merge(&piece.duels);
            for (tally, part) in self.tallies.iter_mut().zip(piece.tallies) {
                tally.merge(part);
            }
        }
    }
}

impl Slab {
    #[inline(always)]
    fn estimate(&self, rank: usize, heuristic: usize, count: usize, fixed: Option<&[i64]>) -> Fraction {
        let place = rank * count + heuristic;
        let denominator = fixed.map_or_else(|| self.denominators[place], |fixed| fixed[heuristic]);
        Fraction::over(self.numerators[place], denominator)
    }
}
