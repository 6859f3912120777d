//! Boards in records: what this program writes as JSON, JSON lines, CSV and Markdown, and whatever
//! other programs write with a field `start` or `board`.

mod json;
mod rows;

use std::collections::HashSet;

use crate::domains::tiles::Shape;
use crate::domains::tiles::notation::{Format, ReadOptions};

/// The board of a record, or why it has none.
#[derive(Debug)]
pub(super) struct Record {
    /// The line that it begins in.
    pub line: usize,
    /// What it calls the board.
    pub name: Option<String>,
    pub content: Result<Fields, Flaw>,
}

/// What a record says about a board.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub start: Part,
    pub goal: Option<Part>,
    pub size: Option<Shape>,
}

/// A value in its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub text: String,
    /// Whether it is an array of JSON, in which no number is the size of the others.
    pub is_array: bool,
    pub line: usize,
    pub column: usize,
}

/// Why a record has no board, and where that shows.
#[derive(Debug)]
pub(super) struct Flaw {
    pub message: String,
    pub line: usize,
    pub column: usize,
}

/// The records of a text; `None` if it is something else.
pub(super) fn find(text: &str, options: &ReadOptions) -> Option<Vec<Record>> {
    let mut records = match options.format {
        None => json::find(text, options).or_else(|| rows::find(text))?,
        Some(Format::Json) => json::find(text, options)?,
        Some(Format::Table) => rows::find(text)?,
        Some(_) => return None,
    };
    // A comparison has a record for each run, so a board comes many times.
    let mut seen = HashSet::new();
    records.retain(|Found { run, record }| {
        let fields = record.content.as_ref().ok();
        let goal = |fields: &Fields| fields.goal.as_ref().map(|goal| goal.text.clone());
        let key = fields.map(|fields| (record.name.clone(), fields.start.text.clone(), goal(fields)));
        key.is_none_or(|key| seen.insert(key) || !run)
    });
    Some(records.into_iter().map(|found| found.record).collect())
}

/// A record, and whether it is about a run of a comparison.
struct Found {
    run: bool,
    record: Record,
}

/// What a record without a board says of itself.
fn flaw_of(status: Option<&str>, reason: Option<&str>) -> String {
    match (status, reason) {
        (Some("error"), Some(reason)) => format!("this record has no board, but an error: {reason}"),
        _ => "this record has no board: expected a field `start` or `board`".to_owned(),
    }
}

fn size_of(rows: Option<&str>, cols: Option<&str>) -> Option<Shape> {
    let number = |text: &str| text.trim().parse().ok();
    Shape::new(number(rows?)?, number(cols?)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let records = find(text, &ReadOptions::default()).unwrap_or_else(|| panic!("no records in {text}"));
        let one = |record: Record| match record.content {
            Ok(Fields { start, goal, size }) => format!(
                "{}:{} {} {} {} {}",
                start.line,
                start.column,
                record.name.unwrap_or_default(),
                start.text,
                goal.map(|goal| goal.text).unwrap_or_default(),
                size.map(|size| size.to_string()).unwrap_or_default()
            ),
            Err(flaw) => format!("{}:{} {}", flaw.line, flaw.column, flaw.message),
        };
        records.into_iter().map(one).collect()
    }

    #[test]
    fn texts_of_boards_are_no_records() {
        for text in ["123456780", "1,2,3\n4,5,6\n7,8,0", "# start\n1 2 3\n4 5 6\n7 8 0", "", "starting;boards\n1;2"] {
            assert!(find(text, &ReadOptions::default()).is_none(), "{text}");
        }
    }

    #[test]
    fn objects_and_arrays_of_them_are_records() {
        let made = r#"{"seed":1,"rows":2,"cols":2,"goal":[1,2,3,0],"board":[0,1,2,3]}"#;
        assert_eq!(found(made), ["1:54  [0,1,2,3] [1,2,3,0] 2x2"]);
        assert_eq!(found(&format!("[\n{made},\n{made}\n]")).len(), 2);
        assert_eq!(found(&format!("# a remark\n{made}\n\n{made}\n")).len(), 2);
        let solved = "{\n  \"status\": \"solved\",\n  \"start\": [1,2,3,0],\n  \"goal\": null\n}\n";
        assert_eq!(found(&format!("{solved}{solved}")), ["3:12  [1,2,3,0]  ", "8:12  [1,2,3,0]  "]);
        assert_eq!(
            found(r#"[{"board":"a.txt:3","start":"1 2/3 0"},{"name":"b","board":[[1,2],[3,0]],"goal":"snail"}]"#),
            ["1:30 a.txt:3 1 2/3 0  ", "1:60 b [[1,2],[3,0]] snail "]
        );
    }

    #[test]
    fn a_bad_record_is_one_among_others() {
        let text = "{\"board\":[0,1,2,3]}\n{\"board\":[0,1,\n{\"status\":\"error\",\"reason\":\"no\"}\n{\"other\":1}\n";
        let expected = [
            "1:10  [0,1,2,3]  ",
            "2:14 this is not JSON: EOF while parsing a value",
            "3:1 this record has no board, but an error: no",
            "4:1 this record has no board: expected a field `start` or `board`",
        ];
        assert_eq!(found(text), expected);
        assert_eq!(found("[{\"board\":[0,1,2,3]},{\"board\":[0,1").len(), 2);
        // A bracket or a sign too many ends the records, and not the patience of the reader.
        for behind in ["]", "},", ",,", ": 1", "]}]"] {
            let records = found(&format!("{{\n\"board\":[0,1,2,3]\n}}{behind}\n{{\"board\":[1,2,3,0]}}\n"));
            assert_eq!((records.len(), records[0].as_str()), (2, "2:9  [0,1,2,3]  "), "{behind}: {records:?}");
        }
        // Events of a trace and headers of files are about no other board.
        assert_eq!(found("{\"start\":[1,0],\"rows\":1,\"cols\":2}\n{\"event\":\"expand\"}\n").len(), 1);
    }

    #[test]
    fn a_comparison_has_each_board_once() {
        let run = |id: usize| format!("{{\"id\":{id},\"board\":\"b\",\"start\":\"1 2/3 0\",\"algorithm\":\"ida\"}}");
        assert_eq!(found(&format!("{}\n{}\n", run(1), run(2))).len(), 1);
        let all = format!(
            "{{\"format\":\"npuzzle-compare\",\"request\":{{\"boards\":[{{\"name\":\"a\",\"start\":\"1 2/3 0\"}}]}},\"runs\":[{}]}}",
            run(1)
        );
        assert_eq!(found(&all), ["1:71 a 1 2/3 0  "]);
        assert_eq!(found("id,board,start,algorithm\n1,b,1 2/3 0,ida\n2,b,1 2/3 0,bfs\n3,c,0 1/2 3,bfs\n").len(), 2);
    }

    #[test]
    fn rows_below_a_head_are_records() {
        assert_eq!(
            found("# made by hand\nseed,rows,cols,goal,board\n1,2,2,1 2/3 0,0 1/2 3\n2,2,2,,\"1,2,3,0\"\n"),
            ["3:15  0 1/2 3 1 2/3 0 2x2", "4:9  1,2,3,0  2x2"]
        );
        assert_eq!(found("Start\n1 2/3 0\n\n0123\n"), ["2:1  1 2/3 0  ", "4:1  0123  "]);
        assert_eq!(
            found("board;cost\n1230;0\n;7\n"),
            ["2:1  1230  ".to_owned(), "3:1 this record has no board: expected a field `start` or `board`".to_owned()]
        );
        assert_eq!(
            found("| board | cost |\n| --- | ---: |\n| `1230` | 0 |\n| 0123 | 2 |\n\n## Means\n\n| a |\n"),
            ["3:4  1230  ", "4:3  0123  "]
        );
    }

    #[test]
    fn arrays_of_boards_are_records() {
        assert_eq!(found("[[[1,2],[3,0]],\n [[0,1],[2,3]]]"), ["1:2  [[1,2],[3,0]]  ", "2:2  [[0,1],[2,3]]  "]);
        assert_eq!(found(r#"["1 2/3 0", "0123"]"#), ["1:3  1 2/3 0  ", "1:14  0123  "]);
        assert_eq!(found("[[1,2,3,0],[0,1,2,3]]").len(), 2);
    }

    #[test]
    fn boards_are_no_records() {
        for text in [
            "1 2/3 0",
            "[[1,2],[3,0]]",
            "{1,2,3,0}",
            "{{1,2},{3,0}}",
            "[\"12\",\"30\"]",
            "[[1,2,3,0],[4,5,6,7]]\n[[0,1,2,3],[4,5,6,7]]\n",
            "start  1230\ngoal   1230\n",
            "start    goal\n1 2   -> 1 2\n3 .      3 .\n",
            "| 1 | 2 |\n|---|---|\n| 3 | |",
            "board",
            "",
            "[",
            "{",
        ] {
            assert!(find(text, &ReadOptions::default()).is_none(), "{text}");
        }
    }
}
