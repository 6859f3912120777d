//! Pattern databases: what there is, what it takes, what became of it.

use std::path::Path;

use npuzzle::heuristics::tiles::pdb::build::Estimate;
use npuzzle::heuristics::tiles::pdb::library;
use npuzzle::question::{CheckedStates, MEAN_SAMPLES, TableFile, TableInfo, TablePlan, VerifiedTable};

use crate::out::STRONG;
use crate::render::grid::{Grid, numbers, words};
use crate::render::numbers::{bytes, thousands};

const WIDTH: usize = 80;

/// All tables of a folder.
pub fn list(folder: &Path, tables: &[TableFile]) -> String {
    let folder = folder.display();
    if tables.is_empty() {
        return format!("no tables in {folder}\n");
    }
    let mut text = format!("{STRONG}tables in {folder}{STRONG:#}\n\n{}\n", grid(tables).text(Some(WIDTH)));
    for table in tables {
        if let Some(reason) = &table.reason {
            text += &format!("{}: {reason}\n", table.name);
        }
    }
    let total = tables.iter().map(|table| table.file_bytes).sum();
    text + &format!("{}, {}\n", count(tables.len()), bytes(total))
}

/// The table of tables alone.
pub fn list_markdown(tables: &[TableFile]) -> String {
    grid(tables).markdown()
}

pub fn count(tables: usize) -> String {
    format!("{tables} table{}", if tables == 1 { "" } else { "s" })
}

fn grid(tables: &[TableFile]) -> Grid {
    let columns = [words("table"), numbers("entries"), numbers("largest"), numbers("file"), words("state")];
    let mut grid = Grid::new(&columns);
    for table in tables {
        let known = table.facts.as_ref();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        grid.row(vec![
            table.name.clone(),
            or_dash(known.map(|facts| thousands(facts.entries))),
            or_dash(known.map(|facts| facts.deepest.to_string())),
            bytes(table.file_bytes),
            table.state.to_owned(),
        ]);
    }
    grid
}

/// All that is known of a table.
pub fn info(TableInfo { table, mean }: &TableInfo) -> String {
    let mut text = format!("{STRONG}{}{STRONG:#}\n\n", table.name);
    if let Some(facts) = &table.facts {
        let homes: Vec<String> = facts.homes.iter().map(u8::to_string).collect();
        text += &format!("board       {}x{}, the blank at home in cell {}\n", facts.rows, facts.cols, facts.blank);
        text += &format!("tiles       those at home in cells {}\n", homes.join(" "));
        text += &format!("encoding    {}\n", facts.encoding);
        text += &format!("entries     {}\n", thousands(facts.entries));
        text += &format!("largest     {}\n", facts.deepest);
        if let Some(mean) = mean {
            text += &format!("mean        {mean:.2} (over {} random boards)\n", thousands(MEAN_SAMPLES));
        }
        text += &format!("checksum    {} (it fits)\n", facts.checksum);
    }
    text += &format!("size        {}\n", bytes(table.file_bytes));
    text + &format!("file        {}\n", table.path)
}

/// What was found of a table, its name in so many columns.
pub fn verdict(VerifiedTable { name, right, wrong }: &VerifiedTable, width: usize) -> String {
    let verdict = match right {
        Some(CheckedStates { searched, is_all: true, .. }) => {
            format!("right: the checksum, and all {} states by a search", thousands(searched))
        }
        Some(CheckedStates { searched, sampled, .. }) => {
            let (searched, sampled) = (thousands(searched), thousands(sampled));
            format!("right: the checksum, {searched} states by a search, {sampled} random ones")
        }
        None => format!("wrong: {}", wrong.as_deref().unwrap_or_default()),
    };
    format!("{name:width$}  {verdict}")
}

/// What it takes to build tables, in columns.
pub fn plan(TablePlan { partition, goal, tables }: &TablePlan) -> String {
    let on_device = tables.iter().any(|table| table.estimate.device_bytes.is_some());
    let mut columns = vec![words("tiles"), numbers("entries"), numbers("file"), numbers("memory")];
    columns.extend(on_device.then(|| numbers("device")));
    columns.push(numbers("time"));
    let mut grid = Grid::new(&columns);
    for table in tables {
        let tiles: Vec<String> = table.tiles.iter().map(usize::to_string).collect();
        let Estimate { entries, table_bytes, peak_bytes, device_bytes, seconds } = table.estimate;
        let held = |held| if table.is_there { "-".to_owned() } else { bytes(held) };
        let takes = match (table.is_there, seconds) {
            (true, _) => "is there".to_owned(),
            (false, Some(seconds)) => roughly(seconds),
            (false, None) => "not known".to_owned(),
        };
        let mut row = vec![tiles.join(" "), thousands(entries), bytes(library::file_bytes(table_bytes))];
        row.push(held(peak_bytes));
        row.extend(device_bytes.map(held));
        row.push(takes);
        grid.row(row);
    }
    let title = format!("pattern databases {partition} of {}, goal {goal}", goal.shape());
    format!("{STRONG}{title}{STRONG:#}\n\n{}\n", grid.text(Some(WIDTH)))
}

/// A time that was not measured.
fn roughly(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => "under 0.1 s".to_owned(),
        s if s < 10.0 => format!("about {s:.1} s"),
        s if s < 120.0 => format!("about {s:.0} s"),
        s => format!("about {:.0} min", s / 60.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_claim_no_more_than_they_know() {
        let times = [0.0, 0.0999, 0.1, 5.938, 59.5, 600.0].map(roughly);
        assert_eq!(times, ["under 0.1 s", "under 0.1 s", "about 0.1 s", "about 5.9 s", "about 60 s", "about 10 min"]);
    }
}
