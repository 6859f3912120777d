//! `npuzzle solve` while it searches.

use crate::harness::Terminal;

/// Ctrl-C once: the search stops and tells what it knows. The searches would take far longer than
/// this test waits.
#[test]
fn an_interrupted_search_tells_what_it_knows() {
    for (algorithm, sign, code, expected) in
        [("ida", "Ctrl-C stops", 3, "every solution has at least"), ("auto", "found ", 4, "times the optimum (proved)")]
    {
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
