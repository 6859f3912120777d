//! The terminal while something is drawn in place on it: no cursor, and nothing that is typed shows
//! up in between.

use std::io::{self, Write};
use std::sync::Mutex;

use crate::failure::Failure;

const HIDE_CURSOR: &str = "\x1b[?25l";
const SHOW_CURSOR: &str = "\x1b[?25h";

/// What has to be undone; `None` when the terminal is as we found it. The handler that ends
/// the process at once reads it too.
static BEFORE: Mutex<Option<keys::Settings>> = Mutex::new(None);

/// As long as this lives, the terminal is for drawing: also an error or a panic gives it back.
pub struct InPlace;

impl InPlace {
    /// Prepares the terminal on standard output.
    pub fn begin(out: &mut impl Write) -> Result<Self, Failure> {
        if let Ok(mut before) = BEFORE.lock() {
            *before = Some(keys::silence());
        }
        // From here on there is something to be undone.
        let in_place = Self;
        out.write_all(HIDE_CURSOR.as_bytes())?;
        Ok(in_place)
    }
}

impl Drop for InPlace {
    fn drop(&mut self) {
        restore();
    }
}

/// Makes the terminal as it was. If that fails, it is gone.
pub fn restore() {
    let before = BEFORE.lock().ok().and_then(|mut before| before.take());
    if let Some(before) = before {
        keys::restore(before);
        let mut out = io::stdout();
        let _ = out.write_all(SHOW_CURSOR.as_bytes()).and_then(|()| out.flush());
    }
}

/// What the terminal does with keys.
#[cfg(unix)]
mod keys {
    use std::io;

    use rustix::process::getpgrp;
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp, tcsetattr};

    pub type Settings = Option<Termios>;

    /// What POSIX calls `_POSIX_VDISABLE`: elsewhere than on Linux 0 is the key Ctrl-Space.
    const NO_KEY: u8 = if cfg!(any(target_os = "linux", target_os = "android")) { 0 } else { 0xff };

    /// Shows no key any more: a new line would move the board. Ctrl-Z would leave the shell without
    /// a cursor, so it has to wait; Ctrl-C works as ever. The settings before that, if they were
    /// changed.
    pub fn silence() -> Settings {
        // Who runs in the background would be stopped for trying.
        if tcgetpgrp(io::stdout()).ok()? != getpgrp() {
            return None;
        }
        let before = tcgetattr(io::stdout()).ok()?;
        let mut silent = before.clone();
        silent.local_modes.remove(LocalModes::ECHO);
        silent.special_codes[SpecialCodeIndex::VSUSP] = NO_KEY;
        tcsetattr(io::stdout(), OptionalActions::Now, &silent).ok()?;
        Some(before)
    }

    pub fn restore(before: Settings) {
        if let Some(before) = before {
            let _ = tcsetattr(io::stdout(), OptionalActions::Now, &before);
        }
    }
}

/// Elsewhere keys are left as they are.
#[cfg(not(unix))]
mod keys {
    pub type Settings = ();

    pub fn silence() -> Settings {}

    pub fn restore((): Settings) {}
}
