//! The files that the server hands out, by their paths in this crate. A release build holds them,
//! packed by `build.rs`; a debug build reads them from their folder, so that a change needs no
//! compiler.

use hyper::body::Bytes;

/// A file of the page, or the OpenAPI document. The caller has made sure that the path leads into
/// the crate.
#[cfg(debug_assertions)]
pub fn read(path: &str) -> Option<Bytes> {
    std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok().map(Bytes::from)
}

/// A file of the page, or the OpenAPI document.
#[cfg(not(debug_assertions))]
pub fn read(path: &str) -> Option<Bytes> {
    use std::collections::HashMap;
    use std::sync::LazyLock;

    const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/files.gz"));
    static FILES: LazyLock<HashMap<String, Bytes>> = LazyLock::new(|| unpack(PACKED));
    FILES.get(path).cloned()
}

/// The files of an archive; one that breaks off has those before the break.
#[cfg(any(test, not(debug_assertions)))]
fn unpack<F: FromIterator<(String, Bytes)>>(packed: &[u8]) -> F {
    use std::io::Read;

    let mut archive = Vec::new();
    // The archive is part of the program: there is no error but a break.
    let _ = flate2::read::GzDecoder::new(packed).read_to_end(&mut archive);
    let mut left = Bytes::from(archive);
    std::iter::from_fn(move || {
        let end = left.iter().position(|&byte| byte == b'\n')?;
        let line = left.split_to(end + 1);
        let (path, length) = std::str::from_utf8(&line[..end]).ok()?.rsplit_once(' ')?;
        let length = length.parse().ok().filter(|&length: &usize| length <= left.len())?;
        Some((path.to_owned(), left.split_to(length)))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::server::archive::pack;

    const CRATE: &str = env!("CARGO_MANIFEST_DIR");

    #[test]
    fn a_release_build_holds_what_a_debug_build_reads() {
        let files: Vec<(String, Bytes)> = unpack(&pack(Path::new(CRATE)).unwrap());
        for wanted in ["page/index.html", "page/js/main.js", "page/css/base.css", "page/icon.svg", "src/openapi.json"] {
            assert!(files.iter().any(|(path, _)| path == wanted), "{wanted}");
        }
        for (path, content) in files {
            assert!(std::fs::read(Path::new(CRATE).join(&path)).unwrap() == content, "{path}");
        }
    }

    #[test]
    fn an_archive_that_breaks_off_has_the_files_before_the_break() {
        let packed = pack(Path::new(CRATE)).unwrap();
        let whole: Vec<(String, Bytes)> = unpack(&packed);
        for length in [0, 1, packed.len() / 2] {
            let files: Vec<(String, Bytes)> = unpack(&packed[..length]);
            assert!(files.len() < whole.len() && whole.starts_with(&files), "{length} bytes");
        }
    }
}
