//! The program as an archive that needs no installer: unpack it and run it. Beside the program are
//! manual pages, completions for every shell, the readme, the changes and the licences, those of
//! the crates of others too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::{LICENCES, VERSION, empty_folder, name_of, notices, pack};
use crate::python::Environment;
use crate::root;
use crate::steps::Step;

/// The shells, and the files in which they look for completions.
pub const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "npuzzle.bash"),
    ("elvish", "npuzzle.elv"),
    ("fish", "npuzzle.fish"),
    ("powershell", "npuzzle.ps1"),
    ("zsh", "_npuzzle"),
];
pub const MANUAL: &str = "man/man1";
const DOCUMENTS: [&str; 2] = ["CHANGELOG.md", "README.md"];

/// What an archive is made of.
pub struct Contents<'a> {
    pub program: &'a Path,
    /// A program that runs here and says how the other one is used.
    pub speaker: &'a Path,
    pub target: &'a str,
}

/// The name of the only folder in an archive.
pub fn folder_name(target: &str) -> String {
    format!("npuzzle-{VERSION}-{target}")
}

/// Makes the archive of a platform.
pub fn make(step: &mut Step, tools: &Environment, contents: &Contents<'_>, to: &Path) -> Result<PathBuf, String> {
    let name = folder_name(contents.target);
    let folder = empty_folder("archive")?.join(&name);
    lay_out(step, contents, &folder)?;
    notices::write(step, tools, "npuzzle-cli", contents.target, &folder.join(notices::FILE))?;
    let suffix = if contents.target.contains("windows") { "zip" } else { "tar.gz" };
    let archive = to.join(format!("{name}.{suffix}"));
    pack(step, tools, &folder, &archive)?;
    Ok(archive)
}

fn lay_out(step: &mut Step, contents: &Contents<'_>, folder: &Path) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let completions = folder.join("completions");
    fs::create_dir_all(&completions).map_err(problem)?;
    fs::copy(contents.program, folder.join(name_of(contents.program))).map_err(problem)?;
    for name in DOCUMENTS.into_iter().chain(LICENCES) {
        fs::copy(root().join(name), folder.join(name)).map_err(problem)?;
    }
    let mut manual = Command::new(contents.speaker);
    manual.arg("man").arg(folder.join(MANUAL));
    step.run(manual)?;
    for (shell, file) in COMPLETIONS {
        let said = Command::new(contents.speaker).args(["completions", shell]).output().map_err(problem)?;
        if !said.status.success() {
            return Err(format!("npuzzle completions {shell} ended with {}", said.status));
        }
        fs::write(completions.join(file), said.stdout).map_err(problem)?;
    }
    Ok(())
}
