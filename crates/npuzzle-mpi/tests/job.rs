//! Jobs for the tests.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use npuzzle::question::{Ask, Solve, Terms};
use serde_json::{Value, json};

/// Far longer than anything takes, also on a busy machine.
const HANG: Duration = Duration::from_secs(300);
const GLANCE: Duration = Duration::from_millis(5);

/// Starts the program on so many processes.
pub fn mpirun(ranks: usize, arguments: &[&str]) -> Command {
    let mut command = Command::new("mpirun");
    command
        .args(["-n", &ranks.to_string(), "--oversubscribe", "--bind-to", "none"])
        .arg(env!("CARGO_BIN_EXE_npuzzle-mpi"))
        .args(arguments)
        .stdin(Stdio::null());
    settings(&mut command);
    command
}

/// What every job of the tests needs.
pub fn settings(command: &mut Command) {
    command
        .env("NPUZZLE_CACHE", cache())
        // Containers run as root, and forbid processes to read each other's memory.
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .env("OMPI_MCA_btl_vader_single_copy_mechanism", "none")
        // One machine needs no network.
        .env("OMPI_MCA_btl", "self,vader");
}

/// A folder of tables for all tests, empty when it is first asked for.
fn cache() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mpi-cache");
        // It is not there the first time.
        let _ = fs::remove_dir_all(&folder);
        folder
    })
}

/// Exit code, standard output and standard error.
pub type Answer = (Option<i32>, String, String);

pub fn answer(output: Output) -> Answer {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program prints text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

pub fn run(ranks: usize, arguments: &[&str]) -> Answer {
    answer(mpirun(ranks, arguments).output().expect("mpirun starts"))
}

/// The JSON that a job prints.
pub fn report(ranks: usize, arguments: &[&str]) -> Value {
    let (code, printed, said) = run(ranks, arguments);
    serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{arguments:?}: {error}, exit code {code:?}: {said}"))
}

/// A job that is still running. It does not outlive its test, also when that fails.
pub struct Job(Child);

/// Starts a job, and does not wait for it.
pub fn start(ranks: usize, arguments: &[&str]) -> Job {
    spawn(&mut mpirun(ranks, arguments))
}

pub fn spawn(command: &mut Command) -> Job {
    Job(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("mpirun starts"))
}

impl Job {
    /// The process of the launcher.
    pub fn launcher(&self) -> u32 {
        self.0.id()
    }

    /// How it has ended, if it has.
    fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().expect("it can be asked")
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        // The launcher ends its processes when it is asked to end, and has to be there for that.
        let began = Instant::now();
        let mut is_asked = false;
        while self.ended().is_none() && began.elapsed() < HANG {
            is_asked = is_asked || signal("-TERM", self.launcher());
            std::thread::sleep(GLANCE);
        }
        let _ = self.0.kill();
    }
}

/// The processes that an `mpirun` has started, by rank.
pub fn ranks(launcher: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("Linux has it").flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let read = |file: &str| fs::read(entry.path().join(file)).unwrap_or_default();
        let status = String::from_utf8_lossy(&read("status")).into_owned();
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
        if parent.and_then(|parent| parent.trim().parse::<u32>().ok()) != Some(launcher) {
            continue;
        }
        let environment = read("environ");
        let rank = environment.split(|&byte| byte == 0).find_map(|entry| entry.strip_prefix(b"OMPI_COMM_WORLD_RANK="));
        if let Some(rank) = rank.and_then(|rank| str::from_utf8(rank).ok()?.parse::<usize>().ok()) {
            found.push((rank, process));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, process)| process).collect()
}

/// The memory that a process has to itself, in bytes.
pub fn own_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// Sends a signal; false if the process is gone.
pub fn signal(name: &str, process: u32) -> bool {
    Command::new("kill").args([name, &process.to_string()]).status().expect("kill starts").success()
}

/// Waits until something has happened; false if the job has ended well before.
pub fn wait_until(job: &mut Job, mut happened: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while !happened() {
        if let Some(status) = job.ended() {
            let said = read(job.0.stderr.take());
            assert!(status.success(), "the job has ended before it could be disturbed ({status}): {said}");
            return false;
        }
        assert!(began.elapsed() < HANG, "nothing happens");
        std::thread::sleep(GLANCE);
    }
    true
}

/// The end of a job, which must come.
pub fn end(mut job: Job) -> Answer {
    let began = Instant::now();
    let status = loop {
        if let Some(status) = job.ended() {
            break status;
        }
        assert!(began.elapsed() < HANG, "the job hangs");
        std::thread::sleep(GLANCE);
    };
    (status.code(), read(job.0.stdout.take()), read(job.0.stderr.take()))
}

fn read(pipe: Option<impl Read>) -> String {
    let mut text = String::new();
    let read = pipe.map(|mut pipe| pipe.read_to_string(&mut text));
    read.expect("it is read once").expect("the program prints text");
    text
}

/// Waits until no process holds the lock of a journal: the launcher may end before those it has
/// killed.
pub fn wait_for_lock(path: &Path) {
    let lock = File::options().append(true).open(path).expect("a journal has a lock");
    let began = Instant::now();
    while lock.try_lock().is_err() {
        assert!(began.elapsed() < HANG, "the journal stays locked");
        std::thread::sleep(GLANCE);
    }
    // A job that another test is starting may have the file as well for a moment.
    lock.unlock().expect("it is locked");
}

/// The answer of one process to `tile-ida` with Manhattan distance.
pub fn alone(board: &str, nodes: Option<u64>, journal: Option<&Path>) -> Value {
    let asked = json!({
        "board": board, "algorithm": "tile-ida", "heuristic": "manhattan", "threads": 1, "node_limit": nodes,
    });
    let mut question: Solve = serde_json::from_value(asked).expect("it is a question");
    question.means.journal = journal.map(Path::to_owned);
    let limits = question.limits().over(npuzzle::core::Limits::default()).expect("limits");
    let solved = question.ask(&Terms { limits, ..Terms::default() }, &mut ()).expect("an answer");
    serde_json::to_value(&solved).expect("JSON")
}

/// Bound and counts of the iterations that are complete.
pub fn iterations(report: &Value) -> Vec<[u64; 3]> {
    let all = report["stats"]["deepening"].as_array().expect("iterations");
    let completed = all.iter().filter(|iteration| iteration["completed"] == true);
    completed.map(|it| ["bound", "expanded", "generated"].map(|name| it[name].as_u64().expect("a number"))).collect()
}
