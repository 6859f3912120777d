//! Choosing a goal: one of the list, or any board.

use npuzzle::domains::tiles::goal::{CARDS, Goal};
use npuzzle::domains::tiles::parity::is_solvable;
use npuzzle::domains::tiles::{Board, Shape};
use npuzzle::front::messages::goal_error;

/// The choice so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalPicker {
    chosen: usize,
    /// The text of a custom goal, while it is being typed.
    text: Option<String>,
    /// Why that text was refused as a goal.
    error: Option<String>,
}

impl GoalPicker {
    /// Begins at the goal of this name.
    pub fn new(name: &str) -> Self {
        let chosen = CARDS.iter().position(|card| card.name == name).unwrap_or(CARDS.len());
        Self { chosen, text: None, error: None }
    }

    /// The place in the list; one past the named goals is the custom goal.
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// The text that is being typed.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Why the text was refused as a goal.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The board of the chosen goal, if it is a named one.
    pub fn board(&self, shape: Shape) -> Option<Board> {
        CARDS.get(self.chosen).map(|card| card.board(shape))
    }

    /// Whether a board can reach the goal at this place of the list.
    pub fn is_reachable(place: usize, board: &Board) -> bool {
        CARDS.get(place).is_some_and(|card| is_solvable(board, &card.board(board.shape())))
    }

    /// Goes up or down the list.
    pub fn go(&mut self, places: isize) {
        self.chosen = self.chosen.saturating_add_signed(places).min(CARDS.len());
        self.error = None;
    }

    /// Adds a letter to the text.
    pub fn type_letter(&mut self, letter: char) {
        self.add(std::iter::once(letter));
    }

    /// Adds a pasted text. Its lines are rows: the reader takes slashes for them, and the field has
    /// one line.
    pub fn paste(&mut self, text: &str) {
        let rows: Vec<&str> = text.split(['\r', '\n']).map(str::trim).filter(|row| !row.is_empty()).collect();
        self.add(rows.join("/").chars());
    }

    fn add(&mut self, letters: impl Iterator<Item = char>) {
        self.chosen = CARDS.len();
        self.error = None;
        self.text.get_or_insert_default().extend(letters.filter(|letter| !letter.is_control()));
    }

    /// Removes the last letter.
    pub fn erase(&mut self) {
        self.error = None;
        if let Some(text) = &mut self.text {
            text.pop();
        }
    }

    /// Removes all letters.
    pub fn erase_all(&mut self) {
        self.error = None;
        self.text = self.text.take().map(|_| String::new());
    }

    /// Stops typing. Says whether there was anything to stop.
    pub fn close_text(&mut self) -> bool {
        self.error = None;
        self.text.take().is_some()
    }

    /// Takes the choice. `None`: there is more to type, or the error says what is wrong.
    pub fn take(&mut self, shape: Shape) -> Option<Goal> {
        match (&self.text, CARDS.get(self.chosen)) {
            (None, Some(card)) => Some(Goal::Preset(card)),
            (None, None) => {
                self.text = Some(String::new());
                None
            }
            (Some(text), _) => {
                let read = Goal::read(text, Some(shape)).or_else(|_| Goal::read(text, None));
                let fitting = read.and_then(|goal| goal.board(shape).map(|_| goal));
                fitting.map_err(|error| self.error = Some(goal_error(&error))).ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_chosen_or_written() {
        let shape = "3x3".parse().unwrap();
        let mut picker = GoalPicker::new("last");
        picker.go(2);
        assert!(matches!(picker.take(shape), Some(Goal::Preset(card)) if card.name == "snail"));
        picker.go(100);
        assert!(picker.take(shape).is_none(), "it has to be written first");
        picker.paste("1 2 3\n8 0 4\n7 6 5\n");
        assert_eq!(picker.text(), Some("1 2 3/8 0 4/7 6 5"));
        assert!(matches!(picker.take(shape), Some(Goal::Custom(_))));
    }

    #[test]
    fn what_is_no_goal_is_explained() {
        let shape = "4x4".parse().unwrap();
        let mut picker = GoalPicker::new("own");
        picker.paste("1 2 3/8 0 4/7 6 5");
        assert!(picker.take(shape).is_none());
        assert!(picker.error().unwrap().contains("3x3"), "{:?}", picker.error());
        picker.close_text();
        picker.paste("snial");
        assert!(picker.take(shape).is_none());
        assert!(picker.error().unwrap().contains("snail"), "{:?}", picker.error());
        picker.erase();
        assert_eq!((picker.text(), picker.error()), (Some("snia"), None));
    }
}
