//! A real browser, driven by Chromium's own protocol over a pipe: messages are JSON, each ended by
//! a zero byte.
//!
//! A program serves one test after the other, in the same tab: starting a program takes as long as
//! most tests, and opening a tab takes as long as many. Between two tests the tab is emptied, so
//! that no test sees what another left behind. Mouse, touch and keys go the way of real input:
//! through the browser's event queue, hit testing included.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// No step of a test takes longer, on the busiest machine either: what takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// The programs that will do, in the order they are tried. The one without windows takes two thirds
/// of the processor time of the others.
const PROGRAMS: [&str; 5] = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"];

/// A name of this machine that browsers take for another one: what they allow only on safe
/// connections, they do not allow there.
pub const ELSEWHERE: &str = "elsewhere.test";

/// Where Chromium is; `None` where tests may go without it.
///
/// # Panics
///
/// In CI, where nothing is skipped.
pub fn program() -> Option<PathBuf> {
    let named = std::env::var_os("NPUZZLE_CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let installed = || {
        let candidates = std::env::split_paths(&path).flat_map(|folder| PROGRAMS.map(|name| folder.join(name)));
        candidates.into_iter().find(|file| file.is_file())
    };
    let found = named.or_else(installed);
    assert!(
        found.is_some() || std::env::var("CI").as_deref() != Ok("true"),
        "there is no Chromium: `cargo xtask test` installs it"
    );
    found
}

/// Programs that wait for the next test. They end with the pipe to them.
static IDLE: Mutex<Vec<Program>> = Mutex::new(Vec::new());

/// Starts Chromium, and removes its folder when it has ended.
const START: &str = r#""$@" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null; rm -rf "$PROFILE""#;

/// A program that runs, and the pipes to it.
struct Program {
    process: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    last_id: u64,
    /// The tab that tests hand on, as the protocol names it.
    tab: Value,
}

impl Program {
    fn start(program: &Path) -> Self {
        let profile = tempfile::tempdir().expect("a folder for the profile").keep();
        // The protocol is spoken on the descriptors 3 and 4.
        let mut process = Command::new("sh")
            .args(["-c", START, "sh"])
            .arg(program)
            .args(["--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--hide-scrollbars", "--force-color-profile=srgb", "--disable-dev-shm-usage"])
            .arg(format!("--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"))
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .env("PROFILE", &profile)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Chromium starts");
        let input = process.stdin.take().expect("a pipe to the browser");
        let mut output = BufReader::new(process.stdout.take().expect("a pipe from the browser"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while output.read_until(0, &mut bytes).is_ok_and(|count| count > 0) {
                bytes.pop();
                let message = serde_json::from_slice(&bytes);
                bytes.clear();
                if message.is_ok_and(|message| sender.send(message).is_err()) {
                    return;
                }
            }
        });
        Self { process, input, messages, last_id: 0, tab: Value::Null }
    }

    /// Calls a method of the protocol, for a page or for the browser, and returns its result or
    /// error. Every other message is noted.
    fn call(
        &mut self,
        session: Option<&str>,
        method: &str,
        parameters: Value,
        mut note: impl FnMut(&Value),
    ) -> Result<Value, String> {
        self.last_id += 1;
        let id = self.last_id;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&message).map_err(|error| error.to_string())?;
        bytes.push(0);
        self.input.write_all(&bytes).map_err(|error| format!("{method}: the browser does not listen: {error}"))?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let mut message = self.messages.recv_timeout(left).map_err(|_| format!("no answer to {method}"))?;
            if message["id"] == id {
                let error = &message["error"];
                return if error.is_null() { Ok(message["result"].take()) } else { Err(format!("{method}: {error}")) };
            }
            note(&message);
        }
    }
}

/// A browser with one page.
pub struct Chromium {
    /// Taken out when the test ends.
    program: Option<Program>,
    /// The profile, as the protocol names it; null for that of the program.
    profile: Value,
    session: Option<String>,
    complaints: Vec<String>,
}

impl Chromium {
    /// Opens an empty page of 1280 x 900. What it stores is forgotten when the test ends.
    pub fn start(program: &Path) -> Self {
        let mut browser = Self::with(program);
        let mut tab = browser.program().tab.clone();
        if tab.is_null() {
            tab = browser.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].take();
            browser.program().tab = tab.clone();
        }
        browser.attach(&tab);
        browser
    }

    /// The same with another profile: nothing is in its cache, and service workers are gone in the
    /// end.
    pub fn start_with_profile(program: &Path) -> Self {
        let mut browser = Self::with(program);
        browser.profile = browser.call("Target.createBrowserContext", json!({}))["browserContextId"].take();
        let parameters = json!({ "url": "about:blank", "browserContextId": browser.profile });
        let tab = browser.call("Target.createTarget", parameters)["targetId"].take();
        browser.attach(&tab);
        browser
    }

    /// A browser without a page.
    fn with(program: &Path) -> Self {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let program = idle.unwrap_or_else(|| Program::start(program));
        Self { program: Some(program), profile: Value::Null, session: None, complaints: Vec::new() }
    }

    /// All that a test sets belongs to its session.
    fn attach(&mut self, tab: &Value) {
        let session = self.call("Target.attachToTarget", json!({ "targetId": tab, "flatten": true }));
        self.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.resize(1280, 900);
    }

    fn program(&mut self) -> &mut Program {
        self.program.as_mut().expect("the test goes on")
    }

    /// Calls a method of the protocol and returns its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|problem| panic!("{problem}"))
    }

    fn try_call(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        let program = self.program.as_mut().expect("the test goes on");
        let (session, complaints) = (self.session.as_deref(), &mut self.complaints);
        let note = |message: &Value| complaints.extend(complaint(message, session));
        program.call(session, method, parameters, note)
    }

    /// Exceptions, violations of the content policy and errors on the console, since the last call.
    pub fn complaints(&mut self) -> Vec<String> {
        // Whatever came before this answer has been noted.
        self.call("Runtime.evaluate", json!({ "expression": "0" }));
        std::mem::take(&mut self.complaints)
    }

    /// Opens an address and waits until the page says that it is ready and looks as it should: a
    /// view brings style sheets of its own, and what comes late moves everything.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
        self.wait(
            "document.readyState === 'complete' && 'ready' in document.documentElement.dataset && \
             [...document.querySelectorAll('link[rel=stylesheet]')].every(link => link.sheet)",
        );
    }

    /// The value of an expression; promises are awaited.
    pub fn get<T: DeserializeOwned>(&mut self, expression: &str) -> T {
        let parameters =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true });
        let answer = self.call("Runtime.evaluate", parameters);
        let details = &answer["exceptionDetails"];
        assert!(details.is_null(), "{expression}: {}", details["exception"]["description"]);
        let value = answer["result"]["value"].clone();
        serde_json::from_value(value).unwrap_or_else(|error| panic!("{expression}: {error}: {}", answer["result"]))
    }

    /// Runs statements in the page.
    pub fn run(&mut self, statements: &str) {
        let _: Value = self.get(&format!("(async () => {{ {statements}; return null; }})()"));
    }

    /// Waits until an expression holds.
    pub fn wait(&mut self, condition: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let parameters = json!({ "expression": condition, "awaitPromise": true, "returnByValue": true });
            // A page that gives way to the next one does not answer.
            let answer = match self.try_call("Runtime.evaluate", parameters) {
                Err(problem) if problem.contains("Inspected target navigated or closed") => Value::Null,
                answer => answer.unwrap_or_else(|problem| panic!("{problem}")),
            };
            if answer["result"]["value"] == true {
                return;
            }
            if Instant::now() > deadline {
                let text: String = self.get("document.body.innerText");
                panic!("waited in vain for {condition}: {answer}\ncomplaints: {:?}\n{text}", self.complaints);
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// The middle of what a selector finds, scrolled into view and at rest.
    pub fn middle(&mut self, selector: &str) -> (f64, f64) {
        self.wait(&format!("!!document.querySelector({})", quoted(selector)));
        self.get(&format!(
            "(async () => {{ const e = document.querySelector({}); e.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}}); \
             let last = ''; for (;;) {{ await new Promise(requestAnimationFrame); const r = e.getBoundingClientRect(); \
             const now = [r.x, r.y, r.width, r.height].join(); if (now === last) return [r.x + r.width / 2, r.y + r.height / 2]; last = now; }} }})()",
            quoted(selector)
        ))
    }

    /// Clicks with the mouse.
    pub fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.mouse("mousePressed", at);
        self.mouse("mouseReleased", at);
    }

    /// Clicks with the mouse, and runs statements while its button is down.
    pub fn click_while(&mut self, selector: &str, statements: &str) {
        let at = self.middle(selector);
        self.mouse("mousePressed", at);
        self.run(statements);
        self.mouse("mouseReleased", at);
    }

    /// Clicks the visible button, link, tab or summary of this name.
    pub fn click_named(&mut self, name: &str) {
        let selector = self.named(name);
        self.click(&selector);
    }

    /// A selector for the visible control of this name.
    pub fn named(&mut self, name: &str) -> String {
        let find = format!(
            "(() => {{ const name = {}; \
             const all = [...document.querySelectorAll('button, a, summary, [role=tab], [role=button], [role=option], label')]; \
             const shown = all.filter(e => e.checkVisibility() && !e.closest('[inert]')); \
             const called = e => (e.getAttribute('aria-label') ?? e.textContent).trim().replace(/\\s+/g, ' '); \
             const found = shown.find(e => called(e) === name) ?? shown.find(e => called(e).startsWith(name)); \
             if (!found) return false; document.querySelectorAll('[data-found]').forEach(e => delete e.dataset.found); found.dataset.found = name; return true; }})()",
            quoted(name)
        );
        self.wait(&find);
        format!("[data-found={}]", quoted(name))
    }

    /// Moves the mouse with its button held down from one place to another.
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.mouse("mousePressed", from);
        for step in 1..=8 {
            let part = f64::from(step) / 8.0;
            self.mouse("mouseMoved", (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
        }
        self.mouse("mouseReleased", to);
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let buttons = i32::from(kind != "mouseReleased");
        let parameters = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", parameters);
    }

    /// Moves the mouse over what a selector finds.
    pub fn hover(&mut self, selector: &str) {
        let (x, y) = self.middle(selector);
        self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y }));
    }

    /// Touches with one finger.
    pub fn tap(&mut self, selector: &str) {
        let (x, y) = self.middle(selector);
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }));
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// Moves a finger up from what a selector finds.
    pub fn swipe_up(&mut self, selector: &str, distance: f64) {
        let (x, y) = self.middle(selector);
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }));
        for step in 1..=10 {
            let at = json!({ "x": x, "y": y - distance * f64::from(step) / 10.0 });
            self.call("Input.dispatchTouchEvent", json!({ "type": "touchMove", "touchPoints": [at] }));
        }
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// Presses a key, by the name that events give it: `a`, `ArrowLeft`, `Enter`, `?`.
    pub fn press(&mut self, key: &str) {
        self.press_with(key, 0);
    }

    /// The same with Shift held down.
    pub fn press_shifted(&mut self, key: &str) {
        self.press_with(key, 8);
    }

    /// The same with Ctrl held down.
    pub fn press_with_ctrl(&mut self, key: &str) {
        self.press_with(key, 2);
    }

    fn press_with(&mut self, key: &str, modifiers: u32) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            " " => 32,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Delete" => 46,
            _ => key.chars().next().map_or(0, |c| c.to_ascii_uppercase() as u32),
        };
        let text = match key {
            "Enter" => "\r",
            _ if modifiers & 2 != 0 => "",
            _ if key.chars().count() == 1 => key,
            _ => "",
        };
        let mut down = json!({ "type": "keyDown", "key": key, "modifiers": modifiers, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            down["text"] = json!(text);
        }
        self.call("Input.dispatchKeyEvent", down);
        let up = json!({ "type": "keyUp", "key": key, "modifiers": modifiers, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", up);
    }

    /// Puts the text of a field in place of what it held, as a person who selects all and types.
    pub fn fill(&mut self, selector: &str, text: &str) {
        self.wait(&format!("!!document.querySelector({})", quoted(selector)));
        self.run(&format!("const e = document.querySelector({}); e.focus(); e.select()", quoted(selector)));
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Pastes a text where the focus is.
    pub fn paste(&mut self, text: &str) {
        self.run(&format!(
            "const data = new DataTransfer(); data.setData('text/plain', {}); \
             (document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent('paste', {{clipboardData: data, bubbles: true, cancelable: true}}))",
            quoted(text)
        ));
    }

    /// The text that a person sees.
    pub fn text(&mut self, selector: &str) -> String {
        self.wait(&format!("!!document.querySelector({})", quoted(selector)));
        self.get(&format!("document.querySelector({}).innerText", quoted(selector)))
    }

    /// Waits until the text of an element contains a part.
    pub fn wait_for_text(&mut self, selector: &str, part: &str) {
        self.wait(&format!(
            "!!document.querySelector({0}) && document.querySelector({0}).innerText.includes({1})",
            quoted(selector),
            quoted(part)
        ));
    }

    /// Sets the size of the window.
    pub fn resize(&mut self, width: u32, height: u32) {
        let parameters = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", parameters);
    }

    /// Behaves as a device with a touch screen.
    pub fn touch_screen(&mut self) {
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 1 }));
    }

    /// What the system prefers, as in `prefers-color-scheme` and `dark`.
    pub fn prefer(&mut self, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// A picture of the window, in the form that the protocol calls so.
    pub fn captured(&mut self, form: Value) -> Vec<u8> {
        let data = self.call("Page.captureScreenshot", form)["data"].take();
        from_base64(data.as_str().unwrap_or_default())
    }

    /// Writes a picture of the window, for a person to look at.
    pub fn screenshot(&mut self, file: &Path) {
        let bytes = self.captured(json!({ "format": "png" }));
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for pictures");
        fs::write(file, bytes).expect("a picture");
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let Some(mut program) = self.program.take() else { return };
        // After a failure nothing is known of the program: it ends with its pipe.
        if !std::thread::panicking() && leave(&mut program, &self.profile, self.session.as_deref()).is_ok() {
            IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(program);
            return;
        }
        drop(program.input);
        let _ = program.process.wait();
    }
}

/// Leaves the tab of a program as it was before a test, or removes what the test had for itself.
fn leave(program: &mut Program, profile: &Value, session: Option<&str>) -> Result<(), String> {
    let mut call = |session, method, parameters| program.call(session, method, parameters, |_| {});
    if !profile.is_null() {
        return call(None, "Target.disposeBrowserContext", json!({ "browserContextId": profile })).map(drop);
    }
    let origin =
        call(session, "Runtime.evaluate", json!({ "expression": "location.origin" }))?["result"]["value"].take();
    call(session, "Page.navigate", json!({ "url": "about:blank" }))?;
    // While the page changes, nothing may be done to it.
    let deadline = Instant::now() + PATIENCE;
    while let Err(problem) = call(session, "Page.resetNavigationHistory", json!({})) {
        if Instant::now() > deadline {
            return Err(problem);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    call(session, "Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" }))?;
    // The mouse points at nothing.
    call(session, "Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": -1, "y": -1 }))?;
    call(None, "Target.detachFromTarget", json!({ "sessionId": session }))?;
    Ok(())
}

/// What a page complains about in a message of its session.
fn complaint(message: &Value, session: Option<&str>) -> Option<String> {
    let parameters = &message["params"];
    match message["method"].as_str().filter(|_| message["sessionId"].as_str() == session)? {
        "Runtime.exceptionThrown" => {
            let details = &parameters["exceptionDetails"];
            Some(details["exception"]["description"].as_str().unwrap_or("an exception").to_owned())
        }
        "Runtime.consoleAPICalled" if parameters["type"] == "error" => Some(parameters["args"].to_string()),
        // Answers such as 400 are logged as well, and tests ask for them on purpose.
        "Log.entryAdded" if parameters["entry"]["level"] == "error" && parameters["entry"]["source"] != "network" => {
            Some(parameters["entry"]["text"].to_string())
        }
        _ => None,
    }
}

/// A text as JavaScript would write it.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The bytes of a picture: the protocol writes them with 64 letters.
fn from_base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let values: Vec<u32> = text.bytes().map_while(value).collect();
    let bytes = |group: &[u32]| {
        let bits = group.iter().fold(0, |bits, value| bits << 6 | value) << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    };
    values.chunks(4).flat_map(bytes).collect()
}

#[test]
fn bytes_are_read_from_letters() {
    assert_eq!(from_base64("bnB1enpsZQ=="), b"npuzzle");
    assert_eq!(from_base64("AP8="), [0, 255]);
    assert_eq!(from_base64("AAEC"), [0, 1, 2]);
}

/// What a test has set, stored and pointed at is gone when the tab is handed on.
#[test]
fn a_tab_is_handed_on_empty() {
    let Some(mut page) = crate::page::Page::blank() else { return };
    let state = "[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, navigator.maxTouchPoints, \
                 'left' in window, localStorage.length, history.length, document.querySelectorAll(':hover').length]";
    page.go("");
    let fresh: Value = page.get(state);
    page.resize(360, 740);
    page.prefer(&[("prefers-color-scheme", "dark")]);
    page.touch_screen();
    page.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "window.left = true" }));
    page.go("?board=1 2 3/4 0 6/7 5 8");
    page.run("localStorage.setItem('npuzzle.left', '1'); history.pushState(null, '', '?left')");
    page.hover(".play-board");
    let used: Value = page.get(state);
    assert_eq!(used.as_array().map(Vec::len), fresh.as_array().map(Vec::len));
    for (at, value) in used.as_array().into_iter().flatten().enumerate() {
        assert_ne!(*value, fresh[at], "{used}, {fresh}");
    }
    // The same program, which the next test would have.
    let mut program = page.program.take().expect("the test goes on");
    let session = page.session.take();
    leave(&mut program, &Value::Null, session.as_deref()).expect("a tab that can be left");
    let tab = program.tab.clone();
    page.program = Some(program);
    page.attach(&tab);
    page.go("");
    assert_eq!(page.get::<Value>(state), fresh);
}
