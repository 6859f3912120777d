//! What differs from shell to shell: the script, what it sends, and how candidates are written.
//!
//! PowerShell and Elvish use the scripts of `clap_complete`. Those for bash, zsh and fish are our
//! own, since expressions such as `'max(man` hold quotes, parentheses and commas, and sets such as
//! `korf:` colons.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::env::EnvCompleter;

use crate::completion::line::{Line, Quote};
use crate::completion::{candidates, shown};

/// bash sends its line and what it takes for breaks between words, and replaces from the last break
/// on.
pub struct Bash;

const BASH: &str = r#"_npuzzle() {
    local line
    COMPREPLY=()
    # Line by line: a name such as `a*` is not to become the files that begin with an a.
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(VARIABLE=bash npuzzle -- "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
    # Behind what goes on, such as `korf:` or a folder, comes no blank.
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:/\(,] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o nosort -F _npuzzle npuzzle 2>/dev/null || complete -F _npuzzle npuzzle"#;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(&self, variable: &str, _: &str, _: &str, _: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", BASH.replace("VARIABLE", variable))
    }

    fn write_complete(
        &self,
        command: &mut Command,
        sent: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let text = |number: usize| sent.get(number).map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
        let line = Line::split(&text(0), &text(1));
        // The shell would put what does not begin as the word does in its place.
        let fits = |value: &String| value.starts_with(&line.current()[..line.fixed]);
        let mut values: Vec<String> = values(command, &line.words, folder)?.into_iter().filter(fits).collect();
        // Behind the only candidate readline closes an open quote, whatever the script says. What
        // goes on comes with all that can follow it: several candidates, and the quote stays open.
        if let ([only], false) = (&values[..], line.quote == Quote::None)
            && only.ends_with(GOES_ON)
        {
            let only = only.clone();
            let mut words = line.words.clone();
            words.pop();
            words.push(only.clone());
            values.extend(self::values(command, &words, folder)?.into_iter().filter(|more| more.starts_with(&only)));
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
}

/// What candidates end in that are not the end of a word; the same as in the scripts.
const GOES_ON: [char; 5] = ['=', ':', '/', '(', ','];

/// The candidates without their help.
fn values(command: &mut Command, words: &[String], folder: Option<&Path>) -> io::Result<Vec<String>> {
    Ok(candidates(command, words, folder)?.iter().map(|candidate| shown(candidate).0).collect())
}

/// zsh sends words without quotes, and quotes what it inserts.
pub struct Zsh;

const ZSH: &str = r#"#compdef npuzzle
_npuzzle() {
    local -a lines whole open
    local line value entry
    lines=("${(@f)$(VARIABLE=zsh npuzzle -- "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    for line in $lines; do
        value=${line%%$'\t'*}
        entry="${value//:/\\:}:${line#*$'\t'}"
        # Behind what goes on, such as `korf:` or a folder, comes no blank.
        if [[ $value == *[=:/\(,] ]]; then
            open+=("$entry")
        elif [[ -n $value ]]; then
            whole+=("$entry")
        fi
    done
    (( $#whole )) && _describe -V 'npuzzle' whole
    (( $#open )) && _describe -V 'npuzzle' open -S ''
}
compdef _npuzzle npuzzle"#;

impl EnvCompleter for Zsh {
    fn name(&self) -> &'static str {
        "zsh"
    }

    fn is(&self, name: &str) -> bool {
        name == "zsh"
    }

    fn write_registration(&self, variable: &str, _: &str, _: &str, _: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", ZSH.replace("VARIABLE", variable))
    }

    fn write_complete(
        &self,
        command: &mut Command,
        sent: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let words: Vec<String> = sent.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        write_with_help(command, &words, folder, out)
    }
}

/// fish sends whole words, and the one at the cursor as it is typed.
pub struct Fish;

const FISH: &str = r#"complete --erase --command npuzzle
complete --keep-order --exclusive --command npuzzle --arguments "(VARIABLE=fish npuzzle -- (commandline --current-process --tokenize --cut-at-cursor) (commandline --cut-at-cursor --current-token) 2>/dev/null)""#;

impl EnvCompleter for Fish {
    fn name(&self) -> &'static str {
        "fish"
    }

    fn is(&self, name: &str) -> bool {
        name == "fish"
    }

    fn write_registration(&self, variable: &str, _: &str, _: &str, _: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", FISH.replace("VARIABLE", variable))
    }

    fn write_complete(
        &self,
        command: &mut Command,
        sent: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut words: Vec<String> = sent.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        if let Some(current) = words.last_mut() {
            *current = Line::split(current, "").current().to_owned();
        }
        write_with_help(command, &words, folder, out)
    }
}

/// A line for each candidate: the value, a tabulator and what it is.
fn write_with_help(
    command: &mut Command,
    words: &[String],
    folder: Option<&Path>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for candidate in candidates(command, words, folder)? {
        let (value, help) = shown(&candidate);
        writeln!(out, "{value}\t{help}")?;
    }
    Ok(())
}
