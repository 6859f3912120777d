//! Watch in every window: on a projector at 200 %, on a phone, on a large screen.

use serde_json::Value;

use crate::page::Page;

const SEARCH: &str = "?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=astar&heuristic=manhattan&at=61";

/// Windows: 1920 x 1080 and 1280 x 800 at 200 %, an old projector, a phone, and screens.
const WINDOWS: [(u32, u32); 6] = [(960, 540), (640, 400), (1024, 768), (360, 740), (1280, 800), (1920, 1080)];

const PANELS: [&str; 5] = ["tree", "node", "frontier", "heuristic", "code"];

/// Where things are: `[left, top, right, bottom]` of what can be seen of each, in columns that
/// scroll.
const BOXES: &str = "Object.fromEntries([['board', '.panel-now .still-board'], ['sum', '.node-sum'], \
    ['sentence', '.watch-sentence'], ['play', '.watch-stage [aria-label=Play]'], ['scrubber', '.watch-stage input[type=range]'], \
    ['place', '.watch-stage .transport-place'], ['transport', '.watch-stage .transport'], ['now', '.panel-now'], ['switch', '.panel-switch'], \
    ['node', '.panel-node'], ['tree', '.panel-tree'], ['frontier', '.panel-frontier'], ['heuristic', '.panel-heuristic'], \
    ['code', '.panel-code']].flatMap(([name, at]) => { const e = document.querySelector(at); \
    if (!e?.checkVisibility()) return []; let { left, top, right, bottom } = e.getBoundingClientRect(); \
    for (let over = e.parentElement; over; over = over.parentElement) { \
    if (getComputedStyle(over).overflowY !== 'auto' || getComputedStyle(over).display === 'contents') continue; \
    const r = over.getBoundingClientRect(); top = Math.max(top, r.top); bottom = Math.min(bottom, r.bottom); } \
    return [[name, [left, top, right, bottom]]]; }))";

fn box_of(boxes: &Value, name: &str) -> Option<[f64; 4]> {
    serde_json::from_value(boxes[name].clone()).ok()
}

fn overlap(one: [f64; 4], other: [f64; 4]) -> bool {
    let least = |at: usize| one[at + 2].min(other[at + 2]) - one[at].max(other[at]);
    least(0) > 1.0 && least(1) > 1.0
}

/// Whichever panel is chosen, board, sum and bar are in sight, and nothing lies over anything.
#[test]
fn board_step_and_bar_are_always_in_sight() {
    let Some(mut page) = Page::blank() else { return };
    for (width, height) in WINDOWS {
        page.resize(width, height);
        page.go(SEARCH);
        page.wait_for_text("#view-watch .transport-place", "61 /");
        // In the end the first panel once more, in a lecture.
        for (at, panel) in PANELS.into_iter().chain([PANELS[0]]).enumerate() {
            let is_lecture = at == PANELS.len();
            if is_lecture {
                page.press("l");
            }
            // Where there is room for more than one panel, the buttons are out of sight.
            page.run(&format!("document.querySelector('.panel-switch [data-panel={panel}]').click()"));
            page.draw_twice();
            let boxes: Value = page.get(BOXES);
            let what = format!("{width}x{height}, {panel}, lecture: {is_lecture}: {boxes}");
            for name in ["board", "sum", "sentence", "play", "scrubber", "place"] {
                let [left, top, right, bottom] = box_of(&boxes, name).unwrap_or_else(|| panic!("no {name} in {what}"));
                let inside = left >= 0.0 && top >= 0.0 && right <= width.into() && bottom <= height.into();
                assert!(inside && right - left > 10.0 && bottom - top > 10.0, "{name} is out of sight in {what}");
            }
            let shown = box_of(&boxes, panel).unwrap_or_else(|| panic!("no panel in {what}"));
            let seen = shown[3].min(box_of(&boxes, "transport").unwrap()[1]) - shown[1];
            // In three columns the heuristic is read by scrolling; where panels are tabs, the
            // chosen one has the room.
            let wanted = if width > 1099 { 40.0 } else { 90.0 };
            assert!(seen > wanted, "{seen} pixels of the panel are seen in {what}");
            let parts = ["now", "switch", "transport", "sentence", panel];
            let parts: Vec<_> = parts.iter().filter_map(|name| Some((name, box_of(&boxes, name)?))).collect();
            for (at, (one, first)) in parts.iter().enumerate() {
                for (other, second) in &parts[at + 1..] {
                    assert!(!overlap(*first, *second), "{one} and {other} overlap in {what}");
                }
            }
            let [tall, wide]: [u32; 2] =
                page.get("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]");
            assert!(tall <= height && wide <= width, "the page scrolls ({wide}x{tall}) in {what}");
        }
    }
}

/// Nothing moves under the finger while one steps.
#[test]
fn the_buttons_stay_where_they_are() {
    let Some(mut page) = Page::blank() else { return };
    for (width, height) in [(1024, 768), (640, 400), (360, 740)] {
        page.resize(width, height);
        page.go("?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=ida&heuristic=manhattan");
        page.wait("/^0 [/] [1-9]/.test(document.querySelector('#view-watch .transport-place')?.innerText)");
        let places: Vec<String> = page.get(
            "(async () => { const seen = new Set(); const e = document.querySelector('.watch-stage [aria-label=Forward]'); \
             for (let i = 0; i < 50; i += 1) { e.click(); await new Promise(requestAnimationFrame); \
             await new Promise(requestAnimationFrame); const r = e.getBoundingClientRect(); seen.add([r.x, r.y].join()); } \
             return [...seen]; })()",
        );
        assert_eq!(places.len(), 1, "{width}x{height}: the button was at {places:?}");
    }
}

/// A line of pseudo-code that wraps goes on to the right of where it began.
#[test]
fn wrapped_code_keeps_its_indentation() {
    let Some(mut page) = Page::blank() else { return };
    page.resize(360, 740);
    page.go("?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=astar&panel=code&at=9");
    page.wait_for(".pseudocode [aria-current]");
    let lines: Vec<Vec<f64>> = page.get(
        "[...document.querySelectorAll('.pseudocode code')].map(code => { const range = document.createRange(); \
         range.selectNodeContents(code); const lines = new Map(); for (const r of range.getClientRects()) \
         if (r.width > 1) lines.set(Math.round(r.top), Math.min(r.left, lines.get(Math.round(r.top)) ?? Infinity)); \
         return [...lines.values()]; })",
    );
    assert!(lines.iter().any(|line| line.len() > 1), "no line wraps: {lines:?}");
    for line in &lines {
        assert!(line[1..].iter().all(|left| *left > line[0]), "a wrapped line falls back: {line:?}");
    }
    let beginnings: std::collections::BTreeSet<i64> = lines.iter().map(|line| line[0] as i64).collect();
    assert!(beginnings.len() > 2, "all lines begin at the same column: {beginnings:?}");
}
