//! Solve a board in ten lines.

use npuzzle::answer::{Request, solve};
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = read_board("867254301", &ReadOptions::default())?.board;
    let report = solve(&Request::new(board), &mut |_| {}, None)?;
    println!("{:?} moves, {:?}: {}", report.cost, report.proof, report.moves.unwrap_or_default());
    Ok(())
}
