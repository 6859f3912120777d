//! `npuzzle solve`

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use npuzzle::catalogue::trace::TraceHeader;
use npuzzle::catalogue::{AUTO, ProofLabel, Report, Request, Status, called_algorithm, solve, solve_traced};
use npuzzle::core::card::Feature;
use npuzzle::core::{Limits, Progress};
use npuzzle::domains::tiles::notation::write_board;
use npuzzle::front::boards::{Content, Input, disagreement};
use npuzzle::front::messages::request_error;
use npuzzle::lab::repeat::{Repeated, Times, solve_repeatedly};
use npuzzle_host::memory;
use serde::Serialize;

use crate::args::{AnswerFormat, LimitArguments, SolveArguments};
use crate::failure::{self, Failure};
use crate::input;
use crate::out::Out;
use crate::pictures::Pictures;
use crate::progress::ProgressLine;
use crate::recorder::Recorder;
use crate::render::records::{ErrorObject, Records};
use crate::render::rows::{error_row, row_of};
use crate::render::solution;
use crate::{animation, interrupt, profiles, tables};

pub fn run(arguments: &SolveArguments, out: &mut Out) -> Result<u8, Failure> {
    let inputs = input::read_all(&arguments.input, arguments.profile.and_then(|profile| profile.goal), out)?;
    let (limits, cancel) = limits(&arguments.limits)?;
    let count = inputs.left();
    if count > 1 && arguments.journal.is_some() {
        let message = format!("a journal is for one board, and there are {count}: expected one board");
        return Err(Failure::Usage(message));
    }
    let mut inputs = inputs.peekable();
    let only = if count == 1 { inputs.peek() } else { None };
    // They are judged together with the trace: two files of one name would be in each other's way.
    let mut pictures = Pictures::new(arguments, count, only)?;
    let mut recorder = Recorder::new(&arguments.watch, arguments.format, cancel)?;
    let code = all(arguments, (count, &mut inputs), &limits, (&mut recorder, &mut pictures), out);
    // Files are completed even if nobody reads the answer to its end.
    recorder.finish()?;
    let code = code?;
    pictures.finish(out)?;
    Ok(code)
}

/// Answers all boards, one after the other: the worst of their exit codes. Once the user has
/// interrupted a board, the boards after it are not taken up; they count as searches that were
/// stopped before they found anything.
fn all(
    arguments: &SolveArguments,
    (count, inputs): (usize, &mut dyn Iterator<Item = Input>),
    limits: &Limits,
    (recorder, pictures): (&mut Recorder, &mut Pictures),
    out: &mut Out,
) -> Result<u8, Failure> {
    let several = count > 1;
    let mut records = Records::new(arguments.format, several);
    let mut worst = failure::ANSWERED;
    let mut not_started = 0;
    records.begin(out)?;
    for (number, input) in inputs.enumerate() {
        if number > 0 && is_interrupted(limits) {
            not_started = count - number;
            break;
        }
        if several && arguments.format == AnswerFormat::Text {
            out.heading(number, &input.name)?;
        }
        let code = one(arguments, &input, limits, (recorder, pictures), &mut records, out)?;
        worst = failure::worst([worst, code]);
        out.flush()?;
    }
    records.end(out)?;
    if not_started > 0 {
        out.flush()?;
        out.note(&format!("interrupted: {not_started} of {count} boards were not started"))?;
        worst = failure::worst([worst, failure::NOTHING_FOUND]);
    }
    Ok(worst)
}

fn is_interrupted(limits: &Limits) -> bool {
    limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// The limits of a search, and the flag that ends it.
pub fn limits(arguments: &LimitArguments) -> Result<(Limits, Arc<AtomicBool>), Failure> {
    let cancel = interrupt::flag()?;
    let limits = Limits {
        nodes: arguments.node_limit,
        time: arguments.time_limit,
        memory: Some(arguments.memory_limit.unwrap_or_else(memory::default_limit)),
        cancel: Some(Arc::clone(&cancel)),
        threads: arguments.threads,
        shelf: tables::shelf(),
        ..Limits::default()
    };
    Ok((limits, cancel))
}

/// Solves one board; a bad one is reported and does not stop the others.
fn one(
    arguments: &SolveArguments,
    input: &Input,
    limits: &Limits,
    (recorder, pictures): (&mut Recorder, &mut Pictures),
    records: &mut Records,
    out: &mut Out,
) -> Result<u8, Failure> {
    let content = match &input.content {
        Ok(content) => content,
        Err(refusal) => return bad(input, &refusal.message, failure::USAGE, records, out),
    };
    let request = request(arguments, content, limits);
    if arguments.format == AnswerFormat::Text
        && let Err(error) = write_board(&content.board, arguments.notation)
    {
        return bad(input, &error.to_string(), failure::USAGE, records, out);
    }
    let mut line = ProgressLine::new();
    let mut watch = |progress: &Progress| line.update(progress);
    let answer = if recorder.is_wanted() {
        recorder.begin(TraceHeader::of(&request).ok());
        let answer = solve_traced(&request, &mut watch, &mut |event| recorder.event(event, out));
        recorder.end(answer.is_ok(), out)?;
        answer.map(Answer::Once)
    } else if let Some(runs) = arguments.repeat {
        solve_repeatedly(&request, runs, &mut watch).map(Answer::Repeated)
    } else {
        solve(&request, &mut watch).map(Answer::Once)
    };
    line.clear();
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) if error.is_bug() => return bad(input, &error.to_string(), failure::BUG, records, out),
        Err(error) => return bad(input, &request_error(&error), failure::USAGE, records, out),
    };
    let (report, times) = answer.parts();
    if let Some(remark) = disagreement(content, &report.goal) {
        out.note(&remark)?;
    }
    // A portfolio may have used it and answer with a solution by construction.
    let chose_itself = called_algorithm(&report.algorithm).is_ok_and(|card| card.has(Feature::Portfolio));
    if arguments.heuristic.is_some()
        && report.heuristic.is_none()
        && report.status != Status::Unsolvable
        && !chose_itself
    {
        out.note(&format!("{} uses no heuristic", report.engine))?;
    }
    pictures.draw(report, out);
    let mut code = exit_code(report.status, report.proof);
    let is_replaced = recorder.replaces_the_answer() || pictures.replace_the_answer();
    match (arguments.profile.and_then(profiles::solve_form), arguments.format) {
        _ if is_replaced => {}
        (Some(write), AnswerFormat::Text) => code = write(report, out)?,
        (None, AnswerFormat::Text) => solution::write(report, times, arguments.show, arguments.notation, out)?,
        _ => records.write(&answer, &row_of(&input.name, report, times), out)?,
    }
    // Behind the answer, which would push the last board out of sight.
    if let (true, Some(stop)) = (arguments.picture.animate, &limits.cancel) {
        let scheme = arguments.picture.style.scheme.unwrap_or_default();
        animation::play(report, scheme, arguments.picture.speed, stop, out)?;
    }
    // All optimal solutions were asked for, and they are not known.
    if arguments.all && report.solutions.is_none() && report.status == Status::Solved {
        return Ok(failure::NOT_PROVED);
    }
    Ok(code)
}

/// The answer of one run, or of several.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Once(Report),
    Repeated(Repeated),
}

impl Answer {
    fn parts(&self) -> (&Report, Option<&Times>) {
        match self {
            Self::Once(report) => (report, None),
            Self::Repeated(repeated) => (&repeated.report, Some(&repeated.repeat)),
        }
    }
}

fn bad(input: &Input, message: &str, code: u8, records: &mut Records, out: &mut Out) -> Result<u8, Failure> {
    out.error(message)?;
    let object = ErrorObject::new(&input.name, message);
    records.write(&object, &error_row(&input.name, object.reason), out)?;
    Ok(code)
}

fn request(arguments: &SolveArguments, content: &Content, limits: &Limits) -> Request {
    Request {
        start: content.board.clone(),
        goal: content.goal.clone(),
        algorithm: algorithm(arguments),
        heuristic: arguments.heuristic.clone(),
        own: Vec::new(),
        rules: arguments.profile.map_or(&[], |profile| profile.rules),
        order: arguments.order,
        moves_of: arguments.moves_of,
        limits: limits.clone(),
        all: arguments.all.then_some(arguments.max_solutions),
        journal: arguments.journal.clone(),
        beam_width: arguments.beam_width,
    }
}

/// The search that is asked for: by name, by the profile's name for it, or the usual one.
fn algorithm(arguments: &SolveArguments) -> String {
    match (&arguments.algorithm, arguments.profile) {
        (Some(name), Some(profile)) => profile.call(name),
        (Some(name), None) => name.clone(),
        (None, Some(profile)) => profile.algorithm.to_owned(),
        (None, None) => AUTO.to_owned(),
    }
}

/// The exit code of an answer.
pub fn exit_code(status: Status, proof: ProofLabel) -> u8 {
    match (status, proof) {
        (Status::Solved, _) => failure::ANSWERED,
        (Status::Unsolvable, _) => failure::UNSOLVABLE,
        (Status::Stopped, ProofLabel::None) => failure::NOTHING_FOUND,
        (Status::Stopped, _) => failure::NOT_PROVED,
    }
}
