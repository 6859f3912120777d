"""Why a board can or cannot be solved: inversions, the argument, and how to repair the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .board import board_figure, board_lines, board_name
from .card import BAD, GOOD, arrow, badge, boards, card, headline, part
from .columns import WIDTH, folded
from .markup import Markup, element, paragraph, quiet
from .numbers import plural, thousands

MOST_TILES = 12
"""Of how many tiles the inversions are told one by one."""

MOST_FOLLOWERS = 20
"""How many tiles are named behind one."""


def explanation_html(explanation: Mapping[str, Any]) -> str:
    """The explanation for a notebook."""
    rows, cols = int(explanation["rows"]), int(explanation["cols"])
    start, goal = explanation["start"], explanation["goal"]
    swap: Sequence[int] = explanation.get("swap") or ()
    solvable = explanation["solvable"]
    title = "solvable" if solvable else "unsolvable"
    drawn = boards(
        board_figure("start", start, rows, cols, goal=goal, highlight=swap),
        arrow(),
        board_figure("goal", goal, rows, cols),
    )
    steps = element("ol", *(element("li", step) for step in explanation["steps"]))
    proved = (
        badge(GOOD, "a solution exists (proved)")
        if solvable
        else badge(BAD, "no solution exists (proved)")
    )
    parts = [headline(title, proved), drawn]
    inversions = _inversions(explanation)
    name = plural(explanation["inversions"], "inversion")
    if inversions:
        parts.append(part(name, element("ul", *(element("li", line) for line in inversions))))
    parts.append(part("why", steps))
    if not solvable:
        parts.append(part("to repair it", *_repairs_html(explanation, swap)))
    return card(*parts, label=f"explanation: {title}")


def _inversions(explanation: Mapping[str, Any]) -> list[str]:
    """A line for each tile that comes too early."""
    told: Sequence[Mapping[str, Any]] = explanation.get("inversions_by_tile") or []
    lines = []
    for entry in told[:MOST_TILES]:
        after = entry["after"]
        named = " ".join(map(str, after[:MOST_FOLLOWERS]))
        if len(after) > MOST_FOLLOWERS:
            named += f" and {thousands(len(after) - MOST_FOLLOWERS)} more"
        pronoun = "it" if len(after) == 1 else "them"
        lines.append(
            f"{entry['tile']} comes before {named}, but should follow {pronoun} ({entry['count']})"
        )
    if len(told) > MOST_TILES:
        lines.append(f"and so on for {plural(len(told) - MOST_TILES, 'more tile', 'more tiles')}")
    return lines


def _repaired(explanation: Mapping[str, Any], swap: Sequence[int]) -> list[int]:
    """The board with two tiles swapped."""
    other = {swap[0]: swap[1], swap[1]: swap[0]}
    return [other.get(tile, tile) for tile in explanation["start"]]


def _repairs_html(explanation: Mapping[str, Any], swap: Sequence[int]) -> list[Markup]:
    rows, cols = int(explanation["rows"]), int(explanation["cols"])
    parts = []
    if len(swap) == 2:
        board = _repaired(explanation, swap)
        parts.append(paragraph(f"swap the tiles {swap[0]} and {swap[1]}:"))
        parts.append(
            boards(board_figure("solvable", board, rows, cols, highlight=swap, is_small=True))
        )
    goals = explanation.get("reachable_goals") or []
    if goals:
        parts.append(paragraph("or choose a goal it can reach: ", ", ".join(map(str, goals))))
    return parts or [quiet("there is no way")]


def explanation_text(explanation: Mapping[str, Any]) -> str:
    """The explanation for a terminal."""
    rows, cols = int(explanation["rows"]), int(explanation["cols"])
    start = board_lines(explanation["start"], rows, cols)
    if len(start[0]) > WIDTH:
        drawn = f"a {rows}x{cols} board"
    else:
        goal = board_lines(explanation["goal"], rows, cols)
        drawn = "\n".join([*start, "", "to reach", "", *goal])
    inversions = _inversions(explanation)
    lines = [plural(explanation["inversions"], "inversion") + (":" if inversions else "")]
    lines += [folded(line, first="   ", rest="      ") for line in inversions]
    parts = [drawn, "\n".join(lines)]
    steps = explanation["steps"]
    parts.append(
        "\n".join(folded(step, first=f"{number}. ") for number, step in enumerate(steps, 1))
    )
    parts.append("solvable" if explanation["solvable"] else "\n".join(_repairs_text(explanation)))
    return "\n\n".join(parts)


def _repairs_text(explanation: Mapping[str, Any]) -> list[str]:
    lines = ["unsolvable"]
    swap: Sequence[int] = explanation.get("swap") or ()
    goals = explanation.get("reachable_goals") or []
    if len(swap) == 2 or goals:
        lines.append("to repair it:")
    if len(swap) == 2:
        board = board_name(_repaired(explanation, swap), int(explanation["cols"]))
        line = f"swap the tiles {swap[0]} and {swap[1]}"
        lines.append(f"  {line}: {board}" if len(line) + len(board) < WIDTH - 4 else f"  {line}")
    if goals:
        lines.append(
            folded("choose a goal it can reach: " + ", ".join(map(str, goals)), first="  or ")
        )
    return lines
