//! Exact fractions: costs and estimates, weights and proved factors, the numbers of expressions.
//! Floats would make results depend on rounding.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A fraction. Two are equal if they are worth the same; arithmetic that does not fit says so
/// instead of rounding.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    numerator: i64,
    /// At least one.
    denominator: i64,
}

/// Parts beyond this are refused, so that the sum of two fractions cannot overflow.
const LARGEST: i128 = 1 << 62;

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self::whole(0);
    /// One.
    pub const ONE: Self = Self::whole(1);

    /// A whole number.
    pub const fn whole(number: i64) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// So many hundredths.
    pub const fn percent(number: u32) -> Self {
        Self { numerator: number as i64, denominator: 100 }
    }

    /// So many units, of which `unit` make one. The parts stay as they are: fractions with the same
    /// denominator are compared and added without a multiplication.
    #[inline]
    pub fn over(units: impl Into<i64>, unit: impl Into<i64>) -> Self {
        Self { numerator: units.into(), denominator: unit.into().max(1) }
    }

    /// `numerator / denominator` in lowest terms; `None` if the denominator is zero or a part is
    /// too large.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator, denominator) * denominator.signum();
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        let fits = numerator.abs() <= LARGEST && denominator <= LARGEST;
        fits.then_some(Self { numerator: numerator as i64, denominator: denominator as i64 })
    }

    /// The upper part.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The lower part, at least one.
    pub fn denominator(self) -> i64 {
        self.denominator
    }

    /// Both parts in lowest terms, if they are small and not negative, as weights and factors are.
    pub fn small_parts(self) -> Option<(u32, u32)> {
        let Self { numerator, denominator } = self.reduced();
        u32::try_from(numerator).ok().zip(u32::try_from(denominator).ok())
    }

    fn reduced(self) -> Self {
        Self::new(self.numerator.into(), self.denominator.into()).unwrap_or(self)
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Option<Self> {
        let (left, right) = self.over_common_denominator(other);
        Self::new(left + right, i128::from(self.denominator) * i128::from(other.denominator))
    }

    /// The product.
    pub fn times(self, other: Self) -> Option<Self> {
        let times = |one: i64, other: i64| i128::from(one) * i128::from(other);
        Self::new(times(self.numerator, other.numerator), times(self.denominator, other.denominator))
    }

    /// One divided by it; `None` for zero.
    pub fn inverse(self) -> Option<Self> {
        Self::new(self.denominator.into(), self.numerator.into())
    }

    /// With the other sign.
    pub fn negated(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }

    /// The largest whole number that is not larger.
    pub fn floor(self) -> Self {
        Self::whole(self.numerator.div_euclid(self.denominator))
    }

    /// The least whole number that is not smaller.
    pub fn ceil(self) -> Self {
        self.negated().floor().negated()
    }

    /// The nearest float, for output and means.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// With at least one decimal, as programs print floating-point numbers.
    pub fn as_float(self) -> String {
        let text = self.to_string();
        if text.contains(['.', '/']) { text } else { text + ".0" }
    }

    /// A whole number over the denominator of another fraction, so that comparing the two is cheap.
    #[inline]
    pub fn whole_beside(number: i64, beside: Self) -> Self {
        match number.checked_mul(beside.denominator) {
            Some(numerator) => Self { numerator, denominator: beside.denominator },
            None => Self::whole(number),
        }
    }

    /// Whether it is above the sum of two others.
    #[inline]
    pub fn exceeds_sum(self, one: Self, other: Self) -> bool {
        if self.denominator == one.denominator && one.denominator == other.denominator {
            return i128::from(self.numerator) > i128::from(one.numerator) + i128::from(other.numerator);
        }
        // Parts are below 2^62 and all but one denominator small, so no input of people needs the
        // floats.
        let (sum, below) = if one.denominator == other.denominator {
            (i128::from(one.numerator) + i128::from(other.numerator), i128::from(one.denominator))
        } else {
            let (left, right) = one.over_common_denominator(other);
            (left + right, i128::from(one.denominator) * i128::from(other.denominator))
        };
        let mine = i128::from(self.numerator).checked_mul(below);
        match (mine, sum.checked_mul(i128::from(self.denominator))) {
            (Some(mine), Some(sum)) => mine > sum,
            _ => self.to_f64() > one.to_f64() + other.to_f64(),
        }
    }

    /// The difference, rounded down.
    #[inline]
    pub fn floor_minus(self, other: Self) -> i64 {
        if self.denominator == other.denominator
            && let Some(difference) = self.numerator.checked_sub(other.numerator)
        {
            return if self.denominator == 1 { difference } else { difference.div_euclid(self.denominator) };
        }
        let (left, right) = self.over_common_denominator(other);
        let below = i128::from(self.denominator) * i128::from(other.denominator);
        i64::try_from((left - right).div_euclid(below)).unwrap_or(i64::MIN)
    }

    /// Both numerators over the product of the denominators.
    #[inline]
    fn over_common_denominator(self, other: Self) -> (i128, i128) {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        (left, i128::from(other.numerator) * i128::from(self.denominator))
    }
}

/// The greatest common divisor; one if both are zero.
pub fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a.max(1)).unwrap_or(i128::MAX)
}

impl PartialEq for Fraction {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let (left, right) = self.over_common_denominator(*other);
        left.cmp(&right)
    }
}

/// Why a text is not a [`Fraction`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a number such as 2, 1.5 or 3/2 (at most four decimals)")]
pub struct FractionError(String);

impl FromStr for Fraction {
    type Err = FractionError;

    /// Reads `2`, `1.5` or `3/2`.
    fn from_str(text: &str) -> Result<Self, FractionError> {
        let fail = || FractionError(text.to_owned());
        let digits = |part: &str| {
            let number: Option<u32> = part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok()).flatten();
            number.ok_or_else(fail)
        };
        if let Some((above, below)) = text.split_once('/') {
            return Self::new(digits(above)?.into(), digits(below)?.into()).ok_or_else(fail);
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let (whole, rest) = (digits(whole)?, digits(decimals)?);
        let scale = match decimals.len() {
            length @ 1..=4 => 10_u32.pow(length as u32),
            _ => return Err(fail()),
        };
        let numerator = i128::from(whole) * i128::from(scale) + i128::from(rest);
        Self::new(numerator, scale.into()).filter(|fraction| fraction.small_parts().is_some()).ok_or_else(fail)
    }
}

/// A decimal where it ends after a few places, else `n/d`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_DECIMALS: u32 = 9;
        let scale = 10_u64.pow(MOST_DECIMALS);
        let Self { numerator, denominator } = self.reduced();
        let below = denominator.unsigned_abs();
        if below == 1 {
            return write!(f, "{numerator}");
        }
        if !scale.is_multiple_of(below) {
            return write!(f, "{numerator}/{below}");
        }
        let (whole, rest) = (numerator.unsigned_abs() / below, numerator.unsigned_abs() % below * (scale / below));
        let decimals = format!("{rest:09}");
        let sign = if numerator < 0 { "-" } else { "" };
        write!(f, "{sign}{whole}.{}", decimals.trim_end_matches('0'))
    }
}

/// A whole number where it is one, else the nearest float.
impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.numerator % self.denominator {
            0 => serializer.serialize_i64(self.numerator / self.denominator),
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

    #[test]
    fn reads_whole_decimal_and_fraction() {
        assert_eq!("2".parse(), Ok(Fraction::whole(2)));
        assert_eq!("1000000000".parse(), Ok(Fraction::whole(1_000_000_000)));
        assert!("999999999.1234".parse::<Fraction>().is_err(), "its parts are not small");
        assert_eq!("1.50".parse(), Ok(fraction(3, 2)));
        assert_eq!("10/4".parse(), Ok(fraction(5, 2)));
        for bad in ["", ".", "1.", "-1", "1/0", "1e3", "1.00001", "99999999999", "١"] {
            assert!(bad.parse::<Fraction>().is_err(), "{bad:?} must be refused");
        }
    }

    #[test]
    fn units_stay_as_they_are_and_are_written_in_lowest_terms() {
        assert_eq!((Fraction::over(250, 100).numerator(), Fraction::over(250, 100)), (250, fraction(5, 2)));
        let written = |units: u32, unit: u32| Fraction::over(units, unit).to_string();
        assert_eq!([written(250, 100), written(205, 100), written(300, 100)], ["2.5", "2.05", "3"]);
        assert_eq!([written(4_000_000_000, 1), written(4, 3), written(6, 3)], ["4000000000", "4/3", "2"]);
        assert_eq!(Fraction::over(300, 100).as_float(), "3.0");
        assert_eq!(Fraction::over(1, 1_000_000).as_float(), "0.000001");
        let json = serde_json::to_string(&[Fraction::whole(17), Fraction::over(1725, 100), Fraction::over(6, 3)]);
        assert_eq!(json.unwrap(), "[17,17.25,2]");
        assert_eq!(Fraction::percent(150).small_parts(), Some((3, 2)));
        assert_eq!(Fraction::whole(-1).small_parts(), None);
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
