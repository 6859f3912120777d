//! Times and rates differ from run to run: in snapshots they are replaced by a wildcard.

use std::fs;
use std::io;
use std::path::Path;

/// Hides the times in all snapshots and Markdown files of a folder.
pub fn hide_times(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "trycmd" || extension == "md") {
            let before = fs::read_to_string(&path)?;
            let after: String = before.split_inclusive('\n').map(hidden).collect();
            if after != before {
                fs::write(&path, after)?;
            }
        }
    }
    Ok(())
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
    let fields =
        ["seconds", "table_seconds", "mean_seconds", "deviation_seconds", "median_seconds", "seconds_deviation"];
    let fields = fields.map(|field| format!("\"{field}\":"));
    let line = fields.iter().fold(line.to_owned(), |line, field| hide_after(&line, field));
    hide_in_row(&hide_in_columns(&line))
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

/// Replaces the times in a row of `compare --format csv`: seconds, their deviation, and the seconds
/// of the tables.
fn hide_in_row(line: &str) -> String {
    const COLUMNS: usize = 30;
    const TIMES: [usize; 3] = [23, 24, 26];
    let fields: Vec<&str> = line.split(',').collect();
    if fields.len() < COLUMNS || fields[0].parse::<usize>().is_err() {
        return line.to_owned();
    }
    let hide = |(at, field): (usize, &str)| match TIMES.contains(&at) && !field.is_empty() {
        true => "[..]".to_owned(),
        false => field.to_owned(),
    };
    fields.into_iter().enumerate().map(hide).collect::<Vec<_>>().join(",")
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
        let row = |times: [&str; 3]| {
            let fields: Vec<String> = (0..30)
                .map(|n| match n {
                    23 => times[0].to_owned(),
                    24 => times[1].to_owned(),
                    26 => times[2].to_owned(),
                    n => n.to_string(),
                })
                .collect();
            fields.join(",")
        };
        assert_eq!(hidden(&row(["0.1", "", "1e-7"])), row(["[..]", "", "[..]"]));
        assert_eq!(hidden("expanded    10\n"), "expanded    10\n");
    }
}
