"""The exceptions of the package. All but :class:`Interrupted` are subclasses of :class:`Error`.

Limits that end a search are not errors: the result says how far it got.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "BoardError",
    "Error",
    "HeuristicError",
    "InternalError",
    "Interrupted",
    "LimitError",
    "ProblemError",
    "RequestError",
]


class Error(Exception):
    """Whatever the engine refuses, with its message.

    >>> import npuzzle
    >>> try:
    ...     npuzzle.solve("123456780", "astarr")
    ... except npuzzle.Error as error:
    ...     print(str(error).splitlines()[0])
    unknown algorithm `astarr`; did you mean `astar`?
    """


class BoardError(Error, ValueError):
    """A board or a goal that cannot be read, or a move that is not possible."""


class RequestError(Error, ValueError):
    """A question that cannot be answered as it is put: an unknown name, a wrong option."""


class HeuristicError(Error, ValueError):
    """A heuristic without a usable value on some board."""


class ProblemError(Error, TypeError):
    """Your own problem lacks something, or breaks a rule."""


class LimitError(Error):
    """A limit that leaves no answer at all."""


class InternalError(Error):
    """A bug of this package."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what was found by then.

    >>> import npuzzle
    >>> npuzzle.Interrupted("what was found").result
    'what was found'

    ``result`` is the best answer so far: a :class:`~npuzzle.Result` (perhaps without a solution),
    the runs of a comparison that were done, or ``None`` where half an answer is none.
    """

    def __init__(self, result: Any = None) -> None:
        super().__init__("interrupted")
        self.result = result
