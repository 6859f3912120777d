//! `npuzzle doctor`: is all well on this machine, and what to do if not.

mod machine;
mod storage;
mod terminal;

use anstyle::{AnsiColor, Style};
use clap::Args;
use npuzzle::answer::ProofLabel;
use npuzzle::question::{Ask, Means, Solve, Terms};
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use crate::args::Format;
use crate::args::format::{OBJECT, TEXT};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::out::{MARK, Out, STRONG};
use crate::render::json;
use crate::version;

/// Check cache, tables, threads, memory and terminal, and say what to do
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle doctor                  what was found, and what to do about it
  npuzzle doctor --format json    the same for programs, and for reports of bugs

Nothing is changed: tables are looked at, not built. Exit codes: 0 no problem, 2 a problem, 70 a bug.")]
pub struct Arguments {
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, OBJECT]))]
    format: Format,
}

/// What was found of one thing.
#[derive(Serialize)]
pub struct Finding {
    topic: &'static str,
    verdict: Verdict,
    found: String,
    /// What to do about it.
    advice: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Ok,
    /// All works, and something could be better.
    Note,
    /// Something does not work.
    Problem,
}

impl Finding {
    fn ok(topic: &'static str, found: impl Into<String>) -> Self {
        Self { topic, verdict: Verdict::Ok, found: found.into(), advice: None }
    }

    fn note(topic: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { topic, verdict: Verdict::Note, found: found.into(), advice: Some(advice.into()) }
    }

    fn problem(topic: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { topic, verdict: Verdict::Problem, found: found.into(), advice: Some(advice.into()) }
    }
}

/// All there is to tell.
#[derive(Serialize)]
struct Examination {
    version: &'static str,
    commit: String,
    features: String,
    target: &'static str,
    problems: usize,
    findings: Vec<Finding>,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let mut findings = vec![
            Finding::ok("program", format!("npuzzle {}, features: {}", version::short(), version::features())),
            machine::processor(),
            machine::threads(),
            machine::memory(),
            machine::devices(),
        ];
        findings.extend(storage::findings());
        findings.extend(terminal::findings());
        findings.push(self_test());
        let problems = findings.iter().filter(|finding| finding.verdict == Verdict::Problem).count();
        match self.format {
            Format::Text => {
                // Where it is no terminal, a finding is one line, whatever its length.
                let width =
                    terminal_size_of(std::io::stdout()).map_or(usize::MAX, |(Width(width), _)| usize::from(width));
                findings.iter().try_for_each(|finding| out.text(&text(finding, width)))?;
                let verdict = match problems {
                    0 => "no problems".to_owned(),
                    1 => "1 problem".to_owned(),
                    more => format!("{more} problems"),
                };
                out.line(&format!("\n{verdict}"))?;
            }
            _ => {
                let (version, commit, features) = (version::NUMBER, version::commit(), version::features());
                let target = version::TARGET;
                out.line(&json::pretty(&Examination { version, commit, features, target, problems, findings })?)?;
            }
        }
        Ok(if problems > 0 { failure::USAGE } else { failure::ANSWERED })
    }
}

/// Where what was found begins.
const INDENT: usize = 21;

fn text(finding: &Finding, width: usize) -> String {
    const BAD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
    let (style, word) = match finding.verdict {
        Verdict::Ok => (MARK, "ok"),
        Verdict::Note => (STRONG, "note"),
        Verdict::Problem => (BAD, "problem"),
    };
    let advice =
        finding.advice.as_ref().map(|advice| format!("{:INDENT$}{}\n", "", filled(&format!("-> {advice}"), width)));
    let found = filled(&finding.found, width);
    format!("{style}{word:<8}{style:#} {:<11} {found}\n{}", finding.topic, advice.unwrap_or_default())
}

/// A text in lines that fit, broken at blanks; all but the first are indented.
fn filled(text: &str, width: usize) -> String {
    // A terminal may begin a new line behind its last column. What is too narrow for the indent
    // breaks lines anyhow.
    let room = width.saturating_sub(INDENT + 1).max(20);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join(&format!("\n{:INDENT$}", ""))
}

/// Solves a board whose shortest solution is known.
fn self_test() -> Finding {
    const HARDEST: (&str, u32) = ("867254301", 31);
    let bug = |what: String| {
        Finding::problem("self test", what, "this is a bug: please report it with `npuzzle doctor --format json`")
    };
    let text = |word: &str| Some(word.to_owned());
    let means = Means { algorithm: text("ida"), heuristic: text("manhattan"), ..Means::default() };
    let question = Solve { board: HARDEST.0.into(), means, ..Solve::default() };
    match question.ask(&Terms::default(), &mut ()).map(|solved| solved.report) {
        Ok(report) if report.cost == Some(HARDEST.1) && report.proof == ProofLabel::Optimal => {
            Finding::ok("self test", format!("the hardest 8-puzzle is solved in {} moves, and proved", HARDEST.1))
        }
        Ok(report) => bug(format!("{} should take {} moves, and took {:?}", HARDEST.0, HARDEST.1, report.cost)),
        Err(refusal) => bug(format!("{} cannot be solved: {refusal}", HARDEST.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_fit_the_terminal_and_lose_no_word() {
        let advice =
            "`npuzzle pdb build 4x4 --patterns 7-8` makes 15-puzzles fast, and this goes on for some more words";
        let finding =
            Finding::note("tables", "none yet: they are built when a search needs them, which takes a while", advice);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let plain = |width: usize| anstream::adapter::strip_str(&text(&finding, width)).to_string();
        for width in [60, 80, 120] {
            let text = plain(width);
            assert!(text.lines().all(|line| line.chars().count() < width), "{text}");
            assert_eq!(words(&text), words(&plain(usize::MAX)));
        }
        assert_eq!(plain(usize::MAX).lines().count(), 2);
        assert!(text(&finding, 1).contains("patterns"), "however narrow");
    }
}
