//! A plain file server, as a teacher may have: Python's, which knows nothing of npuzzle.
//!
//! The variable `NPUZZLE_SITE` names the folder of a site. Then the page of the site is tested, and
//! that of a server where it is not set.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// Serves the folder of the first argument at any free port, which it prints, until its input ends.
/// The second argument is the type that it gives WebAssembly; some servers do not know it.
const SERVE: &str = "
import functools, http.server, os, sys, threading
class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {'.wasm': sys.argv[2]}
    def log_message(self, *_): pass
class Server(http.server.ThreadingHTTPServer):
    # Pages that are left hang up in the middle.
    def handle_error(self, *_): pass
server = Server(('127.0.0.1', 0), functools.partial(Quiet, directory=sys.argv[1]))
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
print(server.server_address[1], flush=True)
server.serve_forever()
";

/// A server that runs. It ends with the pipe to it: when it is dropped, and when this process ends.
pub struct FileServer {
    process: Child,
    site: String,
}

impl FileServer {
    /// Serves the folder around a site, so that the site is in a folder of the server.
    pub fn start(site: &Path, type_of_wasm: &str) -> Self {
        let (around, name) = (site.parent().expect("a folder around it"), site.file_name().expect("a name"));
        let mut python = Command::new("python3");
        let python = python.args(["-c", SERVE]).arg(around).arg(type_of_wasm);
        let mut process = python.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
        let mut port = String::new();
        let said = process.stdout.take().expect("a pipe from the server");
        BufReader::new(said).read_line(&mut port).expect("the server says where it is");
        let site = format!("http://127.0.0.1:{}/{}/", port.trim(), name.to_string_lossy());
        Self { process, site }
    }

    /// The address of the site.
    pub fn site(&self) -> &str {
        &self.site
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// Copies a site, so that a test may change its files.
pub fn copy(site: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(site).expect("a folder of the site") {
        let entry = entry.expect("a file of the site");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), &to).expect("a copy");
        }
    }
}

/// The folder of the site that is tested; `None` where none is.
pub fn folder() -> Option<PathBuf> {
    std::env::var_os("NPUZZLE_SITE").map(PathBuf::from)
}

/// The address of the site that is tested, on a server that all tests share.
pub fn site() -> Option<String> {
    static SERVER: OnceLock<Option<FileServer>> = OnceLock::new();
    let server = SERVER.get_or_init(|| folder().map(|site| FileServer::start(&site, "application/wasm")));
    server.as_ref().map(|server| server.site().to_owned())
}
