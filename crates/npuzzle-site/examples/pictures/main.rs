//! The pictures of the README and the start page: `pictures PROGRAM NOTEBOOKS FOLDER`, as
//! `cargo xtask pictures` calls it.
//!
//! Nothing in them is drawn by hand: the program serves its page and plays in a terminal, and a
//! browser shows the page and a notebook as Jupyter does.

#[path = "../../../npuzzle-web/tests/browser/chromium.rs"]
#[expect(dead_code, reason = "tests press keys and touch as well")]
mod chromium;
mod screen;
mod terminal;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use chromium::Chromium;
use serde_json::json;

/// Light and dark, as browsers call them.
const SCHEMES: [&str; 2] = ["light", "dark"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, notebooks, folder] = arguments.as_slice() else {
        panic!("expected PROGRAM NOTEBOOKS FOLDER, found {arguments:?}");
    };
    let program = Path::new(program).canonicalize().expect("the program");
    let (notebooks, folder) = (Path::new(notebooks), Path::new(folder));
    fs::create_dir_all(folder).expect("a folder for the pictures");
    for scheme in SCHEMES {
        let screen = terminal::watching(&program);
        write(folder, &format!("terminal-{scheme}.svg"), screen::svg(screen.screen(), scheme).as_bytes());
    }
    let server = Server::start(&program);
    let mut browser = Chromium::start(&chromium::program().expect("a browser"));
    for scheme in SCHEMES {
        browser.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
        let page = page(&mut browser, &server.address);
        write(folder, &format!("page-{scheme}.webp"), &page);
        let notebook = notebook(&mut browser, &notebooks.join(format!("notebook-{scheme}.html")));
        write(folder, &format!("notebook-{scheme}.webp"), &notebook);
    }
}

/// The page, while it shows A* at work.
fn page(browser: &mut Chromium, address: &str) -> Vec<u8> {
    resize(browser, 1440, 900);
    let query = "?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=astar&heuristic=manhattan&at=98";
    browser.open(&format!("{address}{query}"));
    browser.wait(
        "document.querySelector('.panel-heuristic')?.textContent.includes('=') && \
         document.querySelector('.tree-about').textContent.includes('nodes')",
    );
    shot(browser)
}

/// A notebook with the player of a solution, some moves from its start.
fn notebook(browser: &mut Chromium, file: &Path) -> Vec<u8> {
    resize(browser, 1000, 730);
    let file = file.canonicalize().expect("the notebook as a page");
    browser.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
    browser
        .wait("document.readyState === 'complete' && document.querySelector('.np-player input[type=range]') !== null");
    browser.run(
        "const track = document.querySelector('.np-player input[type=range]'); track.value = 12; \
         track.dispatchEvent(new Event('input', {bubbles: true})); \
         const words = track.closest('.jp-Cell').previousElementSibling; \
         words.previousElementSibling.style.visibility = 'hidden'; \
         scrollTo(0, scrollY + words.getBoundingClientRect().top - 12)",
    );
    shot(browser)
}

/// Twice as fine as the window, so that letters are sharp on any screen.
fn resize(browser: &mut Chromium, width: u32, height: u32) {
    let parameters = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": false });
    browser.call("Emulation.setDeviceMetricsOverride", parameters);
}

fn shot(browser: &mut Chromium) -> Vec<u8> {
    browser.run("await document.fonts.ready; await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame)");
    browser.captured(json!({ "format": "webp", "quality": 70 }))
}

/// A file is there whole or not at all.
fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let part = folder.join(format!("{name}.part"));
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, folder.join(name))).expect("a picture");
}

/// The program as a server, which ends with this value.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(program: &Path) -> Self {
        let mut child = Command::new(program)
            .args(["serve", "--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("a pipe from the server");
        BufReader::new(output).read_line(&mut line).expect("the server says where it is");
        let address = line.split_whitespace().find(|word| word.starts_with("http://")).expect("an address").to_owned();
        Self { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
