//! What the page is loaded from, and how much of it there is.

use crate::page::Page;

/// Nothing is loaded from elsewhere, and all views together stay small.
#[test]
fn the_page_is_small_and_comes_from_one_place() {
    let Some(mut page) = Page::blank_of_server() else { return };
    let mut whole = 0;
    page.go("");
    let sent: u64 = page.get(
        "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]\
         .reduce((sum, e) => sum + e.transferSize, 0)",
    );
    assert!(sent > 10_000 && sent < 150_000, "{sent} bytes are sent for the first view, the catalogue among them");
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
}
