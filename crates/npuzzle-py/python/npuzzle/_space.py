"""Whole spaces of boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _engine, _render
from ._answer import end
from ._fields import SpaceFields
from ._keywords import keywords, refuse_others
from ._ask import ask
from ._optional import frame, needed
from ._page import Card, csv_text
from ._progress import Progress
from .errors import LimitError, RequestError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board, Token


#: A graph of more boards takes hundreds of megabytes.
MOST_NODES = 100_000


class Space(Card):
    """All boards that can reach a goal, by their distance from it.

    >>> import npuzzle
    >>> small = npuzzle.space("2x2")
    >>> small.widths, small.diameter
    ([1, 2, 2, 2, 2, 2, 1], 6)
    >>> small.farthest
    [Board('0 3/2 1')]
    """

    def __init__(self, report: dict[str, Any]) -> None:
        self._report = report

    @property
    def searched(self) -> bool:
        """Whether the space was searched; if not, it is too large, and the rest is what is known."""
        return self._report["searched"]  # type: ignore[no-any-return]

    @property
    def states(self) -> int:
        """How many boards can reach the goal."""
        return _whole(self._report["states_exact"])

    @property
    def edges(self) -> int:
        """Moves, or slides, between them, each counted both ways."""
        return _whole(self._report["edges_exact"])

    @property
    def diameter(self) -> int | None:
        """The distance of the farthest boards; None where it is not known."""
        return self._report["diameter"]  # type: ignore[no-any-return]

    @property
    def diameter_bounds(self) -> tuple[int, int] | None:
        """The diameter is at least and at most this; None where nothing is known."""
        bounds = self._report["diameter_bounds"]
        return None if bounds is None else (bounds[0], bounds[1])

    @property
    def widths(self) -> list[int]:
        """How many boards there are at each distance; empty where that is not known."""
        return list(self._report["widths"] or [])

    @property
    def mean_depth(self) -> float | None:
        """The mean distance; None where it is not known."""
        return self._report["mean_depth"]  # type: ignore[no-any-return]

    @property
    def unreachable(self) -> int:
        """How many arrangements of the tiles cannot reach the goal."""
        return _whole(self._report["arrangements"]) - self.states

    @property
    def branching(self) -> list[dict[str, Any]]:
        """How many moves the blank has where: ``place``, number of ``cells``, ``moves``."""
        return list(self._report["branching"])

    @property
    def sources(self) -> list[str]:
        """Who found out what was not computed here."""
        return list(self._report["sources"])

    @property
    def notes(self) -> list[str]:
        """Remarks, such as why no card searched."""
        return list(self._report.get("notes", []))

    @property
    def optimal_solutions(self) -> dict[str, Any] | None:
        """How many shortest solutions boards have, where they were counted."""
        return self._report["optimal_solutions"]  # type: ignore[no-any-return]

    @property
    def antipodes(self) -> list[Board]:
        """The farthest boards, a thousand at most."""
        size = (self._report["rows"], self._report["cols"])
        goal = _engine.Board(self._report["goal"], size=size)
        return [_engine.Board(tiles, goal, size=size) for tiles in self._report["antipodes"] or []]

    @property
    def farthest(self) -> list[Board]:
        """The same as :attr:`antipodes`."""
        return self.antipodes

    def to_pandas(self) -> Any:
        """A row per distance, with how many boards there are, as a pandas ``DataFrame``. pandas is
        imported only here."""
        return frame(self._rows(), "to_pandas")

    def _rows(self) -> list[dict[str, Any]]:
        return [{"depth": depth, "states": count} for depth, count in enumerate(self.widths)]

    def plot(self, ax: Any = None) -> Any:
        """Draw how many boards there are at each distance. Gives the ``Axes`` of matplotlib, which is
        imported only here."""
        from ._plot import plot_space

        return plot_space(self, ax)

    def to_networkx(self) -> Any:
        """All boards and the moves between them as a ``networkx.Graph``: the nodes are the tiles of
        boards with their ``distance``, the edges have the ``move`` of the blank towards the goal. At
        most 100,000 boards (2x4 has 20,160); networkx is imported only here."""
        networkx = needed("networkx", "to_networkx")
        if not self.searched or self.states > MOST_NODES:
            raise LimitError(
                f"{self._report['states_exact']} boards are too many for a graph: expected at most "
                f"{MOST_NODES:,}"
            )
        if self._report["metric"] != "single":
            raise RequestError("to_networkx shows single moves: expected a space in that metric")
        size = (self._report["rows"], self._report["cols"])
        start = _engine.Board(self._report["goal"], size=size)
        graph = networkx.Graph(goal=start.tiles)
        graph.add_node(start.tiles, distance=0)
        layer = [start]
        for distance in range(1, len(self.widths)):
            reached = []
            for board in layer:
                for move, after in board.neighbours():
                    if after.tiles not in graph:
                        graph.add_node(after.tiles, distance=distance)
                        reached.append(after)
                    graph.add_edge(board.tiles, after.tiles, move=move)
            layer = reached
        for board in layer:
            for move, after in board.neighbours():
                graph.add_edge(board.tiles, after.tiles, move=move)
        return graph

    def _forms(self) -> dict[str, Callable[[], str | bytes]]:
        return {**super()._forms(), ".csv": lambda: csv_text(self._rows())}

    def __repr__(self) -> str:
        depth = "None" if self.mean_depth is None else f"{self.mean_depth:.2f}"
        states = self._report["states_exact"]
        states = states if len(states) <= 40 else f"<{len(states)} digits>"
        return f"Space(states={states}, diameter={self.diameter}, mean_depth={depth})"

    def __str__(self) -> str:
        return _render.space_text(self._report)

    def _repr_html_(self) -> str:
        return _render.space_html(self._report)


def _whole(digits: str) -> int:
    """A number of any length: ``int`` refuses thousands of digits at once."""
    number = 0
    for at in range(0, len(digits), 1000):
        part = digits[at : at + 1000]
        number = number * 10 ** len(part) + int(part)
    return number


@keywords(SpaceFields)
def space(
    size: Any = (3, 3),
    goal: Any = None,
    *,
    progress: Progress = None,
    token: Token | None = None,
    **fields: Unpack[SpaceFields],
) -> Space:
    """Walk through all boards of a size: how many at each distance, the farthest, and how many
    shortest solutions they have. Of a size that is too large for that, tell what is known.

    >>> import npuzzle
    >>> eight = npuzzle.space("3x3")
    >>> eight
    Space(states=181440, diameter=31, mean_depth=21.97)
    >>> eight.optimal_solutions["unique"], eight.optimal_solutions["max"]
    (78033, 64)
    >>> fifteen = npuzzle.space("4x4")
    >>> fifteen.searched, fifteen.states, fifteen.diameter
    (False, 10461394944000, 80)
    >>> npuzzle.space("3x3", metric="multi")
    Space(states=181440, diameter=24, mean_depth=16.55)
    """
    refuse_others(space, fields)
    asked = {"size": size, "goal": goal, **fields}
    report, raised = ask("space", asked, progress=progress, token=token)
    if raised is not None:
        end(raised, None)
    return Space(report)
