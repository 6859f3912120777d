//! All that `play` knows. It changes by inputs and answers alone: callers give it the time, and
//! carry out what it orders.

use std::collections::VecDeque;
use std::time::Duration;

use npuzzle::core::Progress;
use npuzzle::domains::tiles::explain::Explanation;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::sets::Known;
use npuzzle::domains::tiles::{Board, Cell, Direction, MovesOf, Shape};
use npuzzle::front::boards::Content;

use crate::terminal::play::editing::Editing;
use crate::terminal::play::game::{Fewest, Game, Origin};
use crate::terminal::play::goal_picker::GoalPicker;
use crate::terminal::play::keys::Place;
use crate::terminal::play::search::{Purpose, Question};
use crate::terminal::play::size_picker::SizePicker;
use crate::terminal::play::stopwatch::Stopwatch;
use crate::terminal::play::watching::Watching;
use crate::terminal::theme::Theme;

/// So many games that were left can be gone back to.
const MOST_LEFT_GAMES: usize = 20;

/// A board to play, as it was asked for.
#[derive(Clone, Debug)]
pub struct Deal {
    /// The board.
    pub board: Board,
    /// What to reach.
    pub goal: Goal,
    /// Where it comes from.
    pub origin: Origin,
    /// The length of its shortest solution, if its set tells it.
    pub optimal: Option<u32>,
}

impl Deal {
    /// A board that was read.
    pub fn of(content: Content, origin: Origin) -> Self {
        let optimal = match content.known {
            Some(Known::Optimal(cost)) => Some(cost),
            _ => None,
        };
        Self { board: content.board, goal: content.goal, origin, optimal }
    }
}

/// What the user does at the moment.
#[derive(Clone, Debug)]
pub enum Mode {
    /// Moves tiles.
    Playing,
    /// Waits for a solution.
    Solving,
    /// Watches one.
    Watching(Watching),
    /// Edits the board.
    Editing(Editing),
    /// Reads why the board cannot be solved.
    Unsolvable { reasons: Box<Explanation>, scroll: u16 },
    /// Chooses a size.
    Size(SizePicker),
    /// Chooses a goal.
    Goal(GoalPicker),
    /// Reads why a text was refused as a board, and goes back to what was done before.
    Refused { message: String, scroll: u16, before: Box<Mode> },
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It tells.
    Plain,
    /// It is good news.
    Good,
    /// It is bad news.
    Bad,
}

/// A search that is under way.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    /// The number of the question.
    pub number: u64,
    /// What the answer is for.
    pub purpose: Purpose,
    /// When it was asked.
    pub since: Duration,
    /// How the search gets on.
    pub progress: Option<Progress>,
    /// Whether it was told to end.
    pub stopping: bool,
}

/// What the model wants done.
#[derive(Clone, Debug)]
pub enum Order {
    /// Search.
    Ask(Question),
    /// End the search.
    Stop,
    /// End the command with this exit code.
    End(u8),
}

/// All that `play` knows.
pub struct Model {
    /// Colours and characters.
    pub theme: Theme,
    /// The game.
    pub game: Game,
    /// What the user does.
    pub mode: Mode,
    /// How far the sheet of help is scrolled, while it is open.
    pub help: Option<u16>,
    /// Whose direction the arrows name. They slide the tile, as a finger would.
    pub arrows: MovesOf,
    /// Whose direction the letters of moves name, as everywhere else.
    pub letters: MovesOf,
    /// Whether the distance is always told.
    pub live: bool,
    /// Whether the next move is shown.
    pub hinted: bool,
    /// The last thing there was to say.
    pub message: Option<(Tone, String)>,
    /// The time of the game.
    pub stopwatch: Stopwatch,
    /// The search under way.
    pub pending: Option<Pending>,
    /// How far the board is scrolled away from the blank, in rows and columns.
    pub peek: (isize, isize),
    /// Games that were left for another board, the last one at the back.
    pub(super) left: VecDeque<(Game, Stopwatch)>,
    pub(super) deals: Vec<Deal>,
    pub(super) dealt: usize,
    pub(super) seed: u64,
    questions: u64,
    orders: Vec<Order>,
}

impl Model {
    /// Begins with the board `first`; `deals` are all that were asked for, itself among them if any
    /// were. New boards are made of the seeds from `seed` on.
    pub fn new(theme: Theme, deals: Vec<Deal>, first: Deal, seed: u64) -> Self {
        let mut model = Self {
            theme,
            game: Game::new(first.board.clone(), first.goal.clone(), first.origin.clone()),
            mode: Mode::Playing,
            help: None,
            arrows: MovesOf::Tile,
            letters: MovesOf::default(),
            live: false,
            hinted: false,
            message: None,
            stopwatch: Stopwatch::default(),
            pending: None,
            peek: (0, 0),
            left: VecDeque::new(),
            deals,
            dealt: 0,
            seed,
            questions: 0,
            orders: Vec::new(),
        };
        model.lay_out(first, Duration::ZERO);
        if model.deals.len() > 1 {
            model.say(Tone::Plain, format!("board 1 of {}; N goes on to the next", model.deals.len()));
        }
        model
    }

    /// What is to be done, once.
    pub fn take_orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }

    pub(super) fn order(&mut self, order: Order) {
        self.orders.push(order);
    }

    /// Where keys are looked up.
    pub fn place(&self) -> Place {
        if self.help.is_some() { Place::Help } else { self.place_below_help() }
    }

    /// The same, as if no sheet of help were open.
    pub fn place_below_help(&self) -> Place {
        match &self.mode {
            Mode::Playing => Place::Playing,
            Mode::Solving => Place::Solving,
            Mode::Watching(_) => Place::Watching,
            Mode::Editing(_) => Place::Editing,
            Mode::Unsolvable { .. } => Place::Unsolvable,
            Mode::Size(_) => Place::Size,
            Mode::Goal(picker) if picker.text().is_some() => Place::GoalText,
            Mode::Goal(_) => Place::Goal,
            Mode::Refused { .. } => Place::Refused,
        }
    }

    /// The board on the screen.
    pub fn shown_board(&self) -> &Board {
        match &self.mode {
            Mode::Watching(watching) => watching.board(),
            Mode::Editing(editing) => editing.board(),
            _ => self.game.board(),
        }
    }

    /// The cell that is kept in view: the cursor, or the blank, or where the user has scrolled to.
    pub fn focus(&self) -> Cell {
        if let Mode::Editing(editing) = &self.mode {
            return editing.cursor();
        }
        let board = self.shown_board();
        let (shape, blank) = (board.shape(), board.blank());
        let row = shape.row(blank).saturating_add_signed(self.peek.0).min(shape.rows() - 1);
        let col = shape.col(blank).saturating_add_signed(self.peek.1).min(shape.cols() - 1);
        shape.cell(row, col)
    }

    /// The tile that should move next, and where; while a hint is shown.
    pub fn hint(&self) -> Option<(Cell, Direction)> {
        self.next_move().filter(|_| self.hinted && matches!(self.mode, Mode::Playing))
    }

    /// The tile that moves next on the known way, and where.
    pub(super) fn next_move(&self) -> Option<(Cell, Direction)> {
        let next = self.game.route.as_ref()?.next()?;
        let board = self.game.board();
        Some((board.shape().neighbour(board.blank(), next)?, next.opposite()))
    }

    /// How long the screen may stay as it is.
    pub fn patience(&self, now: Duration) -> Duration {
        const SOON: Duration = Duration::from_millis(20);
        const SECOND: Duration = Duration::from_secs(1);
        match &self.mode {
            Mode::Watching(watching) if self.help.is_none() => watching.patience(now).unwrap_or(SECOND),
            _ if self.pending.is_some() => SOON,
            _ => Duration::from_millis(250),
        }
    }

    /// What on the screen changes with time alone: the seconds of the game, and of a search.
    pub fn seconds(&self, now: Duration) -> (u64, Option<u64>) {
        let searching = self.pending.map(|pending| now.saturating_sub(pending.since).as_secs());
        (self.stopwatch.elapsed(now).as_secs(), searching)
    }

    pub(super) fn say(&mut self, tone: Tone, message: impl Into<String>) {
        self.message = Some((tone, message.into()));
    }

    /// Lays out another board; the game so far can be gone back to.
    pub(super) fn deal(&mut self, deal: Deal, now: Duration) {
        self.stopwatch.stop(now);
        self.left.push_back((self.game.clone(), self.stopwatch));
        if self.left.len() > MOST_LEFT_GAMES {
            self.left.pop_front();
        }
        self.lay_out(deal, now);
    }

    /// Lays out another board in place of the one that is there.
    pub(super) fn lay_out(&mut self, deal: Deal, now: Duration) {
        self.forget_search();
        self.game = Game::new(deal.board, deal.goal, deal.origin);
        self.game.fewest = deal.optimal.map(|moves| Fewest { moves, reached: true });
        self.stopwatch = Stopwatch::default();
        self.message = None;
        self.mode = Mode::Playing;
        self.board_changed(now);
        if self.game.is_solved() {
            self.say(Tone::Good, "this board is solved; n makes another");
        }
        if !self.game.is_solvable() {
            self.explain();
        }
    }

    /// Lays out a random board for a goal.
    pub(super) fn deal_random(&mut self, shape: Shape, now: Duration) {
        let goal = self.game.goal().clone();
        let fits = goal.board(shape).is_ok();
        let deal = random_deal(shape, if fits { goal } else { Goal::default() }, self.seed);
        self.seed = self.seed.wrapping_add(1);
        let moves = self.game.moves();
        self.deal(deal, now);
        if !fits {
            self.say(Tone::Plain, "your own goal has another size: the goal is `last` now");
        } else if moves > 0 && !self.game.is_solved() {
            self.say(Tone::Plain, "b brings back the board you left");
        }
    }

    /// Shows why the board cannot be solved.
    pub(super) fn explain(&mut self) {
        let reasons = Box::new(Explanation::new(self.game.board(), self.game.goal_board()));
        self.mode = Mode::Unsolvable { reasons, scroll: 0 };
    }

    /// The board is another one: what was said about the last is void.
    pub(super) fn board_changed(&mut self, now: Duration) {
        self.hinted = false;
        self.peek = (0, 0);
        self.game.sharpen();
        if self.pending.is_some_and(|pending| pending.purpose != Purpose::Solution) {
            self.forget_search();
        }
        let known = self.game.route.as_ref().is_some_and(|route| route.is_fresh());
        if self.live && !known && self.game.is_solvable() && matches!(self.mode, Mode::Playing) {
            self.ask(Purpose::Distance, now);
        }
    }

    /// Asks about the board, or about the start for a review.
    pub(super) fn ask(&mut self, purpose: Purpose, now: Duration) {
        self.questions += 1;
        let number = self.questions;
        let start = if purpose == Purpose::Review { self.game.start() } else { self.game.board() };
        let question = Question { number, purpose, start: start.clone(), goal: self.game.goal().clone() };
        self.pending = Some(Pending { number, purpose, since: now, progress: None, stopping: false });
        self.order(Order::Ask(question));
    }

    /// Ends the search, whose answer is wanted all the same.
    pub(super) fn stop_search(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.stopping = true;
            self.order(Order::Stop);
        }
    }

    /// Ends the search, whose answer is not wanted.
    pub(super) fn forget_search(&mut self) {
        if self.pending.take().is_some() {
            self.order(Order::Stop);
        }
    }
}

/// The board that a seed makes: the first that is not the goal, as far as there is another.
pub fn random_deal(shape: Shape, goal: Goal, seed: u64) -> Deal {
    let game = Game::new(npuzzle::domains::tiles::goal::CARDS[0].board(shape), goal, Origin::Seed(seed));
    // Uniform boards exist for every goal. Of the smallest shape every second one is the goal.
    const TRIES: usize = 64;
    let board = match Generator::new(game.goal_board(), Kind::Uniform, seed) {
        Ok(mut generator) => {
            let mut boards = std::iter::repeat_with(|| generator.board()).take(TRIES);
            boards.find(|board| board != game.goal_board()).unwrap_or_else(|| game.goal_board().clone())
        }
        Err(_) => game.goal_board().clone(),
    };
    Deal { board, goal: game.goal().clone(), origin: Origin::Seed(seed), optimal: None }
}
