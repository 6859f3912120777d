//! What the tables of a comparison can show of a run, and of a search over several boards.

use npuzzle::answer::ProofLabel;
use npuzzle::lab::compare::{Centre, Effort, PairSummary, RunRecord, RunStats, RunStatus};

use crate::render::grid::{Column, numbers, times, words};
use crate::render::numbers::{bytes, decimal, factor, short_count, thousands, time};

/// The mean or the median of something.
pub type Middle = fn(Centre) -> Option<f64>;

/// A column or a row of a table.
pub struct Measure {
    /// How `--columns` calls it; the title and the field of the JSON form are understood too.
    pub name: &'static str,
    pub title: &'static str,
    pub field: &'static str,
    pub help: &'static str,
    /// How wide it is in the list of runs, which is written before all runs are known.
    width: usize,
    of: Source,
}

enum Source {
    /// Something that is counted: of a run, over boards, and how it is written.
    Count(fn(&RunStats) -> u64, fn(&Effort) -> Centre, fn(f64) -> String),
    /// Another number of a run that has been solved or stopped.
    Number(fn(&RunRecord) -> Option<String>, fn(&Effort, Middle) -> Option<String>),
    /// Something about a pair that is not a mean: of a run, and over boards.
    Words(fn(&RunRecord) -> Option<String>, fn(&PairSummary, &Effort) -> String),
    /// What exists only over boards.
    Boards(fn(&PairSummary, &Effort, Middle) -> Option<String>),
}

/// All measures, in the order in which help shows them.
pub static MEASURES: &[Measure] = &[
    Measure {
        name: "boards",
        title: "boards",
        field: "boards",
        help: "how many boards the means are over",
        width: 0,
        of: Source::Boards(|_, effort, _| Some(thousands(effort.boards as u64))),
    },
    Measure {
        name: "solved",
        title: "solved",
        field: "solved",
        help: "runs with a solution, of all runs",
        width: 0,
        of: Source::Boards(|pair, _, _| Some(format!("{}/{}", pair.solved, pair.runs))),
    },
    Measure {
        name: "h",
        title: "h(start)",
        field: "h_start",
        help: "the estimate of the start",
        width: 8,
        of: Source::Number(
            |record| record.stats.h_start.map(thousands),
            |effort, middle| middle(effort.h_start).map(|value| mean(value, effort)),
        ),
    },
    Measure {
        name: "cost",
        title: "cost",
        field: "cost",
        help: "cost of the solution",
        width: 5,
        of: Source::Number(cost, |effort, middle| middle(effort.cost).map(|value| mean(value, effort))),
    },
    Measure {
        name: "gap",
        title: "gap",
        field: "gap",
        help: "cost / optimum - 1",
        width: 0,
        // Where an optimum is not known, this is the most the gap can be.
        of: Source::Boards(|_, effort, middle| {
            let sign = if effort.gap_is_exact { "" } else { "<=" };
            let percent = |gap: f64| decimal(100.0 * gap, if gap < 10.0 { 1 } else { 0 });
            middle(effort.gap).map(|gap| format!("{sign}{}%", percent(gap)))
        }),
    },
    Measure {
        name: "depth",
        title: "depth",
        field: "depth",
        help: "moves of the solution",
        width: 5,
        of: Source::Number(
            |record| record.depth.map(thousands),
            |effort, middle| middle(effort.depth).map(|value| mean(value, effort)),
        ),
    },
    Measure {
        name: "time",
        title: "time",
        field: "seconds",
        help: "time of the search only",
        width: 9,
        of: Source::Number(
            |record| Some(time(record.mean_seconds())),
            |effort, middle| middle(effort.seconds).map(time),
        ),
    },
    Measure {
        name: "expanded",
        title: "expanded",
        field: "expanded",
        help: "states expanded",
        width: 8,
        of: Source::Count(|stats| stats.expanded, |effort| effort.expanded, short_count),
    },
    Measure {
        name: "generated",
        title: "generated",
        field: "generated",
        help: "successors made",
        width: 9,
        of: Source::Count(|stats| stats.generated, |effort| effort.generated, short_count),
    },
    Measure {
        name: "evaluated",
        title: "evaluated",
        field: "evaluated",
        help: "estimates made",
        width: 9,
        of: Source::Count(|stats| stats.evaluated, |effort| effort.evaluated, short_count),
    },
    Measure {
        name: "reopened",
        title: "reopened",
        field: "reopened",
        help: "closed states opened again",
        width: 8,
        of: Source::Count(|stats| stats.reopened, |effort| effort.reopened, short_count),
    },
    Measure {
        name: "open",
        title: "open",
        field: "max_open",
        help: "peak of the frontier",
        width: 8,
        of: Source::Count(|stats| stats.max_open, |effort| effort.max_open, short_count),
    },
    Measure {
        name: "stored",
        title: "stored",
        field: "max_stored",
        help: "peak of frontier + closed",
        width: 8,
        of: Source::Count(|stats| stats.max_stored, |effort| effort.max_stored, short_count),
    },
    Measure {
        name: "memory",
        title: "memory",
        field: "peak_bytes",
        help: "most bytes held",
        width: 10,
        of: Source::Count(|stats| stats.peak_bytes, |effort| effort.peak_bytes, |value| bytes(value.round() as u64)),
    },
    Measure {
        name: "b",
        title: "b*",
        field: "effective_branching_factor",
        help: "effective branching factor",
        width: 5,
        of: Source::Number(
            |record| record.stats.effective_branching_factor.map(|b| format!("{b:.3}")),
            |effort, middle| middle(effort.effective_branching_factor).map(|b| format!("{b:.3}")),
        ),
    },
    Measure {
        name: "reduction",
        title: "reduction",
        field: "reduction",
        help: "how many times fewer states than the base line are expanded",
        width: 0,
        of: Source::Boards(|pair, _, _| pair.factors?.reduction.map(factor)),
    },
    Measure {
        name: "speedup",
        title: "speedup",
        field: "speedup",
        help: "how many times faster than the base line it is",
        width: 0,
        of: Source::Boards(|pair, _, _| pair.factors?.speedup.map(factor)),
    },
    Measure {
        name: "claims",
        title: "complete/optimal",
        field: "proof",
        help: "whether the search is complete, and whether its solutions are proved optimal",
        width: 12,
        of: Source::Words(|record| Some(claims(record)), |pair, _| claims_of_pair(pair)),
    },
];

/// The measures of the list of runs.
pub const OF_RUNS: &[&str] = &["h", "cost", "depth", "time", "expanded", "evaluated", "stored", "claims"];
/// The measures of a table about one board.
pub const OF_A_BOARD: &[&str] =
    &["h", "cost", "time", "expanded", "evaluated", "stored", "b", "reduction", "speedup", "claims"];
/// The measures of a table of means.
pub const OF_MEANS: &[&str] =
    &["boards", "h", "cost", "gap", "expanded", "evaluated", "stored", "time", "b", "reduction", "speedup"];
/// The measures of a table of means over groups.
pub const OF_GROUPS: &[&str] =
    &["solved", "h", "cost", "gap", "expanded", "evaluated", "stored", "time", "b", "reduction", "speedup"];

impl Measure {
    /// Those that are called so, without what needs a base line if there is none.
    pub fn all(names: &[&str], has_baseline: bool) -> Vec<&'static Self> {
        let needs_baseline = |measure: &Self| matches!(measure.name, "reduction" | "speedup");
        let named = names.iter().filter_map(|name| MEASURES.iter().find(|measure| measure.name == *name));
        named.filter(|measure| has_baseline || !needs_baseline(measure)).collect()
    }

    /// The measure that a text names.
    pub fn find(text: &str) -> Result<&'static Self, String> {
        let text = text.trim();
        let is_called = |measure: &&Self| {
            [measure.name, measure.title, measure.field].iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        MEASURES.iter().find(is_called).ok_or_else(|| {
            let names: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
            format!("`{text}` is not a column: expected some of {}", names.join(", "))
        })
    }

    /// Whether it needs a base line.
    pub fn needs_baseline(&self) -> bool {
        Self::all(&[self.name], false).is_empty()
    }

    /// Whether a single run has it.
    pub fn is_of_runs(&self) -> bool {
        !matches!(self.of, Source::Boards(_))
    }

    /// Its column.
    pub fn column(&self) -> Column {
        match self.of {
            Source::Words(..) => words(self.title),
            _ if self.name == "time" => times(self.title),
            _ => numbers(self.title),
        }
    }

    /// Its column in a list that is written row by row.
    pub fn fixed_column(&self) -> Column {
        self.column().filled_with(self.width)
    }

    /// What it is of a run.
    pub fn of_run(&self, record: &RunRecord) -> String {
        let counted = !matches!(record.status, RunStatus::Error | RunStatus::Unsolvable);
        let shown = match self.of {
            Source::Words(of, _) => of(record),
            Source::Count(of, _, write) => counted.then(|| write(of(&record.stats) as f64)),
            Source::Number(of, _) => counted.then(|| of(record)).flatten(),
            Source::Boards(_) => None,
        };
        shown.unwrap_or_else(dash)
    }

    /// What it is over boards.
    pub fn of_boards(&self, pair: &PairSummary, effort: &Effort, middle: Middle) -> String {
        let shown = match self.of {
            Source::Words(_, of) => Some(of(pair, effort)),
            Source::Count(_, of, write) => middle(of(effort)).map(write),
            Source::Number(_, of) => of(effort, middle),
            Source::Boards(of) => of(pair, effort, middle),
        };
        shown.unwrap_or_else(dash)
    }
}

fn dash() -> String {
    "-".to_owned()
}

/// A mean with one decimal; of a single board it is what it is.
fn mean(value: f64, effort: &Effort) -> String {
    decimal(value, if effort.boards == 1 { 0 } else { 1 })
}

fn cost(record: &RunRecord) -> Option<String> {
    let bound = || record.lower_bound.map(|bound| format!(">={}", thousands(bound)));
    record.cost.map(thousands).or_else(bound)
}

/// Whether the search is complete, by its card, and what is proved of this solution.
pub fn claims(record: &RunRecord) -> String {
    let optimal = match (record.status, record.proof) {
        (RunStatus::Error, _) => return "error".to_owned(),
        (RunStatus::Unsolvable, _) => return "unsolvable".to_owned(),
        (_, ProofLabel::Optimal) => "proved".to_owned(),
        (_, ProofLabel::Within) => format!("<={:.2}", record.within.unwrap_or(f64::INFINITY)),
        (RunStatus::Stopped, ProofLabel::None) => "stopped".to_owned(),
        _ => "unproved".to_owned(),
    };
    format!("{}/{optimal}", is_complete(&record.complete))
}

/// The same over boards.
fn claims_of_pair(pair: &PairSummary) -> String {
    let optimal = match pair.runs {
        0 => return dash(),
        runs if runs == pair.errors => return "error".to_owned(),
        runs if runs == pair.unsolvable => return "unsolvable".to_owned(),
        _ if pair.solved == 0 => "stopped".to_owned(),
        _ => match pair.within {
            Some(_) if pair.optimal == pair.solved => "proved".to_owned(),
            Some(factor) => format!("<={factor:.2}"),
            None if pair.optimal == 0 => "unproved".to_owned(),
            None => format!("{} of {} proved", pair.optimal, pair.solved),
        },
    };
    format!("{}/{optimal}", is_complete(&pair.complete))
}

/// The remarks below the tables tell the condition.
fn is_complete(card: &str) -> &str {
    if matches!(card, "yes" | "no") { card } else { "cond." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_found_by_name_title_and_field() {
        for (text, name) in [("memory", "memory"), ("peak_bytes", "memory"), ("b*", "b"), (" H(start) ", "h")] {
            assert_eq!(Measure::find(text).map(|measure| measure.name), Ok(name));
        }
        let error = Measure::find("visited").map(|measure| measure.name).unwrap_err();
        assert!(error.starts_with("`visited` is not a column: expected some of boards, solved, h, cost"), "{error}");
    }

    #[test]
    fn lists_name_measures_and_no_two_measures_share_a_name() {
        for list in [OF_RUNS, OF_A_BOARD, OF_MEANS, OF_GROUPS] {
            assert_eq!(Measure::all(list, true).len(), list.len());
        }
        assert!(Measure::all(OF_RUNS, false).iter().all(|measure| measure.is_of_runs()));
        assert_eq!(Measure::all(OF_MEANS, false).len(), OF_MEANS.len() - 2);
        let names = |measure: &Measure| [measure.name, measure.title, measure.field];
        for (at, measure) in MEASURES.iter().enumerate() {
            for other in &MEASURES[..at] {
                assert!(!names(measure).iter().any(|name| names(other).contains(name)), "{}", measure.name);
            }
        }
    }
}
