//! The answer to `explain` as text.

use npuzzle::domains::tiles::Tile;
use npuzzle::domains::tiles::explain::{Explanation, MOST_LISTED_CELLS, count_inversions};
use npuzzle::domains::tiles::notation::{Format, write_board};

use crate::out::STRONG;

/// The whole answer.
pub fn text(explanation: &Explanation) -> String {
    let (solvable, start, goal) = (explanation.solvable, &explanation.start, &explanation.goal);
    let drawn = start.shape().cells() <= MOST_LISTED_CELLS;
    let board = |board| write_board(board, Format::Grid).unwrap_or_default();
    let mut text = if drawn {
        format!("{}\n\nto reach\n\n{}\n\n", board(start), board(goal))
    } else {
        format!("a {}x{} board\n\n", explanation.rows, explanation.cols)
    };
    text += &inversions(explanation);
    for (number, step) in (1..).zip(&explanation.steps) {
        text += &format!("{number}. {step}\n");
    }
    text += &format!("\n{STRONG}{}{STRONG:#}\n", if solvable { "solvable" } else { "unsolvable" });
    if !solvable {
        text += &repairs(explanation);
    }
    text
}

fn list(tiles: &[Tile]) -> String {
    tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
}

/// A line for each tile that stands before others it should follow.
fn inversions(explanation: &Explanation) -> String {
    if explanation.start.shape().is_line() {
        return String::new();
    }
    let mut text = count_inversions(explanation.inversions);
    if explanation.start.shape().cells() > MOST_LISTED_CELLS {
        return text + " (too many tiles to list them)\n\n";
    }
    text += if explanation.inversions == 0 { "\n" } else { ":\n" };
    for tile in &explanation.inversions_by_tile {
        text += &format!(
            "  {:>2} comes before {}, but should follow {}\n",
            tile.tile.0,
            list(&tile.after),
            them(tile.count)
        );
    }
    text + "\n"
}

fn them(count: u64) -> String {
    if count == 1 { "it (1)".to_owned() } else { format!("them ({count})") }
}

fn repairs(explanation: &Explanation) -> String {
    let mut text = "to repair it:\n".to_owned();
    match explanation.swap {
        Some([a, b]) => {
            let places = explanation.start.places();
            let repaired = explanation.start.with_swapped(places[a.index()], places[b.index()]);
            text += &format!("  swap the tiles {a} and {b}");
            text +=
                &if repaired.tiles().len() <= MOST_LISTED_CELLS { format!(": {repaired}\n") } else { "\n".to_owned() };
        }
        None => text += "  no single swap of two tiles makes it solvable\n",
    }
    text += &match explanation.reachable_goals.join(", ") {
        none if none.is_empty() => "  or write your own goal: it reaches none of the named ones\n".to_owned(),
        goals => format!("  or choose a goal it can reach (--goal): {goals}\n"),
    };
    text
}
