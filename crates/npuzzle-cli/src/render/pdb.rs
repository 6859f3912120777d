//! Pattern databases: what there is, what it takes, what became of it.

use std::path::Path;

use npuzzle::heuristics::tiles::pdb::build::Estimate;
use npuzzle::heuristics::tiles::pdb::library::{self, Description, Fault, Kept};
use serde::Serialize;

use crate::out::STRONG;
use crate::render::grid::{Grid, numbers, words};
use crate::render::numbers::{bytes, thousands};

const WIDTH: usize = 80;

/// A table, or a file that should be one, for programs.
#[derive(Serialize)]
pub struct TableObject {
    pub name: String,
    pub path: String,
    pub state: &'static str,
    /// What is wrong with the file.
    pub reason: Option<String>,
    pub file_bytes: u64,
    #[serde(flatten)]
    pub facts: Option<Facts>,
}

/// What the file says of its table.
#[derive(Serialize)]
pub struct Facts {
    rows: usize,
    cols: usize,
    /// The home cell of the blank.
    blank: u16,
    /// The home cells of the tiles, in the table's frame.
    homes: Vec<u8>,
    encoding: String,
    entries: u64,
    deepest: u8,
    bytes: u64,
    checksum: String,
}

impl Facts {
    pub fn of(description: &Description) -> Self {
        let frame = description.pattern.frame();
        Self {
            rows: frame.shape().rows(),
            cols: frame.shape().cols(),
            blank: frame.blank().0,
            homes: description.pattern.homes().to_vec(),
            encoding: description.encoding.to_string(),
            entries: description.entries,
            deepest: description.deepest,
            bytes: description.bytes,
            checksum: format!("{:016x}", description.checksum),
        }
    }
}

impl TableObject {
    pub fn of(kept: &Kept) -> Self {
        Self {
            name: kept.name.clone(),
            path: kept.path.display().to_string(),
            state: state(&kept.state),
            reason: kept.state.as_ref().err().map(ToString::to_string),
            file_bytes: kept.file_bytes,
            facts: kept.state.as_ref().ok().map(Facts::of),
        }
    }
}

fn state(state: &Result<Description, Fault>) -> &'static str {
    match state {
        Ok(_) => "ok",
        Err(Fault::Partial) => "partial",
        Err(_) => "damaged",
    }
}

/// All tables of a folder.
pub fn list(folder: &Path, tables: &[Kept]) -> String {
    let folder = folder.display();
    if tables.is_empty() {
        return format!("no tables in {folder}\n");
    }
    let mut text = format!("{STRONG}tables in {folder}{STRONG:#}\n\n{}\n", grid(tables).text(WIDTH));
    for kept in tables {
        if let Err(fault) = &kept.state {
            text += &format!("{}: {fault}\n", kept.name);
        }
    }
    let total = tables.iter().map(|kept| kept.file_bytes).sum();
    text + &format!("{}, {}\n", count(tables.len()), bytes(total))
}

/// The table of tables alone.
pub fn list_markdown(tables: &[Kept]) -> String {
    grid(tables).markdown()
}

pub fn count(tables: usize) -> String {
    format!("{tables} table{}", if tables == 1 { "" } else { "s" })
}

fn grid(tables: &[Kept]) -> Grid {
    let columns = [words("table"), numbers("entries"), numbers("largest"), numbers("file"), words("state")];
    let mut grid = Grid::new(&columns);
    for kept in tables {
        let known = kept.state.as_ref().ok();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        grid.row(vec![
            kept.name.clone(),
            or_dash(known.map(|table| thousands(table.entries))),
            or_dash(known.map(|table| table.deepest.to_string())),
            bytes(kept.file_bytes),
            state(&kept.state).to_owned(),
        ]);
    }
    grid
}

/// All that is known of a table. `mean` is that over random boards, with their number.
pub fn info(description: &Description, path: &Path, mean: Option<(f64, usize)>) -> String {
    let frame = description.pattern.frame();
    let homes: Vec<String> = description.pattern.homes().iter().map(u8::to_string).collect();
    let mut text = format!("{STRONG}{}{STRONG:#}\n\n", description.name());
    text += &format!("board       {}, the blank at home in cell {}\n", frame.shape(), frame.blank().0);
    text += &format!("tiles       those at home in cells {}\n", homes.join(" "));
    text += &format!("encoding    {}\n", description.encoding);
    text += &format!("entries     {}\n", thousands(description.entries));
    text += &format!("largest     {}\n", description.deepest);
    if let Some((mean, samples)) = mean {
        text += &format!("mean        {mean:.2} (over {} random boards)\n", thousands(samples));
    }
    text += &format!("checksum    {:016x} (it fits)\n", description.checksum);
    text += &format!("size        {}\n", bytes(library::file_bytes(description.bytes)));
    text + &format!("file        {}\n", path.display())
}

/// A table that is wanted.
pub struct Wanted {
    /// Its tiles, as the person calls them.
    pub tiles: Vec<usize>,
    pub estimate: Estimate,
    pub is_there: bool,
}

/// What it takes to build tables, in columns.
pub fn plan(title: &str, wanted: &[&Wanted]) -> String {
    let columns = [words("tiles"), numbers("entries"), numbers("file"), numbers("memory"), numbers("time")];
    let mut grid = Grid::new(&columns);
    for table in wanted {
        let tiles: Vec<String> = table.tiles.iter().map(usize::to_string).collect();
        let Estimate { entries, table_bytes, peak_bytes, seconds } = table.estimate;
        let (memory, takes) = match table.is_there {
            true => ("-".to_owned(), "is there".to_owned()),
            false => (bytes(peak_bytes), roughly(seconds)),
        };
        grid.row(vec![tiles.join(" "), thousands(entries), bytes(library::file_bytes(table_bytes)), memory, takes]);
    }
    format!("{STRONG}{title}{STRONG:#}\n\n{}\n", grid.text(WIDTH))
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
