//! What the host and the kernels exchange, word by word: the structures of `kernels/*.cu`.
//! The tests compare their sizes.

use bytemuck::{Pod, Zeroable};
use npuzzle_tables::tables::table::Encoding;

/// Cells of a board at most.
pub const MOST_CELLS: usize = 25;
/// Parts of a view at most.
pub const PARTS: usize = 4;
/// Parts of all views at most.
pub const SLOTS: usize = 2 * PARTS;
/// Numbers of tiles: their part of the first view, and their place in it.
pub const LABELS: usize = 32;
/// Tiles of a part at most.
pub const MOST_TILES: usize = 8;
/// The blank among the tiles of a board.
pub const BLANK: u8 = 0x80;
/// Where the blank cannot go.
pub const NO_CELL: u8 = 0xFF;
/// Neighbours of a cell at most.
pub const MOST_LINKS: usize = 4;
/// Words of a node.
pub const NODE_WORDS: usize = 20;
/// The word of a node with its moves left, what is to spare, and the blank's cell.
pub const FACTS: usize = 16;
/// The automaton has fewer states.
pub const MOST_STATES: usize = 1 << 22;
/// So many nodes from outside are told apart.
pub const MOST_NUMBERED: usize = 1 << 24;
/// Nodes have at most so many moves left.
pub const MOST_LEFT: u32 = 255;

/// See `frame.cuh`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Frame {
    pub steps: [[u32; 4]; LABELS * 4],
    pub cells: u32,
    pub unused: u32,
    pub value: [[u32; LABELS]; 2],
    pub cell_of_slot: [[u8; 32]; SLOTS],
    pub target: [u8; 128],
}

/// See `frame.cuh`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Neighbours {
    pub all: u32,
    pub not_first_column: u32,
    pub not_last_column: u32,
    pub columns: u32,
}

/// See `tables.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Pattern {
    pub tiles: u32,
    pub cells: u32,
    pub on: Neighbours,
    pub entries: u32,
    pub slice: u32,
    pub outer: u32,
    pub inner_entries: u32,
    pub value: [u32; MOST_TILES],
    pub home: [u32; MOST_TILES],
}

/// See `tables.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Level {
    pub pattern: Pattern,
    pub now: u64,
    pub next: u64,
    pub reached: u64,
    pub open: u64,
    pub pocket: u64,
    pub reached_so_far: u64,
    pub level: u32,
    pub padding: u32,
}

/// See `tables.cu`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Reached {
    pub states: u64,
    pub entered: u64,
    pub packed: u64,
    pub misfits: u64,
}

/// See `tables.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Goal {
    pub now: u64,
    pub entry: u32,
    pub blank: u32,
}

/// See `tables.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Packing {
    pub pattern: Pattern,
    pub open: u64,
    pub pocket: u64,
    pub table: u64,
    pub reached: u64,
    pub one_class: u32,
    pub padding: u32,
}

/// How distances are written: see `patterns.cu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    AsBits = 0,
    AsNibbles = 1,
    AsBytes = 2,
}

impl From<Encoding> for Written {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Bits => Self::AsBits,
            Encoding::Nibbles => Self::AsNibbles,
            // Makers are asked for distances, and the library makes pairs of them.
            Encoding::Bytes | Encoding::Pairs => Self::AsBytes,
        }
    }
}

/// See `patterns.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct PatternLevel {
    pub frontier: u64,
    pub visited: u64,
    pub data: u64,
    pub level_of: u64,
    pub missing: u64,
    pub moves: u64,
    pub first_moves: u64,
    pub renumbered: u64,
    pub sequences: u64,
    pub maps: u64,
    pub distances: u64,
    pub found: u64,
    pub misfit: u64,
    pub first_block: u32,
    pub blocks: u32,
    pub words: u32,
    pub permutations: u32,
    pub tiles: u32,
    pub level: u32,
    pub encoding: u32,
    pub stride: u32,
}

/// What a move of the blank does to ranks: see `layers.cu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveWay {
    Keeps = 0,
    MovesRuns = 1,
    Renumbers = 2,
}

/// See `layers.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct LayerLink {
    pub source: u64,
    pub table: u64,
    pub odd_table: u64,
    pub way: u32,
    pub places: u32,
    pub run: u32,
    pub tails_of_run: u32,
    pub runs_of_tail: u32,
    pub unused: u32,
}

/// See `layers.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct NextLayer {
    pub target: u64,
    pub words: u64,
    pub is_odd_before: u64,
    pub width: u64,
    pub links: [LayerLink; MOST_LINKS],
    pub many: u32,
    pub first_tail: u32,
    pub end_tail: u32,
    pub unused: u32,
}

/// See `layers.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Listing {
    pub slab: u64,
    pub words: u64,
    pub many: u64,
    pub listed: u64,
    pub room: u32,
    pub cell: u32,
}

/// See `tables.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Checksum {
    pub table: u64,
    pub entries: u64,
    pub sum: u64,
}

/// See `search.cu`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Progress {
    pub taken: u32,
    pub idle: u32,
    pub busy: u32,
    pub found: u32,
    pub full: u32,
    pub path_low: u32,
    pub path_high: u32,
    pub rounds: u32,
    pub held_before: u64,
    pub popped: u64,
    pub pushed: u64,
    pub held: u64,
    pub expanded: u64,
    pub generated: u64,
    pub evaluated: u64,
}

/// See `search.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Search {
    pub frame: u64,
    pub tables: u64,
    pub table_bytes: u64,
    pub rows: u64,
    pub queue: u64,
    pub queued: u32,
    pub offered: u32,
    pub grab: u32,
    pub first_padding: u32,
    pub warps: u64,
    pub tops: u64,
    pub blocks: u64,
    pub blocks_of_warp: u32,
    pub rounds: u32,
    pub least_rounds: u32,
    pub most_idle: u32,
    pub progress: u64,
    pub answers: u64,
}

/// See `search.cu`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Answer {
    pub found: u32,
    pub path_low: u32,
    pub path_high: u32,
    pub unused: u32,
    pub expanded: u64,
    pub generated: u64,
    pub evaluated: u64,
}

/// See `search.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Gathering {
    pub queue: u64,
    pub queued: u64,
    pub warps: u32,
    pub padding: u32,
    pub stacks: u64,
    pub tops: u64,
    pub blocks: u64,
    pub blocks_of_warp: u32,
    pub more_padding: u32,
}

/// See `search.cu`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Arrival {
    pub board: [u8; 28],
    pub state: u32,
    pub left: u32,
    pub room: i32,
    pub path_low: u32,
    pub path_high: u32,
    pub depth: u32,
}

/// See `search.cu`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Entering {
    pub frame: u64,
    pub on: Neighbours,
    pub tables: u64,
    pub table_bytes: u64,
    pub arrivals: u64,
    pub many: u32,
    pub padding: u32,
    pub queued: u64,
    pub queue: u64,
    pub sums: u64,
}
