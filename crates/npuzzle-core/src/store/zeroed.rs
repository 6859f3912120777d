//! Large pieces of memory that begin as zeros.
//!
//! PERF: random reads of a gigabyte take 1.2 to 1.4 times as long with small pages as with huge
//! ones, so the system is asked for those. It need not grant them.

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut as Memory;

#[cfg(target_family = "wasm")]
type Memory = Vec<u8>;

/// Bytes, zero at first.
#[derive(Debug)]
pub struct Zeroed {
    memory: Option<Memory>,
}

impl Zeroed {
    /// So many bytes; `None` if there is no room for them.
    pub fn new(bytes: usize) -> Option<Self> {
        let memory = if bytes == 0 { None } else { Some(zeros(bytes)?) };
        Some(Self { memory })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        self.memory.as_deref().unwrap_or_default()
    }

    /// The bytes, to be changed.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.memory.as_deref_mut().unwrap_or_default()
    }
}

#[cfg(not(target_family = "wasm"))]
fn zeros(bytes: usize) -> Option<Memory> {
    let mapped = Memory::map_anon(bytes).ok()?;
    // Where this is not known (Miri ends there) or not granted, small pages do as well.
    #[cfg(all(target_os = "linux", not(miri)))]
    let _ = mapped.advise(memmap2::Advice::HugePage);
    Some(mapped)
}

/// A page cannot map memory.
#[cfg(target_family = "wasm")]
fn zeros(bytes: usize) -> Option<Memory> {
    let mut memory = Memory::new();
    memory.try_reserve_exact(bytes).ok()?;
    memory.resize(bytes, 0);
    Some(memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_begins_as_zeros() {
        for size in [0, 1, 4096, if cfg!(miri) { 5_000 } else { 5_000_000 }] {
            let mut zeroed = Zeroed::new(size).unwrap();
            assert_eq!(zeroed.bytes().len(), size);
            assert!(zeroed.bytes().iter().all(|&byte| byte == 0));
            zeroed.bytes_mut().fill(7);
            assert!(zeroed.bytes().iter().all(|&byte| byte == 7));
        }
        assert!(Zeroed::new(usize::MAX / 2).is_none());
    }
}
