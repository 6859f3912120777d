"""Audits: is a heuristic admissible, is it consistent, and which board shows that it is not?"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _engine, _render
from ._answer import Count, end
from ._ask import ask_audit
from ._fields import AuditFields
from ._heuristic import Functions, GoalKey, HeuristicLike, goal_key, listed, named, proofs
from ._keywords import keywords, refuse_others
from ._many import Question, solve_boards
from ._named import NamedProblem
from ._optional import frame
from ._page import Card, csv_text
from ._problem import audit_problem, is_problem
from ._progress import Progress
from ._proofs import Proof
from ._spread import counted, is_over, spread, threads_of
from .errors import Interrupted, RequestError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board, Token
    from ._executors import ExecutorLike


@dataclass(frozen=True)
class Overestimate:
    """A state where a heuristic is above the true cost.

    >>> import npuzzle
    >>> npuzzle.audit("misplaced-with-blank", "2x2")[0].worst
    Overestimate(board=Board('1 0/3 2'), h=2, true=1)
    """

    #: The board; a state of your own in an audit of a problem.
    board: Any
    h: float
    true: float


@dataclass(frozen=True)
class SteepEdge:
    """A move along which a heuristic falls by more than the move costs.

    >>> import npuzzle
    >>> edge = npuzzle.audit("misplaced-with-blank", "2x2")[0].edge_example
    >>> edge.h_before - edge.h_after > edge.cost
    True
    """

    #: The board before the move.
    before: Any
    #: The board after it.
    after: Any
    h_before: float
    h_after: float
    cost: float


class Verdict:
    """What an audit found out about one heuristic.

    >>> import npuzzle
    >>> verdict = npuzzle.audit("manhattan", "2x3")["manhattan"]
    >>> verdict, verdict.overestimates
    (Verdict('manhattan', admissible=True, consistent=True), 0)
    """

    def __init__(
        self, report: dict[str, Any], state: Callable[[Any], Any], sampled: int | None = None
    ) -> None:
        self._report = report
        self._state = state
        self._sampled = sampled

    @property
    def name(self) -> str:
        """The heuristic."""
        return self._report["name"]  # type: ignore[no-any-return]

    @property
    def admissible(self) -> bool | None:
        """Whether it is nowhere above the true cost; ``None`` if samples have not refuted it."""
        return self._shown("admissible")

    @property
    def consistent(self) -> bool | None:
        """Whether it falls along no move by more than the move costs, and is zero at the goal;
        ``None`` if samples have not refuted it."""
        return self._shown("consistent")

    def _shown(self, property: str) -> bool | None:
        found: bool = self._report[property]
        return None if found and self._sampled is not None else found

    @property
    def overestimates(self) -> int:
        """How many states it is above the true cost at."""
        return self._report["overestimates"]  # type: ignore[no-any-return]

    @property
    def inconsistent_edges(self) -> int:
        """How many directed moves it falls too fast along."""
        return self._report["inconsistent_edges"]  # type: ignore[no-any-return]

    @property
    def worst(self) -> Overestimate | None:
        """The largest overestimate."""
        worst = self._report["worst"]
        return worst and Overestimate(self._state(worst["board"]), worst["h"], worst["true"])

    @property
    def counterexample(self) -> Any:
        """The board of the largest overestimate; ``None`` if the heuristic is admissible."""
        return self.worst and self.worst.board

    @property
    def edge_example(self) -> SteepEdge | None:
        """The move along which it falls most."""
        edge = self._report["edge_example"]
        return edge and SteepEdge(
            self._state(edge["from"]),
            self._state(edge["to"]),
            edge["h_from"],
            edge["h_to"],
            edge["cost"],
        )

    @property
    def mean_h(self) -> float:
        """The mean estimate."""
        return self._report["mean_h"]  # type: ignore[no-any-return]

    @property
    def mean_error(self) -> float:
        """The mean of the true cost minus the estimate."""
        return self._report["mean_error"]  # type: ignore[no-any-return]

    @property
    def exact(self) -> int:
        """How many states it is right at."""
        return self._report["exact"]  # type: ignore[no-any-return]

    @property
    def errors(self) -> dict[int, int]:
        """How many states have each error, true cost minus estimate, rounded down."""
        return {count["error"]: count["states"] for count in self._report["errors"]}

    def __repr__(self) -> str:
        on = "" if self._sampled is None else f", on {self._sampled} samples"
        return f"Verdict({self.name!r}, admissible={self.admissible}, consistent={self.consistent}{on})"


class Audit(Card):
    """The verdicts of an audit, by the names of the heuristics; it can be walked through.

    >>> import npuzzle
    >>> def misplaced(board):
    ...     return sum(tile != home for tile, home in zip(board, board.goal) if tile)
    >>> audit = npuzzle.audit([misplaced, "manhattan"], "2x3")
    >>> audit[misplaced].mean_h < audit["manhattan"].mean_h
    True
    >>> audit["misplaced"].name
    'own_misplaced'
    """

    def __init__(
        self,
        report: dict[str, Any],
        state: Callable[[Any], Any],
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        self._report = report
        self._state = state
        # Functions are found by themselves, and by the names that they have outside.
        self._functions = dict(functions or {})
        self._known_as = {
            getattr(function, "__name__", name): name for name, function in self._functions.items()
        }

    def __getstate__(self) -> dict[str, Any]:
        # Functions of a notebook cannot be pickled; what was found out about them can.
        return {**self.__dict__, "_functions": {}}

    @property
    def heuristics(self) -> list[Verdict]:
        """One verdict a heuristic, in the order they were asked for."""
        sampled = None if self.exhaustive else self.states
        return [Verdict(verdict, self._state, sampled) for verdict in self._report["heuristics"]]

    @property
    def states(self) -> int:
        """How many states were looked at."""
        return self._report["states"]  # type: ignore[no-any-return]

    @property
    def edges(self) -> int:
        """How many directed moves were looked at."""
        return self._report["edges"]  # type: ignore[no-any-return]

    @property
    def exhaustive(self) -> bool:
        """Whether these are all states; if not, finding no counterexample proves nothing."""
        return self._report["exhaustive"]  # type: ignore[no-any-return]

    @property
    def dominance(self) -> list[tuple[str, str]]:
        """Pairs of which the first is nowhere below the second and somewhere above."""
        return [(pair["stronger"], pair["weaker"]) for pair in self._report["dominance"]]

    @property
    def equal(self) -> list[tuple[str, str]]:
        """Pairs that are equal everywhere."""
        return [(one, other) for one, other in self._report["equal"]]

    @property
    def incomparable(self) -> list[tuple[str, str]]:
        """Pairs of which each is somewhere above the other."""
        return [(pair["first"], pair["second"]) for pair in self._report["incomparable"]]

    @property
    def admissible(self) -> bool | None:
        """Whether all of them are admissible; ``None`` if samples have refuted none of them."""
        return _all(verdict.admissible for verdict in self.heuristics)

    @property
    def consistent(self) -> bool | None:
        """Whether all of them are consistent; ``None`` if samples have refuted none of them."""
        return _all(verdict.consistent for verdict in self.heuristics)

    @property
    def counterexample(self) -> Any:
        """The first board that shows that one of them is not admissible."""
        found = (verdict.counterexample for verdict in self.heuristics if verdict.worst)
        return next(found, None)

    @property
    def notes(self) -> list[str]:
        """Remarks for people."""
        return list(self._report["notes"])

    def to_pandas(self) -> Any:
        """A row per heuristic as a pandas ``DataFrame``. pandas is imported only here."""
        return frame(self._rows(), "to_pandas")

    def _rows(self) -> list[dict[str, Any]]:
        left_out = ("worst", "edge_example", "errors")
        return [
            {name: value for name, value in verdict._report.items() if name not in left_out}
            for verdict in self.heuristics
        ]

    def plot(self, ax: Any = None) -> Any:
        """Draw how often each error occurs, true cost minus estimate, a line for each heuristic:
        what is left of zero overestimates. Gives the ``Axes`` of matplotlib, which is imported only
        here."""
        from ._plot import plot_audit

        return plot_audit(self, ax)

    def _forms(self) -> dict[str, Callable[[], str | bytes]]:
        return {**super()._forms(), ".csv": lambda: csv_text(self._rows())}

    def __getitem__(self, name: str | int | Callable[..., Any]) -> Verdict:
        if isinstance(name, int):
            return self.heuristics[name]
        if callable(name):
            found = [known for known, function in self._functions.items() if function is name]
            name = found[0] if found else getattr(name, "__name__", repr(name))
        for verdict in self.heuristics:
            if verdict.name == name:
                return verdict
        for verdict in self.heuristics:
            if self._known_as.get(name) == verdict.name:
                return verdict
        names = ", ".join(verdict.name for verdict in self.heuristics)
        raise KeyError(f"{name!r} was not audited: expected one of {names}")

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.heuristics)

    def __len__(self) -> int:
        return len(self._report["heuristics"])

    def __repr__(self) -> str:
        return f"Audit({', '.join(map(repr, self.heuristics))})"

    def __str__(self) -> str:
        return _render.audit_text(self._named(self._report))

    def _repr_html_(self) -> str:
        return _render.audit_html(self._named(self._report))

    def _named(self, part: Any) -> Any:
        """The report with the states of a problem as texts, where the engine calls them by numbers."""
        if not isinstance(self._state, _Objects):
            return part
        if isinstance(part, list):
            return [self._named(item) for item in part]
        if isinstance(part, dict):
            return {key: self._named_at(key, value) for key, value in part.items()}
        return part

    def _named_at(self, key: str, value: Any) -> Any:
        is_state = key in _STATES and isinstance(value, str)
        return str(self._state(value)) if is_state else self._named(value)


def _all(found: Iterable[bool | None]) -> bool | None:
    """False if one is, else unknown if one is, else true."""
    known = set(found)
    return False if False in known else None if None in known else True


#: Where a report names states.
_STATES = frozenset(["board", "from", "to"])


class _Boards:
    """Turns tiles back into boards. A class, so that audits can be pickled."""

    def __init__(self, rows: int, cols: int, goal: list[int]) -> None:
        self.size = (rows, cols)
        self.goal = goal

    def __call__(self, tiles: list[int]) -> Board:
        return _engine.Board(tiles, _engine.Board(self.goal, size=self.size), size=self.size)


class _Objects:
    """Turns the numbers of states back into states."""

    def __init__(self, states: list[Any]) -> None:
        self.states = states

    def __call__(self, number: str) -> Any:
        return self.states[int(number)]


@keywords(AuditFields)
def audit(
    heuristics: Any = None,
    size: Any = (3, 3),
    goal: Any = None,
    *,
    node_limit: Count | None = None,
    executor: ExecutorLike = None,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
    token: Token | None = None,
    **fields: Unpack[AuditFields],
) -> Audit:
    """Test heuristics on every board of a size: admissible, consistent, with a counterexample.

    ``heuristics`` is one or several of: names, expressions, functions from a board to a number; all of
    the catalogue if none is given. A dictionary gives names to functions: ``{"mine": f}``. There are too
    many boards of more than twelve cells to look at all of them: ``samples`` random ones are solved (20
    unless you say otherwise), and the heuristics are tested along their solutions. With ``executor`` (see
    :func:`npuzzle.solve_many`) its workers solve them.

    ``heuristics`` can also be a problem: one of the command line's (:func:`npuzzle.problem`), or one of
    your own. Its heuristic is tested on all states that can be reached, a million at most unless
    ``node_limit`` says otherwise. ``audit(f, problem)`` tests a function, or several, on your own
    problem.

    Once an audit of all boards has shown that a function is admissible, searches with that same
    function, size and goal say ``optimal``; so do searches of a problem whose heuristic was audited. If
    the function, or the problem, says something else by then, the search notices: its answer is
    ``found``, and the reason names the board.

    >>> import npuzzle
    >>> def misplaced_with_blank(board):
    ...     return sum(tile != home for tile, home in zip(board, board.goal))
    >>> verdict = npuzzle.audit(misplaced_with_blank)
    >>> verdict.admissible, verdict.heuristics[0].overestimates
    (False, 78)
    >>> verdict.counterexample
    Board('1 2 3/4 5 0/7 8 6')
    >>> npuzzle.audit(["manhattan", "misplaced"], "2x3").dominance
    [('manhattan', 'misplaced')]

    Where a slide of a whole line counts as one move, Manhattan distance is not a bound:

    >>> npuzzle.audit("manhattan", metric="multi").heuristics[0].overestimates
    24650
    """
    refuse_others(audit, fields)
    if isinstance(heuristics, NamedProblem):
        _refuse_for_problems(executor=executor, size=None if size == (3, 3) else size, goal=goal)
        return _audit_named(heuristics, fields, progress, token)
    if is_problem(heuristics) or is_problem(size):
        problem, judged = (heuristics, None) if is_problem(heuristics) else (size, heuristics)
        unused = None if problem is size or size == (3, 3) else size
        _refuse_for_problems(executor=executor, size=unused, goal=goal)
        limits = {"node_limit": node_limit, **fields}
        return _audit_own(problem, judged, functions, limits, progress, token)
    if node_limit is not None:
        raise RequestError(
            "node_limit: this is for your own problems; the audit of boards checks all"
        )
    if isinstance(heuristics, str) and isinstance(size, str) and _is_size(heuristics):
        raise RequestError(
            f"heuristics: {heuristics!r} is a size: did you mean audit({size!r}, {heuristics!r})?"
        )
    if isinstance(heuristics, _engine.Board):
        raise RequestError("heuristics: expected names or functions, and not a board")
    heuristics, own = named(heuristics, functions)
    asked: list[HeuristicLike] = listed(heuristics)
    if heuristics is not None and not asked:
        raise RequestError("heuristics: the list is empty: expected one at least; leave it out for all")
    expressions = [own.expression(heuristic) for heuristic in asked]
    target = _engine.goal(size, goal)
    key = goal_key(target, fields.get("metric"))
    question: dict[str, Any] = {"heuristics": expressions, "size": size, "goal": target, **fields}
    samples = None
    if executor is not None:
        question, samples = _solved_elsewhere(question, executor, progress, token)
    used = [(target, own.for_goal(key))] if own.used else []
    report, raised, seen = ask_audit(question, used, progress, token, samples)
    if raised is not None:
        end(raised, None)
    if report["exhaustive"] and own.used:
        _remember(report, own, key, seen)
    judged = {name: own.named[name] for name in own.named if name in own.used}
    return Audit(report, _Boards(report["rows"], report["cols"], report["goal"]), judged)


def _solved_elsewhere(
    question: dict[str, Any], executor: ExecutorLike, progress: Progress, token: Token | None
) -> tuple[dict[str, Any], tuple[dict[int, str], set[int]]]:
    """Has the random boards of an audit solved by workers: the question with its seed, the solutions,
    and the boards for which none was found."""
    from ._executors import pool_of

    sampled = _engine.audit_samples(question)
    if sampled is None:
        raise RequestError(
            "executor: all boards of this size are audited, which takes one call; with samples=... random "
            "boards are, and an executor can solve them"
        )
    boards, means, seed, seconds = sampled
    pool = pool_of(executor, threads_of(question))
    ends = None if seconds is None else time.monotonic() + seconds
    limits = ("time_limit", "memory_limit", "threads")
    fields = {**means, **{name: question[name] for name in limits if name in question}}
    asked = Question(fields.pop("algorithm"), fields.pop("heuristic"), None, fields, pool.token)
    is_cancelled = is_over(token)
    solved: dict[int, str] = {}
    unsolved: set[int] = set()

    def is_enough() -> bool:
        return is_cancelled() or (ends is not None and time.monotonic() >= ends)

    try:
        outcomes = spread(pool, solve_boards, asked, boards, is_enough)
        for number, answer, error in counted(outcomes, len(boards), progress):
            report = {} if error is not None else json.loads(answer)
            if report.get("proof") == "optimal":
                solved[number] = report["moves"]
            elif report.get("status") == "stopped":
                unsolved.add(number)
    except KeyboardInterrupt as raised:
        raise Interrupted(None) from raised
    return {**question, "seed": seed}, (solved, unsolved)


def _is_size(text: str) -> bool:
    rows, by, cols = text.strip().partition("x")
    return bool(by) and rows.isdigit() and cols.isdigit()


def _refuse_for_problems(**given: Any) -> None:
    """What only boards have."""
    for name, value in given.items():
        if value is not None:
            raise RequestError(f"{name}: this is for boards, not for problems")


#: The limits that an audit of a problem has.
_PROBLEM_LIMITS = ("node_limit", "time_limit", "memory_limit")


def _audit_own(
    problem: Any,
    judged: Any,
    functions: Mapping[str, Callable[..., Any]] | None,
    limits: dict[str, Any],
    progress: Progress,
    token: Token | None,
) -> Audit:
    """The audit of the heuristic of your own problem, or of functions on it, one after the other."""
    _refuse_for_problems(**{name: value for name, value in limits.items() if name not in _PROBLEM_LIMITS})
    if isinstance(problem, NamedProblem):
        raise RequestError(
            f"heuristics: functions cannot judge the states of {problem.name}: audit(problem) tests its own"
        )
    if judged is None:
        report, states = audit_problem(problem, None, limits, progress, token)
        return Audit(report, _Objects(states))
    named = _functions_on_problem(judged, functions)
    reports = [audit_problem(problem, each, limits, progress, token) for each in named.values()]
    all_states: list[Any] = []
    verdicts = []
    for name, (report, found) in zip(named, reports, strict=True):
        (verdict,) = report["heuristics"]
        verdicts.append(_renumbered({**verdict, "name": name}, len(all_states)))
        all_states += found
    notes = list(dict.fromkeys(note for report, _ in reports for note in report["notes"]))
    report = {**reports[0][0], "heuristics": verdicts, "notes": notes}
    return Audit(report, _Objects(all_states), named)


def _functions_on_problem(
    judged: Any, functions: Mapping[str, Callable[..., Any]] | None
) -> dict[str, Callable[..., Any]]:
    """The functions to be tested on a problem, by their names."""
    if isinstance(judged, Mapping):
        listed_ones = list(judged.items())
    else:
        ones = listed(judged)
        listed_ones = [(getattr(one, "__name__", type(one).__name__), one) for one in ones]
    named: dict[str, Callable[..., Any]] = {}
    for name, one in listed_ones:
        function = (functions or {}).get(one) if isinstance(one, str) else one
        if not callable(function):
            raise RequestError(
                f"heuristics: {one!r} is not a function: your own problem has states that only functions know"
            )
        if name in named:
            raise RequestError(f"heuristics: two functions are called {name!r}: name them, {{'a': f}}")
        named[name] = function
    if not named:
        raise RequestError("heuristics: the list is empty: expected one function at least")
    return named


def _renumbered(part: Any, by: int) -> Any:
    """A verdict whose states are further on in a common list."""
    if isinstance(part, dict):
        return {
            key: str(int(value) + by) if key in _STATES and isinstance(value, str) else _renumbered(value, by)
            for key, value in part.items()
        }
    return [_renumbered(item, by) for item in part] if isinstance(part, list) else part


def _audit_named(
    problem: NamedProblem,
    fields: Mapping[str, Any],
    progress: Progress,
    token: Token | None,
) -> Audit:
    """The audit of all heuristics of a problem by name, or of those of a map."""
    report, raised, _ = ask_audit({**problem.fields, **fields}, [], progress, token)
    if raised is not None:
        end(raised, None)
    return Audit(report, str)


def _remember(
    report: dict[str, Any],
    own: Functions,
    key: GoalKey,
    seen: Sequence[_engine.Evidence | None],
) -> None:
    for verdict, evidence in zip(report["heuristics"], seen, strict=True):
        function = own.named.get(verdict["name"])
        if function is not None:
            proofs(function)[key] = Proof(verdict["admissible"], verdict["consistent"], evidence)
