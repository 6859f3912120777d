//! What the limits of the process leave, as `ulimit` and batch systems set them.
//!
//! The limit on addresses counts all that is mapped: the program, stacks, files. The limit on data
//! counts what is private and can be written to. (proc(5), getrlimit(2))

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use super::{Room, Source, kibibytes};

/// What a thread takes besides what it works on: its stack and the stack of its signal handler.
const THREAD: u64 = 3 << 20;

/// Each limit that is set: its line among the limits, and the line of the status with what is used.
const LIMITS: [(Source, &str, &str); 2] =
    [(Source::Addresses, "Max address space", "VmSize:"), (Source::Data, "Max data size", "VmData:")];

/// What each limit that is set leaves, without the stacks of threads to come.
pub(super) fn rooms(root: &Path) -> impl Iterator<Item = Room> {
    let limits = fs::read_to_string(root.join("proc/self/limits")).unwrap_or_default();
    let status = fs::read_to_string(root.join("proc/self/status")).unwrap_or_default();
    let stacks = THREAD * available_parallelism().map_or(1, NonZeroUsize::get) as u64;
    LIMITS.into_iter().filter_map(move |(source, limit, used)| {
        let free = soft_limit(&limits, limit)?.saturating_sub(kibibytes(&status, used).unwrap_or(0));
        // Many cores take no more than half: a search that finds no room for its threads says so.
        Some(Room { source, free: free - stacks.min(free / 2) })
    })
}

/// The soft limit of a line such as `Max data size   1024   unlimited   bytes`; `None` if there is
/// no limit.
fn soft_limit(limits: &str, name: &str) -> Option<u64> {
    let values = limits.lines().find_map(|line| line.strip_prefix(name))?;
    values.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::tests::system;

    const UNLIMITED: &str = "\
Limit                     Soft Limit           Hard Limit           Units     
Max data size             unlimited            unlimited            bytes     
Max stack size            8388608              unlimited            bytes     
Max address space         unlimited            unlimited            bytes     
";

    #[test]
    fn what_is_used_and_the_stacks_of_threads_are_taken_off() {
        let limits = UNLIMITED.replace("Max data size             unlimited ", "Max data size             20480000000");
        let limits = limits.replace("Max address space         unlimited  ", "Max address space         40960000000");
        let status = "Name:\tnpuzzle\nVmPeak:\t 99999 kB\nVmSize:\t  30000 kB\nVmData:\t   1000 kB\n";
        let root = system(&[("proc/self/limits", &limits), ("proc/self/status", status)]);
        let found: Vec<Room> = rooms(root.path()).collect();
        assert_eq!(found.iter().map(|room| room.source).collect::<Vec<_>>(), [Source::Addresses, Source::Data]);
        for (room, free) in found.iter().zip([40_960_000_000 - 30_720_000, 20_480_000_000 - 1_024_000]) {
            let stacks = free - room.free;
            assert!(stacks > 0 && stacks.is_multiple_of(THREAD) && stacks <= free / 2, "{room:?}");
        }
    }

    #[test]
    fn half_of_little_is_left_for_data() {
        let limits = "Max address space         2000000              unlimited            bytes     \n";
        let root = system(&[("proc/self/limits", limits), ("proc/self/status", "VmSize: 1000 kB\n")]);
        assert_eq!(rooms(root.path()).collect::<Vec<_>>(), [Room { source: Source::Addresses, free: 488_000 }]);
        let root = system(&[("proc/self/limits", limits), ("proc/self/status", "VmSize: 9000 kB\n")]);
        assert_eq!(rooms(root.path()).collect::<Vec<_>>(), [Room { source: Source::Addresses, free: 0 }]);
    }

    #[test]
    fn without_limits_there_is_nothing_to_say() {
        assert_eq!(rooms(system(&[("proc/self/limits", UNLIMITED)]).path()).count(), 0);
        assert_eq!(rooms(system(&[]).path()).count(), 0);
        assert_eq!(rooms(system(&[("proc/self/limits", "Max address space\nMax data size ?")]).path()).count(), 0);
    }
}
