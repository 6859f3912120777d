//! Hexadecimal digits with spaces between them, and hexadecimal numbers: `9 A B C`, `0xFE16...`.

use super::{Reading, Source};
use crate::domains::tiles::notation::Format;
use crate::domains::tiles::notation::cells::board_of;
use crate::domains::tiles::notation::lex::{Rules, compact, separated};
use crate::domains::tiles::notation::numerals::Words;

/// `0x` and a digit for each cell.
pub(super) fn prefixed(source: &Source<'_>) -> Option<Reading> {
    let word = source.code.trim();
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"))?;
    let is_number = digits.len() >= 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_number || !source.may_be(&[Format::Hex, Format::Digits]) {
        return None;
    }
    let code = source.code.replacen(&word[..2], "  ", 1);
    let cells = compact(source.text, &code, false, Words::Usual).ok()?;
    Some(board_of(source.text, &cells, source.options.size).into())
}

/// Cells of one digit each, of which some are letters.
pub(super) fn separated_digits(source: &Source<'_>) -> Option<Reading> {
    let formats = [Format::Hex, Format::Grid, Format::Rows, Format::List];
    if source.is_understood && source.options.format != Some(Format::Hex) || !source.may_be(&formats) {
        return None;
    }
    let line_is_row = !source.code.contains('/');
    let rules = Rules { line_is_row, json: false, words: Words::Hex };
    let cells = separated(source.text, source.code, rules).ok().filter(|cells| cells.tokens.len() > 1)?;
    Some(board_of(source.text, &cells, source.options.size).into())
}
