//! A solution as a figure: the boards from start to goal in rows, numbered, with the moved tile
//! marked.

use crate::domains::tiles::{Board, Cell, MovesOf, Shape};
use crate::front::units::thousands;

use super::measure::digits;
use super::mosaic::is_mosaic;
use super::sheet::{Item, Layout, PAGE, SMALLEST_OF_MOSAICS, Style, written};
use super::walk::Walk;

/// Lines above the boards.
const LINES: usize = 2;
const LARGEST_CELL: u32 = 44;

/// The figure under a line that says what it shows; `None` if the walk has an impossible move.
pub fn figure(mut walk: Walk<'_>, goal: &Board, heading: String, style: Style) -> Option<String> {
    let moves = walk.moves();
    let shape = goal.shape();
    let layout = layout(shape, moves, style);
    // Start and goal are always there.
    let every = moves.div_ceil((layout.capacity - 1).max(1)).max(1);
    let homes: Vec<Cell> = goal.places();
    let item = |caption: String, board: &Board, marked| Item { caption, board: board.clone(), homes: &homes, marked };
    let mut items = vec![item("start".to_owned(), walk.board(), Vec::new())];
    while walk.done() < moves {
        let step = walk.step_to((walk.done() + every).min(moves))?;
        let caption = format!("{}. {}", thousands(walk.done()), step.letter);
        items.push(item(caption, walk.board(), vec![step.to]));
    }
    let whose = match walk.moves_of() {
        MovesOf::Blank => "letters: where the blank goes",
        MovesOf::Tile => "letters: where the tile goes",
    };
    let shown = if every > 1 {
        format!("every {} board of {} moves, and the last; {whose}", ordinal(every), thousands(moves))
    } else {
        whose.to_owned()
    };
    let above = [heading, shown];
    let title = format!("the solution of a board of {shape}: {}", above.join("; "));
    Some(written(&title, &above[..], &items, &layout, style))
}

/// The largest cells with which all boards fit on a page; if none do, the smallest whose numbers
/// can be read.
fn layout(shape: Shape, moves: usize, style: Style) -> Layout {
    let with = |cell: u32| Layout::new(cell, shape.rows(), shape.cols(), LINES);
    let smallest = if is_mosaic(shape) { SMALLEST_OF_MOSAICS } else { 10 + 4 * digits(shape) as u32 };
    if style.cell.is_some() || style.side.is_some() {
        return with(style.cell(shape.rows().max(shape.cols()), PAGE.0, smallest, LARGEST_CELL));
    }
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
    use super::super::well_formed::elements;
    use super::*;
    use crate::domains::tiles::Moves;
    use crate::domains::tiles::goal::Goal;

    fn told(goal: &str, moves: &str, style: Style) -> Option<String> {
        let goal = Goal::default().board(goal.parse().unwrap()).unwrap();
        // The way back, backwards, leads to the goal.
        let moves: Moves = moves.parse().unwrap();
        let back: Vec<_> = moves.0.iter().rev().map(|direction| direction.opposite()).collect();
        let mut away = Walk::new(&goal, &back, MovesOf::Blank);
        away.step_to(back.len());
        figure(Walk::new(away.board(), &moves.0, MovesOf::Blank), &goal, "a heading".to_owned(), style)
    }

    #[test]
    fn every_board_of_a_short_solution_is_there() {
        let text = told("3x3", "DR", Style::default()).unwrap();
        elements(&text).unwrap();
        for caption in ["start", "1. D", "2. R", "a heading", "letters: where the blank goes"] {
            assert_eq!(text.matches(&format!(">{caption}</text>")).count(), 1, "{caption}");
        }
        assert_eq!(text.matches("stroke=\"#b0420f\"").count(), 2, "the moved tiles");
    }

    #[test]
    fn long_solutions_are_shown_by_evenly_chosen_boards() {
        let moves = 4 * 50;
        let text = told("4x4", &"ULDR".repeat(50), Style { cell: Some(40), ..Style::default() }).unwrap();
        elements(&text).unwrap();
        let numbered = (1..=moves).filter(|number| text.contains(&format!(">{number}. "))).collect::<Vec<_>>();
        let every = numbered[0];
        assert!(every > 1 && *numbered.last().unwrap() == moves, "{numbered:?}");
        assert!(numbered[..numbered.len() - 1].windows(2).all(|pair| pair[1] - pair[0] == every), "{numbered:?}");
        assert!(text.contains(&format!("every {} board of {moves} moves", ordinal(every))), "{every}");
    }

    #[test]
    fn the_way_of_a_huge_board_is_shown_by_mosaics() {
        let text = told("100x100", "DR", Style::default()).unwrap();
        elements(&text).unwrap();
        assert_eq!((text.matches("<image").count(), text.matches("</text>").count()), (3, 3 + LINES));
    }

    #[test]
    fn a_solved_board_is_a_figure_too() {
        let text = told("2x2", "", Style::default()).unwrap();
        elements(&text).unwrap();
        assert!(text.contains(">start</text>") && text.contains("a heading"), "{text}");
    }

    #[test]
    fn an_impossible_move_has_no_figure() {
        let goal = Goal::default().board("2x2".parse().unwrap()).unwrap();
        let right: Moves = "R".parse().unwrap();
        assert!(figure(Walk::new(&goal, &right.0, MovesOf::Blank), &goal, String::new(), Style::default()).is_none());
    }

    #[test]
    fn ordinals_are_english() {
        assert_eq!([2, 3, 5, 11, 12, 21, 1002].map(ordinal), ["2nd", "3rd", "5th", "11th", "12th", "21st", "1,002nd"]);
    }
}
