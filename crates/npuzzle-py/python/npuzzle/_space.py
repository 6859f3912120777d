"""Whole spaces of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _engine, _render
from ._answer import Reported, end
from ._fields import SpaceFields
from ._keywords import keywords, refuse_others
from ._ask import ask
from ._progress import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board


class Space(Reported):
    """All boards that can reach a goal, by their distance from it."""

    def __init__(self, report: dict[str, Any]) -> None:
        self._report = report

    @property
    def states(self) -> int:
        """How many boards can reach the goal."""
        return self._report["states"]  # type: ignore[no-any-return]

    @property
    def edges(self) -> int:
        """Moves between them, each counted both ways."""
        return self._report["edges"]  # type: ignore[no-any-return]

    @property
    def diameter(self) -> int:
        """The distance of the farthest boards."""
        return self._report["diameter"]  # type: ignore[no-any-return]

    @property
    def widths(self) -> list[int]:
        """How many boards there are at each distance."""
        return list(self._report["widths"])

    @property
    def mean_depth(self) -> float:
        """The mean distance."""
        return self._report["mean_depth"]  # type: ignore[no-any-return]

    @property
    def unreachable(self) -> int | None:
        """How many arrangements of the tiles cannot reach the goal."""
        return self._report["unreachable"]  # type: ignore[no-any-return]

    @property
    def optimal_solutions(self) -> dict[str, Any] | None:
        """How many shortest solutions boards have, where they were counted."""
        return self._report["optimal_solutions"]  # type: ignore[no-any-return]

    @property
    def antipodes(self) -> list[Board]:
        """The farthest boards, a thousand at most."""
        size = (self._report["rows"], self._report["cols"])
        goal = _engine.Board(self._report["goal"], size=size)
        return [_engine.Board(tiles, goal, size=size) for tiles in self._report["antipodes"]]

    def __repr__(self) -> str:
        return f"Space(states={self.states}, diameter={self.diameter}, mean_depth={self.mean_depth:.2f})"

    def __str__(self) -> str:
        return _render.space_text(self._report)

    def _repr_html_(self) -> str:
        return _render.space_html(self._report)


@keywords(SpaceFields)
def space(
    size: Any = (3, 3),
    goal: Any = None,
    *,
    progress: Progress = None,
    **fields: Unpack[SpaceFields],
) -> Space:
    """Walk through all boards of a size: how many at each distance, the farthest, and how many
    shortest solutions they have.

    >>> import npuzzle
    >>> eight = npuzzle.space("3x3")
    >>> eight
    Space(states=181440, diameter=31, mean_depth=21.97)
    >>> eight.optimal_solutions["unique"], eight.optimal_solutions["max"]
    (78033, 64)
    """
    refuse_others(space, fields)
    report, raised = ask("space", {"size": size, "goal": goal, **fields}, progress=progress)
    if raised is not None:
        end(raised, None)
    return Space(report)
