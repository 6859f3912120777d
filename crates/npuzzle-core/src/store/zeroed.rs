//! Large pieces of memory that begin as zeros.
//!
//! PERF: random reads of a gigabyte take 1.2 to 1.4 times as long with small pages as with huge
//! ones, so the system is asked for those. It need not grant them.

use memmap2::MmapMut;

/// Bytes, zero at first.
#[derive(Debug)]
pub struct Zeroed {
    mapped: Option<MmapMut>,
}

impl Zeroed {
    /// So many bytes; `None` if there is no room for them.
    pub fn new(bytes: usize) -> Option<Self> {
        if bytes == 0 {
            return Some(Self { mapped: None });
        }
        let mapped = MmapMut::map_anon(bytes).ok()?;
        // Where this is not known (Miri ends there) or not granted, small pages do as well.
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = mapped.advise(memmap2::Advice::HugePage);
        Some(Self { mapped: Some(mapped) })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        self.mapped.as_deref().unwrap_or_default()
    }

    /// The bytes, to be changed.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.mapped.as_deref_mut().unwrap_or_default()
    }
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
