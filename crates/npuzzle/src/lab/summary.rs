//! The statistics of a handful of measurements: mean, sample standard deviation, median.
//!
//! Each is `None` where it does not exist: nothing has a mean, and one measurement has no deviation. Linear time, the median
//! with a sort.

/// The arithmetic mean.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The standard deviation of the population that the values are a sample of: with `n - 1` in the denominator.
pub fn sample_deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    // Two passes: the sum of squares minus the square of the sum would cancel.
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// The middle value, or the mean of the two in the middle.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(sorted[middle]),
        _ => Some(sorted[middle - 1].midpoint(sorted[middle])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_computed_by_hand() {
        assert_eq!((mean(&[]), sample_deviation(&[]), median(&[])), (None, None, None));
        assert_eq!((mean(&[7.0]), sample_deviation(&[7.0]), median(&[7.0])), (Some(7.0), None, Some(7.0)));
        let values = [2.0, 9.0, 4.0, 4.0, 5.0, 5.0, 7.0, 4.0];
        assert_eq!(mean(&values), Some(5.0));
        assert_eq!(median(&values), Some(4.5));
        // The squares of the differences are 9 + 16 + 1 + 1 + 0 + 0 + 4 + 1 = 32.
        assert_eq!(sample_deviation(&values), Some((32.0_f64 / 7.0).sqrt()));
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    }

    #[test]
    fn large_values_do_not_cancel() {
        let values = [1e9 + 1.0, 1e9 + 2.0, 1e9 + 3.0];
        assert_eq!(sample_deviation(&values), Some(1.0));
    }
}
