//! The journal of a search: what has to be known to go on after an interruption.
//!
//! A journal is a folder with one file, `search.journal`, text that ends with a checksum. It is
//! replaced as a whole: the new text is written beside it, brought to the disk and renamed, so
//! whenever the power fails one of the two is there and complete. It holds what is done, by counts,
//! and what is not, as the states that are still to be expanded: together they are the whole
//! search. While a search runs, another process cannot open its journal.

use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::core::Cost;
use crate::domains::tiles::Direction;
use crate::solvers::tiles::deepening::Iteration;
use crate::solvers::tiles::kernel::{KernelTally, Saved};

/// The first line of a file, without the number of its format.
const HEADING: &str = "npuzzle search journal";
/// The format that is written. Format 1 knew neither the time nor the longest stacks, and its
/// counts left the first levels out.
const VERSION: u32 = 2;

/// The file in the folder of a journal.
const FILE: &str = "search.journal";

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// Another search is writing it.
    #[error("the journal `{}` is in use by another search: wait for its end, or choose another folder", .0.display())]
    InUse(PathBuf),
    /// The file system says no.
    #[error("the journal `{}` cannot be used: {problem}", .path.display())]
    Io { path: PathBuf, problem: io::Error },
    /// Written by another version of the program.
    #[error(
        "the journal `{}` has the format {found}, and this program knows {VERSION}: finish it with the program that wrote \
         it, or remove it", .path.display()
    )]
    OtherVersion { path: PathBuf, found: String },
    /// The journal of another search.
    #[error(
        "the journal `{}` belongs to another search ({found}), not to this one ({wanted}): choose another folder, or \
         remove it", .path.display()
    )]
    OtherSearch { path: PathBuf, found: String, wanted: String },
    /// Not what was written.
    #[error("the journal `{}` is damaged ({what}): remove it to start again", .path.display())]
    Damaged { path: PathBuf, what: String },
}

/// All that is known of a search at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The bound of the iteration it is in.
    pub bound: Cost,
    /// The iterations that are complete.
    pub completed: Vec<Iteration>,
    /// What is done of the iteration it is in.
    pub done: KernelTally,
    /// The roots of this iteration that have not been begun, the next one last.
    pub roots: Vec<Saved>,
    /// The stacks of those that have.
    pub stacks: Vec<Vec<Saved>>,
    /// The moves of a search that is over.
    pub solution: Option<Vec<Direction>>,
    /// The time that it took so far, to the microsecond.
    pub time: Duration,
    /// The most states held at the same time so far.
    pub stored: u64,
}

/// An open journal. Closed when dropped.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    identity: String,
    /// Locked for as long as the journal is open. A file of its own, since the other one is
    /// replaced again and again.
    lock: File,
}

impl Drop for Journal {
    fn drop(&mut self) {
        // A program that another thread is starting has the file, too, until it runs: for it, the
        // lock would last beyond the end of this one. If unlocking fails, closing has to do.
        let _ = self.lock.unlock();
    }
}

impl Journal {
    /// Opens the journal of the search with this identity, and reads what it holds. Makes the
    /// folder if there is none.
    ///
    /// The identity is one line that names all that the counts and states depend on.
    pub fn open(folder: &Path, identity: &str) -> Result<(Self, Option<Record>), JournalError> {
        let io_error = |path: &Path| {
            let path = path.to_owned();
            move |problem| JournalError::Io { path, problem }
        };
        fs::create_dir_all(folder).map_err(io_error(folder))?;
        let lock_path = folder.join("search.lock");
        let lock = File::options().create(true).append(true).open(&lock_path).map_err(io_error(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(folder.to_owned())),
            Err(TryLockError::Error(problem)) => return Err(JournalError::Io { path: lock_path, problem }),
        }
        let identity = identity.lines().collect::<Vec<_>>().join(" ");
        let journal = Self { folder: folder.to_owned(), identity, lock };
        let path = journal.path();
        let record = match fs::read(&path) {
            Ok(bytes) => Some(journal.read(&bytes)?),
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => None,
            Err(problem) => return Err(JournalError::Io { path, problem }),
        };
        Ok((journal, record))
    }

    /// Whether there is a record in a folder, whatever it holds.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    fn path(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// Replaces what the journal holds.
    pub fn write(&self, record: &Record) -> Result<(), JournalError> {
        self.write_with(record, &mut std::iter::empty(), &|| true)
    }

    /// The same with further roots, which are on top of the others. `go_on` is asked many times a
    /// second: when it says no, the journal stays as it was.
    pub fn write_with(
        &self,
        record: &Record,
        roots: &mut dyn Iterator<Item = Saved>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), JournalError> {
        let new = self.folder.join("search.journal.new");
        let mut write = || {
            let mut page = Page { file: File::create(&new)?, text: String::new(), checksum: CHECKSUM, go_on };
            self.put(record, roots, &mut page)?;
            page.file.sync_all()?;
            fs::rename(&new, self.path())?;
            // The name has to reach the disk as well. Where a folder cannot be opened, the system
            // sees to that.
            File::open(&self.folder).and_then(|folder| folder.sync_all()).or(Ok(()))
        };
        match write() {
            Err(_) if !go_on() => fs::remove_file(&new).or(Ok(())),
            written => written.map_err(|problem| JournalError::Io { path: new, problem }),
        }
    }

    /// Removes what the journal holds.
    pub fn clear(&self) -> Result<(), JournalError> {
        match fs::remove_file(self.path()) {
            Err(problem) if problem.kind() != io::ErrorKind::NotFound => {
                Err(JournalError::Io { path: self.path(), problem })
            }
            _ => Ok(()),
        }
    }

    /// Puts a record on pages.
    fn put(&self, record: &Record, roots: &mut dyn Iterator<Item = Saved>, page: &mut Page<'_>) -> io::Result<()> {
        let text = &mut page.text;
        let _ = writeln!(text, "{HEADING} {VERSION}\nsearch {}\nbound {}", self.identity, record.bound);
        for Iteration { bound, expanded, generated, evaluated, .. } in &record.completed {
            let _ = writeln!(text, "completed {bound} {expanded} {generated} {evaluated}");
        }
        let KernelTally { expanded, generated, evaluated } = record.done;
        let _ = writeln!(text, "done {expanded} {generated} {evaluated}");
        let _ = writeln!(text, "microseconds {}\nstored {}\nroots", record.time.as_micros(), record.stored);
        record.roots.iter().try_for_each(|node| page.add(node))?;
        for node in roots {
            page.add(&node)?;
        }
        for stack in &record.stacks {
            page.text.push_str("stack\n");
            stack.iter().try_for_each(|node| page.add(node))?;
        }
        if let Some(moves) = &record.solution {
            let letters: String = moves.iter().map(|direction| direction.letter()).collect();
            let _ = writeln!(page.text, "solved {letters}");
        }
        let checksum = checksum(page.checksum, page.text.as_bytes());
        let _ = writeln!(page.text, "end {checksum:016x}");
        page.turn()
    }

    /// That it does not hold what it should.
    pub(super) fn damaged(&self, what: &str) -> JournalError {
        JournalError::Damaged { path: self.path(), what: what.to_owned() }
    }

    fn read(&self, bytes: &[u8]) -> Result<Record, JournalError> {
        let (path, damaged) = (self.path(), |what: &str| self.damaged(what));
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("it is not text"))?;
        let heading = text.lines().next().unwrap_or_default();
        let version =
            heading.strip_prefix(HEADING).ok_or_else(|| damaged("its first line is not that of a journal"))?;
        if version.trim() != VERSION.to_string() {
            return Err(JournalError::OtherVersion { path, found: version.trim().to_owned() });
        }
        let whole = text.strip_suffix('\n').and_then(|text| text.rsplit_once('\n'));
        let Some((body, end)) = whole.filter(|(_, end)| end.starts_with("end ")) else {
            return Err(damaged("its end is missing"));
        };
        if end != format!("end {:016x}", checksum(CHECKSUM, &bytes[..=body.len()])) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut record = Record::default();
        for (number, line) in body.lines().enumerate().skip(1) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "search" if rest != self.identity => {
                    let (found, wanted) = (rest.to_owned(), self.identity.clone());
                    return Err(JournalError::OtherSearch { path, found, wanted });
                }
                "search" => {}
                _ => record.add(word, rest).ok_or_else(|| damaged(&format!("line {} is `{line}`", number + 1)))?,
            }
        }
        Ok(record)
    }
}

impl Record {
    /// Adds what a line says; `None` if it says nothing.
    fn add(&mut self, word: &str, rest: &str) -> Option<()> {
        let numbers = || rest.split(' ').map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>();
        match word {
            "bound" => self.bound = rest.parse().ok()?,
            "completed" => {
                let [bound, expanded, generated, evaluated] = numbers()?.try_into().ok()?;
                let bound = Cost::try_from(bound).ok()?;
                self.completed.push(Iteration { bound, expanded, generated, evaluated, completed: true });
            }
            "done" => {
                let [expanded, generated, evaluated] = numbers()?.try_into().ok()?;
                self.done = KernelTally { expanded, generated, evaluated };
            }
            "microseconds" => self.time = Duration::from_micros(rest.parse().ok()?),
            "stored" => self.stored = rest.parse().ok()?,
            "roots" => {}
            "stack" => self.stacks.push(Vec::new()),
            "node" => {
                let node = saved(rest)?;
                self.stacks.last_mut().unwrap_or(&mut self.roots).push(node);
            }
            "solved" => self.solution = Some(rest.chars().map(Direction::from_letter).collect::<Option<_>>()?),
            _ => return None,
        }
        Some(())
    }
}

fn saved(text: &str) -> Option<Saved> {
    let mut parts = text.split(' ');
    let (words, left) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let path = u64::from_str_radix(parts.next()?, 16).ok()?;
    let digits = parts.next()?.as_bytes();
    let cell = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let cells = digits.chunks(2).map(cell).collect::<Option<_>>()?;
    parts.next().is_none().then_some(Saved { cells, words, left, path })
}

/// The checksum of nothing.
const CHECKSUM: u64 = 0xCBF2_9CE4_8422_2325;

/// The 64-bit hash of Fowler, Noll and Vo, of more after what has this one: enough against
/// accidents.
fn checksum(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// So many bytes are put together before they are written: a disk takes them in some hundredths of
/// a second.
const PAGE: usize = 1 << 22;

/// The part of a record that is written next.
struct Page<'g> {
    file: File,
    text: String,
    /// That of all pages before.
    checksum: u64,
    /// Asked before each node.
    go_on: &'g dyn Fn() -> bool,
}

impl Page<'_> {
    /// Adds a node.
    fn add(&mut self, Saved { cells, words, left, path }: &Saved) -> io::Result<()> {
        let _ = write!(self.text, "node {words} {left} {path:x} ");
        for cell in cells {
            let digit = |number: u8| char::from(b"0123456789abcdef"[usize::from(number)]);
            self.text.extend([digit(cell >> 4), digit(cell & 15)]);
        }
        self.text.push('\n');
        if self.text.len() >= PAGE {
            self.checksum = checksum(self.checksum, self.text.as_bytes());
            self.turn()?;
            // Not all at once in the end, which could not be interrupted.
            self.file.sync_data()?;
        }
        if (self.go_on)() { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
    }

    /// Writes the page and begins the next one.
    fn turn(&mut self) -> io::Result<()> {
        self.file.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;

    fn record() -> Record {
        let node = |left| Saved { cells: vec![0, 17, 24, 3], words: 70_000, left, path: u64::MAX - 5 };
        Record {
            bound: 52,
            completed: vec![
                Iteration { bound: 48, expanded: 1, generated: 2, evaluated: 3, completed: true },
                Iteration { bound: 50, expanded: 10, generated: u64::MAX, evaluated: 30, completed: true },
            ],
            done: KernelTally { expanded: 5, generated: 6, evaluated: 7 },
            roots: vec![node(9), node(10)],
            stacks: vec![vec![node(3)], Vec::new(), vec![node(4), node(5)]],
            solution: None,
            time: Duration::from_micros(86_400_000_001),
            stored: 8_200,
        }
    }

    fn file(folder: &Path) -> PathBuf {
        folder.join("search.journal")
    }

    #[test]
    fn what_was_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("a").join("b");
        let (journal, nothing) = Journal::open(&inside, "two\nlines").unwrap();
        assert_eq!(nothing, None);
        let solved = Record { solution: Some(vec![Direction::Up, Direction::Right]), ..record() };
        let at_once = Record { solution: Some(Vec::new()), ..Record::default() };
        let mut journal = journal;
        for expected in [record(), Record::default(), solved, at_once] {
            journal.write(&expected).unwrap();
            drop(journal);
            let (again, found) = Journal::open(&inside, "two lines").unwrap();
            assert_eq!(found, Some(expected));
            journal = again;
        }
        journal.clear().unwrap();
        journal.clear().unwrap();
        drop(journal);
        assert_eq!(Journal::open(&inside, "another by now").unwrap().1, None);
    }

    /// Nodes that come one by one are roots like the others, over as many pages as they take.
    #[test]
    fn what_was_written_node_by_node_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, _) = Journal::open(folder.path(), "a").unwrap();
        let more = |number: u64| Saved { cells: (0..25).collect(), words: 5, left: 60, path: number };
        let many = 2 * PAGE as u64 / 60;
        journal.write_with(&record(), &mut (0..many).map(more), &|| true).unwrap();
        assert!(fs::metadata(file(folder.path())).unwrap().len() > 2 * PAGE as u64);
        drop(journal);
        let mut expected = record();
        expected.roots.extend((0..many).map(more));
        assert_eq!(Journal::open(folder.path(), "a").unwrap().1, Some(expected));
    }

    /// A record that is not wanted any more leaves the one before as it was, and nothing else.
    #[test]
    fn a_record_is_given_up_at_any_node() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, _) = Journal::open(folder.path(), "a").unwrap();
        journal.write(&Record::default()).unwrap();
        let before = fs::read(file(folder.path())).unwrap();
        for nodes in 0..7 {
            let left = Cell::new(nodes);
            let go_on = || left.replace(left.get() - 1) > 0;
            journal.write_with(&record(), &mut record().roots.into_iter(), &go_on).unwrap();
            assert_eq!(fs::read(file(folder.path())).unwrap(), before);
            assert!(!folder.path().join("search.journal.new").exists());
        }
    }

    #[test]
    fn one_search_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, _) = Journal::open(folder.path(), "a").unwrap();
        assert!(matches!(Journal::open(folder.path(), "a"), Err(JournalError::InUse(_))));
        // As a program has it that is being started meanwhile.
        let _inherited = journal.lock.try_clone().unwrap();
        drop(journal);
        Journal::open(folder.path(), "a").unwrap();
    }

    #[test]
    fn journals_of_other_searches_and_versions_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        Journal::open(folder.path(), "a").unwrap().0.write(&record()).unwrap();
        let refused = Journal::open(folder.path(), "b").unwrap_err();
        assert!(refused.to_string().contains("belongs to another search (a), not to this one (b)"), "{refused}");
        Journal::open(folder.path(), "a").unwrap();
        let text = fs::read_to_string(file(folder.path())).unwrap();
        for version in [1, 3] {
            let other = text.replacen("journal 2", &format!("journal {version}"), 1);
            fs::write(file(folder.path()), &other).unwrap();
            let refused = Journal::open(folder.path(), "a").unwrap_err().to_string();
            assert!(refused.contains(&format!("has the format {version}, and this program knows 2")), "{refused}");
            assert_eq!(fs::read_to_string(file(folder.path())).unwrap(), other);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("taken"), "").unwrap();
        let refused = Journal::open(&folder.path().join("taken"), "a").unwrap_err();
        assert!(matches!(refused, JournalError::Io { .. }), "{refused}");
    }

    #[test]
    fn every_cut_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        Journal::open(folder.path(), "a").unwrap().0.write(&record()).unwrap();
        let whole = fs::read(file(folder.path())).unwrap();
        for length in 0..whole.len() {
            fs::write(file(folder.path()), &whole[..length]).unwrap();
            let refused = Journal::open(folder.path(), "a").unwrap_err();
            // Within the first line the number of the format may be what is cut off.
            let expected = matches!(refused, JournalError::Damaged { .. })
                || (length <= HEADING.len() + 1 && matches!(refused, JournalError::OtherVersion { .. }));
            assert!(expected, "{length}: {refused}");
            assert_eq!(fs::read(file(folder.path())).unwrap(), &whole[..length], "it is left alone");
        }
    }

    proptest! {
        #[test]
        fn every_changed_byte_is_noticed(place in 0..400_usize, byte: u8) {
            let folder = tempfile::tempdir().unwrap();
            let (journal, _) = Journal::open(folder.path(), "a").unwrap();
            journal.write(&record()).unwrap();
            let mut bytes = fs::read(file(folder.path())).unwrap();
            let place = place % bytes.len();
            let same = std::mem::replace(&mut bytes[place], byte) == byte;
            prop_assert_eq!(journal.read(&bytes).is_ok(), same);
        }

        /// Whatever lies there, reading it ends with a value.
        #[test]
        fn no_text_panics(lines in prop::collection::vec("(node|stack|solved|completed|done|bound|end|search)? ?[0-9a-fé ]{0,30}", 0..8)) {
            let folder = tempfile::tempdir().unwrap();
            let (journal, _) = Journal::open(folder.path(), "a").unwrap();
            let mut text = format!("{HEADING} {VERSION}\n{}\n", lines.join("\n"));
            let sum = checksum(CHECKSUM, text.as_bytes());
            let _ = writeln!(text, "end {sum:016x}");
            let _ = journal.read(text.as_bytes());
        }
    }
}
