"""Why a board can or cannot be solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _engine, _render
from ._answer import end
from ._ask import ask, board_of
from ._fields import ExplainFields
from ._keywords import keywords, refuse_others
from ._page import Card

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board


class Explanation(Card):
    """The argument for one board and goal, step by step.

    >>> import npuzzle
    >>> npuzzle.explain("2 1 3/4 5 6/7 8 0")
    Explanation(solvable=False, inversions=1)
    """

    def __init__(self, board: Board, report: dict[str, Any]) -> None:
        self.board = board
        self._report = report

    @property
    def solvable(self) -> bool:
        """The verdict."""
        return self._report["solvable"]  # type: ignore[no-any-return]

    @property
    def inversions(self) -> int:
        """Pairs of tiles in the wrong order."""
        return self._report["inversions"]  # type: ignore[no-any-return]

    @property
    def steps(self) -> list[str]:
        """The argument in sentences."""
        return list(self._report["steps"])

    @property
    def swap(self) -> tuple[int, int] | None:
        """For an unsolvable board: two tiles whose exchange makes it solvable."""
        swap = self._report["swap"]
        return None if swap is None else (swap[0], swap[1])

    @property
    def repaired(self) -> Board | None:
        """For an unsolvable board: the same with two tiles exchanged, which is solvable."""
        if self.swap is None:
            return None
        one, other = self.swap
        exchanged = {one: other, other: one}
        tiles = [exchanged.get(tile, tile) for tile in self.board]
        return _engine.Board(tiles, self.board.goal, size=self.board.shape)

    @property
    def reachable_goals(self) -> list[str]:
        """The named goals that can be reached."""
        return list(self._report["reachable_goals"])

    def __bool__(self) -> bool:
        return self.solvable

    def __repr__(self) -> str:
        return f"Explanation(solvable={self.solvable}, inversions={self.inversions})"

    def __str__(self) -> str:
        return _render.explanation_text(self._report)

    def _repr_html_(self) -> str:
        return _render.explanation_html(self._report)


@keywords(ExplainFields)
def explain(board: Any, goal: Any = None, **fields: Unpack[ExplainFields]) -> Explanation:
    """Show why a board can or cannot be solved.

    >>> import npuzzle
    >>> why = npuzzle.explain("8 1 2/0 4 3/7 6 5")
    >>> why.solvable, why.inversions
    (False, 11)
    >>> why.repaired.is_solvable()
    True
    >>> npuzzle.explain("8 1 2/0 4 3/7 6 5", goal="snail").solvable
    True
    """
    refuse_others(explain, fields)
    board = board_of(board, {"goal": goal, **fields})
    report, raised = ask("explain", {"board": board})
    if raised is not None:
        end(raised, None)
    return Explanation(board, report)
