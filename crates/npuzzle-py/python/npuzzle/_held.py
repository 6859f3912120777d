"""States without a hash: lists, sets, dictionaries and arrays, known by what is in them."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from typing import Any

from .errors import ProblemError


class Held:
    """A state that has no hash of its own, with the value it had when it was seen."""

    __slots__ = ("state", "value")

    def __init__(self, state: Any, value: Hashable) -> None:
        self.state = state
        self.value = value

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.value == other.value

    def __repr__(self) -> str:
        return repr(self.state)

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + sys.getsizeof(self.state) + sys.getsizeof(self.value)

    def check(self, method: str) -> None:
        """A method that changes the state it was given would change what was known of it."""
        if _frozen(self.state) != self.value:
            raise ProblemError(
                f"`{method}` changed the state it was given, which was {_thawed(self.value)!r}: "
                "expected a new one"
            )


def _thawed(value: Any) -> Any:
    """A list or tuple as it was when it was seen."""
    if isinstance(value, tuple) and len(value) == 2 and value[0] in (list, tuple):
        return value[0](map(_thawed, value[1]))
    return value


def held(state: Any) -> Any:
    """The state itself if it has a hash. What cannot be given one is left to the engine to refuse."""
    try:
        hash(state)
    except TypeError:
        try:
            return Held(state, _frozen(state))
        except TypeError:
            return state
    return state


def bare(state: Any) -> Any:
    """The state as its author knows it."""
    return state.state if type(state) is Held else state


def _frozen(value: Any) -> Hashable:
    """Something with a hash that is equal for equal values. Lists and tuples never are: types count."""
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(_frozen, value))
    if isinstance(value, set):
        return set, frozenset(value)
    if isinstance(value, dict):
        return dict, frozenset((key, _frozen(item)) for key, item in value.items())
    if isinstance(value, bytearray):
        return bytearray, bytes(value)
    if hasattr(value, "tolist") and hasattr(value, "shape"):
        return value.shape, _frozen(value.tolist())
    hash(value)
    return value  # type: ignore[no-any-return]
