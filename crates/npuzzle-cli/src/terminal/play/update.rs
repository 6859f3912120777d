//! What inputs and the passing of time do to the model.

use std::time::Duration;

use npuzzle::domains::tiles::notation::ReadOptions;
use npuzzle::front::boards;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::failure;
use crate::render::scheme::Scheme;
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
            self.act(action, event, view::page(window), now);
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

    fn act(&mut self, action: Action, event: &KeyEvent, page: u16, now: Duration) {
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
            return self.scroll_by_key(event);
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
        let place = Scheme::ALL.iter().position(|scheme| *scheme == self.theme.scheme).unwrap_or(0);
        self.theme.scheme = Scheme::ALL[(place + 1) % Scheme::ALL.len()];
    }

    /// A text was pasted: a board, or a goal while one is chosen.
    pub fn paste(&mut self, text: &str, now: Duration) {
        // The sheet covers the board: nobody would see what became of it.
        if self.help.is_some() {
            return;
        }
        if let Mode::Goal(picker) = &mut self.mode {
            picker.paste(text);
            return;
        }
        let goal = self.game.goal().clone();
        let mut inputs = boards::in_text("paste", text, false, &goal, &ReadOptions::default());
        let several = inputs.len() > 1;
        if inputs.is_empty() {
            return self.say(Tone::Bad, "nothing was pasted");
        }
        match inputs.swap_remove(0).content {
            Ok(content) => {
                let fits = goal.board(content.board.shape()).is_ok();
                let (origin, optimal) = (Origin::Named("pasted".to_owned()), None);
                let editing = matches!(self.mode, Mode::Editing(_));
                self.deal(Deal { board: content.board, goal, origin, optimal }, now);
                if editing {
                    return self.begin_editing(now);
                }
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
                self.mode = Mode::Refused { message: refusal.message, scroll: 0, before };
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
                if let Some(cell) = cell
                    && self.game.slide_to(cell) > 0
                {
                    self.moved(now);
                }
            }
            (MouseEventKind::Down(MouseButton::Left), Mode::Editing(editing)) => {
                if let Some(cell) = cell {
                    editing.point_at(cell);
                }
            }
            (MouseEventKind::ScrollUp, Mode::Playing | Mode::Watching(_)) => self.scroll(-WHEEL, 0),
            (MouseEventKind::ScrollDown, Mode::Playing | Mode::Watching(_)) => self.scroll(WHEEL, 0),
            (MouseEventKind::ScrollLeft, Mode::Playing | Mode::Watching(_)) => self.scroll(0, -WHEEL),
            (MouseEventKind::ScrollRight, Mode::Playing | Mode::Watching(_)) => self.scroll(0, WHEEL),
            _ => {}
        }
        self.end_scrolling(window);
    }

    fn scroll_by_key(&mut self, event: &KeyEvent) {
        match event.code {
            KeyCode::Up | KeyCode::Char('I') => self.scroll(-WHEEL, 0),
            KeyCode::Down | KeyCode::Char('K') => self.scroll(WHEEL, 0),
            KeyCode::Left | KeyCode::Char('J') => self.scroll(0, -WHEEL),
            KeyCode::Right | KeyCode::Char('L') => self.scroll(0, WHEEL),
            _ => {}
        }
    }

    /// Looks at another part of the board; never past its ends.
    fn scroll(&mut self, rows: isize, cols: isize) {
        let board = self.shown_board();
        let (shape, blank, focus) = (board.shape(), board.blank(), self.focus());
        let row = shape.row(focus).saturating_add_signed(rows).min(shape.rows() - 1);
        let col = shape.col(focus).saturating_add_signed(cols).min(shape.cols() - 1);
        self.peek = (row as isize - shape.row(blank) as isize, col as isize - shape.col(blank) as isize);
    }

    /// Time goes by. Says whether that has moved anything.
    pub fn tick(&mut self, now: Duration) -> bool {
        match &mut self.mode {
            Mode::Watching(watching) if self.help.is_none() => watching.tick(now),
            _ => false,
        }
    }
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
