//! From the fields of a request to boards, by the rules of the command line; files are never read.

use std::time::{Duration, Instant};

use npuzzle::core::Limits;
use npuzzle::domains::tiles::goal::{Goal, GoalError};
use npuzzle::domains::tiles::notation::{FORMATS, Format, ReadOptions, read_board, split_boards};
use npuzzle::domains::tiles::{Shape, generate, random_sets};
use npuzzle::front::boards::{self, Content, Input, Seed};

use crate::app::field;
use crate::fields::BoardText;
use crate::pool::LaneName;
use crate::problem::{FieldPlace, Kind, Problem};

/// More boards than this are not taken at a time.
const MOST_BOARDS: usize = 1000;
/// Nor boards with more cells than this together.
const MOST_CELLS: usize = 1_000_000;
/// Walks with more moves than this together are no matter of a moment: these take 10 ms.
const QUICK_WALK: u64 = 100_000;

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
    let read = match goal.format() {
        None => Goal::read(&goal.0, size),
        format => read_board(&goal.0, &ReadOptions { size, format })
            .map(|read| Goal::Custom(read.board))
            .map_err(GoalError::NotABoard),
    };
    read.map_err(|error| Problem::goal(&error, Some(&goal.0)))
}

fn read_format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|card| card.name).collect();
        format!("unknown format `{name}`: expected one of {}", names.join(", "))
    })
}

/// Where the boards that a text names are made. Only random ones take time.
pub fn lane(board: &BoardText) -> LaneName {
    match random_sets::find(board.0.trim()) {
        Some(Ok(set)) => lane_of(set.kind, set.count as u64),
        _ => LaneName::Quick,
    }
}

/// Where so many random boards of a kind are made. Boards at a distance are found by a search over the whole space, and long
/// walks are walked move by move; all others are there at once.
pub fn lane_of(kind: generate::Kind, count: u64) -> LaneName {
    match kind {
        generate::Kind::Distance(_) => LaneName::Long,
        generate::Kind::Walk(moves) if moves.saturating_mul(count) > QUICK_WALK => LaneName::Long,
        _ => LaneName::Quick,
    }
}

/// The fields beside the texts of boards, once they are read.
struct Form {
    options: ReadOptions,
    goal: Option<Goal>,
}

/// What may still be taken of the boards of one request.
struct Allowance {
    boards: usize,
    cells: usize,
    began: Instant,
}

impl Allowance {
    fn of(boards: usize) -> Self {
        Self { boards, cells: MOST_CELLS, began: Instant::now() }
    }

    /// The limits with the time that is left.
    fn left_of(&self, limits: &Limits) -> Limits {
        let left = |time: Duration| time.saturating_sub(self.began.elapsed());
        Limits { time: limits.time.map(left), ..limits.clone() }
    }
}

impl BoardFields<'_> {
    /// The one board that a text names.
    pub fn one(&self, board: &BoardText, limits: &Limits) -> Result<Chosen, Problem> {
        let mut seed = Seed::new(self.seed);
        let mut inputs = self.form()?.read("board", board, &Allowance::of(1), &mut seed, limits)?;
        let (Some(input), true) = (inputs.pop(), inputs.is_empty()) else {
            return Err(too_many("board", board, inputs.len() + 1, 1));
        };
        let content = content(input.content, "board", board)?;
        Ok(Chosen { name: input.name, content, seed: seed.used() })
    }

    /// All boards that some texts name. The limits hold for all of them together.
    pub fn all(&self, field: &'static str, texts: &[BoardText], limits: &Limits) -> Result<ChosenBoards, Problem> {
        let form = self.form()?;
        let mut seed = Seed::new(self.seed);
        let mut boards = Vec::new();
        let mut allowance = Allowance::of(MOST_BOARDS);
        for text in texts {
            let inputs = form.read(field, text, &allowance, &mut seed, &allowance.left_of(limits))?;
            allowance.boards = allowance.boards.saturating_sub(inputs.len());
            for input in inputs {
                let content = content(input.content, field, text)?;
                let cells = content.board.tiles().len();
                allowance.cells = allowance.cells.checked_sub(cells).ok_or_else(|| too_many_cells(field, text))?;
                boards.push((input.name, content));
            }
        }
        Ok(ChosenBoards { boards, seed: seed.used() })
    }

    fn form(&self) -> Result<Form, Problem> {
        let size = field("size", self.size, read_size)?;
        let format = field("input_format", self.input_format, read_format)?;
        let goal = self.goal.map(|goal| read_goal(goal, size)).transpose()?;
        Ok(Form { options: ReadOptions { size, format }, goal })
    }
}

impl Form {
    /// As many boards as are allowed.
    fn read(
        &self,
        field: &'static str,
        board: &BoardText,
        allowance: &Allowance,
        seed: &mut Seed,
        limits: &Limits,
    ) -> Result<Vec<Input>, Problem> {
        let text = board.0.trim();
        let most = allowance.boards;
        // Random boards are counted before they are made.
        if let Some(Ok(set)) = random_sets::find(text) {
            if set.count > most {
                return Err(too_many(field, board, set.count, most));
            }
            if set.count.saturating_mul(set.shape.cells()) > allowance.cells {
                return Err(too_many_cells(field, board));
            }
        }
        if let Some(described) = boards::described(text, self.goal.as_ref(), seed, limits) {
            if described.left() > most {
                return Err(too_many(field, board, described.left(), most));
            }
            return Ok(described.collect());
        }
        let options = ReadOptions { format: board.format().or(self.options.format), ..self.options };
        let count = split_boards(&board.0, &options).len();
        // A text without any board is refused as one that cannot be read.
        if count.max(1) > most {
            return Err(too_many(field, board, count.max(1), most));
        }
        let goal = self.goal.clone().unwrap_or_default();
        Ok(boards::in_text("board", &board.0, count <= 1, &goal, &options))
    }
}

fn content(content: Result<Content, boards::Refusal>, field: &str, text: &BoardText) -> Result<Content, Problem> {
    content.map_err(|refusal| {
        let place = refusal.place.as_ref().map(|place| FieldPlace::of(field, place));
        Problem::new(Kind::Input, refusal.message).at(place.or_else(|| Some(FieldPlace::whole(field, &text.0))))
    })
}

fn too_many(field: &'static str, board: &BoardText, count: usize, most: usize) -> Problem {
    let noun = if count == 1 { "board" } else { "boards" };
    let what = if board.0.trim().contains(char::is_whitespace) {
        format!("the text holds {count} {noun}")
    } else {
        format!("`{}` names {count} {noun}", board.0.trim())
    };
    let expected = if most == 1 { "one".to_owned() } else { format!("at most {MOST_BOARDS} boards together") };
    Problem::in_field(field, &board.0, format!("{what}: expected {expected}"))
}

fn too_many_cells(field: &'static str, board: &BoardText) -> Problem {
    let what = if board.0.trim().contains(char::is_whitespace) { "this" } else { &format!("`{}`", board.0.trim()) };
    Problem::in_field(field, &board.0, format!("{what} is too much: expected at most {MOST_CELLS} cells together"))
}
