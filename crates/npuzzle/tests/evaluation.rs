//! Heuristics beside the true distance.

use npuzzle::core::{Fraction, Limits};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::question::{Ask, Eval, Evaluation, Refusal, Terms};
use npuzzle::teach::distance::{DistanceStatus, Wanted};

fn eval(board: &str, heuristics: &[&str], limits: Limits) -> Result<Evaluation, Refusal> {
    let heuristics = Some(heuristics.iter().map(|&text| text.to_owned()).collect());
    let question = Eval { board: board.into(), heuristics, ..Eval::default() };
    question.ask(&Terms { limits, ..Terms::default() }, &mut ())
}

fn of(board: &str, heuristics: &[&str]) -> Evaluation {
    eval(board, heuristics, Limits::default()).unwrap()
}

fn overestimates(answer: &Evaluation) -> Vec<Option<bool>> {
    answer.heuristics.iter().map(|judged| judged.overestimates).collect()
}

#[test]
fn every_heuristic_stands_beside_the_true_distance() {
    let answer = of("867254301", &["manhattan", "manhattan + misplaced", "manhattan*2", "perfect"]);
    let distance = answer.distance.unwrap();
    assert_eq!((distance.status, distance.value), (DistanceStatus::Proved, Some(31)));
    let judged: Vec<_> = answer.heuristics.iter().map(|judged| (judged.error, judged.overestimates)).collect();
    let whole = |error| Some(Fraction::whole(error));
    assert_eq!(
        judged,
        [(whole(10), Some(false)), (whole(3), Some(false)), (whole(-11), Some(true)), (whole(0), Some(false))]
    );
}

/// The distance is that of the table, and admissible heuristics stay below it. A sample will do:
/// `exhaustive.rs` solves every board.
#[test]
fn distances_are_those_of_the_whole_space() {
    let goal = Goal::default().board("3x3".parse().unwrap()).unwrap();
    let table = DistanceTable::new(&goal).unwrap();
    let distances = 0..table.widths().len() as u8;
    for board in distances.flat_map(|distance| table.boards_at(distance)).step_by(997) {
        let answer = of(&board.to_string(), &["max(linear-conflict, walking-distance)", "scan-conflict"]);
        let distance = answer.distance.as_ref().unwrap();
        assert_eq!(distance.value.map(|value| value as u8), table.distance_of(&board), "{board}");
        assert_eq!(overestimates(&answer), [Some(false), Some(false)], "{board}");
    }
}

#[test]
fn a_board_that_cannot_be_solved_has_values_and_no_distance() {
    let answer = of("213456780", &[]);
    let distance = answer.distance.unwrap();
    assert_eq!((distance.status, distance.value), (DistanceStatus::Unsolvable, None));
    let [judged] = answer.heuristics.as_slice() else { panic!("manhattan is the usual one") };
    assert_eq!((judged.breakdown.name.as_str(), judged.breakdown.value), ("manhattan", Some(2)));
    assert_eq!((judged.error, judged.overestimates), (None, None));
}

/// What is published is not searched for, and large boards are searched only on request.
#[test]
fn distances_are_looked_for_where_that_is_cheap() {
    let published = of("korf24:1", &["manhattan"]).distance.unwrap();
    assert_eq!((published.value, published.reason.as_deref()), (Some(95), Some("known beforehand")));
    let skipped = of("random:5x5:1:1", &["manhattan"]);
    let distance = skipped.distance.unwrap();
    assert_eq!((distance.status, distance.value), (DistanceStatus::Skipped, None));
    assert_eq!(skipped.heuristics[0].overestimates, None);
    let never = Eval { board: "867254301".into(), distance: Some("never".to_owned()), ..Eval::default() };
    assert_eq!(never.wanted().unwrap(), Wanted::Never);
    assert!(never.ask(&Terms::default(), &mut ()).unwrap().distance.is_none());
}

/// Bounds alone may decide whether an estimate is too high.
#[test]
fn a_limit_leaves_bounds() {
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    let answer = eval("random:4x4:1:1", &["manhattan", "1000*manhattan", "2*manhattan"], limits).unwrap();
    let distance = answer.distance.as_ref().unwrap();
    assert_eq!((distance.status, distance.value), (DistanceStatus::Bounded, None));
    assert!(distance.lower_bound < distance.upper_bound && distance.reason.is_some(), "{distance:?}");
    assert_eq!(overestimates(&answer), [Some(false), Some(true), None]);
}

/// A heuristic without a value does not keep the others from having theirs.
#[test]
fn a_heuristic_without_a_value_says_why() {
    let answer = of("random:6x6:1:1", &["walking-distance", "manhattan", "misplaced - manhattan"]);
    let reasons: Vec<_> = answer.heuristics.iter().map(|judged| judged.breakdown.reason.as_deref()).collect();
    assert!(reasons[0].unwrap().contains("it exists for boards of up to 4x5"), "{reasons:?}");
    assert_eq!(reasons[1], None);
    assert!(reasons[2].unwrap().contains("is negative"), "{reasons:?}");
}

#[test]
fn mistakes_are_refused_with_their_place() {
    let place = |refusal: Refusal| refusal.place.map(|place| (place.field, place.column));
    let wrong = eval("867254301", &["manhattan", "max(md, misplced)"], Limits::default()).unwrap_err();
    assert_eq!(place(wrong), Some(("heuristics", 9)));
    let wrong = eval("8672543011", &["manhattan"], Limits::default()).unwrap_err();
    assert_eq!(wrong.place.map(|place| place.field), Some("board"));
    let question = Eval { board: "867254301".into(), distance: Some("soon".to_owned()), ..Eval::default() };
    let refusal = question.ask(&Terms::default(), &mut ()).unwrap_err();
    assert!(refusal.message.contains("expected one of auto, always, never"), "{refusal}");
    assert_eq!(place(refusal), Some(("distance", 1)));
}
