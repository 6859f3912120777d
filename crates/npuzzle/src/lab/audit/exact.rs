//! The exact value of an estimate.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::core::Fraction;

/// A numerator over a denominator of at least one, not necessarily in lowest terms.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// The upper part.
    pub numerator: i64,
    /// The lower part.
    pub denominator: i64,
}

impl Exact {
    /// So many units, of which `unit` make one.
    pub fn new(units: i64, unit: u32) -> Self {
        Self { numerator: units, denominator: i64::from(unit.max(1)) }
    }

    /// The nearest float, for output and means.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The difference, as a numerator and a denominator.
    #[inline]
    fn over(self, other: Self) -> (i128, i128) {
        if self.denominator == other.denominator {
            return (i128::from(self.numerator) - i128::from(other.numerator), i128::from(self.denominator));
        }
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        let right = i128::from(other.numerator) * i128::from(self.denominator);
        (left - right, i128::from(self.denominator) * i128::from(other.denominator))
    }

    /// A whole number over the denominator of another value, so that comparing the two is cheap.
    #[inline]
    pub fn whole_beside(number: i64, beside: Self) -> Self {
        match number.checked_mul(beside.denominator) {
            Some(numerator) => Self { numerator, denominator: beside.denominator },
            None => Self { numerator: number, denominator: 1 },
        }
    }

    /// Whether it is above the sum of two others.
    #[inline]
    pub fn exceeds_sum(self, one: Self, other: Self) -> bool {
        let (mine, first, second) =
            (i128::from(self.numerator), i128::from(one.numerator), i128::from(other.numerator));
        if self.denominator == one.denominator && one.denominator == other.denominator {
            return mine > first + second;
        }
        // Parts are below 2^62 and all but one denominator small, so the floats are for numbers
        // that do not occur in practice.
        let (sum, below) = if one.denominator == other.denominator {
            (first + second, i128::from(one.denominator))
        } else {
            let (left, right) = (i128::from(one.denominator), i128::from(other.denominator));
            (first * right + second * left, left * right)
        };
        match (mine.checked_mul(below), sum.checked_mul(i128::from(self.denominator))) {
            (Some(mine), Some(sum)) => mine > sum,
            _ => self.to_f64() > one.to_f64() + other.to_f64(),
        }
    }

    /// The difference, rounded down.
    #[inline]
    pub fn floor_minus(self, other: Self) -> i64 {
        // INVARIANT: numerators are below 2^62, so their difference fits.
        if self.denominator == other.denominator {
            let difference = self.numerator - other.numerator;
            return if self.denominator == 1 { difference } else { difference.div_euclid(self.denominator) };
        }
        let (above, below) = self.over(other);
        i64::try_from(above.div_euclid(below)).unwrap_or(i64::MIN)
    }

    /// How two differences compare: exactly where the denominators are the same, else as floats.
    pub fn compare_differences((a, b): (Self, Self), (c, d): (Self, Self)) -> Ordering {
        let one = a.denominator;
        if [b, c, d].iter().all(|other| other.denominator == one) {
            return (a.numerator - b.numerator).cmp(&(c.numerator - d.numerator));
        }
        (a.to_f64() - b.to_f64()).total_cmp(&(c.to_f64() - d.to_f64()))
    }
}

impl From<Fraction> for Exact {
    fn from(fraction: Fraction) -> Self {
        // INVARIANT: the parts of a fraction are at most 2^62.
        Self { numerator: fraction.numerator() as i64, denominator: fraction.denominator() as i64 }
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Exact {}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        self.over(*other).0.cmp(&0)
    }
}

/// A whole number, a decimal or a fraction.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Fraction::new(self.numerator.into(), self.denominator.into()) {
            Some(fraction) => fraction.fmt(f),
            None => self.to_f64().fmt(f),
        }
    }
}

/// A whole number where it is one.
impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.numerator % self.denominator {
            0 => serializer.serialize_i64(self.numerator / self.denominator),
            _ => serializer.serialize_f64(self.to_f64()),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Exact {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Exact".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number" })
    }
}
