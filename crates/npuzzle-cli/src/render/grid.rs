//! Small tables: in columns for people, as Markdown, as LaTeX, as HTML. Nothing in them is ever
//! cut: words too long for their column go on below, and a number is never broken.

use std::borrow::Cow;

use npuzzle::picture::letters::escaped;

use crate::render::latex;

/// A column: its title, whether it holds numbers, which are flush right, and how wide it is at
/// least.
#[derive(Clone)]
pub struct Column {
    pub title: Cow<'static, str>,
    pub is_number: bool,
    least: usize,
}

/// A column of words.
pub const fn words(title: &'static str) -> Column {
    Column { title: Cow::Borrowed(title), is_number: false, least: 0 }
}

/// A column of numbers.
pub const fn numbers(title: &'static str) -> Column {
    Column { title: Cow::Borrowed(title), is_number: true, least: 0 }
}

/// A column of times: as wide as the longest of them, so that tables of two runs look alike.
pub const fn times(title: &'static str) -> Column {
    Column { title: Cow::Borrowed(title), is_number: true, least: "999.99 ms".len() }
}

/// A column of numbers that is called by something that is known only now.
pub fn numbers_of(title: String) -> Column {
    Column { title: Cow::Owned(title), is_number: true, least: 0 }
}

impl Column {
    /// The same column, at least as wide as it will be filled.
    pub fn filled_with(self, longest: usize) -> Self {
        Self { least: self.least.max(longest), ..self }
    }
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

    /// In columns, at most `width` wide as far as the numbers allow it; as wide as need be without
    /// one.
    pub fn text(&self, width: Option<usize>) -> String {
        let longest = |number: usize| self.rows.iter().map(|row| letters(&row[number])).max().unwrap_or(0);
        let columns: Vec<Column> = self
            .columns
            .iter()
            .enumerate()
            .map(|(number, column)| column.clone().filled_with(longest(number)))
            .collect();
        let layout = Layout::new(columns, width);
        layout.head() + &self.rows.iter().map(|row| layout.row(row)).collect::<String>()
    }

    pub fn markdown(&self) -> String {
        let mut text = markdown_head(&self.columns);
        self.rows.iter().for_each(|row| text += &markdown_row(row));
        text
    }

    pub fn latex(&self) -> String {
        let rows: String = self.rows.iter().map(|row| latex::row(row)).collect();
        latex::head(&self.columns) + &rows + latex::FOOT
    }

    pub fn html(&self) -> String {
        let class = |column: &Column| if column.is_number { " class=\"number\"" } else { "" };
        let mut text = "<table>\n<thead><tr>".to_owned();
        for column in &self.columns {
            text += &format!("<th scope=\"col\"{}>{}</th>", class(column), escaped(&column.title));
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

/// A column of words is never narrower, unless its longest word is.
const NARROWEST: usize = 12;

/// Where the columns of a table stand, so that rows can be written one at a time.
///
/// Words go on below in their column where it is too narrow for them. Where even that would leave
/// the numbers no room, the words of each row have a line of their own above its numbers.
pub struct Layout {
    columns: Vec<Column>,
    widths: Vec<usize>,
    /// So many columns stand on the line above.
    above: usize,
    width: Option<usize>,
}

impl Layout {
    /// The layout of columns that know how far they will be filled.
    pub fn new(columns: Vec<Column>, width: Option<usize>) -> Self {
        let natural: Vec<usize> = columns.iter().map(|column| column.least.max(letters(&column.title))).collect();
        let least: Vec<usize> = columns
            .iter()
            .zip(&natural)
            .map(|(column, &natural)| match column.is_number {
                true => column.least.max(longest_word(&column.title)).min(natural),
                false => natural.min(NARROWEST),
            })
            .collect();
        let Some(room) = width else { return Self { columns, widths: natural, above: 0, width } };
        let leading = columns.iter().take_while(|column| !column.is_number).count();
        let total = |widths: &[usize]| widths.iter().sum::<usize>() + widths.len().saturating_sub(1);
        let above = if total(&least) > room && leading < columns.len() { leading } else { 0 };
        let mut widths = natural;
        // The widest column gives way first.
        while total(&widths[above..]) > room {
            let can_give = (above..widths.len()).filter(|&at| widths[at] > least[at]);
            match can_give.max_by_key(|&at| widths[at]) {
                Some(widest) => widths[widest] -= 1,
                None => break,
            }
        }
        Self { columns, widths, above, width }
    }

    /// The titles.
    pub fn head(&self) -> String {
        self.row(&self.columns.iter().map(|column| column.title.clone().into_owned()).collect::<Vec<_>>())
    }

    /// A row: a line or more.
    pub fn row(&self, cells: &[String]) -> String {
        let (above, beside) = cells.split_at(self.above);
        let mut text = String::new();
        if !above.is_empty() {
            let room = self.width.unwrap_or(usize::MAX);
            text += &folded(&above.join("  "), room).join("\n");
            text.push('\n');
        }
        let columns = self.columns[self.above..].iter().zip(&self.widths[self.above..]);
        let folded: Vec<Vec<String>> = columns
            .clone()
            .zip(beside)
            .map(|((column, &width), cell)| match column.is_number {
                true => folded(cell, width.max(longest_word(cell))),
                false => folded(cell, width),
            })
            .collect();
        for line in 0..folded.iter().map(Vec::len).max().unwrap_or(0) {
            // A number longer than its column takes the room of those behind it.
            let mut taken = 0;
            let cells = columns.clone().zip(&folded).map(|((column, &width), cell)| {
                let cell = cell.get(line).map_or("", String::as_str);
                let room = width.saturating_sub(taken).max(letters(cell));
                taken = taken + room - width;
                if column.is_number { format!("{cell:>room$}") } else { format!("{cell:<room$}") }
            });
            text += cells.collect::<Vec<_>>().join(" ").trim_end();
            text.push('\n');
        }
        text
    }
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(letters).max().unwrap_or(0)
}

/// A text in lines of at most `width` letters: broken at blanks if possible, else behind a sign,
/// and only then within a word. Nothing is left out but blanks at the breaks.
fn folded(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut rest: Vec<char> = text.trim().chars().collect();
    while rest.len() > width {
        let blank = (1..=width).rev().find(|&at| rest[at] == ' ');
        let sign = (1..=width).rev().find(|&at| !rest[at - 1].is_alphanumeric() && rest[at - 1] != '(');
        // A blank far to the left would leave the line nearly empty.
        let at = blank.filter(|&at| 2 * at > width).or(sign.filter(|&at| 2 * at > width)).unwrap_or(width);
        let after = rest.split_off(at);
        lines.push(rest.into_iter().collect::<String>().trim_end().to_owned());
        rest = after.into_iter().skip_while(|&letter| letter == ' ').collect();
    }
    lines.push(rest.into_iter().collect());
    lines
}

/// The titles of a Markdown table.
pub fn markdown_head(columns: &[Column]) -> String {
    let titles: Vec<String> = columns.iter().map(|column| markdown_cell(&column.title)).collect();
    let rules: Vec<&str> = columns.iter().map(|column| if column.is_number { "---:" } else { "---" }).collect();
    format!("| {} |\n| {} |\n", titles.join(" | "), rules.join(" | "))
}

/// A row of a Markdown table.
pub fn markdown_row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| markdown_cell(cell)).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn markdown_cell(cell: &str) -> String {
    cell.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::new(&[words("name"), numbers("count"), words("note")]);
        grid.row(vec!["a".into(), "1".into(), "x".into()]);
        grid.row(vec!["a very long name".into(), "1,000,000".into(), "y|z".into()]);
        grid
    }

    #[test]
    fn columns_are_aligned_and_fit() {
        let wide = "name                 count note\na                        1 x\na very long name 1,000,000 y|z\n";
        assert_eq!((grid().text(Some(100)), grid().text(None)), (wide.to_owned(), wide.to_owned()));
        let narrow = "\
name             count note
a                    1 x
a very long  1,000,000 y|z
name
";
        assert_eq!(grid().text(Some(27)), narrow);
        assert!(grid().markdown().contains("| a very long name | 1,000,000 | y\\|z |"));
    }

    #[test]
    fn words_stand_above_numbers_where_there_is_no_room_beside_them() {
        let above = "\
name
    count note
a
        1 x
a very long
name
1,000,000 y|z
";
        assert_eq!(grid().text(Some(13)), above);
    }

    /// Rows are written before all numbers are known.
    #[test]
    fn a_number_takes_the_room_behind_it() {
        let columns = [words("name"), numbers("cost").filled_with(5), numbers("states").filled_with(8), words("note")];
        let layout = Layout::new(columns.to_vec(), None);
        let row = |cells: [&str; 4]| layout.row(&cells.map(str::to_owned));
        let text = layout.head() + &row(["dfs", "110,073", "122,260", "x"]) + &row(["bfs", "19", "1,122,260,000", "y"]);
        let expected = "\
name  cost   states note
dfs  110,073 122,260 x
bfs     19 1,122,260,000 y
";
        assert_eq!(text, expected);
    }

    /// Whatever the width, every letter of every cell is there, in its order.
    #[test]
    fn nothing_is_cut_at_any_width() {
        let names = ["distance:3x3:14:1#1", "max(0, misplaced-with-blank - 1)", "astar(reopen=no, tie=smaller-g)"];
        for name in names {
            let squeezed = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            for width in 1..=200 {
                let lines = folded(name, width);
                assert!(lines.iter().all(|line| letters(line) <= width), "{width}: {lines:?}");
                assert_eq!(squeezed(&lines.concat()), squeezed(name), "{width}");
                let mut grid = Grid::new(&[words("name"), numbers("count")]);
                grid.row(vec![name.to_owned(), "7".to_owned()]);
                let text = grid.text(Some(width));
                let column: String = text.lines().skip(1).map(|line| line.trim_end().trim_end_matches('7')).collect();
                assert!(!text.contains('…') && squeezed(&column).contains(&squeezed(name)), "{width}: {text}");
                if width >= NARROWEST + 1 + "count".len() {
                    assert!(text.lines().all(|line| letters(line) <= width), "{width}: {text}");
                }
            }
        }
    }

    #[test]
    fn texts_are_broken_where_it_hurts_least() {
        assert_eq!(folded("misplaced-with-blank", 16), ["misplaced-with-", "blank"]);
        assert_eq!(folded("max(0, misplaced - 1)", 18), ["max(0, misplaced -", "1)"]);
        assert_eq!(folded("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(folded("", 3), [""]);
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
