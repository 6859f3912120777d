//! The platforms of a release, and which of them can be built here.
//!
//! A program for Linux runs with the glibc that it was linked against and with newer ones. So Zig
//! links it, which has the interface of every glibc; Rust alone would take that of this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::glibc;
use crate::python::{self, Environment};
use crate::{cargo, root, system};

/// A platform that people have.
pub struct Platform {
    /// Rust's name of it.
    pub target: &'static str,
    /// The system that it is built on.
    built_on: &'static str,
    /// Zig's name of its processor and system, where Zig links.
    zig: Option<&'static str>,
}

/// The one of this machine must come before those that are built beside it.
pub const PLATFORMS: [Platform; 5] = [
    Platform { target: "x86_64-unknown-linux-gnu", built_on: "linux", zig: Some("x86_64-linux-gnu") },
    Platform { target: "aarch64-unknown-linux-gnu", built_on: "linux", zig: Some("aarch64-linux-gnu") },
    Platform { target: "aarch64-apple-darwin", built_on: "macos", zig: None },
    Platform { target: "x86_64-apple-darwin", built_on: "macos", zig: None },
    Platform { target: "x86_64-pc-windows-msvc", built_on: "windows", zig: None },
];

/// The platform of this machine, by Rust's name.
pub fn host() -> Result<String, String> {
    let said = system::said(rustc().arg("-vV"))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say what it runs on".to_owned())
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The program of a platform, once it is built.
pub fn program_of(target: &str) -> PathBuf {
    let suffix = if target.contains("windows") { ".exe" } else { "" };
    root().join("target").join(target).join(python::RELEASE_PROFILE).join(format!("npuzzle{suffix}"))
}

impl Platform {
    pub fn program(&self) -> PathBuf {
        program_of(self.target)
    }

    /// Why it cannot be built here.
    pub fn obstacle(&self) -> Option<String> {
        if std::env::consts::OS != self.built_on {
            return Some(format!("it is built on {}", self.built_on));
        }
        let library = system::said(rustc().args(["--print", "target-libdir", "--target", self.target]));
        let is_there = library.is_ok_and(|folder| Path::new(&folder).is_dir());
        (!is_there).then(|| format!("Rust's library for it is not installed (rustup target add {})", self.target))
    }

    /// A command that builds the program and the library of the Python package.
    pub fn build(&self, tools: &Environment) -> Result<Command, String> {
        let mut build = cargo(&python::release_arguments(self.target));
        self.link(&mut build, tools)?;
        Ok(build)
    }

    /// Lets a command of cargo link for this platform.
    pub fn link(&self, command: &mut Command, tools: &Environment) -> Result<(), String> {
        let Some(zig) = self.zig else { return Ok(()) };
        let folder = root().join("target/zig");
        let linker = folder.join(format!("link-{}", self.target));
        let python = tools.python().display();
        let (major, minor) = glibc::OLDEST;
        let script = format!("#!/bin/sh\nexec '{python}' -m ziglang cc -target {zig}.{major}.{minor} \"$@\"\n");
        write_program(&linker, &script).map_err(|error| format!("{}: {error}", linker.display()))?;
        let variable = self.target.to_uppercase().replace('-', "_");
        command.env(format!("CARGO_TARGET_{variable}_LINKER"), linker);
        // It leaves nothing outside of `target`.
        command.env("ZIG_GLOBAL_CACHE_DIR", folder.join("cache")).env("ZIG_LOCAL_CACHE_DIR", folder.join("cache"));
        Ok(())
    }

    /// Whether a program runs where it should.
    pub fn check_glibc(&self, program: &Path) -> Result<(), String> {
        if self.zig.is_none() {
            return Ok(());
        }
        let bytes = fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
        match glibc::newest(&bytes) {
            Some(version) if version <= glibc::OLDEST => Ok(()),
            Some((major, minor)) => Err(format!("{} asks for glibc {major}.{minor}", program.display())),
            None => Err(format!("{} does not say which glibc it needs", program.display())),
        }
    }

    /// The platform as wheels name it, for those that maturin has to be told.
    pub fn wheel_compatibility(&self) -> Option<String> {
        let (major, minor) = glibc::OLDEST;
        self.zig.map(|_| format!("manylinux_{major}_{minor}"))
    }
}

#[cfg(unix)]
fn write_program(path: &Path, script: &str) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if fs::read_to_string(path).is_ok_and(|present| present == script) {
        return Ok(());
    }
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, script)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn write_program(path: &Path, script: &str) -> std::io::Result<()> {
    fs::write(path, script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_can_build_for_itself() {
        let host = host().expect("a host");
        for platform in PLATFORMS {
            if platform.target == host {
                assert_eq!(platform.obstacle(), None);
            } else if platform.built_on != std::env::consts::OS {
                assert!(platform.obstacle().is_some_and(|reason| reason.contains(platform.built_on)));
            }
        }
    }

    #[test]
    fn programs_have_the_name_of_their_system() {
        assert!(program_of("x86_64-pc-windows-msvc").ends_with("dist/npuzzle.exe"));
        assert!(program_of("aarch64-apple-darwin").ends_with("dist/npuzzle"));
    }
}
