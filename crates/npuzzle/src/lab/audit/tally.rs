//! What is counted about a heuristic while states and edges go by, and put together from the pieces
//! that threads have counted.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Bound;

use crate::core::Fraction;

/// States and edges of one heuristic.
#[derive(Clone, Debug, Default)]
pub(super) struct AuditTally {
    /// States that have a true distance.
    pub states: u64,
    pub overestimates: u64,
    pub exact: u64,
    pub sum_of_estimates: f64,
    pub worst: Option<Worst>,
    pub errors: Histogram,
    pub goals_above_zero: u64,
    pub inconsistent_edges: u64,
    pub steepest: Option<Steepest>,
}

/// A state where the estimate is above the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worst {
    pub state: u64,
    pub h: Fraction,
    pub distance: Fraction,
}

/// An edge along which the estimate falls by more than the edge costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steepest {
    pub from: u64,
    pub to: u64,
    pub h_from: Fraction,
    pub h_to: Fraction,
    pub cost: Fraction,
}

impl Worst {
    /// By how much, then near the goal, then by number.
    fn is_worse_than(&self, other: &Self) -> bool {
        let over = compare_differences((self.h, self.distance), (other.h, other.distance));
        over.then(other.distance.cmp(&self.distance)).then(other.state.cmp(&self.state)).is_gt()
    }
}

impl Steepest {
    /// By the fall, then cheap edges, then low estimates, then by number.
    fn is_steeper_than(&self, other: &Self) -> bool {
        let fall = compare_differences((self.h_from, self.h_to), (other.h_from, other.h_to));
        let order = fall.then(other.cost.cmp(&self.cost)).then(other.h_from.cmp(&self.h_from));
        order.then((other.from, other.to).cmp(&(self.from, self.to))).is_gt()
    }
}

/// How two differences compare: exactly where the denominators are the same, else as floats.
fn compare_differences((a, b): (Fraction, Fraction), (c, d): (Fraction, Fraction)) -> Ordering {
    if [b, c, d].iter().all(|other| other.denominator() == a.denominator()) {
        let difference = |one: Fraction, other: Fraction| i128::from(one.numerator()) - i128::from(other.numerator());
        return difference(a, b).cmp(&difference(c, d));
    }
    (a.to_f64() - b.to_f64()).total_cmp(&(c.to_f64() - d.to_f64()))
}

impl AuditTally {
    /// Counts a state with its true distance; where no goal can be reached there is nothing to
    /// judge.
    #[inline]
    pub fn state(&mut self, state: u64, h: Fraction, distance: Option<Fraction>) {
        let Some(distance) = distance else { return };
        self.states += 1;
        self.sum_of_estimates += h.to_f64();
        self.errors.add(distance.floor_minus(h));
        match h.cmp(&distance) {
            Ordering::Less => {}
            Ordering::Equal => self.exact += 1,
            Ordering::Greater => {
                self.overestimates += 1;
                self.goals_above_zero += u64::from(distance.numerator() == 0);
                self.keep_worst(Worst { state, h, distance });
            }
        }
    }

    /// Counts a directed edge.
    #[inline]
    pub fn edge(&mut self, (from, h_from): (u64, Fraction), (to, h_to): (u64, Fraction), cost: Fraction) {
        if h_from.exceeds_sum(h_to, cost) {
            self.inconsistent_edges += 1;
            self.keep_steepest(Steepest { from, to, h_from, h_to, cost });
        }
    }

    fn keep_worst(&mut self, candidate: Worst) {
        if self.worst.is_none_or(|worst| candidate.is_worse_than(&worst)) {
            self.worst = Some(candidate);
        }
    }

    fn keep_steepest(&mut self, candidate: Steepest) {
        if self.steepest.is_none_or(|steepest| candidate.is_steeper_than(&steepest)) {
            self.steepest = Some(candidate);
        }
    }

    /// Adds what another thread has counted.
    pub fn merge(&mut self, other: Self) {
        self.states += other.states;
        self.overestimates += other.overestimates;
        self.exact += other.exact;
        self.sum_of_estimates += other.sum_of_estimates;
        self.goals_above_zero += other.goals_above_zero;
        self.inconsistent_edges += other.inconsistent_edges;
        self.errors.merge(&other.errors);
        if let Some(worst) = other.worst {
            self.keep_worst(worst);
        }
        if let Some(steepest) = other.steepest {
            self.keep_steepest(steepest);
        }
    }
}

/// How often each error occurs.
#[derive(Clone, Debug, Default)]
pub(super) struct Histogram {
    /// From zero up.
    up: Vec<u64>,
    /// From minus one down.
    down: Vec<u64>,
    /// Those beyond [`Histogram::END`].
    far: BTreeMap<i64, u64>,
}

impl Histogram {
    const END: u64 = 1 << 16;

    #[inline]
    fn add(&mut self, error: i64) {
        self.add_times(error, 1);
    }

    #[inline]
    fn add_times(&mut self, error: i64, times: u64) {
        let (side, place) =
            if error >= 0 { (&mut self.up, error as u64) } else { (&mut self.down, error.unsigned_abs() - 1) };
        if place >= Self::END {
            *self.far.entry(error).or_default() += times;
            return;
        }
        let place = place as usize;
        if side.len() <= place {
            side.resize(place + 1, 0);
        }
        side[place] += times;
    }

    fn merge(&mut self, other: &Self) {
        for (error, times) in other.counts() {
            self.add_times(error, times);
        }
    }

    /// All errors that occur, in order, with their counts.
    pub fn counts(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let down = self.down.iter().enumerate().rev().map(|(place, &count)| (-1 - place as i64, count));
        let up = self.up.iter().enumerate().map(|(place, &count)| (place as i64, count));
        let far = |range: (Bound<i64>, Bound<i64>)| self.far.range(range).map(|(&error, &count)| (error, count));
        let (below, above) = (far((Bound::Unbounded, Bound::Excluded(0))), far((Bound::Included(0), Bound::Unbounded)));
        below.chain(down).chain(up).chain(above).filter(|&(_, count)| count > 0)
    }
}

/// How each pair of heuristics compares, state by state.
#[derive(Clone, Debug)]
pub(super) struct Duels {
    count: usize,
    /// For each ordered pair a state where the first is larger.
    larger: Vec<Option<u64>>,
}

impl Duels {
    pub fn new(count: usize) -> Self {
        Self { count, larger: vec![None; count * count] }
    }

    /// Looks at a state.
    #[inline]
    pub fn state(&mut self, state: u64, estimates: &[Fraction]) {
        for (first, a) in estimates.iter().enumerate() {
            for (second, b) in estimates.iter().enumerate().skip(first + 1) {
                let (one, other) = (first * self.count + second, second * self.count + first);
                if self.larger[one].is_none() && a > b {
                    self.larger[one] = Some(state);
                } else if self.larger[other].is_none() && a < b {
                    self.larger[other] = Some(state);
                }
            }
        }
    }

    /// Adds what another thread has seen; the earlier states stay.
    pub fn merge(&mut self, other: &Self) {
        for (mine, other) in self.larger.iter_mut().zip(&other.larger) {
            *mine = mine.or(*other);
        }
    }

    /// A state where the first is larger than the second.
    pub fn larger(&self, first: usize, second: usize) -> Option<u64> {
        self.larger[first * self.count + second]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(number: i64) -> Fraction {
        Fraction::whole(number)
    }

    #[test]
    fn the_worst_is_the_largest_excess_nearest_to_the_goal() {
        let mut tally = AuditTally::default();
        for (state, h, distance) in [(0, 5, 5), (1, 7, 5), (2, 3, 1), (3, 4, 3), (4, 3, 1)] {
            tally.state(state, whole(h), Some(whole(distance)));
        }
        assert_eq!((tally.overestimates, tally.exact, tally.states), (4, 1, 5));
        assert_eq!(tally.worst.map(|worst| worst.state), Some(2));
        let errors: Vec<_> = tally.errors.counts().collect();
        assert_eq!(errors, [(-2, 3), (-1, 1), (0, 1)]);
    }

    #[test]
    fn large_errors_are_kept() {
        let mut tally = AuditTally::default();
        for h in [3_000_000, 70_000, 5] {
            tally.state(0, whole(h), Some(whole(7)));
        }
        tally.state(0, whole(0), Some(whole(1 << 20)));
        let errors: Vec<_> = tally.errors.counts().collect();
        assert_eq!(errors, [(-2_999_993, 1), (-69_993, 1), (2, 1), (1 << 20, 1)]);
    }

    /// Differences of fractions with large denominators do not fit where a careless program puts
    /// them.
    #[test]
    fn small_values_with_large_denominators_are_no_violations() {
        let mut tally = AuditTally::default();
        let (from, to) = (Fraction::over(2, 8_999_999_557_i64), Fraction::over(1, 7_999_999_558_i64));
        tally.edge((0, from), (1, to), Fraction::whole_beside(1, to));
        assert_eq!(tally.inconsistent_edges, 0);
        let large = Fraction::over(3 * 8_999_999_557_i64, 8_999_999_557_i64);
        tally.edge((0, large), (1, to), Fraction::whole_beside(1, to));
        assert_eq!(tally.inconsistent_edges, 1);
    }

    #[test]
    fn fractions_count_exactly() {
        let mut tally = AuditTally::default();
        let half = |numerator| Fraction::over(numerator, 2);
        tally.edge((0, half(5)), (1, half(3)), whole(1));
        assert_eq!(tally.inconsistent_edges, 0);
        tally.edge((0, half(6)), (1, half(3)), whole(1));
        assert_eq!(tally.inconsistent_edges, 1);
        tally.state(0, half(7), Some(whole(4)));
        assert_eq!(tally.errors.counts().collect::<Vec<_>>(), [(0, 1)]);
        assert_eq!(half(7).to_string(), "3.5");
        assert!(half(7) > Fraction::over(10, 3));
    }

    #[test]
    fn pieces_add_up_to_the_whole() {
        let numbers: Vec<(u64, i64, i64)> = (0..200).map(|n| (n, (n * 7 % 23) as i64, (n * 5 % 19) as i64)).collect();
        let of = |part: &[(u64, i64, i64)]| {
            let mut tally = AuditTally::default();
            for &(state, h, distance) in part {
                tally.state(state, whole(h), Some(whole(distance)));
                tally.edge((state, whole(h)), (state + 1, whole(distance)), whole(1));
            }
            tally
        };
        let all = of(&numbers);
        let mut merged = of(&numbers[..77]);
        merged.merge(of(&numbers[77..]));
        assert_eq!(format!("{all:?}"), format!("{merged:?}"));
    }
}
