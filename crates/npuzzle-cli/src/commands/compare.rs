//! `npuzzle compare`

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use npuzzle::core::{Limits, Progress};
use npuzzle::lab::compare::{CompareRequest, Comparison, Group, Grouping, PlannedRun, RunRecord, RunStatus, Tally};
use npuzzle::question::{Ask, AskedLimits, BoardText, Compare, CompareAnswer, KnownBoard, Terms, Watch};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::args::format::Form;
use crate::args::{BoardArguments, Format};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::files::NewFile;
use crate::input;
use crate::journal::{Header, Journal, Lock, Stored, StoredRun};
use crate::out::Out;
use crate::parts::Missing;
use crate::progress::RunsLine;
use crate::provenance::Provenance;
use crate::ranks::{self, Dealt, Leader, Part, Saved};
use crate::render::arrangement::{Arrangement, TablePer};
use crate::render::comparison::{RunRows, Summary};
use crate::render::comparison_page::{self, Page};
use crate::render::measures::Measure;
use crate::render::records::{ErrorObject, Records, unread};
use crate::render::rows::{of_runs, row_of};
use crate::render::{json, latex};
use crate::slice::{Deal, Place, Placed, Slice, SliceArguments};
use crate::terms::{limits_until, terms, within};

const FORMATS: &[Form] = &[
    (Format::Text, "For people: a line for each run as it ends, then the summary"),
    (Format::Md, "The same as Markdown tables"),
    (Format::Latex, "The same as LaTeX tables, which need no package"),
    (Format::Csv, "One row per run, with version, commit, threads, command and machine"),
    (Format::Jsonl, "One object per run, written as each is done"),
    (Format::Json, "One object with all runs and the summary"),
];

/// Run searches with heuristics on the same boards, and compare them in tables and plots
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle compare random:3x3:20 -a astar -a ida
  npuzzle compare korf:1..5 -a ida -H manhattan -H linear-conflict --repeat 3
  npuzzle compare random:3x3:50:7 -a bfs -a 'weighted-astar(w=2)' --format csv
  npuzzle compare random:3x3:20 -a astar --resume runs.jsonl --report page.html
  npuzzle compare boards.txt -a bfs -a astar --group board --baseline bfs
  npuzzle compare boards.txt -a bfs -a astar --group board --transpose -f latex
  npuzzle compare random:2x3:9 random:3x3:9 --group size --columns time,cost
  npuzzle compare korf -a ida --slice 3/10 --resume 3.jsonl -f jsonl

Searches that use no heuristic run once per board. A pair that is refused is a row with the reason. Time is \
that of the search alone; b* is the effective branching factor; the gap is cost / optimum - 1; h(start) is the estimate \
of the start. With --group, --transpose or --table-per, tables of means replace the list of runs: over the boards of a \
group that all searches solved.\n\nExit codes: 0 all runs are \
done (one that a limit ended is done), 2 usage or input error, 3 interrupted before the first run was done, 4 interrupted later, 70 a \
bug.")]
pub struct Arguments {
    #[command(flatten)]
    input: BoardArguments,
    #[command(flatten)]
    part: SliceArguments,
    #[command(flatten)]
    question: Compare,
    /// Exchange rows and columns: measures as rows, searches (or groups) as columns
    #[arg(long)]
    transpose: bool,
    /// What has a table of its own [default: group, or pair if there is only one]
    #[arg(long, value_name = "WHAT", value_enum)]
    table_per: Option<TablePer>,
    /// The columns of the tables, and their order: some of boards, solved, h, cost, gap, depth,
    /// time, expanded, generated, evaluated, reopened, open, stored, memory, b, reduction, speedup,
    /// claims
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = Measure::find)]
    columns: Option<Vec<&'static Measure>>,
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
        self.refuse_factors_of_nothing()?;
        let _lock = self.resume.as_deref().map(Lock::take).transpose()?;
        let stored = self.resume.as_deref().map(Stored::read).transpose()?.flatten();
        // Random boards without a seed are those of the journal again.
        let seed = self.input.form.seed.or(stored.as_ref().and_then(Stored::seed));
        let (inputs, seed) = input::read_seeded(&self.input, None, seed)?;
        Slice::refuse_chosen_seed(self.part.slice, self.input.form.seed, seed)?;
        if let Some(seed) = seed {
            input::note_seed(seed, self.input.form.seed, out)?;
        }
        let deal = Deal::new(self.part.slice, inputs.left(), seed);
        let mut work = Work { seed, ..Work::default() };
        let several = inputs.left() > 1;
        for (place, input) in deal.of(inputs.deferred()).enumerate() {
            let known = input.content.as_ref().ok().and_then(|content| content.known);
            let place = deal.place(place, &input.name, known);
            match input.content {
                Ok(content) => {
                    work.boards.push(BoardText::named(input.name, KnownBoard::from(content)));
                    work.places.extend(place);
                }
                Err(refusal) => {
                    out.error(&unread(&input.name, &refusal, several))?;
                    let record = &ErrorObject::unread(&input.name, &refusal);
                    work.unreadable.push((json::value(record)?, place));
                }
            }
        }
        // More slices than boards leave some slices empty.
        if work.boards.is_empty() && (deal.is_part() || !work.unreadable.is_empty()) {
            let mut records = Records::new(self.format, true).stamped(Provenance::of_this_process(1));
            if self.format == Format::Jsonl {
                work.write_unreadable(&mut records, out)?;
            }
            return Ok(if work.unreadable.is_empty() { failure::ANSWERED } else { failure::USAGE });
        }
        self.answer(work, stored, out)
    }

    fn is_divided(&self) -> bool {
        true
    }

    fn take_part(&self, part: Part) -> Result<(), Failure> {
        if let Part::Deal { hand, cancel, .. } = part {
            ranks::remember(self.resume.as_deref().map(Saved::File));
            let terms = within(limits_until(&self.question.limits(), &cancel)?);
            hand.work(|task| self.runs_apart(task, &terms));
        }
        Ok(())
    }
}

/// A board whose runs another process makes.
#[derive(Serialize, Deserialize)]
struct BoardTask {
    board: BoardText,
    /// Those that are made already.
    done: Vec<RunRecord>,
}

/// The runs that another process has made.
#[derive(Serialize, Deserialize)]
struct BoardRuns {
    runs: Vec<RunRecord>,
    provenance: Option<Provenance>,
    /// Why there are no more.
    error: Option<String>,
}

/// Keeps the runs of one board for the process that leads.
struct Kept {
    done: Vec<RunRecord>,
    runs: Vec<RunRecord>,
}

impl Watch for Kept {
    fn planned(&mut self, _: &CompareRequest, _: &[PlannedRun]) -> ControlFlow<(), Vec<RunRecord>> {
        ControlFlow::Continue(std::mem::take(&mut self.done))
    }

    fn ran(&mut self, record: &RunRecord) -> ControlFlow<()> {
        self.runs.push(record.clone());
        ControlFlow::Continue(())
    }
}

/// What is to be done, and what is known of it.
#[derive(Default)]
pub struct Work {
    pub boards: Vec<BoardText>,
    /// Where each board stands in the whole, if this is a part.
    pub places: Vec<Place>,
    /// The JSON of boards that could not be read, and where they stand.
    pub unreadable: Vec<(Value, Option<Place>)>,
    pub seed: Option<u64>,
    /// The runs of all parts, if they are put together: no other ones are made.
    pub parts: Option<PartRuns>,
}

impl Work {
    /// In a part, boards that could not be read have lines too: without them they would be missing.
    fn write_unreadable(&self, records: &mut Records, out: &mut Out) -> Result<(), Failure> {
        for (record, place) in self.unreadable.iter().filter(|(_, place)| place.is_some()) {
            records.stand_at(place.clone());
            records.write_row(record, &row_of(of_runs(), record, &[])?, out)?;
        }
        Ok(())
    }
}

/// The runs of the parts of a comparison.
#[derive(Default)]
pub struct PartRuns {
    /// By board, search and heuristic.
    pub runs: HashMap<(usize, String, Option<String>), StoredRun>,
    /// What is missing.
    pub missing: Option<Missing>,
}

impl PartRuns {
    /// The runs under the numbers that they have in the whole.
    fn numbered(self, plan: &[PlannedRun]) -> Vec<StoredRun> {
        let mut runs = self.runs;
        let numbered = |run: &PlannedRun| {
            let mut stored = runs.remove(&(run.board, run.algorithm.clone(), run.heuristic.clone()))?;
            stored.record.id = run.id;
            Some(stored)
        };
        plan.iter().filter_map(numbered).collect()
    }
}

impl Arguments {
    /// The same comparison, to be shown in another form and as a whole.
    pub fn whole(self, format: Format, report: Option<PathBuf>) -> Self {
        Self { part: SliceArguments { slice: None }, format, report, resume: None, ..self }
    }

    /// All runs of the comparison on some boards, in their order.
    pub fn plan(&self, boards: Vec<BoardText>) -> Result<Vec<PlannedRun>, Failure> {
        /// Ends the comparison before it begins.
        struct Planned;
        impl Watch for Planned {
            fn planned(&mut self, _: &CompareRequest, _: &[PlannedRun]) -> ControlFlow<(), Vec<RunRecord>> {
                ControlFlow::Break(())
            }
        }
        let question = Compare { boards: Some(boards), baseline: None, group: None, ..self.question.clone() };
        Ok(question.ask(&within(Limits::default()), &mut Planned)?.plan)
    }

    /// Makes the runs, or takes them from the parts of the comparison, and shows them.
    pub fn answer(&self, mut work: Work, stored: Option<Stored>, out: &mut Out) -> Result<u8, Failure> {
        let (boards, seed) = (std::mem::take(&mut work.boards), work.seed);
        let mut question = Compare { boards: Some(boards), ..self.question.clone() };
        if self.transpose || self.table_per.is_some() {
            question.group.get_or_insert_with(|| "none".to_owned());
        }
        let asked = question.limits().read()?;
        let mut terms = terms(&question.limits())?;
        let is_merged = work.parts.is_some();
        let missing = work.parts.as_mut().and_then(|parts| parts.missing.take());
        if is_merged {
            terms.limits.cancel = Some(Arc::new(AtomicBool::new(true)));
        }
        let provenance = Provenance::of_this_process(terms.limits.threads());
        let leader = if is_merged { None } else { ranks::leader() };
        let shared = leader.map(|leader| Shared { leader, terms: terms.clone(), boards: boards_of(&question) });
        let grouping = question.group.as_deref().and_then(Grouping::find);
        let mut runs = Runs::new(self, grouping, asked, (&mut work, stored), (&provenance, shared), out);
        let answer = question.ask(&terms, &mut runs);
        runs.line.clear();
        if let Some(failure) = runs.failed {
            return Err(failure);
        }
        let CompareAnswer { complete, runs: records, summary: tally, groups, baseline, request, plan, .. } = answer?;
        let complete = complete && missing.is_none();
        let comparison = Comparison { records, complete };
        let records = &comparison.records;
        let arrangement = self.arrangement(grouping, baseline.clone());
        let summary = Summary { tally: &tally, groups: groups.as_deref(), records, arrangement: &arrangement };
        // Before the tables, whose reader may have gone.
        if let Some(path) = &self.report {
            let page = Page { request: &request, plan: &plan, comparison: &comparison, summary: &summary, seed };
            write_page(path, &page)?;
        }
        match self.format {
            Format::Text => {
                let width = out.width();
                out.text(&summary.text(width))?;
            }
            Format::Md => out.text(&summary.markdown())?,
            Format::Latex => {
                // The list of runs ends here.
                out.text(if groups.is_none() { latex::FOOT } else { "" })?;
                out.text(&summary.latex())?;
            }
            Format::Json => {
                let header = &Header::of(&request, asked, seed, self.part.slice);
                let place = |record: &RunRecord| place_of(&work.places, plan.len() / request.boards.len(), record);
                let runs = records.iter().map(|record| Placed { record, slice: place(record) });
                let unreadable = work.unreadable.iter();
                let unreadable = unreadable.map(|(record, place)| Placed { record, slice: place.as_ref() });
                let (provenance, groups, baseline) = (&provenance, groups.as_deref(), baseline.as_deref());
                let all = Everything {
                    header,
                    provenance,
                    complete,
                    runs: runs.collect(),
                    summary: &tally,
                    groups,
                    baseline,
                    unreadable: unreadable.collect(),
                    missing: missing.as_ref(),
                };
                out.line(&json::pretty(&all)?)?;
            }
            Format::Csv | Format::Jsonl => {}
        }
        out.flush()?;
        if !complete && !is_merged {
            out.note(&format!("interrupted: {} of {} runs are done", records.len(), plan.len()))?;
        }
        Ok(exit_code(&comparison, work.unreadable.len()))
    }

    /// Makes the runs of a board that the process that leads has handed out.
    fn runs_apart(&self, task: &str, terms: &Terms) -> String {
        let mut kept = Kept { done: Vec::new(), runs: Vec::new() };
        let asked = serde_json::from_str(task).map_err(|error| error.to_string()).and_then(|task| {
            let BoardTask { board, done } = task;
            kept.done = done;
            let boards = Some(vec![board]);
            let question = Compare { boards, baseline: None, group: None, ..self.question.clone() };
            question.ask(terms, &mut kept).map_err(|refusal| refusal.to_string())
        });
        let provenance = Some(Provenance::of_this_process(terms.limits.threads()));
        let answer = BoardRuns { runs: kept.runs, provenance, error: asked.err() };
        json::line(&answer).unwrap_or_default()
    }

    fn arrangement(&self, grouping: Option<Grouping>, baseline: Option<String>) -> Arrangement {
        Arrangement {
            table_per: self.table_per,
            transpose: self.transpose,
            measures: self.columns.clone(),
            grouping: grouping.unwrap_or(Grouping::None),
            baseline,
        }
    }

    /// A column of factors needs something to divide by.
    fn refuse_factors_of_nothing(&self) -> Result<(), Failure> {
        let factor = self.columns.iter().flatten().find(|measure| measure.needs_baseline());
        match factor.filter(|_| self.question.baseline.is_none()) {
            Some(measure) => {
                let message = format!("`{}` needs a base line: expected `--baseline SEARCH` too", measure.name);
                Err(Failure::usage(message))
            }
            None => Ok(()),
        }
    }

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

/// The boards of a question.
fn boards_of(question: &Compare) -> Vec<BoardText> {
    question.boards.clone().unwrap_or_default()
}

/// A comparison whose boards are handed out to several processes.
struct Shared {
    leader: Leader,
    terms: Terms,
    boards: Vec<BoardText>,
}

/// Writes each run into the journal and then shows it.
struct Runs<'r> {
    arguments: &'r Arguments,
    grouping: Option<Grouping>,
    asked: AskedLimits,
    work: &'r mut Work,
    stored: Option<Stored>,
    provenance: &'r Provenance,
    journal: Option<Journal>,
    /// What to call the boards.
    names: Vec<String>,
    /// How many runs each board has.
    pairs: usize,
    printer: Option<Printer>,
    line: RunsLine,
    failed: Option<Failure>,
    /// The processes that make the runs, if there are several.
    shared: Option<Shared>,
    out: &'r mut Out,
}

impl<'r> Runs<'r> {
    fn new(
        arguments: &'r Arguments,
        grouping: Option<Grouping>,
        asked: AskedLimits,
        (work, stored): (&'r mut Work, Option<Stored>),
        (provenance, shared): (&'r Provenance, Option<Shared>),
        out: &'r mut Out,
    ) -> Self {
        let (journal, names, pairs, printer, line, failed) = (None, Vec::new(), 1, None, RunsLine::new(), None);
        Self {
            arguments,
            grouping,
            asked,
            work,
            stored,
            provenance,
            journal,
            names,
            pairs,
            printer,
            line,
            failed,
            shared,
            out,
        }
    }

    /// Opens the journal, shows the runs that it holds, and has the others made, if there are
    /// several processes for it.
    fn plan(&mut self, request: &CompareRequest, plan: &[PlannedRun]) -> Result<Vec<RunRecord>, Failure> {
        let done = self.begin(request, plan)?;
        match self.shared.take() {
            Some(shared) => self.deal_out(&shared, done),
            None => Ok(done),
        }
    }

    /// Hands out the boards that have runs left: all runs, in the order of the plan.
    fn deal_out(&mut self, shared: &Shared, mut done: Vec<RunRecord>) -> Result<Vec<RunRecord>, Failure> {
        let pairs = self.pairs;
        // The first run of a board has number 1 where it is alone.
        let before = |board: usize| board * pairs;
        let mut done_by_board: HashMap<usize, Vec<RunRecord>> = HashMap::new();
        for record in &done {
            let board = (record.id - 1) / pairs;
            let record = RunRecord { id: record.id - before(board), ..record.clone() };
            done_by_board.entry(board).or_default().push(record);
        }
        let left: Vec<(usize, Vec<RunRecord>)> = (0..shared.boards.len())
            .map(|board| (board, done_by_board.remove(&board).unwrap_or_default()))
            .filter(|(_, done)| done.len() < pairs)
            .collect();
        let task = |(board, done): &(usize, Vec<RunRecord>)| {
            json::line(&BoardTask { board: shared.boards[*board].clone(), done: done.clone() })
        };
        let mut tasks = left.iter().map(|left| Dealt::Task(task(left).unwrap_or_default()));
        let arguments = self.arguments;
        let answer = |task: &str| arguments.runs_apart(task, &shared.terms);
        let mut taken = |at: usize, answer: &str| {
            let BoardRuns { runs, provenance, error } =
                serde_json::from_str(answer).map_err(|error| Failure::Bug(error.to_string()))?;
            for record in runs {
                let record = RunRecord { id: record.id + before(left[at].0), ..record };
                self.show(&record, provenance.as_ref().unwrap_or(self.provenance))?;
                done.push(record);
            }
            error.map_or(Ok(()), |error| Err(Failure::Usage(error)))
        };
        let never = AtomicBool::new(false);
        let cancel = shared.terms.limits.cancel.as_deref().unwrap_or(&never);
        shared.leader.deal(String::new(), &mut tasks, cancel, answer, &mut taken)?;
        done.sort_unstable_by_key(|record| record.id);
        Ok(done)
    }

    /// Opens the journal and shows the runs that it holds.
    fn begin(&mut self, request: &CompareRequest, plan: &[PlannedRun]) -> Result<Vec<RunRecord>, Failure> {
        if let Some(path) = &self.arguments.report {
            // Hours of work must not end at a folder that cannot be written to.
            drop(NewFile::create(path)?);
        }
        if let Some(path) = self.arguments.resume.as_deref() {
            let header = Header::of(request, self.asked, self.work.seed, self.arguments.part.slice);
            self.journal = Some(Journal::open(path, &header, self.stored.as_ref())?);
            if self.shared.is_some() {
                let kept = Saved::File(path);
                ranks::remember(Some(kept));
                ranks::note(kept, self.out)?;
            }
        }
        self.pairs = plan.len() / request.boards.len();
        let merged = self.work.parts.take().map(|parts| parts.numbered(plan));
        let is_resumed = self.stored.as_ref().is_some_and(|stored| !stored.runs.is_empty());
        let done = merged.or_else(|| self.stored.take().map(|stored| stored.runs)).unwrap_or_default();
        if is_resumed {
            self.out.note(&format!("{} of {} runs are done already", done.len(), plan.len()))?;
        }
        self.names = request.boards.iter().map(|board| board.name.clone()).collect();
        let rows = match self.grouping {
            // Tables about groups replace the list of runs.
            Some(_) => None,
            None => {
                let arrangement = self.arguments.arrangement(None, self.arguments.question.baseline.clone());
                Some(RunRows::new(request, plan, &arrangement, self.out.width()))
            }
        };
        let records = Records::new(self.arguments.format, true).stamped(self.provenance.clone());
        let printer = self.printer.insert(Printer { format: self.arguments.format, rows, records });
        printer.head(self.out)?;
        if self.arguments.format == Format::Jsonl {
            self.work.write_unreadable(&mut printer.records, self.out)?;
        }
        for StoredRun { record, provenance, .. } in &done {
            printer.records.stand_at(place_of(&self.work.places, self.pairs, record).cloned());
            printer.run(record, provenance.as_ref(), self.out)?;
        }
        self.out.flush()?;
        Ok(done.into_iter().map(|run| run.record).collect())
    }

    fn show(&mut self, record: &RunRecord, from: &Provenance) -> Result<(), Failure> {
        self.line.clear();
        let slice = place_of(&self.work.places, self.pairs, record).cloned();
        if let Some(journal) = &mut self.journal {
            let (record, provenance) = (record.clone(), Some(from.clone()));
            journal.add(&json::line(&StoredRun { record, slice: slice.clone(), provenance })?)?;
        }
        if let Some(printer) = &mut self.printer {
            printer.records.stand_at(slice);
            printer.run(record, Some(from), self.out)?;
        }
        self.out.flush()
    }
}

impl Watch for Runs<'_> {
    fn planned(&mut self, request: &CompareRequest, plan: &[PlannedRun]) -> ControlFlow<(), Vec<RunRecord>> {
        failure::go_on(self.plan(request, plan), &mut self.failed)
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
        failure::go_on(self.show(record, self.provenance), &mut self.failed)
    }
}

/// Where the board of a run stands in the whole, if this is a part.
fn place_of<'p>(places: &'p [Place], pairs: usize, record: &RunRecord) -> Option<&'p Place> {
    places.get(record.id.checked_sub(1)? / pairs.max(1))
}

/// Writes runs as they end, in the form that was asked for.
struct Printer {
    format: Format,
    rows: Option<RunRows>,
    records: Records,
}

impl Printer {
    fn head(&self, out: &mut Out) -> Result<(), Failure> {
        match (self.format, &self.rows) {
            (Format::Text, Some(rows)) => out.text(&rows.text_head()),
            (Format::Md, Some(rows)) => out.text(&rows.markdown_head()),
            (Format::Latex, Some(rows)) => out.text(&rows.latex_head()),
            _ => Ok(()),
        }
    }

    fn run(&mut self, record: &RunRecord, from: Option<&Provenance>, out: &mut Out) -> Result<(), Failure> {
        match (self.format, &self.rows) {
            (Format::Text, Some(rows)) => out.text(&rows.text(record)),
            (Format::Md, Some(rows)) => out.text(&rows.markdown(record)),
            (Format::Latex, Some(rows)) => out.text(&rows.latex(record)),
            (Format::Csv | Format::Jsonl, _) => {
                let [start, goal] = record.board_texts();
                let row = row_of(of_runs(), record, &[("start", &*start), ("goal", &*goal)])?;
                self.records.write_from(record, &row, from, out)
            }
            _ => Ok(()),
        }
    }
}

/// All there is to know, for the JSON form.
#[derive(Serialize)]
struct Everything<'c> {
    #[serde(flatten)]
    header: &'c Header,
    provenance: &'c Provenance,
    complete: bool,
    runs: Vec<Placed<'c, RunRecord>>,
    summary: &'c Tally,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<&'c [Group]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<&'c str>,
    /// Boards that could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreadable: Vec<Placed<'c, Value>>,
    /// What is missing, where parts were put together.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'c Missing>,
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
