"""Small charts as SVG: bars of counts, on a scale that can be read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .markup import Markup, element, joined, void
from .numbers import plural, short_count, thousands

MOST_BARS = 120
"""Numbers that spread farther share bars."""


def histogram(
    bars: Sequence[tuple[int, int, str]],
    *,
    label: str,
    axis: str,
    scale: int = 1,
    over: int | None = None,
) -> Markup:
    """Bars from left to right: their place, their height, words for who points at them.

    A bar stands for `scale` numbers, from its place times `scale` on. Places below `over` have
    another hue.
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
    room = 8 * max(len(thousands(first * scale)), len(thousands(last * scale))) + 10
    every = next(each for each in _round_numbers() if each * step >= room)
    for place, count, words in bars:
        x = left + (place - first) * step
        # What is there at all can be seen.
        long = max(1.0, count / tallest * (height - bottom - top)) if count else 0.0
        where = {"x": _at(x + step * 0.08), "y": _at(height - bottom - long)}
        extent = {"width": _at(step * 0.84), "height": _at(long)}
        kind = "np-over" if over is not None and place < over else "np-bar"
        shapes.append(element("rect", element("title", words), **where, **extent, class_=kind))
    for place in range(first, last + 1):
        if place % every == 0:
            below = {"x": _at(left + (place - first + 0.5) * step), "y": height - bottom + 16}
            shapes.append(element("text", thousands(place * scale), **below, text_anchor="middle"))
    shapes.append(element("text", axis, x=width, y=height - 4, text_anchor="end"))
    size = {"viewBox": f"0 0 {width} {height}", "style": "max-width:640px"}
    drawn = joined(shapes, " ")
    return element("svg", drawn, **size, role="img", aria_label=label, class_="np-chart")


def _round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, and so on: distances between the names of an axis."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


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
    counts = {int(entry["error"]): int(entry["states"]) for entry in errors}
    first, last = min(counts), max(counts)
    scale = next(each for each in _round_numbers() if (last - first) // each < MOST_BARS)
    together: dict[int, int] = {}
    for error, count in counts.items():
        together[error // scale] = together.get(error // scale, 0) + count
    bars = [
        (place, count, f"{_errors(place, scale)}: {plural(count, 'state')}; ")
        for place, count in sorted(together.items())
    ]
    label = f"states by error, from {thousands(first)} to {thousands(last)}"
    return histogram(bars, label=label, axis="true distance minus estimate", scale=scale, over=0)


def _errors(place: int, scale: int) -> str:
    if scale == 1:
        return f"error {thousands(place)}"
    return f"error {thousands(place * scale)} to {thousands((place + 1) * scale - 1)}"


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
