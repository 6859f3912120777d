"""Random boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from . import _engine

if TYPE_CHECKING:
    from ._engine import Board


@overload
def generate(
    size: Any = ...,
    goal: Any = ...,
    *,
    count: None = ...,
    seed: int | None = ...,
    walk: int | None = ...,
    unsolvable: bool = ...,
    optimal_distance: int | None = ...,
) -> Board: ...


@overload
def generate(
    size: Any = ...,
    goal: Any = ...,
    *,
    count: int,
    seed: int | None = ...,
    walk: int | None = ...,
    unsolvable: bool = ...,
    optimal_distance: int | None = ...,
) -> list[Board]: ...


def generate(
    size: Any = (4, 4),
    goal: Any = None,
    *,
    count: int | None = None,
    seed: int | None = None,
    walk: int | None = None,
    unsolvable: bool = False,
    optimal_distance: int | None = None,
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
    _, boards = _engine.generate(
        size,
        goal,
        count=count,
        seed=seed,
        walk=walk,
        unsolvable=unsolvable,
        optimal_distance=optimal_distance,
    )
    return boards[0] if count is None else boards
