//! Searches from both ends: correct stopping, the boards on which the first meeting is not the
//! best, and the two solutions.

use std::collections::HashSet;

use crate::common::graph::{Estimates, Graph, graphs};
use crate::common::{self, board, shape};
use npuzzle::algorithms;
use npuzzle::answer::{ProofLabel, Request, solve};
use npuzzle::catalogue::RequestError;
use npuzzle::core::card::{AlgorithmCard, Optimality, Options};
use npuzzle::core::{Budget, Cost, Domain, Event, Limits, Observer, Outcome, Proof, Side, Task, Watcher};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::goal::CARDS;
use npuzzle::domains::tiles::grid::Small;
use npuzzle::domains::tiles::{Board, MoveOrder, Moves, Tiles};
use npuzzle::heuristics::tiles::manhattan::Manhattan;
use npuzzle::verify::verify;
use proptest::prelude::*;

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

/// A state that was expanded, from which end, on a path of which cost, with which estimate.
#[derive(Debug)]
struct Expansion<S> {
    state: S,
    side: Side,
    g: Cost,
    h: Cost,
}

struct Expansions<S>(Vec<Expansion<S>>);

impl<D: Domain> Observer<D> for Expansions<D::State> {
    fn event(&mut self, event: Event<'_, D>) {
        if let Event::Expand { state, g, h, side } = event {
            self.0.push(Expansion { state: state.clone(), side, g, h });
        }
    }
}

/// The name of MM is its promise: neither half expands a state beyond half the optimal cost. With
/// moves that all cost one, the least priority is at most the optimal cost `C`, so `2g + 1 <= C`:
/// two successors that meet make a path of `C + 1` moves at most, and by parity of `C`.
#[test]
fn mm_meets_in_the_middle_of_boards() {
    let mm = searches().find(|card| card.name == "mm").unwrap();
    let table = DistanceTable::new(&CARDS[0].board(shape(3, 3))).unwrap();
    let known = ["5 7 4/2 8 1/3 0 6", "5 6 8/7 4 0/1 2 3", "8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"].map(board);
    let of_each_distance = (0..=31).flat_map(|distance| {
        let boards: Vec<Board> = table.boards_at(distance).collect();
        let every = boards.len() / 20 + 1;
        boards.into_iter().step_by(every)
    });
    for board in known.into_iter().chain(of_each_distance) {
        let mut seen = Expansions(Vec::new());
        let cost = run(mm, &board, Watcher::new(&mut seen)).solution().unwrap().cost;
        for Expansion { side, g, .. } in &seen.0 {
            assert!(2 * g <= cost, "{board}: {side:?} to {g} of {cost}");
        }
        let is_seen = |side| seen.0.iter().any(|expansion| expansion.side == side);
        assert!(cost < 10 || is_seen(Side::Forward) && is_seen(Side::Backward), "{board}");
        let mut meetings = Meetings::default();
        run(mm, &board, Watcher::new(&mut meetings));
        assert!(meetings.0.is_empty() && cost == 0 || meetings.0 == [cost], "{board}: {:?}", meetings.0);
    }
}

fn run_on_graph(
    name: &str,
    graph: &Graph,
    ahead: &Estimates,
    behind: &Estimates,
    mut observer: Watcher<'_, Graph>,
) -> Outcome<usize> {
    let backward = |_: &Graph, _: &mut Budget<'_>| Ok(Box::new(behind.clone()) as _);
    let mut budget = Budget::new(Limits::default());
    let task = Task {
        domain: graph,
        start: 0,
        heuristic: ahead,
        backward: &backward,
        budget: &mut budget,
        observer: observer.reborrow(),
    };
    let card = searches().find(|card| card.name == name).unwrap();
    common::run(name, &Options::defaults(card.options), task)
}

/// How many pairs of states, one from each end, share no state and have a bound below the optimum
/// each: so many states any search must expand that proves it by these bounds. (Kuhn 1955, König
/// 1931)
fn must_expand(graph: &Graph, ahead: &Estimates, behind: &Estimates, optimum: Cost) -> usize {
    let (from_start, to_goal) = (graph.turned_round(vec![0]).distances(), graph.distances());
    let least_cost = graph.uniform_cost().unwrap_or(0);
    let ends = |costs: &[Option<Cost>], h: &Estimates| -> Vec<(Cost, Cost)> {
        let reached = costs.iter().zip(&h.values).filter_map(|(cost, h)| cost.map(|g| (g, g.saturating_add(*h))));
        reached.collect()
    };
    let (us, vs) = (ends(&from_start, ahead), ends(&to_goal, behind));
    let is_pair = |u: (Cost, Cost), v: (Cost, Cost)| u.1.max(v.1).max(u.0 + v.0 + least_cost) < optimum;
    fn augment(u: usize, pairs: &[Vec<usize>], seen: &mut [bool], partner: &mut [Option<usize>]) -> bool {
        pairs[u].iter().any(|&v| {
            !std::mem::replace(&mut seen[v], true)
                && (partner[v].is_none_or(|other| augment(other, pairs, seen, partner)) && {
                    partner[v] = Some(u);
                    true
                })
        })
    }
    let pairs: Vec<Vec<usize>> = us.iter().map(|&u| (0..vs.len()).filter(|&v| is_pair(u, vs[v])).collect()).collect();
    let mut partner = vec![None; vs.len()];
    (0..us.len()).filter(|&u| augment(u, &pairs, &mut vec![false; vs.len()], &mut partner)).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// What the cards say, on any graph: costs of nothing, circles, several goals, a start that is
    /// a goal.
    #[test]
    fn cards_are_true_of_every_graph(
        graph in graphs(14),
        uniform in prop_oneof![Just(None), Just(Some(1)), Just(Some(3))],
        consistent in any::<bool>(),
        noise in prop::collection::vec(0_u32..1000, 15),
    ) {
        let graph = uniform.map_or(graph.clone(), |cost| graph.with_uniform_cost(cost));
        let turned = graph.turned_round(vec![0]);
        let estimates = |graph: &Graph, noise: &[Cost]| match consistent {
            true => Estimates::consistent(graph, noise[0] % 50),
            false => Estimates::admissible(graph, noise),
        };
        let (ahead, behind) = (estimates(&graph, &noise), estimates(&turned, &noise[1..]));
        let optimum = graph.distances()[0];
        for card in searches().filter(|card| !card.kind.is_parallel()) {
            if card.optimal == Optimality::Consistent && !consistent {
                continue;
            }
            let mut seen = Expansions(Vec::new());
            let outcome = run_on_graph(card.name, &graph, &ahead, &behind, Watcher::new(&mut seen));
            let seen = seen.0;
            let case = || format!("{} on {graph:?} with {:?} and {:?}: {seen:?}", card.name, ahead.values, behind.values);
            let solution = outcome.solution().map(|solution| (solution.cost, solution.proof));
            if card.optimal != Optimality::UniformCosts || uniform.is_some() {
                prop_assert_eq!(solution, optimum.map(|cost| (cost, Proof::Optimal)), "{}", case());
            }
            prop_assert_eq!(solution.is_some(), optimum.is_some(), "{}", case());
            let distinct = |by: &dyn Fn(&Expansion<usize>) -> (usize, bool)| {
                seen.iter().map(by).collect::<HashSet<_>>().len() == seen.len()
            };
            match (card.name, optimum) {
                ("mm", Some(cost)) => prop_assert!(seen.iter().all(|expansion| 2 * expansion.g <= cost), "{}", case()),
                ("nba", _) => prop_assert!(distinct(&|one| (one.state, true)), "{}", case()),
                ("bae", _) => prop_assert!(distinct(&|one| (one.state, one.side == Side::Forward)), "{}", case()),
                ("nbs", Some(cost)) if consistent => {
                    let least_cost = graph.uniform_cost().unwrap_or(0);
                    let f = |one: &Expansion<usize>| one.g + one.h;
                    let bound = |pair: &[Expansion<usize>]| {
                        f(&pair[0]).max(f(&pair[1])).max(pair[0].g + pair[1].g + least_cost)
                    };
                    let pairs = seen.chunks_exact(2).filter(|pair| bound(pair) < cost).count();
                    prop_assert!(pairs <= must_expand(&graph, &ahead, &behind, cost), "{}", case());
                }
                _ => {}
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
