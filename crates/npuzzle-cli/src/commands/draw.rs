//! `npuzzle draw`

use clap::Args;
use npuzzle::domains::tiles::Board;
use npuzzle::front::boards::{self, Input, Inputs};
use npuzzle::question::{Ask, BoardText, Draw, Terms};
use terminal_size::{Width, terminal_size_of};

use crate::args::BoardArguments;
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::input;
use crate::locale::shows_unicode;
use crate::out::Out;
use crate::pictures::Target;
use crate::render::board_text;
use crate::render::records::unread;

/// Draw boards, in the terminal or as a picture for slides and reports
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle draw 867254301                       in the terminal
  npuzzle draw 867254301 --svg board.svg       for a slide or a report
  npuzzle draw korf24:25 --scheme ring --svg board.svg
  npuzzle draw korf:1..9 --svg sheet.svg       a sheet of boards")]
pub struct Arguments {
    #[command(flatten)]
    input: BoardArguments,
    /// Draw into a file instead of the terminal; `-` for standard output. Several boards make a
    /// sheet, with their names; a board of more than 400 cells is a mosaic, without numbers
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    #[command(flatten)]
    question: Draw,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// The width of what is not a terminal.
const USUAL_WIDTH: usize = 100;

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let inputs = input::read_all(&self.input, None, out)?;
        match self.svg.as_deref() {
            Some(path) => picture(path, &self.question, inputs, out),
            None if self.question.style.cell.is_some() => {
                Err(Failure::usage("--cell is for pictures: expected --svg FILE with it"))
            }
            None => text(self, inputs, out),
        }
    }
}

/// All boards in one picture, without those that cannot be read.
fn picture(path: &str, question: &Draw, inputs: Inputs, out: &mut Out) -> Result<u8, Failure> {
    Draw::check_count(inputs.left())?;
    let several = inputs.left() > 1;
    let mut boards = Vec::new();
    let mut code = failure::ANSWERED;
    for input in inputs {
        match input.content {
            Ok(content) => boards.push(BoardText::named(input.name, content.into())),
            Err(refusal) => {
                code = failure::USAGE;
                out.error(&unread(&input.name, &refusal, several))?;
            }
        }
    }
    if boards.is_empty() {
        return Ok(code);
    }
    let drawing = Draw { boards: Some(boards), ..question.clone() }.ask(&Terms::default(), &mut ())?;
    drawing.notes.iter().try_for_each(|note| out.note(note))?;
    Target::create(path, "svg")?.write(out, |writer| Ok(writer.write_all(drawing.svg.as_bytes())?))?;
    Ok(code)
}

/// Every board in the terminal, or wherever standard output goes.
fn text(arguments: &Arguments, inputs: Inputs, out: &mut Out) -> Result<u8, Failure> {
    let scheme = arguments.question.style.read()?.scheme;
    let ascii = arguments.ascii || !shows_unicode();
    let width = terminal_size_of(std::io::stdout()).map_or(USUAL_WIDTH, |(Width(width), _)| usize::from(width));
    let several = inputs.left() > 1;
    let mut worst = failure::ANSWERED;
    for (number, input) in inputs.enumerate() {
        if several {
            out.heading(number, &input.name)?;
        }
        let (board, goal) = match with_goal(input, several, out)? {
            Ok(both) => both,
            Err(message) => {
                out.error(&message)?;
                worst = failure::USAGE;
                continue;
            }
        };
        let shape = board.shape();
        let text = board_text::BoardText::fit(shape, width, usize::MAX, ascii, scheme);
        let text = text.unwrap_or_else(|| board_text::BoardText::smallest(shape, ascii, scheme));
        for line in text.lines(&board, &goal.places(), None) {
            out.line(&line)?;
        }
    }
    Ok(worst)
}

/// A board and its goal, or why there is none. A comment in its file that says something else than
/// arithmetic is remarked on.
fn with_goal(input: Input, several: bool, out: &mut Out) -> Result<Result<(Board, Board), String>, Failure> {
    let content = match input.content {
        Ok(content) => content,
        Err(refusal) => return Ok(Err(unread(&input.name, &refusal, several))),
    };
    let goal = match content.goal.board(content.board.shape()) {
        Ok(goal) => goal,
        Err(error) => return Ok(Err(error.to_string())),
    };
    if let Some(remark) = boards::disagreement(&content, &goal) {
        out.note(&remark)?;
    }
    Ok(Ok((content.board, goal)))
}
