//! The answers to a set of boards, kept in a file while they are given: `solve --resume`.
//!
//! The file has the lines that `--slice I/N --format jsonl` prints, so `npuzzle merge` reads it.
//! Each answer is on the disk before the next one is shown, so a kill loses the boards in progress
//! and nothing else. A file goes with one command; the answers of another one are refused.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::failure::{self, Failure};
use crate::journal::{self, Journal, Lock};
use crate::out::Out;
use crate::parts::{self, PartRecord, code_of};
use crate::provenance::Provenance;
use crate::slice::Deal;

/// The file that is written on.
pub struct Answers {
    journal: Journal,
    _lock: Lock,
}

/// What an earlier run has left in it.
#[derive(Default)]
pub struct Earlier {
    /// Which of the boards that are dealt are answered.
    pub answered: BTreeSet<usize>,
    lines: Vec<String>,
    /// The worst of their exit codes.
    code: u8,
}

/// Whether an answer with this exit code is one for good: a search that the user has interrupted
/// begins again, and so does what could not be answered.
pub fn is_final(code: u8, is_interrupted: bool) -> bool {
    match code {
        failure::ANSWERED | failure::UNSOLVABLE => true,
        failure::NOTHING_FOUND | failure::NOT_PROVED => !is_interrupted,
        _ => false,
    }
}

impl Answers {
    /// Goes on with the file of an earlier run of this command, or begins a new one.
    pub fn open(path: &Path, deal: &Deal, provenance: &Provenance) -> Result<(Self, Earlier), Failure> {
        let lock = Lock::take(path)?;
        let bytes = journal::bytes_of(path)?;
        let text = String::from_utf8_lossy(bytes.as_deref().unwrap_or_default());
        let mut earlier = Earlier::default();
        if let Some(place) = deal.place(0, "", None) {
            let source = "this command".to_owned();
            let now = PartRecord { source, place, provenance: provenance.clone(), value: Value::Null };
            for (line, PartRecord { place, value, .. }) in parts::of_earlier_run(path, &text, &now)? {
                let code = code_of(&value);
                if is_final(code, false) && earlier.answered.insert((place.board - place.index) / place.of) {
                    earlier.code = failure::worst([earlier.code, code]);
                    earlier.lines.push(line);
                }
            }
        }
        let kept: String = earlier.lines.iter().map(|line| format!("{line}\n")).collect();
        let journal = Journal::on(path, (bytes.is_none() || kept != text).then_some(&kept))?;
        Ok((Self { journal, _lock: lock }, earlier))
    }

    /// Keeps an answer.
    pub fn add(&mut self, line: &str) -> Result<(), Failure> {
        self.journal.add(line)
    }
}

impl Earlier {
    /// Shows the answers: the worst of their exit codes.
    pub fn show(&self, deal: &Deal, out: &mut Out) -> Result<u8, Failure> {
        if !self.lines.is_empty() {
            out.note(&format!("{} of {} boards are done already", self.lines.len(), deal.count()))?;
        }
        self.lines.iter().try_for_each(|line| out.line(line))?;
        out.flush()?;
        Ok(self.code)
    }
}
