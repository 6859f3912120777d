//! A clockwise spiral inwards: the goal of the 42 school's exercise.

use crate::domains::tiles::goal::GoalCard;
use crate::domains::tiles::shape::{Cell, Direction, Shape};

pub(super) const CARD: GoalCard = GoalCard {
    name: "snail",
    aliases: &["spiral"],
    summary: "a clockwise spiral inwards, the blank last: 1 2 3/8 0 4/7 6 5",
    walk: spiral,
    blank_first: false,
};

fn spiral(shape: Shape) -> Vec<Cell> {
    let mut visited = vec![false; shape.cells()];
    let mut cells = vec![Cell(0)];
    visited[0] = true;
    let clockwise = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
    let mut heading = 0;
    while cells.len() < shape.cells() {
        let here = cells[cells.len() - 1];
        match shape.neighbour(here, clockwise[heading % 4]).filter(|next| !visited[next.index()]) {
            Some(next) => {
                visited[next.index()] = true;
                cells.push(next);
            }
            None => heading += 1,
        }
    }
    cells
}
