//! A comparison as one page for the browser and for print: nothing is loaded from elsewhere.

use npuzzle::lab::compare::{CompareRequest, Comparison, PlannedRun, RunRecord, Tally};
use npuzzle::picture::letters::escaped;

use crate::failure::Failure;
use crate::render::comparison::{claims, heuristic_name, remarks, sections};
use crate::render::grid::{Grid, numbers, words};
use crate::render::numbers::{bytes, thousands, time};
use crate::render::plots::Plots;
use crate::render::rows::word;
use crate::{clock, machine};

/// What the page shows.
pub struct Page<'p> {
    pub request: &'p CompareRequest,
    pub plan: &'p [PlannedRun],
    pub comparison: &'p Comparison,
    pub tally: &'p Tally,
    pub seed: Option<u64>,
}

const STYLE: &str = include_str!("comparison_page.css");
const SCRIPT: &str = include_str!("comparison_page.js");

/// The whole page.
pub fn html(page: &Page<'_>) -> Result<String, Failure> {
    let records = &page.comparison.records;
    let title = format!("Comparison of {} pairs on {} boards", page.tally.pairs.len(), page.request.boards.len());
    let mut body = format!("<h1>{}</h1>\n{}", escaped(&title), facts(page));
    for section in sections(page.tally) {
        body += &format!("<h2>{}</h2>\n", escaped(&section.title));
        body += &section.remark.map(|remark| format!("<p>{}</p>\n", escaped(&remark))).unwrap_or_default();
        body += &wide(&section.grid.html());
    }
    body += &notes(page);
    body += &plots(page)?;
    body += &format!("<h2>All runs</h2>\n{}", wide(&runs(records).html()));
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escaped(&title)
    ))
}

/// A table that scrolls by itself where it is too wide.
fn wide(table: &str) -> String {
    format!("<div class=\"wide\">\n{table}</div>\n")
}

/// What is needed to do it again.
fn facts(page: &Page<'_>) -> String {
    let limits = &page.request.limits;
    let limit = |text: Option<String>| text.unwrap_or_else(|| "none".to_owned());
    let mut facts = vec![("command", command()), ("program", format!("npuzzle {}", crate::version::short()))];
    if let Some(seed) = page.seed {
        facts.push(("seed", format!("{seed} (xoshiro256++)")));
    }
    facts.push(("date", clock::now()));
    facts.extend(machine::describe());
    facts.push((
        "limits of a run",
        format!(
            "time {}, memory {}, expansions {}",
            limit(limits.time.map(|limit| time(limit.as_secs_f64()))),
            limit(limits.memory.map(bytes)),
            limit(limits.nodes.map(thousands)),
        ),
    ));
    facts.push(("repeats", page.request.repeat.to_string()));
    let done = page.comparison.records.len();
    let state = if page.comparison.complete { "all" } else { "interrupted" };
    facts.push(("runs", format!("{done} of {} ({state})", page.plan.len())));
    let row = |(name, value): (&str, String)| {
        let value = if name == "command" { format!("<code>{}</code>", escaped(&value)) } else { escaped(&value) };
        format!("<dt>{name}</dt><dd>{value}</dd>\n")
    };
    format!("<dl>\n{}</dl>\n", facts.into_iter().map(row).collect::<String>())
}

/// The command line, as a shell would read it again.
fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    ["npuzzle".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn notes(page: &Page<'_>) -> String {
    let definitions = "Time is that of the search only. Stored is the peak of frontier and closed states, or the longest path of a search that \
        keeps no more. b* is the effective branching factor: b* + b*^2 + ... + b*^cost = states generated. The gap is cost / optimum - 1, where the \
        optimum is the cost that any run proved optimal, or that is known beforehand; where there is neither, the greatest lower bound \
        of all runs takes its place, and the gap is an upper bound (<=).";
    let remarks = remarks(page.tally, &page.comparison.records);
    let items = remarks.iter().map(|remark| format!("<li>{}</li>\n", escaped(remark)));
    format!("<p>{}</p>\n<ul>\n{}</ul>\n", escaped(definitions), items.collect::<String>())
}

fn plots(page: &Page<'_>) -> Result<String, Failure> {
    let plots = Plots::new(page.plan, &page.comparison.records, page.tally);
    if plots.is_empty() {
        return Ok("<p>No run ended with a solution: there is nothing to plot.</p>\n".to_owned());
    }
    let figure = |title: &str, caption: &str, svg: String, legend: &str| {
        format!(
            "<figure>\n<h2>{}</h2>\n{legend}<div class=\"wide\">\n{svg}</div>\n<figcaption>{}</figcaption>\n</figure>\n",
            escaped(title),
            escaped(caption)
        )
    };
    let legend = plots.legend();
    let strips = "Each mark is a solved run; in brackets, solved of all runs. The box reaches from the first quartile to the third, the bar is the median.";
    let growth = "The geometric mean at each depth. The depth of a board is the least cost that is known of it.";
    Ok([
        figure("States expanded", strips, plots.strips()?, ""),
        figure(
            "Cost against effort",
            "Each mark is a solved run: low is good, left is cheap.",
            plots.cost_against_effort()?,
            &legend,
        ),
        figure("Growth with depth", growth, plots.growth()?, &legend),
    ]
    .concat())
}

/// All runs; columns that would be empty are left out.
fn runs(records: &[RunRecord]) -> Grid {
    let timed_often = records.iter().any(|record| record.seconds_deviation.is_some());
    let explained = records.iter().any(|record| record.reason.is_some());
    let mut columns = vec![numbers("run"), words("board"), words("algorithm"), words("heuristic"), words("status")];
    columns.extend(["cost", "at least", "depth", "expanded", "generated", "evaluated", "open", "stored"].map(numbers));
    columns.extend([numbers("memory"), numbers("b*"), numbers("seconds")]);
    columns.extend(timed_often.then_some(numbers("deviation")));
    columns.push(words("complete/optimal"));
    columns.extend(explained.then_some(words("reason")));
    let mut grid = Grid::new(&columns);
    let dash = || "-".to_owned();
    let number = |value: Option<u32>| value.map_or_else(dash, |value| value.to_string());
    for record in records {
        let mut cells = vec![
            record.id.to_string(),
            record.board.clone(),
            record.algorithm.clone(),
            heuristic_name(record.heuristic.as_deref()),
            word(&record.status),
            number(record.cost),
            number(record.lower_bound),
        ];
        let counts = [record.max_depth, record.expanded, record.generated, record.evaluated, record.max_open];
        cells.extend(counts.into_iter().chain([record.max_stored]).map(thousands));
        cells.push(bytes(record.peak_bytes));
        cells.push(record.effective_branching_factor.map_or_else(dash, |b| format!("{b:.3}")));
        cells.push(format!("{:.6}", record.seconds));
        let deviation = record.seconds_deviation.map_or_else(dash, |deviation| format!("{deviation:.6}"));
        cells.extend(timed_often.then_some(deviation));
        cells.push(claims(record));
        cells.extend(explained.then(|| record.reason.clone().unwrap_or_default()));
        grid.row(cells);
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let quoted = ["korf:1..10", "max(a, b)", "it's", ""].map(quoted);
        assert_eq!(quoted, ["korf:1..10", "'max(a, b)'", "'it'\\''s'", "''"]);
    }
}
