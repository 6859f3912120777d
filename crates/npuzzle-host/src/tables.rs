//! Where tables are kept: one table cache for the whole process, with files in the user's cache
//! folder.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use etcetera::BaseStrategy;
use npuzzle::core::TableCache;

/// The variable that names another folder.
pub const VARIABLE: &str = "NPUZZLE_CACHE";

/// The folder of the tables, where one can be told.
pub fn folder() -> Option<PathBuf> {
    let user = || Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("npuzzle"));
    let cache = named(std::env::var_os(VARIABLE)).or_else(user)?;
    // A relative one means the same folder for as long as the process lives.
    Some(std::path::absolute(&cache).unwrap_or(cache).join("tables"))
}

/// The folder that a variable names. An empty one names none.
fn named(value: Option<OsString>) -> Option<PathBuf> {
    value.filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The table cache of this process.
pub fn table_cache() -> Arc<TableCache> {
    static SHELF: OnceLock<Arc<TableCache>> = OnceLock::new();
    Arc::clone(SHELF.get_or_init(|| Arc::new(folder().map_or_else(TableCache::new, TableCache::in_folder))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variable_names_no_folder() {
        assert_eq!(named(None), None);
        assert_eq!(named(Some(OsString::new())), None);
        assert_eq!(named(Some("x/y".into())), Some(PathBuf::from("x/y")));
    }
}
