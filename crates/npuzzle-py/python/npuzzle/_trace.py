"""A search step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ._answer import Reported, end
from ._ask import ask, board_of
from ._fields import TraceFields
from ._heuristic import Functions, HeuristicLike, goal_key
from ._keywords import keywords, refuse_others
from ._problem import is_problem
from ._progress import Progress
from ._solve import Result
from .errors import RequestError

if TYPE_CHECKING:
    from typing_extensions import Unpack

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


@keywords(TraceFields)
def trace(
    board: Any,
    algorithm: str = "astar",
    heuristic: HeuristicLike | None = None,
    *,
    events: int = USUAL_EVENTS,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
    **fields: Unpack[TraceFields],
) -> Trace:
    """Solve a board and keep what the search did, step by step.

    >>> import npuzzle
    >>> steps = npuzzle.trace("123406758", "bfs")
    >>> steps.result.cost, steps.cut
    (2, False)
    >>> steps.events[1]["event"]
    'expand'
    """
    refuse_others(trace, fields)
    if is_problem(board):
        raise RequestError("board: trace works on boards; your own problem can only be solved")
    asked: dict[str, Any] = {**fields}
    board = board_of(board, asked)
    own = Functions(functions)
    expression = None if heuristic is None else own.expression(heuristic)
    report, raised = ask(
        "trace",
        {"board": board, "algorithm": algorithm, "heuristic": expression, **asked},
        [(board, own.for_goal(goal_key(board, asked.get("metric"))))] if own.used else [],
        events=events,
        progress=progress,
    )
    result = None if report is None else Trace(board, report)
    if raised is not None:
        end(raised, result)
    assert result is not None
    return result
