//! `npuzzle audit`

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use clap::Args;
use npuzzle::domains::tiles::{Board, MovesOf, Shape};
use npuzzle::front::{random_seed, units};
use npuzzle::lab::audit::{AuditReport, SampleAnswer, SampleTurn};
use npuzzle::lab::repeat::Times;
use npuzzle::lab::summary::Running;
use npuzzle::question::{Ask, Audit, Fault, Refusal, Terms, Watch};
use serde::Serialize;

use crate::args::Format;
use crate::args::format::{Form, OBJECT, TEXT};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::input::{note_seed, read_problem};
use crate::out::Out;
use crate::parts::Missing;
use crate::progress::JobBar;
use crate::provenance::Provenance;
use crate::render::audit as render;
use crate::render::records::Records;
use crate::render::rows::Row;
use crate::render::solution::spread;
use crate::slice::{Deal, Slice, SliceArguments};
use crate::terms::terms;

const FORMATS: &[Form] = &[
    TEXT,
    OBJECT,
    (Format::Jsonl, "With --slice: one object per random board, for `npuzzle merge`"),
    (Format::Csv, "One row per heuristic"),
    (Format::Md, "A table for a report"),
];

/// Test heuristics on every state: admissible? consistent? how close? With a counterexample
#[derive(Args)]
#[command(
    // A slice is a part of the random boards.
    mut_arg("slice", |slice| slice.requires("samples").conflicts_with("repeat").help_heading(None)),
    after_help = "Examples:
  npuzzle audit 3x3 -H manhattan -H misplaced-with-blank
  npuzzle audit 3x3 -H 'max(0, misplaced-with-blank - 1)'
  npuzzle audit 2x4 -H scan-conflict --goal snail
  npuzzle audit 4x4 -H linear-conflict --samples 50 --seed 1
  npuzzle audit 4x4 --samples 1000 --seed 1 --slice 3/10 --format jsonl
  npuzzle audit 'hanoi(3,5)'
  npuzzle audit map.txt -H estimates.txt
  npuzzle audit 8-puzzle.txt -H misplaced

Exit codes: 0 answered (a heuristic that fails is an answer), 2 usage or input error, 3 a limit ended the audit or forbade it, 4 a
limit ended the sampling early, 70 a bug."
)]
pub struct Arguments {
    /// The size of the boards, a problem such as `hanoi(3,5)`, or a map file
    #[arg(value_name = "RxC|PROBLEM|MAP")]
    space: String,
    #[command(flatten)]
    question: Audit,
    #[command(flatten)]
    part: SliceArguments,
    /// Show how often each error occurs, for every heuristic
    #[arg(long)]
    errors: bool,
    /// Audit this many times, for the mean and the spread of the time
    #[arg(long, value_name = "COUNT")]
    repeat: Option<NonZeroUsize>,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(FORMATS))]
    format: Format,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        self.refuse_part_that_cannot_be()?;
        let question = self.question(out)?;
        let terms = terms(&question.limits())?;
        let runs = self.repeat.map_or(1, usize::from);
        let mut seconds = Running::default();
        let mut report = None;
        while seconds.count() < runs {
            let mut samples = Samples::new(self, terms.limits.threads(), out);
            let Some(answer) = samples.ask(&question, &terms)? else { return Ok(failure::ANSWERED) };
            let next = match answer {
                Err(refusal) if refusal.fault == Fault::Limit && report.is_some() => break,
                answer => answer?,
            };
            seconds.add(next.seconds);
            report.get_or_insert(next);
        }
        let Some(report) = report else { return Ok(failure::NOTHING_FOUND) };
        let times = self.repeat.map(|_| Times::of(&seconds));
        self.write(&report, times.as_ref(), None, out)?;
        match report.sampling.as_ref().filter(|sampling| sampling.is_cut_short()) {
            Some(sampling) => {
                let done = sampling.boards + sampling.unsolved;
                out.note(&format!("stopped after {done} of {} random boards", sampling.asked))?;
                Ok(failure::NOT_PROVED)
            }
            None => Ok(failure::ANSWERED),
        }
    }
}

/// Deals the random boards of a part, and writes each as it is solved.
struct Samples<'s> {
    slice: Option<Slice>,
    question: &'s Audit,
    records: Records,
    bar: JobBar,
    failed: Option<Failure>,
    out: &'s mut Out,
}

impl<'s> Samples<'s> {
    fn new(arguments: &'s Arguments, threads: usize, out: &'s mut Out) -> Self {
        let format = if arguments.format == Format::Jsonl { Format::Jsonl } else { Format::Text };
        let records = Records::new(format, true).stamped(Provenance::of_this_process(threads));
        let (slice, question) = (arguments.part.slice, &arguments.question);
        Self { slice, question, records, bar: JobBar::new(), failed: None, out }
    }

    /// The answer; `None` if more slices than boards leave this one empty.
    fn ask(&mut self, question: &Audit, terms: &Terms) -> Result<Option<Result<AuditReport, Refusal>>, Failure> {
        if self.slice.is_some_and(|slice| slice.share(asked(self.question)) == 0) {
            return Ok(None);
        }
        let answer = question.ask(terms, self);
        self.bar.clear();
        self.failed.take().map_or(Ok(Some(answer)), Err)
    }

    fn write(&mut self, number: u64, board: &Board, answer: &SampleAnswer) -> Result<(), Failure> {
        let deal = Deal::new(self.slice, asked(self.question), self.question.seed);
        self.bar.clear();
        self.records.stand_at(deal.place_of(number as usize, &format!("sample {}", number + 1), None));
        let moves = match answer {
            SampleAnswer::Optimal(moves) => Some(moves.to_string()),
            SampleAnswer::Unsolved => None,
        };
        let (status, proof) = if moves.is_some() { ("solved", "optimal") } else { ("stopped", "none") };
        let (rows, cols) = (board.shape().rows(), board.shape().cols());
        let sample = Sample { status, proof, rows, cols, start: board, moves, moves_of: MovesOf::Blank };
        self.records.write_row(&sample, &Row { columns: Vec::new(), cells: Vec::new() }, self.out)?;
        self.out.flush()
    }
}

/// How many random boards all parts have together.
fn asked(question: &Audit) -> usize {
    let asked = question.samples.as_ref().and_then(|samples| units::positive(samples.as_str()).ok());
    asked.map_or(0, |samples| samples as usize)
}

/// A random board, as a line of a part.
#[derive(Serialize)]
struct Sample<'s> {
    status: &'static str,
    proof: &'static str,
    rows: usize,
    cols: usize,
    start: &'s Board,
    moves: Option<String>,
    moves_of: MovesOf,
}

impl Watch for Samples<'_> {
    fn counted(&mut self, done: u64, total: u64) {
        self.bar.update(done, total);
    }

    fn share_of_samples(&self, samples: u64) -> u64 {
        self.slice.map_or(samples, |slice| slice.share(samples as usize) as u64)
    }

    fn sample(&mut self, number: u64) -> SampleTurn {
        let is_ours = self.slice.is_none_or(|slice| slice.has(number as usize));
        if is_ours { SampleTurn::Solve } else { SampleTurn::Leave }
    }

    fn sampled(&mut self, number: u64, board: &Board, answer: &SampleAnswer) -> ControlFlow<()> {
        let written = self.write(number, board, answer);
        failure::go_on(written, &mut self.failed)
    }
}

/// The random boards of all parts; no others are solved.
struct Known(HashMap<u64, SampleAnswer>);

impl Watch for Known {
    fn sample(&mut self, number: u64) -> SampleTurn {
        self.0.remove(&number).map_or(SampleTurn::Missing, SampleTurn::Known)
    }
}

/// The report, and the times if it was made several times.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    report: &'a AuditReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeat: Option<&'a Times>,
    /// What is missing, where parts were put together.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'a Missing>,
}

impl Arguments {
    /// Judges the heuristics by the random boards of all parts. Their counts do not add up: a state
    /// on several solutions counts once.
    pub fn put_together(
        self,
        format: Format,
        known: HashMap<u64, SampleAnswer>,
        missing: Option<&Missing>,
        out: &mut Out,
    ) -> Result<u8, Failure> {
        let whole = Self { part: SliceArguments { slice: None }, format, ..self };
        let question = whole.question(out)?;
        let report = question.ask(&terms(&question.limits())?, &mut Known(known))?;
        whole.write(&report, None, missing, out)?;
        let is_whole = report.sampling.as_ref().is_none_or(|sampling| !sampling.is_cut_short());
        Ok(if is_whole { failure::ANSWERED } else { failure::NOT_PROVED })
    }

    fn refuse_part_that_cannot_be(&self) -> Result<(), Failure> {
        Slice::refuse_chosen_seed(self.part.slice, self.question.seed, Some(0))?;
        if self.format == Format::Jsonl && self.part.slice.is_none() {
            return Err(Failure::usage("`--format jsonl` is for parts of an audit: expected `--slice I/N` too"));
        }
        Ok(())
    }

    /// The question, with one seed for all repetitions.
    fn question(&self, out: &mut Out) -> Result<Audit, Failure> {
        let seed = Some(self.question.seed.unwrap_or_else(random_seed));
        let question = Audit { seed, ..self.question.clone() };
        let is_file = Path::new(&self.space).exists();
        match self.space.parse::<Shape>() {
            Ok(_) => return Ok(Audit { size: Some(self.space.clone()), ..question }),
            // What begins with a digit and is not a file is meant to be a size.
            Err(error) if self.space.starts_with(|c: char| c.is_ascii_digit()) && !is_file => {
                return Err(Failure::usage(error));
            }
            Err(_) => {}
        }
        let (problem, map, estimates) = read_problem(&self.space, question.heuristics.iter().flatten(), out)?;
        Ok(Audit { problem: Some(problem), map, estimates, ..question })
    }

    fn write(
        &self,
        report: &AuditReport,
        times: Option<&Times>,
        missing: Option<&Missing>,
        out: &mut Out,
    ) -> Result<(), Failure> {
        for note in &report.notes {
            out.note(note)?;
        }
        if let Some(sampling) = &report.sampling {
            note_seed(sampling.seed, self.question.seed, out)?;
        }
        if let Some(times) = times.filter(|_| matches!(self.format, Format::Csv | Format::Md)) {
            out.note(&format!("time {}", spread(times)))?;
        }
        match self.format {
            Format::Text => out.text(&render::text(report, times, self.errors)),
            Format::Md => out.text(&render::markdown(report)),
            Format::Csv => {
                let mut records = Records::new(Format::Csv, true);
                let mut rows = report.heuristics.iter().map(|heuristic| render::row(heuristic, report.exhaustive));
                rows.try_for_each(|row| records.write(&row, &row, out))
            }
            // The lines of a part are written by now.
            Format::Jsonl => Ok(()),
            format => Records::new(format, false).write(&Answer { report, repeat: times, missing }, &(), out),
        }
    }
}
