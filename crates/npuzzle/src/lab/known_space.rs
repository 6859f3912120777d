//! What is known of a space without searching it: how many states there are, by arithmetic, and
//! what others have found and published.

use serde::Serialize;

use crate::core::Metric;
use crate::domains::tiles::{Board, Direction, Shape};
use crate::lab::space::OptimalSolutions;

/// Cells where the blank has the same number of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BlankPlaces {
    /// `corner`, `edge` or `centre`; on a single line `end` or `inside`; in slides `anywhere`.
    pub place: &'static str,
    /// Number of such cells.
    pub cells: usize,
    /// Moves of the blank there.
    pub moves: usize,
}

/// Where the blank has how many moves. Slides lead to every other cell of its row and its column,
/// wherever it is.
pub fn blank_places(shape: Shape, metric: Metric) -> Vec<BlankPlaces> {
    if metric == Metric::Multi {
        let slides = shape.rows() + shape.cols() - 2;
        return vec![BlankPlaces { place: "anywhere", cells: shape.cells(), moves: slides }];
    }
    let moves = |cell| Direction::ALL.iter().filter(|&&way| shape.neighbour(cell, way).is_some()).count();
    let names: [&str; 5] =
        if shape.is_line() { ["", "end", "inside", "", ""] } else { ["", "", "corner", "edge", "centre"] };
    let places = (1..names.len()).map(|number| BlankPlaces {
        place: names[number],
        cells: shape.all_cells().filter(|&cell| moves(cell) == number).count(),
        moves: number,
    });
    places.filter(|place| place.cells > 0).collect()
}

/// Numbers of a space that may have thousands of digits, as texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExactCounts {
    /// All ways to lay out the tiles: the factorial of the number of cells.
    pub arrangements: String,
    /// States that can reach the goal.
    pub states_exact: String,
    /// Moves between them, each counted both ways.
    pub edges_exact: String,
}

impl ExactCounts {
    /// Those of a size. Every state but those of a single line can be reached from half of all, and
    /// in each half the blank is in every cell equally often.
    pub fn of(shape: Shape, metric: Metric) -> Self {
        let cells = shape.cells() as u32;
        let moves: u32 = blank_places(shape, metric).iter().map(|place| (place.cells * place.moves) as u32).sum();
        if shape.is_line() {
            let (states, edges) = (cells.to_string(), moves.to_string());
            return Self { arrangements: product(2..=cells), states_exact: states, edges_exact: edges };
        }
        Self {
            arrangements: product(2..=cells),
            states_exact: product(3..=cells),
            edges_exact: product((3..cells).chain([moves])),
        }
    }
}

/// The product of some numbers, in decimal digits.
fn product(factors: impl Iterator<Item = u32>) -> String {
    const BASE: u64 = 1_000_000_000;
    let mut limbs = vec![1_u64];
    for factor in factors {
        let mut carry = 0;
        for limb in &mut limbs {
            let value = *limb * u64::from(factor) + carry;
            (*limb, carry) = (value % BASE, value / BASE);
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    let (last, rest) = limbs.split_last().unwrap_or((&1, &[]));
    rest.iter().rev().fold(last.to_string(), |text, limb| format!("{text}{limb:09}"))
}

/// What was published about the boards of a size whose goal has the blank in a corner. By symmetry
/// it does not matter in which, nor how the tiles are called.
struct Published {
    /// The shorter side, then the longer one.
    sides: (usize, usize),
    /// The diameter is at least and at most this.
    diameter: (usize, usize),
    antipodes: Option<u64>,
    widths: Option<&'static [u64]>,
    sources: &'static [&'static str],
}

const KORF: &str = "Korf, Linear-time disk-based implicit graph search, Journal of the ACM 55(6), 2008";

const PUBLISHED: &[Published] = &[
    Published {
        sides: (4, 4),
        diameter: (80, 80),
        antipodes: Some(17),
        widths: Some(&FIFTEEN),
        sources: &[
            "diameter: Brüngger, Marzetta, Fukuda & Nievergelt, The parallel search bench ZRAM and its applications, \
             Annals of Operations Research 90, 1999",
            "states at each depth: Korf & Schultze, Large-scale parallel breadth-first search, AAAI 2005; OEIS A089484",
        ],
    },
    Published { sides: (3, 5), diameter: (84, 84), antipodes: Some(1), widths: None, sources: &[KORF, "OEIS A346737"] },
    Published { sides: (2, 7), diameter: (108, 108), antipodes: None, widths: None, sources: &[KORF, "OEIS A151943"] },
    Published { sides: (2, 8), diameter: (140, 140), antipodes: None, widths: None, sources: &[KORF, "OEIS A151943"] },
    Published {
        sides: (5, 5),
        diameter: (152, 205),
        antipodes: None,
        widths: None,
        sources: &["bounds of the diameter: OEIS A090031, comment of 2020"],
    },
];

/// The states of the 15-puzzle at each depth, from a goal with the blank in a corner. Their sum is
/// 16!/2, and as many are at even depths as at odd ones; a test searches the first of them.
#[rustfmt::skip]
const FIFTEEN: [u64; 81] = [
    1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821, 60842, 119000, 231844, 447342, 859744,
    1637383, 3098270, 5802411, 10783780, 19826318, 36142146, 65135623, 116238056, 204900019, 357071928, 613926161,
    1042022040, 1742855397, 2873077198, 4660800459, 7439530828, 11668443776, 17976412262, 27171347953, 40271406380,
    58469060820, 83099401368, 115516106664, 156935291234, 208207973510, 269527755972, 340163141928, 418170132006,
    500252508256, 581813416256, 657076739307, 719872287190, 763865196269, 784195801886, 777302007562, 742946121222,
    683025093505, 603043436904, 509897148964, 412039723036, 317373604363, 232306415924, 161303043901, 105730020222,
    65450375310, 37942606582, 20696691144, 10460286822, 4961671731, 2144789574, 868923831, 311901840, 104859366,
    29592634, 7766947, 1508596, 272198, 26638, 3406, 70, 17,
];

/// What is known of a space that was not searched. Its fields are those of a
/// [`SpaceReport`](crate::lab::space::SpaceReport); `None` is not known, or does not fit 64 bits.
#[derive(Clone, Debug, Serialize)]
pub struct KnownSpace {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The goal.
    pub goal: Board,
    /// What distances count.
    pub metric: Metric,
    /// That it was not searched.
    pub searched: bool,
    /// States that can reach the goal.
    pub states: Option<u64>,
    /// The same numbers, however large.
    #[serde(flatten)]
    pub exact: ExactCounts,
    /// Moves between them, each counted both ways.
    pub edges: Option<u64>,
    /// The largest distance.
    pub diameter: Option<usize>,
    /// The largest distance is at least and at most this.
    pub diameter_bounds: Option<(usize, usize)>,
    /// Number of states at each distance.
    pub widths: Option<Vec<u64>>,
    /// The farthest boards.
    pub antipodes: Option<Vec<Board>>,
    /// Number of the farthest boards.
    pub antipode_count: Option<u64>,
    /// The mean distance.
    pub mean_depth: Option<f64>,
    /// Moves of a state on average.
    pub mean_branching_factor: f64,
    /// Where the blank has how many moves.
    pub branching: Vec<BlankPlaces>,
    /// Arrangements of the tiles that cannot reach the goal.
    pub unreachable: Option<u64>,
    /// The shortest solutions: they have not been counted.
    pub optimal_solutions: Option<OptimalSolutions>,
    /// Who found out what was not computed here.
    pub sources: Vec<&'static str>,
    /// Why it was not searched.
    pub reason: Option<String>,
    /// Most bytes held.
    pub peak_bytes: Option<u64>,
    /// Seconds it took.
    pub seconds: Option<f64>,
}

impl KnownSpace {
    /// What is known of the space behind a goal, and why it is not searched.
    pub fn of(goal: Board, metric: Metric, reason: String) -> Self {
        let shape = goal.shape();
        let sides = (shape.rows().min(shape.cols()), shape.rows().max(shape.cols()));
        // What was published counts single moves.
        let applies = blank_moves(&goal) == 2 && metric == Metric::Single;
        let published = PUBLISHED.iter().find(|known| known.sides == sides && applies);
        let exact = ExactCounts::of(shape, metric);
        let branching = blank_places(shape, metric);
        let moves: usize = branching.iter().map(|place| place.cells * place.moves).sum();
        let widths = published.and_then(|known| known.widths);
        let states = shape.reachable_states();
        Self {
            rows: shape.rows(),
            cols: shape.cols(),
            metric,
            searched: false,
            states,
            edges: exact.edges_exact.parse().ok(),
            exact,
            diameter: published.filter(|known| known.diameter.0 == known.diameter.1).map(|known| known.diameter.0),
            diameter_bounds: published.map(|known| known.diameter),
            widths: widths.map(<[u64]>::to_vec),
            antipodes: None,
            antipode_count: published.and_then(|known| known.antipodes),
            mean_depth: widths.map(mean_depth),
            mean_branching_factor: moves as f64 / shape.cells() as f64,
            branching,
            unreachable: shape.arrangements().zip(states).map(|(all, states)| all - states),
            optimal_solutions: None,
            sources: published.map_or_else(Vec::new, |known| known.sources.to_vec()),
            reason: Some(reason),
            peak_bytes: None,
            seconds: None,
            goal,
        }
    }
}

fn blank_moves(board: &Board) -> usize {
    Direction::ALL.iter().filter(|&&way| board.shape().neighbour(board.blank(), way).is_some()).count()
}

/// The mean distance of the states at each distance.
pub(crate) fn mean_depth(widths: &[u64]) -> f64 {
    let depths: u128 = widths.iter().zip(0..).map(|(&width, depth): (_, u128)| u128::from(width) * depth).sum();
    depths as f64 / widths.iter().map(|&width| u128::from(width)).sum::<u128>() as f64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::domains::tiles::goal::Goal;

    fn shape(rows: usize, cols: usize) -> Shape {
        Shape::new(rows, cols).unwrap()
    }

    fn known(rows: usize, cols: usize, goal: &str) -> KnownSpace {
        let goal = Goal::preset(goal).unwrap().board(shape(rows, cols)).unwrap();
        KnownSpace::of(goal, Metric::Single, String::new())
    }

    #[test]
    fn counts_have_all_their_digits() {
        let exact = |rows, cols| ExactCounts::of(shape(rows, cols), Metric::Single);
        assert_eq!(exact(3, 3).arrangements, "362880");
        assert_eq!((&*exact(3, 3).states_exact, &*exact(3, 3).edges_exact), ("181440", "483840"));
        assert_eq!((&*exact(2, 2).states_exact, &*exact(2, 2).edges_exact), ("12", "24"));
        assert_eq!((&*exact(2, 3).states_exact, &*exact(2, 3).edges_exact), ("360", "840"));
        assert_eq!((&*exact(4, 4).states_exact, &*exact(4, 4).edges_exact), ("10461394944000", "31384184832000"));
        assert_eq!(exact(5, 5).states_exact, "7755605021665492992000000");
        assert_eq!(exact(5, 5).arrangements, "15511210043330985984000000");
        assert_eq!((&*exact(1, 5).states_exact, &*exact(1, 5).edges_exact), ("5", "8"));
        // 10000! ends in 2499 zeros and has 35,660 digits.
        let largest = exact(100, 100).arrangements;
        assert_eq!((largest.len(), largest.trim_end_matches('0').len()), (35_660, 35_660 - 2499));
    }

    #[test]
    fn the_blank_has_its_moves() {
        let places = |rows, cols| -> Vec<(&str, usize, usize)> {
            blank_places(shape(rows, cols), Metric::Single)
                .iter()
                .map(|place| (place.place, place.cells, place.moves))
                .collect()
        };
        assert_eq!(places(3, 3), [("corner", 4, 2), ("edge", 4, 3), ("centre", 1, 4)]);
        assert_eq!(places(2, 5), [("corner", 4, 2), ("edge", 6, 3)]);
        assert_eq!(places(1, 5), [("end", 2, 1), ("inside", 3, 2)]);
    }

    #[test]
    fn the_published_depths_add_up() {
        assert_eq!(FIFTEEN.iter().sum::<u64>(), 10_461_394_944_000);
        let at = |parity: usize| FIFTEEN.iter().skip(parity).step_by(2).sum::<u64>();
        assert_eq!(at(0), at(1), "a move changes the parity");
        let known = known(4, 4, "last");
        assert_eq!((known.diameter, known.antipode_count, known.diameter_bounds), (Some(80), Some(17), Some((80, 80))));
        assert_eq!(format!("{:.4}", known.mean_depth.unwrap()), "52.5895");
        assert_eq!((known.states, known.unreachable), (Some(10_461_394_944_000), Some(10_461_394_944_000)));
        assert!(!known.searched && known.sources.len() == 2);
    }

    /// The first of the published depths, board by board.
    #[test]
    fn the_published_depths_begin_as_a_search_does() {
        for goal in ["last", "first"] {
            let goal = Goal::preset(goal).unwrap().board(shape(4, 4)).unwrap();
            let (mut seen, mut layer) = (HashSet::from([goal.clone()]), vec![goal]);
            for (depth, &width) in FIFTEEN.iter().enumerate().take(12) {
                assert_eq!(layer.len() as u64, width, "depth {depth}");
                let next = layer.iter().flat_map(|board| Direction::ALL.iter().filter_map(|&way| board.moved(way)));
                layer = next.filter(|board| seen.insert(board.clone())).collect();
            }
        }
    }

    /// Published numbers are about a blank in a corner.
    #[test]
    fn other_goals_and_sizes_are_not_known() {
        let middle = known(4, 4, "snail");
        assert_eq!((middle.diameter, middle.mean_depth, middle.sources.len()), (None, None, 0));
        assert_eq!((known(5, 5, "last").diameter, known(5, 5, "last").diameter_bounds), (None, Some((152, 205))));
        assert_eq!(known(8, 2, "last").diameter, Some(140));
        let large = known(6, 6, "last");
        assert_eq!((large.states, large.diameter, large.diameter_bounds), (None, None, None));
        assert_eq!(large.mean_branching_factor, 120.0 / 36.0);
    }
}
