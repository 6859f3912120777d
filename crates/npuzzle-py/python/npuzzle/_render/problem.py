"""The answer to a custom problem: its path as a list of actions and states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .card import card, part
from .columns import clipped, folded, numbers, plain, plain_lines, words
from .columns import facts as facts_text
from .markup import Markup, element, table
from .numbers import thousands
from .result import head, numbers_of
from .statistics import statistics
from .verdict import remarks, verdict

FIRST_STEPS, LAST_STEPS = 60, 20
"""Of a longer path only these steps are shown."""

FIRST_STEPS_IN_TEXT, LAST_STEPS_IN_TEXT = 20, 5


def problem_result_html(
    report: Mapping[str, Any], states: Sequence[str], actions: Sequence[str]
) -> str:
    """The answer for a notebook. `states` has one more than `actions`, or both are empty."""
    told = verdict(report, length=len(actions), noun="step")
    parts = head(report, length=len(actions), noun="step")
    if states:
        rows = [
            (number, actions[number - 1] if number else "start", _drawing(states[number]))
            if hidden is None
            else ("…", "", f"{thousands(hidden)} more steps")
            for number, hidden in _steps(len(states), FIRST_STEPS, LAST_STEPS)
        ]
        columns = [numbers("step"), words("action"), words("state")]
        parts.append(part(None, table(columns, rows)))
    parts.append(numbers_of(report))
    return card(*parts, label=f"result: {told.text()}")


def _drawing(state: str) -> str | Markup:
    """A state of several lines is a drawing, whose blanks count."""
    return element("pre", state) if "\n" in state else state


def _steps(count: int, first: int, last: int) -> list[tuple[int, int | None]]:
    """The numbers of the steps that are shown, and once, in the middle, how many are not."""
    if count <= first + last + 1:
        return [(number, None) for number in range(count)]
    shown: list[tuple[int, int | None]] = [(number, None) for number in range(first)]
    shown.append((first, count - first - last))
    return shown + [(number, None) for number in range(count - last, count)]


def problem_result_text(
    report: Mapping[str, Any], states: Sequence[str], actions: Sequence[str]
) -> str:
    """The answer for a terminal."""
    told = verdict(report, length=len(actions), noun="step")
    lines = (told.text(), told.bound, *remarks(report))
    parts = ["\n".join(folded(line) for line in lines if line)]
    if states:
        parts.append("\n".join(_path(states, actions)))
    parts.append(facts_text(statistics(report)))
    return "\n\n".join(parts)


def _path(states: Sequence[str], actions: Sequence[str]) -> list[str]:
    lines = []
    shown = _steps(len(states), FIRST_STEPS_IN_TEXT, LAST_STEPS_IN_TEXT)
    digits = max(3, len(str(len(states))))
    room = max(
        (len(plain(actions[n - 1])) for n, hidden in shown if n and hidden is None), default=5
    )
    room = min(30, max(5, room))
    for number, hidden in shown:
        if hidden is not None:
            lines.append(f"{'':>{digits}}  ... {thousands(hidden)} more steps ...")
            continue
        action = clipped(plain(actions[number - 1]) if number else "start", room)
        drawing = plain_lines(states[number])
        first = f"{number:>{digits}}. {action:<{room}}  "
        if len(drawing) == 1:
            lines.append(first + clipped(drawing[0], max(20, 79 - len(first))))
        else:
            lines.append(first.rstrip())
            lines += [" " * (digits + 2) + line for line in drawing]
    return lines
