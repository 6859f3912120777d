//! What the engine in the page takes, measured in Chromium: `cargo xtask bench site` prints it. No
//! test depends on it.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::file_server::{self, FileServer};
use crate::page::Page;
use crate::site;

/// Boards with so many rounds of each measurement.
const ROUNDS: usize = 5;
/// Random 15-puzzles.
const BOARDS: u32 = 10;
/// Boards of IDA*, as the native program is asked for them.
const WALKED: [&str; 2] = ["korf:30", "korf:28"];
/// Boards that workers share.
const SHARED: [&str; 2] = ["korf:1", "korf:3"];

#[expect(clippy::print_stderr, reason = "figures are for people")]
fn say(words: &str) {
    eprintln!("{words}");
}

/// The middle one.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Milliseconds that a question to the page's own engine takes.
fn asked(page: &mut Page, path: &str, body: &str) -> (f64, serde_json::Value) {
    page.get(&format!(
        "(async () => {{ const {{ api }} = await import(new URL('js/api.js', document.baseURI)); const began = performance.now(); \
         const answer = await api.stream('{path}', {body}); return [performance.now() - began, answer]; }})()"
    ))
}

/// Bytes of a file, packed as web hosts do.
fn packed(file: &Path) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&std::fs::read(file).unwrap()).unwrap();
    encoder.finish().unwrap().len()
}

/// Millions of states that were generated in a second of a search.
fn rate(answer: &serde_json::Value) -> f64 {
    let number = |name: &str| answer["stats"][name].as_f64().unwrap_or(f64::NAN);
    number("generated") / number("seconds") / 1e6
}

#[test]
#[ignore = "a measurement: cargo xtask bench site"]
fn figures_of_workers() {
    let Some(folder) = file_server::folder() else { return };
    let server = FileServer::start(&folder, "application/wasm");
    let Some(mut page) = site::visited_twice(&server, 2) else { return };
    for board in SHARED {
        let mut rates = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            for (rates, threads) in rates.iter_mut().zip(1..) {
                let question = format!(
                    "{{ board: '{board}', algorithm: 'tile-ida', heuristic: 'manhattan', threads: {threads}, time_limit: '5m' }}"
                );
                rates.push(rate(&asked(&mut page, "/api/solve", &question).1));
            }
        }
        let [alone, both] = rates.map(median);
        say(&format!(
            "{board}, tile-ida with Manhattan: {alone:.1} million states generated a second, with two workers {both:.1}"
        ));
    }
}

#[test]
#[ignore = "a measurement: cargo xtask bench site"]
fn figures() {
    let Some(folder) = file_server::folder() else { return };
    say(&format!("WebAssembly, gzip: {} kB", packed(&folder.join("play/engine/npuzzle_bg.wasm")) / 1000));
    let mut opened = Vec::new();
    let mut clicked = Vec::new();
    let mut audited = Vec::new();
    for _ in 0..ROUNDS {
        let Some(mut page) = Page::blank_of_site() else { return };
        // The first move is possible when a tile is on the screen and knows where it may go.
        let script = "new MutationObserver((_, observer) => { if (document.querySelector('.play-board [role=gridcell][aria-label*=tile]')) \
                      { window.opened = performance.now(); observer.disconnect(); } }).observe(document, { childList: true, subtree: true })";
        page.call("Page.addScriptToEvaluateOnNewDocument", serde_json::json!({ "source": script }));
        page.go("?board=8 6 7/2 5 4/3 0 1");
        opened.push(page.get("window.opened"));
        clicked.push(page.get(
            "(async () => { const result = () => document.querySelector('.result')?.innerText.includes('31 moves'); \
             await new Promise(resolve => setTimeout(resolve, 500)); const began = performance.now(); \
             [...document.querySelectorAll('button')].find(button => button.innerText.trim().startsWith('Solve')).click(); \
             await new Promise(resolve => { const look = () => result() ? resolve() : requestAnimationFrame(look); look(); }); \
             return performance.now() - began; })()",
        ));
        audited.push(asked(&mut page, "/api/audit", "{ size: '3x3', heuristics: ['manhattan'] }").0);
    }
    say(&format!("first move possible after opening: {:.0} ms", median(opened)));
    say(&format!("hardest 8-puzzle, click to answer: {:.0} ms", median(clicked)));
    say(&format!("audit over 3x3: {:.0} ms", median(audited)));
    let mut proved = Vec::new();
    for seed in 1..=BOARDS {
        let Some(mut page) = Page::blank_of_site() else { return };
        page.go("");
        let (took, answer) = asked(&mut page, "/api/solve", &format!("{{ board: 'random:4x4:1:{seed}' }}"));
        say(&format!("random:4x4:1:{seed}: {took:.0} ms, {} moves, {}", answer["cost"], answer["proof"]));
        proved.push(took);
    }
    say(&format!("random 15-puzzle, proved, tables included: {:.0} ms", median(proved)));
    let Some(mut page) = Page::blank_of_site() else { return };
    page.go("");
    for board in WALKED {
        let question = format!("{{ board: '{board}', algorithm: 'ida', heuristic: 'manhattan' }}");
        let times = (0..2 * ROUNDS).map(|_| asked(&mut page, "/api/solve", &question));
        // What other programs take makes it slower, and nothing makes it faster.
        let best = times.map(|(_, answer)| rate(&answer)).fold(0.0, f64::max);
        say(&format!("{board}, IDA* with Manhattan: {best:.1} million states generated a second"));
    }
}
