//! `npuzzle play`

use npuzzle::domains::tiles::goal::Goal;
use npuzzle::front::boards::Input;
use npuzzle::front::random_seed;

use crate::args::{BoardArguments, Color, PlayArguments};
use crate::failure::Failure;
use crate::input;
use crate::terminal::play::model::{Deal, Model, random_deal};
use crate::terminal::play::{self, Origin};
use crate::terminal::screen::Screen;
use crate::terminal::theme::Theme;

/// The size of a board by default.
const USUAL_SIZE: &str = "4x4";

pub fn run(arguments: PlayArguments, color: Color) -> Result<u8, Failure> {
    let seed = arguments.form.seed.unwrap_or_else(random_seed);
    let (theme, mouse) = (Theme::new(color, arguments.ascii, arguments.scheme), !arguments.no_mouse);
    let (deals, first, next_seed) = deals(arguments, seed)?;
    let mut screen = Screen::enter("play", mouse)?;
    play::run(&mut Model::new(theme, deals, first, next_seed), &mut screen)
}

/// The boards that were asked for, the first to play, and the seed of the first that is made later.
fn deals(arguments: PlayArguments, seed: u64) -> Result<(Vec<Deal>, Deal, u64), Failure> {
    if arguments.boards.is_empty() {
        let shape = arguments.form.size.as_deref().unwrap_or(USUAL_SIZE).parse().map_err(Failure::usage)?;
        let goal = arguments.form.goal.as_ref();
        let goal = goal.map_or_else(|| Ok(Goal::default()), |text| input::read_goal(text.as_str(), Some(shape)))?;
        goal.board(shape).map_err(Failure::usage)?;
        return Ok((Vec::new(), random_deal(shape, goal, seed), seed.wrapping_add(1)));
    }
    let boards = BoardArguments { boards: arguments.boards, form: arguments.form };
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
