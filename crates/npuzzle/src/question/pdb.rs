//! Pattern databases: build them, list them, look into them, verify and remove them. All are in the
//! folder of the [table cache](crate::core::TableCache) that the terms name.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::suggest::nearest;
use crate::core::{Budget, Device, Limits, Stop};
use crate::domains::tiles::{Board, Cell};
use crate::front::hint::Hint;
use crate::front::random_seed;
use crate::front::units::bytes;
#[cfg(feature = "clap")]
use crate::question::arguments;
#[cfg(feature = "clap")]
use crate::question::device::read_device;
use crate::question::device::{self, Opened};
use crate::question::fields::{LimitFields, ResourceFields, field, needed, null_is_false, read_goal_board, read_size};
use crate::question::refusal::{FieldPlace, Refusal};
use crate::question::texts::BoardText;
use crate::question::{Ask, Terms, Watch};
use crate::solvers::tiles::device::{ForTiles, TileDevice, processor_instead};
use crate::solvers::tiles::device_memory::{forget_given_up, give_back_idle};
use crate::tables::build::{Estimate, TableError};
use crate::tables::check::{CheckError, Checked, check, mean};
use crate::tables::library::{self, Description, Event, Fault, Kept, Origin, Purpose};
use crate::tables::maker::{TableMaker, Threads};
use crate::tables::partition::{Partition, PartitionPart};
use crate::tables::pattern::Pattern;
use crate::tables::table::Encoding;

/// Random boards for the mean value of a table, always the same ones.
pub const MEAN_SAMPLES: usize = 10_000;
const MEAN_SEED: u64 = 1;

/// What a refusal names as its field if the folder of the tables cannot be used.
pub const TABLE_FOLDER: &str = "table_folder";

/// Build, list, verify and remove pattern databases.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pdb {
    /// Build tables.
    Build(PdbBuild),
    /// All tables, each of them checked.
    List(PdbList),
    /// What is known of tables.
    Info(PdbInfo),
    /// Check every byte of tables, and compare entries with a search and with their neighbours.
    Verify(PdbVerify),
    /// Remove tables.
    Remove(PdbRemove),
}

/// The answer to a [`Pdb`] of the same kind.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum PdbAnswer {
    /// What became of each table.
    Build(Vec<BuiltTable>),
    /// The tables by name.
    List(Vec<TableFile>),
    /// The tables in the order of the question.
    Info(Vec<TableInfo>),
    /// The verdicts.
    Verify(Vec<VerifiedTable>),
    /// What became of the tables.
    Remove(RemovedTables),
}

impl Ask for Pdb {
    type Answer = PdbAnswer;

    fn limits(&self) -> LimitFields {
        match self {
            Self::Build(build) => build.limits(),
            Self::List(_) | Self::Info(_) | Self::Verify(_) | Self::Remove(_) => LimitFields::default(),
        }
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<PdbAnswer, Refusal> {
        match self {
            Self::Build(question) => question.ask(terms, watch).map(PdbAnswer::Build),
            Self::List(question) => question.ask(terms, watch).map(PdbAnswer::List),
            Self::Info(question) => question.ask(terms, watch).map(PdbAnswer::Info),
            Self::Verify(question) => question.ask(terms, watch).map(PdbAnswer::Verify),
            Self::Remove(question) => question.ask(terms, watch).map(PdbAnswer::Remove),
        }
    }
}

/// How the work on tables gets on.
pub enum TableNews<'n> {
    /// These tables are wanted; none is begun yet.
    Planned(&'n TablePlan),
    /// A table is being built, here or by another process.
    Awaited(&'n str, Event<'n>),
    /// A table is in the folder.
    Built(&'n BuiltTable),
    /// A table was read, to say what is known of it.
    Read(&'n TableInfo),
    /// These tables are to be checked, with random entries of this seed.
    Verifying {
        /// Their names.
        names: &'n [String],
        /// The seed, if the question gave none.
        seed: Option<u64>,
    },
    /// A table was checked.
    Verified(&'n VerifiedTable),
    /// A table is gone.
    Removed(&'n str),
    /// A table is left alone, since it is being built.
    Busy(&'n str),
}

/// The tables that a [`PdbBuild`] wants.
pub struct TablePlan {
    /// The parts of the board.
    pub partition: String,
    /// The goal.
    pub goal: Board,
    /// A table for each part; parts that are mirror images of each other share one.
    pub tables: Vec<PlannedTable>,
}

/// A table that is to be there in the end.
pub struct PlannedTable {
    /// Its name.
    pub name: String,
    /// Its tiles, as the goal numbers them.
    pub tiles: Vec<usize>,
    /// What it takes to build it.
    pub estimate: Estimate,
    /// Whether it is there already.
    pub is_there: bool,
    pattern: Pattern,
    encoding: Encoding,
}

/// A table, or a file that should be one.
#[derive(Clone, Debug, Serialize)]
pub struct TableFile {
    /// Its name.
    pub name: String,
    /// Its file.
    pub path: String,
    /// `ok`, `built`, `found`, `missing`, `partial` or `damaged`.
    pub state: &'static str,
    /// What is wrong with the file.
    pub reason: Option<String>,
    /// The length of the file.
    pub file_bytes: u64,
    /// What the file says, if it is in order.
    #[serde(flatten)]
    pub facts: Option<TableFacts>,
}

/// What a file says of its table.
#[derive(Clone, Debug, Serialize)]
pub struct TableFacts {
    /// Rows of the board, in the table's frame.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The home cell of the blank.
    pub blank: u16,
    /// The home cells of the tiles.
    pub homes: Vec<u8>,
    /// How distances are written.
    pub encoding: String,
    /// The number of states.
    pub entries: u64,
    /// The largest distance.
    pub deepest: u8,
    /// Bytes of the table.
    pub bytes: u64,
    /// The checksum of the table.
    pub checksum: String,
}

impl From<&Description> for TableFacts {
    fn from(description: &Description) -> Self {
        let frame = description.pattern.frame();
        Self {
            rows: frame.shape().rows(),
            cols: frame.shape().cols(),
            blank: frame.blank().0,
            homes: description.pattern.homes().to_vec(),
            encoding: description.encoding.to_string(),
            entries: description.entries,
            deepest: description.deepest,
            bytes: description.bytes,
            checksum: format!("{:016x}", description.checksum),
        }
    }
}

impl From<&Kept> for TableFile {
    fn from(kept: &Kept) -> Self {
        let state = match &kept.state {
            Ok(_) => "ok",
            Err(Fault::Partial) => "partial",
            Err(_) => "damaged",
        };
        Self {
            name: kept.name.clone(),
            path: kept.path.display().to_string(),
            state,
            reason: kept.state.as_ref().err().map(ToString::to_string),
            file_bytes: kept.file_bytes,
            facts: kept.state.as_ref().ok().map(TableFacts::from),
        }
    }
}

impl TableFile {
    /// A file that is in order, as its header says.
    fn described(path: &Path, state: &'static str) -> Result<Self, Refusal> {
        let description = library::describe(path).map_err(|error| not_right(path, &error))?;
        Ok(Self {
            name: description.name(),
            path: path.display().to_string(),
            state,
            reason: None,
            file_bytes: library::file_bytes(description.bytes),
            facts: Some(TableFacts::from(&description)),
        })
    }
}

/// Build tables, unless they are there.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct PdbBuild {
    /// The size of the boards
    #[cfg_attr(feature = "clap", arg(value_name = "RxC", value_parser = arguments::text(read_size)))]
    pub size: String,
    /// The tiles of each table: sizes such as `7-8` or `6-6-3`, or the tiles themselves, as in
    /// `1,2,5,6/3,4,7,8`
    #[cfg_attr(feature = "clap", arg(short, long))]
    pub patterns: String,
    /// The goal: a name or any board text [default: last]
    #[cfg_attr(feature = "clap", arg(short, long, value_parser = arguments::goal()))]
    pub goal: Option<BoardText>,
    /// How distances are written [default: as solvers look them up: bits, or pairs on boards of
    /// more than 16 cells]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::encodings()))]
    pub encoding: Option<String>,
    /// Rebuild tables that exist already
    #[cfg_attr(feature = "clap", arg(long))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    #[serde(default, deserialize_with = "null_is_false")]
    pub force: bool,
    /// Only print what it would take
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "force"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    #[serde(default, deserialize_with = "null_is_false")]
    pub dry_run: bool,
    /// What makes the tables: cpu, cuda (a card), cuda:N, or auto for a card if there is one
    /// [default: cpu]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::text(read_device)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub resources: ResourceFields,
}

/// What became of a table.
#[derive(Clone, Debug, Serialize)]
pub struct BuiltTable {
    /// The table.
    #[serde(flatten)]
    pub table: TableFile,
    /// Bytes that are held while it is built.
    pub peak_bytes: u64,
    /// Bytes that are held on the device that builds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_bytes: Option<u64>,
    /// Why a device did not build it, if one was to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What it took, or what it is expected to take, if that is known.
    pub seconds: Option<f64>,
}

impl Ask for PdbBuild {
    type Answer = Vec<BuiltTable>;

    fn limits(&self) -> LimitFields {
        LimitFields::from(&self.resources)
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<Vec<BuiltTable>, Refusal> {
        let limits = &terms.limits;
        let Opened { device, note } = device::opened(self.device.as_deref(), &|_| None, terms)?;
        let makers = Makers::new(device.as_ref(), limits);
        let plan = self.plan(&makers, limits)?;
        let folder = folder(terms)?;
        let mut built = Vec::new();
        let mut flow = watch.tables(TableNews::Planned(&plan));
        if self.dry_run {
            let expected = |table: &PlannedTable| BuiltTable { note: note.clone(), ..table.expected(folder) };
            return Ok(plan.tables.iter().map(expected).collect());
        }
        library::prepare_folder(folder).map_err(|error| {
            let folder = folder.display();
            let place = FieldPlace { field: TABLE_FOLDER, line: 1, column: 1, length: 1 };
            Refusal::question(format!("cannot keep tables in `{folder}`: {error}")).at(Some(place))
        })?;
        self.refuse_for_memory(&plan.tables, limits)?;
        let began = limits.clock.now();
        for table in &plan.tables {
            if flow.is_break() {
                break;
            }
            let left = limits.time.map(|limit| limit.saturating_sub(limits.clock.since(began)));
            let within = Limits { time: left, ..limits.clone() };
            let mut done = table.build(&makers, self.force, within, folder, watch).map_err(|error| match error {
                Unbuilt::Stopped(why) => stopped(why, built.len(), plan.tables.len()),
                Unbuilt::Refused(refusal) => refusal,
            })?;
            done.note = done.note.or_else(|| note.clone());
            flow = watch.tables(TableNews::Built(&done));
            built.push(done);
        }
        Ok(built)
    }
}

impl PdbBuild {
    fn plan(&self, makers: &Makers<'_>, limits: &Limits) -> Result<TablePlan, Refusal> {
        let size = needed("size", &self.size, read_size)?;
        let goal = read_goal_board(self.goal.as_ref(), size)?;
        let encoding = field("encoding", self.encoding.as_deref(), read_encoding)?;
        if self.patterns.trim().is_empty() {
            let message = "the patterns are empty: expected sizes such as `6-6-3`, or tiles such as `1,2,5,6/3,4,7,8`";
            return Err(Refusal::in_field("patterns", &self.patterns, message));
        }
        let wrong = |error: &dyn std::error::Error| Refusal::in_field("patterns", &self.patterns, error.to_string());
        let partition = Partition::parse(&self.patterns, &goal).map_err(|error| wrong(&error))?;
        let mut tables: Vec<PlannedTable> = Vec::new();
        for part in partition.parts() {
            let pattern = part.pattern.clone();
            let encoding = encoding.unwrap_or_else(|| Encoding::of_solvers(size, pattern.homes().len()));
            let name = library::name(&pattern, encoding);
            if tables.iter().any(|table| table.name == name) {
                continue;
            }
            let is_there = !self.force && library::on_disk(&pattern, encoding, &limits.table_cache);
            let estimate = library::cost_of_making(makers.first(), &pattern, encoding, &limits.table_cache);
            let estimate = estimate.map_err(|error| wrong(&error))?;
            let tiles = tiles(part, &partition, &goal);
            tables.push(PlannedTable { name, tiles, estimate, is_there, pattern, encoding });
        }
        Ok(TablePlan { partition: partition.to_string(), goal, tables })
    }

    /// What cannot be built is refused before anything is.
    fn refuse_for_memory(&self, tables: &[PlannedTable], limits: &Limits) -> Result<(), Refusal> {
        let allowed = limits.memory.unwrap_or(u64::MAX);
        let Some(table) = tables.iter().find(|table| !table.is_there && table.estimate.peak_bytes > allowed) else {
            return Ok(());
        };
        let (name, needed, allowed) = (&table.name, bytes(table.estimate.peak_bytes), bytes(allowed));
        let asked = self.resources.memory_limit.as_deref().unwrap_or_default();
        let message =
            format!("the table `{name}` takes about {needed} while it is built, but the memory limit is {allowed}");
        Err(Refusal::limit(message).at(Some(FieldPlace::whole("memory_limit", asked))))
    }
}

/// Reads how distances are written.
fn read_encoding(text: &str) -> Result<Encoding, String> {
    let names = Encoding::ALL.map(Encoding::name);
    let expected = || format!("unknown encoding `{text}`: expected one of {}", names.join(", "));
    text.to_ascii_lowercase().parse().map_err(|_| expected())
}

/// The tiles of a part as the goal numbers them.
fn tiles(part: &PartitionPart, partition: &Partition, goal: &Board) -> Vec<usize> {
    let (to_part, to_frame) = (part.symmetry.inverse(), partition.to_frame().inverse());
    let tile = |&home: &u8| goal.tile_at(to_frame.cell(to_part.cell(Cell(u16::from(home))))).index();
    let mut tiles: Vec<usize> = part.pattern.homes().iter().map(tile).collect();
    tiles.sort_unstable();
    tiles
}

/// What makes the tables: the processor, or a device for which it may stand in.
struct Makers<'d> {
    threads: Threads,
    device: Option<(&'d dyn TileDevice, bool)>,
}

impl<'d> Makers<'d> {
    fn new(device: Option<&'d Arc<dyn Device>>, limits: &Limits) -> Self {
        Self { threads: Threads(limits.threads()), device: device.and_then(ForTiles::among) }
    }

    fn first(&self) -> &dyn TableMaker {
        self.device.map_or(&self.threads as &dyn TableMaker, |(device, _)| device)
    }

    /// Whether the processor may make what the device cannot.
    fn has_second(&self) -> bool {
        self.device.is_some_and(|(_, is_optional)| is_optional)
    }
}

/// Why a table is not in the folder.
enum Unbuilt {
    Stopped(Stop),
    Refused(Refusal),
}

impl PlannedTable {
    fn expected(&self, folder: &Path) -> BuiltTable {
        let table = TableFile {
            name: self.name.clone(),
            path: library::path_in(folder, &self.name).display().to_string(),
            state: if self.is_there { "ok" } else { "missing" },
            reason: None,
            file_bytes: library::file_bytes(self.estimate.table_bytes),
            facts: None,
        };
        let Estimate { peak_bytes, device_bytes, seconds, .. } = self.estimate;
        BuiltTable { table, peak_bytes, device_bytes, note: None, seconds }
    }

    fn build(
        &self,
        makers: &Makers<'_>,
        force: bool,
        limits: Limits,
        folder: &Path,
        watch: &mut dyn Watch,
    ) -> Result<BuiltTable, Unbuilt> {
        let (clock, cache) = (limits.clock.clone(), limits.table_cache.clone());
        let began = clock.now();
        let purpose = if force { Purpose::Renew } else { Purpose::Keep };
        let mut tell = |event: Event<'_>| {
            // The build goes on: a limit ends it, or the watch does when the table is done.
            let _ = watch.tables(TableNews::Awaited(&self.name, event));
        };
        let mut budget = Budget::new(limits);
        let mut obtain =
            |maker| library::obtain_from(maker, &self.pattern, self.encoding, purpose, &mut budget, &mut tell);
        let (mut estimate, mut note) = (self.estimate, None);
        let mut first = obtain(makers.first());
        if let (Err(TableError::Device(_)), Some((device, _))) = (&first, makers.device)
            && give_back_idle(&cache, device)
        {
            first = obtain(makers.first());
        }
        if let Some((device, _)) = makers.device {
            forget_given_up(&cache, device);
        }
        let answer = match first {
            Err(TableError::Device(problem)) if makers.has_second() => {
                note = Some(processor_instead(&problem));
                let own = library::cost(&self.pattern, self.encoding, makers.threads.0, &cache);
                estimate = own.unwrap_or(estimate);
                obtain(&makers.threads)
            }
            answer => answer,
        };
        let (table, origin) = answer.map_err(|error| match error {
            TableError::Stopped(why) => Unbuilt::Stopped(why),
            other => Unbuilt::Refused(Refusal::question(other.to_string())),
        })?;
        let seconds = Some(clock.since(began).as_secs_f64());
        // It is in the file now; the next one needs the memory.
        drop(table);
        cache.forget(&self.name);
        let state = match origin {
            Origin::BuiltAndKept => "built",
            Origin::File | Origin::Memory => "found",
            Origin::Built => {
                let message = format!("the table `{}` could not be kept", self.name);
                return Err(Unbuilt::Refused(Refusal::question(message)));
            }
        };
        let table = TableFile::described(&library::path_in(folder, &self.name), state).map_err(Unbuilt::Refused)?;
        let Estimate { peak_bytes, device_bytes, .. } = estimate;
        Ok(BuiltTable { table, peak_bytes, device_bytes, note, seconds })
    }
}

/// List all tables, and check each of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PdbList {}

impl Ask for PdbList {
    type Answer = Vec<TableFile>;

    fn ask(&self, terms: &Terms, _: &mut dyn Watch) -> Result<Vec<TableFile>, Refusal> {
        Ok(kept(folder(terms)?)?.iter().map(TableFile::from).collect())
    }
}

/// Show everything known about tables.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct PdbInfo {
    /// The tables: names as in the list, or files
    #[cfg_attr(feature = "clap", arg(required = true, value_name = "NAME|FILE"))]
    pub tables: Vec<String>,
}

/// A table with its mean value.
#[derive(Clone, Debug, Serialize)]
pub struct TableInfo {
    /// The table.
    #[serde(flatten)]
    pub table: TableFile,
    /// The mean over [`MEAN_SAMPLES`] random boards, where it is known.
    pub mean: Option<f64>,
}

impl Ask for PdbInfo {
    type Answer = Vec<TableInfo>;

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<Vec<TableInfo>, Refusal> {
        let mut known = Vec::new();
        for word in &self.tables {
            let path = file_of(word, folder(terms)?, "tables")?;
            let table = library::load(&path, &terms.limits.table_cache).map_err(|error| not_right(&path, &error))?;
            let mean = mean(&table, MEAN_SAMPLES, MEAN_SEED);
            let info = TableInfo { table: TableFile::described(&path, "ok")?, mean };
            let flow = watch.tables(TableNews::Read(&info));
            known.push(info);
            if flow.is_break() {
                break;
            }
        }
        Ok(known)
    }
}

/// Which tables.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct PdbChoice {
    /// The tables: names as in the list
    #[cfg_attr(feature = "clap", arg(required_unless_present = "all", value_name = "NAME"))]
    #[serde(default)]
    pub names: Vec<String>,
    /// All tables
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "names"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bool>"))]
    #[serde(default, deserialize_with = "null_is_false")]
    pub all: bool,
}

impl PdbChoice {
    /// The names of the tables that are meant, those of the folder if all are.
    fn names(&self, folder: &Path) -> Result<Vec<String>, Refusal> {
        if !self.all {
            return Ok(self.names.clone());
        }
        let mut names: Vec<String> = kept(folder)?.into_iter().map(|kept| kept.name).collect();
        names.dedup();
        Ok(names)
    }
}

/// Check every byte of tables, and compare entries with a search and with their neighbours.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct PdbVerify {
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub tables: PdbChoice,
    /// Seed for the random entries [default: random, reported]
    #[cfg_attr(feature = "clap", arg(long, value_parser = crate::front::units::seed))]
    pub seed: Option<u64>,
}

/// The verdict on a table.
#[derive(Clone, Debug, Serialize)]
pub struct VerifiedTable {
    /// Its name.
    pub name: String,
    /// What was found to be right; `None` if something is wrong.
    pub right: Option<CheckedStates>,
    /// What is wrong.
    pub wrong: Option<String>,
}

/// What was looked at of a table, beside its checksum.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CheckedStates {
    /// States whose distance was found by a search.
    pub searched: u64,
    /// Whether those are all there are.
    pub is_all: bool,
    /// Random states that were compared with their neighbours.
    pub sampled: u64,
}

impl From<Checked> for CheckedStates {
    fn from(Checked { searched, is_all, sampled }: Checked) -> Self {
        Self { searched, is_all, sampled }
    }
}

impl Ask for PdbVerify {
    type Answer = Vec<VerifiedTable>;

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<Vec<VerifiedTable>, Refusal> {
        let folder = folder(terms)?;
        let names = self.tables.names(folder)?;
        for name in names.iter().filter(|_| !self.tables.all) {
            file_of(name, folder, "names")?;
        }
        let seed = self.seed.unwrap_or_else(random_seed);
        let drawn = self.seed.is_none().then_some(seed);
        let budget = Budget::new(terms.limits.clone());
        let mut verified = Vec::new();
        if !names.is_empty() && watch.tables(TableNews::Verifying { names: &names, seed: drawn }).is_break() {
            return Ok(verified);
        }
        for name in &names {
            let (right, wrong) = match verdict(name, folder, seed, &budget) {
                Ok(checked) => (Some(checked.into()), None),
                Err(Wrong::Stopped(why)) => return Err(stopped(why, verified.len(), names.len())),
                Err(Wrong::Because(reason)) => (None, Some(reason)),
            };
            let table = VerifiedTable { name: name.clone(), right, wrong };
            let flow = watch.tables(TableNews::Verified(&table));
            verified.push(table);
            if flow.is_break() {
                break;
            }
        }
        Ok(verified)
    }
}

/// Why a table was not found to be right.
enum Wrong {
    Stopped(Stop),
    Because(String),
}

fn verdict(name: &str, folder: &Path, seed: u64, budget: &Budget<'_>) -> Result<Checked, Wrong> {
    let because = |error: &dyn std::error::Error| Wrong::Because(error.to_string());
    let missing = |_| Wrong::Because("there is no such table".to_owned());
    let path = file_of(name, folder, "names").map_err(missing)?;
    let table = library::load(&path, budget.table_cache()).map_err(|error| because(&error))?;
    let true_name = library::name(table.pattern(), table.encoding());
    if *true_name != *path.file_stem().unwrap_or_default() {
        return Err(Wrong::Because(format!("it is the table `{true_name}`")));
    }
    check(&table, seed, budget.threads(), &mut || budget.check()).map_err(|error| match error {
        CheckError::Stopped(why) => Wrong::Stopped(why),
        wrong => because(&wrong),
    })
}

/// Remove tables.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct PdbRemove {
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub tables: PdbChoice,
}

/// What became of tables that were to be removed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RemovedTables {
    /// Those that are gone.
    pub removed: Vec<String>,
    /// Those that are left alone, since they are being built.
    pub busy: Vec<String>,
}

impl RemovedTables {
    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.busy.is_empty()
    }
}

impl Ask for PdbRemove {
    type Answer = RemovedTables;

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<RemovedTables, Refusal> {
        let folder = folder(terms)?;
        let mut answer = RemovedTables::default();
        for word in self.tables.names(folder)? {
            let name = without_ending(&word);
            let path = library::path_in(folder, name);
            if path.parent() != Some(folder) {
                return Err(no_such_table(name, folder, "names"));
            }
            let flow = match library::remove(folder, name) {
                Ok(true) => {
                    answer.removed.push(name.to_owned());
                    watch.tables(TableNews::Removed(name))
                }
                Ok(false) if self.tables.all => {
                    answer.busy.push(name.to_owned());
                    watch.tables(TableNews::Busy(name))
                }
                Ok(false) => return Err(no_such_table(name, folder, "names")),
                Err(error) => {
                    return Err(Refusal::question(format!("cannot remove `{}`: {error}", path.display())));
                }
            };
            if flow == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(answer)
    }
}

/// The names of the tables in a folder. No file is opened: some take seconds to be read.
pub fn table_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let tables = paths.filter(|path| path.extension().is_some_and(|ending| ending == library::EXTENSION));
    let mut names: Vec<String> = tables.filter_map(|path| path.file_stem()?.to_str().map(str::to_owned)).collect();
    names.sort();
    names
}

fn folder(terms: &Terms) -> Result<&Path, Refusal> {
    terms.limits.table_cache.folder().ok_or_else(|| Refusal::question("there is no folder of tables"))
}

fn kept(folder: &Path) -> Result<Vec<Kept>, Refusal> {
    let wrong = |error| Refusal::question(format!("cannot read the folder `{}`: {error}", folder.display()));
    library::list(folder).map_err(wrong)
}

fn stopped(why: Stop, done: usize, all: usize) -> Refusal {
    Refusal::limit(format!("{why}: {done} of {all} table{} done", if all == 1 { "" } else { "s" }))
}

fn not_right(path: &Path, error: &dyn std::error::Error) -> Refusal {
    Refusal::question(format!("`{}` cannot be used: {error}", path.display()))
}

fn without_ending(word: &str) -> &str {
    word.strip_suffix(library::EXTENSION).and_then(|word| word.strip_suffix('.')).unwrap_or(word)
}

/// The file of a table that a word names: a file, or a name as in the list.
fn file_of(word: &str, folder: &Path, field: &'static str) -> Result<PathBuf, Refusal> {
    if without_ending(word) != word && Path::new(word).exists() {
        return Ok(PathBuf::from(word));
    }
    let path = library::path_in(folder, without_ending(word));
    // A name is that of a file in the folder, and leads nowhere else.
    let is_there = path.parent() == Some(folder) && path.exists();
    if is_there { Ok(path) } else { Err(no_such_table(word, folder, field)) }
}

fn no_such_table(word: &str, folder: &Path, field: &'static str) -> Refusal {
    let names = table_names(folder);
    let near = nearest(word, names.iter().map(String::as_str));
    let suggestion = near.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    let message = format!("there is no table `{word}` in `{}`{suggestion}", folder.display());
    Refusal { hint: Some(Hint::Tables), ..Refusal::in_field(field, word, message) }
}
