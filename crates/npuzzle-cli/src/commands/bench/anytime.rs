//! `npuzzle bench anytime`

use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use npuzzle::catalogue::AUTO;
use npuzzle::core::Progress;
use npuzzle::front::messages::request_error;
use npuzzle::front::units;
use npuzzle::lab::anytime::{
    Anytime, AnytimeError, AnytimeRequest, BOARDS, BoardSet, SetBoard, SetCurve, anytime, published_sets,
};
use npuzzle::question::{LimitFields, ResourceFields};

use crate::args::format::Form;
use crate::args::{Format, Named};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::files::NewFile;
use crate::out::Out;
use crate::progress::RunsLine;
use crate::render::curves::{self, Rows};
use crate::render::json;
use crate::render::records::Records;
use crate::terms::limits;

const FORMATS: &[Form] = &[
    (Format::Text, "For people: the rows of each set as it is done"),
    (Format::Md, "The same as a Markdown table"),
    (Format::Json, "One object with the curves and every board"),
    (Format::Csv, "One row per board and time"),
];

/// Solve sets of boards against the clock, and print and plot the length of the solutions over
/// time
#[derive(Args)]
#[command(
    after_help = "Without sets: uniform boards of 5x5, 6x6, 7x7 and 10x10 with a published seed, and the deepcubea sets. Each board is solved \
once, up to the largest of the times. Means are those of the boards solved by then; the gap is length / lower bound - 1.

Examples:
  npuzzle bench anytime --svg curves.svg
  npuzzle bench anytime random:5x5:20:2026 --times 0.1,1,10
  npuzzle bench anytime korf24:1..10 --boards 5 --times 500ms,2s --format json

Exit codes: 0 all boards are done, 2 usage or input error, 3 interrupted before the first board was done, 4 interrupted later, 70 a bug."
)]
pub struct Arguments {
    /// Sets of boards, a curve for each: a named set (korf24:1..10), or random boards as in
    /// random:5x5:20:2026
    #[arg(value_name = "SET")]
    sets: Vec<String>,
    /// How many boards of each set
    #[arg(long, value_name = "COUNT", default_value_t = BOARDS, value_parser = units::length)]
    boards: usize,
    /// When to look: seconds, or durations such as 500ms; the largest is also the time limit of
    /// each board, unless --time-limit sets one
    #[arg(long, value_name = "TIMES", value_delimiter = ',', default_value = "0.1,1,10,60", value_parser = units::moment)]
    times: Vec<Duration>,
    #[command(flatten)]
    resources: ResourceFields,
    /// The search; options in parentheses
    #[arg(short, long, default_value = AUTO, value_parser = Named::algorithms())]
    algorithm: String,
    /// The heuristic [default: the search's own choice]
    #[arg(short = 'H', long, allow_hyphen_values = true, value_parser = Named::heuristics())]
    heuristic: Option<String>,
    /// Draw the curves into this file
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(FORMATS))]
    format: Format,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        if self.boards == 0 {
            return Err(Failure::usage("`--boards 0` leaves nothing to solve: expected at least 1"));
        }
        let names = if self.sets.is_empty() { published_sets(self.boards) } else { self.sets.clone() };
        let sets = names.iter().map(|name| BoardSet::read(name, self.boards).map_err(refusal));
        let (limits, _) = limits(&LimitFields::from(&self.resources))?;
        let request = AnytimeRequest {
            sets: sets.collect::<Result<_, _>>()?,
            times: self.times.clone(),
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            limits,
        };
        request.check().map_err(refusal)?;
        if let Some(path) = &self.svg {
            // Hours of work must not end at a folder that cannot be written to.
            drop(NewFile::create(path)?);
        }
        let answer = run_all(&request, self.format, out)?;
        // Before the tables: their reader may have gone.
        if let Some(path) = self.svg.as_deref().filter(|_| !answer.sets.is_empty()) {
            write_plot(path, &answer)?;
        }
        match self.format {
            Format::Json => out.line(&json::pretty(&answer)?)?,
            Format::Csv => {
                let mut records = Records::new(Format::Csv, true);
                curves::records(&answer.runs).try_for_each(|row| records.write(&row, &row, out))?;
            }
            _ => {}
        }
        out.flush()?;
        if answer.complete {
            return Ok(failure::ANSWERED);
        }
        let done = match answer.runs.len() {
            1 => "1 board is done".to_owned(),
            count => format!("{count} boards are done"),
        };
        out.note(&format!("interrupted: {done}"))?;
        Ok(if answer.runs.is_empty() { failure::NOTHING_FOUND } else { failure::NOT_PROVED })
    }
}

fn refusal(error: AnytimeError) -> Failure {
    match error {
        AnytimeError::Request(error) if error.is_bug() => Failure::Bug(error.to_string()),
        AnytimeError::Request(error) => Failure::Usage(request_error(&error)),
        other => Failure::usage(other),
    }
}

/// Runs all boards, and shows the rows of each set as it is done.
fn run_all(request: &AnytimeRequest, format: Format, out: &mut Out) -> Result<Anytime, Failure> {
    let rows = Rows::new(request.sets.iter().map(|set| &set.name[..]));
    let total = request.sets.iter().map(|set| set.boards.len()).sum();
    match format {
        Format::Text => out.text(&rows.text_head())?,
        Format::Md => out.text(&rows.markdown_head())?,
        _ => {}
    }
    out.flush()?;
    let line = RefCell::new(RunsLine::new());
    let mut failed = None;
    let mut done = |curve: &SetCurve| {
        line.borrow_mut().clear();
        let text = match format {
            Format::Text => rows.text(curve),
            Format::Md => rows.markdown(curve),
            _ => return ControlFlow::Continue(()),
        };
        failure::go_on(out.text(&text).and_then(|()| out.flush()), &mut failed)
    };
    let mut watch = |number: usize, board: &SetBoard, progress: &Progress| {
        let best = progress.best.map(|cost| format!(", {cost} moves so far")).unwrap_or_default();
        line.borrow_mut().update((number, total), &format!("{}{best}", board.name), progress);
    };
    let answer = anytime(request, &mut done, &mut watch).map_err(refusal)?;
    line.borrow_mut().clear();
    match failed {
        Some(failure) => Err(failure),
        None => Ok(answer),
    }
}

fn write_plot(path: &Path, answer: &Anytime) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    file.write_all(curves::plot(answer)?.as_bytes())
        .map_err(|error| Failure::Usage(format!("cannot write `{}`: {error}", path.display())))?;
    file.finish()
}
