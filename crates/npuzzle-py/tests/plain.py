"""Sliding tiles in a few lines of Python, to compare the engine with."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

Tiles = tuple[int, ...]


def neighbours(tiles: Tiles, rows: int, cols: int) -> Iterator[tuple[str, Tiles]]:
    """The direction the blank goes, and what comes of it."""
    blank = tiles.index(0)
    row, col = divmod(blank, cols)
    for letter, down, right in (("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)):
        if 0 <= row + down < rows and 0 <= col + right < cols:
            cell = blank + down * cols + right
            after = list(tiles)
            after[blank], after[cell] = after[cell], 0
            yield letter, tuple(after)


def distances(goal: Tiles, rows: int, cols: int) -> dict[Tiles, int]:
    """How far every board that can reach the goal is from it."""
    known = {goal: 0}
    waiting = deque([goal])
    while waiting:
        tiles = waiting.popleft()
        for _, after in neighbours(tiles, rows, cols):
            if after not in known:
                known[after] = known[tiles] + 1
                waiting.append(after)
    return known


def usual_goal(rows: int, cols: int) -> Tiles:
    """In order, the blank last."""
    return (*range(1, rows * cols), 0)
