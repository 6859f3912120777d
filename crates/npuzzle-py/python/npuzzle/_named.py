"""The problems of the command line by name, and maps: towers, jugs, pancakes, rivers, graphs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._answer import end
from ._ask import ask
from ._engine import Token
from ._problem import ProblemResult
from .errors import ProblemError, RequestError

if TYPE_CHECKING:
    from ._progress import Progress


class NamedProblem:
    """A problem of the command line, or a map, ready to be searched.

    Made by :func:`problem`. :func:`npuzzle.solve`, :func:`npuzzle.trace`, :func:`npuzzle.compare`
    and :func:`npuzzle.audit` take it like a board.

    >>> import npuzzle
    >>> towers = npuzzle.problem("hanoi(3,4)")
    >>> towers
    <problem hanoi(3,4)>
    >>> towers.solve().cost
    15
    """

    #: Tells it from boards.
    is_named_problem = True

    def __init__(
        self,
        name: str,
        *,
        map: str | None = None,
        estimates: Mapping[str, str] | None = None,
        seed: int | None = None,
    ) -> None:
        #: How the problem is called: ``hanoi(3,5)``, or the name of the map.
        self.name = name
        #: The text of the map, if it is one.
        self.map = map
        #: The heuristics of the map, by name: a line ``state: value`` for each state.
        self.estimates = dict(estimates or {})
        #: Decides a random start; ``None`` for another one each time.
        self.seed = seed

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a question about it."""
        estimates = self.estimates or None
        return {"problem": self.name, "map": self.map, "estimates": estimates, "seed": self.seed}

    def solve(
        self, algorithm: str | None = None, heuristic: str | None = None, **limits: Any
    ) -> ProblemResult:
        """Find the cheapest solution; the limits are those of :func:`npuzzle.solve`."""
        from ._solve import solve

        return solve(self, algorithm, heuristic, **limits)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<problem {self.name}>"


def problem(
    source: str | os.PathLike[str],
    *,
    heuristics: Mapping[str, str | os.PathLike[str]] | None = None,
    seed: int | None = None,
) -> NamedProblem:
    """A problem of the command line by name, or a map.

    ``source`` is a call such as ``"hanoi(3,5)"``, ``"jugs(3,5->4)"`` or ``"pancake(3 1 2)"``;
    ``npuzzle.catalogue().problems`` lists them. The path of a file (``pathlib.Path``) or a text of
    several lines is a map: a line with the start, a line with the goals, and a line
    ``state: next,cost next,cost`` for each state. ``heuristics`` gives its estimates by name, as
    texts or files with a line ``state: value`` for each state.

    >>> import npuzzle
    >>> result = npuzzle.solve(npuzzle.problem("jugs(3,5->4)"), "bfs")
    >>> result.cost, result.states[:3]
    (6, ['0 0', '0 5', '3 2'])
    >>> roads = "Arad\\nBucharest\\nArad: Sibiu,140\\nSibiu: Bucharest,278\\nBucharest:\\n"
    >>> straight = "Arad: 366\\nSibiu: 253\\nBucharest: 0\\n"
    >>> romania = npuzzle.problem(roads, heuristics={"straight": straight})
    >>> npuzzle.solve(romania, "astar", "straight").cost
    418
    >>> npuzzle.audit(romania).admissible
    True
    """
    _refuse_bare_name(source)
    text, name = _text(source)
    is_map = name is not None or "\n" in text
    if heuristics and not is_map:
        raise RequestError(f"heuristics: {text} has its own: expected a map for others")
    for given in (heuristics or {}).values():
        _refuse_bare_name(given)
    estimates = {each: _text(given)[0] for each, given in (heuristics or {}).items()}
    made = NamedProblem(text.strip(), seed=seed)
    if is_map:
        made = NamedProblem(name or "map", map=text, estimates=estimates, seed=seed)
    _refuse_unreadable(made)
    return made


def _refuse_unreadable(problem: NamedProblem) -> None:
    """Says what is wrong with it now, and not when it is solved: a search that ends at once reads it."""
    stopped = Token()
    stopped.cancel()
    ask("search", {**problem.fields, "algorithm": "bfs"}, token=stopped)


def _refuse_bare_name(source: object) -> None:
    """Texts are maps and estimates themselves, so the name of a file has to say that it is one."""
    if isinstance(source, str) and source.strip() and "\n" not in source and os.path.isfile(source):
        raise ProblemError(f"{source!r} is the name of a file: expected pathlib.Path({source!r})")


def _text(source: Any) -> tuple[str, str | None]:
    """A text, or that of a file with its name."""
    if isinstance(source, str):
        return source, None
    if isinstance(source, os.PathLike):
        path = Path(source)
        return path.read_text("utf-8"), path.name
    raise ProblemError(f"{source!r} is not the name of a problem: expected a text or a path")


def search_named(
    problem: NamedProblem,
    algorithm: str | None,
    heuristic: Any,
    limits: dict[str, Any],
    progress: Progress,
    token: Token | None,
) -> ProblemResult:
    """Solve a problem by name; see :func:`npuzzle.solve`."""
    fields = {**problem.fields, **means(problem, algorithm, heuristic), **limits}
    report, raised = ask("search", fields, progress=progress, token=token)
    result = None if report is None else named_result(report)
    if raised is not None:
        end(raised, result)
    assert result is not None
    return result


def means(problem: NamedProblem, algorithm: Any, heuristic: Any) -> dict[str, Any]:
    """The search and its heuristic, which is a name here."""
    if heuristic is not None and not isinstance(heuristic, str):
        raise RequestError(
            f"heuristic: {heuristic!r} cannot judge the states of {problem.name}: expected a name"
        )
    return {"algorithm": None if algorithm == "auto" else algorithm, "heuristic": heuristic}


def named_result(report: dict[str, Any]) -> ProblemResult:
    """The answer, with states and actions as the engine names them."""
    return ProblemResult(report, report["path"] or [], report["moves"] or [])
