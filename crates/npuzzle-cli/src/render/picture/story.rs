//! A solution as a figure: the boards from start to goal in rows, numbered, with the moved tile
//! marked.

use npuzzle::answer::Report;
use npuzzle::domains::tiles::{Cell, MovesOf};

use super::measure::digits;
use super::sheet::{Item, Layout, Style, written};
use crate::render::numbers::thousands;
use crate::render::solution::verdict;
use crate::render::walk::Walk;

/// Lines above the boards.
const LINES: usize = 2;
const LARGEST_CELL: u32 = 44;

/// The figure; `None` where there is no solution.
pub fn figure(report: &Report, style: Style) -> Option<String> {
    let mut walk = Walk::new(report)?;
    let moves = walk.moves();
    let layout = layout(report, moves, style);
    // Start and goal are always there.
    let every = moves.div_ceil((layout.capacity - 1).max(1)).max(1);
    let homes: Vec<Cell> = report.goal.places();
    let mut items = vec![Item { caption: "start".to_owned(), board: report.start.clone(), homes: &homes, moved: None }];
    while walk.done() < moves {
        let step = walk.step_to((walk.done() + every).min(moves))?;
        let caption = format!("{}. {}", thousands(walk.done()), step.letter);
        items.push(Item { caption, board: walk.board().clone(), homes: &homes, moved: Some(step.to) });
    }
    let whose = match report.moves_of {
        MovesOf::Blank => "letters: where the blank goes",
        MovesOf::Tile => "letters: where the tile goes",
    };
    let shown = if every > 1 {
        format!("every {} board of {} moves, and the last; {whose}", ordinal(every), thousands(moves))
    } else {
        whose.to_owned()
    };
    let above = [verdict(report), shown];
    let title = format!("the solution of a board of {}: {}", report.start.shape(), above.join("; "));
    Some(written(&title, &above[..], &items, &layout, style.scheme))
}

/// The largest cells with which all boards fit on a page; if none do, the smallest whose numbers
/// can be read.
fn layout(report: &Report, moves: usize, style: Style) -> Layout {
    let shape = report.start.shape();
    let with = |cell: u32| Layout::new(cell, shape.rows(), shape.cols(), LINES);
    if let Some(cell) = style.cell {
        return with(cell);
    }
    let smallest = 10 + 4 * digits(shape) as u32;
    let all_fit = |cell: &u32| with(*cell).capacity > moves;
    with((smallest..=LARGEST_CELL).rev().find(all_fit).unwrap_or(smallest))
}

fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", thousands(number))
}

#[cfg(test)]
mod tests {
    use npuzzle::answer::{Request, solve};
    use npuzzle::domains::tiles::notation::{ReadOptions, read_board};

    use super::super::well_formed::elements;
    use super::*;

    fn solved(board: &str, algorithm: &str) -> Report {
        let start = read_board(board, &ReadOptions::default()).unwrap().board;
        let request = Request { algorithm: algorithm.to_owned(), ..Request::new(start) };
        solve(&request, &mut |_| {}, None).unwrap()
    }

    #[test]
    fn every_board_of_a_short_solution_is_there() {
        let report = solved("1 2 3/4 0 6/7 5 8", "astar");
        let text = figure(&report, Style::default()).unwrap();
        elements(&text).unwrap();
        for caption in ["start", "1. D", "2. R", "2 moves, optimal (proved)", "letters: where the blank goes"] {
            assert_eq!(text.matches(&format!(">{caption}</text>")).count(), 1, "{caption}");
        }
        assert_eq!(text.matches("stroke=\"#b0420f\"").count(), 2, "the moved tiles");
        snapbox::assert_data_eq!(text, snapbox::file!["snapshots/two-moves.svg"].raw());
    }

    #[test]
    fn long_solutions_are_shown_by_evenly_chosen_boards() {
        let report = solved("2 15 1 12/8 5 6 11/4 9 10 7/3 14 13 0", "constructive");
        let moves = report.cost.unwrap();
        let text = figure(&report, Style { cell: Some(40), ..Style::default() }).unwrap();
        elements(&text).unwrap();
        let numbered = (1..=moves).filter(|number| text.contains(&format!(">{number}. "))).collect::<Vec<_>>();
        let every = numbered[0];
        assert!(every > 1 && *numbered.last().unwrap() == moves, "{numbered:?}");
        assert!(numbered[..numbered.len() - 1].windows(2).all(|pair| pair[1] - pair[0] == every), "{numbered:?}");
        assert!(text.contains(&format!("every {} board of {moves} moves", ordinal(every as usize))), "{every}");
    }

    #[test]
    fn a_solved_board_is_a_figure_too() {
        let text = figure(&solved("1 2/3 0", "astar"), Style::default()).unwrap();
        elements(&text).unwrap();
        assert!(text.contains(">start</text>") && text.contains("0 moves"), "{text}");
    }

    #[test]
    fn nothing_is_drawn_of_what_cannot_be_solved() {
        assert!(figure(&solved("2 1/3 0", "astar"), Style::default()).is_none());
    }

    #[test]
    fn ordinals_are_english() {
        assert_eq!([2, 3, 5, 11, 12, 21, 1002].map(ordinal), ["2nd", "3rd", "5th", "11th", "12th", "21st", "1,002nd"]);
    }
}
