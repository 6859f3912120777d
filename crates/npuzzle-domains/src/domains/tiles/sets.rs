//! Named sets of benchmark boards with known costs: `korf:12`, `korf:1..10`, `korf24:25`,
//! `deepcubea-35:1..20`.
//!
//! The costs of a set are optimal, or those of published solutions without a proof:
//! [`Known`] tells which.

use crate::core::Cost;
use crate::core::spelling::is_spelled;
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
    /// Where it comes from.
    pub citation: &'static str,
    side: usize,
    known: fn(Cost) -> Known,
    /// As `build.rs` packs them.
    packed: &'static [u8],
}

/// The boards of a file in `data`.
macro_rules! packed {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".bin"))
    };
}

/// The sets. Static: a constant would be in the program once for each crate that uses it.
pub static SETS: &[SetCard] = &[
    SetCard {
        name: "korf",
        summary: "100 random 15-puzzles",
        goal: "first",
        citation: "Korf 1985",
        side: 4,
        known: Known::Optimal,
        packed: packed!("korf-1985"),
    },
    SetCard {
        name: "korf24",
        summary: "50 random 24-puzzles",
        goal: "first",
        citation: "Korf & Felner 2002",
        side: 5,
        known: Known::Optimal,
        packed: packed!("korf-felner-2002"),
    },
    SetCard {
        name: "deepcubea-15",
        summary: "500 15-puzzles of DeepCubeA",
        goal: "last",
        citation: "Agostinelli et al. 2019",
        side: 4,
        known: Known::Optimal,
        packed: packed!("deepcubea-15"),
    },
    SetCard {
        name: "deepcubea-24",
        summary: "496 24-puzzles of DeepCubeA, easier than uniform boards",
        goal: "last",
        citation: "Agostinelli et al. 2019",
        side: 5,
        known: Known::Optimal,
        packed: packed!("deepcubea-24"),
    },
    SetCard {
        name: "deepcubea-35",
        summary: "500 35-puzzles of DeepCubeA, much easier than uniform boards",
        goal: "last",
        citation: "Agostinelli et al. 2019",
        side: 6,
        known: Known::Published,
        packed: packed!("deepcubea-35"),
    },
    SetCard {
        name: "deepcubea-48",
        summary: "500 48-puzzles of DeepCubeA, easier than uniform boards",
        goal: "last",
        citation: "Agostinelli et al. 2019",
        side: 7,
        known: Known::Published,
        packed: packed!("deepcubea-48"),
    },
];

/// A board of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// As in `korf:12`.
    pub name: String,
    /// The board.
    pub board: Board,
    /// What is known about its cost.
    pub known: Known,
}

/// The cost of a solution that is known beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// No solution is cheaper.
    Optimal(Cost),
    /// Such a solution is known; there may be cheaper ones.
    Published(Cost),
}

impl Known {
    /// The cost, whatever it is.
    pub fn cost(self) -> Cost {
        match self {
            Self::Optimal(cost) | Self::Published(cost) => cost,
        }
    }

    /// The cost if it is proved to be the least.
    pub fn optimal(self) -> Option<Cost> {
        match self {
            Self::Optimal(cost) => Some(cost),
            Self::Published(_) => None,
        }
    }

    /// The cost if it is just the one of a published solution.
    pub fn published(self) -> Option<Cost> {
        match self {
            Self::Optimal(_) => None,
            Self::Published(cost) => Some(cost),
        }
    }
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
        self.rows().filter_map(|(number, row)| self.instance(number, row)).collect()
    }

    /// The size of its boards, as in `4x4`.
    pub fn size(&self) -> String {
        format!("{0}x{0}", self.side)
    }

    /// What its costs are, in words.
    pub fn costs(&self) -> &'static str {
        match (self.known)(0) {
            Known::Optimal(_) => "optimal",
            Known::Published(_) => "of published solutions",
        }
    }

    /// How some of its boards are named.
    pub fn examples(&self) -> String {
        format!("{0}:1, {0}:1..10, {0}", self.name)
    }

    /// How many boards it holds.
    pub fn count(&self) -> usize {
        self.rows().count()
    }

    /// The boards with their numbers, packed.
    fn rows(&self) -> impl Iterator<Item = (usize, &'static [u8])> + use<> {
        (1..).zip(self.packed.chunks_exact(2 + self.side * self.side))
    }

    fn instance(&self, number: usize, row: &[u8]) -> Option<Instance> {
        let shape = Shape::new(self.side, self.side).ok()?;
        let (cost, tiles) = row.split_first_chunk()?;
        let tiles: Vec<u64> = tiles.iter().copied().map(u64::from).collect();
        let known = (self.known)(u16::from_le_bytes(*cost).into());
        Some(Instance { name: format!("{}:{number}", self.name), board: Board::new(shape, &tiles).ok()?, known })
    }
}

/// Some boards of a set, each made when its turn comes.
pub struct Selection {
    /// The set.
    pub set: &'static SetCard,
    rows: Box<dyn Iterator<Item = (usize, &'static [u8])> + Send>,
    left: usize,
}

impl Selection {
    /// How many are to come.
    pub fn left(&self) -> usize {
        self.left
    }
}

impl Iterator for Selection {
    type Item = Instance;

    fn next(&mut self) -> Option<Instance> {
        let (number, row) = self.rows.next()?;
        self.left -= 1;
        self.set.instance(number, row)
    }
}

/// The boards that a text such as `korf:1..10` names; `None` if it does not begin with the name of
/// a set.
pub fn find(text: &str) -> Option<Result<(&'static SetCard, Vec<Instance>), SetError>> {
    Some(select(text)?.map(|selection| (selection.set, selection.collect())))
}

/// The same, one after the other.
pub fn select(text: &str) -> Option<Result<Selection, SetError>> {
    let (name, selection) = text.split_once(':').unwrap_or((text, "1.."));
    let set = SETS.iter().find(|set| is_spelled(name, set.name))?;
    let count = set.count();
    let number = |text: &str, default| if text.is_empty() { Some(default) } else { text.parse().ok() };
    let range = match selection.split_once("..") {
        Some((from, to)) => number(from, 1).zip(number(to.trim_start_matches('='), count)),
        None => selection.parse().ok().map(|only| (only, only)),
    };
    let range = range.filter(|&(from, to)| 1 <= from && from <= to && to <= count);
    let Some((from, to)) = range else {
        return Some(Err(SetError { text: text.to_owned(), set: set.name, count }));
    };
    let left = to - from + 1;
    Some(Ok(Selection { set, rows: Box::new(set.rows().skip(from - 1).take(left)), left }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::goal::Goal;
    use crate::domains::tiles::parity::{is_solvable, least_moves};

    #[test]
    fn the_sets_are_complete_and_have_their_known_means() {
        for (name, count, sum, optimal) in [
            ("korf", 100, 5305, true),
            ("korf24", 50, 5039, true),
            ("deepcubea-15", 500, 26_011, true),
            ("deepcubea-24", 496, 44_348, true),
            ("deepcubea-35", 500, 62_326, false),
            ("deepcubea-48", 500, 127_835, false),
        ] {
            let (set, instances) = find(name).unwrap().unwrap();
            assert_eq!(instances.len(), count);
            assert_eq!(instances.iter().map(|instance| instance.known.cost()).sum::<Cost>(), sum);
            assert!(instances.iter().all(|instance| instance.known.optimal().is_some() == optimal), "{name}");
            assert!(instances.iter().all(|instance| instance.known.published().is_none() == optimal), "{name}");
            let goal = Goal::preset(set.goal).unwrap().board(instances[0].board.shape()).unwrap();
            for (number, instance) in (1..).zip(&instances) {
                assert_eq!(instance.name, format!("{name}:{number}"));
                let (cost, least) = (instance.known.cost(), least_moves(&instance.board, &goal));
                assert!(
                    is_solvable(&instance.board, &goal) && cost >= least && (cost - least) % 2 == 0,
                    "{}",
                    instance.name
                );
            }
        }
    }

    #[test]
    fn a_published_solution_that_is_not_the_shortest_is_not_what_the_set_tells() {
        let (_, instances) = find("deepcubea-24:48").unwrap().unwrap();
        assert_eq!(instances[0].known, Known::Optimal(105));
    }

    #[test]
    fn selections_are_read() {
        let names = |text: &str| -> Vec<String> {
            find(text).unwrap().unwrap().1.into_iter().map(|instance| instance.name).collect()
        };
        assert_eq!(names("korf:12"), ["korf:12"]);
        assert_eq!(names("korf:99.."), ["korf:99", "korf:100"]);
        assert_eq!(names("korf24:1..2"), ["korf24:1", "korf24:2"]);
        assert_eq!(names("deepcubea-48:500"), ["deepcubea-48:500"]);
        assert!(find("puzzle.txt").is_none());
        for bad in ["korf:0", "korf:101", "korf:5..3", "korf:x", "korf:", "korf24:51", "deepcubea-24:497"] {
            assert!(find(bad).unwrap().is_err(), "{bad}");
        }
    }
}
