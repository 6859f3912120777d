//! Answers as JSON, JSON lines and CSV. Each record is written as soon as it is known, so that a
//! kill loses nothing.

use npuzzle::front::boards::Refusal;
use serde::Serialize;

use crate::args::Format;
use crate::failure::Failure;
use crate::out::Out;
use crate::provenance::Provenance;
use crate::render::json;
use crate::render::rows::Row;
use crate::slice::Place;

/// Writes records one after the other.
pub struct Records {
    format: Format,
    several: bool,
    written: usize,
    /// What records of JSON lines and CSV are stamped with.
    provenance: Option<Provenance>,
    /// Where the next record stands in the whole, if this is a part.
    place: Option<Place>,
}

/// A record with where it comes from.
#[derive(Serialize)]
struct Stamped<'s, T> {
    #[serde(flatten)]
    record: &'s T,
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<&'s Place>,
    provenance: Option<&'s Provenance>,
}

/// The JSON of a board that could not be read or solved.
#[derive(Serialize)]
pub struct ErrorObject {
    status: &'static str,
    board: String,
    /// What is wrong; the hint is for people, who have seen it on standard error.
    pub reason: String,
    /// Where the mistake is, if the board could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceObject>,
}

/// A place in a text.
#[derive(Serialize)]
struct PlaceObject {
    source: String,
    line: usize,
    column: usize,
}

impl ErrorObject {
    pub fn new(board: &str, message: &str) -> Self {
        let reason = message.lines().next().unwrap_or(message).to_owned();
        Self { status: "error", board: board.to_owned(), reason, place: None }
    }

    /// A board that is in no part of a run.
    pub fn missing(number: usize, of: usize) -> Self {
        let message = format!("board {number} of {of} is in no part");
        Self { status: "missing", ..Self::new(&format!("#{number}"), &message) }
    }

    /// A board that cannot be read.
    pub fn unread(board: &str, refusal: &Refusal) -> Self {
        let place = refusal.source.as_ref().zip(refusal.place.as_ref()).map(|(source, place)| PlaceObject {
            source: source.clone(),
            line: place.line,
            column: place.column,
        });
        Self { place, ..Self::new(board, &refusal.message.text) }
    }
}

/// The message about a board that cannot be read: one line if it is one of several.
pub fn unread(board: &str, refusal: &Refusal, is_one_of_several: bool) -> String {
    if is_one_of_several { refusal.line(board) } else { refusal.to_string() }
}

impl Records {
    /// Records in a format; several of them make an array in JSON.
    pub fn new(format: Format, several: bool) -> Self {
        Self { format, several, written: 0, provenance: None, place: None }
    }

    /// The same, with where each record comes from in the forms that are one record after the
    /// other.
    pub fn stamped(self, provenance: Provenance) -> Self {
        Self { provenance: Some(provenance), ..self }
    }

    /// Says where the next record stands in the whole; in a part its JSON says so too.
    pub fn stand_at(&mut self, place: Option<Place>) {
        self.place = place;
    }

    /// So many records have been written elsewhere.
    pub fn go_on_at(&mut self, written: usize) {
        self.written = written;
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
            (Format::Text | Format::Md | Format::Latex, _) => Ok(()),
            (Format::Csv, _) => out.text(&self.csv(row)?),
            (Format::Jsonl, _) => out.line(&json::line(object)?),
            (Format::Json, false) => out.line(&json::pretty(object)?),
            (Format::Json, true) => {
                out.text(&format!("{}{}", if self.written > 1 { ",\n" } else { "" }, json::pretty(object)?))
            }
        }
    }

    /// One record of this process as a line of JSON.
    pub fn line(&self, object: &impl Serialize) -> Result<String, Failure> {
        let (slice, provenance) = (self.place.as_ref(), self.provenance.as_ref());
        json::line(&Stamped { record: object, slice, provenance })
    }

    /// Writes one record of this process.
    pub fn write_row(&mut self, object: &impl Serialize, row: &Row, out: &mut Out) -> Result<(), Failure> {
        let provenance = self.provenance.clone();
        self.write_from(object, row, provenance.as_ref(), out)
    }

    /// Writes one record that comes from somewhere, as far as that is known.
    pub fn write_from(
        &mut self,
        object: &impl Serialize,
        row: &Row,
        provenance: Option<&Provenance>,
        out: &mut Out,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Csv => {
                self.written += 1;
                let columns = self.provenance.iter().flat_map(|_| Provenance::COLUMNS);
                let columns = row.columns.iter().copied().chain(columns);
                let none = || Provenance::COLUMNS.map(|_| String::new());
                let cells = self.provenance.iter().flat_map(|_| provenance.map_or_else(none, Provenance::cells));
                let cells: Vec<String> = row.cells.iter().cloned().chain(cells).collect();
                let head = (self.written == 1).then(|| columns.map(str::to_owned).collect());
                out.text(&csv_text(head.into_iter().chain([cells]))?)
            }
            Format::Jsonl | Format::Json if self.is_stamping() => {
                let place = self.place.clone();
                self.write(&Stamped { record: object, slice: place.as_ref(), provenance }, &(), out)
            }
            _ => self.write(object, &(), out),
        }
    }

    /// Whether JSON says where it comes from: each line does, and each record of a part.
    fn is_stamping(&self) -> bool {
        self.provenance.is_some() && (self.format == Format::Jsonl || self.place.is_some())
    }

    fn csv(&self, row: &impl Serialize) -> Result<String, Failure> {
        let bug = |error: &dyn std::error::Error| Failure::Bug(error.to_string());
        let mut writer = csv::WriterBuilder::new().has_headers(self.written == 1).from_writer(Vec::new());
        writer.serialize(row).map_err(|error| bug(&error))?;
        let bytes = writer.into_inner().map_err(|error| bug(&error))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn csv_text(rows: impl Iterator<Item = Vec<String>>) -> Result<String, Failure> {
    let bug = |error: &dyn std::error::Error| Failure::Bug(error.to_string());
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(&row).map_err(|error| bug(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| bug(&error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
