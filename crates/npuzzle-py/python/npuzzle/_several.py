"""Lists of whatever can be walked through, if it ends."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TypeVar

from .errors import RequestError

_Item = TypeVar("_Item")


def several(argument: str, items: Iterable[_Item], most: int) -> list[_Item]:
    """All of them. An iterator may have no end: more than ``most`` are refused."""
    try:
        found = list(itertools.islice(items, most + 1))
    except TypeError:
        if isinstance(items, Iterable):
            raise
        wrong = f"{argument}: {items!r} is not a list: expected one, or a name"
        raise RequestError(wrong) from None
    if len(found) > most:
        raise RequestError(f"{argument}: more than {most}: expected fewer")
    return found
