//! Where tables are kept once they are made: in memory for as long as the shelf lives, and in a folder if it has one.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Keeps tables of any type under their names. One shelf serves many searches, on several threads.
#[derive(Default)]
pub struct Shelf {
    folder: Option<PathBuf>,
    kept: Mutex<HashMap<String, Arc<dyn Any + Send + Sync>>>,
    notes: Mutex<Vec<String>>,
}

impl Shelf {
    /// A shelf in memory alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// A shelf whose tables are also kept in files. The folder need not be there yet.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..Self::default() }
    }

    /// Where its files are.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// What is kept under this name in memory.
    pub fn get<T: Any + Send + Sync>(&self, name: &str) -> Option<Arc<T>> {
        lock(&self.kept).get(name).cloned().and_then(|kept| kept.downcast().ok())
    }

    /// Keeps something under this name in memory, in place of what was there.
    pub fn keep<T: Any + Send + Sync>(&self, name: &str, table: Arc<T>) {
        lock(&self.kept).insert(name.to_owned(), table);
    }

    /// Forgets what is kept in memory under this name.
    pub fn forget(&self, name: &str) {
        lock(&self.kept).remove(name);
    }

    /// Notes something that the person should know: a table was built, or could not be kept.
    pub fn note(&self, note: impl Into<String>) {
        lock(&self.notes).push(note.into());
    }

    /// The notes since the last call.
    pub fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.notes))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = lock(&self.kept).keys().cloned().collect();
        f.debug_struct("Shelf").field("folder", &self.folder).field("kept", &names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_by_name_and_type() {
        let shelf = Shelf::new();
        assert!(shelf.get::<String>("a").is_none());
        shelf.keep("a", Arc::new("table".to_owned()));
        assert_eq!(shelf.get::<String>("a").as_deref().map(String::as_str), Some("table"));
        assert!(shelf.get::<u32>("a").is_none());
        shelf.forget("a");
        assert!(shelf.get::<String>("a").is_none());
        shelf.note("built");
        assert_eq!(shelf.take_notes(), ["built"]);
        assert!(shelf.take_notes().is_empty());
    }
}
