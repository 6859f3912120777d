//! How the tables of a comparison are laid out.
//!
//! There are three things to show against each other: groups of boards, pairs of a search and a
//! heuristic, and measures. A table shows two of them, and there is a table for each of the third.

use clap::ValueEnum;
use npuzzle::lab::compare::{Centre, Group, Grouping, PairSummary, Tally};

use crate::render::comparison::{Section, name, pair_cells};
use crate::render::grid::{Column, Grid, numbers_of, words};
use crate::render::measures::{Measure, OF_A_BOARD, OF_GROUPS};
use crate::render::numbers::thousands;

/// What has a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TablePer {
    /// A table for each group of boards: searches as rows, measures as columns
    Group,
    /// A table for each search with its heuristic: groups as rows, measures as columns
    Pair,
    /// A table for each measure: groups as rows, searches as columns
    Measure,
}

/// What a table is to look like.
pub struct Arrangement {
    /// What has a table of its own; groups, unless there is only one pair.
    pub table_per: Option<TablePer>,
    /// Whether rows and columns are exchanged.
    pub transpose: bool,
    /// The measures, if not the usual ones.
    pub measures: Option<Vec<&'static Measure>>,
    /// What the groups are.
    pub grouping: Grouping,
    /// What the others are measured by.
    pub baseline: Option<String>,
}

impl Arrangement {
    /// The measures that were asked for, or the usual ones.
    pub fn measures(&self, usual: &[&str]) -> Vec<&'static Measure> {
        self.measures.clone().unwrap_or_else(|| Measure::all(usual, self.baseline.is_some()))
    }

    /// The tables.
    pub fn tables(&self, groups: &[Group]) -> Vec<Section> {
        let Some(first) = groups.first() else { return Vec::new() };
        let measures = self.measures(if self.grouping == Grouping::Board { OF_A_BOARD } else { OF_GROUPS });
        let pairs: Vec<&PairSummary> = first.summary.pairs.iter().collect();
        let per = self.table_per.unwrap_or(if pairs.len() == 1 { TablePer::Pair } else { TablePer::Group });
        let cell = |group: &Group, pair: usize, measure: &Measure| {
            let pair = &group.summary.pairs[pair];
            measure.of_boards(pair, &pair.common, |centre: Centre| centre.mean)
        };
        let names = Axis {
            titles: vec![words("algorithm"), words("heuristic")],
            labels: pairs.iter().map(|pair| pair_cells(pair)).collect(),
            columns: pairs.iter().map(|pair| numbers_of(name(pair))).collect(),
        };
        let of_groups = Axis {
            titles: vec![words(self.word())],
            labels: groups.iter().map(|group| vec![group.name.clone()]).collect(),
            columns: groups.iter().map(|group| numbers_of(group.name.clone())).collect(),
        };
        let of_measures = Axis {
            titles: vec![words("measure")],
            labels: measures.iter().map(|measure| vec![measure.title.to_owned()]).collect(),
            columns: measures.iter().map(|measure| measure.column()).collect(),
        };
        let mut sections: Vec<Section> = match per {
            TablePer::Group => groups
                .iter()
                .map(|group| Section {
                    title: self.title(group),
                    remark: None,
                    grid: self.grid(&names, &of_measures, &|pair, at| cell(group, pair, measures[at])),
                })
                .collect(),
            TablePer::Pair => (0..pairs.len())
                .map(|pair| Section {
                    title: name(pairs[pair]),
                    remark: None,
                    grid: self.grid(&of_groups, &of_measures, &|at, of| cell(&groups[at], pair, measures[of])),
                })
                .collect(),
            TablePer::Measure => measures
                .iter()
                .map(|measure| Section {
                    title: format!("{}: {}", measure.title, measure.help),
                    remark: None,
                    grid: self.grid(&of_groups, &names, &|at, pair| cell(&groups[at], pair, measure)),
                })
                .collect(),
        };
        if let Some(last) = sections.last_mut() {
            last.remark = self.remark(groups, per, &measures);
        }
        sections
    }

    /// A table with these rows and columns, or the other way round.
    fn grid(&self, rows: &Axis, columns: &Axis, cell: &dyn Fn(usize, usize) -> String) -> Grid {
        let (rows, columns) = if self.transpose { (columns, rows) } else { (rows, columns) };
        let mut grid = Grid::new(&[&rows.titles[..], &columns.columns[..]].concat());
        for (row, label) in rows.labels.iter().enumerate() {
            let of = |column: usize| if self.transpose { cell(column, row) } else { cell(row, column) };
            grid.row(label.iter().cloned().chain((0..columns.columns.len()).map(of)).collect());
        }
        grid
    }

    /// What a group is called.
    fn word(&self) -> &'static str {
        match self.grouping {
            Grouping::None => "boards",
            Grouping::Board => "board",
            Grouping::Set => "set",
            Grouping::Size => "size",
        }
    }

    /// The group, and over which of its boards the means are.
    fn title(&self, group: &Group) -> String {
        match self.grouping {
            Grouping::Board => group.name.clone(),
            _ => format!("{}: {}", group.name, means_over(group.boards, &group.summary)),
        }
    }

    /// What factors are against, if there are any among these measures.
    pub fn factors(&self, measures: &[&Measure]) -> Option<String> {
        let factors: Vec<&str> =
            measures.iter().filter(|measure| measure.needs_baseline()).map(|measure| measure.title).collect();
        let baseline = self.baseline.as_ref().filter(|_| !factors.is_empty())?;
        Some(format!("Against {baseline}: {}.", factors.join(", ")))
    }

    /// What has to be known to read the tables.
    fn remark(&self, groups: &[Group], per: TablePer, measures: &[&Measure]) -> Option<String> {
        let mut remarks = Vec::new();
        let differing: Vec<&Group> = groups.iter().filter(|group| group.summary.common_boards < group.boards).collect();
        if per != TablePer::Group && self.grouping != Grouping::Board && !differing.is_empty() {
            let group = |group: &&Group| format!("{}: {}", group.name, means_over(group.boards, &group.summary));
            remarks.push(format!("{}.", differing.iter().map(group).collect::<Vec<_>>().join("; ")));
        }
        if self.grouping != Grouping::Board {
            for group in groups {
                let left_out: Vec<String> = group.summary.pairs.iter().filter(|pair| pair.left_out).map(name).collect();
                if !left_out.is_empty() && left_out.len() < group.summary.pairs.len() {
                    remarks.push(format!("{}: left out, since it solved none: {}.", group.name, left_out.join("; ")));
                }
            }
        }
        remarks.extend(self.factors(measures));
        (!remarks.is_empty()).then(|| remarks.join(" "))
    }
}

/// One of the two things that a table shows.
struct Axis {
    /// The columns that name its rows.
    titles: Vec<Column>,
    labels: Vec<Vec<String>>,
    columns: Vec<Column>,
}

/// Over which boards the means are.
pub fn means_over(boards: usize, tally: &Tally) -> String {
    let plural = |count: usize| format!("{} board{}", thousands(count as u64), if count == 1 { "" } else { "s" });
    match tally.common_boards {
        0 => format!("none of {} was solved by all", plural(boards)),
        1 if boards == 1 => "1 board".to_owned(),
        1 => format!("the one of {} that all solved", plural(boards)),
        common if common == boards => format!("means over {}", plural(boards)),
        common => format!("means over the {} of {} that all solved", thousands(common as u64), plural(boards)),
    }
}
