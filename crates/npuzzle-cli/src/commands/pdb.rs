//! `npuzzle pdb`

use std::path::{Path, PathBuf};
use std::time::Instant;

use npuzzle::core::suggest::nearest;
use npuzzle::core::{Budget, Limits, Stop};
use npuzzle::domains::tiles::{Board, Cell};
use npuzzle::front::random_seed;
use npuzzle::heuristics::tiles::pdb::build::TableError;
use npuzzle::heuristics::tiles::pdb::check::{CheckError, Checked, check, mean};
use npuzzle::heuristics::tiles::pdb::library::{self, Origin, Purpose};
use npuzzle::heuristics::tiles::pdb::partition::{Partition, PartitionPart};
use npuzzle::heuristics::tiles::pdb::pattern::Pattern;
use serde::Serialize;

use crate::args::{ListFormat, PdbArguments, PdbBuildArguments, PdbChoice, PdbCommand, PdbFormat};
use crate::commands::space::limits;
use crate::failure::{self, Failure};
use crate::input::{note_seed, read_goal};
use crate::interrupt;
use crate::out::Out;
use crate::progress::TableBar;
use crate::render::json;
use crate::render::numbers::{bytes, thousands, time};
use crate::render::pdb::{self as render, Facts, TableObject, Wanted};
use crate::tables;

/// Random boards for the mean value of a table, always the same ones.
const MEAN_SAMPLES: usize = 10_000;
const MEAN_SEED: u64 = 1;

pub fn run(arguments: &PdbArguments, out: &mut Out) -> Result<u8, Failure> {
    match &arguments.command {
        PdbCommand::Build(arguments) => build(arguments, out),
        PdbCommand::List { format } => list(*format, out),
        PdbCommand::Info { tables, format } => info(tables, *format, out),
        PdbCommand::Verify { tables, seed } => verify(tables, *seed, out),
        PdbCommand::Remove { tables } => remove(tables, out),
        PdbCommand::Path => {
            out.line(&tables::known_folder()?.display().to_string())?;
            Ok(failure::ANSWERED)
        }
    }
}

/// A table that is to be there in the end.
struct Job {
    name: String,
    pattern: Pattern,
    wanted: Wanted,
}

/// What became of a table, for programs.
#[derive(Serialize)]
struct Outcome {
    #[serde(flatten)]
    table: TableObject,
    peak_bytes: u64,
    /// What it took, or what it is expected to take.
    seconds: f64,
}

fn build(arguments: &PdbBuildArguments, out: &mut Out) -> Result<u8, Failure> {
    let goal = read_goal(&arguments.goal, Some(arguments.size))?.board(arguments.size).map_err(Failure::usage)?;
    if arguments.patterns.trim().is_empty() {
        let message = "the patterns are empty: expected sizes such as `6-6-3`, or tiles such as `1,2,5,6/3,4,7,8`";
        return Err(Failure::usage(message.to_owned()));
    }
    let partition = Partition::parse(&arguments.patterns, &goal).map_err(Failure::usage)?;
    let folder = tables::known_folder()?;
    let limits = limits(&arguments.resources)?;
    let jobs = jobs(arguments, &partition, &goal, &limits)?;
    let is_text = arguments.format == PdbFormat::Text;
    if is_text {
        let title = format!("pattern databases {partition} of {}, goal {goal}", arguments.size);
        let wanted: Vec<&Wanted> = jobs.iter().map(|job| &job.wanted).collect();
        out.text(&render::plan(&title, &wanted))?;
        out.flush()?;
    }
    if !arguments.dry_run {
        library::prepare_folder(&folder).map_err(|error| tables::unusable(&folder, &error))?;
        if let Some(code) = refuse_for_memory(&jobs, &limits, out)? {
            return Ok(code);
        }
    }
    let purpose = if arguments.force { Purpose::Renew } else { Purpose::Keep };
    let mut outcomes = Vec::new();
    let begun = Instant::now();
    for job in &jobs {
        if arguments.dry_run {
            outcomes.push(planned(job, &folder));
            continue;
        }
        let began = Instant::now();
        let mut bar = TableBar::new(&job.name);
        let left = limits.time.map(|limit| limit.saturating_sub(begun.elapsed()));
        let mut budget = Budget::new(Limits { time: left, ..limits.clone() });
        let mut watch = |event: library::Event<'_>| bar.update(event);
        let answer = library::obtain(&job.pattern, arguments.encoding(), purpose, &mut budget, &mut watch);
        bar.clear();
        let (table, origin) = match answer {
            Ok(answer) => answer,
            Err(TableError::Stopped(why)) => return stopped(why, outcomes.len(), jobs.len(), out),
            Err(other) => return Err(Failure::usage(other)),
        };
        let seconds = began.elapsed().as_secs_f64();
        let (name, deepest) = (&job.name, table.deepest());
        let path = library::path_in(&folder, name);
        // It is in the file now; the next one needs the memory.
        drop(table);
        limits.table_cache.forget(name);
        let built = match origin {
            Origin::BuiltAndKept => true,
            Origin::File | Origin::Memory => false,
            Origin::Built => return Err(Failure::usage(format!("the table `{name}` could not be kept"))),
        };
        if is_text {
            let what = if built { format!("in {}, ", time(seconds)) } else { String::new() };
            let verb = if built { "built" } else { "found" };
            out.line(&format!("{verb}       {name}, {what}distances up to {deepest}"))?;
            out.flush()?;
        }
        outcomes.push(finished(job, &path, built, seconds)?);
    }
    match is_text {
        true => out.line(&format!("folder      {}", folder.display()))?,
        false => out.line(&json::pretty(&outcomes)?)?,
    }
    Ok(failure::ANSWERED)
}

/// The tables of a partition. Parts that are mirror images of each other share one.
fn jobs(
    arguments: &PdbBuildArguments,
    partition: &Partition,
    goal: &Board,
    limits: &Limits,
) -> Result<Vec<Job>, Failure> {
    let mut jobs: Vec<Job> = Vec::new();
    for part in partition.parts() {
        let pattern = part.pattern.clone();
        let name = library::name(&pattern, arguments.encoding());
        if jobs.iter().any(|job| job.name == name) {
            continue;
        }
        let is_there = !arguments.force && library::on_disk(&pattern, arguments.encoding(), &limits.table_cache);
        let estimate = library::cost(&pattern, arguments.encoding(), limits.threads(), &limits.table_cache);
        let wanted =
            Wanted { tiles: tiles(part, partition, goal), estimate: estimate.map_err(Failure::usage)?, is_there };
        jobs.push(Job { name, pattern, wanted });
    }
    Ok(jobs)
}

/// The tiles of a part as the goal numbers them.
fn tiles(part: &PartitionPart, partition: &Partition, goal: &Board) -> Vec<usize> {
    let (to_part, to_frame) = (part.symmetry.inverse(), partition.to_frame().inverse());
    let tile = |&home: &u8| goal.tile_at(to_frame.cell(to_part.cell(Cell(u16::from(home))))).index();
    let mut tiles: Vec<usize> = part.pattern.homes().iter().map(tile).collect();
    tiles.sort_unstable();
    tiles
}

/// What cannot be built is refused before anything is.
fn refuse_for_memory(jobs: &[Job], limits: &Limits, out: &mut Out) -> Result<Option<u8>, Failure> {
    let allowed = limits.memory.unwrap_or(u64::MAX);
    let Some(job) = jobs.iter().find(|job| !job.wanted.is_there && job.wanted.estimate.peak_bytes > allowed) else {
        return Ok(None);
    };
    out.error(&format!(
        "the table `{}` takes about {} while it is built, but the memory limit is {}\nhelp: `--memory-limit` raises it",
        job.name,
        bytes(job.wanted.estimate.peak_bytes),
        bytes(allowed),
    ))?;
    Ok(Some(failure::NOTHING_FOUND))
}

fn stopped(why: Stop, done: usize, all: usize, out: &mut Out) -> Result<u8, Failure> {
    out.error(&format!("{why}: {done} of {} done", render::count(all)))?;
    Ok(failure::NOTHING_FOUND)
}

fn planned(job: &Job, folder: &Path) -> Outcome {
    let estimate = job.wanted.estimate;
    let table = TableObject {
        name: job.name.clone(),
        path: library::path_in(folder, &job.name).display().to_string(),
        state: if job.wanted.is_there { "ok" } else { "missing" },
        reason: None,
        file_bytes: library::file_bytes(estimate.table_bytes),
        facts: None,
    };
    Outcome { table, peak_bytes: estimate.peak_bytes, seconds: estimate.seconds }
}

fn finished(job: &Job, path: &Path, built: bool, seconds: f64) -> Result<Outcome, Failure> {
    let description = library::describe(path).map_err(|error| not_right(path, &error))?;
    let table = TableObject {
        name: job.name.clone(),
        path: path.display().to_string(),
        state: if built { "built" } else { "found" },
        reason: None,
        file_bytes: library::file_bytes(description.bytes),
        facts: Some(Facts::of(&description)),
    };
    Ok(Outcome { table, peak_bytes: job.wanted.estimate.peak_bytes, seconds })
}

fn list(format: ListFormat, out: &mut Out) -> Result<u8, Failure> {
    let folder = tables::known_folder()?;
    let tables = library::list(&folder).map_err(|error| unreadable(&folder, &error))?;
    match format {
        ListFormat::Text => out.text(&render::list(&folder, &tables))?,
        ListFormat::Md => out.text(&render::list_markdown(&tables))?,
        ListFormat::Json => out.line(&json::pretty(&tables.iter().map(TableObject::of).collect::<Vec<_>>())?)?,
    }
    Ok(failure::ANSWERED)
}

fn unreadable(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot read the folder `{}`: {error}", folder.display()))
}

fn not_right(path: &Path, error: &dyn std::error::Error) -> Failure {
    Failure::usage(format!("`{}` cannot be used: {error}", path.display()))
}

/// The file of a table that a word names: a file, or a name as in the list.
fn file_of(word: &str) -> Result<PathBuf, Failure> {
    let ending = format!(".{}", library::EXTENSION);
    if word.ends_with(&ending) && Path::new(word).exists() {
        return Ok(PathBuf::from(word));
    }
    let folder = tables::known_folder()?;
    let path = library::path_in(&folder, word.strip_suffix(&ending).unwrap_or(word));
    // A name is that of a file in the folder, and leads nowhere else.
    if path.parent() == Some(&folder) && path.exists() { Ok(path) } else { Err(no_such_table(word, &folder)) }
}

fn no_such_table(word: &str, folder: &Path) -> Failure {
    let names = tables::names(folder);
    let near = nearest(word, names.iter().map(String::as_str));
    let suggestion = near.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    let folder = folder.display();
    let help = "`npuzzle pdb list` shows them all";
    Failure::usage(format!("there is no table `{word}` in `{folder}`{suggestion}\nhelp: {help}"))
}

/// What a file says, for programs, with the mean value.
#[derive(Serialize)]
struct Info {
    #[serde(flatten)]
    table: TableObject,
    mean: Option<f64>,
}

fn info(words: &[String], format: PdbFormat, out: &mut Out) -> Result<u8, Failure> {
    let mut objects = Vec::new();
    for (number, word) in words.iter().enumerate() {
        let path = file_of(word)?;
        let table = library::load(&path, &tables::table_cache()).map_err(|error| not_right(&path, &error))?;
        let description = library::describe(&path).map_err(|error| not_right(&path, &error))?;
        let mean = mean(&table, MEAN_SAMPLES, MEAN_SEED);
        if format == PdbFormat::Text {
            let gap = if number > 0 { "\n" } else { "" };
            let text = render::info(&description, &path, mean.map(|mean| (mean, MEAN_SAMPLES)));
            out.text(&format!("{gap}{text}"))?;
            continue;
        }
        let table = TableObject {
            name: description.name(),
            path: path.display().to_string(),
            state: "ok",
            reason: None,
            file_bytes: library::file_bytes(description.bytes),
            facts: Some(Facts::of(&description)),
        };
        objects.push(Info { table, mean });
    }
    if format == PdbFormat::Json {
        out.line(&json::pretty(&objects)?)?;
    }
    Ok(failure::ANSWERED)
}

/// The names of the tables that are meant, those of the folder if all are.
fn chosen(choice: &PdbChoice) -> Result<Vec<String>, Failure> {
    if !choice.all {
        return Ok(choice.names.clone());
    }
    let folder = tables::known_folder()?;
    let kept = library::list(&folder).map_err(|error| unreadable(&folder, &error))?;
    let mut names: Vec<String> = kept.into_iter().map(|kept| kept.name).collect();
    names.dedup();
    Ok(names)
}

fn verify(choice: &PdbChoice, seed: Option<u64>, out: &mut Out) -> Result<u8, Failure> {
    let names = chosen(choice)?;
    if names.is_empty() {
        out.line("no tables")?;
        return Ok(failure::ANSWERED);
    }
    for name in names.iter().filter(|_| !choice.all) {
        file_of(name)?;
    }
    let seed = seed.unwrap_or_else(random_seed);
    note_seed(seed, out)?;
    let budget = Budget::new(Limits { cancel: Some(interrupt::flag()?), ..Limits::default() });
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut wrong = 0;
    for (number, name) in names.iter().enumerate() {
        let verdict = match verdict(name, seed, &budget) {
            Ok(Ok(checked)) => right(&checked),
            Ok(Err(why)) => return stopped(why, number, names.len(), out),
            Err(fault) => {
                wrong += 1;
                format!("wrong: {fault}")
            }
        };
        out.line(&format!("{name:width$}  {verdict}"))?;
        out.flush()?;
    }
    if wrong == 0 {
        return Ok(failure::ANSWERED);
    }
    Err(Failure::usage(format!(
        "not right: {wrong} of {}\nhelp: `npuzzle pdb remove NAME` removes a table; it is rebuilt when needed",
        render::count(names.len())
    )))
}

/// What was checked of a table or why the check was stopped, or what is wrong with it.
fn verdict(name: &str, seed: u64, budget: &Budget<'_>) -> Result<Result<Checked, Stop>, String> {
    let path = file_of(name).map_err(|_| "there is no such table".to_owned())?;
    let table = library::load(&path, &tables::table_cache()).map_err(|error| error.to_string())?;
    let stem = path.file_stem().unwrap_or_default();
    if *library::name(table.pattern(), table.encoding()) != *stem {
        return Err(format!("it is the table `{}`", library::name(table.pattern(), table.encoding())));
    }
    match check(&table, seed, &mut || budget.check()) {
        Ok(checked) => Ok(Ok(checked)),
        Err(CheckError::Stopped(why)) => Ok(Err(why)),
        Err(wrong) => Err(wrong.to_string()),
    }
}

fn right(checked: &Checked) -> String {
    let searched = thousands(checked.searched);
    match checked.is_all {
        true => format!("right: the checksum, and all {searched} states by a search"),
        false => {
            let sampled = thousands(checked.sampled);
            format!("right: the checksum, {searched} states by a search, {sampled} random ones")
        }
    }
}

fn remove(choice: &PdbChoice, out: &mut Out) -> Result<u8, Failure> {
    let folder = tables::known_folder()?;
    let names = chosen(choice)?;
    let ending = format!(".{}", library::EXTENSION);
    for name in &names {
        let name = name.strip_suffix(&ending).unwrap_or(name);
        let path = library::path_in(&folder, name);
        if path.parent() != Some(&folder) {
            return Err(no_such_table(name, &folder));
        }
        match library::remove(&folder, name) {
            Ok(true) => out.line(&format!("removed     {name}"))?,
            Ok(false) if choice.all => out.note(&format!("`{name}` is being built; it is left alone"))?,
            Ok(false) => return Err(no_such_table(name, &folder)),
            Err(error) => return Err(Failure::usage(format!("cannot remove `{}`: {error}", path.display()))),
        }
    }
    if names.is_empty() {
        out.line("no tables")?;
    }
    Ok(failure::ANSWERED)
}
