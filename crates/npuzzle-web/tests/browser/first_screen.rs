//! What a newcomer sees at once: what this is, the board with its goal, sizes, starters, Solve. And
//! that it stays where it is.

use crate::page::Page;

/// Whether all of it is inside the window, and what is not.
const OUT_OF_SIGHT: &str = "['.intro', '.play-board', '.goal-picture', '.size-button', '.size-more > summary', '.button-main', \
     '.starter:nth-child(1)', '.starter:nth-child(2)', '.starter:nth-child(3)', '[title^=Undo]', '.fewest'].filter(at => { \
     const e = document.querySelector(at); const r = e?.getBoundingClientRect(); \
     return !e?.checkVisibility() || r.width < 8 || r.height < 8 || r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight; })";

/// The board has its room in every window, and on a large screen it grows.
#[test]
fn the_first_screen_has_all_it_needs() {
    let Some(mut page) = Page::blank() else { return };
    for (width, height, least) in [(360, 740, 220), (1280, 800, 500), (1920, 1080, 700)] {
        page.resize(width, height);
        page.go("");
        page.wait_for_text(".fewest", "20 moves");
        let out: Vec<String> = page.get(OUT_OF_SIGHT);
        assert!(out.is_empty(), "{width}x{height}: {out:?} cannot be seen at once");
        let side: f64 = page.get("document.querySelector('.play-board').getBoundingClientRect().width");
        assert!(side >= f64::from(least), "{width}x{height}: the board is {side} wide");
    }
    for (width, height) in [(960, 540), (640, 400)] {
        page.resize(width, height);
        page.go("");
        page.wait_for_text(".fewest", "20 moves");
        let out: Vec<String> = page.get(OUT_OF_SIGHT);
        assert!(out.is_empty(), "{width}x{height}: {out:?} cannot be seen at once");
    }
}

/// The edit mode, an error and the first move leave the board and the cards where they are.
#[test]
fn nothing_jumps() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.resize(1280, 800);
    page.wait_for_text(".fewest", "2 moves");
    let places = "['.play-board', '.toolbar', '.play-setup', '.button-main'].map(at => \
                  Math.round(document.querySelector(at).getBoundingClientRect().top + scrollY)).join()";
    let before: String = page.get(places);
    page.press("e");
    page.wait_for_text(".message", "Edit:");
    assert_eq!(page.get::<String>(places), before, "the edit mode");
    page.press("Escape");
    page.wait_for_none_of(".editing");
    page.paste("1 2 3 4 5 6 7 8 8");
    page.wait_for_text(".message", "tile 8 appears twice");
    assert_eq!(page.get::<String>(places), before, "an error");
    page.click_named("Close");
    page.press("ArrowDown");
    page.wait_for_text(".status-line", "1 move");
    assert_eq!(page.get::<String>(places), before, "the first move");
}

#[test]
fn starters_start() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.wait_for_text(".fewest", "2 moves");
    page.click_named("Solve this one");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    page.wait_for_text(".congratulation", "The goal is reached in 2 moves");
    page.go("?board=1 2 3/4 0 6/7 5 8");
    page.click_named("Watch A* think");
    page.wait_for_query("algorithm=astar");
    page.wait("/[1-9]/.test(document.querySelector('#view-watch .transport-place')?.innerText)");
    page.run("history.back()");
    page.wait("!document.querySelector('#view-play').hidden");
    page.click_named("Find the flaw in a heuristic");
    page.wait_for(".audit-card");
}

/// Sizes are one press away, and a board that has come can be sent back.
#[test]
fn sizes_are_buttons() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.click_named("4 by 4");
    page.wait_for_count(".play-board [role=gridcell]", 16);
    page.wait("document.querySelector('[aria-label^=\"4 by 4\"]').ariaPressed === 'true'");
    page.click_named("More sizes");
    page.click_named("2 by 3");
    page.wait_for_count(".play-board [role=gridcell]", 6);
    page.press_with_ctrl("z");
    page.wait_for_count(".play-board [role=gridcell]", 16);
    page.press("z");
    page.wait_for_board("1 2 3/4 0 6/7 5 8");
}

/// Colours belong to the reader: they outlive the board and the page.
#[test]
fn tiles_have_colours_and_keep_them() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.wait_for_text(".at-home-count", "6 of 8 in place");
    page.click_named("Look");
    page.click_named("by row");
    page.wait("document.querySelector('.play-board').dataset.tiles === 'row'");
    let tones: Vec<String> = page.get("[...document.querySelectorAll('.tile')].map(e => e.dataset.tone)");
    assert_eq!(tones, ["0", "0", "0", "1", "1", "1", "2", "2"], "by the row of the goal");
    page.click_named("picture");
    page.wait("getComputedStyle(document.querySelector('.tile > span')).backgroundImage.includes('picture.svg')");
    page.go("?board=2 1 3/4 0 6/7 5 8");
    page.wait("document.querySelector('.play-board').dataset.tiles === 'picture'");
    assert!(!page.query().contains("tiles"), "a link has the board, not the look: {}", page.query());
}

/// Where colours are the system's, the chosen tab can be told from the others.
#[test]
fn forced_colours_leave_one_tab_chosen() {
    let Some(mut page) = Page::blank() else { return };
    page.prefer(&[("forced-colors", "active")]);
    page.go("?board=1 2 3/4 0 6/7 5 8");
    let lines: Vec<String> =
        page.get("[...document.querySelectorAll('[role=tab]')].map(e => getComputedStyle(e).borderBottomColor)");
    assert!(lines[1..].iter().all(|line| *line != lines[0] && *line == lines[1]), "{lines:?}");
}
