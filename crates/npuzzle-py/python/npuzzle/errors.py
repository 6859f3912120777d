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
    """A board or a goal that cannot be read, or a move that is not possible.

    >>> import npuzzle
    >>> try:
    ...     npuzzle.Board("123456780").move("D")
    ... except npuzzle.errors.BoardError as error:
    ...     print(error)
    move 1 (`D`) is not possible: the blank is in the bottom row
    """


class RequestError(Error, ValueError):
    """A question that cannot be answered as it is put: an unknown name, a wrong option.

    >>> import npuzzle
    >>> try:
    ...     npuzzle.Board("123456780").estimate("manhatan")
    ... except npuzzle.errors.RequestError as error:
    ...     print(str(error).splitlines()[0])
    unknown heuristic `manhatan`; did you mean `manhattan`?
    """


class HeuristicError(Error, ValueError):
    """A heuristic without a usable value on some board.

    >>> import npuzzle
    >>> try:
    ...     npuzzle.solve("1 2 3/4 0 6/7 5 8", "astar", lambda board: -1)
    ... except npuzzle.errors.HeuristicError as error:
    ...     print(error)
    `lambda` returned -1: expected a number of at least 0 (the board is 1 2 3/4 0 6/7 5 8)
    """


class ProblemError(Error, TypeError):
    """Your own problem lacks something, or breaks a rule.

    >>> import npuzzle
    >>> class Stairs:
    ...     initial = 0
    ...     def actions(self, state):
    ...         return [1, 2]
    ...     def is_goal(self, state):
    ...         return state == 10
    >>> try:
    ...     npuzzle.solve(Stairs())
    ... except npuzzle.errors.ProblemError as error:
    ...     print(error)
    the problem Stairs has no `result`: expected a method that gives the state an action leads to; see
    npuzzle.Problem
    """


class LimitError(Error):
    """A limit that leaves no answer at all.

    >>> import npuzzle
    >>> try:
    ...     npuzzle.space("3x3", memory_limit="1KiB")
    ... except npuzzle.errors.LimitError as error:
    ...     print(error)
    memory_limit: the space of a 3x3 board has 181,440 states and takes about ..., but the memory
    limit is 1.0 KiB
    """


class InternalError(Error):
    """A bug of this package.

    No input should raise it. Its message says what to report.

    >>> import npuzzle
    >>> issubclass(npuzzle.errors.InternalError, npuzzle.Error)
    True
    """


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
