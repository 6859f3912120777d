//! Pictures as files: what is written where, and that nothing half-written is left.

use std::fs;
#[cfg(target_os = "linux")]
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
#[cfg(target_os = "linux")]
use std::time::Duration;

fn npuzzle(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_npuzzle")).args(arguments).env("NO_COLOR", "1").output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_solution_becomes_a_figure_and_a_film_beside_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, gif) = (folder.path().join("way.svg"), folder.path().join("way.gif"));
    let (svg, gif) = (svg.to_str().unwrap(), gif.to_str().unwrap());
    let arguments = ["solve", "1 2 3/4 0 6/7 5 8", "-a", "astar", "--format", "json", "--svg", svg, "--gif", gif];
    let output = npuzzle(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["moves"], "DR");
    assert!(fs::read_to_string(svg).unwrap().ends_with("</svg>\n"));
    let film = fs::read(gif).unwrap();
    assert!(film.starts_with(b"GIF89a") && film.ends_with(b";"));
    assert_eq!(names(folder.path()), ["way.gif", "way.svg"]);
}

#[test]
fn pictures_look_as_they_did() {
    let board = npuzzle(&["draw", "1 2/3 0", "--svg", "-"]);
    snapbox::assert_data_eq!(text(&board.stdout), snapbox::file!["snapshots/pictures/one-board.svg"].raw());
    let solution = npuzzle(&["solve", "1 2 3/4 0 6/7 5 8", "-a", "astar", "--svg", "-"]);
    snapbox::assert_data_eq!(text(&solution.stdout), snapbox::file!["snapshots/pictures/two-moves.svg"].raw());
}

#[test]
fn a_picture_at_standard_output_is_all_that_is_there() {
    let output = npuzzle(&["solve", "1 2/3 0", "--svg", "-"]);
    assert!(text(&output.stdout).starts_with("<svg ") && text(&output.stdout).ends_with("</svg>\n"));
    let output = npuzzle(&["solve", "1 2/0 3", "--gif", "-"]);
    assert!(output.stdout.starts_with(b"GIF89a") && output.stdout.ends_with(b";"));
    let output = npuzzle(&["draw", "1 2/0 3", "--svg", "-"]);
    assert!(text(&output.stdout).starts_with("<svg ") && text(&output.stdout).ends_with("</svg>\n"));
}

#[test]
fn what_cannot_be_written_is_told_before_the_search_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [["draw", "1 2/3 0", "--svg"], ["solve", "korf:12", "--svg"], ["solve", "korf:12", "--gif"]] {
        let nowhere = folder.path().join("no such folder/a").with_extension(&arguments[2][2..]);
        for path in [nowhere.as_path(), folder.path()] {
            let output = npuzzle(&[&arguments[..], &[path.to_str().unwrap()]].concat());
            assert_eq!(output.status.code(), Some(2));
            assert!(text(&output.stderr).contains("cannot write `"), "{}", text(&output.stderr));
            assert!(output.stdout.is_empty());
        }
    }
    assert!(names(folder.path()).is_empty());
}

#[test]
fn one_file_is_not_asked_for_twice() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("deep")).unwrap();
    let all = ["--svg", "--gif", "--trace"];
    for (one, other) in [(0, 1), (0, 2), (1, 2)].map(|(one, other)| (all[one], all[other])) {
        for (name, same) in [("way", "way"), ("way", "./way"), ("deep/../way", "way")] {
            for is_there in [false, true] {
                let _ = fs::remove_file(folder.path().join("way"));
                if is_there {
                    fs::write(folder.path().join("way"), "what was there before").unwrap();
                }
                let output = Command::new(env!("CARGO_BIN_EXE_npuzzle"))
                    .args(["solve", "1 2/0 3", "-a", "astar", one, name, other, same])
                    .current_dir(folder.path())
                    .output()
                    .unwrap();
                let expected = format!("error: {one} and {other} are both to be `{name}`: expected two files\n");
                assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), &*expected));
                assert_eq!(names(folder.path()).len(), if is_there { 2 } else { 1 });
            }
        }
    }
    let output = npuzzle(&["solve", "1 2/0 3", "-a", "astar", "--svg", "-", "--gif", "way.gif", "--trace", "-"]);
    assert!(text(&output.stderr).contains("a picture at `-`"), "{}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_may_be_written_to_twice() {
    let null = "/dev/null";
    let output = npuzzle(&["solve", "1 2/0 3", "-a", "astar", "--svg", null, "--gif", null, "--trace", null]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn where_there_is_nothing_to_show_there_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("way.svg");
    fs::write(&path, "what was there before").unwrap();
    let output = npuzzle(&["solve", "2 1/3 0", "--svg", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the board has none"), "{}", text(&output.stderr));
    assert_eq!(names(folder.path()), ["way.svg"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "what was there before");
}

#[test]
fn a_film_that_is_too_long_is_refused_behind_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("way.gif");
    let arguments = ["solve", "random:30x30:1:1", "-a", "constructive", "--format", "json", "--gif"];
    let output = npuzzle(&[&arguments[..], &[path.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("is too long for a GIF: expected at most 20,000"),
        "{}",
        text(&output.stderr)
    );
    assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok());
    assert!(names(folder.path()).is_empty());
}

#[test]
fn the_largest_board_is_drawn() {
    let output = npuzzle(&["draw", "random:100x100:1:1", "--svg", "-", "--scheme", "ring"]);
    assert_eq!(output.status.code(), Some(0));
    let picture = text(&output.stdout);
    assert!(picture.contains("<image ") && picture.len() < 20_000, "a mosaic, not 9,999 numbers");
    let output = npuzzle(&["draw", "random:100x100:1:1", "--ascii"]);
    assert_eq!(text(&output.stdout).lines().count(), 100);
}

/// A film is written frame by frame: every write may be the one that fails.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_that_cannot_be_written_on_is_no_disaster() {
    for arguments in [&["solve", "867254301", "--gif", "-"][..], &["solve", "1 2/0 3", "--svg", "-"]] {
        let start = |output: Stdio| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
            command.args(arguments).stdout(output).stderr(Stdio::piped()).spawn().unwrap()
        };
        let mut child = start(Stdio::piped());
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{arguments:?}");
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = start(full.into()).wait_with_output().unwrap();
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: cannot write the output: ") && !errors.contains("panicked"), "{errors}");
    }
    for option in ["--gif", "--svg", "--trace"] {
        let output = npuzzle(&["solve", "867254301", "-a", "astar", option, "/dev/full"]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{option}: {errors}");
        assert!(errors.starts_with("error: cannot write `/dev/full`: "), "{option}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn files_are_complete_even_if_the_reader_of_the_answer_goes() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, gif, trace] = ["way.svg", "way.gif", "way.trace"].map(|name| folder.path().join(name));
    let mut child = Command::new(env!("CARGO_BIN_EXE_npuzzle"))
        .args(["solve", "1 2 3/4 0 6/7 5 8", "-a", "astar"])
        .args([Path::new("--svg"), &svg, Path::new("--gif"), &gif, Path::new("--trace"), &trace])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(fs::read_to_string(svg).unwrap().ends_with("</svg>\n"));
    assert!(fs::read(gif).unwrap().ends_with(b";"));
    assert!(fs::read_to_string(trace).unwrap().lines().count() > 3);
    assert_eq!(names(folder.path()), ["way.gif", "way.svg", "way.trace"]);
}

#[test]
fn a_search_that_is_refused_replaces_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old");
    let path = old.to_str().unwrap();
    for arguments in [
        &["solve", "123456708", "-a", "tile-ida", "--trace", path][..],
        &["solve", "123456708", "-a", "constructive", "--trace", path],
        &["solve", "123456708", "-H", "pdb(99)", "--svg", path],
        &["solve", "123456708", "-H", "pdb(99)", "--gif", path],
        &["search", "hanoi(3,2)", "-a", "tile-ida", "--trace", path],
    ] {
        fs::write(&old, "what was there before").unwrap();
        let output = npuzzle(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(fs::read_to_string(&old).unwrap(), "what was there before", "{arguments:?}");
        assert_eq!(names(folder.path()), ["old"]);
    }
}

/// The second signal ends the program at once; what it had begun is taken away all the same.
#[cfg(target_os = "linux")]
#[test]
fn two_signals_leave_nothing_unfinished() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, trace] = ["way.svg", "way.trace"].map(|name| folder.path().join(name));
    // There is no reader, and the pipe is full from the beginning: the program waits in its first
    // write, where the first signal cannot end it.
    let (_reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(&[b' '; 1 << 16]).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_npuzzle"))
        .args(["solve", "korf:88", "-a", "astar", "-H", "zero", "--step", "--node-limit", "100000"])
        .args([Path::new("--svg"), &svg, Path::new("--trace"), &trace])
        .stdout(writer)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Files are begun after signals are listened for.
    while names(folder.path()).len() < 2 {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    let process = child.id().to_string();
    while child.try_wait().unwrap().is_none() {
        Command::new("kill").args(["-TERM", &process]).status().unwrap();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(names(folder.path()).is_empty(), "{:?}", names(folder.path()));
}
