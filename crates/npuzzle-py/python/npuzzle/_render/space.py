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
from .moves import step_of
from .numbers import decimals, plural, size, thousands, time

MOST_ANTIPODES = 6


def space_html(report: Mapping[str, Any]) -> str:
    """The space for a notebook."""
    rows, cols = int(report["rows"]), int(report["cols"])
    widths: Sequence[int] = report["widths"] or []
    title = f"the space of {rows}x{cols}"
    parts = [headline(title), facts(_facts(report))]
    if widths:
        parts.append(part("states at each depth", widths_chart(widths)))
        counts = ((depth, thousands(count)) for depth, count in enumerate(widths))
        parts.append(details("as a table", table((numbers("depth"), numbers("states")), counts)))
    farthest = report.get("antipodes") or []
    if farthest:
        drawn = [
            board_figure(
                plural(report["diameter"], step_of(report)),
                board,
                rows,
                cols,
                goal=report.get("goal"),
            )
            for board in farthest[:MOST_ANTIPODES]
        ]
        parts.append(part("farthest from the goal", boards(*drawn)))
        more = int(report.get("antipode_count") or len(farthest)) - len(drawn)
        if more > 0:
            parts.append(quiet(f"and {plural(more, 'more board')}"))
    return card(
        *parts,
        label=f"{title}: {_count(report, 'states')} states, diameter {_diameter(report)}",
    )


def _facts(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs = []
    goal = report.get("goal")
    if goal:
        pairs.append(("goal", board_name(goal, int(report["cols"]))))
    pairs.append(("states", _count(report, "states")))
    if report.get("unreachable") is not None:
        pairs.append(
            (
                "unreachable",
                f"{thousands(report['unreachable'])} (arrangements that cannot reach the goal)",
            )
        )
    branching = report.get("mean_branching_factor")
    each = f"; {decimals(branching, 3)} a state" if branching is not None else ""
    pairs.append(("edges", f"{_count(report, 'edges')} (each {step_of(report)} both ways{each})"))
    pairs.append(("diameter", _diameter(report)))
    depth = report.get("mean_depth")
    pairs.append(("mean depth", "not known" if depth is None else decimals(depth, 3)))
    pairs += [("source", source) for source in report.get("sources") or []]
    several: Mapping[str, Any] | None = report.get("optimal_solutions")
    if several:
        text = f"{decimals(several['mean'], 3)} on average"
        text += (
            f"; one for {plural(several['unique'], 'board')}; at most {thousands(several['max'])}"
        )
        if several.get("max_boards"):
            text += f" ({plural(several['max_boards'], 'board')})"
        pairs.append(("solutions", text))
    if report.get("seconds") is not None:
        pairs.append(("time", time(report["seconds"])))
    if report.get("peak_bytes"):
        device = report.get("device_bytes")
        on_device = f", and {size(device)} on the device" if device else ""
        pairs.append(("memory", size(report["peak_bytes"]) + on_device))
    return pairs


_MOST_DIGITS = 40
"""A longer number is shown by its first digits."""


def _count(report: Mapping[str, Any], field: str) -> str:
    """A number that may be too large for the field of its name."""
    digits = str(report.get(f"{field}_exact") or report[field])
    if len(digits) <= _MOST_DIGITS:
        return thousands(int(digits))
    return f"about {digits[0]}.{digits[1:4]} x 10^{thousands(len(digits) - 1)}"


def _diameter(report: Mapping[str, Any]) -> str:
    if report["diameter"] is not None:
        count = report.get("antipode_count") or len(report.get("antipodes") or [])
        boards = f" ({plural(count, 'board')})" if count else ""
        return f"{thousands(report['diameter'])}{boards}"
    bounds = report.get("diameter_bounds")
    return f"not known: from {bounds[0]} to {bounds[1]}" if bounds else "not known"


def space_text(report: Mapping[str, Any]) -> str:
    """The space for a terminal."""
    rows, cols = int(report["rows"]), int(report["cols"])
    widths: Sequence[int] = report["widths"] or []
    most = max(widths, default=1) or 1
    digits = max(6, len(thousands(most)))
    room = WIDTH - digits - 9
    lines = [f"depth  {'states':>{digits}}"]
    lines += [
        f"{depth:>5}  {thousands(count):>{digits}}  {bar(count / most, room)}"
        for depth, count in enumerate(widths)
    ]
    parts = [f"the space of {rows}x{cols}", facts_text(_facts(report))]
    parts += ["\n".join(lines)] if widths else []
    farthest = (report.get("antipodes") or [])[:MOST_ANTIPODES]
    if farthest:
        drawn = ["\n".join(board_lines(board, rows, cols)) for board in farthest]
        parts.append("\n\n".join(["farthest from the goal:", *drawn]))
    return "\n\n".join(parts)
