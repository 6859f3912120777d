"""Where moves lead from a board, and whether they are legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _engine
from ._answer import Reported, end
from ._ask import ask, board_of
from ._fields import ApplyFields
from ._keywords import keywords, refuse_others

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board


class Applied(Reported):
    """Moves that were made on a board, up to the first that is not possible. It is true if all of
    them are legal.

    >>> import npuzzle
    >>> applied = npuzzle.apply("1 2 3/4 0 6/7 5 8", "DR")
    >>> bool(applied), applied.board.is_goal()
    (True, True)
    """

    def __init__(self, board: Board, report: dict[str, Any]) -> None:
        self._goal = board.goal
        self._report = report

    def _board(self, name: str) -> Board:
        shape = (self._report["rows"], self._report["cols"])
        return _engine.Board(self._report[name], self._goal, size=shape)

    @property
    def legal(self) -> bool:
        """Whether all moves are possible."""
        return self._report["status"] == "legal"  # type: ignore[no-any-return]

    @property
    def start(self) -> Board:
        """The board that the moves begin with."""
        return self._board("start")

    @property
    def board(self) -> Board:
        """The board that they lead to; that before the first move that is not possible."""
        return self._board("end")

    @property
    def is_goal(self) -> bool:
        """Whether this board is the goal."""
        return self._report["is_goal"]  # type: ignore[no-any-return]

    @property
    def count(self) -> int:
        """The number of single moves."""
        return self._report["count"]  # type: ignore[no-any-return]

    @property
    def moves(self) -> str:
        """These moves, in the notation that was asked for."""
        return self._report["moves"]  # type: ignore[no-any-return]

    @property
    def moves_of(self) -> str | None:
        """Whose direction the letters name: ``blank`` or ``tile``; ``None`` for numbers of tiles."""
        return self._report["moves_of"]  # type: ignore[no-any-return]

    @property
    def illegal(self) -> int | None:
        """The number of the first move that is not possible, counted from one."""
        illegal = self._report["illegal"]
        return None if illegal is None else illegal["number"]

    @property
    def reason(self) -> str | None:
        """Why that move is not possible."""
        illegal = self._report["illegal"]
        return None if illegal is None else illegal["reason"]

    @property
    def notes(self) -> list[str]:
        """Remarks."""
        return list(self._report["notes"])

    def __bool__(self) -> bool:
        return self.legal

    def __repr__(self) -> str:
        if not self.legal:
            return f"Applied(legal=False, illegal={self.illegal}, reason={self.reason!r})"
        return f"Applied(legal=True, count={self.count}, is_goal={self.is_goal}, board={self.board!r})"


@keywords(ApplyFields)
def apply(board: Any, moves: Any, goal: Any = None, **fields: Unpack[ApplyFields]) -> Applied:
    """Make moves on a board: are they legal, and where do they lead? Nothing is optimised.

    Moves are letters, with counts if you like, or the numbers of the tiles that move, as a text or
    a list.

    >>> import npuzzle
    >>> applied = npuzzle.apply("1 2 3/4 0 6/7 5 8", "D R")
    >>> applied.legal, applied.is_goal, applied.count
    (True, True, 2)
    >>> npuzzle.apply("1 2 3/4 0 6/7 5 8", [5, 8]).board == applied.board
    True
    >>> npuzzle.apply("1 2 3/4 0 6/7 5 8", "DR", to="numbers").moves
    '5 8'
    >>> npuzzle.apply("1 2 3/4 5 6/7 8 0", "U2 L", invert=True).moves
    'RDD'
    >>> npuzzle.apply("1 2 3/4 0 6/7 5 8", "UU")
    Applied(legal=False, illegal=2, reason='the blank is in the top row')
    """
    refuse_others(apply, fields)
    asked: dict[str, Any] = {"goal": goal, **fields}
    board = board_of(board, asked)
    report, raised = ask("apply", {"board": board, "moves": moves, **asked})
    if raised is not None:
        end(raised, None)
    return Applied(board, report)


@keywords(ApplyFields)
def apply_moves(self: Board, moves: Any, **fields: Any) -> Applied:
    """Make moves, as :func:`npuzzle.apply` does: are they legal, and where do they lead?

    >>> from npuzzle import Board
    >>> Board("1 2 3/4 0 6/7 5 8").apply("DR").is_goal
    True
    """
    return apply(self, moves, **fields)


# Boards are compiled; the keywords of this method are those of the question.
_engine.Board.apply = apply_moves  # type: ignore[method-assign]
