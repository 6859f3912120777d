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

/// While one types: the value on the board, tile by tile, and an audit of all boards of 3x3.
#[test]
fn a_heuristic_is_checked_while_it_is_typed() {
    let Some(mut page) = Page::open("?board=7 2 4/5 0 6/8 3 1&algorithm=astar") else { return };
    page.fill(".expression input", "manhattan");
    page.wait_for_text(".expression", "h = 14 on this board");
    page.wait_for_text(".check-verdict", "Admissible and consistent on all 181,440 boards of 3x3");
    page.click_named("Tile by tile");
    page.wait_for_count(".share-cell", 9);
    page.wait("[...document.querySelectorAll('.share-adds')].reduce((sum, e) => sum + Number(e.innerText), 0) === 14");
    page.fill(".expression input", "misplaced-with-blank");
    page.wait_for_text(".check-verdict", "Overestimates on 78 of 181,440 boards of 3x3");
    page.wait_for(".check-example .still-board");
    page.fill(".expression input", "manhattan + misplacd");
    page.wait_for_error(".expression .error-text", "misplaced");
    page.wait("document.querySelector('.heuristic-check').hidden");
    // Where it is audited in full, nothing is said twice.
    page.go("?view=audit&audited=scan-conflict");
    page.wait_for_text(".audit-answer", "dmissible");
    page.wait_for_text("#view-audit", "Is my heuristic admissible?");
    assert!(!page.get::<bool>("document.querySelector('#view-audit .heuristic-check') !== null"));
    assert!(!page.text("#view-audit .expression").contains("known to be"));
}
