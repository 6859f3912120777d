//! `cargo xtask test`: everything that has to hold, step by step; `cargo xtask lint`: the steps that run no test.

use std::process::{Command, ExitCode};
use std::sync::mpsc::{Sender, channel};
use std::thread::scope;
use std::time::Instant;

use crate::browser::Browser;
use crate::python::Environment;
use crate::report::{End, Report, Row};
use crate::steps::{self, Step, Stop};
use crate::system::{self, Preparing};
use crate::{browser, cargo, contributing, lint, print, python, say};

/// The steps by name, in the order of the table.
const STEPS: [(&str, &str); 12] = [
    ("format", "every source file is formatted"),
    ("clippy", "clippy has nothing to say"),
    ("rustdoc", "the documentation builds without warnings"),
    ("deny", "licences and sources of the dependencies"),
    ("build", "the test programs and the Python package"),
    ("rust", "the tests in Rust"),
    ("doctests", "the examples of the documentation"),
    ("page", "the tests of the page, in Chromium"),
    ("wheel", "the Python package, built and installed"),
    ("python", "the tests in Python"),
    ("types", "types and stubs of the Python package"),
    ("contributing", "the worked example of CONTRIBUTING.md"),
];
/// So many of them run no test.
const LINTS: usize = 4;

/// Whether exhaustive tests look at everything: `full`. The test programs read this variable.
const SWEEPS: &str = "NPUZZLE_SWEEPS";

/// What one call of the command is to do.
#[derive(Debug, PartialEq, Eq)]
struct Plan {
    steps: Vec<&'static str>,
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
        } else if steps.iter().any(|step| matches!(*step, "python" | "types")) {
            // They test the wheel that is installed: it must be the one of these sources.
            steps.push("wheel");
        }
        Ok(Self { steps, full: is_ci || !options.is_empty() })
    }

    fn has(&self, step: &str) -> bool {
        self.steps.contains(&step)
    }
}

/// The steps with their titles, a line for each.
pub fn list() -> String {
    STEPS.map(|(name, title)| format!("  {name:14}{title}\n")).concat()
}

/// `cargo xtask test [--full] [STEP...]`
pub fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let mut plan = Plan::new(arguments, system::is_ci())?;
    plan.full |= std::env::var(SWEEPS).as_deref() == Ok("full");
    Ok(carry_out(&plan))
}

/// `cargo xtask lint`
pub fn lint() -> ExitCode {
    carry_out(&Plan { steps: STEPS[..LINTS].iter().map(|(name, _)| *name).collect(), full: false })
}

fn carry_out(plan: &Plan) -> ExitCode {
    let began = Instant::now();
    let mut rows = rows(plan);
    rows.sort_by_key(|row| STEPS.iter().position(|(name, _)| *name == row.name));
    let report = Report { rows, seconds: began.elapsed().as_secs_f64() };
    print(&format!("\n{report}"));
    if report.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What is prepared in the background for steps that need it; an error says why it cannot be had.
struct Needs {
    browser: Option<Result<Preparing<Browser>, String>>,
    python: Option<Result<Preparing<Environment>, String>>,
}

impl Needs {
    fn begin(plan: &Plan) -> Self {
        let needs =
            Self { browser: plan.has("page").then(browser::prepare), python: plan.has("wheel").then(python::prepare) };
        let reasons = [
            needs.browser.as_ref().and_then(|browser| browser.as_ref().err()),
            needs.python.as_ref().and_then(|python| python.as_ref().err()),
        ];
        for reason in reasons.into_iter().flatten() {
            say(&format!("note: {reason}"));
        }
        needs
    }

    /// The steps that have lost what they need by now.
    fn failures(&mut self) -> Vec<Row> {
        fn failure<T: Send + 'static>(need: &mut Option<Result<Preparing<T>, String>>) -> Option<&str> {
            match need.as_mut()? {
                Ok(preparing) => preparing.failure(),
                Err(message) => Some(message),
            }
        }
        let page = failure(&mut self.browser).map(|message| Row::failed("page", message));
        let wheel = failure(&mut self.python).map(|message| Row::failed("wheel", message));
        page.into_iter().chain(wheel).collect()
    }
}

/// Waits for what a step needs. Not having it is a failure in CI, and elsewhere a reason to skip the step.
fn wait<T: Send + 'static>(need: Option<Result<Preparing<T>, String>>) -> Result<T, Stop> {
    let ended = need.unwrap_or_else(|| Err("it was not prepared".to_owned())).and_then(Preparing::finish);
    ended.map_err(|message| if system::is_ci() { Stop::Failed(message) } else { Stop::Skipped(message) })
}

/// Runs the steps of a plan. A step that fails does not keep the others from running, except those that need it.
fn rows(plan: &Plan) -> Vec<Row> {
    let mut needs = Needs::begin(plan);
    let mut rows = Vec::new();
    let first: [(&str, fn(&mut Step, &Plan) -> Result<(), Stop>); 6] = [
        ("format", |step, _| lint::format(step)),
        ("clippy", |step, _| lint::clippy(step)),
        ("rustdoc", |step, _| lint::rustdoc(step)),
        ("deny", |step, _| lint::deny(step)),
        ("build", |step, _| build(step)),
        ("rust", rust),
    ];
    for (name, work) in first {
        // Without something that it needs, CI ends at once, and not after all else has run.
        let failures = if system::is_ci() { needs.failures() } else { Vec::new() };
        if !failures.is_empty() {
            rows.extend(failures);
            return rows;
        }
        let is_built = !rows.iter().any(|row: &Row| row.name == "build" && row.end != End::Passed);
        if !is_built {
            let left = plan.steps.iter().filter(|step| rows.iter().all(|row| row.name != **step));
            let left: Vec<Row> = left.map(|step| Row::skipped(step, "it needs the build")).collect();
            rows.extend(left);
            return rows;
        }
        if plan.has(name) {
            rows.push(begin(name, |step| work(step, plan)));
        }
    }
    rows.extend(side_by_side(plan, needs));
    rows
}

/// Begins a step with its title.
fn begin(name: &str, work: impl FnOnce(&mut Step) -> Result<(), Stop>) -> Row {
    let (name, title) = STEPS.into_iter().find(|(step, _)| *step == name).unwrap_or(("step", "without a name"));
    steps::run(name, title, work)
}

/// Always of the whole workspace: for a package alone, cargo would choose other features and build the engine again. Examples are
/// checked by clippy and not built.
fn build(step: &mut Step) -> Result<(), Stop> {
    Ok(step.show(cargo(&["build", "--workspace", "--lib", "--tests", "--test", "browser"]))?)
}

/// A command that runs tests of the workspace.
fn tests(arguments: &[&str], plan: &Plan) -> Command {
    let mut command = cargo(&[["test", "--workspace", "--no-fail-fast"].as_slice(), arguments].concat());
    if plan.full {
        command.env(SWEEPS, "full");
    }
    if system::is_ci() {
        // The tests know no other way to say so.
        command.env("CI", "true");
    }
    command
}

fn rust(step: &mut Step, plan: &Plan) -> Result<(), Stop> {
    if !plan.full {
        step.note("exhaustive sweeps take a seeded part; all of it: cargo xtask test --full".to_owned());
    }
    Ok(step.run(tests(&["--tests"], plan))?)
}

/// The steps that leave a core idle most of the time: the page waits for its browser, Python runs on one core.
fn side_by_side(plan: &Plan, needs: Needs) -> Vec<Row> {
    let Needs { browser, python } = needs;
    // The worked example builds in the folder of all, and cargo lets one build at a time: it waits until the others have built, that
    // is until all senders are gone.
    let (building, all_built) = channel::<()>();
    let (for_page, for_wheel, for_doctests) = (building.clone(), building.clone(), building);
    let lanes: [Lane<'_>; 4] = [
        ("page", Box::new(|| vec![begin("page", |step| page(step, plan, browser, for_page))])),
        ("wheel", Box::new(|| python_steps(plan, python, for_wheel))),
        ("doctests", Box::new(|| vec![begin("doctests", |step| doctests(step, plan, for_doctests))])),
        (
            "contributing",
            Box::new(move || {
                // What comes is the error that all senders are gone.
                let _ = all_built.recv();
                vec![begin("contributing", |step| Ok(contributing::check(step)?))]
            }),
        ),
    ];
    scope(|threads| {
        let mut running = Vec::new();
        // A step that is not wanted lets go of its sender here.
        for (name, lane) in lanes.into_iter().filter(|(name, _)| plan.has(name)) {
            running.push((name, threads.spawn(lane)));
        }
        let mut rows = Vec::new();
        for (name, thread) in running {
            rows.extend(thread.join().unwrap_or_else(|_| vec![Row::failed(name, "its thread ended early")]));
        }
        rows
    })
}

/// A step with those that follow from it, to run in a thread.
type Lane<'a> = (&'static str, Box<dyn FnOnce() -> Vec<Row> + Send + 'a>);

fn doctests(step: &mut Step, plan: &Plan, building: Sender<()>) -> Result<(), Stop> {
    until_built(step, tests(&["--doc"], plan), building)
}

/// Runs tests, and lets go of the sender as soon as they are built.
fn until_built(step: &mut Step, command: Command, building: Sender<()>) -> Result<(), Stop> {
    let mut building = Some(building);
    let heard = |line: &str| {
        if ["Running ", "Doc-tests "].iter().any(|word| line.trim_start().starts_with(word)) {
            building.take();
        }
    };
    Ok(step.watch(command, heard)?)
}

fn page(
    step: &mut Step,
    plan: &Plan,
    browser: Option<Result<Preparing<Browser>, String>>,
    building: Sender<()>,
) -> Result<(), Stop> {
    let browser = wait(browser)?;
    if let Some(note) = browser.without_axe {
        step.note(note);
    }
    let mut command = tests(&["--test", "browser"], plan);
    command.env("RUST_TEST_THREADS", "4");
    until_built(step, command, building)
}

/// The wheel, and what needs it.
fn python_steps(plan: &Plan, python: Option<Result<Preparing<Environment>, String>>, building: Sender<()>) -> Vec<Row> {
    let mut installed = None;
    let wheel = begin("wheel", |step| {
        let environment = wait(python)?;
        environment.install_wheel(step)?;
        installed = Some(environment);
        Ok(())
    });
    drop(building);
    let mut rows = vec![wheel];
    let Some(environment) = installed else {
        let needing = ["python", "types"].into_iter().filter(|step| plan.has(step));
        rows.extend(needing.map(|step| Row::skipped(step, "it needs the wheel")));
        return rows;
    };
    scope(|threads| {
        let types =
            plan.has("types").then(|| threads.spawn(|| begin("types", |step| Ok(environment.check_types(step)?))));
        if plan.has("python") {
            rows.push(begin("python", |step| Ok(environment.test(step)?)));
        }
        rows.extend(
            types.map(|thread| thread.join().unwrap_or_else(|_| Row::failed("types", "its thread ended early"))),
        );
    });
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
    fn lints_and_full_sweeps_belong_to_ci() {
        let here = plan(&[], false).expect("a plan");
        assert!(here.has("build") && here.has("rust") && !here.has("clippy") && !here.full);
        let ci = plan(&[], true).expect("a plan");
        assert_eq!(ci.steps.len(), STEPS.len());
        assert!(ci.full);
        assert!(plan(&["--full"], false).expect("a plan").full);
    }

    #[test]
    fn every_step_can_be_repeated_alone() {
        for (name, _) in STEPS {
            assert!(plan(&[name], false).expect("a plan").has(name));
        }
        let python = plan(&["python", "--full"], false).expect("a plan");
        assert_eq!(python, Plan { steps: vec!["python", "wheel"], full: true });
        let lints = &STEPS[..LINTS];
        assert_eq!(lints.last().map(|(name, _)| *name), Some("deny"));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        assert!(plan(&["--quick"], false).is_err_and(|message| message.contains("`--full`")));
        assert!(plan(&["pyton"], false).is_err_and(|message| message.contains("python")));
    }
}
