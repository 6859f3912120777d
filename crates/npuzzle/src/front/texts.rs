//! The boards of a text: in records, or in any notation, one or several.

use std::cell::OnceCell;

use crate::domains::tiles::Board;
use crate::domains::tiles::goal::{Goal, GoalError};
use crate::domains::tiles::notation::{
    Chunk, Format, Place, ReadBoard, ReadOptions, TextError, read_board, split_boards,
};
use crate::front::boards::{Content, Input, Refusal};
use crate::front::messages::Message;
use crate::front::records::{self, Fields, Flaw, Part, Record};

/// A longer text is not the name of its board.
const LONGEST_NAME: usize = 80;
/// More boards than this in one text are refused before the first is read.
const MOST_BOARDS: usize = 100_000;

/// The boards of a text, which messages call `name`. `whole` says that it is one board unless it
/// holds records; otherwise it may hold several. A goal in the text counts if no other is given.
pub fn in_text(name: &str, text: &str, whole: bool, goal: Option<&Goal>, options: &ReadOptions) -> Vec<Input> {
    let source = SourceText { name, text, goal, options, lines: OnceCell::new() };
    if let Some(records) = records::find(text, options) {
        return match too_many(name, records.len()) {
            Some(refused) => refused,
            None => {
                let several = records.len() > 1;
                records.into_iter().map(|record| source.of_record(record, several)).collect()
            }
        };
    }
    let chunks = if whole { vec![Chunk::whole(text)] } else { split_boards(text, options) };
    if let Some(refused) = too_many(name, chunks.len()) {
        return refused;
    }
    let several = chunks.len() > 1;
    chunks.into_iter().map(|chunk| source.of_chunk(chunk, several, whole)).collect()
}

/// The boards of a text that a person gave as one: it is the name of its board, if it holds only
/// one.
pub fn in_words(text: &str, goal: Option<&Goal>, options: &ReadOptions) -> Vec<Input> {
    let whole = split_boards(text, options).len() <= 1;
    in_text("board", text, whole, goal, options)
}

fn too_many(name: &str, count: usize) -> Option<Vec<Input>> {
    (count > MOST_BOARDS).then(|| {
        let message = format!("`{name}` holds {count} boards: at most {MOST_BOARDS} are read at a time");
        vec![Input { name: name.to_owned(), content: Err(message.into()) }]
    })
}

/// A text with what is known of its boards.
struct SourceText<'t> {
    name: &'t str,
    text: &'t str,
    goal: Option<&'t Goal>,
    options: &'t ReadOptions,
    /// Its lines, for errors; there may be one in every record.
    lines: OnceCell<Vec<&'t str>>,
}

impl SourceText<'_> {
    fn of_chunk(&self, chunk: Chunk<'_>, several: bool, whole: bool) -> Input {
        let read = read_board(chunk.text, self.options);
        let read = read.map_err(|error| self.refusal(shifted(error, chunk.line, 1)));
        Input {
            name: match chunk.name {
                Some(name) => name.to_owned(),
                None if several => format!("{}:{}", self.name, chunk.line),
                None if whole => named(chunk.text.trim(), read.as_ref().ok().map(|read| &read.board)),
                None => self.name.to_owned(),
            },
            content: read.map(|ReadBoard { board, claim, goal }| Content {
                board,
                goal: self.goal.cloned().or(goal).unwrap_or_default(),
                claim,
                known: None,
            }),
        }
    }

    fn of_record(&self, record: Record, several: bool) -> Input {
        let name = match (record.name.filter(|name| name.len() <= LONGEST_NAME), several) {
            (Some(name), _) => name,
            (None, true) => format!("{}:{}", self.name, record.line),
            (None, false) => self.name.to_owned(),
        };
        let content = match record.content {
            Ok(fields) => self.of_fields(&fields),
            Err(Flaw { message, line, column }) => {
                let place = Place { line, column, length: 1, text: self.line(line) };
                Err(self.refusal(TextError { place: Some(place), ..TextError::plain(message) }))
            }
        };
        Input { name, content }
    }

    fn of_fields(&self, fields: &Fields) -> Result<Content, Refusal> {
        let start = &fields.start;
        // A text in a record is a board in any form, whatever the form of the records.
        let options = |part: &Part, size| ReadOptions { size, format: part.is_array.then_some(Format::Json) };
        let read = read_board(&start.text, &options(start, self.options.size.or(fields.size)));
        let read = read.map_err(|error| self.refusal(self.moved(error, start)))?;
        let goal = match (self.goal, &fields.goal) {
            (Some(goal), _) => Some(goal.clone()),
            (None, Some(goal)) => Some(self.goal_of(goal, &read.board, &options(goal, Some(read.board.shape())))?),
            (None, None) => read.goal,
        };
        Ok(Content { board: read.board, goal: goal.unwrap_or_default(), claim: read.claim, known: None })
    }

    fn goal_of(&self, part: &Part, board: &Board, options: &ReadOptions) -> Result<Goal, Refusal> {
        let goal = match part.is_array {
            true => read_board(&part.text, options).map(|read| Goal::from(read.board)).map_err(GoalError::NotABoard),
            false => Goal::read(&part.text, Some(board.shape())),
        };
        goal.map_err(|error| match error {
            GoalError::NotABoard(error) => self.refusal(self.moved(error, part)),
            other => Refusal::from(other.to_string()),
        })
    }

    /// An error of a value, in its place in the text.
    fn moved(&self, error: TextError, part: &Part) -> TextError {
        let mut error = shifted(error, part.line, part.column);
        if let Some(place) = &mut error.place {
            place.text = self.line(place.line);
        } else {
            error.place = Some(Place { line: part.line, column: part.column, length: 1, text: self.line(part.line) });
        }
        error
    }

    fn line(&self, number: usize) -> String {
        let lines = self.lines.get_or_init(|| self.text.lines().collect());
        lines.get(number - 1).copied().unwrap_or_default().to_owned()
    }

    fn refusal(&self, error: TextError) -> Refusal {
        Refusal {
            message: Message::text_error(&error, self.name),
            source: Some(self.name.to_owned()),
            place: error.place,
        }
    }
}

/// What to call a board that was given as a text: the text, or the board alone if the text has
/// lines or comments.
fn named(text: &str, board: Option<&Board>) -> String {
    match board {
        _ if text.len() <= LONGEST_NAME && !text.contains('\n') => text.to_owned(),
        Some(board) => board.to_string(),
        None => text.lines().next().unwrap_or_default().chars().take(LONGEST_NAME).collect(),
    }
}

/// An error of a part of a text that begins in this line and column of the whole.
fn shifted(mut error: TextError, line: usize, column: usize) -> TextError {
    if let Some(place) = &mut error.place {
        if place.line == 1 {
            place.column += column - 1;
        }
        place.line += line - 1;
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Input> {
        in_text("b.txt", text, false, None, &ReadOptions::default())
    }

    /// Every record of a comparison carries the name.
    #[test]
    fn a_board_is_called_by_its_text_unless_that_is_long() {
        let name = |text: &str| in_text("board", text, true, None, &ReadOptions::default())[0].name.clone();
        assert_eq!(name(" 123406758 "), "123406758");
        assert_eq!(name("3\n1 2 3\n4 0 6\n7 5 8\n"), "1 2 3/4 0 6/7 5 8");
        assert_eq!(name(&format!("# {}\n3\n1 2 3\n4 0 6\n7 5 8", "x".repeat(1000))), "1 2 3/4 0 6/7 5 8");
        assert!(name(&"9 ".repeat(1000)).len() <= LONGEST_NAME);
    }

    #[test]
    fn a_goal_in_the_text_counts_unless_another_is_given() {
        let text = r#"{"start":[1,2,3,0],"goal":[0,1,2,3],"rows":2,"cols":2}"#;
        let goal = |given: Option<&Goal>| {
            let content = in_text("b", text, false, given, &ReadOptions::default()).remove(0).content.unwrap();
            content.goal.board(content.board.shape()).unwrap().to_string()
        };
        assert_eq!(goal(None), "0 1/2 3");
        assert_eq!(goal(Goal::preset("snail").as_ref()), "1 2/0 3");
    }

    /// A mistake in a value is shown where it stands in the file.
    #[test]
    fn mistakes_in_records_have_their_place() {
        let text = "{\"board\":[0,1,2,3]}\n{\"rows\":2,\"cols\":2,\"board\":[0,1,2,2]}\n";
        let inputs = read(text);
        assert_eq!(inputs.iter().map(|input| &input.name[..]).collect::<Vec<_>>(), ["b.txt:1", "b.txt:2"]);
        let refusal = inputs[1].content.as_ref().unwrap_err();
        assert_eq!(refusal.line("b.txt:2"), "b.txt:2:35: tile 2 appears twice, and tile 3 is missing");
        let refusal = read("seed,board\n1,1 2/3 0\n2,1 2/3 3\n").remove(1).content.unwrap_err();
        assert_eq!(refusal.line("b.txt:3"), "b.txt:3:9: tile 3 appears twice, and there is no blank");
        let refusal = read("board,goal\n1230,12\n").remove(0).content.unwrap_err();
        assert!(refusal.line("b").starts_with("b.txt:2:7: "), "{}", refusal.line("b"));
        let refusal = in_text("board", "1 2/3 3", true, None, &ReadOptions::default()).remove(0).content.unwrap_err();
        assert_eq!(refusal.line("1 2/3 3"), "1 2/3 3: column 7: tile 3 appears twice, and there is no blank");
        assert_eq!(Refusal::from("no\nhelp: yes".to_owned()).line("korf:0"), "korf:0: no");
    }
}
