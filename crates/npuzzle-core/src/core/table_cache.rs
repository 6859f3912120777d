//! Where tables are kept once they are made: in memory for as long as the table cache lives, and in
//! a folder or a vault if it has one.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Keeps the files of tables where there are no folders: in a page, the browser's storage.
pub trait Vault: fmt::Debug + Send + Sync {
    /// The file that was kept under this name. The engine keeps what is in it, so it is asked for
    /// once.
    fn take(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps a file, if it can.
    fn keep(&self, name: &str, file: &[u8]);
}

/// Keeps tables of any type under their names. One table cache serves many searches, on several
/// threads.
#[derive(Default)]
pub struct TableCache {
    folder: Option<PathBuf>,
    vault: Option<Arc<dyn Vault>>,
    kept: Mutex<Kept>,
    notes: Mutex<Vec<String>>,
}

/// What is kept in memory.
#[derive(Default)]
struct Kept {
    tables: HashMap<String, Table>,
    /// Counts every use, to tell which table has not been used for longest.
    uses: u64,
    /// Bytes that all tables together may take.
    room: Option<u64>,
}

struct Table {
    content: Arc<dyn Any + Send + Sync>,
    bytes: u64,
    last_use: u64,
}

impl Kept {
    /// Forgets tables that have not been used for long until the others fit. A caller that holds
    /// one of them still has it.
    fn make_room(&mut self) {
        let Some(room) = self.room else { return };
        while self.tables.values().map(|table| table.bytes).sum::<u64>() > room {
            let large = self.tables.iter().filter(|(_, table)| table.bytes > 0);
            let Some(name) = large.min_by_key(|(_, table)| table.last_use).map(|(name, _)| name.clone()) else {
                return;
            };
            self.tables.remove(&name);
        }
    }
}

impl TableCache {
    /// A table cache in memory alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// A table cache whose tables are also kept in files. The folder need not be there yet.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..Self::default() }
    }

    /// A table cache whose tables are also kept in a vault.
    pub fn with_vault(vault: Arc<dyn Vault>) -> Self {
        Self { vault: Some(vault), ..Self::default() }
    }

    /// Where its files are if there is no folder.
    pub fn vault(&self) -> Option<&dyn Vault> {
        self.vault.as_deref()
    }

    /// Where its files are.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// What is kept under this name in memory.
    pub fn get<T: Any + Send + Sync>(&self, name: &str) -> Option<Arc<T>> {
        let mut kept = lock(&self.kept);
        kept.uses += 1;
        let uses = kept.uses;
        let table = kept.tables.get_mut(name)?;
        table.last_use = uses;
        Arc::clone(&table.content).downcast().ok()
    }

    /// Keeps something small under this name in memory, in place of what was there.
    pub fn keep<T: Any + Send + Sync>(&self, name: &str, content: Arc<T>) {
        self.keep_sized(name, content, 0);
    }

    /// Keeps something of so many bytes under this name in memory, in place of what was there, if
    /// there is room for it.
    pub fn keep_sized<T: Any + Send + Sync>(&self, name: &str, content: Arc<T>, bytes: u64) {
        let mut kept = lock(&self.kept);
        kept.uses += 1;
        let last_use = kept.uses;
        kept.tables.insert(name.to_owned(), Table { content, bytes, last_use });
        kept.make_room();
    }

    /// Forgets what is kept in memory under this name.
    pub fn forget(&self, name: &str) {
        lock(&self.kept).tables.remove(name);
    }

    /// Forgets what is kept in memory under such names.
    pub fn forget_all(&self, is_it: impl Fn(&str) -> bool) {
        self.forget_where(|name, _| is_it(name));
    }

    /// The same for what is not in use. Whether there was anything.
    pub fn forget_unused(&self, is_it: impl Fn(&str) -> bool) -> bool {
        self.forget_where(|name, table| is_it(name) && Arc::strong_count(&table.content) == 1)
    }

    /// Forgets what is kept under this name if it is not in use, and was not used since the last
    /// call with the same `seen`, which is `None` at first. Whether it is gone.
    pub fn forget_idle(&self, name: &str, seen: &mut Option<u64>) -> bool {
        let use_of_unused = match lock(&self.kept).tables.get(name) {
            Some(table) => Some(table.last_use).filter(|_| Arc::strong_count(&table.content) == 1),
            None => return true,
        };
        let before = std::mem::replace(seen, use_of_unused);
        let is_idle = |named: &str, table: &Table| named == name && Some(table.last_use) == before;
        use_of_unused.is_some() && use_of_unused == before && self.forget_where(is_idle)
    }

    fn forget_where(&self, is_it: impl Fn(&str, &Table) -> bool) -> bool {
        let forgotten: Vec<(String, Table)> =
            lock(&self.kept).tables.extract_if(|name, table| is_it(name, table)).collect();
        // The lock is free again: tables may take long to drop.
        !forgotten.is_empty()
    }

    /// Says how many bytes all tables in memory may take together. Without a limit, they stay for
    /// as long as the table cache lives.
    pub fn limit_room(&self, bytes: u64) {
        let mut kept = lock(&self.kept);
        kept.room = Some(bytes);
        kept.make_room();
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

impl fmt::Debug for TableCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = lock(&self.kept).tables.keys().cloned().collect();
        f.debug_struct("Shelf").field("folder", &self.folder).field("kept", &names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_by_name_and_type() {
        let table_cache = TableCache::new();
        assert!(table_cache.get::<String>("a").is_none());
        table_cache.keep("a", Arc::new("table".to_owned()));
        assert_eq!(table_cache.get::<String>("a").as_deref().map(String::as_str), Some("table"));
        assert!(table_cache.get::<u32>("a").is_none());
        table_cache.forget("a");
        assert!(table_cache.get::<String>("a").is_none());
        table_cache.note("built");
        assert_eq!(table_cache.take_notes(), ["built"]);
        assert!(table_cache.take_notes().is_empty());
    }

    #[test]
    fn what_is_in_use_is_not_forgotten_with_the_rest() {
        let table_cache = TableCache::new();
        let held = Arc::new(1);
        table_cache.keep("a on a card", Arc::clone(&held));
        for name in ["b on a card", "c"] {
            table_cache.keep(name, Arc::new(2));
        }
        let there = || ["a on a card", "b on a card", "c"].map(|name| table_cache.get::<i32>(name).is_some());
        assert!(table_cache.forget_unused(|name| name.ends_with("on a card")));
        assert_eq!(there(), [true, false, true]);
        assert!(!table_cache.forget_unused(|name| name.ends_with("on a card")));
        table_cache.forget_all(|name| name.ends_with("on a card"));
        assert_eq!(there(), [false, false, true]);
    }

    #[test]
    fn what_is_not_used_for_a_while_is_forgotten() {
        let table_cache = TableCache::new();
        let mut seen = None;
        assert!(table_cache.forget_idle("a", &mut seen), "it is not there");
        table_cache.keep("a", Arc::new(1));
        assert!(!table_cache.forget_idle("a", &mut seen));
        let used = table_cache.get::<i32>("a").unwrap();
        for _ in 0..3 {
            assert!(!table_cache.forget_idle("a", &mut seen));
        }
        drop(used);
        assert!(!table_cache.forget_idle("a", &mut seen));
        table_cache.get::<i32>("a").unwrap();
        assert!(!table_cache.forget_idle("a", &mut seen), "it was used in between");
        assert!(table_cache.forget_idle("a", &mut seen));
        assert!(table_cache.get::<i32>("a").is_none());
    }

    #[test]
    fn what_was_not_used_for_longest_makes_room() {
        let table_cache = TableCache::new();
        table_cache.keep("small", Arc::new(0));
        for name in ["a", "b", "c"] {
            table_cache.keep_sized(name, Arc::new(1), 10);
        }
        assert!(table_cache.get::<i32>("a").is_some());
        table_cache.limit_room(20);
        assert!(table_cache.get::<i32>("b").is_none());
        table_cache.keep_sized("d", Arc::new(1), 15);
        let kept = ["small", "a", "c", "d"].map(|name| table_cache.get::<i32>(name).is_some());
        assert_eq!(kept, [true, false, false, true]);
        table_cache.keep_sized("too large", Arc::new(1), 21);
        assert!(table_cache.get::<i32>("too large").is_none());
    }
}
