//! What keys do while the user plays or watches.

use std::time::Duration;

use npuzzle::domains::tiles::Direction;

use crate::render::numbers::thousands;
use crate::terminal::play::editing::Editing;
use crate::terminal::play::game::Fewest;
use crate::terminal::play::goal_picker::GoalPicker;
use crate::terminal::play::keys::Action;
use crate::terminal::play::model::{Mode, Model, Tone};
use crate::terminal::play::route::Route;
use crate::terminal::play::search::Purpose;
use crate::terminal::play::size_picker::SizePicker;
use crate::terminal::play::watching::Watching;

impl Model {
    pub(super) fn play(&mut self, action: Action, now: Duration) {
        match action {
            Action::Up => self.arrow(Direction::Up, now),
            Action::Down => self.arrow(Direction::Down, now),
            Action::Left => self.arrow(Direction::Left, now),
            Action::Right => self.arrow(Direction::Right, now),
            Action::Undo if !self.game.undo() => self.say(Tone::Plain, "there is no move to take back"),
            Action::Redo if !self.game.redo() => self.say(Tone::Plain, "no move was taken back"),
            Action::Undo | Action::Redo => self.moved(now),
            Action::Restart => {
                let made = self.game.moves();
                self.game.restart();
                self.stopwatch = Default::default();
                self.message = None;
                self.board_changed(now);
                if made > 0 {
                    self.say(Tone::Plain, "back at the start; U makes the moves again");
                }
            }
            Action::Whose => {
                self.arrows = self.arrows.other();
                self.say(Tone::Plain, format!("arrows move the {} now", self.arrows.name()));
            }
            Action::Hint => self.hint_wanted(now),
            Action::Distance => {
                self.live = !self.live;
                self.message = None;
                self.board_changed(now);
            }
            Action::Solve => self.solve_wanted(now),
            Action::New => self.deal_random(self.game.shape(), now),
            Action::NextBoard => self.deal_given(1, now),
            Action::PreviousBoard => self.deal_given(-1, now),
            Action::LastGame => self.go_back_to_the_last_game(now),
            Action::Size => self.mode = Mode::Size(SizePicker::new(self.game.shape())),
            Action::Goal => self.mode = Mode::Goal(GoalPicker::new(self.game.goal_name())),
            Action::Edit => self.begin_editing(now),
            Action::Back if self.pending.is_some() => self.stop_search(),
            Action::Back => self.say(Tone::Plain, "q quits"),
            _ => {}
        }
    }

    pub(super) fn arrow(&mut self, named: Direction, now: Duration) {
        let direction = self.arrows.named(named);
        if self.game.play(direction) {
            self.moved(now);
        } else {
            self.say(Tone::Plain, format!("the {} cannot move there", self.arrows.name()));
        }
    }

    /// After a move, or several at once.
    pub(super) fn moved(&mut self, now: Duration) {
        self.message = None;
        self.stopwatch.start(now);
        self.board_changed(now);
        if self.game.is_solved() {
            self.solved(now);
        }
    }

    pub(super) fn solved(&mut self, now: Duration) {
        self.stopwatch.stop(now);
        self.forget_search();
        self.tell_solved();
        let is_known = self.game.fewest.is_some_and(|fewest| fewest.reached || self.is_as_short_as(fewest));
        if !is_known && self.game.moves() > 0 {
            self.ask(Purpose::Review, now);
        }
    }

    fn is_as_short_as(&self, fewest: Fewest) -> bool {
        self.game.moves() as u64 == u64::from(fewest.moves)
    }

    /// Says what the game was worth, as far as it is known.
    pub(super) fn tell_solved(&mut self) {
        let moves = counted(self.game.moves());
        let fewest = match self.game.fewest {
            Some(fewest) if self.is_as_short_as(fewest) => "; no way is shorter (proved)".to_owned(),
            Some(Fewest { moves, reached: true }) => format!("; {} is the fewest (proved)", thousands(moves)),
            Some(Fewest { moves: 0, .. }) => String::new(),
            Some(Fewest { moves, .. }) => format!("; at least {} are needed (proved)", thousands(moves)),
            None => String::new(),
        };
        let help = if self.game.assisted { ", with help" } else { "" };
        self.say(Tone::Good, format!("solved in {moves}{help}{fewest}"));
    }

    pub(super) fn hint_wanted(&mut self, now: Duration) {
        if !self.can_be_helped() {
            return;
        }
        self.game.assisted = true;
        let next = self.game.route.as_ref().and_then(Route::next);
        match next {
            Some(next) if self.hinted => {
                self.game.play(next);
                self.moved(now);
            }
            Some(_) if self.game.route.as_ref().is_some_and(Route::is_fresh) => self.show_hint(),
            _ => match &mut self.pending {
                // The same search answers both; to begin it anew would only take longer.
                Some(pending) => {
                    pending.purpose = Purpose::Hint;
                    self.say(Tone::Plain, "the hint is on its way; Esc takes what is known");
                }
                None => self.ask(Purpose::Hint, now),
            },
        }
    }

    pub(super) fn show_hint(&mut self) {
        self.hinted = true;
        self.peek = (0, 0);
        let (Some(route), Some((cell, direction))) = (&self.game.route, self.next_move()) else { return };
        let proof =
            if route.is_shortest() { "a best move (proved)" } else { "a good move; not proved to be a best one" };
        let tile = self.game.board().tile_at(cell);
        self.say(Tone::Plain, format!("tile {tile} {}: {proof}; H again makes it", word(direction)));
    }

    pub(super) fn solve_wanted(&mut self, now: Duration) {
        if !self.can_be_helped() {
            return;
        }
        self.game.assisted = true;
        self.message = None;
        self.stopwatch.stop(now);
        if self.game.route.as_ref().is_some_and(Route::is_shortest) {
            return self.watch_route(now);
        }
        self.mode = Mode::Solving;
        self.ask(Purpose::Solution, now);
    }

    pub(super) fn can_be_helped(&mut self) -> bool {
        if self.game.is_solved() {
            self.say(Tone::Good, "this board is solved; n makes another");
        } else if !self.game.is_solvable() {
            self.explain();
        }
        self.game.is_solvable() && !self.game.is_solved()
    }

    pub(super) fn watch_route(&mut self, now: Duration) {
        if let Some(route) = &self.game.route {
            let (board, moves) = (self.game.board().clone(), route.moves().collect());
            self.mode = Mode::Watching(Watching::new(board, moves, route.at_least(), now));
            self.peek = (0, 0);
        }
    }

    pub(super) fn deal_given(&mut self, step: isize, now: Duration) {
        let wanted = self.dealt.checked_add_signed(step);
        match wanted.and_then(|place| self.deals.get(place)).cloned() {
            Some(deal) => {
                self.dealt = self.dealt.saturating_add_signed(step);
                // A game that was begun with that board goes on.
                match self.left.iter().rposition(|(game, _)| *game.start() == deal.board) {
                    Some(place) => self.resume(place, now),
                    None => self.deal(deal, now),
                }
                if matches!(self.mode, Mode::Playing) {
                    let number = format!("board {} of {}", self.dealt + 1, self.deals.len());
                    self.say(Tone::Plain, format!("{number}{}", self.after_moves()));
                }
            }
            None if self.deals.len() < 2 => {
                self.say(Tone::Plain, "there is one board; n makes another, b brings back the one you left");
            }
            None => self.say(Tone::Plain, format!("this is board {} of {}", self.dealt + 1, self.deals.len())),
        }
    }

    /// Goes on with the game that was left last. The one in front of the user goes to the other
    /// end, so that none is lost.
    pub(super) fn go_back_to_the_last_game(&mut self, now: Duration) {
        let Some(last) = self.left.len().checked_sub(1) else {
            return self.say(Tone::Plain, "there was no board before this one");
        };
        self.resume(last, now);
        self.left.rotate_right(1);
        self.say(Tone::Plain, format!("the board you left{}", self.after_moves()));
    }

    /// Goes on with one of the games that were left, and leaves the one in front of the user.
    fn resume(&mut self, place: usize, now: Duration) {
        let Some((game, stopwatch)) = self.left.remove(place) else { return };
        self.forget_search();
        self.stopwatch.stop(now);
        let current = std::mem::replace(&mut self.game, game);
        self.left.push_back((current, self.stopwatch));
        self.stopwatch = stopwatch;
        self.mode = Mode::Playing;
        self.board_changed(now);
    }

    fn after_moves(&self) -> String {
        match self.game.moves() {
            0 => String::new(),
            moves => format!(", after {}", counted(moves)),
        }
    }

    pub(super) fn begin_editing(&mut self, now: Duration) {
        self.edit_board(now, false);
    }

    /// Goes on editing, with a board that was pasted; the game before it was left.
    pub(super) fn edit_pasted(&mut self, now: Duration) {
        self.edit_board(now, true);
    }

    fn edit_board(&mut self, now: Duration, pasted: bool) {
        self.stopwatch.stop(now);
        self.forget_search();
        self.message = None;
        let (board, goal) = (self.game.board().clone(), self.game.goal_board().clone());
        self.mode = Mode::Editing(Editing::new(board, goal, pasted));
    }

    /// Leaves the editor; a game that was left for a pasted board goes on.
    pub(super) fn drop_edits(&mut self, now: Duration) {
        let Mode::Editing(editing) = &self.mode else { return };
        if editing.is_pasted()
            && let Some((game, stopwatch)) = self.left.pop_back()
        {
            (self.game, self.stopwatch) = (game, stopwatch);
        }
        self.mode = Mode::Playing;
        self.board_changed(now);
        self.say(Tone::Plain, "the board is as it was");
    }

    pub(super) fn watch(&mut self, action: Action, now: Duration) {
        let Mode::Watching(watching) = &mut self.mode else { return };
        match action {
            Action::Toggle => watching.toggle(now),
            Action::StepBack => watching.step(-1),
            Action::StepForward => watching.step(1),
            Action::LeapBack => watching.step(-10),
            Action::LeapForward => watching.step(10),
            Action::First => watching.jump(false),
            Action::Last => watching.jump(true),
            Action::Whose => self.letters = self.letters.other(),
            Action::Slower => watching.change_speed(false, now),
            Action::Faster => watching.change_speed(true, now),
            Action::Back => {
                let made = watching.moves()[..watching.position()].to_vec();
                self.mode = Mode::Playing;
                self.message = None;
                for direction in made {
                    self.game.play(direction);
                }
                self.board_changed(now);
                if self.game.is_solved() {
                    self.solved(now);
                }
            }
            _ => {}
        }
    }
}

fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

/// So many moves, in words.
pub fn counted(moves: usize) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{} moves", thousands(moves)) }
}
