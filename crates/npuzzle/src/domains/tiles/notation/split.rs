//! A text with several boards into texts with one board each.

use crate::domains::tiles::notation::{ReadOptions, read_board};

/// The text of one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The line of the whole text it begins in, counted from one.
    pub line: usize,
    /// The text.
    pub text: String,
}

/// Finds the boards in a text: one in all, one a line, or one a block between empty lines.
pub fn split_boards(text: &str) -> Vec<Chunk> {
    let text = text.trim_start_matches('\u{FEFF}');
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let code: Vec<(usize, &str)> = lines.iter().copied().filter(|(_, line)| !is_comment_or_empty(line)).collect();
    let whole = || vec![Chunk { line: 1, text: text.to_owned() }];
    if code.len() <= 1 {
        return whole();
    }
    if code.iter().all(|(_, line)| holds_a_board(line)) {
        return one_each(&code);
    }
    // Empty lines inside a file of the 42 school do not separate boards.
    let blocks: Vec<&[(usize, &str)]> = lines
        .split(|(_, line)| line.trim().is_empty())
        .filter(|block| block.iter().any(|(_, line)| !is_comment_or_empty(line)))
        .collect();
    if blocks.len() <= 1 || read_board(text, &ReadOptions::default()).is_ok() {
        return if all_flat_boards(&code) { one_each(&code) } else { whole() };
    }
    let one_block = |block: &&[(usize, &str)]| {
        let code: Vec<_> = block.iter().copied().filter(|(_, line)| !is_comment_or_empty(line)).collect();
        if all_flat_boards(&code) || code.iter().all(|(_, line)| holds_a_board(line)) {
            return one_each(&code);
        }
        let text = block.iter().map(|(_, line)| format!("{line}\n")).collect();
        vec![Chunk { line: block[0].0, text }]
    };
    blocks.iter().flat_map(one_block).collect()
}

fn one_each(lines: &[(usize, &str)]) -> Vec<Chunk> {
    lines.iter().map(|&(line, text)| Chunk { line, text: text.to_owned() }).collect()
}

fn is_comment_or_empty(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// Whether a line is a whole board by its looks: rows within the line, closed brackets, or one long word.
fn holds_a_board(line: &str) -> bool {
    let line = line.trim();
    let closed = |open, close| line.starts_with(open) && line.matches(open).count() == line.matches(close).count();
    let one_word = !line.contains([' ', '\t', ',', ';']) && line.chars().count() >= 4;
    line.contains('/') || closed('[', ']') || closed('(', ')') || one_word
}

/// Whether every line is a flat list that is a board by itself, such as four lines of `1 2 3 0`.
fn all_flat_boards(lines: &[(usize, &str)]) -> bool {
    let is_board =
        |line: &str| line.split_whitespace().count() >= 4 && read_board(line, &ReadOptions::default()).is_ok();
    lines.iter().all(|(_, line)| is_board(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(text: &str) -> Vec<String> {
        let read = |chunk: &Chunk| match read_board(&chunk.text, &ReadOptions::default()) {
            Ok(read) => format!("{}: {}", chunk.line, read.board),
            Err(error) => format!("{}: {error}", chunk.line),
        };
        split_boards(text).iter().map(read).collect()
    }

    #[test]
    fn boards_are_found_line_by_line() {
        assert_eq!(boards("1 2/3 0\n\n# note\n0 1/2 3\n"), ["1: 1 2/3 0", "4: 0 1/2 3"]);
        assert_eq!(boards("1230\n0123\n"), ["1: 1 2/3 0", "2: 0 1/2 3"]);
        assert_eq!(boards("[1,2,3,0]\n[[0,1],[2,3]]\n"), ["1: 1 2/3 0", "2: 0 1/2 3"]);
        assert_eq!(boards("1 2 3 0\n0 1 2 3\n3 2 1 0\n"), ["1: 1 2/3 0", "2: 0 1/2 3", "3: 3 2/1 0"]);
        assert_eq!(boards("12_30\n01_2y\n"), ["1: 1 2/3 0", "2: `y` is not a tile"]);
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
