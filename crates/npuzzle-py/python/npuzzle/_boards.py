"""Several boards at a time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _engine
from ._several import several
from .errors import BoardError

if TYPE_CHECKING:
    from ._engine import Board

#: More are not read at a time.
MOST_BOARDS = 1_000_000


def boards(
    source: Any,
    goal: Any = None,
    *,
    size: Any = None,
    input_format: str | None = None,
    seed: int | None = None,
) -> list[Board]:
    """Read several boards: a list of them in any form, a text that holds several, the path of a
    file (``pathlib.Path``), a named set (``"korf:1..10"``) or a description
    (``"random:3x3:20:7"``: twenty boards of seed 7).

    >>> import npuzzle
    >>> [board.name for board in npuzzle.boards("korf:1..3")]
    ['korf:1', 'korf:2', 'korf:3']
    >>> len(npuzzle.boards(["123456780", (1, 2, 3, 4, 5, 6, 7, 0, 8)]))
    2
    """

    def read(one: Any) -> list[Board]:
        return _engine.boards(one, goal, size=size, input_format=input_format, seed=seed)

    if isinstance(source, (str, os.PathLike, _engine.Board)):
        return read(source)
    listed = several("boards", source, MOST_BOARDS)
    if not listed:
        return []
    if any(isinstance(board, (str, _engine.Board)) for board in listed):
        return [board for one in listed for board in read(one)]
    # Rows of numbers are one board or several: one, if that is possible.
    try:
        return read(listed)
    except BoardError:
        if isinstance(listed[0], (int, float)):
            raise
        return [board for one in listed for board in read(one)]
