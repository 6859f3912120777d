//! The search, step by step, forwards and backwards.

use crate::chromium::quoted;
use crate::page::Page;

/// A trace is there, and stands at its beginning.
const BEGINNING: &str = "/^0 [/] [1-9]/.test(document.querySelector('#view-watch .transport-place')?.innerText)";

/// How many points of the tree's canvas are drawn on.
const INKED: &str = "(() => { const c = document.querySelector('.tree-canvas'); \
    const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; \
    let inked = 0; for (let i = 3; i < d.length; i += 4) inked += d[i] > 0; return inked; })()";

const EASY: &str = "?view=watch&board=1 2 3/4 0 6/7 5 8&algorithm=astar&heuristic=manhattan";

#[test]
fn steps_go_forwards_and_backwards() {
    let Some(mut page) = Page::open(EASY) else { return };
    page.wait(BEGINNING);
    let shown = "document.querySelector('.watch-panels').innerText.replace(/\\s+/g, ' ')";
    let mut seen: Vec<String> = Vec::new();
    for step in 0..8 {
        page.wait_for_text("#view-watch .transport-place", &format!("{step} /"));
        // The panels follow with the next frame; the breakdown of the estimate is asked for and
        // comes a moment later.
        page.draw_twice();
        page.wait(
            "document.querySelector('.heuristic-body').innerText !== '' && \
             document.querySelector('.heuristic-body').ariaBusy !== 'true'",
        );
        seen.push(page.get(shown));
        page.press(".");
    }
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]), "every step shows something else");
    for step in (0..8).rev() {
        page.press(",");
        page.wait_for_text("#view-watch .transport-place", &format!("{step} /"));
        page.wait(&format!("{shown} === {}", quoted(&seen[step])));
    }
}

#[test]
fn the_panels_tell_one_story() {
    let Some(mut page) = Page::open(&format!("{EASY}&at=3")) else { return };
    page.wait_for_text(".panel-node", "Successors");
    page.wait_for_text(".panel-now", "f ");
    page.wait_for_text(".panel-frontier", "open");
    page.wait_for_text(".panel-heuristic", "=");
    page.wait_for(".pseudocode [aria-current]");
    page.wait_for_text(".tree-about", "nodes");
    page.wait(&format!("{INKED} > 200"));
    page.click_named("Last");
    page.wait_for_text(".panel-now", "Goal");
}

/// On a small phone the page scrolls, the bar and the sentence stay, and the panel has room.
#[test]
fn a_search_can_be_followed_on_a_phone() {
    let Some(mut page) = Page::blank() else { return };
    page.touch_screen();
    page.resize(360, 560);
    page.go(&format!("{EASY}&at=3"));
    page.wait_for_text(".watch-sentence", ".");
    for (panel, shown) in [("Tree", ".tree-window"), ("Successors", ".panel-node"), ("Code", ".panel-code")] {
        page.click_named(panel);
        let heights = "[innerHeight - document.querySelector('.transport').getBoundingClientRect().bottom, \
            document.querySelector('.watch-sentence').getBoundingClientRect().bottom, ";
        let [below, sentence, panel]: [f64; 3] =
            page.get(&format!("{heights}document.querySelector('{shown}').getBoundingClientRect().height]"));
        assert!((0.0..20.0).contains(&below), "{shown}: the bar ends {below} above the end of the window");
        assert!(sentence < 560.0 && panel > 120.0, "{shown}: {sentence}, {panel}");
    }
    let cut: Vec<String> = page.get(
        "[...document.querySelectorAll('.transport select')].filter(e => e.getBoundingClientRect().width < 60).map(e => e.outerHTML.slice(0, 80))",
    );
    assert!(cut.is_empty(), "{cut:?}");
}

#[test]
fn dropped_successors_say_why() {
    let Some(mut page) = Page::open("?view=watch&board=1 2 3/4 5 6/0 7 8&algorithm=ida") else { return };
    page.wait(BEGINNING);
    page.click_named("Last");
    for _ in 0..6 {
        page.press(",");
    }
    page.wait_for_text(".panel-frontier", "no frontier");
    // Two steps back is the state before: A* knows it already; for IDA* it may be over the bound.
    for (algorithm, reason) in [("astar", "known already"), ("ida", "over the bound"), ("bfs", "known already")] {
        page.go(&format!("?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm={algorithm}"));
        page.wait(BEGINNING);
        let mut steps = 0;
        while !page.get::<bool>(&format!(
            "[...document.querySelectorAll('.is-dropped .fate')].some(e => e.innerText.includes('{reason}'))"
        )) {
            steps += 1;
            assert!(steps < 120, "{algorithm} drops nothing for being {reason}");
            page.press(".");
            page.wait(&format!(
                "document.querySelector('#view-watch .transport-place').innerText.startsWith('{steps} ')"
            ));
            page.draw_twice();
        }
    }
}

#[test]
fn a_search_that_is_being_recorded_can_be_stopped() {
    let Some(mut page) = Page::open("?view=watch&board=korf:1&algorithm=ida&heuristic=zero&events=200000&timeLimit=5m")
    else {
        return;
    };
    page.wait_for_text("#view-watch", "Stop");
    page.click_named("Stop");
    page.wait("!document.querySelector('#view-watch').innerText.includes('Searching')");
    page.wait_for_idle_engine();
}

#[test]
fn every_search_that_can_be_traced_can_be_watched() {
    let Some(mut page) = Page::blank() else { return };
    page.go("?view=watch&board=1 2 3/4 0 6/7 5 8");
    let names: Vec<String> = page.get(
        "import(new URL('js/api.js', document.baseURI)).then(({ api }) => api.catalogue())\
         .then(c => c.algorithms.filter(a => a.traceable).map(a => a.name))",
    );
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        page.go(&format!("?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm={name}&at=20"));
        page.wait_for_text("#view-watch .transport-place", "20 /");
        page.wait_for(".pseudocode [aria-current]");
        let complaints = page.complaints();
        assert!(complaints.is_empty(), "{name}: {complaints:?}");
    }
}

#[test]
fn long_traces_are_played_and_paused() {
    let Some(mut page) = Page::open("?view=watch&board=8 6 7/2 5 4/3 0 1&algorithm=astar&at=20000") else { return };
    page.wait("/^20[,. ]?000 /.test(document.querySelector('#view-watch .transport-place').innerText)");
    page.click("#view-watch [aria-label=Last]");
    page.wait_for_text(".panel-now", "Goal");
    page.click("#view-watch [aria-label=First]");
    page.wait(BEGINNING);
    page.click("#view-watch [aria-label=Play]");
    page.wait_for("#view-watch [aria-label=Pause]");
    page.press(" ");
    page.wait_for("#view-watch [aria-label=Play]");
}
