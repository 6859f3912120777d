//! The parts of a run as they were written with `--slice`: read again, and checked that they belong
//! together.
//!
//! A part may be torn where its process was killed, may be there twice, or not at all. What is left
//! of it counts; what is missing has a name.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use clap::{ArgMatches, FromArgMatches};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::args::{self, Arguments, Length};
use crate::commands::Command;
use crate::completion::line::Line;
use crate::failure::{self, Failure};
use crate::journal;
use crate::out::Out;
use crate::provenance::Provenance;
use crate::slice::{Place, Slice};

/// A record of a part.
pub struct PartRecord {
    /// The file, and the line in it.
    pub source: String,
    pub place: Place,
    pub provenance: Provenance,
    /// What it says, without the two above.
    pub value: Value,
}

impl PartRecord {
    /// Number of its board, from 0.
    pub fn number(&self) -> usize {
        self.place.board - 1
    }
}

/// The parts of one run.
pub struct Parts {
    /// The command that all of them were made by, apart from the slice.
    pub command: Command,
    pub records: Vec<PartRecord>,
    /// How many slices there are.
    pub of: usize,
    /// How many boards they have together.
    pub boards: usize,
    pub seed: Option<u64>,
}

/// More boards than any run has: the number is damaged.
const MOST_BOARDS: usize = 100_000_000;

/// Options that may differ from part to part: they do not change what the records say.
const OF_ONE_PART: [&str; 10] =
    ["slice", "format", "resume", "report", "color", "trace", "svg", "gif", "animate", "journal"];

impl Parts {
    /// Reads parts, and refuses those that do not belong together. Lines that are not whole are
    /// named and left out.
    pub fn read(files: &[String], out: &mut Out) -> Result<Self, Failure> {
        let mut records: Vec<PartRecord> = Vec::new();
        for file in files {
            let (found, torn) = in_text(file, &text_of(file)?)?;
            for line in torn {
                out.note(&format!("{file}:{line}: this line is not whole and is left out; its process was killed"))?;
            }
            records.extend(found);
        }
        let Some(first) = records.first() else {
            let files = files.join("`, `");
            return Err(Failure::Usage(format!("there is no record in `{files}`: nothing to put together")));
        };
        let mut commands: HashMap<&str, ArgMatches> = HashMap::new();
        for record in &records {
            let command = record.provenance.command.as_str();
            if !commands.contains_key(command) {
                commands.insert(command, parsed(record)?);
            }
            if let Some(difference) = difference(first, record, &commands) {
                return Err(Failure::Usage(format!(
                    "the parts belong to different runs: {difference}\nhelp: give the parts of one command"
                )));
            }
        }
        let matches = &commands[first.provenance.command.as_str()];
        let arguments = Arguments::from_arg_matches(matches).map_err(|error| unknown_command(first, &error))?;
        let Place { of, boards, seed, .. } = first.place;
        Ok(Self { command: arguments.command, records, of, boards, seed })
    }

    /// What is missing, where these boards are there, by their numbers from 0.
    pub fn missing(&self, there: &BTreeSet<usize>) -> Option<Missing> {
        let boards: Vec<usize> = (0..self.boards).filter(|number| !there.contains(number)).collect();
        Missing::of(boards, self.of, self.boards)
    }
}

/// Boards that are in no part.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// The slices to be run again.
    slices: Vec<String>,
    /// Numbers of the boards, from 1.
    boards: Vec<usize>,
    #[serde(skip)]
    indices: Vec<usize>,
    #[serde(skip)]
    all: usize,
}

impl Missing {
    pub fn of(numbers: Vec<usize>, of: usize, all: usize) -> Option<Self> {
        if numbers.is_empty() {
            return None;
        }
        let slices: BTreeSet<usize> = numbers.iter().map(|&number| Slice::having(number, of).index()).collect();
        let indices: Vec<usize> = slices.into_iter().collect();
        let slices = indices.iter().map(|index| format!("{index}/{of}")).collect();
        Some(Self { slices, boards: numbers.into_iter().map(|number| number + 1).collect(), indices, all })
    }

    /// In words, with what to do about it.
    pub fn message(&self) -> String {
        let are = if self.boards.len() == 1 { "is" } else { "are" };
        format!(
            "{} of {} boards {are} missing: {}\nhelp: run {} again (in Slurm, `--array={}`) and merge all files",
            self.boards.len(),
            self.all,
            ranges(&self.boards),
            if self.slices.len() == 1 { format!("slice {}", self.slices[0]) } else { "their slices".to_owned() },
            ranges(&self.indices),
        )
    }
}

/// Numbers as people and Slurm write them: `1-3,7`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let run = |run: &[usize]| match run {
        [first, .., last] => format!("{first}-{last}"),
        single => single.iter().map(ToString::to_string).collect(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}

fn text_of(file: &str) -> Result<String, Failure> {
    let read = match file {
        "-" => {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        }
        path => fs::read(path),
    };
    let bytes = read.map_err(|error| {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "no such file".to_owned(),
            _ => error.to_string(),
        };
        Failure::Usage(format!("cannot read `{file}`: {reason}"))
    })?;
    // A letter that was torn is in a line that was torn.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The records that an earlier run of a command has left in a file of lines, each with its line;
/// `now` is a record as this run will write them. Lines that are not whole are left out.
pub fn of_earlier_run(path: &Path, text: &str, now: &PartRecord) -> Result<Vec<(String, PartRecord)>, Failure> {
    let file = path.display().to_string();
    let (records, torn) = in_text(&file, text)?;
    let lines = (1..).zip(text.lines()).filter(|(number, line)| !line.trim().is_empty() && !torn.contains(number));
    let lines: Vec<String> = lines.map(|(_, line)| line.to_owned()).collect();
    if lines.len() != records.len() {
        return Err(Failure::Usage(format!("`{file}` has other lines than answers: expected another file")));
    }
    let mut commands = HashMap::from([(now.provenance.command.as_str(), parsed(now)?)]);
    for record in &records {
        let command = record.provenance.command.as_str();
        if !commands.contains_key(command) {
            commands.insert(command, parsed(record)?);
        }
        let slices = [record, now].map(|record| record.place.index);
        let other_slice = (slices[0] != slices[1])
            .then(|| format!("the slice is {} in {} and {} now", slices[0], record.source, slices[1]));
        if let Some(difference) = difference(record, now, &commands).or(other_slice) {
            return Err(Failure::Usage(format!(
                "`{file}` has the answers of another command: {difference}\nhelp: give another file, or the command \
                 that began this one"
            )));
        }
    }
    Ok(lines.into_iter().zip(records).collect())
}

/// The records of a text, and the numbers of lines that are not whole.
fn in_text(file: &str, text: &str) -> Result<(Vec<PartRecord>, Vec<usize>), Failure> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<(usize, &str)> = lines.collect();
    let Some(&(number, first)) = lines.first() else { return Ok((Vec::new(), Vec::new())) };
    let is_torn_at_once = lines.len() == 1 && first.starts_with("{\"") && !text.ends_with('\n');
    let is_object = |line: &str| serde_json::from_str::<Map<String, Value>>(line).is_ok();
    if !lines.iter().any(|(_, line)| is_object(line)) {
        return match serde_json::from_str(text) {
            Ok(Value::Array(values)) => {
                let records = values.into_iter().map(|value| record(file.to_owned(), value, None));
                Ok((records.collect::<Result<_, _>>()?, Vec::new()))
            }
            Ok(Value::Object(all)) => Ok((of_comparison(file, all)?, Vec::new())),
            _ if is_torn_at_once => Ok((Vec::new(), vec![number])),
            _ => Err(Failure::Usage(format!(
                "`{file}` is not a part: expected what `--slice I/N --format jsonl` writes{}",
                if first.starts_with(['[', '{']) {
                    " (JSON that is cut off cannot be read, JSON lines can)"
                } else {
                    ""
                }
            ))),
        };
    }
    let (mut records, mut torn) = (Vec::new(), Vec::new());
    for (number, line) in lines {
        match serde_json::from_str::<Value>(line) {
            // The first line of a journal.
            Ok(value) if value["format"] == journal::FORMAT && value.get("slice").is_none() => {}
            Ok(value) => records.push(record(format!("{file}:{number}"), value, None)?),
            Err(_) => torn.push(number),
        }
    }
    Ok((records, torn))
}

/// The records of a comparison as one object.
fn of_comparison(file: &str, mut all: Map<String, Value>) -> Result<Vec<PartRecord>, Failure> {
    let mut list = |name: &str| match all.remove(name) {
        Some(Value::Array(values)) => values,
        _ => Vec::new(),
    };
    let values = [list("unreadable"), list("runs")].concat();
    let provenance = all.remove("provenance");
    values.into_iter().map(|value| record(file.to_owned(), value, provenance.as_ref())).collect()
}

/// A record with where it stands; `provenance` is that of the file, if its records have none.
fn record(source: String, value: Value, provenance: Option<&Value>) -> Result<PartRecord, Failure> {
    let wrong =
        |what: &str| Failure::Usage(format!("{source}: {what}: expected what `--slice I/N --format jsonl` writes"));
    let Value::Object(mut fields) = value else { return Err(wrong("this is not a record")) };
    let mut take = |name: &str| fields.shift_remove(name);
    let place = take("slice").ok_or_else(|| wrong("this record is not part of a slice"))?;
    let place: Place = serde_json::from_value(place).map_err(|_| wrong("its field `slice` is damaged"))?;
    let is_dealt = (1..=MOST_BOARDS).contains(&place.boards)
        && (1..=place.boards).contains(&place.board)
        && (1..=place.of).contains(&place.index)
        && Slice::having(place.board - 1, place.of).index() == place.index;
    if !is_dealt {
        return Err(wrong("its field `slice` is damaged"));
    }
    let provenance = take("provenance").or_else(|| provenance.cloned());
    let provenance = provenance.and_then(|value| serde_json::from_value(value).ok());
    let provenance = provenance.ok_or_else(|| wrong("its field `provenance` is missing or damaged"))?;
    Ok(PartRecord { place, provenance, value: Value::Object(fields), source })
}

/// The command of a record, as it was given.
fn parsed(record: &PartRecord) -> Result<ArgMatches, Failure> {
    let words = Line::split(&record.provenance.command, "").words;
    args::command(Length::Short).try_get_matches_from(words).map_err(|error| unknown_command(record, &error))
}

fn unknown_command(record: &PartRecord, error: &clap::Error) -> Failure {
    let error = error.to_string();
    let reason = error.lines().next().unwrap_or_default().trim_start_matches("error: ");
    Failure::Usage(format!(
        "{}: this program does not understand the command of this record, `{}`: {reason}",
        record.source, record.provenance.command
    ))
}

/// What is not the same in two records of one run, in words.
fn difference(one: &PartRecord, other: &PartRecord, commands: &HashMap<&str, ArgMatches>) -> Option<String> {
    let differ = |name: &str, a: &str, b: &str| {
        (a != b).then(|| format!("{name} is {a} in {} and {b} in {}", one.source, other.source))
    };
    let seed = |record: &PartRecord| record.place.seed.map_or_else(|| "none".to_owned(), |seed| seed.to_string());
    let (from, to) = (&one.provenance, &other.provenance);
    let command = |record: &PartRecord| commands.get(record.provenance.command.as_str())?.subcommand();
    let ((name, matches), (other_name, others)) = (command(one)?, command(other)?);
    differ("the version", &from.version, &to.version)
        .or_else(|| differ("the commit", &from.commit, &to.commit))
        .or_else(|| differ("the command", name, other_name))
        .or_else(|| {
            let command = args::command(Length::Short);
            let options = command.find_subcommand(name).into_iter().flat_map(clap::Command::get_arguments);
            options.filter(|option| !OF_ONE_PART.contains(&option.get_id().as_str())).find_map(|option| {
                let id = option.get_id().as_str();
                let long =
                    option.get_long().map_or_else(|| "the list of boards".to_owned(), |name| format!("--{name}"));
                differ(&long, &given(matches, id), &given(others, id))
            })
        })
        .or_else(|| differ("the number of slices", &one.place.of.to_string(), &other.place.of.to_string()))
        .or_else(|| differ("the number of boards", &one.place.boards.to_string(), &other.place.boards.to_string()))
        .or_else(|| differ("the seed", &seed(one), &seed(other)))
}

/// An option as it was given.
fn given(matches: &ArgMatches, id: &str) -> String {
    let values = matches.try_get_raw(id).ok().flatten().into_iter().flatten();
    let values: Vec<_> = values.map(|value| value.to_string_lossy().into_owned()).collect();
    if values.is_empty() { "not given".to_owned() } else { format!("`{}`", values.join(" ")) }
}

/// The exit code of an answer that was written.
pub fn code_of(answer: &Value) -> u8 {
    let reason = answer["reason"].as_str().unwrap_or_default();
    match (answer["status"].as_str(), answer["proof"].as_str()) {
        (Some("solved"), _) => failure::ANSWERED,
        (Some("unsolvable"), _) => failure::UNSOLVABLE,
        (Some("stopped"), Some("none")) => failure::NOTHING_FOUND,
        (Some("stopped"), _) => failure::NOT_PROVED,
        _ if reason.starts_with("internal error") => failure::BUG,
        _ => failure::USAGE,
    }
}

/// Why two answers to the same question cannot both be true.
pub fn contradiction(one: &Value, other: &Value) -> Option<String> {
    let cost = |answer: &Value| answer["cost"].as_u64();
    let bound = |answer: &Value| answer["lower_bound"].as_u64();
    let is_optimal = |answer: &Value| answer["proof"] == "optimal";
    let against = |one: &Value, other: &Value| match (cost(one), cost(other)) {
        (Some(cost), _) if other["status"] == "unsolvable" => Some(format!("cost {cost}, and unsolvable")),
        (Some(a), Some(b)) if is_optimal(one) && b < a => Some(format!("cost {a} is proved optimal, and cost {b}")),
        (Some(cost), _) => {
            let bound = bound(other).filter(|&bound| bound > cost)?;
            Some(format!("cost {cost}, and no solution costs less than {bound}"))
        }
        _ => None,
    };
    against(one, other).or_else(|| against(other, one))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn missing_boards_name_their_slices() {
        let missing = Missing::of(vec![2, 5, 7, 8], 3, 9).unwrap();
        assert_eq!((missing.slices.join(" "), ranges(&missing.boards)), ("2/3 3/3".to_owned(), "3,6,8-9".to_owned()));
        assert!(missing.message().contains("`--array=2-3`"), "{}", missing.message());
        assert_eq!(Missing::of(Vec::new(), 3, 9), None);
    }

    #[test]
    fn contradictions_are_found_either_way() {
        let solved = |cost: u64, proof: &str| json!({"status": "solved", "cost": cost, "proof": proof});
        let stopped = |bound: u64| json!({"status": "stopped", "cost": null, "proof": "none", "lower_bound": bound});
        let unsolvable = json!({"status": "unsolvable", "cost": null, "proof": "none"});
        let cases = [
            (solved(20, "optimal"), solved(18, "found"), true),
            (solved(20, "optimal"), unsolvable, true),
            (solved(20, "found"), stopped(22), true),
            (solved(20, "optimal"), solved(22, "found"), false),
            (solved(20, "optimal"), solved(20, "optimal"), false),
            (solved(20, "optimal"), stopped(18), false),
        ];
        for (one, other, is_one) in cases {
            assert_eq!(contradiction(&one, &other).is_some(), is_one, "{one} {other}");
            assert_eq!(contradiction(&other, &one).is_some(), is_one, "{other} {one}");
        }
    }

    #[test]
    fn texts_that_are_no_parts_are_refused() {
        for text in ["hello", "[1, 2]", "{\"a\": 1}\n", "{\"slice\": {}}\n", "[\n{\"a\": ", "1\n2\n"] {
            assert!(in_text("part", text).is_err(), "{text}");
        }
        let slice = json!({"index": 2, "of": 2, "board": 1, "boards": 4, "name": "a"});
        let provenance = json!({"version": "1", "commit": "a", "threads": 1, "command": "npuzzle", "machine": "m"});
        let line = |slice: &Value| json!({"cost": 3, "slice": slice, "provenance": provenance}).to_string();
        assert!(in_text("part", &line(&slice)).is_err(), "board 1 is not dealt to slice 2");
        let good = line(&json!({"index": 1, "of": 2, "board": 3, "boards": 4, "name": "a"}));
        for (text, count, torn) in [
            (format!("{good}\n{good}\n"), 2, 0),
            (format!("{good}\n{}", &good[..30]), 1, 1),
            (format!("{}{good}\n{good}\n", &good[..30]), 1, 1),
            (format!("[{good}]\n"), 1, 0),
            (good[..30].to_owned(), 0, 1),
            (String::new(), 0, 0),
        ] {
            let (records, lines) = in_text("part", &text).unwrap();
            assert_eq!((records.len(), lines.len()), (count, torn), "{text}");
        }
    }
}
