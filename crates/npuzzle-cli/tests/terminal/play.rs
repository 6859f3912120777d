//! `npuzzle play`, as its player sees it.

use std::process::{Command, Stdio};

use crate::harness::Terminal;

const FIFTEEN: &str = "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15";
const HARDEST: &str = "867254301";
const ESCAPE: &str = "\x1b";
const ENTER: &str = "\r";
const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";

fn play(arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
    let arguments: Vec<&str> = std::iter::once("play").chain(arguments.iter().copied()).collect();
    let terminal = Terminal::start(24, 80, &arguments, variables);
    terminal.wait_for_text("npuzzle play");
    terminal
}

fn quit(terminal: Terminal) {
    quit_with(terminal, "q", 0);
}

fn quit_with(mut terminal: Terminal, key: &str, code: u32) {
    terminal.type_keys(key);
    assert_eq!(terminal.exit_code(), code);
    terminal.assert_restored();
}

#[test]
fn moves_undo_and_the_end_of_a_game() {
    let mut terminal = play(&[FIFTEEN], &[]);
    terminal.wait_for_text("moves    0");
    terminal.type_keys(UP);
    terminal.wait_for_text("moves    1");
    terminal.type_keys("u");
    terminal.wait_for_text("moves    0");
    terminal.type_keys(&format!("{UP}{LEFT}"));
    terminal.wait_for_text("solved in 2 moves");
    // The optimum is looked up by then, or soon.
    terminal.wait_for_text("no way is");
    quit(terminal);
}

#[test]
fn a_hint_and_then_the_whole_solution() {
    let mut terminal = play(&[HARDEST], &[]);
    terminal.type_keys("H");
    terminal.wait_for_text("31 moves (proved)");
    terminal.type_keys("S");
    terminal.wait_for_text("of 31");
    terminal.type_keys("]]]]]]]]");
    let end = terminal.wait_for_text("the end");
    assert!(end.contains("31 of 31"), "{end}");
    terminal.type_keys(ESCAPE);
    terminal.wait_for_text("solved in 31 moves, with help");
    quit(terminal);
}

#[test]
fn an_edited_board_that_cannot_be_solved_is_repaired() {
    let mut terminal = play(&["1 2 3/4 5 6/7 8 0"], &[]);
    terminal.wait_for_text("this board is solved");
    terminal.type_keys("e");
    terminal.wait_for_text("row 3, column 3");
    terminal.type_keys(&format!("{LEFT}t{LEFT}t"));
    terminal.wait_for_text("not solvable");
    terminal.type_keys(ENTER);
    terminal.wait_for_text("this board cannot be solved");
    terminal.type_keys("f");
    terminal.wait_for("the repaired board", |screen| !screen.contains("cannot be solved"));
    quit(terminal);
}

#[test]
fn other_sizes_of_the_window_and_of_the_board() {
    let mut terminal = play(&["--size", "3x3", "--seed", "5"], &[]);
    terminal.wait_for_text("seed     5");
    terminal.resize(12, 40);
    terminal.wait_for("the narrow screen", |screen| screen.contains("0 moves, 0:00") && !screen.contains("seed     5"));
    terminal.resize(40, 120);
    terminal.wait_for_text("solve and watch");
    terminal.type_keys(&format!("x9{ENTER}"));
    terminal.wait_for_text("seed     6");
    terminal.wait_for_text("9x9 to goal last");
    quit(terminal);
}

#[test]
fn a_click_slides_a_line_and_a_paste_is_a_board() {
    const EIGHT: &str = "|   8   |";
    let mut terminal = play(&["1 2 3/4 5 6/0 7 8", "--ascii"], &[]);
    let screen = terminal.wait_for_text(EIGHT);
    assert!(terminal.reports_clicks_alone());
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(EIGHT)).unwrap();
    let column = line.find(EIGHT).unwrap() + 2;
    terminal.type_keys(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", column + 1, row + 1, column + 1, row + 1));
    terminal.wait_for_text("solved in 2 moves");
    terminal.type_keys("u");
    terminal.wait_for_text("moves    0");
    terminal.type_keys("\x1b[200~8 6 7/2 5 4/3 0 1\x1b[201~");
    terminal.wait_for_text("pasted");
    terminal.type_keys("\x1b[200~8 6 7/2 5 5/3 0 1\x1b[201~");
    terminal.wait_for_text("tile 5 appears twice");
    terminal.type_keys(ESCAPE);
    terminal.wait_for("the game", |screen| !screen.contains("appears twice"));
    quit(terminal);
}

#[test]
fn letters_and_colours_are_those_the_terminal_has() {
    let unicode = play(&[FIFTEEN], &[]);
    assert!(unicode.wait_for_text("arrows").contains('│'));
    assert!(unicode.has_colours());
    quit(unicode);
    for (arguments, variables) in [
        (&["--ascii"][..], &[][..]),
        (&[][..], &[("LC_ALL", "C")][..]),
        (&["--color", "never"][..], &[("LC_ALL", "POSIX")][..]),
    ] {
        let all: Vec<&str> = [FIFTEEN].into_iter().chain(arguments.iter().copied()).collect();
        let terminal = play(&all, variables);
        let screen = terminal.wait_for_text("arrows");
        assert!(screen.is_ascii(), "{screen}");
        assert_eq!(terminal.has_colours(), !arguments.contains(&"never"));
        quit(terminal);
    }
    let terminal = play(&[FIFTEEN], &[("NO_COLOR", "1")]);
    terminal.wait_for_text("arrows");
    assert!(!terminal.has_colours());
    quit(terminal);
}

#[test]
fn the_terminal_is_given_back_after_an_interrupt_a_signal_and_a_panic() {
    let mut terminal = play(&[FIFTEEN], &[]);
    terminal.type_keys("\x03");
    assert_eq!(terminal.exit_code(), 130);
    terminal.assert_restored();

    #[cfg(unix)]
    {
        let mut terminal = play(&[FIFTEEN], &[]);
        let killed = Command::new("kill").args(["-TERM", &terminal.process().to_string()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(terminal.exit_code(), 130);
        terminal.assert_restored();
    }

    for (place, keys) in [("screen", ""), ("search", "H")] {
        let arguments = ["play", FIFTEEN];
        let mut terminal = Terminal::start(24, 80, &arguments, &[("NPUZZLE_PLAY_PANICS", place)]);
        if !keys.is_empty() {
            terminal.wait_for_text("npuzzle play");
            terminal.type_keys(keys);
        }
        assert_eq!(terminal.exit_code(), 70, "{place}");
        terminal.assert_restored();
        terminal.wait_for_text("asked for by NPUZZLE_PLAY_PANICS");
    }
}

/// Keys cannot end a process whose window is gone; it would read the end of its input for ever.
#[test]
fn it_ends_when_its_terminal_is_closed() {
    let mut idle = play(&[FIFTEEN], &[]);
    idle.close();
    assert_ne!(idle.exit_code(), 0);

    let mut solving = play(&["--size", "10x10", "--seed", "1"], &[]);
    solving.type_keys("S");
    solving.wait_for_text("expanded");
    solving.close();
    assert_ne!(solving.exit_code(), 0);
}

/// A process that is stopped from outside finds the settings of the shell when it goes on.
#[cfg(unix)]
#[test]
fn the_terminal_is_taken_again_after_a_stop_from_outside() {
    let mut terminal = play(&[FIFTEEN], &[]);
    terminal.wait_for_text("moves    0");
    terminal.set_usual_mode();
    terminal.wait_for("raw mode", |_| terminal.is_raw());
    terminal.type_keys(UP);
    terminal.wait_for_text("moves    1");
    quit(terminal);
}

#[test]
fn a_goal_is_typed_with_its_blanks() {
    let mut terminal = play(&[HARDEST], &[]);
    terminal.type_keys("gkkjjjjjjjjjjjjjjjjjjjj");
    terminal.type_keys(ENTER);
    terminal.wait_for_text("Backspace erase");
    terminal.type_keys("1 2 3/8 0 4/7 6 5");
    terminal.wait_for_text("> 1 2 3/8 0 4/7 6 5");
    quit_with(terminal, "\x03", 130);
}

#[test]
fn what_is_no_screen_and_what_is_no_board_is_refused() {
    let command = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
        command.arg("play").args(arguments).stdin(Stdio::null()).output().unwrap()
    };
    let piped = command(&[FIFTEEN]);
    assert_eq!(piped.status.code(), Some(2));
    assert!(piped.stdout.is_empty());
    assert!(String::from_utf8_lossy(&piped.stderr).contains("needs a terminal"));
    let bad = command(&["1 2 2/3 4 5/6 7 0"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("tile 2 appears twice"));

    let mut dumb = Terminal::start(24, 80, &["play", FIFTEEN], &[("TERM", "dumb")]);
    dumb.wait_for_text("TERM is `dumb`");
    assert_eq!(dumb.exit_code(), 2);
    dumb.assert_restored();
}

#[test]
fn several_boards_are_played_one_after_the_other() {
    let mut terminal = play(&["korf:1..3"], &[]);
    terminal.wait_for_text("board 1 of 3");
    terminal.type_keys("N");
    terminal.wait_for_text("korf:2");
    terminal.type_keys("P");
    terminal.wait_for_text("korf:1");
    quit(terminal);
}
