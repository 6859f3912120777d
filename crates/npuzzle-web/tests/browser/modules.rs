//! The modules of the page by themselves: every `tests/page/*.test.js`, run in the browser.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::chromium::quoted;
use crate::page::Page;

/// The texts of a folder by the names of their files.
fn texts(folder: &Path) -> Value {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = |file: PathBuf| {
        (file.file_stem().unwrap().to_string_lossy().into_owned(), Value::from(fs::read_to_string(&file).unwrap()))
    };
    files.map(text).collect()
}

#[test]
fn modules_do_what_their_tests_say() {
    let Some(mut page) = Page::blank_of_server() else { return };
    page.call("Page.setBypassCSP", serde_json::json!({ "enabled": true }));
    page.go("");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".test.js"));
    files.sort();
    assert!(files.len() >= 2, "the tests have moved");
    let traces = texts(&folder.join("traces"));
    for file in files {
        let source = fs::read_to_string(&file).unwrap();
        let checks: u32 = page.get(&format!(
            "(async () => {{ const module = await import(URL.createObjectURL(new Blob([{}], {{type: 'text/javascript'}}))); let checks = 0; \
             const same = (a, b) => JSON.stringify(a) === JSON.stringify(b); \
             const assert = Object.assign((holds, words = '') => {{ checks += 1; if (!holds) throw new Error('does not hold: ' + words); }}, \
             {{ ok: (holds, words) => assert(holds, words), \
                equal: (a, b, words = '') => assert(Object.is(a, b), words + ': ' + JSON.stringify(a) + ' is not ' + JSON.stringify(b)), \
                deepEqual: (a, b, words = '') => assert(same(a, b), words + ': ' + JSON.stringify(a) + ' is not ' + JSON.stringify(b)), \
                strictEqual: (a, b, words) => assert.equal(a, b, words), \
                throws: (run, words = '') => {{ let thrown = false; try {{ run(); }} catch {{ thrown = true; }} assert(thrown, words + ': nothing was thrown'); }} }}); \
             await module.run(assert, (name) => import('/js/' + name), {traces}); return checks; }})()",
            quoted(&source)
        ));
        assert!(checks > 5, "{} checks little", file.display());
    }
}
