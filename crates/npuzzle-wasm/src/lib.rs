//! The engine inside a page. It answers what the server answers, on the thread of the Web Worker
//! that asks.
#![cfg(target_family = "wasm")]

mod crew;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use npuzzle::core::ground::Ground;
use npuzzle::core::{Attendant, Crew, Limits, TableCache, Vault};
use npuzzle_host::allocator::{EXHAUSTED, Reserved, set_aside};
use npuzzle_web::{Desk, Listener};
use wasm_bindgen::prelude::wasm_bindgen;

use crew::{Mailboxes, Workers};

/// When the browser gives no more memory, the search ends with what it knows.
#[global_allocator]
static ALLOCATOR: Reserved = Reserved(std::alloc::System);

#[wasm_bindgen]
extern "C" {
    /// Milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill_with_chance(bytes: &mut [u8]);

    /// The worker that the engine is in.
    pub type Host;

    /// Hears an event, whose data is JSON.
    #[wasm_bindgen(method)]
    fn tell(this: &Host, event: &str, data: &str);

    /// Whether the work shall end with what it knows.
    #[wasm_bindgen(method, js_name = isStopped)]
    fn is_stopped(this: &Host) -> bool;

    /// The file of a table, if the browser has kept it.
    #[wasm_bindgen(method)]
    fn take(this: &Host, name: &str) -> Option<Vec<u8>>;

    /// Has the browser keep the file of a table, if it may. The bytes are only lent.
    #[wasm_bindgen(method)]
    fn keep(this: &Host, name: &str, file: &[u8]);
}

thread_local! {
    /// There is one thread, and what the engine calls cannot hold anything of JavaScript.
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Asks something of the worker.
fn ask<R>(question: impl FnOnce(&Host) -> R) -> Option<R> {
    HOST.with_borrow(|host| host.as_ref().map(question))
}

/// Looks up from the work to hear whether it shall end.
#[derive(Debug)]
struct Ear(Arc<AtomicBool>);

impl Attendant for Ear {
    fn attend(&self) {
        if ask(Host::is_stopped) == Some(true) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// The storage of the browser.
#[derive(Debug)]
struct Storage;

impl Vault for Storage {
    fn take(&self, name: &str) -> Option<Vec<u8>> {
        ask(|host| host.take(name))?
    }

    fn keep(&self, name: &str, file: &[u8]) {
        ask(|host| host.keep(name, file));
    }
}

/// Passes events on.
struct Mouth;

impl Listener for Mouth {
    fn hear(&self, event: &'static str, data: String) {
        ask(|host| host.tell(event, &data));
    }

    fn hear_progress(&self, data: String) {
        self.hear("progress", data);
    }
}

/// The engine. It keeps the tables that it has made.
#[wasm_bindgen]
pub struct Engine {
    memory: u64,
    table_cache: Arc<TableCache>,
}

#[wasm_bindgen]
impl Engine {
    /// The engine of a worker, which takes so many bytes at most.
    #[wasm_bindgen(constructor)]
    pub fn new(memory: f64, host: Host) -> Self {
        let random = || {
            let mut bytes = [0; 8];
            fill_with_chance(&mut bytes);
            u64::from_le_bytes(bytes)
        };
        Ground { now: || Duration::from_secs_f64(now() / 1000.0), random }.lay();
        HOST.set(Some(host));
        Self { memory: memory as u64, table_cache: Arc::new(TableCache::with_vault(Arc::new(Storage))) }
    }

    /// Answers a request to an address of the interface, with JSON: the answer, or the problem as
    /// what is thrown. Meanwhile the worker hears events, and is asked whether to end. With
    /// mailboxes, other workers answer the same request, and share the work and the memory.
    pub fn answer(&self, address: &str, body: &str, mailboxes: Option<Mailboxes>) -> Result<String, String> {
        set_aside();
        let workers = Workers::meet(mailboxes);
        let memory = self.memory / workers.as_ref().map_or(1, Crew::size) as u64;
        let cancel = Arc::new(AtomicBool::new(false));
        let usual_limits = Limits {
            exhausted: Some(&EXHAUSTED),
            table_cache: Arc::clone(&self.table_cache),
            attendant: Some(Arc::new(Ear(Arc::clone(&cancel)))),
            crew: workers.map(|workers| Arc::new(workers) as Arc<dyn Crew>),
            ..Limits::default()
        };
        // Tables stay when the work that made them is done, so they have a share of their own.
        let room_of_tables = memory / 4;
        let desk = Desk { usual_limits, memory: memory - room_of_tables, room_of_tables };
        desk.answer(address, body.as_bytes(), &Mouth, &cancel)
    }
}
