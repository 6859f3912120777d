"""What a search took, as names and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .numbers import rate, size, thousands, time
from .verdict import means

MEANINGS = {
    "phases": "the searches that were run, each with its own counts; those below are sums over all for "
    "what was expanded, generated and evaluated, and else of the search that found the solution",
    "expanded": "how often a state's successors were made",
    "generated": "successors made, known states included; not the start",
    "evaluated": "estimates made",
    "reopened": "closed states opened again, because a cheaper path to them was found",
    "max open": "peak of the frontier; of a search that holds one path: its longest path",
    "max stored": "peak of frontier + closed; of a search that holds one path: its longest path",
    "iterations": "iterations of an iterative-deepening or anytime search",
    "branching": "the b with b + b² + ... + b^moves = generated: that of a uniform tree as large",
    "memory": "most bytes held in the search's own data structures",
    "tables": "time to make or load the tables of the heuristic, not part of the search's time",
}
"""What the names mean, where they do not say it themselves."""

_COUNTS = (
    ("expanded", "expanded", 0),
    ("generated", "generated", 0),
    ("evaluated", "evaluated", 0),
    ("reopened", "reopened", 0),
    ("max open", "max_open", 0),
    ("max stored", "max_stored", 0),
    ("iterations", "iterations", 1),
)
"""The name of a count, its field, and the value that tells nothing."""

_MOST_IMPROVEMENTS, _FIRST_IMPROVEMENTS, _LAST_IMPROVEMENTS = 10, 3, 5


def statistics(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    """All that a report says about the way to its answer. What tells nothing is left out."""
    stats: Mapping[str, Any] = report.get("stats") or {}
    rows = [("search", means(report))]
    rules = [f"order {report['order']}"] if report.get("order") else []
    rules += [f"{name} {_option(value)}" for name, value in (report.get("options") or {}).items()]
    if rules:
        rows.append(("rules", ", ".join(rules)))
    rows += _phases(stats.get("phases") or [])
    rows += _improvements(report.get("improvements") or [])
    seconds = stats.get("seconds") or 0.0
    rows.append(("time", time(seconds)))
    if (stats.get("table_seconds") or 0.0) > 0.0:
        rows.append(("tables", time(stats["table_seconds"])))
    for name, field, dull in _COUNTS:
        count = stats.get(field) or 0
        if count > dull:
            speed = f" ({rate(count, seconds)})" if name == "generated" else ""
            rows.append((name, thousands(count) + speed))
    if stats.get("effective_branching_factor"):
        rows.append(("branching", f"{stats['effective_branching_factor']:.3f} (effective)"))
    if stats.get("peak_bytes"):
        rows.append(("memory", size(stats["peak_bytes"])))
    counting = stats.get("counting")
    if counting:
        rows.append(
            (
                "counting",
                f"{thousands(counting['expanded'])} expanded ({time(counting['seconds'])})",
            )
        )
    if stats.get("varies"):
        rows.append(("varies", str(stats["varies"])))
    return rows


def _phases(phases: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """A row for each search that was run, where there were several."""
    rows = []
    for number, phase in enumerate(phases):
        used = f"{phase['search']} with {phase['heuristic']}" if phase["heuristic"] else phase["search"]
        took = f"{thousands(phase['expanded'])} expanded in {time(phase['seconds'])}"
        rows.append(("phases" if number == 0 else "", f"{used}: {took}"))
    return rows


def _option(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _improvements(steps: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """A row for each solution on the way, or for the first and the last of many."""
    rows = []
    for step in steps:
        cost, bound = step["cost"], step.get("lower_bound")
        least = ""
        if bound:
            least = f" (at least {thousands(bound)}, gap {100 * (cost / bound - 1):.0f} %)"
        rows.append(("found", f"{thousands(cost)} after {time(step['seconds'])}{least}"))
    if len(rows) > _MOST_IMPROVEMENTS:
        left_out = len(rows) - _FIRST_IMPROVEMENTS - _LAST_IMPROVEMENTS
        dots = [("", f"... {thousands(left_out)} more ...")]
        return rows[:_FIRST_IMPROVEMENTS] + dots + rows[-_LAST_IMPROVEMENTS:]
    return rows
