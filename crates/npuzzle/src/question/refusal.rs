//! Why a question has no answer: which field, where in its text, what was expected.

use std::fmt;

use crate::catalogue::RequestError;
use crate::domains::tiles::goal::GoalError;
use crate::domains::tiles::notation;
use crate::front::hint::Hint;
use crate::front::messages::Message;
use crate::question::fields::EstimateFiles;

/// Why a question has no answer. The message fits every front: it names no flag, and each front
/// knows how it calls a field. As a text it has the hint on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Who can do something about it.
    pub fault: Fault,
    /// What is wrong and what was expected.
    pub message: String,
    /// What to do about it.
    pub hint: Option<Hint>,
    /// The field it is about, with the place in its text.
    pub place: Option<FieldPlace>,
}

/// Who can do something about a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The person who asks: the question cannot be understood or answered.
    Question,
    /// The author of a heuristic or a problem: it has no value at a state that was reached.
    Heuristic,
    /// The person who sets the limits: one of them ended the work, and half of it is not an answer.
    Limit,
    /// We: this is a bug.
    Bug,
}

/// A place in the text of a field.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldPlace {
    /// The field.
    pub field: &'static str,
    /// Line of its text, counted from one.
    pub line: usize,
    /// Column in characters, counted from one.
    pub column: usize,
    /// Length in characters, at least one.
    pub length: usize,
}

impl FieldPlace {
    /// The whole text of a field, without the space around it.
    pub fn whole(field: &'static str, text: &str) -> Self {
        let before = text.len() - text.trim_start().len();
        let column = text[..before].rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let line = text[..before].matches('\n').count() + 1;
        Self { field, line, column, length: text.trim().chars().count().max(1) }
    }

    /// A place in the text of a field.
    pub fn of(field: &'static str, place: &notation::Place) -> Self {
        Self { field, line: place.line, column: place.column, length: place.length.max(1) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "\nhelp: {hint}"))
    }
}

impl std::error::Error for Refusal {}

impl From<Message> for Refusal {
    fn from(Message { text, hint }: Message) -> Self {
        Self { fault: Fault::Question, message: text, hint, place: None }
    }
}

impl Refusal {
    /// A question that cannot be answered, whatever its fields.
    pub fn question(message: impl Into<String>) -> Self {
        Self::from(Message { text: message.into(), hint: None })
    }

    /// The text of a field is not what was expected there.
    pub fn in_field(field: &'static str, text: &str, message: impl Into<String>) -> Self {
        Self::question(message).at(Some(FieldPlace::whole(field, text)))
    }

    /// A limit ended the work.
    pub fn limit(message: impl Into<String>) -> Self {
        Self { fault: Fault::Limit, ..Self::question(message) }
    }

    /// With the place, where it is known.
    pub fn at(mut self, place: Option<FieldPlace>) -> Self {
        self.place = place;
        self
    }

    /// A goal that cannot be read or does not fit. `text` is the field, if it was given.
    pub fn goal(error: &GoalError, text: Option<&str>) -> Self {
        let place = match error {
            GoalError::NotABoard(error) => error.place.as_ref().map(|place| FieldPlace::of("goal", place)),
            _ => None,
        };
        Self::from(Message::goal(error)).at(place.or_else(|| Some(FieldPlace::whole("goal", text?))))
    }

    /// What the searches refuse. `named` are the texts it may be about.
    pub(crate) fn request(error: &RequestError, named: &Named<'_>) -> Self {
        if error.is_bug() {
            return Self { fault: Fault::Bug, ..Self::question(error.to_string()) };
        }
        let fault = match error {
            RequestError::Broken { .. } => Fault::Heuristic,
            _ => Fault::Question,
        };
        Self { fault, ..Self::from(Message::request(error)) }.at(named.place(error))
    }
}

/// Fields that name searches, heuristics and a goal, with their texts.
#[derive(Default)]
pub(crate) struct Named<'t> {
    pub algorithms: (&'static str, &'t [String]),
    pub heuristics: (&'static str, &'t [String]),
    pub goal: Option<&'t str>,
    pub beam_width: Option<&'t str>,
    pub device: Option<&'t str>,
    pub problem: Option<&'t str>,
    pub estimates: Option<&'t EstimateFiles>,
}

impl Named<'_> {
    /// The place of an error.
    fn place(&self, error: &RequestError) -> Option<FieldPlace> {
        let (field, texts) = match error {
            RequestError::BeamWidth { .. } => return self.beam_width.map(|text| FieldPlace::whole("beam_width", text)),
            RequestError::Device { .. } => return self.device.map(|text| FieldPlace::whole("device", text)),
            RequestError::UnknownName { kind: "algorithm", .. }
            | RequestError::Option { .. }
            | RequestError::NoTrace { .. }
            | RequestError::NoBeam { .. }
            | RequestError::NoJournal { .. }
            | RequestError::SingleMoves { .. }
            | RequestError::TilesOnly { .. } => self.algorithms,
            RequestError::UnknownName { kind: "heuristic", .. }
            | RequestError::NeedsConsistency { .. }
            | RequestError::NeedsPatterns { .. }
            | RequestError::UnknownHeuristic { .. }
            | RequestError::NotABoard { .. }
            | RequestError::Broken { .. }
            | RequestError::Unavailable(_) => self.heuristics,
            RequestError::Text { source_name, error } => {
                let field = match self.estimates {
                    Some(files) if files.contains_key(source_name) => "estimates",
                    // The board of `tiles(...)`.
                    _ if source_name == "board" => return self.problem.map(|text| FieldPlace::whole("problem", text)),
                    _ => self.heuristics.0,
                };
                return error.place.as_ref().map(|place| FieldPlace::of(field, place));
            }
            RequestError::UnknownName { kind: "problem", .. } | RequestError::Problem { .. } => {
                return self.problem.map(|text| FieldPlace::whole("problem", text));
            }
            RequestError::Goal(_) => return self.goal.map(|text| FieldPlace::whole("goal", text)),
            _ => return None,
        };
        let culprit = match error {
            RequestError::UnknownName { name, .. } | RequestError::UnknownHeuristic { name, .. } => {
                texts.iter().find(|text| text.contains(name.as_str()))
            }
            RequestError::Option { call, .. } => texts.iter().find(|text| text.trim() == call.trim()),
            _ => None,
        };
        culprit.or(texts.first()).map(|text| FieldPlace::whole(field, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_text_is_underlined_without_the_space_around_it() {
        let place = FieldPlace::whole("heuristic", "  añb ");
        assert_eq!((place.column, place.length), (3, 3));
        assert_eq!(FieldPlace::whole("board", "").length, 1);
        let place = FieldPlace::whole("board", "\n\n  12x ");
        assert_eq!((place.line, place.column, place.length), (3, 3, 3));
    }
}
