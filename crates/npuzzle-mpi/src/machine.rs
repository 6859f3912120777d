//! Which processes share a machine, and which share its cores.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

use mpi::environment::processor_name;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

/// How many processes are where this one is, it included.
pub struct Neighbours {
    pub on_this_machine: usize,
    pub on_these_cores: usize,
}

impl Neighbours {
    /// Asks all processes where they are.
    pub fn among(world: &SimpleCommunicator) -> Self {
        let machine = processor_name().unwrap_or_default();
        let mine = [hash(&machine), hash(&(&machine, cores()))];
        let mut all = vec![0_u64; mine.len() * world.size() as usize];
        world.all_gather_into(&mine[..], &mut all[..]);
        let count = |place: usize| all.chunks(mine.len()).filter(|theirs| theirs[place] == mine[place]).count();
        Self { on_this_machine: count(0), on_these_cores: count(1) }
    }
}

/// The same for the same build of the program.
fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The cores that this process may use, as the system lists them.
fn cores() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    list.unwrap_or_default().trim().to_owned()
}
