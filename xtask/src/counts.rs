//! How many tests passed, failed and were skipped, read from what the test programs print.

use std::ops::AddAssign;

/// Numbers of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 { write!(f, ", {} skipped", self.skipped) } else { Ok(()) }
    }
}

/// What a line sums up: the last line of a Rust test program, or the closing line of pytest.
pub fn summed_up(line: &str) -> Option<Counts> {
    rust(line).or_else(|| pytest(line))
}

/// `test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s`
fn rust(line: &str) -> Option<Counts> {
    let (verdict, numbers) = line.strip_prefix("test result: ")?.split_once(". ")?;
    matches!(verdict, "ok" | "FAILED").then_some(())?;
    let mut counts = Counts::default();
    for part in numbers.split("; ") {
        let Some((number, kind)) = part.split_once(' ') else { continue };
        match kind {
            "passed" => counts.passed = number.parse().ok()?,
            "failed" => counts.failed = number.parse().ok()?,
            "ignored" => counts.skipped = number.parse().ok()?,
            _ => {}
        }
    }
    Some(counts)
}

/// `1 failed, 300 passed, 2 skipped, 1 warning in 12.34s`, with or without a frame of `=`.
fn pytest(line: &str) -> Option<Counts> {
    let (numbers, time) = line.trim_matches(['=', ' ']).rsplit_once(" in ")?;
    // Behind a minute, pytest adds the time as a clock shows it: `75.10s (0:01:15)`.
    time.split(' ').next()?.strip_suffix('s')?.parse::<f64>().ok()?;
    let mut counts = Counts::default();
    for part in numbers.split(", ") {
        let (number, kind) = part.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match kind {
            "passed" | "xpassed" => counts.passed += number,
            "failed" | "error" | "errors" => counts.failed += number,
            "skipped" | "xfailed" => counts.skipped += number,
            "warning" | "warnings" | "deselected" => {}
            _ => return None,
        }
    }
    Some(counts)
}

/// Whether a line of a test program says only that something is well.
pub fn is_routine(line: &str) -> bool {
    let line = line.trim();
    let is_header = line.strip_prefix("running ").is_some_and(|rest| rest.ends_with(" tests") || rest == "1 test");
    line.is_empty()
        || is_header
        || line.starts_with("test result: ok.")
        || (line.starts_with("test ") && (line.ends_with("... ok") || line.contains("... ignored")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: u64, failed: u64, skipped: u64) -> Option<Counts> {
        Some(Counts { passed, failed, skipped })
    }

    #[test]
    fn results_of_rust() {
        let line = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 7 filtered out; finished in 1.05s";
        assert_eq!(summed_up(line), counts(12, 0, 3));
        let line = "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(summed_up(line), counts(1, 2, 0));
        assert_eq!(summed_up("test result: good. 1 passed"), None);
        assert_eq!(summed_up("test counts::tests::results_of_rust ... ok"), None);
    }

    #[test]
    fn results_of_pytest() {
        assert_eq!(summed_up("312 passed in 41.07s"), counts(312, 0, 0));
        assert_eq!(summed_up("312 passed, 2 skipped, 1 warning in 75.10s (0:01:15)"), counts(312, 0, 2));
        assert_eq!(summed_up("==== 1 failed, 3 passed, 2 errors in 0.12s ===="), counts(3, 3, 0));
        assert_eq!(summed_up("1 xfailed, 1 xpassed, 5 deselected in 0.12s"), counts(1, 0, 1));
        assert_eq!(summed_up("the page was drawn in 3s"), None);
        assert_eq!(summed_up("    Finished `dev` profile [optimized] target(s) in 0.31s"), None);
    }

    #[test]
    fn sums_and_words() {
        let mut sum = Counts { passed: 1, failed: 0, skipped: 0 };
        assert_eq!(sum.to_string(), "1 passed, 0 failed");
        sum += Counts { passed: 2, failed: 3, skipped: 4 };
        assert_eq!(sum.to_string(), "3 passed, 3 failed, 4 skipped");
    }

    #[test]
    fn routine_lines_are_those_without_news() {
        for line in ["", "running 3 tests", "running 1 test", "test a::b ... ok", "test a ... ignored, slow"] {
            assert!(is_routine(line), "{line}");
        }
        for line in ["running the server", "test a ... FAILED", "test result: FAILED. 0 passed", "thread panicked"] {
            assert!(!is_routine(line), "{line}");
        }
    }
}
