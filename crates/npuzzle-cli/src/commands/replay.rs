//! `npuzzle replay`

use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read, Write};
use std::path::Path;

use clap::Args;
use npuzzle::core::Cost;
use npuzzle::teach::blackboard::{Blackboard, Scene};
use npuzzle::trace::TraceHeader;

use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::progress::CopyLine;
use crate::render::numbers::thousands;
use crate::render::step::{Behind, MOST_WAITING, StepText};
use crate::terminal::replay::{self, Source};
use crate::terminal::theme::Theme;
use crate::trace_file::{Line, TraceReader, without_a_solution};
use npuzzle::picture::scheme::Scheme;

/// Step through a search that was recorded with --trace, forwards and backwards
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle solve 867254301 -a astar --trace search.trace
  npuzzle replay search.trace
  npuzzle replay search.trace --from 100
  npuzzle search 'hanoi(3,3)' --trace - | npuzzle replay -

The trace is what `npuzzle solve BOARD --trace FILE` and `npuzzle search PROBLEM --trace FILE` write. `?` shows all keys. \
If standard output is not a terminal, it prints every expansion, numbered as `solve --step` does.")]
pub struct Arguments {
    /// The file of a trace; `-` reads standard input
    #[arg(value_name = "TRACE")]
    trace: String,
    /// Begin at this step; in a pipe, at this expansion
    #[arg(long, value_name = "STEP", default_value_t = 1, value_parser = step)]
    from: u64,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// The number of a step.
fn step(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("steps are counted from 1".to_owned()),
        Ok(step) => Ok(step),
        Err(_) => Err("expected the number of a step, such as 100".to_owned()),
    }
}

const STANDARD_INPUT: &str = "standard input";

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let word = self.trace.as_str();
        let from_input = word == "-";
        if !io::stdout().is_terminal() {
            return if from_input {
                print(io::stdin().lock(), STANDARD_INPUT, self.from, out)
            } else {
                print(BufReader::new(open(word)?), word, self.from, out)
            };
        }
        let theme = Theme::new(out.color(), self.ascii, Scheme::Plain);
        let (file, name) = if from_input {
            (kept(io::stdin().lock(), STANDARD_INPUT)?, STANDARD_INPUT)
        } else {
            (readable_again(word)?, word)
        };
        replay::run(&Source::new(file), name, theme, self.from)
    }
}

fn open(word: &str) -> Result<File, Failure> {
    let path = Path::new(word);
    let wrong = |reason: &str| Failure::Usage(format!("cannot read `{word}`: {reason}"));
    if path.is_dir() {
        return Err(wrong("it is a directory"));
    }
    File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => wrong("no such file\nhelp: `npuzzle solve BOARD --trace FILE` writes a trace"),
        io::ErrorKind::PermissionDenied => wrong("permission denied"),
        _ => wrong(&error.to_string()),
    })
}

/// A file that can be read more than once. What is none, such as a pipe with a name or
/// `<(zcat trace.gz)`, is copied to one.
fn readable_again(word: &str) -> Result<File, Failure> {
    let file = open(word)?;
    if file.metadata().is_ok_and(|metadata| metadata.is_file()) { Ok(file) } else { kept(file, &format!("`{word}`")) }
}

/// What can be read once in a file, which can be read more than once. It has no name, so that
/// nothing is left however we end.
fn kept(mut input: impl Read, name: &str) -> Result<File, Failure> {
    let wrong = |error: io::Error| {
        let folder = std::env::temp_dir();
        Failure::Usage(format!("cannot keep {name} in a file of `{}`: {error}", folder.display()))
    };
    let mut file = tempfile::tempfile().map_err(wrong)?;
    let (mut line, mut bytes, mut copied) = (CopyLine::new("trace"), vec![0; 1 << 16], 0);
    loop {
        let count = match input.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Failure::Usage(format!("cannot read {name}: {error}"))),
        };
        file.write_all(&bytes[..count]).map_err(wrong)?;
        copied += count as u64;
        line.update(copied);
    }
    line.clear();
    Ok(file)
}

/// Writes steps as text, as `--step` does. The screen counts also what is not an expansion: that a
/// trace begins, a bound, a solution.
struct Printer<'o> {
    out: &'o mut Out,
    /// The first expansion to print.
    from: u64,
    /// The greatest number of an expansion so far.
    expanded: u64,
    text: StepText,
    /// Whether the end of a trace has no need of words: a solution was told last, or no trace has
    /// begun. A solution that another search follows is not the end.
    is_told: bool,
}

impl Printer<'_> {
    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        if self.expanded.max(1) >= self.from { self.out.text(text) } else { Ok(()) }
    }

    fn header(&mut self, header: &TraceHeader) -> Result<(), Failure> {
        self.is_told = false;
        self.text = StepText::default();
        self.text.begin(header);
        self.tell(&format!("{} from {}\n", header.problem, header.start))
    }

    fn scene(&mut self, scene: &Scene) -> Result<(), Failure> {
        self.is_told = matches!(scene, Scene::Solved { .. });
        if let Scene::Step(step) = scene {
            self.expanded = self.expanded.max(step.number);
        }
        let text = self.text.scene(scene);
        self.tell(&text)
    }

    /// A trace has ended; `best` is the cost of the best solution it tells of.
    fn end(&mut self, best: Option<Cost>) -> Result<(), Failure> {
        if self.is_told {
            return Ok(());
        }
        self.tell(&format!("\n{}\n", without_a_solution(best, self.text.unit)))
    }
}

/// Every step as text, for a pipe.
fn print(source: impl io::BufRead, name: &str, from: u64, out: &mut Out) -> Result<u8, Failure> {
    let mut reader = TraceReader::new(source, name);
    let mut blackboard = Blackboard::new(MOST_WAITING);
    let mut printer = Printer { out, from, expanded: 0, text: StepText::default(), is_told: true };
    loop {
        let line = reader.next();
        printer.text.behind = match &line {
            Ok(Some(Line::Event(_))) => Behind::Steps,
            Ok(_) if !reader.breaks_off() => Behind::End,
            _ => Behind::BrokenLine,
        };
        let mut written = Ok(());
        let mut tell = |scene: Scene| {
            if written.is_ok() {
                written = printer.scene(&scene);
            }
        };
        match line {
            Ok(Some(Line::Event(event))) => {
                blackboard.event(&event, &mut tell);
                written?;
            }
            other => {
                // What was read is printed, whatever comes now.
                blackboard.end(&mut tell);
                written?;
                let next = other?;
                if !reader.breaks_off() {
                    printer.end(blackboard.tally().best)?;
                }
                let Some(Line::Header(header)) = next else { break };
                blackboard = Blackboard::new(MOST_WAITING);
                printer.header(&header)?;
            }
        }
    }
    let Printer { out, expanded, .. } = printer;
    if from > expanded.max(1) {
        out.note(&format!("`{name}` has {} expansions, and none from {} on", thousands(expanded), thousands(from)))?;
    }
    if reader.breaks_off() {
        out.note(&format!("the last line of `{name}` breaks off and is left out"))?;
    }
    Ok(failure::ANSWERED)
}
