"""Boards: a table that any viewer shows (HTML), and texts for a terminal.

The engine draws pictures and writes texts; a table has the colours of its pictures. They do not
depend on the theme around them: dark numbers on a light tile can be read on every background. A
tile at home has a dot as well as another colour.

Boards with more than `MOST_NUMBERED` cells are drawn as a mosaic, since their numbers would be too
small: each tile has the colour of its place in the goal, and a solved board is one smooth change of
colour.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import _engine
from .markup import Markup, element

MOST_NUMBERED = _engine.MOST_NUMBERED

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"


def board_figure(
    caption: object,
    tiles: Sequence[int],
    rows: int,
    cols: int,
    *,
    goal: Sequence[int] | None = None,
    highlight: Sequence[int] = (),
    is_small: bool = False,
) -> Markup:
    """A board with a word below it.

    `goal`: tiles at home are marked; `highlight`: tiles to point at.
    """
    if len(tiles) > MOST_NUMBERED:
        name = str(caption)
        picture = _engine.board_svg(tiles, rows, cols, goal=goal, label=name, is_small=is_small)
        drawn = Markup(picture)
    else:
        words = _engine.board_text(tiles, rows, cols, "words")
        cells = [
            _cell(tile, is_home=goal is not None and goal[at] == tile, is_marked=tile in highlight)
            for at, tile in enumerate(tiles)
        ]
        lines = [cells[at : at + cols] for at in range(0, len(cells), cols)]
        drawn = _table(lines, f"{caption}: {words}", is_small=is_small)
    return element("figure", drawn, element("figcaption", caption))


def _table(lines: Sequence[Sequence[Markup]], name: str, *, is_small: bool) -> Markup:
    """One board as a table; the style sheet around it makes a picture of it.

    Viewers that show notebooks of strangers take pictures and style sheets away. A table stays a
    board.
    """
    cols, count = len(lines[0]), len(lines) * len(lines[0])
    # The edge of a cell in pixels, and of its digits: large boards have smaller cells.
    cell = (26 if is_small else 40) if cols <= 8 else (22 if is_small else 30) if cols <= 12 else 22
    digits = len(str(max(1, count - 1)))
    letters = round(cell * min(0.48, 1.3 / (digits + 0.6)), 1)
    return element(
        "table",
        element("tbody", *(element("tr", *line) for line in lines)),
        class_="npuzzle-board",
        style=f"--np-cell:{cell}px;--np-letters:{letters}px",
        border="1",
        cellspacing="0",
        cellpadding="5",
        role="img",
        aria_label=name,
    )


def _cell(tile: int, *, is_home: bool, is_marked: bool) -> Markup:
    if not tile:
        return element("td", "", class_="np-blank", align="center")
    marks = ["np-home"] * is_home + ["np-marked"] * is_marked
    content = element("b", tile) if is_marked else tile
    return element("td", content, class_=" ".join(marks) or None, align="center")


def board_lines(tiles: Sequence[int], rows: int, cols: int) -> list[str]:
    """One board for a terminal: numbers in columns, a dot for the blank."""
    return _engine.board_text(tiles, rows, cols).split("\n")


def board_name(tiles: Sequence[int], cols: int) -> str:
    """One board in one line, its rows separated by slashes."""
    return _engine.board_text(tiles, len(tiles) // cols, cols, "rows")
