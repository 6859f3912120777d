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
use npuzzle::domains::tiles::parity::is_solvable;
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
    let summands = part.summands.iter().map(|summand| summand.value).sum::<Cost>();
    assert_eq!(part.lines.iter().map(|line| line.value).sum::<Cost>(), part.extra, "{}", part.name);
    let extra = Fraction::whole((part.extra + summands).into());
    part.tiles.iter().fold(extra, |sum, share| sum.plus(share.value).unwrap())
}

/// The same board with its first two tiles exchanged: if one can be solved, the other cannot.
fn twin(board: &Board) -> Board {
    let places = board.places();
    board.with_swapped(places[1], places[2])
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
            let lines: BTreeSet<&str> = part.pairs.iter().map(|pair| pair.line.as_str()).collect();
            assert_eq!(part.lines.iter().map(|line| line.line.as_str()).collect::<BTreeSet<_>>(), lines);
        }
        _ => assert_eq!((listed.len(), part.extra), (0, 0), "{} on {start}", part.name),
    }
}

fn check(start: &Board, goal: &Goal) {
    let answer = of(start, goal, SUMS);
    let goal = goal.board(start.shape()).unwrap();
    assert_eq!(answer.parts.len(), 8);
    for part in &answer.parts {
        assert_eq!(part.value, Some(sum(part)), "{} on {start}", part.name);
        check_tiles(part, start, &goal);
        check_pairs(part, start, &goal);
    }
    let largest = answer.parts.iter().map(|part| part.value.unwrap()).max().unwrap();
    assert_eq!(answer.exact, Some(largest), "{start}");
    assert_eq!(answer.value.map(|value| Fraction::whole(value.into())), Some(largest.ceil()), "{start}");
}

/// Every board of the 8-puzzle; one in sixteen for a goal with the blank in the middle, and of the
/// boards that cannot be solved.
#[test]
fn shares_make_the_value_on_every_board() {
    for (name, every) in [("last", 1), ("snail", 16)] {
        let goal = Goal::preset(name).unwrap();
        let table = DistanceTable::new(&goal.board(shape(3, 3)).unwrap()).unwrap();
        let boards = (0..table.widths().len() as u8).flat_map(|distance| table.boards_at(distance)).step_by(every);
        let sweep = Sweep::one_in(16 / every);
        let check_some_twins = |(number, start): (usize, Board)| {
            check(&start, &goal);
            if number % 16 == 0 {
                check(&twin(&start), &goal);
            }
        };
        assert_eq!(sweep.of(boards.enumerate()).map(check_some_twins).count(), sweep.share(181_440 / every));
    }
}

#[test]
fn shares_make_the_value_on_other_shapes() {
    for (rows, cols) in [(1, 5), (2, 3), (4, 4), (3, 6), (12, 15)] {
        for name in ["first", "snail", "columns"] {
            let goal = Goal::preset(name).unwrap();
            let target = goal.board(shape(rows, cols)).unwrap();
            let mut generator = Generator::new(&target, Kind::Uniform, 7).unwrap();
            (0..20).map(|_| generator.board()).for_each(|start| {
                check(&start, &goal);
                check(&twin(&start), &goal);
            });
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
    assert_eq!((part.extra, part.value, answer.value), (6, Some(Fraction::whole(12)), Some(12)));
    let lines: Vec<_> = part.lines.iter().map(|line| (line.line.as_str(), line.value)).collect();
    assert_eq!(lines, [("row 1", 4), ("row 3", 2)]);
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
    assert!(answer.parts[3].tiles.is_empty() && answer.parts[3].value > Some(Fraction::ZERO));
    assert_eq!((answer.admissible, answer.consistent), (false, false));
}

/// Whatever a heuristic is made of makes its value, on boards that can be solved and on others.
#[test]
fn parts_make_the_value_of_every_heuristic() {
    let names = heuristics().filter(|card| card.argument.is_none()).map(|card| card.name.to_owned());
    let names: Vec<String> = names.chain(["pdb(4-4)".to_owned(), "pdb(1,2,3/6,7,8)".to_owned()]).collect();
    let target = Goal::default().board(shape(3, 3)).unwrap();
    let mut generator = Generator::new(&target, Kind::Uniform, 3).unwrap();
    let limits = Limits::default();
    for _ in 0..40 {
        let start = generator.board();
        for name in &names {
            for start in [&start, &twin(&start)] {
                let answer = breakdown(start, &Goal::default(), name, &limits).unwrap();
                let part = &answer.parts[0];
                let is_divided = !part.tiles.is_empty() || !part.summands.is_empty();
                assert!(is_divided || name == "zero" || name.ends_with("perfect"), "{name}");
                if is_divided {
                    assert_eq!(part.value, Some(sum(part)), "{name} on {start}");
                }
                assert_eq!(answer.exact, part.value, "{name} on {start}");
                assert_eq!(answer.value.is_none(), answer.reason.is_some(), "{name} on {start}");
                let has_value = !name.ends_with("perfect") || is_solvable(start, &target);
                assert_eq!(answer.value.is_some(), has_value, "{name} on {start}");
            }
        }
    }
}

/// The estimates of a laboratory guide and of an assignment, on boards that cannot be solved.
#[test]
fn a_board_that_cannot_be_solved_has_values() {
    for (text, goal, heuristic, computed, value) in [
        ("213456780", "last", "misplaced", None, 2),
        ("213456780", "last", "manhattan", None, 2),
        ("238145670", "first", "manhattan-with-blank/2", Some("12/2"), 6),
        ("230145678", "first", "max(0, misplaced-with-blank - 1)", Some("max(0, 4 - 1)"), 3),
    ] {
        let answer = of(&board(text), &Goal::preset(goal).unwrap(), heuristic);
        assert_eq!((answer.value, answer.computed.as_deref()), (Some(value), computed), "{heuristic} on {text}");
    }
    let shares: Vec<_> = of(&board("238145670"), &Goal::preset("first").unwrap(), "manhattan-with-blank").parts[0]
        .tiles
        .iter()
        .filter(|share| share.value > Fraction::ZERO)
        .map(|share| (share.tile.0, share.value.numerator()))
        .collect();
    assert_eq!(shares, [(0, 4), (1, 2), (2, 2), (3, 2), (8, 2)]);
}

/// A distance that only a path could have is missing there, and so is all that is made of it.
#[test]
fn a_true_distance_has_no_value_on_a_board_that_cannot_be_solved() {
    let answer = of(&board("123456870"), &Goal::default(), "max(linear-conflict, walking-distance, perfect)");
    assert_eq!((answer.value, answer.exact, &answer.computed), (None, None, &None));
    let reason = "perfect has no value here: it is the true distance, and no path leads from this board to the goal";
    assert_eq!(answer.reason.as_deref(), Some(reason));
    let values: Vec<_> = answer.parts.iter().map(|part| part.value.map(Fraction::numerator)).collect();
    assert_eq!(values, [Some(4), Some(4), None]);
}

/// A table of a few tiles holds the board if the other tiles can make up for the parity.
#[test]
fn patterns_have_values_where_their_tiles_can_go_home() {
    let start = board("867254301");
    for swapped in [(1, 2), (3, 8), (5, 6)] {
        let places = start.places();
        let unsolvable = start.with_swapped(places[swapped.0], places[swapped.1]);
        let answer = of(&unsolvable, &Goal::default(), "pdb(1,2,3,4)");
        let [part] = answer.parts.as_slice() else { panic!("{answer:?}") };
        // The tiles outside the pattern do not matter, so two of them may change places again.
        let solvable = unsolvable.with_swapped(places[5], places[6]);
        let twin = of(&solvable, &Goal::default(), "pdb(1,2,3,4)");
        assert_eq!((answer.value, &part.summands), (twin.value, &twin.parts[0].summands));
        assert!(answer.value.is_some());
    }
    let whole = of(&board("123456870"), &Goal::default(), "pdb(8)");
    assert_eq!(whole.reason.as_deref(), Some("no moves bring tiles 1 2 3 4 5 6 7 8 home from here"));
    assert_eq!(of(&board("123456780"), &Goal::default(), "pdb(8)").value, Some(0));
    let line = Board::new(shape(1, 4), &[2, 1, 3, 0]).unwrap();
    for name in ["walking-distance", "perfect"] {
        assert_eq!(of(&line, &Goal::default(), name).value, None, "{name}");
    }
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
