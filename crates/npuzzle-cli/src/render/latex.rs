//! Tables as LaTeX: a plain `tabular` that needs no package.

use crate::render::grid::Column;

/// The end of a table.
pub const FOOT: &str = "\\hline\n\\end{tabular}\n";

/// The beginning of a table, with its titles.
pub fn head(columns: &[Column]) -> String {
    let alignment: String = columns.iter().map(|column| if column.is_number { 'r' } else { 'l' }).collect();
    let titles: Vec<String> = columns.iter().map(|column| column.title.clone().into_owned()).collect();
    format!("\\begin{{tabular}}{{{alignment}}}\n\\hline\n{}\\hline\n", row(&titles))
}

/// A row of a table.
pub fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
    format!("{} \\\\\n", cells.join(" & "))
}

/// A line that LaTeX does not see.
pub fn comment(text: &str) -> String {
    format!("% {}\n", text.replace(['\n', '\r'], " "))
}

/// A text as LaTeX prints it, whatever is in it.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('<', Some('=')) => escaped += "$\\leq$",
            ('>', Some('=')) => escaped += "$\\geq$",
            ('+', Some('-')) => escaped += "$\\pm$",
            ('&' | '%' | '$' | '#' | '_' | '{' | '}', _) => {
                escaped.push('\\');
                escaped.push(letter);
                continue;
            }
            // Behind `\\` these would be its arguments.
            ('[' | ']' | '*', _) => {
                escaped += &format!("{{{letter}}}");
                continue;
            }
            _ => {
                match letter {
                    '\\' => escaped += "\\textbackslash{}",
                    '~' => escaped += "\\textasciitilde{}",
                    '^' => escaped += "\\textasciicircum{}",
                    '|' => escaped += "$|$",
                    '<' => escaped += "$<$",
                    '>' => escaped += "$>$",
                    '"' => escaped += "''",
                    '\n' | '\r' | '\t' => escaped.push(' '),
                    plain => escaped.push(plain),
                }
                continue;
            }
        }
        // Two letters made one sign.
        letters.next();
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::grid::{Grid, numbers, words};

    #[test]
    fn whatever_a_text_holds_is_printed() {
        for (text, expected) in [
            ("misplaced_with & 50% #1 $", "misplaced\\_with \\& 50\\% \\#1 \\$"),
            ("a\\b{c}~^|", "a\\textbackslash{}b\\{c\\}\\textasciitilde{}\\textasciicircum{}$|$"),
            (">=25 <=1.40 a<b>c", "$\\geq$25 $\\leq$1.40 a$<$b$>$c"),
            ("1.00 ms +- 0.10 ms", "1.00 ms $\\pm$ 0.10 ms"),
            ("[1,2]*\n\"x\"", "{[}1,2{]}{*} ''x''"),
            ("Östergård – 80", "Östergård – 80"),
            ("+", "+"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    #[test]
    fn a_table_needs_no_package() {
        let mut grid = Grid::new(&[words("board"), numbers("b*")]);
        grid.row(vec!["random:3x3:1#1".to_owned(), "1.29".to_owned()]);
        let expected = "\
\\begin{tabular}{lr}
\\hline
board & b{*} \\\\
\\hline
random:3x3:1\\#1 & 1.29 \\\\
\\hline
\\end{tabular}
";
        assert_eq!(grid.latex(), expected);
    }

    #[test]
    fn a_comment_stays_on_its_line() {
        assert_eq!(comment("a\n\\end{tabular}"), "% a \\end{tabular}\n");
    }
}
