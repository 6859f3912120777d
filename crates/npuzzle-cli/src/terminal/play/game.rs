//! A game: a board on its way to the goal, with the moves that were made and taken back.

use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::parity::is_solvable;
use npuzzle::domains::tiles::{Board, Cell, Direction, Shape};

use crate::terminal::play::route::Route;

/// Where a board comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is random, and this seed makes it again.
    Seed(u64),
    /// It has a name: a member of a set, a file, or what was done to get it.
    Named(String),
}

/// What is proved about the start: how many moves it takes at least, and whether so many are
/// enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// No solution is shorter.
    pub moves: u32,
    /// There is one of that length.
    pub reached: bool,
}

/// A move of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    direction: Direction,
    /// Whether it belongs to one slide with the step before: they are taken back together.
    goes_on: bool,
    /// What is proved about the length of all solutions of the boards before and after it.
    at_least: (u32, u32),
}

impl Step {
    fn new(direction: Direction, goes_on: bool) -> Self {
        Self { direction, goes_on, at_least: (0, 0) }
    }
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    origin: Origin,
    start: Board,
    board: Board,
    goal: Goal,
    goal_board: Board,
    homes: Vec<Cell>,
    solvable: bool,
    made: Vec<Step>,
    undone: Vec<Step>,
    /// A known way to the goal.
    pub route: Option<Route>,
    /// What is known about the start.
    pub fewest: Option<Fewest>,
    /// Whether hints or the solver were used.
    pub assisted: bool,
}

impl Game {
    /// A board to be brought to a goal. A goal of another shape is not for this board: then the
    /// usual one is taken.
    pub fn new(start: Board, goal: Goal, origin: Origin) -> Self {
        let shape = start.shape();
        let (goal, goal_board) = match goal.board(shape) {
            Ok(board) => (goal, board),
            Err(_) => (Goal::default(), npuzzle::domains::tiles::goal::CARDS[0].board(shape)),
        };
        let solvable = is_solvable(&start, &goal_board);
        let homes = goal_board.places();
        Self {
            origin,
            board: start.clone(),
            start,
            goal,
            goal_board,
            homes,
            solvable,
            made: Vec::new(),
            undone: Vec::new(),
            route: None,
            fewest: None,
            assisted: false,
        }
    }

    /// The board as it is now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board as it was.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.board.shape()
    }

    /// What to reach.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The board to reach.
    pub fn goal_board(&self) -> &Board {
        &self.goal_board
    }

    /// The goal in a word.
    pub fn goal_name(&self) -> &'static str {
        match &self.goal {
            Goal::Preset(card) => card.name,
            Goal::Custom(_) => "own",
        }
    }

    /// The place of each tile in the goal.
    pub fn homes(&self) -> &[Cell] {
        &self.homes
    }

    /// Where the board comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Whether the goal can be reached at all.
    pub fn is_solvable(&self) -> bool {
        self.solvable
    }

    /// Whether it is reached.
    pub fn is_solved(&self) -> bool {
        self.board == self.goal_board
    }

    /// How many moves lie between the start and the board.
    pub fn moves(&self) -> usize {
        self.made.len()
    }

    /// The cell of the tile that moved last.
    pub fn moved(&self) -> Option<Cell> {
        let last = self.made.last()?;
        self.shape().neighbour(self.board.blank(), last.direction.opposite())
    }

    /// Moves the blank. Says whether it could.
    pub fn play(&mut self, direction: Direction) -> bool {
        self.make(Step::new(direction, false))
    }

    fn make(&mut self, step: Step) -> bool {
        // A move against the last one leads to the board before that.
        let back = self.made.last().filter(|last| last.direction == step.direction.opposite());
        let known = back.map_or(0, |last| last.at_least.0);
        let moved = self.step(Step { at_least: (0, known), ..step });
        if moved {
            self.undone.clear();
        }
        moved
    }

    /// Goes a step, with what is known about the boards on both sides of it.
    fn step(&mut self, step: Step) -> bool {
        let before = self.at_least().max(step.at_least.0);
        let moved = self.go(step.direction);
        if moved {
            self.raise(step.at_least.1);
            self.made.push(Step { at_least: (before, step.at_least.1), ..step });
        }
        moved
    }

    /// What is proved about the length of all solutions of the board.
    fn at_least(&self) -> u32 {
        self.route.as_ref().map_or(0, Route::at_least)
    }

    fn raise(&mut self, at_least: u32) {
        if let Some(route) = &mut self.route {
            route.raise(at_least);
        }
    }

    /// Proves of the board what needs no search: no solution is shorter than all tiles are away
    /// from their places.
    pub fn sharpen(&mut self) {
        if self.solvable && self.route.is_some() {
            let shape = self.shape();
            let tiles = self.board.tiles().iter().zip(shape.all_cells()).filter(|(tile, _)| !tile.is_blank());
            let away = tiles.map(|(tile, cell)| shape.distance(cell, self.homes[tile.index()])).sum();
            self.raise(away);
        }
    }

    /// Slides all tiles between the blank and a cell in its row or column, that one included. Says
    /// how many there were.
    pub fn slide_to(&mut self, cell: Cell) -> usize {
        let (shape, blank) = (self.shape(), self.board.blank());
        let direction = match (shape.row(cell) == shape.row(blank), shape.col(cell) == shape.col(blank)) {
            (true, false) if cell < blank => Direction::Left,
            (true, false) => Direction::Right,
            (false, true) if cell < blank => Direction::Up,
            (false, true) => Direction::Down,
            _ => return 0,
        };
        let tiles = shape.distance(cell, blank) as usize;
        (0..tiles).filter(|&tile| self.make(Step::new(direction, tile > 0))).count()
    }

    /// Takes the last move back, or the last slide of several tiles. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        let before = self.made.len();
        while let Some(last) = self.made.pop() {
            let after = self.at_least().max(last.at_least.1);
            self.go(last.direction.opposite());
            self.raise(last.at_least.0);
            self.undone.push(Step { at_least: (last.at_least.0, after), ..last });
            if !last.goes_on {
                break;
            }
        }
        self.made.len() < before
    }

    /// Makes a move or slide again that was taken back. Says whether there was one.
    pub fn redo(&mut self) -> bool {
        let before = self.made.len();
        while let Some(next) = self.undone.pop_if(|next| next.goes_on || self.made.len() == before) {
            self.step(next);
        }
        self.made.len() > before
    }

    /// Takes all moves back.
    pub fn restart(&mut self) {
        while self.undo() {}
    }

    fn go(&mut self, direction: Direction) -> bool {
        let blank = self.board.blank();
        let moved = self.board.slide(blank, direction).is_some();
        if moved && let Some(route) = &mut self.route {
            route.follow(direction);
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use npuzzle::domains::tiles::notation::{ReadOptions, read_board};

    fn game(board: &str) -> Game {
        let board = read_board(board, &ReadOptions::default()).unwrap().board;
        Game::new(board, Goal::default(), Origin::Seed(1))
    }

    #[test]
    fn moves_are_made_taken_back_and_made_again() {
        let mut game = game("1 2 3/4 5 6/7 0 8");
        assert!(!game.play(Direction::Down));
        assert!(game.play(Direction::Left) && game.undo() && game.play(Direction::Right));
        assert!(game.is_solved() && game.moves() == 1);
        assert!(!game.redo(), "another move was made since");
        assert!(game.undo() && !game.undo());
        assert!(game.redo() && game.is_solved());
        game.restart();
        assert_eq!(game.board(), game.start());
        assert!(game.redo(), "a restart can be taken back");
    }

    #[test]
    fn a_whole_line_slides_and_each_tile_counts() {
        let mut game = game("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15");
        assert_eq!(game.slide_to(Cell(10)), 0, "not in line");
        assert_eq!(game.slide_to(Cell(12)), 0, "the blank itself");
        assert_eq!(game.slide_to(Cell(15)), 3);
        assert!(game.is_solved() && game.moves() == 3);
        assert_eq!(game.moved(), Some(Cell(14)));
        assert!(game.undo() && game.moves() == 0, "one slide is taken back at once");
        assert!(game.redo() && game.moves() == 3 && !game.redo());
        assert_eq!(game.slide_to(Cell(3)), 3);
        assert_eq!(game.board().blank(), Cell(3));
    }

    #[test]
    fn a_goal_of_another_shape_gives_way_to_the_usual_one() {
        let own = Goal::read("123_804_765", None).unwrap();
        let board = npuzzle::domains::tiles::goal::CARDS[2].board("4x4".parse().unwrap());
        assert_eq!(Game::new(board, own, Origin::Seed(1)).goal_name(), "last");
    }
}
