//! The keys in menus and fields: the sheet of help, the events to jump to, and what is typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::failure::Failure;
use crate::terminal::replay::index::{Mark, look};
use crate::terminal::replay::keys::{Typed, typed};
use crate::terminal::replay::model::{Jump, MOST_REPEATED, Mode, Model, Panel};
use crate::terminal::replay::names::cut;

/// So many lines of the help are a page.
const HELP_PAGE: usize = 8;
/// The longest text that is looked for: the text of a large board.
const LONGEST_TEXT: usize = 60_000;

impl Model {
    /// The events there are after the step in sight and before it.
    pub(super) fn jumps(&self) -> Vec<Jump> {
        let (index, here) = (look(&self.index), self.player.step());
        let both = Mark::ALL.into_iter().flat_map(|mark| [(mark, true), (mark, false)]);
        let found = both.map(|(mark, forward)| (mark, forward, index.find(mark, here, forward)));
        found.filter_map(|(mark, forward, step)| Some(Jump { mark, forward, step: step? })).collect()
    }

    /// A text was pasted.
    pub fn paste(&mut self, text: &str) {
        if let Mode::Find(typed) | Mode::GoTo(typed) = &mut self.mode {
            let plain = text.chars().filter(|c| !c.is_control());
            typed.extend(plain.take(LONGEST_TEXT.saturating_sub(typed.len())));
        }
    }

    /// The sheet of keys after a key.
    pub(super) fn leaf(&self, from: usize, key: &KeyEvent) -> Mode {
        let end = self.ends[Panel::Help as usize].get();
        let to = match key.code {
            KeyCode::Down | KeyCode::Char('j') => from.saturating_add(1),
            KeyCode::Up | KeyCode::Char('k') => from.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => from.saturating_add(HELP_PAGE),
            KeyCode::PageUp => from.saturating_sub(HELP_PAGE),
            KeyCode::Home => 0,
            KeyCode::End => end,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('?' | 'q') => return Mode::Steps,
            _ => from,
        };
        Mode::Help(to.min(end))
    }

    pub(super) fn choose(&mut self, jumps: Vec<Jump>, chosen: usize, key: &KeyEvent) -> Result<(), Failure> {
        let count = jumps.len().max(1);
        match key.code {
            KeyCode::Down | KeyCode::Char('j') => self.mode = Mode::Jump(jumps, (chosen + 1) % count),
            KeyCode::Up | KeyCode::Char('k') => self.mode = Mode::Jump(jumps, (chosen + count - 1) % count),
            KeyCode::Enter => {
                self.mode = Mode::Steps;
                if let Some(jump) = jumps.get(chosen) {
                    self.player.go(jump.step)?;
                }
                return self.work();
            }
            KeyCode::Esc | KeyCode::Char('q') => self.mode = Mode::Steps,
            _ => {}
        }
        Ok(())
    }

    pub(super) fn type_in(
        &mut self,
        mut text: String,
        key: &KeyEvent,
        mode: fn(String) -> Mode,
    ) -> Result<(), Failure> {
        match typed(key) {
            None => return Ok(()),
            Some(Typed::GiveUp) => {
                self.mode = Mode::Steps;
                return Ok(());
            }
            Some(Typed::Accept) => return self.accept(text.trim()),
            Some(Typed::Empty) => text.clear(),
            Some(Typed::EraseWord) => {
                let rest = text.trim_end().rfind(' ').map_or(0, |space| space + 1);
                text.truncate(rest);
            }
            Some(Typed::Erase) => {
                text.pop();
            }
            Some(Typed::Letter(letter)) if text.len() < LONGEST_TEXT => text.push(letter),
            Some(Typed::Letter(_)) => {}
        }
        self.mode = mode(text);
        Ok(())
    }

    /// A text was typed to its end.
    fn accept(&mut self, text: &str) -> Result<(), Failure> {
        let is_find = matches!(self.mode, Mode::Find(_));
        self.mode = Mode::Steps;
        match text.replace([',', '_'], "").parse() {
            _ if text.is_empty() => {}
            _ if is_find => {
                text.clone_into(&mut self.found);
                self.player.find(text, true)?;
            }
            Ok(step) => self.go(step)?,
            Err(_) => self.message = format!("`{}` is not the number of a step", cut(text, MOST_REPEATED)),
        }
        self.work()
    }
}
