"""The value of a heuristic on a board, and how it comes about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _render
from ._answer import end
from ._ask import ask
from ._heuristic import Functions, HeuristicLike, goal_key
from ._page import Card

if TYPE_CHECKING:
    from ._engine import Board

USUAL = "manhattan"


class Pair(NamedTuple):
    """Two tiles that stand in their goal line in the wrong order."""

    first: int
    second: int
    line: str


@dataclass(frozen=True)
class Part:
    """A heuristic that an expression names, on a board.

    Its value is the sum of ``tiles``, ``lines`` and ``summands``, where it has such parts.
    """

    #: The heuristic.
    name: str
    #: Its exact value; ``None`` where it has none.
    value: float | None
    #: Why it has no value.
    reason: str | None = None
    #: What every tile adds, by tile; 0 is the blank.
    tiles: dict[int, float] = field(default_factory=dict)
    #: The pairs of tiles in each other's way.
    pairs: tuple[Pair, ...] = ()
    #: What the pairs of each line add.
    lines: dict[str, int] = field(default_factory=dict)
    #: What is added besides, by name: the moves of each pattern, vertical and horizontal moves.
    summands: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, report: dict[str, Any]) -> Part:
        """A part as the engine reports it."""
        return cls(
            report["name"],
            report["value"],
            report["reason"],
            {share["tile"]: share["value"] for share in report["tiles"]},
            tuple(Pair(**pair) for pair in report["pairs"]),
            {line["line"]: line["value"] for line in report["lines"]},
            {summand["name"]: summand["value"] for summand in report["summands"]},
        )


class Estimate(Card):
    """The value of a heuristic on a board, with what each tile adds to it.

    Made by :meth:`Board.estimate` with ``shares=True``.

    >>> import npuzzle
    >>> board = npuzzle.Board("3 2 1/4 5 6/8 7 0")
    >>> estimate = board.estimate("linear-conflict", shares=True, distance=True)
    >>> estimate
    Estimate('linear-conflict', 12)
    >>> estimate.tiles
    {1: 2, 2: 0, 3: 2, 4: 0, 5: 0, 6: 0, 7: 1, 8: 1}
    >>> estimate.pairs[0], estimate.parts[0].lines
    (Pair(first=3, second=2, line='row 1'), {'row 1': 4, 'row 3': 2})
    >>> estimate.distance, estimate.overestimates
    (24, False)
    """

    def __init__(self, board: Board, report: dict[str, Any]) -> None:
        self._board = board
        self._report = report

    @property
    def board(self) -> Board:
        """The board that was judged."""
        return self._board

    @property
    def name(self) -> str:
        """The heuristic, with names in place of aliases."""
        return self._report["name"]  # type: ignore[no-any-return]

    @property
    def value(self) -> int | None:
        """The estimate that a search uses: the exact value, rounded up to whole moves."""
        return self._report["value"]  # type: ignore[no-any-return]

    @property
    def exact(self) -> float | None:
        """The exact value, before it is rounded up."""
        return self._report["exact"]  # type: ignore[no-any-return]

    @property
    def computed(self) -> str | None:
        """The expression with the values of its parts in their place: ``max(0, 4 - 1)``."""
        return self._report["computed"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str | None:
        """Why there is no value."""
        return self._report["reason"]  # type: ignore[no-any-return]

    @property
    def parts(self) -> list[Part]:
        """The heuristics that the expression names, each once, with what they consist of."""
        return [Part.of(part) for part in self._report["parts"]]

    @property
    def tiles(self) -> dict[int, float]:
        """What every tile adds, by tile, where the expression names one heuristic; see
        :attr:`parts` for several."""
        return self.parts[0].tiles if len(self._report["parts"]) == 1 else {}

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of tiles in each other's way, where the expression names one heuristic; see
        :attr:`parts` for several."""
        return self.parts[0].pairs if len(self._report["parts"]) == 1 else ()

    @property
    def distance(self) -> int | None:
        """The true distance, if it was asked for and is proved."""
        distance = self._report["distance"]
        return distance and distance["value"]  # type: ignore[no-any-return]

    @property
    def error(self) -> float | None:
        """The true distance minus the exact value; negative where the heuristic overestimates."""
        return self._report["error"]  # type: ignore[no-any-return]

    @property
    def overestimates(self) -> bool | None:
        """Whether the exact value is above the true distance; ``None`` where that is not known."""
        return self._report["overestimates"]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"Estimate({self.name!r}, {self.value})"

    def __str__(self) -> str:
        return _render.estimate_text(self._report, self._board.tiles, self._board.cols)

    def _repr_html_(self) -> str:
        return _render.estimate_html(self._report, self._board.tiles, self._board.cols)


def estimate(
    board: Board, heuristic: HeuristicLike | None, shares: bool, distance: bool
) -> Estimate | int | None:
    """The estimate of a board; :meth:`Board.estimate` has the documentation."""
    functions = Functions()
    name = functions.expression(USUAL if heuristic is None else heuristic)
    used = functions.for_goal(goal_key(board, None))
    fields = {"board": board, "heuristic": name, "distance": distance}
    report, raised = ask("estimate", fields, [(board, used)] if used else [])
    if raised is not None:
        end(raised, None)
    answer = Estimate(board, report)
    return answer if shares or distance else answer.value
