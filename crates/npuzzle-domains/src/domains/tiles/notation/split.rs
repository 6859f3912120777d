//! A text with several boards into texts with one board each.

use crate::domains::tiles::notation::read::without_comments;
use crate::domains::tiles::notation::{ReadOptions, read_board};

/// The text of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'t> {
    /// The line of the whole text it begins in, counted from one.
    pub line: usize,
    /// The text.
    pub text: &'t str,
}

/// Finds the boards in a text: one in all, one a line, or one a block between empty lines.
pub fn split_boards<'t>(text: &'t str, options: &ReadOptions) -> Vec<Chunk<'t>> {
    let lines: Vec<Chunk<'t>> = (1..).zip(text.lines()).map(|(line, text)| Chunk { line, text }).collect();
    let whole = || vec![Chunk { line: 1, text }];
    if let Some(lines) = one_board_a_line(&lines, options) {
        return lines;
    }
    // Empty lines inside a file of the 42 school do not separate boards.
    let blocks: Vec<&[Chunk<'t>]> =
        lines.split(|line| line.text.trim().is_empty()).filter(|block| block.iter().any(has_code)).collect();
    if blocks.len() <= 1 || read_board(text, options).is_ok() {
        return whole();
    }
    let one_block = |block: &&[Chunk<'t>]| {
        one_board_a_line(block, options).unwrap_or_else(|| {
            let offset = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
            let (first, last) = (block[0].text, block[block.len() - 1].text);
            vec![Chunk { line: block[0].line, text: &text[offset(first)..offset(last) + last.len()] }]
        })
    };
    blocks.iter().flat_map(one_block).collect()
}

fn has_code(line: &Chunk<'_>) -> bool {
    let line = line.text.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// The lines, if each of several is a board of its own.
fn one_board_a_line<'t>(lines: &[Chunk<'t>], options: &ReadOptions) -> Option<Vec<Chunk<'t>>> {
    let code: Vec<Chunk<'t>> = lines.iter().copied().filter(has_code).collect();
    let each =
        code.len() > 1 && (code.iter().all(|line| looks_like_a_board(line.text)) || are_flat_boards(&code, options));
    each.then_some(code)
}

/// Whether a line is a whole board by its looks: rows within the line, closed brackets, or one long
/// word.
fn looks_like_a_board(line: &str) -> bool {
    let code = without_comments(line);
    let code = if code.trim().is_empty() { line } else { &code }.trim();
    let closed = |open, close| code.starts_with(open) && code.matches(open).count() == code.matches(close).count();
    let one_word = !code.contains([' ', '\t', ',', ';']) && code.chars().count() >= 4;
    code.contains('/') || closed('[', ']') || closed('(', ')') || one_word
}

/// Whether the lines are flat lists such as `1 2 3 0`, each a board: they do not make one board
/// together, and most of them, if not all, are boards when read alone.
fn are_flat_boards(lines: &[Chunk<'_>], options: &ReadOptions) -> bool {
    let together: String = lines.iter().map(|line| format!("{}\n", line.text)).collect();
    let is_board =
        |line: &&Chunk<'_>| line.text.split_whitespace().count() > 1 && read_board(line.text, options).is_ok();
    // A file of many boards is recognised by its beginning.
    let sample = &lines[..lines.len().min(100)];
    2 * sample.iter().filter(is_board).count() > sample.len() && read_board(&together, options).is_err()
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
}
