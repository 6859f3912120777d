//! Files that are there whole or not at all: written under another name, and renamed at the end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::Failure;

/// The temporary names of all files that are being written. The handler that
/// ends the process at once reads them too.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes away what is not complete, for those who end the process without unwinding.
pub fn remove_unfinished() {
    for path in unfinished().drain(..) {
        let _ = fs::remove_file(path);
    }
}

/// Whether two names would become one file. A device or a pipe can be written to twice.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = real(one);
    real == self::real(other) && (real.is_file() || !real.exists())
}

/// Where a file is or will be, whatever leads to it.
fn real(path: &Path) -> PathBuf {
    let new = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(new).unwrap_or_else(|| path.to_owned())
}

/// A file that is being written.
pub struct NewFile {
    path: PathBuf,
    /// Where it is written until it is complete.
    temporary: Option<PathBuf>,
    writer: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins a file that will be called `path`.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let wrong =
            |reason: &dyn std::fmt::Display| Failure::Usage(format!("cannot write `{}`: {reason}", path.display()));
        if path.is_dir() {
            return Err(wrong(&"it is a directory"));
        }
        // A link stays a link: its target is replaced. A device or a pipe is nothing to be
        // replaced: it is written to.
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if real.exists() && !real.is_file() {
            let file = OpenOptions::new().write(true).open(&real).map_err(|error| wrong(&error))?;
            return Ok(Self { path: real, temporary: None, writer: Some(BufWriter::new(file)) });
        }
        let path = &real;
        let Some(name) = path.file_name() else { return Err(wrong(&"it is not the name of a file")) };
        let mut temporary_name = name.to_owned();
        temporary_name.push(format!(".{}.tmp", std::process::id()));
        let temporary = path.with_file_name(temporary_name);
        // INVARIANT: as long as the file is there, it is in the list.
        let mut unfinished = unfinished();
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary).map_err(|error| wrong(&error))?;
        unfinished.push(temporary.clone());
        Ok(Self { path: path.to_owned(), temporary: Some(temporary), writer: Some(BufWriter::new(file)) })
    }

    /// Completes the file and gives it its name.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.complete().map_err(|error| self.named(Failure::Output(error)))
    }

    /// A failure to write, with the name of this file: it is not the output of the command.
    pub fn named(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Output(error) => Failure::Usage(format!("cannot write `{}`: {error}", self.path.display())),
            other => other,
        }
    }

    fn complete(&mut self) -> io::Result<()> {
        if let Some(mut writer) = self.writer.take() {
            let renamed = writer.flush().and_then(|()| match &self.temporary {
                // On the disk before it gets its name: otherwise a power failure may leave the name
                // with nothing behind it.
                Some(temporary) => writer.get_ref().sync_data().and_then(|()| fs::rename(temporary, &self.path)),
                None => Ok(()),
            });
            match &renamed {
                Ok(()) => self.strike(),
                Err(_) => self.writer = Some(writer),
            }
            return renamed;
        }
        Ok(())
    }

    /// Takes the temporary name from the list.
    fn strike(&self) {
        unfinished().retain(|path| Some(path) != self.temporary.as_ref());
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.as_mut().map_or(Ok(0), |writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// What was not completed is taken away.
impl Drop for NewFile {
    fn drop(&mut self) {
        if let (Some(_), Some(temporary)) = (self.writer.take(), &self.temporary) {
            let _ = fs::remove_file(temporary);
            self.strike();
        }
    }
}
