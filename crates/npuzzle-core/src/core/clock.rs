//! The clock that limits are compared with: the system's, or one that a test holds.
//!
//! A test that asks the system's clock fails on a busy machine. One that holds the clock says how
//! much time passes: none but what it adds ([`Clock::held`]), or the same step with each look at a
//! limit ([`Clock::stepping`]). So a limit ends a search after an exact number of looks, and what
//! lies between two looks can be counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A moment.
#[cfg(target_family = "wasm")]
pub use crate::core::ground::Instant;
/// A moment.
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

/// Says what time it is. Copies of a held clock share their time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// `None`: the monotonic clock of the system.
    held: Option<Arc<Held>>,
}

#[derive(Debug)]
struct Held {
    origin: Instant,
    /// What has passed since, in nanoseconds.
    passed: AtomicU64,
    step: u64,
    looks: AtomicU64,
}

impl Clock {
    /// A clock that stands still but for [`Clock::advance`].
    pub fn held() -> Self {
        Self::stepping(Duration::ZERO)
    }

    /// A clock that goes on by `step` whenever a limit is compared with it.
    pub fn stepping(step: Duration) -> Self {
        let held =
            Held { origin: Instant::now(), passed: AtomicU64::new(0), step: nanos(step), looks: AtomicU64::new(0) };
        Self { held: Some(Arc::new(held)) }
    }

    /// What time it is.
    pub fn now(&self) -> Instant {
        match &self.held {
            None => Instant::now(),
            Some(held) => held.origin + Duration::from_nanos(held.passed.load(Ordering::Relaxed)),
        }
    }

    /// How long ago that was.
    pub fn since(&self, then: Instant) -> Duration {
        self.now().saturating_duration_since(then)
    }

    /// What time it is, for a comparison with a limit.
    pub fn look(&self) -> Instant {
        if let Some(held) = &self.held {
            held.looks.fetch_add(1, Ordering::Relaxed);
            held.passed.fetch_add(held.step, Ordering::Relaxed);
        }
        self.now()
    }

    /// Lets time pass on a held clock; that of the system goes as it does.
    pub fn advance(&self, by: Duration) {
        if let Some(held) = &self.held {
            held.passed.fetch_add(nanos(by), Ordering::Relaxed);
        }
    }

    /// How often a limit was compared with a held clock.
    pub fn looks(&self) -> u64 {
        self.held.as_ref().map_or(0, |held| held.looks.load(Ordering::Relaxed))
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_held_clock_moves_by_hand_alone() {
        let clock = Clock::held();
        let (began, copy) = (clock.now(), clock.clone());
        clock.look();
        assert_eq!((clock.since(began), clock.looks()), (Duration::ZERO, 1));
        copy.advance(SECOND);
        assert_eq!((clock.since(began), clock.now()), (SECOND, began + SECOND));
    }

    #[test]
    fn a_stepping_clock_moves_with_each_look() {
        let clock = Clock::stepping(SECOND);
        let began = clock.now();
        assert_eq!((clock.look(), clock.look()), (began + SECOND, began + 2 * SECOND));
        assert_eq!((clock.since(began), clock.since(began), clock.looks()), (2 * SECOND, 2 * SECOND, 2));
    }

    #[test]
    fn the_clock_of_the_system_goes_by_itself() {
        let clock = Clock::default();
        let began = clock.now();
        clock.advance(3600 * SECOND);
        assert!(clock.look() >= began && clock.since(began) < 3600 * SECOND);
        assert_eq!(clock.looks(), 0);
    }
}
