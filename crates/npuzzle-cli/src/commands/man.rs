//! `npuzzle man`, which `cargo xtask man` calls: a manual page for every command.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::args::{self, examples};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::files::NewFile;
use crate::out::Out;
use crate::version;

/// What every page says; commands without limits never end with some of these.
const EXIT_STATUS: [(&str, &str); 7] = [
    ("0", "answered"),
    ("1", "there is no solution, and that is proved"),
    ("2", "usage or input error"),
    ("3", "a limit ended the search before a solution was found"),
    ("4", "a limit ended it with a solution that is not proved to be what was asked for"),
    ("70", "a bug of npuzzle"),
    ("130", "ended by Ctrl-C or a signal: `play` and `replay` by the first, other commands by the second"),
];

const ENVIRONMENT: [(&str, &str); 6] = [
    ("NO_COLOR", "if it is set and not empty, nothing is coloured"),
    ("CLICOLOR_FORCE", "if it is set and not 0, colours are written to pipes and files as well"),
    (
        "NPUZZLE_CACHE",
        "the folder in which tables are kept, in a folder `tables`; without it, npuzzle in the user's cache folder",
    ),
    ("COLUMNS", "the width of help when the output is not a terminal"),
    ("TERM", "the kind of the terminal; with `dumb` nothing is coloured"),
    ("LC_ALL, LC_CTYPE, LANG", "the screens of the terminal keep to ASCII if these name no UTF-8 locale"),
];

const FILES: [(&str, &str); 2] = [
    (
        "~/.cache/npuzzle/tables/*.pdb",
        "pattern databases; they can be removed at any time, and are rebuilt when needed",
    ),
    ("*.jsonl", "traces (`--trace`), and kept answers of `solve` and `compare` (`--resume`)"),
];

/// Write the manual pages into a folder
#[derive(Args)]
#[command(hide = true)]
pub struct Arguments {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let wrong = |error: std::io::Error| {
            Failure::Usage(format!("cannot write to the folder `{}`: {error}", self.folder.display()))
        };
        std::fs::create_dir_all(&self.folder).map_err(wrong)?;
        for (name, page) in pages() {
            let path = self.folder.join(name);
            let mut file = NewFile::create(&path)?;
            file.write_all(&page).map_err(wrong)?;
            file.finish()?;
            out.line(&path.display().to_string())?;
        }
        Ok(failure::ANSWERED)
    }
}

/// All pages with the names of their files.
fn pages() -> Vec<(String, Vec<u8>)> {
    let mut command = args::command(args::Length::Short).disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, "npuzzle", &mut pages);
    pages
}

fn add_pages(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) {
    pages.push((format!("{name}.1"), page(command, name).unwrap_or_default()));
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        add_pages(below, &format!("{name}-{}", below.get_name()), pages);
    }
}

fn page(command: &Command, name: &str) -> std::io::Result<Vec<u8>> {
    let man = Man::new(command.clone().name(name.to_owned()))
        .title(name.to_uppercase())
        .date(version::DATE)
        .source(format!("npuzzle {}", version::NUMBER))
        .manual("npuzzle");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    let mut examples_part = Roff::new();
    examples_part.control("SH", ["EXAMPLES"]);
    examples_part.control("nf", []);
    for example in examples(command) {
        examples_part.text([roman(example)]);
    }
    examples_part.control("fi", []);
    examples_part.to_writer(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.get_subcommands().any(|below| !below.is_hide_set()) {
        man.render_subcommands_section(&mut page)?;
    }
    let mut rest = Roff::new();
    if let Some(remarks) = command.get_after_long_help() {
        rest.control("SH", ["REMARKS"]);
        for paragraph in remarks.to_string().split("\n\n") {
            rest.control("PP", []);
            rest.text([roman(paragraph.replace('\n', " "))]);
        }
    }
    list(&mut rest, "EXIT STATUS", &EXIT_STATUS);
    list(&mut rest, "ENVIRONMENT", &ENVIRONMENT);
    list(&mut rest, "FILES", &FILES);
    rest.to_writer(&mut page)?;
    Ok(page)
}

fn list(page: &mut Roff, title: &str, entries: &[(&str, &str)]) {
    page.control("SH", [title]);
    for (term, meaning) in entries {
        page.control("TP", []);
        page.text([bold(*term)]);
        page.text([roman(*meaning)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_that_says_all() {
        let pages = pages();
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        for name in
            ["npuzzle.1", "npuzzle-solve.1", "npuzzle-pdb-build.1", "npuzzle-bench-anytime.1", "npuzzle-doctor.1"]
        {
            assert!(names.contains(&name), "{name} is missing in {names:?}");
        }
        assert!(!names.contains(&"npuzzle-man.1"), "it is for developers");
        let known = ["TH", "SH", "TP", "PP", "RS", "RE", "nf", "fi", "ie", "el", "br", "IP"];
        for (name, page) in &pages {
            let text = String::from_utf8(page.clone()).unwrap();
            for section in ["NAME", "SYNOPSIS", "EXAMPLES", "OTHER", "\"EXIT STATUS\"", "ENVIRONMENT", "FILES"] {
                assert!(text.contains(&format!(".SH {section}\n")), "{name} has no {section}:\n{text}");
            }
            // A line of text that begins with a dot would be taken for a request and vanish.
            for line in text.lines().filter(|line| line.starts_with('.')) {
                let request = line[1..].split_whitespace().next().unwrap_or_default();
                assert!(known.contains(&request), "{name}: {line}");
            }
        }
    }
}
