//! Heuristics against the truth, with the board that refutes them.

use crate::page::Page;

#[test]
fn a_false_heuristic_is_refuted_by_a_board() {
    let Some(mut page) = Page::open("?view=audit&audited=misplaced-with-blank") else { return };
    page.wait_for_text(".audit-answer", "Not admissible");
    page.wait_for_text(".audit-answer", "78 boards");
    page.wait("document.querySelectorAll('.counterexample [role=img]').length >= 1");
    page.fill("#view-audit .expression input", "manhattan");
    page.wait_for_text(".audit-answer", "Admissible: never above the true cost");
    page.fill("#view-audit .expression input", "manhattan +");
    page.wait(
        "[...document.querySelectorAll('#view-audit .error-text')].some(e => !e.hidden && e.innerText.length > 10)",
    );
}

#[test]
fn the_counterexample_can_be_solved_at_once() {
    let Some(mut page) = Page::open("?view=audit&audited=manhattan*2") else { return };
    page.wait_for_text(".audit-answer", "Not admissible");
    page.click_named("Solve it");
    page.wait("!document.querySelector('#view-play').hidden");
    page.wait_for(".play-board [role=gridcell]");
}
