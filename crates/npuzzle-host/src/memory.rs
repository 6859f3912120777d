//! How much memory a search may take by default: three quarters of what is free.
//!
//! What is free is the least that any of these leaves: the machine, the control groups that the
//! process is in (batch systems and containers set them), and the limits of the process itself.
//! The last quarter is for what searches do not count: the program, its output, gaps in the heap.

mod groups;
mod process;

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use npuzzle::core::Limits;

use crate::allocator;

/// Where nothing can be learned about the machine.
const FALLBACK: u64 = 4 << 30;
/// How long an answer of the system is believed. To ask it takes a tenth of a millisecond, longer
/// than a small board.
const FRESH: Duration = Duration::from_secs(1);

/// Who leaves how much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Who.
    pub source: Source,
    /// Bytes that can still be taken.
    pub free: u64,
}

/// Who limits memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// What the machine has available.
    Machine,
    /// A control group, of batch systems and containers.
    Group,
    /// The addresses of the process (`ulimit -v`).
    Addresses,
    /// The data of the process (`ulimit -d`).
    Data,
}

/// Three quarters of what is free, as far as the system tells.
pub fn default_limit() -> u64 {
    static KNOWN: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match *known {
        Some((asked, limit)) if asked.elapsed() < FRESH => limit,
        _ => known.insert((Instant::now(), room().free / 4 * 3)).1,
    }
}

/// The usual limits of a question: the default limit on memory, and the flag that ends a search
/// when the system refuses memory all the same.
pub fn limits() -> Limits {
    allocator::set_aside();
    Limits { memory: Some(default_limit()), exhausted: Some(&allocator::EXHAUSTED), ..Limits::default() }
}

/// Who leaves the least memory, and how much.
pub fn room() -> Room {
    least_room(Path::new("/"))
}

/// Whether the addresses of this process are limited.
pub fn addresses_are_limited() -> bool {
    process::rooms(Path::new("/")).any(|room| room.source == Source::Addresses)
}

/// The same, of a system whose files are below `root`.
fn least_room(root: &Path) -> Room {
    let machine = fs::read_to_string(root.join("proc/meminfo")).ok().and_then(|text| available_bytes(&text));
    let machine = Room { source: Source::Machine, free: machine.unwrap_or(FALLBACK) };
    let group = groups::free_bytes(root).map(|free| Room { source: Source::Group, free });
    group.into_iter().chain(process::rooms(root)).fold(
        machine,
        |least, room| {
            if room.free < least.free { room } else { least }
        },
    )
}

fn available_bytes(meminfo: &str) -> Option<u64> {
    kibibytes(meminfo, "MemAvailable:")
}

/// The value of a line such as `VmSize:  1234 kB`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A system with these files.
    pub fn system(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn the_systems_own_words_are_understood() {
        assert_eq!(available_bytes("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(available_bytes("nonsense"), None);
        assert!(default_limit() > 0);
    }

    #[test]
    fn the_least_room_counts() {
        let meminfo = ("proc/meminfo", "MemAvailable: 8000 kB\n");
        let limits =
            ("proc/self/limits", "Max address space         4096000              unlimited            bytes     \n");
        let status = ("proc/self/status", "VmSize:\t 1000 kB\nVmData:\t 10 kB\n");
        let groups = ("proc/self/cgroup", "0::/job\n");
        let mounts = ("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        let group = ("sys/fs/cgroup/job/memory.max", "1024000\n");
        let of = |files: &[(&str, &str)]| {
            let least = least_room(system(files).path());
            (least.source, least.free)
        };
        assert_eq!(of(&[]), (Source::Machine, FALLBACK));
        assert_eq!(of(&[meminfo]), (Source::Machine, 8_192_000));
        let (source, free) = of(&[meminfo, limits, status]);
        assert_eq!(source, Source::Addresses);
        assert!(free < 4_096_000 - 1_024_000, "{free}");
        assert_eq!(of(&[meminfo, limits, status, groups, mounts, group]), (Source::Group, 1_024_000));
    }
}
