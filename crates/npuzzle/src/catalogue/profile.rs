//! Profiles: the conventions of a course, so that the numbers are those its grader expects.
//!
//! A profile sets the goal, the search and the rules on which textbooks differ. What the command
//! line sets explicitly stays as it is. The command line lists its profiles, each with the form in
//! which it prints the answer.

use crate::catalogue::Rules;

/// Describes a profile.
#[derive(Clone, Copy, Debug)]
pub struct ProfileCard {
    /// Name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub title: &'static str,
    /// What it sets.
    pub summary: &'static str,
    /// The goal, if none is given.
    pub goal: Option<&'static str>,
    /// The search, if none is given.
    pub algorithm: &'static str,
    /// Names that the course has for searches.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The rules.
    pub rules: Rules,
}

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

    #[test]
    fn names_of_the_course_are_understood() {
        let aliases = &[("ast", "astar")];
        let course =
            ProfileCard { name: "", title: "", summary: "", goal: None, algorithm: "bfs", aliases, rules: &[] };
        assert_eq!(course.call("ast(tie=lifo)"), "astar(tie=lifo)");
        assert_eq!(course.call("bfs"), "bfs");
    }
}
