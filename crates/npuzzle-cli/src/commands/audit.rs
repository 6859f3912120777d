//! `npuzzle audit`

use std::num::NonZeroUsize;
use std::path::Path;

use clap::Args;
use npuzzle::domains::tiles::Shape;
use npuzzle::front::random_seed;
use npuzzle::lab::audit::AuditReport;
use npuzzle::lab::repeat::Times;
use npuzzle::lab::summary::Running;
use npuzzle::question::{Ask, Audit, Fault, Watch};
use serde::Serialize;

use crate::args::Format;
use crate::args::format::{Form, OBJECT, TEXT};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::input::{note_seed, read_problem};
use crate::out::Out;
use crate::progress::JobBar;
use crate::render::audit as render;
use crate::render::records::Records;
use crate::render::solution::spread;
use crate::terms::terms;

const FORMATS: &[Form] = &[TEXT, OBJECT, (Format::Csv, "One row per heuristic"), (Format::Md, "A table for a report")];

/// Test heuristics on every state: admissible? consistent? how close? With a counterexample
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle audit 3x3 -H manhattan -H misplaced-with-blank
  npuzzle audit 3x3 -H 'max(0, misplaced-with-blank - 1)'
  npuzzle audit 2x4 -H scan-conflict --goal snail
  npuzzle audit 4x4 -H linear-conflict --samples 50 --seed 1
  npuzzle audit 'hanoi(3,5)'
  npuzzle audit map.txt -H estimates.txt
  npuzzle audit 8-puzzle.txt -H misplaced

Exit codes: 0 answered (a heuristic that fails is an answer), 2 usage or input error, 3 a limit ended the audit or forbade it, 4 a
limit ended the sampling early, 70 a bug.")]
pub struct Arguments {
    /// The size of the boards, a problem such as `hanoi(3,5)`, or a map file
    #[arg(value_name = "RxC|PROBLEM|MAP")]
    space: String,
    #[command(flatten)]
    question: Audit,
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
        let question = self.question(out)?;
        let terms = terms(&question.limits())?;
        let runs = self.repeat.map_or(1, usize::from);
        let mut seconds = Running::default();
        let mut report = None;
        while seconds.count() < runs {
            let mut bar = JobBar::new();
            let answer = question.ask(&terms, &mut bar);
            bar.clear();
            let next = match answer {
                Err(refusal) if refusal.fault == Fault::Limit && report.is_some() => break,
                answer => answer?,
            };
            seconds.add(next.seconds);
            report.get_or_insert(next);
        }
        let Some(report) = report else { return Ok(failure::NOTHING_FOUND) };
        let times = self.repeat.map(|_| Times::of(&seconds));
        self.write(&report, times.as_ref(), out)?;
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

impl Watch for JobBar {
    fn counted(&mut self, done: u64, total: u64) {
        self.update(done, total);
    }
}

/// The report, and the times if it was made several times.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    report: &'a AuditReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeat: Option<&'a Times>,
}

impl Arguments {
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

    fn write(&self, report: &AuditReport, times: Option<&Times>, out: &mut Out) -> Result<(), Failure> {
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
            format => Records::new(format, false).write(&Answer { report, repeat: times }, &(), out),
        }
    }
}
