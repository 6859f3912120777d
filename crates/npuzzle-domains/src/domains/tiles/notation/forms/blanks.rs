//! Usual forms with another word for the blank: `1 2 3/4 - 6/7 5 8`, `[1,2,3,4,null,...]`,
//! `1234*6758`.

use super::{Reading, Source};
use crate::domains::tiles::notation::Format;
use crate::domains::tiles::notation::cells::board_of;
use crate::domains::tiles::notation::lex::compact;
use crate::domains::tiles::notation::numerals::Words;
use crate::domains::tiles::notation::usual::{self, Unread, recognised};

pub(super) fn read(source: &Source<'_>) -> Option<Reading> {
    if source.is_understood {
        return letter_b(source);
    }
    match usual::read_code(source.text, source.code, source.options, Words::Wide) {
        Ok(board) => Some(Reading::Board(board)),
        Err(Unread { error, is_understood: true }) => Some(Reading::Mistake(*error)),
        Err(_) => None,
    }
}

/// The tile that the letter is.
const B: u64 = 11;

/// `1234b6758`: among single characters `b` is a tile if the board has so many, else the blank.
fn letter_b(source: &Source<'_>) -> Option<Reading> {
    let rows = match recognised(source.code, source.options) {
        Format::Digits => false,
        Format::Underscore => true,
        _ => return None,
    };
    let mut cells = compact(source.text, source.code, rows, Words::Usual).ok()?;
    let mut letters = cells.tokens.iter_mut().filter(|token| token.number == B);
    letters.next()?.number = 0;
    board_of(source.text, &cells, source.options.size).ok().map(Reading::Board)
}
