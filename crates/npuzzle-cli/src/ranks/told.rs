//! Boards on their way from the leader to the others, which cannot read its files.

use npuzzle::front::boards::{Content, Input};
use npuzzle::question::{BoardText, KnownBoard};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::render::json;

/// A board with its name and its number among the boards of the command.
#[derive(Serialize, Deserialize)]
pub struct Told {
    /// Its number, from 0.
    pub number: usize,
    name: String,
    board: BoardText,
}

impl Told {
    /// Tells of a board.
    pub fn text(number: usize, name: &str, content: &Content) -> Result<String, Failure> {
        let board = BoardText::named(name, KnownBoard::from(content.clone()));
        json::line(&Self { number, name: name.to_owned(), board })
    }

    /// Understands what was told.
    pub fn read(text: &str) -> Result<Self, Failure> {
        serde_json::from_str(text).map_err(|error| Failure::Bug(format!("a board of another process: {error}")))
    }

    /// The board.
    pub fn content(&self) -> Result<Content, Failure> {
        let known =
            self.board.known().ok_or_else(|| Failure::Bug("a board of another process is a text".to_owned()))?;
        let KnownBoard { board, goal, claim, known } = known.clone();
        Ok(Content { board: board.board(), goal: goal.unwrap_or_default(), claim, known })
    }

    /// The board, as it would have been read here.
    pub fn input(&self) -> Result<Input, Failure> {
        Ok(Input { name: self.name.clone(), content: Ok(self.content()?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use npuzzle::domains::tiles::goal::Goal;
    use npuzzle::domains::tiles::sets::Known;

    #[test]
    fn boards_travel_with_all_that_is_known_of_them() {
        let goal = Goal::preset("snail").unwrap();
        let board = goal.board("3x3".parse().unwrap()).unwrap();
        for known in [None, Some(Known::Optimal(0)), Some(Known::Published(4))] {
            let content = Content { board: board.clone(), goal: goal.clone(), claim: None, known };
            let told = Told::read(&Told::text(7, "a name", &content).unwrap()).unwrap();
            let read = told.input().unwrap();
            assert_eq!((told.number, &*read.name), (7, "a name"));
            let read = read.content.unwrap();
            assert_eq!((read.board, read.known), (board.clone(), known));
            assert_eq!(read.goal.board("3x3".parse().unwrap()).unwrap(), board);
        }
    }
}
