//! Packs the sets of boards in `data/`, which are texts to read, into one byte per tile: a third of
//! the bytes in the program.
//!
//! A board is two bytes for its cost, the lower one first, and one byte for each tile.

use std::fs;
use std::io::{Error, Result, Write};
use std::path::Path;

fn main() -> Result<()> {
    let folder = std::env::var_os("OUT_DIR").ok_or_else(|| Error::other("cargo names no OUT_DIR"))?;
    for entry in fs::read_dir("data")? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let rows = text.lines().filter(|line| !line.starts_with('#')).zip(1..);
        let packed: Option<Vec<Vec<u8>>> = rows.map(|(row, number)| pack(row, number)).collect();
        let expected = "expected lines with a number, a cost and tiles";
        let packed = packed.ok_or_else(|| Error::other(format!("{}: {expected}", path.display())))?;
        let name = path.with_extension("bin");
        fs::write(Path::new(&folder).join(name.file_name().unwrap_or_default()), packed.concat())?;
    }
    writeln!(std::io::stdout(), "cargo::rerun-if-changed=build.rs\ncargo::rerun-if-changed=data")
}

/// A board of a set; `None` if it is not the one with this number.
fn pack(row: &str, number: u16) -> Option<Vec<u8>> {
    let mut words = row.split_whitespace();
    let is_next = words.next()?.parse() == Ok(number);
    let cost: u16 = words.next().filter(|_| is_next)?.parse().ok()?;
    let tiles: Option<Vec<u8>> = words.map(|word| word.parse().ok()).collect();
    Some([cost.to_le_bytes().as_slice(), &tiles?].concat())
}
