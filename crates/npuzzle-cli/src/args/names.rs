//! Names that can be chosen: all of them come from the catalogue.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use npuzzle::catalogue;
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::domains::tiles::notation::{FORMATS, Format};
use npuzzle::domains::tiles::{MovesOf, goal};
use npuzzle::heuristics::tiles::pdb::table::Encoding;

use crate::profiles::PROFILES;

/// A text that usually is one of some names: they are shown in the help and by completion, but anything is accepted here,
/// since options may follow and the engine's own errors are better.
#[derive(Clone)]
pub struct Named(Vec<PossibleValue>);

impl Named {
    pub fn algorithms() -> Self {
        Self(catalogue::algorithms().map(|card| PossibleValue::new(card.name).help(card.summary)).collect())
    }

    pub fn heuristics() -> Self {
        let value = |card: &'static npuzzle::core::card::HeuristicCard| {
            PossibleValue::new(card.name).help(card.summary).aliases(card.aliases)
        };
        Self(catalogue::heuristics().map(value).collect())
    }

    /// A problem is shown by an example of it.
    pub fn problems() -> Self {
        Self(catalogue::problems().map(|card| PossibleValue::new(card.example).help(card.summary)).collect())
    }

    pub fn problem_heuristics() -> Self {
        let value =
            |card: &'static npuzzle::core::card::HeuristicCard| PossibleValue::new(card.name).help(card.summary);
        Self(catalogue::problems().flat_map(|card| card.heuristics).map(value).collect())
    }

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

/// The formats boards can be read in, or written in.
pub fn board_format(written: bool) -> impl TypedValueParser<Value = Format> {
    let cards = FORMATS.iter().filter(move |card| card.writes || !written);
    let names = cards.map(|card| PossibleValue::new(card.name).help(card.summary));
    clap::builder::PossibleValuesParser::new(names).map(|name| Format::from_name(&name).unwrap_or(Format::Grid))
}

/// The profiles of a command.
pub fn profile(command: &'static str) -> impl TypedValueParser<Value = &'static ProfileCard> {
    let cards =
        move || PROFILES.iter().filter(move |profile| profile.command() == command).map(|profile| &profile.card);
    let names = cards().map(|card| PossibleValue::new(card.name).help(card.title));
    clap::builder::PossibleValuesParser::new(names)
        .map(move |name| cards().find(|card| card.name.eq_ignore_ascii_case(&name)).unwrap_or(&PROFILES[0].card))
}

pub fn encoding() -> impl TypedValueParser<Value = Encoding> {
    clap::builder::PossibleValuesParser::new(Encoding::ALL.map(Encoding::name))
        .map(|name| name.to_ascii_lowercase().parse().unwrap_or(Encoding::Bits))
}

pub fn moves_of() -> impl TypedValueParser<Value = MovesOf> {
    let named = |name: &String| MovesOf::NAMES.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    clap::builder::PossibleValuesParser::new(MovesOf::NAMES.map(|(name, _)| name))
        .map(move |name| named(&name).map(|(_, of)| of).unwrap_or_default())
}
