//! On which terms questions are asked behind an address.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use npuzzle::core::{Devices, Limits};
use npuzzle::domains::tiles::random_sets::LONGEST_WALK;
use npuzzle::question::{Caps, LimitFields, Refusal, Terms};

/// Work takes no longer than this by default.
pub const USUAL_TIME: Duration = Duration::from_secs(30);
/// As it is written.
pub const USUAL_TIME_TEXT: &str = "30s";
/// No work takes longer than this.
pub const LONGEST_TIME: Duration = Duration::from_secs(3600);
/// As it is written.
pub const LONGEST_TIME_TEXT: &str = "1h";
/// A longer body is refused. The board with the most cells is 60 kB.
pub const MOST_BYTES: usize = 1 << 20;

/// What one piece of work may hold and answer here. The limits are those of a server that others
/// use as well.
const CAPS: Caps = Caps {
    boards: 1000,
    cells: 1_000_000,
    walk: LONGEST_WALK,
    solutions: 10_000,
    events: 200_000,
    // One state of a 100x100 board is a text of 49 kB.
    event_bytes: 16 << 20,
    runs: 10_000,
    // Each record of a run holds its board.
    run_cells: 2_000_000,
    repeats: 1000,
};

/// What one piece of work may use up.
pub struct Share {
    /// Bytes.
    pub memory: u64,
    /// Threads if it asks for none.
    pub threads: NonZeroUsize,
    /// The most threads it may ask for.
    pub most_threads: NonZeroUsize,
}

impl Share {
    /// The terms: what the question asks for, within this share. All other limits are the usual
    /// ones.
    pub fn terms(&self, fields: &LimitFields, usual: Limits) -> Result<Terms, Refusal> {
        let asked = fields.read()?;
        let time = asked.time.unwrap_or(USUAL_TIME);
        if time > LONGEST_TIME {
            let text = fields.time_limit.as_deref().unwrap_or_default();
            let message = format!("`{text}` is longer than a job may take here: expected at most {LONGEST_TIME_TEXT}");
            return Err(Refusal::in_field("time_limit", text, message));
        }
        let limits = Limits {
            nodes: asked.nodes,
            time: Some(time),
            memory: Some(asked.memory.unwrap_or(u64::MAX).min(self.memory)),
            threads: Some(asked.threads.map_or(self.threads, |threads| threads.min(self.most_threads))),
            ..usual
        };
        Ok(Terms { limits, caps: CAPS, devices: devices(), ..Terms::default() })
    }
}

/// The devices of this machine, if the program knows any.
pub fn devices() -> Option<Arc<dyn Devices>> {
    #[cfg(feature = "cuda")]
    return Some(npuzzle_gpu::devices());
    #[cfg(not(feature = "cuda"))]
    None
}
