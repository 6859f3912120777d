//! IDA* with Manhattan distance on one 15-puzzle, as `cargo xtask bench` measures it.
//!
//! `cargo run --release --example hot_loop -- small korf:1`

use npuzzle::algorithms;
use npuzzle::core::card::Options;
use npuzzle::core::{Budget, Limits, Task};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::grid::{Large, Small};
use npuzzle::domains::tiles::{Board, Grid, Tiles, sets};
use npuzzle::heuristics::tiles::manhattan::Manhattan;

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn measure<G: Grid>(storage: &str, board: &Board) -> Result<(), Box<dyn std::error::Error>> {
    let goal = Goal::preset("first").ok_or("no such goal")?.board(board.shape())?;
    let domain = Tiles::<G>::new(&goal, "ULRD".parse()?);
    let heuristic = Manhattan::new(&domain);
    let mut budget = Budget::new(Limits::default());
    let start = domain.position(board);
    let task = Task::new(&domain, start, &heuristic, &mut budget);
    let ida = algorithms::search("ida").ok_or("no such search")?;
    let outcome = ida(&Options::defaults(&[]), task);
    let seconds = budget.elapsed().as_secs_f64();
    let generated = outcome.stats.generated;
    println!("{storage}: generated {generated} seconds {seconds:.3} rate {:.1}", generated as f64 / seconds / 1e6);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let storage = std::env::args().nth(1).unwrap_or_else(|| "small".to_owned());
    let name = std::env::args().nth(2).unwrap_or_else(|| "korf:79".to_owned());
    let (_, instances) = sets::find(&name).ok_or("no such set")??;
    match storage.as_str() {
        "large" => measure::<Large>("large", &instances[0].board),
        _ => measure::<Small>("small", &instances[0].board),
    }
}
