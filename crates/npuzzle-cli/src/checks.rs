//! The checks of a heuristic on a map, each with its own time. One that fails is an answer.

use std::hint::black_box;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use npuzzle::answer::{EstimateFile, MapEstimate};
use npuzzle::core::Limits;
use npuzzle::domains::map::{Extent, check_consistent, check_optimistic, read_map};
use npuzzle::lab::repeat::timed;
use npuzzle::question::Search;

use crate::args::Format;
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::profiles::SearchForm;
use crate::render::checks::{self as render, About};
use crate::render::records::Records;
use crate::render::solution::spread;

/// Which checks, over which states, how often.
#[derive(Args, Clone)]
#[group(id = "checks", multiple = true)]
pub struct CheckArguments {
    /// Check that the heuristic is nowhere above the true cost
    #[arg(long)]
    pub check_optimistic: bool,
    /// Check that the heuristic drops along no edge by more than it costs
    #[arg(long)]
    pub check_consistent: bool,
}

/// How to check.
#[derive(Args, Clone)]
pub struct CheckOptions {
    /// The states that are checked
    #[arg(long, value_enum, default_value_t)]
    over: Over,
    /// Do each check this many times, for the mean and the spread of its time
    #[arg(long, value_name = "COUNT", requires = "checks")]
    repeat: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Over {
    /// All states of the map
    #[default]
    All,
    /// Those that can be reached from the start
    Reachable,
}

impl CheckArguments {
    pub fn any(&self) -> bool {
        self.check_optimistic || self.check_consistent
    }
}

/// Makes the checks that are asked for. `grader` is the form of a profile.
pub fn check(
    checks: &CheckArguments,
    options: &CheckOptions,
    question: &Search,
    limits: &Limits,
    (format, grader): (Format, Option<&SearchForm>),
    out: &mut Out,
) -> Result<u8, Failure> {
    let (Some(map), Some(asked)) = (&question.map, &question.heuristic) else {
        return Err(Failure::usage(
            "a check needs a map file and a heuristic: npuzzle search MAP -H FILE --check-..., or a heuristic of boards \
             for FILE if the states are boards",
        ));
    };
    let map = read_map(map, question.map_options);
    let map = map.map_err(|error| Failure::Usage(error.render(&question.problem)))?;
    let file = |(name, text): (&String, &String)| EstimateFile { name: name.clone(), text: text.clone() };
    let files: Vec<EstimateFile> = question.estimates.iter().flatten().map(file).collect();
    let MapEstimate { name, map, heuristic, note } = MapEstimate::asked_for(asked, &files, &map, limits)?;
    for note in map.note().into_iter().chain(note.as_deref()) {
        out.note(note)?;
    }
    if heuristic.is_rounded() {
        return Err(Failure::usage(format!(
            "the estimates of `{name}` have too many decimals to be checked exactly on this map\nhelp: write them with fewer"
        )));
    }
    let over = if options.over == Over::Reachable { Extent::Reachable } else { Extent::All };
    let runs = options.repeat.unwrap_or(NonZeroUsize::MIN);
    let both = checks.check_optimistic && checks.check_consistent;
    let mut records = Records::new(format, both);
    let text = format == Format::Text;
    let grader = grader.filter(|_| text);
    records.begin(out)?;
    let is_repeated = options.repeat.is_some();
    let about = |times| About { heuristic: &name, over, times, is_repeated };
    if checks.check_optimistic {
        let (check, times) = timed(runs, limits, || {
            let check = check_optimistic(&map, &heuristic, over);
            black_box(check.violations());
            check
        });
        if let Some(grader) = grader {
            (grader.optimistic)(&name, &check, out)?;
            note_time(&about(times), "optimistic", out)?;
        } else {
            let object = render::optimistic(about(times), &check);
            if text { render::write_optimistic(&object, out) } else { records.write(&object, &object.row(), out) }?;
        }
    }
    if checks.check_consistent {
        let (check, times) = timed(runs, limits, || {
            let check = check_consistent(&map, &heuristic, over);
            black_box(check.violations());
            check
        });
        if both && text && grader.is_none() {
            out.line("")?;
        }
        if let Some(grader) = grader {
            (grader.consistent)(&name, &check, out)?;
            note_time(&about(times), "consistent", out)?;
        } else {
            let object = render::consistent(about(times), &check);
            if text { render::write_consistent(&object, out) } else { records.write(&object, &object.row(), out) }?;
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

/// A grader's form has no place for times.
fn note_time(about: &About<'_>, what: &str, out: &mut Out) -> Result<(), Failure> {
    match about.is_repeated {
        true => out.note(&format!("{what}: {}", spread(&about.times))),
        false => Ok(()),
    }
}
