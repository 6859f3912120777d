//! Tables of texts: as paragraphs for people, as Markdown, as objects.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::out::STRONG;

/// Rows under titles. The first column names the row.
pub struct Table {
    titles: &'static [&'static str],
    /// How many of the titles people see; the others are for programs.
    shown: usize,
    rows: Vec<Vec<String>>,
    /// The column whose texts are headings, in paragraphs.
    group: Option<usize>,
}

const WIDTH: usize = 96;

impl Table {
    pub fn new(titles: &'static [&'static str]) -> Self {
        Self { titles, shown: titles.len(), rows: Vec::new(), group: None }
    }

    /// A table whose last columns are in its objects only.
    pub fn with_objects_only(titles: &'static [&'static str], columns: usize) -> Self {
        Self { titles, shown: titles.len() - columns, rows: Vec::new(), group: None }
    }

    /// The same table, with the texts of a column as headings in its paragraphs. Rows of a group
    /// follow each other.
    pub fn grouped_by(self, column: usize) -> Self {
        Self { group: Some(column), ..self }
    }

    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.titles.len());
        self.rows.push(cells.into());
    }

    /// Each row as its name and title, with the rest indented below; empty cells are left out.
    pub fn paragraphs(&self) -> String {
        let mut text = String::new();
        let width = self.rows.iter().map(|row| row[0].len()).max().unwrap_or(0);
        let mut heading = "";
        for row in &self.rows {
            if let Some(group) = self.group.map(|column| row[column].as_str()).filter(|&group| group != heading) {
                let gap = if heading.is_empty() { "" } else { "\n" };
                text += &format!("{gap}{STRONG}{group}{STRONG:#}\n\n");
                heading = group;
            }
            let pad = " ".repeat(width - row[0].len());
            text += &format!("{STRONG}{}{STRONG:#}{pad}  {}\n", row[0], row[1]);
            let rest = self.titles[..self.shown].iter().zip(row).enumerate().skip(2);
            let rest = rest.filter(|(column, (_, cell))| !cell.is_empty() && self.group != Some(*column));
            for (_, (title, cell)) in rest {
                let label = if *title == "summary" { String::new() } else { format!("{title}: ") };
                text += &wrapped(&format!("{label}{cell}"), "    ", WIDTH);
            }
        }
        text
    }

    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let escape = |cell: &String| cell.replace('|', "\\|");
        let titles = &self.titles[..self.shown];
        let mut text = line(titles.iter().map(|&title| title.to_owned()).collect());
        text += &line(titles.iter().map(|_| "---".to_owned()).collect());
        for row in &self.rows {
            let name = format!("`{}`", row[0]);
            text += &line([name].into_iter().chain(row[1..self.shown].iter().map(escape)).collect());
        }
        text
    }

    /// The rows as objects whose fields keep the order of the titles.
    pub fn objects(&self) -> Vec<impl Serialize> {
        self.rows.iter().map(|row| Object { titles: self.titles, row }).collect()
    }
}

struct Object<'t> {
    titles: &'t [&'t str],
    row: &'t [String],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.row.len()))?;
        for (title, cell) in self.titles.iter().zip(self.row) {
            map.serialize_entry(title, cell)?;
        }
        map.end()
    }
}

/// Words filled into lines of so many letters, each indented.
pub fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent.len() + line.len() + 1 + word.len() > width {
            lines += &format!("{indent}{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if !line.is_empty() {
        lines += &format!("{indent}{line}\n");
    }
    lines
}
