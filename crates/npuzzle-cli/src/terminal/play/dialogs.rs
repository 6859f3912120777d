//! What keys do on cards and in the editor.

use std::time::Duration;

use npuzzle::domains::tiles::Direction;
use npuzzle::domains::tiles::goal::Goal;
use ratatui::crossterm::event::KeyEvent;

use crate::terminal::play::game::Origin;
use crate::terminal::play::goal_picker::GoalPicker;
use crate::terminal::play::keys::{self, Action};
use crate::terminal::play::model::{Deal, Mode, Model, Tone};
use crate::terminal::play::update::scrolled;

impl Model {
    pub(super) fn edit(&mut self, action: Action, event: &KeyEvent, now: Duration) {
        let Mode::Editing(editing) = &mut self.mode else { return };
        let mut message = None;
        match action {
            Action::Up => editing.go(Direction::Up),
            Action::Down => editing.go(Direction::Down),
            Action::Left => editing.go(Direction::Left),
            Action::Right => editing.go(Direction::Right),
            Action::Digit => {
                message =
                    digit(event).and_then(|digit| editing.type_digit(digit).err()).map(|error| (Tone::Bad, error));
            }
            Action::Blank => editing.place_blank(),
            Action::Erase => editing.erase_digit(),
            Action::Swap => editing.swap(),
            Action::Shuffle => {
                editing.shuffle(self.seed);
                self.seed = self.seed.wrapping_add(1);
            }
            Action::Repair => {
                let nothing =
                    if editing.is_solvable() { "it can be solved as it is" } else { "no swap of two tiles repairs it" };
                message = Some((Tone::Plain, editing.repair().unwrap_or_else(|| nothing.to_owned())));
            }
            Action::Accept if editing.place_typed() => {}
            Action::Accept => {
                let board = editing.board().clone();
                if board == *self.game.board() {
                    self.mode = Mode::Playing;
                } else {
                    let (goal, origin) = (self.game.goal().clone(), Origin::Named("edited".to_owned()));
                    return self.deal(Deal { board, goal, origin, optimal: None }, now);
                }
            }
            Action::Back if editing.drop_begun() => {}
            Action::Back => return self.drop_edits(now),
            _ => {}
        }
        self.message = message;
    }

    pub(super) fn read_reasons(&mut self, action: Action, page: u16, now: Duration) {
        let Mode::Unsolvable { reasons, scroll } = &mut self.mode else { return };
        match action {
            Action::Repair => match reasons.swap {
                Some([a, b]) => {
                    let places = reasons.start.places();
                    let board = reasons.start.with_swapped(places[a.index()], places[b.index()]);
                    let (goal, origin) = (self.game.goal().clone(), Origin::Named("repaired".to_owned()));
                    self.deal(Deal { board, goal, origin, optimal: None }, now);
                    if !self.game.is_solved() {
                        self.say(Tone::Good, format!("tiles {a} and {b} are swapped: it can be solved now"));
                    }
                }
                None => self.say(Tone::Bad, "no swap of two tiles repairs it"),
            },
            Action::Goal => self.mode = Mode::Goal(GoalPicker::new(self.game.goal_name())),
            Action::Edit => self.begin_editing(now),
            other => match scrolled(*scroll, other, page) {
                Some(line) => *scroll = line,
                None => {
                    self.mode = Mode::Playing;
                    self.say(Tone::Bad, "this board cannot be solved; H shows why, and repairs it");
                }
            },
        }
    }

    pub(super) fn choose_size(&mut self, action: Action, event: &KeyEvent, now: Duration) {
        let Mode::Size(picker) = &mut self.mode else { return };
        let changed = match action {
            Action::Up => picker.change(-1, 0),
            Action::Down => picker.change(1, 0),
            Action::Left => picker.change(0, -1),
            Action::Right => picker.change(0, 1),
            Action::PageUp => picker.change(-10, -10),
            Action::PageDown => picker.change(10, 10),
            Action::Digit => {
                picker.square(digit(event).unwrap_or(0));
                Ok(())
            }
            Action::Accept => match picker.shape() {
                Some(shape) => return self.deal_random(shape, now),
                None => Ok(()),
            },
            _ => {
                self.mode = Mode::Playing;
                Ok(())
            }
        };
        self.message = changed.err().map(|end| (Tone::Bad, end));
    }

    pub(super) fn choose_goal(&mut self, action: Action, now: Duration) {
        let shape = self.game.shape();
        let Mode::Goal(picker) = &mut self.mode else { return };
        match action {
            Action::Up => picker.go(-1),
            Action::Down => picker.go(1),
            Action::Erase => picker.erase(),
            Action::EraseAll => picker.erase_all(),
            Action::Accept => {
                if let Some(goal) = picker.take(shape) {
                    self.take_goal(goal, now);
                }
            }
            Action::Back if picker.close_text() => {}
            _ => {
                self.mode = Mode::Playing;
                if !self.game.is_solvable() {
                    self.explain();
                }
            }
        }
    }

    /// The same board, for another goal.
    pub(super) fn take_goal(&mut self, goal: Goal, now: Duration) {
        let origin = match self.game.origin() {
            // The seed makes boards for its own goal.
            Origin::Seed(_) => Origin::Named("made for another goal".to_owned()),
            named => named.clone(),
        };
        self.deal(Deal { board: self.game.board().clone(), goal, origin, optimal: None }, now);
        if matches!(self.mode, Mode::Playing) && !self.game.is_solved() {
            self.say(Tone::Plain, format!("the goal is `{}` now", self.game.goal_name()));
        }
    }
}

fn digit(event: &KeyEvent) -> Option<usize> {
    keys::typed(event).and_then(|letter| letter.to_digit(10)).map(|digit| digit as usize)
}
