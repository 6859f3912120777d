//! The address holds all that is seen: a link shows the same frame.

use crate::page::Page;

#[test]
fn a_link_restores_the_frame_of_a_search() {
    let Some(mut page) =
        Page::open("?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=astar&heuristic=max(manhattan,misplaced)")
    else {
        return;
    };
    page.wait("/^0 [/] [1-9]/.test(document.querySelector('#view-watch .transport-place')?.innerText)");
    for _ in 0..7 {
        page.press(".");
    }
    page.wait_for_query("at=7");
    // The panels follow with the next frame.
    page.draw_twice();
    let frame = "document.querySelector('.panel-now').innerText + document.querySelector('.panel-node').innerText + document.querySelector('.panel-frontier').innerText";
    let before: String = page.get(frame);
    let query: String = page.get("location.search");
    page.go("");
    page.go(&query);
    page.wait_for_text("#view-watch .transport-place", "7 /");
    page.wait(&format!("{frame} === {}", crate::chromium::quoted(&before)));
}

#[test]
fn a_link_restores_a_solution_and_its_position() {
    let Some(mut page) = Page::open("?board=8 6 7/2 5 4/3 0 1") else { return };
    page.solve("31 moves");
    for _ in 0..5 {
        page.press(".");
    }
    page.wait_for_query("at=5");
    let (query, board): (String, String) = (page.get("location.search"), page.board());
    page.go("");
    page.go(&query);
    page.wait_for_board(&board);
    page.wait_for_text(".status-line", "Move 5 of 31");
    page.wait_for_text(".result", "31 moves");
}

/// Names that every object of the language has are no parameters of ours.
#[test]
fn odd_parameters_are_ignored() {
    let Some(mut page) = Page::open("?toString=1&constructor=2&all=toString&__proto__=3&board=1 2 3/4 0 6/7 5 8")
    else {
        return;
    };
    page.wait_for_board("1 2 3/4 0 6/7 5 8");
}

#[test]
fn the_back_button_goes_back() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 0 8") else { return };
    page.click_named("Audit");
    page.wait_for_query("view=audit");
    page.run("history.back()");
    page.wait("!document.querySelector('#view-play').hidden && document.querySelector('#view-audit').hidden");
}

#[test]
fn a_broken_link_is_mended_with_a_word() {
    let Some(mut page) = Page::open("?view=nowhere&board=1 1 1&at=x&algorithm=nothing(&speed=-3&moves=XYZ") else {
        return;
    };
    page.wait_for_text("#notices", "link");
    page.wait_for(".play-board [role=gridcell]");
}
