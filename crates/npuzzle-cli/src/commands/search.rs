//! `npuzzle search`

use clap::{Args, ValueEnum};
use npuzzle::answer::{ProblemReport, Status};
use npuzzle::catalogue::RequestError;
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::domains::map::{
    Extent, MapHeuristic, MapOptions, MapSpace, check_consistent, check_optimistic, read_heuristic, read_map,
};
use npuzzle::question::{Ask, Search};

use crate::args::format::{LINES, OBJECTS, ROWS, TEXT};
use crate::args::{Format, Named, WatchArguments, profile};
use crate::commands::Run;
use crate::commands::solve::exit_code;
use crate::failure::{self, Failure};
use crate::input::{note_seed, read_problem};
use crate::out::Out;
use crate::profiles;
use crate::progress::ProgressLine;
use crate::recorder::{Live, Recorder};
use crate::render::records::Records;
use crate::render::{checks, search as render};
use crate::terms::{limits, within};

/// Search other problems: towers, jugs, pancakes, rivers, and maps from files
#[derive(Args)]
#[command(
    // A question has no checks; here the two exclude each other.
    mut_arg("algorithm", |search| search.conflicts_with_all(["check_optimistic", "check_consistent"])),
    after_help = "Examples:
  npuzzle search 'hanoi(3,5)'
  npuzzle search 'jugs(3,5->4)' -a bfs --show states
  npuzzle search map.txt -H estimates.txt --step
  npuzzle search map.txt -H estimates.txt --check-optimistic

A map file has a line with the start, a line with the goals, and a line `state: next,cost next,cost` for each \
state; a heuristic file a line `state: value` for each. Lines that begin with `#` are comments.\n\nExit codes: 0 answered (a check \
that fails is an answer), 1 unsolvable, 2 usage or input error, 3 a limit ended the search before a solution was found, 4 a \
limit ended it with a solution that is not proved to be what was asked for, 70 a bug."
)]
pub struct Arguments {
    /// A problem such as `hanoi(3,5)` (`npuzzle list problems`), or a map file; `-` reads a map
    /// from standard input
    #[arg(value_name = "PROBLEM", value_parser = Named::problems())]
    problem: String,
    #[command(flatten)]
    question: Search,
    #[command(flatten)]
    watch: WatchArguments,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, OBJECTS, LINES, ROWS]))]
    format: Format,
    /// What to show of the solution, in the text form
    #[arg(long, value_enum, default_value_t)]
    show: ShowPath,
    /// Check that the heuristic file is nowhere above the true cost
    #[arg(long)]
    check_optimistic: bool,
    /// Check that the heuristic file drops along no edge by more than it costs
    #[arg(long)]
    check_consistent: bool,
    /// The states that are checked
    #[arg(long, value_enum, default_value_t)]
    over: Over,
    /// Follow the rules and the form of a grader: successors and ties by name, goals recognised
    /// when expanded
    #[arg(long, value_name = "NAME", value_parser = profile("search"))]
    profile: Option<&'static ProfileCard>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowPath {
    /// The states of a map, or the operators of a problem
    #[default]
    Path,
    /// Every state on the way
    States,
    /// Neither
    None,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Over {
    /// All states of the map
    #[default]
    All,
    /// Those that can be reached from the start
    Reachable,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let form = self.profile.and_then(profiles::search_form);
        let question = self.question()?;
        if self.check_optimistic || self.check_consistent {
            return check(self, &question, out);
        }
        if let (Some(profile), Some(form)) = (self.profile, form)
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
        let mut recorder = Recorder::new(&self.watch, self.format, cancel)?;
        let mut live = Live { line: ProgressLine::new(), recorder: &mut recorder, out };
        let answer = question.ask(&within(limits), &mut live);
        live.line.clear();
        recorder.end(answer.is_ok(), out)?;
        let report = answer?;
        let replaced = recorder.replaces_the_answer();
        // Before the answer, whose reader may have gone.
        recorder.finish()?;
        remarks(&question, &report, out)?;
        if !replaced {
            match (form, self.format) {
                (Some(form), Format::Text) => (form.answer)(&report, out)?,
                (None, Format::Text) => render::write(&report, self.show, out)?,
                _ => Records::new(self.format, false).write(&report, &render::row_of(&report), out)?,
            }
        }
        Ok(exit_code(report.status, report.proof))
    }
}

impl Arguments {
    /// The question, with the texts of the files it names.
    fn question(&self) -> Result<Search, Failure> {
        let (problem, map, estimates) = read_problem(&self.problem, self.question.heuristic.iter())?;
        let form = self.profile.and_then(profiles::search_form);
        Ok(Search {
            problem,
            map,
            estimates,
            rules: self.profile.map_or(&[], |profile| profile.rules),
            map_options: MapOptions { alphabetical: form.is_some_and(|form| form.alphabetical) },
            drawings: self.show == ShowPath::States && self.format == Format::Text,
            ..self.question.clone()
        })
    }
}

fn remarks(question: &Search, report: &ProblemReport, out: &mut Out) -> Result<(), Failure> {
    if let Some(seed) = report.seed {
        note_seed(seed, question.seed, out)?;
    }
    for note in &report.notes {
        out.note(note)?;
    }
    // The engine says that there is none; only the command line knows how to give one.
    if question.map.is_some() && question.heuristic.is_none() && report.heuristic.is_some() {
        out.note("`-H FILE` gives a heuristic file")?;
    }
    if question.heuristic.is_some() && report.heuristic.is_none() && report.status != Status::Unsolvable {
        out.note(&format!("{} uses no heuristic", report.engine))?;
    }
    Ok(())
}

/// The checks of a heuristic file. One that fails is an answer.
fn check(arguments: &Arguments, question: &Search, out: &mut Out) -> Result<u8, Failure> {
    let file = question.estimates.iter().flatten().next();
    let (Some(map), Some((name, estimates))) = (&question.map, file) else {
        return Err(Failure::usage(
            "a check needs a map file and its heuristic file: npuzzle search MAP -H FILE --check-...",
        ));
    };
    let map = read_map(map, question.map_options);
    let map = map.map_err(|error| Failure::Usage(error.render(&question.problem)))?;
    let (map, heuristic) = read(&map, name, estimates, out)?;
    let over = if arguments.over == Over::Reachable { Extent::Reachable } else { Extent::All };
    let both = arguments.check_optimistic && arguments.check_consistent;
    let mut records = Records::new(arguments.format, both);
    let text = arguments.format == Format::Text;
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
