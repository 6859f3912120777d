//! The compiled kernels are those of the sources, and keep their values in registers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels");

/// The files of the unit that is compiled.
fn sources(name: &str, found: &mut BTreeSet<String>) {
    if !found.insert(name.to_owned()) {
        return;
    }
    let text = fs::read_to_string(Path::new(KERNELS).join(name)).unwrap();
    let included = text.lines().filter_map(|line| line.strip_prefix("#include \"")?.strip_suffix('"'));
    included.for_each(|name| sources(name, found));
}

/// The 64-bit hash of Fowler, Noll and Vo over all sources: as in `kernels/compile.py`.
fn fingerprint() -> String {
    let mut files = BTreeSet::new();
    sources("kernels.cu", &mut files);
    assert_eq!(files.len(), 7);
    let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    let value = files.iter().fold(0xCBF2_9CE4_8422_2325, |value, file| {
        let bytes = fs::read(Path::new(KERNELS).join(file)).unwrap();
        let named = [file.as_bytes(), b"\0", &bytes].concat();
        named.iter().fold(value, hash)
    });
    format!("{value:016x}")
}

#[test]
fn compiled_kernels_are_fresh_and_spill_nothing() {
    let report = fs::read_to_string(Path::new(KERNELS).join("compiled/report.txt")).unwrap();
    let expected = format!("sources {}", fingerprint());
    assert_eq!(report.lines().next(), Some(expected.as_str()), "run `cargo xtask kernels`");
    let kernels: Vec<&str> = report.lines().skip(1).collect();
    assert_eq!(kernels.len(), 22);
    for kernel in kernels {
        assert!(kernel.ends_with(" 0 bytes of stack, 0 stored, 0 loaded"), "{kernel}");
    }
}
