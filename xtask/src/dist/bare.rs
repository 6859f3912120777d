//! What a person does with a release who has neither Rust nor this repository: unpack the archive,
//! install the wheel, and use both. Nothing is on the PATH, and the home folder is empty.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::contributing::cost_in;
use crate::dist::archive::{self, COMPLETIONS, MANUAL};
use crate::dist::{LICENCES, VERSION, check_licences, empty_folder, notices, pack, platforms, unpack};
use crate::python::{self, Environment};
use crate::root;
use crate::steps::Step;

/// A board, and the moves of its shortest solution.
const BOARD: &str = "867254301";
const MOVES: u32 = 31;

/// Uses the package. Its arguments: the version, the board, the moves, the names of the licences.
const USE_OF_PACKAGE: &str = r#"
import importlib.metadata, sys
version, board, moves, *licences = sys.argv[1:]
import npuzzle
result = npuzzle.solve(board)
assert (result.cost, result.proof) == (int(moves), "optimal"), result
installed = importlib.metadata.distribution("npuzzle")
assert installed.version == npuzzle.__version__ == version, installed.version
for licence in licences:
    texts = [file for file in installed.files if file.name == licence]
    assert len(texts) == 1, f"{licence}: {texts}"
    assert len(texts[0].read_text()) > 1000, f"{licence} is no licence"
print(npuzzle.__file__)
"#;

/// Packs the program of the tests as a release is packed, and uses it and the wheel of the tests.
pub fn check_tested(step: &mut Step, tools: &Environment) -> Result<(), String> {
    let program = root().join("target/debug").join(format!("npuzzle{}", std::env::consts::EXE_SUFFIX));
    let target = platforms::host()?;
    let folder = empty_folder("tested")?;
    let contents = archive::Contents { program: &program, speaker: &program, target: &target };
    let archive = archive::make(step, tools, &contents, &folder)?;
    check(step, tools, &archive, &python::tested_wheel()?)?;
    check_packing(step, tools, &folder)
}

/// Whether both kinds of archives are the same bytes for the same files, and lose none.
fn check_packing(step: &mut Step, tools: &Environment, folder: &Path) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let packed = folder.join("packed");
    fs::create_dir_all(packed.join("inner")).map_err(problem)?;
    fs::copy(root().join("LICENSE-MIT"), packed.join("inner/LICENSE-MIT")).map_err(problem)?;
    fs::copy(root().join("LICENSE-APACHE"), packed.join("LICENSE-APACHE")).map_err(problem)?;
    for suffix in ["zip", "tar.gz"] {
        let archives = ["once", "again"].map(|name| folder.join(format!("{name}.{suffix}")));
        let mut bytes = Vec::new();
        for archive in &archives {
            pack(step, tools, &packed, archive)?;
            bytes.push(fs::read(archive).map_err(problem)?);
        }
        if bytes[0] != bytes[1] {
            return Err(format!("the same files make two different archives ({suffix})"));
        }
        let unpacked = folder.join(suffix);
        unpack(step, tools, &archives[0], &unpacked)?;
        for name in ["packed/inner/LICENSE-MIT", "packed/LICENSE-APACHE"] {
            if fs::read(unpacked.join(name)).map_err(problem)? != fs::read(folder.join(name)).map_err(problem)? {
                return Err(format!("{name} is not the same after it was packed ({suffix})"));
            }
        }
    }
    Ok(())
}

/// Uses an archive and a wheel for this machine.
pub fn check(step: &mut Step, tools: &Environment, archive: &Path, wheel: &Path) -> Result<(), String> {
    let place = Place::new()?;
    place.use_archive(step, tools, archive)?;
    place.use_wheel(step, tools, wheel)
}

/// A machine with nothing on it, as far as a program can see.
struct Place {
    folder: PathBuf,
    home: PathBuf,
}

impl Place {
    fn new() -> Result<Self, String> {
        let folder = empty_folder("bare")?;
        let home = folder.join("home");
        fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
        Ok(Self { folder, home })
    }

    /// Runs a program here and returns what it says.
    fn run(&self, step: &mut Step, program: &Path, arguments: &[&str]) -> Result<String, String> {
        let mut command = Command::new(program);
        command.args(arguments).env_clear().env("HOME", &self.home).env("PATH", &self.home);
        // Windows starts no program without it.
        command.envs(std::env::var_os("SYSTEMROOT").map(|root| ("SYSTEMROOT", root)));
        let mut said = String::new();
        step.watch(command, |line| said += &format!("{line}\n"))?;
        Ok(said)
    }

    fn use_archive(&self, step: &mut Step, tools: &Environment, archive: &Path) -> Result<(), String> {
        unpack(step, tools, archive, &self.folder)?;
        let folder = self.folder.join(archive::folder_name(&platforms::host()?));
        check_licences(&folder)?;
        let solve_page = format!("{MANUAL}/npuzzle-solve.1");
        let completions = COMPLETIONS.map(|(_, file)| format!("completions/{file}"));
        let documents = ["README.md", "CHANGELOG.md", notices::FILE, &solve_page];
        for name in completions.iter().map(String::as_str).chain(documents) {
            let text = fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
            if !text.contains("npuzzle") {
                return Err(format!("{name} does not speak of npuzzle"));
            }
        }
        let program = folder.join(format!("npuzzle{}", std::env::consts::EXE_SUFFIX));
        let version = self.run(step, &program, &["--version"])?;
        if version.lines().next() != Some(&format!("npuzzle {VERSION}")) {
            return Err(format!("the program says it is {version}"));
        }
        let answer = self.run(step, &program, &["solve", BOARD, "--format", "json"])?;
        match cost_in(&answer) {
            Some(MOVES) => Ok(()),
            _ => Err(format!("the program does not solve {BOARD} in {MOVES} moves: {answer}")),
        }
    }

    fn use_wheel(&self, step: &mut Step, tools: &Environment, wheel: &Path) -> Result<(), String> {
        let environment = self.folder.join("python");
        // It takes no installer along, which would take seconds.
        let mut make = tools.module("venv");
        make.arg("--without-pip").arg(&environment);
        step.run(make)?;
        let python = python::interpreter_in(&environment);
        let mut install = tools.module("pip");
        install.arg("--python").arg(&python);
        install.args(["install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]).arg(wheel);
        step.run(install)?;
        let moves = MOVES.to_string();
        let arguments = [&["-I", "-c", USE_OF_PACKAGE, VERSION, BOARD, &moves], LICENCES.as_slice()].concat();
        let imported = self.run(step, &python, &arguments)?;
        if Path::new(imported.trim()).starts_with(&environment) {
            return Ok(());
        }
        Err(format!("another package than the installed one was used: {imported}"))
    }
}
