//! The journal of a comparison: JSON lines, the request first, then every finished run.
//!
//! Each run is on the disk before the next one begins, so a kill loses the run in progress and
//! nothing else. A last line that was torn is dropped, and the file is written anew. A journal goes
//! with one request; another one is refused.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::lab::compare::{CompareRequest, RunRecord};
use npuzzle::question::AskedLimits;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::files::NewFile;
use crate::provenance::Provenance;
use crate::render::json;
use crate::render::rows::STATS;
use crate::slice::{Place, Slice};

pub const FORMAT: &str = "npuzzle-compare";
/// Version 1 had flat records, boards as texts, and no provenance.
const VERSION: u32 = 2;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    format: String,
    version: u32,
    /// Version of the program.
    program: String,
    /// All that decides what the runs are.
    request: Map<String, Value>,
}

impl Header {
    /// The header of a request. Limits are those that were asked for: what memory happens to be
    /// free is not part of it.
    /// A part of a comparison is told from the others.
    pub fn of(request: &CompareRequest, limits: AskedLimits, seed: Option<u64>, slice: Option<Slice>) -> Self {
        let board = |board: &npuzzle::lab::compare::CompareBoard| {
            let goal = board.goal.board(board.start.shape()).map(|goal| goal.to_string());
            json!({ "name": board.name, "start": board.start.board().to_string(), "goal": goal.ok() })
        };
        let fields = [
            ("seed", json!(seed)),
            ("algorithms", json!(request.algorithms)),
            ("heuristics", json!(request.heuristics)),
            ("order", json!(request.order.to_string())),
            ("repeat", json!(request.repeat)),
            ("time_limit", json!(limits.time.map(|limit| limit.as_secs_f64()))),
            ("memory_limit", json!(limits.memory)),
            ("node_limit", json!(limits.nodes)),
            ("threads", json!(limits.threads)),
            ("boards", request.boards.iter().map(board).collect()),
        ];
        let slice = slice.map(|slice| ("slice", json!(slice.to_string())));
        let request = fields.into_iter().chain(slice).map(|(name, value)| (name.to_owned(), value)).collect();
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT.to_owned(), version: VERSION, program, request }
    }

    /// What is not the same in the journal and now.
    fn differences(&self, now: &Self) -> Vec<String> {
        let differing =
            |name: &str, journal: &Value, now: &Value| format!("{name}: {journal} in the journal, {now} now");
        let mut differences = Vec::new();
        if self.program != now.program {
            differences.push(differing("program version", &json!(self.program), &json!(now.program)));
        }
        let only_before = self.request.keys().filter(|&name| !now.request.contains_key(name));
        for name in now.request.keys().chain(only_before) {
            let [before, value] = [self, now].map(|header| header.request.get(name).unwrap_or(&Value::Null));
            match (before, value) {
                _ if before == value => {}
                (Value::Array(before), Value::Array(value)) if name == "boards" => {
                    differences.push(match before.iter().zip(value).position(|(before, now)| before != now) {
                        Some(at) => differing(&format!("board {}", at + 1), &before[at], &value[at]),
                        None => format!("boards: {} in the journal, {} now", before.len(), value.len()),
                    });
                }
                _ => differences.push(differing(name, before, value)),
            }
        }
        differences
    }
}

/// A run with where it was made, if the journal says so.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredRun {
    #[serde(flatten)]
    pub record: RunRecord,
    /// Where it stands in the whole, if it is in a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice: Option<Place>,
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// Why a file is no journal.
pub fn unusable(path: &Path, what: &str) -> Failure {
    Failure::Usage(format!("cannot use `{}` as a journal: {what}", path.display()))
}

/// What is in a file that can be a journal; `None` if it is not there.
pub fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return Err(unusable(path, "it is not a file that can be written and read again")),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unusable(path, &error.to_string())),
    }
    fs::read(path).map(Some).map_err(|error| unusable(path, &error.to_string()))
}

/// What a journal holds.
pub struct Stored {
    header: Header,
    /// Its whole lines, as they are.
    text: String,
    pub runs: Vec<StoredRun>,
    /// Whether its last line was torn.
    torn: bool,
}

impl Stored {
    /// Reads a journal; `None` if there is none, or nothing in it.
    pub fn read(path: &Path) -> Result<Option<Self>, Failure> {
        let wrong = |what: String| unusable(path, &what);
        let Some(text) = bytes_of(path)? else { return Ok(None) };
        let ends = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let (whole, rest) = text.split_at(ends);
        let beginning = format!("{{\"format\":\"{FORMAT}\"");
        let foreign =
            || wrong("it is not one\nhelp: give a new file, or one that an earlier comparison has written".to_owned());
        if whole.is_empty() {
            // What the very first write left behind, if anything.
            let ours = rest.iter().zip(beginning.as_bytes()).all(|(a, b)| a == b);
            return if ours { Ok(None) } else { Err(foreign()) };
        }
        let whole = str::from_utf8(whole).map_err(|_| foreign())?;
        let mut lines = whole.lines();
        let header = lines.next().filter(|line| line.starts_with(&beginning)).ok_or_else(foreign)?;
        let header: Header = serde_json::from_str(header).map_err(|error| wrong(format!("line 1: {error}")))?;
        if !(1..=VERSION).contains(&header.version) {
            return Err(wrong(format!("it has version {}, and this program writes version {VERSION}", header.version)));
        }
        let run = |(number, line): (usize, &str)| {
            let read = serde_json::from_str(line).and_then(|line| serde_json::from_value(upgraded(line)));
            read.map_err(|error| wrong(format!("line {number} is damaged: {error}")))
        };
        let mut runs: Vec<StoredRun> = (2..).zip(lines).map(run).collect::<Result<_, _>>()?;
        let mut seen = HashSet::new();
        runs.retain(|run| seen.insert(run.record.id));
        Ok(Some(Self { header, text: whole.to_owned(), runs, torn: !rest.is_empty() }))
    }

    /// The seed of its random boards.
    pub fn seed(&self) -> Option<u64> {
        self.header.request.get("seed").and_then(Value::as_u64)
    }
}

/// A record as this version writes it; one of version 1 is brought into that form.
fn upgraded(record: Value) -> Value {
    let Value::Object(mut fields) = record else { return record };
    if fields.contains_key("stats") {
        return Value::Object(fields);
    }
    let mut take = |names: &[&str]| -> Map<String, Value> {
        names.iter().filter_map(|&name| Some((name.to_owned(), fields.remove(name)?))).collect()
    };
    let stats = take(STATS);
    let times = take(&["repeats", "seconds_deviation"]);
    let runs = times.get("repeats").and_then(Value::as_u64).unwrap_or(0);
    let mean = stats.get("seconds").cloned();
    let repeat = json!({
        "runs": runs,
        "mean_seconds": mean,
        "deviation_seconds": times.get("seconds_deviation"),
        // Of up to two times it is the mean.
        "median_seconds": mean.filter(|_| runs <= 2),
    });
    fields.insert("stats".to_owned(), Value::Object(stats));
    fields.insert("repeat".to_owned(), if runs == 0 { Value::Null } else { repeat });
    for (name, default) in
        [("set", fields.get("board").cloned()), ("order", Some(json!(""))), ("options", Some(json!({})))]
    {
        fields.insert(name.to_owned(), default.unwrap_or_default());
    }
    for name in ["start", "goal"] {
        let text = fields.get(name).and_then(Value::as_str).unwrap_or_default();
        let Ok(read) = read_board(text, &ReadOptions::default()) else {
            fields.insert(name.to_owned(), json!([]));
            continue;
        };
        let shape = read.board.shape();
        fields.insert(name.to_owned(), json!(read.board));
        fields.insert("rows".to_owned(), json!(shape.rows()));
        fields.insert("cols".to_owned(), json!(shape.cols()));
    }
    Value::Object(fields)
}

/// A journal that is written on.
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// Keeps other processes away from a journal: it holds a file beside it that no other process
/// can lock.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the journal, or says that another process has it.
    pub fn take(journal: &Path) -> Result<Self, Failure> {
        let mut name = journal.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let path = journal.with_file_name(name);
        let wrong = |what: &str| unusable(journal, what);
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| wrong(&error.to_string()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path, _file: file }),
            Err(TryLockError::WouldBlock) => {
                Err(wrong("another process is writing it\nhelp: wait for it, or give another file"))
            }
            Err(TryLockError::Error(error)) => Err(wrong(&error.to_string())),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Journal {
    /// Goes on with what is stored, or begins anew.
    pub fn open(path: &Path, header: &Header, stored: Option<&Stored>) -> Result<Self, Failure> {
        if let Some(stored) = stored {
            let differences = stored.header.differences(header);
            if !differences.is_empty() {
                return Err(Failure::Usage(format!(
                    "`{}` is the journal of another comparison\n  {}\nhelp: give another file, or the command that began this one",
                    path.display(),
                    differences.join("\n  ")
                )));
            }
        }
        let instead = match stored {
            Some(stored) => stored.torn.then(|| stored.text.clone()),
            None => Some(json::line(header)? + "\n"),
        };
        Self::on(path, instead.as_deref())
    }

    /// Goes on with the lines of a file, or with these in their place.
    pub fn on(path: &Path, instead: Option<&str>) -> Result<Self, Failure> {
        if let Some(text) = instead {
            let mut file = NewFile::create(path)?;
            file.write_all(text.as_bytes())?;
            file.finish()?;
        }
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| Failure::Usage(format!("cannot write `{}`: {error}", path.display())))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Writes a line, and does not return before it is on the disk.
    pub fn add(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::Usage(format!("cannot write `{}`: {error}", self.path.display())))
    }
}
