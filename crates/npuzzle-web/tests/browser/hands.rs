//! One hand on the mouse and one on the keyboard: what a click leaves behind for the next key, and
//! what lies in the way of the next click.

use crate::page::Page;

/// A complete name needs no choice, so no list is left open, and Solve takes the click.
#[test]
fn a_heuristic_that_is_typed_is_the_one_that_is_used() {
    let Some(mut page) = Page::open("?board=8 6 7/2 5 4/3 0 1&algorithm=astar") else { return };
    page.fill(".expression input", "manhattan");
    page.wait("document.querySelector('.expression-list').hidden");
    page.click_named("Solve");
    page.wait_for_text(".result", "31 moves");
    page.wait_for_query("heuristic=manhattan");
    assert!(!page.query().contains("with-blank"), "{}", page.query());
}

#[test]
fn enter_in_the_heuristic_field_solves() {
    let Some(mut page) = Page::open("?board=8 6 7/2 5 4/3 0 1&algorithm=astar") else { return };
    page.fill(".expression input", "max(manhattan, misplaced)");
    page.press("Enter");
    page.wait_for_text(".result", "31 moves");
}

/// The list stands in the page: it covers no control, and a click below it goes where it was meant.
#[test]
fn suggestions_cover_nothing() {
    let Some(mut page) = Page::open("?board=8 6 7/2 5 4/3 0 1&algorithm=astar") else { return };
    page.fill(".expression input", "ma");
    page.wait_for_text(".expression-list", "manhattan");
    page.wait(
        "(() => { const list = document.querySelector('.expression-list').getBoundingClientRect(); \
         return [...document.querySelectorAll('#view-play button, #view-play summary, #view-play input')].every(e => { \
           const box = e.getBoundingClientRect(); \
           return box.width === 0 || box.bottom <= list.top || box.top >= list.bottom || box.right <= list.left || box.left >= list.right; \
         }); })()",
    );
    page.fill(".expression input", "manhattan + misp");
    page.wait_for_text(".expression-list", "misplaced");
    page.click("#view-play details:not(.card) summary");
    page.wait("document.querySelector('.expression-list').hidden");
    page.wait("document.querySelector('#view-play details:not(.card)').open");
}

/// After a click on a tab the keys are those of the view.
#[test]
fn keys_belong_to_the_view_after_a_click_on_its_tab() {
    let Some(mut page) = Page::open("?view=audit&board=1 2 3/4 5 6/7 8 0") else { return };
    page.click("#tab-play");
    page.wait_for("#view-play .play-board");
    page.press("ArrowRight");
    page.wait_for_board("1 2 3/4 5 6/7 0 8");
    page.wait("!document.querySelector('#view-play').hidden");
}

/// With the keyboard alone, arrow keys still go from tab to tab.
#[test]
fn arrow_keys_go_from_tab_to_tab_by_keyboard() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 8 0") else { return };
    page.run("document.querySelector('#tab-play').focus()");
    page.press("ArrowRight");
    page.wait("!document.querySelector('#view-watch').hidden");
}

/// Space plays the solution, wherever the last click was.
#[test]
fn space_plays_after_a_click_on_solve() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.solve("2 moves");
    page.press(" ");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
}

#[test]
fn searches_answer_to_their_other_names() {
    let Some(mut page) = Page::open("?board=8 6 7/2 5 4/3 0 1&algorithm=A*") else { return };
    page.wait_for_query("algorithm=astar");
    page.wait_for_none_of("#notices .notice");
    page.go("?view=compare&board=1 2 3/4 0 6/7 5 8&algorithms=dijkstra&algorithms=A*");
    page.wait_for_text("#live", "2 runs done, 2 solved");
}

/// The sheet has the keys of views that were never opened.
#[test]
fn the_sheet_shows_the_keys_of_every_view() {
    let Some(mut page) = Page::open("") else { return };
    page.press("?");
    for view in ["Everywhere", "Play and solve", "Watch", "Compare"] {
        page.wait_for_text("dialog[open]", view);
    }
}
