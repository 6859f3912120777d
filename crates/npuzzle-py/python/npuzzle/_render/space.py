"""The whole space of a small board: the states at each depth, and the farthest boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .board import board_figure, board_lines, board_name
from .card import boards, card, headline, part
from .chart import widths_chart
from .columns import WIDTH, bar, numbers
from .columns import facts as facts_text
from .markup import details, facts, quiet, table
from .numbers import decimals, plural, size, thousands, time

MOST_ANTIPODES = 6


def space_html(report: Mapping[str, Any]) -> str:
    """The space for a notebook."""
    rows, cols = int(report["rows"]), int(report["cols"])
    widths: Sequence[int] = report["widths"]
    title = f"the space of {rows}x{cols}"
    parts = [headline(title), facts(_facts(report))]
    parts.append(part("states at each depth", widths_chart(widths)))
    counts = ((depth, thousands(count)) for depth, count in enumerate(widths))
    parts.append(details("as a table", table((numbers("depth"), numbers("states")), counts)))
    farthest = report.get("antipodes") or []
    if farthest:
        drawn = [
            board_figure(
                f"{thousands(report['diameter'])} moves", board, rows, cols, goal=report.get("goal")
            )
            for board in farthest[:MOST_ANTIPODES]
        ]
        parts.append(part("farthest from the goal", boards(*drawn)))
        more = int(report.get("antipode_count") or len(farthest)) - len(drawn)
        if more > 0:
            parts.append(quiet(f"and {plural(more, 'more board')}"))
    return card(
        *parts,
        label=f"{title}: {thousands(report['states'])} states, diameter {report['diameter']}",
    )


def _facts(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs = []
    goal = report.get("goal")
    if goal:
        pairs.append(("goal", board_name(goal, int(report["cols"]))))
    pairs.append(("states", thousands(report["states"])))
    if report.get("unreachable") is not None:
        pairs.append(
            (
                "unreachable",
                f"{thousands(report['unreachable'])} (arrangements that cannot reach the goal)",
            )
        )
    branching = report.get("mean_branching_factor")
    each = f"; {decimals(branching, 3)} a state" if branching is not None else ""
    pairs.append(("edges", f"{thousands(report['edges'])} (each move both ways{each})"))
    count = report.get("antipode_count") or len(report.get("antipodes") or [])
    pairs.append(("diameter", f"{thousands(report['diameter'])} ({plural(count, 'board')})"))
    pairs.append(("mean depth", decimals(report.get("mean_depth"), 3)))
    several: Mapping[str, Any] | None = report.get("optimal_solutions")
    if several:
        text = f"{decimals(several['mean'], 3)} on average"
        text += (
            f"; one for {plural(several['unique'], 'board')}; at most {thousands(several['max'])}"
        )
        if several.get("max_boards"):
            text += f" ({plural(several['max_boards'], 'board')})"
        pairs.append(("solutions", text))
    pairs.append(("time", time(report.get("seconds") or 0.0)))
    if report.get("peak_bytes"):
        pairs.append(("memory", size(report["peak_bytes"])))
    return pairs


def space_text(report: Mapping[str, Any]) -> str:
    """The space for a terminal."""
    rows, cols = int(report["rows"]), int(report["cols"])
    widths: Sequence[int] = report["widths"]
    most = max(widths, default=1) or 1
    digits = max(6, len(thousands(most)))
    room = WIDTH - digits - 9
    lines = [f"depth  {'states':>{digits}}"]
    lines += [
        f"{depth:>5}  {thousands(count):>{digits}}  {bar(count / most, room)}"
        for depth, count in enumerate(widths)
    ]
    parts = [f"the space of {rows}x{cols}", facts_text(_facts(report)), "\n".join(lines)]
    farthest = (report.get("antipodes") or [])[:MOST_ANTIPODES]
    if farthest:
        drawn = ["\n".join(board_lines(board, rows, cols)) for board in farthest]
        parts.append("\n\n".join(["farthest from the goal:", *drawn]))
    return "\n\n".join(parts)
