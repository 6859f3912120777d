//! How many states A* expands with each heuristic of the catalogue.

use npuzzle::answer::{Request, solve};
use npuzzle::catalogue::heuristics;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = read_board("5 4 0/6 1 8/7 3 2", &ReadOptions::default())?.board;
    for card in heuristics() {
        let (algorithm, heuristic) = ("astar".to_owned(), Some(card.name.to_owned()));
        let report = solve(&Request { algorithm, heuristic, ..Request::new(board.clone()) }, &mut |_| {}, None)?;
        println!("{:22} {:>3?} moves {:>7} expanded", card.name, report.cost, report.stats.counts.expanded);
    }
    Ok(())
}
