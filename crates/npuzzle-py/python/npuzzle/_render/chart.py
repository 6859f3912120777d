"""Small charts as SVG: bars of counts, on a scale that can be read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from .markup import Markup, element, void
from .numbers import short_count, thousands


def histogram(
    bars: Sequence[tuple[int, int, str]], *, label: str, axis: str, over: int | None = None
) -> Markup:
    """Bars over whole numbers from left to right: (place, height, words for who points at it).

    Places below `over` have another hue.
    """
    width, height, left, bottom, top = 640, 200, 58, 36, 14
    first, last = bars[0][0], bars[-1][0]
    step = (width - left) / max(8, last - first + 1)
    tallest = max(count for _, count, _ in bars) or 1
    shapes = [element("title", label)]
    for share in (0.0, 0.5, 1.0):
        y = top + (1 - share) * (height - bottom - top)
        shapes.append(void("line", x1=left, x2=width, y1=_at(y), y2=_at(y), class_="np-rule"))
        if tallest * share == round(tallest * share):
            name = short_count(round(tallest * share))
            shapes.append(element("text", name, x=left - 6, y=_at(y + 4), text_anchor="end"))
    # As many names below the bars as there is room for.
    every = next(each for each in _ROUND if each * step >= 26)
    for place, count, words in bars:
        x = left + (place - first) * step
        long = count / tallest * (height - bottom - top)
        # What is there at all can be seen.
        long = max(1.0, long) if count else 0.0
        kind = "np-over" if over is not None and place < over else "np-bar"
        where = {"x": _at(x + step * 0.08), "y": _at(height - bottom - long)}
        rect = element(
            "rect",
            element("title", words),
            **where,
            width=_at(step * 0.84),
            height=_at(long),
            class_=kind,
        )
        shapes.append(rect)
        if place % every == 0:
            shapes.append(
                element(
                    "text", place, x=_at(x + step / 2), y=height - bottom + 16, text_anchor="middle"
                )
            )
    shapes.append(element("text", axis, x=width, y=height - 4, text_anchor="end"))
    size = {"viewBox": f"0 0 {width} {height}", "style": "max-width:640px"}
    return element("svg", *shapes, **size, role="img", aria_label=label, class_="np-chart")


_ROUND = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 10**9)
"""Distances between the names of an axis."""


def _at(value: float) -> str:
    return f"{value:.1f}"


def widths_chart(widths: Sequence[int]) -> Markup:
    """How many states there are at each depth."""
    bars = [
        (depth, count, f"depth {depth}: {thousands(count)} states; ")
        for depth, count in enumerate(widths)
    ]
    peak = max(range(len(widths)), key=widths.__getitem__)
    most = f"the most are {thousands(widths[peak])} at depth {peak}"
    label = f"states by depth, from 0 to {len(widths) - 1}; {most}"
    return histogram(bars, label=label, axis="depth")


def errors_chart(errors: Sequence[Mapping[str, Any]]) -> Markup:
    """How often an estimate is how far from the truth."""
    bars = [
        (
            int(entry["error"]),
            int(entry["states"]),
            f"error {entry['error']}: {thousands(entry['states'])} states; ",
        )
        for entry in errors
    ]
    label = f"states by error, from {bars[0][0]} to {bars[-1][0]}"
    return histogram(bars, label=label, axis="true distance minus estimate", over=0)


def meter(value: float, least: float, most: float) -> Markup:
    """One bar on a logarithmic scale from `least` to `most`, with a line at each power of ten."""
    low, high = math.floor(math.log10(max(1.0, least))), math.ceil(math.log10(max(10.0, most)))
    span = max(1, high - low)
    rules = [
        void(
            "line",
            x1=_at(100 * tens / span),
            x2=_at(100 * tens / span),
            y1=0,
            y2=12,
            class_="np-rule",
        )
        for tens in range(span + 1)
    ]
    # The smallest value has a bar as well: the scale begins at the power of ten below it.
    share = (math.log10(max(1.0, value)) - low) / span
    bar = void("rect", x=0, y=2, width=_at(max(0.8, 100 * share)), height=8, rx=1, class_="np-bar")
    return element(
        "svg",
        *rules,
        bar,
        viewBox="0 0 100 12",
        preserveAspectRatio="none",
        aria_hidden="true",
        class_="np-meter",
    )
