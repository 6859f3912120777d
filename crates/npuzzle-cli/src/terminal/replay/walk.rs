//! Through a trace forwards, one scene after the other.

use std::io::{BufReader, Seek, SeekFrom};
use std::sync::Arc;

use npuzzle::teach::blackboard::{Blackboard, PackedBlackboard, Scene, Undo};
use npuzzle::trace::TraceHeader;

use crate::failure::Failure;
use crate::render::step::Behind;
use crate::terminal::replay::source::Source;
use crate::trace_file::{Line, TraceReader};

/// What a step of the replay shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A trace begins: what is searched.
    Header(Arc<TraceHeader>),
    /// What the search does.
    Scene(Scene),
}

/// A place between two steps.
#[derive(Debug)]
pub struct Place {
    /// How many steps are before it.
    pub steps: u64,
    /// Where the next step begins: its byte, and how many lines are before it.
    place: (u64, u64),
    pub header: Option<Arc<TraceHeader>>,
    pub blackboard: Blackboard,
}

impl Place {
    /// Before everything.
    pub fn start() -> Self {
        // Lists of what waits are asked for when they are shown.
        Self { steps: 0, place: (0, 0), header: None, blackboard: Blackboard::new(0) }
    }

    /// The same, to be kept.
    pub fn kept(&self) -> Checkpoint {
        let (bytes, blackboard) = (self.blackboard.packed_bytes(), self.blackboard.packed());
        Checkpoint { steps: self.steps, place: self.place, header: self.header.clone(), blackboard, bytes }
    }
}

/// A place that is kept, from which one can go on.
#[derive(Debug)]
pub struct Checkpoint {
    /// How many steps are before it.
    pub steps: u64,
    place: (u64, u64),
    header: Option<Arc<TraceHeader>>,
    blackboard: PackedBlackboard,
    /// Roughly what it takes.
    pub bytes: usize,
}

impl Checkpoint {
    fn place(&self) -> Place {
        let blackboard = self.blackboard.unpacked();
        Place { steps: self.steps, place: self.place, header: self.header.clone(), blackboard }
    }
}

/// How to take a step back.
pub struct Past {
    place: (u64, u64),
    header: Option<Arc<TraceHeader>>,
    change: Change,
}

enum Change {
    Scene(Option<Box<Undo>>),
    /// Another trace began on a clean blackboard.
    Trace(Box<Blackboard>),
}

impl Past {
    /// Roughly what it takes, in bytes.
    pub fn bytes(&self) -> usize {
        let change = match &self.change {
            Change::Scene(undo) => undo.as_ref().map_or(0, |undo| undo.bytes()),
            Change::Trace(before) => before.packed_bytes(),
        };
        size_of::<Self>() + change
    }
}

/// A line, and its place.
type Ahead = (Line, (u64, u64));

/// Reads a trace scene by scene.
pub struct Walker {
    reader: TraceReader<BufReader<Source>>,
    /// The line read last, which begins the next step, and its place.
    ahead: Option<Ahead>,
    /// What is wrong with the line behind the last step.
    trouble: Option<Failure>,
    pub at: Place,
}

impl Walker {
    pub fn new(source: Source, name: &str) -> Self {
        let reader = TraceReader::new(BufReader::with_capacity(1 << 16, source), name);
        Self { reader, ahead: None, trouble: None, at: Place::start() }
    }

    /// Whether the last line was incomplete.
    pub fn breaks_off(&self) -> bool {
        self.reader.breaks_off()
    }

    /// What is behind the step read last.
    pub fn behind(&self) -> Behind {
        match &self.ahead {
            Some((Line::Event(_), _)) => Behind::Steps,
            Some((Line::Header(_), _)) => Behind::End,
            None if self.trouble.is_some() || self.breaks_off() => Behind::BrokenLine,
            None => Behind::End,
        }
    }

    /// How many bytes are before the place.
    pub fn bytes(&self) -> u64 {
        self.at.place.0
    }

    /// Goes on from another place: one that is kept, or the beginning.
    pub fn go_to(&mut self, checkpoint: Option<&Checkpoint>) -> Result<(), Failure> {
        // The place it was at need not be in memory beside the other.
        self.at = Place::start();
        if let Some(checkpoint) = checkpoint {
            self.at = checkpoint.place();
        }
        self.look_again()
    }

    /// Takes steps back, the last first, and leaves out what was read ahead.
    pub fn take_back(&mut self, pasts: impl IntoIterator<Item = Past>) -> Result<(), Failure> {
        for past in pasts {
            self.at.steps -= 1;
            self.at.place = past.place;
            self.at.header = past.header;
            match past.change {
                Change::Scene(Some(undo)) => self.at.blackboard.undo(*undo),
                Change::Scene(None) => {}
                Change::Trace(before) => self.at.blackboard = *before,
            }
        }
        self.look_again()
    }

    fn look_again(&mut self) -> Result<(), Failure> {
        let (offset, line) = self.at.place;
        (self.ahead, self.trouble) = (None, None);
        let moved = self.reader.source().seek(SeekFrom::Start(offset));
        moved.map_err(|error| Failure::Usage(format!("cannot read the trace again: {error}")))?;
        self.reader.went_to(offset, line);
        Ok(())
    }

    fn read(&mut self) -> Result<Option<Ahead>, Failure> {
        let place = self.reader.place();
        Ok(self.reader.next()?.map(|line| (line, place)))
    }

    /// Looks at the next line. A step is not lost because the line behind it is wrong.
    fn read_ahead(&mut self) -> Option<Ahead> {
        self.read().unwrap_or_else(|trouble| {
            self.trouble = Some(trouble);
            None
        })
    }

    /// The next step and how to take it back, or `None` at the end.
    pub fn next(&mut self) -> Result<Option<(Shown, Past)>, Failure> {
        if let Some(trouble) = self.trouble.take() {
            return Err(trouble);
        }
        let first = match self.ahead.take() {
            Some(ahead) => Some(ahead),
            None => self.read()?,
        };
        let Some((line, _)) = first else { return Ok(None) };
        let (before, header) = (self.at.place, self.at.header.clone());
        match line {
            Line::Header(next) => {
                self.ahead = self.read_ahead();
                let next = Arc::new(next);
                self.at.header = Some(Arc::clone(&next));
                let board = std::mem::replace(&mut self.at.blackboard, Blackboard::new(0));
                self.complete();
                Ok(Some((Shown::Header(next), Past { place: before, header, change: Change::Trace(Box::new(board)) })))
            }
            Line::Event(event) => {
                let mut scene = None;
                let mut tell = |told| scene = Some(told);
                self.at.blackboard.remember();
                self.at.blackboard.event(&event, &mut tell);
                self.ahead = loop {
                    match self.read_ahead() {
                        Some((Line::Event(event), _)) if !self.at.blackboard.begins(&event) => {
                            self.at.blackboard.event(&event, &mut tell);
                        }
                        next => break next,
                    }
                };
                self.at.blackboard.end(&mut tell);
                let change = Change::Scene(self.at.blackboard.remembered().map(Box::new));
                self.complete();
                let past = Past { place: before, header, change };
                Ok(scene.map(|scene| (Shown::Scene(scene), past)))
            }
        }
    }

    fn complete(&mut self) {
        self.at.steps += 1;
        self.at.place = match &self.ahead {
            Some((_, place)) => *place,
            None => self.reader.place(),
        };
    }
}
