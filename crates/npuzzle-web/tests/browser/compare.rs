//! Several searches on one board, in a table and on one clock.

use crate::page::Page;

const PAIRS: &str =
    "?view=compare&board=8 1 3/4 0 2/7 6 5&algorithms=astar&algorithms=bfs&heuristics=manhattan&heuristics=misplaced";

#[test]
fn all_pairs_are_in_the_table_and_can_be_sorted() {
    let Some(mut page) = Page::open(PAIRS) else { return };
    let pairs = "[...document.querySelectorAll('#view-compare section[aria-label=Table] tbody tr')]\
                 .map(row => row.children[0].innerText.trim() + ' ' + row.children[1].innerText.trim())";
    page.wait(&format!("{pairs}.length === 3"));
    // Rows that arrive move what is below them away from under the mouse.
    page.wait_for_text("#live", "3 runs done");
    page.wait_for_text("#view-compare section[aria-label=Plots]", "astar");
    // Breadth first expands most; with Manhattan distance A* expands least.
    page.click_named("Expanded");
    page.wait(&format!("{pairs}.join() === 'astar manhattan,astar misplaced,bfs –'"));
    page.wait("document.querySelector('#view-compare th[aria-sort=ascending]').innerText.includes('Expanded')");
    page.click_named("Expanded");
    page.wait(&format!("{pairs}.join() === 'bfs –,astar misplaced,astar manhattan'"));
    page.wait("document.querySelector('#view-compare th[aria-sort=descending]').innerText.includes('Expanded')");
}

#[test]
fn a_comparison_that_was_left_is_made_again() {
    let Some(mut page) = Page::open(
        "?view=compare&board=8 6 7/2 5 4/3 0 1&algorithms=astar&algorithms=dfs&algorithms=bfs&algorithms=ids",
    ) else {
        return;
    };
    let rows = "document.querySelectorAll('#view-compare section[aria-label=Table] tbody tr').length";
    page.wait(&format!("{rows} > 0"));
    page.press("4");
    page.wait("!document.querySelector('#view-audit').hidden");
    page.press("3");
    page.wait(&format!("{rows} === 4"));
    page.wait_for_idle_server();
}

#[test]
fn searches_run_side_by_side_on_one_clock() {
    let Some(mut page) = Page::open(PAIRS) else { return };
    // Rows that arrive move what is below them away from under the mouse.
    page.wait_for_text("#live", "3 runs done");
    page.click_named("Race");
    page.wait_for_count(".lane", 3);
    page.wait("!document.querySelector('.lanes').innerText.includes('recording')");
    page.wait_for(".race [aria-label=Last]");
    page.click(".race [aria-label=Last]");
    page.wait_for_text(".lanes", "first");
    page.click(".race [aria-label=First]");
    page.wait("!document.querySelector('.lanes').innerText.includes('first')");
}
