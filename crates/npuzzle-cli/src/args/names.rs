//! Names that can be chosen: all of them come from the catalogue.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::domains::tiles::notation::{FORMATS, Format};
pub use npuzzle::question::arguments::Named;

use crate::profiles::PROFILES;

/// The formats boards can be written in.
pub fn board_format() -> impl TypedValueParser<Value = Format> {
    let cards = FORMATS.iter().filter(|card| card.writes);
    let names = cards.map(|card| PossibleValue::new(card.name).help(card.summary));
    PossibleValuesParser::new(names).map(|name| Format::from_name(&name).unwrap_or(Format::Grid))
}

/// The profiles of a command.
pub fn profile(command: &'static str) -> impl TypedValueParser<Value = &'static ProfileCard> {
    let cards =
        move || PROFILES.iter().filter(move |profile| profile.command() == command).map(|profile| &profile.card);
    let names = cards().map(|card| PossibleValue::new(card.name).help(card.title));
    PossibleValuesParser::new(names)
        .map(move |name| cards().find(|card| card.name.eq_ignore_ascii_case(&name)).unwrap_or(&PROFILES[0].card))
}
