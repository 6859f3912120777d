//! `cargo xtask dist`: everything that a release consists of, in one folder: the program as
//! archives, wheels and the source distribution of the Python package, the crates, the site,
//! checksums.
//!
//! What was made is then used as a person would who has no Rust ([`bare`]). The test command does
//! the same with what the tests have built.

mod archive;
pub mod bare;
mod glibc;
mod notices;
mod platforms;
mod site;
mod sources;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::python::{self, Environment};
use crate::steps::{self, Step, Stop};
use crate::{report, root, say, system};

use platforms::Platform;

const DEFAULT_FOLDER: &str = "target/release-files";
/// Only what differs from platform to platform.
const PROGRAMS: &str = "--programs";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The files of a release must not become larger than this unnoticed.
const MOST_OF_PROGRAM: u64 = 12_000_000;
const MOST_OF_WHEEL: u64 = 5_000_000;

/// `cargo xtask dist [--programs] [DIR]`
pub fn run(arguments: &[String]) -> Result<(), String> {
    let (options, folders): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with('-'));
    if let Some(unknown) = options.iter().find(|option| **option != PROGRAMS) {
        return Err(format!("unknown option `{unknown}`; there is `{PROGRAMS}`"));
    }
    let folder = match folders.as_slice() {
        [] => root().join(DEFAULT_FOLDER),
        [folder] => std::path::absolute(folder).map_err(|error| format!("`{folder}`: {error}"))?,
        _ => return Err("expected one folder".to_owned()),
    };
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut release = Release { tools: python::prepare_dist()?.finish()?, folder, files: Vec::new() };
    release.make(!options.is_empty())?;
    release.list()
}

/// A release as it comes into being.
struct Release {
    tools: Environment,
    folder: PathBuf,
    /// The names of the files that are complete.
    files: Vec<String>,
}

impl Release {
    fn make(&mut self, only_programs: bool) -> Result<(), String> {
        if is_changed() {
            say("note: the sources differ from the commit that the program names");
        }
        let host = platforms::host()?;
        let mut installable = None;
        for platform in platforms::PLATFORMS {
            if let Some(obstacle) = platform.obstacle() {
                say(&format!("{}: left out: {obstacle}", platform.target));
                continue;
            }
            let (archive, wheel) = self.programs(&platform, &host)?;
            if platform.target == host {
                installable = Some((archive, wheel));
            }
        }
        let (archive, wheel) = installable.ok_or_else(|| format!("{host} is not one of the platforms of a release"))?;
        if !only_programs {
            let (folder, tools) = (&self.folder, &self.tools);
            let sdist = part("sdist", "the Python package as sources", |step| sources::sdist(step, tools, folder))?;
            let crates =
                part("crates", "the crates, each built as it is", |step| sources::crates(step, tools, folder))?;
            let site = match crate::site::obstacle() {
                Some(obstacle) => {
                    say(&format!("site: left out: {obstacle}"));
                    None
                }
                None => Some(part("site", "the page with the engine inside, and the documents", |step| {
                    site::make(step, tools, folder)
                })?),
            };
            self.files.extend(crates.into_iter().chain([sdist]).chain(site).map(|file| name_of(&file)));
        }
        part("bare", "archive and wheel without Rust", |step| bare::check(step, &self.tools, &archive, &wheel))?;
        part("checksums", "SHA-256 of every file", |step| {
            let mut sums = self.tools.script(PACK);
            sums.arg("sums").arg(&self.folder).args(&self.files);
            step.run(sums)
        })
    }

    /// The archive and the wheel of a platform.
    fn programs(&mut self, platform: &Platform, host: &str) -> Result<(PathBuf, PathBuf), String> {
        let (folder, tools) = (&self.folder, &self.tools);
        part("program", platform.target, |step| step.show(platform.build(tools)?))?;
        let program = platform.program();
        not_larger_than(MOST_OF_PROGRAM, &program)?;
        platform.check_glibc(&program)?;
        let archive = part("archive", platform.target, |step| {
            // Manual pages and completions are those of a program that runs here.
            let speaker = platforms::program_of(host);
            let speaker = if speaker.exists() { &speaker } else { &program };
            archive::make(
                step,
                tools,
                &archive::Contents { program: &program, speaker, target: platform.target },
                folder,
            )
        })?;
        let wheel = part("wheel", platform.target, |step| wheel::make(step, tools, platform, folder))?;
        not_larger_than(MOST_OF_WHEEL, &wheel)?;
        self.files.extend([name_of(&archive), name_of(&wheel)]);
        Ok((archive, wheel))
    }

    /// Says what there is.
    fn list(&self) -> Result<(), String> {
        let mut files = [self.files.as_slice(), &["SHA256SUMS".to_owned()]].concat();
        files.sort();
        say(&format!("\n{}:", self.folder.display()));
        for name in files {
            let size = size_of(&self.folder.join(&name))?;
            say(&format!("{size:12}  {name}"));
        }
        Ok(())
    }
}

/// The script that writes archives.
const PACK: &str = "xtask/src/dist/pack.py";

/// Runs a part of the release; without it the rest is of no use.
fn part<T>(name: &'static str, title: &str, work: impl FnOnce(&mut Step) -> Result<T, String>) -> Result<T, String> {
    let mut made = None;
    let row = steps::run(name, title, |step| {
        made = Some(work(step).map_err(Stop::from)?);
        Ok(())
    });
    match (made, row.end) {
        (Some(made), _) => Ok(made),
        (None, report::End::Failed(message) | report::End::Skipped(message)) => Err(format!("{name}: {message}")),
        (None, report::End::Passed) => Err(format!("{name}: nothing was made")),
    }
}

/// Copies a file into a folder, where it gets its name when it is complete.
fn place(file: &Path, folder: &Path) -> Result<PathBuf, String> {
    let name = name_of(file);
    let (unfinished, placed) = (folder.join(format!(".{name}.part")), folder.join(&name));
    let done = fs::copy(file, &unfinished).and_then(|_| fs::rename(&unfinished, &placed));
    done.map(|()| placed).map_err(|error| format!("{}: {error}", file.display()))
}

/// A folder that holds nothing.
fn empty_folder(name: &str) -> Result<PathBuf, String> {
    let folder = root().join("target/xtask").join(name);
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(problem)?;
    }
    fs::create_dir_all(&folder).map_err(problem)?;
    Ok(folder)
}

/// Packs a folder, which becomes the only entry of the archive.
fn pack(step: &mut Step, tools: &Environment, folder: &Path, archive: &Path) -> Result<(), String> {
    let mut pack = tools.script(PACK);
    pack.arg("pack").arg(folder).arg(archive).arg(seconds_of_sources().to_string());
    step.run(pack)
}

fn unpack(step: &mut Step, tools: &Environment, archive: &Path, folder: &Path) -> Result<(), String> {
    let mut unpack = tools.script(PACK);
    unpack.arg("unpack").arg(archive).arg(folder);
    step.run(unpack)
}

/// Whether a folder has the texts of the licences: on some systems a link is a file with the name
/// of another.
fn check_licences(folder: &Path) -> Result<(), String> {
    for name in LICENCES {
        let text = |path: PathBuf| fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
        if text(folder.join(name))? != text(root().join(name))? {
            return Err(format!("{} is not the licence", folder.join(name).display()));
        }
    }
    Ok(())
}

fn not_larger_than(most: u64, file: &Path) -> Result<(), String> {
    let size = size_of(file)?;
    if size <= most { Ok(()) } else { Err(format!("{} has {size} bytes, at most {most} are allowed", file.display())) }
}

fn size_of(file: &Path) -> Result<u64, String> {
    fs::metadata(file).map(|data| data.len()).map_err(|error| format!("{}: {error}", file.display()))
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// When the sources were committed, in seconds since 1970; zip knows no time before 1980.
fn seconds_of_sources() -> u64 {
    let said = git(&["show", "--no-patch", "--format=%ct", "HEAD"]);
    said.and_then(|text| text.parse().ok()).unwrap_or(315_532_800)
}

fn is_changed() -> bool {
    git(&["status", "--porcelain"]).is_none_or(|changes| !changes.is_empty())
}

/// What git says, where there is git and a repository.
fn git(arguments: &[&str]) -> Option<String> {
    system::said(Command::new("git").current_dir(root()).args(arguments)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_understood() {
        let refused = |arguments: &[&str]| run(&arguments.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
        assert!(refused(&["--fast"]).is_err_and(|message| message.contains(PROGRAMS)));
        assert!(refused(&["a", "b"]).is_err_and(|message| message.contains("one folder")));
    }

    #[test]
    fn files_are_placed_under_their_name() {
        let folder = empty_folder("test-of-place").expect("a folder");
        let placed = place(&root().join("LICENSE-MIT"), &folder).expect("placed");
        assert_eq!(placed, folder.join("LICENSE-MIT"));
        assert!(check_licences(&folder).is_err_and(|message| message.contains("LICENSE-APACHE")));
        place(&root().join("LICENSE-APACHE"), &folder).expect("placed");
        assert_eq!(check_licences(&folder), Ok(()));
        fs::write(&placed, "../../LICENSE-MIT").expect("written");
        assert!(check_licences(&folder).is_err_and(|message| message.contains("is not the licence")));
        let names: Vec<_> = fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(names.len(), 2, "{names:?}");
    }

    #[test]
    fn size_has_a_limit() {
        let file = root().join("LICENSE-MIT");
        assert_eq!(not_larger_than(10_000, &file), Ok(()));
        assert!(not_larger_than(10, &file).is_err_and(|message| message.contains("at most 10")));
    }
}
