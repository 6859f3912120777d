//! Numbers that were measured several times, in a few words: mean, spread and middle.

use std::collections::BTreeMap;

use serde::Serialize;

/// What is worth knowing about some measurements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many there are.
    pub count: usize,
    /// Their arithmetic mean.
    pub mean: f64,
    /// The sample standard deviation (with `count - 1`): a single number has none.
    pub deviation: Option<f64>,
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
}

impl Summary {
    /// Sums up measurements, in two passes: the mean first, so that no digits are lost where the
    /// numbers are large and near each other. `None` if there are none.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len();
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&upper, &lower) = (sorted.get(count / 2)?, sorted.get((count - 1) / 2)?);
        let mean = numbers.iter().sum::<f64>() / count as f64;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let deviation = (count > 1).then(|| (squares / (count - 1) as f64).sqrt());
        Some(Self { count, mean, deviation, median: lower + (upper - lower) / 2.0 })
    }
}

/// Up to so many measurements are all kept, and their summary is exact.
const MOST_KEPT: usize = 4096;
/// Bits of the fraction that tell the steps of larger collections apart: the numbers of a step
/// differ by less than a thousandth.
const STEP_BITS: u32 = 10;

/// Measurements as they come, in memory that does not grow with their number.
///
/// Mean and deviation are Welford's and exact but for rounding. The median is exact up to 4,096
/// measurements. Of more, it is the middle of the step they share with it: off by less than a
/// thousandth of itself.
#[derive(Clone, Debug, Default)]
pub struct Running {
    count: usize,
    mean: f64,
    /// Sum of the squares of the distances from the mean.
    squares: f64,
    kept: Vec<f64>,
    /// How many fall on each step, once there are too many to keep.
    steps: BTreeMap<u64, usize>,
}

impl Running {
    /// Takes a measurement, which is not negative.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
        if self.steps.is_empty() && self.kept.len() < MOST_KEPT {
            return self.kept.push(number);
        }
        for number in std::mem::take(&mut self.kept).into_iter().chain([number]) {
            *self.steps.entry(step(number)).or_default() += 1;
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What is worth knowing about them. `None` if there are none.
    pub fn summary(&self) -> Option<Summary> {
        if self.steps.is_empty() {
            return Summary::of(&self.kept);
        }
        let deviation = Some((self.squares / (self.count - 1) as f64).sqrt());
        let (lower, upper) = (self.at((self.count - 1) / 2)?, self.at(self.count / 2)?);
        Some(Summary { count: self.count, mean: self.mean, deviation, median: lower + (upper - lower) / 2.0 })
    }

    /// The middle of the step that the number of this rank is on.
    fn at(&self, rank: usize) -> Option<f64> {
        let mut below = 0;
        let (&step, _) = self.steps.iter().find(|&(_, &count)| {
            below += count;
            below > rank
        })?;
        let (from, to) = (beginning(step), beginning(step + 1));
        Some(from + (to - from) / 2.0)
    }
}

/// Floating-point numbers that are not negative are in the order of their bits: the upper ones are
/// a logarithmic scale.
fn step(number: f64) -> u64 {
    number.max(0.0).to_bits() >> (f64::MANTISSA_DIGITS - 1 - STEP_BITS)
}

fn beginning(step: u64) -> f64 {
    f64::from_bits(step << (f64::MANTISSA_DIGITS - 1 - STEP_BITS))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_numbers() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[3.0]), Some(Summary { count: 1, mean: 3.0, deviation: None, median: 3.0 }));
        let summary = Summary::of(&[9.0, 2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0]).unwrap();
        assert_eq!((summary.count, summary.mean, summary.median), (8, 5.0, 4.5));
        assert_eq!(summary.deviation, Some((32.0_f64 / 7.0).sqrt()));
        assert_eq!(Summary::of(&[1.0, 100.0, 3.0]).unwrap().median, 3.0);
    }

    /// The textbook's formula with sums of squares would say zero here, or worse.
    #[test]
    fn large_numbers_keep_their_spread() {
        let summary = Summary::of(&[1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0]).unwrap();
        assert_eq!(summary.mean, 1e9 + 10.0);
        assert!((summary.deviation.unwrap() - 30.0_f64.sqrt()).abs() < 1e-9);
    }

    /// What it holds after a million measurements is what it held after a hundred thousand.
    #[test]
    fn running_summaries_do_not_grow() {
        let mut running = Running::default();
        let number = |place: usize| 1.0 + (place * 7919 % 1000) as f64 / 1000.0;
        let held = |running: &Running| running.kept.capacity() + running.steps.len();
        for place in 0..100_000 {
            running.add(number(place));
        }
        let before = held(&running);
        for place in 100_000..1_000_000 {
            running.add(number(place));
        }
        assert_eq!((running.count(), held(&running)), (1_000_000, before));
        assert!(before <= 1 << STEP_BITS, "{before}");
        let summary = running.summary().unwrap();
        assert!((summary.mean - 1.4995).abs() < 1e-9 && (summary.median - 1.4995).abs() < 1e-3, "{summary:?}");
        assert!((summary.deviation.unwrap() - (999_999.0_f64 / 12.0).sqrt() / 1000.0).abs() < 1e-6, "{summary:?}");
    }

    /// Times of nothing at all, and some that no clock gives.
    #[test]
    fn odd_numbers_do_no_harm() {
        let mut running = Running::default();
        assert_eq!(running.summary(), None);
        for _ in 0..5000 {
            running.add(0.0);
        }
        let summary = running.summary().unwrap();
        assert_eq!((summary.count, summary.mean, summary.deviation), (5000, 0.0, Some(0.0)));
        assert!(summary.median < 1e-300, "{summary:?}");
        for number in [-1.0, f64::INFINITY, f64::NAN, f64::MAX] {
            running.add(number);
        }
        assert_eq!(running.summary().unwrap().count, 5004);
    }

    proptest! {
        /// Kept or counted on steps: the same to a thousandth.
        #[test]
        fn running_summaries_agree(few in prop::collection::vec(1e-6_f64..1e3, 1..20), copies in 1..400_usize) {
            let numbers = few.repeat(copies);
            let mut running = Running::default();
            numbers.iter().for_each(|&number| running.add(number));
            let (found, exact) = (running.summary().unwrap(), Summary::of(&numbers).unwrap());
            let near = |a: f64, b: f64, factor: f64| (a - b).abs() <= factor * b.abs() + 1e-12;
            prop_assert!(near(found.mean, exact.mean, 1e-9) && near(found.median, exact.median, 1e-3));
            let spread = |summary: &Summary| summary.deviation.unwrap_or(-1.0);
            prop_assert!(near(spread(&found), spread(&exact), 1e-6));
            if numbers.len() <= MOST_KEPT {
                prop_assert_eq!(found, exact);
            }
        }

        /// Against Welford's way, one number after the other, and against counting for the median.
        #[test]
        fn other_ways_lead_to_the_same(numbers in prop::collection::vec(-1e3_f64..1e3, 1..50)) {
            let (mut mean, mut squares) = (0.0, 0.0);
            for (count, number) in (1..).zip(&numbers) {
                let before = number - mean;
                mean += before / f64::from(count);
                squares += before * (number - mean);
            }
            let summary = Summary::of(&numbers).unwrap();
            prop_assert!((summary.mean - mean).abs() < 1e-9);
            let variance = summary.deviation.map_or(0.0, |deviation| deviation.powi(2) * (numbers.len() - 1) as f64);
            prop_assert!((variance - squares).abs() < 1e-6 * squares.max(1.0));
            let below = numbers.iter().filter(|&&number| number < summary.median).count();
            let above = numbers.iter().filter(|&&number| number > summary.median).count();
            prop_assert!(2 * below <= numbers.len() && 2 * above <= numbers.len());
        }
    }
}
