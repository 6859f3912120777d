//! Several searches on a board, on a set of boards and on another problem: in a table, in plots and
//! on one clock.

use crate::page::Page;

const PAIRS: &str =
    "?view=compare&board=8 1 3/4 0 2/7 6 5&algorithms=astar&algorithms=bfs&heuristics=manhattan&heuristics=misplaced";

const ROWS: &str =
    "[...document.querySelectorAll('#view-compare section[aria-label=Table] [aria-label=Runs] tbody tr')]";

#[test]
fn all_pairs_are_in_the_table_and_can_be_sorted() {
    let Some(mut page) = Page::open(PAIRS) else { return };
    let pairs = format!("{ROWS}.map(row => row.children[0].innerText.trim() + ' ' + row.children[1].innerText.trim())");
    page.wait(&format!("{pairs}.length === 3"));
    // Rows that arrive move what is below them away from under the mouse.
    page.wait_for_text("#live", "3 runs done");
    page.wait_for_text("#view-compare section[aria-label=Plots]", "astar");
    page.wait("document.querySelector('#view-compare .job-line').hidden");
    page.draw_twice();
    // Breadth first expands most; with Manhattan distance A* expands least.
    page.click_named("Expanded");
    page.wait(&format!("{pairs}.join() === 'astar manhattan,astar misplaced,bfs –'"));
    page.wait("document.querySelector('#view-compare th[aria-sort=ascending]').innerText.includes('Expanded')");
    page.click_named("Expanded");
    page.wait(&format!("{pairs}.join() === 'bfs –,astar misplaced,astar manhattan'"));
    page.wait("document.querySelector('#view-compare th[aria-sort=descending]').innerText.includes('Expanded')");
    // Three statistics at first, all of them on demand.
    let numbers = "document.querySelectorAll('#view-compare [aria-label=Runs] th.number').length";
    page.wait(&format!("{numbers} === 3"));
    page.click_named("More columns");
    page.wait(&format!("{numbers} > 5"));
}

#[test]
fn a_comparison_that_was_left_is_made_again() {
    let Some(mut page) = Page::open(
        "?view=compare&board=8 6 7/2 5 4/3 0 1&algorithms=astar&algorithms=dfs&algorithms=bfs&algorithms=ids",
    ) else {
        return;
    };
    page.wait(&format!("{ROWS}.length > 0"));
    page.press("4");
    page.wait("!document.querySelector('#view-audit').hidden");
    page.press("3");
    page.wait(&format!("{ROWS}.length === 4"));
    page.wait_for_idle_engine();
}

#[test]
fn searches_run_side_by_side_on_one_clock() {
    let Some(mut page) = Page::open(PAIRS) else { return };
    // Rows that arrive move what is below them away from under the mouse.
    page.wait_for_text("#live", "3 runs done");
    page.click_named("Race them");
    page.wait_for_count(".lane", 3);
    page.wait("!document.querySelector('.lanes').innerText.includes('recording')");
    page.wait_for(".race [aria-label=Last]");
    page.click(".race [aria-label=Last]");
    page.wait_for_text(".lanes", "first");
    // The bar of a search that has ended is full, be its way a hundredth of the longest.
    page.wait(
        "[...document.querySelectorAll('.lane-track')].every(e => \
         e.firstElementChild.getBoundingClientRect().width > 0.95 * e.clientWidth)",
    );
    page.wait_for_text(".race .transport-words", "all ended");
    page.click(".race [aria-label=First]");
    page.wait("!document.querySelector('.lanes').innerText.includes('first')");
}

/// A set: means in the table, every board as a point, and on how many of them one is better.
#[test]
fn sets_of_boards_are_compared_board_by_board() {
    let Some(mut page) = Page::open("?view=compare&algorithms=astar&algorithms=bfs") else { return };
    page.wait_for_text("#live", "2 runs done");
    page.run(
        "const e = document.querySelector('.compare-subject select'); e.value = 'set'; e.dispatchEvent(new Event('change'))",
    );
    page.wait_for_query("subject=set");
    page.fill(".compare-subject textarea", "random:3x3:8:7\n1 2 3/4 0 6/7 5 8");
    page.run("document.activeElement.blur()");
    page.wait_for_text("#live", "18 runs done, 18 solved");
    page.wait(&format!("{ROWS}.length === 2"));
    page.wait_for_text("section[aria-label=Table]", "9 of 9");
    page.wait_for_text("section[aria-label=Table]", "Means over all 9 boards");
    page.wait_for_count(".scatter", 2);
    page.wait_for_count(".scatter:first-of-type .sign", 18 + 9);
    page.wait_for_text(".win-words", "astar · manhattan expands fewer states on");
    // The other way round, and by another measure: the choice is in the link.
    page.run(
        "const e = document.querySelector('.plot-choices select'); e.value = 'cost'; e.dispatchEvent(new Event('change'))",
    );
    page.wait_for_text(".win-words", "are equal on all 9 boards");
    page.wait_for_query("statistic=cost");
    page.click_named("All runs");
    page.wait("document.querySelectorAll('[aria-label=\"All runs\"] tbody tr').length === 18");
    // A run of a set is watched on its own board.
    page.click("[aria-label='All runs'] tbody tr:last-child button");
    page.wait("!document.querySelector('#view-watch').hidden && location.search.includes('board=1+2+3/4+0+6/7+5+8')");
    page.wait_for_text("#view-watch .transport-place", "0 /");
}

/// Towers and maps; searches stand in groups; a set that is none says what to write.
#[test]
fn other_problems_are_compared_with_their_drawings() {
    let Some(mut page) =
        Page::open("?view=compare&subject=hanoi(3,3)&algorithms=astar&algorithms=tile-ida&heuristics=out-and-back")
    else {
        return;
    };
    page.wait_for_text("#live", "2 runs done, 1 solved");
    page.wait_for_text("section[aria-label=Table]", "refused");
    page.wait_for_text(".compare-subject", "start");
    page.wait(
        "[...document.querySelectorAll('.compare-subject .state-drawing')].some(e => e.innerText.includes('==='))",
    );
    page.click_named("Race them");
    page.wait_for_text(".lanes .state-drawing", "===");
    let groups: Vec<String> =
        page.get("[...document.querySelectorAll('.token-field:first-of-type legend')].map(e => e.textContent)");
    assert!(groups.len() >= 6 && groups.iter().any(|title| title == "From both ends"), "{groups:?}");
    let map = "home%0Aschool%0Ahome: park,2 school,9%0Apark: school,2&estimates=home: 3%0Apark: 2%0Aschool: 0";
    page.go(&format!("?view=compare&subject=map&map={map}&algorithms=astar&algorithms=ucs"));
    page.wait_for_text("#live", "2 runs done, 2 solved");
    page.wait_for_text("section[aria-label=Table]", "estimates");
    assert!(!page.text("#view-compare").contains("Left out"));
    page.go("?view=compare&subject=set&boards=random:3x3");
    page.wait_for_error("#view-compare .error-text", "random:3x3:20:7");
}
