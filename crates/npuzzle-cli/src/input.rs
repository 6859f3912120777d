//! From the words on the command line to boards: texts, files, standard input, named sets and random boards.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use npuzzle::domains::tiles::goal::{Goal, GoalError};
use npuzzle::domains::tiles::notation::{Chunk, Claim, ReadOptions, TextError, read_board, split_boards};
use npuzzle::domains::tiles::parity::is_solvable;
use npuzzle::domains::tiles::random_sets::{self, RandomSet};
use npuzzle::domains::tiles::sets::{self, Known};
use npuzzle::domains::tiles::{Board, Shape};

use crate::args::BoardArguments;
use crate::commands::generate::random_seed;
use crate::failure::Failure;
use crate::out::Out;

/// A kind of text, and how much of it is read: larger inputs are refused before they are read.
struct Kind {
    what: &'static str,
    most_bytes: u64,
}

/// A 100x100 board is 60 kB.
const BOARDS: Kind = Kind { what: "boards", most_bytes: 16 << 20 };
/// The map of a 2x5 board, the largest that can be exported, is 100 MB.
const MAPS: Kind = Kind { what: "maps", most_bytes: 256 << 20 };
/// There is no more in it than names and numbers of a map.
const ESTIMATES: Kind = Kind { what: "heuristic files", most_bytes: 256 << 20 };
/// More boards than this in one file are refused before the first is read.
const MOST_BOARDS: usize = 100_000;

/// One board that was asked for, or why it cannot be read.
pub struct Input {
    /// What to call it.
    pub name: String,
    /// The board with its goal.
    pub content: Result<Content, String>,
}

/// A board to work on.
pub struct Content {
    pub board: Board,
    pub goal: Goal,
    /// What a comment beside it says about it.
    pub claim: Option<Claim>,
    /// What its set tells about its cost.
    pub known: Option<Known>,
}

/// All boards of a command line; `goal` is what they are to become if nothing else is said. A seed nobody wrote down is printed.
pub fn read_all(arguments: &BoardArguments, goal: Option<&str>, out: &mut Out) -> Result<Vec<Input>, Failure> {
    let (inputs, seed) = read_seeded(arguments, goal, arguments.seed)?;
    if let Some(seed) = seed {
        note_seed(seed, out)?;
    }
    Ok(inputs)
}

/// Prints the seed of random boards.
pub fn note_seed(seed: u64, out: &mut Out) -> Result<(), Failure> {
    out.note(&format!("seed {seed} (xoshiro256++)"))
}

/// All boards of a command line, and the seed of those that name none: the given one, or one nobody chose.
pub fn read_seeded(
    arguments: &BoardArguments,
    goal: Option<&str>,
    seed: Option<u64>,
) -> Result<(Vec<Input>, Option<u64>), Failure> {
    let goal = arguments.goal.as_deref().or(goal).map(|text| read_goal(text, arguments.size)).transpose()?;
    let mut inputs = Vec::new();
    let mut standard_input_read = false;
    let mut seed_used = None;
    for word in &arguments.boards {
        if let Some(set) = sets::find(word) {
            let (set, instances) = match set {
                Ok(named) => named,
                Err(error) => {
                    inputs.push(Input { name: word.clone(), content: Err(error.to_string()) });
                    continue;
                }
            };
            let own_goal = goal.is_none();
            let goal = goal.clone().or_else(|| Goal::preset(set.goal)).unwrap_or_default();
            inputs.extend(instances.into_iter().map(|instance| {
                let known = own_goal.then_some(instance.known);
                let content = Content { board: instance.board, goal: goal.clone(), claim: None, known };
                Input { name: instance.name, content: Ok(content) }
            }));
            continue;
        }
        let goal = goal.clone().unwrap_or_default();
        if let Some(set) = random_sets::find(word) {
            let made = set.map_err(|error| error.to_string()).and_then(|set| {
                let needs_seed = set.seed.is_none();
                let seed = set.seed.or(seed_used).or(seed).unwrap_or_else(random_seed);
                if needs_seed {
                    seed_used = Some(seed);
                }
                random_boards(&set, &goal, seed)
            });
            match made {
                Ok(boards) => inputs.extend(boards),
                Err(message) => inputs.push(Input { name: word.clone(), content: Err(message) }),
            }
            continue;
        }
        match source_text(word, &mut standard_input_read) {
            Ok(Source { name, text, whole }) => inputs.extend(boards_in(&name, &text, whole, &goal, arguments)),
            Err(message) => inputs.push(Input { name: word.clone(), content: Err(message) }),
        }
    }
    Ok((inputs, seed_used))
}

fn random_boards(set: &RandomSet, goal: &Goal, seed: u64) -> Result<Vec<Input>, String> {
    let goal_board = goal.board(set.shape).map_err(|error| error.to_string())?;
    let boards = set.boards(&goal_board, seed).map_err(|error| error.to_string())?;
    let input = |random: random_sets::RandomBoard| {
        let known = random.optimal.map(Known::Optimal);
        let content = Content { board: random.board, goal: goal.clone(), claim: None, known };
        Input { name: random.name, content: Ok(content) }
    };
    Ok(boards.into_iter().map(input).collect())
}

/// A goal by name or as a board.
pub fn read_goal(text: &str, size: Option<Shape>) -> Result<Goal, Failure> {
    Goal::read(text, size).map_err(|error| match error {
        GoalError::NotABoard(error) => Failure::Usage(error.render("goal")),
        other => Failure::usage(other),
    })
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
    if !word.is_empty() && path.exists() && !is_a_board(word) {
        return Ok(Source { name: word.to_owned(), text: read_file(path, &BOARDS)?, whole: false });
    }
    if looks_like_a_path(word) {
        return Err(format!(
            "cannot read `{word}`: no such file\nhelp: give a board such as 1 2 3/4 0 6/7 5 8, or a file"
        ));
    }
    Ok(Source { name: "board".to_owned(), text: word.to_owned(), whole: true })
}

/// A file may be called `123456780`; as a word it still is a board. `./123456780` is the file.
fn is_a_board(word: &str) -> bool {
    read_board(word, &ReadOptions::default()).is_ok()
}

/// Whether a word that is no file was probably meant to be one.
fn looks_like_a_path(word: &str) -> bool {
    let begins = ["/", "./", "../", "~/"].iter().any(|start| word.starts_with(start));
    let extension = word
        .rsplit_once('.')
        .is_some_and(|(_, end)| (2..=5).contains(&end.len()) && end.chars().all(|c| c.is_ascii_alphabetic()));
    let foreign = |c: char| c.is_alphabetic() && !c.is_ascii_hexdigit() && !matches!(c, 'x' | 'X');
    let word_of_letters = word.contains(foreign) && !word.contains(|c: char| c.is_whitespace() || "[(,".contains(c));
    begins || extension || word_of_letters
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

/// The text of a map file, or of standard input if it is called `-`; with a name for messages.
pub fn read_map_text(word: &str) -> Result<(String, String), Failure> {
    let text = match word {
        "-" => read_text("standard input", io::stdin().lock(), &MAPS),
        _ => read_file(Path::new(word), &MAPS),
    };
    let name = if word == "-" { "standard input" } else { word };
    let text = text.map_err(|message| with_hint(message, "give a problem such as hanoi(3,5), or a map file"))?;
    Ok((name.to_owned(), text))
}

/// The text of a heuristic file.
pub fn read_heuristic_text(path: &str) -> Result<String, Failure> {
    let hint = "the heuristic of a map is a file with a line `state: value` for each state, or `zero`";
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
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("`{name}` is not UTF-8 text (byte {at})\nhelp: {} are plain text", kind.what)
    })
}

fn boards_in(name: &str, text: &str, whole: bool, goal: &Goal, arguments: &BoardArguments) -> Vec<Input> {
    let options = ReadOptions { size: arguments.size, format: arguments.input_format };
    let chunks = if whole { vec![Chunk { line: 1, text }] } else { split_boards(text, &options) };
    let several = chunks.len() > 1;
    if chunks.len() > MOST_BOARDS {
        let message = format!("`{name}` holds {} boards: at most {MOST_BOARDS} are read at a time", chunks.len());
        return vec![Input { name: name.to_owned(), content: Err(message) }];
    }
    let input = |chunk: Chunk<'_>| {
        let read = read_board(chunk.text, &options).map_err(|error| shifted(error, chunk.line).render(name));
        Input {
            name: match (several, whole) {
                (true, _) => format!("{name}:{}", chunk.line),
                (false, true) => chunk.text.trim().to_owned(),
                (false, false) => name.to_owned(),
            },
            content: read.map(|read| Content { board: read.board, goal: goal.clone(), claim: read.claim, known: None }),
        }
    };
    chunks.into_iter().map(input).collect()
}

/// An error of a chunk, with the line counted from the beginning of the source.
fn shifted(mut error: TextError, first_line: usize) -> TextError {
    if let Some(place) = &mut error.place {
        place.line += first_line - 1;
    }
    error
}

/// A remark if a comment says something else about the board than arithmetic does.
pub fn disagreement(content: &Content, goal: &Board) -> Option<String> {
    let claim = content.claim?;
    let solvable = is_solvable(&content.board, goal);
    if solvable == (claim == Claim::Solvable) {
        return None;
    }
    let word = |solvable| if solvable { "solvable" } else { "unsolvable" };
    let snail = Goal::preset("snail").and_then(|snail| snail.board(content.board.shape()).ok());
    let for_snail = snail.filter(|snail| snail != goal).map(|snail| {
        format!(
            "; for the goal `snail`, which such files are usually made for, it is {}",
            word(is_solvable(&content.board, &snail))
        )
    });
    Some(format!(
        "a comment says this puzzle is {}, but for this goal it is {}{}",
        word(claim == Claim::Solvable),
        word(solvable),
        for_snail.unwrap_or_default()
    ))
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
