//! All keys, in one table: it decides what a key does, and the sheet of help and the line at the
//! bottom are made of it.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Where keys have their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Everywhere,
    Playing,
    Solving,
    Watching,
    Editing,
    Unsolvable,
    Size,
    Goal,
    GoalText,
    Refused,
    Help,
}

impl Place {
    /// All of them, in the order of the help.
    pub const ALL: [Self; 11] = [
        Self::Everywhere,
        Self::Playing,
        Self::Solving,
        Self::Watching,
        Self::Editing,
        Self::Unsolvable,
        Self::Size,
        Self::Goal,
        Self::GoalText,
        Self::Refused,
        Self::Help,
    ];

    /// What the help calls it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::Playing => "While you play",
            Self::Solving => "While a solution is sought",
            Self::Watching => "While you watch a solution",
            Self::Editing => "While you edit the board",
            Self::Unsolvable => "On the card of a board that cannot be solved",
            Self::Size => "While you choose a size",
            Self::Goal => "While you choose a goal",
            Self::GoalText => "While you type a goal",
            Self::Refused => "After a text that is not a board",
            Self::Help => "In this sheet",
        }
    }

    /// Whether letters are typed here, so that those of other places mean nothing.
    fn takes_letters(self) -> bool {
        self == Self::GoalText
    }
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Quit,
    Help,
    Colours,
    Up,
    Down,
    Left,
    Right,
    Whose,
    Hint,
    Solve,
    Distance,
    Undo,
    Redo,
    Restart,
    New,
    NextBoard,
    PreviousBoard,
    LastGame,
    Scroll,
    Size,
    Goal,
    Edit,
    Back,
    Toggle,
    StepBack,
    StepForward,
    LeapBack,
    LeapForward,
    First,
    Last,
    Slower,
    Faster,
    Digit,
    Blank,
    Erase,
    EraseAll,
    Swap,
    Shuffle,
    Repair,
    Accept,
    PageUp,
    PageDown,
}

/// A key as it is bound: Shift shows in the letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: KeyCode,
    control: bool,
}

const fn letter(letter: char) -> Key {
    Key { code: KeyCode::Char(letter), control: false }
}

const fn control(letter: char) -> Key {
    Key { code: KeyCode::Char(letter), control: true }
}

const fn control_key(code: KeyCode) -> Key {
    Key { code, control: true }
}

const fn key(code: KeyCode) -> Key {
    Key { code, control: false }
}

const ENTER: Key = key(KeyCode::Enter);
const ESCAPE: Key = key(KeyCode::Esc);
const BACKSPACE: Key = key(KeyCode::Backspace);
const SPACE: Key = letter(' ');

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Where.
    pub place: Place,
    /// The keys, each of which does it.
    pub keys: &'static [Key],
    /// How the keys are written.
    pub shown: &'static str,
    /// What it does, as the help says it.
    pub does: &'static str,
    /// Key and word in the line at the bottom, if it is important enough.
    pub short: Option<&'static str>,
    /// What it does.
    pub action: Action,
}

const fn bind(
    place: Place,
    keys: &'static [Key],
    shown: &'static str,
    does: &'static str,
    short: Option<&'static str>,
    action: Action,
) -> Binding {
    Binding { place, keys, shown, does, short, action }
}

const UP: &[Key] = &[key(KeyCode::Up), letter('k'), letter('w')];
const DOWN: &[Key] = &[key(KeyCode::Down), letter('j'), letter('s')];
const LEFT: &[Key] = &[key(KeyCode::Left), letter('h'), letter('a')];
const RIGHT: &[Key] = &[key(KeyCode::Right), letter('l'), letter('d')];
/// Large boards are scrolled by these; the letters lie as the arrows do.
#[rustfmt::skip]
const SCROLL: &[Key] = &[
    letter('I'), letter('J'), letter('K'), letter('L'),
    control_key(KeyCode::Up), control_key(KeyCode::Down), control_key(KeyCode::Left), control_key(KeyCode::Right),
];
#[rustfmt::skip]
const DIGITS: &[Key] = &[
    letter('0'), letter('1'), letter('2'), letter('3'), letter('4'),
    letter('5'), letter('6'), letter('7'), letter('8'), letter('9'),
];
const SIDES: &[Key] =
    &[letter('2'), letter('3'), letter('4'), letter('5'), letter('6'), letter('7'), letter('8'), letter('9')];

/// The table. Keys that the page has too are the same there; capital letters stand for its `S` and
/// `H`, since small ones move here.
#[rustfmt::skip]
pub const BINDINGS: &[Binding] = &[
    bind(Place::Everywhere, &[letter('?'), key(KeyCode::F(1))], "?", "all keys", Some("? help"), Action::Help),
    bind(Place::Everywhere, &[letter('q')], "q", "quit", Some("q quit"), Action::Quit),
    bind(Place::Everywhere, &[letter('c')], "c", "other colours: plain, by row, by ring", None, Action::Colours),

    bind(Place::Playing, UP, "up k w", "move up", None, Action::Up),
    bind(Place::Playing, DOWN, "down j s", "move down", None, Action::Down),
    bind(Place::Playing, LEFT, "left h a", "move left", None, Action::Left),
    bind(Place::Playing, RIGHT, "right l d", "move right", None, Action::Right),
    bind(Place::Playing, &[letter('m')], "m", "arrows move the tile, or the blank", None, Action::Whose),
    bind(Place::Playing, &[letter('H'), key(KeyCode::Tab)], "H Tab", "hint: show a move, then make it", Some("H hint"), Action::Hint),
    bind(Place::Playing, &[letter('S'), ENTER], "S Enter", "solve and watch", Some("S solve"), Action::Solve),
    bind(Place::Playing, &[letter('u'), letter('z'), BACKSPACE], "u z", "undo (Backspace too)", Some("u undo"), Action::Undo),
    bind(Place::Playing, &[letter('U'), letter('Z'), control('r'), control('y')], "U Z", "redo (Ctrl-R, Ctrl-Y too)", None, Action::Redo),
    bind(Place::Playing, &[letter('n'), letter('r')], "n r", "a new random board", Some("n new"), Action::New),
    bind(Place::Playing, &[letter('b')], "b", "the board you left, with its moves", None, Action::LastGame),
    bind(Place::Playing, &[letter('0'), key(KeyCode::Home)], "0 Home", "back to the start of this board", None, Action::Restart),
    bind(Place::Playing, &[letter('x')], "x", "another size", Some("x size"), Action::Size),
    bind(Place::Playing, &[letter('g')], "g", "another goal", Some("g goal"), Action::Goal),
    bind(Place::Playing, &[letter('e')], "e", "edit the board", Some("e edit"), Action::Edit),
    bind(Place::Playing, &[letter('t')], "t", "always show the distance, or not", None, Action::Distance),
    bind(Place::Playing, &[letter('N'), key(KeyCode::PageDown)], "N PgDn", "the next of several boards", None, Action::NextBoard),
    bind(Place::Playing, &[letter('P'), key(KeyCode::PageUp)], "P PgUp", "the previous of several boards", None, Action::PreviousBoard),
    bind(Place::Playing, SCROLL, "I J K L", "scroll a large board (Ctrl-arrows)", None, Action::Scroll),
    bind(Place::Playing, &[ESCAPE], "Esc", "end a search for a hint", None, Action::Back),

    bind(Place::Solving, &[ESCAPE, SPACE], "Esc", "end the search, and take the best solution so far", Some("Esc take the best"), Action::Back),

    bind(Place::Watching, &[SPACE], "Space", "play or pause", Some("Space play/pause"), Action::Toggle),
    bind(Place::Watching, &[ESCAPE, ENTER], "Esc", "play on from the board that is seen", Some("Esc play on"), Action::Back),
    bind(Place::Watching, &[letter(','), key(KeyCode::Left), letter('h')], ", left", "one move back", Some(", back"), Action::StepBack),
    bind(Place::Watching, &[letter('.'), key(KeyCode::Right), letter('l')], ". right", "one move on", Some(". on"), Action::StepForward),
    bind(Place::Watching, &[letter('<'), key(KeyCode::PageUp)], "< PgUp", "ten moves back", None, Action::LeapBack),
    bind(Place::Watching, &[letter('>'), key(KeyCode::PageDown)], "> PgDn", "ten moves on", None, Action::LeapForward),
    bind(Place::Watching, &[key(KeyCode::Home), letter('0')], "Home", "to the first board", None, Action::First),
    bind(Place::Watching, &[key(KeyCode::End), letter('G')], "End", "to the last board", None, Action::Last),
    bind(Place::Watching, &[letter('['), letter('-')], "[ -", "slower", Some("[/] speed"), Action::Slower),
    bind(Place::Watching, &[letter(']'), letter('+'), letter('=')], "] +", "faster", None, Action::Faster),
    bind(Place::Watching, &[letter('m')], "m", "letters name the blank, or the tile", None, Action::Whose),
    bind(Place::Watching, SCROLL, "I J K L", "scroll a large board (Ctrl-arrows)", None, Action::Scroll),

    bind(Place::Editing, UP, "up k w", "cursor up", None, Action::Up),
    bind(Place::Editing, DOWN, "down j s", "cursor down", None, Action::Down),
    bind(Place::Editing, LEFT, "left h a", "cursor left", None, Action::Left),
    bind(Place::Editing, RIGHT, "right l d", "cursor right", None, Action::Right),
    bind(Place::Editing, DIGITS, "0-9", "put the tile of this number under the cursor; 0 is the blank", Some("0-9 tile"), Action::Digit),
    bind(Place::Editing, &[SPACE], "Space", "put the blank under the cursor", None, Action::Blank),
    bind(Place::Editing, &[BACKSPACE], "Backspace", "take the last digit back", None, Action::Erase),
    bind(Place::Editing, &[letter('t')], "t", "swap two tiles: once at each of them", Some("t swap"), Action::Swap),
    bind(Place::Editing, &[letter('r')], "r", "a random board that can be solved", Some("r random"), Action::Shuffle),
    bind(Place::Editing, &[letter('f')], "f", "repair a board that cannot be solved", Some("f repair"), Action::Repair),
    bind(Place::Editing, &[ENTER], "Enter", "play this board", Some("Enter play"), Action::Accept),
    bind(Place::Editing, &[ESCAPE], "Esc", "drop what was begun, then all changes", Some("Esc discard"), Action::Back),

    bind(Place::Unsolvable, &[letter('f'), ENTER], "f Enter", "repair the board: swap two tiles", Some("f repair"), Action::Repair),
    bind(Place::Unsolvable, &[letter('g')], "g", "another goal", Some("g goal"), Action::Goal),
    bind(Place::Unsolvable, &[letter('e')], "e", "edit the board", Some("e edit"), Action::Edit),
    bind(Place::Unsolvable, UP, "up k w", "scroll up", None, Action::Up),
    bind(Place::Unsolvable, DOWN, "down j s", "scroll down", None, Action::Down),
    bind(Place::Unsolvable, &[ESCAPE], "Esc", "play it all the same", Some("Esc play it anyway"), Action::Back),

    bind(Place::Size, UP, "up k w", "one row less", None, Action::Up),
    bind(Place::Size, DOWN, "down j s", "one row more", Some("arrows size"), Action::Down),
    bind(Place::Size, LEFT, "left h a", "one column less", None, Action::Left),
    bind(Place::Size, RIGHT, "right l d", "one column more", None, Action::Right),
    bind(Place::Size, &[key(KeyCode::PageUp)], "PgUp", "ten rows and columns less", None, Action::PageUp),
    bind(Place::Size, &[key(KeyCode::PageDown)], "PgDn", "ten rows and columns more", None, Action::PageDown),
    bind(Place::Size, SIDES, "2-9", "a square of this side", Some("2-9 square"), Action::Digit),
    bind(Place::Size, &[ENTER], "Enter", "a new board of this size", Some("Enter new board"), Action::Accept),
    bind(Place::Size, &[ESCAPE], "Esc", "keep the board", Some("Esc keep the board"), Action::Back),

    bind(Place::Goal, UP, "up k w", "the goal above", None, Action::Up),
    bind(Place::Goal, DOWN, "down j s", "the goal below", Some("arrows choose"), Action::Down),
    bind(Place::Goal, &[ENTER], "Enter", "take it; of your own: begin to type", Some("Enter take it"), Action::Accept),
    bind(Place::Goal, &[ESCAPE], "Esc", "keep the goal", Some("Esc keep the goal"), Action::Back),

    bind(Place::GoalText, &[ENTER], "Enter", "take what is typed: a name, or a board", Some("Enter take it"), Action::Accept),
    bind(Place::GoalText, &[BACKSPACE], "Backspace", "erase a letter", Some("Backspace erase"), Action::Erase),
    bind(Place::GoalText, &[control('u')], "Ctrl-U", "erase all", None, Action::EraseAll),
    bind(Place::GoalText, &[ESCAPE], "Esc", "back to the list", Some("Esc back"), Action::Back),

    bind(Place::Refused, UP, "up k w", "scroll up", None, Action::Up),
    bind(Place::Refused, DOWN, "down j s", "scroll down", None, Action::Down),
    bind(Place::Refused, &[ESCAPE, ENTER, SPACE], "Esc Enter", "go on", Some("Esc go on"), Action::Back),

    bind(Place::Help, UP, "up k w", "scroll up", None, Action::Up),
    bind(Place::Help, DOWN, "down j s", "scroll down", Some("arrows scroll"), Action::Down),
    bind(Place::Help, &[key(KeyCode::PageUp)], "PgUp", "a page up", None, Action::PageUp),
    bind(Place::Help, &[key(KeyCode::PageDown), SPACE], "PgDn", "a page down", None, Action::PageDown),
    bind(Place::Help, &[key(KeyCode::Home), letter('0')], "Home", "to the top", None, Action::First),
    bind(Place::Help, &[key(KeyCode::End), letter('G')], "End", "to the bottom", None, Action::Last),
    bind(Place::Help, &[ESCAPE, ENTER], "Esc", "close the sheet", Some("Esc close"), Action::Back),
];

/// The bindings that hold in a place: its own, then those of everywhere.
pub fn bindings(place: Place) -> impl Iterator<Item = &'static Binding> {
    let own = BINDINGS.iter().filter(move |binding| binding.place == place);
    let general = move |binding: &&Binding| {
        binding.place == Place::Everywhere && place != Place::Everywhere && !place.takes_letters()
    };
    own.chain(BINDINGS.iter().filter(general))
}

/// What a key does in a place.
pub fn action(place: Place, event: &KeyEvent) -> Option<Action> {
    let pressed = pressed(event)?;
    bindings(place).find(|binding| binding.keys.contains(&pressed)).map(|binding| binding.action)
}

/// The letter of a key, where it is typed as such.
pub fn typed(event: &KeyEvent) -> Option<char> {
    match pressed(event)? {
        Key { code: KeyCode::Char(letter), control: false } => Some(letter),
        _ => None,
    }
}

/// A key of the table; `None` with Alt and others, which are left to the terminal.
fn pressed(event: &KeyEvent) -> Option<Key> {
    let others = event.modifiers - (KeyModifiers::SHIFT | KeyModifiers::CONTROL);
    let code = if event.code == KeyCode::BackTab { KeyCode::Tab } else { event.code };
    others.is_empty().then_some(Key { code, control: event.modifiers.contains(KeyModifiers::CONTROL) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings_in_one_place() {
        for place in Place::ALL {
            let keys: Vec<Key> = bindings(place).flat_map(|binding| binding.keys).copied().collect();
            for (number, key) in keys.iter().enumerate() {
                assert!(!keys[..number].contains(key), "{place:?}: {key:?} is bound twice");
            }
        }
    }

    #[test]
    fn every_key_does_what_the_table_says() {
        for place in Place::ALL {
            for binding in bindings(place) {
                for key in binding.keys {
                    let modifiers = if key.control { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
                    assert_eq!(action(place, &KeyEvent::new(key.code, modifiers)), Some(binding.action), "{binding:?}");
                }
            }
        }
    }

    /// Letters are written as they are typed, so what is shown can be checked against what is
    /// bound.
    #[test]
    fn the_shown_letters_are_bound() {
        for binding in BINDINGS {
            for word in binding.shown.split(' ') {
                let mut letters = word.chars();
                if let (Some(shown), None) = (letters.next(), letters.next()) {
                    assert!(binding.keys.contains(&letter(shown)), "{binding:?}");
                }
            }
            assert!(!binding.does.is_empty() && binding.shown.is_ascii() && binding.does.is_ascii());
        }
    }

    #[test]
    fn shift_shows_in_the_letter_and_alt_is_not_ours() {
        let event = |modifiers| KeyEvent::new(KeyCode::Char('U'), modifiers);
        assert_eq!(action(Place::Playing, &event(KeyModifiers::SHIFT)), Some(Action::Redo));
        assert_eq!(action(Place::Playing, &event(KeyModifiers::ALT)), None);
        assert_eq!(action(Place::GoalText, &KeyEvent::from(KeyCode::Char('q'))), None, "it is typed");
    }
}
