"""What all answers have in common: limits, labels, counts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any, NoReturn, TypeAlias

from .errors import Interrupted

#: Seconds, a text such as ``"500ms"``, or a ``timedelta``.
Time: TypeAlias = "float | str | timedelta"
#: A number, or a text such as ``"1e6"``.
Count: TypeAlias = "int | str"
#: Bytes, or a text such as ``"256MiB"``.
Size: TypeAlias = "int | str"

@dataclass(frozen=True)
class Stats:
    """What a search took. ``npuzzle.catalogue().statistics`` says what each count means.

    >>> import npuzzle
    >>> stats = npuzzle.solve("1 2 3/4 0 6/7 5 8", "astar", "manhattan").stats
    >>> stats.expanded, stats.generated
    (2, 7)
    """

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


class Reported:
    """An answer of the engine, and its JSON."""

    _report: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The whole answer, with the fields of the command line's JSON."""
        return json.loads(self.to_json())  # type: ignore[no-any-return]

    def to_json(self, indent: int | None = None) -> str:
        """The whole answer as JSON."""
        return json.dumps(self._report, indent=indent)


class Answer(Reported):
    """What answers about boards and about problems have in common."""

    @property
    def status(self) -> str:
        """How the search ended: ``solved``, ``unsolvable`` or ``stopped``."""
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
    def proof(self) -> str:
        """What is proved about the cost: ``optimal``, ``within``, ``found`` or ``none``."""
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
    def notes(self) -> list[str]:
        """Remarks for people, such as that costs or estimates were rounded."""
        return list(self._report.get("notes", []))

    @property
    def stats(self) -> Stats:
        """What the search took."""
        return Stats.of(self._report["stats"])

    @property
    def phases(self) -> list[dict[str, Any]]:
        """The searches that ``auto`` ran, in order, each with its own counts; none if it was one."""
        return list(self._report["stats"].get("phases", []))

    @property
    def improvements(self) -> list[dict[str, Any]]:
        """The solutions of a search that goes on improving, each better than the one before."""
        return list(self._report["improvements"])


def end(raised: BaseException, result: object) -> NoReturn:
    """Raises what was raised meanwhile; Ctrl-C with the answer so far."""
    try:
        if isinstance(raised, KeyboardInterrupt):
            raise Interrupted(result) from raised
        raise raised
    finally:
        # The exception knows this frame: without its name here there is no circle.
        del raised
