//! The commands of `docs/theory/` and of the guides to clusters, files and tables run, and print
//! what is shown below them.
//!
//! In a fence marked `console` a line `$ npuzzle ...` is a command; `? 1` is its exit code. The
//! lines below it must be printed in this order, with any others between them; `[..]` stands for
//! any part of a line, `...` for lines that are left out. What takes long belongs in a fence
//! marked `sh`, which is not run.
#![cfg(unix)]

mod cache;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command of a document.
struct Example {
    command: String,
    code: i32,
    shown: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut in_console = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        }
        if !in_console {
            continue;
        }
        if let Some(command) = line.strip_prefix("$ ") {
            found.push(Example { command: command.to_owned(), code: 0, shown: Vec::new() });
        } else if let Some(example) = found.last_mut() {
            match line.strip_prefix("? ") {
                Some(code) => example.code = code.parse().unwrap(),
                None if line != "..." && !line.is_empty() && !line.starts_with("```") => {
                    example.shown.push(line.to_owned());
                }
                None => {}
            }
        }
    }
    found
}

/// Whether a line is as shown, `[..]` being anything.
fn agrees(shown: &str, line: &str) -> bool {
    let mut parts = shown.split("[..]");
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else { return false };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    rest.is_empty() || last.is_some_and(|part| part.is_empty() || rest.ends_with(part))
}

fn check(document: &str, example: &Example) {
    let binary = Path::new(env!("CARGO_BIN_EXE_npuzzle"));
    let path = [binary.parent().unwrap().to_owned()]
        .into_iter()
        .chain(env::var_os("PATH").into_iter().flat_map(|path| env::split_paths(&path).collect::<Vec<_>>()));
    let output = Command::new("sh")
        .args(["-c", &example.command])
        .current_dir(root())
        .env("PATH", env::join_paths(path).unwrap())
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .env("LC_ALL", "C.UTF-8")
        .env(cache::VARIABLE, cache::folder())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let (printed, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let case = format!("{document}: {}", example.command);
    assert_eq!(output.status.code(), Some(example.code), "{case}\n{printed}{said}");
    let mut lines = printed.lines().map(str::trim_end);
    for shown in &example.shown {
        assert!(lines.any(|line| agrees(shown, line)), "{case}\ndoes not show\n{shown}\nbut\n{printed}");
    }
}

#[test]
fn commands_of_documents_run() {
    let theory = fs::read_dir(root().join("docs/theory")).unwrap().map(|entry| entry.unwrap().path());
    let mut documents: Vec<PathBuf> =
        theory.chain(["cluster", "files", "tables"].map(|name| root().join(format!("docs/guide/{name}.md")))).collect();
    documents.sort();
    let mut run = 0;
    for document in documents {
        let name = document.file_name().unwrap().to_string_lossy().into_owned();
        let found = examples(&fs::read_to_string(&document).unwrap());
        for example in &found {
            assert!(example.command.starts_with("npuzzle "), "{name}: {}", example.command);
            check(&name, example);
        }
        run += found.len();
    }
    assert!(run > 20, "the theory shows only {run} commands");
}

#[test]
fn wildcards_stand_for_parts_of_a_line() {
    assert!(agrees("a[..]b", "a and b") && agrees("a[..]", "a and b") && agrees("a", "a"));
    assert!(!agrees("a[..]b", "a and c") && !agrees("a", "a b") && !agrees("b[..]", "a b"));
}
