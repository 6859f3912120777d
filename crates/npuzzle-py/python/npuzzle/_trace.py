"""A search step by step."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, overload

from . import _engine, _render
from ._answer import end
from ._ask import ask, board_of, refuse_function
from ._fields import LimitFields, TraceFields
from ._heuristic import Functions, HeuristicLike, goal_key
from ._keywords import keywords, refuse_others
from ._named import NamedProblem, means, named_result
from ._optional import frame
from ._page import Card, csv_text
from ._problem import ProblemResult, is_problem, trace_problem
from ._progress import Progress
from ._solve import Result
from .errors import RequestError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board, Token
    from ._fields import Algorithm

#: So many events are kept unless you say otherwise.
USUAL_EVENTS = 10_000
#: So many scenes are in the player of a notebook, with so many states of the frontier.
MOST_SCENES, MOST_WAITING = 400, 12


class Trace(Card):
    """Everything a search did, event by event, and its result.

    In a notebook it is a player: the board that is expanded with g, h and f, its children with what
    became of them, and the frontier, forwards and backwards.

    >>> import npuzzle
    >>> trace = npuzzle.trace("123406758", "astar", "manhattan")
    >>> len(trace), trace[1]["event"], trace[-1]
    (12, 'expand', {'event': 'solved', 'cost': 2})
    >>> step = trace.steps[1]
    >>> step["state"], [child["op"] for child in step["successors"]]
    (['1 2 3/4 0 6/7 5 8', 0, 2], ['U', 'D', 'L', 'R'])
    """

    def __init__(
        self,
        result: Result | ProblemResult,
        report: dict[str, Any],
        goal: list[int] | None = None,
    ) -> None:
        self._report = report
        self._goal = goal
        #: The answer of the search.
        self.result = result

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

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The events as a teacher would write them down: what begins, each expansion with its
        ``successors`` and what is ``waiting`` after it, and how it ends. A state stands with its g and
        h: ``[name, g, h]``."""
        return self._scenes(len(self) + 1, MOST_WAITING)

    def _scenes(self, most: int, listed: int) -> list[dict[str, Any]]:
        events = json.dumps(self._report["events"])
        return json.loads(_engine.scenes(events, most, listed))  # type: ignore[no-any-return]

    def to_pandas(self) -> Any:
        """A row per event as a pandas ``DataFrame``. pandas is imported only here."""
        return frame(self.events, "to_pandas")

    def plot(self, ax: Any = None) -> Any:
        """Draw g, h and f of the states in the order of their expansion. Gives the ``Axes`` of
        matplotlib, which is imported only here."""
        from ._plot import plot_trace

        return plot_trace(self, ax)

    def _forms(self) -> dict[str, Callable[[], str | bytes]]:
        return {**super()._forms(), ".csv": lambda: csv_text(self.events)}

    @overload
    def __getitem__(self, number: int) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, number: slice) -> list[dict[str, Any]]: ...

    def __getitem__(self, number: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self._report["events"][number]  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self._report["events"])

    def __repr__(self) -> str:
        return f"Trace({len(self)} events{', cut' if self.cut else ''}, {self.result!r})"

    def __str__(self) -> str:
        return _render.trace_text(self._report, self._scenes(MOST_SCENES, MOST_WAITING))

    def _repr_html_(self) -> str:
        # One more tells whether there are more.
        scenes = self._scenes(MOST_SCENES + 1, MOST_WAITING)
        return _render.trace_html(self._report, scenes, MOST_SCENES, self._goal)


@keywords(TraceFields)
def trace(
    board: Any,
    algorithm: str = "astar",
    heuristic: HeuristicLike | Callable[[Any], Any] | None = None,
    *,
    max_events: int | None = None,
    events: int | None = None,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
    token: Token | None = None,
    **fields: Unpack[TraceFields],
) -> Trace:
    """Solve a board or a problem and keep what the search did, step by step.

    The first ``max_events`` events are kept (10,000 unless you say otherwise; ``events`` is the older
    name); the search goes on to its end. ``board`` can be a problem as well: your own, or one of the
    command line's.

    >>> import npuzzle
    >>> steps = npuzzle.trace("123406758", "bfs")
    >>> steps.result.cost, steps.cut
    (2, False)
    >>> steps.events[1]["event"]
    'expand'
    >>> npuzzle.trace(npuzzle.problem("hanoi(3,2)"), "bfs").result.actions
    ['disk 1 to peg 2', 'disk 2 to peg 3', 'disk 1 to peg 3']
    """
    refuse_others(trace, fields)
    refuse_function(algorithm)
    kept = max_events if max_events is not None else events
    kept = USUAL_EVENTS if kept is None else kept
    if is_problem(board):
        for name, value in {**fields, "functions": functions}.items():
            if value is not None and name not in LimitFields.__annotations__:
                raise RequestError(f"{name}: this is for boards, not for problems")
        limits: dict[str, Any] = {**fields}
        if isinstance(board, NamedProblem):
            return _trace_named(board, algorithm, heuristic, limits, kept, progress, token)
        return _trace_own(board, algorithm, heuristic, limits, kept, progress, token)
    asked: dict[str, Any] = {**fields}
    board = board_of(board, asked)
    own = Functions(functions)
    expression = None if heuristic is None else own.expression(heuristic)
    report, raised = ask(
        "trace",
        {"board": board, "algorithm": algorithm, "heuristic": expression, **asked},
        [(board, own.for_goal(goal_key(board, asked.get("metric"))))] if own.used else [],
        events=kept,
        progress=progress,
        token=token,
    )
    result = None
    if report is not None:
        result = Trace(Result(board, report["report"]), report, list(board.goal))
    return _finished(result, raised)


def _finished(result: Trace | None, raised: BaseException | None) -> Trace:
    if raised is not None:
        end(raised, result)
    assert result is not None
    return result


def _trace_named(
    problem: NamedProblem,
    algorithm: str,
    heuristic: Any,
    limits: dict[str, Any],
    events: int,
    progress: Progress,
    token: Token | None,
) -> Trace:
    fields = {**problem.fields, **means(problem, algorithm, heuristic), **limits}
    report, raised = ask("trace-problem", fields, events=events, progress=progress, token=token)
    result = None if report is None else Trace(named_result(report["report"]), report)
    return _finished(result, raised)


def _trace_own(
    problem: Any,
    algorithm: str,
    heuristic: Any,
    limits: dict[str, Any],
    events: int,
    progress: Progress,
    token: Token | None,
) -> Trace:
    traced, raised = trace_problem(problem, algorithm, heuristic, limits, events, progress, token)
    if traced is None:
        return _finished(None, raised)
    report = traced.report
    texts = [str(state) for state in traced.states]
    for event in report["events"]:
        if event.get("op") is not None:
            event["op"] = str(traced.actions[int(event["parent"])][int(event["op"])])
        for name in ("state", "parent"):
            if name in event:
                event[name] = texts[int(event[name])]
    header = report["header"]
    header["start"] = texts[int(header["start"])]
    header["goals"] = [texts[int(goal)] for goal in header["goals"]]
    return _finished(Trace(traced.result, report), raised)
