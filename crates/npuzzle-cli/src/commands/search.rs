//! `npuzzle search`

use std::path::Path;

use npuzzle::catalogue::{
    self, DEFAULT_ALGORITHM, HeuristicChoice, RequestError, SearchReport, SearchRequest, SpaceChoice, Status, search,
    trace_header,
};
use npuzzle::core::Progress;
use npuzzle::core::spelling::is_spelled;
use npuzzle::domains::map::{
    Extent, MapHeuristic, MapOptions, MapSpace, check_consistent, check_optimistic, read_heuristic, read_map,
};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::front::random_seed;

use crate::args::{AnswerFormat, Over, SearchArguments, ShowPath};
use crate::commands::solve::{exit_code, limits};
use crate::failure::{self, Failure};
use crate::input::{read_goal, read_heuristic_text, read_map_text};
use crate::out::Out;
use crate::profiles;
use crate::progress::ProgressLine;
use crate::recorder::Recorder;
use crate::render::records::Records;
use crate::render::{checks, search as render};

pub fn run(arguments: &SearchArguments, out: &mut Out) -> Result<u8, Failure> {
    let form = arguments.profile.and_then(profiles::search_form);
    let alphabetical = form.is_some_and(|form| form.alphabetical);
    let space = space_choice(&arguments.problem, MapOptions { alphabetical })?;
    let heuristic = match &arguments.heuristic {
        Some(text) => heuristic_choice(text, &space)?,
        None => HeuristicChoice::Default,
    };
    if arguments.check_optimistic || arguments.check_consistent {
        return check(arguments, &space, &heuristic, out);
    }
    if let (Some(profile), Some(form)) = (arguments.profile, form)
        && !form.knows(arguments.algorithm.as_deref())
    {
        return Err(Failure::usage(format!(
            "the profile `{}` does not define what to count for `{}`; it works with {}",
            profile.name,
            arguments.algorithm.as_deref().unwrap_or_default(),
            form.searches.join(", ")
        )));
    }
    let (limits, cancel) = limits(&arguments.limits)?;
    let mut recorder = Recorder::new(&arguments.watch, arguments.format, cancel)?;
    let request = SearchRequest {
        algorithm: arguments.algorithm.clone().unwrap_or_else(|| DEFAULT_ALGORITHM.to_owned()),
        heuristic,
        rules: arguments.profile.map_or(&[], |profile| profile.rules),
        goal: arguments.goal.as_deref().map_or_else(|| Ok(Goal::default()), |text| read_goal(text, None))?,
        seed: arguments.seed.unwrap_or_else(random_seed),
        drawings: arguments.show == ShowPath::States && arguments.format == AnswerFormat::Text,
        limits,
        ..SearchRequest::new(space)
    };
    let report = answer(&request, &mut recorder, out)?;
    let replaced = recorder.replaces_the_answer();
    // Before the answer, whose reader may have gone.
    recorder.finish()?;
    remarks(arguments, &report, out)?;
    if !replaced {
        match (form, arguments.format) {
            (Some(form), AnswerFormat::Text) => (form.answer)(&report, out)?,
            (None, AnswerFormat::Text) => render::write(&report, arguments.show, out)?,
            _ => Records::new(arguments.format, false).write(&report, &render::row_of(&report), out)?,
        }
    }
    Ok(exit_code(report.status, report.proof))
}

fn answer(request: &SearchRequest, recorder: &mut Recorder, out: &mut Out) -> Result<SearchReport, Failure> {
    let mut line = ProgressLine::new();
    let mut watch = |progress: &Progress| line.update(progress);
    let report = if recorder.is_wanted() {
        recorder.begin(Some(trace_header(request)?));
        let report = search(request, &mut watch, Some(&mut |event| recorder.event(event, out)));
        recorder.end(report.is_ok(), out)?;
        report
    } else {
        search(request, &mut watch, None)
    };
    line.clear();
    Ok(report?)
}

fn remarks(arguments: &SearchArguments, report: &SearchReport, out: &mut Out) -> Result<(), Failure> {
    if let Some(seed) = report.seed {
        out.note(&format!("seed {seed} (xoshiro256++)"))?;
    }
    for note in &report.notes {
        out.note(note)?;
    }
    if arguments.heuristic.is_some() && report.heuristic.is_none() && report.status != Status::Unsolvable {
        out.note(&format!("{} uses no heuristic", report.engine))?;
    }
    Ok(())
}

/// A call of a problem, or a file. What looks like a call of a known problem is one, whatever the
/// files are called.
pub fn space_choice(word: &str, options: MapOptions) -> Result<SpaceChoice, Failure> {
    let name = word.split('(').next().unwrap_or(word).trim();
    let known = catalogue::problem(name).is_some();
    let is_file = word == "-" || Path::new(word).exists();
    if known && (word.contains('(') || !is_file) {
        return Ok(SpaceChoice::Call(word.to_owned()));
    }
    if !is_file && !word.contains(['/', '.', '\\']) {
        return Ok(SpaceChoice::Call(word.to_owned()));
    }
    let (name, text) = read_map_text(word)?;
    let map = read_map(&text, options).map_err(|error| Failure::Usage(error.render(&name)))?;
    Ok(SpaceChoice::Map { name, map })
}

/// On a map a file, unless it is `zero`; elsewhere a name or an expression.
pub fn heuristic_choice(text: &str, space: &SpaceChoice) -> Result<HeuristicChoice, Failure> {
    Ok(match space {
        SpaceChoice::Map { .. } if !is_spelled(text, "zero") => {
            HeuristicChoice::File { name: text.to_owned(), text: read_heuristic_text(text)? }
        }
        _ => HeuristicChoice::Name(text.to_owned()),
    })
}

/// The checks of a heuristic file. One that fails is an answer.
fn check(
    arguments: &SearchArguments,
    space: &SpaceChoice,
    heuristic: &HeuristicChoice,
    out: &mut Out,
) -> Result<u8, Failure> {
    let (SpaceChoice::Map { map, .. }, HeuristicChoice::File { name, text }) = (space, heuristic) else {
        return Err(Failure::usage(
            "a check needs a map file and its heuristic file: npuzzle search MAP -H FILE --check-...",
        ));
    };
    let (map, heuristic) = read(map, name, text, out)?;
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

#[cfg(test)]
mod tests {
    use npuzzle::core::spelling::Titled;

    use super::*;

    /// Traces and records of one problem belong together, whatever it was called by.
    #[test]
    fn a_problem_has_one_name_in_all_answers() {
        for card in catalogue::problems() {
            let (_, arguments) = card.example.split_once('(').unwrap();
            for alias in card.aliases().iter().copied().chain([card.name]) {
                let request = SearchRequest::new(SpaceChoice::Call(format!("{alias}({arguments}")));
                let header = trace_header(&request).unwrap();
                assert_eq!(header.problem, format!("{}({arguments}", card.name), "{alias}");
            }
        }
    }
}
