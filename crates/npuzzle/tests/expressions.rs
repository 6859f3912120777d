//! Expressions: what is proved of them is true, their fast forms are the slow ones, and they work
//! wherever a name does.

use crate::common::shape;
use npuzzle::answer::{ProofLabel, Request, solve};
use npuzzle::catalogue::heuristic_expression;
use npuzzle::core::{Budget, Domain, Heuristic, Limits};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::goal::CARDS as GOALS;
use npuzzle::domains::tiles::grid::Small;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::domains::tiles::{Board, MoveOrder, Tiles};
use npuzzle::heuristics::expression::{FailureSlot, Steps};
use npuzzle::heuristics::tiles::compiled::SMALL;
use npuzzle::heuristics::tiles::{CARDS, TableSum};
use proptest::prelude::*;

/// Random expressions over the names in `names`.
fn expressions(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => prop::sample::select(names).prop_map(str::to_owned),
        1 => (0_u32..4).prop_map(|number| number.to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone().prop_map(|(a, b)| format!("({a} + {b})")),
            pair.clone().prop_map(|(a, b)| format!("max(0, {a} - {b})")),
            (inner.clone(), 1_u32..5, 1_u32..5).prop_map(|(a, b, c)| format!("({a})*{b}/{c}")),
            pair.clone().prop_map(|(a, b)| format!("max({a}, {b})")),
            pair.prop_map(|(a, b)| format!("min({a}, {b})")),
            inner.clone().prop_map(|a| format!("floor(({a})/2)")),
            inner.prop_map(|a| format!("ceil(0.5*({a}))")),
        ]
    })
}

/// All boards of 2x3 that can reach a goal, by distance.
fn boards(goal: &Board) -> Vec<(u32, Board)> {
    let table = DistanceTable::new(goal).unwrap();
    let depths = 0..table.widths().len() as u8;
    depths
        .flat_map(|depth| table.boards_at(depth).map(move |board| (u32::from(depth), board)).collect::<Vec<_>>())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Whatever is claimed of an expression is true at every state and every edge of 2x3.
    #[test]
    fn claims_of_expressions_hold(
        text in expressions(&["misplaced", "misplaced-with-blank", "manhattan", "manhattan-with-blank", "linear-conflict", "perfect", "zero"]),
        goal in 0..GOALS.len(),
    ) {
        let goal = GOALS[goal].board(shape(2, 3));
        let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
        let expression = heuristic_expression(&text).unwrap();
        let (properties, broken) = (expression.properties(Steps::MOVES), FailureSlot::default());
        let heuristic = (SMALL.composite)(&expression, &domain, &mut Budget::new(Limits::default()), &broken).unwrap();
        for (distance, board) in boards(&goal) {
            let position = domain.position(&board);
            let acc = heuristic.root(&domain, &position);
            let h = heuristic.value(acc);
            prop_assert!(!properties.admissible || h <= distance, "{} at {}: {} against {}", expression, board, h, distance);
            for op in domain.ops(&position) {
                let child = heuristic.value(heuristic.step(&domain, acc, &position, op));
                prop_assert!(!properties.consistent || h <= child + 1, "{} at {}", expression, board);
            }
        }
        prop_assert_eq!(broken.message(), None);
    }

    /// The tables of sums over the tiles say what the general form says.
    #[test]
    fn tables_of_sums_are_exact(
        text in expressions(&["misplaced", "misplaced-with-blank", "manhattan", "manhattan-with-blank"]),
        goal in 0..GOALS.len(),
    ) {
        let goal = GOALS[goal].board(shape(2, 3));
        let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
        let expression = heuristic_expression(&text).unwrap();
        if let Some(table) = TableSum::new(&expression, &domain) {
            let budget = &mut Budget::new(Limits::default());
            let heuristic = (SMALL.composite)(&expression, &domain, budget, &FailureSlot::default()).unwrap();
            for (_, board) in boards(&goal).into_iter().step_by(7) {
                let position = domain.position(&board);
                let (fast, slow) = (table.root(&domain, &position), heuristic.root(&domain, &position));
                let value = |acc| Heuristic::<Tiles<Small>>::value(&table, acc);
                prop_assert_eq!(value(fast), heuristic.value(slow), "{} at {}", expression, board);
                for op in domain.ops(&position) {
                    let (fast, slow) = (table.step(&domain, fast, &position, op), heuristic.step(&domain, slow, &position, op));
                    prop_assert_eq!(value(fast), heuristic.value(slow), "{} after {}", expression, board);
                }
            }
        }
    }
}

#[test]
fn common_forms_are_tables() {
    let goal = GOALS[0].board(shape(4, 4));
    let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
    let is_table = |text: &str| TableSum::new(&heuristic_expression(text).unwrap(), &domain).is_some();
    for text in [
        "misplaced",
        "manhattan-with-blank",
        "max(manhattan, misplaced)",
        "manhattan-with-blank/2",
        "max(0, misplaced-with-blank - 1)",
        "100*manhattan",
        "floor((manhattan + 2*misplaced)/3)",
        "max(manhattan, manhattan-with-blank/2)",
        "max(manhattan/3, 2*manhattan - 5, misplaced)",
        "manhattan - misplaced",
    ] {
        assert!(is_table(text), "{text}");
    }
    for text in ["linear-conflict", "max(manhattan, misplaced, manhattan-with-blank)", "misplaced - 1", "min(md, l0)"] {
        assert!(!is_table(text), "{text}");
    }
}

fn answer(board: &str, algorithm: &str, heuristic: &str) -> Result<(Option<u32>, ProofLabel, Option<String>), String> {
    let start = read_board(board, &ReadOptions::default()).unwrap().board;
    let request =
        Request { algorithm: algorithm.to_owned(), heuristic: Some(heuristic.to_owned()), ..Request::new(start) };
    let report = solve(&request, &mut |_| {}, None).map_err(|error| error.to_string())?;
    Ok((report.cost, report.proof, report.heuristic))
}

/// Labels say what is proved: no more and no less.
#[test]
fn labels_follow_the_expression() {
    const HARDEST: &str = "867254301";
    for algorithm in ["astar", "ida", "auto", "rbfs", "parallel-ida"] {
        for (heuristic, proof) in [
            ("max(md, l0)", ProofLabel::Optimal),
            ("manhattan-with-blank/2", ProofLabel::Optimal),
            ("max(linear-conflict, manhattan-with-blank/2)", ProofLabel::Optimal),
        ] {
            let answer = answer(HARDEST, algorithm, heuristic).unwrap();
            assert_eq!((answer.0, answer.1), (Some(31), proof), "{algorithm} {heuristic}");
        }
        let (cost, proof, name) = answer(HARDEST, algorithm, "manhattan + linear-conflict").unwrap();
        assert!(cost >= Some(31) && proof != ProofLabel::Optimal, "{algorithm}");
        assert_eq!(name.as_deref(), Some("manhattan + linear-conflict"));
    }
    assert_eq!(answer(HARDEST, "bae", "max(md, lc)").unwrap().0, Some(31));
    let refused = answer(HARDEST, "bae", "max(0, misplaced-with-blank - 1)").unwrap_err();
    assert!(refused.starts_with("`bae` needs a consistent heuristic"), "{refused}");
}

#[test]
fn estimates_without_a_value_end_the_search() {
    for (heuristic, message) in [
        ("misplaced - 9", "the heuristic `misplaced - 9` is negative (-2) where misplaced = 7"),
        ("manhattan/(misplaced - 7)", "divides by zero where manhattan = "),
        ("99999999*manhattan", "is too large where manhattan = "),
        ("manhattan/2 - 11", "is negative ("),
        ("manhattan/(1 + misplaced)/999999999/999999999", "too large to be exact where manhattan = "),
        ("0 - 5", "the heuristic `0 - 5` is negative (-5): expected at least 0"),
        ("linear-conflict - 22", "is negative ("),
    ] {
        for algorithm in ["astar", "ida", "beam", "bae", "nbs", "auto", "hda", "parallel-ida"] {
            let error = match answer("867254301", algorithm, heuristic) {
                Err(error) if error.contains("needs a consistent heuristic") => continue,
                Err(error) => error,
                Ok(answer) => panic!("{algorithm} {heuristic}: {answer:?}"),
            };
            assert!(error.contains(message), "{algorithm} {heuristic}: {error}");
        }
    }
}

#[test]
fn every_name_is_an_expression() {
    for card in CARDS {
        for name in card.aliases.iter().chain([&card.name]) {
            assert_eq!(heuristic_expression(name).unwrap().to_string(), card.name);
        }
    }
    let unknown = heuristic_expression("manhatan").unwrap_err().to_string();
    assert_eq!(unknown, "unknown heuristic `manhatan`; did you mean `manhattan`?");
}
