//! Records of tables with a head: CSV with commas, semicolons or tabs, and Markdown.

use super::{Fields, Flaw, Found, Part, Record, flaw_of, size_of};

/// A table has one of these columns.
const BOARD_TITLES: [&str; 2] = ["start", "board"];

/// The records of a text, if its first line names a column `start` or `board`.
pub(super) fn find(text: &str) -> Option<Vec<Found>> {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let head = text.trim_start_matches('\u{FEFF}').lines().find(is_code)?;
    let before = text[..head.as_ptr() as usize - text.as_ptr() as usize].matches('\n').count();
    let body = &text[head.as_ptr() as usize - text.as_ptr() as usize..];
    // A reader of tables is more work than a board.
    let head_line = head.to_ascii_lowercase();
    if !BOARD_TITLES.iter().any(|title| head_line.contains(title)) {
        return None;
    }
    if head.contains('|') {
        return markdown(body, before);
    }
    let delimiter = [b',', b';', b'\t'].into_iter().find(|&delimiter| head.contains(char::from(delimiter)));
    separated(body, before, delimiter.unwrap_or(b','))
}

/// Where the columns are.
struct Columns {
    start: Option<usize>,
    board: Option<usize>,
    goal: Option<usize>,
    rows: Option<usize>,
    cols: Option<usize>,
    name: Option<usize>,
    status: Option<usize>,
    reason: Option<usize>,
    run: bool,
}

impl Columns {
    fn of(titles: &[String]) -> Option<Self> {
        let find = |name: &str| titles.iter().position(|title| title.trim().eq_ignore_ascii_case(name));
        let [start, board] = BOARD_TITLES.map(find);
        start.or(board)?;
        Some(Self {
            start,
            board,
            goal: find("goal"),
            rows: find("rows"),
            cols: find("cols"),
            name: find("name").or(start.and(board)),
            status: find("status"),
            reason: find("reason"),
            run: find("id").is_some() && find("algorithm").is_some(),
        })
    }

    /// The record of a row; `line` is its number, `content` its text.
    fn record(&self, cells: &[String], line: usize, content: &str) -> Found {
        let places = columns_of(cells, content);
        let cell = |column: Option<usize>| column.and_then(|at| cells.get(at)).filter(|cell| !cell.is_empty());
        let text = |column| cell(column).map(String::as_str);
        let part = |column: Option<usize>| {
            let text = cell(column)?.clone();
            Some(Part { text, is_array: false, line, column: *places.get(column?)? })
        };
        let content = match part(self.start.or(self.board)) {
            Some(start) => {
                let size = size_of(text(self.rows), text(self.cols));
                Ok(Fields { start, goal: part(self.goal), size })
            }
            None => Err(Flaw { message: flaw_of(text(self.status), text(self.reason)), line, column: 1 }),
        };
        let name = cell(self.name).cloned();
        Found { run: self.run, record: Record { line, name, content } }
    }
}

/// The column of the text in which each cell begins.
fn columns_of(cells: &[String], content: &str) -> Vec<usize> {
    let mut from = 0;
    let column = |cell: &String| {
        let at = from + content[from..].find(cell.as_str()).unwrap_or(0);
        // A cell in quotes may differ from its text: then the next is looked for from here.
        from = if content[at..].starts_with(cell.as_str()) { at + cell.len() } else { at };
        content[..at].chars().count() + 1
    };
    cells.iter().map(column).collect()
}

fn separated(body: &str, before: usize, delimiter: u8) -> Option<Vec<Found>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(body.as_bytes());
    let mut records = reader.records();
    let cells = |record: &csv::StringRecord| record.iter().map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let columns = Columns::of(&cells(&records.next()?.ok()?))?;
    let lines: Vec<&str> = body.lines().collect();
    let found: Vec<Found> = records
        .filter_map(Result::ok)
        .map(|record| {
            // The position of a record is before the empty lines and comments above it.
            let above = record.position().map_or(0, |position| position.line() as usize - 1);
            let is_above = |line: &&&str| line.trim().is_empty() || line.starts_with('#');
            let line = above + lines.iter().skip(above).take_while(is_above).count();
            let content = lines.get(line).copied().unwrap_or_default();
            columns.record(&cells(&record), before + line + 1, content)
        })
        .collect();
    (!found.is_empty()).then_some(found)
}

/// The rows of the first table.
fn markdown(body: &str, before: usize) -> Option<Vec<Found>> {
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim();
        let line = line.strip_prefix('|').unwrap_or(line);
        let line = line.strip_suffix('|').unwrap_or(line);
        line.split('|').map(|cell| cell.trim_matches([' ', '`']).to_owned()).collect()
    };
    let mut lines = (1..).zip(body.lines()).take_while(|(_, line)| line.contains('|'));
    let columns = Columns::of(&cells(lines.next()?.1))?;
    let is_border = |line: &str| line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let rows = lines.filter(|(_, line)| !is_border(line));
    let found: Vec<Found> = rows.map(|(number, line)| columns.record(&cells(line), before + number, line)).collect();
    (!found.is_empty()).then_some(found)
}
