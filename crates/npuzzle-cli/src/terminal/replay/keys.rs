//! The keys of a replay: one table that answers them and makes the help.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Step(i64),
    First,
    Last,
    PlayOrPause,
    Slower,
    Faster,
    Jump,
    GoTo,
    Find,
    FindAgain { forward: bool },
    NextPanel,
    Scroll(i64),
    Code,
    Help,
    Back,
    Quit,
}

/// Keys that ask for the same.
pub struct Binding {
    keys: &'static [KeyCode],
    /// Whether Shift is held, where it makes a difference. Letters and signs have it in themselves.
    shift: Option<bool>,
    /// Empty where another line of the help names them.
    pub shown: &'static str,
    pub does: &'static str,
    pub action: Action,
}

const fn binding(keys: &'static [KeyCode], shown: &'static str, does: &'static str, action: Action) -> Binding {
    Binding { keys, shift: None, shown, does, action }
}

use KeyCode::{Char, Down, End, Home, Left, PageDown, PageUp, Right, Tab, Up};

/// The first that fits is meant.
pub const BINDINGS: [Binding; 23] = [
    Binding { shift: Some(true), ..binding(&[Right], "", "", Action::Step(10)) },
    Binding { shift: Some(true), ..binding(&[Left], "", "", Action::Step(-10)) },
    binding(&[Char('.'), Right], ". Right", "one step forward", Action::Step(1)),
    binding(&[Char(','), Left], ", Left", "one step back", Action::Step(-1)),
    binding(&[PageDown, Char('>')], "> PageDown", "ten steps forward; Shift+Right too", Action::Step(10)),
    binding(&[PageUp, Char('<')], "< PageUp", "ten steps back; Shift+Left too", Action::Step(-10)),
    binding(&[Home], "Home", "the first step", Action::First),
    binding(&[End], "End", "the last step", Action::Last),
    binding(&[Char(' ')], "Space", "play, pause", Action::PlayOrPause),
    binding(&[Char('[')], "[", "slower", Action::Slower),
    binding(&[Char(']')], "]", "faster", Action::Faster),
    binding(&[Char('j')], "j", "jump to an event of note", Action::Jump),
    binding(&[Char(':'), Char('G')], ": G", "go to the step of a number", Action::GoTo),
    binding(&[Char('/')], "/", "find a state", Action::Find),
    binding(&[Char('n')], "n", "find it again, after this step", Action::FindAgain { forward: true }),
    binding(&[Char('N')], "N", "find it again, before this step", Action::FindAgain { forward: false }),
    binding(&[Tab], "Tab", "the next panel", Action::NextPanel),
    binding(&[Down], "Down", "scroll the panel down", Action::Scroll(1)),
    binding(&[Up], "Up", "scroll the panel up", Action::Scroll(-1)),
    binding(&[Char('c')], "c", "pseudo-code instead of what waits, and back", Action::Code),
    binding(&[Char('?')], "?", "this help", Action::Help),
    binding(&[KeyCode::Esc], "Esc", "stop, go back, take a message away", Action::Back),
    binding(&[Char('q')], "q", "quit", Action::Quit),
];

/// What a key asks for, if anything.
pub fn action(key: &KeyEvent) -> Option<Action> {
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let fits = |binding: &&Binding| binding.keys.contains(&key.code) && binding.shift.is_none_or(|held| held == shift);
    BINDINGS.iter().find(fits).map(|binding| binding.action)
}

/// What a key does in a line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    Letter(char),
    Erase,
    EraseWord,
    Empty,
    Accept,
    GiveUp,
}

/// What a key does where a text is typed. Keys with Control and Alt type nothing.
pub fn typed(key: &KeyEvent) -> Option<Typed> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if !(key.modifiers - KeyModifiers::SHIFT - KeyModifiers::CONTROL).is_empty() {
        return None;
    }
    match (control, key.code) {
        (true, Char('u')) => Some(Typed::Empty),
        (true, Char('w')) => Some(Typed::EraseWord),
        (true, Char('h')) | (false, KeyCode::Backspace) => Some(Typed::Erase),
        (false, Char(letter)) => Some(Typed::Letter(letter)),
        (false, KeyCode::Enter) => Some(Typed::Accept),
        (false, KeyCode::Esc) => Some(Typed::GiveUp),
        _ => None,
    }
}
