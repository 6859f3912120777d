//! `npuzzle solve` while it searches.

use crate::harness::Terminal;

/// On a line that is full, the `^C` of the terminal would begin the next one: then the line would
/// stay above the answer.
#[test]
fn nothing_of_the_progress_line_stays_after_ctrl_c() {
    for (arguments, expected) in [
        (&["solve", "korf:88", "-a", "ida", "-H", "manhattan", "--show", "none"][..], "cancelled"),
        (&["compare", "korf:88", "-a", "ida", "-H", "manhattan"], "interrupted"),
        (&["bench", "anytime", "random:6x6:1:1", "--times", "600"], "interrupted"),
    ] {
        let mut terminal = Terminal::start(60, 50, arguments, &[]);
        terminal.wait_for_text("⠁");
        terminal.type_keys("\x03");
        terminal.exit_code();
        let answer = terminal.wait_for_text(expected);
        assert!(!answer.contains('⠁') && !answer.contains("^C"), "{arguments:?}\n{answer}");
    }
}

/// Ctrl-C once: the search stops and tells what it knows. The searches would take far longer than
/// this test waits.
#[test]
fn an_interrupted_search_tells_what_it_knows() {
    for (algorithm, sign, code, expected) in [
        ("ida", "Ctrl-C stops", 3, "every solution has at least"),
        ("auto", "found ", 4, "times the optimum (proved: "),
    ] {
        let arguments = ["solve", "korf:88", "-a", algorithm, "-H", "manhattan", "--show", "none"];
        let mut terminal = Terminal::start(60, 120, &arguments, &[("LC_ALL", "C")]);
        terminal.wait_for_text(sign);
        terminal.type_keys("\x03");
        assert_eq!(terminal.exit_code(), code, "{algorithm}: {}", terminal.text());
        terminal.wait_for_text(expected);
        terminal.wait_for_text("cancelled");
        terminal.assert_restored();
    }
}
