//! A pseudo-terminal with the command in it, and the screen as a terminal would show it.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Far longer than anything takes, also on a busy machine: it only ends a test that hangs.
const PATIENCE: Duration = Duration::from_secs(300);

fn positive(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a terminal has rows and columns")
}

/// A key that means nothing to any screen (F13).
const NOTHING: &[u8] = b"\x1b[25~";
/// How often that key is pressed after a change of size.
const NUDGE: Duration = Duration::from_secs(1);

/// A terminal of rows x columns.
pub struct Terminal {
    /// Until the terminal is closed.
    master: Option<Box<dyn MasterPty + Send>>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Option<Mutex<Box<dyn Write + Send>>>,
    /// Whether the size has changed. crossterm leaves keys that come together with a new size until
    /// the next key, so those who wait press one that means nothing.
    is_resized: bool,
    screen: Arc<Mutex<vt100::Parser>>,
    reader: Option<thread::JoinHandle<()>>,
    is_read: Arc<AtomicBool>,
}

impl Terminal {
    /// Starts `npuzzle` with these arguments and variables.
    pub fn start(rows: u16, cols: u16, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_npuzzle"));
        command.args(arguments);
        Self::start_command(rows, cols, command, variables)
    }

    /// Starts a line of the shell, in which `$NPUZZLE` is the command.
    #[cfg(unix)]
    pub fn start_shell(rows: u16, cols: u16, line: &str, variables: &[(&str, &str)]) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", line]);
        command.env("NPUZZLE", env!("CARGO_BIN_EXE_npuzzle"));
        Self::start_command(rows, cols, command, variables)
    }

    fn start_command(rows: u16, cols: u16, mut command: CommandBuilder, variables: &[(&str, &str)]) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE", "COLUMNS", "LINES"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(positive(rows), positive(cols), 0)));
        let (mut output, seen) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&screen));
        let is_read = Arc::new(AtomicBool::new(true));
        let wanted = Arc::clone(&is_read);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while wanted.load(Ordering::Relaxed)
                && let Ok(count @ 1..) = output.read(&mut bytes)
            {
                seen.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        let keyboard = Some(Mutex::new(keyboard));
        let (master, reader) = (Some(pair.master), Some(reader));
        Self { master, child, keyboard, is_resized: false, screen, reader, is_read }
    }

    /// Types: letters, and keys as terminals send them (`\x1b[A` is the arrow up).
    pub fn type_keys(&mut self, keys: &str) {
        self.press(keys.as_bytes()).unwrap();
    }

    fn press(&self, keys: &[u8]) -> std::io::Result<()> {
        let mut keyboard = self.keyboard.as_ref().expect("the terminal is open").lock().unwrap();
        keyboard.write_all(keys)?;
        keyboard.flush()
    }

    /// Lets a moment pass for those who wait since `began`, and helps keys on that are stuck.
    fn pass_the_time(&self, began: Instant, nudges: &mut u32) {
        thread::sleep(Duration::from_millis(10));
        let is_due = began.elapsed() > NUDGE * (*nudges + 1);
        // Where no program reads keys one by one, the terminal would print it.
        #[cfg(unix)]
        let is_due = is_due && self.master.is_some() && self.is_raw();
        if is_due && self.is_resized && self.keyboard.is_some() {
            *nudges += 1;
            // The command may have ended.
            let _ = self.press(NOTHING);
        }
    }

    /// What stands on the screen.
    pub fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Whether anything on the screen has a colour.
    pub fn has_colours(&self) -> bool {
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        let (rows, cols) = screen.size();
        let cells = (0..rows.get()).flat_map(|row| (0..cols.get()).map(move |col| (row, col)));
        let coloured =
            |cell: &vt100::Cell| cell.fgcolor() != vt100::Color::Default || cell.bgcolor() != vt100::Color::Default;
        cells.filter_map(|(row, col)| screen.cell(row, col)).any(coloured)
    }

    /// Waits until the screen is as it should be, and returns what stands there.
    pub fn wait_for(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let (began, mut nudges) = (Instant::now(), 0);
        loop {
            let text = self.text();
            if holds(&text) {
                return text;
            }
            assert!(began.elapsed() < PATIENCE, "still not there: {what}\n{text}");
            self.pass_the_time(began, &mut nudges);
        }
    }

    /// Waits until this text is on the screen.
    pub fn wait_for_text(&self, text: &str) -> String {
        self.wait_for(text, |screen| screen.contains(text))
    }

    /// Whether any letter stands on a coloured ground.
    pub fn has_background_colors(&self) -> bool {
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        let (rows, cols) = screen.size();
        let mut places = (0..rows.get()).flat_map(|row| (0..cols.get()).map(move |col| (row, col)));
        places.any(|(row, col)| screen.cell(row, col).is_some_and(|cell| cell.bgcolor() != vt100::Color::Default))
    }

    /// Whether the terminal reports buttons of the mouse, and not every cell it crosses.
    pub fn reports_clicks_alone(&self) -> bool {
        self.screen.lock().unwrap().screen().mouse_protocol_mode() == vt100::MouseProtocolMode::PressRelease
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, rows: u16, cols: u16) {
        self.is_resized = true;
        self.screen.lock().unwrap().screen_mut().set_size(positive(rows), positive(cols));
        self.master().resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    fn master(&self) -> &(dyn MasterPty + Send) {
        self.master.as_deref().expect("the terminal is open")
    }

    /// Closes the window: the terminal is gone, whatever runs in it.
    pub fn close(&mut self) {
        self.is_read.store(false, Ordering::Relaxed);
        // Another size is drawn, which wakes the reader; it holds the terminal open as long as it
        // waits.
        self.resize(20, 70);
        self.reader.take().map(thread::JoinHandle::join).expect("it is closed once").unwrap();
        self.keyboard = None;
        self.master = None;
    }

    /// Sets the terminal to what shells use, as they do when a command is stopped.
    #[cfg(unix)]
    pub fn set_usual_mode(&self) {
        let terminal = std::fs::File::open(self.master().tty_name().expect("it has a name")).unwrap();
        let set = std::process::Command::new("stty").arg("sane").stdin(terminal).status().unwrap();
        assert!(set.success());
    }

    /// The number of the process, for signals.
    pub fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Waits until the command ends, and returns its exit code.
    pub fn exit_code(&mut self) -> u32 {
        let (began, mut nudges) = (Instant::now(), 0);
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(began.elapsed() < PATIENCE, "it does not end\n{}", self.text());
            self.pass_the_time(began, &mut nudges);
        }
    }

    /// Fails unless the terminal is as the command found it: the usual screen, a cursor, no mouse,
    /// no raw mode.
    pub fn assert_restored(&self) {
        // The last bytes may still be on their way.
        self.wait_for("the usual screen", |_| {
            let parser = self.screen.lock().unwrap();
            let screen = parser.screen();
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
        #[cfg(unix)]
        assert!(!self.is_raw(), "raw mode is left on");
    }

    /// Whether keys are sent at once, and not line by line.
    #[cfg(unix)]
    pub fn is_raw(&self) -> bool {
        let settings = self.master().get_termios().expect("a pseudo-terminal has settings");
        !format!("{:?}", settings.local_flags).contains("ICANON")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
