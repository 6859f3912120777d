"""Numbers for people: groups of digits, times, sizes, and counts in a few letters."""

from __future__ import annotations

import math

Number = int | float


def thousands(number: Number) -> str:
    """A number in groups of three digits: ``1,234,567``; a broken one with up to three decimals."""
    if isinstance(number, float):
        if not math.isfinite(number):
            return str(number)
        if not number.is_integer():
            return f"{number:,.3f}".rstrip("0")
        number = int(number)
    return f"{number:,}"


def plural(count: Number, noun: str, several: str | None = None) -> str:
    """A count with its noun: ``1 move``, ``31 moves``."""
    return f"{thousands(count)} {noun if count == 1 else several or noun + 's'}"


def time(seconds: float) -> str:
    """A time in a unit that suits it."""
    if seconds >= 600:
        minutes, rest = divmod(round(seconds), 60)
        return f"{minutes} min {rest} s"
    if seconds >= 100:
        return f"{seconds:.0f} s"
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms"


def size(count: Number) -> str:
    """A number of bytes in binary units."""
    amount = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if amount < 1024:
            return f"{count} B" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1024
    return f"{amount:.1f} TiB"


def rate(count: Number, seconds: float) -> str:
    """How many a second."""
    each = count / max(seconds, 1e-9)
    return f"{each / 1e6:.1f} M/s" if each >= 1e6 else f"{each / 1e3:.0f} k/s"


def short_count(count: Number) -> str:
    """A count in at most eight letters: ``2.70 M``."""
    if count >= 1e12:
        return f"{count:.2e}"
    for limit, unit in ((1e9, "G"), (1e6, "M")):
        if count >= limit:
            return f"{count / limit:.2f} {unit}"
    if count >= 1e3 or float(count).is_integer():
        return f"{round(count):,}"
    return f"{count:.1f}"


def decimals(value: float | None, places: int) -> str:
    """A mean with so many decimals, or a dash where there is none."""
    return "-" if value is None else f"{value:,.{places}f}"


def percent_above(factor: float) -> str:
    """By how much a factor is above one, rounded up: no bound may look better than it is."""
    percent = (factor - 1) * 100
    if not math.isfinite(percent):
        return "any number of"
    # The little less undoes what binary fractions add: 1.35 is not above 35 %.
    tenths = max(0, math.ceil(percent * 10 - 1e-6))
    return f"{math.ceil(tenths / 10):,}" if tenths >= 100 else thousands(tenths / 10)
