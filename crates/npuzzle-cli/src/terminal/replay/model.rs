//! What a replay is doing: the step in sight, playing, and what the keys are for.

use std::cell::Cell;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::failure::Failure;
use crate::render::numbers::thousands;
use crate::terminal::replay::index::{Mark, Reading, Shared, look};
use crate::terminal::replay::keys::{Action, action};
use crate::terminal::replay::names::cut;
use crate::terminal::replay::player::{Moment, Player, Progress};
use crate::terminal::theme::Theme;

/// What the keys are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    Steps,
    /// From which line on the keys are shown.
    Help(usize),
    /// The events there are, and the place of the one that is chosen.
    Jump(Vec<Jump>, usize),
    GoTo(String),
    Find(String),
}

/// An event to jump to: the next of its kind, or the last before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    pub mark: Mark,
    pub forward: bool,
    pub step: u64,
}

/// Panels that scroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    Successors,
    Waiting,
    Help,
}

/// Steps a second: two to the power of this.
const FASTEST: u32 = 10;
/// A long way is interrupted after this time, for a look at the keyboard.
const PIECE: Duration = Duration::from_millis(50);
/// So much of a text that was typed is repeated in a message.
pub(super) const MOST_REPEATED: usize = 40;

/// A replay.
pub struct Model {
    pub player: Player,
    pub index: Shared,
    pub theme: Theme,
    pub mode: Mode,
    pub moment: Option<Moment>,
    /// What was done last, or why not.
    pub message: String,
    pub playing: bool,
    pub speed: u32,
    next_tick: Option<Instant>,
    /// What was looked for last.
    pub(super) found: String,
    pub panel: Panel,
    pub scrolled: [usize; 2],
    /// How far each panel could be scrolled when it was drawn last.
    pub ends: [Cell<usize>; 3],
    pub code: bool,
    pub over: bool,
    /// The step it will go to when the index has come so far; beyond all others if the last is
    /// meant.
    awaited: Option<u64>,
    /// A text that was not found, and whether it was looked for forwards, until a message says so.
    missing: Option<(String, bool)>,
}

impl Model {
    pub fn new(player: Player, index: Shared, theme: Theme, from: u64) -> Self {
        Self {
            player,
            index,
            theme,
            mode: Mode::Steps,
            moment: None,
            message: String::new(),
            playing: false,
            speed: 2,
            next_tick: None,
            found: String::new(),
            panel: Panel::Successors,
            scrolled: [0; 2],
            ends: Default::default(),
            code: false,
            over: false,
            awaited: Some(from),
            missing: None,
        }
    }

    /// How long one may wait for a key.
    pub fn patience(&self, now: Instant) -> Duration {
        match self.next_tick {
            _ if self.player.is_busy() => Duration::ZERO,
            Some(tick) => tick.saturating_duration_since(now),
            None => Duration::from_millis(100),
        }
    }

    /// Goes on with what takes time.
    pub fn tick(&mut self, now: Instant) -> Result<(), Failure> {
        if let Some(step) = self.awaited {
            let (steps, is_read) = self.known();
            if is_read || steps >= step {
                self.message.clear();
                self.go(step)?;
            } else if self.moment.is_some() || step > 1 {
                let what =
                    if step == u64::MAX { "the last step".to_owned() } else { format!("step {}", thousands(step)) };
                self.message = format!("{what} is shown as soon as it is read; Esc stops waiting");
            }
        }
        if let (true, Some(tick)) = (self.playing && !self.player.is_busy(), self.next_tick)
            && now >= tick
        {
            let step = self.player.step();
            let (steps, is_read) = self.known();
            if step < steps {
                self.player.go(step + 1)?;
                self.next_tick = Some(now + self.interval());
            } else if is_read {
                (self.playing, self.next_tick) = (false, None);
            } else {
                self.next_tick = Some(now + self.interval());
            }
        }
        self.work()
    }

    /// How many steps are known, and whether these are all.
    fn known(&self) -> (u64, bool) {
        let index = look(&self.index);
        (index.steps, !matches!(index.reading, Reading::Under { .. }))
    }

    /// To a step, as soon as it is known.
    pub(super) fn go(&mut self, step: u64) -> Result<(), Failure> {
        let (steps, is_read) = self.known();
        self.awaited = None;
        if step > steps && !is_read {
            self.awaited = Some(step);
            return Ok(());
        }
        // The reason why there are no more comes at the same place, and says more.
        let is_broken = matches!(look(&self.index).reading, Reading::Failed(_));
        if step > steps && step < u64::MAX && !is_broken {
            self.message = match steps {
                1 => "there is one step".to_owned(),
                _ => format!("there are {} steps", thousands(steps)),
            };
        }
        self.player.go(step)
    }

    fn interval(&self) -> Duration {
        Duration::from_secs(1) / 2_u32.pow(self.speed)
    }

    /// A piece of the way to the step that was asked for.
    pub(super) fn work(&mut self) -> Result<(), Failure> {
        if self.player.is_busy() {
            let began = Instant::now();
            match self.player.work(|| began.elapsed() < PIECE)? {
                Progress::Under(step) => {
                    self.message = format!("on the way, at step {}; Esc stops", thousands(step));
                    return Ok(());
                }
                Progress::Missing { text, forward } => {
                    // It goes back to where it set out.
                    self.missing = Some((text, forward));
                    return self.work();
                }
                Progress::Arrived if self.message.starts_with("on the way") => self.message.clear(),
                Progress::Arrived => {}
            }
        }
        if let Some((text, forward)) = self.missing.take() {
            let side = if forward { "after" } else { "before" };
            self.message = format!("`{}` does not occur {side} this step", cut(&text, MOST_REPEATED));
        }
        if self.moment.as_ref().map(|moment| moment.step) != Some(self.player.step()) {
            self.moment = self.player.moment();
            self.scrolled = [0; 2];
        }
        Ok(())
    }

    /// A key was pressed.
    pub fn key(&mut self, key: &KeyEvent, now: Instant) -> Result<(), Failure> {
        if self.player.is_busy() && key.code == KeyCode::Esc {
            self.missing = None;
            self.player.stop();
            return self.work();
        }
        if self.mode == Mode::Steps && key.code == KeyCode::Esc && self.awaited.take().is_some() {
            self.message.clear();
            // Until the first step of the trace is known, its beginning is shown.
            return if self.moment.is_none() { self.go(1) } else { Ok(()) };
        }
        let message = std::mem::take(&mut self.message);
        match self.mode.clone() {
            Mode::Steps if key.code == KeyCode::Esc && (!message.is_empty() || self.playing) => {
                (self.playing, self.next_tick) = (false, None);
                Ok(())
            }
            Mode::Steps => action(key).map_or(Ok(()), |action| self.act(action, now)),
            Mode::Help(from) => {
                self.mode = self.leaf(from, key);
                Ok(())
            }
            Mode::Jump(jumps, chosen) => self.choose(jumps, chosen, key),
            Mode::GoTo(text) => self.type_in(text, key, Mode::GoTo),
            Mode::Find(text) => self.type_in(text, key, Mode::Find),
        }
    }

    fn act(&mut self, action: Action, now: Instant) -> Result<(), Failure> {
        let step = self.player.step();
        match action {
            // The last step that is known is the end of such a way, and there is nothing to wait
            // for.
            Action::Step(by) => {
                self.awaited = None;
                let (steps, is_read) = self.known();
                if step == 1 && by < 0 {
                    "this is the first step".clone_into(&mut self.message);
                } else if step == steps && is_read && by > 0 {
                    "this is the last step".clone_into(&mut self.message);
                }
                self.player.go(step.saturating_add_signed(by))?;
            }
            Action::First => self.go(1)?,
            Action::Last => self.go(u64::MAX)?,
            Action::PlayOrPause => {
                self.playing = !self.playing;
                self.next_tick = self.playing.then_some(now);
            }
            Action::Slower => self.speed = self.speed.saturating_sub(1),
            Action::Faster => self.speed = (self.speed + 1).min(FASTEST),
            Action::Jump => {
                let jumps = self.jumps();
                match jumps.is_empty() {
                    true => "nothing of note is known before or after this step".clone_into(&mut self.message),
                    false => self.mode = Mode::Jump(jumps, 0),
                }
            }
            Action::GoTo => self.mode = Mode::GoTo(String::new()),
            Action::Find => self.mode = Mode::Find(String::new()),
            Action::FindAgain { .. } if self.found.is_empty() => {
                "no search yet: `/` finds a state".clone_into(&mut self.message);
            }
            Action::FindAgain { forward } => self.player.find(&self.found, forward)?,
            Action::NextPanel => {
                self.panel = if self.panel == Panel::Successors { Panel::Waiting } else { Panel::Successors };
            }
            Action::Scroll(by) => {
                let (place, end) = (&mut self.scrolled[self.panel as usize], self.ends[self.panel as usize].get());
                *place = place.saturating_add_signed(by as isize).min(end);
            }
            Action::Code => self.code = !self.code,
            Action::Help => self.mode = Mode::Help(0),
            Action::Back if self.code => self.code = false,
            Action::Back => "q quits".clone_into(&mut self.message),
            Action::Quit => self.over = true,
        }
        // A step by hand is a wish to look.
        if !matches!(action, Action::PlayOrPause | Action::Slower | Action::Faster | Action::NextPanel | Action::Code) {
            (self.playing, self.next_tick) = (false, None);
        }
        self.work()
    }
}
