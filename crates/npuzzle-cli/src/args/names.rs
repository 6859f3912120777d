//! Names that can be chosen: all of them come from the catalogue.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use npuzzle::catalogue::profile::ProfileCard;
#[cfg(feature = "tui")]
use npuzzle::domains::tiles::MovesOf;
use npuzzle::domains::tiles::notation::{FORMATS, Format, FormatCard};
pub use npuzzle::question::arguments::Named;

use crate::profiles::PROFILES;

/// The formats boards can be written in.
pub fn board_format() -> impl TypedValueParser<Value = Format> {
    formats(|card| card.writes)
}

/// The formats in which boards can be the names of states.
pub fn state_names() -> impl TypedValueParser<Value = Format> {
    formats(|card| matches!(card.format, Format::Digits | Format::Underscore))
}

fn formats(chosen: fn(&FormatCard) -> bool) -> impl TypedValueParser<Value = Format> {
    let cards = FORMATS.iter().filter(move |&card| chosen(card));
    let names = cards.map(|card| PossibleValue::new(card.name).help(card.summary));
    PossibleValuesParser::new(names).map(|name| Format::from_name(&name).unwrap_or(Format::Grid))
}

/// Whose moves letters name.
#[cfg(feature = "tui")]
pub fn moves_of() -> impl TypedValueParser<Value = MovesOf> {
    let named = |name: String| MovesOf::NAMES.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(&name));
    PossibleValuesParser::new(MovesOf::NAMES.map(|(name, _)| name))
        .map(move |name| named(name).map(|(_, of)| of).unwrap_or_default())
}

/// The profiles of a command.
pub fn profile(command: &'static str) -> ProfileName {
    ProfileName { command }
}

/// Reads the name of a profile. One of another command is recognised.
#[derive(Clone)]
pub struct ProfileName {
    command: &'static str,
}

impl ProfileName {
    fn names(&self) -> impl Iterator<Item = PossibleValue> + use<'_> {
        let own = PROFILES.iter().filter(|profile| profile.command() == self.command);
        own.map(|profile| PossibleValue::new(profile.card.name).help(profile.card.title))
    }
}

impl TypedValueParser for ProfileName {
    type Value = &'static ProfileCard;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<&'static ProfileCard, clap::Error> {
        let known = PROFILES.iter().find(|profile| value.eq_ignore_ascii_case(profile.card.name));
        match known {
            Some(profile) if profile.command() == self.command => Ok(&profile.card),
            Some(profile) => {
                let (name, other) = (profile.card.name, profile.command());
                let message = format!(
                    "`{name}` is a profile of `npuzzle {other}`, not of `npuzzle {}`: expected `npuzzle {other} --profile {name}`\n",
                    self.command
                );
                Err(clap::Error::raw(ErrorKind::InvalidValue, message).with_cmd(command))
            }
            // It says which names there are.
            None => {
                let refused = PossibleValuesParser::new(self.names()).parse_ref(command, argument, value);
                refused.map(|_| &PROFILES[0].card)
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names()))
    }
}
