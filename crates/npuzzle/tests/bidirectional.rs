//! Searches from both ends: correct stopping, the boards on which the first meeting is not the
//! best, and the two solutions.

use crate::common::{self, board, shape};
use npuzzle::algorithms;
use npuzzle::answer::{ProofLabel, Request, solve};
use npuzzle::catalogue::RequestError;
use npuzzle::core::card::{AlgorithmCard, Options};
use npuzzle::core::{Budget, Cost, Domain, Event, Limits, Observer, Outcome, Proof, Task, Watcher};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::goal::CARDS;
use npuzzle::domains::tiles::grid::Small;
use npuzzle::domains::tiles::{Board, MoveOrder, Moves, Tiles};
use npuzzle::heuristics::tiles::manhattan::Manhattan;
use npuzzle::verify::verify;

/// The costs of the paths at the moments when the frontiers met.
#[derive(Default)]
struct Meetings(Vec<Cost>);

impl<D: Domain> Observer<D> for Meetings {
    fn event(&mut self, event: Event<'_, D>) {
        if let Event::Met { cost } = event {
            self.0.push(cost);
        }
    }
}

fn run(card: &AlgorithmCard, start: &Board, mut observer: Watcher<'_, Tiles<Small>>) -> Outcome<u8> {
    let goal = CARDS[0].board(shape(3, 3));
    let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
    let heuristic = Manhattan::new(&domain);
    let backward = |reverse: &Tiles<Small>, _: &mut Budget<'_>| Ok(Box::new(Manhattan::new(reverse)) as _);
    let mut budget = Budget::new(Limits::default());
    let task = Task {
        domain: &domain,
        start: domain.position(start),
        heuristic: &heuristic,
        backward: &backward,
        budget: &mut budget,
        observer: observer.reborrow(),
    };
    common::run(card.name, &Options::defaults(card.options), task)
}

/// The bidirectional searches of the list.
fn searches() -> impl Iterator<Item = &'static AlgorithmCard> {
    algorithms::CARDS.iter().filter(|card| card.kind.is_bidirectional())
}

/// Boards of every distance, each by every search: the breadth-first truth, proved.
#[test]
fn every_search_from_both_ends_is_optimal() {
    let table = DistanceTable::new(&CARDS[0].board(shape(3, 3))).unwrap();
    for distance in 0..=31 {
        let boards: Vec<Board> = table.boards_at(distance).collect();
        for board in boards.iter().step_by(boards.len() / 25 + 1) {
            for card in searches() {
                let outcome = run(card, board, Watcher::none());
                let solution = outcome.solution().unwrap();
                assert_eq!(
                    (solution.cost, solution.proof),
                    (Cost::from(distance), Proof::Optimal),
                    "{} {board}",
                    card.name
                );
                assert_eq!(outcome.lower_bound, Cost::from(distance), "{} {board}", card.name);
            }
        }
    }
}

/// The list of `testdata/first-meeting.txt`: the first path that a search sees is not the shortest,
/// and it goes on until it is proved.
#[test]
fn the_first_meeting_is_not_the_end() {
    let text = include_str!("../../../testdata/first-meeting.txt");
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.splitn(4, ' ');
        let (name, first, optimum) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
        let (first, optimum): (Cost, Cost) = (first.parse().unwrap(), optimum.parse().unwrap());
        let board = board(words.next().unwrap());
        let card = searches().find(|card| card.name == name).unwrap();
        let mut meetings = Meetings::default();
        let outcome = run(card, &board, Watcher::new(&mut meetings));
        assert!(first > optimum, "{line}");
        assert_eq!(meetings.0.first(), Some(&first), "{line}");
        assert_eq!(meetings.0.last(), Some(&optimum), "{line}");
        assert_eq!(outcome.solution().unwrap().cost, optimum, "{line}");
        lines += 1;
    }
    assert!(lines >= 20);
}

/// "The optimal solution is unique": here are two for one board, both played by the referee.
#[test]
fn an_optimal_solution_need_not_be_unique() {
    let start = board("8 6 7/2 5 4/3 0 1");
    let by_order = |order: &str| {
        let order = order.parse().unwrap();
        let request = Request { algorithm: "ida".to_owned(), order, ..Request::new(start.clone()) };
        let report = solve(&request, &mut |_| {}, None).unwrap();
        assert_eq!((report.cost, report.proof), (Some(31), ProofLabel::Optimal));
        let moves: Moves = report.moves.unwrap().parse().unwrap();
        verify(&start, &report.goal, &moves).unwrap();
        moves
    };
    assert_ne!(by_order("UDLR"), by_order("RLDU"));
}

/// What a search has when it is stopped is true: a bound, and perhaps a path.
#[test]
fn stopped_searches_tell_the_truth() {
    let start = board("8 6 7/2 5 4/3 0 1");
    for card in searches() {
        for nodes in [0, 1, 10, 100, 1000, 2500, 3500] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let request = Request { algorithm: card.name.to_owned(), limits, ..Request::new(start.clone()) };
            let report = solve(&request, &mut |_| {}, None).unwrap();
            assert!(report.lower_bound.unwrap() <= 31, "{} with {nodes}", card.name);
            assert!(report.cost.is_none_or(|cost| cost >= 31), "{} with {nodes}", card.name);
            assert!(report.stats.counts.expanded <= nodes, "{} with {nodes}", card.name);
        }
    }
}

/// A search that would be wrong with an inconsistent heuristic says so, and does not run.
#[test]
fn inconsistent_heuristics_are_refused_where_they_would_do_harm() {
    for name in ["nba", "bae", "parallel-bae"] {
        let request = Request {
            algorithm: name.to_owned(),
            heuristic: Some("manhattan-with-blank".to_owned()),
            ..Request::new(board("8 6 7/2 5 4/3 0 1"))
        };
        let error = solve(&request, &mut |_| {}, None).unwrap_err();
        assert!(matches!(error, RequestError::NeedsConsistency { .. }), "{error}");
        assert!(error.to_string().contains("needs a consistent heuristic"), "{error}");
    }
}
