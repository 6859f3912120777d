//! `npuzzle space`

use std::path::Path;

use npuzzle::core::Limits;
use npuzzle::domains::tiles::Board;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::lab::export::{ExportError, Exported, export_map};
use npuzzle::lab::space::{SpaceError, SpaceRequest, space};
use npuzzle::question::{LimitFields, ResourceFields};
use serde::Serialize;

use crate::args::{AnswerFormat, SpaceArguments, SpaceFormat};
use crate::commands::solve;
use crate::failure::{self, Failure};
use crate::files::NewFile;
use crate::input::read_goal;
use crate::out::Out;
use crate::progress::SpaceBar;
use crate::render::numbers::{bytes, thousands};
use crate::render::records::Records;
use crate::render::space as render;

/// Those who take less memory than this need not be told.
const NOTABLE_BYTES: u64 = 16 << 20;

pub fn run(arguments: &SpaceArguments, out: &mut Out) -> Result<u8, Failure> {
    let goal = read_goal(&arguments.goal, Some(arguments.size))?;
    if let Some(file) = &arguments.export_map {
        let goal = goal.board(arguments.size).map_err(Failure::usage)?;
        return export(arguments, file, &goal, out);
    }
    let limits = limits(&arguments.resources)?;
    let count_solutions = arguments.count_solutions.then_some(true);
    let request = SpaceRequest { count_solutions, limits, ..SpaceRequest::new(arguments.size, goal) };
    let fits = |needed: &u64| *needed <= request.limits.memory.unwrap_or(u64::MAX);
    if let (Some(states), Some(needed)) = (request.shape.reachable_states(), request.needed_bytes().filter(fits))
        && needed > NOTABLE_BYTES
    {
        let (states, needed) = (thousands(states), bytes(needed));
        out.note(&format!("{} has {states} states; this takes about {needed}", request.shape))?;
    }
    let mut bar = SpaceBar::new();
    let answer = space(&request, &mut |progress| bar.update(progress));
    bar.clear();
    let report = match answer {
        Ok(report) => report,
        Err(error) => return refused(error, out),
    };
    match arguments.format {
        SpaceFormat::Text => out.text(&render::text(&report))?,
        SpaceFormat::Json => {
            Records::new(AnswerFormat::Json, false).write(&report, &(), out)?;
        }
        SpaceFormat::Csv => {
            let mut records = Records::new(AnswerFormat::Csv, true);
            let rows = report.widths.iter().enumerate().map(|(depth, &width)| Row { depth, width });
            rows.into_iter().try_for_each(|row| records.write(&row, &row, out))?;
        }
    }
    Ok(failure::ANSWERED)
}

/// The limits of a job of the laboratory.
pub fn limits(fields: &ResourceFields) -> Result<Limits, Failure> {
    solve::limits(&LimitFields::from(fields)).map(|(limits, _)| limits)
}

#[derive(Serialize)]
struct Row {
    depth: usize,
    width: u64,
}

/// A limit is an answer with its exit code; all else is an error of the request.
fn refused(error: SpaceError, out: &mut Out) -> Result<u8, Failure> {
    let message = match error {
        SpaceError::Memory { shape, states, needed, allowed } => format!(
            "the space of a {shape} board has {} states and takes about {}, but the memory limit is {}\n\
             help: `--memory-limit` raises it",
            thousands(states),
            bytes(needed),
            bytes(allowed),
        ),
        SpaceError::Stopped { why, seen, states, depth } => {
            format!("{why} at depth {depth}, after {} of {} states", thousands(seen), thousands(states),)
        }
        other => return Err(Failure::usage(other)),
    };
    out.error(&message)?;
    Ok(failure::NOTHING_FOUND)
}

fn export(arguments: &SpaceArguments, file: &str, goal: &Board, out: &mut Out) -> Result<u8, Failure> {
    let options = ReadOptions { size: Some(arguments.size), ..ReadOptions::default() };
    let start = arguments.start.as_deref().map(|text| read_board(text, &options));
    let start = start.transpose().map_err(|error| Failure::Usage(error.render("start")))?.map(|read| read.board);
    let wrong = |error| match error {
        ExportError::Output(error) => Failure::from(error),
        other => Failure::usage(other),
    };
    if file == "-" {
        let exported = export_map(goal, start.as_ref(), &mut out.data()).map_err(wrong)?;
        out.note(&summary(&exported).trim_end().replace('\n', ", "))?;
    } else {
        let mut file = NewFile::create(Path::new(file))?;
        let exported = export_map(goal, start.as_ref(), &mut file).map_err(wrong)?;
        file.finish()?;
        out.text(&summary(&exported))?;
    }
    Ok(failure::ANSWERED)
}

fn summary(exported: &Exported) -> String {
    let Exported { states, edges, start, diameter } = exported;
    let (states, edges) = (thousands(*states), thousands(*edges));
    format!("states      {states}\nedges       {edges}\ndiameter    {diameter}\nstart       {start}\n")
}
