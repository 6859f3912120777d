//! Boards that the tests of this folder work on.

use crate::domains::tiles::frame::{Frame, framed};
use crate::domains::tiles::sets::SETS;
use crate::domains::tiles::{Board, Cell, Shape};
use crate::solvers::tiles::kernel::DIRECTIONS;

/// The goal of this shape with the blank in a cell, and its frame.
pub(super) fn goal(rows: usize, cols: usize, blank: u64) -> (Board, Frame) {
    let shape = Shape::new(rows, cols).unwrap();
    let tile = |cell| if cell == blank { 0 } else { cell + u64::from(cell < blank) };
    let board = Board::new(shape, &(0..shape.cells() as u64).map(tile).collect::<Vec<_>>()).unwrap();
    let (frame, _) = Frame::of(&board).unwrap();
    (board, frame)
}

/// The goal of a frame as a board: where a tile is at home, its number follows from its cell.
pub(super) fn home_of(frame: Frame) -> Board {
    goal(frame.shape().rows(), frame.shape().cols(), u64::from(frame.blank().0)).0
}

/// The board with these homes in its cells.
pub(super) fn board_of(frame: Frame, cells: &[u8]) -> Board {
    let home = home_of(frame);
    let tile = |&cell: &u8| u64::from(home.tile_at(Cell(u16::from(cell))).0);
    Board::new(frame.shape(), &cells.iter().map(tile).collect::<Vec<_>>()).unwrap()
}

/// Boards after random walks of so many moves from the goal of a frame.
pub(super) fn scrambled(frame: Frame, steps: usize, seed: u64) -> impl Iterator<Item = Vec<u8>> {
    let mut random = seed;
    let mut cells: Vec<u8> = (0..frame.shape().cells() as u8).collect();
    let mut blank = frame.blank();
    std::iter::repeat_with(move || {
        for _ in 0..steps {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            if let Some(next) = frame.shape().neighbour(blank, DIRECTIONS[(random >> 60) as usize & 3]) {
                cells.swap(blank.index(), next.index());
                blank = next;
            }
        }
        cells.clone()
    })
}

/// One of Korf's boards by its number, with its frame and the length of its shortest solutions.
pub(super) fn korf(number: usize) -> (Vec<u8>, Frame, u32) {
    let instance = SETS[0].instances().swap_remove(number - 1);
    let (goal, _) = goal(4, 4, 0);
    let (frame, symmetry) = Frame::of(&goal).unwrap();
    (framed(&instance.board, &goal, &symmetry), frame, instance.known.cost())
}
