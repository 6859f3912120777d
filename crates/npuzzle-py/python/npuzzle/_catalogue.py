"""Everything you can choose from."""

from __future__ import annotations

import json
from typing import Any

from . import _engine, _render
from ._optional import frame
from ._page import Card
from .errors import RequestError


class Catalogue(Card):
    """The lists of searches, heuristics, goals and more: each a dictionary from names to cards.

    >>> import npuzzle
    >>> npuzzle.catalogue().goals["snail"]["name"]
    'snail'
    >>> npuzzle.catalogue().problems["hanoi"]["example"]
    'hanoi(3,5)'
    """

    def __init__(self, lists: dict[str, Any]) -> None:
        self._report = lists

    def _cards(self, kind: str) -> dict[str, dict[str, Any]]:
        return {card["name"]: card for card in self._report[kind]}

    @property
    def algorithms(self) -> dict[str, dict[str, Any]]:
        """The searches."""
        return self._cards("algorithms")

    @property
    def heuristics(self) -> dict[str, dict[str, Any]]:
        """The heuristics."""
        return self._cards("heuristics")

    @property
    def goals(self) -> dict[str, dict[str, Any]]:
        """The named goals."""
        return self._cards("goals")

    @property
    def problems(self) -> dict[str, dict[str, Any]]:
        """The problems that :func:`npuzzle.problem` knows by name."""
        return self._cards("problems")

    @property
    def formats(self) -> dict[str, dict[str, Any]]:
        """The forms in which boards are read and written."""
        return self._cards("formats")

    @property
    def statistics(self) -> dict[str, dict[str, Any]]:
        """What is counted, and how."""
        return self._cards("statistics")

    @property
    def sets(self) -> dict[str, dict[str, Any]]:
        """The named sets of boards."""
        return self._cards("sets")

    def to_pandas(self, kind: str = "algorithms") -> Any:
        """One of the lists as a pandas ``DataFrame``, a row per card. pandas is imported only here."""
        if kind not in self._report:
            raise RequestError(f"kind: {kind!r} is not a list: expected one of {', '.join(self._report)}")
        return frame(self._report[kind], "to_pandas")

    def __repr__(self) -> str:
        return f"Catalogue({len(self.algorithms)} searches, {len(self.heuristics)} heuristics)"

    def __str__(self) -> str:
        return _render.catalogue_text(self._report)

    def _repr_html_(self) -> str:
        return _render.catalogue_html(self._report)


def catalogue() -> Catalogue:
    """List the searches, heuristics, goals, notations, statistics and named sets.

    >>> import npuzzle
    >>> npuzzle.catalogue().heuristics["manhattan"]["consistent"]
    True
    >>> "ida" in npuzzle.catalogue().algorithms
    True
    """
    return Catalogue(json.loads(_engine.catalogue()))
