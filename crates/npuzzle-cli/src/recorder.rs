//! What a search does, written down while it does it: `--trace` and `--step`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use npuzzle::core::Progress;
use npuzzle::question::Watch;
use npuzzle::teach::blackboard::Blackboard;
use npuzzle::trace::{TraceEvent, TraceHeader};
use serde::Serialize;

use crate::args::{Format, WatchArguments};
use crate::failure::Failure;
use crate::files::NewFile;
use crate::out::Out;
use crate::progress::ProgressLine;
use crate::ranks::{self, Saved};
use crate::render::json;
use crate::render::step::{MOST_WAITING, StateNames, StepText};

enum Target {
    StandardOutput,
    File(NewFile),
}

/// Takes the events of one search after the other.
pub struct Recorder {
    target: Option<Target>,
    blackboard: Option<(Blackboard, StepText)>,
    /// The first line of a search, until something is known to follow it.
    header: Option<TraceHeader>,
    /// Whether there is anything worth a file: a search that was not refused.
    has_search: bool,
    failed: Option<Failure>,
    /// Ends the search when the reader is gone.
    cancel: Arc<AtomicBool>,
}

impl Recorder {
    /// `names` says how the steps write boards and their moves.
    pub fn new(
        arguments: &WatchArguments,
        format: Format,
        names: StateNames,
        cancel: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let to_standard_output = arguments.trace.as_deref() == Some("-");
        if arguments.step && (format != Format::Text || to_standard_output) {
            return Err(Failure::usage(
                "--step prints text: it goes with `--format text`, and with `--trace FILE` but not `--trace -`",
            ));
        }
        let target = match arguments.trace.as_deref() {
            None => None,
            Some("-") => Some(Target::StandardOutput),
            Some(path) => Some(Target::File(NewFile::create(Path::new(path))?)),
        };
        let blackboard = arguments.step.then(|| (Blackboard::new(MOST_WAITING), StepText::new(names)));
        Ok(Self { target, blackboard, header: None, has_search: false, failed: None, cancel })
    }

    /// Whether anything is written down.
    pub fn is_wanted(&self) -> bool {
        self.target.is_some() || self.blackboard.is_some()
    }

    /// Whether standard output is for the trace and nothing else.
    pub fn replaces_the_answer(&self) -> bool {
        matches!(self.target, Some(Target::StandardOutput))
    }

    /// A search begins. Without a header it will not get far, and says itself why.
    pub fn begin(&mut self, header: Option<TraceHeader>) {
        if let (Some((_, text)), Some(header)) = (&mut self.blackboard, &header) {
            text.begin(header);
        }
        self.header = header;
    }

    /// Takes an event. A failure stops the search and is reported at the end.
    pub fn event(&mut self, event: &TraceEvent, out: &mut Out) {
        if self.failed.is_some() {
            return;
        }
        let mut written = self.write_header(out).and_then(|()| self.write(event, out));
        if let Some((blackboard, text)) = &mut self.blackboard {
            blackboard.event(event, &mut |scene| {
                if written.is_ok() {
                    written = out.text(&text.scene(&scene));
                }
            });
        }
        if let Err(failure) = written {
            self.failed = Some(failure);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// The search has ended. One that was refused leaves nothing behind.
    pub fn end(&mut self, was_answered: bool, out: &mut Out) -> Result<(), Failure> {
        if let Some(failure) = self.failed.take() {
            self.has_search = false;
            return Err(failure);
        }
        if !was_answered {
            return Ok(());
        }
        self.write_header(out)?;
        self.has_search = true;
        if let Some((blackboard, text)) = &mut self.blackboard {
            let mut written = Ok(());
            blackboard.end(&mut |scene| written = out.text(&text.scene(&scene)));
            written?;
            out.line("")?;
        }
        Ok(())
    }

    /// All searches have ended: the file gets its name. Where nothing was recorded, an older file
    /// keeps it.
    pub fn finish(self) -> Result<(), Failure> {
        match self.target {
            Some(Target::File(file)) if self.has_search => file.finish(),
            _ => Ok(()),
        }
    }

    fn write_header(&mut self, out: &mut Out) -> Result<(), Failure> {
        self.header.take().map_or(Ok(()), |header| self.write(&header, out))
    }

    fn write(&mut self, value: &impl Serialize, out: &mut Out) -> Result<(), Failure> {
        match &mut self.target {
            None => Ok(()),
            Some(Target::StandardOutput) => out.line(&json::line(value)?),
            Some(Target::File(file)) => {
                let line = json::line(value)?;
                writeln!(file, "{line}").map_err(|error| file.named(error.into()))
            }
        }
    }
}

/// Shows how a search gets on, and records what it does if that is wanted.
pub struct Live<'l> {
    pub line: ProgressLine,
    pub recorder: &'l mut Recorder,
    /// Where several processes keep what is done, until that is said.
    pub unsaid: Option<Saved<'l>>,
    pub out: &'l mut Out,
}

impl Watch for Live<'_> {
    fn progress(&mut self, progress: &Progress) {
        // A search in an iteration has opened its journal.
        if progress.iteration.is_some()
            && let Some(kept) = self.unsaid.take()
        {
            self.line.clear();
            // A reader that is gone is noticed with the answer.
            let _ = ranks::note(kept, self.out);
        }
        self.line.update(progress);
    }

    fn takes_events(&self) -> bool {
        self.recorder.is_wanted()
    }

    fn begins(&mut self, header: &TraceHeader) {
        self.recorder.begin(Some(header.clone()));
    }

    fn event(&mut self, event: &TraceEvent) -> ControlFlow<()> {
        self.recorder.event(event, self.out);
        ControlFlow::Continue(())
    }
}
