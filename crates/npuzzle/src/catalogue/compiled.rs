//! The code that searches boards of a storage: each storage is compiled once, in a crate below this one.

pub(crate) use npuzzle_boards::{Compiled, MEDIUM, SMALL};
pub(crate) use npuzzle_others::LARGE;

/// Evaluates an expression with the code for boards of a shape, under a name:
/// `with_code!(shape, code => explore(code, start))`.
macro_rules! with_code {
    ($shape:expr, $code:ident => $work:expr) => {
        match $shape.cells() {
            ..=16 => {
                let $code = &$crate::catalogue::compiled::SMALL;
                $work
            }
            17..=25 => {
                let $code = &$crate::catalogue::compiled::MEDIUM;
                $work
            }
            _ => {
                let $code = &$crate::catalogue::compiled::LARGE;
                $work
            }
        }
    };
}

pub(crate) use with_code;
