//! The page in a browser of its own: that of a server in this process, or that of a site, which has
//! the engine inside.

use std::net::SocketAddr;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::thread::JoinHandle;

use npuzzle_web::{Options, Server, Stopper};

use crate::chromium::{self, Chromium, quoted};
use crate::file_server;

/// Where the page comes from.
enum Host {
    Server { address: SocketAddr, stopper: Stopper, thread: Option<JoinHandle<std::io::Result<()>>> },
    Site(String),
}

/// A host, and a browser that shows its page.
pub struct Page {
    browser: Chromium,
    host: Host,
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
        let Some(site) = file_server::site() else { return Self::blank_of_server() };
        let mut page = Self { browser: Chromium::start(&program), host: Host::Site(site), may_complain: false };
        // Every test would have a browser keep the whole site; those that want it ask for it.
        page.without_service_worker();
        Some(page)
    }

    /// The same of a server, for what only servers can do; `None` where sites are tested.
    pub fn open_of_server(query: &str) -> Option<Self> {
        let mut page = Self::blank_of_server()?;
        page.go(query);
        Some(page)
    }

    /// The same without a page.
    pub fn blank_of_server() -> Option<Self> {
        let program = chromium::program().filter(|_| file_server::site().is_none())?;
        Some(Self { browser: Chromium::start(&program), host: serve(0), may_complain: false })
    }

    /// The page of a site with all it has; `None` where servers are tested.
    pub fn blank_of_site() -> Option<Self> {
        let (program, site) = (chromium::program()?, file_server::site()?);
        Some(Self { browser: Chromium::start_with_profile(&program), host: Host::Site(site), may_complain: false })
    }

    /// The page of a server, to be compared with that of the site.
    pub fn blank_beside_site() -> Option<Self> {
        let program = chromium::program().filter(|_| file_server::site().is_some())?;
        Some(Self { browser: Chromium::start(&program), host: serve(0), may_complain: false })
    }

    /// The site is at another address from now on.
    pub fn move_to(&mut self, site: &str) {
        self.host = Host::Site(site.to_owned());
    }

    /// Keeps the page from installing a service worker.
    fn without_service_worker(&mut self) {
        let hidden = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })";
        self.call("Page.addScriptToEvaluateOnNewDocument", serde_json::json!({ "source": hidden }));
    }

    /// The server ends, and the page stays alone.
    pub fn stop_server(&mut self) {
        let Host::Server { stopper, thread, .. } = &mut self.host else { return };
        stopper.stop();
        if let Some(server) = thread.take() {
            server.join().expect("the server ends").expect("in good order");
        }
    }

    /// The server is there again, at the same address.
    pub fn start_server_again(&mut self) {
        if let Host::Server { address, .. } = &self.host {
            self.host = serve(address.port());
        }
    }

    /// Goes to another state of the page.
    pub fn go(&mut self, query: &str) {
        let address = match &self.host {
            Host::Server { address, .. } => format!("http://{address}/{query}"),
            Host::Site(site) => format!("{site}play/{query}"),
        };
        self.browser.open(&address);
    }

    /// Goes to a document of the site.
    pub fn go_to_document(&mut self, path: &str) {
        let Host::Site(site) = &self.host else { return };
        let address = format!("{site}{path}");
        self.call("Page.navigate", serde_json::json!({ "url": address }));
        self.wait(&format!("location.href === {} && document.readyState === 'complete'", quoted(&address)));
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
        let mut page = Self::blank()?;
        page.search_without_end();
        Some(page)
    }

    /// Begins such a search.
    pub fn search_without_end(&mut self) {
        self.go("?board=korf:1&algorithm=bfs&timeLimit=5m");
        self.press("s");
        self.wait_for_text(".progress", "states expanded");
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

    /// Waits until the engine works on nothing, be it behind a server or in the page.
    pub fn wait_for_idle_engine(&mut self) {
        self.wait(
            "import(new URL('js/api.js', document.baseURI)).then(({ api }) => api.running()).then(count => count === 0)",
        );
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
        if let Host::Server { stopper, thread, .. } = &mut self.host {
            stopper.stop();
            let _ = thread.take().map(JoinHandle::join);
        }
        assert!(complaints.is_empty(), "the page complains: {complaints:#?}");
    }
}

/// Starts a server at a port.
fn serve(port: u16) -> Host {
    let server = Server::bind(Options { port: Some(port), ..Options::default() }).expect("a server");
    let (address, stopper) = (server.address(), server.stopper());
    Host::Server { address, stopper, thread: Some(std::thread::spawn(move || server.run())) }
}

/// A file of the build folder, where pictures and fetched rules are.
pub fn built(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target").join(file)
}
