//! Boards as Python objects.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use npuzzle::core::Limits;
use npuzzle::domains::tiles::goal::{self, Goal};
use npuzzle::domains::tiles::move_text::Played;
use npuzzle::domains::tiles::notation::{FORMATS, Format, ReadOptions, TextError, read_board, read_cell, write_board};
use npuzzle::domains::tiles::parity::is_solvable;
use npuzzle::domains::tiles::sets::Known;
use npuzzle::domains::tiles::{self, BoardError, Cell, Direction, MoveText, Moves, MovesOf, Shape, random_sets, sets};
use npuzzle::front::boards::{self, Content, Input, Inputs, Seed};
use npuzzle::picture::walk::Walk;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFloat, PyInt, PyIterator, PyList, PyString, PyTuple, PyType};

use crate::arguments::{self, Given};
use crate::bridge::Bridge;
use crate::errors::{Kind, of_goal};
use crate::shown::shown;
use crate::{estimates, pictures};

/// No board has more cells.
const MOST_CELLS: usize = 10_000;
/// Boards on the way with more cells than this together would fill the memory.
const MOST_CELLS_ON_THE_WAY: usize = 100_000_000;
/// A board with more cells is not shown in one line.
const MOST_CELLS_IN_A_LINE: usize = 400;

/// What is kept of a board: its tiles, its goal, its shape, its name.
type Pickled = (String, String, String, Option<String>);

/// A board with the goal it is to reach.
///
/// Made of a text in any notation, of the name of a set's member, of a flat sequence, of rows, or
/// of a numpy array; 0 is the blank. Boards do not change. They are equal if their tiles and their
/// goals are, so that a cache of estimates is right; compare ``tiles`` where the goal does not
/// matter.
///
/// >>> from npuzzle import Board
/// >>> board = Board("1 2 3/4 0 6/7 5 8", goal="snail")
/// >>> board == Board([[1, 2, 3], [4, 0, 6], [7, 5, 8]], "snail")
/// True
/// >>> other = Board((1, 2, 3, 4, 0, 6, 7, 5, 8))
/// >>> board == other, board.tiles == other.tiles
/// (False, True)
/// >>> board.rows, board.cols, board.tiles
/// (3, 3, (1, 2, 3, 4, 0, 6, 7, 5, 8))
/// >>> board[1, 2], board.find(5), board.goal.tiles
/// (6, (2, 1), (1, 2, 3, 8, 0, 4, 7, 6, 5))
/// >>> Board("korf:1").name
/// 'korf:1'
#[pyclass(frozen, module = "npuzzle", name = "Board")]
pub struct Board {
    pub board: tiles::Board,
    pub goal: Arc<tiles::Board>,
    /// What a set calls it, and what it tells about it.
    pub named: Option<(String, Option<Known>)>,
    tiles: PyOnceLock<Py<PyTuple>>,
}

impl Board {
    pub fn new(board: tiles::Board, goal: Arc<tiles::Board>) -> Self {
        Self { board, goal, named: None, tiles: PyOnceLock::new() }
    }

    fn beside(&self, board: tiles::Board) -> Self {
        Self::new(board, Arc::clone(&self.goal))
    }

    fn shape_of(&self) -> Shape {
        self.board.shape()
    }

    fn place(&self, cell: Cell) -> (usize, usize) {
        (self.shape_of().row(cell), self.shape_of().col(cell))
    }

    fn tile_place(&self, py: Python<'_>, board: &tiles::Board, tile: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
        let number = tile.extract::<usize>().ok().filter(|_| !tile.is_instance_of::<PyBool>());
        let cell = number.and_then(|number| board.tiles().iter().position(|known| known.index() == number));
        let last = board.tiles().len() - 1;
        let cell = cell
            .ok_or_else(|| Kind::Board.error(py, format!("there is no tile {}: expected 0 to {last}", shown(tile))))?;
        Ok((cell / self.shape_of().cols(), cell % self.shape_of().cols()))
    }

    /// What the goal is called, if it has a name.
    fn goal_card(&self) -> Option<&'static str> {
        goal::CARDS.iter().find(|card| card.board(self.shape_of()) == *self.goal).map(|card| card.name)
    }

    /// The moves of a text, and the board they lead to; one that is not possible is an error.
    fn played(&self, py: Python<'_>, text: &Bound<'_, PyAny>, of: Given<'_, '_>) -> PyResult<Played> {
        let of = arguments::moves_of(py, of)?;
        let text = arguments::text("moves", Some(text))?.unwrap_or_default();
        let refuse = |error: TextError| Kind::Board.error(py, error.to_string());
        let moves = MoveText::read(&text).map_err(refuse)?;
        let played = moves.play(&self.board, of, MOST_CELLS_ON_THE_WAY).map_err(refuse)?;
        played.illegal.as_ref().map_or(Ok(()), |illegal| Err(refuse(illegal.error())))?;
        Ok(played)
    }

    fn walked(&self, py: Python<'_>, moves: &Moves) -> PyResult<Vec<tiles::Board>> {
        let boards = moves.0.len() + 1;
        if boards.saturating_mul(self.board.tiles().len()) > MOST_CELLS_ON_THE_WAY {
            let message = format!("{boards} boards of {} are too many to hold: expected fewer moves", self.shape_of());
            return Err(Kind::Limit.error(py, message));
        }
        let mut walk = Walk::new(&self.board, &moves.0, MovesOf::Blank);
        let rest = std::iter::from_fn(|| walk.step().map(|_| walk.board().clone()));
        Ok(std::iter::once(self.board.clone()).chain(rest).collect())
    }
}

/// Calls a function of the Python part of the package.
fn in_python<'py>(py: Python<'py>, module: &str, function: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(format!("npuzzle.{module}"))?.getattr(function)
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (source, goal=None, *, size=None, input_format=None, seed=None))]
    fn create(
        source: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        size: Option<&Bound<'_, PyAny>>,
        input_format: Option<&Bound<'_, PyAny>>,
        seed: Given<'_, '_>,
    ) -> PyResult<Self> {
        let py = source.py();
        let mut boards = read(source, goal, size, input_format, arguments::whole("seed", seed)?)?;
        match (boards.pop(), boards.len()) {
            (Some(board), 0) => Ok(board),
            (_, others) => {
                let message = format!("{} boards: expected one; npuzzle.boards() reads them all", others + 1);
                Err(Kind::Board.error(py, message))
            }
        }
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.shape_of().rows()
    }

    /// Number of columns.
    #[getter]
    fn cols(&self) -> usize {
        self.shape_of().cols()
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.rows(), self.cols())
    }

    /// The tiles row by row; 0 is the blank.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let made = || PyTuple::new(py, self.board.tiles().iter().map(|tile| tile.0)).map(Bound::unbind);
        self.tiles.get_or_try_init(py, made).map(|tiles| tiles.bind(py).clone())
    }

    /// The tiles as rows.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rows = self.board.rows().map(|row| PyTuple::new(py, row.iter().map(|tile| tile.0)));
        PyTuple::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    /// The board that is to be reached.
    #[getter]
    fn goal(&self) -> Self {
        self.beside((*self.goal).clone())
    }

    /// What the goal is called, if it has a name.
    #[getter]
    fn goal_name(&self) -> Option<&'static str> {
        self.goal_card()
    }

    /// What a named set calls the board.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.named.as_ref().map(|(name, _)| name.as_str())
    }

    /// Row and column of the blank.
    #[getter]
    fn blank(&self) -> (usize, usize) {
        self.place(self.board.blank())
    }

    /// Row and column of a tile.
    fn find(&self, py: Python<'_>, tile: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
        self.tile_place(py, &self.board, tile)
    }

    /// Row and column of a tile at the goal.
    fn home(&self, py: Python<'_>, tile: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
        self.tile_place(py, &self.goal, tile)
    }

    /// The letters of all possible moves.
    #[pyo3(signature = (moves_of=None))]
    fn moves(&self, py: Python<'_>, moves_of: Given<'_, '_>) -> PyResult<String> {
        let of = arguments::moves_of(py, moves_of)?;
        let blank = self.board.blank();
        let possible =
            Direction::ALL.into_iter().filter(|&direction| self.shape_of().neighbour(blank, direction).is_some());
        Ok(Moves(possible.collect()).letters(of))
    }

    /// The board after some moves, such as ``"RRD"``, ``"R2D"`` or the tiles ``"5 8"``.
    #[pyo3(name = "move", signature = (moves, moves_of=None))]
    fn moved(&self, py: Python<'_>, moves: &Bound<'_, PyAny>, moves_of: Given<'_, '_>) -> PyResult<Self> {
        Ok(self.beside(self.played(py, moves, moves_of)?.end))
    }

    /// All boards on the way, this one first.
    #[pyo3(signature = (moves, moves_of=None))]
    fn walk(&self, py: Python<'_>, moves: &Bound<'_, PyAny>, moves_of: Given<'_, '_>) -> PyResult<Vec<Self>> {
        let moves = self.played(py, moves, moves_of)?.moves;
        Ok(self.walked(py, &moves)?.into_iter().map(|board| self.beside(board)).collect())
    }

    /// Every possible move, and the board it leads to.
    #[pyo3(signature = (moves_of=None))]
    fn neighbours(&self, py: Python<'_>, moves_of: Given<'_, '_>) -> PyResult<Vec<(String, Self)>> {
        let of = arguments::moves_of(py, moves_of)?;
        let after = |direction| Some((Moves(vec![direction]).letters(of), self.beside(self.board.moved(direction)?)));
        Ok(Direction::ALL.into_iter().filter_map(after).collect())
    }

    /// The same as ``neighbours``.
    #[pyo3(signature = (moves_of=None))]
    fn neighbors(&self, py: Python<'_>, moves_of: Given<'_, '_>) -> PyResult<Vec<(String, Self)>> {
        self.neighbours(py, moves_of)
    }

    /// The place of a tile in ``tiles``.
    fn index(&self, py: Python<'_>, tile: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (row, col) = self.tile_place(py, &self.board, tile)?;
        Ok(row * self.cols() + col)
    }

    /// Whether nothing is left to do.
    fn is_goal(&self) -> bool {
        self.board == *self.goal
    }

    /// Whether the goal can be reached, by arithmetic.
    fn is_solvable(&self) -> bool {
        is_solvable(&self.board, &self.goal)
    }

    /// The board in one of the notations that ``npuzzle.catalogue().formats`` lists, ``rows`` if
    /// none is named.
    #[pyo3(signature = (format=None))]
    fn to_text(&self, py: Python<'_>, format: Given<'_, '_>) -> PyResult<String> {
        let format = read_format(py, &arguments::text("format", format)?.unwrap_or_else(|| "rows".to_owned()))?;
        write_board(&self.board, format).map_err(|error| Kind::Board.error(py, error.to_string()))
    }

    /// Show why the board can or cannot be solved.
    fn explain<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "_explain", "explain")?.call1((slf,))
    }

    /// The estimate of a heuristic of the catalogue (``manhattan`` if none is named), of an
    /// expression over them, or of a function; ``None`` where it has no value, as ``perfect`` has
    /// none on a board that cannot be solved.
    ///
    /// With ``shares=True`` the answer is an :class:`npuzzle.Estimate`: the value with what every
    /// tile, pair and pattern adds. With ``distance=True`` it also has the true distance, which may
    /// take a search.
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("2 1 3/4 5 6/7 8 0")
    /// >>> board.estimate(), board.estimate("misplaced/2"), board.is_solvable()
    /// (2, 1, False)
    /// >>> board.estimate(shares=True).tiles[1]
    /// 1
    #[pyo3(signature = (heuristic=None, *, shares=false, distance=false))]
    fn estimate<'py>(
        slf: &Bound<'py, Self>,
        heuristic: Option<&Bound<'py, PyAny>>,
        shares: bool,
        distance: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if !shares && !distance {
            if let Some(function) = heuristic.filter(|heuristic| heuristic.is_callable()) {
                return function.call1((slf,));
            }
            if let Some(value) = estimates::value(py, slf.get(), heuristic)? {
                return value.into_bound_py_any(py);
            }
        }
        in_python(py, "_estimate", "estimate")?.call1((slf, heuristic, shares, distance))
    }

    /// The board as a numpy array of rows.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("numpy")?.getattr("array")?.call1((slf.get().grid(slf.py())?,))
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // A board is no array: whatever is asked for, one is made.
        let _ = copy;
        slf.py().import("numpy")?.getattr("array")?.call1((slf.get().grid(slf.py())?, dtype))
    }

    /// The board as a picture.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        pictures::with_goal(py, &self.board, &self.goal)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    fn __str__(&self) -> String {
        pictures::grid(&self.board)
    }

    fn __repr__(&self) -> String {
        if self.board.tiles().len() > MOST_CELLS_IN_A_LINE {
            return format!("<Board {}>", self.shape_of());
        }
        let goal = match self.goal_card() {
            Some(name) if name == goal::CARDS[0].name => String::new(),
            Some(name) => format!(", goal='{name}'"),
            None => format!(", goal='{}'", self.goal),
        };
        format!("Board('{}'{goal})", self.board)
    }

    fn __len__(&self) -> usize {
        self.board.tiles().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tiles(py)?.try_iter()
    }

    fn __contains__(&self, tile: &Bound<'_, PyAny>) -> bool {
        tile.extract::<usize>().is_ok_and(|tile| tile < self.board.tiles().len())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, place: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Ok(pair) = place.cast::<PyTuple>() else { return self.tiles(py)?.as_any().get_item(place) };
        let (row, col): (isize, isize) =
            pair.extract().map_err(|_| PyTypeError::new_err("expected board[cell] or board[row, column]"))?;
        let within = |at: isize, count: usize| {
            let at = if at < 0 { at + count as isize } else { at };
            usize::try_from(at).ok().filter(|&at| at < count)
        };
        match (within(row, self.rows()), within(col, self.cols())) {
            (Some(row), Some(col)) => self.board.tile_at(self.shape_of().cell(row, col)).0.into_bound_py_any(py),
            _ => Err(PyIndexError::new_err(format!("row {row}, column {col} of a {} board", self.shape_of()))),
        }
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let tiles = self.board.tiles().iter().rev().map(|tile| tile.0);
        PyTuple::new(py, tiles)?.try_iter()
    }

    /// A tile is there once, anything else never.
    fn count(&self, tile: &Bound<'_, PyAny>) -> usize {
        usize::from(self.__contains__(tile))
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match other.cast::<Self>() {
            Ok(other) => {
                let other = other.get();
                let has_goal_of = Arc::ptr_eq(&self.goal, &other.goal) || self.goal == other.goal;
                (has_goal_of && self.board == other.board).into_bound_py_any(py)
            }
            Err(_) => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.board, &*self.goal).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let this = slf.get();
        let again = slf.get_type().getattr("_again")?;
        Ok((
            again,
            (
                this.board.to_string(),
                this.goal.to_string(),
                this.shape_of().to_string(),
                this.name().map(str::to_owned),
            ),
        ))
    }

    /// The board that was pickled.
    #[classmethod]
    fn _again(cls: &Bound<'_, PyType>, board: &str, goal: &str, size: &str, name: Option<String>) -> PyResult<Self> {
        let py = cls.py();
        let (board, goal, size) = (PyString::new(py, board), PyString::new(py, goal), PyString::new(py, size));
        let made = Self::create(board.as_any(), Some(goal.as_any()), Some(size.as_any()), None, None)?;
        // What its set tells about it is looked up again.
        let named = name.map(|name| {
            let known = sets::find(&name).and_then(Result::ok).and_then(|(_, instances)| instances.into_iter().next());
            let known = known.filter(|instance| instance.board == made.board).map(|instance| instance.known);
            (name, known)
        });
        Ok(Self { named, ..made })
    }
}

pub fn read_format(py: Python<'_>, name: &str) -> PyResult<Format> {
    Format::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|card| card.name).collect();
        Kind::Board.error(py, format!("unknown format `{name}`: expected one of {}", names.join(", ")))
    })
}

/// The goal for boards of a shape: a name, a board in any form, or the usual one.
pub fn read_goal(goal: Option<&Bound<'_, PyAny>>, shape: Option<Shape>) -> PyResult<Option<Goal>> {
    let Some(goal) = goal.filter(|goal| !goal.is_none()) else { return Ok(None) };
    if let Ok(board) = goal.cast::<Board>() {
        return Ok(Some(Goal::from(board.get().board.clone())));
    }
    if let Ok(text) = goal.cast::<PyString>() {
        return Goal::read(&text.to_string_lossy(), shape).map(Some).map_err(|error| of_goal(goal.py(), &error));
    }
    board_of_numbers(goal, shape).map(Goal::from).map(Some)
}

/// All boards that something names.
pub fn read(
    source: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    size: Option<&Bound<'_, PyAny>>,
    input_format: Given<'_, '_>,
    seed: Option<u64>,
) -> PyResult<Vec<Board>> {
    let py = source.py();
    let size = size.filter(|size| !size.is_none()).map(arguments::shape).transpose()?;
    let with_goal = |board: tiles::Board, goal: Option<Goal>| {
        let goal = goal.unwrap_or_default().board(board.shape()).map_err(|error| of_goal(py, &error))?;
        Ok(Board::new(board, Arc::new(goal)))
    };
    if let Ok(board) = source.cast::<Board>() {
        let board = board.get();
        if let Some(size) = size.filter(|&size| size != board.shape_of()) {
            return Err(Kind::Board.error(py, format!("size: this is a {} board, not {size}", board.shape_of())));
        }
        return match read_goal(goal, Some(board.shape_of()))? {
            None => Ok(vec![Board { named: board.named.clone(), ..board.beside(board.board.clone()) }]),
            goal => with_goal(board.board.clone(), goal).map(|board| vec![board]),
        };
    }
    let file = text_of_file(source)?;
    let text = match (&file, source.cast::<PyString>()) {
        (Some((_, text)), _) => text.clone(),
        (None, Ok(text)) => text.to_string_lossy().into_owned(),
        (None, Err(_)) => {
            let board = board_of_numbers(source, size)?;
            let goal = read_goal(goal, Some(board.shape()))?;
            return with_goal(board, goal).map(|board| vec![board]);
        }
    };
    let text = &*text;
    let goal = read_goal(goal, size)?;
    let format = arguments::text("input_format", input_format)?;
    let format = format.map(|name| read_format(py, &name)).transpose()?;
    let options = ReadOptions { size, format };
    let described = match &file {
        Some(_) => None,
        None => described(py, text.trim().to_owned(), goal.clone(), seed)?,
    };
    let is_set = described.is_some();
    let inputs = described.unwrap_or_else(|| match &file {
        Some((name, text)) => boards::in_text(name, text, false, goal.as_ref(), &options),
        None => boards::in_words(text, goal.as_ref(), &options),
    });
    let board = |Input { name, content }: Input| {
        let Content { board, goal, known, .. } =
            content.map_err(|refusal| Kind::Board.error(py, refusal.to_string()))?;
        let named = is_set.then_some((name, known));
        Ok(Board { named, ..with_goal(board, Some(goal))? })
    };
    inputs.into_iter().map(board).collect()
}

/// Larger files hold more boards than are read at a time.
const LARGEST_FILE: u64 = 16 << 20;

/// The name and the text of a file, if a path is given (`pathlib.Path`).
fn text_of_file(source: &Bound<'_, PyAny>) -> PyResult<Option<(String, String)>> {
    if !source.hasattr("__fspath__")? {
        return Ok(None);
    }
    let path: PathBuf = source.extract()?;
    let name = path.display().to_string();
    let length = fs::metadata(&path)?.len();
    if length > LARGEST_FILE {
        let message = format!("`{name}` is too large: at most {} MiB of boards are read", LARGEST_FILE >> 20);
        return Err(Kind::Board.error(source.py(), message));
    }
    Ok(Some((name, fs::read_to_string(&path)?)))
}

/// The boards of a named set, or random ones by description. Only the latter may take a while.
fn described(py: Python<'_>, word: String, goal: Option<Goal>, seed: Option<u64>) -> PyResult<Option<Vec<Input>>> {
    if random_sets::find(&word).is_none() {
        let named = boards::described(&word, goal.as_ref(), &mut Seed::new(seed), &Limits::default());
        return Ok(named.map(Inputs::collect));
    }
    let bridge = Bridge::new(None);
    let limits = arguments::usual_limits(&bridge);
    bridge.finish(py, move |_| {
        boards::described(&word, goal.as_ref(), &mut Seed::new(seed), &limits).map(Inputs::collect)
    })
}

/// A board of numbers: a flat sequence, or one of rows; numpy's arrays are both.
fn board_of_numbers(source: &Bound<'_, PyAny>, size: Option<Shape>) -> PyResult<tiles::Board> {
    let py = source.py();
    let refuse = |message: String| Kind::Board.error(py, message);
    let listed = source.call_method0("tolist").ok();
    let source = listed.as_ref().unwrap_or(source);
    let items = items_of(source)?;
    if items.iter().any(|item| item.is_instance_of::<Board>()) {
        return Err(refuse("a list of boards is not a board: npuzzle.boards() takes several".to_owned()));
    }
    if items.iter().any(|item| item.is_instance_of::<PyString>()) {
        return board_of_words(&items, size);
    }
    let is_number = |item: &Bound<'_, PyAny>| {
        item.is_none()
            || item.is_instance_of::<PyFloat>()
            || item.is_instance_of::<PyInt>()
            || item.hasattr("__index__").unwrap_or(false)
    };
    let is_row = |item: &Bound<'_, PyAny>| !item.is_instance_of::<PyString>() && item.try_iter().is_ok();
    if let Some(item) = items.iter().find(|item| !is_number(item) && !is_row(item)) {
        number_of(item)?;
    }
    let (numbers, shape) = if items.iter().all(is_number) {
        let numbers = items.iter().map(number_of).collect::<PyResult<Vec<u64>>>()?;
        let square = Shape::square(numbers.len());
        let shape = size.or(square).ok_or_else(|| {
            refuse(format!(
                "{} cells are not a square: expected rows, as in [[1, 2, 3], [4, 0, 5]], or size=",
                numbers.len()
            ))
        })?;
        (numbers, shape)
    } else {
        let rows = items.iter().map(|row| items_of(row)).collect::<PyResult<Vec<_>>>()?;
        let cols = rows.first().map_or(0, Vec::len);
        if let Some((number, row)) = (1..).zip(&rows).find(|(_, row)| row.len() != cols) {
            return Err(refuse(format!(
                "row {number} has {} cells and row 1 has {cols}: expected rows of one length",
                row.len()
            )));
        }
        let shape = Shape::new(rows.len(), cols).map_err(|error| refuse(error.to_string()))?;
        let numbers = rows.iter().flatten().map(number_of).collect::<PyResult<Vec<u64>>>()?;
        (numbers, size.unwrap_or(shape))
    };
    board_of_cells(py, shape, &numbers)
}

fn board_of_cells(py: Python<'_>, shape: Shape, numbers: &[u64]) -> PyResult<tiles::Board> {
    let refuse = |message: String| Kind::Board.error(py, message);
    tiles::Board::new(shape, numbers).map_err(|error| match error {
        BoardError::Duplicate { missing, .. } if missing.is_blank() => {
            refuse(format!("{error}, and there is no blank (0)"))
        }
        BoardError::Duplicate { missing, .. } => refuse(format!("{error}, and tile {missing} is missing")),
        other => refuse(other.to_string()),
    })
}

/// A board of words, as splitting a text or reading CSV gives them: a cell or a row each.
fn board_of_words(items: &[Bound<'_, PyAny>], size: Option<Shape>) -> PyResult<tiles::Board> {
    let Some(py) = items.first().map(Bound::py) else { return Err(PyTypeError::new_err("expected cells")) };
    let shape = size.or_else(|| Shape::square(items.len()));
    let cells = items.iter().map(number_of).collect::<PyResult<Vec<u64>>>();
    let flat = match (cells, shape) {
        (Ok(cells), Some(shape)) => board_of_cells(py, shape, &cells),
        (Ok(cells), None) => {
            Err(Kind::Board.error(py, format!("{} cells are not a square: expected rows, or size=", cells.len())))
        }
        (Err(error), _) => Err(error),
    };
    flat.or_else(|error| {
        let rows = items.iter().map(|item| item.extract::<String>()).collect::<PyResult<Vec<String>>>();
        let text = rows.map_err(|_| error.clone_ref(py))?.join("/");
        read_board(&text, &ReadOptions { size, format: None }).map(|read| read.board).map_err(|_| error)
    })
}

/// What an iterable holds, as far as a board may.
fn items_of<'py>(source: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = source.py();
    let kind = source.get_type();
    let not_a_board = || {
        let name = kind.name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
        Kind::Board.error(py, format!("{name} is not a board: expected a text, rows of numbers or a flat list of them"))
    };
    let unordered = ["set", "frozenset", "dict", "str", "bytes", "bytearray"];
    if kind.name().is_ok_and(|name| unordered.contains(&name.to_string_lossy().as_ref())) {
        return Err(not_a_board());
    }
    let mut items = Vec::new();
    for item in source.try_iter().map_err(|_| not_a_board())? {
        items.push(item?);
        if items.len() > MOST_CELLS {
            return Err(Kind::Board.error(py, format!("more than {MOST_CELLS} cells: no board is that large")));
        }
    }
    Ok(items)
}

fn number_of(item: &Bound<'_, PyAny>) -> PyResult<u64> {
    let refuse = || {
        let message = format!("{} is not a tile: expected whole numbers from 0, the blank", shown(item));
        Kind::Board.error(item.py(), message)
    };
    if item.is_instance_of::<PyBool>() {
        return Err(refuse());
    }
    if item.is_none() {
        return Ok(0);
    }
    if let Ok(word) = item.cast::<PyString>() {
        return read_cell(&word.to_string_lossy()).ok_or_else(refuse);
    }
    // Arrays are often of floats.
    let whole = item.extract::<f64>().ok().filter(|float| float.fract() == 0.0 && (0.0..1e6).contains(float));
    match item.cast::<PyFloat>() {
        Ok(_) => whole.map(|float| float as u64).ok_or_else(refuse),
        Err(_) => item.extract().map_err(|_| refuse()),
    }
}

/// A list of boards.
pub fn list(py: Python<'_>, boards: Vec<Board>) -> PyResult<Bound<'_, PyList>> {
    let objects = boards.into_iter().map(|board| Bound::new(py, board)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, objects)
}
