//! Data goes to standard output, everything else to standard error.

use std::io::{BufWriter, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::{Deserialize, Serialize};
use terminal_size::{Width, terminal_size_of};

use crate::args::Color;
use crate::failure::Failure;

/// Standard output and standard error, coloured as asked.
pub struct Out {
    data: BufWriter<AutoStream<std::io::Stdout>>,
    color: Color,
    /// What is printed elsewhere, if it is.
    kept: Option<Vec<Said>>,
}

/// What was to be printed, kept for another process.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said {
    /// Text for standard output.
    Text(String),
    /// A remark.
    Note(String),
    /// An error that does not end the command.
    Error(String),
}

/// Titles of tables and the verdict.
pub const STRONG: Style = Style::new().bold();
/// The tile that moved.
pub const MARK: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
const ERROR: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
const NOTE: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));

impl Out {
    pub fn new(color: Color) -> Self {
        Self { data: BufWriter::new(stream(std::io::stdout(), color)), color, kept: None }
    }

    /// Prints nothing and keeps what is said.
    pub fn keeping() -> Self {
        Self { kept: Some(Vec::new()), ..Self::new(Color::Never) }
    }

    /// What was said.
    pub fn into_said(self) -> Vec<Said> {
        self.kept.unwrap_or_default()
    }

    /// Prints what was said elsewhere.
    pub fn say(&mut self, said: &[Said]) -> Result<(), Failure> {
        said.iter().try_for_each(|said| match said {
            Said::Text(text) => self.text(text),
            Said::Note(message) => self.note(message),
            Said::Error(message) => self.error(message),
        })
    }

    /// Writes text to standard output.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        match &mut self.kept {
            Some(kept) => kept.push(Said::Text(text.to_owned())),
            None => self.data.write_all(text.as_bytes())?,
        }
        Ok(())
    }

    /// Standard output, for those who write by themselves.
    pub fn data(&mut self) -> impl Write {
        &mut self.data
    }

    /// When colours are used.
    #[cfg(feature = "tui")]
    pub fn color(&self) -> Color {
        self.color
    }

    /// How many columns the terminal has; `None` where standard output goes elsewhere, and lines
    /// may be as long as they like.
    pub fn width(&self) -> Option<usize> {
        terminal_size_of(std::io::stdout()).map(|(Width(width), _)| usize::from(width))
    }

    /// Whether colours are kept on standard output.
    pub fn has_colors(&self) -> bool {
        match self.color {
            Color::Auto => AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        }
    }

    /// Standard output as it is, for bytes that are no text and for those who move the cursor.
    pub fn raw(&mut self) -> Result<impl Write, Failure> {
        self.flush()?;
        Ok(AutoStream::always(std::io::stdout()))
    }

    /// Writes a line to standard output.
    pub fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.text(line)?;
        self.text("\n")
    }

    /// The line above the answer for one of several boards.
    pub fn heading(&mut self, number: usize, name: &str) -> Result<(), Failure> {
        self.line(&format!("{}== {name}", if number > 0 { "\n" } else { "" }))
    }

    /// Makes what was written visible.
    pub fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.data.flush()?)
    }

    /// A remark on standard error.
    pub fn note(&mut self, message: &str) -> Result<(), Failure> {
        if let Some(kept) = &mut self.kept {
            kept.push(Said::Note(message.to_owned()));
            return Ok(());
        }
        self.flush()?;
        remark(self.color, message);
        Ok(())
    }

    /// An error that does not end the command.
    pub fn error(&mut self, message: &str) -> Result<(), Failure> {
        if let Some(kept) = &mut self.kept {
            kept.push(Said::Error(message.to_owned()));
            return Ok(());
        }
        self.flush()?;
        say(self.color, &format!("{ERROR}error{ERROR:#}: {message}"));
        Ok(())
    }
}

/// Prints why a command ended.
pub fn complain(color: Color, failure: &Failure) {
    if !matches!(failure, Failure::ClosedPipe) {
        say(color, &format!("{ERROR}error{ERROR:#}: {failure}"));
    }
}

/// Prints a remark at once, beside all else.
pub fn remark(color: Color, message: &str) {
    say(color, &format!("{NOTE}note{NOTE:#}: {message}"));
}

/// A line on standard error. Without a reader there is no one to tell.
fn say(color: Color, line: &str) {
    let _ = writeln!(stream(std::io::stderr(), color), "{line}");
}

/// A stream that keeps or drops colours as asked.
fn stream<S: RawStream>(raw: S, color: Color) -> AutoStream<S> {
    let choice = match color {
        Color::Auto => AutoStream::choice(&raw),
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    AutoStream::new(raw, choice)
}
