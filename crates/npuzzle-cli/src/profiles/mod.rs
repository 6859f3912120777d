//! Profiles: the conventions of courses, and the forms that their graders expect. One file each.

use npuzzle::answer::{ProblemReport, Report};
use npuzzle::catalogue::called_algorithm;
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::domains::map::{ConsistentCheck, OptimisticCheck};
use npuzzle::domains::tiles::notation::Format;

use crate::commands::solve::Show;
use crate::failure::Failure;
use crate::out::Out;

/// A profile: what it sets, and the form of its answers.
pub struct Profile {
    pub card: ProfileCard,
    pub form: Form,
}

/// The form of the answers of a command.
pub enum Form {
    Solve(SolveForm),
    Search(SearchForm),
}

/// How `solve` answers.
pub struct SolveForm {
    /// Whether `--show` chooses what is written of a solution.
    pub shows: bool,
    /// Writes the answer, and returns the exit code.
    pub write: fn(&Report, &Wanted, &mut Out) -> Result<u8, Failure>,
}

/// What was asked for beside the profile.
pub struct Wanted {
    /// What to show of the solution; otherwise what the course wants.
    pub show: Option<Show>,
    /// How boards are written; otherwise as in the course.
    pub notation: Option<Format>,
}

/// How `search` answers.
pub struct SearchForm {
    /// Whether the successors of a state on a map are tried in alphabetical order.
    pub alphabetical: bool,
    /// The searches for which the course says what it counts.
    pub searches: &'static [&'static str],
    /// Writes the answer of a search.
    pub answer: fn(&ProblemReport, &mut Out) -> Result<(), Failure>,
    /// Writes what a check that a heuristic is optimistic has found.
    pub optimistic: fn(&str, &OptimisticCheck<'_>, &mut Out) -> Result<(), Failure>,
    /// Writes what a check that a heuristic is consistent has found.
    pub consistent: fn(&str, &ConsistentCheck<'_>, &mut Out) -> Result<(), Failure>,
}

/// Declares the modules and the profiles, both from one list.
macro_rules! profiles {
    ($($module:ident)*) => {
        $(mod $module;)*

        /// All profiles.
        pub static PROFILES: &[Profile] = &[$($module::PROFILE),*];
    };
}

// The list. A new profile is a file in this folder and its line here.
profiles! {
    columbia
    forty_two
    fer
}

impl Profile {
    /// What the command may be asked.
    pub fn example(&self) -> &'static str {
        match self.form {
            Form::Solve(_) => "867254301",
            Form::Search(_) => "space.map -H distances.h",
        }
    }

    /// The command that it belongs to.
    pub fn command(&self) -> &'static str {
        match self.form {
            Form::Solve(_) => "solve",
            Form::Search(_) => "search",
        }
    }
}

impl SearchForm {
    /// Whether it says what it counts for a search. The engine refuses one that does not exist.
    pub fn knows(&self, algorithm: Option<&str>) -> bool {
        let card = algorithm.and_then(|call| called_algorithm(call).ok());
        card.is_none_or(|card| self.searches.contains(&card.name))
    }
}

fn form(card: &ProfileCard) -> Option<&'static Form> {
    PROFILES.iter().find(|profile| profile.card.name == card.name).map(|profile| &profile.form)
}

/// The form in which a profile answers `solve`.
pub fn solve_form(card: &ProfileCard) -> Option<&'static SolveForm> {
    match form(card)? {
        Form::Solve(form) => Some(form),
        Form::Search(_) => None,
    }
}

/// The form in which a profile answers `search`.
pub fn search_form(card: &ProfileCard) -> Option<&'static SearchForm> {
    match form(card)? {
        Form::Search(form) => Some(form),
        Form::Solve(_) => None,
    }
}

/// Writes why there is no solution: the forms of courses do not say what to print then.
fn write_reason(report: &Report, out: &mut Out) -> Result<(), Failure> {
    match &report.reason {
        Some(reason) => out.line(reason),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use npuzzle::catalogue::{algorithm, algorithms};
    use npuzzle::domains::tiles::goal::Goal;

    use super::*;

    /// A rule that no search understands would set nothing.
    #[test]
    fn every_word_of_a_profile_means_something() {
        for Profile { card, form } in PROFILES {
            assert!(card.goal.is_none_or(|goal| Goal::preset(goal).is_some()), "{}", card.name);
            assert!(algorithm(card.algorithm).is_ok());
            assert!(card.aliases.iter().all(|(_, own)| algorithm(own).is_ok()));
            for (name, value) in card.rules {
                let options = || algorithms().flat_map(|card| card.options).filter(|option| option.name == *name);
                assert!(options().any(|option| option.kind.parse(value).is_ok()), "{}: {name}={value}", card.name);
            }
            if let Form::Search(form) = form {
                assert!(form.searches.iter().all(|name| algorithm(name).is_ok_and(|card| card.name == *name)));
            }
        }
    }
}
