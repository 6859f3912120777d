//! Durations (`500ms`, `10s`, `2m`, or seconds without a unit), sizes (`256MiB`, `4GiB`) and counts
//! (`1e6`, `1_000_000`), as the contract writes them. Digits may be grouped by `_` everywhere.

use std::num::NonZeroUsize;
use std::time::Duration;

pub use crate::core::spelling::thousands;
use crate::core::spelling::{plain_number, ungrouped};

/// A number and the unit behind it.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 = ungrouped(number.trim()).parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some((number, unit))
}

/// `500ms`, `10s`, `2m`, `1h`; a number without a unit means seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || {
        let what = match text.trim().strip_prefix('-').and_then(number_and_unit) {
            Some(_) => "is negative",
            None => "is not a duration",
        };
        format!("`{text}` {what}: expected seconds such as 10, or a number with ms, s, m or h such as 500ms")
    };
    let (number, unit) = number_and_unit(text.trim()).ok_or_else(wrong)?;
    let seconds = match unit {
        "ms" => number / 1e3,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// A duration that is not zero.
pub fn moment(text: &str) -> Result<Duration, String> {
    let moment = duration(text)?;
    if moment.is_zero() { Err("expected more than no time".to_owned()) } else { Ok(moment) }
}

/// `256MiB`, `4GiB`, `500MB`.
pub fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size: expected a number with KiB, MiB or GiB, such as 256MiB or 4GiB");
    let (number, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let factor: f64 = match unit.to_ascii_lowercase().as_str() {
        "b" => 1.0,
        "kib" | "k" => 1024.0,
        "mib" | "m" => 1024.0 * 1024.0,
        "gib" | "g" => 1024.0 * 1024.0 * 1024.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        _ => return Err(wrong()),
    };
    let bytes = number * factor;
    if bytes < 1e18 { Ok(bytes as u64) } else { Err(wrong()) }
}

/// `1000000`, `1e6`, `2.5e6`.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a count: expected a whole number such as 1000 or 1e6");
    let number = ungrouped(text);
    if let Ok(number) = number.parse() {
        return Ok(number);
    }
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let whole = number >= 0.0 && number.fract() == 0.0 && number < 1e18;
    if whole { Ok(number as u64) } else { Err(wrong()) }
}

/// A seed: any whole number.
pub fn seed(text: &str) -> Result<u64, String> {
    plain_number(text).parse().map_err(|_| format!("`{text}` is not a seed: expected a whole number such as 7"))
}

/// A count of things that are kept.
pub fn length(text: &str) -> Result<usize, String> {
    usize::try_from(count(text)?).map_err(|_| format!("`{text}` is more than this machine can count"))
}

/// A number of runs.
pub fn runs(text: &str) -> Result<NonZeroUsize, String> {
    NonZeroUsize::new(length(text)?).ok_or_else(|| "expected at least one run".to_owned())
}

/// How wide a beam is.
pub fn width(text: &str) -> Result<NonZeroUsize, String> {
    NonZeroUsize::new(length(text)?).ok_or_else(|| "expected at least one state".to_owned())
}

/// A count of at least one.
pub fn positive(text: &str) -> Result<u64, String> {
    let number = count(text)?;
    if number > 0 { Ok(number) } else { Err(format!("`{text}` is too few: expected at least 1")) }
}

/// More threads than this never help.
const MOST_THREADS: usize = 256;

/// A number of threads.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let count = ungrouped(text).parse().ok().filter(|count: &NonZeroUsize| count.get() <= MOST_THREADS);
    count.ok_or_else(|| format!("expected a whole number from 1 to {MOST_THREADS}"))
}

/// A size in binary units: `1536` as `1.5 KiB`.
pub fn bytes(bytes: u64) -> String {
    match bytes as f64 {
        b if b >= 1024.0 * 1024.0 * 1024.0 => format!("{:.1} GiB", b / 1024.0 / 1024.0 / 1024.0),
        b if b >= 1024.0 * 1024.0 => format!("{:.1} MiB", b / 1024.0 / 1024.0),
        b if b >= 1024.0 => format!("{:.1} KiB", b / 1024.0),
        b => format!("{b} B"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_read() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("0.5s"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(moment("0.1"), Ok(Duration::from_millis(100)));
        assert_eq!(moment(" 2m"), Ok(Duration::from_secs(120)));
        assert_eq!(size("256MiB"), Ok(256 << 20));
        assert_eq!(size("4GiB"), Ok(4 << 30));
        assert_eq!(size("1MB"), Ok(1_000_000));
        assert_eq!(count("1e6"), Ok(1_000_000));
        assert_eq!(count("12"), Ok(12));
        assert_eq!(length("1e3"), Ok(1000));
        assert_eq!(runs("2"), Ok(NonZeroUsize::MIN.saturating_add(1)));
    }

    #[test]
    fn other_texts_are_refused() {
        for bad in ["", "s", "-1s", "-1", "1e400s", "NaNs", "10 parsecs", "infs", "inf", "NaN"] {
            assert!(duration(bad).is_err(), "{bad:?}");
        }
        let expected = "expected seconds such as 10, or a number with ms, s, m or h such as 500ms";
        assert_eq!(duration("-5s").unwrap_err(), format!("`-5s` is negative: {expected}"));
        assert_eq!(duration("--soon").unwrap_err(), format!("`--soon` is not a duration: {expected}"));
        for bad in ["", "0", "0s", "s", "-1", "1e400", "inf", "NaN", "1 2"] {
            assert!(moment(bad).is_err(), "{bad:?}");
        }
        for bad in ["", "10", "MiB", "-1MiB", "1e30GiB", "4 apples"] {
            assert!(size(bad).is_err(), "{bad:?}");
        }
        for bad in ["", "1.5", "-1", "1e30", "inf", "NaN", "many"] {
            assert!(count(bad).is_err() && length(bad).is_err() && runs(bad).is_err(), "{bad:?}");
        }
        assert!(runs("0").is_err());
    }
}
