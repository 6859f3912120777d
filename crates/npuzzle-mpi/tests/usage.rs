//! The command line: one voice, and clear words for what is not divided.

use crate::job::run;

#[test]
fn one_process_speaks() {
    let (code, printed, said) = run(3, &["--version"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert_eq!(printed.matches("npuzzle-mpi ").count(), 1, "{printed}");
    let (code, printed, _) = run(2, &["--help"]);
    assert!(code == Some(0) && printed.contains("npuzzle-mpi") && !printed.contains("completions"), "{printed}");
    let (code, printed, _) = run(2, &["solve", "--help"]);
    assert!(code == Some(0) && printed.contains("with tile-ida unless -a names another"), "{printed}");
    assert!(!printed.contains('\u{1b}'), "a pipe is not a terminal: {printed}");
    let (code, printed, said) = run(3, &["solve", "123406758", "--format", "csv"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert_eq!(printed.lines().count(), 2, "{printed}");
    assert!(!printed.contains('\u{1b}'), "a file is not a terminal: {printed}");
    assert!(printed.contains("npuzzle-mpi solve 123406758 --format csv"), "{printed}");
}

#[test]
fn what_is_not_divided_is_refused_once() {
    let refused: [(&[&str], &str); 7] = [
        (&["list"], "`list` is not divided among processes"),
        (&["solve", "867254301", "-a", "astar"], "`astar` cannot be divided among processes: expected `hda` or"),
        (&["solve", "867254301", "-a", "auto"], "`auto` cannot be divided"),
        (&["search", "hanoi(3,5)", "-a", "bfs"], "`bfs` cannot be divided"),
        (&["solve", "867254301", "--step"], "--step is for one process"),
        (&["solve", "no such board"], "`no` is not a number"),
        (&["solve", "867254301", "--no-such-option"], "unexpected argument"),
    ];
    for (arguments, expected) in refused {
        let (code, printed, said) = run(2, arguments);
        assert_eq!((code, printed.as_str()), (Some(2), ""), "{said}");
        assert_eq!(said.matches(expected).count(), 1, "{arguments:?}: {said}");
    }
}

#[test]
fn exit_codes_are_those_of_one_process() {
    let (code, printed, _) = run(3, &["solve", "123456870"]);
    assert!(code == Some(1) && printed.contains("unsolvable (proved)"), "{printed}");
    let (code, _, _) = run(3, &["solve", "korf:3", "-H", "manhattan", "--node-limit", "1e4"]);
    assert_eq!(code, Some(3));
}
