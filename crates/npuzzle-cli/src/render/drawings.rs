//! Drawings of states, alone and side by side.

use npuzzle::domains::tiles::Board;
use npuzzle::domains::tiles::notation::{Format, write_board};

/// A board as a grid.
pub fn board(board: &Board) -> String {
    write_board(board, Format::Grid).unwrap_or_else(|_| board.to_string())
}

/// Drawings side by side, each line indented; `between` stands between them in the line in the
/// middle.
pub fn beside(drawings: &[String], between: &str, indent: &str) -> String {
    let width = |drawing: &String| drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let height = drawings.iter().map(|drawing| drawing.lines().count()).max().unwrap_or(0);
    let blank = " ".repeat(between.chars().count());
    let mut text = String::new();
    for row in 0..height {
        let gap = if row == height / 2 { between } else { &blank };
        let lines: Vec<String> = drawings
            .iter()
            .map(|drawing| format!("{:1$}", drawing.lines().nth(row).unwrap_or(""), width(drawing)))
            .collect();
        text += &format!("{}\n", format!("{indent}{}", lines.join(gap)).trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_of_different_heights_stand_side_by_side() {
        let drawings = ["a\nbb\nc".to_owned(), "x".to_owned()];
        assert_eq!(beside(&drawings, " -> ", "  "), "  a     x\n  bb ->\n  c\n");
    }
}
