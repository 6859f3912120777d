//! Small tables: in columns for people, as Markdown, as HTML.

use npuzzle::picture::letters::{clipped, escaped};

/// A column: its title, whether it holds numbers, which are flush right, and how wide it is at
/// least.
#[derive(Clone, Copy)]
pub struct Column {
    pub title: &'static str,
    pub is_number: bool,
    least: usize,
}

/// A column of words.
pub const fn words(title: &'static str) -> Column {
    Column { title, is_number: false, least: 0 }
}

/// A column of numbers.
pub const fn numbers(title: &'static str) -> Column {
    Column { title, is_number: true, least: 0 }
}

/// A column of times: as wide as the longest of them, so that tables of two runs look alike.
pub const fn times(title: &'static str) -> Column {
    Column { title, is_number: true, least: "999.99 ms".len() }
}

/// Rows under titles.
pub struct Grid {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    pub fn new(columns: &[Column]) -> Self {
        Self { columns: columns.to_vec(), rows: Vec::new() }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }

    /// In columns, at most `width` wide: words that are too long for that are clipped.
    pub fn text(&self, width: usize) -> String {
        let cells = |column: usize| self.rows.iter().map(move |row| row[column].chars().count());
        let titles = self.columns.iter().map(|column| column.title.to_owned()).collect();
        let longest: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(number, column)| cells(number).max().unwrap_or(0).max(column.title.len()).max(column.least))
            .collect();
        let widths = fitted(&self.columns, &longest, width);
        let lines = [titles].into_iter().chain(self.rows.iter().cloned());
        lines.map(|cells| line(&self.columns, &widths, &cells) + "\n").collect()
    }

    pub fn markdown(&self) -> String {
        let mut text = markdown_head(&self.columns);
        self.rows.iter().for_each(|row| text += &markdown_row(row));
        text
    }

    pub fn html(&self) -> String {
        let class = |column: &Column| if column.is_number { " class=\"number\"" } else { "" };
        let mut text = "<table>\n<thead><tr>".to_owned();
        for column in &self.columns {
            text += &format!("<th scope=\"col\"{}>{}</th>", class(column), escaped(column.title));
        }
        text += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            let cells = self.columns.iter().zip(row);
            let cells = cells.map(|(column, cell)| format!("<td{}>{}</td>", class(column), escaped(cell)));
            text += &format!("<tr>{}</tr>\n", cells.collect::<String>());
        }
        text + "</tbody>\n</table>\n"
    }
}

/// The widths of columns that would like to be `longest` wide: the widest columns of words give way
/// until all fit.
pub fn fitted(columns: &[Column], longest: &[usize], width: usize) -> Vec<usize> {
    const NARROWEST: usize = 6;
    let mut widths = longest.to_vec();
    loop {
        let total = widths.iter().sum::<usize>() + widths.len().saturating_sub(1);
        let words = (0..widths.len()).filter(|&at| !columns[at].is_number && widths[at] > NARROWEST);
        match words.max_by_key(|&at| widths[at]).filter(|_| total > width) {
            Some(widest) => widths[widest] -= 1,
            None => return widths,
        }
    }
}

/// Cells in columns, without blanks at the end.
pub fn line(columns: &[Column], widths: &[usize], cells: &[String]) -> String {
    let cells = columns.iter().zip(widths).zip(cells).map(|((column, &width), cell)| {
        let cell = if column.is_number { cell.clone() } else { clipped(cell, width) };
        if column.is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
    });
    cells.collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

/// The titles of a Markdown table.
pub fn markdown_head(columns: &[Column]) -> String {
    let titles: Vec<&str> = columns.iter().map(|column| column.title).collect();
    let rules: Vec<&str> = columns.iter().map(|column| if column.is_number { "---:" } else { "---" }).collect();
    format!("| {} |\n| {} |\n", titles.join(" | "), rules.join(" | "))
}

/// A row of a Markdown table.
pub fn markdown_row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_fit() {
        let mut grid = Grid::new(&[words("name"), numbers("count"), words("note")]);
        grid.row(vec!["a".into(), "1".into(), "x".into()]);
        grid.row(vec!["a very long name".into(), "1,000,000".into(), "y|z".into()]);
        assert_eq!(
            grid.text(100),
            "name                 count note\na                        1 x\na very long name 1,000,000 y|z\n"
        );
        assert!(grid.text(22).lines().all(|line| line.chars().count() <= 22));
        assert!(grid.text(22).contains("1,000,000"), "numbers are never clipped");
        assert!(grid.markdown().contains("| a very long name | 1,000,000 | y\\|z |"));
    }

    #[test]
    fn html_is_escaped() {
        let mut grid = Grid::new(&[words("a<b")]);
        grid.row(vec!["<script>\"&'".into()]);
        let html = grid.html();
        assert!(
            html.contains("<th scope=\"col\">a&lt;b</th>") && html.contains("<td>&lt;script&gt;&quot;&amp;&#39;</td>"),
            "{html}"
        );
    }
}
