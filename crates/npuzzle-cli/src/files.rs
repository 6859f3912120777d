//! Files that are there whole or not at all: written under another name, and renamed at the end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A file that is being written.
pub struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    writer: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins a file that will be called `path`.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let wrong =
            |reason: &dyn std::fmt::Display| Failure::Usage(format!("cannot write `{}`: {reason}", path.display()));
        let Some(name) = path.file_name() else { return Err(wrong(&"it is not the name of a file")) };
        if path.is_dir() {
            return Err(wrong(&"it is a directory"));
        }
        let mut temporary_name = name.to_owned();
        temporary_name.push(format!(".{}.tmp", std::process::id()));
        let temporary = path.with_file_name(temporary_name);
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary).map_err(|error| wrong(&error))?;
        Ok(Self { path: path.to_owned(), temporary, writer: Some(BufWriter::new(file)) })
    }

    /// Completes the file and gives it its name.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.complete().map_err(|error| Failure::Usage(format!("cannot write `{}`: {error}", self.path.display())))
    }

    fn complete(&mut self) -> io::Result<()> {
        if let Some(mut writer) = self.writer.take() {
            let renamed = writer.flush().and_then(|()| fs::rename(&self.temporary, &self.path));
            if renamed.is_err() {
                self.writer = Some(writer);
            }
            return renamed;
        }
        Ok(())
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
        if self.writer.take().is_some() {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}
