//! Comparisons as text and Markdown: a row for each run as it ends, then what it all comes to.

use npuzzle::answer::ProofLabel;
use npuzzle::lab::compare::{
    Centre, CompareRequest, Effort, PairSummary, PlannedRun, Published, RunRecord, RunStatus, Tally,
};

use crate::render::grid::{Column, Grid, fitted, line, markdown_head, markdown_row, numbers, times, words};
use crate::render::numbers::{short_count, time};

/// What fits on most screens and in most mails.
const WIDTH: usize = 100;

/// The columns of the runs.
const RUNS: [Column; 10] = [
    words("board"),
    words("algorithm"),
    words("heuristic"),
    numbers("cost"),
    numbers("depth"),
    times("time"),
    numbers("expanded"),
    numbers("evaluated"),
    numbers("stored"),
    words("complete/optimal"),
];
/// Where the time stands among them.
const TIME: usize = 5;
/// The least widths of the numbers; the last column may stick out under its title, which is cut to
/// fit.
const NUMBER_WIDTHS: [usize; 7] = [5, 5, 9, 8, 9, 8, 12];

/// What a table calls a search without a heuristic.
pub fn heuristic_name(heuristic: Option<&str>) -> String {
    heuristic.unwrap_or("-").to_owned()
}

fn run_cells(record: &RunRecord) -> Vec<String> {
    let dash = || "-".to_owned();
    let cost = match (record.cost, record.lower_bound) {
        (Some(cost), _) => cost.to_string(),
        (None, Some(bound)) => format!(">={bound}"),
        (None, None) => dash(),
    };
    let counted = !matches!(record.status, RunStatus::Error | RunStatus::Unsolvable);
    let count = |count: u64| if counted { short_count(count as f64) } else { dash() };
    vec![
        record.board.clone(),
        record.algorithm.clone(),
        heuristic_name(record.heuristic.as_deref()),
        cost,
        record.depth.filter(|_| counted).map_or_else(dash, |depth| depth.to_string()),
        if counted { time(record.seconds) } else { dash() },
        count(record.expanded),
        count(record.evaluated),
        count(record.max_stored),
        claims(record),
    ]
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
    // The remarks below the table tell the condition.
    let complete = if matches!(record.complete.as_str(), "yes" | "no") { &record.complete } else { "cond." };
    format!("{complete}/{optimal}")
}

/// The sample standard deviation of the time, where a run was repeated.
fn spread(record: &RunRecord) -> String {
    record.seconds_deviation.map(|deviation| format!(" +- {}", time(deviation))).unwrap_or_default()
}

/// The rows of the runs, aligned before the first is known.
pub struct RunRows {
    widths: Vec<usize>,
}

impl RunRows {
    pub fn new(request: &CompareRequest, plan: &[PlannedRun]) -> Self {
        let length = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
        let names = [
            length(&mut request.boards.iter().map(|board| board.name.as_str())).max(RUNS[0].title.len()),
            length(&mut plan.iter().map(|run| run.algorithm.as_str())).max(RUNS[1].title.len()),
            length(&mut plan.iter().map(|run| run.heuristic.as_deref().unwrap_or("-"))).max(RUNS[2].title.len()),
        ];
        let room = WIDTH - NUMBER_WIDTHS.iter().map(|width| width + 1).sum::<usize>();
        let widths = fitted(&RUNS[..3], &names, room);
        Self { widths: widths.into_iter().chain(NUMBER_WIDTHS).collect() }
    }

    pub fn text_head(&self) -> String {
        let mut titles: Vec<String> = RUNS.iter().map(|column| column.title.to_owned()).collect();
        titles[9] = "compl./opt.".to_owned();
        line(&RUNS, &self.widths, &titles)
    }

    pub fn text(&self, record: &RunRecord) -> String {
        line(&RUNS, &self.widths, &run_cells(record)) + &spread(record)
    }
}

pub fn run_markdown_head() -> String {
    markdown_head(&RUNS)
}

pub fn run_markdown(record: &RunRecord) -> String {
    let mut cells = run_cells(record);
    cells[TIME] += &spread(record);
    markdown_row(&cells)
}

/// A table with its title.
pub struct Section {
    pub title: String,
    /// What has to be known to read it.
    pub remark: Option<String>,
    pub grid: Grid,
}

/// The tables of the summary.
pub fn sections(tally: &Tally) -> Vec<Section> {
    let mut sections = vec![Section { title: "Outcome".to_owned(), remark: None, grid: outcome(tally) }];
    let boards = |count: usize| format!("{count} board{}", if count == 1 { "" } else { "s" });
    if tally.common_boards > 0 {
        let left_out: Vec<String> = tally.pairs.iter().filter(|pair| pair.left_out).map(name).collect();
        let remark =
            (!left_out.is_empty()).then(|| format!("Left out, since it solved none: {}.", left_out.join("; ")));
        sections.extend(efforts(
            tally,
            &format!("the {} that all solved", boards(tally.common_boards)),
            remark,
            |pair| &pair.common,
        ));
    }
    if !tally.same_boards {
        let remark = "The pairs solved different boards: these numbers show how each did, not which is better.";
        sections.extend(efforts(tally, "the boards that each solved", Some(remark.to_owned()), |pair| &pair.own));
    }
    sections
}

/// A search with its heuristic, in words.
pub fn name(pair: &PairSummary) -> String {
    match &pair.heuristic {
        Some(heuristic) => format!("{} + {heuristic}", pair.algorithm),
        None => pair.algorithm.clone(),
    }
}

fn pair_cells(pair: &PairSummary) -> Vec<String> {
    vec![pair.algorithm.clone(), heuristic_name(pair.heuristic.as_deref())]
}

fn outcome(tally: &Tally) -> Grid {
    let columns = ["runs", "solved", "optimal", "stopped", "unsolvable", "errors"].map(numbers);
    let mut grid = Grid::new(&[&[words("algorithm"), words("heuristic")], &columns[..]].concat());
    for pair in &tally.pairs {
        let counts = [pair.runs, pair.solved, pair.optimal, pair.stopped, pair.unsolvable, pair.errors];
        grid.row([pair_cells(pair), counts.map(|count| count.to_string()).into()].concat());
    }
    grid
}

/// Means and medians over a set of boards.
fn efforts(tally: &Tally, over: &str, remark: Option<String>, effort: fn(&PairSummary) -> &Effort) -> [Section; 2] {
    let table = |value: fn(Centre) -> Option<f64>| {
        let columns = ["boards", "cost", "gap", "expanded", "evaluated", "stored"].map(numbers);
        let names = [words("algorithm"), words("heuristic")];
        let mut grid = Grid::new(&[&names[..], &columns, &[times("time"), numbers("b*")]].concat());
        for pair in tally.pairs.iter().filter(|pair| !pair.left_out) {
            let effort = effort(pair);
            let show =
                |centre: Centre, text: &dyn Fn(f64) -> String| value(centre).map_or_else(|| "-".to_owned(), text);
            let cells = vec![
                effort.boards.to_string(),
                show(effort.cost, &|cost| format!("{cost:.1}")),
                // Where an optimum is not known, this is the most the gap can be.
                show(effort.gap, &|gap| format!("{}{:.1}%", if effort.gap_is_exact { "" } else { "<=" }, 100.0 * gap)),
                show(effort.expanded, &short_count),
                show(effort.evaluated, &short_count),
                show(effort.max_stored, &short_count),
                show(effort.seconds, &time),
                show(effort.effective_branching_factor, &|b| format!("{b:.3}")),
            ];
            grid.row([pair_cells(pair), cells].concat());
        }
        grid
    };
    [
        Section { title: format!("Means over {over}"), remark, grid: table(|centre| centre.mean) },
        Section { title: format!("Medians over {over}"), remark: None, grid: table(|centre| centre.median) },
    ]
}

/// What else there is to say: promises of the searches, refusals, contradictions.
pub fn remarks(tally: &Tally, records: &[RunRecord]) -> Vec<String> {
    let mut remarks = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for record in records {
        if !seen.contains(&record.algorithm.as_str()) {
            seen.push(&record.algorithm);
            remarks.push(format!("{}: complete: {}; optimal: {}", record.algorithm, record.complete, record.optimal));
        }
    }
    let mut refused: Vec<(String, usize)> = Vec::new();
    for record in records.iter().filter(|record| record.status == RunStatus::Error) {
        let reason = record.reason.as_deref().unwrap_or("no reason");
        let with = record.heuristic.as_ref().map(|heuristic| format!(" + {heuristic}")).unwrap_or_default();
        let text = format!("{}{with} refused: {reason}", record.algorithm);
        match refused.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => refused.push((text, 1)),
        }
    }
    remarks.extend(refused.into_iter().map(|(text, count)| match count {
        1 => text,
        _ => format!("{text} ({count} times)"),
    }));
    if let Some(Published { boards, cost: Centre { mean: Some(mean), .. } }) = tally.published {
        let what = if boards == 1 { "board has" } else { "boards have" };
        remarks.push(format!("{boards} {what} published solutions, not known to be optimal: mean cost {mean:.1}"));
    }
    remarks.extend(tally.contradictions.iter().map(|text| format!("contradiction: {text}")));
    remarks
}

/// The summary in columns.
pub fn text(tally: &Tally, records: &[RunRecord]) -> String {
    let mut text = String::new();
    for section in sections(tally) {
        text += &format!("\n{}\n{}", section.title, section.grid.text(WIDTH));
        text += &section.remark.map(|remark| format!("{remark}\n")).unwrap_or_default();
    }
    let remarks = remarks(tally, records).into_iter().map(|remark| format!("{remark}\n"));
    format!("{text}\n{}", remarks.collect::<String>())
}

/// The summary as Markdown.
pub fn markdown(tally: &Tally, records: &[RunRecord]) -> String {
    let mut text = String::new();
    for section in sections(tally) {
        text += &format!("\n## {}\n\n{}", section.title, section.grid.markdown());
        text += &section.remark.map(|remark| format!("\n{remark}\n")).unwrap_or_default();
    }
    let remarks = remarks(tally, records).into_iter().map(|remark| format!("- {}\n", remark.replace('|', "\\|")));
    format!("{text}\n{}", remarks.collect::<String>())
}
