//! The time of a game: from the first move to the last, without the time in which others play.

use std::time::Duration;

/// A stopwatch without a clock: its callers tell the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stopwatch {
    /// What was measured before it was last stopped.
    before: Duration,
    /// Since when it runs.
    since: Option<Duration>,
}

impl Stopwatch {
    /// Runs on; nothing happens if it runs.
    pub fn start(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    /// Stands still; nothing happens if it does.
    pub fn stop(&mut self, now: Duration) {
        self.before = self.elapsed(now);
        self.since = None;
    }

    /// What it shows.
    pub fn elapsed(&self, now: Duration) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }
}

/// `1:07`, or `1:02:07`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_runs_from_start_to_stop_and_on_again() {
        let at = Duration::from_secs;
        let mut watch = Stopwatch::default();
        assert_eq!(watch.elapsed(at(100)), Duration::ZERO);
        watch.start(at(100));
        watch.start(at(103));
        assert_eq!(watch.elapsed(at(105)), at(5));
        watch.stop(at(107));
        watch.stop(at(200));
        assert_eq!(watch.elapsed(at(300)), at(7));
        watch.start(at(300));
        assert_eq!(watch.elapsed(at(301)), at(8));
    }

    #[test]
    fn times_are_written_as_clocks_show_them() {
        assert_eq!(clock(Duration::from_millis(67_900)), "1:07");
        assert_eq!(clock(Duration::from_secs(3727)), "1:02:07");
    }
}
