//! Why a board cannot be solved.

use npuzzle::domains::tiles::explain::Explanation;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = read_board("812_x43_765", &ReadOptions::default())?.board;
    let goal = Goal::default().board(board.shape())?;
    for step in Explanation::new(&board, &goal).steps {
        println!("- {step}");
    }
    Ok(())
}
