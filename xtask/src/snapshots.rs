//! Times and rates differ from run to run: in snapshots they are replaced by a wildcard.

use std::fs;
use std::io;
use std::path::Path;

/// Hides the times in all snapshots of a folder.
pub fn hide_times(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "trycmd") {
            hide_times_of(&path)?;
        }
    }
    Ok(())
}

/// Hides the times in a file.
pub fn hide_times_of(path: &Path) -> io::Result<()> {
    let before = fs::read_to_string(path)?;
    let after: String = before.split_inclusive('\n').map(hidden).collect();
    if after == before { Ok(()) } else { fs::write(path, after) }
}

fn hidden(line: &str) -> String {
    if line.starts_with("time        ") {
        return "time        [..]\n".to_owned();
    }
    if line.starts_with("tables      ") {
        return "tables      [..]\n".to_owned();
    }
    if line.starts_with("running_time: ") {
        return "running_time: [..]\n".to_owned();
    }
    if let (Some((cost, _)), Some((_, bound))) = (line.split_once(" after "), line.split_once(" (at least "))
        && line.starts_with("found       ")
    {
        return format!("{cost} after [..] (at least {bound}");
    }
    if let Some((count, _)) =
        line.split_once(" (").filter(|_| line.starts_with("generated   ") || line.starts_with("counting    "))
    {
        return format!("{count} ([..])\n");
    }
    let fields = ["seconds", "table_seconds", "mean_seconds", "deviation_seconds", "median_seconds", "threads"];
    let fields = fields.map(|field| format!("\"{field}\":"));
    let line = fields.iter().fold(line.to_owned(), |line, field| hide_after(&line, field));
    let line = ["version", "commit", "machine"].iter().fold(line, |line, field| hide_text_after(&line, field));
    hide_in_row(&hide_in_columns(&line))
}

/// Replaces what provenance says about the program and the machine.
fn hide_text_after(line: &str, field: &str) -> String {
    let field = format!("\"{field}\":\"");
    match line.split_once("\"provenance\":{").and_then(|(_, rest)| rest.split_once(&field)) {
        Some((_, rest)) => {
            let rest = rest.split_once('"').map_or("", |(_, rest)| rest);
            let end = line.len() - rest.len() - 1;
            let begin = line[..end].rfind(&field).unwrap_or(0) + field.len();
            format!("{}[..]{}", &line[..begin], &line[end..])
        }
        None => line.to_owned(),
    }
}

/// Replaces times in the columns of a table: a number with two decimals before `ms` or `s`, and the
/// blanks before it.
fn hide_in_columns(line: &str) -> String {
    let mut words = line.split_inclusive(' ').peekable();
    let mut text = String::new();
    while let Some(word) = words.next() {
        let number = word.trim_end();
        let decimals = number.split_once('.').is_some_and(|(whole, rest)| {
            rest.len() == 2 && format!("{whole}{rest}").bytes().all(|byte| byte.is_ascii_digit())
        });
        let unit = words.peek().map(|next| next.trim_end());
        if decimals && matches!(unit, Some("ms" | "s")) {
            let ending: String = words.next().unwrap_or("").trim_start_matches(char::is_alphabetic).to_owned();
            text = format!("{}[..]{ending}", text.trim_end());
        } else {
            text += word;
        }
    }
    text
}

/// Replaces what differs in a row of `compare --format csv` and `solve --format csv`: times and
/// other fractions, and from the version on all that is said about the program and the machine.
fn hide_in_row(line: &str) -> String {
    const LEAST_COLUMNS: usize = 30;
    let cells: Vec<&str> = line.split(',').collect();
    if cells.len() < LEAST_COLUMNS || !cells.iter().any(|cell| matches!(*cell, "solved" | "stopped" | "error")) {
        return line.to_owned();
    }
    let is_version =
        |cell: &str| cell.split('.').count() == 3 && cell.bytes().all(|byte| b"0123456789.".contains(&byte));
    let is_fraction = |cell: &str| cell.contains(['.', 'e']) && cell.parse::<f64>().is_ok();
    let hide = |cell: &&str| if is_fraction(cell) { "[..]".to_owned() } else { (*cell).to_owned() };
    let end = cells.iter().position(|cell| is_version(cell));
    let hidden: Vec<String> = cells[..end.unwrap_or(cells.len())].iter().map(hide).collect();
    hidden.join(",") + if end.is_some() { ",[..]\n" } else { "" }
}

/// Replaces the number behind each occurrence of a field name.
fn hide_after(line: &str, field: &str) -> String {
    let mut parts = line.split(field);
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let value = part.trim_start();
        let rest = value.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-'));
        let space = &part[..part.len() - value.len()];
        let wildcard = if rest.len() < value.len() { "[..]" } else { "" };
        text += &format!("{field}{space}{wildcard}{rest}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_vanish_and_the_rest_stays() {
        assert_eq!(hidden("time        1.56 ms\n"), "time        [..]\n");
        assert_eq!(hidden("generated   10,076 (6.4 M/s)\n"), "generated   10,076 ([..])\n");
        assert_eq!(hidden("    \"seconds\": 1.5e-6,\n"), "    \"seconds\": [..],\n");
        assert_eq!(hidden("{\"seconds\":0.1,\"table_seconds\":2}\n"), "{\"seconds\":[..],\"table_seconds\":[..]}\n");
        assert_eq!(hidden("counting    5 expanded (0.02 ms)\n"), "counting    5 expanded ([..])\n");
        assert_eq!(hidden("{\"deviation_seconds\":1e-5}\n"), "{\"deviation_seconds\":[..]}\n");
        assert_eq!(hidden("{\"seconds\":[..]}\n"), "{\"seconds\":[..]}\n");
        assert_eq!(hidden("running_time: 0.00188088\n"), "running_time: [..]\n");
        assert_eq!(hidden("found       35 after 0.34 ms (at least 23)\n"), "found       35 after [..] (at least 23)\n");
        assert_eq!(hidden("a bfs    9    0.12 ms  7\n"), "a bfs    9[..]  7\n");
        assert_eq!(hidden("| 9 | 11.20 s | 7 |\n"), "| 9 |[..] | 7 |\n");
        assert_eq!(hidden("at least 1.5 s, in 3 s\n"), "at least 1.5 s, in 3 s\n");
        let row = |end: &str| format!("1,a,solved,{}{end}\n", "7,".repeat(30));
        assert_eq!(
            hidden(&row(
                "0.000056484,0.0,3,1e-7,,0.2.0,\"81 of 2026, with changes\",2,npuzzle compare a -f csv,\"AMD, 2 cores\""
            )),
            row("[..],[..],3,[..],,[..]")
        );
        let line = "{\"provenance\":{\"version\":\"0.2.0\",\"commit\":\"8 of\",\"threads\":2,\"command\":\"npuzzle\",\"machine\":\"AMD\"}}\n";
        let expected = "{\"provenance\":{\"version\":\"[..]\",\"commit\":\"[..]\",\"threads\":[..],\"command\":\"npuzzle\",\"machine\":\"[..]\"}}\n";
        assert_eq!((hidden(line), hidden(expected)), (expected.to_owned(), expected.to_owned()));
        assert_eq!(hidden("expanded    10\n"), "expanded    10\n");
    }
}
