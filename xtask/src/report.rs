//! What the steps came to: a table, what failed and how to repeat it, and one closing line.

use crate::counts::Counts;

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Passed,
    /// Why.
    Failed(String),
    /// Why; a skipped step does not fail.
    Skipped(String),
}

/// A step that has ended.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: &'static str,
    pub seconds: f64,
    /// The tests that the step counted; a step may have none.
    pub tests: Counts,
    pub end: End,
    /// What was left out although the step passed.
    pub notes: Vec<String>,
}

impl Row {
    /// A step that was not begun.
    pub fn skipped(name: &'static str, reason: &str) -> Self {
        let end = End::Skipped(reason.to_owned());
        Self { name, seconds: 0.0, tests: Counts::default(), end, notes: Vec::new() }
    }

    /// A step that could not begin, which is a failure.
    pub fn failed(name: &'static str, reason: &str) -> Self {
        Self { end: End::Failed(reason.to_owned()), ..Self::skipped(name, reason) }
    }

    /// The share of the step in the closing line. A step without tests of its own counts as one.
    fn counts(&self) -> Counts {
        let mut counts = self.tests;
        match self.end {
            End::Passed if counts == Counts::default() => counts.passed = 1,
            End::Failed(_) if counts.failed == 0 => counts.failed = 1,
            End::Skipped(_) => counts.skipped += 1,
            _ => {}
        }
        counts
    }
}

/// The steps in the order in which they are listed, and all that they came to.
pub struct Report {
    pub rows: Vec<Row>,
    /// Wall time of all of them.
    pub seconds: f64,
}

impl Report {
    pub fn has_failed(&self) -> bool {
        self.rows.iter().any(|row| matches!(row.end, End::Failed(_)))
    }

    fn sum(&self) -> Counts {
        self.rows.iter().fold(Counts::default(), |mut sum, row| {
            sum += row.counts();
            sum
        })
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("together".len());
        writeln!(f, "{:width$}  seconds  passed  failed  skipped", "step")?;
        for row in &self.rows {
            let Counts { passed, failed, skipped } = row.counts();
            write!(f, "{:width$}  {:7.1}  {passed:6}  {failed:6}  {skipped:7}", row.name, row.seconds)?;
            let remark = match &row.end {
                End::Passed => row.notes.join("; "),
                End::Failed(_) => "FAILED".to_owned(),
                End::Skipped(reason) => format!("skipped: {reason}"),
            };
            writeln!(f, "{}{remark}", if remark.is_empty() { "" } else { "  " })?;
        }
        let sum = self.sum();
        let Counts { passed, failed, skipped } = sum;
        // Steps run side by side: the wall time is less than the sum.
        writeln!(f, "{:width$}  {:7.1}  {passed:6}  {failed:6}  {skipped:7}\n", "together", self.seconds)?;
        for row in &self.rows {
            if let End::Failed(reason) = &row.end {
                writeln!(f, "{} failed: {reason}\n  repeat it: cargo xtask test {}", row.name, row.name)?;
            }
        }
        write!(f, "{sum}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, tests: Counts, end: End) -> Row {
        Row { seconds: 12.34, tests, end, ..Row::skipped(name, "") }
    }

    #[test]
    fn all_is_well() {
        let tests = Counts { passed: 40, failed: 0, skipped: 0 };
        let rows = vec![row("build", Counts::default(), End::Passed), row("rust", tests, End::Passed)];
        let report = Report { rows, seconds: 20.0 };
        assert!(!report.has_failed());
        assert_eq!(
            report.to_string(),
            "step      seconds  passed  failed  skipped\n\
             build        12.3       1       0        0\n\
             rust         12.3      40       0        0\n\
             together     20.0      41       0        0\n\n\
             41 passed, 0 failed"
        );
    }

    #[test]
    fn failures_say_how_to_repeat_them_and_skipped_steps_say_why() {
        let tests = Counts { passed: 40, failed: 2, skipped: 1 };
        let rows = vec![
            row("clippy", Counts::default(), End::Failed("cargo ended with exit status: 101".to_owned())),
            row("rust", tests, End::Failed("2 tests failed".to_owned())),
            Row::skipped("page", "there is no Chromium"),
            Row { notes: vec!["without pandas".to_owned()], ..row("python", tests, End::Passed) },
        ];
        let report = Report { rows, seconds: 20.0 };
        assert!(report.has_failed());
        let text = report.to_string();
        assert!(
            text.contains("\npage          0.0       0       0        1  skipped: there is no Chromium\n"),
            "{text}"
        );
        assert!(text.contains("\npython       12.3      40       2        1  without pandas\n"), "{text}");
        assert!(
            text.contains("\nclippy failed: cargo ended with exit status: 101\n  repeat it: cargo xtask test clippy\n"),
            "{text}"
        );
        assert!(
            text.ends_with(
                "\nrust failed: 2 tests failed\n  repeat it: cargo xtask test rust\n80 passed, 5 failed, 3 skipped"
            ),
            "{text}"
        );
    }
}
