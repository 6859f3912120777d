//! How much memory a search may take by default.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Where nothing can be learned about the machine.
const FALLBACK: u64 = 4 << 30;
/// How long an answer of the system is believed. To ask it takes twenty microseconds, as long as a
/// small board.
const FRESH: Duration = Duration::from_secs(1);

/// Three quarters of what is free, as far as the system tells.
pub fn default_limit() -> u64 {
    static KNOWN: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match *known {
        Some((asked, limit)) if asked.elapsed() < FRESH => limit,
        _ => known.insert((Instant::now(), asked_for_limit())).1,
    }
}

fn asked_for_limit() -> u64 {
    let available = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| available_bytes(&text));
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    let free = available.unwrap_or(FALLBACK).min(group.unwrap_or(u64::MAX));
    free / 4 * 3
}

fn available_bytes(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_own_words_are_understood() {
        assert_eq!(available_bytes("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(available_bytes("nonsense"), None);
        assert!(default_limit() > 0);
    }
}
