//! Gaschnig's heuristic: the moves that are left if any tile may jump into the blank, from wherever
//! it stands.
//!
//! Seen as a permutation, a board is a set of cycles: a cell, the home of what it holds, the home
//! of what that cell holds, and so on. If the blank is in a cycle, each jump brings one of its
//! tiles home. For any other cycle of two or more tiles the blank has to come in first, which takes
//! one jump more than the cycle has tiles. So the number of jumps is that of the misplaced tiles
//! plus that of the cycles without the blank. Every move of the puzzle is a jump, so the estimate
//! is consistent. (Gaschnig 1979)
//!
//! The update: a jump within the blank's cycle splits it in two, and any other jump joins the
//! tile's cycle to it. To tell which, the blank's cycle is walked once. Nothing is allocated.

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, NoValue, Properties, Summand};
use crate::domains::tiles::shape::LONGEST_SIDE;
use crate::domains::tiles::{Grid, Position, Tiles};
use crate::heuristics::tiles::{BuildError, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "moves that are left if any tile may jump into the blank",
        citation: "Gaschnig 1979",
        ..HeuristicCard::consistent("gaschnig", &[], "Gaschnig's heuristic")
    };

    type Built<G: Grid> = Gaschnig<G>;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<Gaschnig<G>, BuildError> {
        Ok(Gaschnig { homes: domain.goal().places().into_iter().map(|home| G::index(home.index())).collect() })
    }
}

/// Gaschnig's heuristic: the goal cell of every tile.
pub struct Gaschnig<G: Grid> {
    homes: Box<[G::Index]>,
}

impl<G: Grid> Gaschnig<G> {
    /// The home of what stands in `cell`.
    #[inline(always)]
    fn next(&self, position: &Position<G>, cell: G::Index) -> G::Index {
        self.homes[position.tile_at(cell).into()]
    }

    /// Misplaced tiles plus cycles without the blank; `seen` has a bit for every cell.
    fn jumps(&self, position: &Position<G>, seen: &mut [u64]) -> Cost {
        let mut see = |cell: G::Index| {
            let (word, bit) = (cell.into() / 64, 1 << (cell.into() % 64));
            let is_new = seen[word] & bit == 0;
            seen[word] |= bit;
            is_new
        };
        let mut jumps = 0;
        let starts = std::iter::once(position.blank()).chain((0..self.homes.len()).map(G::index));
        for (cycle, start) in starts.enumerate() {
            if !see(start) || self.next(position, start) == start {
                continue;
            }
            // The blank's cycle comes first: all of it but the blank counts. Any other counts one
            // more than its tiles.
            jumps += Cost::from(cycle > 0);
            let mut cell = self.next(position, start);
            while see(cell) {
                jumps += 1;
                cell = self.next(position, cell);
            }
            jumps += Cost::from(cycle > 0);
        }
        jumps
    }

    fn is_in_the_cycle_of_the_blank(&self, position: &Position<G>, searched: G::Index) -> bool {
        let mut cell = self.next(position, position.blank());
        while cell != searched && cell != position.blank() {
            cell = self.next(position, cell);
        }
        cell == searched
    }
}

impl<G: Grid> Heuristic<Tiles<G>> for Gaschnig<G> {
    type Acc = Cost;

    fn root(&self, _: &Tiles<G>, position: &Position<G>) -> Cost {
        const MOST_WORDS: usize = (LONGEST_SIDE * LONGEST_SIDE).div_ceil(64);
        if self.homes.len() <= 64 {
            self.jumps(position, &mut [0; 1])
        } else {
            self.jumps(position, &mut [0; MOST_WORDS])
        }
    }

    fn step(&self, _: &Tiles<G>, jumps: Cost, before: &Position<G>, to: G::Index) -> Cost {
        let (home, blank) = (self.homes[before.tile_at(to).into()], before.blank());
        let (was_away, is_away) = (Cost::from(home != to), Cost::from(home != blank));
        let misplaced = jumps + is_away - was_away;
        if self.is_in_the_cycle_of_the_blank(before, to) { misplaced + is_away } else { misplaced - was_away }
    }

    fn summands(&self, domain: &Tiles<G>, position: &Position<G>) -> Result<Vec<Summand>, NoValue> {
        let cells = (0..self.homes.len()).map(G::index).filter(|&cell| cell != position.blank());
        let misplaced = cells.filter(|&cell| self.next(position, cell) != cell).count() as Cost;
        let cycles = self.root(domain, position) - misplaced;
        Ok(vec![Summand::new("misplaced tiles", misplaced), Summand::new("cycles without the blank", cycles)])
    }

    value_is_the_sum!(Properties::CONSISTENT);
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::grid::{Large, Small};
    use crate::domains::tiles::{Board, Cell, MoveOrder, Shape};

    /// Jumps from the goal to every arrangement, by breadth-first search.
    fn jumps_from(goal: &Board) -> HashMap<Board, Cost> {
        let mut jumps = HashMap::from([(goal.clone(), 0)]);
        let mut queue = VecDeque::from([goal.clone()]);
        while let Some(board) = queue.pop_front() {
            for cell in board.shape().all_cells().filter(|&cell| cell != board.blank()) {
                let (child, next) = (board.with_swapped(board.blank(), cell), jumps[&board] + 1);
                if !jumps.contains_key(&child) {
                    jumps.insert(child.clone(), next);
                    queue.push_back(child);
                }
            }
        }
        jumps
    }

    #[test]
    fn it_is_the_true_distance_when_tiles_jump() {
        for card in CARDS {
            let goal = card.board(Shape::new(2, 3).unwrap());
            let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
            let gaschnig = Entry::build(&domain, &mut Budget::new(Default::default())).unwrap();
            let jumps = jumps_from(&goal);
            assert_eq!(jumps.len(), 720);
            for (board, &least) in &jumps {
                assert_eq!(gaschnig.root(&domain, &domain.position(board)), least, "{board} to {goal}");
            }
        }
    }

    /// More than 64 cells take more than one word of marks: two cycles of two tiles, and the blank
    /// at home.
    #[test]
    fn large_boards_are_counted_too() {
        let goal = CARDS[0].board(Shape::new(10, 10).unwrap());
        let domain = Tiles::<Large>::new(&goal, MoveOrder::default());
        let gaschnig = Entry::build(&domain, &mut Budget::new(Default::default())).unwrap();
        let board = goal.with_swapped(Cell(0), Cell(70)).with_swapped(Cell(80), Cell(97));
        assert_eq!(gaschnig.root(&domain, &domain.position(&board)), 6);
    }
}
