//! Digits as pixels, in the size a tile needs: the font has four sizes, and what lies between them
//! is interpolated.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, RasterizedChar, get_raster};

/// A digit of which less is left cannot be read.
const LEAST_HEIGHT: f64 = 5.0;
/// Each pixel is the mean of so many points each way.
const POINTS: u32 = 4;

/// The ten digits, all of one size.
pub struct Digits {
    width: u32,
    height: u32,
    /// How much of each pixel is covered, 0 to 255, row by row.
    masks: Vec<Vec<u8>>,
}

impl Digits {
    /// Digits with which numbers of `count` of them fit into a tile; `None` if they could not be
    /// read.
    pub fn fit(tile: u32, count: usize) -> Option<Self> {
        let sizes = [RasterHeight::Size16, RasterHeight::Size20, RasterHeight::Size24, RasterHeight::Size32];
        let largest = Source::new(RasterHeight::Size32)?;
        let (side, count) = (f64::from(tile), count as f64);
        let height = (0.44 * side).min(0.82 * side / (count * largest.advance / largest.height));
        if height < LEAST_HEIGHT {
            return None;
        }
        // The smallest that need not be enlarged looks best.
        let sources = sizes.into_iter().filter_map(Source::new);
        let source = sources.into_iter().find(|source| source.height >= height).unwrap_or(largest);
        let scale = source.height / height;
        let (width, height) = ((source.advance / scale).round().max(1.0) as u32, height.ceil() as u32);
        let masks = source.digits.iter().map(|digit| source.mask(digit, scale, width, height)).collect();
        Some(Self { width, height, masks })
    }

    /// How much of the pixel of a tile is covered by the number in its middle, 0 to 255.
    pub fn coverage(&self, number: &[u8], tile: u32, x: u32, y: u32) -> u8 {
        let left = tile.saturating_sub(self.width * number.len() as u32) / 2;
        let top = tile.saturating_sub(self.height) / 2;
        let (Some(x), Some(y)) = (x.checked_sub(left), y.checked_sub(top).filter(|&y| y < self.height)) else {
            return 0;
        };
        let digit = number.get((x / self.width) as usize).map(|digit| usize::from(digit.wrapping_sub(b'0')));
        let mask = digit.and_then(|digit| self.masks.get(digit));
        mask.map_or(0, |mask| mask[(y * self.width + x % self.width) as usize])
    }
}

/// One size of the font, without the empty rows above and below digits.
struct Source {
    digits: Vec<RasterizedChar>,
    advance: f64,
    top: usize,
    height: f64,
}

impl Source {
    fn new(size: RasterHeight) -> Option<Self> {
        let digits: Option<Vec<_>> = ('0'..='9').map(|digit| get_raster(digit, FontWeight::Bold, size)).collect();
        let digits = digits?;
        let is_used = |row: &usize| {
            digits.iter().any(|digit| digit.rows().nth(*row).is_some_and(|row| row.iter().any(|&p| p > 0)))
        };
        let rows = || (0..size.val()).filter(is_used);
        let (top, bottom) = (rows().next()?, rows().next_back()?);
        let advance = digits.first()?.width() as f64;
        Some(Self { digits, advance, top, height: (bottom + 1 - top) as f64 })
    }

    /// A digit, `scale` times smaller.
    fn mask(&self, digit: &RasterizedChar, scale: f64, width: u32, height: u32) -> Vec<u8> {
        let middle = |point: u32| (f64::from(point) + 0.5) / f64::from(POINTS);
        let pixel = |x: u32, y: u32| {
            let mut sum = 0.0;
            for (down, right) in (0..POINTS).flat_map(|down| (0..POINTS).map(move |right| (down, right))) {
                let (x, y) = ((f64::from(x) + middle(right)) * scale, (f64::from(y) + middle(down)) * scale);
                sum += self.point(digit, x, y);
            }
            (sum / f64::from(POINTS * POINTS)).round() as u8
        };
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect()
    }

    /// The coverage at a point, between the four pixels around it.
    fn point(&self, digit: &RasterizedChar, x: f64, y: f64) -> f64 {
        let (x, y) = (x - 0.5, y - 0.5);
        let at = |x: f64, y: f64| {
            let (x, y) = (x as isize, y as isize + self.top as isize);
            match (usize::try_from(x), usize::try_from(y)) {
                (Ok(x), Ok(y)) => digit.pixel(x, y).map_or(0.0, f64::from),
                _ => 0.0,
            }
        };
        let (left, top) = (x.floor(), y.floor());
        let (right, down) = (x - left, y - top);
        let above = at(left, top) * (1.0 - right) + at(left + 1.0, top) * right;
        let below = at(left, top + 1.0) * (1.0 - right) + at(left + 1.0, top + 1.0) * right;
        above * (1.0 - down) + below * down
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_the_middle_of_their_tile() {
        for (tile, number) in [(59, "8"), (59, "15"), (118, "9999"), (20, "24"), (236, "7")] {
            let digits = Digits::fit(tile, number.len()).unwrap();
            let inked = |x: u32, y: u32| digits.coverage(number.as_bytes(), tile, x, y) > 127;
            let columns: Vec<u32> = (0..tile).filter(|&x| (0..tile).any(|y| inked(x, y))).collect();
            let rows: Vec<u32> = (0..tile).filter(|&y| (0..tile).any(|x| inked(x, y))).collect();
            for used in [columns, rows] {
                let (before, after) = (used[0], tile - 1 - used[used.len() - 1]);
                assert!(before.abs_diff(after) <= tile / 12 + 1, "{tile} {number}: {before} and {after}");
                assert!(before > 0 && after > 0, "{tile} {number}");
            }
        }
    }

    #[test]
    fn digits_are_different_and_unreadable_ones_left_out() {
        let digits = Digits::fit(30, 2).unwrap();
        let mut masks = digits.masks.clone();
        masks.sort();
        masks.dedup();
        assert_eq!(masks.len(), 10);
        assert!(Digits::fit(7, 4).is_none());
    }
}
