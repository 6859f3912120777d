//! Everybody can use the page: the rules of axe-core, narrow windows, reduced motion, the keyboard
//! alone.

use std::fs;

use serde_json::Value;

use crate::file_server;
use crate::page::{Page, built};

/// A name, the query of a view with something in it, and what holds when that is there.
type View = (&'static str, &'static str, &'static str);

const PLAY: [View; 3] = [
    ("play", "?board=8 6 7/2 5 4/3 0 1", "document.querySelector('.fewest').innerText.includes('31')"),
    ("solved", "?board=1 2 3/4 0 6/7 5 8&moves=DR&at=1&solvedFrom=0", "document.querySelector('.result') !== null"),
    ("unsolvable", "?board=1 2 3/4 5 6/8 7 0", "!document.querySelector('.unsolvable').hidden"),
];
const WATCH: [View; 2] = [
    (
        "watch",
        "?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=astar&heuristic=linear-conflict&at=60",
        "document.querySelector('.panel-heuristic')?.textContent.includes('=') && document.querySelector('.tree-about').textContent.includes('nodes')",
    ),
    (
        "lecture",
        "?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=astar&heuristic=manhattan&at=61&lecture=1&predict=1",
        "document.querySelectorAll('.predict-choice').length > 1",
    ),
];
const LESSONS: [View; 2] = [
    (
        "lesson",
        "?view=watch&lesson=meeting&lessonStep=1",
        "document.querySelector('.lesson-text')?.innerText.includes('moves')",
    ),
    (
        "inversions",
        "?view=watch&lesson=unsolvable&lessonStep=1",
        "document.querySelector('.inversions-words')?.checkVisibility() && document.querySelector('.lesson-text').innerText.length > 20",
    ),
];
const COMPARE: [View; 1] = [(
    "compare",
    "?view=compare&subject=set&boards=random:3x3:4:1&algorithms=astar&algorithms=ida&algorithms=greedy&race=1&at=30",
    "document.querySelectorAll('.lane').length === 3 && document.querySelectorAll('.scatter').length === 2 && \
         !document.querySelector('.lanes').innerText.includes('recording')",
)];
const AUDIT: [View; 1] = [(
    "audit",
    "?view=audit&audited=misplaced-with-blank&audited=manhattan",
    "document.querySelectorAll('.audit-card').length === 2",
)];

/// Windows as colours, width and height. A view is opened in the first of each row and resized to
/// the others, which takes a tenth of the time. Among them a projector of 1920 x 1080 and a screen
/// of 1280 x 800, both at 200 %.
const WINDOWS: [[(&str, u32, u32); 4]; 2] = [
    [("light", 1280, 900), ("dark", 1280, 900), ("light", 960, 540), ("light", 768, 740)],
    [("light", 360, 740), ("dark", 360, 740), ("dark", 640, 400), ("light", 320, 740)],
];

/// The same for a site: its page is that of a server but for its engine.
const WINDOWS_OF_A_SITE: [[(&str, u32, u32); 1]; 2] = [[("light", 1280, 900)], [("dark", 360, 740)]];

/// Widths in which nothing may stick out; the rules are those of other windows.
const FIT_ONLY: [u32; 2] = [320, 768];

#[test]
fn play_keeps_the_rules_and_fits() {
    keep_the_rules_and_fit(&PLAY);
}

#[test]
fn watch_keeps_the_rules_and_fits() {
    keep_the_rules_and_fit(&WATCH);
}

#[test]
fn lessons_keep_the_rules_and_fit() {
    keep_the_rules_and_fit(&LESSONS);
}

#[test]
fn compare_keeps_the_rules_and_fits() {
    keep_the_rules_and_fit(&COMPARE);
}

#[test]
fn audit_keeps_the_rules_and_fits() {
    keep_the_rules_and_fit(&AUDIT);
}

/// Rules of axe-core, nothing that sticks out, and a picture for a person to look at.
fn keep_the_rules_and_fit(views: &[View]) {
    let Some(mut page) = Page::blank() else { return };
    let rules = built("browser/axe.min.js");
    let axe = fs::read_to_string(&rules).ok();
    let is_ci = std::env::var("CI").as_deref() == Ok("true");
    assert!(axe.is_some() || !is_ci, "{} is missing: `cargo xtask test` fetches it", rules.display());
    let windows: Vec<&[_]> = match file_server::site() {
        Some(_) => WINDOWS_OF_A_SITE.iter().map(|row| row.as_slice()).collect(),
        None => WINDOWS.iter().map(|row| row.as_slice()).collect(),
    };
    for (name, query, ready) in views {
        for windows in &windows {
            for (at, &(scheme, width, height)) in windows.iter().enumerate() {
                page.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
                page.resize(width, height);
                if at == 0 {
                    page.go(query);
                    page.wait(ready);
                    if let Some(axe) = &axe {
                        page.run(axe);
                    }
                }
                page.draw_twice();
                let file = built(&format!("screenshots/{name}-{width}-{scheme}.png"));
                page.screenshot(&file);
                assert!(file.metadata().is_ok_and(|data| data.len() > 5_000), "{} is empty", file.display());
                let wide: u32 = page.get("document.documentElement.scrollWidth");
                let culprits: Vec<String> = page.get(
                    "[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && e.checkVisibility()).slice(0, 6).map(e => e.outerHTML.slice(0, 120))",
                );
                assert!(wide <= width, "{name} is {wide} wide in a window of {width}: {culprits:#?}");
                if axe.is_none() || FIT_ONLY.contains(&width) {
                    continue;
                }
                let found: Vec<Value> = page.get(
                    "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => ({id: v.id, impact: v.impact, \
                     nodes: v.nodes.slice(0, 5).map(n => n.target.join(' ') + ': ' + n.failureSummary)})))",
                );
                assert!(found.is_empty(), "{name}, {scheme}, {width}: {found:#?}");
            }
        }
    }
}

#[test]
fn motion_is_reduced_where_that_is_wished() {
    let Some(mut page) = Page::blank() else { return };
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    page.go("?board=1 2 3/4 5 6/7 0 8");
    page.press("ArrowLeft");
    page.wait_for_board("1 2 3/4 5 6/7 8 0");
    let moving: u32 = page.get("document.getAnimations().filter(a => a.playState === 'running' && a.effect.getComputedTiming().duration > 20).length");
    assert_eq!(moving, 0);
}

#[test]
fn the_keyboard_alone_is_enough() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 0 8") else { return };
    // What a person needs is reached by Tab, and everything that is reached has a name.
    let mut reached = Vec::new();
    for _ in 0..80 {
        page.press("Tab");
        let name: String = page.get(
            "(() => { const e = document.activeElement; return (e.ariaLabel ?? '') + '|' + (e.labels?.[0]?.innerText ?? '') + '|' + e.innerText + '|' + e.tagName; })()",
        );
        if name.ends_with("BODY") {
            break;
        }
        assert!(name.split('|').take(3).any(|part| !part.trim().is_empty()), "a control has no name: {name}");
        reached.push(name);
    }
    for wanted in ["Solve", "Hint", "Undo", "Algorithm", "Board as text", "empty"] {
        assert!(reached.iter().any(|name| name.contains(wanted)), "{wanted} is not reached: {reached:#?}");
    }
}

#[test]
fn what_happens_is_said_aloud() {
    let Some(mut page) = Page::open("?board=1 2 3/4 5 6/7 0 8") else { return };
    page.press("ArrowDown");
    page.wait_for_text("#live", "tile 5 down");
    let names = "[...document.querySelectorAll('.play-board [role=gridcell]')].map(e => e.ariaLabel)";
    page.wait(&format!("{names}.includes('tile 1, row 1 column 1, in place')"));
    let names: Vec<String> = page.get(names);
    assert!(names.iter().any(|name| name.starts_with("tile 5") && name.contains("movable")), "{names:?}");
}
