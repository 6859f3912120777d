"""Random boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from . import _engine
from ._fields import GenerateFields
from ._keywords import keywords, refuse_others

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._answer import Count
    from ._engine import Board


@overload
def generate(
    size: Any = ...,
    goal: Any = ...,
    *,
    count: None = ...,
    **fields: Unpack[GenerateFields],
) -> Board: ...


@overload
def generate(
    size: Any = ...,
    goal: Any = ...,
    *,
    count: Count,
    **fields: Unpack[GenerateFields],
) -> list[Board]: ...


@keywords(GenerateFields)
def generate(
    size: Any = (4, 4),
    goal: Any = None,
    *,
    count: Count | None = None,
    **fields: Any,
) -> Board | list[Board]:
    """Make a random board, or a list of ``count`` boards.

    All solvable boards are equally likely, unless ``walk`` (this many random moves from the goal),
    ``optimal_distance`` (exactly this many moves from the goal) or ``unsolvable`` say otherwise.
    The same ``seed`` makes the same boards, here and with ``npuzzle generate``.

    >>> import npuzzle
    >>> npuzzle.generate((3, 3), seed=1) == npuzzle.generate("3x3", seed=1)
    True
    >>> [board.solve().cost for board in npuzzle.generate(3, count=2, optimal_distance=31)]
    [31, 31]
    """
    refuse_others(generate, fields)
    if goal is not None:
        goal = _engine.goal(size, goal)
    boards = _engine.generate({"size": size, "goal": goal, "count": count, **fields})
    return boards[0] if count is None else boards
