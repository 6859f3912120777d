//! What can stand in place of a value: names of the catalogue, parts of expressions, sets of
//! boards, the user's tables and files.

use std::ffi::OsStr;

use clap::{Arg, Command, ValueHint};
use clap_complete::CompletionCandidate;
use clap_complete::engine::{ArgValueCompleter, PathCompleter, ValueCompleter};
use npuzzle::catalogue;
use npuzzle::core::card::{HeuristicCard, OptionCard, OptionKind};
use npuzzle::core::spelling::Titled;
use npuzzle::domains::tiles::{goal, random_sets, sets};
use npuzzle::heuristics::tiles::pdb::partition;
use npuzzle::question::table_names;

use crate::tables;

/// Says of every argument how its values are completed. What an argument is called decides it, so
/// that it is the same in all commands.
pub fn attach(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| command.mut_subcommand(name, attach));
    command.mut_args(with_values)
}

fn with_values(argument: Arg) -> Arg {
    let value = argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string).unwrap_or_default();
    let completer = match (argument.get_id().as_str(), value.as_str()) {
        ("algorithm" | "algorithms", _) => ArgValueCompleter::new(algorithms),
        ("heuristic" | "heuristics", "NAME|FILE" | "EXPR|FILE") => ArgValueCompleter::new(heuristics_or_files),
        ("heuristic" | "heuristics", _) => ArgValueCompleter::new(heuristics),
        ("goal", _) => ArgValueCompleter::new(goals),
        ("boards" | "board" | "start", _) => ArgValueCompleter::new(boards),
        ("sets", _) => ArgValueCompleter::new(board_sets),
        ("problem", _) => ArgValueCompleter::new(problems_or_files),
        ("space", _) => ArgValueCompleter::new(spaces),
        ("size", _) => ArgValueCompleter::new(sizes),
        ("patterns", _) => ArgValueCompleter::new(patterns),
        ("tables" | "names", _) => ArgValueCompleter::new(kept_tables),
        (_, "DIR") => return argument.value_hint(ValueHint::DirPath),
        (_, file) if file.contains("FILE") || file == "TRACE" => return argument.value_hint(ValueHint::FilePath),
        _ => return argument,
    };
    argument.add(completer)
}

/// A candidate with a line about it.
fn candidate(value: impl Into<std::ffi::OsString>, help: impl Into<String>) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(help.into().into()))
}

/// Whether a name begins with what is typed, however that is written.
fn begins(name: &str, typed: &str) -> bool {
    let plain = |c: char| if c == '_' { '-' } else { c.to_ascii_lowercase() };
    let mut letters = name.chars();
    typed.chars().all(|c| letters.next() == Some(plain(c)))
}

/// The names that begin so; other names of the same things only where there is none.
fn named<'c, C: Titled + 'c>(
    cards: impl Iterator<Item = &'c C> + Clone,
    typed: &str,
    summary: impl Fn(&C) -> &'static str,
) -> Vec<(&'static str, String)> {
    let of_list = cards.clone().filter(|card| begins(card.name(), typed));
    let names: Vec<_> = of_list.map(|card| (card.name(), summary(card).to_owned())).collect();
    if !names.is_empty() {
        return names;
    }
    let others = cards.flat_map(|card| card.aliases().iter().map(move |alias| (*alias, card)));
    let others = others.filter(|(alias, _)| begins(alias, typed));
    others.map(|(alias, card)| (alias, format!("{}: {}", card.name(), summary(card)))).collect()
}

fn algorithms(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let Some((name, arguments)) = typed.split_once('(') else {
        let cards = catalogue::algorithms().collect::<Vec<_>>();
        let names = named(cards.iter().copied(), typed, |card| card.summary);
        return names.into_iter().map(|(name, help)| candidate(name, help)).collect();
    };
    let Ok(card) = catalogue::algorithm(name) else { return Vec::new() };
    let begun = typed.len() - arguments.rsplit(',').next().unwrap_or("").trim_start().len();
    let (before, option) = typed.split_at(begun);
    match option.split_once('=') {
        None => {
            let set: Vec<&str> = arguments.split(',').filter_map(|part| Some(part.split_once('=')?.0.trim())).collect();
            let options = card.options.iter().filter(|card| begins(card.name, option) && !set.contains(&card.name));
            options.map(|card| candidate(format!("{before}{}=", card.name), about(card))).collect()
        }
        Some((name, value)) => match card.options.iter().find(|card| card.name == name).map(|card| card.kind) {
            Some(OptionKind::Choice(words)) => {
                let words = words.iter().filter(|word| begins(word, value));
                words.map(|word| CompletionCandidate::new(format!("{before}{name}={word})"))).collect()
            }
            Some(kind) => {
                let usual = Some(kind.default_value().to_string()).filter(|usual| begins(usual, value));
                usual.map(|usual| candidate(format!("{before}{name}={usual})"), "the default")).into_iter().collect()
            }
            None => Vec::new(),
        },
    }
}

fn about(card: &OptionCard) -> String {
    format!("{} ({})", card.summary, card.kind.describe())
}

fn heuristics(typed: &OsStr) -> Vec<CompletionCandidate> {
    expression(typed, &catalogue::heuristics().collect::<Vec<_>>())
}

/// Where the problem is not known, the heuristics of all of them.
fn heuristics_or_files(typed: &OsStr) -> Vec<CompletionCandidate> {
    let cards: Vec<&'static HeuristicCard> = catalogue::problems().flat_map(|card| card.heuristics).collect();
    let mut all = expression(typed, &cards);
    all.extend(files(typed));
    all
}

/// The heuristic that is called with the patterns of its tables.
const PATTERN_DATABASE: &str = npuzzle::tables::HEURISTIC;

/// The functions of expressions.
const FUNCTIONS: [(&str, &str); 4] = [
    ("max(", "the largest of some"),
    ("min(", "the least of some"),
    ("floor(", "rounded down"),
    ("ceil(", "rounded up"),
];

/// The name at the end of an expression: what stands behind the last parenthesis, comma or
/// operator.
fn expression(typed: &OsStr, cards: &[&'static HeuristicCard]) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let begun = typed.rfind(['(', ')', ',', '+', '*', '/', ' ']).map_or(0, |at| at + 1);
    let (before, word) = typed.split_at(begun);
    let pattern =
        before.strip_suffix('(').is_some_and(|before| before.to_ascii_lowercase().ends_with(PATTERN_DATABASE));
    if pattern {
        let patterns = partition::presets().filter(|(_, sizes)| sizes.starts_with(word));
        return patterns.map(|(board, sizes)| candidate(format!("{before}{sizes})"), format!("of {board}"))).collect();
    }
    // Behind a whole part comes an operator, which needs no completion.
    if before.ends_with(')') {
        return Vec::new();
    }
    let mut all = named(cards.iter().copied(), word, |card| card.summary);
    let functions = FUNCTIONS.iter().filter(|(name, _)| !word.is_empty() && begins(name, word));
    let functions: Vec<_> = functions.map(|&(name, help)| (name, help.to_owned())).collect();
    // A table is named by its patterns. All of them are offered, since a shell that sees `pdb`
    // alone would close the quotes behind it.
    if let ([(name, _)], true) = (&all[..], functions.is_empty())
        && *name == PATTERN_DATABASE
    {
        let presets = partition::presets();
        return presets
            .map(|(board, sizes)| candidate(format!("{before}{name}({sizes})"), format!("of {board}")))
            .collect();
    }
    let is_open = before.matches('(').count() > before.matches(')').count();
    // The only one inside parentheses goes on: a shell that sees one candidate would close the
    // quotes around the expression.
    if let ([(name, help)], true, true) = (&all[..], functions.is_empty(), is_open) {
        return [")", ","].map(|mark| candidate(format!("{before}{name}{mark}"), help.clone())).into();
    }
    all.extend(functions);
    all.into_iter().map(|(name, help)| candidate(format!("{before}{name}"), help)).collect()
}

fn goals(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let names = named(goal::CARDS.iter(), typed, |card| card.summary);
    names.into_iter().map(|(name, help)| candidate(name, help)).collect()
}

fn files(typed: &OsStr) -> Vec<CompletionCandidate> {
    let files = PathCompleter::file().complete(typed);
    files.into_iter().filter(|file| file.get_value() != ".").collect()
}

/// Sizes that people ask for.
const SIZES: [(&str, &str); 5] = [
    ("3x3", "8-puzzle"),
    ("4x4", "15-puzzle"),
    ("5x5", "24-puzzle"),
    ("6x6", "35-puzzle"),
    ("2x3", "the smallest but one"),
];

fn sizes(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    SIZES.iter().filter(|(size, _)| size.starts_with(typed)).map(|&(size, help)| candidate(size, help)).collect()
}

/// Sets and descriptions, as far as the next colon.
fn board_sets(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let Some((word, rest)) = typed.split_once(':') else {
        let named = sets::SETS.iter().map(|set| (set.name, set.summary));
        let named = named.map(|(name, summary)| (name, summary.to_owned()));
        let random = random_sets::CARDS.iter().map(|card| (card.word, format!("{}: {}", card.form, card.summary)));
        let all = named.chain(random).filter(|(name, _)| begins(name, typed));
        return all.map(|(name, help)| candidate(format!("{name}:"), help)).collect();
    };
    if random_sets::WORDS.contains(&word) && !rest.contains(':') {
        let sizes = SIZES.iter().filter(|(size, _)| size.starts_with(rest));
        return sizes.map(|(size, help)| candidate(format!("{word}:{size}:"), *help)).collect();
    }
    let selections = [("1", "one board"), ("1..10", "some boards")];
    match sets::SETS.iter().any(|set| set.name == word) {
        true => {
            let begin = selections.into_iter().filter(|(selection, _)| selection.starts_with(rest));
            begin.map(|(selection, help)| candidate(format!("{word}:{selection}"), help)).collect()
        }
        false => Vec::new(),
    }
}

fn boards(typed: &OsStr) -> Vec<CompletionCandidate> {
    let mut all = board_sets(typed);
    all.extend(files(typed));
    all
}

fn problems(typed: &str) -> Vec<CompletionCandidate> {
    let cards = catalogue::problems().filter(|card| begins(card.example, typed));
    cards.map(|card| candidate(card.example, card.summary)).collect()
}

fn problems_or_files(typed: &OsStr) -> Vec<CompletionCandidate> {
    let mut all = typed.to_str().map(problems).unwrap_or_default();
    all.extend(files(typed));
    all
}

fn spaces(typed: &OsStr) -> Vec<CompletionCandidate> {
    let mut all = sizes(typed);
    all.extend(problems_or_files(typed));
    all
}

fn patterns(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let fitting = partition::presets().filter(|(_, sizes)| sizes.starts_with(typed));
    fitting.map(|(board, sizes)| candidate(sizes, format!("of {board}"))).collect()
}

/// The tables in the user's folder.
fn kept_tables(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let names = tables::folder().map(|folder| table_names(&folder)).unwrap_or_default();
    names.into_iter().filter(|name| name.starts_with(typed)).map(CompletionCandidate::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(completer: fn(&OsStr) -> Vec<CompletionCandidate>, typed: &str) -> Vec<String> {
        completer(OsStr::new(typed)).iter().map(|found| found.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn searches_and_their_options_are_known() {
        assert_eq!(values(algorithms, "weighted"), ["weighted-astar"]);
        assert_eq!(values(algorithms, "WEIGHTED_"), ["weighted-astar"]);
        assert_eq!(values(algorithms, "dijk"), ["dijkstra"]);
        assert_eq!(values(algorithms, "").len(), catalogue::algorithms().count());
        assert!(values(algorithms, "weighted-astar(").contains(&"weighted-astar(w=".to_owned()));
        let more = values(algorithms, "weighted-astar(w=2, t");
        assert!(more.contains(&"weighted-astar(w=2, tie=".to_owned()), "{more:?}");
        assert!(values(algorithms, "astar(tie=f").contains(&"astar(tie=fifo)".to_owned()));
        assert_eq!(values(algorithms, "beam(width="), ["beam(width=1000)"]);
        assert!(values(algorithms, "beam(width=5").is_empty() && values(algorithms, "beam(nonsense=").is_empty());
        assert!(values(algorithms, "nonsense(").is_empty());
    }

    #[test]
    fn names_inside_expressions_are_known() {
        assert_eq!(values(heuristics, "linear"), ["linear-conflict"]);
        assert_eq!(values(heuristics, "ham"), ["hamming"]);
        assert_eq!(values(heuristics, "max(man"), ["max(manhattan", "max(manhattan-with-blank"]);
        assert_eq!(values(heuristics, "max(md, lin"), ["max(md, linear-conflict)", "max(md, linear-conflict,"]);
        assert_eq!(values(heuristics, "ma"), ["manhattan", "manhattan-with-blank", "max("]);
        assert_eq!(values(heuristics, "2*eu"), ["2*euclidean"]);
        assert_eq!(values(heuristics, "pdb(7"), ["pdb(7-7-1)", "pdb(7-8)"]);
        assert!(values(heuristics, "max(md, lc)").is_empty() && values(heuristics, "nonsense").is_empty());
    }

    #[test]
    fn sets_are_completed_colon_by_colon() {
        assert_eq!(values(board_sets, "korf"), ["korf:", "korf24:"]);
        assert_eq!(values(board_sets, "korf:"), ["korf:1", "korf:1..10"]);
        assert_eq!(values(board_sets, "random:4"), ["random:4x4:"]);
        assert!(values(board_sets, "123").is_empty());
    }
}
