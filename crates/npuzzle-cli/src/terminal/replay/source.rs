//! A trace that several read at a time, each from its own place.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

/// A file that is open once, and a place in it. Another file under the same name, or none, changes
/// nothing.
#[derive(Clone, Debug)]
pub struct Source {
    file: Arc<File>,
    place: u64,
}

impl Source {
    pub fn new(file: File) -> Self {
        Self { file: Arc::new(file), place: 0 }
    }

    /// How many bytes there are.
    pub fn length(&self) -> u64 {
        self.file.metadata().map_or(0, |metadata| metadata.len())
    }

    #[cfg(unix)]
    fn read_here(&self, bytes: &mut [u8]) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&*self.file, bytes, self.place)
    }

    #[cfg(windows)]
    fn read_here(&self, bytes: &mut [u8]) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(&*self.file, bytes, self.place)
    }
}

impl Read for Source {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.read_here(bytes)?;
        self.place += count as u64;
        Ok(count)
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::Current(by) => self.place.checked_add_signed(by),
            SeekFrom::End(by) => self.length().checked_add_signed(by),
        };
        self.place = place.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.place)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn each_has_its_own_place() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abcdef").unwrap();
        let mut one = Source::new(file);
        let mut other = one.clone();
        let (mut first, mut rest) = ([0; 4], String::new());
        one.read_exact(&mut first).unwrap();
        other.seek(SeekFrom::Start(2)).unwrap();
        other.read_to_string(&mut rest).unwrap();
        assert_eq!((&first, rest.as_str()), (b"abcd", "cdef"));
        rest.clear();
        one.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "ef");
    }
}
