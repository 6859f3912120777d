//! The Python package: a virtual environment of its own, the wheel, and the tests that are written
//! in Python.
//!
//! The interpreter is looked for at the start; packages come while the compiler works.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::Step;
use crate::system::{self, Preparing, quietly};
use crate::{cargo, root, say, step};

/// The interpreters that will do, if they are new enough. The first one is the system's own.
const INTERPRETERS: [&str; 6] = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];
/// `requires-python` of the package.
const OLDEST: (u32, u32) = (3, 10);
/// Debian's packages of an interpreter. The part that makes virtual environments is a package of
/// its own.
const PACKAGES: [&str; 2] = ["python3", "python3-venv"];
/// The packages that the tests need, by version.
const REQUIREMENTS: &str = "crates/npuzzle-py/requirements-test.txt";
/// The same for those that are installed without what they ask for.
const REQUIREMENTS_ALONE: &str = "crates/npuzzle-py/requirements-test-alone.txt";
/// The same for the clusters of some tests. They are large, and not to be had everywhere.
const REQUIREMENTS_CLUSTERS: &str = "crates/npuzzle-py/requirements-test-clusters.txt";
/// The packages that a release needs.
const REQUIREMENTS_DIST: &str = "crates/npuzzle-py/requirements-dist.txt";
/// The same for the pictures of a notebook.
const REQUIREMENTS_PICTURES: &str = "crates/npuzzle-site/requirements-pictures.txt";
/// The compiler of the kernels.
const REQUIREMENTS_KERNELS: &str = "crates/npuzzle-gpu/kernels/requirements.txt";

/// The profile of what is shipped.
pub const RELEASE_PROFILE: &str = "dist";

/// The package that holds the accessibility rules, and their file in it.
const RULES_PACKAGE: &str = "axe_playwright_python";
const RULES: &str = "axe.min.js";

/// A virtual environment that is wanted.
struct Wanted {
    /// Its folder.
    name: &'static str,
    requirements: &'static [&'static str],
    /// Those that are installed without what they ask for.
    alone: &'static [&'static str],
    /// Those without which some tests are skipped; in CI they are needed like the others.
    optional: &'static [&'static str],
}

/// Begins to make the environment of the tests, or finds the one of the last time. An error says
/// why there can be no Python here.
pub fn prepare() -> Result<Preparing<Environment>, String> {
    prepare_for(Wanted {
        name: "venv",
        requirements: &[REQUIREMENTS],
        alone: &[REQUIREMENTS_ALONE],
        optional: &[REQUIREMENTS_CLUSTERS],
    })
}

/// The same with what a release needs.
pub fn prepare_dist() -> Result<Preparing<Environment>, String> {
    prepare_for(Wanted { name: "dist", requirements: &[REQUIREMENTS_DIST], alone: &[], optional: &[] })
}

/// The same with what shows a notebook.
pub fn prepare_pictures() -> Result<Preparing<Environment>, String> {
    prepare_for(Wanted { name: "pictures", requirements: &[REQUIREMENTS_PICTURES], alone: &[], optional: &[] })
}

/// The same with the compiler of the kernels.
pub fn prepare_kernels() -> Result<Preparing<Environment>, String> {
    prepare_for(Wanted { name: "kernels", requirements: &[REQUIREMENTS_KERNELS], alone: &[], optional: &[] })
}

fn prepare_for(wanted: Wanted) -> Result<Preparing<Environment>, String> {
    let found = interpreter();
    if let Err(missing) = &found {
        system::can_install(&PACKAGES).map_err(|remedy| format!("{missing}; {remedy}"))?;
    }
    Ok(Preparing::begin("Python with its packages", move || {
        let found = found.or_else(|_| system::install(&PACKAGES).and_then(|()| interpreter()))?;
        environment(&found, &wanted)
    }))
}

/// What maturin asks its cargo for is the library alone. For that alone cargo would choose other
/// features of the engine's dependencies, and build the engine again: minutes. So it gets the
/// library from the build of the whole workspace; for a release, which names its platform, from
/// the build of the program.
pub fn build_library(arguments: &[String]) -> Result<(), String> {
    let target = arguments.iter().skip_while(|argument| *argument != "--target").nth(1);
    let mut build = match target {
        Some(target) => cargo(&release_arguments(target)),
        None => cargo(&["build", "--workspace", "--lib", "--tests"]),
    };
    build.args(["--message-format", "json-render-diagnostics"]);
    // The library serves every version of Python. Told of one, PyO3 would be built anew whenever
    // maturin and another command of cargo take turns.
    for told in ["PYO3_CONFIG_FILE", "PYO3_ENVIRONMENT_SIGNATURE", "PYO3_PYTHON"] {
        build.env_remove(told);
    }
    step("library of the Python package", &mut build)
}

/// The arguments of cargo that build for a release: the program, and the library of this package,
/// which share the engine.
pub fn release_arguments(target: &str) -> [&str; 10] {
    let [program, library] = ["npuzzle-cli", "npuzzle-py"];
    ["build", "--locked", "--profile", RELEASE_PROFILE, "--package", program, "--package", library, "--target", target]
}

/// The only file in a folder.
pub fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(problem)?.collect::<Result<Vec<_>, _>>().map_err(problem)?;
    match entries.as_slice() {
        [entry] => Ok(entry.path()),
        _ => Err(format!("{} should hold one file and holds {}", folder.display(), entries.len())),
    }
}

/// The wheel that the tests have installed.
pub fn tested_wheel() -> Result<PathBuf, String> {
    only_file(&wheels())
}

fn wheels() -> PathBuf {
    folder().join("wheels")
}

/// The interpreter of a virtual environment.
pub fn interpreter_in(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// A virtual environment that has what was wanted.
pub struct Environment {
    python: PathBuf,
}

impl Environment {
    pub fn python(&self) -> &Path {
        &self.python
    }

    /// A command of maturin that puts what it makes into a folder.
    pub fn maturin(&self, command: &str, out: &Path) -> Command {
        let mut maturin = self.module("maturin");
        maturin.args([command, "--manifest-path", "crates/npuzzle-py/Cargo.toml", "--out"]).arg(out);
        maturin
    }

    /// One that makes a wheel of a library that is built already ([`build_library`]).
    pub fn wheel(&self, out: &Path) -> Result<Command, String> {
        let mut build = self.maturin("build", out);
        build.env("CARGO", std::env::current_exe().map_err(|error| format!("wheel: {error}"))?);
        Ok(build)
    }

    /// Runs a script of the project.
    pub fn script(&self, path: &str) -> Command {
        let mut command = Command::new(&self.python);
        command.args(["-I", path]).current_dir(root());
        command
    }

    /// Builds the wheel and installs it.
    pub fn install_wheel(&self, step: &mut Step) -> Result<(), String> {
        let problem = |error: std::io::Error| format!("wheel: {error}");
        let wheels = wheels();
        if wheels.exists() {
            fs::remove_dir_all(&wheels).map_err(problem)?;
        }
        let mut build = self.wheel(&wheels)?;
        build.args(["--profile", "dev", "--interpreter"]).arg(&self.python);
        step.run(build)?;
        let mut install = self.module("pip");
        install.args(["install", "--quiet", "--force-reinstall", "--no-deps", "--no-index"]).arg(only_file(&wheels)?);
        step.run(install)
    }

    /// Runs the tests.
    pub fn test(&self, step: &mut Step, variables: Vec<(&str, String)>) -> Result<(), String> {
        let cache = folder().join("pytest");
        let mut tests = self.module("pytest");
        tests.envs(variables);
        // Most of the time they wait: for progress, for signals, for other processes. What the
        // tests of a file have in common is made once. Files begin in the order of their names:
        // those with the fewest tests, which xdist would leave to the end, take longest.
        tests.args(["--numprocesses", "3", "--dist", "loadfile", "--no-loadscope-reorder"]);
        tests.args(["--quiet", "-o"]).arg(format!("cache_dir={}", cache.display())).arg("crates/npuzzle-py/tests");
        step.run(tests)
    }

    /// Puts the accessibility rules of axe-core where the tests of the page look for them. They
    /// come with a package that is installed here, so that the page needs no client of its own.
    pub fn lay_out_accessibility_rules(&self) -> Result<(), String> {
        let problem = |error: std::io::Error| format!("the rules of axe-core: {error}");
        let script = "import importlib.util as u, sys; print(u.find_spec(sys.argv[1]).submodule_search_locations[0])";
        let found = Command::new(&self.python).args(["-c", script, RULES_PACKAGE]).output().map_err(problem)?;
        let package = PathBuf::from(String::from_utf8_lossy(&found.stdout).trim());
        let folder = root().join("target/browser");
        fs::create_dir_all(&folder).map_err(problem)?;
        fs::copy(package.join(RULES), folder.join(RULES)).map(|_| ()).map_err(problem)
    }

    /// Checks the types, and the stubs against the module.
    pub fn check_types(&self, step: &mut Step) -> Result<(), String> {
        let mut types = self.module("mypy");
        types.args(["--strict", "--config-file", "crates/npuzzle-py/pyproject.toml", "--package", "npuzzle"]);
        types.arg("--cache-dir").arg(folder().join("mypy"));
        step.run(types)?;
        let mut stubs = self.module("mypy.stubtest");
        stubs.arg("npuzzle._engine");
        step.run(stubs)
    }

    /// Runs a module of the environment. It reads no settings of the user and leaves nothing
    /// outside of `target`.
    pub fn module(&self, name: &str) -> Command {
        let mut command = Command::new(&self.python);
        command.args(["-m", name]).current_dir(root());
        command.env("PYTHONPYCACHEPREFIX", folder().join("bytecode")).env("PYTHONNOUSERSITE", "1");
        command.env("IPYTHONDIR", folder().join("ipython")).env("JUPYTER_CONFIG_DIR", folder().join("jupyter"));
        command.env("NPUZZLE_CACHE", folder().join("cache"));
        // What it says shows that it is alive.
        command.env("PYTHONUNBUFFERED", "1");
        command.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
        // Some images set it. Each of the hundreds of processes that tests start would compile all
        // that it imports.
        command.env_remove("PYTHONDONTWRITEBYTECODE");
        command
    }
}

fn folder() -> PathBuf {
    root().join("target/python")
}

/// The virtual environment, which is made if the one of the last time is not the one that is
/// wanted.
fn environment((interpreter, version): &(&str, String), wanted: &Wanted) -> Result<Environment, String> {
    let problem = |error: std::io::Error| error.to_string();
    let venv = folder().join(wanted.name);
    let environment = Environment { python: interpreter_in(&venv) };
    let read = |file: &&str| fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"));
    let needed: String = wanted.requirements.iter().chain(wanted.alone).map(read).collect::<Result<_, _>>()?;
    let needed = format!("Python {version}\n{needed}");
    let optional: String = wanted.optional.iter().map(read).collect::<Result<_, _>>()?;
    // Written when all is installed: an environment without it is not complete.
    let (stamp, optional_stamp) = (venv.join("installed.txt"), venv.join("installed-optional.txt"));
    let is_installed = |stamp: &Path, packages: &str| fs::read_to_string(stamp).is_ok_and(|text| text == packages);
    let install = |arguments: &[&str]| {
        let mut pip = environment.module("pip");
        // Bytecode is made of what is imported, which is a small part.
        pip.args(["install", "--quiet", "--no-compile", "--disable-pip-version-check"]);
        // Without a network this ends after seconds, not minutes.
        pip.args(["--retries", "2", "--timeout", "20"]).args(arguments);
        quietly("pip", &mut pip)
            .map_err(|message| format!("its packages cannot be fetched (is there a network?): {message}"))
    };
    if !is_installed(&stamp, &needed) {
        if venv.exists() {
            fs::remove_dir_all(&venv).map_err(problem)?;
        }
        quietly("venv", Command::new(interpreter).args(["-m", "venv"]).arg(&venv))?;
        for file in wanted.requirements {
            install(&["--requirement", file])?;
        }
        for file in wanted.alone {
            install(&["--no-deps", "--requirement", file])?;
        }
        fs::write(stamp, needed).map_err(problem)?;
    }
    if !is_installed(&optional_stamp, &optional) {
        match wanted.optional.iter().try_for_each(|file| install(&["--requirement", file])) {
            Err(message) if system::is_ci() => return Err(message),
            Err(message) => say(&format!("note: {message}")),
            Ok(()) => {}
        }
        // Not tried again before the list changes: without a network that takes a minute.
        fs::write(optional_stamp, optional).map_err(problem)?;
    }
    Ok(environment)
}

/// The first interpreter that is new enough and can make virtual environments, and its version.
fn interpreter() -> Result<(&'static str, String), String> {
    let mut found = Vec::new();
    for name in INTERPRETERS {
        let Some(version) = version(Path::new(name)) else { continue };
        let mut parts = version.split('.').map_while(|part| part.parse().ok());
        if (parts.next(), parts.next()) < (Some(OLDEST.0), Some(OLDEST.1)) {
            found.push(format!("{name} is {version}"));
        } else if quietly(name, Command::new(name).args(["-c", "import ensurepip, venv"])).is_err() {
            found.push(format!("{name} has no module venv"));
        } else {
            return Ok((name, version));
        }
    }
    let found = if found.is_empty() { "none is on the PATH".to_owned() } else { found.join(", ") };
    Err(format!("there is no Python from {}.{} on that can make virtual environments ({found})", OLDEST.0, OLDEST.1))
}

/// The version of an interpreter, if it runs.
fn version(interpreter: &Path) -> Option<String> {
    let script = "import platform; print(platform.python_version())";
    let output = Command::new(interpreter).args(["-c", script]).output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !version.is_empty()).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shipped is packed by what the tests use.
    #[test]
    fn tests_and_releases_have_the_same_maturin() {
        let maturin = |file: &str| {
            let text = fs::read_to_string(root().join(file)).expect("requirements");
            text.lines().find(|line| line.starts_with("maturin==")).map(str::to_owned)
        };
        assert!(maturin(REQUIREMENTS).is_some());
        assert_eq!(maturin(REQUIREMENTS), maturin(REQUIREMENTS_DIST));
    }

    #[test]
    fn one_file_is_one_file() {
        assert!(only_file(&root().join(".cargo")).is_ok_and(|file| file.ends_with("config.toml")));
        assert!(only_file(&root().join("crates")).is_err_and(|message| message.contains("one file")));
    }
}
