//! Which glibc a program for Linux asks for.
//!
//! Every function that it takes from there carries the version that brought it: `GLIBC_2.17`. The
//! newest of them is the oldest glibc that can run it.

/// What the archives and wheels may ask for: that of 2012, which every distribution of the last
/// eight years has.
pub const OLDEST: (u32, u32) = (2, 17);

const MARK: &[u8] = b"GLIBC_";

/// The newest version that a program asks for.
pub fn newest(program: &[u8]) -> Option<(u32, u32)> {
    let starts = (0..program.len()).filter(|&at| program[at..].starts_with(MARK));
    starts.filter_map(|at| version(&program[at + MARK.len()..])).max()
}

fn version(text: &[u8]) -> Option<(u32, u32)> {
    let end = text.iter().position(|&byte| !byte.is_ascii_digit() && byte != b'.')?;
    let mut numbers = std::str::from_utf8(&text[..end]).ok()?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_counts() {
        let program = b"\0GLIBC_2.9\0GLIBC_2.17\0memcpy\0GLIBC_2.2.5\0GLIBC_PRIVATE\0GLIBC_";
        assert_eq!(newest(program), Some((2, 17)));
        assert_eq!(newest(b"\x7fELF without any"), None);
    }
}
