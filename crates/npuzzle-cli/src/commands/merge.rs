//! `npuzzle merge`

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use clap::Args;
use npuzzle::domains::tiles::deferred::DeferredBoard;
use npuzzle::domains::tiles::{Board, Moves, Shape};
use npuzzle::front::boards::Content;
use npuzzle::lab::audit::SampleAnswer;
use npuzzle::lab::compare::RunRecord;
use npuzzle::question::{BoardText, KnownBoard};
use serde::Deserialize;
use serde_json::Value;

use crate::args::Format;
use crate::args::format::{Form, OBJECTS};
use crate::commands::{Command, Run, audit, compare};
use crate::failure::{self, Failure};
use crate::files::is_same_file;
use crate::journal::StoredRun;
use crate::out::Out;
use crate::parts::{Missing, PartRecord, Parts, code_of, contradiction};
use crate::render::numbers::{decimal, thousands, time};
use crate::render::records::{ErrorObject, Records};
use crate::render::rows::{flat, of_answers, row_of};

const FORMATS: &[Form] = &[
    (Format::Text, "For people: the tables of the command, or a summary of the answers of `solve`"),
    OBJECTS,
    (Format::Jsonl, "One object per board or run, in the order of the set (not for `audit`)"),
    (Format::Csv, "One row per board, run or heuristic"),
    (Format::Md, "The tables as Markdown (not for `solve`)"),
    (Format::Latex, "The tables as LaTeX (for `compare`)"),
];

/// Put the parts of a run with --slice together, and say what is missing
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle merge part-*.jsonl --format csv > all.csv
  npuzzle merge part-*.jsonl --format jsonl > all.jsonl
  npuzzle merge runs/*.jsonl --report page.html

The parts are JSON lines or JSON of `solve`, `compare` or `audit` with --slice, or what `--resume` of `solve` and \
`compare` has kept, in any order. A line that a kill cut off is named and left out. A part may be there twice: each \
board counts once. The answer is that of the whole command, with its options.\n\nExit codes: as for the \
whole command (the worst of all boards), but 2 if the parts do not belong together or contradict each other, and 4 if \
something is missing and nothing worse happened.")]
pub struct Arguments {
    /// The parts; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(FORMATS))]
    format: Format,
    /// Write a page with tables and plots of a comparison
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        self.refuse_to_overwrite()?;
        let mut parts = Parts::read(&self.files, out)?;
        let mut chosen = Chosen::default();
        for record in std::mem::take(&mut parts.records) {
            chosen.add(record, out)?;
        }
        let there = chosen.records.keys().map(|(number, _)| *number).collect();
        let mut missing = parts.missing(&there);
        let (of, boards, seed) = (parts.of, parts.boards, parts.seed);
        let code = match parts.command {
            Command::Solve(arguments) => {
                self.refuse_format(&[Format::Text, Format::Json, Format::Jsonl, Format::Csv], "answers of `solve`")?;
                self.solved(&chosen, boards, arguments.wants_all(), out)?
            }
            Command::Compare(arguments) => {
                let arguments = arguments.whole(self.format, self.report.clone());
                let mut work = compared(&chosen, seed)?;
                // A board whose runs are not all there is missing as well.
                let runs = work.parts.get_or_insert_default();
                if !work.boards.is_empty() {
                    let numbers = chosen.readable();
                    let plan = arguments.plan(work.boards.clone())?;
                    let known = |board: usize, algorithm: &str, heuristic: Option<&str>| {
                        runs.runs.contains_key(&(board, algorithm.to_owned(), heuristic.map(str::to_owned)))
                    };
                    let torn = plan.iter().filter(|run| !known(run.board, &run.algorithm, run.heuristic.as_deref()));
                    let torn: BTreeSet<usize> = torn.map(|run| numbers[run.board]).collect();
                    missing = Missing::of(
                        (0..boards).filter(|number| !there.contains(number) || torn.contains(number)).collect(),
                        of,
                        boards,
                    );
                }
                say(missing.as_ref(), out)?;
                runs.missing = missing.take();
                if work.boards.is_empty() {
                    return Ok(failure::USAGE);
                }
                return Ok(failure::worst([arguments.answer(work, None, out)?, chosen.code()]));
            }
            Command::Audit(arguments) => {
                let formats = [Format::Text, Format::Json, Format::Csv, Format::Md];
                self.refuse_format(&formats, "audits")?;
                let known = chosen.records.values().map(sampled).collect::<Result<_, _>>()?;
                audit::Arguments::put_together(*arguments, self.format, known, missing.as_ref(), out)?
            }
            _ => {
                return Err(Failure::usage(
                    "the parts are of a command that has none: expected solve, compare or audit",
                ));
            }
        };
        out.flush()?;
        say(missing.as_ref(), out)?;
        let missed = if missing.is_some() { failure::NOT_PROVED } else { failure::ANSWERED };
        Ok(failure::worst([code, missed, chosen.code()]))
    }
}

/// Says what is missing.
fn say(missing: Option<&Missing>, out: &mut Out) -> Result<(), Failure> {
    missing.map_or(Ok(()), |missing| out.note(&missing.message()))
}

/// Each answer once.
#[derive(Default)]
struct Chosen {
    /// By the number of the board and, in comparisons, the search with its heuristic.
    records: BTreeMap<(usize, String), PartRecord>,
    contradictions: usize,
}

impl Chosen {
    /// Takes a record, unless a better answer to the same question is there.
    fn add(&mut self, record: PartRecord, out: &mut Out) -> Result<(), Failure> {
        let is_run = record.value.get("id").is_some();
        let pair =
            if is_run { format!("{} {}", record.value["algorithm"], record.value["heuristic"]) } else { String::new() };
        match self.records.entry((record.number(), pair)) {
            Entry::Vacant(entry) => {
                entry.insert(record);
            }
            Entry::Occupied(mut entry) => {
                let known = entry.get();
                let (one, other) = (&known.value, &record.value);
                let board = record.place.board;
                if ["start", "goal"].iter().any(|name| one[name] != other[name]) {
                    return Err(Failure::Usage(format!(
                        "board {board} is not the same in {} and {}: these are parts of different sets",
                        known.source, record.source
                    )));
                }
                if let Some(what) = contradiction(one, other) {
                    self.contradictions += 1;
                    out.error(&format!(
                        "board {board}: {} and {} contradict each other: {what}",
                        known.source, record.source
                    ))?;
                }
                let codes = [code_of(one), code_of(other)];
                if codes[0] != codes[1] && failure::worst(codes) == codes[0] {
                    entry.insert(record);
                }
            }
        }
        Ok(())
    }

    fn code(&self) -> u8 {
        if self.contradictions > 0 { failure::USAGE } else { failure::ANSWERED }
    }

    /// The numbers of boards that have runs, in their order.
    fn readable(&self) -> Vec<usize> {
        let runs = self.records.iter().filter(|(_, record)| record.value.get("id").is_some());
        runs.map(|((number, _), _)| *number).collect::<BTreeSet<usize>>().into_iter().collect()
    }
}

/// A board that is written as its tiles, in the shape of its record.
fn board(record: &PartRecord, name: &str) -> Option<Board> {
    let size = |name: &str| usize::try_from(record.value[name].as_u64()?).ok();
    let shape = Shape::new(size("rows")?, size("cols")?).ok()?;
    let tiles = record.value[name].as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<_>>>()?;
    Board::new(shape, &tiles).ok()
}

fn damaged(record: &PartRecord) -> Failure {
    Failure::Usage(format!("{}: this record is damaged\nhelp: take its line away and merge again", record.source))
}

/// The boards of a comparison, and the runs on them.
fn compared(chosen: &Chosen, seed: Option<u64>) -> Result<compare::Work, Failure> {
    let mut work = compare::Work { seed, ..compare::Work::default() };
    let mut runs = HashMap::new();
    let mut last = None;
    for ((number, _), record) in &chosen.records {
        if record.value.get("id").is_none() {
            work.unreadable.push((record.value.clone(), None));
            continue;
        }
        if last != Some(*number) {
            last = Some(*number);
            let (start, goal) = board(record, "start").zip(board(record, "goal")).ok_or_else(|| damaged(record))?;
            let known = record.place.known.map(Into::into);
            let content = Content { board: DeferredBoard::from(start), goal: goal.into(), claim: None, known };
            work.boards.push(BoardText::named(record.place.name.clone(), KnownBoard::from(content)));
        }
        let run = RunRecord::deserialize(&record.value).map_err(|_| damaged(record))?;
        let key = (work.boards.len() - 1, run.algorithm.clone(), run.heuristic.clone());
        runs.insert(key, StoredRun { record: run, slice: None, provenance: Some(record.provenance.clone()) });
    }
    work.parts = Some(compare::PartRuns { runs, missing: None });
    Ok(work)
}

/// A random board of an audit.
fn sampled(record: &PartRecord) -> Result<(u64, SampleAnswer), Failure> {
    let answer = match record.value["moves"].as_str() {
        Some(moves) => SampleAnswer::Optimal(moves.parse::<Moves>().map_err(|_| damaged(record))?),
        None => SampleAnswer::Unsolved,
    };
    Ok((record.number() as u64, answer))
}

impl Arguments {
    fn refuse_format(&self, formats: &[Format], what: &str) -> Result<(), Failure> {
        if !formats.contains(&self.format) {
            return Err(Failure::Usage(format!("{what} have no such form: expected another --format")));
        }
        match self.report {
            Some(_) => Err(Failure::Usage(format!("{what} have no page: expected no --report"))),
            None => Ok(()),
        }
    }

    /// The page must not replace a part.
    fn refuse_to_overwrite(&self) -> Result<(), Failure> {
        let Some(page) = &self.report else { return Ok(()) };
        if page.as_os_str() == "-" {
            return Err(Failure::usage("the page needs a file: expected `--report FILE.html`"));
        }
        match self.files.iter().find(|file| is_same_file(page, Path::new(file))) {
            Some(file) => Err(Failure::Usage(format!("`--report {file}` would replace a part: expected another file"))),
            None => Ok(()),
        }
    }

    /// The answers of `solve`, in the order of the set. A board that is missing has a record too.
    fn solved(&self, chosen: &Chosen, boards: usize, wants_all: bool, out: &mut Out) -> Result<u8, Failure> {
        let mut records = Records::new(self.format, boards > 1);
        // All records of a table have the same columns, those that are missing too.
        if let Some(first) = chosen.records.values().next() {
            records = records.stamped(first.provenance.clone());
        }
        let mut summary = Summary { boards, ..Summary::default() };
        records.begin(out)?;
        let mut code = failure::ANSWERED;
        for number in 0..boards {
            let Some(record) = chosen.records.get(&(number, String::new())) else {
                let object = ErrorObject::missing(number + 1, boards);
                records.write_from(&object, &row_of(of_answers(), &object, &[])?, None, out)?;
                continue;
            };
            let answer = &record.value;
            let is_listed = !wants_all || answer["status"] != "solved" || !answer["solutions"].is_null();
            code = failure::worst([
                code,
                code_of(answer),
                if is_listed { failure::ANSWERED } else { failure::NOT_PROVED },
            ]);
            summary.add(answer);
            let texts =
                ["start", "goal"].map(|name| board(record, name).map(|board| board.to_string()).unwrap_or_default());
            let options = answer.get("options").map(flat).unwrap_or_default();
            let cells =
                [("board", &*record.place.name), ("start", &texts[0]), ("goal", &texts[1]), ("options", &options)];
            records = records.stamped(record.provenance.clone());
            records.write_row(answer, &row_of(of_answers(), answer, &cells)?, out)?;
        }
        records.end(out)?;
        if self.format == Format::Text {
            out.text(&summary.text())?;
        }
        Ok(code)
    }
}

/// What the answers of `solve` come to.
#[derive(Default)]
struct Summary {
    boards: usize,
    solved: usize,
    optimal: usize,
    unsolvable: usize,
    stopped: usize,
    errors: usize,
    costs: Vec<u64>,
    expanded: u64,
    seconds: f64,
}

impl Summary {
    fn add(&mut self, answer: &Value) {
        match answer["status"].as_str() {
            Some("solved") => self.solved += 1,
            Some("unsolvable") => self.unsolvable += 1,
            Some("stopped") => self.stopped += 1,
            _ => self.errors += 1,
        }
        self.optimal += usize::from(answer["proof"] == "optimal");
        self.costs.extend(answer["cost"].as_u64().filter(|_| answer["status"] == "solved"));
        self.expanded = self.expanded.saturating_add(answer["stats"]["expanded"].as_u64().unwrap_or(0));
        self.seconds += answer["stats"]["seconds"].as_f64().unwrap_or(0.0);
    }

    fn text(&self) -> String {
        let count = |count: usize| thousands(count as u64);
        let answered = self.solved + self.unsolvable + self.stopped + self.errors;
        let mut text = format!("boards      {} of {}\n", count(answered), count(self.boards));
        text += &format!("solved      {} ({} proved optimal)\n", count(self.solved), count(self.optimal));
        for (name, number) in [("unsolvable", self.unsolvable), ("stopped", self.stopped), ("errors", self.errors)] {
            if number > 0 {
                text += &format!("{name:<12}{}\n", count(number));
            }
        }
        if let (Some(least), Some(most)) = (self.costs.iter().min(), self.costs.iter().max()) {
            let mean = self.costs.iter().map(|&cost| cost as f64).sum::<f64>() / self.costs.len() as f64;
            text += &format!("cost        {} on average, from {least} to {most}\n", decimal(mean, 2));
        }
        text + &format!("expanded    {}\ntime        {}\n", thousands(self.expanded), time(self.seconds))
    }
}
