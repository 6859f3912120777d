//! `npuzzle doctor` on machines that are well, and on some that are not.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn doctor(cache: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    command.arg("doctor").args(more).env("NPUZZLE_CACHE", cache).env("NO_COLOR", "1").output().unwrap()
}

/// The verdict, what was found and the advice.
fn finding(cache: &Path, topic: &str) -> (String, String, String) {
    let output = doctor(cache, &["--format", "json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = answer["findings"].as_array().unwrap();
    let problems = findings.iter().filter(|finding| finding["verdict"] == "problem").count();
    assert_eq!(answer["problems"], problems);
    assert_eq!(output.status.code(), Some(if problems > 0 { 2 } else { 0 }));
    let finding = findings.iter().find(|finding| finding["topic"] == topic).unwrap();
    let [verdict, found, advice] = ["verdict", "found", "advice"].map(|key| finding[key].as_str().unwrap_or("").into());
    (verdict, found, advice)
}

#[test]
fn all_is_well_with_an_empty_cache_and_nothing_is_left_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let output = doctor(folder.path(), &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    for topic in ["program", "processor", "threads", "memory", "cache", "tables", "terminal", "letters", "self test"] {
        assert!(text.lines().any(|line| line.get(9..).is_some_and(|line| line.starts_with(topic))), "{topic}:\n{text}");
    }
    assert!(text.ends_with("\nno problems\n"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let missing = folder.path().join("not/yet");
    let (verdict, found, _) = finding(&missing, "cache");
    assert!(verdict == "ok" && found.contains("not made yet"), "{found}");
    assert!(!missing.exists());
}

#[test]
fn a_damaged_table_is_named_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("tables")).unwrap();
    fs::write(folder.path().join("tables/4x4-mine.pdb"), "no table").unwrap();
    let (verdict, found, advice) = finding(folder.path(), "tables");
    assert_eq!(verdict, "problem", "{found}");
    assert!(found.contains("4x4-mine") && advice.contains("npuzzle pdb remove 4x4-mine"), "{found} {advice}");
    let text = String::from_utf8(doctor(folder.path(), &[]).stdout).unwrap();
    assert!(text.ends_with("\n1 problem\n"), "{text}");
}

#[test]
fn all_damaged_tables_are_named_and_one_command_removes_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("tables")).unwrap();
    let damage =
        |number: usize| fs::write(folder.path().join(format!("tables/mine {number}.pdb")), "no table").unwrap();
    (1..=2).for_each(damage);
    let (_, found, advice) = finding(folder.path(), "tables");
    assert!(found.starts_with("2 of 2 tables not right; `mine 1`: ") && found.contains("; `mine 2`: "), "{found}");
    assert!(advice.contains("`npuzzle pdb remove mine\\ 1 mine\\ 2` removes them"), "{advice}");
    (3..=7).for_each(damage);
    let (_, found, advice) = finding(folder.path(), "tables");
    assert!(found.contains("`mine 5`: ") && found.ends_with("; and 2 more"), "{found}");
    let names: Vec<String> = (1..=7).map(|number| format!("mine {number}")).collect();
    assert!(names.iter().all(|name| advice.contains(&name.replace(' ', "\\ "))), "{advice}");
    let mut remove = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    remove.args(["pdb", "remove"]).args(&names).env("NPUZZLE_CACHE", folder.path());
    assert!(remove.output().unwrap().status.success());
    assert_eq!(finding(folder.path(), "tables").0, "note", "there are none left");
}

#[test]
fn a_cache_that_cannot_be_written_to_is_a_problem() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder should be: not even the superuser can write into it.
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let (verdict, found, advice) = finding(&file, "cache");
    assert!(verdict == "problem" && found.contains("cannot be written to"), "{verdict} {found}");
    assert!(found.contains(&format!("`{}` is a file", file.display())), "{found}");
    assert!(advice.contains("expected a folder") && advice.contains("NPUZZLE_CACHE"), "{advice}");
    let text = String::from_utf8(doctor(&file, &[]).stdout).unwrap();
    assert!(text.ends_with("\n1 problem\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn without_a_home_the_answer_is_still_calm() {
    let output = Command::new(env!("CARGO_BIN_EXE_npuzzle")).arg("doctor").env_clear().output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(matches!(output.status.code(), Some(0 | 2)) && text.contains("self test"), "{text}");
}
