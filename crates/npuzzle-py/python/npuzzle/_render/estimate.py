"""The value of a heuristic on a board: what every tile, pair and pattern adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .board import board_lines
from .card import BAD, GOOD, INFO, badge, card, headline, part
from .columns import WIDTH, folded, plain
from .markup import element
from .numbers import thousands


def estimate_text(report: Mapping[str, Any], tiles: Sequence[int], cols: int) -> str:
    """The estimate for a terminal."""
    lines = [folded(_title(report))]
    for each in report["parts"]:
        lines += ["", folded(_name(each)), *_consists_of(each, tiles, cols)]
    truth = _truth(report)
    return "\n".join([*lines, "", truth] if truth else lines)


def estimate_html(report: Mapping[str, Any], tiles: Sequence[int], cols: int) -> str:
    """The estimate for a notebook."""
    truth = _truth(report)
    kinds = {True: BAD, False: GOOD, None: INFO}
    badges = [badge(kinds[report["overestimates"]], truth)] if truth else []
    parts = []
    for each in report["parts"]:
        lines = _consists_of(each, tiles, cols)
        parts.append(part(plain(_name(each)), *[element("pre", "\n".join(lines))][: len(lines)]))
    title = headline(plain(_title(report)), *badges)
    return card(title, *parts, label=plain(f"estimate: {report['name']}"))


def _title(report: Mapping[str, Any]) -> str:
    if report["exact"] is None:
        return f"{report['name']}: no value here: {report['reason']}"
    computed = f" = {report['computed']}" if report["computed"] else ""
    title = f"{report['name']}{computed} = {thousands(report['exact'])}"
    if report["exact"] != report["value"]:
        title += f"; searches round it up to {thousands(report['value'])}"
    return title


def _truth(report: Mapping[str, Any]) -> str:
    """What the true distance says."""
    distance = report["distance"]
    if distance is None:
        return ""
    if distance["status"] == "unsolvable":
        return "true distance: none, the board is unsolvable"
    if distance["value"] is None:
        return f"true distance: at least {thousands(distance['lower_bound'] or 0)}"
    above = ", overestimated" if report["overestimates"] else ""
    return f"true distance {thousands(distance['value'])}{above}"


def _name(each: Mapping[str, Any]) -> str:
    """A heuristic with its value, or why it has none."""
    if each["value"] is None:
        return f"{each['name']}: {each['reason']}"
    return f"{each['name']} = {thousands(each['value'])}"


def _consists_of(each: Mapping[str, Any], tiles: Sequence[int], cols: int) -> list[str]:
    """What the value of a heuristic consists of."""
    if each["value"] is None:
        return []
    lines = _shares(each, tiles, cols) if each["tiles"] else []
    for line in each["lines"]:
        pairs = [pair for pair in each["pairs"] if pair["line"] == line["line"]]
        named = ", ".join(f"{pair['first']} before {pair['second']}" for pair in pairs)
        words = f"{line['line']}: {named or 'tiles in the wrong order'}: + {line['value']}"
        lines.append(folded(words, first="  ", rest="    "))
    for summand in each["summands"]:
        words = f"{summand['name']}: {summand['value']}"
        lines.append(folded(words, first="  ", rest="    "))
    return lines


def _shares(each: Mapping[str, Any], tiles: Sequence[int], cols: int) -> list[str]:
    """The board, and what its tiles add beside it."""
    shares = {share["tile"]: share["value"] for share in each["tiles"]}
    cells = [f"{shares[tile]:.4g}" if tile in shares else "." for tile in tiles]
    width = max(map(len, cells))
    rows = [cells[start : start + cols] for start in range(0, len(cells), cols)]
    added = [" ".join(cell.rjust(width) for cell in row) for row in rows]
    board = board_lines(tiles, len(rows), cols)
    between = ["adds" if row == len(rows) // 2 else "    " for row in range(len(rows))]
    beside = [f"  {'  '.join(line)}" for line in zip(board, between, added, strict=True)]
    drawn = beside if len(beside[0]) <= WIDTH else [f"  {row}" for row in added]
    return drawn if len(drawn[0]) <= WIDTH else []
