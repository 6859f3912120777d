//! States in lists: short names that still tell them apart.

use npuzzle::domains::tiles::Board;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::trace::TraceHeader;

/// A state as a board, where states are boards.
pub fn board(header: &TraceHeader, state: &str) -> Option<Board> {
    header.is_of_boards().then(|| read_board(state, &ReadOptions::default()).ok().map(|read| read.board)).flatten()
}

/// A state in at most so many letters, if that is enough for all of it: boards of up to 16 cells
/// have a letter for each cell, which is a notation too. Otherwise its beginning.
pub fn short(header: &TraceHeader, state: &str, most: usize) -> String {
    if state.chars().count() <= most {
        return state.to_owned();
    }
    match in_letters(state).filter(|_| header.is_of_boards()) {
        Some(letters) => cut(&letters, most),
        None => cut(state, most),
    }
}

fn in_letters(state: &str) -> Option<String> {
    state.split([' ', '/']).map(|tile| char::from_digit(tile.parse().ok()?, 16)).collect()
}

/// A text in at most so many letters: its beginning.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…'].into_iter().take(most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(problem: &str) -> TraceHeader {
        TraceHeader {
            format: TraceHeader::FORMAT.to_owned(),
            version: TraceHeader::VERSION,
            problem: problem.to_owned(),
            start: String::new(),
            goals: Vec::new(),
            algorithm: "astar".to_owned(),
            heuristic: None,
            cost_unit: 1,
        }
    }

    #[test]
    fn names_in_little_room_are_distinct() {
        let tiles = header("tiles(4x4)");
        let state = "1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0";
        assert_eq!(short(&tiles, state, 40), state);
        assert_eq!(short(&tiles, state, 26), "159d26ae37bf48c0");
        assert_eq!(short(&tiles, state, 5), "159d…");
        assert_eq!(short(&header("tiles(3x3)"), "1 2 3/4 5 6/7 8 0", 9), "123456780");
        assert_eq!(short(&header("tiles(5x5)"), "1 2 3 4 5/24 23", 8), "1 2 3 4…");
        assert_eq!(short(&header("a map"), "10 9 8 7", 4), "10 …");
        assert_eq!(short(&header("a map"), "10 9 8 7", 0), "");
    }

    #[test]
    fn what_is_no_board_is_a_text() {
        assert_eq!(board(&header("hanoi(3,3)"), "1 2 3/4 5 6/7 8 0"), None);
        assert_eq!(board(&header("tiles(3x3)"), "nonsense"), None);
    }
}
