//! `npuzzle compare`

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use npuzzle::core::Progress;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::front::messages::compare_error;
use npuzzle::lab::compare::{
    CompareBoard, CompareError, CompareRequest, Comparison, PlannedRun, RunRecord, RunStatus, Tally, compare_each,
    tally,
};
use serde::Serialize;

use crate::args::{AnswerFormat, CompareArguments, CompareFormat};
use crate::commands::solve::limits;
use crate::failure::{self, Failure};
use crate::files::NewFile;
use crate::input;
use crate::journal::{Header, Journal, Lock, Stored};
use crate::out::Out;
use crate::progress::RunsLine;
use crate::render::comparison::{self, RunRows};
use crate::render::comparison_page::{self, Page};
use crate::render::json;
use crate::render::records::Records;

pub fn run(arguments: &CompareArguments, out: &mut Out) -> Result<u8, Failure> {
    refuse_to_overwrite(arguments)?;
    let _lock = arguments.resume.as_deref().map(Lock::take).transpose()?;
    let stored = arguments.resume.as_deref().map(Stored::read).transpose()?.flatten();
    // Random boards without a given seed are those of the journal again.
    let seed = arguments.input.form.seed.or(stored.as_ref().and_then(Stored::seed));
    let (inputs, seed) = input::read_seeded(&arguments.input, None, seed)?;
    if let Some(seed) = seed {
        input::note_seed(seed, out)?;
    }
    let mut boards: Vec<CompareBoard> = Vec::new();
    let mut unreadable = 0;
    for input in inputs.deferred() {
        match input.content {
            Ok(content) => {
                // The boards of a set have one goal, which may be as large as a board.
                let shared =
                    boards.last().map(|board| Arc::clone(&board.goal)).filter(|goal| is_same(goal, &content.goal));
                let goal = shared.unwrap_or_else(|| Arc::new(content.goal));
                boards.push(CompareBoard { name: input.name, start: content.board, goal, known: content.known });
            }
            Err(refusal) => {
                unreadable += 1;
                out.error(&refusal.message)?;
            }
        }
    }
    let asked = arguments.limits.read().map_err(Failure::usage)?;
    let (limits, _) = limits(&arguments.limits)?;
    let request = CompareRequest {
        boards,
        algorithms: arguments.algorithms.clone(),
        heuristics: arguments.heuristics.clone(),
        custom: Vec::new(),
        limits,
        repeat: arguments.repeat,
        order: arguments.order,
    };
    let plan = request.runs().map_err(refusal)?;
    if let Some(path) = &arguments.report {
        // Hours of work must not end at a folder that cannot be written to.
        drop(NewFile::create(path)?);
    }
    // It holds every board as text, so it is made only for those who ask for that.
    let header = || Header::of(&request, asked, seed);
    let journal =
        arguments.resume.as_deref().map(|path| Journal::open(path, &header(), stored.as_ref())).transpose()?;
    let done = stored.map(|stored| stored.records).unwrap_or_default();
    if !done.is_empty() {
        out.note(&format!("{} of {} runs are done already", done.len(), plan.len()))?;
    }

    let comparison = run_all(&request, &plan, done, journal, Printer::new(arguments.format, &request, &plan), out)?;
    let tally = tally(&request.boards, &plan, &comparison.records);
    // Before the tables: their reader may have gone.
    if let Some(path) = &arguments.report {
        write_page(path, &request, &plan, &comparison, &tally, seed)?;
    }
    match arguments.format {
        CompareFormat::Text => out.text(&comparison::text(&tally, &comparison.records))?,
        CompareFormat::Md => out.text(&comparison::markdown(&tally, &comparison.records))?,
        CompareFormat::Json => {
            let (complete, runs) = (comparison.complete, &comparison.records);
            out.line(&json::pretty(&Everything { header: &header(), complete, runs, summary: &tally })?)?;
        }
        CompareFormat::Csv | CompareFormat::Jsonl => {}
    }
    out.flush()?;
    if !comparison.complete {
        out.note(&format!("interrupted: {} of {} runs are done", comparison.records.len(), plan.len()))?;
    }
    Ok(exit_code(&comparison, unreadable))
}

/// The page must not replace the journal or a file of boards.
fn refuse_to_overwrite(arguments: &CompareArguments) -> Result<(), Failure> {
    let Some(page) = &arguments.report else { return Ok(()) };
    if page.as_os_str() == "-" {
        return Err(Failure::usage("the page needs a file: expected `--report FILE.html`"));
    }
    let same = |path: &Path| {
        page == path || page.canonicalize().is_ok_and(|page| path.canonicalize().is_ok_and(|path| page == path))
    };
    let journal = arguments.resume.as_deref().filter(|path| same(path)).map(|_| "the journal");
    let boards = arguments.input.boards.iter().any(|board| same(Path::new(board))).then_some("a file of boards");
    match journal.or(boards) {
        Some(what) => {
            Err(Failure::usage(format!("`--report {}` would replace {what}: expected another file", page.display())))
        }
        None => Ok(()),
    }
}

fn is_same(one: &Goal, other: &Goal) -> bool {
    match (one, other) {
        (Goal::Preset(one), Goal::Preset(other)) => one.name == other.name,
        (Goal::Custom(one), Goal::Custom(other)) => one == other,
        _ => false,
    }
}

fn refusal(error: CompareError) -> Failure {
    Failure::Usage(compare_error(&error))
}

/// Runs what is left, writes each run into the journal and then shows it.
fn run_all(
    request: &CompareRequest,
    plan: &[PlannedRun],
    done: Vec<RunRecord>,
    mut journal: Option<Journal>,
    mut printer: Printer,
    out: &mut Out,
) -> Result<Comparison, Failure> {
    printer.head(out)?;
    done.iter().try_for_each(|record| printer.run(record, out))?;
    out.flush()?;
    let line = std::cell::RefCell::new(RunsLine::new(plan.len()));
    let mut failed = None;
    let mut records = Vec::new();
    let mut on_run = |record: RunRecord| {
        line.borrow_mut().clear();
        let kept = journal.as_mut().map_or(Ok(()), |journal| journal.add(&record));
        match kept.and_then(|()| printer.run(&record, out)).and_then(|()| out.flush()) {
            Ok(()) => {
                records.push(printer.kept(record));
                ControlFlow::Continue(())
            }
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    };
    let mut watch = |run: &PlannedRun, progress: &Progress| {
        let heuristic = run.heuristic.as_ref().map(|heuristic| format!(" with {heuristic}")).unwrap_or_default();
        let what = format!("{}, {}{heuristic}", request.boards[run.board].name, run.algorithm);
        line.borrow_mut().update(run.id, &what, progress);
    };
    let complete = compare_each(request, &done, &mut on_run, &mut watch).map_err(refusal)?;
    line.borrow_mut().clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
    records.extend(done.into_iter().map(|record| printer.kept(record)));
    records.sort_by_key(|record| record.id);
    Ok(Comparison { records, complete })
}

/// Writes runs as they end, in the form that was asked for.
struct Printer {
    format: CompareFormat,
    rows: RunRows,
    records: Records,
}

impl Printer {
    fn new(format: CompareFormat, request: &CompareRequest, plan: &[PlannedRun]) -> Self {
        let lines = if format == CompareFormat::Csv { AnswerFormat::Csv } else { AnswerFormat::Jsonl };
        Self { format, rows: RunRows::new(request, plan), records: Records::new(lines, true) }
    }

    fn head(&self, out: &mut Out) -> Result<(), Failure> {
        match self.format {
            CompareFormat::Text => out.line(&self.rows.text_head()),
            CompareFormat::Md => out.text(&comparison::run_markdown_head()),
            _ => Ok(()),
        }
    }

    fn run(&mut self, record: &RunRecord, out: &mut Out) -> Result<(), Failure> {
        match self.format {
            CompareFormat::Text => out.line(&self.rows.text(record)),
            CompareFormat::Md => out.text(&comparison::run_markdown(record)),
            CompareFormat::Csv | CompareFormat::Jsonl => self.records.write(record, record, out),
            CompareFormat::Json => Ok(()),
        }
    }

    /// What is needed of a run after it is written: all but JSON, which is written at the end, has
    /// no use for its boards.
    fn kept(&self, record: RunRecord) -> RunRecord {
        match self.format {
            CompareFormat::Json => record,
            _ => RunRecord { start: String::new(), goal: String::new(), ..record },
        }
    }
}

/// All there is to know, for the JSON form.
#[derive(Serialize)]
struct Everything<'c> {
    #[serde(flatten)]
    header: &'c Header,
    complete: bool,
    runs: &'c [RunRecord],
    summary: &'c Tally,
}

fn write_page(
    path: &Path,
    request: &CompareRequest,
    plan: &[PlannedRun],
    comparison: &Comparison,
    tally: &Tally,
    seed: Option<u64>,
) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    let page = Page { request, plan, comparison, tally, seed };
    std::io::Write::write_all(&mut file, comparison_page::html(&page)?.as_bytes())
        .map_err(|error| Failure::Usage(format!("cannot write `{}`: {error}", path.display())))?;
    file.finish()
}

fn exit_code(comparison: &Comparison, unreadable: usize) -> u8 {
    let records = &comparison.records;
    let is_bug = |record: &RunRecord| record.reason.as_ref().is_some_and(|text| text.starts_with("internal error"));
    let refused = !records.is_empty() && records.iter().all(|record| record.status == RunStatus::Error);
    match () {
        () if records.iter().any(is_bug) => failure::BUG,
        () if unreadable > 0 || refused => failure::USAGE,
        () if comparison.complete => failure::ANSWERED,
        () if records.is_empty() => failure::NOTHING_FOUND,
        () => failure::NOT_PROVED,
    }
}
