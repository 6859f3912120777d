//! `npuzzle bench anytime`

use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use npuzzle::core::Progress;
use npuzzle::front::messages::request_error;
use npuzzle::lab::anytime::{
    Anytime, AnytimeError, AnytimeRequest, BoardSet, SetBoard, SetCurve, anytime, published_sets,
};
use npuzzle::question::LimitFields;

use crate::args::{AnswerFormat, AnytimeArguments, AnytimeFormat};
use crate::commands::solve::limits;
use crate::failure::{self, Failure};
use crate::files::NewFile;
use crate::out::Out;
use crate::progress::RunsLine;
use crate::render::curves::{self, Rows};
use crate::render::json;
use crate::render::records::Records;

pub fn run(arguments: &AnytimeArguments, out: &mut Out) -> Result<u8, Failure> {
    if arguments.boards == 0 {
        return Err(Failure::usage("`--boards 0` leaves nothing to solve: expected at least 1"));
    }
    let names = if arguments.sets.is_empty() { published_sets(arguments.boards) } else { arguments.sets.clone() };
    let sets = names.iter().map(|name| BoardSet::read(name, arguments.boards).map_err(refusal));
    let (limits, _) = limits(&LimitFields::from(&arguments.resources))?;
    let request = AnytimeRequest {
        sets: sets.collect::<Result<_, _>>()?,
        times: arguments.times.clone(),
        algorithm: arguments.algorithm.clone(),
        heuristic: arguments.heuristic.clone(),
        limits,
    };
    request.check().map_err(refusal)?;
    if let Some(path) = &arguments.svg {
        // Hours of work must not end at a folder that cannot be written to.
        drop(NewFile::create(path)?);
    }
    let answer = run_all(&request, arguments.format, out)?;
    // Before the tables: their reader may have gone.
    if let Some(path) = arguments.svg.as_deref().filter(|_| !answer.sets.is_empty()) {
        write_plot(path, &answer)?;
    }
    match arguments.format {
        AnytimeFormat::Text | AnytimeFormat::Md => {}
        AnytimeFormat::Json => out.line(&json::pretty(&answer)?)?,
        AnytimeFormat::Csv => {
            let mut records = Records::new(AnswerFormat::Csv, true);
            curves::records(&answer.runs).try_for_each(|row| records.write(&row, &row, out))?;
        }
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

fn refusal(error: AnytimeError) -> Failure {
    match error {
        AnytimeError::Request(error) if error.is_bug() => Failure::Bug(error.to_string()),
        AnytimeError::Request(error) => Failure::Usage(request_error(&error)),
        other => Failure::usage(other),
    }
}

/// Runs all boards, and shows the rows of each set as it is done.
fn run_all(request: &AnytimeRequest, format: AnytimeFormat, out: &mut Out) -> Result<Anytime, Failure> {
    let rows = Rows::new(request.sets.iter().map(|set| &set.name[..]));
    let total = request.sets.iter().map(|set| set.boards.len()).sum();
    match format {
        AnytimeFormat::Text => out.line(&rows.text_head())?,
        AnytimeFormat::Md => out.text(&rows.markdown_head())?,
        AnytimeFormat::Json | AnytimeFormat::Csv => {}
    }
    out.flush()?;
    let line = RefCell::new(RunsLine::new(total));
    let mut failed = None;
    let mut done = |curve: &SetCurve| {
        line.borrow_mut().clear();
        let text = match format {
            AnytimeFormat::Text => rows.text(curve),
            AnytimeFormat::Md => rows.markdown(curve),
            AnytimeFormat::Json | AnytimeFormat::Csv => return ControlFlow::Continue(()),
        };
        match out.text(&text).and_then(|()| out.flush()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    };
    let mut watch = |number: usize, board: &SetBoard, progress: &Progress| {
        let best = progress.best.map(|cost| format!(", {cost} moves so far")).unwrap_or_default();
        line.borrow_mut().update(number, &format!("{}{best}", board.name), progress);
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
