//! The board: mouse, keyboard, finger, text, goals and repair.

use crate::page::Page;

/// One move from the goal: the blank goes right.
const ALMOST: &str = "?board=1 2 3/4 5 6/7 0 8";

#[test]
fn a_click_slides_a_tile_or_a_whole_line() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 8 0") else { return };
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    let tile = page.tile(7);
    page.click(&tile);
    page.wait_for_board("1 2 3/4 5 6/0 7 8");
    page.wait_for_text(".status-line", "2 moves");
    // The tile in the middle is not in line with the blank.
    let tile = page.tile(5);
    page.click(&tile);
    assert_eq!(page.board(), "1 2 3/4 5 6/0 7 8");
    page.click_named("Undo");
    page.wait_for_board("1 2 3/4 5 6/7 0 8");
    page.press_shifted("Z");
    page.wait_for_board("1 2 3/4 5 6/0 7 8");
    page.click_named("Restart");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
}

/// An answer that arrives between press and release has the board shown again. The click counts.
#[test]
fn a_click_outlives_a_board_that_is_shown_again() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 8 0") else { return };
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    let tile = page.tile(8);
    let another_goal = "history.replaceState(null, '', '?board=1 2 3/4 5 6/7 8 0&goal=first'); \
                        dispatchEvent(new PopStateEvent('popstate')); \
                        for (let frame = 0; frame < 10; frame += 1) { await new Promise(requestAnimationFrame) }";
    page.click_while(&tile, another_goal);
    page.wait_for_board("1 2 3/4 5 6/7 0 8");
}

#[test]
fn arrows_move_tiles_and_the_last_one_is_praised() {
    let Some(mut page) = Page::open(ALMOST) else { return };
    page.wait_for_text(".fewest", "1 move");
    // The tile above the blank goes down.
    page.press("ArrowDown");
    page.wait_for_board("1 2 3/4 0 6/7 5 8");
    page.wait_for_text(".fewest", "2 moves");
    page.press("z");
    page.wait_for_board("1 2 3/4 5 6/7 0 8");
    page.press("ArrowLeft");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    page.wait_for_text(".congratulation", "Solved in 1 move");
}

#[test]
fn tiles_can_be_dragged() {
    let Some(mut page) = Page::open(ALMOST) else { return };
    let tile = page.tile(8);
    let (from, to) = (page.middle(&tile), page.middle(".play-board [role=gridcell][aria-label^='empty']"));
    page.drag(from, to);
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    // Dragged a little and let go, a tile goes back.
    let tile = page.tile(8);
    let (x, y) = page.middle(&tile);
    page.drag((x, y), (x + 12.0, y));
    assert_eq!(page.board(), "1 2 3/4 5 6/7 8 0");
}

#[test]
fn a_finger_will_do_on_a_narrow_screen() {
    let Some(mut page) = Page::blank() else { return };
    page.touch_screen();
    page.resize(360, 740);
    page.go("?board=1 2 3/4 5 6/7 8 0");
    let tile = page.tile(3);
    page.tap(&tile);
    page.wait_for_board("1 2 0/4 5 3/7 8 6");
}

#[test]
fn any_form_of_a_board_can_be_pasted() {
    let Some(mut page) = Page::open("") else { return };
    for (text, board) in [
        ("123_4x6_758", "1 2 3/4 0 6/7 5 8"),
        ("[[1,2],[0,3]]", "1 2/0 3"),
        ("# a comment\n3\n1 2 3\n4 0 6\n7 5 8\n", "1 2 3/4 0 6/7 5 8"),
        ("korf:1", "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"),
    ] {
        page.run("document.activeElement.blur()");
        page.paste(text);
        page.wait_for_board(board);
    }
    assert!(page.query().contains("goal=first"), "a named set brings its goal: {}", page.query());
}

#[test]
fn a_text_that_is_no_board_says_why_and_changes_nothing() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 0 8") else { return };
    page.fill(".board-text", "1 2 3/4 5 5/7 0 8");
    page.wait_for_error(".error-text", "tile 5 appears twice");
    assert_eq!(page.board(), "1 2 3/4 5 6/7 0 8");
    page.fill(".board-text", "2 1 3/4 5 6/7 0 8");
    page.wait_for_board("2 1 3/4 5 6/7 0 8");
    page.wait("[...document.querySelectorAll('.error-text')].every(e => e.hidden)");
}

#[test]
fn unsolvable_boards_are_explained_and_repaired() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/8 7 0") else { return };
    page.wait_for_text(".unsolvable", "Unsolvable");
    page.click_named("Why?");
    page.wait_for_text(".unsolvable .steps", "inversion");
    // Solving says why, and does not hang.
    page.press("s");
    page.wait("document.activeElement === document.querySelector('.unsolvable')");
    page.click_named("Exchange tiles 7 and 8");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    page.wait("document.querySelector('.unsolvable').hidden");

    page.go("?board=1 2 3/4 5 6/8 7 0");
    page.click_named("Take the goal snail");
    page.wait("document.querySelector('.unsolvable').hidden");
    page.wait_for_query("goal=snail");
}

#[test]
fn goals_are_chosen_by_picture_or_written() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 8 0") else { return };
    page.click(".goal-choice:nth-child(2)");
    page.wait_for_query("goal=first");
    page.click_named("Present board as goal");
    page.wait_for_text(".at-home-count", "8 of 8 in place");
}

#[test]
fn boards_can_be_edited_by_hand() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 0 8") else { return };
    page.press("e");
    let (one, two) = (page.tile(1), page.tile(6));
    page.click(&one);
    page.click(&two);
    page.wait_for_board("6 2 3/4 5 1/7 0 8");
    page.press("Escape");
    page.wait_for_none_of(".editing");
}

#[test]
fn random_boards_come_back_by_their_seed() {
    let Some(mut page) = Page::open("") else { return };
    let seed = "input[id^=seed]";
    page.fill(seed, "7");
    page.wait(&format!("document.querySelector('{seed}').value === '7'"));
    page.wait("!location.search.includes('board=7+2+4/5+0+6/8+3+1') && location.search.includes('board=')");
    let first = page.board();
    page.press("Tab");
    page.run("document.activeElement.blur()");
    page.press("r");
    page.wait(&format!("document.querySelector('{seed}').value !== '7'"));
    page.fill(seed, "7");
    page.wait_for_board(&first);
}

#[test]
fn a_hint_shows_a_move_and_then_makes_it() {
    let Some(mut page) = Page::open(ALMOST) else { return };
    page.wait_for_text(".fewest", "1 move");
    page.press("h");
    page.wait_for("[data-hint]");
    page.press("h");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
}

#[test]
fn the_sheet_of_keys_opens_and_shortcuts_can_be_turned_off() {
    let Some(mut page) = Page::open(ALMOST) else { return };
    // When the moves are known a hint is shown at once.
    page.wait_for_text(".fewest", "1 move");
    page.press_shifted("?");
    page.wait_for("dialog[open]");
    page.wait_for_text("dialog[open]", "hint");
    page.press("Escape");
    page.wait_for_none_of("dialog[open]");
    // In a field letters are letters.
    page.run("document.querySelector('.board-text').focus()");
    page.press("h");
    page.wait("document.querySelector('.board-text').value.includes('h')");
    assert!(!page.get::<bool>("document.querySelector('[data-hint]') !== null"));
    page.run("document.activeElement.blur()");
    page.press_shifted("?");
    page.wait_for("dialog[open]");
    page.click_named("Single-letter shortcuts");
    page.press("Escape");
    page.wait_for_none_of("dialog[open]");
    page.press("h");
    page.draw_twice();
    assert!(!page.get::<bool>("document.querySelector('[data-hint]') !== null"), "letters are turned off");
}

#[test]
fn numbers_can_be_typed_into_the_board() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 8 0") else { return };
    page.press("e");
    let first = page.tile(1);
    page.run(&format!("document.querySelector({}).focus()", crate::chromium::quoted(&first)));
    for key in ["8", "ArrowRight", "7", "ArrowRight", "6"] {
        page.press(key);
    }
    page.wait_for_board("8 7 6/4 5 3/2 1 0");
}

#[test]
fn the_link_to_the_content_changes_nothing() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8&algorithm=ida") else { return };
    page.press("Tab");
    page.press("Enter");
    page.wait(
        "document.activeElement.id === 'main' || document.querySelector('#main').contains(document.activeElement)",
    );
    assert_eq!(page.board(), "1 2 3/4 0 6/7 5 8");
    assert!(page.query().contains("algorithm=ida"), "{}", page.query());
}

#[test]
fn a_hint_on_a_board_too_hard_to_solve_in_time_does_no_harm() {
    let Some(mut page) = Page::open("?board=random:100x100:1:1") else { return };
    page.press("h");
    page.wait_for_text("#live", "move");
}

#[test]
fn the_page_goes_on_when_the_server_is_back() {
    let Some(mut page) = Page::open_of_server(ALMOST) else { return };
    page.wait_for_text(".fewest", "1 move");
    page.let_complain();
    page.stop_server();
    page.press("ArrowDown");
    page.press("s");
    page.wait_for_text("#notices", "The server does not answer");
    // Once is enough.
    let errors =
        "[...document.querySelectorAll('#view-play .error-text, .message')].filter(e => e.checkVisibility()).length";
    assert_eq!(page.get::<u32>(errors), 0);
    page.click_named("Audit");
    page.wait_for_text("#view-audit", "Try again");
    page.click_named("Play");
    page.start_server_again();
    page.wait("document.querySelector('#notices').innerText === ''");
    page.solve("2 moves");
}
