//! Where tables come from: the table cache's memory, else its folder, else they are built and kept
//! in both.
//!
//! A file is believed only after every byte of it was checked; one that is damaged is built anew
//! and replaced. Of several processes that want the same table one builds it, and the others wait
//! and then map the same file. A folder that cannot be used costs time, never an answer: tables are
//! then built in memory, and the table cache gets one note about it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::core::{Budget, BuildError, Stop, TableCache};
use crate::domains::tiles::frame::Frame;
use crate::domains::tiles::{Board, Shape};
use crate::store::claim::{self, Claim, NoClaim};
use crate::store::table_file::{self, Bytes, HEADER_BYTES, Header, Label, TableFileError};
use crate::tables::HEURISTIC;
use crate::tables::build::{BuildProgress, Estimate, TableError};
use crate::tables::maker::{TableMaker, Threads};
use crate::tables::pairs::{self, Layout};
use crate::tables::partition::Partition;
use crate::tables::pattern::Pattern;
use crate::tables::space::{PatternSpace, SpaceError};
use crate::tables::table::{Encoding, PatternTable};

/// What the header of a file calls such a table.
const KIND: &str = "pattern database";
/// The version of the order of entries and of what they mean. Raise it with a change of either:
/// files of the version before are then built anew.
const LAYOUT: &str = "1";
/// What the names of files end with.
pub const EXTENSION: &str = "pdb";
/// Under this name the table cache remembers that its folder is of no use.
const UNUSABLE: &str = "the folder of tables cannot be used";

/// Where a table has come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was on the table cache.
    Memory,
    /// It was in the folder.
    File,
    /// It was built, and is now in the folder.
    BuiltAndKept,
    /// It was built, and is kept in memory only.
    Built,
}

/// What is going on while a table is awaited.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// Another process is building it.
    Waiting,
    /// It is being built.
    Building(&'e BuildProgress),
}

impl From<TableError> for BuildError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Stopped(why) => Self::Stopped(why),
            other => Self::Unavailable { name: HEURISTIC, reason: other.to_string() },
        }
    }
}

impl From<SpaceError> for BuildError {
    fn from(error: SpaceError) -> Self {
        Self::Unavailable { name: HEURISTIC, reason: error.to_string() }
    }
}

/// The tables of all parts of a partition, in their order, in the encoding that `choose` gives for
/// each.
pub fn tables(
    partition: &Partition,
    choose: impl Fn(&PatternSpace) -> Encoding,
    budget: &mut Budget<'_>,
) -> Result<Vec<Arc<PatternTable>>, BuildError> {
    let mut tables: Vec<Arc<PatternTable>> = Vec::new();
    // Mirror images share a table, which is held once.
    let mut held = 0;
    for part in partition.parts() {
        let encoding = choose(&*space_of(&part.pattern, budget.table_cache())?);
        budget.hold(held + bytes_to_hold(&part.pattern, encoding, budget)?)?;
        let table = table(&part.pattern, encoding, budget)?;
        if !tables.iter().any(|other| Arc::ptr_eq(other, &table)) {
            held += table.data().len() as u64;
        }
        tables.push(table);
    }
    Ok(tables)
}

/// What it takes to have a table, which may be there already.
fn bytes_to_hold(pattern: &Pattern, encoding: Encoding, budget: &Budget<'_>) -> Result<u64, BuildError> {
    let table_cache = budget.table_cache();
    if in_memory(pattern, encoding, table_cache) {
        return Ok(0);
    }
    let cost = cost(pattern, encoding, budget.threads(), table_cache)?;
    Ok(if on_disk(pattern, encoding, table_cache) { cost.table_bytes } else { cost.peak_bytes })
}

/// The table of a pattern for a search, wherever it comes from; in bytes where distances do not fit
/// nibbles, as on narrow boards.
pub fn table(pattern: &Pattern, encoding: Encoding, budget: &mut Budget<'_>) -> Result<Arc<PatternTable>, BuildError> {
    let table_cache = Arc::clone(budget.table_cache());
    let known_misfit = format!("{} does not fit", name(pattern, encoding));
    let has_bytes = encoding == Encoding::Nibbles
        && (table_cache.get::<()>(&known_misfit).is_some() || on_disk(pattern, Encoding::Bytes, &table_cache));
    let chosen = if has_bytes { Encoding::Bytes } else { encoding };
    match obtain(pattern, chosen, Purpose::Use, budget, &mut |_| {}) {
        Err(TableError::DoesNotFit { .. }) if chosen == Encoding::Nibbles => {
            table_cache.keep(&known_misfit, Arc::new(()));
            Ok(obtain(pattern, Encoding::Bytes, Purpose::Use, budget, &mut |_| {})?.0)
        }
        answer => Ok(answer?.0),
    }
}

/// What a table is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be looked at. One that is built in no time gets no file.
    Use,
    /// To be in the folder.
    Keep,
    /// To be in the folder, built anew.
    Renew,
}

/// Tables with fewer states are built faster than their files are written: that takes 4 to 8 ms,
/// most of which is waiting for the disk.
const WORTH_A_FILE: u64 = 1 << 18;

/// The table of a pattern. `watch` hears what takes so long.
pub fn obtain(
    pattern: &Pattern,
    encoding: Encoding,
    purpose: Purpose,
    budget: &mut Budget<'_>,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<(Arc<PatternTable>, Origin), TableError> {
    obtain_from(&Threads(budget.threads()), pattern, encoding, purpose, budget, watch)
}

/// The same, where `maker` makes a table that is not there.
pub fn obtain_from(
    maker: &dyn TableMaker,
    pattern: &Pattern,
    encoding: Encoding,
    purpose: Purpose,
    budget: &mut Budget<'_>,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<(Arc<PatternTable>, Origin), TableError> {
    let table_cache = Arc::clone(budget.table_cache());
    let name = name(pattern, encoding);
    let renew = purpose == Purpose::Renew;
    if purpose == Purpose::Use
        && let Some(table) = table_cache.get::<PatternTable>(&name)
    {
        return Ok((table, Origin::Memory));
    }
    let space = space_of(pattern, &table_cache)?;
    if encoding == Encoding::Pairs && Layout::of(&space).is_none() {
        return Err(too_large_for_pairs(&space));
    }
    let has_file = purpose != Purpose::Use || space.entries() >= WORTH_A_FILE;
    let path = usable_folder(&table_cache).filter(|_| has_file).map(|folder| path_in(folder, &name));
    let keep = |table: PatternTable, origin: Origin| {
        let table = Arc::new(table);
        table_cache.keep_sized(&name, Arc::clone(&table), encoding.data_bytes(&space) as u64);
        Ok((table, origin))
    };
    let mut wrong = None;
    let vault = table_cache.vault().filter(|_| has_file && path.is_none());
    if let (Some(file), false) = (vault.and_then(|vault| vault.take(&name)), renew) {
        budget.hold(encoding.data_bytes(&space) as u64)?;
        match table_file::unpack(file).and_then(|opened| read_as(opened, pattern, encoding, &space)) {
            Ok(table) => return keep(table, Origin::File),
            Err(error) => wrong = Some(error),
        }
    }
    if let (Some(path), false) = (&path, renew) {
        budget.hold(encoding.data_bytes(&space) as u64)?;
        match load_as(path, pattern, encoding, &space) {
            Ok(table) => return keep(table, Origin::File),
            Err(error) => wrong = Some(error),
        }
    }
    budget.hold(cost_of_making(maker, pattern, encoding, &table_cache)?.peak_bytes)?;
    let claim = match &path {
        Some(path) => claim(path, &table_cache, budget, watch)?,
        None => None,
    };
    if let (Some(_), Some(path), false) = (&claim, &path, renew) {
        // Another may have made it since we looked.
        match load_as(path, pattern, encoding, &space) {
            Ok(table) => return keep(table, Origin::File),
            Err(error) => wrong = Some(error),
        }
    }
    let table = match encoding {
        Encoding::Pairs => made_of_pairs(maker, pattern, &space, budget, watch)?,
        _ => made(maker, pattern, &space, encoding, budget, watch)?,
    };
    // Where there is no claim, the folder has its note already.
    if let Some(error) = wrong.filter(|error| claim.is_some() && !matches!(error, TableFileError::Missing)) {
        table_cache.note(format!("the table `{name}` was rebuilt: {error}"));
    }
    if let (Some(vault), Ok(file)) = (vault, table_file::pack(label(&table), table.data())) {
        vault.keep(&name, &file);
    }
    let kept = claim.is_some_and(|claim| match table_file::write(claim, label(&table), table.data()) {
        Ok(()) => true,
        Err(error) => {
            give_up_folder(&table_cache, &error);
            false
        }
    });
    keep(table, if kept { Origin::BuiltAndKept } else { Origin::Built })
}

fn made(
    maker: &dyn TableMaker,
    pattern: &Pattern,
    space: &Arc<PatternSpace>,
    encoding: Encoding,
    budget: &mut Budget<'_>,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<PatternTable, TableError> {
    maker.make(pattern, space, encoding, &mut |progress| {
        watch(Event::Building(progress));
        budget.check_table(progress.done, progress.entries)
    })
}

/// A table of pairs, made of one that holds the distance of every state: that of a file, or else
/// one that nothing keeps.
fn made_of_pairs(
    maker: &dyn TableMaker,
    pattern: &Pattern,
    space: &Arc<PatternSpace>,
    budget: &mut Budget<'_>,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<PatternTable, TableError> {
    let layout = Layout::of(space).ok_or_else(|| too_large_for_pairs(space))?;
    let table_cache = Arc::clone(budget.table_cache());
    let kept = |encoding| {
        let path = path_in(usable_folder(&table_cache)?, &name(pattern, encoding));
        load_as(&path, pattern, encoding, space).ok()
    };
    let exact = match [Encoding::Nibbles, Encoding::Bytes].into_iter().find_map(kept) {
        Some(exact) => exact,
        // PERF: bytes are written faster than nibbles, which ask for the Manhattan distance of
        // every state.
        None => made(maker, pattern, space, Encoding::Bytes, budget, watch)?,
    };
    let data = pairs::data_of(&exact, &layout, budget.threads(), &mut || budget.check())?;
    PatternTable::new(pattern.clone(), Arc::clone(space), Encoding::Pairs, exact.deepest(), Bytes::from(data))
        .map_err(|_| too_large_for_pairs(space))
}

fn too_large_for_pairs(space: &PatternSpace) -> TableError {
    let entries = (space.shape().cells() as u64).saturating_pow(space.tiles() as u32);
    TableError::TooLarge { entries, encoding: Encoding::Pairs }
}

/// The right to write a table; `None` if the folder is of no use.
fn claim(
    path: &Path,
    table_cache: &TableCache,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Option<Claim>, Stop> {
    let mut wait = || {
        watch(Event::Waiting);
        budget.check()
    };
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    match folder.map_err(NoClaim::Io).and_then(|()| Claim::take(path, &mut wait)) {
        Ok(claim) => Ok(Some(claim)),
        Err(NoClaim::Stopped(why)) => Err(why),
        Err(NoClaim::Io(error)) => {
            give_up_folder(table_cache, &error);
            Ok(None)
        }
    }
}

fn usable_folder(table_cache: &TableCache) -> Option<&Path> {
    table_cache.folder().filter(|_| table_cache.get::<()>(UNUSABLE).is_none())
}

/// From now on tables stay in memory. This is said once.
fn give_up_folder(table_cache: &TableCache, error: &io::Error) {
    if let Some(folder) = usable_folder(table_cache) {
        table_cache.note(format!(
            "tables cannot be kept in `{}` ({error}): they are rebuilt in memory every time",
            folder.display()
        ));
    }
    table_cache.keep(UNUSABLE, Arc::new(()));
}

/// The numbering of the states of so many tiles, which all patterns of that size share.
pub fn space(shape: Shape, tiles: usize, table_cache: &TableCache) -> Result<Arc<PatternSpace>, SpaceError> {
    let name = format!("the states of {tiles} tiles on {shape}");
    if let Some(space) = table_cache.get(&name) {
        return Ok(space);
    }
    let space = Arc::new(PatternSpace::new(shape, tiles)?);
    table_cache.keep_sized(&name, Arc::clone(&space), space.bytes());
    Ok(space)
}

fn space_of(pattern: &Pattern, table_cache: &TableCache) -> Result<Arc<PatternSpace>, SpaceError> {
    space(pattern.frame().shape(), pattern.homes().len(), table_cache)
}

/// What it takes to build a table.
pub fn cost(
    pattern: &Pattern,
    encoding: Encoding,
    threads: usize,
    table_cache: &TableCache,
) -> Result<Estimate, SpaceError> {
    cost_of_making(&Threads(threads), pattern, encoding, table_cache)
}

/// What it takes `maker` to build a table.
pub fn cost_of_making(
    maker: &dyn TableMaker,
    pattern: &Pattern,
    encoding: Encoding,
    table_cache: &TableCache,
) -> Result<Estimate, SpaceError> {
    let space = space_of(pattern, table_cache)?;
    if encoding != Encoding::Pairs {
        return Ok(maker.estimate(&space, encoding));
    }
    // It is made of a table that nothing keeps, by way of a byte for every placement of the tiles.
    let exact = maker.estimate(&space, Encoding::Nibbles);
    let table_bytes = Encoding::Pairs.data_bytes(&space) as u64;
    let placements = (space.maps().len() * space.permutations()) as u64;
    let pairing = exact.table_bytes + placements + table_bytes;
    let seconds = exact.seconds.map(|seconds| seconds * PAIRING);
    Ok(Estimate { table_bytes, peak_bytes: exact.peak_bytes.max(pairing), seconds, ..exact })
}

/// Making pairs of a table takes a third as long as the table (5x5, six tiles).
const PAIRING: f64 = 1.33;

/// The name of a table; that of its file without the ending.
pub fn name(pattern: &Pattern, encoding: Encoding) -> String {
    format!("{}-{encoding}", pattern.name())
}

/// The file of a table in a folder, by the table's name.
pub fn path_in(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.{EXTENSION}"))
}

/// Whether the table is in memory.
pub fn in_memory(pattern: &Pattern, encoding: Encoding, table_cache: &TableCache) -> bool {
    table_cache.get::<PatternTable>(&name(pattern, encoding)).is_some()
}

/// Whether the table is so small that it is built whenever it is needed, and has no file.
pub fn is_built_at_once(pattern: &Pattern, table_cache: &TableCache) -> bool {
    space_of(pattern, table_cache).is_ok_and(|space| space.entries() < WORTH_A_FILE)
}

/// Whether there is a file of the table. Only its header is looked at.
pub fn on_disk(pattern: &Pattern, encoding: Encoding, table_cache: &TableCache) -> bool {
    let header = table_cache.folder().map(|folder| table_file::read_header(&path_in(folder, &name(pattern, encoding))));
    let description = header.and_then(Result::ok).map(|header| Description::of(&header));
    description.is_some_and(|found| found.is_ok_and(|found| (&found.pattern, found.encoding) == (pattern, encoding)))
}

/// What a table is, as its file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The tiles.
    pub pattern: Pattern,
    /// How distances are written.
    pub encoding: Encoding,
    /// The number of states.
    pub entries: u64,
    /// The largest distance.
    pub deepest: u8,
    /// Bytes of the table.
    pub bytes: u64,
    /// The checksum of the table.
    pub checksum: u64,
}

fn label(table: &PatternTable) -> Label {
    let pattern = table.pattern();
    let homes: Vec<String> = pattern.homes().iter().map(u8::to_string).collect();
    let fields = [
        ("board", pattern.frame().shape().to_string()),
        ("blank", pattern.frame().blank().0.to_string()),
        ("tiles", homes.join(" ")),
        ("encoding", table.encoding().to_string()),
        ("layout", LAYOUT.to_owned()),
        ("entries", table.space().entries().to_string()),
        ("deepest", table.deepest().to_string()),
    ];
    let fields = fields.map(|(name, value)| (name.to_owned(), value));
    Label { kind: KIND.to_owned(), fields: fields.into() }
}

impl Description {
    fn of(header: &Header) -> Result<Self, TableFileError> {
        let layout = header.label.field("layout").unwrap_or("0");
        if header.label.kind == KIND && layout != LAYOUT {
            return Err(TableFileError::AnotherTable(format!("a {KIND} in layout {layout}, not {LAYOUT}")));
        }
        let described = || {
            let field = |name: &str| header.label.field(name);
            let frame = frame(field("board")?.parse().ok()?, field("blank")?.parse().ok()?)?;
            let homes: Option<Vec<u8>> = field("tiles")?.split(' ').map(|home| home.parse().ok()).collect();
            let homes = homes?;
            let (pattern, _) = Pattern::new(frame, &homes).ok()?;
            // Of mirror images one stands for all: a file of another is none of ours.
            let is_ours = header.label.kind == KIND && pattern.homes() == homes;
            is_ours.then_some(Self {
                pattern,
                encoding: field("encoding")?.parse().ok()?,
                entries: field("entries")?.parse().ok()?,
                deepest: field("deepest")?.parse().ok()?,
                bytes: header.bytes,
                checksum: header.checksum,
            })
        };
        described().ok_or_else(|| TableFileError::AnotherTable(header.label.kind.clone()))
    }

    /// The name of the table.
    pub fn name(&self) -> String {
        name(&self.pattern, self.encoding)
    }
}

/// The frame of a shape with the blank at home in a cell, if that is one.
fn frame(shape: Shape, blank: u16) -> Option<Frame> {
    let mut tiles = 1..;
    let tile = |cell: usize| if cell == usize::from(blank) { Some(0) } else { tiles.next() };
    let tiles: Option<Vec<u64>> = (0..shape.cells()).map(tile).collect();
    let (frame, _) = Frame::of(&Board::new(shape, &tiles?).ok()?)?;
    (frame.shape() == shape && frame.blank().0 == blank).then_some(frame)
}

/// What the file of a table says. Only the header is read.
pub fn describe(path: &Path) -> Result<Description, TableFileError> {
    Description::of(&table_file::read_header(path)?)
}

/// The table in a file, every byte of which is checked.
pub fn load(path: &Path, table_cache: &TableCache) -> Result<PatternTable, TableFileError> {
    let (header, data) = table_file::open(path)?;
    let Description { pattern, encoding, deepest, .. } = Description::of(&header)?;
    let another = |error: &dyn std::error::Error| TableFileError::AnotherTable(error.to_string());
    let space = space_of(&pattern, table_cache).map_err(|error| another(&error))?;
    PatternTable::new(pattern, space, encoding, deepest, data).map_err(|error| another(&error))
}

/// The table in a file, if it is the one that is wanted.
fn load_as(
    path: &Path,
    pattern: &Pattern,
    encoding: Encoding,
    space: &Arc<PatternSpace>,
) -> Result<PatternTable, TableFileError> {
    read_as(table_file::open(path)?, pattern, encoding, space)
}

/// The table of a file that was opened, if it is the one that is wanted.
fn read_as(
    (header, data): (Header, Bytes),
    pattern: &Pattern,
    encoding: Encoding,
    space: &Arc<PatternSpace>,
) -> Result<PatternTable, TableFileError> {
    let found = Description::of(&header)?;
    if (&found.pattern, found.encoding) != (pattern, encoding) {
        return Err(TableFileError::AnotherTable(found.name()));
    }
    let another = |error: &dyn std::error::Error| TableFileError::AnotherTable(error.to_string());
    PatternTable::new(found.pattern, Arc::clone(space), encoding, found.deepest, data).map_err(|error| another(&error))
}

/// A file of the folder.
#[derive(Debug)]
pub struct Kept {
    /// The name of the table.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The length of the file.
    pub file_bytes: u64,
    /// What is in it, or what is wrong with it.
    pub state: Result<Description, Fault>,
}

/// What is wrong with a file of the folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file is not in order.
    #[error(transparent)]
    File(#[from] TableFileError),
    /// It is called like another table.
    #[error("it is the table `{0}`")]
    WrongName(String),
    /// It is not complete: its table is being built, or was when the process was killed.
    #[error("it is not complete: it is being built, or its build was killed")]
    Partial,
}

/// All tables of a folder by name, each of them checked. A folder that is not there holds none.
pub fn list(folder: &Path) -> io::Result<Vec<Kept>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut kept = Vec::new();
    for entry in entries {
        let path = entry?.path();
        kept.extend(inspect(&path));
    }
    kept.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(kept)
}

/// Looks at every byte of a file; `None` if by its name it is not a table.
pub fn inspect(path: &Path) -> Option<Kept> {
    let file_name = path.file_name()?.to_string_lossy().into_owned();
    let (whole, is_partial) = match file_name.strip_suffix(claim::PARTIAL) {
        Some(whole) => (whole, true),
        None => (file_name.as_str(), false),
    };
    let name = whole.strip_suffix(EXTENSION)?.strip_suffix('.')?.to_owned();
    let file_bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
    let state = if is_partial { Err(Fault::Partial) } else { checked(path, &name) };
    Some(Kept { name, path: path.to_owned(), file_bytes, state })
}

fn checked(path: &Path, name: &str) -> Result<Description, Fault> {
    let (header, data) = table_file::open(path)?;
    let description = Description::of(&header)?;
    drop(data);
    if description.name() == name { Ok(description) } else { Err(Fault::WrongName(description.name())) }
}

/// Takes a table out of the folder, and what a killed build has left of it. Those who have it
/// mapped keep it. Whether there was anything.
pub fn remove(folder: &Path, name: &str) -> io::Result<bool> {
    let path = path_in(folder, name);
    let swept = claim::sweep(&path)?;
    match fs::remove_file(&path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(swept),
        Err(error) => Err(error),
    }
}

/// Makes the folder if need be, and tries whether a file can be made in it.
pub fn prepare_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let trial = folder.join(format!("trial.{}", std::process::id()));
    fs::write(&trial, "")?;
    fs::remove_file(trial)
}

/// The bytes of a file with a table of so many bytes.
pub fn file_bytes(table_bytes: u64) -> u64 {
    table_bytes + HEADER_BYTES as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use super::*;
    use crate::core::{Limits, Vault};
    use crate::domains::tiles::goal::Goal;

    fn pattern(size: &str, homes: &[u8]) -> Pattern {
        let goal = Goal::default().board(size.parse().unwrap()).unwrap();
        Pattern::new(Frame::of(&goal).unwrap().0, homes).unwrap().0
    }

    /// A table with its origin, and the notes about it; each time as a new process would get it.
    fn get(pattern: &Pattern, encoding: Encoding, folder: &Path) -> (Arc<PatternTable>, Origin, Vec<String>) {
        let table_cache = Arc::new(TableCache::in_folder(folder));
        let mut budget = Budget::new(Limits { table_cache: Arc::clone(&table_cache), ..Limits::default() });
        let (table, origin) = obtain(pattern, encoding, Purpose::Keep, &mut budget, &mut |_| {}).unwrap();
        (table, origin, table_cache.take_notes())
    }

    #[test]
    fn a_table_is_built_once_and_then_found() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("not/there/yet");
        let pattern = pattern("3x3", &[1, 2, 4]);
        for encoding in Encoding::ALL {
            let table_cache = Arc::new(TableCache::in_folder(&folder));
            assert!(!on_disk(&pattern, encoding, &table_cache));
            let mut budget = Budget::new(Limits { table_cache: Arc::clone(&table_cache), ..Limits::default() });
            let mut levels = 0;
            let mut watch = |event: Event<'_>| levels += u32::from(matches!(event, Event::Building(_)));
            let (built, origin) = obtain(&pattern, encoding, Purpose::Keep, &mut budget, &mut watch).unwrap();
            // Pairs are made of the nibbles that are there.
            assert!(origin == Origin::BuiltAndKept && (levels > 5) == (encoding != Encoding::Pairs));
            assert!(Arc::ptr_eq(&built, &table(&pattern, encoding, &mut budget).unwrap()));
            assert!(on_disk(&pattern, encoding, &table_cache) && table_cache.take_notes().is_empty());
            let (found, origin, notes) = get(&pattern, encoding, &folder);
            assert!(origin == Origin::File && notes.is_empty());
            assert!(matches!(describe(&path_in(&folder, &name(&pattern, encoding))), Ok(d) if d.pattern == pattern));
            assert_eq!((found.data(), found.deepest()), (built.data(), built.deepest()));
            let (_, origin) = obtain(&pattern, encoding, Purpose::Renew, &mut budget, &mut |_| {}).unwrap();
            assert_eq!(origin, Origin::BuiltAndKept);
        }
        let mut budget =
            Budget::new(Limits { table_cache: Arc::new(TableCache::in_folder(&folder)), ..Limits::default() });
        table(&self::pattern("3x3", &[1, 2, 5]), Encoding::Bits, &mut budget).unwrap();
        let listed = list(&folder).unwrap();
        let names: Vec<&str> = listed.iter().map(|kept| kept.name.as_str()).collect();
        assert_eq!(names, ["bits", "bytes", "nibbles", "pairs"].map(|encoding| format!("3x3-b0-1.2.4-{encoding}")));
        assert!(listed.iter().all(|kept| kept.state.is_ok()));
    }

    #[test]
    fn pairs_are_the_same_whatever_they_are_made_of() {
        let folder = tempfile::tempdir().unwrap();
        let pattern = pattern("3x4", &[1, 2, 4, 5]);
        let (made, origin, _) = get(&pattern, Encoding::Pairs, folder.path());
        assert_eq!(origin, Origin::BuiltAndKept);
        let names: Vec<String> = list(folder.path()).unwrap().into_iter().map(|kept| kept.name).collect();
        assert_eq!(names, ["3x4-b0-1.2.4.5-pairs"]);
        let other = tempfile::tempdir().unwrap();
        get(&pattern, Encoding::Nibbles, other.path());
        let (of_file, _, _) = get(&pattern, Encoding::Pairs, other.path());
        assert!(of_file.data() == made.data() && of_file.deepest() == made.deepest());
        let seven = self::pattern("5x5", &[1, 2, 3, 5, 6, 7, 8]);
        let mut budget = Budget::new(Limits::default());
        let refused = obtain(&seven, Encoding::Pairs, Purpose::Use, &mut budget, &mut |_| {}).err();
        assert!(matches!(refused, Some(TableError::TooLarge { entries: 6_103_515_625, .. })), "{refused:?}");
    }

    /// Where a page keeps files.
    #[derive(Debug, Default)]
    struct Drawer(Mutex<HashMap<String, Vec<u8>>>);

    impl Vault for Drawer {
        fn take(&self, name: &str) -> Option<Vec<u8>> {
            self.0.lock().unwrap().get(name).cloned()
        }

        fn keep(&self, name: &str, file: &[u8]) {
            self.0.lock().unwrap().insert(name.to_owned(), file.to_vec());
        }
    }

    #[test]
    fn a_vault_keeps_what_a_folder_would() {
        let drawer = Arc::new(Drawer::default());
        let pattern = pattern("3x3", &[1, 2, 4]);
        let name = name(&pattern, Encoding::Bits);
        let get = |purpose| {
            let table_cache = Arc::new(TableCache::with_vault(Arc::clone(&drawer) as _));
            let mut budget = Budget::new(Limits { table_cache, ..Limits::default() });
            obtain(&pattern, Encoding::Bits, purpose, &mut budget, &mut |_| {}).unwrap()
        };
        // What is built in no time is not worth keeping.
        get(Purpose::Use);
        assert!(drawer.0.lock().unwrap().is_empty());
        let (built, origin) = get(Purpose::Keep);
        assert_eq!(origin, Origin::Built);
        let (found, origin) = get(Purpose::Keep);
        assert_eq!((origin, found.data(), found.deepest()), (Origin::File, built.data(), built.deepest()));
        // What is not in order is built anew, and kept.
        let whole = drawer.take(&name);
        drawer.0.lock().unwrap().get_mut(&name).unwrap()[HEADER_BYTES] ^= 1;
        let (mended, origin) = get(Purpose::Keep);
        assert_eq!((origin, mended.data()), (Origin::Built, built.data()));
        assert!(drawer.take(&name) == whole);
    }

    /// Every kind of file that is not what its name says, with words of the note about it.
    #[test]
    fn what_is_not_in_order_is_built_anew() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let pattern = pattern("3x3", &[1, 2, 4]);
        let encoding = Encoding::Bits;
        let (truth, _, _) = get(&pattern, encoding, folder);
        let path = path_in(folder, &name(&pattern, encoding));
        let whole = fs::read(&path).unwrap();
        get(&self::pattern("3x3", &[1, 2, 5]), encoding, folder);
        let other = fs::read(path_in(folder, "3x3-b0-1.2.5-bits")).unwrap();
        let flipped = |place: usize| {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            bytes
        };
        let version = String::from_utf8_lossy(&whole[..HEADER_BYTES]).replacen("table 1", "table 9", 1).into_bytes();
        let cases: [(Vec<u8>, &str); 9] = [
            (Vec::new(), "it has 0 bytes where 4096 are expected"),
            (whole[..1000].to_vec(), "it has 1000 bytes"),
            (whole[..whole.len() - 1].to_vec(), "are expected"),
            ([&whole[..], b"."].concat(), "are expected"),
            (flipped(60), "its header is damaged"),
            (flipped(HEADER_BYTES + 77), "its data are damaged"),
            (version, "it has version 9 of the format, not 1"),
            (b"#!/bin/sh\necho hello\n".to_vec(), "it is not a table"),
            (other, "it is another table: 3x3-b0-1.2.5-bits"),
        ];
        for (content, words) in cases {
            fs::write(&path, content).unwrap();
            assert!(inspect(&path).unwrap().state.is_err(), "{words}");
            let (table, origin, notes) = get(&pattern, encoding, folder);
            assert_eq!(origin, Origin::BuiltAndKept, "{words}");
            assert!(notes.len() == 1 && notes[0].contains(words), "{words}: {notes:?}");
            assert_eq!(table.data(), truth.data());
            assert_eq!(get(&pattern, encoding, folder).1, Origin::File, "it was replaced");
        }
    }

    #[test]
    fn a_folder_in_the_place_of_a_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let pattern = pattern("3x3", &[1, 2, 4]);
        let path = path_in(folder.path(), &name(&pattern, Encoding::Bits));
        fs::create_dir_all(path.join("inside")).unwrap();
        let (_, origin, notes) = get(&pattern, Encoding::Bits, folder.path());
        assert_eq!(origin, Origin::Built);
        assert!(notes.iter().any(|note| note.starts_with("tables cannot be kept in ")), "{notes:?}");
        assert!(path.join("inside").exists() && !claim::partial_of(&path).exists());
    }

    /// A file stands where the folder should be, as a stand-in for all folders that cannot be
    /// written to.
    #[test]
    fn a_folder_that_cannot_be_used_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for folder in [file.clone(), file.join("below"), PathBuf::from("/dev/null/tables")] {
            let table_cache = Arc::new(TableCache::in_folder(&folder));
            let mut budget = Budget::new(Limits { table_cache: Arc::clone(&table_cache), ..Limits::default() });
            for homes in [&[1, 2, 4], &[3, 5, 6]] {
                let (_, origin) =
                    obtain(&pattern("3x3", homes), Encoding::Bits, Purpose::Keep, &mut budget, &mut |_| {}).unwrap();
                assert_eq!(origin, Origin::Built);
            }
            let (_, origin) =
                obtain(&pattern("3x3", &[1, 2, 4]), Encoding::Bits, Purpose::Use, &mut budget, &mut |_| {}).unwrap();
            assert_eq!(origin, Origin::Memory);
            let notes = table_cache.take_notes();
            assert!(notes.len() == 1 && notes[0].contains("cannot be kept in"), "{notes:?}");
            assert!(prepare_folder(&folder).is_err());
        }
    }

    #[test]
    fn limits_hold_and_leave_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let pattern = pattern("4x4", &[1, 2, 3, 4, 5]);
        let cancelled = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
        let small = Limits { memory: Some(1000), ..Limits::default() };
        let between = Limits { memory: Some(1 << 20), ..Limits::default() };
        for (limits, why) in [(cancelled, Stop::Cancelled), (small, Stop::Memory), (between, Stop::Memory)] {
            let table_cache = Arc::new(TableCache::in_folder(folder.path()));
            let mut budget = Budget::new(Limits { table_cache, ..limits });
            let error = table(&pattern, Encoding::Bits, &mut budget).err();
            assert_eq!(error, Some(BuildError::Stopped(why)));
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn one_builds_and_the_others_wait_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let pattern = pattern("4x4", &[1, 2, 3, 4, 5]);
        let origins: Vec<Origin> = thread::scope(|scope| {
            let workers: Vec<_> =
                (0..4).map(|_| scope.spawn(|| get(&pattern, Encoding::Bits, folder.path()).1)).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect()
        });
        let count = |wanted: Origin| origins.iter().filter(|&&origin| origin == wanted).count();
        assert_eq!((count(Origin::BuiltAndKept), count(Origin::File)), (1, 3), "{origins:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_killed_build_has_left_is_listed_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let pattern = pattern("3x3", &[1, 2, 4]);
        let name = name(&pattern, Encoding::Bits);
        assert!(list(&folder.join("none")).unwrap().is_empty() && !remove(folder, &name).unwrap());
        fs::write(claim::partial_of(&path_in(folder, &name)), "half").unwrap();
        fs::write(folder.join("notes.txt"), "not ours").unwrap();
        let listed = list(folder).unwrap();
        assert!(listed.len() == 1 && matches!(listed[0].state, Err(Fault::Partial)), "{listed:?}");
        assert!(remove(folder, &name).unwrap() && list(folder).unwrap().is_empty());
        fs::write(claim::partial_of(&path_in(folder, &name)), "half").unwrap();
        assert_eq!(get(&pattern, Encoding::Bits, folder).1, Origin::BuiltAndKept);
        fs::rename(path_in(folder, &name), path_in(folder, "another-name")).unwrap();
        assert!(matches!(&list(folder).unwrap()[0].state, Err(Fault::WrongName(right)) if *right == name));
    }

    /// A header may be in order and still describe nothing that there is.
    #[test]
    fn descriptions_that_make_no_sense_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.pdb");
        let fields = [
            ("board", "3x3"),
            ("blank", "0"),
            ("tiles", "1 2 4"),
            ("encoding", "bits"),
            ("layout", LAYOUT),
            ("entries", "1"),
            ("deepest", "3"),
        ];
        let sense = [("kind", "pattern database")].into_iter().chain(fields);
        for (name, value) in sense.chain([
            ("kind", "walking distance"),
            ("board", "3x2"),
            ("board", "100x100"),
            ("board", "three"),
            ("blank", "8"),
            ("blank", "9"),
            ("tiles", ""),
            ("tiles", "1 1 2"),
            ("tiles", "0 1 2"),
            ("tiles", "4 2 1"),
            ("tiles", "3 6 4"),
            ("tiles", "1 2 9"),
            ("encoding", "words"),
            ("layout", "0"),
            ("deepest", "256"),
            ("deepest", "-1"),
        ]) {
            let value_of = |field: &str, usual: &str| if field == name { value } else { usual }.to_owned();
            let label = Label {
                kind: value_of("kind", KIND),
                fields: fields.iter().map(|(field, usual)| ((*field).to_owned(), value_of(field, usual))).collect(),
            };
            table_file::write(Claim::take(&path, &mut || Ok::<_, Stop>(())).unwrap(), label, b"abc").unwrap();
            let makes_sense = fields.contains(&(name, value)) || value == KIND;
            assert_eq!(describe(&path).is_ok(), makes_sense, "{name}: {value}");
            // Three bytes are never the whole table.
            assert!(matches!(load(&path, &TableCache::new()), Err(TableFileError::AnotherTable(_))));
        }
    }
}
