"""The step player: what the page holds before its script runs, and the data it is given.

Where scripts do not run, the start, the goal and the moves stay there as tables and text.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from .. import _engine
from .board import FONT, MOST_NUMBERED, board_figure
from .card import arrow, boards
from .markup import Markup, details, element, joined, quiet
from .moves import in_tens, whose
from .numbers import thousands
from .player_script import PLAYER_SCRIPT

MOST_MOVES_AS_TEXT = 1000
"""Longer lists of moves are cut where no script runs."""


def player(report: Mapping[str, Any]) -> Markup:
    """The player of a board's solution. Only the start, the goal and the moves go into the page."""
    start, goal = list(map(int, report["start"])), list(map(int, report["goal"]))
    rows, cols = int(report["rows"]), int(report["cols"])
    listed: Sequence[str] = (report.get("solutions") or {}).get("listed") or []
    found = str(report["moves"])
    # The solution that was found comes first; among all solutions it is one of the others.
    ways = [found] + [moves for moves in listed if moves != found]
    puzzle = {
        "rows": rows,
        "cols": cols,
        "start": start,
        "goal": goal,
        "ways": ways,
        "movesOf": report.get("moves_of") or "blank",
        "mostNumbered": MOST_NUMBERED,
        "colours": _engine.picture_colours(),
        "font": FONT,
    }
    # A `<` could end the script early; written as a code it cannot.
    data = json.dumps(puzzle, separators=(",", ":")).replace("<", "\\u003c")
    # The same solution has the same key every time: a notebook that is run again does not change.
    key = hashlib.sha256(data.encode()).hexdigest()[:16]
    still = element("div", *_still(report, start, goal, rows, cols, listed), class_="np-static")
    place = element("div", still, class_="np-player", data_npuzzle_player=key)
    return joined([place, Markup(f'<script>{_SCRIPT}("{key}",{data});</script>')])


def compact(script: str) -> str:
    """A script without what only its readers need."""
    lines = (line.strip() for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


_SCRIPT = compact(PLAYER_SCRIPT)


def _still(
    report: Mapping[str, Any],
    start: Sequence[int],
    goal: Sequence[int],
    rows: int,
    cols: int,
    listed: Sequence[str],
) -> list[Markup]:
    moves = str(report["moves"])
    parts = [start_and_goal(start, goal, rows, cols)]
    if moves:
        parts.append(quiet(f"the moves ({whose(report)}):"))
        parts.append(_moves_as_text(moves))
    if len(listed) > 1:
        rows_of = [element("li", _moves_as_text(way)) for way in listed]
        parts.append(details("optimal solutions listed", element("ol", *rows_of)))
    return parts


def start_and_goal(start: Sequence[int], goal: Sequence[int], rows: int, cols: int) -> Markup:
    """The two boards beside each other."""
    return boards(
        board_figure("start", start, rows, cols, goal=goal),
        arrow(),
        board_figure("goal", goal, rows, cols),
    )


def _moves_as_text(moves: str) -> Markup:
    text = " ".join(in_tens(moves[:MOST_MOVES_AS_TEXT]))
    if len(moves) > MOST_MOVES_AS_TEXT:
        text += f" ... and {thousands(len(moves) - MOST_MOVES_AS_TEXT)} more"
    return element("p", text, class_="np-mono")
