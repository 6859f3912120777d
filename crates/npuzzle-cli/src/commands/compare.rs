//! `npuzzle compare`

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use npuzzle::core::Progress;
use npuzzle::lab::compare::{CompareRequest, Comparison, PlannedRun, RunRecord, RunStatus, Tally};
use npuzzle::question::{Ask, AskedLimits, BoardText, Compare, CompareAnswer, KnownBoard, Watch};
use serde::Serialize;

use crate::args::format::Form;
use crate::args::{BoardArguments, Format};
use crate::commands::Run;
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
use crate::terms::terms;

const FORMATS: &[Form] = &[
    (Format::Text, "For people: a line for each run as it ends, then the summary"),
    (Format::Md, "The same as Markdown tables"),
    (Format::Csv, "One row a run"),
    (Format::Jsonl, "One object a run, written as each is done"),
    (Format::Json, "One object with all runs and the summary"),
];

/// Run searches with heuristics on the same boards, and compare them in tables and plots
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle compare random:3x3:20 -a astar -a ida
  npuzzle compare korf:1..5 -a ida -H manhattan -H linear-conflict --repeat 3
  npuzzle compare random:3x3:50:7 -a bfs -a 'weighted-astar(w=2)' --format csv
  npuzzle compare random:3x3:20 -a astar --resume runs.jsonl --report page.html

Searches that use no heuristic run once per board. A pair that is refused is a row with the reason. Time is \
that of the search alone; b* is the effective branching factor; the gap is cost / optimum - 1.\n\nExit codes: 0 all runs are \
done (one that a limit ended is done), 2 usage or input error, 3 interrupted before the first run was done, 4 interrupted later, 70 a \
bug.")]
pub struct Arguments {
    #[command(flatten)]
    input: BoardArguments,
    #[command(flatten)]
    question: Compare,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(FORMATS))]
    format: Format,
    /// Keep finished runs in this file, and skip those that it holds: after a break, the same
    /// command goes on
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write a page with tables and plots, for the browser and for print
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        self.refuse_to_overwrite()?;
        let _lock = self.resume.as_deref().map(Lock::take).transpose()?;
        let stored = self.resume.as_deref().map(Stored::read).transpose()?.flatten();
        // Random boards without a seed are those of the journal again.
        let seed = self.input.form.seed.or(stored.as_ref().and_then(Stored::seed));
        let (inputs, seed) = input::read_seeded(&self.input, None, seed)?;
        if let Some(seed) = seed {
            input::note_seed(seed, self.input.form.seed, out)?;
        }
        let mut boards: Vec<BoardText> = Vec::new();
        let mut unreadable = 0;
        for input in inputs.deferred() {
            match input.content {
                Ok(content) => boards.push(BoardText::named(input.name, KnownBoard::from(content))),
                Err(refusal) => {
                    unreadable += 1;
                    out.error(&refusal.message.to_string())?;
                }
            }
        }
        let question = Compare { boards: Some(boards), ..self.question.clone() };
        let asked = question.limits().read()?;
        let terms = terms(&question.limits())?;
        let mut runs = Runs::new(self, asked, seed, stored, out);
        let answer = question.ask(&terms, &mut runs);
        runs.line.clear();
        if let Some(failure) = runs.failed {
            return Err(failure);
        }
        let CompareAnswer { complete, runs: records, summary, request, plan, .. } = answer?;
        let comparison = Comparison { records, complete };
        // Before the tables, whose reader may have gone.
        if let Some(path) = &self.report {
            let page = Page { request: &request, plan: &plan, comparison: &comparison, tally: &summary, seed };
            write_page(path, &page)?;
        }
        let records = &comparison.records;
        match self.format {
            Format::Text => out.text(&comparison::text(&summary, records))?,
            Format::Md => out.text(&comparison::markdown(&summary, records))?,
            Format::Json => {
                let header = &Header::of(&request, asked, seed);
                out.line(&json::pretty(&Everything { header, complete, runs: records, summary: &summary })?)?;
            }
            Format::Csv | Format::Jsonl => {}
        }
        out.flush()?;
        if !complete {
            out.note(&format!("interrupted: {} of {} runs are done", records.len(), plan.len()))?;
        }
        Ok(exit_code(&comparison, unreadable))
    }
}

impl Arguments {
    /// The page must not replace the journal or a file of boards.
    fn refuse_to_overwrite(&self) -> Result<(), Failure> {
        let Some(page) = &self.report else { return Ok(()) };
        if page.as_os_str() == "-" {
            return Err(Failure::usage("the page needs a file: expected `--report FILE.html`"));
        }
        let same = |path: &Path| {
            page == path || page.canonicalize().is_ok_and(|page| path.canonicalize().is_ok_and(|path| page == path))
        };
        let journal = self.resume.as_deref().filter(|path| same(path)).map(|_| "the journal");
        let boards = self.input.boards.iter().any(|board| same(Path::new(board))).then_some("a file of boards");
        match journal.or(boards) {
            Some(what) => {
                let page = page.display();
                Err(Failure::usage(format!("`--report {page}` would replace {what}: expected another file")))
            }
            None => Ok(()),
        }
    }
}

/// Writes each run into the journal and then shows it.
struct Runs<'r> {
    arguments: &'r Arguments,
    asked: AskedLimits,
    seed: Option<u64>,
    stored: Option<Stored>,
    journal: Option<Journal>,
    /// What to call the boards.
    names: Vec<String>,
    printer: Option<Printer>,
    line: RunsLine,
    failed: Option<Failure>,
    out: &'r mut Out,
}

impl<'r> Runs<'r> {
    fn new(
        arguments: &'r Arguments,
        asked: AskedLimits,
        seed: Option<u64>,
        stored: Option<Stored>,
        out: &'r mut Out,
    ) -> Self {
        let (journal, names, printer, line, failed) = (None, Vec::new(), None, RunsLine::new(), None);
        Self { arguments, asked, seed, stored, journal, names, printer, line, failed, out }
    }

    /// Opens the journal and shows the runs that it holds.
    fn begin(&mut self, request: &CompareRequest, plan: &[PlannedRun]) -> Result<Vec<RunRecord>, Failure> {
        if let Some(path) = &self.arguments.report {
            // Hours of work must not end at a folder that cannot be written to.
            drop(NewFile::create(path)?);
        }
        if let Some(path) = self.arguments.resume.as_deref() {
            let header = Header::of(request, self.asked, self.seed);
            self.journal = Some(Journal::open(path, &header, self.stored.as_ref())?);
        }
        let done = self.stored.take().map(|stored| stored.records).unwrap_or_default();
        if !done.is_empty() {
            self.out.note(&format!("{} of {} runs are done already", done.len(), plan.len()))?;
        }
        self.names = request.boards.iter().map(|board| board.name.clone()).collect();
        let printer = self.printer.insert(Printer::new(self.arguments.format, request, plan));
        printer.head(self.out)?;
        done.iter().try_for_each(|record| printer.run(record, self.out))?;
        self.out.flush()?;
        Ok(done)
    }

    fn show(&mut self, record: &RunRecord) -> Result<(), Failure> {
        self.line.clear();
        if let Some(journal) = &mut self.journal {
            journal.add(record)?;
        }
        if let Some(printer) = &mut self.printer {
            printer.run(record, self.out)?;
        }
        self.out.flush()
    }
}

impl Watch for Runs<'_> {
    fn planned(&mut self, request: &CompareRequest, plan: &[PlannedRun]) -> ControlFlow<(), Vec<RunRecord>> {
        failure::go_on(self.begin(request, plan), &mut self.failed)
    }

    /// JSON is written at the end; all else has no more use for boards.
    fn wants_boards_of_runs(&self) -> bool {
        self.arguments.format == Format::Json
    }

    fn running(&mut self, run: &PlannedRun, progress: &Progress, total: usize) {
        let heuristic = run.heuristic.as_ref().map(|heuristic| format!(" with {heuristic}")).unwrap_or_default();
        let what = format!("{}, {}{heuristic}", self.names[run.board], run.algorithm);
        self.line.update((run.id, total), &what, progress);
    }

    fn ran(&mut self, record: &RunRecord) -> ControlFlow<()> {
        failure::go_on(self.show(record), &mut self.failed)
    }
}

/// Writes runs as they end, in the form that was asked for.
struct Printer {
    format: Format,
    rows: RunRows,
    records: Records,
}

impl Printer {
    fn new(format: Format, request: &CompareRequest, plan: &[PlannedRun]) -> Self {
        Self { format, rows: RunRows::new(request, plan), records: Records::new(format, true) }
    }

    fn head(&self, out: &mut Out) -> Result<(), Failure> {
        match self.format {
            Format::Text => out.line(&self.rows.text_head()),
            Format::Md => out.text(&comparison::run_markdown_head()),
            _ => Ok(()),
        }
    }

    fn run(&mut self, record: &RunRecord, out: &mut Out) -> Result<(), Failure> {
        match self.format {
            Format::Text => out.line(&self.rows.text(record)),
            Format::Md => out.text(&comparison::run_markdown(record)),
            Format::Csv | Format::Jsonl => self.records.write(record, record, out),
            Format::Json => Ok(()),
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

fn write_page(path: &Path, page: &Page<'_>) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    std::io::Write::write_all(&mut file, comparison_page::html(page)?.as_bytes())
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
