//! Numbers that were measured several times, in a few words: mean, spread and middle.

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
    /// Sums up measurements, in two passes: the mean first, so that no digits are lost where the numbers are large and near each
    /// other. `None` if there are none.
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

    proptest! {
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
