//! What differs from shell to shell: the script, what it sends, and how candidates are written.
//!
//! PowerShell and Elvish use the scripts of `clap_complete`. Those for bash, zsh and fish are in
//! `scripts`, since expressions such as `'max(man` hold quotes, parentheses and commas, and sets
//! such as `korf:` colons.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::env::EnvCompleter;

use crate::completion::line::{Line, Quote};
use crate::completion::{candidates, shown};

/// A shell with a script of ours.
pub struct Shell {
    name: &'static str,
    script: &'static str,
    /// Writes the candidates for what the script has sent.
    complete: fn(&[String], &mut Candidates<'_>, &mut dyn Write) -> io::Result<()>,
}

/// bash sends its line and what it takes for breaks between words, and replaces from the last break
/// on.
pub const BASH: Shell = Shell { name: "bash", script: include_str!("scripts/npuzzle.bash"), complete: complete_bash };

/// zsh sends words without quotes, and quotes what it inserts.
pub const ZSH: Shell = Shell { name: "zsh", script: include_str!("scripts/npuzzle.zsh"), complete: write_with_help };

/// fish sends whole words, and the one at the cursor as it is typed.
pub const FISH: Shell = Shell { name: "fish", script: include_str!("scripts/npuzzle.fish"), complete: complete_fish };

impl EnvCompleter for Shell {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is(&self, name: &str) -> bool {
        name == self.name
    }

    fn write_registration(&self, _: &str, _: &str, _: &str, _: &str, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.script.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        sent: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let sent: Vec<String> = sent.iter().map(|text| text.to_string_lossy().into_owned()).collect();
        (self.complete)(&sent, &mut Candidates { command, folder }, out)
    }
}

/// Finds what can follow some words.
struct Candidates<'c> {
    command: &'c mut Command,
    folder: Option<&'c Path>,
}

impl Candidates<'_> {
    /// The values, each with its help.
    fn of(&mut self, words: &[String]) -> io::Result<Vec<(String, String)>> {
        Ok(candidates(self.command, words, self.folder)?.iter().map(shown).collect())
    }

    fn values(&mut self, words: &[String]) -> io::Result<Vec<String>> {
        Ok(self.of(words)?.into_iter().map(|(value, _)| value).collect())
    }
}

/// What candidates end in that are not the end of a word; the same as in the scripts.
const GOES_ON: [char; 5] = ['=', ':', '/', '(', ','];

fn complete_bash(sent: &[String], candidates: &mut Candidates<'_>, out: &mut dyn Write) -> io::Result<()> {
    let text = |number: usize| sent.get(number).map_or("", String::as_str);
    let line = Line::split(text(0), text(1));
    // The shell would put what does not begin as the word does in its place.
    let fits = |value: &String| value.starts_with(&line.current()[..line.fixed]);
    let mut values: Vec<String> = candidates.values(&line.words)?.into_iter().filter(fits).collect();
    // Behind the only candidate readline closes an open quote, whatever the script says. What goes
    // on comes with all that can follow it: several candidates, and the quote stays open.
    if let ([only], false) = (&values[..], line.quote == Quote::None)
        && only.ends_with(GOES_ON)
    {
        let only = only.clone();
        let mut words = line.words.clone();
        words.pop();
        words.push(only.clone());
        values.extend(candidates.values(&words)?.into_iter().filter(|more| more.starts_with(&only)));
    }
    for value in values {
        let rest = &value[line.fixed..];
        let rest = match rest.strip_prefix("~/").filter(|_| line.quote == Quote::None) {
            Some(rest) => format!("~/{}", Quote::None.protect(rest)),
            None => line.quote.protect(rest),
        };
        writeln!(out, "{rest}")?;
    }
    Ok(())
}

fn complete_fish(sent: &[String], candidates: &mut Candidates<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut words = sent.to_vec();
    if let Some(current) = words.last_mut() {
        *current = Line::split(current, "").current().to_owned();
    }
    write_with_help(&words, candidates, out)
}

/// A line for each candidate: the value, a tabulator and what it is.
fn write_with_help(words: &[String], candidates: &mut Candidates<'_>, out: &mut dyn Write) -> io::Result<()> {
    for (value, help) in candidates.of(words)? {
        writeln!(out, "{value}\t{help}")?;
    }
    Ok(())
}
