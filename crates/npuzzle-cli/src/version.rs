//! What this program is: version, commit, features.

/// The version of the release.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");
/// What it was compiled for.
pub const TARGET: &str = env!("NPUZZLE_TARGET");
const COMMIT: &str = env!("NPUZZLE_COMMIT");
/// The date of the commit, if that is known.
pub const DATE: &str = env!("NPUZZLE_COMMIT_DATE");

/// The commit and its date, as far as they are known.
pub fn commit() -> String {
    match COMMIT.strip_suffix('+') {
        _ if COMMIT.is_empty() => "unknown (not built in a git repository)".to_owned(),
        Some(hash) => format!("{hash} of {DATE}, with changes"),
        None => format!("{COMMIT} of {DATE}"),
    }
}

/// The optional parts that are in it.
pub fn features() -> String {
    let parts = [("serve", cfg!(feature = "serve")), ("tui", cfg!(feature = "tui")), ("cuda", cfg!(feature = "cuda"))];
    let names: Vec<&str> = parts.into_iter().filter(|(_, there)| *there).map(|(name, _)| name).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// One line: `0.2.0 (0e63124a5b 2026-11-16)`. A `+` behind the commit says that the sources were
/// changed.
pub fn short() -> String {
    if COMMIT.is_empty() { NUMBER.to_owned() } else { format!("{NUMBER} ({COMMIT} {DATE})") }
}

/// All there is to know.
pub fn long() -> String {
    format!("{NUMBER}\ncommit    {}\nfeatures  {}\ntarget    {TARGET}", commit(), features())
}
