//! `cargo xtask test`: everything that has to hold, step by step; `cargo xtask lint`: the steps
//! that run no test.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread::scope;
use std::time::Instant;

use crate::python::Environment;
use crate::report::{End, Report, Row};
use crate::steps::{self, Step, Stop};
use crate::system::{self, Preparing, quietly};
use crate::{browser, cargo, contributing, dist, lint, mpi, print, python, root, say};

/// The steps by name, in the order of the table.
const STEPS: [(&str, &str); 16] = [
    ("format", "every source file is formatted, every line of prose has at most 100 columns"),
    ("clippy", "clippy finds nothing"),
    ("rustdoc", "the documentation builds without warnings"),
    ("deny", "licences and sources of the dependencies"),
    ("build", "the test programs and the Python package"),
    ("engine", "the tests of the engine as a whole"),
    ("rust", "the other tests in Rust"),
    ("doctests", "the examples of the documentation"),
    ("mpi", "jobs of several processes, over MPI"),
    ("page", "the tests of the page, in Chromium"),
    ("site", "the page with the engine inside, from a plain file server, in Chromium"),
    ("wheel", "the Python package, built and installed"),
    ("python", "the tests in Python"),
    ("types", "types and stubs of the Python package"),
    ("bare", "an archive and the wheel, used without Rust"),
    ("contributing", "the worked examples of CONTRIBUTING.md"),
];
/// So many of them run no test.
const LINTS: usize = 4;

/// The tests of the page in which the engine matters: on a site these run when not all do.
const ON_A_SITE: [&str; 7] = ["site::", "documents::", "solve::", "link::", "audit::", "compare::", "watch::"];

/// Which part of a sweep the test programs look at: a number, or `full`.
const SWEEPS: &str = "NPUZZLE_SWEEPS";

/// The work of a step that asks for no more than the sources.
type Check = fn(&mut Step) -> Result<(), Stop>;
/// The same for one that runs tests in Rust.
type Test = fn(&mut Step, &Plan) -> Result<(), Stop>;
/// The same for one that needs the wheel.
type PythonTest = fn(&Environment, &mut Step, &Plan) -> Result<(), String>;
/// The environment of Python, or why there is none.
type Python = Result<Environment, Stop>;

/// What one call of the command is to do.
#[derive(Debug, PartialEq, Eq)]
struct Plan {
    steps: Vec<&'static str>,
    is_ci: bool,
    /// Sweeps test every case.
    full: bool,
}

impl Plan {
    /// Understands the arguments of `cargo xtask test`.
    fn new(arguments: &[String], is_ci: bool) -> Result<Self, String> {
        let (options, names): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with('-'));
        if let Some(unknown) = options.iter().find(|option| **option != "--full") {
            return Err(format!("unknown option `{unknown}`; there is `--full`"));
        }
        let mut steps = Vec::new();
        for name in &names {
            let Some((name, _)) = STEPS.into_iter().find(|(step, _)| step == name) else {
                return Err(format!("unknown step `{name}`; the steps are:\n\n{}", list()));
            };
            steps.push(name);
        }
        if steps.is_empty() {
            steps.extend(STEPS[if is_ci { 0 } else { LINTS }..].iter().map(|(name, _)| *name));
        } else if steps.iter().any(|step| matches!(*step, "python" | "types" | "bare")) {
            // They test the wheel that is installed: it must be the one of these sources.
            steps.push("wheel");
        }
        Ok(Self { steps, is_ci, full: !options.is_empty() })
    }

    fn has(&self, step: &str) -> bool {
        self.steps.contains(&step)
    }

    /// The variables that tell tests which part of a sweep to run. Each commit has CI look at
    /// another one.
    fn sweeps(&self) -> Vec<(&'static str, String)> {
        let part = if self.full {
            Some("full".to_owned())
        } else if self.is_ci {
            part_of_commit()
        } else {
            None
        };
        part.map(|part| (SWEEPS, part)).into_iter().collect()
    }
}

/// The steps with their titles, a line for each.
pub fn list() -> String {
    STEPS.map(|(name, title)| format!("  {name:14}{title}\n")).concat()
}

/// A number that follows from the commit.
fn part_of_commit() -> Option<String> {
    let commit = system::said(Command::new("git").args(["rev-parse", "--short=7", "HEAD"]).current_dir(root())).ok()?;
    u32::from_str_radix(commit.get(..7)?, 16).ok().map(|part| part.to_string())
}

/// `cargo xtask test [--full] [STEP...]`
pub fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let mut plan = Plan::new(arguments, system::is_ci())?;
    plan.full |= std::env::var(SWEEPS).as_deref() == Ok("full");
    Ok(carry_out(&plan))
}

/// `cargo xtask lint`
pub fn lint() -> ExitCode {
    carry_out(&Plan {
        steps: STEPS[..LINTS].iter().map(|(name, _)| *name).collect(),
        is_ci: system::is_ci(),
        full: false,
    })
}

fn carry_out(plan: &Plan) -> ExitCode {
    let began = Instant::now();
    let mut rows = rows(plan);
    rows.sort_by_key(|row| STEPS.iter().position(|(name, _)| *name == row.name));
    let report = Report { rows, seconds: began.elapsed().as_secs_f64() };
    print(&format!("\n{report}"));
    if report.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What is prepared in the background, if a step needs it; an error says why it cannot be had.
type Need<T> = Option<Result<Preparing<T>, String>>;

/// What steps need.
struct Needs {
    browser: Need<()>,
    site: Need<()>,
    mpi: Need<()>,
    python: Need<Environment>,
}

impl Needs {
    fn begin(plan: &Plan) -> Self {
        // The accessibility rules of the page come with a package of Python.
        let needs_browser = plan.has("page") || plan.has("site");
        let needs_python = plan.has("wheel") || needs_browser;
        let needs = Self {
            browser: needs_browser.then(browser::prepare),
            // Another profile than the other builds, so that none waits for this one.
            site: plan.has("site").then(|| Ok(Preparing::begin("the site", || quietly("site", &mut make_site()?)))),
            mpi: plan.has("mpi").then(mpi::prepare),
            python: needs_python.then(python::prepare),
        };
        let reasons = [
            needs.browser.as_ref().and_then(|browser| browser.as_ref().err()),
            needs.mpi.as_ref().and_then(|mpi| mpi.as_ref().err()),
            needs.python.as_ref().and_then(|python| python.as_ref().err()),
        ];
        for reason in reasons.into_iter().flatten() {
            say(&format!("note: {reason}"));
        }
        needs
    }

    /// The steps that have lost what they need by now.
    fn failures(&mut self) -> Vec<Row> {
        fn failure<T: Send + 'static>(need: &mut Need<T>) -> Option<&str> {
            match need.as_mut()? {
                Ok(preparing) => preparing.failure(),
                Err(message) => Some(message),
            }
        }
        let page = failure(&mut self.browser).map(|message| Row::failed("page", message));
        let mpi = failure(&mut self.mpi).map(|message| Row::failed("mpi", message));
        let wheel = failure(&mut self.python).map(|message| Row::failed("wheel", message));
        page.into_iter().chain(mpi).chain(wheel).collect()
    }
}

/// Waits for what a step needs. Not having it is a failure in CI, and elsewhere a reason to skip
/// the step.
fn wait<T: Send + 'static>(need: Need<T>) -> Result<T, Stop> {
    let ended = need.unwrap_or_else(|| Err("it was not prepared".to_owned())).and_then(Preparing::finish);
    ended.map_err(|message| if system::is_ci() { Stop::Failed(message) } else { Stop::Skipped(message) })
}

/// Runs the steps of a plan. A step that fails does not keep the others from running, except those
/// that need it.
fn rows(plan: &Plan) -> Vec<Row> {
    let mut needs = Needs::begin(plan);
    let mut rows = Vec::new();
    // What is installed meanwhile is there when the build ends: clippy looks at the program over
    // MPI, too.
    let first: [(&str, Check); 5] = [
        ("format", lint::format),
        ("build", build),
        ("clippy", lint::clippy),
        ("rustdoc", lint::rustdoc),
        ("deny", lint::deny),
    ];
    for (name, work) in first {
        if name == "clippy"
            && let Some(Ok(mpi)) = &mut needs.mpi
        {
            mpi.settle();
        }
        // Without something that it needs, CI ends at once, and not after all else has run.
        let failures = if system::is_ci() { needs.failures() } else { Vec::new() };
        if !failures.is_empty() {
            rows.extend(failures);
            return rows;
        }
        if plan.has(name) {
            rows.push(begin(name, work));
        }
    }
    if rows.iter().any(|row| row.name == "build" && row.end != End::Passed) {
        let left = STEPS[LINTS + 1..].iter().filter(|(name, _)| plan.has(name));
        rows.extend(left.map(|(name, _)| Row::skipped(name, "it needs the build")));
    } else {
        rows.extend(side_by_side(plan, needs));
    }
    rows
}

/// Begins a step with its title.
fn begin(name: &str, work: impl FnOnce(&mut Step) -> Result<(), Stop>) -> Row {
    let (name, title) = STEPS.into_iter().find(|(step, _)| *step == name).unwrap_or(("step", "without a name"));
    steps::run(name, title, work)
}

/// Always of the whole workspace: for a package alone, cargo would choose other features and build
/// the engine again. Examples are checked by clippy and not built.
fn build(step: &mut Step) -> Result<(), Stop> {
    Ok(step.show(cargo(&["build", "--workspace", "--lib", "--tests", "--test", "engine", "--test", "browser"]))?)
}

/// A command that runs tests of the workspace.
fn tests(arguments: &[&str], plan: &Plan) -> Command {
    let mut command = cargo(&[["test", "--workspace", "--no-fail-fast"].as_slice(), arguments].concat());
    command.envs(plan.sweeps());
    if system::is_ci() {
        // The tests know no other way to say so.
        command.env("CI", "true");
    }
    command
}

fn engine(step: &mut Step, plan: &Plan) -> Result<(), Stop> {
    if !plan.full {
        let part = plan.sweeps().pop().map_or_else(|| "0".to_owned(), |(_, part)| part);
        step.note(format!("sweeps take a part, here {SWEEPS}={part}; all of it: cargo xtask test --full"));
    }
    Ok(step.run(tests(&["--test", "engine"], plan))?)
}

fn rust(step: &mut Step, plan: &Plan) -> Result<(), Stop> {
    Ok(step.run(tests(&["--tests"], plan))?)
}

/// The tests of the engine keep the cores busy; the others often wait, for an interpreter, a
/// browser, signs of life or one thread. So the rows of steps run side by side, and none leaves a
/// core idle.
fn side_by_side(plan: &Plan, needs: Needs) -> Vec<Row> {
    let Needs { browser, site, mpi, python } = needs;
    let python = &wait(python);
    scope(|threads| {
        let beside = [
            ("wheel", threads.spawn(|| python_and_mpi(plan, python, mpi))),
            ("page", threads.spawn(|| page_and_site(plan, browser, site, python))),
            ("rust", threads.spawn(|| rust_and_examples(plan))),
        ];
        let mut rows = Vec::new();
        if plan.has("engine") {
            rows.push(begin("engine", |step| engine(step, plan)));
        }
        for (first, thread) in beside {
            rows.extend(thread.join().unwrap_or_else(|_| vec![Row::failed(first, "its thread ended early")]));
        }
        rows
    })
}

/// The tests in Rust but for those of the engine, and the examples of the documents.
fn rust_and_examples(plan: &Plan) -> Vec<Row> {
    let steps: [(&str, Test); 3] = [
        ("rust", rust),
        ("doctests", |step, plan| Ok(step.run(tests(&["--doc"], plan))?)),
        ("contributing", |step, _| Ok(contributing::check(step)?)),
    ];
    let steps = steps.into_iter().filter(|(name, _)| plan.has(name));
    steps.map(|(name, work)| begin(name, |step| work(step, plan))).collect()
}

/// The page, with the server and as a site.
fn page_and_site(plan: &Plan, browser: Need<()>, made: Need<()>, python: &Python) -> Vec<Row> {
    let mut rows = Vec::new();
    if !plan.has("page") && !plan.has("site") {
        return rows;
    }
    let browser = &wait(browser);
    let ready = |step: &mut Step| {
        browser.as_ref().map_err(Stop::clone)?;
        lay_out_rules(step, python)
    };
    if plan.has("page") {
        rows.push(begin("page", |step| ready(step).and_then(|()| page(step, plan))));
    }
    if plan.has("site") {
        rows.push(begin("site", |step| ready(step).and_then(|()| site(step, plan, made))));
    }
    rows
}

/// The rules of accessibility, which tests in the browser look for.
fn lay_out_rules(step: &mut Step, python: &Python) -> Result<(), Stop> {
    let rules = python.as_ref().map_err(Stop::message).and_then(|python| python.lay_out_accessibility_rules());
    if let Err(message) = rules {
        let note = format!("without the rules of axe-core: {message}");
        if system::is_ci() {
            return Err(note.into());
        }
        step.note(note);
    }
    Ok(())
}

fn page(step: &mut Step, plan: &Plan) -> Result<(), Stop> {
    let mut command = tests(&["--test", "browser"], plan);
    command.env("RUST_TEST_THREADS", "4");
    Ok(step.run(command)?)
}

/// Where the site is for its tests.
fn site_folder() -> PathBuf {
    root().join("target/site-draft/puzzle")
}

/// Makes the site as quickly as it can be made.
fn make_site() -> Result<Command, String> {
    let mut make = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
    make.args(["site", "--draft"]).arg(site_folder());
    Ok(make)
}

fn site(step: &mut Step, plan: &Plan, made: Need<()>) -> Result<(), Stop> {
    if wait(made).is_err() {
        // Now it can say all that is wrong.
        step.run(make_site()?)?;
    }
    let mut command = tests(&["--test", "browser"], plan);
    command.env("RUST_TEST_THREADS", "4").env("NPUZZLE_SITE", site_folder());
    if !plan.full && !plan.is_ci {
        step.note("the page's own tests run in part; all of them: cargo xtask test --full site".to_owned());
        command.arg("--").args(ON_A_SITE);
    }
    Ok(step.run(command)?)
}

/// What Python needs, and the jobs over MPI.
fn python_and_mpi(plan: &Plan, python: &Python, mpi: Need<()>) -> Vec<Row> {
    let mut rows = if plan.has("wheel") { python_steps(plan, python) } else { Vec::new() };
    if plan.has("mpi") {
        rows.push(begin("mpi", |step| wait(mpi).and_then(|()| mpi::test(step))));
    }
    rows
}

/// The wheel, and what needs it.
fn python_steps(plan: &Plan, python: &Python) -> Vec<Row> {
    let wheel = begin("wheel", |step| Ok(python.as_ref().map_err(Stop::clone)?.install_wheel(step)?));
    let (Ok(environment), End::Passed) = (python, &wheel.end) else {
        let needing = ["python", "types", "bare"].into_iter().filter(|step| plan.has(step));
        return [wheel].into_iter().chain(needing.map(|step| Row::skipped(step, "it needs the wheel"))).collect();
    };
    let mut rows = vec![wheel];
    let steps: [(&str, PythonTest); 3] = [
        ("bare", |environment, step, _| dist::bare::check_tested(step, environment)),
        ("python", |environment, step, plan| environment.test(step, plan.sweeps())),
        ("types", |environment, step, _| environment.check_types(step)),
    ];
    for (name, work) in steps {
        if plan.has(name) {
            rows.push(begin(name, |step| Ok(work(environment, step, plan)?)));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(arguments: &[&str], is_ci: bool) -> Result<Plan, String> {
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Plan::new(&arguments, is_ci)
    }

    #[test]
    fn lints_belong_to_ci() {
        let here = plan(&[], false).expect("a plan");
        assert!(here.has("build") && here.has("rust") && !here.has("clippy") && !here.full);
        let ci = plan(&[], true).expect("a plan");
        assert_eq!(ci.steps.len(), STEPS.len());
        assert!(ci.is_ci && !ci.full && ci.sweeps().iter().all(|(_, part)| part.parse::<u32>().is_ok()));
        assert!(here.sweeps().is_empty());
        assert!(plan(&["--full"], false).expect("a plan").full);
    }

    #[test]
    fn every_step_can_be_repeated_alone() {
        for (name, _) in STEPS {
            assert!(plan(&[name], false).expect("a plan").has(name));
        }
        let python = plan(&["python", "--full"], false).expect("a plan");
        assert_eq!(python, Plan { steps: vec!["python", "wheel"], is_ci: false, full: true });
        assert_eq!(python.sweeps(), [(SWEEPS, "full".to_owned())]);
        let lints = &STEPS[..LINTS];
        assert_eq!(lints.last().map(|(name, _)| *name), Some("deny"));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        assert!(plan(&["--quick"], false).is_err_and(|message| message.contains("`--full`")));
        assert!(plan(&["pyton"], false).is_err_and(|message| message.contains("python")));
    }
}
