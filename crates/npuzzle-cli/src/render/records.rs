//! Answers as JSON, JSON lines and CSV. Each record is written as soon as it is known, so that a
//! kill loses nothing.

use serde::Serialize;

use crate::args::Format;
use crate::failure::Failure;
use crate::out::Out;
use crate::render::json;

/// Writes records one after the other.
pub struct Records {
    format: Format,
    several: bool,
    written: usize,
}

/// The JSON of a board that could not be read or solved.
#[derive(Serialize)]
pub struct ErrorObject<'e> {
    status: &'static str,
    board: &'e str,
    /// What is wrong; the place and the hint are for people, who have seen them on standard error.
    pub reason: &'e str,
}

impl<'e> ErrorObject<'e> {
    pub fn new(board: &'e str, message: &'e str) -> Self {
        Self { status: "error", board, reason: message.lines().next().unwrap_or(message) }
    }
}

impl Records {
    /// Records in a format; several of them make an array in JSON.
    pub fn new(format: Format, several: bool) -> Self {
        Self { format, several, written: 0 }
    }

    pub fn begin(&self, out: &mut Out) -> Result<(), Failure> {
        if self.format == Format::Json && self.several { out.line("[") } else { Ok(()) }
    }

    pub fn end(&self, out: &mut Out) -> Result<(), Failure> {
        if self.format == Format::Json && self.several { out.line("\n]") } else { Ok(()) }
    }

    /// Writes one record: `object` in the JSON forms, `row` in CSV, nothing in the text form.
    pub fn write(&mut self, object: &impl Serialize, row: &impl Serialize, out: &mut Out) -> Result<(), Failure> {
        self.written += 1;
        match (self.format, self.several) {
            (Format::Text | Format::Md, _) => Ok(()),
            (Format::Csv, _) => out.text(&self.csv(row)?),
            (Format::Jsonl, _) => out.line(&json::line(object)?),
            (Format::Json, false) => out.line(&json::pretty(object)?),
            (Format::Json, true) => {
                out.text(&format!("{}{}", if self.written > 1 { ",\n" } else { "" }, json::pretty(object)?))
            }
        }
    }

    fn csv(&self, row: &impl Serialize) -> Result<String, Failure> {
        let bug = |error: &dyn std::error::Error| Failure::Bug(error.to_string());
        let mut writer = csv::WriterBuilder::new().has_headers(self.written == 1).from_writer(Vec::new());
        writer.serialize(row).map_err(|error| bug(&error))?;
        let bytes = writer.into_inner().map_err(|error| bug(&error))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
