//! The documents of a site in a browser: every page keeps the rules of axe-core, light and dark,
//! and fits a phone; the start page moves only as much as its reader likes.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::chromium::{self, Chromium, quoted};
use crate::file_server;
use crate::page::built;

/// What is tested elsewhere, or written by rustdoc.
const OTHERS: [&str; 2] = ["play", "api"];

/// One page of each kind, whose contrasts are measured, light and dark: all pages have the same
/// style sheet, and contrasts are most of the work.
const SEEN_IN_COLOURS: [&str; 10] = [
    "claims.html",
    "decisions/index.html",
    "guide/index.html",
    "guide/learn.html",
    "guide/python.html",
    "index.html",
    "overview.html",
    "source/crates/npuzzle/examples/index.html",
    "source/crates/npuzzle/src/question/mod.rs.html",
    "theory/searches.html",
];

/// A browser for documents, and the address of the site; `None` where no site is tested.
fn browser() -> Option<(Chromium, String)> {
    let (program, site) = (chromium::program()?, file_server::site()?);
    let mut browser = Chromium::start(&program);
    // Every test would have its browser keep the whole site.
    let hidden = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })";
    browser.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": hidden }));
    Some((browser, site))
}

fn open(browser: &mut Chromium, address: &str) {
    browser.call("Page.navigate", json!({ "url": address }));
    browser.wait(&format!("location.href === {} && document.readyState === 'complete'", quoted(address)));
}

/// The pages of a folder and of those in it, as paths.
fn pages(folder: &Path, path: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the site") {
        let entry = entry.expect("the site");
        let name = format!("{path}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            if !OTHERS.contains(&name.as_str()) {
                pages(&entry.path(), &format!("{name}/"), found);
            }
        } else if name.ends_with(".html") {
            found.push(name);
        }
    }
}

/// What sticks out of a window of this width.
fn overflow(browser: &mut Chromium, page: &str, width: u32) -> Option<String> {
    browser.resize(width, 800);
    let wide: u32 = browser.get("document.documentElement.scrollWidth");
    let culprits: Vec<String> = browser.get(
        "[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 4).map(e => e.outerHTML.slice(0, 120))",
    );
    (wide > width).then(|| format!("{page} is {wide} wide in a window of {width}: {culprits:#?}"))
}

/// The rules of axe-core that a page breaks. Of long tables the first rows are looked at: the
/// others are made in the same way.
fn broken_rules(browser: &mut Chromium, page: &str, options: &str) -> Option<String> {
    let found: Vec<Value> = browser.get(&format!(
        "axe.run({{include: [document], exclude: ['tbody tr:nth-child(n+6)']}}, {options}).then(r => r.violations.map(v => ({{id: v.id, impact: v.impact, \
         nodes: v.nodes.slice(0, 5).map(n => n.target.join(' ') + ': ' + n.failureSummary)}})))"
    ));
    (!found.is_empty()).then(|| format!("{page}, {options}: {found:#?}"))
}

#[test]
fn guides_keep_the_rules_and_fit() {
    keep_the_rules_and_fit(|page| part_of(page) == "guide");
}

#[test]
fn theory_and_reference_keep_the_rules_and_fit() {
    keep_the_rules_and_fit(|page| ["theory", "reference"].contains(&part_of(page)));
}

#[test]
fn decisions_keep_the_rules_and_fit() {
    keep_the_rules_and_fit(|page| part_of(page) == "decisions");
}

#[test]
fn other_documents_keep_the_rules_and_fit() {
    keep_the_rules_and_fit(|page| !["guide", "theory", "reference", "decisions"].contains(&part_of(page)));
}

/// The folder of a page, or its name.
fn part_of(page: &str) -> &str {
    page.split('/').next().unwrap_or(page)
}

fn keep_the_rules_and_fit(is_meant: impl Fn(&str) -> bool) {
    let Some((mut browser, site)) = browser() else { return };
    let rules = built("browser/axe.min.js");
    let axe = fs::read_to_string(&rules).ok();
    let is_ci = std::env::var("CI").as_deref() == Ok("true");
    assert!(axe.is_some() || !is_ci, "{} is missing: `cargo xtask test` fetches it", rules.display());
    let folder = std::env::var_os("NPUZZLE_SITE").expect("the folder of the site");
    let mut found = Vec::new();
    pages(Path::new(&folder), "", &mut found);
    let missing = SEEN_IN_COLOURS.iter().find(|page| found.iter().all(|other| other != *page));
    assert_eq!(missing, None, "the page has another name now");
    found.retain(|page| is_meant(page));
    assert!(found.len() > 5, "{found:?}");
    let mut problems = Vec::new();
    for page in found {
        browser.prefer(&[("prefers-color-scheme", "light"), ("prefers-reduced-motion", "reduce")]);
        browser.resize(360, 740);
        open(&mut browser, &format!("{site}{page}"));
        problems.extend(overflow(&mut browser, &page, 360));
        problems.extend(overflow(&mut browser, &page, 1280));
        let Some(axe) = &axe else { continue };
        browser.run(axe);
        let all = "{rules: {'color-contrast': {enabled: false}}, resultTypes: ['violations']}";
        problems.extend(broken_rules(&mut browser, &page, all));
        if SEEN_IN_COLOURS.contains(&page.as_str()) {
            for scheme in ["light", "dark"] {
                browser.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
                let colours = "{runOnly: ['color-contrast'], resultTypes: ['violations']}";
                problems.extend(broken_rules(&mut browser, &page, colours));
            }
        }
    }
    problems.extend(browser.complaints());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_start_page_moves_as_much_as_is_wished() {
    const TILES: &str = "document.getAnimations().filter(a => a.effect.target.classList.contains('tile'))";
    let Some((mut browser, site)) = browser() else { return };
    let start = format!("{site}index.html");
    open(&mut browser, &start);
    browser.screenshot(&built("screenshots/start-1280-light.png"));
    browser.wait(&format!("{TILES}.filter(a => a.playState === 'running').length === 8"));
    // Two seconds before it begins anew all tiles are home, and the proof is told.
    browser.run(
        "for (const a of document.getAnimations()) { a.pause(); a.currentTime = a.effect.getComputedTiming().duration - 2000; }",
    );
    let colours = "new Set([...document.querySelectorAll('.tile rect')].map(e => getComputedStyle(e).fill)).size";
    browser.wait(&format!(
        "{colours} === 1 && getComputedStyle(document.querySelector('.caption-proof')).opacity === '1'"
    ));
    open(&mut browser, &start);
    browser.click("#pause");
    browser.wait(&format!("{TILES}.every(a => a.playState === 'paused') && {TILES}.length === 8"));
    browser.prefer(&[("prefers-reduced-motion", "reduce")]);
    open(&mut browser, &start);
    browser.wait("document.getAnimations().length === 0");
    let text = browser.text(".hero");
    assert!(text.contains("no solution is shorter") && !text.contains("Pause"), "{text}");
}

#[test]
fn documents_need_no_script() {
    let Some((mut browser, site)) = browser() else { return };
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.call("Page.navigate", json!({ "url": format!("{site}index.html") }));
    let has = |browser: &mut Chromium, path: &str| {
        browser.wait(&format!("location.pathname.endsWith({}) && document.readyState === 'complete'", quoted(path)));
    };
    let press = |browser: &mut Chromium, selector: &str| {
        let pressed: bool =
            browser.get(&format!("document.querySelector({})?.click() === undefined", quoted(selector)));
        assert!(pressed, "{selector}");
    };
    has(&mut browser, "/index.html");
    press(&mut browser, ".way[href='theory/index.html']");
    has(&mut browser, "/theory/index.html");
    press(&mut browser, ".site-menu a[href='searches.html']");
    has(&mut browser, "/theory/searches.html");
    press(&mut browser, ".on-page summary");
    browser.wait("document.querySelector('.on-page nav a').checkVisibility()");
    press(&mut browser, ".on-page nav a");
    browser.wait("location.hash.length > 1 && document.querySelector(':target') !== null");
}
