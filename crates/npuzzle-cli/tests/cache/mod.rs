//! A folder of tables for tests that are not about tables. The user's own is never touched, and
//! none is trusted that an earlier build of the program has made.

use std::path::PathBuf;
use std::sync::OnceLock;

/// The variable that names the folder.
pub const VARIABLE: &str = "NPUZZLE_CACHE";

/// The folder of this test program, empty when it is first asked for.
pub fn folder() -> &'static str {
    static FOLDER: OnceLock<String> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let name = format!("{}-cache", env!("CARGO_CRATE_NAME"));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        // It is not there the first time.
        let _ = std::fs::remove_dir_all(&folder);
        folder.to_str().expect("the folder of the build has a name in UTF-8").to_owned()
    })
}
