//! The program in a pseudo-terminal.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use vt100::Parser;

const ROWS: u16 = 24;
const COLUMNS: u16 = 80;
/// What takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// The command line of the picture.
pub const COMMAND: [&str; 5] = ["npuzzle", "play", "korf:12", "--scheme", "row"];

/// The command, while it shows a solution.
pub fn watching(program: &Path) -> Parser {
    let mut command = CommandBuilder::new(program);
    command.args(&COMMAND[1..]);
    command.env_remove("NO_COLOR");
    for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8"), ("COLORTERM", "")] {
        command.env(name, value);
    }
    let size = PtySize { rows: ROWS, cols: COLUMNS, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut child = pair.slave.spawn_command(command).expect("the program starts");
    let mut output = pair.master.try_clone_reader().expect("what it shows");
    let mut keyboard = pair.master.take_writer().expect("its keyboard");
    let (sender, shown) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            if sender.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    let [rows, columns] = [ROWS, COLUMNS].map(|count| NonZeroU16::new(count).expect("a size"));
    let mut screen = Screen { parser: Parser::new(rows, columns, 0), shown };
    screen.wait_for("npuzzle play");
    keyboard.write_all(b"S").expect("a key");
    screen.wait_for("of 45");
    // It plays by itself: stopped, taken back to the start, and so many moves on.
    keyboard.write_all(b" ").expect("a key");
    screen.wait_for("paused");
    keyboard.write_all(&[b','; 45]).expect("keys");
    screen.wait_for(" 0 of 45");
    keyboard.write_all(&[b'.'; 14]).expect("keys");
    screen.wait_for(" 14 of 45");
    screen.let_settle();
    let _ = child.kill();
    let _ = child.wait();
    screen.parser
}

struct Screen {
    parser: Parser,
    shown: Receiver<Vec<u8>>,
}

impl Screen {
    /// Waits until a text is on the screen.
    fn wait_for(&mut self, text: &str) {
        let began = Instant::now();
        while !self.parser.screen().contents().contains(text) {
            let left = PATIENCE.saturating_sub(began.elapsed());
            match self.shown.recv_timeout(left) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(_) => panic!("still not there: {text}\n{}", self.parser.screen().contents()),
            }
        }
    }

    /// Shows the rest of the drawing that has begun.
    fn let_settle(&mut self) {
        while let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(300)) {
            self.parser.process(&bytes);
        }
    }
}
