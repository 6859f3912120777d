//! The layers: an arrow may never point back. Between crates the compiler keeps the arrows; inside
//! of them this test does.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top. The rooms of one layer may use each other.
const LAYERS: [&[&str]; 15] = [
    &["core"],
    &["store"],
    &["domains"],
    &["tables"],
    &["heuristics"],
    &["algorithms"],
    &["solvers"],
    &["trace"],
    &["catalogue"],
    &["answer"],
    &["teach"],
    &["lab"],
    &["front"],
    &["picture"],
    &["question"],
];

/// The layer of a room.
fn layer(room: &str) -> Option<usize> {
    LAYERS.iter().position(|rooms| rooms.contains(&room))
}

/// The crates of the engine.
const CRATES: [&str; 9] =
    ["", "-core", "-domains", "-tables", "-heuristics", "-algorithms", "-solvers", "-boards", "-others"];
/// The referee may look at plain boards only, and only those who report may call it.
const REFEREE: &str = "verify";
/// Modules that may contain `unsafe`. Each block needs its argument, and each module a safe
/// reference to be tested against.
const UNSAFE_MODULES: [&str; 5] =
    ["allocator.rs", "cuda.rs", "store/bytes.rs", "store/instructions.rs", "store/prefetch.rs"];
/// The crates of the first two: fronts learn from one about the machine, and the other drives
/// cards.
const HOST: &str = "-host";
const GPU: &str = "-gpu";

fn sources() -> Vec<(PathBuf, String)> {
    let sources = sources_of(&CRATES);
    assert!(sources.len() > 200, "the sources have moved");
    sources
}

fn sources_of(crates: &[&str]) -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut sources = Vec::new();
    for name in crates {
        let root = PathBuf::from(format!("{}{name}/src", env!("CARGO_MANIFEST_DIR")));
        let mut files = Vec::new();
        collect(&root, &mut files);
        files.sort();
        let relative = |file: &PathBuf| file.strip_prefix(&root).unwrap().to_owned();
        sources.extend(files.iter().map(|file| (relative(file), fs::read_to_string(file).unwrap())));
    }
    sources
}

/// The code of a file without its unit tests, which may use what they like.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text)
}

/// The unit tests of a file.
fn unit_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod tests").map_or("", |(_, tests)| tests)
}

/// Whether a function is called, by this name and not as a method.
fn calls(text: &str, function: &str) -> bool {
    text.match_indices(&format!("{function}(&")).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        before.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_' && c != '.')
    })
}

/// The top-level modules a text names after `crate::`.
fn named(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")).flat_map(|(number, line)| {
        line.split("crate::").skip(1).filter_map(move |rest| {
            let name = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
            (!name.is_empty()).then_some((number + 1, name))
        })
    })
}

#[test]
fn no_arrow_points_back() {
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        let own = file.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        let Some(own_layer) = layer(&own) else { continue };
        for (line, name) in named(code(&text)) {
            let allowed = match layer(name) {
                Some(other) => other <= own_layer,
                None => name == REFEREE && ["catalogue", "answer", "question"].contains(&own.as_str()),
            };
            if !allowed {
                wrong.push(format!("{}:{line} names crate::{name}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The picture of the design shows all of them.
#[test]
fn every_room_is_in_the_picture() {
    let picture = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/layers.svg")).unwrap();
    for room in LAYERS.concat() {
        assert!(picture.contains(&format!(">{room}</text>")), "docs/layers.svg does not show `{room}`");
    }
}

/// `algorithms` never names a domain: any domain must do.
#[test]
fn searches_know_no_domain() {
    for (file, text) in sources() {
        if file.starts_with("algorithms") {
            let domains: Vec<_> = named(code(&text)).filter(|(_, name)| *name == "domains").collect();
            assert!(domains.is_empty(), "{} names a domain in lines {domains:?}", file.display());
        }
    }
}

#[test]
fn the_referee_shares_no_code_with_the_searches() {
    let (_, text) = sources().into_iter().find(|(file, _)| file == Path::new("verify.rs")).unwrap();
    assert!(named(code(&text)).all(|(_, name)| name == "domains"));
}

/// In a page the standard library has no time: it is asked for in one place.
#[test]
fn moments_come_from_the_clock() {
    for (file, text) in sources() {
        let asks = |line: &&str| {
            !line.trim_start().starts_with("//") && line.contains("std::time") && line.contains("Instant")
        };
        let found = code(&text).lines().find(asks);
        assert!(found.is_none() || file == Path::new("core/clock.rs"), "{}: {found:?}", file.display());
    }
}

#[test]
fn unsafe_stays_where_it_is_listed() {
    for (file, text) in sources().into_iter().chain(sources_of(&[HOST, GPU])) {
        let listed = UNSAFE_MODULES.iter().any(|module| file == Path::new(module));
        let used = text.lines().any(|line| {
            let line = line.trim_start();
            !line.starts_with("//")
                && (line.contains("unsafe {") || line.contains("unsafe fn") || line.contains("unsafe impl"))
        });
        assert!(listed || !used, "{} is not listed for unsafe code", file.display());
        assert!(!used || text.contains("SAFETY:"), "{} gives no SAFETY argument", file.display());
    }
}

/// A time that is read elsewhere cannot be held by a test, and a test that reads it measures the
/// machine.
#[test]
fn the_clock_is_read_in_one_place() {
    let word = concat!("Instant", "::now");
    for (path, text) in sources() {
        let may_read = ["core/clock.rs", "core/ground.rs"].iter().any(|room| path == Path::new(room));
        assert!(may_read || !text.contains(word), "{} reads the clock", path.display());
    }
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        assert!(!text.contains(word), "{} reads the clock", path.display());
    }
}

/// A unit test that asks the catalogue for an answer has every search compiled, for every storage.
/// The unit tests are compiled beside the library and would pay for all that again: such tests
/// stand in this folder.
#[test]
fn unit_tests_do_not_compile_every_search_again() {
    for (file, text) in sources() {
        let tests = unit_tests(&text);
        let may_ask = ["answer", "lab", "front"].into_iter().any(|room| file.starts_with(room));
        let names = named(tests).any(|(_, name)| ["answer", "lab", "front"].contains(&name));
        for function in ["anytime", "audit", "compare", "search", "solve", "solve_repeatedly"] {
            let asks = (may_ask || names) && calls(tests, function);
            assert!(!asks, "{}: a unit test calls `{function}`; it belongs to crates/npuzzle/tests", file.display());
        }
    }
}

/// The check itself must be able to fail.
#[test]
fn a_backward_arrow_would_be_seen() {
    let names: Vec<_> =
        named("use crate::lab::bench;\n// crate::catalogue\nlet x = crate::verify::verify;\n").collect();
    assert_eq!(names, [(1, "lab"), (3, "verify")]);
    let tests =
        unit_tests("fn solve() {}\n#[cfg(test)]\nmod tests {\n    let x = search(&y); z.solve(&y); research(&y);\n}\n");
    assert_eq!(["search", "solve"].map(|function| calls(tests, function)), [true, false]);
}
