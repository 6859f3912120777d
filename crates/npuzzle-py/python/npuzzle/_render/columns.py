"""Texts for a terminal: columns that line up, lines that are folded, texts that are cut."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 79
"""What fits into a terminal of eighty columns."""

COMFORTABLE, NARROWEST = 15, 6
"""A column of words gives way to others down to these widths: gladly, and at need."""


def shown(text: object) -> str:
    """Anybody's text without what is no letter: codes that move the cursor, halves of letters."""
    letters = str(text)
    if letters.isascii() and letters.isprintable():
        return letters
    return "".join(
        letter
        if letter in "\n\t" or unicodedata.category(letter) not in ("Cc", "Cs")
        else "\N{REPLACEMENT CHARACTER}"
        for letter in letters
    )


def plain(text: object) -> str:
    """The same in one line."""
    return "".join(" " if letter.isspace() else letter for letter in shown(text))


def plain_lines(text: object) -> list[str]:
    """The same in its own lines: it may be a drawing."""
    return [plain(line) for line in str(text).expandtabs().splitlines()] or [""]


def width_of(text: str) -> int:
    """How many cells of a terminal a text takes: wide letters two, marks upon letters none."""
    return sum(
        0
        if unicodedata.combining(letter)
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )


def clipped(text: str, most: int) -> str:
    """A text in at most so many cells: the middle is left out, since both ends tell names apart."""
    if width_of(text) <= most:
        return text
    if most < 1:
        return ""
    head, tail = 0, 0
    # Letters are taken from both ends in turn as long as there is room beside the dots.
    while True:
        longer = (head + 1, tail) if head <= tail else (head, tail + 1)
        kept = text[: longer[0]] + "…" + text[len(text) - longer[1] :]
        if width_of(kept) > most:
            return text[:head] + "…" + text[len(text) - tail :]
        head, tail = longer


def folded(text: str, *, first: str = "", rest: str | None = None, width: int = WIDTH) -> str:
    """A sentence in lines of so many letters, with what stands before the first and the others."""
    rest = " " * width_of(first) if rest is None else rest
    lines = textwrap.wrap(
        plain(text), width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
    return "\n".join(lines) if lines else first.rstrip()


@dataclass(frozen=True)
class Column:
    """A column: its title, and whether it holds numbers, which are flush right and never cut."""

    title: str
    is_number: bool = False


def words(title: str) -> Column:
    """A column of words."""
    return Column(title)


def numbers(title: str) -> Column:
    """A column of numbers."""
    return Column(title, is_number=True)


def _fitted(
    columns: Sequence[Column], longest: Sequence[int], width: int, narrowest: int
) -> list[int] | None:
    """The widths of columns that would like to be `longest` wide: the widest words give way."""
    widths = list(longest)
    while sum(widths) + len(widths) - 1 > width:
        soft = [
            at
            for at, column in enumerate(columns)
            if not column.is_number and widths[at] > narrowest
        ]
        if not soft:
            return None
        widths[max(soft, key=lambda at: widths[at])] -= 1
    return widths


def table(
    columns: Sequence[Column],
    rows: Iterable[Sequence[object]],
    *,
    keep: int = 1,
    width: int = WIDTH,
) -> str:
    """Rows under their titles, within the width of a terminal.

    Where the room ends, words are cut as long as they can still be told apart; then the last
    columns are left out, but for the first `keep`; then words are cut further.
    """
    lines = [[column.title for column in columns]]
    lines += [[plain(cell) for cell in row] for row in rows]
    longest = [max(width_of(line[at]) for line in lines) for at in range(len(columns))]
    for narrowest, least in ((COMFORTABLE, keep), (NARROWEST, 1)):
        for count in range(len(columns), least - 1, -1):
            widths = _fitted(columns[:count], longest[:count], width, narrowest)
            if widths is not None:
                return "\n".join(_line(columns, widths, line) for line in lines)
    return "\n".join(clipped(line[0], width) for line in lines)


def _line(columns: Sequence[Column], widths: Sequence[int], cells: Sequence[str]) -> str:
    written = []
    for column, width, cell in zip(columns, widths, cells):
        shown = cell if column.is_number else clipped(cell, width)
        pad = " " * (width - width_of(shown))
        written.append(pad + shown if column.is_number else shown + pad)
    return " ".join(written).rstrip()


def facts(pairs: Iterable[tuple[str, str]], width: int = WIDTH) -> str:
    """Names with their values behind them, one a line."""
    return "\n".join(folded(value, first=f"{name:<11} ", width=width) for name, value in pairs)


def side_by_side(left: Sequence[str], right: Sequence[str], between: str) -> str:
    """Two drawings beside each other, with an arrow or the like between their middles."""
    width = max(map(width_of, left), default=0)
    height = max(len(left), len(right))
    lines = []
    for row in range(height):
        first = left[row] if row < len(left) else ""
        second = right[row] if row < len(right) else ""
        middle = between if row == height // 2 else " " * len(between)
        lines.append((first + " " * (width - width_of(first)) + middle + second).rstrip())
    return "\n".join(lines)


def bar(share: float, width: int) -> str:
    """A bar of at most so many letters; what is there at all gets at least one."""
    return "#" * max(1 if share > 0 else 0, round(share * width))
