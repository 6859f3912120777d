//! Fields as arguments of a command line: the names that can be chosen, for help and completion,
//! and checks that find a mistake before any work begins.

use std::ffi::OsStr;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};

use crate::catalogue::{algorithms, heuristics, problems};
use crate::core::Metric;
use crate::core::card::HeuristicCard;
use crate::domains::tiles::notation::FORMATS;
use crate::domains::tiles::{MoveNotation, MovesOf, goal};
use crate::lab::compare::Grouping;
use crate::picture::scheme::Scheme;
use crate::question::texts::{Amount, BoardText};
use crate::tables::table::Encoding;
use crate::teach::distance::Wanted;

/// A text that usually is one of some names: help and completion show them, but anything is
/// accepted here, since options may follow and the engine's own messages are better.
#[derive(Clone)]
pub struct Named(Vec<PossibleValue>);

impl Named {
    /// Searches.
    pub fn algorithms() -> Self {
        Self(algorithms().map(|card| PossibleValue::new(card.name).help(card.summary)).collect())
    }

    /// Heuristics of boards.
    pub fn heuristics() -> Self {
        let value =
            |card: &'static HeuristicCard| PossibleValue::new(card.name).help(card.summary).aliases(card.aliases);
        Self(heuristics().map(value).collect())
    }

    /// Problems, each shown by an example of it.
    pub fn problems() -> Self {
        Self(problems().map(|card| PossibleValue::new(card.example).help(card.summary)).collect())
    }

    /// Heuristics of all problems.
    pub fn problem_heuristics() -> Self {
        let value = |card: &'static HeuristicCard| PossibleValue::new(card.name).help(card.summary);
        Self(problems().flat_map(|card| card.heuristics).map(value).collect())
    }

    /// Goals.
    pub fn goals() -> Self {
        Self(goal::CARDS.iter().map(|card| PossibleValue::new(card.name).help(card.summary)).collect())
    }
}

impl TypedValueParser for Named {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// A goal: a name, or any board text.
pub(super) fn goal() -> impl TypedValueParser<Value = BoardText> {
    Named::goals().map(|text| BoardText::from(text.as_str()))
}

/// The names of the formats that boards are read from.
pub(super) fn input_formats() -> PossibleValuesParser {
    PossibleValuesParser::new(FORMATS.iter().map(|card| PossibleValue::new(card.name).help(card.summary)))
}

/// Whose moves letters name.
pub(super) fn moves_of() -> PossibleValuesParser {
    PossibleValuesParser::new(MovesOf::NAMES.map(|(name, _)| name))
}

/// When the true distance is looked for.
pub(super) fn wanted() -> PossibleValuesParser {
    PossibleValuesParser::new(Wanted::NAMES.map(|(name, _)| name))
}

/// Which boards belong together.
pub(super) fn groupings() -> PossibleValuesParser {
    PossibleValuesParser::new(Grouping::NAMES.map(|(name, _)| name))
}

/// How moves are written.
pub(super) fn move_notations() -> PossibleValuesParser {
    PossibleValuesParser::new(MoveNotation::NAMES.map(|(name, _, help)| PossibleValue::new(name).help(help)))
}

/// What costs count.
pub(super) fn metrics() -> PossibleValuesParser {
    let value = |metric: Metric| PossibleValue::new(metric.name()).help(metric.summary()).alias(metric.alias());
    PossibleValuesParser::new(Metric::ALL.map(value))
}

/// How tiles are coloured.
pub(super) fn schemes() -> PossibleValuesParser {
    PossibleValuesParser::new(Scheme::value_variants().iter().filter_map(ValueEnum::to_possible_value))
}

/// How distances of a table are written.
pub(super) fn encodings() -> PossibleValuesParser {
    PossibleValuesParser::new(Encoding::ALL.map(Encoding::name))
}

/// A text that `read` understands.
pub(super) fn text<T: 'static>(
    read: fn(&str) -> Result<T, String>,
) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync {
    move |text| read(text).map(|_| text.to_owned())
}

/// An amount that `read` understands.
pub(super) fn amount<T: 'static>(
    read: fn(&str) -> Result<T, String>,
) -> impl Fn(&str) -> Result<Amount, String> + Clone + Send + Sync {
    move |text| read(text).map(|_| Amount::from(text))
}
