"""Solving boards and problems, and what comes of it."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, overload

from . import _engine, _render
from ._answer import Answer, end
from ._ask import ask_for_json, board_of, refuse_function
from ._fields import LimitFields, SolveFields
from ._heuristic import Functions, HeuristicLike, goal_key, refuted
from ._keywords import keywords, refuse_others
from ._named import NamedProblem, search_named
from ._optional import frame
from ._page import Card
from ._problem import Problem, ProblemResult, is_problem, search
from ._progress import Progress
from .errors import RequestError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board, Token
    from ._fields import Algorithm, HeuristicName


class SupportsArray(Protocol):
    """An array of numpy, or what gives one."""

    def __array__(self) -> Any:
        """The array."""


class Result(Answer, Card):
    """The answer to the question how a board is solved.

    >>> import npuzzle
    >>> result = npuzzle.solve("1 2 3/4 0 6/7 5 8")
    >>> result
    Result(moves='DR', cost=2, proof='optimal')
    >>> result.stats.expanded
    2
    >>> [board.tiles.index(0) for board in result.boards()]
    [4, 7, 8]
    """

    def __init__(
        self, board: Board, answer: str | dict[str, Any], has_heuristic: bool = False
    ) -> None:
        self._board = board
        #: As JSON it is read when it is first asked for: that takes as long as a small board.
        self._answer = answer
        #: Whether a heuristic was asked for.
        self._has_heuristic = has_heuristic

    @cached_property
    def _report(self) -> dict[str, Any]:  # type: ignore[override]
        answer = self._answer
        report: dict[str, Any] = json.loads(answer) if isinstance(answer, str) else answer
        if self._has_heuristic and report["cost"] is not None and report["heuristic"] is None:
            note = f"{report['engine']} uses no heuristic: the one that was given was not asked"
            report["notes"] = [*report["notes"], note]
        return report

    def __getstate__(self) -> dict[str, Any]:
        return {"_board": self._board, "_report": self._report}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return self._board == other._board and self._report == other._report

    def __hash__(self) -> int:
        return hash((self._board, self.moves))

    @classmethod
    def from_json(cls, text: str) -> Result:
        """The result whose JSON this is: that of :meth:`to_json`, or of ``npuzzle solve --format json``.

        >>> import npuzzle
        >>> result = npuzzle.solve("1 2 3/4 0 6/7 5 8")
        >>> npuzzle.Result.from_json(result.to_json()) == result
        True
        """
        try:
            report = json.loads(text)
            size = (report["rows"], report["cols"])
            board = _engine.Board(report["start"], report["goal"], size=size)
        except (ValueError, TypeError, KeyError) as error:
            raise RequestError(f"this is not the JSON of a result: {error}") from error
        return cls(board, report)

    @property
    def seconds(self) -> float:
        """How long the search took, without tables: that of :attr:`stats`."""
        return self.stats.seconds

    @property
    def board(self) -> Board:
        """The board that was to be solved."""
        return self._board

    @property
    def cost(self) -> int | None:
        """The number of moves, or of slides: what :attr:`metric` counts."""
        return self._report["cost"]  # type: ignore[no-any-return]

    @property
    def metric(self) -> str:
        """What the cost counts: ``single`` moves, or ``multi``, slides of whole lines."""
        return self._report["metric"]  # type: ignore[no-any-return]

    @property
    def single_moves(self) -> int | None:
        """The number of single moves, whatever the metric."""
        return self._report["single_moves"]  # type: ignore[no-any-return]

    @property
    def slides(self) -> int | None:
        """The number of slides of whole lines, whatever the metric."""
        return self._report["slides"]  # type: ignore[no-any-return]

    @property
    def moves(self) -> str | None:
        """The moves as letters U, D, L, R; see :attr:`moves_of`."""
        return self._report["moves"]  # type: ignore[no-any-return]

    @property
    def moves_of(self) -> str:
        """Whose direction the letters name: the ``blank``'s or the ``tile``'s."""
        return self._report["moves_of"]  # type: ignore[no-any-return]

    @property
    def lower_bound(self) -> int | None:
        """No solution is shorter than this; ``None`` where there is none at all."""
        return self._report["lower_bound"]  # type: ignore[no-any-return]

    @property
    def solutions(self) -> dict[str, Any] | None:
        """With ``all=``: how many optimal solutions there are, and the first of them."""
        return self._report["solutions"]  # type: ignore[no-any-return]

    def boards(self) -> list[Board]:
        """The boards on the way, from the start to the goal; none without a solution."""
        if self.moves is None:
            return []
        return self._board.walk(self.moves, self.moves_of)

    def svg(self) -> str:
        """The boards on the way as one picture; that of the board itself without a solution."""
        if self.moves is None:
            return self._board.svg()
        return _engine.way_svg(self._board, self.moves, self.moves_of)

    def gif(self, *, cell: int | None = None, speed: float | None = None) -> bytes:
        """The solution as an animated GIF. ``cell`` is the side of a cell in pixels, from 8 to 256,
        ``speed`` the number of moves per second, from 0.05 to 1000."""
        if self.moves is None:
            raise RequestError("there is no solution to show")
        return _engine.way_gif(self._board, self.moves, self.moves_of, cell=cell, speed=speed)

    def to_pandas(self) -> Any:
        """The boards on the way as a pandas ``DataFrame``: a row per board, with the move that leads
        to it. pandas is imported only here."""
        moves = [None, *(self.moves or "")]
        rows = [
            {"step": step, "move": move, "board": board.to_text(), "h": board.estimate()}
            for step, (move, board) in enumerate(zip(moves, self.boards(), strict=False))
        ]
        return frame(rows, "to_pandas")

    def _forms(self) -> dict[str, Callable[[], str | bytes]]:
        return {**super()._forms(), ".svg": self.svg, ".gif": self.gif}

    def __repr__(self) -> str:
        if self.moves is None:
            return f"Result(status={self.status!r}, reason={self.reason!r})"
        moves = self.moves if len(self.moves) <= 80 else f"{self.moves[:77]}..."
        return f"Result(moves={moves!r}, cost={self.cost}, proof={self.proof!r})"

    def __str__(self) -> str:
        return _render.result_text(self._report)

    def _repr_html_(self) -> str:
        return _render.result_html(self._report)


@overload
def solve(
    board: Board | str | os.PathLike[str] | Sequence[Any] | SupportsArray,
    algorithm: Algorithm | None = ...,
    heuristic: HeuristicLike | None = ...,
    *,
    functions: Mapping[str, Callable[[Board], Any]] | None = ...,
    progress: Progress = ...,
    token: Token | None = ...,
    **fields: Unpack[SolveFields],
) -> Result: ...


@overload
def solve(
    board: Problem | NamedProblem,
    algorithm: Algorithm | None = ...,
    heuristic: HeuristicName | Callable[[Any], Any] | None = ...,
    *,
    progress: Progress = ...,
    token: Token | None = ...,
    **fields: Unpack[LimitFields],
) -> ProblemResult: ...


@overload
def solve(
    board: Any,
    algorithm: Algorithm | None = ...,
    heuristic: HeuristicLike | None = ...,
    *,
    functions: Mapping[str, Callable[[Board], Any]] | None = ...,
    progress: Progress = ...,
    token: Token | None = ...,
    **fields: Unpack[SolveFields],
) -> Any: ...


@keywords(SolveFields)
def solve(
    board: Any,
    algorithm: Algorithm | None = None,
    heuristic: HeuristicLike | None = None,
    *,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
    token: Token | None = None,
    **fields: Any,
) -> Any:
    """Find the shortest solution of a board, or of a problem of your own.

    ``board`` is a :class:`Board`, anything a board can be made of, or a problem: a
    :class:`npuzzle.Problem`, an object written for aima's ``Problem`` or simpleai's ``SearchProblem``,
    or one of the command line's (:func:`npuzzle.problem`). The answer is a :class:`Result` or a
    :class:`ProblemResult`.

    ``heuristic`` is a name of the catalogue, an expression such as ``"max(manhattan, misplaced)"`` or a
    function from a board to a number. ``functions={"mine": f}`` lets an expression name functions.
    A function has to be pure: equal boards are asked for only once, those of the solution twice.

    Limits end the search without an error: ``result.status`` is then ``"stopped"``, and the best
    solution so far is there. Ctrl-C does the same and raises :class:`npuzzle.errors.Interrupted`, a
    ``KeyboardInterrupt`` with that result; ``token.cancel()`` from another thread ends it without an
    exception (:class:`npuzzle.Token`).

    >>> import npuzzle
    >>> npuzzle.solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]], "astar", "manhattan").cost
    31
    >>> npuzzle.solve("123456870").status
    'unsolvable'
    >>> slides = npuzzle.solve("867254301", metric="multi")
    >>> slides.cost, slides.slides, slides.single_moves, slides.proof
    (20, 20, 31, 'optimal')
    >>> def blank_alone(board):
    ...     (row, col), (home_row, home_col) = board.blank, board.home(0)
    ...     return abs(row - home_row) + abs(col - home_col)
    >>> result = npuzzle.solve("867254301", "astar", blank_alone)
    >>> result.cost, result.proof
    (31, 'found')
    >>> mixed = "max(manhattan, mine)"
    >>> npuzzle.solve("867254301", "astar", mixed, functions={"mine": blank_alone}).cost
    31
    """
    refuse_others(solve, fields)
    refuse_function(algorithm)
    if not isinstance(board, _engine.Board) and is_problem(board):
        for name, value in {**fields, "functions": functions}.items():
            is_given = value is not None and value is not False
            if is_given and name not in LimitFields.__annotations__:
                raise RequestError(f"{name}: this is for boards, not for your own problems")
        if isinstance(board, NamedProblem):
            return search_named(board, algorithm, heuristic, fields, progress, token)
        return search(board, algorithm, heuristic, fields, progress, token)
    if isinstance(board, type):
        raise RequestError(f"{board.__name__} is a class: did you mean {board.__name__}()?")
    board = board_of(board, fields)
    own = Functions(functions)
    expression = None if heuristic is None else own.expression(heuristic)
    asked = own.for_goal(goal_key(board, fields.get("metric"))) if own.used else []
    answer, raised = ask_for_json(
        "solve",
        {
            "board": board,
            "algorithm": algorithm,
            "heuristic": expression,
            **fields,
            **listed_solutions(fields.get("all")),
        },
        [(board, asked)] if asked else [],
        progress=progress,
        token=token,
    )
    result = None if answer is None else Result(board, answer, heuristic is not None)
    if raised is not None:
        end(raised, result)
    if result is not None and asked and result.proof == "found":
        result._report["reason"] = refuted(asked) or result.reason
    return result


@keywords(SolveFields)
def solve_board(
    self: Board,
    algorithm: Algorithm | None = None,
    heuristic: HeuristicLike | None = None,
    *,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
    token: Token | None = None,
    **fields: Any,
) -> Result:
    """Find the shortest solution, as :func:`npuzzle.solve` does.

    >>> from npuzzle import Board
    >>> Board("1 2 3/4 0 6/7 5 8").solve("astar", "manhattan", node_limit=1000).moves
    'DR'
    """
    given: dict[str, Any] = {"functions": functions, "progress": progress, "token": token}
    return solve(self, algorithm, heuristic, **given, **fields)  # type: ignore[no-any-return]


def listed_solutions(all: Any) -> dict[str, Any]:
    """The fields of a number of solutions to list, or of a yes or no."""
    if all is None or isinstance(all, bool):
        return {"all": all}
    try:
        most = operator.index(all)
    except TypeError:
        most = -1
    if not 0 <= most < 2**63:
        raise RequestError(f"all: {all!r} is neither True nor a number of solutions to list")
    return {"all": True, "max_solutions": most}


# Boards are compiled; the keywords of this method are those of the question.
_engine.Board.solve = solve_board  # type: ignore[method-assign]
