"""Several boards at a time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _engine
from ._failure import Failure
from ._several import several
from .errors import BoardError, Error

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
    file (``pathlib.Path``) or an open file, a named set (``"korf:1..10"``) or a description
    (``"random:3x3:20:7"``: twenty boards of seed 7).

    >>> import npuzzle
    >>> [board.name for board in npuzzle.boards("korf:1..3")]
    ['korf:1', 'korf:2', 'korf:3']
    >>> len(npuzzle.boards(["123456780", (1, 2, 3, 4, 5, 6, 7, 0, 8)]))
    2
    """

    form = {"goal": goal, "size": size, "input_format": input_format, "seed": seed}
    found = []
    for board in listed_boards(source, form):
        if isinstance(board, Failure):
            raise board.error
        found.append(board)
    return found


def listed_boards(source: Any, form: dict[str, Any]) -> list[Board | Failure]:
    """The same, with a failure in the place of what is listed and cannot be read."""

    def read(one: Any) -> list[Board]:
        return _engine.boards(one, **form)

    def read_each(several: list[Any]) -> list[Board | Failure]:
        found: list[Board | Failure] = []
        for one in several:
            try:
                found.extend(read(one))
            except Error as error:
                found.append(Failure(one, error))
        return found

    if isinstance(source, (str, os.PathLike, _engine.Board)) or hasattr(source, "read"):
        return [*read(source)]
    listed = several("boards", source, MOST_BOARDS)
    if not listed:
        return []
    if any(isinstance(board, (str, _engine.Board)) for board in listed):
        return read_each(listed)
    # Rows of numbers are one board or several: one, if that is possible.
    try:
        return [*read(listed)]
    except BoardError:
        if isinstance(listed[0], (int, float)):
            raise
        return read_each(listed)
