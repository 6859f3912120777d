//! `npuzzle replay` on the screen.

mod code;
mod index;
mod keys;
mod menus;
mod model;
mod names;
mod panels;
mod pasts;
mod player;
mod source;
#[cfg(test)]
mod tests;
mod view;
mod walk;
mod wanted;
mod words;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::failure::{self, Failure, INTERRUPTED};
use crate::terminal::replay::index::{Index, Indexer, Reading, look};
use crate::terminal::replay::model::Model;
use crate::terminal::replay::player::Player;
use crate::terminal::replay::walk::Walker;
use crate::terminal::screen::{Input, MOST_AT_ONCE, Screen};
use crate::terminal::theme::Theme;

pub use source::Source;

/// Shows a trace, called by a name in messages, until the user has enough.
pub fn run(source: &Source, name: &str, theme: Theme, from: u64) -> Result<u8, Failure> {
    let walker = || Walker::new(source.clone(), name);
    // A file that holds no trace is refused before the screen is taken.
    walker().next()?;
    let index = Arc::new(Mutex::new(Index::new(source.length())));
    let player = Player::new(walker(), Arc::clone(&index));
    let indexer = Indexer::new(walker(), Arc::clone(&index));
    let is_wanted = Arc::new(AtomicBool::new(true));
    let wanted = Arc::clone(&is_wanted);
    let mut screen = Screen::enter("replay", false)?;
    let worker = std::thread::spawn(move || indexer.read_all(|| wanted.load(Ordering::Relaxed)));
    let code = show(&mut Model::new(player, Arc::clone(&index), theme, from), &mut screen);
    is_wanted.store(false, Ordering::Relaxed);
    drop(screen);
    let read = worker.join().map_err(|_| Failure::Bug("the trace could not be read to its end".to_owned()));
    read??;
    code
}

fn show(model: &mut Model, screen: &mut Screen) -> Result<u8, Failure> {
    while !model.over {
        model.tick(Instant::now())?;
        screen.draw(|frame| view::draw(model, frame))?;
        let mut patience = model.patience(Instant::now());
        for _ in 0..MOST_AT_ONCE {
            match screen.next(patience)? {
                Input::Key(key) => model.key(&key, Instant::now())?,
                Input::Paste(text) => model.paste(&text),
                Input::Stop => return Ok(INTERRUPTED),
                Input::Mouse(_) | Input::Resized | Input::Nothing => break,
            }
            patience = Duration::ZERO;
        }
    }
    match &look(&model.index).reading {
        Reading::Failed(message) => Err(Failure::Usage(message.clone())),
        _ => Ok(failure::ANSWERED),
    }
}
