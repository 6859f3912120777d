"""Solving boards and problems, and what comes of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from . import _engine, _render
from ._heuristic import Functions, HeuristicLike, goal_key
from ._progress import Progress, Watching
from .errors import Interrupted, RequestError

if TYPE_CHECKING:
    from ._engine import Board

#: Seconds, a text such as ``"500ms"``, or a ``timedelta``.
Time: TypeAlias = "float | str | timedelta"
#: A number, or a text such as ``"1e6"``.
Count: TypeAlias = "int | str"
#: Bytes, or a text such as ``"256MiB"``.
Size: TypeAlias = "int | str"

#: How many optimal solutions are listed with ``all=True``.
USUALLY_LISTED = 10


@dataclass(frozen=True)
class Stats:
    """What a search took. ``npuzzle.catalogue().statistics`` says what each count means."""

    expanded: int = 0
    generated: int = 0
    evaluated: int = 0
    reopened: int = 0
    max_open: int = 0
    max_stored: int = 0
    max_depth: int = 0
    iterations: int = 0
    effective_branching_factor: float = 0.0
    peak_bytes: int = 0
    seconds: float = 0.0
    table_seconds: float = 0.0

    @classmethod
    def of(cls, counts: Mapping[str, Any]) -> Stats:
        """The counts of a report; what has no name here stays in the report."""
        return cls(**{field.name: counts[field.name] for field in fields(cls) if field.name in counts})


class _Answer:
    """What answers about boards and about problems have in common."""

    _report: dict[str, Any]

    @property
    def status(self) -> Literal["solved", "unsolvable", "stopped"]:
        """How the search ended."""
        return self._report["status"]  # type: ignore[no-any-return]

    @property
    def solved(self) -> bool:
        """Whether there is a solution."""
        return self._report["cost"] is not None

    @property
    def algorithm(self) -> str:
        """The search that was asked for."""
        return self._report["algorithm"]  # type: ignore[no-any-return]

    @property
    def engine(self) -> str:
        """The search that gave the answer, where ``auto`` chose it."""
        return self._report["engine"]  # type: ignore[no-any-return]

    @property
    def heuristic(self) -> str | None:
        """The heuristic it used."""
        return self._report["heuristic"]  # type: ignore[no-any-return]

    @property
    def options(self) -> dict[str, Any]:
        """The options of the search with their values."""
        return dict(self._report["options"])

    @property
    def proof(self) -> Literal["optimal", "within", "found", "none"]:
        """What is proved about the cost."""
        return self._report["proof"]  # type: ignore[no-any-return]

    @property
    def optimal(self) -> bool:
        """Whether the solution is proved to be a cheapest one."""
        return self.proof == "optimal"

    @property
    def within(self) -> float | None:
        """The proved factor between the cost and the optimum, where the label is ``within``."""
        return self._report["within"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str | None:
        """A sentence on why there is no (better) answer."""
        return self._report["reason"]  # type: ignore[no-any-return]

    @property
    def stats(self) -> Stats:
        """What the search took."""
        return Stats.of(self._report["stats"])

    @property
    def improvements(self) -> list[dict[str, Any]]:
        """The solutions of a search that goes on improving, each better than the one before."""
        return list(self._report["improvements"])

    def to_dict(self) -> dict[str, Any]:
        """The whole report, with the fields of ``npuzzle solve --format json``."""
        return json.loads(json.dumps(self._report))  # type: ignore[no-any-return]

    def to_json(self, indent: int | None = None) -> str:
        """The whole report as JSON."""
        return json.dumps(self._report, indent=indent)


class Result(_Answer):
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

    def __init__(self, board: Board, report: dict[str, Any]) -> None:
        self._board = board
        self._report = report

    @property
    def board(self) -> Board:
        """The board that was to be solved."""
        return self._board

    @property
    def cost(self) -> int | None:
        """The number of moves."""
        return self._report["cost"]  # type: ignore[no-any-return]

    @property
    def moves(self) -> str | None:
        """The moves as letters U, D, L, R; see :attr:`moves_of`."""
        return self._report["moves"]  # type: ignore[no-any-return]

    @property
    def moves_of(self) -> Literal["blank", "tile"]:
        """Whose direction the letters name."""
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

    def __repr__(self) -> str:
        if self.moves is None:
            return f"Result(status={self.status!r}, reason={self.reason!r})"
        moves = self.moves if len(self.moves) <= 80 else f"{self.moves[:77]}..."
        return f"Result(moves={moves!r}, cost={self.cost}, proof={self.proof!r})"

    def __str__(self) -> str:
        return _render.result_text(self._report)

    def _repr_html_(self) -> str:
        return _render.result_html(self._report)


def solve(
    board: Any,
    algorithm: str | None = None,
    heuristic: HeuristicLike | None = None,
    *,
    goal: Any = None,
    time_limit: Time | None = None,
    node_limit: Count | None = None,
    memory_limit: Size | None = None,
    threads: int | None = None,
    order: str | None = None,
    moves_of: Literal["blank", "tile"] | None = None,
    all: bool | int = False,
    beam_width: Count | None = None,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
) -> Any:
    """Find the shortest solution of a board, or of a problem of your own.

    ``board`` is a :class:`Board`, anything a board can be made of, or a problem: a
    :class:`npuzzle.Problem`, or an object written for aima's ``Problem`` or simpleai's
    ``SearchProblem``. The answer is a :class:`Result` or a :class:`ProblemResult`.

    ``heuristic`` is a name of the catalogue, an expression such as ``"max(manhattan, misplaced)"`` or a
    function from a board to a number. ``functions={"mine": f}`` lets an expression name functions.
    A function has to be pure: equal boards are asked for only once.

    Limits end the search, they are no errors: ``result.status`` is then ``"stopped"``, and the best
    solution so far is there. Ctrl-C does the same and raises :class:`npuzzle.errors.Interrupted`, a
    ``KeyboardInterrupt`` with that result.

    >>> import npuzzle
    >>> npuzzle.solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]], "astar", "manhattan").cost
    31
    >>> npuzzle.solve("123456870").status
    'unsolvable'
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
    from ._problem import is_problem, search

    if is_problem(board):
        boards_only = {
            "goal": goal,
            "order": order,
            "moves_of": moves_of,
            "all": all or None,
            "beam_width": beam_width,
            "functions": functions,
        }
        given = [name for name, value in boards_only.items() if value is not None]
        if given:
            raise RequestError(f"{given[0]}: this is for boards, not for problems of one's own")
        return search(
            board,
            algorithm,
            heuristic,
            time_limit=time_limit,
            node_limit=node_limit,
            memory_limit=memory_limit,
            threads=threads,
            progress=progress,
        )
    if goal is not None or not isinstance(board, _engine.Board):
        board = _engine.Board(board, goal)
    own = Functions(functions)
    expression = None if heuristic is None else own.expression(heuristic)
    with Watching(progress) as watch:
        answer, raised = _engine.solve(
            board,
            _text("algorithm", algorithm),
            expression,
            own.for_goal(goal_key(board)) if own.named else [],
            time_limit=time_limit,
            node_limit=node_limit,
            memory_limit=memory_limit,
            threads=1 if threads is None and own.named else threads,
            order=_text("order", order),
            moves_of=_text("moves_of", moves_of),
            listed=_listed(all),
            beam_width=beam_width,
            watch=watch,
        )
    result = None if answer is None else Result(board, json.loads(answer))
    if raised is not None:
        end(raised, result)
    return result


def end(raised: BaseException, result: object) -> None:
    """Raises what was raised meanwhile; Ctrl-C with the answer so far."""
    if isinstance(raised, KeyboardInterrupt):
        raise Interrupted(result) from raised
    raise raised


def _text(name: str, value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise RequestError(f"{name}: {value!r} is no text: expected a name")


def _listed(all: bool | int) -> int | None:
    if all is False:
        return None
    if all is True:
        return USUALLY_LISTED
    if isinstance(all, int) and all >= 0:
        return all
    raise RequestError(f"all: {all!r} is neither True nor a number of solutions to list")
