//! Solving: searches, limits, progress, stopping, and the moves linked with the board.

use crate::page::Page;

#[test]
fn three_searches_find_the_same_optimum() {
    let Some(mut page) = Page::blank() else { return };
    for algorithm in ["astar", "ida", "bfs"] {
        page.go(&format!("?board=8 6 7/2 5 4/3 0 1&algorithm={algorithm}"));
        page.solve("31 moves");
        let words = page.text(".result .verdict");
        assert!(words.contains("Optimal") || words.contains("optimal"), "{words}");
        page.wait_for_text(".result", algorithm);
    }
}

#[test]
fn the_moves_and_the_board_follow_each_other() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.click_named("Solve");
    page.wait_for_text(".result", "2 moves");
    page.wait_for_count(".move-list button", 2);
    // From the list to the board,
    page.click(".move-list li:nth-child(1) button");
    page.wait_for_board("1 2 3/4 5 6/7 0 8");
    page.click(".move-list li:nth-child(2) button");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    // and from the board to the list.
    page.press(",");
    page.wait_for_board("1 2 3/4 5 6/7 0 8");
    page.wait("document.querySelector('.move-list [aria-current]').dataset.move === '1'");
    page.click_named("First");
    page.wait_for_board("1 2 3/4 0 6/7 5 8");
    page.click("#view-play .transport [aria-label=Play]");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    page.wait_for("[aria-label=Play]");
}

/// The picture is kept as a file: what the page hands to the browser is caught here.
#[test]
fn a_solution_is_saved_as_a_picture() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.run("URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return 'data:,'; }");
    page.solve("2 moves");
    page.click_named("Copy and save");
    for (button, words) in
        [("Save picture", "2 moves. Optimal: proved"), ("Save picture of the board", "a board of 3x3</title>")]
    {
        page.click_named(button);
        page.wait(&format!("(window.saved ?? '').startsWith('<svg') && saved.includes('{words}')"));
    }
    page.click_named("Copy and save");
    page.click_named("Save film (GIF)");
    page.wait("(window.saved ?? '').startsWith('GIF89a')");
}

#[test]
fn a_long_search_shows_how_it_gets_on_and_can_be_stopped() {
    let Some(mut page) = Page::endless_search() else { return };
    page.click_named("Stop");
    page.wait_for_text(".result", "cancelled");
    page.wait("!document.querySelector('[aria-busy=true]')");
    // The page may have asked how far the goal is meanwhile, which ends soon.
    page.wait_for_idle_engine();
}

#[test]
fn stopping_keeps_the_best_solution_so_far() {
    let Some(mut page) = Page::open("?board=random:6x6:1:3&timeLimit=5m") else { return };
    page.press("s");
    page.wait_for_text(".progress", "best");
    page.press("Escape");
    page.wait_for_text(".result", "moves");
    page.wait("document.querySelectorAll('.move-list button').length > 100");
}

#[test]
fn leaving_the_view_frees_the_worker() {
    let Some(mut page) = Page::endless_search() else { return };
    page.click_named("Audit");
    page.wait_for_idle_engine();
}

/// The workers of a site end with its page.
#[test]
fn leaving_the_page_frees_the_worker_of_a_server() {
    let Some(mut page) = Page::blank_of_server() else { return };
    page.search_without_end();
    page.go("?view=audit");
    page.wait_for_idle_engine();
}

#[test]
fn a_wrong_expression_is_underlined_while_it_is_typed() {
    let Some(mut page) = Page::open("?algorithm=astar") else { return };
    page.fill(".expression input", "max(manhattan, misplacd)");
    page.wait_for_error(".expression .error-text", "misplaced");
    page.fill(".expression input", "max(manhattan, mis");
    page.wait_for_text(".expression-list", "misplaced");
    page.press("ArrowDown");
    page.press("Enter");
    page.wait("document.querySelector('.expression input').value.includes('misplaced')");
}

#[test]
fn counts_explain_themselves() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.solve("2 moves");
    page.click_named("Details and statistics");
    let name = page.named("expanded");
    page.hover(&name);
    page.wait("[...document.querySelectorAll('.tooltip')].some(e => e.checkVisibility({checkVisibilityCSS: true, checkOpacity: true}) && e.innerText.includes('successors were made'))");
}

/// Nine cells in a row are not three rows.
#[test]
fn a_single_row_is_no_square() {
    let Some(mut page) = Page::open("?board=1 2 3 4 0 5 6 7 8/") else { return };
    page.solve("4 moves");
    page.wait_for_count(".move-list button", 4);
    page.click("#view-play .transport [aria-label=Last]");
    page.wait_for_text(".at-home-count", "8 of 8 in place");
}

#[test]
fn huge_boards_are_solved_too() {
    let Some(mut page) = Page::open("?board=random:30x30:1:1&algorithm=constructive") else { return };
    page.solve("moves");
}
