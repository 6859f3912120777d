//! Comparisons as text, Markdown and LaTeX: a row for each run as it ends, then what it all comes
//! to.

use npuzzle::core::Metric;
use npuzzle::lab::compare::{
    Centre, CompareRequest, Effort, Group, PairSummary, PlannedRun, Published, RunRecord, RunStatus, Tally,
};

use crate::render::arrangement::Arrangement;
use crate::render::grid::{Column, Grid, Layout, markdown_head, markdown_row, numbers, words};
use crate::render::latex;
use crate::render::measures::{Measure, OF_MEANS, OF_RUNS};
use crate::render::numbers::{decimal, thousands, time};

/// What a table calls a search without a heuristic.
pub fn heuristic_name(heuristic: Option<&str>) -> String {
    heuristic.unwrap_or("-").to_owned()
}

/// The sample standard deviation of the time, where a run was repeated.
fn spread(record: &RunRecord) -> String {
    record.deviation_seconds().map(|deviation| format!(" +- {}", time(deviation))).unwrap_or_default()
}

/// The rows of the runs, aligned before the first is known.
pub struct RunRows {
    measures: Vec<&'static Measure>,
    columns: Vec<Column>,
    layout: Layout,
}

impl RunRows {
    pub fn new(request: &CompareRequest, plan: &[PlannedRun], arrangement: &Arrangement, width: Option<usize>) -> Self {
        let length = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
        let names = [
            words("board").filled_with(length(&mut request.boards.iter().map(|board| board.name.as_str()))),
            words("algorithm").filled_with(length(&mut plan.iter().map(|run| run.algorithm.as_str()))),
            words("heuristic").filled_with(length(&mut plan.iter().map(|run| run.heuristic.as_deref().unwrap_or("-")))),
        ];
        let measures = arrangement.measures(OF_RUNS).into_iter().filter(|measure| measure.is_of_runs());
        let measures: Vec<&'static Measure> = measures.collect();
        let is_repeated = request.repeat.get() > 1;
        let filled = measures.iter().map(|measure| match measure.name {
            "time" if is_repeated => measure.fixed_column().filled_with("999.99 ms +- 999.99 ms".len()),
            _ => measure.fixed_column(),
        });
        let layout = Layout::new(names.iter().cloned().chain(filled).collect(), width);
        let columns = names.into_iter().chain(measures.iter().map(|measure| measure.column())).collect();
        Self { measures, columns, layout }
    }

    fn cells(&self, record: &RunRecord) -> Vec<String> {
        let names = [record.board.clone(), record.algorithm.clone(), heuristic_name(record.heuristic.as_deref())];
        let cell = |measure: &&Measure| match measure.name {
            "time" => measure.of_run(record) + &spread(record),
            _ => measure.of_run(record),
        };
        names.into_iter().chain(self.measures.iter().map(cell)).collect()
    }

    pub fn text_head(&self) -> String {
        self.layout.head()
    }

    pub fn text(&self, record: &RunRecord) -> String {
        self.layout.row(&self.cells(record))
    }

    pub fn markdown_head(&self) -> String {
        markdown_head(&self.columns)
    }

    pub fn markdown(&self, record: &RunRecord) -> String {
        markdown_row(&self.cells(record))
    }

    pub fn latex_head(&self) -> String {
        latex::comment("All runs") + &latex::head(&self.columns)
    }

    pub fn latex(&self, record: &RunRecord) -> String {
        latex::row(&self.cells(record))
    }
}

/// A table with its title.
pub struct Section {
    pub title: String,
    /// What has to be known to read it.
    pub remark: Option<String>,
    pub grid: Grid,
}

/// What a comparison came to, and how it is to be shown.
pub struct Summary<'s> {
    pub tally: &'s Tally,
    /// The groups, if the tables are about them.
    pub groups: Option<&'s [Group]>,
    pub records: &'s [RunRecord],
    pub arrangement: &'s Arrangement,
}

impl Summary<'_> {
    /// The tables: about the groups, or about all boards.
    pub fn sections(&self) -> Vec<Section> {
        match self.groups {
            Some(groups) => self.arrangement.tables(groups),
            None => self.over_all(),
        }
    }

    fn over_all(&self) -> Vec<Section> {
        let tally = self.tally;
        let mut sections = vec![Section { title: "Outcome".to_owned(), remark: None, grid: outcome(tally) }];
        let left_out: Vec<String> = tally.pairs.iter().filter(|pair| pair.left_out).map(name).collect();
        let mut remarks = Vec::new();
        if !left_out.is_empty() {
            remarks.push(format!("Left out, since it solved none: {}.", left_out.join("; ")));
        }
        remarks.extend(self.arrangement.factors(&self.arrangement.measures(OF_MEANS)));
        let remark = (!remarks.is_empty()).then(|| remarks.join(" "));
        match tally.common_boards {
            0 => {}
            // Its numbers are their own mean and median.
            1 => sections.push(Section {
                title: "The board that all solved".to_owned(),
                remark,
                grid: self.efforts(|pair| &pair.common, |centre| centre.mean),
            }),
            boards => {
                let over = format!("over the {} boards that all solved", thousands(boards as u64));
                sections.extend(self.means_and_medians(&over, remark, |pair| &pair.common));
            }
        }
        if !tally.same_boards {
            let remark = "The pairs solved different boards: these numbers show how each did, not which is better.";
            let over = "over the boards that each solved";
            sections.extend(self.means_and_medians(over, Some(remark.to_owned()), |pair| &pair.own));
        }
        sections
    }

    fn means_and_medians(
        &self,
        over: &str,
        remark: Option<String>,
        effort: fn(&PairSummary) -> &Effort,
    ) -> [Section; 2] {
        let (means, medians) =
            (self.efforts(effort, |centre| centre.mean), self.efforts(effort, |centre| centre.median));
        [
            Section { title: format!("Means {over}"), remark, grid: means },
            Section { title: format!("Medians {over}"), remark: None, grid: medians },
        ]
    }

    /// What the pairs took over a set of boards.
    fn efforts(&self, effort: fn(&PairSummary) -> &Effort, middle: fn(Centre) -> Option<f64>) -> Grid {
        let measures = self.arrangement.measures(OF_MEANS);
        let columns = measures.iter().map(|measure| measure.column());
        let columns: Vec<Column> = [words("algorithm"), words("heuristic")].into_iter().chain(columns).collect();
        let mut grid = Grid::new(&columns);
        for pair in self.tally.pairs.iter().filter(|pair| !pair.left_out) {
            let cell = |measure: &&Measure| measure.of_boards(pair, effort(pair), middle);
            grid.row(pair_cells(pair).into_iter().chain(measures.iter().map(cell)).collect());
        }
        grid
    }

    /// In columns.
    pub fn text(&self, width: Option<usize>) -> String {
        let mut text = String::new();
        for section in self.sections() {
            text += &format!("\n{}\n{}", section.title, section.grid.text(width));
            text += &section.remark.map(|remark| format!("{remark}\n")).unwrap_or_default();
        }
        let remarks = remarks(self.tally, self.records).into_iter().map(|remark| format!("{remark}\n"));
        // Where no runs stand above, neither does an empty line.
        let text = if self.groups.is_some() { text.trim_start().to_owned() } else { text };
        format!("{text}\n{}", remarks.collect::<String>())
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        for section in self.sections() {
            text += &format!("\n## {}\n\n{}", section.title, section.grid.markdown());
            text += &section.remark.map(|remark| format!("\n{remark}\n")).unwrap_or_default();
        }
        let remarks = remarks(self.tally, self.records).into_iter();
        let remarks = remarks.map(|remark| format!("- {}\n", remark.replace('|', "\\|")));
        let text = if self.groups.is_some() { text.trim_start().to_owned() } else { text };
        format!("{text}\n{}", remarks.collect::<String>())
    }

    /// As LaTeX: a `tabular` for each table, and comments between them.
    pub fn latex(&self) -> String {
        let mut text = String::new();
        for section in self.sections() {
            let remark = section.remark.map(|remark| latex::comment(&remark)).unwrap_or_default();
            text += &format!("\n{}{}{remark}", latex::comment(&section.title), section.grid.latex());
        }
        let remarks: String = remarks(self.tally, self.records).iter().map(|remark| latex::comment(remark)).collect();
        let text = if self.groups.is_some() { text.trim_start().to_owned() } else { text };
        format!("{text}\n{remarks}")
    }
}

/// A search with its heuristic, in words.
pub fn name(pair: &PairSummary) -> String {
    match &pair.heuristic {
        Some(heuristic) => format!("{} + {heuristic}", pair.algorithm),
        None => pair.algorithm.clone(),
    }
}

/// Search and heuristic, each in a cell.
pub fn pair_cells(pair: &PairSummary) -> Vec<String> {
    vec![pair.algorithm.clone(), heuristic_name(pair.heuristic.as_deref())]
}

fn outcome(tally: &Tally) -> Grid {
    let columns = ["runs", "solved", "optimal", "stopped", "unsolvable", "errors"].map(numbers);
    let mut grid = Grid::new(&[&[words("algorithm"), words("heuristic")], &columns[..]].concat());
    for pair in &tally.pairs {
        let counts = [pair.runs, pair.solved, pair.optimal, pair.stopped, pair.unsolvable, pair.errors];
        grid.row([pair_cells(pair), counts.map(|count| thousands(count as u64)).into()].concat());
    }
    grid
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
    if records.iter().any(|record| record.metric == Metric::Multi) {
        remarks.push("costs count slides of whole lines, not single moves".to_owned());
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
        let boards = thousands(boards as u64);
        remarks.push(format!(
            "{boards} {what} published solutions, not known to be optimal: mean cost {}",
            decimal(mean, 1)
        ));
    }
    remarks.extend(tally.contradictions.iter().map(|text| format!("contradiction: {text}")));
    remarks
}
