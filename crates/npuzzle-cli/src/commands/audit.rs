//! `npuzzle audit`

use std::path::Path;

use npuzzle::catalogue::{HeuristicChoice, SpaceChoice};
use npuzzle::domains::map::MapOptions;
use npuzzle::domains::tiles::Shape;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::front::random_seed;
use npuzzle::lab::audit::{AuditError, AuditReport, AuditRequest, AuditSpace, audit};
use npuzzle::lab::repeat::Times;
use npuzzle::lab::summary::Running;
use serde::Serialize;

use crate::args::{AnswerFormat, AuditArguments, AuditFormat};
use crate::commands::search::{heuristic_choice, space_choice};
use crate::commands::space::limits;
use crate::failure::{self, Failure};
use crate::input::read_goal;
use crate::out::Out;
use crate::progress::JobBar;
use crate::render::audit as render;
use crate::render::records::Records;
use crate::render::solution::spread;

pub fn run(arguments: &AuditArguments, out: &mut Out) -> Result<u8, Failure> {
    let request = request(arguments)?;
    let runs = arguments.repeat.map_or(1, usize::from);
    let mut seconds = Running::default();
    let mut report = None;
    while seconds.count() < runs {
        let mut bar = JobBar::new();
        let answer = audit(&request, &mut |done, all| bar.update(done, all));
        bar.clear();
        let next = match answer {
            Ok(next) => next,
            Err(AuditError::Stopped(_)) if report.is_some() => break,
            Err(error) => return refused(error, out),
        };
        seconds.add(next.seconds);
        report.get_or_insert(next);
    }
    let Some(report) = report else { return Ok(failure::NOTHING_FOUND) };
    let times = arguments.repeat.map(|_| Times::of(&seconds));
    write(arguments, &report, times.as_ref(), out)?;
    match report.sampling.as_ref().filter(|sampling| sampling.is_cut_short()) {
        Some(sampling) => {
            let done = sampling.boards + sampling.unsolved;
            out.note(&format!("stopped after {done} of {} random boards", sampling.asked))?;
            Ok(failure::NOT_PROVED)
        }
        None => Ok(failure::ANSWERED),
    }
}

fn request(arguments: &AuditArguments) -> Result<AuditRequest, Failure> {
    let (space, heuristics) = match arguments.space.parse::<Shape>() {
        Ok(shape) => {
            let goal =
                arguments.goal.as_deref().map_or_else(|| Ok(Goal::default()), |text| read_goal(text, Some(shape)))?;
            let names = arguments.heuristics.iter().cloned().map(HeuristicChoice::Name).collect();
            (AuditSpace::Boards { shape, goal }, names)
        }
        // A word that begins with a digit and names no file is meant to be a size.
        Err(error)
            if arguments.space.starts_with(|c: char| c.is_ascii_digit()) && !Path::new(&arguments.space).exists() =>
        {
            return Err(Failure::usage(error));
        }
        Err(_) => {
            for (given, option) in [(arguments.goal.is_some(), "--goal"), (arguments.samples.is_some(), "--samples")] {
                if given {
                    return Err(Failure::usage(format!("{option} is for boards: expected a size such as 3x3 with it")));
                }
            }
            let space = space_choice(&arguments.space, MapOptions::default())?;
            let choices = arguments.heuristics.iter().map(|text| heuristic_choice(text, &space));
            let choices = choices.collect::<Result<Vec<_>, _>>()?;
            if choices.is_empty() && matches!(space, SpaceChoice::Map { .. }) {
                return Err(Failure::usage(
                    "a map has no heuristics of its own: expected a heuristic file, as in `npuzzle audit MAP -H FILE`",
                ));
            }
            (AuditSpace::Other(space), choices)
        }
    };
    Ok(AuditRequest {
        space,
        heuristics,
        custom: Vec::new(),
        samples: arguments.samples,
        seed: arguments.seed.unwrap_or_else(random_seed),
        limits: limits(&arguments.resources)?,
    })
}

/// A limit is an answer with its exit code; all else is an error of the request.
fn refused(error: AuditError, out: &mut Out) -> Result<u8, Failure> {
    match error {
        AuditError::Request(error) => Err((*error).into()),
        AuditError::Stopped(_) | AuditError::Memory { .. } | AuditError::NothingSampled => {
            out.error(&error.to_string())?;
            Ok(failure::NOTHING_FOUND)
        }
        other => Err(Failure::usage(other)),
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

fn write(
    arguments: &AuditArguments,
    report: &AuditReport,
    times: Option<&Times>,
    out: &mut Out,
) -> Result<(), Failure> {
    for note in &report.notes {
        out.note(note)?;
    }
    if let Some(sampling) = &report.sampling {
        out.note(&format!("seed {} (xoshiro256++)", sampling.seed))?;
    }
    if let Some(times) = times.filter(|_| matches!(arguments.format, AuditFormat::Csv | AuditFormat::Md)) {
        out.note(&format!("time {}", spread(times)))?;
    }
    match arguments.format {
        AuditFormat::Text => out.text(&render::text(report, times, arguments.errors)),
        AuditFormat::Md => out.text(&render::markdown(report)),
        AuditFormat::Json => Records::new(AnswerFormat::Json, false).write(&Answer { report, repeat: times }, &(), out),
        AuditFormat::Csv => {
            let mut records = Records::new(AnswerFormat::Csv, true);
            let rows = report.heuristics.iter().map(|heuristic| render::row(heuristic, report.exhaustive));
            rows.into_iter().try_for_each(|row| records.write(&row, &row, out))
        }
    }
}
