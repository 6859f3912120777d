//! The sliding-tile puzzle on any board and for any goal.

pub mod board;
pub mod breadth_first;
pub mod deferred;
pub mod distance_table;
pub mod divided_breadth_first;
pub mod explain;
pub mod frame;
pub mod generate;
pub mod goal;
pub mod grid;
pub mod move_text;
pub mod moves;
pub mod notation;
pub mod parity;
pub mod part;
pub mod path_counts;
pub mod random_sets;
pub mod rank;
pub mod sets;
pub mod shape;
mod slide_layers;
pub mod slides;
pub mod sorted_boards;
pub mod state_index;

pub use crate::core::Metric;
pub use board::{Board, BoardError};
pub use grid::Grid;
pub use move_text::MoveText;
pub use moves::{MoveNotation, Moves, MovesOf};
pub use shape::{Cell, Direction, MoveOrder, Shape, Tile};
pub use slides::Slides;

use crate::core::{Describe, Domain, Parity, StateKey};

/// The name of the problem.
pub const NAME: &str = "tiles";

/// The puzzle with boards stored in `G` and one goal.
///
/// An operator is the cell the blank goes to: a direction would need one more look-up to get there.
#[derive(Clone)]
pub struct Tiles<G: Grid> {
    grid: G,
    goal: Board,
    goal_cells: G::Cells,
}

/// A board while it is searched: the tiles and the cell of the blank.
#[derive(Clone)]
pub struct Position<G: Grid> {
    cells: G::Cells,
    blank: G::Index,
}

// By hand, since derived these would ask the same of `G` itself.
impl<G: Grid> PartialEq for Position<G> {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells && self.blank == other.blank
    }
}

impl<G: Grid> std::fmt::Debug for Position<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Position").field("cells", &self.cells).field("blank", &self.blank).finish()
    }
}

impl<G: Grid> Position<G> {
    /// The tile in a cell.
    #[inline(always)]
    pub fn tile_at(&self, cell: G::Index) -> G::Index {
        G::get(&self.cells, cell)
    }

    /// The tile in a cell after the blank has gone to `to`: what an estimate needs of a child that
    /// is not built yet.
    #[inline(always)]
    pub fn tile_after(&self, to: G::Index, cell: G::Index) -> G::Index {
        if cell == self.blank {
            self.tile_at(to)
        } else if cell == to {
            G::index(0)
        } else {
            self.tile_at(cell)
        }
    }

    /// The cell of the blank.
    #[inline(always)]
    pub fn blank(&self) -> G::Index {
        self.blank
    }
}

impl<G: Grid> Tiles<G> {
    /// The puzzle of reaching `goal`, with moves tried in `order`.
    pub fn new(goal: &Board, order: MoveOrder) -> Self {
        let grid = G::new(goal.shape(), order);
        let goal_cells = grid.cells(goal);
        Self { grid, goal: goal.clone(), goal_cells }
    }

    /// The storage.
    #[inline(always)]
    pub fn grid(&self) -> &G {
        &self.grid
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The working form of a board of this puzzle's shape.
    pub fn position(&self, board: &Board) -> Position<G> {
        Position { cells: self.grid.cells(board), blank: G::index(board.blank().index()) }
    }

    /// Turns a working form into the one with these tiles, row by row.
    #[inline]
    pub fn place(&self, position: &mut Position<G>, tiles: &[u8]) {
        for (cell, &tile) in tiles.iter().enumerate() {
            G::set(&mut position.cells, G::index(cell), G::index(usize::from(tile)));
            if tile == 0 {
                position.blank = G::index(cell);
            }
        }
    }

    /// The board behind a working form.
    pub fn board(&self, position: &Position<G>) -> Board {
        Board::from_fn(self.grid.shape(), |cell| Tile(position.tile_at(G::index(cell.index())).into() as u16))
    }

    /// The directions of a path of operators that begins with the blank at `blank`.
    pub fn moves(&self, blank: Cell, ops: &[G::Index]) -> Moves {
        let shape = self.grid.shape();
        let mut blank = blank;
        let directions = ops.iter().map(|&op| {
            let next = Cell(op.into() as u16);
            let to_next = |&direction: &Direction| shape.neighbour(blank, direction) == Some(next);
            let direction = Direction::ALL.into_iter().find(to_next).expect("an operator leads to a neighbour");
            blank = next;
            direction
        });
        Moves(directions.collect())
    }
}

impl<G: Grid> Domain for Tiles<G> {
    type State = Position<G>;
    type Key = G::Key;
    type Op = G::Index;
    type Ops = G::Neighbours;
    type Undo = G::Index;

    #[inline(always)]
    fn ops(&self, state: &Position<G>) -> G::Neighbours {
        self.grid.neighbours(state.blank)
    }

    #[inline(always)]
    fn ops_after(&self, state: &Position<G>, came_from: &G::Index) -> G::Neighbours {
        self.grid.neighbours_except(state.blank, *came_from)
    }

    #[inline(always)]
    fn apply(&self, state: &mut Position<G>, to: G::Index) -> G::Index {
        let came_from = state.blank;
        let tile = G::get(&state.cells, to);
        G::set(&mut state.cells, came_from, tile);
        G::set(&mut state.cells, to, G::index(0));
        state.blank = to;
        came_from
    }

    #[inline(always)]
    fn undo(&self, state: &mut Position<G>, came_from: &G::Index) {
        self.apply(state, *came_from);
    }

    #[inline(always)]
    fn is_goal(&self, state: &Position<G>) -> bool {
        state.cells == self.goal_cells
    }

    #[inline]
    fn pack(&self, state: &Position<G>) -> G::Key {
        self.grid.pack(&state.cells)
    }

    #[inline]
    fn unpack(&self, key: &G::Key) -> Position<G> {
        let (cells, blank) = self.grid.unpack(key);
        Position { cells, blank }
    }

    #[inline]
    fn child_key(&self, state: &Position<G>, key: &G::Key, to: G::Index) -> G::Key {
        self.grid.moved_key(key, state.tile_at(to), to, state.blank)
    }

    /// Every move can be taken back, so only the goal changes.
    fn reverse(&self, start: &Position<G>) -> Option<Self> {
        Some(Self { grid: self.grid.clone(), goal: self.board(start), goal_cells: start.cells.clone() })
    }

    fn goals(&self) -> Vec<Position<G>> {
        vec![self.position(&self.goal)]
    }

    /// The places of a third of the tiles: two of three moves leave it as it is.
    fn abstract_hash(&self, key: &G::Key) -> u64 {
        let (cells, _) = self.grid.unpack(key);
        let tiles =
            (0..self.grid.shape().cells()).map(|cell| (cell as u64, G::get(&cells, G::index(cell)).into() as u64));
        tiles.filter(|&(_, tile)| is_counted(tile)).fold(0, |hash, (cell, tile)| hash ^ place_hash(tile, cell))
    }

    #[inline]
    fn child_abstract_hash(&self, state: &Position<G>, hash: u64, _: &G::Key, to: G::Index) -> u64 {
        let tile = state.tile_at(to).into() as u64;
        if is_counted(tile) {
            hash ^ place_hash(tile, to.into() as u64) ^ place_hash(tile, state.blank.into() as u64)
        } else {
            hash
        }
    }

    /// The blank goes back to where it was.
    #[inline]
    fn way_back(&self, state: &Position<G>, to: G::Index) -> Option<usize> {
        self.grid.neighbours(to).position(|cell| cell == state.blank)
    }

    /// Each move changes the parity of the blank's distance from its goal cell.
    fn cost_parity(&self, state: &Position<G>) -> Option<Parity> {
        let blank = Cell(state.blank.into() as u16);
        Some(Parity::of(u64::from(self.grid.shape().distance(blank, self.goal.blank()))))
    }
}

/// Whether the place of a tile is a part of the abstract hash.
#[inline]
fn is_counted(tile: u64) -> bool {
    tile % 3 == 1
}

/// A tile in a cell, as a part of the abstract hash.
#[inline]
fn place_hash(tile: u64, cell: u64) -> u64 {
    ((tile << 32) | cell).hash64()
}

impl<G: Grid> Describe for Tiles<G> {
    fn name(&self, state: &Position<G>) -> String {
        self.board(state).to_string()
    }

    fn draw(&self, state: &Position<G>) -> String {
        let board = self.board(state);
        notation::write_board(&board, notation::Format::Grid).unwrap_or_else(|_| board.to_string())
    }

    /// Where the blank goes.
    fn op_name(&self, state: &Position<G>, op: G::Index) -> String {
        self.moves(Cell(state.blank.into() as u16), &[op]).letters(MovesOf::Blank)
    }
}
