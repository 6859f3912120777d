"""Plots with matplotlib, which is imported only when one is drawn.

Each function draws on the given axes, or on new ones, and gives them back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._optional import needed
from .errors import RequestError

if TYPE_CHECKING:
    from ._audit import Audit
    from ._compare import Comparison
    from ._space import Space
    from ._trace import Trace


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    return needed("matplotlib.pyplot", "plot", "plot").subplots()[1]


def plot_comparison(comparison: Comparison, what: str, ax: Any) -> Any:
    """What the runs took, by search and heuristic."""
    runs = [run for run in comparison.runs if run["cost"] is not None]
    if runs and what not in runs[0]:
        names = [name for name, value in runs[0].items() if isinstance(value, (int, float))]
        raise RequestError(f"what: {what!r} is not a number of a run: expected one of {', '.join(names)}")
    ax = _axes(ax)
    pairs: dict[str, list[tuple[Any, Any]]] = {}
    for run in runs:
        name = f"{run['algorithm']} + {run['heuristic']}" if run["heuristic"] else run["algorithm"]
        pairs.setdefault(name, []).append((run["cost"], run[what]))
    is_one = all(len(points) == 1 for points in pairs.values())
    if is_one:
        ax.bar(list(pairs), [points[0][1] for points in pairs.values()])
        ax.tick_params(axis="x", rotation=30)
    else:
        for name, points in pairs.items():
            by_cost: dict[Any, list[Any]] = {}
            for cost, value in points:
                by_cost.setdefault(cost, []).append(value)
            means = [(cost, sum(values) / len(values)) for cost, values in sorted(by_cost.items())]
            ax.plot(*zip(*means), marker="o", label=name)
        ax.set_xlabel("cost of the solution")
        ax.legend()
    ax.set_yscale("log")
    ax.set_ylabel(what.replace("_", " "))
    return ax


def plot_audit(audit: Audit, ax: Any) -> Any:
    """How often each error occurs."""
    ax = _axes(ax)
    for verdict in audit:
        errors = verdict.errors
        ax.step(list(errors), list(errors.values()), where="mid", label=verdict.name)
    ax.axvline(0, linewidth=1, color="gray")
    ax.set_xlabel("true cost minus estimate (left of zero: overestimates)")
    ax.set_ylabel("states")
    ax.legend()
    return ax


def plot_space(space: Space, ax: Any) -> Any:
    """How many boards there are at each distance."""
    ax = _axes(ax)
    ax.bar(range(len(space.widths)), space.widths)
    ax.set_xlabel("distance from the goal")
    ax.set_ylabel("boards")
    return ax


def plot_trace(trace: Trace, ax: Any) -> Any:
    """g, h and f of the states in the order of their expansion."""
    ax = _axes(ax)
    expanded = [event for event in trace if event["event"] == "expand"]
    for name in ("f", "g", "h"):
        ax.plot([event[name] for event in expanded], label=name)
    ax.set_xlabel("expansion")
    ax.set_ylabel("cost")
    ax.legend()
    return ax
