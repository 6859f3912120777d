//! Choosing rows and columns.

use npuzzle::domains::tiles::Shape;
use npuzzle::domains::tiles::shape::LONGEST_SIDE;

/// Tiles of a single line cannot pass each other.
pub const SHORTEST_SIDE: usize = 2;

/// Rows and columns in the making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizePicker {
    rows: usize,
    cols: usize,
}

impl SizePicker {
    /// Begins with a size; a single line is not one of those that can be chosen.
    pub fn new(shape: Shape) -> Self {
        Self { rows: shape.rows().max(SHORTEST_SIDE), cols: shape.cols().max(SHORTEST_SIDE) }
    }

    /// The size so far.
    pub fn shape(&self) -> Option<Shape> {
        Shape::new(self.rows, self.cols).ok()
    }

    /// Adds rows and columns, or takes some away. `Err` says which end was reached.
    pub fn change(&mut self, rows: isize, cols: isize) -> Result<(), String> {
        let (wanted_rows, wanted_cols) = (self.rows.saturating_add_signed(rows), self.cols.saturating_add_signed(cols));
        self.rows = wanted_rows.clamp(SHORTEST_SIDE, LONGEST_SIDE);
        self.cols = wanted_cols.clamp(SHORTEST_SIDE, LONGEST_SIDE);
        if wanted_rows.min(wanted_cols) < SHORTEST_SIDE {
            return Err("on a single row or column tiles cannot pass each other: nothing to play".to_owned());
        }
        if wanted_rows.max(wanted_cols) > LONGEST_SIDE {
            return Err(format!("the longest side is {LONGEST_SIDE}"));
        }
        Ok(())
    }

    /// Chooses a square.
    pub fn square(&mut self, side: usize) {
        let side = side.clamp(SHORTEST_SIDE, LONGEST_SIDE);
        (self.rows, self.cols) = (side, side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_two_ends_and_each_is_explained() {
        let mut picker = SizePicker::new("1x5".parse().unwrap());
        assert_eq!(picker.shape().unwrap().to_string(), "2x5");
        assert!(picker.change(1, -1).is_ok());
        assert_eq!(picker.shape().unwrap().to_string(), "3x4");
        assert!(picker.change(-10, 0).unwrap_err().contains("cannot pass"));
        assert!(picker.change(0, 1000).unwrap_err().contains("100"));
        assert_eq!(picker.shape().unwrap().to_string(), "2x100");
        picker.square(5);
        assert_eq!(picker.shape().unwrap().to_string(), "5x5");
    }
}
