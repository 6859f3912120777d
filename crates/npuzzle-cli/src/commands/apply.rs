//! `npuzzle apply`

use clap::Args;
use npuzzle::domains::tiles::notation::{self, write_board};
use npuzzle::front::boards::Content;
use npuzzle::picture::story;
use npuzzle::picture::walk::Walk;
use npuzzle::question::{Apply, ApplyAnswer, Ask, BoardFields, BoardText, Legality, StyleFields, Terms};

use crate::args::format::{LINES, OBJECTS, ROWS, TEXT};
use crate::args::{BoardArguments, Format, board_format};
use crate::commands::Run;
use crate::commands::solve::Show;
use crate::failure::{self, Failure};
use crate::input;
use crate::out::Out;
use crate::pictures::Target;
use crate::render::applied;
use crate::render::records::{ErrorObject, Records, unread};

/// Make moves on a board: are they legal, and where do they lead?
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle apply 123_4x6_758 DR                   where they lead
  npuzzle apply '1 2 3/4 0 6/7 5 8' 5 8          the same by tile numbers
  npuzzle apply 123_4x6_758 UL --moves-of tile   the same by tile directions
  npuzzle apply 123_4x6_758 DR --to numbers      in another notation
  npuzzle apply 123456780 'U2 L2 D' --invert     the way back
  npuzzle apply puzzle.txt moves.txt --goal snail --show boards
  npuzzle apply 867254301 - --format json < moves.txt

Moves are made as they are written: nothing is optimised. The number of a tile \
farther away in the row or column of the blank slides all tiles between them, \
and counts as that many moves.

Exit codes: 0 all moves are legal, wherever they lead, 2 a move is not possible, or usage or input \
error, 70 a bug.")]
pub struct Arguments {
    /// The board: any text form, a file, `-` for standard input, a named set or random boards; the
    /// moves are made on each of several
    #[arg(value_name = "BOARD")]
    board: String,
    /// The moves: letters U D L R, with counts if you like (`R3 D`), words, arrows, or the numbers
    /// of the tiles that move (`5 8`); a file, or `-` for standard input
    #[arg(value_name = "MOVES", required = true)]
    moves: Vec<String>,
    #[command(flatten)]
    form: BoardFields,
    #[command(flatten)]
    question: Apply,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, OBJECTS, LINES, ROWS]))]
    format: Format,
    /// What to show of the moves, in the text form [default: moves]
    #[arg(long, value_enum)]
    show: Option<Show>,
    /// How boards are written in the text form
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = board_format())]
    notation: notation::Format,
    /// Draw the boards on the way into a file, numbered and in rows; `-` writes it instead of the
    /// answer. For one board
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    #[command(flatten)]
    style: StyleFields,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        if self.board == "-" && self.moves == ["-"] {
            return Err(Failure::usage("standard input (`-`) is given twice: expected the board or the moves there"));
        }
        if self.svg.is_none() && (self.style.cell.is_some() || self.style.scheme.is_some()) {
            return Err(Failure::usage("--cell and --scheme are for pictures: expected --svg FILE with them"));
        }
        let (moves, source) = input::read_moves(&self.moves)?;
        let question = Apply { moves, source, ..self.question.clone() };
        let boards = BoardArguments { boards: vec![self.board.clone()], form: self.form.clone() };
        let inputs = input::read_all(&boards, None, out)?;
        let several = inputs.left() > 1;
        if several && self.svg.is_some() {
            return Err(Failure::usage("a picture is of the moves on one board, and there are several: expected one"));
        }
        let mut records = Records::new(self.format, several);
        let mut worst = failure::ANSWERED;
        records.begin(out)?;
        for (number, input) in inputs.enumerate() {
            if several && self.format == Format::Text {
                out.heading(number, &input.name)?;
            }
            let name = input.name.clone();
            let answer = match input.content {
                Ok(content) => self
                    .answer(&question, &name, content)
                    .map_err(|failure| (ErrorObject::new(&name, &failure.to_string()), failure)),
                Err(refusal) => {
                    let message = unread(&name, &refusal, several);
                    Err((ErrorObject::unread(&name, &refusal), Failure::Usage(message)))
                }
            };
            let code = match answer {
                Ok(answer) => self.show(&answer, &mut records, out)?,
                Err((object, failure)) => {
                    out.error(&failure.to_string())?;
                    records.write(&object, &applied::error_row(&name, &object.reason), out)?;
                    failure.exit_code()
                }
            };
            worst = failure::worst([worst, code]);
            out.flush()?;
        }
        records.end(out)?;
        Ok(worst)
    }
}

impl Arguments {
    fn answer(&self, question: &Apply, name: &str, content: Content) -> Result<ApplyAnswer, Failure> {
        if self.format == Format::Text {
            write_board(&content.board, self.notation).map_err(Failure::usage)?;
        }
        let board = BoardText::named(name, content.into());
        Ok(Apply { board, ..question.clone() }.ask(&Terms::default(), &mut ())?)
    }

    /// Shows an answer: its exit code.
    fn show(&self, answer: &ApplyAnswer, records: &mut Records, out: &mut Out) -> Result<u8, Failure> {
        let is_legal = answer.status == Legality::Legal;
        if is_legal {
            self.draw(answer, out)?;
            answer.notes.iter().try_for_each(|note| out.note(&applied::remark(note, answer)))?;
            if self.format == Format::Text && self.svg.as_deref() != Some("-") {
                applied::write(answer, self.show.unwrap_or(Show::Moves), self.notation, out)?;
            }
        } else {
            out.error(&applied::complaint(answer, self.notation))?;
        }
        records.write(answer, &applied::row_of(answer), out)?;
        Ok(if is_legal { failure::ANSWERED } else { failure::USAGE })
    }

    fn draw(&self, answer: &ApplyAnswer, out: &mut Out) -> Result<(), Failure> {
        let Some(path) = &self.svg else { return Ok(()) };
        if path == "-" && self.format != Format::Text {
            return Err(Failure::usage(
                "a picture at `-` has standard output for itself: it does not go with --format\nhelp: write it to a file",
            ));
        }
        let walk = Walk::new(&answer.start, &answer.path.0, answer.moves_of.unwrap_or_default());
        let picture =
            story::figure(walk, &answer.goal, applied::verdict(answer), self.style.read()?).unwrap_or_default();
        Target::create(path, "svg")?.write(out, |writer| Ok(writer.write_all(picture.as_bytes())?))
    }
}
