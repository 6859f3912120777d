//! The Python package: a virtual environment of its own, the wheel, and the tests that are written in Python.
//!
//! Interpreter and packages come while the compiler works. Where they cannot be had the tests in Python are skipped with a word,
//! but never in CI: there it is an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::JoinHandle;

use crate::system::{self, quietly};
use crate::{cargo, root, say, step};

/// The interpreters that will do, if they are new enough. The first one is the system's own.
const INTERPRETERS: [&str; 6] = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];
/// `requires-python` of the package.
const OLDEST: (u32, u32) = (3, 10);
/// The packages that the tests need, by version.
const REQUIREMENTS: &str = "crates/npuzzle-py/requirements-test.txt";
/// The same for those that are installed without what they ask for.
const REQUIREMENTS_ALONE: &str = "crates/npuzzle-py/requirements-test-alone.txt";

/// The interpreter with the packages, as soon as it is there.
pub struct Preparing(JoinHandle<Result<PathBuf, String>>);

/// Begins to make the virtual environment, or finds the one of the last time.
pub fn prepare() -> Preparing {
    Preparing(std::thread::spawn(environment))
}

impl Preparing {
    /// Waits until all is there. Not having it is an error in CI, and no environment elsewhere.
    pub fn finish(self) -> Result<Option<Environment>, String> {
        let prepared = self.0.join().unwrap_or_else(|_| Err("the thread that prepares Python ended".to_owned()));
        match prepared {
            Ok(python) => Ok(Some(Environment { python })),
            Err(message) if std::env::var("CI").as_deref() != Ok("true") => {
                say(&format!("note: the tests of the Python package are skipped: {message}"));
                Ok(None)
            }
            Err(message) => Err(message),
        }
    }
}

/// All of it: `cargo xtask python`.
pub fn run() -> Result<(), String> {
    let environment = Environment { python: environment()? };
    environment.install_wheel()?;
    environment.test()
}

/// What maturin asks its cargo for is the library alone. For that alone cargo would choose other features of the engine's
/// dependencies, and build the engine again: minutes. So it gets the library from the build of the whole workspace.
pub fn build_library() -> Result<(), String> {
    let arguments = ["build", "--workspace", "--lib", "--tests", "--message-format", "json-render-diagnostics"];
    let mut build = cargo(&arguments);
    // The library serves every version of Python. Told of one, PyO3 would be built anew whenever maturin and another command of
    // cargo take turns.
    for told in ["PYO3_CONFIG_FILE", "PYO3_ENVIRONMENT_SIGNATURE", "PYO3_PYTHON"] {
        build.env_remove(told);
    }
    step("library of the Python package", &mut build)
}

/// A virtual environment that has what the tests need.
pub struct Environment {
    python: PathBuf,
}

impl Environment {
    /// Builds the wheel and installs it.
    pub fn install_wheel(&self) -> Result<(), String> {
        let problem = |error: std::io::Error| format!("wheel: {error}");
        let wheels = folder().join("wheels");
        if wheels.exists() {
            fs::remove_dir_all(&wheels).map_err(problem)?;
        }
        let mut build = self.module("maturin");
        build.args(["build", "--profile", "dev", "--manifest-path", "crates/npuzzle-py/Cargo.toml"]);
        build.arg("--out").arg(&wheels).arg("--interpreter").arg(&self.python);
        build.env("CARGO", std::env::current_exe().map_err(problem)?);
        step("wheel", &mut build)?;
        let mut built = Vec::new();
        for entry in fs::read_dir(&wheels).map_err(problem)? {
            built.push(entry.map_err(problem)?.path());
        }
        let mut install = self.module("pip");
        install.args(["install", "--quiet", "--force-reinstall", "--no-deps", "--no-index"]).args(built);
        quietly("pip", &mut install)
    }

    /// Runs the tests and checks the types.
    pub fn test(&self) -> Result<(), String> {
        let cache = folder().join("pytest");
        let mut tests = self.module("pytest");
        tests.args(["--quiet", "-o"]).arg(format!("cache_dir={}", cache.display())).arg("crates/npuzzle-py/tests");
        step("tests of the Python package", &mut tests)?;
        let mut types = self.module("mypy");
        types.args(["--strict", "--config-file", "crates/npuzzle-py/pyproject.toml", "--package", "npuzzle"]);
        types.arg("--cache-dir").arg(folder().join("mypy"));
        step("types of the Python package", &mut types)?;
        step("stubs of the Python package", self.module("mypy.stubtest").arg("npuzzle._engine"))
    }

    /// Runs a module of the environment. It reads no settings of the user and leaves nothing outside of `target`.
    fn module(&self, name: &str) -> Command {
        let mut command = Command::new(&self.python);
        command.args(["-m", name]).current_dir(root());
        command.env("PYTHONPYCACHEPREFIX", folder().join("bytecode")).env("PYTHONNOUSERSITE", "1");
        command.env("IPYTHONDIR", folder().join("ipython")).env("JUPYTER_CONFIG_DIR", folder().join("jupyter"));
        command.env("NPUZZLE_CACHE", folder().join("cache"));
        command.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
        command
    }
}

fn folder() -> PathBuf {
    root().join("target/python")
}

/// The interpreter of the virtual environment, which is made if the one of the last time is not the one that is wanted.
fn environment() -> Result<PathBuf, String> {
    let problem = |error: std::io::Error| format!("Python: {error}");
    let (interpreter, version) = interpreter()?;
    let venv = folder().join("venv");
    let python = venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let mut wanted = format!("Python {version}\n");
    for file in [REQUIREMENTS, REQUIREMENTS_ALONE] {
        wanted += &fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
    }
    // Written when all is installed: an environment without it is not complete.
    let stamp = venv.join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    if venv.exists() {
        fs::remove_dir_all(&venv).map_err(problem)?;
    }
    quietly("venv", Command::new(interpreter).args(["-m", "venv"]).arg(&venv))?;
    let environment = Environment { python };
    let install = |arguments: &[&str]| {
        let mut pip = environment.module("pip");
        // Bytecode is made of what is imported, which is a small part.
        pip.args(["install", "--quiet", "--no-compile", "--disable-pip-version-check"]).args(arguments);
        quietly("pip", &mut pip)
    };
    install(&["--requirement", REQUIREMENTS])?;
    install(&["--no-deps", "--requirement", REQUIREMENTS_ALONE])?;
    fs::write(stamp, wanted).map_err(problem)?;
    Ok(environment.python)
}

/// The first interpreter that is new enough, and its version. Where there is none at all it is installed.
fn interpreter() -> Result<(&'static str, String), String> {
    if !INTERPRETERS.into_iter().any(system::has) {
        system::install(&["python3", "python3-venv"])?;
    }
    let mut found = Vec::new();
    for name in INTERPRETERS {
        let Some(version) = version(Path::new(name)) else { continue };
        let mut parts = version.split('.').map_while(|part| part.parse().ok());
        if (parts.next(), parts.next()) >= (Some(OLDEST.0), Some(OLDEST.1)) {
            // Debian has the part that makes virtual environments in a package of its own.
            if quietly(name, Command::new(name).args(["-c", "import ensurepip, venv"])).is_err() {
                system::install(&["python3-venv"])?;
            }
            return Ok((name, version));
        }
        found.push(format!("{name} is {version}"));
    }
    let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
    Err(format!("expected Python {}.{} or newer on the PATH, found {found}", OLDEST.0, OLDEST.1))
}

/// The version of an interpreter, if it runs.
fn version(interpreter: &Path) -> Option<String> {
    let script = "import platform; print(platform.python_version())";
    let output = Command::new(interpreter).args(["-c", script]).output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !version.is_empty()).then_some(version)
}
