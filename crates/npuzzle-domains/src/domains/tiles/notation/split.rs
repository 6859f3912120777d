//! A text with several boards into texts with one board each.

use crate::domains::tiles::notation::comments::without_comments;
use crate::domains::tiles::notation::{ReadOptions, read_board};

/// The text of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'t> {
    /// The line of the whole text it begins in, counted from one.
    pub line: usize,
    /// The text.
    pub text: &'t str,
    /// What the heading above it calls it.
    pub name: Option<&'t str>,
}

impl<'t> Chunk<'t> {
    /// A text that is one board.
    pub fn whole(text: &'t str) -> Self {
        Self { line: 1, text, name: None }
    }
}

/// What this program writes above each of several boards.
const HEADING: &str = "== ";

/// Finds the boards in a text: one in all, one below each heading, one per line, or one in each
/// block between empty lines.
pub fn split_boards<'t>(text: &'t str, options: &ReadOptions) -> Vec<Chunk<'t>> {
    let lines: Vec<Chunk<'t>> = (1..).zip(text.lines()).map(|(line, text)| Chunk { line, text, name: None }).collect();
    if let Some(sections) = sections(text, &lines) {
        return sections;
    }
    if let Some(lines) = one_board_per_line(&lines, options) {
        return lines;
    }
    // Empty lines inside a file of the 42 school do not separate boards.
    let blocks: Vec<&[Chunk<'t>]> =
        lines.split(|line| line.text.trim().is_empty()).filter(|block| block.iter().any(has_code)).collect();
    if blocks.is_empty() || read_board(text, options).is_ok() {
        return vec![Chunk::whole(text)];
    }
    if let [block] = blocks[..] {
        return sized_boards(text, block).unwrap_or_else(|| vec![Chunk::whole(text)]);
    }
    let one_block = |block: &&[Chunk<'t>]| {
        let several = one_board_per_line(block, options).or_else(|| sized_boards(text, block));
        several.unwrap_or_else(|| vec![joined(text, block)])
    };
    blocks.iter().flat_map(one_block).collect()
}

fn has_code(line: &Chunk<'_>) -> bool {
    let line = line.text.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// Lines that follow each other as one chunk.
fn joined<'t>(text: &'t str, lines: &[Chunk<'t>]) -> Chunk<'t> {
    let offset = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
    match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => {
            Chunk { line: first.line, text: &text[offset(first.text)..offset(last.text) + last.text.len()], name: None }
        }
        _ => Chunk::whole(""),
    }
}

/// What stands below each heading, if the text begins with one.
fn sections<'t>(text: &'t str, lines: &[Chunk<'t>]) -> Option<Vec<Chunk<'t>>> {
    let is_heading = |line: &Chunk<'_>| line.text.starts_with(HEADING);
    lines.iter().find(|line| !line.text.trim().is_empty()).filter(|line| is_heading(line))?;
    let begins: Vec<usize> = lines.iter().enumerate().filter(|(_, line)| is_heading(line)).map(|(at, _)| at).collect();
    let ends = begins[1..].iter().copied().chain([lines.len()]);
    let section = |(begin, end): (usize, usize)| {
        let heading = lines[begin];
        let name = Some(heading.text[HEADING.len()..].trim()).filter(|name| !name.is_empty());
        match end - begin {
            1 => Chunk { line: heading.line, text: "", name },
            _ => Chunk { name, ..joined(text, &lines[begin + 1..end]) },
        }
    };
    Some(begins.iter().copied().zip(ends).map(section).collect())
}

/// Boards of the 42 school that follow each other without an empty line: each begins with its size,
/// which stands alone in its line as no other number does.
fn sized_boards<'t>(text: &'t str, block: &[Chunk<'t>]) -> Option<Vec<Chunk<'t>>> {
    let words = |line: &Chunk<'_>| without_comments(line.text).split_whitespace().count();
    let is_size = |line: &Chunk<'_>| {
        let code = without_comments(line.text);
        code.trim().parse::<u8>().is_ok_and(|size| size >= 2)
    };
    let code: Vec<usize> = (0..block.len()).filter(|&at| words(&block[at]) > 0).collect();
    let sizes: Vec<usize> = code.iter().copied().filter(|&at| is_size(&block[at])).collect();
    let row_follows = |&size: &usize| code.iter().find(|&&at| at > size).is_some_and(|&at| words(&block[at]) > 1);
    if sizes.len() < 2 || sizes.first() != code.first() || !sizes.iter().all(row_follows) {
        return None;
    }
    // Comments above a size belong to its board.
    let begin = |&size: &usize| (0..size).rev().find(|&at| words(&block[at]) > 0).map_or(0, |row| row + 1);
    let begins: Vec<usize> = sizes.iter().map(begin).collect();
    let ends = begins[1..].iter().copied().chain([block.len()]);
    Some(begins.iter().copied().zip(ends).map(|(begin, end)| joined(text, &block[begin..end])).collect())
}

/// The lines, if each of several is a board by itself.
fn one_board_per_line<'t>(lines: &[Chunk<'t>], options: &ReadOptions) -> Option<Vec<Chunk<'t>>> {
    let code: Vec<Chunk<'t>> = lines.iter().copied().filter(has_code).collect();
    if code.len() < 2 {
        return None;
    }
    let is_one = || {
        let together: String = code.iter().map(|line| format!("{}\n", line.text)).collect();
        read_board(&together, options).is_ok()
    };
    // A file of many boards is recognised by its beginning.
    let sample = &code[..code.len().min(100)];
    let looks = code.iter().all(|line| looks_like_a_board(line.text));
    // Four rows of four digits look like four boards.
    let each = match looks {
        true => sample.iter().all(|line| read_board(line.text, options).is_ok()) || !is_one(),
        false => are_boards(sample, options) && !is_one(),
    };
    each.then_some(code)
}

/// Whether a line is a whole board by its looks: rows within the line, closed brackets, or one long
/// word.
fn looks_like_a_board(line: &str) -> bool {
    let code = without_comments(line);
    let code = if code.trim().is_empty() { line } else { &code }.trim();
    let closed = |open, close| code.starts_with(open) && code.matches(open).count() == code.matches(close).count();
    let one_word = !code.contains([' ', '\t', ',', ';', '|']) && code.chars().count() >= 4;
    code.contains('/') || closed('[', ']') || closed('(', ')') || one_word
}

/// Whether most of some lines are boards when read alone, or have rows within them as boards do. Of
/// lines of nine or more cells one is enough: they are hardly the rows of one board.
fn are_boards(lines: &[Chunk<'_>], options: &ReadOptions) -> bool {
    let words = |line: &Chunk<'_>| line.text.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()).count();
    let is_board = |line: &&Chunk<'_>| {
        without_comments(line.text).contains('/')
            || (words(line) > 1 || looks_like_a_board(line.text)) && read_board(line.text, options).is_ok()
    };
    let boards = lines.iter().filter(is_board).count();
    2 * boards > lines.len() || boards > 0 && lines.iter().all(|line| words(line) >= 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(text: &str) -> Vec<String> {
        let options = ReadOptions::default();
        let read = |chunk: &Chunk| match read_board(chunk.text, &options) {
            Ok(read) => format!("{}: {}", chunk.line, read.board),
            Err(error) => format!("{}: {error}", chunk.line),
        };
        split_boards(text, &options).iter().map(read).collect()
    }

    #[test]
    fn boards_are_found_line_by_line() {
        assert_eq!(boards("1 2/3 0\n\n# note\n0 1/2 3\n"), ["1: 1 2/3 0", "4: 0 1/2 3"]);
        assert_eq!(boards("1230\n0123\n"), ["1: 1 2/3 0", "2: 0 1/2 3"]);
        assert_eq!(boards("[1,2,3,0]\n[[0,1],[2,3]]\n"), ["1: 1 2/3 0", "2: 0 1/2 3"]);
        assert_eq!(boards("1 2 3 0\n0 1 2 3\n3 2 1 0\n"), ["1: 1 2/3 0", "2: 0 1/2 3", "3: 3 2/1 0"]);
        assert_eq!(boards("12_30\n01_2y\n"), ["1: 1 2/3 0", "2: `y` is not a tile"]);
    }

    /// One bad board does not lose the others.
    #[test]
    fn a_bad_line_is_only_one_bad_board() {
        assert_eq!(
            boards("1 2 3 0\n0 1 2 2\n3 2 1 0\n"),
            ["1: 1 2/3 0", "2: tile 2 appears twice, and tile 3 is missing", "3: 3 2/1 0"]
        );
        assert_eq!(boards("1230 # a\n012g # b\n"), ["1: 1 2/3 0", "2: `g` is not a tile"]);
    }

    #[test]
    fn the_size_tells_lines_from_rows() {
        let options = ReadOptions { size: "2x3".parse().ok(), format: None };
        assert_eq!(split_boards("1 2 3 4 0 5\n1 2 3 0 4 5\n", &options).len(), 2);
        let options = ReadOptions { size: "1x4".parse().ok(), format: None };
        assert_eq!(split_boards("1 2 0 3\n1 2 3 0\n0 1 2 3\n", &options).len(), 3);
    }

    #[test]
    fn boards_are_found_block_by_block() {
        assert_eq!(boards("1 2\n3 0\n\n0 1\n2 3\n"), ["1: 1 2/3 0", "4: 0 1/2 3"]);
        assert_eq!(boards("# a\n2\n1 2\n3 0\n\n# b\n2\n0 1\n2 3\n"), ["1: 1 2/3 0", "6: 0 1/2 3"]);
    }

    #[test]
    fn one_board_on_many_lines_stays_one() {
        let square = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n";
        assert_eq!(boards(square), ["1: 1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"]);
        assert_eq!(boards("2\n\n1 2\n\n3 0\n"), ["1: 1 2/3 0"]);
        assert_eq!(boards("[\n[1,2],\n[3,0]\n]"), ["1: 1 2/3 0"]);
        assert_eq!(boards(""), ["1: the input is empty"]);
    }

    /// A heading names what stands below it, whatever that is.
    #[test]
    fn boards_are_found_below_headings() {
        let text = "== korf:1\n1 2\n3 0\n\n== b.txt:3\n\n== last\nstart  12_3x\ngoal   12_3x\n\n0 moves\n\nsearch  x\n";
        assert_eq!(boards(text), ["2: 1 2/3 0", "6: the input is empty", "8: 1 2/3 0"]);
        let names: Vec<Option<&str>> =
            split_boards(text, &ReadOptions::default()).iter().map(|chunk| chunk.name).collect();
        assert_eq!(names, [Some("korf:1"), Some("b.txt:3"), Some("last")]);
    }

    #[test]
    fn boards_with_their_size_may_follow_each_other() {
        let text = "# a\n2\n1 2\n3 0\n# b\n2 # two\n0 1\n2 3\n3\n1 2 3\n4 5 6\n";
        assert_eq!(boards(text), ["1: 1 2/3 0", "5: 0 1/2 3", "9: 2 rows do not make a 3x3 board"]);
        // A column of numbers is one board.
        assert_eq!(boards("2\n1\n3\n4\n0"), ["1: 2/1/3/4/0"]);
    }

    #[test]
    fn rows_of_digits_are_one_board_and_boards_of_digits_are_several() {
        assert_eq!(boards("1234\n5678\n9abc\nde0f\n"), ["1: 1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"]);
        assert_eq!(boards("1230\n4567\n89ab\ncdef\n"), ["1: 1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15"]);
        assert_eq!(boards("1230\n0123\n3210\n"), ["1: 1 2/3 0", "2: 0 1/2 3", "3: 3 2/1 0"]);
    }

    /// A line that is nothing at all is one bad board among the others.
    #[test]
    fn any_line_may_be_bad() {
        assert_eq!(
            boards("1 2/3 0\nhello world\n0 1/2 3\n"),
            ["1: 1 2/3 0", "2: `hello` is not a number", "3: 0 1/2 3"]
        );
        assert_eq!(
            boards("1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 8 8\n"),
            ["1: 1 2 3/4 5 6/7 8 0", "2: tile 8 appears twice, and there is no blank"]
        );
        assert_eq!(boards("1 2/3 0\nhello world\n0 1/2 2\n3 2/1 0\n").len(), 4);
        // A slip in one board does not make its rows boards.
        assert_eq!(boards("1 2 3 0\n5 6 7 8\n9 10 11 12\n13 14 15 15\n").len(), 1);
    }

    #[test]
    fn drawings_are_found_block_by_block() {
        let boxes = "+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+\n";
        assert_eq!(boards(&format!("{boxes}\n{boxes}")), ["1: 1 2/3 0", "7: 1 2/3 0"]);
        assert_eq!(
            boards("| 1 | 2 |\n|---|---|\n| 3 | |\n\n1 2\n3 3\n"),
            ["1: 1 2/3 0", "5: tile 3 appears twice, and there is no blank"]
        );
    }
}
