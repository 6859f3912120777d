//! Time and chance where no operating system gives them: in a page, the browser does, and the front
//! passes them on.

use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

/// What a front brings along.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// The time since some moment. It never goes back.
    pub now: fn() -> Duration,
    /// A number that cannot be guessed.
    pub random: fn() -> u64,
}

static GROUND: OnceLock<Ground> = OnceLock::new();

impl Ground {
    /// Has everything stand on this. Only the first call counts.
    pub fn lay(self) {
        GROUND.get_or_init(|| self);
    }

    /// A number that cannot be guessed; without a front that brings one, always the same.
    pub fn random() -> u64 {
        GROUND.get().map_or(0, |ground| (ground.random)())
    }
}

/// A moment, with as much of [`std::time::Instant`] as the engine uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment. Without a front that brings time along, it stands still.
    pub fn now() -> Self {
        Self(GROUND.get().map_or(Duration::ZERO, |ground| (ground.now)()))
    }

    /// The time since an earlier moment; none since a later one.
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// A later moment, if there is one.
    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// The only test that touches the ground, since there is one in the program.
    #[test]
    fn moments_come_from_the_front() {
        static PASSED: AtomicU64 = AtomicU64::new(5);
        let (began, seed) = (Instant::now(), Ground::random());
        assert_eq!((began - began, seed), (Duration::ZERO, 0));
        Ground { now: || Duration::from_secs(PASSED.load(Ordering::Relaxed)), random: || 7 }.lay();
        Ground { now: || Duration::MAX, random: || 8 }.lay();
        let now = Instant::now();
        assert_eq!((now - began, began - now, Ground::random()), (Duration::from_secs(5), Duration::ZERO, 7));
        PASSED.store(8, Ordering::Relaxed);
        assert_eq!(Instant::now(), now + Duration::from_secs(3));
        assert_eq!(now.checked_add(Duration::MAX), None);
        assert!(now.checked_add(Duration::ZERO) == Some(now) && began < now);
    }
}
