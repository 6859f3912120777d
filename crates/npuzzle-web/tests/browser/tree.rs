//! The search tree: a node keeps its place; it can be dragged, enlarged, pointed at, and taken
//! along.

use serde_json::{Value, json};

use crate::page::Page;

const SEARCH: &str = "?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=astar&heuristic=manhattan&panel=tree";
const READY: &str = "/[1-9]\\d* nodes/.test(document.querySelector('.tree-about')?.innerText)";

/// The middle of the window of the tree.
fn middle(page: &mut Page) -> (f64, f64) {
    page.get("(() => { const r = document.querySelector('.tree-window').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")
}

/// Where the button of the keyboard is, at the current node, once the tree rests: frame after frame
/// leaves it where it is.
fn cursor(page: &mut Page) -> (f64, f64) {
    page.get(
        "(async () => { let [last, rests] = ['', 0]; for (;;) { await new Promise(requestAnimationFrame); \
         const r = document.querySelector('.tree-cursor').getBoundingClientRect(); const now = [r.x, r.y, r.width].join(); \
         rests = now === last ? rests + 1 : 0; last = now; \
         if (rests === 4 && r.width > 0) return [r.x + r.width / 2, r.y + r.height / 2]; } })()",
    )
}

fn wheel(page: &mut Page, (x, y): (f64, f64), by: f64) {
    page.call("Input.dispatchMouseEvent", json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by }));
}

#[test]
fn a_node_is_pointed_at_and_gone_to() {
    let Some(mut page) = Page::open(&format!("{SEARCH}&at=60")) else { return };
    page.wait(READY);
    let (x, y) = cursor(&mut page);
    page.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y }));
    page.wait_for_text(".tree-card", "the current node");
    page.wait_for(".tree-card .still-board");
    page.wait_for_text(".tree-card", "g 1 + h 11 = f 12");
    // The root, by its button: left to the parent, and on to it.
    page.run("document.querySelector('.tree-cursor').focus()");
    page.press("ArrowLeft");
    page.wait("document.querySelector('.tree-cursor').ariaLabel.startsWith('root')");
    page.wait_for_text(".tree-card", "on the path");
    page.press("ArrowLeft");
    page.wait_for_text("#view-watch .transport-place", "60 /");
    page.press("Enter");
    page.wait_for_text("#view-watch .transport-place", "1 /");
}

#[test]
fn the_tree_is_dragged_and_enlarged() {
    let Some(mut page) = Page::open(&format!("{SEARCH}&at=60")) else { return };
    page.wait(READY);
    let before = cursor(&mut page);
    let at = middle(&mut page);
    page.drag(at, (at.0 + 60.0, at.1 - 30.0));
    let after = cursor(&mut page);
    assert!((after.0 - before.0 - 60.0).abs() < 3.0 && (after.1 - before.1 + 30.0).abs() < 3.0, "{before:?} {after:?}");
    // It was a drag, no click: the search stands where it stood.
    page.wait_for_text("#view-watch .transport-place", "60 /");
    // A tree that was dragged stays there, and a hand that rests over it goes on pointing: the card
    // outlives the next expansion, and says what has become of its node.
    page.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": after.0, "y": after.1 }));
    page.wait_for_text(".tree-card", "the current node");
    page.press("x");
    page.wait(
        "/^[^]*g 1 [+] h 11[^]*(closed: expanded|on the path)/.test(document.querySelector('.tree-card').innerText)",
    );
    page.press_shifted("X");
    page.wait_for_text(".tree-card", "the current node");
    wheel(&mut page, after, -400.0);
    let zoomed = cursor(&mut page);
    assert!((zoomed.0 - after.0).abs() < 3.0 && (zoomed.1 - after.1).abs() < 3.0, "the point under the hand moved");
    page.click_named("fit");
    page.wait("[...document.querySelectorAll('.tree-buttons button')].find(b => b.textContent === 'fit').ariaPressed === 'true'");
    let fitted = cursor(&mut page);
    assert!((fitted.0 - zoomed.0).abs() + (fitted.1 - zoomed.1).abs() > 3.0, "fit shows all of it");
}

/// What is on the screen stays there: stepping on adds nodes, and moves none while all fit.
#[test]
fn nodes_stay_where_they_are() {
    let Some(mut page) = Page::open(&format!("{SEARCH}&at=40")) else { return };
    page.resize(1920, 1080);
    page.wait(READY);
    page.click_named("fit");
    cursor(&mut page);
    let mut places = Vec::new();
    for _ in 0..12 {
        page.press(".");
        page.draw_twice();
        page.run("document.querySelector('.tree-cursor').focus()");
        // Home to the root, by the parents.
        for _ in 0..20 {
            page.press("ArrowLeft");
        }
        page.wait("document.querySelector('.tree-cursor').ariaLabel.startsWith('root')");
        places.push(cursor(&mut page));
        page.run("document.activeElement.blur()");
    }
    places.dedup();
    assert_eq!(places.len(), 1, "the root moved: {places:?}");
}

#[test]
fn the_tree_is_saved_as_a_picture_and_the_trace_as_a_file() {
    let Some(mut page) = Page::open(&format!("{SEARCH}&at=60")) else { return };
    page.wait(READY);
    page.run(
        "window.saved = []; const make = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { if (blob.type) blob.text().then(text => window.saved.push([blob.type, text])); return make.call(URL, blob); }",
    );
    page.click_named("Save");
    page.click_named("Save tree");
    page.wait("window.saved.length === 1");
    let [kind, svg]: [String; 2] = page.get("window.saved[0]");
    assert!(kind == "image/svg+xml" && svg.starts_with("<svg xmlns=") && svg.matches("<g ").count() == 29, "{svg}");
    page.click_named("Save trace");
    page.wait("window.saved.length === 2");
    let [_, lines]: [String; 2] = page.get("window.saved[1]");
    let mut lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let header = lines.next().unwrap();
    assert_eq!((&header["format"], &header["algorithm"]), (&json!("npuzzle-trace"), &json!("astar")));
    assert!(lines.count() > 100);
}

/// IDA* holds a path and nothing else: its tree says so.
#[test]
fn a_path_search_has_nothing_open_or_closed() {
    let Some(mut page) = Page::open("?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=ida&at=60&panel=tree") else {
        return;
    };
    page.wait(READY);
    let legend = page.text(".panel-tree .legend");
    assert!(legend.contains("on the path") && legend.contains("left again"), "{legend}");
    assert!(!legend.contains("open") && !legend.contains("closed"), "{legend}");
    page.wait_for_text(".tree-about", "iteration");
}

/// By difference: a long trace is never drawn anew while the view rests, and every frame is quick.
#[test]
fn a_long_trace_is_drawn_by_difference() {
    let Some(mut page) = Page::blank() else { return };
    page.go("");
    let [whole, difference]: [u32; 2] = page.get(
        "(async () => { const [{ Trace }, { TreeLayout }, { TreePicture }, { Camera }, { readPalette }] = await Promise.all( \
         ['trace', 'tree-layout', 'tree-picture', 'tree-camera', 'tree-paint'].map(name => import(new URL(`js/${name}.js`, document.baseURI)))); \
         const { api } = await import(new URL('js/api.js', document.baseURI)); \
         const answer = await api.stream('/api/trace', { board: '8 6 7/2 5 4/3 0 1', algorithm: 'bfs', max_events: 20000 }); \
         const trace = new Trace(answer, [{ name: 'bfs', frontier: 'queue', features: [] }]); \
         const layout = new TreeLayout(trace, trace.treeAt(0)); layout.grow(trace.length); \
         const camera = new Camera(); camera.resize(600, 400); camera.turn('fit'); camera.look(layout.boundsAt(trace.length - 1), null); \
         const picture = new TreePicture(document.createElement('canvas')); const palette = readPalette(document.body); \
         for (let step = 0; step < trace.length; step += 100) picture.draw({ trace, layout, step, camera, palette, goal: null }); \
         return [picture.counts.whole, picture.counts.difference]; })()",
    );
    assert!(whole <= 3 && difference > 100, "{whole} times anew, {difference} times by difference");
}
