//! Named sets of benchmark boards with known optimal costs: `korf:12`, `korf:1..10`, `korf24:25`.

use crate::core::Cost;
use crate::domains::tiles::board::Board;
use crate::domains::tiles::shape::Shape;

/// A set of boards.
#[derive(Clone, Copy, Debug)]
pub struct SetCard {
    /// Name before the colon.
    pub name: &'static str,
    /// What it holds.
    pub summary: &'static str,
    /// The goal its costs are for.
    pub goal: &'static str,
    side: usize,
    lines: &'static str,
}

/// The sets.
pub const SETS: &[SetCard] = &[
    SetCard {
        name: "korf",
        summary: "100 random 15-puzzles (Korf 1985)",
        goal: "first",
        side: 4,
        lines: include_str!("../../../data/korf-1985.txt"),
    },
    SetCard {
        name: "korf24",
        summary: "50 random 24-puzzles (Korf & Felner 2002)",
        goal: "first",
        side: 5,
        lines: include_str!("../../../data/korf-felner-2002.txt"),
    },
];

/// A board of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// As in `korf:12`.
    pub name: String,
    /// The board.
    pub board: Board,
    /// Its optimal cost.
    pub optimal: Cost,
}

/// Why a text names no boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` names no boards: expected {set}:N or {set}:FROM..TO with numbers from 1 to {count}")]
pub struct SetError {
    text: String,
    set: &'static str,
    count: usize,
}

impl SetCard {
    /// All boards of the set.
    pub fn instances(&self) -> Vec<Instance> {
        let shape = Shape::new(self.side, self.side).expect("the sets hold boards of legal size");
        let lines = self.lines.lines().filter(|line| !line.starts_with('#'));
        let numbers = lines.map(|line| line.split_whitespace().filter_map(|word| word.parse::<u64>().ok()).collect());
        let instance = |numbers: Vec<u64>| {
            let [id, optimal, tiles @ ..] = &numbers[..] else { return None };
            let board = Board::new(shape, tiles).ok()?;
            Some(Instance { name: format!("{}:{id}", self.name), board, optimal: *optimal as Cost })
        };
        numbers.filter_map(instance).collect()
    }
}

/// The boards that a text such as `korf:1..10` names; `None` if it does not begin with the name of a set.
pub fn find(text: &str) -> Option<Result<(&'static SetCard, Vec<Instance>), SetError>> {
    let (name, selection) = text.split_once(':').unwrap_or((text, "1.."));
    let set = SETS.iter().find(|set| set.name == name)?;
    let mut instances = set.instances();
    let count = instances.len();
    let number = |text: &str, default| if text.is_empty() { Some(default) } else { text.parse().ok() };
    let range = match selection.split_once("..") {
        Some((from, to)) => number(from, 1).zip(number(to.trim_start_matches('='), count)),
        None => selection.parse().ok().map(|only| (only, only)),
    };
    let range = range.filter(|&(from, to)| 1 <= from && from <= to && to <= count);
    let Some((from, to)) = range else {
        return Some(Err(SetError { text: text.to_owned(), set: set.name, count }));
    };
    instances.truncate(to);
    Some(Ok((set, instances.split_off(from - 1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_complete_and_have_their_known_means() {
        for (name, count, sum) in [("korf", 100, 5305), ("korf24", 50, 5039)] {
            let (_, instances) = find(name).unwrap().unwrap();
            assert_eq!(instances.len(), count);
            assert_eq!(instances.iter().map(|instance| instance.optimal).sum::<Cost>(), sum);
        }
    }

    #[test]
    fn selections_are_read() {
        let names = |text: &str| -> Vec<String> {
            find(text).unwrap().unwrap().1.into_iter().map(|instance| instance.name).collect()
        };
        assert_eq!(names("korf:12"), ["korf:12"]);
        assert_eq!(names("korf:99.."), ["korf:99", "korf:100"]);
        assert_eq!(names("korf24:1..2"), ["korf24:1", "korf24:2"]);
        assert!(find("puzzle.txt").is_none());
        for bad in ["korf:0", "korf:101", "korf:5..3", "korf:x", "korf:", "korf24:51"] {
            assert!(find(bad).unwrap().is_err(), "{bad}");
        }
    }
}
