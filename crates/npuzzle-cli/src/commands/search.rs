//! `npuzzle search`

use std::io::Write;

use clap::{Args, ValueEnum};
use npuzzle::answer::{ProblemReport, Status};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::core::Limits;
use npuzzle::domains::map::{MapOptions, read_map};
use npuzzle::front::random_seed;
use npuzzle::lab::export::export_map_heuristic;
use npuzzle::question::{Ask, Search};

use crate::args::format::{LINES, OBJECTS, ROWS, TEXT};
use crate::args::{Format, Named, WatchArguments, profile};
use crate::checks::{CheckArguments, CheckOptions, check};
use crate::commands::Run;
use crate::commands::solve::exit_code;
use crate::exports::{HeuristicExport, has_data, write_heuristics};
use crate::failure::{self, Failure};
use crate::input::{note_seed, read_problem};
use crate::out::Out;
use crate::profiles;
use crate::progress::ProgressLine;
use crate::ranks::{self, Leader, Part};
use crate::recorder::{Live, Recorder};
use crate::render::json;
use crate::render::records::Records;
use crate::render::search as render;
use crate::render::step::StateNames;
use crate::terms::{limits, limits_until, within};

/// Search other problems: towers, jugs, pancakes, rivers, and maps from files
#[derive(Args)]
#[command(
    // A question has no checks; here the two exclude each other.
    mut_arg("algorithm", |search| search.conflicts_with_all(["check_optimistic", "check_consistent"])),
    after_help = "Examples:
  npuzzle search 'hanoi(3,5)'
  npuzzle search 'jugs(3,5->4)' -a bfs --show states
  npuzzle search map.txt -H estimates.txt --step
  npuzzle search map.txt -H estimates.txt --check-optimistic --repeat 100
  npuzzle search 8-puzzle.txt -H misplaced-with-blank/2
  npuzzle search 8-puzzle.txt --export-heuristic manhattan=estimates.txt

A map file has a line with the start, a line with the goals, and a line `state: next,cost next,cost` for each \
state; a heuristic file a line `state: value` for each. Lines that begin with `#` are comments. Where the states are boards, \
heuristics of boards can be used by name.\n\nExit codes: 0 answered (a check \
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
    #[command(flatten)]
    checks: CheckArguments,
    #[command(flatten)]
    check_options: CheckOptions,
    /// Instead, write the values of a heuristic of boards on all states of the map as a heuristic
    /// file; without FILE, or as `-`, to standard output
    #[arg(long, value_name = "EXPR[=FILE]", conflicts_with_all = ["heuristic", "algorithm", "checks", "profile"])]
    export_heuristic: Vec<HeuristicExport>,
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

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let form = self.profile.and_then(profiles::search_form);
        let question = self.question(out)?;
        let (limits, cancel) = limits(&question.limits)?;
        if !self.export_heuristic.is_empty() {
            return self.export(&question, &limits, out);
        }
        if self.checks.any() {
            return check(&self.checks, &self.check_options, &question, &limits, (self.format, form), out);
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
        let mut recorder = Recorder::new(&self.watch, self.format, StateNames::default(), cancel)?;
        let mut live = Live { line: ProgressLine::new(), recorder: &mut recorder, unsaid: None, out };
        let answer = match ranks::leader() {
            None => question.ask(&within(limits), &mut live).map_err(Failure::from),
            Some(leader) => self.ask_together(&leader, &question, &limits, &mut live),
        };
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

    fn is_divided(&self) -> bool {
        true
    }

    fn take_part(&self, part: Part) -> Result<(), Failure> {
        let Part::Together { text, crew, cancel } = part else { return Ok(()) };
        let told: Search = serde_json::from_str(&text).map_err(|error| Failure::Bug(error.to_string()))?;
        // What no text can say follows from the arguments.
        let question = self.in_full(told);
        let limits = Limits { crew: Some(crew), ..limits_until(&question.limits, &cancel)? };
        question.ask(&within(limits), &mut ())?;
        Ok(())
    }
}

impl Arguments {
    /// Asks with all processes.
    fn ask_together(
        &self,
        leader: &Leader,
        question: &Search,
        limits: &Limits,
        live: &mut Live<'_>,
    ) -> Result<ProblemReport, Failure> {
        if live.recorder.is_wanted() {
            return Err(ranks::refuse_option("--trace or --step"));
        }
        // Random starts are the same everywhere.
        let seed = question.seed.unwrap_or_else(random_seed);
        let algorithm = question.algorithm.clone().unwrap_or_else(|| ranks::USUAL_OF_PROBLEMS.to_owned());
        ranks::refuse_undivided(&algorithm)?;
        let shared = Search { seed: Some(seed), algorithm: Some(algorithm), ..question.clone() };
        leader.together(json::line(&shared)?, |crew| {
            let limits = Limits { crew: Some(crew), ..limits.clone() };
            Ok(shared.ask(&within(limits), live)?)
        })
    }

    /// The question with what the arguments say beside its texts.
    fn in_full(&self, question: Search) -> Search {
        let form = self.profile.and_then(profiles::search_form);
        Search {
            rules: self.profile.map_or(&[], |profile| profile.rules),
            map_options: MapOptions { alphabetical: form.is_some_and(|form| form.alphabetical) },
            drawings: self.show == ShowPath::States && self.format == Format::Text,
            ..question
        }
    }

    /// The question, with the texts of the files it names.
    fn question(&self, out: &mut Out) -> Result<Search, Failure> {
        let (problem, map, estimates) = read_problem(&self.problem, self.question.heuristic.iter(), out)?;
        Ok(self.in_full(Search { problem, map, estimates, ..self.question.clone() }))
    }

    /// Writes heuristics of boards on the states of the map.
    fn export(&self, question: &Search, limits: &Limits, out: &mut Out) -> Result<u8, Failure> {
        let exports = &self.export_heuristic;
        let has_data = has_data(exports, None)?;
        let Some(map) = &question.map else {
            return Err(Failure::usage("a heuristic is written for a map: npuzzle search MAP --export-heuristic EXPR"));
        };
        let map = read_map(map, question.map_options);
        let map = map.map_err(|error| Failure::Usage(error.render(&question.problem)))?;
        let write = |expression: &str, file: &mut dyn Write| export_map_heuristic(&map, expression, limits, file);
        write_heuristics(exports, has_data, out, write)?;
        Ok(failure::ANSWERED)
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
        out.note("`-H` takes a heuristic file or, if the states are boards, a heuristic such as `manhattan`")?;
    }
    if question.heuristic.is_some() && report.heuristic.is_none() && report.status != Status::Unsolvable {
        out.note(&format!("{} uses no heuristic", report.engine))?;
    }
    Ok(())
}
