"""What several tests need and takes long to make."""

from __future__ import annotations

import signal
from typing import Any

import plain
import pytest

import npuzzle

# A shell starts what runs in its background deaf to Ctrl-C, and so are the tests then: they listen again.
signal.signal(signal.SIGINT, signal.default_int_handler)


def misplaced_with_blank(board: npuzzle.Board) -> int:
    """A mistake that many make: the blank is counted as a tile."""
    return sum(tile != home for tile, home in zip(board, board.goal))


@pytest.fixture(scope="session")
def flawed_audit() -> tuple[npuzzle.Audit, list[tuple[Any, ...]]]:
    """The audit of that mistake on all boards of 3x3, and how it reported on itself."""
    told: list[tuple[Any, ...]] = []
    audit = npuzzle.audit(misplaced_with_blank, progress=lambda *glimpse: told.append(glimpse))
    return audit, told


@pytest.fixture(scope="session")
def eight() -> npuzzle.Space:
    """The space of the 8-puzzle."""
    return npuzzle.space("3x3")


@pytest.fixture(scope="session")
def eight_distances() -> dict[plain.Tiles, int]:
    """The same by a search in plain Python."""
    return plain.distances(plain.usual_goal(3, 3), 3, 3)
