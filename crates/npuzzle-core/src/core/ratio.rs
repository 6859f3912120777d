//! Exact fractions for weights and proved factors; floats would make `f` values depend on rounding.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A non-negative fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: u32,
    denominator: u32,
}

impl Ratio {
    /// One.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator / denominator` in lowest terms; `None` when the denominator is zero.
    pub fn new(numerator: u32, denominator: u32) -> Option<Self> {
        let divisor = greatest_common_divisor(numerator, denominator);
        (denominator != 0).then(|| Self { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// A whole number.
    pub const fn whole(number: u32) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// So many hundredths.
    pub const fn percent(number: u32) -> Self {
        let divisor = greatest_common_divisor(number, 100);
        Self { numerator: number / divisor, denominator: 100 / divisor }
    }

    /// The upper part.
    pub fn numerator(self) -> u32 {
        self.numerator
    }

    /// The lower part, at least one.
    pub fn denominator(self) -> u32 {
        self.denominator
    }

    /// The nearest float, for output only.
    pub fn to_f64(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

const fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    match (a, b) {
        (0, 0) => 1,
        (a, 0) => a,
        (a, b) => greatest_common_divisor(b, a % b),
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = u64::from(self.numerator) * u64::from(other.denominator);
        left.cmp(&(u64::from(other.numerator) * u64::from(self.denominator)))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_f64())
    }
}

/// Why a text is not a [`Ratio`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a number such as 2, 1.5 or 3/2 (at most four decimals)")]
pub struct RatioError(String);

impl FromStr for Ratio {
    type Err = RatioError;

    /// Reads `2`, `1.5` or `3/2`.
    fn from_str(text: &str) -> Result<Self, RatioError> {
        let fail = || RatioError(text.to_owned());
        let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok()).flatten();
        if let Some((above, below)) = text.split_once('/') {
            let (above, below) = (digits(above).ok_or_else(fail)?, digits(below).ok_or_else(fail)?);
            return Self::new(above, below).ok_or_else(fail);
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let (Some(whole), Some(fraction)) = (digits(whole), digits(decimals)) else { return Err(fail()) };
        let scale = match decimals.len() {
            length @ 1..=4 => 10_u32.pow(length as u32),
            _ => return Err(fail()),
        };
        let whole: u32 = whole;
        whole
            .checked_mul(scale)
            .and_then(|scaled| scaled.checked_add(fraction))
            .and_then(|numerator| Self::new(numerator, scale))
            .ok_or_else(fail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_whole_decimal_and_fraction() {
        assert_eq!("2".parse(), Ok(Ratio::whole(2)));
        assert_eq!("1.50".parse(), Ok(Ratio { numerator: 3, denominator: 2 }));
        assert_eq!("10/4".parse(), Ok(Ratio { numerator: 5, denominator: 2 }));
        for bad in ["", ".", "1.", "-1", "1/0", "1e3", "1.00001", "99999999999", "١"] {
            assert!(bad.parse::<Ratio>().is_err(), "{bad:?} must be refused");
        }
    }

    #[test]
    fn percents_are_in_lowest_terms() {
        assert_eq!(Some(Ratio::percent(50)), Ratio::new(1, 2));
        assert_eq!(Some(Ratio::percent(1)), Ratio::new(1, 100));
        assert_eq!(Ratio::percent(0), Ratio::whole(0));
    }

    #[test]
    fn orders_by_value() {
        let third = Ratio::new(1, 3).unwrap();
        assert!(third < Ratio::new(1, 2).unwrap());
        assert!(Ratio::whole(4_000_000_000) > third);
    }
}
