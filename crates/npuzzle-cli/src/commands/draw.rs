//! `npuzzle draw`

use clap::Args;
use npuzzle::domains::tiles::{Board, Cell};
use npuzzle::front::boards::{Input, Inputs};
use terminal_size::{Width, terminal_size_of};

use crate::args::{BoardArguments, StyleArguments};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::input;
use crate::locale::shows_unicode;
use crate::out::Out;
use crate::pictures::{Target, style};
use crate::render::board_text::BoardText;
use crate::render::numbers::thousands;
use npuzzle::picture::sheet::{self, Item, Style};

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
    /// sheet, with their names
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    #[command(flatten)]
    style: StyleArguments,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// A sheet with more of them is too large to find a board on.
const MOST_BOARDS: usize = 200;
/// Programs that show pictures would choke on more.
const MOST_CELLS: usize = 40_000;
/// The width of what is not a terminal.
const USUAL_WIDTH: usize = 100;

/// A board with what it takes to colour it.
struct Subject {
    name: String,
    board: Board,
    homes: Vec<Cell>,
}

impl Subject {
    fn item(&self, caption: String) -> Item<'_> {
        Item { caption, board: self.board.clone(), homes: &self.homes, marked: Vec::new() }
    }
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let inputs = input::read_all(&self.input, None, out)?;
        let style = style(&self.style);
        match self.svg.as_deref() {
            Some(path) => picture(path, inputs, style, out),
            None if self.style.cell.is_some() => {
                Err(Failure::usage("--cell is for pictures: expected --svg FILE with it"))
            }
            None => text(self, inputs, style, out),
        }
    }
}

/// All boards in one picture, or none if there is something wrong with one of them.
fn picture(path: &str, inputs: Inputs, style: Style, out: &mut Out) -> Result<u8, Failure> {
    if inputs.left() > MOST_BOARDS {
        let count = thousands(inputs.left());
        return Err(Failure::Usage(format!(
            "{count} boards are too many for a picture: expected at most {MOST_BOARDS}"
        )));
    }
    let mut subjects = Vec::new();
    let mut is_complete = true;
    for input in inputs {
        match subject(&input, out)? {
            Ok(subject) => subjects.push(subject),
            Err(message) => {
                is_complete = false;
                out.error(&message)?;
            }
        }
    }
    if !is_complete {
        return Ok(failure::USAGE);
    }
    let cells: usize = subjects.iter().map(|subject| subject.board.shape().cells()).sum();
    if cells > MOST_CELLS {
        let (cells, most) = (thousands(cells), thousands(MOST_CELLS));
        return Err(Failure::Usage(format!(
            "boards of {cells} cells are too many for a picture: expected at most {most}"
        )));
    }
    let target = Target::create(path)?;
    let text = match &subjects[..] {
        [only] => sheet::one(&only.item(String::new()), style),
        several => {
            let items: Vec<Item<'_>> = several.iter().map(|subject| subject.item(subject.name.clone())).collect();
            sheet::several(&items, style)
        }
    };
    target.write(out, |writer| Ok(writer.write_all(text.as_bytes())?))?;
    Ok(failure::ANSWERED)
}

/// Every board in the terminal, or wherever standard output goes.
fn text(arguments: &Arguments, inputs: Inputs, style: Style, out: &mut Out) -> Result<u8, Failure> {
    let ascii = arguments.ascii || !shows_unicode();
    let width = terminal_size_of(std::io::stdout()).map_or(USUAL_WIDTH, |(Width(width), _)| usize::from(width));
    let several = inputs.left() > 1;
    let mut worst = failure::ANSWERED;
    for (number, input) in inputs.enumerate() {
        if several {
            out.heading(number, &input.name)?;
        }
        let Subject { board, homes, .. } = match subject(&input, out)? {
            Ok(subject) => subject,
            Err(message) => {
                out.error(&message)?;
                worst = failure::USAGE;
                continue;
            }
        };
        let shape = board.shape();
        let text = BoardText::fit(shape, width, usize::MAX, ascii, style.scheme);
        let text = text.unwrap_or_else(|| BoardText::smallest(shape, ascii, style.scheme));
        for line in text.lines(&board, &homes, None) {
            out.line(&line)?;
        }
    }
    Ok(worst)
}

fn subject(input: &Input, out: &mut Out) -> Result<Result<Subject, String>, Failure> {
    let subject = |(board, goal): (&Board, Board)| Subject {
        name: input.name.clone(),
        board: board.clone(),
        homes: goal.places(),
    };
    Ok(input::with_goal(input, out)?.map(subject))
}
