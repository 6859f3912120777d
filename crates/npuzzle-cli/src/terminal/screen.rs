//! The whole terminal, taken for a while and given back: at the end, after an error, a panic,
//! Ctrl-C or a signal.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseEvent,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::layout::{Position, Rect};
use ratatui::{Frame, Terminal};

use crate::failure::{Failure, INTERRUPTED};

/// How long a wait for keys may be deaf to everything else.
const LOOK_AROUND: Duration = Duration::from_millis(100);
/// How often the guard looks.
const ROUND: Duration = Duration::from_millis(500);
/// What the loop has to end by itself after it was asked to.
const GRACE: Duration = Duration::from_secs(1);

/// So many inputs are taken before the screen is drawn, if they come faster than it can be.
pub const MOST_AT_ONCE: usize = 100;

/// Whether the terminal is ours, and has to be given back.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether any thread has panicked: from then on the screen is the user's, and nothing is drawn on
/// it.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// The terminal, while we have it.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<io::Stdout>>,
    stop: Arc<AtomicBool>,
    mouse: bool,
}

/// What the user, the terminal or the system did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed, or is held.
    Key(KeyEvent),
    /// The mouse moved, or one of its buttons.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The terminal has another size.
    Resized,
    /// Ctrl-C, or a signal that asks to end.
    Stop,
    /// Nothing, for as long as we waited.
    Nothing,
}

impl Screen {
    /// Takes the terminal for a command, with the mouse if it is wanted.
    pub fn enter(command: &str, mouse: bool) -> Result<Self, Failure> {
        if !io::stdout().is_terminal() {
            return Err(Failure::Usage(format!(
                "`npuzzle {command}` needs a terminal, but standard output is not one\nhelp: run it without a pipe or redirection"
            )));
        }
        if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
            return Err(Failure::Usage(format!(
                "`npuzzle {command}` needs a terminal whose cursor can move, but TERM is `dumb`\n\
                 help: run it in another terminal, or set TERM to its name, such as xterm-256color"
            )));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        // A second request ends the program at once.
        let end = move || {
            if asked.swap(true, Ordering::Relaxed) {
                restore();
                std::process::exit(INTERRUPTED.into());
            }
        };
        ctrlc::set_handler(end).map_err(|error| Failure::Bug(format!("cannot listen for signals: {error}")))?;
        restore_after_a_panic();
        let asked = Arc::clone(&stop);
        std::thread::Builder::new()
            .name("guard".to_owned())
            .spawn(move || guard(&asked))
            .map_err(|error| Failure::Bug(format!("cannot start a thread: {error}")))?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let mut screen = Self { terminal, stop, mouse };
        screen.take()?;
        Ok(screen)
    }

    fn take(&mut self) -> Result<(), Failure> {
        TAKEN.store(true, Ordering::Relaxed);
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, Hide)?;
        if self.mouse {
            listen_to_the_mouse()?;
        }
        // The first look installs the handler of SIGWINCH. Without it a window that changes its
        // size before the first key would keep the picture of the old size.
        event::poll(Duration::ZERO)?;
        self.draw_anew()
    }

    /// Has the next view drawn as a whole, for the window as it is now. Not by `clear`, which asks
    /// the terminal for its cursor and fails if there is no answer.
    fn draw_anew(&mut self) -> Result<(), Failure> {
        let size = self.terminal.size()?;
        Ok(self.terminal.resize(Rect::from((Position::ORIGIN, size)))?)
    }

    /// Shows a view.
    pub fn draw(&mut self, view: impl FnOnce(&mut Frame)) -> Result<(), Failure> {
        if PANICKED.load(Ordering::Relaxed) {
            return Err(Failure::Bug("a thread beside the screen has ended by a panic".to_owned()));
        }
        self.terminal.draw(view)?;
        Ok(())
    }

    /// The next thing that happens within this time.
    pub fn next(&mut self, patience: Duration) -> Result<Input, Failure> {
        let began = Instant::now();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Input::Stop);
            }
            if is_out_of_raw_mode() {
                return self.take_again();
            }
            // A long wait is cut into pieces: neither a signal nor another program's settings wake
            // it.
            let left = patience.saturating_sub(began.elapsed());
            if event::poll(left.min(LOOK_AROUND))? {
                break;
            }
            if left <= LOOK_AROUND {
                return Ok(if self.stop.load(Ordering::Relaxed) { Input::Stop } else { Input::Nothing });
            }
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind == KeyEventKind::Release => Input::Nothing,
            Event::Key(key) if is_control(&key, 'c') => Input::Stop,
            Event::Key(key) if is_control(&key, 'z') => self.suspend()?,
            Event::Key(key) => Input::Key(key),
            Event::Mouse(mouse) => Input::Mouse(mouse),
            Event::Paste(text) => Input::Paste(text),
            // Even for the same size: the window may have been smaller in between.
            Event::Resize(..) => {
                self.draw_anew()?;
                Input::Resized
            }
            Event::FocusGained | Event::FocusLost => Input::Nothing,
        })
    }

    /// Ctrl-Z: back to the shell, until it calls us again.
    fn suspend(&mut self) -> Result<Input, Failure> {
        #[cfg(unix)]
        {
            restore();
            rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TSTP)
                .map_err(io::Error::from)?;
            self.take()?;
        }
        Ok(Input::Resized)
    }

    /// The program was stopped without its knowledge, and the shell has its own settings since:
    /// everything is set and drawn anew.
    fn take_again(&mut self) -> Result<Input, Failure> {
        // What is on already is not set again, so it is set off before.
        disable_raw_mode()?;
        self.take()?;
        Ok(Input::Resized)
    }
}

/// Whether the terminal collects lines, although we have told it to send keys.
fn is_out_of_raw_mode() -> bool {
    #[cfg(unix)]
    {
        // Keys come from standard input, unless that is a file.
        let input = rustix::termios::tcgetattr(io::stdin());
        let settings = input.or_else(|_| rustix::termios::tcgetattr(io::stdout()));
        settings.is_ok_and(|settings| settings.local_modes.contains(rustix::termios::LocalModes::ICANON))
    }
    #[cfg(not(unix))]
    false
}

/// Whether the player is gone: the window is closed, or the connection lost.
fn is_gone() -> bool {
    #[cfg(unix)]
    {
        rustix::termios::tcgetattr(io::stdout()).is_err()
    }
    #[cfg(not(unix))]
    false
}

/// Ends the command where its loop cannot: at the end of a terminal the reader of keys reads on for
/// ever, and never comes back to look whether it was asked to stop.
fn guard(stop: &AtomicBool) {
    let mut asked: Option<Instant> = None;
    loop {
        std::thread::sleep(ROUND);
        // Only the time with the terminal counts: what comes after it is not ours to end.
        if !TAKEN.load(Ordering::Relaxed) {
            asked = None;
            continue;
        }
        if stop.load(Ordering::Relaxed) {
            asked.get_or_insert_with(Instant::now);
        }
        if is_gone() || asked.is_some_and(|asked| asked.elapsed() > GRACE) {
            restore();
            std::process::exit(INTERRUPTED.into());
        }
    }
}

/// Buttons and wheel alone: a report for every cell the mouse crosses would keep a slow line busy.
fn listen_to_the_mouse() -> io::Result<()> {
    #[cfg(unix)]
    return execute!(io::stdout(), ratatui::crossterm::style::Print("\x1b[?1000h\x1b[?1006h"));
    #[cfg(not(unix))]
    execute!(io::stdout(), ratatui::crossterm::event::EnableMouseCapture)
}

fn is_control(key: &KeyEvent, letter: char) -> bool {
    key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL)
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. What cannot be undone is not reported: the terminal is gone.
fn restore() {
    // Once: leaving another screen than the one we entered would put the cursor on top of what was
    // printed since.
    if !TAKEN.swap(false, Ordering::Relaxed) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = out.flush();
}

/// The message of a panic belongs on the screen the user comes from.
fn restore_after_a_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICKED.store(true, Ordering::Relaxed);
            restore();
            hook(panic);
        }));
    });
}
