//! What inputs and the passing of time do to the model.

use std::time::Duration;

use npuzzle::core::Limits;
use npuzzle::domains::tiles::notation::ReadOptions;
use npuzzle::domains::tiles::sets;
use npuzzle::front::boards::{self, Input, Seed};
use npuzzle::picture::scheme::Scheme;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::failure;
use crate::terminal::play::game::Origin;
use crate::terminal::play::keys::{self, Action};
use crate::terminal::play::model::{Deal, Mode, Model, Order, Tone};
use crate::terminal::play::view;

/// How far a turn of the wheel, or a key, scrolls.
const WHEEL: isize = 3;

impl Model {
    /// A key was pressed.
    pub fn key(&mut self, event: &KeyEvent, window: Rect, now: Duration) {
        if let Some(action) = keys::action(self.place(), event) {
            self.act(action, event, window, now);
        } else if let (Mode::Goal(picker), Some(letter)) = (&mut self.mode, keys::typed(event))
            && picker.text().is_some()
            && self.help.is_none()
        {
            picker.type_letter(letter);
        }
        self.end_scrolling(window);
    }

    /// Nothing is scrolled past its end.
    fn end_scrolling(&mut self, window: Rect) {
        let farthest = view::farthest_scroll(self, window);
        match (&mut self.help, &mut self.mode) {
            (Some(scroll), _) => *scroll = (*scroll).min(farthest),
            (None, Mode::Unsolvable { scroll, .. } | Mode::Refused { scroll, .. }) => *scroll = (*scroll).min(farthest),
            _ => {}
        }
    }

    fn act(&mut self, action: Action, event: &KeyEvent, window: Rect, now: Duration) {
        let page = view::page(window);
        match action {
            Action::Quit => return self.order(Order::End(failure::ANSWERED)),
            Action::Colours => return self.change_colours(),
            Action::Help if self.help.is_none() => return self.help = Some(0),
            _ => {}
        }
        if let Some(scroll) = self.help {
            self.help = scrolled(scroll, action, page);
            if let (None, Mode::Watching(watching)) = (self.help, &mut self.mode) {
                watching.hold(now);
            }
            return;
        }
        if action == Action::Scroll {
            return self.scroll_by_key(event, window);
        }
        match &mut self.mode {
            Mode::Playing => self.play(action, now),
            Mode::Solving => self.stop_search(),
            Mode::Watching(_) => self.watch(action, now),
            Mode::Editing(_) => self.edit(action, event, now),
            Mode::Unsolvable { .. } => self.read_reasons(action, page, now),
            Mode::Size(_) => self.choose_size(action, event, now),
            Mode::Goal(_) => self.choose_goal(action, now),
            Mode::Refused { scroll, before, .. } => match scrolled(*scroll, action, page) {
                Some(line) => *scroll = line,
                None => self.mode = std::mem::replace(before, Mode::Playing),
            },
        }
    }

    fn change_colours(&mut self) {
        let place = Scheme::NAMES.iter().position(|(_, scheme)| *scheme == self.theme.scheme).unwrap_or(0);
        self.theme.scheme = Scheme::NAMES[(place + 1) % Scheme::NAMES.len()].1;
    }

    /// A text was pasted: a board, or a goal while one is chosen.
    pub fn paste(&mut self, text: &str, now: Duration) {
        // The sheet covers the board, and would hide what became of it.
        self.help = None;
        if let Mode::Goal(picker) = &mut self.mode {
            picker.paste(text);
            return;
        }
        // A set by its name brings its own goal; other texts are boards for the goal of the game.
        let mut inputs = match sets::find(text.trim()).and_then(|_| of_set(text.trim())) {
            Some(inputs) => inputs,
            None => boards::in_text("paste", text, false, Some(self.game.goal()), &ReadOptions::default()),
        };
        let several = inputs.len() > 1;
        if inputs.is_empty() {
            return self.say(Tone::Bad, "nothing was pasted");
        }
        let Input { name, content } = inputs.swap_remove(0);
        match content {
            Ok(content) => {
                let fits = content.goal.board(content.board.shape()).is_ok();
                let name = if content.known.is_some() { name } else { "pasted".to_owned() };
                let deal = Deal::of(content, Origin::Named(name));
                if let Mode::Editing(editing) = &self.mode {
                    // The board before the first of several is the one that Esc brings back.
                    if editing.is_pasted() {
                        self.lay_out(deal, now);
                    } else {
                        self.deal(deal, now);
                    }
                    return self.edit_pasted(now);
                }
                self.deal(deal, now);
                match (&self.mode, fits, several) {
                    (Mode::Playing, false, _) => {
                        self.say(Tone::Plain, "your own goal has another size: the goal is `last` now");
                    }
                    (Mode::Playing, _, true) => self.say(Tone::Plain, "several boards were pasted: this is the first"),
                    _ => {}
                }
            }
            Err(refusal) => {
                self.forget_search();
                self.stopwatch.stop(now);
                let before = match std::mem::replace(&mut self.mode, Mode::Playing) {
                    Mode::Refused { before, .. } => before,
                    Mode::Solving => Box::new(Mode::Playing),
                    before => Box::new(before),
                };
                self.mode = Mode::Refused { message: refusal.to_string(), scroll: 0, before };
            }
        }
    }

    /// The mouse did something in a window of this size.
    pub fn mouse(&mut self, event: &MouseEvent, window: Rect, now: Duration) {
        let cell = view::geometry(self, window).cell_at(event.column, event.row);
        match (event.kind, &mut self.mode) {
            _ if self.help.is_some() => match event.kind {
                MouseEventKind::ScrollUp => self.help = self.help.map(|line| line.saturating_sub(3)),
                MouseEventKind::ScrollDown => self.help = self.help.map(|line| line.saturating_add(3)),
                _ => {}
            },
            (MouseEventKind::Down(MouseButton::Left), Mode::Playing) => {
                match cell.map(|cell| self.game.slide_to(cell)) {
                    Some(0) => self.say(Tone::Plain, "only tiles in the row or column of the blank slide"),
                    Some(_) => self.moved(now),
                    None => {}
                }
            }
            (MouseEventKind::Down(MouseButton::Left), Mode::Editing(editing)) => {
                if let Some(cell) = cell {
                    editing.point_at(cell);
                }
            }
            (MouseEventKind::ScrollUp, Mode::Playing | Mode::Watching(_)) => self.scroll(-WHEEL, 0, window),
            (MouseEventKind::ScrollDown, Mode::Playing | Mode::Watching(_)) => self.scroll(WHEEL, 0, window),
            (MouseEventKind::ScrollLeft, Mode::Playing | Mode::Watching(_)) => self.scroll(0, -WHEEL, window),
            (MouseEventKind::ScrollRight, Mode::Playing | Mode::Watching(_)) => self.scroll(0, WHEEL, window),
            _ => {}
        }
        self.end_scrolling(window);
    }

    fn scroll_by_key(&mut self, event: &KeyEvent, window: Rect) {
        match event.code {
            KeyCode::Up | KeyCode::Char('I') => self.scroll(-WHEEL, 0, window),
            KeyCode::Down | KeyCode::Char('K') => self.scroll(WHEEL, 0, window),
            KeyCode::Left | KeyCode::Char('J') => self.scroll(0, -WHEEL, window),
            KeyCode::Right | KeyCode::Char('L') => self.scroll(0, WHEEL, window),
            _ => {}
        }
    }

    /// Looks at another part of the board; never past its ends.
    fn scroll(&mut self, rows: isize, cols: isize, window: Rect) {
        let focus = view::geometry(self, window).scrolled_by(rows, cols);
        let board = self.shown_board();
        let (shape, blank) = (board.shape(), board.blank());
        let apart = |focus: usize, blank: usize| focus as isize - blank as isize;
        self.peek = (apart(shape.row(focus), shape.row(blank)), apart(shape.col(focus), shape.col(blank)));
    }

    /// Time goes by. Says whether that has moved anything.
    pub fn tick(&mut self, now: Duration) -> bool {
        match &mut self.mode {
            Mode::Watching(watching) if self.help.is_none() => watching.tick(now),
            _ => false,
        }
    }
}

/// The boards of a named set.
fn of_set(name: &str) -> Option<Vec<Input>> {
    boards::described(name, None, &mut Seed::default(), &Limits::default()).map(Iterator::collect)
}

/// The line after an action that scrolls; `None` if it closes.
pub(super) fn scrolled(line: u16, action: Action, page: u16) -> Option<u16> {
    match action {
        Action::Up => Some(line.saturating_sub(1)),
        Action::Down => Some(line.saturating_add(1)),
        Action::PageUp => Some(line.saturating_sub(page)),
        Action::PageDown => Some(line.saturating_add(page)),
        Action::First => Some(0),
        Action::Last => Some(u16::MAX),
        _ => None,
    }
}
