//! Bytes that are held in memory or mapped from a file.
//!
//! PERF: a table of 187 MiB is mapped and checked in 6 to 13 ms, read into memory and checked in
//! 118 to 190 ms (its pages in the system's cache, one thread), and processes that run at the same
//! time share one copy of a mapped table. That is what the one `unsafe` block here buys. The safe
//! reference is to read the file, and the tests compare the two.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Deref;

use memmap2::{Mmap, MmapOptions};

/// Bytes that never change, wherever they are.
pub enum Bytes {
    /// In memory.
    Owned(Vec<u8>),
    /// In a file that the system brings into memory page by page.
    Mapped(Mmap),
}

impl Bytes {
    /// Maps `length` bytes of a file, after the first `skipped`. The file must never be written to:
    /// it is one that got its name by a rename when it was complete.
    pub fn map(file: &File, skipped: u64, length: usize) -> io::Result<Self> {
        if length == 0 {
            return Ok(Self::Owned(Vec::new()));
        }
        let end = skipped.checked_add(length as u64).ok_or(io::ErrorKind::UnexpectedEof)?;
        if file.metadata()?.len() < end {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // SAFETY: a mapping is sound as long as no process writes to the file or cuts it short.
        // - The bytes all lie inside the file: that was just checked.
        // - This program writes tables under another name, of a file that is locked, and gives them
        //   theirs by a rename when they are complete (`store::claim`). After that it never opens
        //   them for writing; to replace or to remove one is to take its name away, which leaves
        //   the mapped file as it is.
        // - What is mapped is only ever read as bytes, for which all values are valid. The checksum
        //   is computed on what was mapped, so what another program did to the file before is found
        //   out.
        #[expect(unsafe_code, reason = "see the module's documentation")]
        let map = unsafe { MmapOptions::new().offset(skipped).len(length).map(file)? };
        debug_assert_eq!(map.len(), length);
        Ok(Self::Mapped(map))
    }

    /// Reads `length` bytes of a file, after the first `skipped`, into memory.
    pub fn read(mut file: &File, skipped: u64, length: usize) -> io::Result<Self> {
        let mut bytes = Vec::new();
        // A header may claim anything: what the machine does not have must be an error.
        bytes.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        file.seek(SeekFrom::Start(skipped))?;
        file.take(length as u64).read_to_end(&mut bytes)?;
        if bytes.len() < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(Self::Owned(bytes)) }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Owned(bytes)
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if matches!(self, Self::Owned(_)) { "in memory" } else { "mapped" };
        write!(f, "{} bytes {place}", self.len())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "Miri maps no files")]
    fn what_is_mapped_is_what_is_read() {
        let mut file = tempfile::tempfile().unwrap();
        let content: Vec<u8> = (0..50_000_u32).map(|n| ((n * n) >> 7) as u8).collect();
        file.write_all(&content).unwrap();
        for (skipped, length) in [(0, 50_000), (0, 1), (4096, 10_000), (4096, 45_904), (8192, 0), (49_999, 1)] {
            let mapped = Bytes::map(&file, skipped, length).unwrap();
            let read = Bytes::read(&file, skipped, length).unwrap();
            assert_eq!(mapped[..], read[..]);
            assert_eq!(mapped[..], content[skipped as usize..][..length]);
            assert!(matches!(mapped, Bytes::Mapped(_)) == (length > 0));
        }
        for (skipped, length) in [(0, 50_001), (4096, 45_905), (50_000, 1), (u64::MAX, 1), (60_000, 1)] {
            assert!(Bytes::map(&file, skipped, length).is_err() && Bytes::read(&file, skipped, length).is_err());
        }
        assert!(Bytes::read(&file, 0, usize::MAX).is_err());
        assert_eq!(format!("{:?}", Bytes::map(&file, 0, 9).unwrap()), "9 bytes mapped");
    }
}
