//! `npuzzle solve --animate`

use crate::harness::Terminal;

const BOARD: &str = "8 6 7/2 5 4/3 0 1";

fn solve(rows: u16, cols: u16, more: &[&str], variables: &[(&str, &str)]) -> Terminal {
    let arguments = [&["solve", "--show", "none", "-a", "astar", "--animate"], more].concat();
    Terminal::start(rows, cols, &arguments, variables)
}

/// The lines from the first box to the count of moves, which is the last line.
fn drawing(screen: &str) -> String {
    let screen = screen.trim_end();
    assert_eq!(screen.lines().last().map(str::trim_end), Some("31/31"), "{screen}");
    let lines: Vec<&str> = screen.lines().map(str::trim_end).skip_while(|line| !line.contains(['+', '┌'])).collect();
    lines[..lines.len() - 1].iter().map(|line| format!("{line}\n")).collect()
}

const SOLVED: &str = "\
+---+ +---+ +---+
| 1 | | 2 | | 3 |
+---+ +---+ +---+
+---+ +---+ +---+
| 4 | | 5 | | 6 |
+---+ +---+ +---+
+---+ +---+
| 7 | | 8 |   .
+---+ +---+
";

#[test]
fn the_last_board_stays_and_nothing_of_the_others() {
    let mut terminal = solve(40, 80, &["--speed", "200", BOARD], &[("LC_ALL", "C")]);
    assert_eq!(terminal.exit_code(), 0);
    let screen = terminal.wait_for_text("31/31");
    assert_eq!(drawing(&screen), SOLVED, "{screen}");
    assert_eq!(screen.matches("31/31").count(), 1, "{screen}");
    assert!(screen.contains("31 moves, optimal (proved)") && screen.is_ascii(), "{screen}");
    terminal.assert_restored();
}

#[test]
fn a_locale_with_unicode_gets_boxes() {
    let mut terminal = solve(40, 80, &["--speed", "1000", BOARD], &[("NO_COLOR", "1")]);
    assert_eq!(terminal.exit_code(), 0);
    let screen = drawing(&terminal.wait_for_text("31/31"));
    assert!(screen.starts_with("┌───┐ ┌───┐ ┌───┐\n│ 1 │ │ 2 │ │ 3 │"), "{screen}");
}

#[test]
fn the_last_board_is_in_view_in_a_usual_window() {
    let arguments = ["solve", "--animate", "--speed", "1000", "-a", "astar", BOARD];
    let mut terminal = Terminal::start(24, 80, &arguments, &[("LC_ALL", "C")]);
    assert_eq!(terminal.exit_code(), 0);
    let screen = terminal.wait_for_text("31/31");
    assert_eq!(drawing(&screen), SOLVED, "{screen}");
}

/// Who skips an animation still wants the answers of the other boards, and their animations can be
/// skipped as well.
#[test]
fn ctrl_c_skips_one_animation_and_no_search() {
    let boards = ["1 2 3/4 5 6/0 7 8", "1 2 3/4 0 6/7 5 8", "1 2 3/0 5 6/4 7 8"];
    let mut terminal = solve(150, 80, &[&["--speed", "0.05"], &boards[..]].concat(), &[("LC_ALL", "C")]);
    for (number, moves) in [2, 2, 3].into_iter().enumerate() {
        let is_at =
            |screen: &str| screen.matches("== ").count() == number + 1 && screen.contains(&format!("0/{moves}"));
        terminal.wait_for("the next animation", is_at);
        terminal.type_keys("\x03");
    }
    assert_eq!(terminal.exit_code(), 0);
    let screen = terminal.wait_for_text("3/3");
    assert!(!screen.contains("cancelled"), "{screen}");
}

/// An animation of ten minutes, in whose beginning some keys are typed.
fn disturbed(keys: &str) -> Terminal {
    let mut terminal = solve(40, 80, &["--speed", "0.05", BOARD], &[("LC_ALL", "C")]);
    terminal.wait_for_text("0/31");
    terminal.type_keys(keys);
    terminal
}

/// Lines that are typed meanwhile would move the board.
#[test]
fn ctrl_c_jumps_to_the_end_and_other_keys_do_not_disturb() {
    for keys in ["\x03", "abc\r\r\x1a\x03"] {
        let mut terminal = disturbed(keys);
        assert_eq!(terminal.exit_code(), 0);
        let screen = terminal.wait_for_text("31/31");
        assert_eq!(drawing(&screen), SOLVED, "{screen}");
        assert!(keys != "\x03" || !screen.contains("^C"), "{screen}");
        terminal.assert_restored();
    }
}

#[test]
fn ctrl_c_twice_leaves_a_cursor() {
    let mut terminal = disturbed("\x03\x03");
    // Whether the second comes in time is up to the machine.
    assert!([0, 130].contains(&terminal.exit_code()));
    terminal.assert_restored();
}

#[test]
fn a_terminal_that_shrinks_is_drawn_anew_or_left_with_the_last_board() {
    let mut terminal = solve(40, 80, &["--speed", "1", BOARD], &[("LC_ALL", "C")]);
    terminal.wait_for_text("1/31");
    terminal.resize(20, 60);
    let moves = |screen: &str| {
        let line = screen.lines().find(|line| line.contains("/31"))?;
        line.split('/').next()?.parse::<u32>().ok()
    };
    let screen = terminal.wait_for("the next boards", |screen| moves(screen).is_some_and(|moves| moves > 2));
    assert_eq!(screen.matches("/31").count(), 1, "{screen}");
    assert_eq!(screen.matches("+---+").count(), 16, "{screen}");
    terminal.resize(20, 12);
    let is_small = |screen: &str| !screen.contains("+---+") && screen.contains("/31");
    terminal.wait_for("smaller cells", is_small);
    terminal.resize(4, 40);
    let screen = terminal.wait_for("the end", |screen| screen.contains("too"));
    assert!(screen.starts_with("1 2 3/4 5 6/7 8 0\n") && !screen.contains("/31"), "{screen}");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

/// The window is too narrow for boxes in the end, and wide enough for the board.
#[test]
fn a_terminal_that_becomes_narrow_is_left_with_the_last_board() {
    let mut terminal = solve(40, 80, &["--speed", "0.05", BOARD], &[("LC_ALL", "C")]);
    terminal.wait_for_text("0/31");
    terminal.resize(10, 15);
    terminal.type_keys("\x03");
    assert_eq!(terminal.exit_code(), 0);
    let screen = terminal.wait_for_text("31/31");
    let lines: Vec<&str> = screen.lines().map(str::trim).collect();
    assert_eq!(lines, ["1   2   3", "4   5   6", "7   8   .", "31/31"], "{screen}");
    terminal.assert_restored();
}

#[test]
fn a_board_larger_than_the_terminal_is_only_answered() {
    let mut terminal = solve(24, 4, &[BOARD], &[("LC_ALL", "C")]);
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::start(
        24,
        70,
        &["solve", "--show", "none", "--animate", "-a", "constructive", "random:40x40:1:1"],
        &[],
    );
    terminal.wait_for_text("no animation: a board of 40x40 is larger than the terminal");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_terminal_of_no_colour_gets_none() {
    for (variables, is_colored) in [(&[("NO_COLOR", "1")][..], false), (&[][..], true)] {
        let mut terminal = solve(40, 80, &["--speed", "1000", "--scheme", "row", BOARD], variables);
        assert_eq!(terminal.exit_code(), 0);
        terminal.wait_for_text("31/31");
        assert_eq!(terminal.has_background_colors(), is_colored);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_and_the_cursor_is_back() {
    let mut terminal = solve(40, 80, &["--speed", "0.05", BOARD], &[("LC_ALL", "C")]);
    terminal.wait_for_text("0/31");
    let process = terminal.process().to_string();
    let killed = std::process::Command::new("kill").args(["-TERM", &process]).status().unwrap();
    assert!(killed.success());
    terminal.exit_code();
    terminal.assert_restored();
}

#[test]
fn a_gif_does_not_go_to_a_terminal() {
    let mut terminal = Terminal::start(24, 80, &["solve", "1 2/3 0", "--gif", "-"], &[]);
    terminal.wait_for_text("expected a file or a pipe");
    assert_eq!(terminal.exit_code(), 2);
}
