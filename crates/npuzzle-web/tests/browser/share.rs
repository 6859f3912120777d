//! What one sends to others: link, QR code and card.

use crate::page::Page;

#[test]
fn every_view_has_its_link_and_code() {
    let Some(mut page) = Page::open("?board=1 2 3/4 0 6/7 5 8") else { return };
    page.wait_for_text(".fewest", "2 moves");
    for view in ["Play", "Watch", "Compare", "Audit"] {
        page.click_named(view);
        page.wait(&format!("!document.querySelector('#view-{}').hidden", view.to_lowercase()));
        page.click_named("Share");
        page.wait_for("dialog.share[open] .qr-code path");
        page.wait("document.querySelector('.share-link input').value.startsWith(location.origin + location.pathname + '?') && document.querySelector('.share-link input').value.includes('board=1+2+3/4+0+6/7+5+8')");
        if view == "Play" {
            page.wait_for(".share-card canvas[aria-label*='Can you solve this']");
            page.run("URL.createObjectURL = blob => { window.saved = blob.type; return 'data:,'; }");
            page.click_named("Save card (PNG)");
            page.wait("window.saved === 'image/png'");
        }
        page.press("Escape");
        page.wait_for_none_of("dialog[open]");
    }
    // Too long for a code: the link itself is there.
    let moves = "DRUL".repeat(300);
    page.go(&format!("?board=1 2 3/4 0 6/7 5 8&moves={moves}"));
    page.click_named("Share");
    page.wait_for_text("dialog.share[open]", "too many for a QR code");
}
