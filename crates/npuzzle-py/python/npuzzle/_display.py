"""How boards are shown; the engine's class calls these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _render

if TYPE_CHECKING:
    from ._engine import Board


def board_svg(board: Board) -> str:
    """The board as a picture; tiles that are at home look different from the others."""
    return _render.board_svg(board.tiles, board.rows, board.cols, goal=board.goal.tiles)


def board_text(board: Board) -> str:
    """The board as a small drawing."""
    return _render.board_text(board.tiles, board.rows, board.cols)
