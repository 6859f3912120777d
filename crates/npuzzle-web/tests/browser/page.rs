//! The page of a server that runs in this process, in a browser of its own.

use std::net::SocketAddr;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::thread::JoinHandle;

use npuzzle_web::{Options, Server, Stopper};

use crate::chromium::{self, Chromium, quoted};

/// A server, and a browser that shows its page.
pub struct Page {
    browser: Chromium,
    address: SocketAddr,
    stopper: Stopper,
    server: Option<JoinHandle<std::io::Result<()>>>,
    may_complain: bool,
}

impl Page {
    /// Opens the page with a query such as `?board=867254301`; `None` where there is no browser and
    /// none is needed.
    pub fn open(query: &str) -> Option<Self> {
        let mut page = Self::blank()?;
        page.go(query);
        Some(page)
    }

    /// A browser that shows nothing yet.
    pub fn blank() -> Option<Self> {
        let program = chromium::program()?;
        let (server, address, stopper) = serve(0);
        Some(Self { browser: Chromium::start(&program), address, stopper, server: Some(server), may_complain: false })
    }

    /// The server ends, and the page stays alone.
    pub fn stop_server(&mut self) {
        self.stopper.stop();
        if let Some(server) = self.server.take() {
            server.join().expect("the server ends").expect("in good order");
        }
    }

    /// The server is there again, at the same address.
    pub fn start_server_again(&mut self) {
        let (server, address, stopper) = serve(self.address.port());
        (self.server, self.address, self.stopper) = (Some(server), address, stopper);
    }

    /// Goes to another state of the page.
    pub fn go(&mut self, query: &str) {
        let address = format!("http://{}/{query}", self.address);
        self.browser.open(&address);
    }

    /// The query of the address, decoded. The page writes it a moment after a change.
    pub fn query(&mut self) -> String {
        self.get("decodeURIComponent((location.search + location.hash).replaceAll('+', ' '))")
    }

    /// The board on the screen, row by row.
    pub fn board(&mut self) -> String {
        self.get(
            "(() => { const rows = [...document.querySelectorAll('.play-board [role=row]')]; \
             return rows.map(row => [...row.children].map(cell => (/tile (\\d+)/.exec(cell.ariaLabel) ?? [0, '0'])[1]).join(' ')).join('/'); })()",
        )
    }

    /// Waits until this board is on the screen.
    pub fn wait_for_board(&mut self, board: &str) {
        self.wait(&format!(
            "[...document.querySelectorAll('.play-board [role=row]')].map(row => [...row.children].map(cell => \
                 (/tile (\\d+)/.exec(cell.ariaLabel) ?? [0, '0'])[1]).join(' ')).join('/') === {}",
            quoted(board)
        ));
    }

    /// Solves the board and waits until the result says this.
    pub fn solve(&mut self, words: &str) {
        self.press("s");
        self.wait_for_text(".result", words);
    }

    /// A search that takes all the memory there is if it is not ended: breadth first on the
    /// 15-puzzle.
    pub fn endless_search() -> Option<Self> {
        let mut page = Self::open("?board=korf:1&algorithm=bfs&timeLimit=5m")?;
        page.press("s");
        page.wait_for_text(".progress", "states expanded");
        Some(page)
    }

    /// Waits until the address holds this.
    pub fn wait_for_query(&mut self, part: &str) {
        self.wait(&format!("location.search.includes({})", quoted(part)));
    }

    /// Waits until an element is there.
    pub fn wait_for(&mut self, selector: &str) {
        self.wait(&format!("document.querySelector({}) !== null", quoted(selector)));
    }

    /// Waits until no such element is there.
    pub fn wait_for_none_of(&mut self, selector: &str) {
        self.wait_for_count(selector, 0);
    }

    /// Waits until so many elements are there.
    pub fn wait_for_count(&mut self, selector: &str, count: usize) {
        self.wait(&format!("document.querySelectorAll({}).length === {count}", quoted(selector)));
    }

    /// Waits until a message in sight says this.
    pub fn wait_for_error(&mut self, selector: &str, words: &str) {
        let says = format!("!e.hidden && e.innerText.includes({})", quoted(words));
        self.wait(&format!("[...document.querySelectorAll({})].some(e => {says})", quoted(selector)));
    }

    /// Waits until the server works for no client.
    pub fn wait_for_idle_server(&mut self) {
        self.wait("fetch('/api/health').then(r => r.json()).then(health => health.running === 0)");
    }

    /// Lets the page draw what has changed.
    pub fn draw_twice(&mut self) {
        self.run("await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame)");
    }

    /// The cell of a tile.
    pub fn tile(&mut self, tile: u32) -> String {
        format!(".play-board [role=gridcell][aria-label^='tile {tile},']")
    }

    /// The page may complain from here on: the test makes it.
    pub fn let_complain(&mut self) {
        self.may_complain = true;
    }
}

impl Deref for Page {
    type Target = Chromium;

    fn deref(&self) -> &Chromium {
        &self.browser
    }
}

impl DerefMut for Page {
    fn deref_mut(&mut self) -> &mut Chromium {
        &mut self.browser
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // A test that ends well has a page without complaints.
        let is_checked = !self.may_complain && !std::thread::panicking();
        let complaints = if is_checked { self.browser.complaints() } else { Vec::new() };
        self.stopper.stop();
        if let Some(server) = self.server.take() {
            let _ = server.join();
        }
        assert!(complaints.is_empty(), "the page complains: {complaints:#?}");
    }
}

/// Starts a server at a port.
fn serve(port: u16) -> (JoinHandle<std::io::Result<()>>, SocketAddr, Stopper) {
    let server = Server::bind(Options { port: Some(port), ..Options::default() }).expect("a server");
    let (address, stopper) = (server.address(), server.stopper());
    (std::thread::spawn(move || server.run()), address, stopper)
}

/// A file of the build folder, where pictures and fetched rules are.
pub fn built(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target").join(file)
}
