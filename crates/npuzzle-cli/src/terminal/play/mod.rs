//! `npuzzle play`: a game on the terminal.
//!
//! The [`model`] changes by inputs, by answers and by the time that it gets ([`update`]); the
//! [`view`] is a function of it; searches run on a thread of their own ([`search`]). This file
//! alone knows the terminal and the clock.

mod answers;
mod dialogs;
mod editing;
mod game;
mod goal_picker;
mod keys;
pub mod model;
mod playing;
mod route;
#[cfg(test)]
mod scenes;
#[cfg(test)]
mod screens;
mod search;
mod size_picker;
mod stopwatch;
mod trap;
mod update;
mod view;
mod watching;

use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use crate::failure::{Failure, INTERRUPTED};
use crate::terminal::screen::{Input, MOST_AT_ONCE, Screen};
pub use game::Origin;
use model::{Model, Order};
use search::Searcher;

/// Plays until the user ends it; the exit code.
pub fn run(model: &mut Model, screen: &mut Screen) -> Result<u8, Failure> {
    let began = Instant::now();
    let mut searcher = Searcher::new()?;
    let mut window = Rect::default();
    let mut seconds = None;
    let mut changed = true;
    loop {
        let now = began.elapsed();
        if changed || seconds != Some(model.seconds(now)) {
            seconds = Some(model.seconds(now));
            screen.draw(|frame| {
                window = frame.area();
                view::draw(model, now, frame);
            })?;
        }
        trap::spring("screen");
        changed = false;
        let mut patience = model.patience(now);
        for _ in 0..MOST_AT_ONCE {
            let input = screen.next(patience)?;
            let now = began.elapsed();
            changed |= input != Input::Nothing;
            match input {
                Input::Key(key) => model.key(&key, window, now),
                Input::Mouse(mouse) => model.mouse(&mouse, window, now),
                Input::Paste(text) => model.paste(&text, now),
                Input::Stop => return Ok(INTERRUPTED),
                // The next click is meant for the window as it is then.
                Input::Resized | Input::Nothing => break,
            }
            patience = Duration::ZERO;
        }
        let now = began.elapsed();
        while let Some(news) = searcher.news()? {
            model.hear(news, now)?;
            changed = true;
        }
        changed |= model.tick(now);
        for order in model.take_orders() {
            match order {
                Order::Ask(question) => searcher.ask(question),
                Order::Stop => searcher.stop(),
                Order::End(code) => return Ok(code),
            }
        }
    }
}
