//! Workers of a page that answer a question together. Each has an engine of its own; letters travel
//! through memory that the workers share, which is a matter of the page.

use std::cell::RefCell;
use std::time::Duration;

use npuzzle::core::Crew;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The place of a worker among those that share the work.
    pub type Mailboxes;

    #[wasm_bindgen(method, getter)]
    fn rank(this: &Mailboxes) -> usize;

    #[wasm_bindgen(method, getter)]
    fn size(this: &Mailboxes) -> usize;

    /// The bytes are only lent.
    #[wasm_bindgen(method)]
    fn send(this: &Mailboxes, to: usize, letter: &[u8]);

    /// A letter, after its sender; from any if that is -1. The time is in milliseconds.
    #[wasm_bindgen(method)]
    fn receive(this: &Mailboxes, from: i32, patience: f64) -> Option<Vec<u8>>;

    #[wasm_bindgen(method, getter)]
    fn unsent(this: &Mailboxes) -> f64;
}

thread_local! {
    /// There is one thread, and what the engine calls cannot hold anything of JavaScript.
    static MAILBOXES: RefCell<Option<Mailboxes>> = const { RefCell::new(None) };
}

fn ask<R: Default>(question: impl FnOnce(&Mailboxes) -> R) -> R {
    MAILBOXES.with_borrow(|mailboxes| mailboxes.as_ref().map(question)).unwrap_or_default()
}

/// The workers that share a question.
#[derive(Debug)]
pub struct Workers {
    rank: usize,
    size: usize,
}

impl Workers {
    /// Those that share the next question; `None` if there is no other.
    pub fn meet(mailboxes: Option<Mailboxes>) -> Option<Self> {
        let workers = mailboxes.as_ref().map(|mailboxes| Self { rank: mailboxes.rank(), size: mailboxes.size() });
        MAILBOXES.set(mailboxes);
        workers
    }
}

impl Crew for Workers {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        ask(|mailboxes| mailboxes.send(to, &message));
    }

    fn receive(&self, from: Option<usize>, patience: Duration) -> Option<(usize, Vec<u8>)> {
        let from = from.map_or(-1, |rank| rank as i32);
        let mut letter = ask(|mailboxes| mailboxes.receive(from, patience.as_secs_f64() * 1000.0))?;
        if letter.is_empty() {
            return None;
        }
        let sender = usize::from(letter.remove(0));
        Some((sender, letter))
    }

    fn unsent_bytes(&self) -> u64 {
        ask(Mailboxes::unsent) as u64
    }
}
