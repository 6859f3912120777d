"""Boards: a picture (SVG), a table that any viewer shows (HTML), and a grid for a terminal.

The colours of tiles do not depend on the theme around them: white numbers on a dark tile can be
read on every background. A tile at home is teal and has a dot, so that nobody has to tell colours
apart.

Boards with more than `MOST_NUMBERED` cells are drawn as a mosaic, for nobody could read their
numbers: each tile has the colour of its place in the goal, and a solved board is one smooth change
of colour.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Collection, Sequence

from .markup import Markup, element, void
from .style import BOARD_STYLE

MOST_NUMBERED = 400

TILE = "#50637a"
HOME = "#0b7a75"
MARKED = "#b0420f"
TRAY = "#8c9aa8"

CORNERS = ((15, 118, 110), (59, 130, 246), (222, 170, 70), (147, 70, 150))
"""The colours of a mosaic at the goal's corners: above left and right, below left and right."""

BLANK_OF_MOSAIC = (20, 20, 24)

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"


def spoken(tiles: Sequence[int], cols: int) -> str:
    """A board in words, row by row."""
    rows = (tiles[at : at + cols] for at in range(0, len(tiles), cols))
    return ", ".join(" ".join(str(tile) if tile else "blank" for tile in row) for row in rows)


def _name(tiles: Sequence[int], rows: int, cols: int, label: str | None) -> str:
    head = label or "board"
    return (
        f"{head}: {rows} by {cols}"
        if len(tiles) > MOST_NUMBERED
        else f"{head}: {spoken(tiles, cols)}"
    )


def digits_of(cells: int) -> int:
    """How many digits the largest tile has."""
    return len(str(max(1, cells - 1)))


def board_svg(
    tiles: Sequence[int],
    rows: int,
    cols: int,
    *,
    goal: Sequence[int] | None = None,
    width: int | None = None,
    highlight: Collection[int] = (),
    label: str | None = None,
) -> str:
    """One board as a picture that needs nothing else.

    `goal`: tiles at home are marked; `width` in pixels; `highlight`: tiles to point at; `label`:
    what the picture is called before its tiles are named.
    """
    name = _name(tiles, rows, cols, label)
    cell, gap, edge = 40, 2, 5
    broad, high = cols * cell + 2 * edge, rows * cell + 2 * edge
    if width is None:
        width = round(min(broad, 380, 380 * broad / high) if len(tiles) > 36 else broad)
    tray = void("rect", width=broad, height=high, rx=9, fill=TRAY, fill_opacity="0.32")
    if len(tiles) > MOST_NUMBERED:
        picture = {"href": _mosaic(tiles, rows, cols, goal), "style": "image-rendering:pixelated"}
        drawn = void("image", x=edge, y=edge, width=cols * cell, height=rows * cell, **picture)
    else:
        size = _font_size(cell, digits_of(len(tiles)))
        shapes: list[Markup] = []
        for at, tile in enumerate(tiles):
            if not tile:
                continue
            x, y, side = (
                edge + at % cols * cell + gap,
                edge + at // cols * cell + gap,
                cell - 2 * gap,
            )
            is_home = goal is not None and goal[at] == tile
            fill = MARKED if tile in highlight else HOME if is_home else TILE
            ring = {"stroke": "#ffd9c7", "stroke_width": 2.5} if tile in highlight else {}
            shapes.append(void("rect", x=x, y=y, width=side, height=side, rx=6, fill=fill, **ring))
            if is_home:
                shapes.append(void("circle", cx=x + side - 6, cy=y + side - 6, r=2.2))
            shapes.append(
                element("text", tile, x=x + side / 2, y=round(y + side / 2 + size * 0.36, 1))
            )
        letters = {
            "font_family": FONT,
            "font_size": size,
            "font_weight": 600,
            "text_anchor": "middle",
        }
        drawn = element("g", *shapes, fill="#fff", **letters)
    return element(
        "svg",
        element("title", name),
        tray,
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {broad} {high}",
        width=width,
        height=round(width * high / broad),
        role="img",
        aria_label=name,
        style="max-width:100%;height:auto",
    )


def _font_size(cell: int, digits: int) -> float:
    return round(cell * min(0.48, 1.3 / (digits + 0.6)), 1)


def _mosaic(tiles: Sequence[int], rows: int, cols: int, goal: Sequence[int] | None) -> str:
    """The colours of a large board as a small PNG, one pixel a cell."""
    # Without a goal the tiles are taken to belong row by row.
    home = {tile: at for at, tile in enumerate(goal)} if goal is not None else None
    lines = bytearray()
    for row in range(rows):
        lines.append(0)
        for tile in tiles[row * cols : (row + 1) * cols]:
            place = (home.get(tile, 0) if home is not None else tile - 1) if tile else 0
            lines += bytes(mosaic_colour(place, rows, cols) if tile else BLANK_OF_MOSAIC)

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content))
            + kind
            + content
            + struct.pack(">I", zlib.crc32(kind + content))
        )

    head = struct.pack(">IIBBBBB", cols, rows, 8, 2, 0, 0, 0)
    png = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(lines), 9))
    )
    return "data:image/png;base64," + base64.b64encode(png + chunk(b"IEND", b"")).decode()


def mosaic_colour(place: int, rows: int, cols: int) -> tuple[int, int, int]:
    """The colour of a place in the goal: the corners' colours, mixed by how near they are."""
    down = place // cols / max(1, rows - 1)
    right = place % cols / max(1, cols - 1)
    mixed = []
    for above_left, above_right, below_left, below_right in zip(*CORNERS):
        above = above_left + (above_right - above_left) * right
        below = below_left + (below_right - below_left) * right
        mixed.append(round(above + (below - above) * down))
    return mixed[0], mixed[1], mixed[2]


def board_table(
    tiles: Sequence[int],
    rows: int,
    cols: int,
    *,
    goal: Sequence[int] | None = None,
    highlight: Collection[int] = (),
    label: str | None = None,
    is_small: bool = False,
) -> Markup:
    """One board as a table; the style sheet around it makes a picture of it.

    Viewers that show notebooks of strangers take pictures and style sheets away. A table stays a
    board.
    """
    if len(tiles) > MOST_NUMBERED:
        return Markup(
            board_svg(tiles, rows, cols, goal=goal, label=label, width=180 if is_small else None)
        )
    lines = []
    for row in range(rows):
        cells = []
        for at in range(row * cols, (row + 1) * cols):
            tile = tiles[at]
            marks = [
                "np-blank" if not tile else "",
                "np-home" if tile and goal is not None and goal[at] == tile else "",
                "np-marked" if tile in highlight else "",
            ]
            content = "" if not tile else element("b", tile) if tile in highlight else tile
            cells.append(
                element("td", content, class_=" ".join(filter(None, marks)) or None, align="center")
            )
        lines.append(element("tr", *cells))
    # The edge of a cell in pixels, and of its digits: large boards have smaller cells.
    cell = (26 if is_small else 40) if cols <= 8 else (22 if is_small else 30) if cols <= 12 else 22
    letters = _font_size(cell, digits_of(len(tiles)))
    return element(
        "table",
        element("tbody", *lines),
        class_="npuzzle-board",
        style=f"--np-cell:{cell}px;--np-letters:{letters}px",
        border="1",
        cellspacing="0",
        cellpadding="5",
        role="img",
        aria_label=_name(tiles, rows, cols, label),
    )


def board_figure(
    caption: object,
    tiles: Sequence[int],
    rows: int,
    cols: int,
    *,
    goal: Sequence[int] | None = None,
    highlight: Collection[int] = (),
    label: str | None = None,
    is_small: bool = False,
) -> Markup:
    """A board with a word below it."""
    drawn = board_table(
        tiles,
        rows,
        cols,
        goal=goal,
        highlight=highlight,
        label=label or str(caption),
        is_small=is_small,
    )
    return element("figure", drawn, element("figcaption", caption))


def board_html(
    tiles: Sequence[int], rows: int, cols: int, *, goal: Sequence[int] | None = None
) -> str:
    """One board for a notebook."""
    drawn = board_table(tiles, rows, cols, goal=goal)
    return element("div", BOARD_STYLE, drawn, class_="tex2jax_ignore mathjax_ignore")


def board_text(tiles: Sequence[int], rows: int, cols: int) -> str:
    """One board for a terminal: numbers in columns, a dot for the blank."""
    return "\n".join(board_lines(tiles, rows, cols))


def board_lines(tiles: Sequence[int], rows: int, cols: int) -> list[str]:
    """The rows of `board_text`."""
    width = digits_of(len(tiles))
    written = [f"{tile:>{width}}" if tile else " " * (width - 1) + "." for tile in map(int, tiles)]
    return [" ".join(written[row * cols : (row + 1) * cols]) for row in range(rows)]


def board_name(tiles: Sequence[int], cols: int) -> str:
    """One board in one line, its rows separated by slashes."""
    rows = (tiles[at : at + cols] for at in range(0, len(tiles), cols))
    return "/".join(" ".join(str(tile) for tile in row) for row in rows)
