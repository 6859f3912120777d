//! Exact decimal numbers: costs and estimates as files write them.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::core::{Cost, Fraction};

/// A cost may have this many decimals.
pub const MOST_DECIMALS: usize = 6;

/// How many of the smallest units make one.
pub(super) const FINEST: u32 = 10_u32.pow(MOST_DECIMALS as u32);

/// A cost with the unit it is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    units: Cost,
    unit: u32,
}

impl Amount {
    /// So many units, of which `unit` make one: on maps 1, 10, 100 and so on.
    pub fn new(units: Cost, unit: u32) -> Self {
        Self { units, unit: unit.max(1) }
    }

    /// A number of whole ones.
    pub fn whole(cost: Cost) -> Self {
        Self::new(cost, 1)
    }

    /// The number in units.
    pub fn units(self) -> Cost {
        self.units
    }

    /// The nearest float, for output only.
    pub fn to_f64(self) -> f64 {
        f64::from(self.units) / f64::from(self.unit)
    }

    /// With at least one decimal, as programs print floating-point numbers.
    pub fn as_float(self) -> String {
        let text = self.to_string();
        if text.contains(['.', '/']) { text } else { text + ".0" }
    }
}

/// A decimal without zeros at its end, or a fraction where it has no such form.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fraction::new(self.units.into(), self.unit.into()).unwrap_or(Fraction::ZERO).fmt(f)
    }
}

/// A whole number where it is one, so that costs of puzzles look like those of `solve`.
impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.units % self.unit {
            0 => serializer.serialize_u32(self.units / self.unit),
            _ => serializer.serialize_f64(self.to_f64()),
        }
    }
}

/// A number as it stands in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    /// In the smallest units.
    pub finest: u64,
    /// The largest unit it is a whole number of.
    pub unit: u32,
}

impl Decimal {
    /// Reads `12` or `12.25`; what is wrong otherwise.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        const WHAT: &str = "expected a number such as 3 or 2.5";
        if text.starts_with('-') {
            return Err("it is negative: expected a number of at least 0, such as 3 or 2.5");
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() && decimals.is_empty() || !digits(whole) || !digits(decimals) {
            return Err(WHAT);
        }
        let decimals = decimals.trim_end_matches('0');
        if decimals.len() > MOST_DECIMALS {
            return Err("it has too many decimals: expected at most 6");
        }
        const TOO_LARGE: &str = "it is too large: expected less than 2147483648";
        let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| TOO_LARGE)? };
        if whole >= 1 << 31 {
            return Err(TOO_LARGE);
        }
        let unit = 10_u32.pow(decimals.len() as u32);
        let rest: u64 = if decimals.is_empty() { 0 } else { decimals.parse().map_err(|_| WHAT)? };
        Ok(Self { finest: whole * u64::from(FINEST) + rest * u64::from(FINEST / unit), unit })
    }
}

/// The number in a unit it is a whole number of; `None` if that is 2^31 or more.
pub(super) fn in_unit(finest: u64, unit: u32) -> Option<Cost> {
    let units = finest / u64::from(FINEST / unit);
    (units < 1 << 31).then_some(units as Cost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        for (text, finest, unit) in [
            ("0", 0, 1),
            ("7", 7_000_000, 1),
            ("2.50", 2_500_000, 10),
            ("1.0", 1_000_000, 1),
            (".25", 250_000, 100),
            ("3.", 3_000_000, 1),
            ("0.000001", 1, 1_000_000),
        ] {
            assert_eq!(Decimal::parse(text), Ok(Decimal { finest, unit }), "{text}");
        }
        for bad in
            ["", ".", "-1", "1e3", "x", "1.2.3", "0.0000001", "2147483648", "99999999999999999999999", "+1", " 1"]
        {
            assert!(Decimal::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn numbers_are_written_as_they_were_read() {
        assert_eq!(Amount::new(250, 100).to_string(), "2.5");
        assert_eq!(Amount::new(205, 100).to_string(), "2.05");
        assert_eq!(Amount::new(300, 100).to_string(), "3");
        assert_eq!(Amount::new(300, 100).as_float(), "3.0");
        assert_eq!(Amount::new(1, 1_000_000).as_float(), "0.000001");
        assert_eq!(Amount::new(4_000_000_000, 1).to_string(), "4000000000");
        assert_eq!([Amount::new(4, 3).to_string(), Amount::new(6, 3).to_string()], ["4/3", "2"]);
        assert_eq!(serde_json::to_string(&[Amount::whole(17), Amount::new(1725, 100)]).unwrap(), "[17,17.25]");
    }
}
