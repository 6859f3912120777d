"""What a report proves, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .card import BAD, GOOD, INFO, WARN
from .moves import step_of
from .numbers import percent_above, plural, thousands


@dataclass(frozen=True)
class Verdict:
    """A title such as `31 moves`, the proof, what is known of the optimum beside it, and a hue."""

    title: str
    proof: str
    bound: str | None
    kind: str

    def text(self) -> str:
        """Title and proof in one line."""
        return f"{self.title}, {self.proof}" if self.proof else self.title


def verdict(
    report: Mapping[str, Any], *, length: int | None = None, noun: str = "move"
) -> Verdict:
    """The verdict on a search.

    `length`: how many steps the solution has, where that need not be its cost.
    """
    cost, bound = report.get("cost"), report.get("lower_bound")
    noun = step_of(report, noun)
    in_moves = length is None or cost == length
    least = None
    if bound:
        needed = (
            f"has at least {plural(bound, noun)}"
            if in_moves
            else f"costs at least {thousands(bound)}"
        )
        least = f"every solution {needed} (proved)"
    if report.get("status") == "unsolvable":
        return Verdict("unsolvable", "no solution exists (proved)", None, BAD)
    if cost is None:
        return Verdict("no solution found", "", least, WARN)
    moves = cost if length is None else length
    title = (
        plural(moves, noun) if in_moves else f"cost {thousands(cost)} in {plural(moves, noun)}"
    )
    proof = report.get("proof")
    if proof == "optimal":
        return Verdict(title, "proved optimal", None, GOOD)
    within = report.get("within")
    if proof == "within" and within is not None:
        return Verdict(
            title, f"at most {percent_above(within)} % above the optimum (proved)", least, INFO
        )
    best = "shortest" if in_moves else "cheapest"
    return Verdict(title, f"found; not proved to be {best}", least, WARN)


def remarks(report: Mapping[str, Any]) -> list[str]:
    """Why there is no better answer, and what else is worth knowing."""
    reason = report.get("reason")
    return ([str(reason)] if reason else []) + [str(note) for note in report.get("notes") or ()]


def means(report: Mapping[str, Any]) -> str:
    """The search with its heuristic, and what it chose."""
    algorithm, engine = report.get("algorithm") or "search", report.get("engine")
    name = (
        f"{algorithm}: {engine}" if engine and engine not in (algorithm, "auto") else str(algorithm)
    )
    heuristic = report.get("heuristic")
    return f"{name} with {heuristic}" if heuristic else name
