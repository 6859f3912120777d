//! Moves as people write them: letters with or without counts (`R3 D`), words, arrows, or the
//! numbers of tiles (`5 8`).
//!
//! The text itself says which: letters are directions, numbers are tiles. A text that mixes them is
//! refused, since every guess could be wrong. Words are found one at a time, so that a text of
//! millions of moves takes no more memory than its letters.

use std::iter::Peekable;
use std::str::Chars;

use crate::core::spelling::thousands;
use crate::domains::tiles::board::Board;
use crate::domains::tiles::moves::{Moves, MovesOf};
use crate::domains::tiles::notation::{Place, TextError};
use crate::domains::tiles::shape::{Cell, Direction, Tile};

/// The arrows that stand for directions, in the order of [`Direction::ALL`].
const ARROWS: [char; 4] = ['↑', '↓', '←', '→'];
/// The words for directions, in the same order.
const WORDS: [&str; 4] = ["up", "down", "left", "right"];
const LONGEST_WORD: usize = 5;

/// No solution of a 100x100 board is anywhere near this long.
pub const LONGEST_LIST: usize = 100_000_000;

/// A text of moves that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveText<'t> {
    text: &'t str,
    has_numbers: bool,
}

/// Where the moves of a text lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The moves that are possible: all of them, or those before the first that is not.
    pub moves: Moves,
    /// The board after these moves.
    pub end: Board,
    /// The first move that is not possible.
    pub illegal: Option<IllegalMove>,
    /// Numbers of tiles that push others before them: how many there are, and the first of them.
    pub line_slides: Option<(usize, Tile)>,
}

/// A move that is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The number of the move, counted from one.
    pub number: usize,
    /// Its text.
    pub word: String,
    /// Where it stands.
    pub place: Place,
    /// Why it is not possible.
    pub reason: String,
}

impl IllegalMove {
    /// What to tell, with the place.
    pub fn error(&self) -> TextError {
        let Self { number, word, place, reason } = self;
        let message = format!("move {number} (`{word}`) is not possible: {reason}");
        TextError { place: Some(place.clone()), ..TextError::plain(message) }
    }
}

impl<'t> MoveText<'t> {
    /// Reads a text: every word is a move, and all of one kind.
    pub fn read(text: &'t str) -> Result<Self, TextError> {
        let mut first: Option<Word> = None;
        for word in Words::of(text) {
            let word = word.map_err(|(word, wrong)| wrong.error(&word, text))?;
            if first.get_or_insert(word).is_tile() != word.is_tile() {
                return Err(Wrong::Mixed.error(&word, text));
            }
        }
        Ok(Self { text, has_numbers: first.is_some_and(|first| first.is_tile()) })
    }

    /// Whether it names tiles by their numbers.
    pub fn has_numbers(&self) -> bool {
        self.has_numbers
    }

    fn words(&self) -> impl Iterator<Item = Word> {
        Words::of(self.text).map_while(Result::ok)
    }

    /// The moves that the letters name, whether or not a board allows them.
    pub(super) fn directions(&self, of: MovesOf) -> Result<Moves, TextError> {
        let mut directions = Vec::new();
        for word in self.words() {
            let Name::Direction(named) = word.name else {
                return Err(Wrong::NumberWithoutBoard.error(&word, self.text));
            };
            if directions.len().saturating_add(word.count) > LONGEST_LIST {
                return Err(Wrong::TooMany.error(&word, self.text));
            }
            directions.extend(std::iter::repeat_n(of.named(named), word.count));
        }
        Ok(Moves(directions))
    }

    /// Makes the moves on a board, up to the first that is not possible, but no more than `most`:
    /// beyond that, the place of the move that is one too many is the error.
    pub fn play(&self, start: &Board, of: MovesOf, most: usize) -> Result<Played, TextError> {
        let mut table = Table::new(start);
        let mut line_slides: Option<(usize, Tile)> = None;
        for word in self.words() {
            let made = match word.name {
                Name::Direction(named) => table.go(of, of.named(named), word.count),
                Name::Tile(tile) => table.bring(tile).map(|(moved, tiles)| {
                    if tiles > 1 {
                        let (count, _) = line_slides.get_or_insert((0, moved));
                        *count += 1;
                    }
                }),
            };
            if let Err(reason) = made {
                let number = table.moves.len() + 1;
                let (place, word) = (word.place(self.text), word.text(self.text));
                let illegal = Some(IllegalMove { number, word, place, reason });
                return Ok(Played { moves: Moves(table.moves), end: table.board, illegal, line_slides });
            }
            if table.moves.len() > most {
                return Err(Wrong::MoreThan(most).error(&word, self.text));
            }
        }
        Ok(Played { moves: Moves(table.moves), end: table.board, illegal: None, line_slides })
    }
}

/// A board on which moves are made.
struct Table {
    board: Board,
    blank: Cell,
    places: Vec<Cell>,
    moves: Vec<Direction>,
}

impl Table {
    fn new(start: &Board) -> Self {
        Self { board: start.clone(), blank: start.blank(), places: start.places(), moves: Vec::new() }
    }

    fn slide(&mut self, direction: Direction) -> bool {
        let Some(next) = self.board.slide(self.blank, direction) else { return false };
        self.places[self.board.tile_at(self.blank).index()] = self.blank;
        self.blank = next;
        self.moves.push(direction);
        true
    }

    /// Moves the blank so many times in a direction. A letter may mean the tile, of which the
    /// reason speaks then.
    fn go(&mut self, of: MovesOf, direction: Direction, count: usize) -> Result<(), String> {
        for done in 0..count {
            if self.slide(direction) {
                continue;
            }
            let (border, tile_goes) = match direction {
                Direction::Up => ("top row", "down"),
                Direction::Down => ("bottom row", "up"),
                Direction::Left => ("leftmost column", "right"),
                Direction::Right => ("rightmost column", "left"),
            };
            let after = if done == 0 { String::new() } else { format!("after {done} of {count} moves ") };
            let tile = if of == MovesOf::Tile { format!(", so no tile can go {tile_goes}") } else { String::new() };
            return Err(format!("{after}the blank is in the {border}{tile}"));
        }
        Ok(())
    }

    /// Moves a tile towards the blank, with all tiles between them: the tile, and how many moved.
    fn bring(&mut self, number: u64) -> Result<(Tile, usize), String> {
        let shape = self.board.shape();
        let last = shape.cells() - 1;
        let tile = match usize::try_from(number) {
            Ok(0) => return Err(format!("0 is the blank: expected a tile, 1 to {last}")),
            Ok(tile) if tile <= last => Tile(tile as u16),
            _ => return Err(format!("there is no such tile on a {shape} board: expected 1 to {last}")),
        };
        let place = |cell| (shape.row(cell), shape.col(cell));
        let ((row, col), (blank_row, blank_col)) = (place(self.places[tile.index()]), place(self.blank));
        let (direction, tiles) = match () {
            () if row == blank_row && col < blank_col => (Direction::Left, blank_col - col),
            () if row == blank_row => (Direction::Right, col - blank_col),
            () if col == blank_col && row < blank_row => (Direction::Up, blank_row - row),
            () if col == blank_col => (Direction::Down, row - blank_row),
            () => {
                let [row, col, blank_row, blank_col] = [row, col, blank_row, blank_col].map(|place| place + 1);
                return Err(format!(
                    "the tile is in row {row}, column {col}, and the blank in row {blank_row}, column {blank_col}: \
                     expected a tile in the row or the column of the blank"
                ));
            }
        };
        for _ in 0..tiles {
            self.slide(direction);
        }
        Ok((tile, tiles))
    }
}

/// A word of a text, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    name: Name,
    /// How often its move is made.
    count: usize,
    line: usize,
    column: usize,
    length: usize,
}

/// What a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    /// A direction, of the blank or of the tile.
    Direction(Direction),
    /// A tile by its number.
    Tile(u64),
}

impl Word {
    fn is_tile(&self) -> bool {
        matches!(self.name, Name::Tile(_))
    }

    fn place(&self, text: &str) -> Place {
        let line = text.split('\n').nth(self.line - 1).unwrap_or_default().trim_end_matches('\r');
        Place { line: self.line, column: self.column, length: self.length, text: line.to_owned() }
    }

    fn text(&self, text: &str) -> String {
        self.place(text).text.chars().skip(self.column - 1).take(self.length).collect()
    }
}

/// What is wrong with a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    NotAMove,
    NoCount,
    CountBeforeLetter,
    Mixed,
    NumberWithoutBoard,
    TooMany,
    MoreThan(usize),
}

impl Wrong {
    fn error(self, word: &Word, text: &str) -> TextError {
        let written = word.text(text);
        let message = match self {
            Self::NotAMove => format!("`{written}` is not a move: expected U, D, L or R, or the number of a tile"),
            Self::NoCount => format!("`{written}` makes no move: expected a count of at least 1"),
            Self::CountBeforeLetter => format!("`{written}` has its count before the letter: expected it behind"),
            Self::Mixed => format!("`{written}` mixes letters and the numbers of tiles: expected one kind"),
            Self::NumberWithoutBoard => format!("`{written}` names a tile: expected U, D, L or R"),
            Self::TooMany => format!("more than {} moves", thousands(LONGEST_LIST)),
            Self::MoreThan(most) => format!("too many moves: expected at most {}", thousands(most)),
        };
        let error = TextError { place: Some(word.place(text)), ..TextError::plain(message) };
        match self {
            Self::NotAMove => error.hint("write letters (UURD), counts (U2 R D) or the numbers of tiles (5 8)"),
            Self::CountBeforeLetter => error.hint("R3 moves three times to the right"),
            Self::Mixed => error.hint("a count follows its letter at once, as in R3; a number alone names a tile"),
            _ => error,
        }
    }
}

/// Finds the words of a text, one at a time.
struct Words<'t> {
    rest: Peekable<Chars<'t>>,
    line: usize,
    column: usize,
}

impl<'t> Words<'t> {
    fn of(text: &'t str) -> Self {
        Self { rest: text.chars().peekable(), line: 1, column: 1 }
    }

    fn next_if(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let found = self.rest.next_if(|&c| wanted(c))?;
        (self.line, self.column) = if found == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(found)
    }

    /// Skips what may stand between moves: blanks, commas, what lists are made of, and comments.
    fn skip(&mut self) {
        loop {
            if self.next_if(|c| c == '#').is_some() {
                while self.next_if(|c| c != '\n').is_some() {}
            }
            if self.next_if(|c| c.is_whitespace() || ",;[]()'\"\u{FEFF}".contains(c)).is_none() {
                break;
            }
        }
    }

    /// The digits that come next, as a number.
    fn digits(&mut self) -> Option<u64> {
        let mut number = None;
        while let Some(digit) = self.next_if(|c| c.is_ascii_digit()).and_then(|c| c.to_digit(10)) {
            number = Some(number.unwrap_or(0_u64).saturating_mul(10).saturating_add(u64::from(digit)));
        }
        number
    }

    /// The direction that comes next, as a word, an arrow or a letter.
    fn direction(&mut self) -> Option<Direction> {
        let letters: String =
            self.rest.clone().take(LONGEST_WORD + 1).take_while(|c| c.is_ascii_alphabetic()).collect();
        let place = WORDS.iter().position(|word| letters.eq_ignore_ascii_case(word));
        if let Some(place) = place {
            for _ in letters.chars() {
                self.next_if(|_| true);
            }
            return Some(Direction::ALL[place]);
        }
        let next = *self.rest.peek()?;
        let arrow = ARROWS.iter().position(|&arrow| arrow == next).map(|place| Direction::ALL[place]);
        let direction = arrow.or_else(|| Direction::from_letter(next))?;
        self.next_if(|_| true);
        Some(direction)
    }
}

impl Iterator for Words<'_> {
    type Item = Result<Word, (Word, Wrong)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip();
        self.rest.peek()?;
        let (line, column) = (self.line, self.column);
        let word = |name, count, words: &Self| Word { name, count, line, column, length: words.column - column };
        if let Some(number) = self.digits() {
            if self.next_if(|c| c.is_alphabetic() || ARROWS.contains(&c)).is_some() {
                return Some(Err((word(Name::Tile(number), 1, self), Wrong::CountBeforeLetter)));
            }
            return Some(Ok(word(Name::Tile(number), 1, self)));
        }
        let Some(direction) = self.direction() else {
            self.next_if(|_| true);
            return Some(Err((word(Name::Direction(Direction::Up), 1, self), Wrong::NotAMove)));
        };
        let count = self.digits();
        let count_or_one = usize::try_from(count.unwrap_or(1)).unwrap_or(usize::MAX);
        let found = word(Name::Direction(direction), count_or_one, self);
        Some(match count_or_one {
            0 => Err((found, Wrong::NoCount)),
            count if count > LONGEST_LIST => Err((found, Wrong::TooMany)),
            _ => Ok(found),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domains::tiles::Shape;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::Goal;
    use crate::domains::tiles::moves::MoveNotation;
    use crate::verify::verify;

    fn goal(shape: &str) -> Board {
        Goal::default().board(shape.parse().unwrap()).unwrap()
    }

    fn play(text: &str, start: &Board) -> Played {
        MoveText::read(text).unwrap().play(start, MovesOf::Blank, usize::MAX).unwrap()
    }

    fn refused(text: &str) -> (String, usize, usize) {
        let error = MoveText::read(text).unwrap_err();
        let place = error.place.clone().unwrap();
        (error.to_string(), place.line, place.column)
    }

    #[test]
    fn letters_counts_words_and_arrows_are_the_same_moves() {
        let start = goal("3x3");
        for text in
            ["UULD", "u2 l,d", "U U\n L # a comment\n D", "['Up', 'Up', 'Left', 'Down']", "↑2←↓", "up2;LEFT down"]
        {
            let played = play(text, &start);
            assert_eq!((played.moves.to_string().as_str(), played.illegal), ("UULD", None), "{text}");
            assert_eq!(played.end.to_string(), "1 5 2/4 0 3/7 8 6", "{text}");
        }
        assert_eq!(play("", &start).end, start);
    }

    #[test]
    fn numbers_name_tiles_and_may_push_a_line() {
        let start = goal("3x3");
        let single = play("6 3 2 5", &start);
        assert_eq!((single.moves.to_string().as_str(), single.line_slides), ("UULD", None));
        let line = play("3 1", &start);
        assert_eq!((line.moves.to_string().as_str(), line.line_slides), ("UULL", Some((2, Tile(3)))));
    }

    /// Every guess would be wrong for somebody.
    #[test]
    fn what_cannot_be_told_apart_is_refused() {
        let [mixed, before, none] = ["R 3", "3R", "R0"].map(|text| refused(text).0);
        assert_eq!(mixed, "`3` mixes letters and the numbers of tiles: expected one kind");
        assert_eq!(before, "`3R` has its count before the letter: expected it behind");
        assert_eq!(none, "`R0` makes no move: expected a count of at least 1");
        assert_eq!(
            refused("UD\n  é"),
            ("`é` is not a move: expected U, D, L or R, or the number of a tile".into(), 2, 3)
        );
        assert_eq!(refused("5 8 U").1, 1);
        let alone = Moves::parse("5 8", MovesOf::Blank).unwrap_err();
        assert_eq!(alone.to_string(), "`5` names a tile: expected U, D, L or R");
        let many = Moves::parse("U99999999999999999999999", MovesOf::Blank).unwrap_err();
        assert_eq!(many.to_string(), "more than 100,000,000 moves");
        let text = MoveText::read("ULDR").unwrap();
        assert!(text.play(&goal("3x3"), MovesOf::Blank, 3).unwrap_err().to_string().ends_with("at most 3"));
    }

    #[test]
    fn an_illegal_move_is_pointed_at_with_the_reason() {
        let start = goal("3x3");
        let reason = |text: &str, of| {
            let played = MoveText::read(text).unwrap().play(&start, of, usize::MAX).unwrap();
            let illegal = played.illegal.unwrap();
            (illegal.number, illegal.place.column, illegal.word, illegal.reason)
        };
        let blank = |text: &str| reason(text, MovesOf::Blank);
        assert_eq!(blank("UUU"), (3, 3, "U".into(), "the blank is in the top row".into()));
        assert_eq!(blank("U3"), (3, 1, "U3".into(), "after 2 of 3 moves the blank is in the top row".into()));
        assert_eq!(blank("L99999999").0, 3);
        assert_eq!(refused("U L99999999999999999999"), ("more than 100,000,000 moves".into(), 1, 3));
        assert_eq!(blank("D").3, "the blank is in the bottom row");
        assert_eq!(reason("L", MovesOf::Tile).3, "the blank is in the rightmost column, so no tile can go left");
        let far = "the tile is in row 1, column 1, and the blank in row 3, column 3: expected a tile in the row or \
                   the column of the blank";
        assert_eq!(blank("1"), (1, 1, "1".into(), far.into()));
        assert_eq!(blank("8 0").3, "0 is the blank: expected a tile, 1 to 8");
        assert_eq!(blank("58").3, "there is no such tile on a 3x3 board: expected 1 to 8");
        assert_eq!(play("D", &start).illegal.unwrap().error().to_string(), {
            "move 1 (`D`) is not possible: the blank is in the bottom row"
        });
    }

    /// A board, and moves that are possible on it.
    fn way() -> impl Strategy<Value = (Board, Moves)> {
        let sides = (1_usize..6, 2_usize..6).prop_map(|(rows, cols)| Shape::new(rows, cols).unwrap());
        let choices = prop::collection::vec(0_usize..4, 0..60);
        (sides, any::<u64>(), choices).prop_map(|(shape, seed, choices)| {
            let goal = Goal::default().board(shape).unwrap();
            let start = Generator::new(&goal, Kind::Uniform, seed).unwrap().board();
            let (mut board, mut moves) = (start.clone(), Vec::new());
            for choice in choices {
                if let Some(next) = board.moved(Direction::ALL[choice]) {
                    board = next;
                    moves.push(Direction::ALL[choice]);
                }
            }
            (start, Moves(moves))
        })
    }

    proptest! {
        #[test]
        fn every_notation_reads_back_as_the_same_moves((start, moves) in way()) {
            for of in [MovesOf::Blank, MovesOf::Tile] {
                for (_, notation, _) in MoveNotation::NAMES {
                    let text = moves.written(notation, &start, of);
                    let of = notation.moves_of(of).unwrap_or(of);
                    let played = MoveText::read(&text).unwrap().play(&start, of, usize::MAX).unwrap();
                    prop_assert_eq!(&played.moves, &moves, "{}", text);
                    prop_assert!(played.illegal.is_none() && played.line_slides.is_none());
                    prop_assert_eq!(verify(&start, &played.end, &moves), Ok(()));
                }
            }
        }

        #[test]
        fn the_inverse_leads_back_to_the_start((start, moves) in way()) {
            let there = play(&moves.to_string(), &start);
            let back = play(&moves.inverse().numbers(&there.end), &there.end);
            prop_assert_eq!(back.end, start);
            prop_assert_eq!(back.moves.inverse(), moves);
        }

        /// A move off the board is put somewhere among possible ones: it is found there.
        #[test]
        fn the_first_illegal_move_is_the_one_found((start, moves) in way(), part in 0.0..1.0) {
            let legal = Moves(moves.0[..(moves.0.len() as f64 * part) as usize].to_vec());
            let end = play(&legal.to_string(), &start).end;
            let off = Direction::ALL.into_iter().find(|&direction| end.moved(direction).is_none());
            prop_assume!(off.is_some());
            let text = format!("{legal}{}{moves}", Moves(off.into_iter().collect()));
            let played = play(&text, &start);
            let illegal = played.illegal.unwrap();
            prop_assert_eq!((illegal.number, illegal.place.column), (legal.0.len() + 1, legal.0.len() + 1));
            prop_assert_eq!((played.end, played.moves), (end, legal));
        }

        /// No text panics, and what is read has a place in it.
        #[test]
        fn any_text_is_read_or_refused(text in "[UDLRudlr0-9 x,#\n↑é]{0,40}") {
            match MoveText::read(&text) {
                Ok(read) => {
                    let played = read.play(&goal("3x3"), MovesOf::Tile, usize::MAX).unwrap();
                    prop_assert_eq!(verify(&goal("3x3"), &played.end, &played.moves), Ok(()));
                }
                Err(error) => {
                    let place = error.place.unwrap();
                    prop_assert!(place.column <= place.text.chars().count() && place.length > 0);
                }
            }
        }
    }
}
