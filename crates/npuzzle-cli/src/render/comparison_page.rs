//! A comparison as one page for the browser and for print: nothing is loaded from elsewhere.

use npuzzle::lab::compare::{CompareRequest, Comparison, PlannedRun, RunRecord};
use npuzzle::picture::letters::escaped;

use crate::failure::Failure;
use crate::provenance::command;
use crate::render::comparison::{Summary, heuristic_name, remarks};
use crate::render::grid::{Grid, numbers, words};
use crate::render::measures::{Measure, claims};
use crate::render::numbers::{bytes, thousands, time};
use crate::render::plots::Plots;
use crate::render::rows::word;
use crate::{clock, machine};

/// What the page shows.
pub struct Page<'p> {
    pub request: &'p CompareRequest,
    pub plan: &'p [PlannedRun],
    pub comparison: &'p Comparison,
    pub summary: &'p Summary<'p>,
    pub seed: Option<u64>,
}

const STYLE: &str = include_str!("comparison_page.css");
const SCRIPT: &str = include_str!("comparison_page.js");

/// The whole page.
pub fn html(page: &Page<'_>) -> Result<String, Failure> {
    let records = &page.comparison.records;
    let title =
        format!("Comparison of {} pairs on {} boards", page.summary.tally.pairs.len(), page.request.boards.len());
    let mut body = format!("<h1>{}</h1>\n{}", escaped(&title), facts(page));
    for section in page.summary.sections() {
        body += &format!("<h2>{}</h2>\n", escaped(&section.title));
        body += &section.remark.map(|remark| format!("<p>{}</p>\n", marked(&remark))).unwrap_or_default();
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

fn notes(page: &Page<'_>) -> String {
    let definitions = "Time is that of the search only. Stored is the peak of frontier and closed states, or the longest path of a search that \
        keeps no more. b* is the effective branching factor: b* + b*^2 + ... + b*^cost = states generated. The gap is cost / optimum - 1, where the \
        optimum is the cost that any run proved optimal, or that is known beforehand; where there is neither, the greatest lower bound \
        of all runs takes its place, and the gap is an upper bound (<=). h(start) is the estimate of the start, as the search uses it.";
    let remarks = remarks(page.summary.tally, &page.comparison.records);
    let items = remarks.iter().map(|remark| format!("<li>{}</li>\n", marked(remark)));
    format!("<p>{}</p>\n<ul>\n{}</ul>\n", escaped(definitions), items.collect::<String>())
}

fn plots(page: &Page<'_>) -> Result<String, Failure> {
    let plots = Plots::new(page.plan, &page.comparison.records, page.summary.tally);
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

/// A remark, with what stands in backticks as code.
fn marked(text: &str) -> String {
    let part = |(number, part): (usize, &str)| match number % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    };
    // A backtick without another is a letter like any other.
    match text.matches('`').count() % 2 {
        0 => text.split('`').enumerate().map(part).collect(),
        _ => escaped(text),
    }
}

/// All runs; columns that would be empty are left out.
fn runs(records: &[RunRecord]) -> Grid {
    let timed_often = records.iter().any(|record| record.deviation_seconds().is_some());
    let explained = records.iter().any(|record| record.reason.is_some());
    let measures =
        Measure::all(&["depth", "expanded", "generated", "evaluated", "open", "stored", "memory", "b"], false);
    let mut columns = vec![numbers("run"), words("board"), words("algorithm"), words("heuristic"), words("status")];
    columns.extend(["h(start)", "cost", "at least"].map(numbers));
    columns.extend(measures.iter().map(|measure| measure.column()));
    columns.push(numbers("seconds"));
    columns.extend(timed_often.then_some(numbers("deviation")));
    columns.push(words("complete/optimal"));
    columns.extend(explained.then_some(words("reason")));
    let mut grid = Grid::new(&columns);
    let dash = || "-".to_owned();
    let number = |value: Option<u32>| value.map_or_else(dash, thousands);
    for record in records {
        let mut cells = vec![
            record.id.to_string(),
            record.board.clone(),
            record.algorithm.clone(),
            heuristic_name(record.heuristic.as_deref()),
            word(&record.status),
        ];
        cells.extend([record.stats.h_start, record.cost, record.lower_bound].map(number));
        cells.extend(measures.iter().map(|measure| measure.of_run(record)));
        cells.push(format!("{:.6}", record.mean_seconds()));
        let deviation = record.deviation_seconds().map_or_else(dash, |deviation| format!("{deviation:.6}"));
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
    fn code_in_remarks_is_marked() {
        assert_eq!(marked("`nba` needs a < b"), "<code>nba</code> needs a &lt; b");
        assert_eq!(marked("a ` b"), "a ` b");
    }
}
