"""A board without an answer, among others that have one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Failure:
    """What :func:`npuzzle.solve_many` gives in the place of a board that has no result.

    It has the fields that say so, as a :class:`npuzzle.Result` has them, so that a list of both can be
    looked through.

    >>> import npuzzle
    >>> solved, failed = npuzzle.solve_many(["1 2 3/4 0 6/7 5 8", "1 2 3/4 5 5/7 8 0"])
    >>> solved.status, failed.status, failed.solved, failed.cost
    ('solved', 'error', False, None)
    >>> failed.error
    BoardError('tile 5 appears twice, and tile 6 is missing...
    """

    #: What was to be solved: a board, or what was given in its place.
    board: Any
    #: What went wrong.
    error: BaseException

    @property
    def status(self) -> str:
        """Always ``error``."""
        return "error"

    @property
    def solved(self) -> bool:
        """Always false."""
        return False

    @property
    def optimal(self) -> bool:
        """Always false."""
        return False

    @property
    def proof(self) -> str:
        """Always ``none``."""
        return "none"

    @property
    def cost(self) -> None:
        """There is none."""
        return None

    @property
    def moves(self) -> None:
        """There are none."""
        return None

    @property
    def reason(self) -> str:
        """What went wrong, in words."""
        return str(self.error) or type(self.error).__name__

    def to_dict(self) -> dict[str, Any]:
        """The fields that it shares with the answer of the command line."""
        return {"status": self.status, "cost": None, "moves": None, "proof": self.proof, "reason": self.reason}

    def to_json(self, indent: int | None = None) -> str:
        """The same as JSON."""
        return json.dumps(self.to_dict(), indent=indent)
