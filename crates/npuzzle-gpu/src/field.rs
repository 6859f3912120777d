//! What the kernels know of a frame: see `kernels/frame.cuh`.

use bytemuck::Zeroable;

use crate::domains::tiles::frame::Frame;
use crate::domains::tiles::{Cell, Direction};
use crate::solvers::tiles::device::DevicePart;
use crate::solvers::tiles::kernel::{DIRECTIONS, Saved};
use crate::tables::{Pattern, layout};
use crate::words::{self, Arrival, BLANK, FACTS, LABELS, MOST_CELLS, MOST_LEFT, NO_CELL, PARTS, SLOTS};

/// Nodes have an index in 28 bits.
const MOST_ENTRIES: usize = 1 << 28;

/// A frame with its parts, and the tiles as the kernels call them.
#[derive(Clone, Debug)]
pub struct Field {
    frame: Frame,
    /// The tile as a byte, by its home.
    tiles: Vec<u8>,
    /// The home, by label.
    homes: [u8; LABELS],
    /// The patterns whose tables are needed, by part.
    patterns: Vec<Pattern>,
    words: words::Frame,
    has_two_views: bool,
}

impl Field {
    /// What is known of a frame with these views.
    pub fn new(frame: Frame, views: &[Vec<DevicePart>]) -> Result<Self, String> {
        let shape = frame.shape();
        if shape.cells() > MOST_CELLS {
            return Err(format!("a {shape} board is too large for a device: expected at most {MOST_CELLS} cells"));
        }
        if !(1..=2).contains(&views.len()) || views.iter().any(|view| !(1..=PARTS).contains(&view.len())) {
            return Err(format!("a device takes at most {PARTS} patterns"));
        }
        let is_mirrored = views.len() == 2;
        // Where a mirror would change nothing, the second view is the first once more.
        let views = &[views[0].clone(), views[views.len() - 1].clone()];
        let mut field = Self {
            frame,
            has_two_views: is_mirrored,
            tiles: vec![BLANK; shape.cells()],
            homes: [0; LABELS],
            patterns: Vec::new(),
            words: words::Frame { cells: shape.cells() as u32, target: [NO_CELL; 128], ..words::Frame::zeroed() },
        };
        field.name_tiles(views)?;
        for cell in shape.all_cells() {
            for (code, &direction) in DIRECTIONS.iter().enumerate() {
                if let Some(target) = shape.neighbour(cell, direction) {
                    field.words.target[4 * cell.index() + code] = target.0 as u8;
                    field.note_steps(cell, target, code);
                }
            }
        }
        for (number, view) in views.iter().enumerate() {
            for (place, part) in view.iter().enumerate() {
                let pattern = Pattern { frame: part.frame, homes: part.homes.clone() };
                let layout = layout(&pattern)
                    .filter(|layout| layout.entries < MOST_ENTRIES)
                    .ok_or_else(|| format!("a pattern of {} tiles on {shape} is too large", part.homes.len()))?;
                let slot = PARTS * number + place;
                match field.patterns.get(place) {
                    None => field.patterns.push(pattern),
                    Some(first) if *first == pattern => {}
                    Some(_) => return Err("the views of the patterns differ by more than a mirror".to_owned()),
                }
                field.words.cell_of_slot[slot][..shape.cells()].copy_from_slice(&part.cells);
                let shifts = shifts(frame, part)?;
                for (home, value) in own_homes(part).zip(layout.place_values()) {
                    let label = field.tiles[usize::from(home)] as usize % LABELS;
                    field.words.value[number][label] = value;
                    for (code, shift) in shifts.iter().enumerate() {
                        field.words.steps[4 * label + code][number] = value.wrapping_mul(16).wrapping_mul(*shift);
                    }
                }
            }
        }
        Ok(field)
    }

    /// Gives each tile its byte: its place in its part of the first view, that part, and its part
    /// of the second.
    fn name_tiles(&mut self, views: &[Vec<DevicePart>]) -> Result<(), String> {
        let mut seen = vec![0; self.tiles.len()];
        for (number, view) in views.iter().enumerate() {
            for (place, part) in view.iter().enumerate() {
                if part.homes.len() > words::MOST_TILES {
                    return Err(format!("a pattern of {} tiles is too large for a device", part.homes.len()));
                }
                for (rank, home) in own_homes(part).enumerate() {
                    let home = usize::from(home);
                    seen[home] |= 1 << number;
                    if number == 0 {
                        self.tiles[home] = (place << 3 | rank) as u8;
                        self.homes[place << 3 | rank] = home as u8;
                    } else {
                        self.tiles[home] |= (place << 5) as u8;
                    }
                }
            }
        }
        let all = (1 << views.len()) - 1;
        let blank = self.frame.blank().index();
        let is_covered = |(home, &seen): (usize, &u32)| if home == blank { seen == 0 } else { seen == all };
        if !seen.iter().enumerate().all(is_covered) {
            return Err("the patterns leave tiles out".to_owned());
        }
        self.tiles[blank] = BLANK;
        Ok(())
    }

    /// Notes which tiles go away from their homes when the blank goes from a cell to the next.
    fn note_steps(&mut self, cell: Cell, target: Cell, code: usize) {
        let shape = self.frame.shape();
        for home in shape.all_cells().filter(|&home| home != self.frame.blank()) {
            if shape.distance(home, cell) > shape.distance(home, target) {
                let label = self.tiles[home.index()] as usize % LABELS;
                self.words.steps[4 * label + code][2] |= 1 << cell.0;
            }
        }
    }

    /// The frame.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// The patterns whose tables are needed, by part.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Whether the second view is not the first once more.
    pub fn has_two_views(&self) -> bool {
        self.has_two_views
    }

    /// For the kernels.
    pub fn words(&self) -> &words::Frame {
        &self.words
    }

    /// The sum of the tiles' distances from home.
    pub fn manhattan(&self, cells: &[u8]) -> u32 {
        let shape = self.frame.shape();
        let distance = |(cell, &home): (usize, &u8)| match u16::from(home) == self.frame.blank().0 {
            true => 0,
            false => shape.distance(Cell(cell as u16), Cell(u16::from(home))),
        };
        cells.iter().enumerate().map(distance).sum()
    }

    /// A saved node for the kernels, after so many moves and in a state of the automaton.
    pub fn arrival(&self, node: &Saved, depth: u32, state: u32) -> Arrival {
        let left = node.left.min(MOST_LEFT);
        let mut arrival = Arrival {
            board: [BLANK; 28],
            state,
            left,
            room: (left as i32 - self.manhattan(&node.cells) as i32).div_euclid(2),
            path_low: node.path as u32,
            path_high: (node.path >> 32) as u32,
            depth,
        };
        for (byte, &home) in arrival.board.iter_mut().zip(&node.cells) {
            *byte = self.tiles[usize::from(home)];
        }
        arrival
    }

    /// Whether the words are those of nodes: all tiles are there, each once, and so many moves are
    /// left at least.
    pub fn are_nodes(&self, nodes: &[[u32; words::NODE_WORDS]], least_left: u32) -> bool {
        nodes.iter().all(|node| node[FACTS] & 255 >= least_left && self.is_board(node))
    }

    fn is_board(&self, node: &[u32; words::NODE_WORDS]) -> bool {
        let bytes: &[u8] = bytemuck::cast_slice(&node[..7]);
        let mut seen = 0_u32;
        for (cell, &tile) in bytes[..self.tiles.len()].iter().enumerate() {
            let home = if tile == BLANK { self.frame.blank().0 as u8 } else { self.homes[tile as usize % LABELS] };
            let is_blank_here = (node[FACTS] >> 24 & 31) as usize == cell;
            if self.tiles[usize::from(home)] != tile || (tile == BLANK) != is_blank_here {
                return false;
            }
            seen |= 1 << home;
        }
        seen.count_ones() as usize == self.tiles.len()
    }

    /// A node of the kernels, saved.
    pub fn saved(&self, node: &[u32; words::NODE_WORDS]) -> Saved {
        let bytes: &[u8] = bytemuck::cast_slice(&node[..7]);
        let blank = self.frame.blank().0 as u8;
        let home = |&tile: &u8| if tile == BLANK { blank } else { self.homes[tile as usize % LABELS] };
        Saved {
            cells: bytes[..self.tiles.len()].iter().map(home).collect(),
            words: node[7] % words::MOST_STATES as u32,
            left: node[FACTS] & 255,
            path: u64::from(node[17]) | u64::from(node[18]) << 32,
        }
    }
}

/// By direction of the blank, how much later in the part's frame a tile's new cell is than its old
/// one: the same everywhere, as the frame is only turned.
fn shifts(frame: Frame, part: &DevicePart) -> Result<[u32; 4], String> {
    let shape = frame.shape();
    let mut shifts = [None; 4];
    for cell in shape.all_cells() {
        for (shift, &direction) in shifts.iter_mut().zip(&DIRECTIONS) {
            let Some(target) = shape.neighbour(cell, direction) else { continue };
            let [to, from] = [cell, target].map(|cell| u32::from(part.cells[cell.index()]));
            if *shift.get_or_insert(to.wrapping_sub(from)) != to.wrapping_sub(from) {
                return Err("the cells of a pattern are not those of a turned board".to_owned());
            }
        }
    }
    Ok(shifts.map(Option::unwrap_or_default))
}

/// The homes of a part's tiles on the board, in the order of its table.
fn own_homes(part: &DevicePart) -> impl Iterator<Item = u8> + '_ {
    part.homes.iter().filter_map(|home| part.cells.iter().position(|cell| cell == home)).map(|home| home as u8)
}

/// The direction a code stands for.
pub fn direction(code: u8) -> Direction {
    DIRECTIONS[usize::from(code & 3)]
}

const _: () = assert!(SLOTS == 8);
