"""A search step by step: a player for a notebook, a table for everything else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from .. import _engine
from .card import card, part
from .columns import numbers, words
from .columns import table as table_text
from .markup import Markup, element, joined, quiet, table
from .numbers import plural, thousands
from .player import compact
from .result import head
from .style import TRACE_STYLE
from .trace_script import TRACE_SCRIPT

MOST_STEPS = 20
"""So many steps stand in a table, where no script runs and in a terminal."""

_COLUMNS = (
    numbers("step"),
    words("expanded"),
    numbers("g"),
    numbers("h"),
    numbers("f"),
    words("children"),
    numbers("waiting"),
)

_SCRIPT = compact(TRACE_SCRIPT)


def trace_html(
    report: Mapping[str, Any],
    scenes: Sequence[Mapping[str, Any]],
    most: int,
    goal: Sequence[int] | None,
) -> str:
    """The trace for a notebook. The first `most` scenes are played."""
    answer = report["report"]
    is_board = goal is not None
    length = None if is_board or answer["moves"] is None else len(answer["moves"])
    parts = head(answer, length=length, noun="move" if is_board else "step")
    if scenes:
        parts.append(_player(report, scenes[:most], goal))
    if len(scenes) > most:
        parts.append(quiet(f"the first {thousands(most)} steps; `steps` has them all"))
    elif report["cut"]:
        parts.append(quiet("the search went on; max_events= keeps more of it"))
    return card(*parts, style=TRACE_STYLE, label="a search, step by step")


def _player(
    report: Mapping[str, Any], scenes: Sequence[Mapping[str, Any]], goal: Sequence[int] | None
) -> Markup:
    story = {
        "names": [],
        "scenes": scenes,
        "cols": report["report"]["cols"] if goal is not None else 0,
        "goal": goal,
    }
    if goal is not None and len(goal) > _engine.MOST_NUMBERED:
        story["cols"] = 0
    names: dict[str, int] = {}
    # A state is named often: its number stands for it.
    story["scenes"] = [_numbered(scene, names) for scene in scenes]
    story["names"] = list(names)
    # A `<` could end the script early; written as a code it cannot.
    data = json.dumps(story, separators=(",", ":")).replace("<", "\\u003c")
    key = hashlib.sha256(data.encode()).hexdigest()[:16]
    rows = _rows(scenes)
    still = [part(None, table(_COLUMNS, rows[:MOST_STEPS]))]
    if len(rows) > MOST_STEPS:
        still.append(quiet(f"and {plural(len(rows) - MOST_STEPS, 'more step')}"))
    static = element("div", *still, class_="np-static")
    place = element("div", static, class_="np-player", data_npuzzle_player=key)
    return joined([place, Markup(f'<script>{_SCRIPT}("{key}",{data});</script>')])


def _numbered(scene: Mapping[str, Any], names: dict[str, int]) -> dict[str, Any]:
    def number(state: Sequence[Any]) -> list[Any]:
        return [names.setdefault(state[0], len(names)), *state[1:]]

    if scene["scene"] != "expand":
        return {**scene}
    successors = [{**child, "state": number(child["state"])} for child in scene["successors"]]
    waiting = [
        {**side, "listed": [number(state) for state in side["listed"]]}
        for side in scene["waiting"]
    ]
    told = {**scene, "state": number(scene["state"]), "successors": successors, "waiting": waiting}
    del told["forgotten"]
    return told


def _rows(scenes: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    rows = []
    for scene in scenes:
        if scene["scene"] != "expand":
            continue
        name, g, h = scene["state"]
        kept = sum(child["dropped"] is None for child in scene["successors"])
        dropped = len(scene["successors"]) - kept
        children = f"{kept} kept" + (f", {dropped} dropped" if dropped else "")
        waiting = sum(side["count"] for side in scene["waiting"])
        cells = [scene["number"], name, g, h, g + h, children, waiting]
        rows.append([str(cell) for cell in cells])
    return rows


def trace_text(report: Mapping[str, Any], scenes: Sequence[Mapping[str, Any]]) -> str:
    """The trace for a terminal."""
    header, rows = report["header"], _rows(scenes)
    means = " + ".join(filter(None, [header["algorithm"], header["heuristic"]]))
    text = f"{means}: {plural(len(report['events']), 'event')}{' (cut)' if report['cut'] else ''}"
    listed = table_text(_COLUMNS, rows[:MOST_STEPS])
    more = len(rows) - MOST_STEPS
    return f"{text}\n\n{listed}" + (f"\n... and {plural(more, 'more step')}" if more > 0 else "")
