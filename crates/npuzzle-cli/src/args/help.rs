//! How help is laid out, the same for every command: what it is, examples to paste, then usage and
//! options.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, ArgAction, Command};

/// What examples begin with, in the text behind the options of a command.
const EXAMPLES: &str = "Examples:\n";

const LAYOUT: &str = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// The heading of what every command has.
const OTHER: &str = "Other";

/// What is shown when help is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// Usage and options: `-h`.
    Short,
    /// With examples in front and remarks behind: `--help`.
    Long,
}

/// Lays out the help of a command and of all below it. Both lengths list options without gaps; clap
/// would spread `--help` over three times as many lines.
pub fn laid_out(command: Command, length: Length) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let lay_out = |command| laid_out(command, length);
    let command = names.into_iter().fold(command, |command, name| command.mut_subcommand(name, lay_out));
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (examples, remarks) = split(&text);
    let shown = |text: &str| {
        let is_shown = length == Length::Long && !text.is_empty();
        if is_shown { Resettable::Value(StyledStr::from(text.to_owned())) } else { Resettable::Reset }
    };
    let (before, behind) = (shown(&examples), shown(&remarks));
    let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort).help_heading(OTHER);
    let command = command.help_template(LAYOUT).before_help(before).after_help(behind);
    let command = if examples.is_empty() { command } else { command.before_long_help(examples) };
    let command = if remarks.is_empty() { command } else { command.after_long_help(remarks) };
    let command = command.disable_help_flag(true).arg(help.help("Print help (--help: with examples)"));
    command.mut_args(
        |argument| if argument.get_id() == "color" { argument.help_heading(OTHER) } else { point_to_list(argument) },
    )
}

/// Names that are explained elsewhere are not listed in help: there are too many of them.
fn point_to_list(argument: Arg) -> Arg {
    /// Where each list is, by what an argument is called.
    const LISTS: [(&str, &str); 2] = [("algorithm", "algorithms"), ("heuristic", "heuristics")];
    const MANY: usize = 10;
    let called = argument.get_long().unwrap_or_default();
    let list = LISTS.iter().find(|(name, _)| *name == called).filter(|_| argument.get_possible_values().len() > MANY);
    let (Some((_, list)), Some(help)) = (list, argument.get_help()) else { return argument };
    let help = format!("{help}; `npuzzle list {list}` explains the names");
    argument.help(help).hide_possible_values(true)
}

/// The examples of a text, and what stands before and behind them.
fn split(text: &str) -> (String, String) {
    let is_examples = |part: &&str| part.starts_with(EXAMPLES);
    let parts: Vec<&str> = text.split("\n\n").collect();
    let (examples, remarks): (Vec<&str>, Vec<&str>) = parts.into_iter().partition(is_examples);
    (examples.join("\n\n"), remarks.join("\n\n"))
}

/// The examples of a command as they are to be typed, without what is said about them.
pub fn examples(command: &Command) -> Vec<String> {
    let text = command.get_before_long_help().map(ToString::to_string).unwrap_or_default();
    let typed = |line: &str| {
        let line = line.trim();
        line.split("   ").next().unwrap_or(line).trim_end().to_owned()
    };
    text.lines().skip(1).map(typed).filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::completion::line::Line;

    /// Every command with the words that lead to it.
    fn all(command: &Command, path: &str) -> Vec<(String, Command)> {
        let below = command.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set());
        let below = below.flat_map(|command| all(command, &format!("{path} {}", command.get_name())));
        std::iter::once((path.to_owned(), command.clone())).chain(below).collect()
    }

    #[test]
    fn every_command_has_examples_that_can_be_typed() {
        for (path, command) in all(&crate::args::command(Length::Long), "npuzzle") {
            let examples = examples(&command);
            assert!(!examples.is_empty(), "{path} has no examples");
            assert!(examples.iter().any(|example| example.contains(&path)), "{path} has no example of its own");
            for example in examples {
                for part in example.split(" | ").filter(|part| part.starts_with("npuzzle ")) {
                    let part = part.split(" >").next().unwrap_or(part);
                    let words = Line::split(part, "").words;
                    let parsed = crate::args::command(Length::Long).try_get_matches_from(&words);
                    assert!(parsed.is_ok(), "{path}: {example}: {}", parsed.unwrap_err());
                }
            }
        }
    }

    /// The command that a path such as `npuzzle pdb build` leads to.
    fn command_at(path: &str, length: Length) -> Command {
        let root = crate::args::command(length);
        let found = all(&root, "npuzzle").into_iter().find(|(known, _)| known == path);
        found.map_or(root, |(_, command)| command)
    }

    #[test]
    fn the_longest_help_is_two_screens() {
        let mut command = command_at("npuzzle solve", Length::Long).term_width(100);
        let text = command.render_help().to_string();
        assert!(text.lines().count() < 120, "{} lines", text.lines().count());
        for heading in ["\nBoard:\n", "\nSearch:\n", "\nLimits:\n", "\nAnswer:\n", "\nPictures:\n", "\nOther:\n"] {
            assert_eq!(text.matches(heading).count(), 1, "{heading}{text}");
        }
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!words.contains("scan-conflict") && words.contains("`npuzzle list heuristics`"), "{text}");
    }

    #[test]
    fn help_fits_eighty_columns_and_begins_with_examples() {
        for (path, command) in all(&crate::args::command(Length::Long), "npuzzle") {
            let mut command = command.term_width(80);
            let long = command.render_long_help().to_string();
            let usage = long.find("\nUsage: ").expect("help shows the usage");
            assert!(long.find("\nExamples:\n").is_some_and(|examples| examples < usage), "{path}:\n{long}");
            // A line that is too long would be broken, and could not be pasted.
            let examples = command.get_before_long_help().map(ToString::to_string).unwrap_or_default();
            assert!(long.contains(&examples), "{path}: an example is too long:\n{long}");
            let mut compact = command_at(&path, Length::Long).term_width(80);
            for text in [long, command.render_help().to_string(), compact.render_help().to_string()] {
                let wide = text.lines().find(|line| line.chars().count() > 80);
                assert!(wide.is_none(), "{path}: {wide:?}");
            }
        }
    }
}
