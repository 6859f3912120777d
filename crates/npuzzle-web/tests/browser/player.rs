//! Playing: the clock, undo of all there is, errors where one looks, and a finger that scrolls.

use crate::page::Page;

/// Edits, repairs, goals and new boards go back and come again, with the keys of every editor.
#[test]
fn everything_can_be_undone() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/8 7 0") else { return };
    page.click_named("Exchange tiles 7 and 8");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    page.press_with_ctrl("z");
    page.wait_for_board("1 2 3/4 5 6/8 7 0");
    page.press_with_ctrl("y");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    // A move, then an edit: two steps back.
    page.press("ArrowDown");
    page.wait_for_board("1 2 3/4 5 0/7 8 6");
    page.press("e");
    let (one, two) = (page.tile(1), page.tile(2));
    page.click(&one);
    page.click(&two);
    page.wait_for_board("2 1 3/4 5 0/7 8 6");
    page.press("Escape");
    page.click_named("Undo");
    page.wait_for_board("1 2 3/4 5 0/7 8 6");
    page.wait_for_text(".status-line", "1 move");
    page.click_named("Undo");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    // A goal, chosen after a move: it goes first.
    page.press("ArrowDown");
    page.wait_for_board("1 2 3/4 5 0/7 8 6");
    page.click(".goal-choice:nth-child(2)");
    page.wait_for_query("goal=first");
    page.run("document.activeElement.blur()");
    page.press("z");
    page.wait("!location.search.includes('goal=')");
    assert_eq!(page.board(), "1 2 3/4 5 0/7 8 6");
}

/// In edit mode digits are tiles, wherever the last click was.
#[test]
fn digits_stay_in_the_edit_mode() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 8 0") else { return };
    page.press("e");
    page.wait_for(".editing");
    page.click(".status-line");
    page.press("3");
    page.wait("document.querySelector('[role=gridcell][aria-label^=\"tile 3\"]').ariaLabel.includes('row 3 column 3')");
    assert!(page.get::<bool>("!document.querySelector('#view-play').hidden"));
}

/// Moves that do not fit change nothing, and say so; so does a link.
#[test]
fn moves_that_do_not_fit_are_refused_in_sight() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.solve("2 moves");
    page.run("document.activeElement.blur()");
    page.paste("UUUUUUU");
    page.wait_for_text(".message", "do not fit this board");
    page.wait_for_count(".move-list button", 2);
    let seen = "(() => { const r = document.querySelector('.message').getBoundingClientRect(); \
                return r.top >= 0 && r.bottom <= innerHeight; })()";
    assert!(page.get::<bool>(seen));
    page.paste("DR");
    page.wait("!document.querySelector('.message').innerText.includes('fit')");
    page.go("?board=1 2 3/4 0 6/7 5 8&moves=DRRR");
    page.wait_for_text(".message", "only the first 2 are possible");
    page.wait_for_count(".move-list button", 2);
}

/// A number out of range is marked at its field, and the board stays.
#[test]
fn numbers_out_of_range_are_marked() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    for (field, text, words) in
        [("rows", "101", "from 1 to 100"), ("cols", "0", "from 1 to 100"), ("seed", "-1", "from 0 to 999999999")]
    {
        let input = format!("input[id^={field}]");
        page.fill(&input, text);
        page.wait(&format!("document.querySelector('{input}').ariaInvalid === 'true'"));
        page.wait_for_error(".field-error", words);
        assert_eq!(page.board(), "1 2 3/4 0 6/7 5 8");
        page.fill(&input, if field == "seed" { "" } else { "3" });
        page.wait(&format!("document.querySelector('{input}').ariaInvalid === 'false'"));
        page.go("?board=1 2 3/4 0 6/7 5 8");
    }
}

/// One error, one place: the field of a wrong expression, and nothing below Solve.
#[test]
fn an_error_is_said_once() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8&algorithm=astar&heuristic=manhatan") else { return };
    page.wait_for_error(".expression .error-text", "manhattan");
    page.click_named("Solve");
    page.wait("document.activeElement.matches('.expression input')");
    let errors: u32 =
        page.get("[...document.querySelectorAll('#view-play .error-text')].filter(e => e.checkVisibility()).length");
    assert_eq!(errors, 1);
}

/// What another search proved is not kept from the reader.
#[test]
fn a_card_knows_what_the_page_knows() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8&algorithm=astar&heuristic=3*manhattan") else { return };
    page.wait_for_text(".fewest", "2 moves");
    page.solve("2 moves");
    page.wait_for_text(".result", "Another search proved that no solution is shorter than 2 moves");
    assert!(!page.text(".result").contains("at least 0"));
}

/// Boards of the day are the same for everyone; the clock runs from the first move to the last, and
/// the time is kept, if no help was taken.
#[test]
fn times_are_kept() {
    let Some(mut page) = Page::open("?board=1 2/0 3&made=random:7") else { return };
    page.wait_for_text(".fewest", "1 move");
    page.press("ArrowDown");
    page.press("ArrowUp");
    page.wait_for_board("1 2/0 3");
    page.wait("document.querySelector('[role=timer]').innerText !== '0.00'");
    page.press("ArrowLeft");
    page.wait_for_text(".congratulation", "your best time");
    let best = "document.querySelector('.scoreboard > :nth-child(3) dd').innerText";
    page.wait(&format!("{best} === document.querySelector('[role=timer]').innerText"));
    // Again: the board is known by now, and a hint is help.
    page.press("0");
    page.wait("document.querySelector('[role=timer]').innerText === '0.00'");
    page.press("h");
    page.wait_for("[data-hint]");
    page.press("h");
    page.wait_for_text(".congratulation", "Solved in 1 move");
    assert!(!page.text(".congratulation").contains("best"));
    assert_eq!(page.get::<u32>("JSON.parse(localStorage.getItem('npuzzle.times.2x2')).times.length"), 1);

    page.click_named("Daily");
    page.wait_for_text(".status-line", "daily board of 20");
    let seed: String = page.get("(d => `${d.getFullYear()}${String(d.getMonth() + 1).padStart(2, 0)}${String(d.getDate()).padStart(2, 0)}`)(new Date())");
    page.wait_for_query(&format!("made=random:{seed}"));
    page.wait_for_text(".scoreboard", "Best");
}

/// Tiles follow the pointer, for those who want it.
#[test]
fn tiles_follow_the_pointer_if_asked_to() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 8 0") else { return };
    let tile = page.tile(8);
    page.hover(&tile);
    page.draw_twice();
    assert_eq!(page.board(), "1 2 3/4 5 6/7 8 0");
    page.click_named("Look");
    page.click_named("Tiles slide as the pointer passes");
    page.press("Escape");
    let tile = page.tile(8);
    page.hover(&tile);
    page.wait_for_board("1 2 3/4 5 6/7 0 8");
    let tile = page.tile(5);
    page.hover(&tile);
    page.wait_for_board("1 2 3/4 0 6/7 5 8");
}

/// A finger on a tile that cannot move scrolls the page.
#[test]
fn a_finger_scrolls_from_the_board() {
    let Some(mut page) = Page::blank() else { return };
    page.touch_screen();
    page.resize(360, 740);
    page.go("?board=1 2 3/4 5 6/7 8 0");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    let tile = page.tile(1);
    page.swipe_up(&tile, 150.0);
    page.wait("scrollY > 50");
    assert_eq!(page.board(), "1 2 3/4 5 6/7 8 0");
}

/// The speed that a long solution needs is no setting: neither the next solution nor a link has it.
#[test]
fn a_long_solution_leaves_the_speed_alone() {
    let moves = "LR".repeat(150);
    let Some(mut page) = Page::open(&format!("?board=1 2 3/4 5 6/7 8 0&goal=first&moves={moves}&solvedFrom=0")) else {
        return;
    };
    page.wait("document.querySelector('#view-play .transport select').value === '8'");
    assert!(!page.query().contains("speed"), "{}", page.query());
    page.press("]");
    page.wait_for_query("speed=15");
    page.go("?board=1 2 3/4 0 6/7 5 8&moves=DR&solvedFrom=0");
    page.wait("document.querySelector('#view-play .transport select').value === '4'");
}

/// A link to a long solution opens at once; the search runs if the reader wants it.
#[test]
fn a_link_to_a_large_board_does_not_search_by_itself() {
    let Some(mut page) =
        Page::open("?board=1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 0/21 22 23 24 20&moves=D&solvedFrom=0")
    else {
        return;
    };
    page.wait_for_text(".result", "1 move from the link");
    page.click_named("Search again");
    page.wait_for_text(".result", "1 move;");
}

/// A theme that is chosen in one tab holds in the other.
#[test]
fn preferences_hold_in_every_tab() {
    let Some(mut page) = Page::open("") else { return };
    page.run(
        "const frame = document.createElement('iframe'); frame.src = 'about:blank'; document.body.append(frame); \
         frame.contentWindow.localStorage.setItem('npuzzle.theme', 'dark')",
    );
    page.wait("document.documentElement.dataset.theme === 'dark'");
}
