"""Searches with heuristics on the same boards: what each pair came to, and every run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .card import WARN, badge, card, headline, part
from .chart import meter
from .columns import Column, folded, numbers, words
from .columns import table as table_text
from .markup import Markup, details, element, paragraph, quiet, table
from .numbers import decimals, percent_above, plural, short_count, thousands, time

MOST_RUNS = 200
"""More runs are not listed in a notebook."""

MOST_RUNS_IN_TEXT = 40


def comparison_html(answer: Mapping[str, Any]) -> str:
    """The comparison for a notebook."""
    runs: Sequence[Mapping[str, Any]] = answer["runs"]
    summary: Mapping[str, Any] = answer["summary"]
    title = f"{plural(len(runs), 'run')} on {plural(_boards(runs), 'board')}"
    badges = [] if answer["complete"] else [badge(WARN, "stopped before all runs were done")]
    parts = [headline(title, *badges), part(None, _pairs_html(summary))]
    parts += [paragraph(remark) for remark in _cautions(summary)]
    remarks = _remarks(answer)
    if remarks:
        parts.append(element("ul", *(element("li", remark) for remark in remarks)))
    cells = [_run_cells(run) for run in runs[:MOST_RUNS]]
    listed: list[Markup] = [table(_RUN_COLUMNS, cells)]
    if len(runs) > MOST_RUNS:
        listed.append(quiet(f"and {plural(len(runs) - MOST_RUNS, 'more run')}"))
    parts.append(details("every run", *listed))
    return card(*parts, label=f"comparison: {title}")


def _boards(runs: Sequence[Mapping[str, Any]]) -> int:
    return len({(run["board"], run["start"], run["goal"]) for run in runs})


_PAIR_COLUMNS = (
    words("algorithm"),
    words("heuristic"),
    numbers("solved"),
    numbers("proved"),
    numbers("cost"),
    numbers("gap"),
    numbers("expanded"),
    numbers("time"),
    numbers("stored"),
    numbers("b*"),
)

_EXPANDED = 6
"""Where the expanded states stand among these columns."""


def _over(summary: Mapping[str, Any]) -> str:
    """Over which boards the means are taken: a fair race is run on one track."""
    return "common" if summary["common_boards"] else "own"


def _mean(effort: Mapping[str, Any], field: str) -> float | None:
    value: float | None = (effort.get(field) or {}).get("mean")
    return value


def _pair_cells(pair: Mapping[str, Any], over: str) -> list[str]:
    effort: Mapping[str, Any] = {} if pair.get("left_out") else pair[over]

    def shown(field: str, write: Any) -> str:
        value = _mean(effort, field)
        return "-" if value is None else str(write(value))

    least = "" if effort.get("gap_is_exact", True) else "≤"
    return [
        pair["algorithm"],
        pair.get("heuristic") or "-",
        f"{pair['solved']}/{pair['runs']}",
        str(pair["optimal"]),
        shown("cost", lambda cost: decimals(cost, 1)),
        shown("gap", lambda gap: f"{least}{100 * gap:,.{0 if gap >= 10 else 1}f}%"),
        shown("expanded", short_count),
        shown("seconds", time),
        shown("max_stored", short_count),
        shown("effective_branching_factor", lambda factor: f"{factor:.3f}"),
    ]


def _pairs_html(summary: Mapping[str, Any]) -> Markup:
    over = _over(summary)
    pairs = summary["pairs"]
    means = [None if pair.get("left_out") else _mean(pair[over], "expanded") for pair in pairs]
    known = [mean for mean in means if mean is not None]
    columns = [
        *_PAIR_COLUMNS[: _EXPANDED + 1],
        words("log scale"),
        *_PAIR_COLUMNS[_EXPANDED + 1 :],
    ]
    rows: list[list[object]] = []
    for pair, mean in zip(pairs, means):
        cells = _pair_cells(pair, over)
        bar = "" if mean is None else meter(mean, min(known), max(known))
        rows.append([*cells[: _EXPANDED + 1], bar, *cells[_EXPANDED + 1 :]])
    return table(columns, rows, caption=_title(summary))


def _title(summary: Mapping[str, Any]) -> str:
    count = summary["common_boards"]
    if count == 1 and len(summary["pairs"]) and summary["pairs"][0]["runs"] == 1:
        return "the board that all solved"
    if count:
        return f"means over the {plural(count, 'board')} that all solved"
    return "means over the boards that each solved"


def _cautions(summary: Mapping[str, Any]) -> list[str]:
    """What has to be known to read the means."""
    lines = []
    left_out = [_name(pair) for pair in summary["pairs"] if pair.get("left_out")]
    if left_out:
        lines.append(f"without means, since it solved none: {'; '.join(left_out)}")
    if not summary["common_boards"] and len(summary["pairs"]) > 1:
        lines.append(
            "the pairs solved different boards: the means show how each did, not which is better"
        )
    return lines


def _name(run: Mapping[str, Any]) -> str:
    return (
        f"{run['algorithm']} + {run['heuristic']}"
        if run.get("heuristic")
        else str(run["algorithm"])
    )


def _remarks(answer: Mapping[str, Any]) -> list[str]:
    """Refusals and contradictions, each once."""
    refused: dict[str, int] = {}
    for run in answer["runs"]:
        if run["status"] == "error":
            line = f"{_name(run)} refused: {run.get('reason') or 'no reason'}"
            refused[line] = refused.get(line, 0) + 1
    lines = [line if count == 1 else f"{line} ({count} times)" for line, count in refused.items()]
    published = answer["summary"].get("published")
    if published and (published.get("cost") or {}).get("mean") is not None:
        mean = decimals(published["cost"]["mean"], 1)
        have = "board has" if published["boards"] == 1 else "boards have"
        have = f"{published['boards']} {have} published solutions, not known to be optimal"
        lines.append(f"{have}: mean cost {mean}")
    lines += [f"contradiction: {text}" for text in answer["summary"].get("contradictions") or []]
    return lines


_RUN_COLUMNS: tuple[Column, ...] = (
    words("board"),
    words("algorithm"),
    words("heuristic"),
    numbers("h(start)"),
    numbers("cost"),
    numbers("time"),
    numbers("expanded"),
    numbers("stored"),
    words("proof"),
)


def _run_cells(run: Mapping[str, Any]) -> list[str]:
    counted = run["status"] not in ("error", "unsolvable")
    cost, bound = run.get("cost"), run.get("lower_bound")
    least = f"≥{thousands(bound)}" if bound is not None else "-"
    return [
        str(run["board"]),
        str(run["algorithm"]),
        str(run.get("heuristic") or "-"),
        "-" if run.get("h_start") is None else thousands(run["h_start"]),
        thousands(cost) if cost is not None else least,
        time(run["mean_seconds"]) if counted else "-",
        short_count(run["expanded"]) if counted else "-",
        short_count(run["max_stored"]) if counted else "-",
        _proof(run),
    ]


def _proof(run: Mapping[str, Any]) -> str:
    """What is proved of a run's solution, in a word or two."""
    if run["status"] in ("error", "unsolvable") or run.get("cost") is None:
        return str(run["status"])
    if run["proof"] == "optimal":
        return "optimal"
    if run["proof"] == "within" and run.get("within") is not None:
        return f"≤{percent_above(run['within'])} %"
    return "found"


def comparison_text(answer: Mapping[str, Any]) -> str:
    """The comparison for a terminal."""
    runs: Sequence[Mapping[str, Any]] = answer["runs"]
    summary: Mapping[str, Any] = answer["summary"]
    listed = table_text(_RUN_COLUMNS, [_run_cells(run) for run in runs[:MOST_RUNS_IN_TEXT]])
    if len(runs) > MOST_RUNS_IN_TEXT:
        listed += f"\n... and {plural(len(runs) - MOST_RUNS_IN_TEXT, 'more run')}"
    over = _over(summary)
    pairs = table_text(
        _PAIR_COLUMNS,
        [_pair_cells(pair, over) for pair in summary["pairs"]],
        keep=_EXPANDED + 1,
    )
    parts = [listed, f"{_title(summary)}\n{pairs}"]
    notes = [] if answer["complete"] else ["stopped before all runs were done"]
    notes += _cautions(summary) + _remarks(answer)
    if notes:
        parts.append("\n".join(folded(note, rest="    ") for note in notes))
    return "\n\n".join(parts)
