//! How tiles are coloured, on the screen and in pictures: one palette for all of them.

use crate::domains::tiles::{Cell, Shape};

/// A way to colour tiles. The colour belongs to the tile: it is that of its place in the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Scheme {
    /// All tiles alike
    #[default]
    Plain,
    /// A colour for each row of the goal
    Row,
    /// A colour for each ring of the goal, from the border inwards
    Ring,
}

impl Scheme {
    /// All schemes by name, in the order in which they are offered.
    pub const NAMES: [(&'static str, Self); 3] = [("plain", Self::Plain), ("row", Self::Row), ("ring", Self::Ring)];

    /// The colour of the tile whose place in the goal is `home`.
    pub fn tint(self, shape: Shape, home: Cell) -> Tint {
        let (row, col) = (shape.row(home), shape.col(home));
        match self {
            Self::Plain => PLAIN,
            Self::Row => TINTS[row % TINTS.len()],
            Self::Ring => {
                let ring = row.min(col).min(shape.rows() - 1 - row).min(shape.cols() - 1 - col);
                TINTS[ring % TINTS.len()]
            }
        }
    }
}

/// The colours of a tile: numbers of the 256 colours that terminals know, taken from their cube of
/// 6x6x6, whose members have the same red, green and blue everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    /// The tile.
    pub fill: u8,
    /// What is written on it.
    pub ink: u8,
}

/// Black, in the cube.
const BLACK: u8 = 16;
/// Light wood.
pub const PLAIN: Tint = Tint { fill: 223, ink: BLACK };
/// A tile at its place in the goal, where such tiles are marked.
pub const AT_HOME: Tint = Tint { fill: 152, ink: BLACK };
/// Light colours that black ink is read on (contrast above 7 to 1), neighbours far apart.
pub const TINTS: [Tint; 8] = [
    Tint { fill: 217, ink: BLACK },
    Tint { fill: 153, ink: BLACK },
    Tint { fill: 229, ink: BLACK },
    Tint { fill: 157, ink: BLACK },
    Tint { fill: 183, ink: BLACK },
    Tint { fill: 215, ink: BLACK },
    Tint { fill: 159, ink: BLACK },
    Tint { fill: 223, ink: BLACK },
];

/// Red, green and blue of a member of the cube.
pub fn rgb(color: u8) -> [u8; 3] {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let place = usize::from(color.saturating_sub(BLACK));
    [STEPS[place / 36 % 6], STEPS[place / 6 % 6], STEPS[place % 6]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of WCAG 2, from 1 to 21.
    fn contrast(a: u8, b: u8) -> f64 {
        let luminance = |color: u8| {
            let [red, green, blue] = rgb(color).map(|part| {
                let part = f64::from(part) / 255.0;
                if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_tile_can_be_read() {
        for tint in TINTS.into_iter().chain([PLAIN, AT_HOME]) {
            assert!(tint.fill >= BLACK && tint.fill < 232, "{tint:?} is in the cube");
            assert!(contrast(tint.fill, tint.ink) >= 7.0, "{tint:?}");
        }
        assert!((contrast(BLACK, 231) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn rows_and_rings_have_their_own_colours() {
        let shape: Shape = "5x4".parse().unwrap();
        let at = |scheme: Scheme, row, col| scheme.tint(shape, shape.cell(row, col)).fill;
        assert_eq!(at(Scheme::Plain, 0, 0), at(Scheme::Plain, 4, 3));
        assert_eq!(at(Scheme::Row, 1, 0), at(Scheme::Row, 1, 3));
        assert_ne!(at(Scheme::Row, 1, 0), at(Scheme::Row, 2, 0));
        assert_eq!(at(Scheme::Ring, 0, 2), at(Scheme::Ring, 4, 1));
        assert_eq!(at(Scheme::Ring, 1, 1), at(Scheme::Ring, 3, 2));
        assert_ne!(at(Scheme::Ring, 0, 0), at(Scheme::Ring, 1, 1));
    }
}
