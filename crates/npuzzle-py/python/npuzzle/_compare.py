"""Comparisons: searches with heuristics on the same boards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _engine, _render
from ._answer import end
from ._ask import ask, form_of, refuse_function
from ._boards import boards as several_boards
from ._fields import CompareFields
from ._heuristic import HeuristicLike, goal_key, listed, named
from ._keywords import keywords, refuse_others
from ._optional import frame
from ._page import Card, csv_text
from ._problem import is_problem
from ._progress import Progress
from ._runs import compare_problems
from ._several import several
from ._spread import Outcomes, alone_among_others, counted, is_over, spread, threads_of
from .errors import RequestError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board, Token
    from ._executors import ExecutorLike
    from ._fields import Algorithm

#: More are not compared at a time.
MOST_ALGORITHMS = 10_000


class Comparison(Card):
    """One record per run, and what they come to; it can be walked through.

    >>> import npuzzle
    >>> table = npuzzle.compare("1 2 3/4 0 6/7 5 8", ["bfs", "astar"])
    >>> table, table[1]["cost"]
    (Comparison(2 runs), 2)
    >>> [pair["solved"] for pair in table.summary["pairs"]]
    [1, 1]
    """

    def __init__(self, report: dict[str, Any]) -> None:
        self._report = report
        self._runs = [_flat(run) for run in report["runs"]]

    @property
    def runs(self) -> list[dict[str, Any]]:
        """The records, with the columns of ``npuzzle compare --format csv``; ``to_dict`` has them
        in the shape of answers of ``solve``."""
        return list(self._runs)

    @property
    def summary(self) -> dict[str, Any]:
        """What the runs come to, pair by pair."""
        return dict(self._report["summary"])

    @property
    def groups(self) -> list[dict[str, Any]]:
        """What the runs on each group of boards come to, if they were to be grouped: ``name``,
        ``boards`` and a ``summary`` of the same form."""
        return list(self._report.get("groups") or [])

    @property
    def complete(self) -> bool:
        """Whether all runs are done."""
        return self._report["complete"]  # type: ignore[no-any-return]

    def to_pandas(self) -> Any:
        """The records as a pandas ``DataFrame``. pandas is imported only here."""
        return frame(self.runs, "to_pandas")

    def plot(self, what: str = "expanded", ax: Any = None) -> Any:
        """Draw what each run took, over the cost of its solution, a line for each search with its
        heuristic; a bar for each if there is one board. ``what`` is a column of :attr:`runs`.
        Gives the ``Axes`` of matplotlib, which is imported only here."""
        from ._plot import plot_comparison

        return plot_comparison(self, what, ax)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.runs)

    def __len__(self) -> int:
        return len(self._report["runs"])

    def __getitem__(self, number: int) -> dict[str, Any]:
        return self.runs[number]

    def _forms(self) -> dict[str, Callable[[], str | bytes]]:
        return {**super()._forms(), ".csv": lambda: csv_text(self.runs)}

    def __repr__(self) -> str:
        runs = "1 run" if len(self) == 1 else f"{len(self)} runs"
        return f"Comparison({runs}{'' if self.complete else ', not complete'})"

    def __str__(self) -> str:
        return _render.comparison_text({**self._report, "runs": self._runs})

    def _repr_html_(self) -> str:
        return _render.comparison_html({**self._report, "runs": self._runs})


def _flat(run: dict[str, Any]) -> dict[str, Any]:
    """A record as a row: counts and times beside the rest, boards as texts."""
    rest = {name: value for name, value in run.items() if name not in ("stats", "repeat")}
    repeat = run["repeat"] or dict.fromkeys(_TIMES)
    row = {**rest, **run["stats"], **repeat}
    if run.get("rows"):
        for name in ("start", "goal"):
            row[name] = _text(run[name], run["rows"], run["cols"])
    return row


_TIMES = ("runs", "mean_seconds", "deviation_seconds", "median_seconds")


def _text(tiles: list[int], rows: int, cols: int) -> str:
    """The short form of a board, which can be read again."""
    lines = [" ".join(map(str, tiles[at : at + cols])) for at in range(0, len(tiles), cols)]
    return "/".join(lines) + ("/" if rows == 1 and tiles else "")


@keywords(CompareFields)
def compare(
    boards: Any,
    algorithms: Algorithm | Iterable[Algorithm] = "astar",
    heuristics: HeuristicLike | Iterable[HeuristicLike] | None = None,
    *,
    executor: ExecutorLike = None,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
    token: Token | None = None,
    **fields: Unpack[CompareFields],
) -> Comparison:
    """Run every search with every heuristic on the same boards.

    ``boards`` is a board, a list of boards, or a text that names several: ``"korf:1..10"``,
    ``"random:3x3:20:7"`` (twenty boards of seed 7); or a problem, or a list of problems, your own or
    the command line's. The limits hold for each run by itself. ``heuristics`` may be a dictionary that
    names functions: ``{"mine": f}``.

    With ``executor`` (``"ray"``, ``"dask"`` or one of ``concurrent.futures``; see
    :func:`npuzzle.solve_many`) the boards are divided among its workers. Runs of a board whose workers
    were lost have the status ``error``.

    >>> import npuzzle
    >>> table = npuzzle.compare("867254301", ["bfs", "astar"], ["misplaced", "manhattan"])
    >>> [(run["algorithm"], run["heuristic"], run["cost"]) for run in table]
    [('bfs', None, 31), ('astar', 'misplaced', 31), ('astar', 'manhattan', 31)]
    >>> towers = npuzzle.compare(npuzzle.problem("hanoi(3,4)"), ["bfs", "astar"])
    >>> [(run["algorithm"], run["cost"]) for run in towers]
    [('bfs', 15), ('astar', 15)]
    """
    refuse_others(compare, fields)
    problems = _problems(boards)
    if problems:
        chosen_fields = {name: value for name, value in fields.items() if value is not None}
        report, raised = compare_problems(
            problems, _names(algorithms), heuristics, functions, chosen_fields, progress, token, executor
        )
        return _finished(report, raised)
    asked: dict[str, Any] = {**fields}
    chosen = several_boards(boards, **form_of(asked))
    heuristics, own = named(heuristics, functions)
    expressions = [own.expression(heuristic) for heuristic in listed(heuristics)]
    # A function is asked about boards together with their goal.
    goals = {goal_key(board, asked.get("metric")): board for board in chosen} if own.used else {}
    names = _names(algorithms)
    question = {"boards": chosen, "algorithms": names, "heuristics": expressions, **asked}
    used = [(board, own.for_goal(key)) for key, board in goals.items()]
    if executor is None:
        report, raised = ask("compare", question, used, progress=progress, token=token)
        return _finished(report, raised)
    sent = {name: own.named[name] for name in own.used}
    means = {"algorithms": names, "heuristics": expressions, "functions": sent}
    report, raised = _elsewhere((question, used), {**means, **asked}, executor, progress, token)
    return _finished(report, raised)


def _elsewhere(
    question: tuple[dict[str, Any], list[Any]],
    fields: dict[str, Any],
    executor: ExecutorLike,
    progress: Progress,
    token: Token | None,
) -> tuple[dict[str, Any], BaseException | None]:
    """The report of a comparison whose boards are divided among workers, and what ended it early."""
    from ._executors import pool_of

    # Refused here, before anything is sent.
    _engine.merge_runs(*question, {}, {})
    pool = pool_of(executor, threads_of(fields))
    fields = {name: value for name, value in fields.items() if name not in ("group", "baseline")}
    boards = question[0]["boards"]
    made: dict[int, str] = {}
    failed: dict[int, str] = {}
    raised: BaseException | None = None
    outcomes = spread(pool, compare_boards, (fields, pool.token), boards, is_over(token))
    try:
        for number, runs, error in counted(outcomes, len(boards), progress):
            if error is None:
                made[number] = runs
            else:
                failed[number] = str(error) or type(error).__name__
    except KeyboardInterrupt as interrupt:
        raised = interrupt
    answer, _ = _engine.merge_runs(*question, made, failed)
    return json.loads(answer or "null"), raised


def compare_boards(question: tuple[dict[str, Any], Token | None], boards: Sequence[Board]) -> Outcomes:
    """What a worker does with some boards: the JSON of the runs on each, or its error."""
    fields, token = question
    options: dict[str, Any] = {**alone_among_others(fields), "progress": False, "token": token}

    def runs(board: Board) -> tuple[str | None, BaseException | None]:
        try:
            return json.dumps(compare([board], **options).to_dict()["runs"]), None
        except Exception as error:
            return None, error

    return [runs(board) for board in boards]


def _finished(report: dict[str, Any] | None, raised: BaseException | None) -> Comparison:
    """The comparison, unless something was raised."""
    comparison = None if report is None else Comparison(report)
    if raised is not None:
        end(raised, comparison)
    assert comparison is not None
    return comparison


def _problems(source: Any) -> list[Any]:
    """A problem, or several; none if it is about boards."""
    if is_problem(source):
        return [source]
    if isinstance(source, (list, tuple)) and source and all(map(is_problem, source)):
        return list(source)
    return []


def _names(algorithms: str | Iterable[str]) -> list[str]:
    """One search, or several."""
    refuse_function(algorithms)
    if isinstance(algorithms, str):
        return [algorithms]
    names = several("algorithms", algorithms, MOST_ALGORITHMS)
    for name in names:
        if not isinstance(name, str):
            raise RequestError(f"algorithms: {name!r} is not the name of a search")
    return names
