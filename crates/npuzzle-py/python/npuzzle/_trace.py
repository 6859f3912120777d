"""A search step by step."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _engine
from ._answer import Count, Reported, Size, Time, end
from ._heuristic import Functions, HeuristicLike, goal_key
from ._problem import is_problem
from ._progress import Progress, Watching
from ._solve import Result
from .errors import RequestError

if TYPE_CHECKING:
    from ._engine import Board

#: So many events are kept unless you say otherwise.
USUAL_EVENTS = 10_000


class Trace(Reported):
    """Everything a search did, event by event, and its result."""

    def __init__(self, board: Board, report: dict[str, Any]) -> None:
        self._report = report
        #: The answer of the search.
        self.result = Result(board, report["report"])

    @property
    def header(self) -> dict[str, Any]:
        """What was searched for, and by which means."""
        return dict(self._report["header"])

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events, as ``npuzzle solve --trace`` writes them."""
        return list(self._report["events"])

    @property
    def cut(self) -> bool:
        """Whether there were more events than were kept."""
        return self._report["cut"]  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self._report["events"])

    def __repr__(self) -> str:
        return f"Trace({len(self)} events{', cut' if self.cut else ''}, {self.result!r})"


def trace(
    board: Any,
    algorithm: str = "astar",
    heuristic: HeuristicLike | None = None,
    *,
    goal: Any = None,
    events: int = USUAL_EVENTS,
    time_limit: Time | None = None,
    node_limit: Count | None = None,
    memory_limit: Size | None = None,
    order: str | None = None,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
) -> Trace:
    """Solve a board and keep what the search did, step by step.

    >>> import npuzzle
    >>> steps = npuzzle.trace("123406758", "bfs")
    >>> steps.result.cost, steps.cut
    (2, False)
    >>> steps.events[1]["event"]
    'expand'
    """
    if is_problem(board):
        raise RequestError("board: trace works on boards; your own problem can only be solved")
    if goal is not None or not isinstance(board, _engine.Board):
        board = _engine.Board(board, goal)
    own = Functions(functions)
    expression = None if heuristic is None else own.expression(heuristic)
    with Watching(progress) as watch:
        answer, raised = _engine.trace(
            board,
            own.for_goal(goal_key(board)) if own.used else [],
            {"algorithm": algorithm, "heuristic": expression, "order": order},
            events,
            time_limit=time_limit,
            node_limit=node_limit,
            memory_limit=memory_limit,
            watch=watch,
        )
    result = None if answer is None else Trace(board, json.loads(answer))
    if raised is not None:
        end(raised, result)
    assert result is not None
    return result
