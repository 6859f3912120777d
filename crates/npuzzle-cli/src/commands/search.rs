//! `npuzzle search`

use std::ops::ControlFlow;
use std::path::Path;

use npuzzle::answer::{EstimateFile, Problem, ProblemReport, RequestError, Status};
use npuzzle::catalogue;
use npuzzle::core::Progress;
use npuzzle::core::spelling::is_spelled;
use npuzzle::domains::map::{
    Extent, MapHeuristic, MapOptions, MapSpace, check_consistent, check_optimistic, read_heuristic, read_map,
};
use npuzzle::question::{Ask, Search, Terms, Watch};
use npuzzle::teach::trace::{TraceEvent, TraceHeader};

use crate::args::{AnswerFormat, Over, SearchArguments, ShowPath};
use crate::commands::solve::{exit_code, limits};
use crate::failure::{self, Failure};
use crate::input::{read_heuristic_text, read_map_text};
use crate::out::Out;
use crate::profiles;
use crate::progress::ProgressLine;
use crate::recorder::Recorder;
use crate::render::records::Records;
use crate::render::{checks, search as render};

pub fn run(arguments: &SearchArguments, out: &mut Out) -> Result<u8, Failure> {
    let form = arguments.profile.and_then(profiles::search_form);
    let question = question(arguments)?;
    if arguments.check_optimistic || arguments.check_consistent {
        return check(arguments, &question, out);
    }
    if let (Some(profile), Some(form)) = (arguments.profile, form)
        && !form.knows(question.algorithm.as_deref())
    {
        return Err(Failure::usage(format!(
            "the profile `{}` does not define what to count for `{}`; it works with {}",
            profile.name,
            question.algorithm.as_deref().unwrap_or_default(),
            form.searches.join(", ")
        )));
    }
    let (limits, cancel) = limits(&question.limits)?;
    let mut recorder = Recorder::new(&arguments.watch, arguments.format, cancel)?;
    let terms = Terms { limits, ..Terms::default() };
    let report = ask(&question, &terms, &mut recorder, out)?;
    let replaced = recorder.replaces_the_answer();
    // Before the answer, whose reader may have gone.
    recorder.finish()?;
    remarks(&question, &report, out)?;
    if !replaced {
        match (form, arguments.format) {
            (Some(form), AnswerFormat::Text) => (form.answer)(&report, out)?,
            (None, AnswerFormat::Text) => render::write(&report, arguments.show, out)?,
            _ => Records::new(arguments.format, false).write(&report, &render::row_of(&report), out)?,
        }
    }
    Ok(exit_code(report.status, report.proof))
}

/// The question, with the texts of the files it names.
fn question(arguments: &SearchArguments) -> Result<Search, Failure> {
    let mut question = Search {
        problem: arguments.problem.clone(),
        rules: arguments.profile.map_or(&[], |profile| profile.rules),
        drawings: arguments.show == ShowPath::States && arguments.format == AnswerFormat::Text,
        ..arguments.question.clone()
    };
    if is_map(&arguments.problem) {
        let alphabetical = arguments.profile.and_then(profiles::search_form).is_some_and(|form| form.alphabetical);
        question.map_options = MapOptions { alphabetical };
        let (name, text) = read_map_text(&arguments.problem)?;
        (question.problem, question.map) = (name, Some(text));
        if let Some(file) = question.heuristic.as_deref().filter(|name| !is_spelled(name, "zero")) {
            question.estimates = Some(read_heuristic_text(file)?);
        }
    }
    Ok(question)
}

/// Asks, with a line of progress. Where the search is recorded, its events go to the recorder.
fn ask(question: &Search, terms: &Terms, recorder: &mut Recorder, out: &mut Out) -> Result<ProblemReport, Failure> {
    let mut watched = Watched { line: ProgressLine::new(), recorder, out };
    let answer = question.ask(terms, &mut watched);
    let Watched { mut line, recorder, out } = watched;
    line.clear();
    if recorder.is_wanted() {
        recorder.end(answer.is_ok(), out)?;
    }
    Ok(answer?)
}

/// Shows how a search gets on, and records what it does if that is wanted.
struct Watched<'w> {
    line: ProgressLine,
    recorder: &'w mut Recorder,
    out: &'w mut Out,
}

impl Watch for Watched<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.line.update(progress);
    }

    fn takes_events(&self) -> bool {
        self.recorder.is_wanted()
    }

    fn begins(&mut self, header: &TraceHeader) {
        self.recorder.begin(Some(header.clone()));
    }

    fn event(&mut self, event: &TraceEvent) -> ControlFlow<()> {
        self.recorder.event(event, self.out);
        ControlFlow::Continue(())
    }
}

fn remarks(question: &Search, report: &ProblemReport, out: &mut Out) -> Result<(), Failure> {
    if let Some(seed) = report.seed {
        out.note(&format!("seed {seed} (xoshiro256++)"))?;
    }
    for note in &report.notes {
        out.note(note)?;
    }
    if question.heuristic.is_some() && report.heuristic.is_none() && report.status != Status::Unsolvable {
        out.note(&format!("{} uses no heuristic", report.engine))?;
    }
    Ok(())
}

/// Whether a word means a map file. What looks like a call of a known problem is one, whatever the
/// files are called.
pub fn is_map(word: &str) -> bool {
    let name = word.split('(').next().unwrap_or(word).trim();
    let known = catalogue::problem(name).is_some();
    let is_file = word == "-" || Path::new(word).exists();
    let is_call = known && (word.contains('(') || !is_file);
    !is_call && (is_file || word.contains(['/', '.', '\\']))
}

/// A call of a problem, or a map with the heuristic files among some names.
pub fn problem_of(word: &str, heuristics: &[String]) -> Result<Problem, Failure> {
    if !is_map(word) {
        return Ok(Problem::Call(word.to_owned()));
    }
    let (name, text) = read_map_text(word)?;
    let map = read_map(&text, MapOptions::default()).map_err(|error| Failure::Usage(error.render(&name)))?;
    let files = heuristics.iter().filter(|name| !is_spelled(name, "zero"));
    let read = |name: &String| Ok(EstimateFile { name: name.clone(), text: read_heuristic_text(name)? });
    Ok(Problem::Map { name, map, estimates: files.map(read).collect::<Result<_, Failure>>()? })
}

/// The checks of a heuristic file. One that fails is an answer.
fn check(arguments: &SearchArguments, question: &Search, out: &mut Out) -> Result<u8, Failure> {
    let Search { problem, map: Some(map), estimates: Some(estimates), heuristic: Some(name), .. } = question else {
        return Err(Failure::usage(
            "a check needs a map file and its heuristic file: npuzzle search MAP -H FILE --check-...",
        ));
    };
    let map = read_map(map, question.map_options).map_err(|error| Failure::Usage(error.render(problem)))?;
    let (map, heuristic) = read(&map, name, estimates, out)?;
    let over = if arguments.over == Over::Reachable { Extent::Reachable } else { Extent::All };
    let both = arguments.check_optimistic && arguments.check_consistent;
    let mut records = Records::new(arguments.format, both);
    let text = arguments.format == AnswerFormat::Text;
    let grader = arguments.profile.and_then(profiles::search_form).filter(|_| text);
    records.begin(out)?;
    if arguments.check_optimistic {
        let check = check_optimistic(&map, &heuristic, over);
        if let Some(grader) = grader {
            (grader.optimistic)(name, &check, out)?;
        } else {
            let object = checks::optimistic(name, over, &check);
            if text { checks::write_optimistic(&object, out) } else { records.write(&object, &object.row(), out) }?;
        }
    }
    if arguments.check_consistent {
        let check = check_consistent(&map, &heuristic, over);
        if both && text && grader.is_none() {
            out.line("")?;
        }
        if let Some(grader) = grader {
            (grader.consistent)(name, &check, out)?;
        } else {
            let object = checks::consistent(name, over, &check);
            if text { checks::write_consistent(&object, out) } else { records.write(&object, &object.row(), out) }?;
        }
        if grader.is_none()
            && let Some(goal) = check.goals_above_zero().first()
        {
            out.note(&format!("the estimate of the goal `{goal}` is not 0, so the heuristic overestimates there"))?;
        }
    }
    records.end(out)?;
    Ok(failure::ANSWERED)
}

fn read(map: &MapSpace, name: &str, text: &str, out: &mut Out) -> Result<(MapSpace, MapHeuristic), Failure> {
    let wrong = |error| Failure::from(RequestError::Text { source_name: name.to_owned(), error: Box::new(error) });
    let file = read_heuristic(text, map).map_err(wrong)?;
    if let Some(note) = file.note() {
        out.note(&note)?;
    }
    let (map, heuristic) = MapHeuristic::new(map, &file).map_err(wrong)?;
    if heuristic.is_rounded() {
        return Err(Failure::usage(format!(
            "the estimates of `{name}` have too many decimals to be checked exactly on this map\nhelp: write them \
             with fewer"
        )));
    }
    Ok((map, heuristic))
}
