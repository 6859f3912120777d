//! Files of tables: a page of text that says what the table is, then its bytes.
//!
//! The first 4096 bytes are a header that can be read with `head -c 4096 FILE`; zeros fill it up:
//!
//! ```text
//! npuzzle table 1
//! kind: pattern database
//! board: 4x4
//! bytes: 178128896
//! checksum: 9d3a0c6b1f6e2a77
//! header: 51c7a4e9d0b83f12
//! ```
//!
//! The first line names the format and its version. The fields between `kind` and `bytes` are those
//! of the kind. `checksum` is that of the table, `header` that of all lines above it (XXH3, 64
//! bits). Nothing is believed before both have been computed anew, at every opening: a table with a
//! wrong bit gives wrong answers that go unnoticed. PERF: this takes 6 to 13 ms for 187 MiB,
//! so it needs neither threads nor a promise that it was done before.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use twox_hash::XxHash3_64;

pub use crate::store::bytes::Bytes;
use crate::store::claim::Claim;

/// What the first line begins with.
const MAGIC: &str = "npuzzle table ";
/// The version of this form of the files.
const VERSION: u32 = 1;
/// The bytes of the header: a page, so that the table can be mapped behind it.
pub const HEADER_BYTES: usize = 4096;

/// What a table is, as its file says: the kind, and fields with names. None of these texts may hold
/// a control character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The kind of table.
    pub kind: String,
    /// Names and values, in their order.
    pub fields: Vec<(String, String)>,
}

impl Label {
    /// The value of a field.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}

/// All that a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the table is.
    pub label: Label,
    /// The length of the table.
    pub bytes: u64,
    /// The checksum of the table.
    pub checksum: u64,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableFileError {
    /// There is none.
    #[error("there is no such file")]
    Missing,
    /// The system does not let us read it.
    #[error("it cannot be read: {0}")]
    Unreadable(io::Error),
    /// It is something else.
    #[error("it is not a table")]
    Foreign,
    /// It was written by another version of the program.
    #[error("it has version {0} of the format, not {VERSION}")]
    OtherVersion(u32),
    /// The header does not fit its checksum.
    #[error("its header is damaged")]
    DamagedHeader,
    /// The file is too short or too long.
    #[error("it has {found} bytes where {expected} are expected")]
    WrongLength { expected: u64, found: u64 },
    /// The table does not fit its checksum.
    #[error("its data are damaged: their checksum is {found:016x}, not {expected:016x}")]
    DamagedData { expected: u64, found: u64 },
    /// It is in order, but not what its name says.
    #[error("it is another table: {0}")]
    AnotherTable(String),
}

impl From<io::Error> for TableFileError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Unreadable(error),
        }
    }
}

/// A checksum that finds any damage that is not made on purpose.
pub fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

impl Header {
    /// The header of a table.
    pub fn new(label: Label, table: &[u8]) -> Self {
        Self { label, bytes: table.len() as u64, checksum: checksum(table) }
    }

    /// The page as it is written; `None` if the label does not fit into it.
    fn page(&self) -> Option<Vec<u8>> {
        let own =
            [("bytes".to_owned(), self.bytes.to_string()), ("checksum".to_owned(), format!("{:016x}", self.checksum))];
        let kind = ("kind".to_owned(), self.label.kind.clone());
        let mut text = format!("{MAGIC}{VERSION}\n");
        for (name, value) in [kind].iter().chain(&self.label.fields).chain(&own) {
            if name.contains(':') || name.contains(char::is_control) || value.contains(char::is_control) {
                return None;
            }
            text += &format!("{name}: {value}\n");
        }
        text += &format!("header: {:016x}\n", checksum(text.as_bytes()));
        let mut page = text.into_bytes();
        // The last byte is always zero: it ends the text.
        (page.len() < HEADER_BYTES).then(|| page.resize(HEADER_BYTES, 0))?;
        Some(page)
    }

    fn parse(page: &[u8]) -> Result<Self, TableFileError> {
        let behind = page.strip_prefix(MAGIC.as_bytes()).ok_or(TableFileError::Foreign)?;
        let text = behind.split(|&byte| byte == 0).next().unwrap_or_default();
        let text = str::from_utf8(text).map_err(|_| TableFileError::DamagedHeader)?;
        let (version, text) = text.split_once('\n').ok_or(TableFileError::DamagedHeader)?;
        match version.parse() {
            Ok(VERSION) => {}
            Ok(other) => return Err(TableFileError::OtherVersion(other)),
            Err(_) => return Err(TableFileError::DamagedHeader),
        }
        let field = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
        let fields: Option<Vec<(String, String)>> = text.lines().map(field).collect();
        let header = fields.and_then(Self::of_fields).ok_or(TableFileError::DamagedHeader)?;
        // One text for one header: written anew it must come out the same, checksum, zeros and all.
        if header.page().as_deref() == Some(page) { Ok(header) } else { Err(TableFileError::DamagedHeader) }
    }

    fn of_fields(mut fields: Vec<(String, String)>) -> Option<Self> {
        // The checksum of the header is compared with all else.
        fields.pop()?;
        let checksum = u64::from_str_radix(&fields.pop()?.1, 16).ok()?;
        let bytes = fields.pop()?.1.parse().ok()?;
        let kind = (!fields.is_empty()).then(|| fields.remove(0).1)?;
        Some(Self { label: Label { kind, fields }, bytes, checksum })
    }

    /// Reads the header of an open file, and compares the length of the file with it.
    fn read(file: &File) -> Result<Self, TableFileError> {
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(TableFileError::Unreadable(io::Error::other("it is not a file")));
        }
        let mut page = Vec::with_capacity(HEADER_BYTES);
        file.take(HEADER_BYTES as u64).read_to_end(&mut page)?;
        if page.len() < HEADER_BYTES {
            let is_ours = !page.is_empty() && MAGIC.as_bytes().iter().zip(&page).all(|(ours, byte)| ours == byte);
            let (expected, found) = (HEADER_BYTES as u64, page.len() as u64);
            let short = TableFileError::WrongLength { expected, found };
            return Err(if is_ours || page.is_empty() { short } else { TableFileError::Foreign });
        }
        let header = Self::parse(&page)?;
        let expected = header.bytes.saturating_add(HEADER_BYTES as u64);
        match metadata.len() {
            found if found == expected => Ok(header),
            found => Err(TableFileError::WrongLength { expected, found }),
        }
    }
}

/// Opens a file only if opening cannot take for ever, as that of a pipe may.
fn open_file(path: &Path) -> Result<File, TableFileError> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(TableFileError::Unreadable(io::Error::other("it is not a file")));
    }
    Ok(File::open(path)?)
}

/// What a file says it holds. Only the header is read.
pub fn read_header(path: &Path) -> Result<Header, TableFileError> {
    Header::read(&open_file(path)?)
}

/// The table in a file, mapped where that is possible, and every byte of it checked.
pub fn open(path: &Path) -> Result<(Header, Bytes), TableFileError> {
    open_by(path, |file, length| {
        Bytes::map(file, HEADER_BYTES as u64, length).or_else(|_| Bytes::read(file, HEADER_BYTES as u64, length))
    })
}

fn open_by(
    path: &Path,
    get: impl FnOnce(&File, usize) -> io::Result<Bytes>,
) -> Result<(Header, Bytes), TableFileError> {
    let file = open_file(path)?;
    let header = Header::read(&file)?;
    let length = usize::try_from(header.bytes).map_err(io::Error::other)?;
    let table = get(&file, length)?;
    checked(header, table)
}

fn checked(header: Header, table: Bytes) -> Result<(Header, Bytes), TableFileError> {
    match checksum(&table) {
        found if found == header.checksum => Ok((header, table)),
        found => Err(TableFileError::DamagedData { expected: header.checksum, found }),
    }
}

/// The table in a file that is in memory, every byte of it checked.
pub fn unpack(mut file: Vec<u8>) -> Result<(Header, Bytes), TableFileError> {
    let found = file.len() as u64;
    let page = file.get(..HEADER_BYTES).ok_or(TableFileError::WrongLength { expected: HEADER_BYTES as u64, found })?;
    let header = Header::parse(page)?;
    match header.bytes.saturating_add(HEADER_BYTES as u64) {
        expected if expected != found => Err(TableFileError::WrongLength { expected, found }),
        _ => checked(header, Bytes::from(file.split_off(HEADER_BYTES))),
    }
}

/// The file of a table, in memory.
pub fn pack(label: Label, table: &[u8]) -> io::Result<Vec<u8>> {
    let mut file = page(label, table)?;
    file.try_reserve_exact(table.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.extend_from_slice(table);
    Ok(file)
}

/// Writes a table into the file that was claimed.
pub fn write(claim: Claim, label: Label, table: &[u8]) -> io::Result<()> {
    claim.complete(&[&page(label, table)?, table])
}

fn page(label: Label, table: &[u8]) -> io::Result<Vec<u8>> {
    let too_long = || io::Error::new(io::ErrorKind::InvalidInput, "the label does not fit into the header");
    Header::new(label, table).page().ok_or_else(too_long)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    fn label() -> Label {
        let fields = [("board", "4x4"), ("tiles", "1 2 3")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        Label { kind: "pattern database".to_owned(), fields: fields.into() }
    }

    /// What is packed is what is written into files, and is checked like them.
    #[test]
    fn a_file_in_memory_is_like_one_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let table: Vec<u8> = (0..10_000_u32).map(|n| ((n * n) >> 5) as u8).collect();
        let packed = pack(label(), &table).unwrap();
        assert!(fs::read(written(folder.path(), &table)).unwrap() == packed);
        let (header, unpacked) = unpack(packed.clone()).unwrap();
        assert!(header == Header::new(label(), &table) && *unpacked == *table);
        for place in [0, 20, HEADER_BYTES - 1, HEADER_BYTES, packed.len() - 1] {
            let mut damaged = packed.clone();
            damaged[place] ^= 4;
            assert!(unpack(damaged).is_err(), "byte {place}");
        }
        for length in [0, 5, HEADER_BYTES, packed.len() - 1] {
            assert!(unpack(packed[..length].to_vec()).is_err(), "{length} bytes");
        }
        assert!(unpack([packed, vec![0]].concat()).is_err());
    }

    fn written(folder: &Path, table: &[u8]) -> std::path::PathBuf {
        let path = folder.join("table");
        write(Claim::take(&path, &mut || Ok::<_, Infallible>(())).unwrap(), label(), table).unwrap();
        path
    }

    fn some_bytes(count: usize) -> Vec<u8> {
        (0..count).map(|n| (n * n / 3) as u8).collect()
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri maps no files")]
    fn what_is_written_is_found_again_mapped_or_read() {
        let folder = tempfile::tempdir().unwrap();
        for count in [0, 1, 4095, 4096, 100_000] {
            let table = some_bytes(count);
            let path = written(folder.path(), &table);
            let (header, mapped) = open(&path).unwrap();
            let (same, read) = open_by(&path, |file, length| Bytes::read(file, HEADER_BYTES as u64, length)).unwrap();
            assert_eq!((&mapped[..], &read[..]), (&table[..], &table[..]));
            assert_eq!((&header, &header), (&same, &read_header(&path).unwrap()));
            assert_eq!(header, Header::new(label(), &table));
            assert_eq!(header.label.field("tiles"), Some("1 2 3"));
        }
    }

    #[test]
    fn the_header_is_a_text_for_people() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = fs::read(written(folder.path(), b"abc")).unwrap();
        let text = str::from_utf8(&bytes[..HEADER_BYTES]).unwrap().trim_end_matches('\0');
        assert_eq!(
            text,
            "npuzzle table 1\nkind: pattern database\nboard: 4x4\ntiles: 1 2 3\nbytes: 3\nchecksum: 78af5f94892f3950\n\
             header: 92a6eec85de20a36\n"
        );
        assert_eq!(bytes.len(), HEADER_BYTES + 3);
    }

    /// Every single bit of a small file is flipped, one at a time.
    #[test]
    #[cfg_attr(miri, ignore = "so many bits take Miri an hour")]
    fn no_flipped_bit_is_overlooked() {
        let folder = tempfile::tempdir().unwrap();
        let whole = fs::read(written(folder.path(), &some_bytes(64))).unwrap();
        let path = folder.path().join("flipped");
        let text_end = whole.iter().position(|&byte| byte == 0).unwrap();
        // All of the text and of the table, and of the zeros some.
        let places = (0..text_end + 2).chain((text_end..HEADER_BYTES).step_by(97)).chain(HEADER_BYTES - 1..whole.len());
        for place in places {
            for bit in 0..8 {
                let mut flipped = whole.clone();
                flipped[place] ^= 1 << bit;
                fs::write(&path, flipped).unwrap();
                let error = open(&path).expect_err("a damaged file was opened");
                let in_table = place >= HEADER_BYTES;
                assert_eq!(matches!(error, TableFileError::DamagedData { .. }), in_table, "{place} {bit}: {error}");
                assert_eq!(read_header(&path).is_ok(), in_table, "{place} {bit}");
            }
        }
    }

    #[test]
    fn files_of_every_other_length_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let whole = fs::read(written(folder.path(), &some_bytes(5000))).unwrap();
        let path = folder.path().join("cut");
        for length in [0, 1, 13, 14, 16, 100, 4095, 4096, 4097, 8192, 9095] {
            fs::write(&path, &whole[..length]).unwrap();
            for error in [open(&path).unwrap_err(), read_header(&path).unwrap_err()] {
                assert!(
                    matches!(error, TableFileError::WrongLength { found, .. } if found == length as u64),
                    "{error}"
                );
            }
        }
        fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
        assert_eq!(open(&path).unwrap_err().to_string(), "it has 9097 bytes where 9096 are expected");
    }

    #[test]
    fn other_files_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other");
        let error = |content: &[u8]| {
            fs::write(&path, content).unwrap();
            open(&path).unwrap_err()
        };
        assert!(matches!(error(b"hello"), TableFileError::Foreign));
        assert!(matches!(error(&[0; 10_000]), TableFileError::Foreign));
        assert!(matches!(error(&[0xFF; 10_000]), TableFileError::Foreign));
        let whole = fs::read(written(folder.path(), b"abc")).unwrap();
        let replaced = |from: &str, to: &str| {
            let text = str::from_utf8(&whole).unwrap().replacen(from, to, 1);
            let mut page = text.trim_end_matches("abc").trim_end_matches('\0').as_bytes().to_vec();
            page.resize(HEADER_BYTES, 0);
            [&page[..], b"abc"].concat()
        };
        assert!(matches!(error(&replaced("table 1", "table 2")), TableFileError::OtherVersion(2)));
        for (from, to) in [
            ("table 1", "table x"),
            ("table 1", "table +1"),
            ("table 1", "table 01"),
            ("4x4", "5x5"),
            ("bytes: 3", "bytes: 03"),
            ("bytes: 3", "bytes: 18446744073709551615"),
            ("\nheader: ", "\n"),
            ("\nchecksum", "\nCHECKSUM"),
            ("kind", "king"),
        ] {
            assert!(matches!(error(&replaced(from, to)), TableFileError::DamagedHeader), "{to}");
        }
        assert!(matches!(open(&folder.path().join("none")), Err(TableFileError::Missing)));
        let directory = open(folder.path()).unwrap_err();
        assert_eq!(directory.to_string(), "it cannot be read: it is not a file");
        assert!(matches!(open(&path.join("below")), Err(TableFileError::Unreadable(_))));
    }

    #[test]
    fn a_label_that_cannot_be_written_is_refused_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let long = Label { kind: "x".repeat(HEADER_BYTES), fields: Vec::new() };
        let broken = Label { kind: "two\nlines".to_owned(), fields: Vec::new() };
        let colon = Label { kind: String::new(), fields: vec![("a:b".to_owned(), String::new())] };
        for label in [long, broken, colon] {
            let claim = Claim::take(&path, &mut || Ok::<_, Infallible>(())).unwrap();
            assert!(write(claim, label, b"abc").is_err());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    proptest! {
        #[test]
        fn any_page_is_read_without_harm(text in "(npuzzle table 1\n)?([a-z]{0,8}:? ?[0-9a-f+]{0,17}\n){0,8}") {
            let mut page = text.into_bytes();
            page.resize(HEADER_BYTES, 0);
            prop_assert!(Header::parse(&page).is_err());
        }
    }
}
