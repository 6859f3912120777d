//! Profiles: the conventions of a course, so that the numbers are those its grader expects.
//!
//! A profile sets the goal, the search and the rules on which textbooks differ, and names the form in which the answer is printed. What the
//! command line sets explicitly stays as it is.

use crate::catalogue::call::Rules;

/// Describes a profile.
#[derive(Clone, Copy, Debug)]
pub struct ProfileCard {
    /// Name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub title: &'static str,
    /// What it sets.
    pub summary: &'static str,
    /// The command it belongs to.
    pub command: &'static str,
    /// The goal, if none is given.
    pub goal: Option<&'static str>,
    /// The search, if none is given.
    pub algorithm: &'static str,
    /// Names that the course has for searches.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The rules.
    pub rules: Rules,
}

/// ColumbiaX CSMM.101x, the project on search.
pub const COLUMBIA: ProfileCard = ProfileCard {
    name: "columbia",
    title: "ColumbiaX 101x",
    summary: "goal first, order UDLR, goals recognised when they are removed from the frontier, states dropped that are in the \
              frontier or explored, ties to the oldest; seven output lines",
    command: "solve",
    goal: Some("first"),
    algorithm: "bfs",
    aliases: &[("ast", "astar")],
    rules: &[("goal-test", "expansion"), ("duplicates", "stored"), ("tie", "fifo")],
};

/// The n-puzzle of the 42 schools.
pub const FORTY_TWO: ProfileCard = ProfileCard {
    name: "42",
    title: "42 n-puzzle",
    summary: "goal snail, goals recognised when they are selected; both complexities, the number of moves and every state",
    command: "solve",
    goal: Some("snail"),
    algorithm: "astar",
    aliases: &[("uniform-cost", "ucs")],
    rules: &[("goal-test", "expansion")],
};

/// The first laboratory of a course at FER, Zagreb.
pub const FER: ProfileCard = ProfileCard {
    name: "fer",
    title: "FER laboratory 1",
    summary: "successors in alphabetical order, goals recognised when their turn comes, equal priorities by state name; the \
              grader's lines",
    command: "search",
    goal: None,
    algorithm: "astar",
    aliases: &[],
    rules: &[("tie", "state"), ("goal-test", "expansion")],
};

/// All profiles.
pub const PROFILES: &[ProfileCard] = &[COLUMBIA, FORTY_TWO, FER];

impl ProfileCard {
    /// A call of a search, with the course's name for it put into ours.
    pub fn call(&self, text: &str) -> String {
        let (name, options) = text.split_at(text.find('(').unwrap_or(text.len()));
        let known = self.aliases.iter().find(|(alias, _)| *alias == name.trim());
        known.map_or_else(|| text.to_owned(), |(_, own)| format!("{own}{options}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{algorithm, algorithms};
    use crate::domains::tiles::goal::Goal;

    /// A rule that no search understands would set nothing.
    #[test]
    fn every_word_of_a_profile_means_something() {
        for profile in PROFILES {
            assert!(profile.goal.is_none_or(|goal| Goal::preset(goal).is_some()), "{}", profile.name);
            assert!(algorithm(profile.algorithm).is_ok());
            assert!(profile.aliases.iter().all(|(_, own)| algorithm(own).is_ok()));
            for (name, value) in profile.rules {
                let options = || algorithms().flat_map(|card| card.options).filter(|option| option.name == *name);
                assert!(options().any(|option| option.kind.parse(value).is_ok()), "{}: {name}={value}", profile.name);
            }
        }
        assert_eq!(COLUMBIA.call("ast(tie=lifo)"), "astar(tie=lifo)");
        assert_eq!(COLUMBIA.call("bfs"), "bfs");
    }
}
