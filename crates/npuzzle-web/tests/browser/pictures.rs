//! Pictures of every view for a person to look at, and the size of the page.

use crate::accessibility::VIEWS;
use crate::page::{Page, built};

#[test]
fn pictures_are_taken() {
    let Some(mut page) = Page::blank() else { return };
    for scheme in ["light", "dark"] {
        page.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
        for (width, height) in [(1280, 900), (360, 740)] {
            page.resize(width, height);
            for (name, query, ready) in VIEWS {
                page.go(query);
                page.wait(ready);
                let file = built(&format!("screenshots/{name}-{width}-{scheme}.png"));
                page.screenshot(&file);
                assert!(file.metadata().is_ok_and(|data| data.len() > 5_000), "{} is empty", file.display());
            }
        }
    }
    page.close();
}

/// Nothing is loaded from elsewhere, and all views together stay small.
#[test]
fn the_page_is_small_and_comes_from_one_place() {
    let Some(mut page) = Page::blank() else { return };
    let mut whole = 0;
    page.call("Network.setCacheDisabled", serde_json::json!({ "cacheDisabled": false }));
    page.go("");
    let first: u64 = page.get(
        "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]\
         .filter(e => !e.name.includes('/api/')).reduce((sum, e) => sum + e.decodedBodySize, 0)",
    );
    assert!(first < 250_000, "the first view takes {first} bytes before they are packed");
    for view in ["Play", "Watch", "Compare", "Audit"] {
        page.click_named(view);
        page.wait(&format!("document.querySelector('#view-{}').childElementCount > 0", view.to_lowercase()));
        let loaded: Vec<(String, u64)> = page.get(
            "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]\
             .filter(e => !e.name.includes('/api/')).map(e => [e.name, e.encodedBodySize])",
        );
        let origin: String = page.get("location.origin");
        for (name, _) in &loaded {
            assert!(name.starts_with(&origin), "{name} comes from elsewhere");
        }
        whole = loaded.iter().map(|(_, bytes)| bytes).sum();
        assert!(whole > 10_000 && whole < 250_000, "with {view} the page takes {whole} bytes");
    }
    assert!(whole > 0);
    page.close();
}
