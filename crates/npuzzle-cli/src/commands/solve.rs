//! `npuzzle solve`

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use npuzzle::catalogue::trace::{TraceEvent, TraceHeader};
use npuzzle::catalogue::{ProofLabel, Status, called_algorithm};
use npuzzle::core::card::Feature;
use npuzzle::core::{Limits, Progress};
use npuzzle::domains::tiles::notation::write_board;
use npuzzle::front::boards::{Content, Input, disagreement};
use npuzzle::question::{Ask, BoardFields, LimitFields, Refusal, Solve, Solved, Terms, Trace, Watch};
use npuzzle_host::memory;

use crate::args::{AnswerFormat, SolveArguments};
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
    let (limits, cancel) = limits(&arguments.question.limits)?;
    let count = inputs.left();
    if count > 1 && arguments.question.means.journal.is_some() {
        let message = format!("a journal is for one board, and there are {count}: expected one board");
        return Err(Failure::Usage(message));
    }
    let mut inputs = inputs.peekable();
    let only = if count == 1 { inputs.peek() } else { None };
    // They are judged together with the trace: two files of one name would be in each other's way.
    let mut pictures = Pictures::new(arguments, count, only)?;
    let mut recorder = Recorder::new(&arguments.watch, arguments.format, cancel)?;
    let code = all(arguments, (count, &mut inputs), &limits, (&mut recorder, &mut pictures), out);
    // Files are completed even if the reader of the answer goes.
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
pub fn limits(fields: &LimitFields) -> Result<(Limits, Arc<AtomicBool>), Failure> {
    let cancel = interrupt::flag()?;
    let usual = Limits {
        memory: Some(memory::default_limit()),
        cancel: Some(Arc::clone(&cancel)),
        table_cache: tables::table_cache(),
        ..Limits::default()
    };
    Ok((fields.over(usual).map_err(Failure::usage)?, cancel))
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
    if arguments.format == AnswerFormat::Text
        && let Err(error) = write_board(&content.board, arguments.notation)
    {
        return bad(input, &error.to_string(), failure::USAGE, records, out);
    }
    let terms = Terms { limits: limits.clone(), ..Terms::default() };
    let answer = ask(question(arguments, content), &terms, recorder, out)?;
    let solved = match answer {
        Ok(solved) => solved,
        Err(refusal) => return bad(input, &refusal.message, failure::code_of(&refusal), records, out),
    };
    let report = &solved.report;
    if let Some(remark) = disagreement(content, &report.goal) {
        out.note(&remark)?;
    }
    // A portfolio may have used it and answer with a solution by construction.
    let chose_itself = called_algorithm(&report.algorithm).is_ok_and(|card| card.has(Feature::Portfolio));
    if arguments.question.means.heuristic.is_some()
        && report.heuristic.is_none()
        && report.status != Status::Unsolvable
        && !chose_itself
    {
        out.note(&format!("{} uses no heuristic", report.engine))?;
    }
    pictures.draw(report, out);
    let mut code = exit_code(report.status, report.proof);
    let is_replaced = recorder.replaces_the_answer() || pictures.replace_the_answer();
    let times = solved.repeat.as_ref();
    match (arguments.profile.and_then(profiles::solve_form), arguments.format) {
        _ if is_replaced => {}
        (Some(write), AnswerFormat::Text) => code = write(report, out)?,
        (None, AnswerFormat::Text) => solution::write(report, times, arguments.show, arguments.notation, out)?,
        _ => records.write(&solved, &row_of(&input.name, report, times), out)?,
    }
    // Behind the answer, which would push the last board out of sight.
    if let (true, Some(stop)) = (arguments.picture.animate, &limits.cancel) {
        let scheme = arguments.picture.style.scheme.unwrap_or_default();
        animation::play(report, scheme, arguments.picture.speed, stop, out)?;
    }
    // All optimal solutions were asked for, and they are not known.
    if arguments.question.means.all && report.solutions.is_none() && report.status == Status::Solved {
        return Ok(failure::NOT_PROVED);
    }
    Ok(code)
}

/// Asks, with a line of progress. Where the search is recorded, its events go to the recorder.
fn ask(
    question: Solve,
    terms: &Terms,
    recorder: &mut Recorder,
    out: &mut Out,
) -> Result<Result<Solved, Refusal>, Failure> {
    let mut line = ProgressLine::new();
    if !recorder.is_wanted() {
        let answer = question.ask(terms, &mut Live { line: &mut line });
        line.clear();
        return Ok(answer);
    }
    let Solve { board, boards, means, limits, repeat: _ } = question;
    let question = Trace { board, boards, means, limits, max_events: None };
    recorder.begin(None);
    let answer = question.ask(terms, &mut Recorded { line: &mut line, recorder, out });
    line.clear();
    recorder.end(answer.is_ok(), out)?;
    Ok(answer.map(|answer| Solved { report: answer.report, repeat: None }))
}

/// Shows how a search gets on.
struct Live<'l> {
    line: &'l mut ProgressLine,
}

impl Watch for Live<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.line.update(progress);
    }
}

/// Shows how a search gets on, and records what it does.
struct Recorded<'l> {
    line: &'l mut ProgressLine,
    recorder: &'l mut Recorder,
    out: &'l mut Out,
}

impl Watch for Recorded<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.line.update(progress);
    }

    fn takes_events(&self) -> bool {
        true
    }

    fn begins(&mut self, header: &TraceHeader) {
        self.recorder.begin(Some(header.clone()));
    }

    fn event(&mut self, event: &TraceEvent) -> ControlFlow<()> {
        self.recorder.event(event, self.out);
        ControlFlow::Continue(())
    }
}

fn bad(input: &Input, message: &str, code: u8, records: &mut Records, out: &mut Out) -> Result<u8, Failure> {
    out.error(message)?;
    let object = ErrorObject::new(&input.name, message);
    records.write(&object, &error_row(&input.name, object.reason), out)?;
    Ok(code)
}

/// The question about one board, whose goal is known by now.
fn question(arguments: &SolveArguments, content: &Content) -> Solve {
    let boards = BoardFields { goal: Some(content.goal.clone().into()), ..BoardFields::default() };
    let mut question = Solve { board: content.board.clone().into(), boards, ..arguments.question.clone() };
    if let Some(profile) = arguments.profile {
        let name = question.means.algorithm.as_deref();
        question.means.algorithm = Some(name.map_or_else(|| profile.algorithm.to_owned(), |name| profile.call(name)));
        question.means.rules = profile.rules;
    }
    question
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
