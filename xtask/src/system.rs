//! What the tests need beyond Rust: programs of the system, the packages they come in, and work in
//! the background.

use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::say;

/// The system installs for one at a time and refuses the other.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Whether this is a run that leaves nothing out: what is missing is a failure.
pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}

/// Whether a program can be started by its name.
pub fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).any(|folder| folder.join(&file).is_file())
}

/// Debian's packages can be installed here, or what a person can do instead.
pub fn can_install(packages: &[&str]) -> Result<(), String> {
    let names = packages.join(" ");
    if !has("apt-get") {
        return Err(format!("install what Debian calls {names}"));
    }
    let user = Command::new("id").arg("-u").output();
    let is_root = user.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if is_root { Ok(()) } else { Err(format!("install it: sudo apt-get install {names}")) }
}

/// Installs Debian's packages of these names.
pub fn install(packages: &[&str]) -> Result<(), String> {
    if packages.is_empty() {
        return Ok(());
    }
    can_install(packages)?;
    let _one_at_a_time = INSTALLING.lock();
    let run = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(["-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=20"]);
        quietly("apt-get", command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    // One source of many that does not answer does not end it: the second command decides.
    let _ = run(&["update"]);
    run(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}

/// Runs a program; its last words are only of interest if it fails.
pub fn quietly(name: &str, command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name} cannot start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name} failed ({}): {}", output.status, last_words(&output.stderr)))
}

/// The last line that says something.
fn last_words(said: &[u8]) -> String {
    let words = String::from_utf8_lossy(said);
    words.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("without a word").to_owned()
}

/// What a program says, without the line's end.
pub fn said(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name} cannot start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned());
    }
    Err(format!("{name} failed ({}): {}", output.status, last_words(&output.stderr)))
}

/// What is fetched or installed in the background while the compiler works.
pub struct Preparing<T> {
    result: Receiver<Result<T, String>>,
    ended: Option<Result<T, String>>,
}

impl<T: Send + 'static> Preparing<T> {
    /// Begins; a failure is said when it happens, not when a caller waits for the result.
    pub fn begin(what: &'static str, work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Self {
        let (sender, result) = channel();
        std::thread::spawn(move || {
            let done = work();
            if let Err(message) = &done {
                say(&format!("note: {what} is not to be had: {message}"));
            }
            // If the other end is gone, the result is not wanted any more.
            let _ = sender.send(done);
        });
        Self { result, ended: None }
    }

    /// The failure, if there is one by now.
    pub fn failure(&mut self) -> Option<&str> {
        if self.ended.is_none() {
            self.ended = match self.result.try_recv() {
                Ok(done) => Some(done),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => Some(Err(ENDED_EARLY.to_owned())),
            };
        }
        self.ended.as_ref()?.as_ref().err().map(String::as_str)
    }

    /// Waits for the end and keeps the result.
    pub fn settle(&mut self) {
        if self.ended.is_none() {
            self.ended = Some(self.result.recv().unwrap_or_else(|_| Err(ENDED_EARLY.to_owned())));
        }
    }

    /// Waits for the end.
    pub fn finish(mut self) -> Result<T, String> {
        self.settle();
        self.ended.unwrap_or_else(|| Err(ENDED_EARLY.to_owned()))
    }
}

const ENDED_EARLY: &str = "the thread that prepares it ended early";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_prepared_arrives() {
        assert_eq!(Preparing::begin("a number", || Ok(5)).finish(), Ok(5));
        let mut number = Preparing::begin("a number", || Ok(5));
        number.settle();
        assert_eq!(number.failure(), None);
        assert_eq!(number.finish(), Ok(5));
        let mut failing = Preparing::<()>::begin("a number", || Err("no".to_owned()));
        while failing.failure().is_none() {
            std::thread::yield_now();
        }
        assert_eq!(failing.finish(), Err("no".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn one_line_says_why_a_program_failed() {
        let script = "echo first >&2; echo last >&2; echo >&2; exit 2";
        let failed = quietly("sh", Command::new("sh").args(["-c", script]));
        assert_eq!(failed, Err("sh failed (exit status: 2): last".to_owned()));
        assert_eq!(said(Command::new("sh").args(["-c", "echo aside >&2; echo words"])), Ok("words".to_owned()));
        assert_eq!(said(Command::new("sh").args(["-c", script])), failed.map(|()| String::new()));
    }
}
