//! What a device does that works on tiles instead of threads: search, make tables, and explore
//! whole spaces.
//!
//! In a search, a device receives the roots of an iteration as saved nodes, works for some
//! hundredths of a second at a time, and returns what it has done; on request also what is left, as
//! saved nodes again. So iterations, limits, the journal and the report are those of the driver,
//! with or without a device.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use crate::core::{Cost, Device, Optional, Stop};
use crate::domains::tiles::frame::Frame;
use crate::domains::tiles::state_index::StateIndex;
use crate::domains::tiles::{Cell, Shape};
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::kernel::{KernelTally, Saved};
use crate::tables::maker::TableMaker;

/// A part of a view: the tiles of a table, and where each cell of the frame goes in the table's
/// frame.
#[derive(Clone, Debug)]
pub struct DevicePart {
    /// The frame of the table.
    pub frame: Frame,
    /// The homes of its tiles in that frame, ascending.
    pub homes: Vec<u8>,
    /// The cell in the table's frame, by the cell of the board's.
    pub cells: Arc<[u8]>,
}

/// Why a device cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The work does not fit it.
    #[error("{0}")]
    Unfit(String),
    /// It has not enough memory.
    #[error("{device} has too little memory: {wanted} bytes are needed, {free} are free")]
    Memory { device: String, wanted: u64, free: u64 },
    /// It failed, or is no longer there.
    #[error("{device} failed: {problem}")]
    Failed { device: String, problem: String },
    /// What it did is not what it was asked for: what it says is worth nothing.
    #[error("{device} gives wrong results: {problem}")]
    Wrong { device: String, problem: String },
    /// A limit ended the work.
    #[error("stopped: {0}")]
    Stopped(Stop),
}

/// What was done in one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The counts of this turn.
    pub tally: KernelTally,
    /// The first moves of the path to a goal, if one was reached.
    pub found: Option<u64>,
    /// Nodes that are still to be expanded.
    pub left: u64,
}

/// What became of one of many boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// What it took.
    pub tally: KernelTally,
    /// The first moves of the path to a goal, if one was reached.
    pub found: Option<u64>,
}

/// A device that works on tiles.
pub trait TileDevice: TableMaker + fmt::Debug + Send + Sync {
    /// What people call it.
    fn name(&self) -> String;

    /// Says that it has failed for good.
    fn give_up(&self);

    /// Whether it has: it has to be opened anew.
    fn is_given_up(&self) -> bool;

    /// Whether it has the memory for a search of all boards of a shape.
    fn allow_layers(&self, shape: Shape) -> Result<(), DeviceError>;

    /// Begins a search of all states that have a number, at the goal. `go_on` is asked now and
    /// then.
    fn layers<'i>(
        &self,
        index: &'i StateIndex,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Box<dyn Layers + 'i>, DeviceError>;

    /// Whether it can search boards of a frame with these views at all.
    fn allow(&self, frame: Frame, views: &[Vec<DevicePart>]) -> Result<(), DeviceError>;

    /// Makes itself ready for boards of a frame: the tables of each view and whatever else it
    /// needs. `go_on` is asked now and then.
    fn ready(
        &self,
        frame: Frame,
        views: &[Vec<DevicePart>],
        automaton: &Automaton,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Box<dyn Searcher>, DeviceError>;
}

/// A device that is ready for boards of a frame.
pub trait Searcher: Send {
    /// A lower bound for each board, of the parity of its solutions.
    fn estimates(&mut self, nodes: &[Saved]) -> Result<Vec<Cost>, DeviceError>;

    /// Searches each of these boards, with the moves it has left, all at the same time. `go_on` is
    /// asked many times a second.
    fn search_all(
        &mut self,
        nodes: &[Saved],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Ended>, DeviceError>;

    /// Begins an iteration with these nodes, the next one last. `bound` is the number of moves from
    /// the start that it allows. Nodes that are not alive are dropped. `go_on` is asked now and
    /// then, as there may be millions.
    fn begin(
        &mut self,
        bound: Cost,
        nodes: &[Saved],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), DeviceError>;

    /// Searches on for a twentieth of a second or so, or until a goal is reached or nothing is
    /// left. Expands about `most` states at most, where that is few.
    fn advance(&mut self, most: u64) -> Result<Turn, DeviceError>;

    /// The nodes that are left.
    fn rest(&mut self) -> Result<Box<dyn Rest>, DeviceError>;
}

/// Nodes that were left on a device, as they came from it: there may be millions, so what they mean
/// is found out when they are asked for, one by one.
pub trait Rest: Send + Sync {
    /// Whether they are nodes at all.
    fn check(&self) -> Result<(), DeviceError>;

    /// The nodes, the next one last.
    fn nodes(&self) -> Box<dyn Iterator<Item = Saved> + '_>;
}

/// A breadth-first search of a whole space on a device, which stands at one layer.
pub trait Layers {
    /// Goes to the next layer. The number of its states; if that is zero, the search stays where it
    /// is. `go_on` is asked many times a second; a search that it ends cannot go on.
    fn advance(&mut self, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<u64, DeviceError>;

    /// The states of the layer, by the cell of the blank and the rank.
    fn states(&self) -> Result<Vec<(Cell, usize)>, DeviceError>;

    /// The bytes that it takes on the device.
    fn bytes(&self) -> u64;
}

/// A device for tiles among those of the limits.
#[derive(Debug)]
pub struct ForTiles(pub Box<dyn TileDevice>);

impl ForTiles {
    /// The device of the limits, if it is one for tiles, and whether the processor may stand in for
    /// it.
    pub fn among(device: &Arc<dyn Device>) -> Option<(&dyn TileDevice, bool)> {
        let optional = (&**device as &dyn Any).downcast_ref::<Optional>();
        let device = optional.map_or(device, |Optional(device)| device);
        let for_tiles = (&**device as &dyn Any).downcast_ref::<Self>();
        for_tiles.map(|device| (&*device.0, optional.is_some()))
    }
}

impl Device for ForTiles {
    fn name(&self) -> String {
        self.0.name()
    }
}

/// The remark on a device that is not used.
pub fn processor_instead(problem: &str) -> String {
    format!("{problem}; the processor does the work")
}

/// How long a search waits before it looks whether the device is free.
const NAP: Duration = Duration::from_millis(2);

/// A device that is ready, lent to a search.
#[derive(Clone, Copy)]
pub struct Lent<'d> {
    /// What does the work.
    pub searcher: &'d Mutex<Box<dyn Searcher>>,
    /// What people call the device.
    pub name: &'d str,
}

impl fmt::Debug for Lent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Lent<'_> {
    /// The device itself; one search at a time uses it, for a whole iteration. `go_on` is asked
    /// while another one does.
    pub fn lock(&self, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<MutexGuard<'_, Box<dyn Searcher>>, Stop> {
        loop {
            match self.searcher.try_lock() {
                Ok(device) => return Ok(device),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    go_on()?;
                    thread::sleep(NAP);
                }
            }
        }
    }

    /// That it has proved a bound, and there is a solution with fewer moves.
    pub fn contradicted(&self, bound: Cost, longest: Cost) -> DeviceError {
        self.wrong(format!("it finds that {bound} moves are needed, and a solution of {longest} is known"))
    }

    /// That it has done something else than it was asked for.
    pub fn wrong(&self, problem: String) -> DeviceError {
        DeviceError::Wrong { device: self.name.to_owned(), problem }
    }
}
