//! Exact decimal numbers: costs and estimates as files write them.

use crate::core::Cost;

/// A cost may have this many decimals.
pub const MOST_DECIMALS: usize = 6;

/// How many of the smallest units make one.
pub(super) const FINEST: u32 = 10_u32.pow(MOST_DECIMALS as u32);

/// A number as a file writes it.
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
            return Err("it has too many decimals: round it to at most 6");
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
}
