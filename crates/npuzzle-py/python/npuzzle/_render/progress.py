"""How far a long job has come: a bar for a notebook, a line for a terminal."""

from __future__ import annotations

from .columns import clipped, plain
from .markup import element
from .numbers import thousands, time


def progress_html(done: int | None, total: int | None, label: str, seconds: float) -> str:
    """A bar for a notebook, drawn by the browser; without a total it only moves."""
    known = {} if done is None or not total else {"value": min(done, total), "max": total}
    bar = element("progress", **known, aria_label=label, style="width:260px;vertical-align:middle")
    text = element(
        "span", _numbers(done, total, seconds), style="font-variant-numeric:tabular-nums"
    )
    return element("div", label, " ", bar, " ", text, class_="tex2jax_ignore mathjax_ignore")


def _numbers(done: int | None, total: int | None, seconds: float) -> str:
    if done is None:
        return time(seconds)
    if not total:
        return f"{thousands(done)}, {time(seconds)}"
    share = min(1.0, done / total)
    text = f"{int(share * 100)} %, {thousands(done)} of {thousands(total)}, {time(seconds)}"
    # A guess from the first moments would be worth nothing.
    if 0 < done < total and seconds >= 0.5:
        text += f", about {time(seconds / done * (total - done))} left"
    return text


def progress_text(
    done: int | None, total: int | None, label: str, seconds: float, width: int = 79
) -> str:
    """A line for a terminal, never wider than `width`; where it is narrow, without the bar."""
    numbers = _numbers(done, total, seconds)
    if done is None or not total:
        return clipped(f"{plain(label)} {numbers}", width)
    name = clipped(plain(label), max(8, width // 3))
    room = width - len(name) - len(numbers) - 4
    if room < 6:
        return clipped(f"{name} {numbers}", width)
    filled = int(min(1.0, done / total) * room)
    return f"{name} [{'#' * filled}{'.' * (room - filled)}] {numbers}"
