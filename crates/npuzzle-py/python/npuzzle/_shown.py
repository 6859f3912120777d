"""Python's values in messages, without walking through millions of items."""

from __future__ import annotations

import reprlib
from typing import Any

_SHORT = reprlib.Repr()
# More than fits into a message: the rest is cut there.
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = _SHORT.maxfrozenset = _SHORT.maxdict = 80
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 400


def short(value: Any) -> str:
    """The value as Python shows it, as far as anybody reads."""
    return _SHORT.repr(value)
