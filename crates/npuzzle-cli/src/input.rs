//! From the words on the command line to boards: texts, files, standard input, named sets and
//! random boards.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use npuzzle::catalogue::{self, heuristic_expression, is_file_name};
use npuzzle::core::Limits;
use npuzzle::core::spelling::{Titled, is_spelled};
use npuzzle::core::suggest::nearest;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::is_usual_board;
use npuzzle::domains::tiles::{MoveText, Shape};
use npuzzle::front::boards::{self, Input, Inputs, Seed};
use npuzzle::front::units;
use npuzzle::heuristics::zero;
use npuzzle::question::{self, BoardForm, BoardText, EstimateFiles};

use crate::args::BoardArguments;
use crate::failure::Failure;
use crate::out::Out;
use crate::slice::{Deal, Slice};

/// A kind of text, and how much of it is read: larger inputs are refused before they are read.
struct Kind {
    what: &'static str,
    most_bytes: u64,
    /// What is read is held several times over: as text, as names and numbers, as the answer.
    times_held: usize,
}

/// A 100x100 board is 60 kB.
const BOARDS: Kind = Kind { what: "boards", most_bytes: 16 << 20, times_held: 24 };
/// Millions of moves.
const MOVES: Kind = Kind { what: "moves", most_bytes: 16 << 20, times_held: 10 };
/// The map of a 2x5 board, the largest that can be exported, is 100 MB.
const MAPS: Kind = Kind { what: "maps", most_bytes: 256 << 20, times_held: 7 };
/// There is no more in it than names and numbers of a map.
const ESTIMATES: Kind = Kind { what: "heuristic files", most_bytes: 256 << 20, times_held: 4 };

/// All boards of a command line, those of sets to be made one at a time; `goal` is what they are to
/// become if nothing else is said. A seed that the program chose is printed.
pub fn read_all(arguments: &BoardArguments, goal: Option<&str>, out: &mut Out) -> Result<Inputs, Failure> {
    read_dealt(arguments, goal, None, out).map(|(inputs, _)| inputs)
}

/// The same, with how they are dealt to the parts of a run.
pub fn read_dealt(
    arguments: &BoardArguments,
    goal: Option<&str>,
    slice: Option<Slice>,
    out: &mut Out,
) -> Result<(Inputs, Deal), Failure> {
    let given = arguments.form.seed;
    let (inputs, seed) = read_seeded(arguments, goal, given)?;
    Slice::refuse_chosen_seed(slice, given, seed)?;
    if let Some(seed) = seed {
        note_seed(seed, given, out)?;
    }
    let deal = Deal::new(slice, inputs.left(), seed);
    Ok((inputs, deal))
}

/// Prints the seed that decided something, unless it was given.
pub fn note_seed(seed: u64, given: Option<u64>, out: &mut Out) -> Result<(), Failure> {
    if given.is_some() {
        return Ok(());
    }
    out.note(&format!("seed {seed} (xoshiro256++)"))
}

/// All boards of a command line, and the seed of those that name none: the given one, or a random
/// one.
pub fn read_seeded(
    arguments: &BoardArguments,
    goal: Option<&str>,
    seed: Option<u64>,
) -> Result<(Inputs, Option<u64>), Failure> {
    let BoardForm { options, goal: given } = arguments.form.read()?;
    let usual = goal.map(|text| read_goal(text, options.size));
    let goal = given.map(Ok).or(usual).transpose()?;
    let mut inputs = Inputs::default();
    let mut standard_input_read = false;
    let mut seed = Seed::new(seed);
    for word in &arguments.boards {
        if let Some(described) = boards::described(word, goal.as_ref(), &mut seed, &Limits::default()) {
            inputs.append(described);
            continue;
        }
        inputs.append(Inputs::from(match source_text(word, &mut standard_input_read) {
            Ok(Source { name, text, whole }) => boards::in_text(&name, &text, whole, goal.as_ref(), &options),
            Err(message) => vec![Input { name: word.clone(), content: Err(message.into()) }],
        }));
    }
    Ok((inputs, seed.used()))
}

/// Moves as they were given: in words of the command line, in a file, or on standard input for `-`;
/// with the name of the source, if it is not the command line. What can be read as moves is not
/// taken for a file: `./UD` is the file.
pub fn read_moves(words: &[String]) -> Result<(String, Option<String>), Failure> {
    let [word] = words else { return Ok((words.join(" "), None)) };
    let hint = "give moves such as UURD, U2 R D or 5 8, or a file";
    let path = Path::new(word);
    match word.as_str() {
        "-" => {
            let text = read_text("standard input", io::stdin().lock(), &MOVES).map_err(Failure::Usage)?;
            Ok((text, Some("standard input".to_owned())))
        }
        text if MoveText::read(text).is_ok() => Ok((text.to_owned(), None)),
        _ if path.exists() || has_looks_of_a_path(word) => {
            let text = read_file(path, &MOVES).map_err(|message| with_hint(message, hint))?;
            Ok((text, Some(word.clone())))
        }
        text => Ok((text.to_owned(), None)),
    }
}

/// A goal by name or as a board.
pub fn read_goal(text: &str, size: Option<Shape>) -> Result<Goal, Failure> {
    Ok(question::read_goal(&BoardText::from(text), size)?)
}

/// A problem that is to be searched: its name, the map if it is one, and the heuristic files among
/// some words. What looks like a call of a known problem is one, whatever the files are called.
pub fn read_problem<'w>(
    word: &str,
    heuristics: impl Iterator<Item = &'w String>,
    out: &mut Out,
) -> Result<(String, Option<String>, Option<EstimateFiles>), Failure> {
    let name = word.split('(').next().unwrap_or(word).trim();
    let known = catalogue::problem(name).is_some();
    let is_file = word == "-" || Path::new(word).exists();
    let is_call = known && (word.contains('(') || !is_file);
    if is_call || !is_file && !word.contains(['/', '.', '\\']) {
        if !known && !word.contains('(') && nearest(word, catalogue::problems().flat_map(Titled::names)).is_none() {
            return Err(Failure::usage(format!(
                "cannot read `{word}`: no such file, and no problem has this name\nhelp: {PROBLEM_OR_MAP}"
            )));
        }
        return Ok((word.to_owned(), None, None));
    }
    let (name, text) = read_map_text(word)?;
    let mut files = EstimateFiles::new();
    for word in heuristics.filter(|word| is_heuristic_file(word)) {
        files.insert(word.clone(), read_heuristic_text(word)?);
        if heuristic_expression(word).is_ok() {
            out.note(&format!("`{word}` is the file of this name here; `({word})` is the heuristic"))?;
        }
    }
    Ok((name, Some(text), Some(files)))
}

/// Whether a word names a heuristic file, and not a heuristic: the file is there, or the word looks
/// like the name of one and cannot be anything else.
fn is_heuristic_file(word: &str) -> bool {
    let path = Path::new(word);
    let is_zero = is_spelled(word, zero::CARD.name);
    !is_zero && (path.exists() && !path.is_dir() || heuristic_expression(word).is_err() && is_file_name(word))
}

struct Source {
    name: String,
    text: String,
    /// Whether the text is one board, as on the command line.
    whole: bool,
}

fn source_text(word: &str, standard_input_read: &mut bool) -> Result<Source, String> {
    if word == "-" {
        if std::mem::replace(standard_input_read, true) {
            return Err("standard input (`-`) is given twice".to_owned());
        }
        let text = read_text("standard input", io::stdin().lock(), &BOARDS)?;
        return Ok(Source { name: "standard input".to_owned(), text, whole: false });
    }
    let path = Path::new(word);
    // A file may be called `123456780`; as a word it still is a board. `./123456780` is the file.
    if !word.is_empty() && path.exists() && !is_usual_board(word) {
        return Ok(Source { name: word.to_owned(), text: read_file(path, &BOARDS)?, whole: false });
    }
    if let Some(message) = boards::unknown_set(word) {
        return Err(message);
    }
    if looks_like_a_path(word) {
        return Err(format!(
            "cannot read `{word}`: no such file\nhelp: give a board such as 1 2 3/4 0 6/7 5 8, or a file"
        ));
    }
    Ok(Source { name: "board".to_owned(), text: word.to_owned(), whole: true })
}

/// Whether a word that names no file was probably meant to be one.
fn looks_like_a_path(word: &str) -> bool {
    let word_of_letters = word.contains(is_foreign) && !word.contains(|c: char| c.is_whitespace() || "[(,".contains(c));
    has_looks_of_a_path(word) || word_of_letters
}

/// Whether a word begins or ends as paths do.
fn has_looks_of_a_path(word: &str) -> bool {
    let begins = ["/", "./", "../", "~/"].iter().any(|start| word.starts_with(start));
    let extension = word
        .rsplit_once('.')
        .is_some_and(|(_, end)| (2..=5).contains(&end.len()) && end.chars().all(|c| c.is_ascii_alphabetic()));
    begins || extension
}

/// Letters that stand in no board.
fn is_foreign(c: char) -> bool {
    c.is_alphabetic() && !c.is_ascii_hexdigit() && !matches!(c, 'x' | 'X')
}

fn read_file(path: &Path, kind: &Kind) -> Result<String, String> {
    let name = path.display();
    let problem = |error: io::Error| format!("cannot read `{name}`: {}", reason(&error));
    let metadata = path.metadata().map_err(problem)?;
    if metadata.is_dir() {
        return Err(format!(
            "cannot read `{name}`: it is a directory\nhelp: give a file in it, such as {name}/board.txt"
        ));
    }
    if metadata.len() > kind.most_bytes {
        return Err(too_large(&name.to_string(), Some(metadata.len()), kind));
    }
    read_text(&name.to_string(), File::open(path).map_err(problem)?, kind)
}

const PROBLEM_OR_MAP: &str = "give a problem such as hanoi(3,5), or a map file";

/// The text of a map file, or of standard input if it is called `-`; with a name for messages.
fn read_map_text(word: &str) -> Result<(String, String), Failure> {
    let text = match word {
        "-" => read_text("standard input", io::stdin().lock(), &MAPS),
        _ => read_file(Path::new(word), &MAPS),
    };
    let name = if word == "-" { "standard input" } else { word };
    let text = text.map_err(|message| with_hint(message, PROBLEM_OR_MAP))?;
    Ok((name.to_owned(), text))
}

/// The text of a heuristic file.
pub fn read_heuristic_text(path: &str) -> Result<String, Failure> {
    let hint = "give a file with a line `state: value` for each state, `zero` or, if the states are boards, one of \
                their heuristics";
    read_file(Path::new(path), &ESTIMATES).map_err(|message| with_hint(message, hint))
}

/// A message has one hint: its own, or this one.
fn with_hint(message: String, hint: &str) -> Failure {
    Failure::Usage(if message.contains("\nhelp: ") { message } else { format!("{message}\nhelp: {hint}") })
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

fn too_large(name: &str, bytes: Option<u64>, kind: &Kind) -> String {
    let size = bytes.map(|bytes| format!(" ({} MB)", bytes / 1_000_000)).unwrap_or_default();
    format!("`{name}` is too large{size}: at most {} MiB of {} are read", kind.most_bytes >> 20, kind.what)
}

/// Reads no more than allowed, whatever the source promises.
fn read_text(name: &str, source: impl Read, kind: &Kind) -> Result<String, String> {
    let mut bytes = Vec::new();
    let problem = |error: io::Error| format!("cannot read `{name}`: {}", reason(&error));
    source.take(kind.most_bytes + 1).read_to_end(&mut bytes).map_err(problem)?;
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(format!("`{name}` is a binary file (byte {at} is zero)\nhelp: {} are plain text", kind.what));
    }
    if bytes.len() as u64 > kind.most_bytes {
        return Err(too_large(name, None, kind));
    }
    // To be refused later would be the end of the program.
    let held = bytes.len() * kind.times_held;
    if Vec::<u8>::new().try_reserve_exact(held).is_err() {
        return Err(format!(
            "cannot read `{name}`: it takes about {} of memory, and the system refuses that much\n\
             help: raise the limit on memory (`ulimit -v`), or read a smaller file",
            units::bytes(held as u64)
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("`{name}` is not UTF-8 text (byte {at})\nhelp: {} are plain text", kind.what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_boards_are_told_apart() {
        for path in ["puzzle.txt", "boards/easy", "nothing", "../x.json", "/no such/file name.txt", "abc.def", "~/1"] {
            assert!(looks_like_a_path(path), "{path}");
        }
        for board in
            ["1 2 3/4 0 6/7 5 8", "123_4x6_758", "159d26ae37bf48c0", "[1,2,3,0]", "1 2 3/4 zwei 6/7 5 8", "", "9"]
        {
            assert!(!looks_like_a_path(board), "{board}");
        }
    }
}
