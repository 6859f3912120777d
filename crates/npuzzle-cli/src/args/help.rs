//! How help is laid out, the same for every command: what it is, examples to paste, then usage and
//! options.

use clap::Command;

/// What examples begin with, in the text behind the options of a command.
const EXAMPLES: &str = "Examples:\n";

const LAYOUT: &str = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// Moves the examples of a command and of all below it to the front. `-h` stays short: examples and
/// remarks come with `--help`.
pub fn examples_first(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| command.mut_subcommand(name, examples_first));
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (examples, remarks) = split(&text);
    let command = command.help_template(LAYOUT).after_help(None);
    let command = if examples.is_empty() { command } else { command.before_long_help(examples) };
    if remarks.is_empty() { command } else { command.after_long_help(remarks) }
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
        for (path, command) in all(&crate::args::command(), "npuzzle") {
            let examples = examples(&command);
            assert!(!examples.is_empty(), "{path} has no examples");
            assert!(examples.iter().any(|example| example.contains(&path)), "{path} has no example of its own");
            for example in examples {
                for part in example.split(" | ").filter(|part| part.starts_with("npuzzle ")) {
                    let part = part.split(" >").next().unwrap_or(part);
                    let words = Line::split(part, "").words;
                    let parsed = crate::args::command().try_get_matches_from(&words);
                    assert!(parsed.is_ok(), "{path}: {example}: {}", parsed.unwrap_err());
                }
            }
        }
    }

    #[test]
    fn help_fits_eighty_columns_and_begins_with_examples() {
        for (path, command) in all(&crate::args::command(), "npuzzle") {
            let mut command = command.term_width(80);
            let long = command.render_long_help().to_string();
            let usage = long.find("\nUsage: ").expect("help shows the usage");
            assert!(long.find("\nExamples:\n").is_some_and(|examples| examples < usage), "{path}:\n{long}");
            // A line that is too long would be broken, and could not be pasted.
            let examples = command.get_before_long_help().map(ToString::to_string).unwrap_or_default();
            assert!(long.contains(&examples), "{path}: an example is too long:\n{long}");
            for text in [long, command.render_help().to_string()] {
                let wide = text.lines().find(|line| line.chars().count() > 80);
                assert!(wide.is_none(), "{path}: {wide:?}");
            }
        }
    }
}
