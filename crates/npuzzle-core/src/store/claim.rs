//! The right to make a file, which only one process has at a time; the file is there whole or not
//! at all.
//!
//! While a file called `NAME` is made there is a file `NAME.partial` beside it, locked by the one
//! who makes it. When it is complete and on the disk it is renamed. Another process that wants to
//! make `NAME` waits for the lock. The lock of a process that is killed ends with it, so what it
//! leaves behind is taken over by the next one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// What the name of an incomplete file ends with.
pub const PARTIAL: &str = ".partial";
/// How often one who waits looks again.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The right to make a file. Given up, it leaves nothing behind.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    partial: PathBuf,
    /// INVARIANT: locked by us, and the file that is called `partial`; `None` once it is complete.
    file: Option<File>,
}

/// Why there is no claim.
#[derive(Debug)]
pub enum NoClaim<E> {
    /// The file cannot be made.
    Io(io::Error),
    /// The one who waited was told to stop.
    Stopped(E),
}

impl<E> From<io::Error> for NoClaim<E> {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Claim {
    /// Claims the file called `path`. As long as another has it, `wait` is asked whether to go on;
    /// the first time at once.
    pub fn take<E>(path: &Path, wait: &mut dyn FnMut() -> Result<(), E>) -> Result<Self, NoClaim<E>> {
        let partial = partial_of(path);
        loop {
            // Opening a pipe would wait for a process at its other end.
            if fs::symlink_metadata(&partial).is_ok_and(|named| !named.is_file()) {
                let problem = format!("`{}` exists, but is not a file", partial.display());
                return Err(io::Error::other(problem).into());
            }
            // Nothing in it is touched before it is known to be ours.
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&partial)?;
            match file.try_lock() {
                // The one before us may have renamed or removed it between our two steps: then it
                // is another file that we have locked, in the worst case the complete one.
                Ok(()) if is_called(&file, &partial) => {
                    let claim = Self { path: path.to_owned(), partial, file: Some(file) };
                    return Ok(claim);
                }
                Ok(()) | Err(TryLockError::WouldBlock) => {
                    wait().map_err(NoClaim::Stopped)?;
                    thread::sleep(LOOK_AGAIN);
                }
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
    }

    /// Writes the file and gives it its name. What was called so before is replaced.
    pub fn complete(mut self, parts: &[&[u8]]) -> io::Result<()> {
        let Some(mut file) = self.file.as_ref() else { return Ok(()) };
        // What a killed process has left is taken over.
        file.set_len(0)?;
        file.rewind()?;
        parts.iter().try_for_each(|part| file.write_all(part))?;
        // On the disk before it gets its name: otherwise a power failure may leave the name with
        // nothing behind it.
        file.sync_data()?;
        fs::rename(&self.partial, &self.path)?;
        self.file = None;
        Ok(())
    }
}

/// What was not completed is taken away, and then unlocked.
impl Drop for Claim {
    fn drop(&mut self) {
        if self.file.is_some() {
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// Takes away what a killed process has left of the file called `path`; whether there was anything.
/// One that is being made is left alone.
pub fn sweep(path: &Path) -> io::Result<bool> {
    let partial = partial_of(path);
    let file = match OpenOptions::new().write(true).open(&partial) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) if is_called(&file, &partial) => fs::remove_file(&partial).map(|()| true),
        Ok(()) | Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The name of a file until it is complete.
pub fn partial_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(PARTIAL);
    path.with_file_name(name)
}

/// Whether this is the file of that name, and not one that had it before.
fn is_called(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(ours), Ok(named)) => is_same(&ours, &named),
        _ => false,
    }
}

#[cfg(unix)]
fn is_same(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Where files have no numbers, the moment they were made tells them apart.
#[cfg(not(unix))]
fn is_same(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    a.created().ok() == b.created().ok()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn patient() -> Result<(), Infallible> {
        Ok(())
    }

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let claim = Claim::take(&path, &mut patient).unwrap();
        assert_eq!(names(folder.path()), ["table.partial"]);
        drop(claim);
        assert!(names(folder.path()).is_empty());
        Claim::take(&path, &mut patient).unwrap().complete(&[b"one ", b"two"]).unwrap();
        assert_eq!(names(folder.path()), ["table"]);
        assert_eq!(fs::read(&path).unwrap(), b"one two");
        Claim::take(&path, &mut patient).unwrap().complete(&[b"new"]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn only_one_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let first = Claim::take(&path, &mut patient).unwrap();
        let mut asked = 0;
        let mut impatient = || {
            asked += 1;
            if asked < 3 { Ok(()) } else { Err("enough") }
        };
        assert!(matches!(Claim::take(&path, &mut impatient), Err(NoClaim::Stopped("enough"))));
        assert!(!sweep(&path).unwrap(), "it is being made");
        drop(first);
        assert!(Claim::take(&path, &mut || Err("at once")).is_ok());
    }

    #[test]
    fn what_a_kill_has_left_is_taken_over_or_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        fs::write(partial_of(&path), "longer than what will be written").unwrap();
        Claim::take(&path, &mut patient).unwrap().complete(&[b"short"]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"short");
        fs::write(partial_of(&path), "half").unwrap();
        assert!(sweep(&path).unwrap());
        assert!(!sweep(&path).unwrap());
        assert_eq!(names(folder.path()), ["table"]);
    }

    /// Many threads make the same file at once, some of them giving up: never do two have the
    /// claim, and the one who waited for another does not write into what is complete.
    #[test]
    fn claims_do_not_collide() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let holders = AtomicU32::new(0);
        thread::scope(|scope| {
            for worker in 0..4_u8 {
                let (path, holders) = (&path, &holders);
                scope.spawn(move || {
                    for round in 0..15_u8 {
                        let claim = Claim::take(path, &mut patient).unwrap();
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "two have it");
                        let content = [worker * 16 + round; 100];
                        assert!(fs::read(path).map_or(true, |whole| whole.len() == 100));
                        holders.fetch_sub(1, Ordering::SeqCst);
                        if round % 3 > 0 {
                            claim.complete(&[&content]).unwrap();
                        }
                    }
                });
            }
        });
        let content = fs::read(&path).unwrap();
        assert!(content.len() == 100 && content.iter().all(|&byte| byte == content[0]));
        assert_eq!(names(folder.path()), ["table"]);
    }

    #[test]
    fn where_no_file_can_be_there_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(Claim::take(&file.join("table"), &mut patient), Err(NoClaim::Io(_))));
        assert!(matches!(Claim::take(&folder.path().join("no/table"), &mut patient), Err(NoClaim::Io(_))));
        // The name is taken by a folder: this is found out when it is given, and leaves nothing.
        let taken = folder.path().join("taken");
        fs::create_dir_all(taken.join("inside")).unwrap();
        assert!(Claim::take(&taken, &mut patient).unwrap().complete(&[b"x"]).is_err());
        assert_eq!(names(folder.path()), ["file", "taken"]);
    }
}
