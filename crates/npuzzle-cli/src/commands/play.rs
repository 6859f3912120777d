//! `npuzzle play`

use clap::Args;
use npuzzle::domains::tiles::MovesOf;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::front::boards::Input;
use npuzzle::front::random_seed;
use npuzzle::question::BoardFields;

use crate::args::{BoardArguments, moves_of};
use crate::commands::Run;
use crate::failure::Failure;
use crate::input;
use crate::out::Out;
use crate::terminal::play::model::{Deal, Model, random_deal};
use crate::terminal::play::{self, Origin};
use crate::terminal::screen::Screen;
use crate::terminal::theme::Theme;
use npuzzle::picture::scheme::Scheme;

/// Play in the terminal: move, undo, hints, solve and watch, edit, with mouse and keys
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle play                        a random 15-puzzle
  npuzzle play 867254301              any board
  npuzzle play --size 3x3 --goal snail --scheme ring
  npuzzle play korf:1..10             ten boards, one after the other

`?` shows all keys; the mouse works too. The terminal is given back as it was.

Exit codes: 0 done, 2 usage or input error, or no terminal, 70 a bug, 130 Ctrl-C or a signal.")]
pub struct Arguments {
    /// Boards to play, one after the other: any text form, files, `-` for standard input, a named
    /// set (korf:12), or random boards (random:3x3:1) [default: a random board of 4x4, or of
    /// --size]
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,
    #[command(flatten)]
    form: BoardFields,
    /// Whose direction the letters of a solution name, as in `solve`; arrows slide the tile
    /// [default: blank]
    #[arg(long, value_name = "WHOSE", value_parser = moves_of())]
    moves_of: Option<MovesOf>,
    /// How tiles are coloured
    #[arg(long, value_enum, default_value_t)]
    scheme: Scheme,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Leave the mouse to the terminal, so that text can be selected with it
    #[arg(long)]
    no_mouse: bool,
}

/// The size of a board by default.
const USUAL_SIZE: &str = "4x4";

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let seed = self.form.seed.unwrap_or_else(random_seed);
        let (theme, mouse) = (Theme::new(out.color(), self.ascii, self.scheme), !self.no_mouse);
        let (deals, first, next_seed) = deals(self, seed)?;
        let mut screen = Screen::enter("play", mouse)?;
        let mut model = Model::new(theme, deals, first, next_seed);
        model.letters = self.moves_of.unwrap_or_default();
        play::run(&mut model, &mut screen)
    }
}

/// The boards that were asked for, the first to play, and the seed of the first that is made later.
fn deals(arguments: &Arguments, seed: u64) -> Result<(Vec<Deal>, Deal, u64), Failure> {
    if arguments.boards.is_empty() {
        let shape = arguments.form.size.as_deref().unwrap_or(USUAL_SIZE).parse().map_err(Failure::usage)?;
        let goal = arguments.form.goal.as_ref();
        let goal = goal.map_or_else(|| Ok(Goal::default()), |text| input::read_goal(text.as_str(), Some(shape)))?;
        goal.board(shape).map_err(Failure::usage)?;
        return Ok((Vec::new(), random_deal(shape, goal, seed), seed.wrapping_add(1)));
    }
    let boards = BoardArguments { boards: arguments.boards.clone(), form: arguments.form.clone() };
    let (inputs, _) = input::read_seeded(&boards, None, Some(seed))?;
    let deals = inputs.map(deal).collect::<Result<Vec<_>, _>>()?;
    let first = deals.first().cloned().ok_or_else(|| {
        Failure::Usage(
            "there is no board in it\nhelp: give a board such as 1 2 3/4 0 6/7 5 8, or none for a random one"
                .to_owned(),
        )
    })?;
    Ok((deals, first, seed))
}

fn deal(input: Input) -> Result<Deal, Failure> {
    let content = input.content.map_err(Failure::usage)?;
    content.goal.board(content.board.shape()).map_err(Failure::usage)?;
    Ok(Deal::of(content, Origin::Named(input.name)))
}
