//! A machine that runs kernels: a card, or what stands in for one in tests.

use std::fmt;
use std::time::Instant;

use bytemuck::Pod;

/// A kernel, by the name it has in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Puts the goal into the first level of a table.
    BeginTable,
    /// Goes from one level of a table to the next.
    Level,
    /// Turns levels into entries.
    PackTable,
    /// Sums up a table.
    CheckTable,
    /// Goes from one level of a table of the library to the next.
    PatternLevel,
    /// Goes from one layer of a whole space to the next.
    NextLayer,
    /// Lists the states of a layer.
    ListLayer,
    /// Makes nodes of boards.
    Enter,
    /// Searches one board.
    Search,
    /// Searches many boards.
    SearchMany,
    /// Collects the nodes of all stacks.
    Gather,
}

impl Kernel {
    /// All kernels.
    pub const ALL: [Self; 11] = [
        Self::BeginTable,
        Self::Level,
        Self::PackTable,
        Self::CheckTable,
        Self::PatternLevel,
        Self::NextLayer,
        Self::ListLayer,
        Self::Enter,
        Self::Search,
        Self::SearchMany,
        Self::Gather,
    ];

    /// Whether it works on the stacks of all warps.
    pub fn has_stacks(self) -> bool {
        matches!(self, Self::Search | Self::SearchMany)
    }

    /// Its name in the source.
    pub fn name(self) -> &'static str {
        match self {
            Self::BeginTable => "begin_table",
            Self::Level => "level",
            Self::PackTable => "pack_table",
            Self::CheckTable => "check_table",
            Self::PatternLevel => "pattern_level",
            Self::NextLayer => "next_layer",
            Self::ListLayer => "list_layer",
            Self::Enter => "enter",
            Self::Search => "search",
            Self::SearchMany => "search_many",
            Self::Gather => "gather",
        }
    }
}

/// Why a machine did not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is not so much memory.
    Memory {
        /// The bytes that were asked for.
        wanted: u64,
        /// The bytes that are free.
        free: u64,
    },
    /// It does something else than it is asked for, and does not say so.
    Wrong(String),
    /// Anything else, in the machine's words.
    Failed(String),
}

/// How a machine runs the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Lanes of a warp.
    pub lanes: u32,
    /// Nodes on the part of a stack that is close to the processor.
    pub room: u32,
    /// Warps of a block of the search.
    pub warps: u32,
    /// Blocks of the search that run at the same time.
    pub blocks: u32,
    /// Threads of a block of the other kernels.
    pub threads: u32,
}

impl Geometry {
    /// All warps of the search.
    pub fn all_warps(self) -> u32 {
        self.warps * self.blocks
    }
}

/// Memory of a machine: where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub u64);

impl Place {
    /// So many bytes further on.
    pub fn plus(self, bytes: u64) -> Self {
        Self(self.0 + bytes)
    }
}

/// A machine that runs kernels, one after the other.
pub trait Machine: fmt::Debug + Send + Sync {
    /// What people call it.
    fn name(&self) -> String;

    /// How it runs the search.
    fn geometry(&self) -> Geometry;

    /// What time it is where it works.
    fn now(&self) -> Instant {
        Instant::now()
    }

    /// Says that it has failed for good.
    fn give_up(&self) {}

    /// Whether it has.
    fn is_given_up(&self) -> bool {
        false
    }

    /// The bytes that are free.
    fn free(&self) -> Result<u64, Fault>;

    /// Takes memory.
    fn take(&self, bytes: u64) -> Result<Place, Fault>;

    /// Gives memory back. Errors are ignored: the memory is not used any more.
    fn give(&self, place: Place);

    /// Sets all bytes.
    fn fill(&self, place: Place, byte: u8, bytes: u64) -> Result<(), Fault>;

    /// Copies to the machine.
    fn send(&self, place: Place, bytes: &[u8]) -> Result<(), Fault>;

    /// Copies from the machine, after all earlier work.
    fn fetch(&self, place: Place, bytes: &mut [u8]) -> Result<(), Fault>;

    /// Starts a kernel on so many blocks. `task` is what its parameters look like, one after the
    /// other.
    fn start(&self, kernel: Kernel, blocks: u32, task: &[u8]) -> Result<(), Fault>;
}

/// What is copied back to be looked at comes in parts of so many bytes.
const PART_BYTES: usize = 1 << 24;

/// Memory of a machine that is given back when it is dropped.
#[derive(Debug)]
pub struct Memory<M: AsRef<dyn Machine>> {
    machine: M,
    place: Place,
    bytes: u64,
}

impl<M: AsRef<dyn Machine>> Memory<M> {
    /// Takes so many bytes.
    pub fn take(machine: M, bytes: u64) -> Result<Self, Fault> {
        let place = machine.as_ref().take(bytes.max(1))?;
        Ok(Self { machine, place, bytes })
    }

    /// Where it begins.
    pub fn place(&self) -> Place {
        self.place
    }

    /// How much it is.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Sets all bytes.
    pub fn fill(&self, byte: u8) -> Result<(), Fault> {
        self.machine.as_ref().fill(self.place, byte, self.bytes)
    }

    /// Copies values to its beginning.
    pub fn send<T: Pod>(&self, values: &[T]) -> Result<(), Fault> {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        assert!(bytes.len() as u64 <= self.bytes, "more than there is room for");
        if bytes.is_empty() { Ok(()) } else { self.machine.as_ref().send(self.place, bytes) }
    }

    /// Copies values to its beginning, and back again to see that they are there: all that a search
    /// says depends on them.
    pub fn deliver<T: Pod>(&self, values: &[T]) -> Result<(), Fault> {
        self.send(values)?;
        let bytes: &[u8] = bytemuck::cast_slice(values);
        for (number, part) in bytes.chunks(PART_BYTES).enumerate() {
            let mut there: Vec<u8> = part.iter().map(|byte| !byte).collect();
            self.machine.as_ref().fetch(self.place.plus((number * PART_BYTES) as u64), &mut there)?;
            if there != part {
                return Err(Fault::Wrong("what was copied to it is not there".to_owned()));
            }
        }
        Ok(())
    }

    /// Copies values from its beginning.
    pub fn fetch<T: Pod>(&self, values: &mut [T]) -> Result<(), Fault> {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(values);
        assert!(bytes.len() as u64 <= self.bytes, "more than there is");
        if bytes.is_empty() { Ok(()) } else { self.machine.as_ref().fetch(self.place, bytes) }
    }
}

impl<M: AsRef<dyn Machine>> Drop for Memory<M> {
    fn drop(&mut self) {
        self.machine.as_ref().give(self.place);
    }
}
