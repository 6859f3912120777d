//! Programs of the system that the tests need beyond Rust, and the packages they come in.

use std::process::{Command, Stdio};
use std::sync::Mutex;

/// The system installs for one at a time and refuses the other.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Whether a program can be started by its name.
pub fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Installs Debian's packages of these names.
pub fn install(packages: &[&str]) -> Result<(), String> {
    if packages.is_empty() {
        return Ok(());
    }
    let _one_at_a_time = INSTALLING.lock();
    let run = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        let done = quietly("apt-get", command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"));
        done.map_err(|message| format!("{} is not there: {message}", packages.join(", ")))
    };
    run(&["update"])?;
    run(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}

/// Runs a program; its words are only of interest if it fails.
pub fn quietly(name: &str, command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name} cannot start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}
