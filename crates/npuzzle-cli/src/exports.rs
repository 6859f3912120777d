//! Heuristics as files: `--export-heuristic EXPR[=FILE]`.

use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use npuzzle::lab::export::{ExportError, ExportedHeuristic};

use crate::failure::Failure;
use crate::files::NewFile;
use crate::out::Out;
use crate::render::numbers::thousands;

/// What stands for standard output.
pub const STANDARD_OUTPUT: &str = "-";

/// A heuristic that is to be written, and where to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeuristicExport {
    expression: String,
    file: String,
}

impl FromStr for HeuristicExport {
    type Err = String;

    /// No expression has an equals sign.
    fn from_str(text: &str) -> Result<Self, String> {
        let (expression, file) = text.split_once('=').unwrap_or((text, STANDARD_OUTPUT));
        let (expression, file) = (expression.trim().to_owned(), file.trim().to_owned());
        match () {
            () if expression.is_empty() => Err("the heuristic is missing: expected EXPR or EXPR=FILE".to_owned()),
            () if file.is_empty() => Err("the file is missing: expected EXPR=FILE, or EXPR alone".to_owned()),
            () => Ok(Self { expression, file }),
        }
    }
}

impl HeuristicExport {
    /// The heuristic.
    pub fn expression(&self) -> &str {
        &self.expression
    }
}

/// Whether a file comes to standard output, where nothing else may stand then; an error if several
/// would come there together.
pub fn has_data(exports: &[HeuristicExport], map: Option<&str>) -> Result<bool, Failure> {
    let outputs = exports.iter().map(|export| export.file.as_str()).chain(map);
    match outputs.filter(|&file| file == STANDARD_OUTPUT).count() {
        count @ ..=1 => Ok(count == 1),
        count => Err(Failure::usage(format!(
            "{count} files cannot be written to standard output together\nhelp: name a file, as in \
             --export-heuristic manhattan=estimates.txt"
        ))),
    }
}

/// Tells what was written, in some lines; in a note if standard output holds data.
pub fn tell(lines: &str, has_data: bool, out: &mut Out) -> Result<(), Failure> {
    if !has_data {
        return out.text(lines);
    }
    let words = lines.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    out.note(&words.collect::<Vec<_>>().join(", "))
}

/// Writes heuristic files, each by `write`.
pub fn write_heuristics(
    exports: &[HeuristicExport],
    has_data: bool,
    out: &mut Out,
    mut write: impl FnMut(&str, &mut dyn Write) -> Result<ExportedHeuristic, ExportError>,
) -> Result<(), Failure> {
    for HeuristicExport { expression, file } in exports {
        let exported = if file == STANDARD_OUTPUT {
            write(expression, &mut out.data()).map_err(failure)?
        } else {
            let mut new = NewFile::create(Path::new(file))?;
            let exported = write(expression, &mut new).map_err(|error| new.named(failure(error)))?;
            new.finish()?;
            exported
        };
        let ExportedHeuristic { name, states, rounded } = exported;
        if file != STANDARD_OUTPUT {
            tell(&format!("heuristic   {name}: {} values in {file}\n", thousands(states)), has_data, out)?;
        }
        if rounded > 0 {
            out.note(&format!(
                "{} values of {name} have too many decimals for a file: they are rounded down to six",
                thousands(rounded)
            ))?;
        }
    }
    Ok(())
}

/// An export that failed.
pub fn failure(error: ExportError) -> Failure {
    match error {
        ExportError::Output(error) => error.into(),
        ExportError::Heuristic(error) => (*error).into(),
        other => Failure::usage(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_follows_an_equals_sign() {
        let read = |text: &str| text.parse::<HeuristicExport>().map(|export| (export.expression, export.file));
        let named = |expression: &str, file: &str| Ok((expression.to_owned(), file.to_owned()));
        assert_eq!(read("misplaced"), named("misplaced", "-"));
        assert_eq!(read("max(manhattan, 2) = a=b.txt"), named("max(manhattan, 2)", "a=b.txt"));
        assert!(read("=a.txt").unwrap_err().contains("heuristic is missing"));
        assert!(read("misplaced=").unwrap_err().contains("file is missing"));
    }

    #[test]
    fn one_file_may_come_to_standard_output() {
        let exports: Vec<HeuristicExport> = ["a=x.txt", "b", "c=-"].map(|text| text.parse().unwrap()).to_vec();
        assert!(!has_data(&exports[..1], Some("map.txt")).unwrap());
        assert!(has_data(&exports[..1], Some("-")).unwrap() && has_data(&exports[1..2], None).unwrap());
        assert!(has_data(&exports, None).is_err() && has_data(&exports[1..2], Some("-")).is_err());
    }
}
