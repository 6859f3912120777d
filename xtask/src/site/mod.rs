//! `cargo xtask site [DIR] [--draft]`: the page with the engine inside, and the documents, as a
//! folder of static files. Every address in it is relative, so it works below any address.
//!
//! | folder | what | made by |
//! | --- | --- | --- |
//! | `index.html`, `guide/`, `theory/`, `reference/`, `api/` and so on | what is read | `documents` |
//! | `play/` | the page, and the engine as WebAssembly in `play/engine/` | `engine` |
//! | `sw.js` | keeps the other files for visits without a network | `offline` |

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{root, say};

mod documents;
mod engine;
mod offline;

pub use engine::{TARGET as WASM, obstacle};

/// Where the site is written without another folder.
const USUAL_FOLDER: &str = "target/site";

/// A site that is being written.
pub struct Site {
    /// Its folder.
    pub folder: PathBuf,
    /// Whether it is only for tests and trials: quick to make, and not as small and fast as it can
    /// be.
    pub is_draft: bool,
}

impl Site {
    /// Understands the arguments of the command.
    fn new(arguments: &[String]) -> Result<Self, String> {
        let (options, folders): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with('-'));
        if let Some(unknown) = options.iter().find(|option| **option != "--draft") {
            return Err(format!("unknown option `{unknown}`; there is `--draft`"));
        }
        if let [_, more, ..] = folders.as_slice() {
            return Err(format!("one folder is enough; found `{more}` as well"));
        }
        let folder = folders.first().map_or_else(|| root().join(USUAL_FOLDER), PathBuf::from);
        Ok(Self { folder, is_draft: !options.is_empty() })
    }

    /// Removes an older site, so that nothing of it is left. Other files are not touched.
    fn clear(&self) -> Result<(), String> {
        let problem = |error: io::Error| format!("cannot clear {}: {error}", self.folder.display());
        if self.folder.join(offline::NAME).is_file() {
            return fs::remove_dir_all(&self.folder).map_err(problem);
        }
        let is_free = fs::read_dir(&self.folder).map_or(true, |mut files| files.next().is_none());
        if is_free { Ok(()) } else { Err(format!("{} holds something else than a site", self.folder.display())) }
    }

    /// Writes a file of the site, with the folders on the way to it.
    pub fn write(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> Result<(), String> {
        let file = self.folder.join(path);
        let folder = file.parent().unwrap_or(&self.folder);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, content));
        written.map_err(|error| format!("cannot write {}: {error}", file.display()))
    }
}

/// Writes the site.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let site = Site::new(arguments)?;
    site.clear()?;
    engine::write(&site)?;
    documents::write(&site)?;
    offline::write(&site)?;
    documents::check(&site)?;
    say(&format!("the site is in {0}; to look at it: python3 -m http.server --directory {0}", site.folder.display()));
    Ok(())
}
