//! Where numbers come from: the program, the command and the machine.

use serde::{Deserialize, Serialize};

use crate::{machine, ranks, version};

/// What is needed to judge a measurement, and to make it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Version of the program.
    pub version: String,
    /// The commit that it was built from.
    pub commit: String,
    /// How many threads parallel searches could use.
    pub threads: usize,
    /// The command line, as a shell would read it again.
    pub command: String,
    /// Processor, memory and system.
    pub machine: String,
}

impl Provenance {
    /// The columns of the CSV form.
    pub const COLUMNS: [&str; 5] = ["version", "commit", "threads", "command", "machine"];

    /// That of what this process measures.
    pub fn of_this_process(threads: usize) -> Self {
        let machine: Vec<String> = machine::describe().into_iter().map(|(_, value)| value).collect();
        Self {
            version: version::NUMBER.to_owned(),
            commit: version::commit(),
            threads,
            command: command(),
            machine: machine.join("; "),
        }
    }

    /// The cells of the CSV form.
    pub fn cells(&self) -> [String; 5] {
        [&self.version, &self.commit, &self.threads.to_string(), &self.command, &self.machine].map(String::clone)
    }
}

/// The command line, as a shell would read it again.
pub fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    let program = if ranks::are_there() { ranks::PROGRAM } else { "npuzzle" };
    [program.to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let quoted = ["korf:1..10", "max(a, b)", "it's", ""].map(quoted);
        assert_eq!(quoted, ["korf:1..10", "'max(a, b)'", "'it'\\''s'", "''"]);
    }

    #[test]
    fn cells_stand_under_their_columns() {
        let provenance = Provenance::of_this_process(3);
        let value = serde_json::to_value(&provenance).unwrap();
        for (column, cell) in Provenance::COLUMNS.iter().zip(provenance.cells()) {
            let field = &value[column];
            assert_eq!(field.as_str().map_or_else(|| field.to_string(), str::to_owned), cell);
        }
    }
}
