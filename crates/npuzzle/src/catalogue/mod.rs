//! The catalogue: all there is, by name, how it is called, and what a call runs.

mod call;
pub(crate) mod compiled;
mod error;
mod problems;
pub mod profile;
pub(crate) mod run;
pub(crate) mod slides;
pub mod statistics;
pub(crate) mod tiles;

pub(crate) use call::Call;
pub use call::Rules;
pub use error::RequestError;
pub(crate) use problems::{TILES, problem_call};
pub use problems::{problem, problems};

use crate::core::card::{AlgorithmCard, HeuristicCard};
use crate::core::spelling::Titled;
use crate::core::suggest::nearest;
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::expression::{self, Expression};

/// The search of boards if none is asked for: it chooses by the board.
pub const AUTO: &str = <tiles::auto::Entry as tiles::TileSearch>::CARD.name;

/// The search that devices know.
pub const SEARCH_ON_DEVICES: &str = <tiles::tile_ida::Entry as tiles::TileSearch>::CARD.name;

/// All searches: the general ones, then those that know the puzzle.
pub fn algorithms() -> impl Iterator<Item = &'static AlgorithmCard> {
    crate::algorithms::CARDS.iter().chain(tiles::CARDS)
}

/// All heuristics of the sliding-tile puzzle.
pub fn heuristics() -> impl Iterator<Item = &'static HeuristicCard> {
    crate::heuristics::tiles::CARDS.iter()
}

/// The search of this name or alias, with or without the word "search" behind it.
pub fn algorithm(name: &str) -> Result<&'static AlgorithmCard, RequestError> {
    let called = |word: &str| algorithms().find(|card| card.is_called(word));
    called(name).or_else(|| called(without_search(name)?)).ok_or_else(|| RequestError::UnknownName {
        kind: "algorithm",
        name: name.to_owned(),
        nearest: nearest(name, algorithms().flat_map(Titled::names)),
    })
}

/// `beam search` is `beam`.
fn without_search(name: &str) -> Option<&str> {
    const ENDING: &str = "search";
    let name = name.trim();
    let (word, ending) = name.split_at_checked(name.len().checked_sub(ENDING.len())?)?;
    word.strip_suffix(['-', '_', ' ']).filter(|_| ending.eq_ignore_ascii_case(ENDING))
}

/// Reads a heuristic of boards: a name, or an expression.
pub fn heuristic_expression(text: &str) -> Result<Expression, RequestError> {
    heuristic_expression_with(text, &[])
}

/// As [`heuristic_expression`], over some heuristics that are in no list as well.
pub fn heuristic_expression_with(text: &str, custom: &[CustomHeuristic]) -> Result<Expression, RequestError> {
    check_custom_names(custom)?;
    expression_of(text, &heuristics().collect::<Vec<_>>(), custom, |name| {
        // The general message names the custom heuristic that was misspelled.
        let is_custom = nearest(name, custom.iter().map(|custom| custom.name.as_str())).is_some();
        heuristic(name).err().filter(|_| !is_custom)
    })
}

/// Whether the names of some heuristics can be used beside those of the list, and are different.
pub(crate) fn check_custom_names(custom: &[CustomHeuristic]) -> Result<(), RequestError> {
    let listed: Vec<&'static HeuristicCard> = heuristics().collect();
    for (number, CustomHeuristic { name, .. }) in custom.iter().enumerate() {
        let twice = custom[..number].iter().any(|before| before.name == *name);
        let twice = twice.then(|| "it is there twice: expected different names".to_owned());
        if let Some(reason) = expression::name_fault(name, &listed).or(twice) {
            return Err(RequestError::CustomName { name: shortened(name), reason });
        }
    }
    Ok(())
}

/// What is longer than a name is not repeated in full.
fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        name.to_owned()
    } else {
        name.chars().take(LONGEST_NAME).chain(['…']).collect()
    }
}

/// Longer than any name in the catalogue.
const LONGEST_NAME: usize = 80;

/// Whether a text that names no heuristic looks like the name of a file: `estimates.txt`,
/// `../h1.csv`.
pub fn is_file_name(text: &str) -> bool {
    let text = text.trim();
    let begins = ["/", "./", "../", "~/"].iter().any(|start| text.starts_with(start));
    let extension = text.rsplit_once('.').is_some_and(|(_, end)| {
        (1..=5).contains(&end.len())
            && end.starts_with(|c: char| c.is_ascii_alphabetic())
            && end.chars().all(|c| c.is_ascii_alphanumeric())
    });
    begins || extension || text.contains('\\')
}

/// Reads a name or an expression over some cards. A name that is not known is for `unknown` to
/// tell.
pub(crate) fn expression_of(
    text: &str,
    cards: &[&'static HeuristicCard],
    custom: &[CustomHeuristic],
    unknown: impl Fn(&str) -> Option<RequestError>,
) -> Result<Expression, RequestError> {
    // Places in errors are those of the text as it was given, so it is not trimmed before.
    expression::parse_with(text, cards, custom).map_err(|mut error| {
        let text = text.trim();
        if is_file_name(text) {
            error.message = format!("`{}` is not a heuristic: heuristic files are for maps", shortened(text));
            error.hint = Some("expected a name, or an expression such as `max(manhattan, misplaced)`".to_owned());
        }
        // Longer texts are not names, and are not repeated.
        let is_name = (1..=LONGEST_NAME).contains(&text.len())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let unknown = unknown(text).filter(|_| is_name && error.hint.is_none());
        unknown.unwrap_or(RequestError::Text { source_name: "heuristic".to_owned(), error: Box::new(error) })
    })
}

/// The search that a call such as `dls(limit=20)` asks for; its options are checked as well.
pub fn called_algorithm(call: &str) -> Result<&'static AlgorithmCard, RequestError> {
    Call::parse(call).map(|call| call.card)
}

/// A call such as `DLS(Limit=20)` as answers write it: `dls(limit=20)`.
pub fn spelled_call(call: &str) -> Result<String, RequestError> {
    Call::parse(call).map(|call| call.asked)
}

/// The heuristic of this name or alias.
pub fn heuristic(name: &str) -> Result<&'static HeuristicCard, RequestError> {
    heuristics().find(|card| card.is_called(name)).ok_or_else(|| RequestError::UnknownName {
        kind: "heuristic",
        name: name.to_owned(),
        nearest: nearest(name, heuristics().flat_map(Titled::names)),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::core::card::{Feature, FrontierOrder, MemoryClass, Optimality};
    use crate::domains::tiles::MoveOrder;
    use crate::domains::tiles::goal::{self, Goal};

    /// No name or alias means two things, and each is written as it is compared.
    fn assert_distinct<C: Titled + 'static>(cards: impl Iterator<Item = &'static C>) {
        let mut names = HashSet::new();
        for name in cards.flat_map(Titled::names) {
            assert!(names.insert(name), "{name} is there twice");
            assert_eq!(name, name.to_lowercase().replace(['_', ' '], "-"));
        }
    }

    #[test]
    fn every_name_and_alias_is_understood_however_it_is_written() {
        assert_distinct(algorithms());
        assert_distinct(heuristics());
        assert_distinct(problems());
        assert_distinct(goal::CARDS.iter());
        let written = |name: &str| {
            [name.to_owned(), name.to_uppercase(), name.replace('-', "_"), format!(" {} ", name.replace('-', " "))]
        };
        for card in algorithms() {
            for word in card.names().flat_map(written) {
                assert_eq!(algorithm(&word).unwrap().name, card.name, "{word}");
                assert_eq!(algorithm(&format!("{word} Search")).unwrap().name, card.name, "{word}");
                assert_eq!(spelled_call(&word).unwrap(), card.name, "{word}");
            }
        }
        for card in heuristics() {
            for word in card.names().flat_map(written) {
                assert_eq!(heuristic(&word).unwrap().name, card.name, "{word}");
                assert_eq!(heuristic_expression(&word).unwrap().to_string(), card.name, "{word}");
                let sum = heuristic_expression(&format!("1 + MAX({word}, 0)")).unwrap().to_string();
                assert_eq!(sum, format!("1 + max({}, 0)", card.name));
            }
        }
        for card in problems() {
            assert!(
                card.names().flat_map(written).all(|word| problem(&word).is_some_and(|found| found.name == card.name))
            );
        }
        for card in goal::CARDS {
            let is_it =
                |word: String| matches!(Goal::read(&word, None), Ok(Goal::Preset(goal)) if goal.name == card.name);
            assert!(card.names().flat_map(written).all(is_it), "{}", card.name);
        }
    }

    /// What every front relies on: names are unique, spelled alike and say something.
    #[test]
    fn cards_are_complete() {
        let mut names = HashSet::new();
        for card in algorithms() {
            assert!(names.insert(card.name), "{} is there twice", card.name);
            assert!(!card.title.is_empty() && !card.summary.is_empty() && !card.citation.is_empty(), "{}", card.name);
            assert!(card.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", card.name);
        }
        names.clear();
        for card in heuristics() {
            assert!(names.insert(card.name), "{} is there twice", card.name);
            for alias in card.aliases {
                assert!(names.insert(alias), "{alias} is there twice");
            }
            assert!(!card.title.is_empty() && !card.summary.is_empty() && !card.citation.is_empty(), "{}", card.name);
        }
    }

    /// Facts on a card do not contradict each other, and what depends on them finds what it needs.
    #[test]
    fn facts_on_cards_agree() {
        for card in algorithms() {
            let name = card.name;
            assert_eq!(card.frontier == FrontierOrder::Path, card.memory == MemoryClass::Path, "{name}");
            assert_eq!(card.frontier == FrontierOrder::None, card.memory == MemoryClass::Solution, "{name}");
            let chooses = card.memory == MemoryClass::Chosen || card.optimal == Optimality::SmallBoards;
            assert_eq!(card.has(Feature::Portfolio), chooses, "{name}");
            assert!(!(card.is_traceable() && card.frontier == FrontierOrder::None), "{name}");
            let has_width = card.options.iter().any(|option| option.name == "width");
            assert_eq!(card.has(Feature::Beam), has_width || card.has(Feature::Portfolio), "{name}");
            assert!(card.fixed_order().is_none_or(|order| order.parse::<MoveOrder>().is_ok()), "{name}");
        }
        for algorithm in ["astar", "constructive"] {
            let no_beam = RequestError::NoBeam { algorithm }.to_string();
            assert_eq!(no_beam, format!("`{algorithm}` has no beam: expected `auto`, `beam` or `tile-beam`"));
            let no_journal = RequestError::NoJournal { algorithm }.to_string();
            assert_eq!(no_journal, format!("a journal works with `tile-ida` only, not with `{algorithm}`"));
        }
    }
}
