//! How estimates come about: the shares of the tiles make the value, and the pairs are those that
//! anybody can see.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{Sweep, board, shape};
use npuzzle::answer::{Request, solve};
use npuzzle::catalogue::{RequestError, heuristics};
use npuzzle::core::Fraction;
use npuzzle::core::{Cost, Limits};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::{Board, Tile};
use npuzzle::teach::breakdown::{Breakdown, Part, breakdown, known_properties};
use npuzzle::trace::TraceEvent;

/// All heuristics that are sums over the tiles, in one expression.
const SUMS: &str = "max(manhattan, manhattan-with-blank, misplaced, misplaced-with-blank, out-of-line, euclidean, \
                    linear-conflict, scan-conflict)";

fn of(start: &Board, goal: &Goal, heuristic: &str) -> Breakdown {
    breakdown(start, goal, heuristic, &Limits::default()).unwrap_or_else(|error| panic!("{heuristic}: {error}"))
}

fn sum(part: &Part) -> Fraction {
    let extra = Fraction::whole(part.extra.into());
    part.tiles.iter().fold(extra, |sum, share| sum.plus(share.value).unwrap())
}

/// What the shares must be, said once more and differently: by the rows and columns between a tile
/// and its home.
fn share(name: &str, rows: usize, cols: usize, is_blank: bool) -> f64 {
    let counts = !is_blank || name.ends_with("-with-blank");
    let share = match name.trim_end_matches("-with-blank") {
        "misplaced" => usize::from(rows + cols > 0) as f64,
        "out-of-line" => (usize::from(rows > 0) + usize::from(cols > 0)) as f64,
        "euclidean" => (rows as f64).hypot(cols as f64),
        _ => (rows + cols) as f64,
    };
    if counts { share } else { 0.0 }
}

fn check_tiles(part: &Part, start: &Board, goal: &Board) {
    let (shape, here, homes) = (start.shape(), start.places(), goal.places());
    let listed: Vec<Tile> = part.tiles.iter().map(|share| share.tile).filter(|tile| !tile.is_blank()).collect();
    assert_eq!(listed, (1..shape.cells() as u16).map(Tile).collect::<Vec<_>>(), "{} on {start}", part.name);
    for TileValue { tile, value } in
        part.tiles.iter().map(|share| TileValue { tile: share.tile, value: share.value.to_f64() })
    {
        let (at, home) = (here[tile.index()], homes[tile.index()]);
        let (rows, cols) = (shape.row(at).abs_diff(shape.row(home)), shape.col(at).abs_diff(shape.col(home)));
        let expected = share(&part.name, rows, cols, tile.is_blank());
        assert!((value - expected).abs() < 1e-6, "{} of tile {tile} on {start}: {value}", part.name);
    }
}

struct TileValue {
    tile: Tile,
    value: f64,
}

/// Two tiles in a line that is the goal line of both, in the order that is not the goal's, by
/// trying all pairs.
fn conflicts(start: &Board, goal: &Board) -> BTreeSet<(Tile, Tile, String)> {
    let (shape, here, homes) = (start.shape(), start.places(), goal.places());
    let mut found = BTreeSet::new();
    for first in 1..shape.cells() {
        for second in 1..shape.cells() {
            let [a, b, home_a, home_b] = [here[first], here[second], homes[first], homes[second]];
            let pair = |line| (Tile(first as u16), Tile(second as u16), line);
            let rows = [a, b, home_a, home_b].map(|cell| shape.row(cell));
            let cols = [a, b, home_a, home_b].map(|cell| shape.col(cell));
            if rows.iter().all(|&row| row == rows[0]) && cols[0] < cols[1] && cols[2] > cols[3] {
                found.insert(pair(format!("row {}", rows[0] + 1)));
            }
            if cols.iter().all(|&col| col == cols[0]) && rows[0] < rows[1] && rows[2] > rows[3] {
                found.insert(pair(format!("column {}", cols[0] + 1)));
            }
        }
    }
    found
}

fn check_pairs(part: &Part, start: &Board, goal: &Board) {
    let listed: BTreeSet<_> = part.pairs.iter().map(|pair| (pair.first, pair.second, pair.line.clone())).collect();
    assert_eq!(listed.len(), part.pairs.len(), "{} on {start} lists a pair twice", part.name);
    match part.name.as_str() {
        "linear-conflict" | "scan-conflict" => {
            assert_eq!(listed, conflicts(start, goal), "{} on {start}", part.name);
            assert!(part.extra <= 2 * listed.len() as Cost && (part.extra == 0) == listed.is_empty());
        }
        _ => assert_eq!((listed.len(), part.extra), (0, 0), "{} on {start}", part.name),
    }
}

fn check(start: &Board, goal: &Goal) {
    let answer = of(start, goal, SUMS);
    let goal = goal.board(start.shape()).unwrap();
    assert_eq!(answer.parts.len(), 8);
    for part in &answer.parts {
        assert_eq!(part.value, sum(part), "{} on {start}", part.name);
        check_tiles(part, start, &goal);
        check_pairs(part, start, &goal);
    }
    let largest = answer.parts.iter().map(|part| part.value).max().unwrap().ceil();
    assert_eq!(answer.value.map(|value| Fraction::whole(value.into())), Some(largest), "{start}");
}

/// Every board of the 8-puzzle, for a goal with the blank at the border and one with the blank in
/// the middle.
#[test]
fn shares_make_the_value_on_every_board() {
    for name in ["last", "snail"] {
        let goal = Goal::preset(name).unwrap();
        let table = DistanceTable::new(&goal.board(shape(3, 3)).unwrap()).unwrap();
        let distances = 0..table.widths().len() as u8;
        let sweep = Sweep::one_in(16);
        let boards = sweep.of(distances.flat_map(|distance| table.boards_at(distance)));
        assert_eq!(boards.map(|start| check(&start, &goal)).count(), sweep.share(181_440));
    }
}

#[test]
fn shares_make_the_value_on_other_shapes() {
    for (rows, cols) in [(1, 5), (2, 3), (4, 4), (3, 6), (12, 15)] {
        for name in ["first", "snail", "columns"] {
            let goal = Goal::preset(name).unwrap();
            let target = goal.board(shape(rows, cols)).unwrap();
            let mut generator = Generator::new(&target, Kind::Uniform, 7).unwrap();
            (0..20).for_each(|_| check(&generator.board(), &goal));
        }
    }
}

/// Three tiles the wrong way round make three pairs, and two of them have to go.
#[test]
fn several_pairs_may_cost_less_than_each_alone() {
    let answer = of(&board("321456870"), &Goal::default(), "lc");
    let part = &answer.parts[0];
    let pairs: Vec<_> = part.pairs.iter().map(|pair| (pair.first.0, pair.second.0, pair.line.as_str())).collect();
    assert_eq!(pairs, [(3, 2, "row 1"), (3, 1, "row 1"), (2, 1, "row 1"), (8, 7, "row 3")]);
    assert_eq!((part.extra, part.value, answer.value), (6, Fraction::whole(12), Some(12)));
    // A scan charges the same here.
    assert_eq!(of(&board("321456870"), &Goal::default(), "scan-conflict").parts[0].extra, 6);
}

/// Every heuristic has a value, which is the one a search begins with.
#[test]
fn the_value_is_that_of_a_search() {
    let start = board("867254301");
    let names = heuristics().map(|card| card.argument.map_or(card.name.to_owned(), |_| format!("{}(4-4)", card.name)));
    let others =
        ["manhattan/2 + misplaced/3", "max(0, misplaced-with-blank - 1)", "5", "euclidean*euclidean/(misplaced + 1)"];
    for name in names.chain(others.map(str::to_owned)) {
        let answer = of(&start, &Goal::default(), &name);
        let mut first = None;
        let request = Request {
            algorithm: "astar".to_owned(),
            heuristic: Some(name.clone()),
            limits: Limits { nodes: Some(1), ..Limits::default() },
            ..Request::new(start.clone())
        };
        let mut note = |event: &TraceEvent| {
            if let (None, TraceEvent::Expand { h, .. }) = (first, event) {
                first = Some(*h);
            }
        };
        solve(&request, &mut |_| {}, Some(&mut note)).unwrap();
        assert_eq!(answer.value, first, "{name}");
        assert!(answer.value.is_some(), "{name}");
    }
}

#[test]
fn parts_are_listed_once_in_their_order() {
    let answer = of(&board("867254301"), &Goal::default(), "max(hamming, md + l2, misplaced, wd, pdb(4-4))");
    let names: Vec<&str> = answer.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["misplaced", "manhattan", "euclidean", "walking-distance", "pdb(4-4)"]);
    assert_eq!(answer.name, "max(misplaced, manhattan + euclidean, misplaced, walking-distance, pdb(4-4))");
    assert!(answer.parts[3].tiles.is_empty() && answer.parts[3].value > Fraction::ZERO);
    assert_eq!((answer.admissible, answer.consistent), (false, false));
}

/// Nothing can be estimated there, but each tile still has its way home.
#[test]
fn a_board_that_cannot_be_solved_has_shares_and_no_value() {
    let answer = of(&board("123456870"), &Goal::default(), "max(linear-conflict, walking-distance, perfect)");
    assert_eq!(answer.value, None);
    let [part] = answer.parts.as_slice() else { panic!("{answer:?}") };
    assert_eq!((part.name.as_str(), part.value, part.extra), ("linear-conflict", Fraction::whole(4), 2));
}

#[test]
fn what_is_known_needs_no_board() {
    let known = known_properties(" max( md,hamming ) ").unwrap();
    assert_eq!(known.name, "max(manhattan, misplaced)");
    assert_eq!((known.admissible, known.consistent, known.value, known.parts.len()), (true, true, None, 0));
    let known = known_properties("2*manhattan").unwrap();
    assert_eq!((known.admissible, known.consistent), (false, false));
}

/// Wrong texts are pointed at, whatever else is asked.
#[test]
fn errors_have_places() {
    let start = board("867254301");
    for (text, column) in [("max(manhattan, misplced)", 16), ("manhattan +", 12), ("md ^ 2", 4), ("  (md", 3)] {
        let errors = [known_properties(text), breakdown(&start, &Goal::default(), text, &Limits::default())]
            .map(Result::unwrap_err);
        for error in errors {
            let RequestError::Text { error, .. } = error else { panic!("{text}: {error}") };
            assert_eq!(error.place.map(|place| place.column), Some(column), "{text}");
        }
    }
    let unknown = known_properties("manhatan").unwrap_err();
    assert_eq!(unknown.to_string(), "unknown heuristic `manhatan`; did you mean `manhattan`?");
    let broken = breakdown(&start, &Goal::default(), "misplaced - manhattan", &Limits::default()).unwrap_err();
    assert!(matches!(broken, RequestError::Broken { .. }), "{broken}");
    let goal = Goal::default().board(start.shape()).unwrap();
    let zero = breakdown(&goal, &Goal::default(), "5/manhattan", &Limits::default()).unwrap_err();
    assert!(zero.to_string().contains("divides by zero"), "{zero}");
}

/// A table that takes long to build ends with the limits.
#[test]
fn tables_respect_the_limits() {
    let start = Generator::new(&Goal::default().board(shape(4, 4)).unwrap(), Kind::Uniform, 1).unwrap().board();
    let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let error = breakdown(&start, &Goal::default(), "pdb(7-8)", &limits).unwrap_err();
    assert!(matches!(error, RequestError::Unavailable(_)), "{error}");
}

/// The answer for a board as large as they get: no list is longer than it is useful.
#[test]
fn the_largest_board_has_a_short_answer() {
    let goal = Goal::default().board(shape(100, 100)).unwrap();
    let mut tiles: Vec<u64> = goal.tiles().iter().map(|tile| tile.0.into()).collect();
    tiles.chunks_mut(100).take(98).for_each(<[u64]>::reverse);
    let start = Board::new(shape(100, 100), &tiles).unwrap();
    let answer = of(&start, &Goal::default(), "linear-conflict");
    assert_eq!(answer.parts[0].extra, 98 * 99 * 2);
    assert_eq!((answer.parts[0].tiles.len(), answer.parts[0].pairs.len()), (9999, 0));
}
