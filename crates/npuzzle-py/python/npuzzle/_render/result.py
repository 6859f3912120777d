"""The answer to a board: the verdict, the step player, and what the search took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .board import board_lines
from .card import BAD, badge, card, headline
from .columns import WIDTH, folded, side_by_side
from .columns import facts as facts_text
from .markup import Markup, details, element, facts, paragraph, quiet
from .moves import in_lines, whose
from .numbers import plural, thousands, time
from .player import player, start_and_goal
from .statistics import MEANINGS, statistics
from .style import CARD_STYLE, PLAYER_STYLE
from .verdict import means, remarks, verdict

MOST_MOVES_IN_TEXT = 500
"""A terminal is not filled with more letters than this."""

MOST_SOLUTIONS_IN_TEXT = 5


def result_html(report: Mapping[str, Any]) -> str:
    """The answer for a notebook."""
    told = verdict(report)
    has_way = report.get("moves") is not None
    parts = head(report)
    if has_way:
        solutions = report.get("solutions")
        if solutions:
            parts.append(paragraph(_solutions(solutions)))
        parts.append(player(report))
    else:
        start, goal = report["start"], report["goal"]
        parts.append(start_and_goal(start, goal, int(report["rows"]), int(report["cols"])))
    if report.get("status") != "unsolvable":
        parts.append(numbers_of(report))
    return card(
        *parts, style=PLAYER_STYLE if has_way else CARD_STYLE, label=f"result: {told.text()}"
    )


def head(
    report: Mapping[str, Any], *, length: int | None = None, noun: str = "move"
) -> list[Markup]:
    """The verdict, the reason, what is proved besides, and the search in a line."""
    told = verdict(report, length=length, noun=noun)
    stats: Mapping[str, Any] = report.get("stats") or {}
    label = (
        badge(told.kind, told.proof) if told.proof else badge(told.kind, str(report.get("status")))
    )
    parts = [headline(told.title, label)]
    parts += [paragraph(remark) for remark in remarks(report)]
    if told.bound:
        parts.append(paragraph(told.bound))
    # What parity alone decides needs no search.
    if stats.get("expanded") or told.kind != BAD:
        took = time(stats.get("seconds") or 0.0)
        expanded = thousands(stats.get("expanded") or 0)
        parts.append(quiet(f"{means(report)} · {took} · {expanded} expanded"))
    return parts


def numbers_of(report: Mapping[str, Any]) -> Markup:
    """The table of all numbers, closed until the reader opens it."""
    rows = [
        (name, element("span", value, title=MEANINGS[name]) if name in MEANINGS else value)
        for name, value in statistics(report)
    ]
    return details("all numbers", facts(rows))


def _solutions(solutions: Mapping[str, Any]) -> str:
    count, listed = int(solutions["count"]), len(solutions.get("listed") or [])
    text = plural(count, "optimal solution")
    return text if listed >= count else f"{text}, {thousands(listed)} of them listed"


def result_text(report: Mapping[str, Any]) -> str:
    """The answer for a terminal."""
    parts = [_boards(report), "\n".join(_sentences(report) + _letters(report))]
    parts += _listed(report)
    if report.get("status") != "unsolvable":
        parts.append(facts_text(statistics(report)))
    return "\n\n".join(parts)


def _boards(report: Mapping[str, Any]) -> str:
    """Start and goal beside each other, where there is room for both."""
    rows, cols = int(report["rows"]), int(report["cols"])
    start = board_lines(report["start"], rows, cols)
    goal = board_lines(report["goal"], rows, cols)
    width = max(len("start"), len(start[0]))
    if width + 4 + len(goal[0]) > WIDTH:
        return f"a {rows}x{cols} board"
    titles = f"{'start':<{width}}    goal"
    return titles + "\n" + side_by_side([line.ljust(width) for line in start], goal, " -> ")


def _sentences(report: Mapping[str, Any]) -> list[str]:
    told = verdict(report)
    return [folded(line) for line in (told.text(), told.bound, *remarks(report)) if line]


def _letters(report: Mapping[str, Any]) -> list[str]:
    moves = report.get("moves")
    if not moves:
        return []
    lines = in_lines(moves[:MOST_MOVES_IN_TEXT])
    if len(moves) > MOST_MOVES_IN_TEXT:
        lines.append(f"... and {thousands(len(moves) - MOST_MOVES_IN_TEXT)} more")
    return [*lines, f"({whose(report)})"]


def _listed(report: Mapping[str, Any]) -> list[str]:
    solutions = report.get("solutions")
    if not solutions:
        return []
    listed = (solutions.get("listed") or [])[:MOST_SOLUTIONS_IN_TEXT]
    lines = [f"solutions   {thousands(int(solutions['count']))} optimal"]
    if 0 < len(listed) < int(solutions["count"]):
        lines[0] += f", the first {thousands(len(listed))}:"
    for number, moves in enumerate(listed, 1):
        written = in_lines(moves[:MOST_MOVES_IN_TEXT]) if moves else ["(no moves)"]
        lines += [f"{number:>11} {written[0]}", *(" " * 12 + line for line in written[1:])]
    return ["\n".join(lines)]
