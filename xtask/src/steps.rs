//! One step of a command: its programs run quietly, but show that they are alive, and speak up when
//! they fail.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::counts::{self, Counts};
use crate::report::{End, Row};
use crate::{root, say};

/// A step that says nothing for so long says that it is still at work.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);
/// How often a program that says nothing is looked at.
const GLANCE: Duration = Duration::from_secs(1);
/// The words of a program that a sign of life shows.
const SHOWN: usize = 80;

/// Why a step ended before its end.
#[derive(Clone)]
pub enum Stop {
    Failed(String),
    Skipped(String),
}

impl Stop {
    /// The reason, whatever follows from it.
    pub fn message(&self) -> String {
        let (Self::Failed(message) | Self::Skipped(message)) = self;
        message.clone()
    }
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

/// What a step has said and counted so far.
pub struct Step {
    name: &'static str,
    began: Instant,
    log: String,
    tests: Counts,
    notes: Vec<String>,
}

/// Runs a step from the line that announces it to the line that closes it.
pub fn run(name: &'static str, title: &str, work: impl FnOnce(&mut Step) -> Result<(), Stop>) -> Row {
    say(&format!("== {name}: {title}"));
    let mut step =
        Step { name, began: Instant::now(), log: String::new(), tests: Counts::default(), notes: Vec::new() };
    let done = work(&mut step);
    let seconds = step.began.elapsed().as_secs_f64();
    let kept = step.keep_log();
    let end = match done {
        Ok(()) => {
            let counted = if step.tests == Counts::default() { String::new() } else { format!(", {}", step.tests) };
            say(&format!("== {name}: done in {seconds:.1} s{counted}"));
            End::Passed
        }
        Err(Stop::Skipped(reason)) => {
            say(&format!("== {name}: skipped: {reason}"));
            End::Skipped(reason)
        }
        Err(Stop::Failed(message)) => {
            let news: Vec<&str> = step.log.lines().filter(|line| !counts::is_routine(line)).collect();
            let kept = kept.map(|file| format!(" (full output: {})", file.display())).unwrap_or_default();
            say(&format!("{}\n== {name}: FAILED after {seconds:.1} s: {message}{kept}", news.join("\n")));
            End::Failed(message)
        }
    };
    Row { name, seconds, tests: step.tests, end, notes: step.notes }
}

impl Step {
    /// Remarks in the table that something was left out.
    pub fn note(&mut self, note: String) {
        say(&format!("   {}: {note}", self.name));
        self.notes.push(note);
    }

    /// Runs a program and lets it write to the terminal, for one that shows its own progress.
    pub fn show(&self, mut command: Command) -> Result<(), String> {
        let program = name_of(&command);
        let status =
            command.current_dir(root()).status().map_err(|error| format!("{program} cannot start: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("{program} ended with {status}")) }
    }

    /// Runs a program quietly; what it says is kept, and the tests that it reports are counted.
    pub fn run(&mut self, command: Command) -> Result<(), String> {
        self.watch(command, |_| {})
    }

    /// The same with an ear for each line.
    pub fn watch(&mut self, command: Command, mut heard: impl FnMut(&str)) -> Result<(), String> {
        let program = name_of(&command);
        let problem = |error: std::io::Error| format!("{program} cannot start: {error}");
        let (mut child, lines) = start(command).map_err(problem)?;
        let (mut shown, mut last) = (Instant::now(), String::new());
        let before = self.tests.failed;
        loop {
            match lines.recv_timeout(GLANCE) {
                Ok(line) => {
                    heard(&line);
                    if let Some(counts) = counts::summed_up(&line) {
                        self.tests += counts;
                    }
                    self.log += &line;
                    self.log.push('\n');
                    last = if line.trim().is_empty() { last } else { line };
                }
                // What the program has left running may hold the pipe open for ever.
                Err(RecvTimeoutError::Timeout) if child.try_wait().map_err(problem)?.is_none() => {}
                Err(_) => break,
            }
            if shown.elapsed() >= SIGN_OF_LIFE {
                let last: String = last.trim().chars().take(SHOWN).collect();
                say(&format!("   {} {:.0} s: {last}", self.name, self.began.elapsed().as_secs_f64()));
                shown = Instant::now();
            }
        }
        let status = child.wait().map_err(problem)?;
        match self.tests.failed - before {
            _ if status.success() => Ok(()),
            0 => Err(format!("{program} ended with {status}")),
            1 => Err("1 test failed".to_owned()),
            failed => Err(format!("{failed} tests failed")),
        }
    }

    /// Writes what was said to a file, where there was something.
    fn keep_log(&self) -> Option<PathBuf> {
        let folder = root().join("target/xtask");
        let file = folder.join(format!("{}.log", self.name));
        let kept =
            !self.log.is_empty() && fs::create_dir_all(folder).and_then(|()| fs::write(&file, &self.log)).is_ok();
        kept.then(|| file.strip_prefix(root()).map(PathBuf::from).unwrap_or(file))
    }
}

/// Starts a program with one pipe for all it says, so that its lines keep their order.
fn start(mut command: Command) -> std::io::Result<(Child, Receiver<String>)> {
    let (reader, writer) = std::io::pipe()?;
    command.current_dir(root()).stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    let child = command.spawn()?;
    // The pipe ends with its last writer, and the command holds one.
    drop(command);
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(reader);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
            line.clear();
            if sender.send(text).is_err() {
                return;
            }
        }
    });
    Ok((child, lines))
}

/// The name of a program, without its folder.
fn name_of(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    program.file_stem().unwrap_or(command.get_program()).to_string_lossy().into_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn tests_are_counted_over_all_programs_of_a_step() {
        let row = run("counted", "two programs", |step| {
            step.run(shell("echo 'test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured'; echo aside >&2"))?;
            step.run(shell("echo '3 passed in 0.10s'"))?;
            step.note("without a third".to_owned());
            Ok(())
        });
        assert_eq!((row.tests, row.end), (Counts { passed: 5, failed: 0, skipped: 1 }, End::Passed));
        assert_eq!(row.notes, ["without a third"]);
        let log = fs::read_to_string(root().join("target/xtask/counted.log")).expect("the log is kept");
        assert!(log.contains("\naside\n3 passed"), "{log}");
    }

    #[test]
    fn failures_are_told_apart() {
        let failing = "echo 'test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured'; exit 101";
        let row = run("failing", "a test fails", |step| Ok(step.run(shell(failing))?));
        assert_eq!(row.end, End::Failed("1 test failed".to_owned()));
        let row = run("broken", "a program fails", |step| Ok(step.run(shell("exit 3"))?));
        assert_eq!(row.end, End::Failed("sh ended with exit status: 3".to_owned()));
        let row = run("absent", "no program", |step| Ok(step.run(Command::new("/no/such/program"))?));
        assert!(matches!(row.end, End::Failed(message) if message.starts_with("program cannot start: ")));
        let row = run("needless", "nothing to do", |_| Err(Stop::Skipped("not here".to_owned())));
        assert_eq!(row.end, End::Skipped("not here".to_owned()));
    }

    /// A server that a test has left running keeps the pipe open.
    #[test]
    fn a_step_ends_with_its_program() {
        let mut heard = Vec::new();
        let row = run("orphan", "something stays behind", |step| {
            Ok(step.watch(shell("sleep 600 & echo $!"), |line| heard.push(line.to_owned()))?)
        });
        assert_eq!(row.end, End::Passed);
        let [orphan] = heard.as_slice() else { panic!("{heard:?}") };
        assert!(Command::new("kill").arg(orphan).status().is_ok_and(|status| status.success()), "it was still there");
    }
}
