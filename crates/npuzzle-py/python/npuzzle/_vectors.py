"""Many boards at a time, as numpy arrays: whole spaces with their distances, and heuristics that
judge arrays. numpy is imported only here, when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _engine
from ._ask import given
from ._optional import needed
from ._progress import Progress, Watching
from .errors import BoardError, HeuristicError

if TYPE_CHECKING:
    from ._answer import Count, Size, Time
    from ._engine import Board, Token


class Distances(NamedTuple):
    """All boards of a size that can reach the goal, and how far each is from it.

    >>> import npuzzle
    >>> small = npuzzle.distances("2x2")
    >>> small, small.boards[0].tolist()
    (Distances(boards=12x4, farthest=6), [0, 1, 3, 2])
    """

    #: A row per board, a column per cell: an array of ``uint8``; 0 is the blank.
    boards: Any
    #: The distance of each row.
    distances: Any
    #: The goal.
    goal: Board

    def __repr__(self) -> str:
        count, cells = self.boards.shape
        return f"Distances(boards={count}x{cells}, farthest={int(self.distances.max())})"


def distances(
    size: Any = (3, 3),
    goal: Any = None,
    *,
    metric: str | None = None,
    time_limit: Time | None = None,
    memory_limit: Size | None = None,
    threads: Count | None = None,
    progress: Progress = None,
    token: Token | None = None,
) -> Distances:
    """The distance of every board of a size (up to ten cells), as two numpy arrays.

    They are what a learned heuristic is trained with, and in the order in which an audit asks for
    boards.

    >>> import npuzzle
    >>> boards, distance, goal = npuzzle.distances("3x3")
    >>> boards.shape, boards.dtype.name, int(distance.max())
    ((181440, 9), 'uint8', 31)
    >>> boards[distance == 31].tolist()
    [[6, 4, 7, 8, 5, 0, 3, 2, 1], [8, 6, 7, 2, 5, 4, 3, 0, 1]]
    """
    numpy = needed("numpy", "distances")
    target = _engine.goal(size, goal)
    fields = {
        "size": size,
        "goal": target,
        "metric": metric,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "threads": threads,
    }
    with Watching(progress) as watch:
        boards, found = _engine.distances(fields, watch=watch, token=given(token))
    rows = numpy.frombuffer(boards, numpy.uint8).reshape(-1, len(target))
    return Distances(rows, numpy.frombuffer(found, numpy.uint8), target)


def estimates(boards: Any, heuristic: Any = None, goal: Any = None, *, size: Any = None) -> Any:
    """The estimates of many boards at a time, as a numpy array.

    ``boards`` is an array with a row per board (or a grid per board), or a list of boards, which
    bring their goal; ``heuristic`` a name or an expression (``manhattan`` if none is given), or a
    function of arrays made by ``npuzzle.heuristic(f, vectorised=True)``. Where a heuristic of the
    catalogue has no value, the estimate is -1.

    >>> import npuzzle
    >>> boards, distance, goal = npuzzle.distances("2x3")
    >>> error = distance - npuzzle.estimates(boards, "manhattan", size="2x3")
    >>> int(error.min()), int(error.max())
    (0, 16)
    """
    numpy = needed("numpy", "estimates")
    if isinstance(boards, _engine.Board):
        boards = [boards]
    array, shape = _array(numpy, boards, size)
    target = _engine.goal(shape, _common_goal(boards) if goal is None else goal)
    function = getattr(heuristic, "function", heuristic)
    if getattr(heuristic, "vectorised", False):
        values = numpy.asarray(function(array))
        return _checked(numpy, values, array, shape)
    if callable(function):
        judged = (_engine.Board(row.tolist(), target, size=shape) for row in array)
        return numpy.array([function(board) for board in judged])
    values = _engine.estimates_of(array.tobytes(), target, heuristic)
    if values and max(values) < 0:
        # The question about one of them says why there are none.
        _engine.Board(array[0].tolist(), target, size=shape).estimate(heuristic, shares=True)
    return numpy.array(values, dtype=numpy.int64)


def _common_goal(boards: Any) -> Board | None:
    """The goal of listed boards; an array has none."""
    listed = boards if isinstance(boards, (list, tuple)) else ()
    goals = {board.goal for board in listed if isinstance(board, _engine.Board)}
    if len(goals) > 1:
        raise BoardError("boards: they have different goals: expected goal=")
    return goals.pop() if goals else None


def _array(numpy: Any, boards: Any, size: Any) -> tuple[Any, tuple[int, int]]:
    """Boards as rows of bytes, and their shape."""
    array = numpy.asarray(boards)
    if array.ndim == 3:
        size = size or array.shape[1:]
        array = array.reshape(len(array), -1)
    if array.ndim != 2 or array.shape[1] > 256 or array.dtype.kind not in "iuf":
        raise BoardError("boards: expected an array of numbers with a row, or a grid, for each board")
    if size is None:
        side = round(array.shape[1] ** 0.5)
        if side * side != array.shape[1]:
            raise BoardError(f"{array.shape[1]} cells are not a square: expected size=")
        size = (side, side)
    shape: tuple[int, int] = _engine.goal(size).shape
    if shape[0] * shape[1] != array.shape[1]:
        raise BoardError(f"size: rows of {array.shape[1]} cells are not boards of {shape[0]}x{shape[1]}")
    # A cast alone would make a tile of 257 and of 1.5.
    wrong = (array < 0) | (array >= array.shape[1])
    if array.dtype.kind == "f":
        wrong |= array != numpy.floor(array)
    if wrong.any():
        row, col = (int(place[0]) for place in numpy.nonzero(wrong))
        raise BoardError(
            f"boards: row {row}: {array[row, col]} is not a tile: expected whole numbers from 0 to {array.shape[1] - 1}"
        )
    return numpy.ascontiguousarray(array, dtype=numpy.uint8), shape


def evaluate(
    function: Any, boards: bytes, rows: int, cols: int, unit: int, largest: int
) -> bytes:
    """Asks a function of arrays about boards: the bytes of its estimates in the engine's units."""
    numpy = needed("numpy", "a vectorised heuristic")
    array = numpy.frombuffer(boards, numpy.uint8).reshape(-1, rows * cols)
    values = _checked(numpy, numpy.asarray(function(array)), array, (rows, cols))
    if values.dtype.kind in "iub":
        units = values.astype(numpy.float64) * unit
    else:
        units = numpy.rint(values.astype(numpy.float64) * unit)
    # What is endless is as far as can be.
    return numpy.minimum(units, float(largest - 1)).astype("<u8").tobytes()  # type: ignore[no-any-return]


def _checked(numpy: Any, values: Any, array: Any, shape: tuple[int, int]) -> Any:
    """The values, if each board has one that can be an estimate."""
    if values.dtype.kind not in "iufb" or values.shape not in ((len(array),), (len(array), 1)):
        raise HeuristicError(
            f"the function gave {values.dtype} of the shape {values.shape} for {len(array)} boards: "
            f"expected {len(array)} numbers"
        )
    values = values.reshape(-1)
    wrong = ~(values >= 0)
    if wrong.any():
        at = int(numpy.argmax(wrong))
        board = _engine.Board(array[at].tolist(), size=shape)
        raise HeuristicError(
            f"the function gave {values[at]}: expected a number of at least 0 (the board is "
            f"{board.to_text()})"
        )
    return values
