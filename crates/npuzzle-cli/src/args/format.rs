//! The form of an answer: `--format`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A form that a command takes, and its help there.
pub type Form = (Format, &'static str);

/// The forms of many commands.
pub const TEXT: Form = (Format::Text, "For people");
pub const OBJECT: Form = (Format::Json, "One object");
pub const OBJECTS: Form = (Format::Json, "One object, or an array for several boards");
pub const LINES: Form = (Format::Jsonl, "One object per line, written as each board is done");
pub const ROWS: Form = (Format::Csv, "One row per board");

/// The form of an answer. A command takes some of them, and says what they look like there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON value.
    Json,
    /// A JSON object per line, each written as soon as it is known.
    Jsonl,
    /// Rows for a spreadsheet.
    Csv,
    /// Markdown tables.
    Md,
    /// LaTeX tables.
    Latex,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Md => "md",
            Self::Latex => "latex",
        }
    }

    /// The forms that a command takes, in the order of its help.
    pub fn among(forms: &'static [Form]) -> impl TypedValueParser<Value = Self> {
        let values = forms.iter().map(|(form, help)| PossibleValue::new(form.name()).help(*help));
        PossibleValuesParser::new(values).map(move |name| {
            let named = forms.iter().find(|(form, _)| form.name().eq_ignore_ascii_case(&name));
            named.map_or(Self::Text, |(form, _)| *form)
        })
    }
}
