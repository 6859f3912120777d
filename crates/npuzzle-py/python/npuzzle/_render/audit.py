"""The verdict on heuristics: what holds, and the boards that decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .board import board_figure, board_lines, board_name
from .card import BAD, GOOD, WARN, arrow, badge, boards, card, headline, part, word
from .chart import errors_chart
from .columns import folded, numbers, plain_lines, side_by_side, words
from .columns import table as table_text
from .markup import Markup, details, element, paragraph, quiet, table
from .numbers import Number, decimals, plural, thousands, time

MOST_PAIRS = 12
"""How many pairs of heuristics the list of dominance has."""


def audit_html(report: Mapping[str, Any]) -> str:
    """The audit for a notebook."""
    entries: Sequence[Mapping[str, Any]] = report["heuristics"]
    parts = [headline("audit"), paragraph(_scope(report))]
    if not report["exhaustive"]:
        parts.append(quiet("a refutation here is a proof; finding none is not"))
    if len(entries) == 1:
        parts[0] = headline(entries[0]["name"], *_badges(report, entries[0]))
    parts.append(_table_html(report))
    for entry in entries:
        parts.append(element("div", *_examples_html(report, entry), class_="np-parts"))
    compared = _dominance_html(report)
    if compared:
        parts.append(part("beside each other", *compared))
    charts = [
        part(str(entry["name"]), errors_chart(entry["errors"]))
        for entry in entries
        if entry.get("errors")
    ]
    if charts:
        note = quiet(
            "true distance minus estimate, rounded down; below zero the heuristic overestimates"
        )
        parts.append(details("errors", note, *charts))
    parts.append(quiet(time(report["seconds"])))
    return card(*parts, label=f"audit of {', '.join(str(entry['name']) for entry in entries)}")


def _scope(report: Mapping[str, Any]) -> str:
    """Which states were looked at."""
    if report.get("problem"):
        where = str(report["problem"])
    else:
        where = f"{report['rows']}x{report['cols']}"
        if report.get("goal"):
            name = board_name(report["goal"], int(report["cols"]))
            where += f", goal {name}" if len(name) <= 80 else ""
    counted = f"{plural(report['states'], 'state')} and {plural(report['edges'], 'directed edge')}"
    if report["exhaustive"]:
        return f"{where}: all {counted}"
    sampling: Mapping[str, Any] = report.get("sampling") or {}
    if not sampling:
        return f"{where}: {counted}"
    boards_of = f"{thousands(sampling['boards'])} {sampling['how']}"
    text = f"{where}: {counted} on optimal solutions of {boards_of}"
    if sampling.get("unsolved"):
        text += f"; {thousands(sampling['unsolved'])} more could not be solved within the limits"
    return f"{text} (seed {sampling['seed']})"


def _claim(holds: bool, exhaustive: bool, count: Number) -> tuple[str, str]:
    """A hue and words."""
    if not holds:
        return BAD, f"no ({thousands(count)})" if count else "no"
    return (GOOD, "yes") if exhaustive else (WARN, "not refuted")


def _claims(
    report: Mapping[str, Any], entry: Mapping[str, Any]
) -> tuple[tuple[str, str], tuple[str, str]]:
    exhaustive = bool(report["exhaustive"])
    return (
        _claim(bool(entry["admissible"]), exhaustive, entry["overestimates"]),
        _claim(bool(entry["consistent"]), exhaustive, entry["inconsistent_edges"]),
    )


def _badges(report: Mapping[str, Any], entry: Mapping[str, Any]) -> list[Markup]:
    shown = []
    for name, (kind, _) in zip(("admissible", "consistent"), _claims(report, entry)):
        negated = {GOOD: name, BAD: f"not {name}", WARN: f"{name}: not refuted"}
        shown.append(badge(kind, negated[kind]))
    return shown


_COLUMNS = (
    words("heuristic"),
    words("admissible"),
    words("consistent"),
    numbers("mean"),
    numbers("error"),
    numbers("exact"),
)


def _table_html(report: Mapping[str, Any]) -> Markup:
    rows: list[Sequence[object]] = []
    for entry in report["heuristics"]:
        admissible, consistent = _claims(report, entry)
        rows.append([entry["name"], word(*admissible), word(*consistent), *_means(entry)])
    rows.append(["(true distance)", "", "", *_truth(report)])
    return table(_COLUMNS, rows)


def _means(entry: Mapping[str, Any]) -> list[str]:
    return [
        decimals(entry["mean_h"], 3),
        decimals(entry["mean_error"], 3),
        thousands(entry["exact"]),
    ]


def _truth(report: Mapping[str, Any]) -> list[str]:
    entries = report["heuristics"]
    mean = entries[0]["mean_true"] if entries else None
    return [decimals(mean, 3), decimals(0.0, 3), thousands(report["states"])]


def _state_html(report: Mapping[str, Any], state: Any, caption: str) -> Markup:
    """A board is drawn, any other state is written."""
    if isinstance(state, str) or report.get("rows") is None:
        drawn = element("pre", state)
        return element("figure", drawn, element("figcaption", caption))
    rows, cols = int(report["rows"]), int(report["cols"])
    return board_figure(caption, state, rows, cols, goal=report.get("goal"))


def _found(report: Mapping[str, Any]) -> str:
    return "" if report["exhaustive"] else " found"


def _overestimates(report: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    states = plural(entry["overestimates"], "state")
    return f"{entry['name']} overestimates at {states}{_found(report)}; the worst:"


def _falls(report: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    edges = plural(entry["inconsistent_edges"], "directed edge")
    return f"{entry['name']} falls too fast along {edges}{_found(report)}; the steepest:"


def _goals(entry: Mapping[str, Any]) -> str | None:
    count = entry.get("goals_above_zero") or 0
    return f"{entry['name']} is above zero at {plural(count, 'goal')}" if count else None


def _examples_html(report: Mapping[str, Any], entry: Mapping[str, Any]) -> list[Markup]:
    parts = []
    worst, edge = entry.get("worst"), entry.get("edge_example")
    if worst:
        caption = f"estimate {thousands(worst['h'])}, true distance {thousands(worst['true'])}"
        drawn = boards(_state_html(report, worst["board"], caption))
        parts.append(part(_overestimates(report, entry), drawn))
    if edge:
        drawn = boards(
            _state_html(report, edge["from"], f"estimate {thousands(edge['h_from'])}"),
            element("span", arrow(), f" cost {thousands(edge['cost'])}"),
            _state_html(report, edge["to"], f"estimate {thousands(edge['h_to'])}"),
        )
        parts.append(part(_falls(report, entry), drawn))
    above = _goals(entry)
    if above:
        parts.append(paragraph(above))
    return parts


def _dominance(report: Mapping[str, Any]) -> list[str]:
    """Who dominates whom, in sentences."""
    where = "everywhere" if report["exhaustive"] else "on every state sampled"
    lines = [
        f"{pair['stronger']} dominates {pair['weaker']} (at least as large {where})"
        for pair in report.get("dominance") or []
    ]
    lines += [
        f"{first} and {second} are equal {where}" for first, second in report.get("equal") or []
    ]
    if len(lines) > MOST_PAIRS:
        lines[MOST_PAIRS:] = [f"and {plural(len(lines) - MOST_PAIRS, 'more pair')}"]
    return lines


def _incomparable(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(report.get("incomparable") or [])[:MOST_PAIRS]


def _neither(pair: Mapping[str, Any]) -> str:
    return f"neither of {pair['first']} and {pair['second']} dominates the other:"


def _dominance_html(report: Mapping[str, Any]) -> list[Markup]:
    parts = [paragraph(line) for line in _dominance(report)]
    for pair in _incomparable(report):
        duels = []
        for duel in (pair["first_larger"], pair["second_larger"]):
            values = (f"{pair[which]} {thousands(duel[which])}" for which in ("first", "second"))
            duels.append(_state_html(report, duel["board"], ", ".join(values)))
        parts.append(details(_neither(pair)[:-1], boards(*duels)))
    return parts


def audit_text(report: Mapping[str, Any]) -> str:
    """The audit for a terminal."""
    scope = [folded(_scope(report))]
    if not report["exhaustive"]:
        scope.append("a refutation here is a proof; finding none is not")
    rows: list[Sequence[object]] = []
    for entry in report["heuristics"]:
        (_, admissible), (_, consistent) = _claims(report, entry)
        rows.append([entry["name"], admissible, consistent, *_means(entry)])
    rows.append(["(true distance)", "", "", *_truth(report)])
    parts = ["\n".join(scope), table_text(_COLUMNS, rows)]
    for entry in report["heuristics"]:
        parts += _examples_text(report, entry)
    lines = [folded(line, rest="    ") for line in _dominance(report)]
    for pair in _incomparable(report):
        first, second = pair["first_larger"], pair["second_larger"]
        lines.append(folded(_neither(pair), rest="    "))
        lines.append(
            _beside(_lines(report, first["board"]), _lines(report, second["board"]), "     ")
        )
        told = "; ".join(
            f"{pair[which]}: {thousands(first[which])} and {thousands(second[which])}"
            for which in ("first", "second")
        )
        lines.append(folded(told, first="    "))
    if lines:
        parts.append("\n".join(lines))
    parts.append(f"time        {time(report['seconds'])}")
    return "\n\n".join(parts)


def _lines(report: Mapping[str, Any], state: Any) -> list[str]:
    if isinstance(state, str) or report.get("rows") is None:
        return plain_lines(state)
    return board_lines(state, int(report["rows"]), int(report["cols"]))


def _beside(left: Sequence[str], right: Sequence[str], between: str) -> str:
    drawn = side_by_side(left, right, between)
    return "\n".join("    " + line for line in drawn.splitlines())


def _examples_text(report: Mapping[str, Any], entry: Mapping[str, Any]) -> list[str]:
    parts = []
    worst, edge = entry.get("worst"), entry.get("edge_example")
    if worst:
        lines = ["    " + line for line in _lines(report, worst["board"])]
        told = f"    estimate {thousands(worst['h'])}, true distance {thousands(worst['true'])}"
        parts.append("\n".join([folded(_overestimates(report, entry)), *lines, told]))
    if edge:
        drawn = _beside(_lines(report, edge["from"]), _lines(report, edge["to"]), "  ->  ")
        fall = f"from {thousands(edge['h_from'])} to {thousands(edge['h_to'])}"
        told = f"    {fall} at cost {thousands(edge['cost'])}"
        parts.append("\n".join([folded(_falls(report, entry)), drawn, told]))
    above = _goals(entry)
    if above:
        parts.append(folded(above))
    return parts
