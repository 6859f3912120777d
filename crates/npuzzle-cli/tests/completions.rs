//! The completion scripts: that for bash in a real bash, those for other shells word for word.
//!
//! The scripts for zsh and fish were tried by hand in both shells; they are not on every machine
//! that runs these tests.

use std::path::Path;
use std::process::{Command, Output};
#[cfg(target_os = "linux")]
use std::{io::Write, process::Stdio};

/// What a bash that has sourced the script offers for a line with the cursor at its end.
fn offered(line: &str, cache: &Path) -> Vec<String> {
    // What readline tells the function: the line, the cursor, and how it breaks words.
    let script = r#"
        source <(npuzzle completions bash) || exit 9
        COMP_LINE=$1 COMP_POINT=${#1}
        COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
        compopt() { :; }
        function=$(complete -p npuzzle | sed 's/.*-F \([^ ]*\).*/\1/')
        "$function" npuzzle "" ""
        printf '%s\n' "${COMPREPLY[@]}""#;
    let folder = Path::new(env!("CARGO_BIN_EXE_npuzzle")).parent().unwrap().display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let output: Output = Command::new("bash")
        .args(["--norc", "-c", script, "bash", line])
        .current_dir(cache)
        .env("PATH", path)
        .env("NPUZZLE_CACHE", cache)
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap().lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_names_sets_expressions_tables_and_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("tables")).unwrap();
    std::fs::write(folder.path().join("tables/4x4-mine.pdb"), "").unwrap();
    for name in ["my boards.txt", "abc", "axx", "idabc"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    for (line, expected) in [
        ("npuzzle sol", &["solve"][..]),
        ("npuzzle pdb re", &["remove"]),
        ("npuzzle solve 867254301 -a weighted", &["weighted-astar"]),
        ("npuzzle solve 867254301 --algorithm=weighted", &["weighted-astar"]),
        (
            "npuzzle solve 867254301 -a 'weighted-astar(w=2, tie=s",
            &["weighted-astar(w=2, tie=smaller-g)", "weighted-astar(w=2, tie=state)"],
        ),
        ("npuzzle solve 867254301 -a weighted-astar\\(w=2,ti", &["2,tie="]),
        ("npuzzle solve 867254301 -a 'beam(wi", &["beam(width=", "beam(width=1000)"]),
        ("npuzzle solve 867254301 -a beam\\(wi", &["beam\\(width="]),
        ("npuzzle solve 867254301 -H 'max(man", &["max(manhattan", "max(manhattan-with-blank"]),
        ("npuzzle solve 867254301 -H \"max(md, linear", &["max(md, linear-conflict)", "max(md, linear-conflict,"]),
        ("npuzzle solve 867254301 -H lin", &["linear-conflict"]),
        // Names are no patterns of files.
        ("npuzzle solve 867254301 -a 'a*", &["a*"]),
        ("npuzzle solve 867254301 -a \"ida*", &["ida*"]),
        ("npuzzle solve 867254301 -H 'pdb", &["pdb(5-5-5)", "pdb(6-6-3)", "pdb(7-7-1)", "pdb(7-8)", "pdb(6-6-6-6)"]),
        ("npuzzle solve 867254301 --goal sn", &["snail"]),
        ("npuzzle solve korf", &["korf:", "korf24:"]),
        ("npuzzle solve korf:", &["1", "1..10"]),
        ("npuzzle solve my", &["my\\ boards.txt"]),
        ("npuzzle solve 'my", &["my boards.txt"]),
        ("npuzzle solve 'tab", &["tables/", "tables/4x4-mine.pdb"]),
        ("npuzzle search han", &["hanoi\\(3,5\\)"]),
        ("npuzzle solve x --format js", &["json", "jsonl"]),
        ("npuzzle pdb info ", &["4x4-mine"]),
        ("npuzzle completions fi", &["fish"]),
        ("npuzzle solve x --seed ", &[]),
        ("npuzzle solve x --algorithm nonsense", &[]),
        ("npuzzle solve 'unfinished", &[]),
    ] {
        assert_eq!(offered(line, folder.path()), expected, "{line}");
    }
    let flags = offered("npuzzle solve x --time", folder.path());
    assert_eq!(flags, ["--time-limit"]);
}

/// Behind the only candidate readline closes an open quote: what is typed on has to be the rest of
/// the option all the same.
#[cfg(target_os = "linux")]
#[test]
fn an_option_can_be_typed_to_its_end_in_bash() {
    for (typed, width) in [
        ("'beam(wi\t50)'", "50"),
        ("\"beam(wi\t50)\"", "50"),
        ("beam\\(wi\t50\\)", "50"),
        ("'beam(wi\t\t", "1000"),
        ("beam\\(wi\t\t", "1000"),
    ] {
        let typed =
            format!("source <(npuzzle completions bash)\nnpuzzle solve 123_4x6_758 --format json -a {typed}\nexit\n");
        let folder = Path::new(env!("CARGO_BIN_EXE_npuzzle")).parent().unwrap().display().to_string();
        // Without a terminal bash still edits its lines, if it has to be interactive.
        let mut bash = Command::new("bash")
            .args(["--norc", "--noprofile", "-i"])
            .env("PATH", format!("{folder}:{}", std::env::var("PATH").unwrap_or_default()))
            .env("HISTFILE", "")
            .env("INPUTRC", "/dev/null")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        bash.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = bash.wait_with_output().unwrap();
        let answer = String::from_utf8_lossy(&output.stdout);
        assert!(answer.contains(&format!("\"width\": {width}")), "{typed}: {output:?}");
    }
}

/// Whatever a shell sends, nothing goes wrong and no error is shown.
#[test]
fn nonsense_gets_no_answer() {
    for (shell, sent) in [
        ("bash", &["--", ""][..]),
        ("bash", &["--"]),
        ("zsh", &["--", "npuzzle"]),
        ("fish", &[]),
        ("tcsh", &["--", "x"]),
    ] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_npuzzle")).args(sent).env("NPUZZLE_COMPLETE", shell).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{shell} {sent:?}: {output:?}");
    }
}

/// Other shells get the help of each candidate behind a tabulator.
#[test]
fn candidates_come_with_their_help() {
    for shell in ["zsh", "fish"] {
        let output = Command::new(env!("CARGO_BIN_EXE_npuzzle"))
            .args(["--", "npuzzle", "solve", "x", "-a", "weighted"])
            .env("NPUZZLE_COMPLETE", shell)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("weighted-astar\t") && text.trim().len() > 20, "{shell}: {text}");
    }
}

#[test]
fn there_is_a_script_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = Command::new(env!("CARGO_BIN_EXE_npuzzle")).args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && script.contains("NPUZZLE_COMPLETE"), "{shell}: {script}");
    }
}
