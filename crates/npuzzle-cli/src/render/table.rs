//! Tables of texts: as paragraphs for people, as Markdown, as objects.

use serde_json::{Map, Value};

use crate::out::STRONG;

/// Rows under titles. The first column names the row.
pub struct Table {
    titles: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

const WIDTH: usize = 96;

impl Table {
    pub fn new(titles: &'static [&'static str]) -> Self {
        Self { titles, rows: Vec::new() }
    }

    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.titles.len());
        self.rows.push(cells.into());
    }

    /// Each row as its name, its second column, and the rest indented; empty cells are left out.
    pub fn paragraphs(&self) -> String {
        let mut text = String::new();
        let long = self.titles.len() > 4;
        let width = self.rows.iter().map(|row| row[0].len()).max().unwrap_or(0);
        for row in &self.rows {
            if !long {
                let rest = row[1..].iter().filter(|cell| !cell.is_empty()).cloned().collect::<Vec<_>>().join("  |  ");
                let pad = width - row[0].len();
                text += &format!("{STRONG}{}{STRONG:#}{}  {rest}\n", row[0], " ".repeat(pad));
                continue;
            }
            text += &format!("{STRONG}{}{STRONG:#}  {}\n", row[0], row[1]);
            text += &wrapped(&row[2], "    ");
            let details = self.titles.iter().zip(row).skip(3).filter(|(_, cell)| !cell.is_empty());
            let details: Vec<String> = details.map(|(title, cell)| format!("{title}: {cell}")).collect();
            text += &wrapped(&details.join("; "), "    ");
        }
        text
    }

    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let escape = |cell: &String| cell.replace('|', "\\|");
        let mut text = line(self.titles.iter().map(|&title| title.to_owned()).collect());
        text += &line(self.titles.iter().map(|_| "---".to_owned()).collect());
        for row in &self.rows {
            let name = format!("`{}`", row[0]);
            text += &line([name].into_iter().chain(row[1..].iter().map(escape)).collect());
        }
        text
    }

    pub fn objects(&self) -> Vec<Value> {
        let object = |row: &Vec<String>| {
            let fields = self.titles.iter().zip(row).map(|(&title, cell)| (title.to_owned(), Value::from(cell.as_str())));
            Value::Object(fields.collect::<Map<_, _>>())
        };
        self.rows.iter().map(object).collect()
    }
}

/// Words filled into lines, each indented.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent.len() + line.len() + 1 + word.len() > WIDTH {
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
