//! The compiled kernels are those of the sources, and keep their values in registers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels");

/// What is made of the sources.
const COMPILED: [&str; 3] = ["sm_90.cubin", "sm_80.cubin", "compute_80.ptx"];

/// The files of the unit that is compiled.
fn sources(name: &str, found: &mut BTreeSet<String>) {
    if !found.insert(name.to_owned()) {
        return;
    }
    let text = fs::read_to_string(Path::new(KERNELS).join(name)).unwrap();
    let included = text.lines().filter_map(|line| line.strip_prefix("#include \"")?.strip_suffix('"'));
    included.for_each(|name| sources(name, found));
}

/// The 64-bit hash of Fowler, Noll and Vo over files of a folder: as in `kernels/compile.py`.
fn fingerprint<'f>(folder: &Path, files: impl IntoIterator<Item = &'f str>) -> String {
    let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    let value = files.into_iter().fold(0xCBF2_9CE4_8422_2325, |value, file| {
        let bytes = fs::read(folder.join(file)).unwrap();
        let named = [file.as_bytes(), b"\0", &bytes].concat();
        named.iter().fold(value, hash)
    });
    format!("{value:016x}")
}

#[test]
fn compiled_kernels_are_fresh_and_spill_nothing() {
    let kernels = Path::new(KERNELS);
    let mut files = BTreeSet::new();
    sources("kernels.cu", &mut files);
    assert_eq!(files.len(), 7);
    let mut expected = vec![format!("sources {}", fingerprint(kernels, files.iter().map(String::as_str)))];
    let folder = kernels.join("compiled");
    expected.extend(COMPILED.map(|file| format!("{file} {}", fingerprint(&folder, [file]))));

    let report = fs::read_to_string(folder.join("report.txt")).unwrap();
    let mut lines = report.lines();
    let found: Vec<&str> = lines.by_ref().take(expected.len()).collect();
    assert_eq!(found, expected, "run `cargo xtask kernels`");
    let kernels: Vec<&str> = lines.collect();
    assert_eq!(kernels.len(), 22);
    for kernel in kernels {
        assert!(kernel.ends_with(" 0 bytes of stack, 0 stored, 0 loaded"), "{kernel}");
    }
}
