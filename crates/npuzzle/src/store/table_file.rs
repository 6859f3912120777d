//! Tables in files.

use std::ops::Deref;

/// The bytes of a table.
pub enum Bytes {
    /// In memory.
    Owned(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
        }
    }
}
