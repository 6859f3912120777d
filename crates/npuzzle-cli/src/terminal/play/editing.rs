//! Editing a board: a cursor, tiles by their number, swaps. The board is complete at every moment:
//! a tile that is put somewhere changes places with the one that stands there.

use npuzzle::domains::tiles::explain::Explanation;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::parity::is_solvable;
use npuzzle::domains::tiles::{Board, Cell, Direction};

/// A board in the making.
#[derive(Clone, Debug)]
pub struct Editing {
    board: Board,
    goal: Board,
    cursor: Cell,
    /// The number that is being typed.
    typed: Option<usize>,
    /// The first of two cells that change places.
    marked: Option<Cell>,
    /// Whether it began with a board that was pasted meanwhile.
    pasted: bool,
}

impl Editing {
    /// Begins with a board, at its blank.
    pub fn new(board: Board, goal: Board, pasted: bool) -> Self {
        let cursor = board.blank();
        Self { board, goal, cursor, typed: None, marked: None, pasted }
    }

    /// Whether it began with a board that was pasted meanwhile.
    pub fn is_pasted(&self) -> bool {
        self.pasted
    }

    /// The board so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the cursor is.
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    /// The number that is being typed.
    pub fn typed(&self) -> Option<usize> {
        self.typed
    }

    /// The first of two cells that change places.
    pub fn marked(&self) -> Option<Cell> {
        self.marked
    }

    /// Whether the goal can be reached.
    pub fn is_solvable(&self) -> bool {
        is_solvable(&self.board, &self.goal)
    }

    /// Moves the cursor; a number that was being typed is placed before.
    pub fn go(&mut self, direction: Direction) {
        self.place_typed();
        self.cursor = self.board.shape().neighbour(self.cursor, direction).unwrap_or(self.cursor);
    }

    /// Puts the cursor on a cell.
    pub fn point_at(&mut self, cell: Cell) {
        self.place_typed();
        self.cursor = cell;
    }

    /// Types a digit. A number to which no other digit can be added is placed at once, and the
    /// cursor goes on. `Err` says why not.
    pub fn type_digit(&mut self, digit: usize) -> Result<(), String> {
        let largest = self.board.shape().cells() - 1;
        let number = self.typed.unwrap_or(0) * 10 + digit;
        if number > largest {
            self.typed = None;
            return Err(format!("there is no tile {number}: the last one is {largest}"));
        }
        self.typed = Some(number);
        if number * 10 > largest || number == 0 {
            self.place_typed();
            self.advance();
        }
        Ok(())
    }

    /// Removes the last digit of a number that is being typed.
    pub fn erase_digit(&mut self) {
        self.typed = self.typed.map(|number| number / 10).filter(|&number| number > 0);
    }

    /// Drops what was begun: a number, or a mark. Says whether there was anything.
    pub fn drop_begun(&mut self) -> bool {
        self.typed.take().is_some() | self.marked.take().is_some()
    }

    /// Places a number that is being typed. Says whether there was one.
    pub fn place_typed(&mut self) -> bool {
        let Some(number) = self.typed.take() else { return false };
        let place = self.board.places()[number];
        self.board = self.board.with_swapped(self.cursor, place);
        true
    }

    /// Moves the blank to the cursor.
    pub fn place_blank(&mut self) {
        self.typed = Some(0);
        self.place_typed();
    }

    /// Marks the cell, or swaps it with the marked one.
    pub fn swap(&mut self) {
        self.place_typed();
        match self.marked.take() {
            Some(first) => self.board = self.board.with_swapped(first, self.cursor),
            None => self.marked = Some(self.cursor),
        }
    }

    /// A random board that can be solved.
    pub fn shuffle(&mut self, seed: u64) {
        self.drop_begun();
        // Uniform boards exist for every goal.
        if let Ok(mut generator) = Generator::new(&self.goal, Kind::Uniform, seed) {
            self.board = generator.board();
        }
    }

    /// Makes an unsolvable board solvable by a swap of two tiles, and says which; `None` if there
    /// is nothing to do, or no such swap.
    pub fn repair(&mut self) -> Option<String> {
        self.drop_begun();
        let [a, b] = Explanation::new(&self.board, &self.goal).swap?;
        let places = self.board.places();
        self.board = self.board.with_swapped(places[a.index()], places[b.index()]);
        Some(format!("tiles {a} and {b} are swapped"))
    }

    fn advance(&mut self) {
        let next = self.cursor.index() + 1;
        if next < self.board.shape().cells() {
            self.cursor = Cell(next as u16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use npuzzle::domains::tiles::goal::CARDS;

    fn editing(shape: &str) -> Editing {
        let goal = CARDS[0].board(shape.parse().unwrap());
        Editing::new(goal.clone(), goal, false)
    }

    #[test]
    fn a_whole_board_is_typed_without_another_key() {
        let mut edit = editing("3x3");
        edit.point_at(Cell(0));
        for digit in [8, 6, 7, 2, 5, 4, 3, 0, 1] {
            edit.type_digit(digit).unwrap();
        }
        assert_eq!(edit.board().to_string(), "8 6 7/2 5 4/3 0 1");
        assert_eq!(edit.cursor(), Cell(8));
    }

    #[test]
    fn numbers_of_two_digits_wait_for_the_second() {
        let mut edit = editing("4x4");
        edit.point_at(Cell(0));
        edit.type_digit(1).unwrap();
        assert_eq!(edit.typed(), Some(1));
        edit.type_digit(5).unwrap();
        assert_eq!((edit.typed(), edit.board().tiles()[0].0), (None, 15));
        edit.type_digit(1).unwrap();
        edit.go(Direction::Down);
        assert_eq!(edit.board().tiles()[1].0, 1, "the cursor's leaving places it");
        edit.type_digit(1).unwrap();
        assert!(edit.type_digit(9).unwrap_err().contains("no tile 19"));
        edit.type_digit(1).unwrap();
        edit.erase_digit();
        assert_eq!(edit.typed(), None);
        assert!(!edit.drop_begun());
    }

    #[test]
    fn swaps_change_solvability_and_a_repair_brings_it_back() {
        let mut edit = editing("3x3");
        edit.point_at(Cell(0));
        edit.swap();
        edit.go(Direction::Right);
        edit.swap();
        assert_eq!(edit.board().to_string(), "2 1 3/4 5 6/7 8 0");
        assert!(!edit.is_solvable());
        assert_eq!(edit.repair().unwrap(), "tiles 1 and 2 are swapped");
        assert!(edit.is_solvable());
        assert_eq!(edit.repair(), None);
        edit.shuffle(7);
        assert!(edit.is_solvable());
        edit.point_at(Cell(4));
        edit.place_blank();
        assert_eq!(edit.board().blank(), Cell(4));
    }
}
