"""What audits have shown, remembered for as long as what they were about is there.

A proof belongs to one object: another one may be equal and yet compute something else. The same object
may compute something else later: so a proof holds what the audit saw, and the engine compares.
"""

from __future__ import annotations

import weakref
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from ._engine import Evidence

Key = TypeVar("Key", bound=Hashable)


class Proof(NamedTuple):
    """What an audit of all states has shown, and what it saw."""

    admissible: bool
    consistent: bool
    #: ``None`` if there was too much to keep: then searches cannot rest on it.
    evidence: Evidence | None


class Proofs(Generic[Key]):
    """For each object, by what it holds for, the proof."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[weakref.ref[Any], dict[Key, Proof]]] = {}

    def of(self, thing: object) -> dict[Key, Proof]:
        """What is known of an object. One that cannot be remembered has no proofs."""
        # Every look at a method makes a new object: what stays is whose method it is.
        owner = getattr(thing, "__self__", None)
        method = getattr(thing, "__func__", None)
        if owner is None or method is None:
            owner, method = thing, None
        place = (id(owner), id(method))
        known = self._known.get(place)
        if known is not None and known[0]() is owner:
            return known[1]
        found: dict[Key, Proof] = {}
        try:
            # The place of an object that is gone may be another's soon.
            reference = weakref.ref(owner, lambda _: self._known.pop(place, None))
        except TypeError:
            return found
        self._known[place] = (reference, found)
        return found
