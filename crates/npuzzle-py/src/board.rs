//! Boards as Python objects.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use npuzzle::domains::tiles::goal;
use npuzzle::domains::tiles::move_text::Played;
use npuzzle::domains::tiles::notation::{TextError, write_board};
use npuzzle::domains::tiles::parity::is_solvable;
use npuzzle::domains::tiles::sets::Known;
use npuzzle::domains::tiles::{self, Cell, Direction, MoveText, Moves, MovesOf, Shape, sets};
use npuzzle::picture::walk::Walk;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyIterator, PyList, PySlice, PyString, PyTuple, PyType};

use crate::arguments::{self, Given};
use crate::errors::Kind;
use crate::estimates::Estimated;
use crate::reading::{read, read_format};
use crate::shown::shown;
use crate::{estimates, pictures, questions};

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

    /// The same under the name that a set has for it, with what the set tells about it.
    pub fn called(self, named: Option<(String, Option<Known>)>) -> Self {
        Self { named, ..self }
    }

    /// A board with the same goal.
    pub fn beside(&self, board: tiles::Board) -> Self {
        Self::new(board, Arc::clone(&self.goal))
    }

    pub fn shape_of(&self) -> Shape {
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
        let none =
            || Kind::Board.error(py, "moves: None is no moves, as where a board was not solved: expected a text");
        let text = arguments::text("moves", Some(text))?.ok_or_else(none)?;
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

    /// The board of a size that is solved already.
    ///
    /// >>> from npuzzle import Board
    /// >>> Board.solved("2x3"), Board.solved(3, goal="snail")
    /// (Board('1 2 3/4 5 0'), Board('1 2 3/8 0 4/7 6 5', goal='snail'))
    #[classmethod]
    #[pyo3(signature = (size, goal=None))]
    fn solved(cls: &Bound<'_, PyType>, size: &Bound<'_, PyAny>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        questions::goal(cls.py(), size, goal)
    }

    /// A random board that can be solved; :func:`npuzzle.generate` makes several, and others.
    ///
    /// >>> from npuzzle import Board
    /// >>> Board.random("3x4", seed=7) == Board.random((3, 4), seed=7)
    /// True
    #[classmethod]
    #[pyo3(signature = (size, goal=None, *, seed=None))]
    fn random<'py>(
        cls: &Bound<'py, PyType>,
        size: &Bound<'py, PyAny>,
        goal: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let fields = PyDict::new(cls.py());
        fields.set_item("seed", seed)?;
        in_python(cls.py(), "_generate", "generate")?.call((size, goal), Some(&fields))
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

    /// Rows and columns as a text, such as ``3x4``: what ``size=`` takes everywhere.
    #[getter]
    fn size(&self) -> String {
        self.shape_of().to_string()
    }

    /// The board itself: it does not change.
    fn copy(slf: Py<Self>) -> Py<Self> {
        slf
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
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> board.find(8)
    /// (2, 2)
    fn find(&self, py: Python<'_>, tile: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
        self.tile_place(py, &self.board, tile)
    }

    /// Row and column of a tile at the goal.
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> board.home(8), board.goal.find(8)
    /// ((2, 1), (2, 1))
    fn home(&self, py: Python<'_>, tile: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
        self.tile_place(py, &self.goal, tile)
    }

    /// The letters of all possible moves.
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> board.moves(), board.moves("tile")
    /// ('UDLR', 'DURL')
    #[pyo3(signature = (moves_of=None))]
    fn moves(&self, py: Python<'_>, moves_of: Given<'_, '_>) -> PyResult<String> {
        let of = arguments::moves_of(py, moves_of)?;
        let blank = self.board.blank();
        let possible =
            Direction::ALL.into_iter().filter(|&direction| self.shape_of().neighbour(blank, direction).is_some());
        Ok(Moves(possible.collect()).letters(of))
    }

    /// The board after some moves, such as ``"RRD"``, ``"R2D"`` or the tiles ``"5 8"``.
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> board.move("DR"), board.move("5 8").is_goal()
    /// (Board('1 2 3/4 5 6/7 8 0'), True)
    #[pyo3(name = "move", signature = (moves, moves_of=None))]
    fn moved(&self, py: Python<'_>, moves: &Bound<'_, PyAny>, moves_of: Given<'_, '_>) -> PyResult<Self> {
        Ok(self.beside(self.played(py, moves, moves_of)?.end))
    }

    /// All boards on the way, this one first.
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> [each.blank for each in board.walk("DR")]
    /// [(1, 1), (2, 1), (2, 2)]
    #[pyo3(signature = (moves, moves_of=None))]
    fn walk(&self, py: Python<'_>, moves: &Bound<'_, PyAny>, moves_of: Given<'_, '_>) -> PyResult<Vec<Self>> {
        let moves = self.played(py, moves, moves_of)?.moves;
        Ok(self.walked(py, &moves)?.into_iter().map(|board| self.beside(board)).collect())
    }

    /// Every possible move, and the board it leads to.
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> board.neighbours()[1]
    /// ('D', Board('1 2 3/4 5 6/7 0 8'))
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
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> board.is_solvable(), Board("2 1 3/4 0 6/7 5 8").is_solvable()
    /// (True, False)
    fn is_solvable(&self) -> bool {
        is_solvable(&self.board, &self.goal)
    }

    /// The board in one of the notations that ``npuzzle.catalogue().formats`` lists, ``rows`` if
    /// none is named.
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> board.to_text(), board.to_text("digits"), board.to_text("json")
    /// ('1 2 3/4 0 6/7 5 8', '123406758', '[[1,2,3],[4,0,6],[7,5,8]]')
    #[pyo3(signature = (format=None))]
    fn to_text(&self, py: Python<'_>, format: Given<'_, '_>) -> PyResult<String> {
        let format = read_format(py, &arguments::text("format", format)?.unwrap_or_else(|| "rows".to_owned()))?;
        write_board(&self.board, format).map_err(|error| Kind::Board.error(py, error.to_string()))
    }

    /// The board as a task for planners: a domain and a problem in PDDL. The plan of a planner has
    /// an action `slide` for each move.
    ///
    /// >>> from npuzzle import Board
    /// >>> domain, problem = Board("1 2/0 3").to_pddl()
    /// >>> problem.splitlines()[6].strip()
    /// '(at t1 r0c0) (at t2 r0c1) (empty r1c0) (at t3 r1c1)'
    fn to_pddl<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "_pddl", "pddl_of")?.call1((slf,))
    }

    /// Show why the board can or cannot be solved.
    ///
    /// >>> from npuzzle import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> board.explain()
    /// Explanation(solvable=True, inversions=2)
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
            if let Estimated::Known(value) = estimates::value(py, slf.get(), heuristic)? {
                return value.into_bound_py_any(py);
            }
        }
        in_python(py, "_estimate", "estimate")?.call1((slf, heuristic, shares, distance))
    }

    /// The board as a numpy array of rows.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let numpy = in_python(slf.py(), "_optional", "needed")?.call1(("numpy", "to_numpy"))?;
        numpy.getattr("array")?.call1((slf.get().grid(slf.py())?,))
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
        let Ok(pair) = place.cast::<PyTuple>() else {
            let tile = self.tiles(py)?.as_any().get_item(place);
            let place_of = || format!("cell {} of a {} board", shown(place), self.shape_of());
            return tile.map_err(|error| match error.is_instance_of::<PyIndexError>(py) {
                true => PyIndexError::new_err(place_of()),
                false => error,
            });
        };
        let wrong = |_| PyTypeError::new_err("expected board[cell] or board[row, column]");
        let (rows, cols): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract().map_err(wrong)?;
        // A row or several: tuples say what to do with slices.
        if rows.is_instance_of::<PySlice>() {
            let of_row = |row: Bound<'py, PyAny>| row.get_item(&cols);
            let chosen = self.grid(py)?.as_any().get_item(rows)?;
            let chosen = chosen.try_iter()?.map(|row| of_row(row?)).collect::<PyResult<Vec<_>>>()?;
            return PyTuple::new(py, chosen)?.into_bound_py_any(py);
        }
        if cols.is_instance_of::<PySlice>() {
            return self.grid(py)?.as_any().get_item(rows)?.get_item(cols);
        }
        let (row, col): (isize, isize) = pair.extract().map_err(wrong)?;
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

/// A list of boards.
pub fn list(py: Python<'_>, boards: Vec<Board>) -> PyResult<Bound<'_, PyList>> {
    let objects = boards.into_iter().map(|board| Bound::new(py, board)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, objects)
}
