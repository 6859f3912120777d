//! Exact signed fractions: the numbers of the expression language, and costs as problems of others
//! give them.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

/// A fraction in lowest terms. Arithmetic that does not fit says so instead of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: i128,
    /// At least one.
    denominator: i128,
}

/// Parts beyond this are refused, so that comparing two fractions cannot overflow.
const LARGEST: i128 = 1 << 62;

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self::whole(0);
    /// One.
    pub const ONE: Self = Self::whole(1);

    /// A whole number.
    pub const fn whole(number: i64) -> Self {
        Self { numerator: number as i128, denominator: 1 }
    }

    /// `numerator / denominator`; `None` if the denominator is zero or a part is too large.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = i128::try_from(greatest_common_divisor(numerator, denominator)).ok()? * denominator.signum();
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        (numerator.abs() <= LARGEST && denominator <= LARGEST).then_some(Self { numerator, denominator })
    }

    /// The upper part.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The lower part, at least one.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Option<Self> {
        let (left, right) = (self.numerator * other.denominator, other.numerator * self.denominator);
        Self::new(left + right, self.denominator * other.denominator)
    }

    /// The product.
    pub fn times(self, other: Self) -> Option<Self> {
        Self::new(self.numerator * other.numerator, self.denominator * other.denominator)
    }

    /// One divided by it; `None` for zero.
    pub fn inverse(self) -> Option<Self> {
        Self::new(self.denominator, self.numerator)
    }

    /// With the other sign.
    pub fn negated(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }

    /// The largest whole number that is not larger.
    pub fn floor(self) -> Self {
        Self { numerator: self.numerator.div_euclid(self.denominator), denominator: 1 }
    }

    /// The least whole number that is not smaller.
    pub fn ceil(self) -> Self {
        self.negated().floor().negated()
    }

    /// The nearest float, for output only.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> u128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

/// A decimal where it ends after a few places, else `n/d`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_DECIMALS: u32 = 9;
        let scale = 10_i128.pow(MOST_DECIMALS);
        if self.denominator == 1 {
            return write!(f, "{}", self.numerator);
        }
        if scale % self.denominator != 0 {
            return write!(f, "{}/{}", self.numerator, self.denominator);
        }
        let parts = self.numerator.unsigned_abs() * (scale / self.denominator).unsigned_abs();
        let (whole, rest) = (parts / scale.unsigned_abs(), parts % scale.unsigned_abs());
        let decimals = format!("{rest:09}");
        let sign = if self.numerator < 0 { "-" } else { "" };
        write!(f, "{sign}{whole}.{}", decimals.trim_end_matches('0'))
    }
}

/// A whole number where it is one, else the nearest float.
impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.numerator) {
            Ok(whole) if self.denominator == 1 => serializer.serialize_i64(whole),
            _ => serializer.serialize_f64(self.to_f64()),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Fraction {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number" })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fraction(numerator: i128, denominator: i128) -> Fraction {
        Fraction::new(numerator, denominator).unwrap()
    }

    #[test]
    fn fractions_are_exact() {
        assert_eq!(fraction(1, 3).plus(fraction(1, 6)), Some(fraction(1, 2)));
        assert_eq!(fraction(2, -4), fraction(-1, 2));
        assert_eq!(fraction(-1, 2).floor(), Fraction::whole(-1));
        assert_eq!(fraction(-1, 2).ceil(), Fraction::ZERO);
        assert_eq!(fraction(7, 2).ceil(), Fraction::whole(4));
        assert_eq!(Fraction::ZERO.inverse(), None);
        assert_eq!(Fraction::new(i128::MAX, 1), None);
        assert_eq!(Fraction::new(0, 1 << 100), Some(Fraction::ZERO));
        assert_eq!([fraction(7, 2), fraction(-1, 4), fraction(1, 3)].map(|f| f.to_string()), ["3.5", "-0.25", "1/3"]);
    }

    proptest! {
        #[test]
        fn order_and_sum_agree_with_whole_numbers(a in -999_i64..999, b in 1_i64..99, c in -999_i64..999, d in 1_i64..99) {
            let (left, right) = (fraction(a.into(), b.into()), fraction(c.into(), d.into()));
            prop_assert_eq!(left.cmp(&right), (a * d).cmp(&(c * b)));
            prop_assert_eq!(left.plus(right).unwrap(), fraction((a * d + c * b).into(), (b * d).into()));
            prop_assert_eq!(left.floor(), Fraction::whole(a.div_euclid(b)));
        }
    }
}
