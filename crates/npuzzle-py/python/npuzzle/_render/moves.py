"""Letters of moves: in groups that can be counted, and whose directions they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def in_tens(moves: str) -> list[str]:
    """The letters in groups of ten."""
    return [moves[at : at + 10] for at in range(0, len(moves), 10)]


def in_lines(moves: str) -> list[str]:
    """Five groups a line."""
    tens = in_tens(moves)
    return [" ".join(tens[at : at + 5]) for at in range(0, len(tens), 5)]


def whose(report: Mapping[str, Any]) -> str:
    """Whose directions the letters are, in words."""
    return f"where the {'tile' if report.get('moves_of') == 'tile' else 'blank'} goes"


def step_of(report: Mapping[str, Any], noun: str = "move") -> str:
    """What one step of the metric is called."""
    return "slide" if report.get("metric") == "multi" else noun
