//! `npuzzle search`

use clap::{Args, ValueEnum};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::catalogue::{
    DEFAULT_ALGORITHM, HeuristicChoice, RequestError, SearchReport, SearchRequest, SpaceChoice, Status, search,
    trace_header,
};
use npuzzle::core::Progress;
use npuzzle::core::spelling::is_spelled;
use npuzzle::domains::map::{
    Extent, MapHeuristic, MapOptions, MapSpace, check_consistent, check_optimistic, read_heuristic, read_map,
};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::front::random_seed;
use npuzzle::question::{FileText, LimitFields};

use crate::args::format::{LINES, OBJECTS, ROWS, TEXT};
use crate::args::{Format, Named, WatchArguments, profile};
use crate::commands::Run;
use crate::commands::solve::exit_code;
use crate::failure::{self, Failure};
use crate::input::{ProblemText, read_goal, read_heuristic_text, read_problem};
use crate::out::Out;
use crate::profiles;
use crate::progress::ProgressLine;
use crate::recorder::Recorder;
use crate::render::records::Records;
use crate::render::{checks, search as render};
use crate::terms::limits;

/// Search other problems: towers, jugs, pancakes, rivers, and maps from files
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle search 'hanoi(3,5)'
  npuzzle search 'jugs(3,5->4)' -a bfs --show states
  npuzzle search map.txt -H estimates.txt --step
  npuzzle search map.txt -H estimates.txt --check-optimistic

A map file has a line with the start, a line with the goals, and a line `state: next,cost next,cost` for each \
state; a heuristic file a line `state: value` for each. Lines that begin with `#` are comments.\n\nExit codes: 0 answered (a check \
that fails is an answer), 1 unsolvable, 2 usage or input error, 3 a limit ended the search before a solution was found, 4 a \
limit ended it with a solution that is not proved to be what was asked for, 70 a bug.")]
pub struct Arguments {
    /// A problem such as `hanoi(3,5)` (`npuzzle list problems`), or a map file; `-` reads a map
    /// from standard input
    #[arg(value_name = "PROBLEM", value_parser = Named::problems())]
    problem: String,
    /// The search; options in parentheses [default: astar]
    #[arg(short, long, value_parser = Named::algorithms(), conflicts_with_all = ["check_optimistic", "check_consistent"])]
    algorithm: Option<String>,
    /// The heuristic: a name, or the heuristic file of a map [default: the first of the problem]
    #[arg(short = 'H', long, allow_hyphen_values = true, value_name = "NAME|FILE", value_parser = Named::problem_heuristics())]
    heuristic: Option<String>,
    /// The goal of `tiles(...)`: a name or any board text
    #[arg(short, long, value_parser = Named::goals())]
    goal: Option<String>,
    /// The seed of random starts; without it a random one is used and printed
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    limits: LimitFields,
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
        let alphabetical = form.is_some_and(|form| form.alphabetical);
        let space = space_choice(&self.problem, MapOptions { alphabetical })?;
        let heuristic = match &self.heuristic {
            Some(text) => heuristic_choice(text, &space)?,
            None => HeuristicChoice::Default,
        };
        if self.check_optimistic || self.check_consistent {
            return check(self, &space, &heuristic, out);
        }
        if let (Some(profile), Some(form)) = (self.profile, form)
            && !form.knows(self.algorithm.as_deref())
        {
            return Err(Failure::usage(format!(
                "the profile `{}` does not define what to count for `{}`; it works with {}",
                profile.name,
                self.algorithm.as_deref().unwrap_or_default(),
                form.searches.join(", ")
            )));
        }
        let (limits, cancel) = limits(&self.limits)?;
        let mut recorder = Recorder::new(&self.watch, self.format, cancel)?;
        let request = SearchRequest {
            algorithm: self.algorithm.clone().unwrap_or_else(|| DEFAULT_ALGORITHM.to_owned()),
            heuristic,
            rules: self.profile.map_or(&[], |profile| profile.rules),
            goal: self.goal.as_deref().map_or_else(|| Ok(Goal::default()), |text| read_goal(text, None))?,
            seed: self.seed.unwrap_or_else(random_seed),
            drawings: self.show == ShowPath::States && self.format == Format::Text,
            limits,
            ..SearchRequest::new(space)
        };
        let report = answer(&request, &mut recorder, out)?;
        let replaced = recorder.replaces_the_answer();
        // Before the answer, whose reader may have gone.
        recorder.finish()?;
        remarks(self, &report, out)?;
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

fn remarks(arguments: &Arguments, report: &SearchReport, out: &mut Out) -> Result<(), Failure> {
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

/// A call of a problem, or a map file.
fn space_choice(word: &str, options: MapOptions) -> Result<SpaceChoice, Failure> {
    match read_problem(word)? {
        ProblemText::Call(call) => Ok(SpaceChoice::Call(call)),
        ProblemText::Map(FileText { name, text }) => {
            let map = read_map(&text, options).map_err(|error| Failure::Usage(error.render(&name)))?;
            Ok(SpaceChoice::Map { name, map })
        }
    }
}

/// On a map a file, unless it is `zero`; elsewhere a name or an expression.
fn heuristic_choice(text: &str, space: &SpaceChoice) -> Result<HeuristicChoice, Failure> {
    Ok(match space {
        SpaceChoice::Map { .. } if !is_spelled(text, "zero") => {
            HeuristicChoice::File { name: text.to_owned(), text: read_heuristic_text(text)? }
        }
        _ => HeuristicChoice::Name(text.to_owned()),
    })
}

/// The checks of a heuristic file. One that fails is an answer.
fn check(
    arguments: &Arguments,
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

#[cfg(test)]
mod tests {
    use npuzzle::catalogue;
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
