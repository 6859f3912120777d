//! The colours of pictures: tiles have those of the scheme, and these are around them.

use super::scheme::{Tint, rgb};

/// Red, green and blue.
pub type Paint = [u8; 3];

/// What the tiles lie in.
pub const TRAY: Paint = [0xdb, 0xe0, 0xe5];
/// Where there is no tile.
pub const HOLLOW: Paint = [0xbf, 0xc8, 0xd1];
/// The line around the tile that has just moved.
pub const MARK: Paint = [0xb0, 0x42, 0x0f];
/// Letters beside boards.
pub const LETTERS: Paint = [0x2b, 0x33, 0x3d];

/// The colour of a tile.
pub fn fill(tint: Tint) -> Paint {
    rgb(tint.fill)
}

/// What is written on it.
pub fn ink(tint: Tint) -> Paint {
    rgb(tint.ink)
}

/// The line around it.
pub fn outline(tint: Tint) -> Paint {
    mixed(fill(tint), ink(tint), 1, 4)
}

/// `part` of `whole` of the way from one colour to another.
pub fn mixed(from: Paint, to: Paint, part: u32, whole: u32) -> Paint {
    std::array::from_fn(|at| {
        let (from, to) = (u32::from(from[at]), u32::from(to[at]));
        ((from * (whole - part) + to * part + whole / 2) / whole) as u8
    })
}

/// As style sheets write it.
pub fn hex([red, green, blue]: Paint) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_mixed_and_written() {
        assert_eq!(mixed([0, 100, 200], [100, 100, 0], 1, 4), [25, 100, 150]);
        assert_eq!((mixed(TRAY, MARK, 0, 3), mixed(TRAY, MARK, 3, 3)), (TRAY, MARK));
        assert_eq!(hex(MARK), "#b0420f");
    }
}
