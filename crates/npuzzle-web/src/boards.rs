//! From the fields of a request to boards, by the rules of the command line; files are never read.

use npuzzle::core::Limits;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::{FORMATS, Format, ReadOptions, split_boards};
use npuzzle::domains::tiles::{Shape, random_sets};
use npuzzle::front::boards::{self, Content, Input, Seed};

use crate::app::field;
use crate::fields::BoardText;
use crate::pool::LaneName;
use crate::problem::{FieldPlace, Kind, Problem};

/// More boards than this are not taken at a time.
const MOST_BOARDS: usize = 1000;
/// Nor boards with more cells than this together.
const MOST_CELLS: usize = 1_000_000;

/// The fields of a request that say which board and which goal.
pub struct BoardFields<'b> {
    /// The size of flat lists.
    pub size: Option<&'b str>,
    /// The form of the text.
    pub input_format: Option<&'b str>,
    /// What to reach.
    pub goal: Option<&'b BoardText>,
    /// The seed of random boards.
    pub seed: Option<u64>,
}

/// A board that was asked for.
pub struct Chosen {
    /// What it is called.
    pub name: String,
    /// The board with its goal.
    pub content: Content,
    /// The seed, if it is random and its name has none.
    pub seed: Option<u64>,
}

/// Several boards.
pub struct ChosenBoards {
    /// Their names and contents.
    pub boards: Vec<(String, Content)>,
    /// The seed of those that are random and whose names have none.
    pub seed: Option<u64>,
}

/// Reads a size such as `3x4`.
pub fn read_size(text: &str) -> Result<Shape, String> {
    text.parse().map_err(|error: <Shape as std::str::FromStr>::Err| error.to_string())
}

/// Reads a goal: a name or a board.
pub fn read_goal(goal: &BoardText, size: Option<Shape>) -> Result<Goal, Problem> {
    Goal::read(&goal.0, size).map_err(|error| Problem::goal(&error, Some(&goal.0)))
}

fn read_format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|card| card.name).collect();
        format!("unknown format `{name}`: expected one of {}", names.join(", "))
    })
}

/// Boards at a distance are found by a search over the whole space; all others are there at once.
pub fn lane(board: &BoardText) -> LaneName {
    if board.0.trim_start().starts_with("distance:") { LaneName::Long } else { LaneName::Quick }
}

impl BoardFields<'_> {
    /// The one board that a text names.
    pub fn one(&self, board: &BoardText, limits: &Limits) -> Result<Chosen, Problem> {
        let mut seed = Seed::new(self.seed);
        let mut inputs = self.read("board", board, 1, &mut seed, limits)?;
        let (Some(input), true) = (inputs.pop(), inputs.is_empty()) else {
            return Err(too_many("board", board, inputs.len() + 1, 1));
        };
        let content = content(input.content, "board", board)?;
        Ok(Chosen { name: input.name, content, seed: seed.used() })
    }

    /// All boards that some texts name.
    pub fn all(&self, field: &'static str, texts: &[BoardText], limits: &Limits) -> Result<ChosenBoards, Problem> {
        let mut seed = Seed::new(self.seed);
        let mut boards = Vec::new();
        for text in texts {
            for input in self.read(field, text, MOST_BOARDS - boards.len(), &mut seed, limits)? {
                boards.push((input.name, content(input.content, field, text)?));
            }
        }
        Ok(ChosenBoards { boards, seed: seed.used() })
    }

    /// Up to `most` boards.
    fn read(
        &self,
        name: &'static str,
        board: &BoardText,
        most: usize,
        seed: &mut Seed,
        limits: &Limits,
    ) -> Result<Vec<Input>, Problem> {
        let size = field("size", self.size, read_size)?;
        let format = field("input_format", self.input_format, read_format)?;
        let goal = self.goal.map(|goal| read_goal(goal, size)).transpose()?;
        let text = board.0.trim();
        // Random boards are counted before they are made.
        if let Some(Ok(set)) = random_sets::find(text) {
            if set.count > most {
                return Err(too_many(name, board, set.count, most));
            }
            if set.count * set.shape.cells() > MOST_CELLS {
                let message = format!("`{text}` is too much: expected at most {MOST_CELLS} cells together");
                return Err(Problem::in_field(name, text, message));
            }
        }
        if let Some(described) = boards::described(text, goal.as_ref(), seed, limits) {
            if described.len() > most {
                return Err(too_many(name, board, described.len(), most));
            }
            return Ok(described);
        }
        let options = ReadOptions { size, format };
        let count = split_boards(&board.0, &options).len();
        if count > most.max(1) {
            return Err(too_many(name, board, count, most));
        }
        Ok(boards::in_text("board", &board.0, count <= 1, &goal.unwrap_or_default(), &options))
    }
}

fn content(content: Result<Content, boards::Refusal>, field: &str, text: &BoardText) -> Result<Content, Problem> {
    content.map_err(|refusal| {
        let place = refusal.place.as_ref().map(|place| FieldPlace::of(field, place));
        Problem::new(Kind::Input, refusal.message).at(place.or_else(|| Some(FieldPlace::whole(field, &text.0))))
    })
}

fn too_many(field: &'static str, board: &BoardText, count: usize, most: usize) -> Problem {
    let what = if board.0.trim().contains(char::is_whitespace) {
        "the text holds".to_owned()
    } else {
        format!("`{}` names", board.0.trim())
    };
    let expected = if most == 1 { "one".to_owned() } else { format!("at most {MOST_BOARDS} boards together") };
    Problem::in_field(field, &board.0, format!("{what} {count} boards: expected {expected}"))
}
