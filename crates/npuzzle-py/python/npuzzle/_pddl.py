"""Boards in the Planning Domain Definition Language, for planners such as Fast Downward."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._engine import Board

DOMAIN = """\
(define (domain sliding-tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates
    (at ?tile - tile ?cell - cell)
    (empty ?cell - cell)
    (beside ?cell ?other - cell))
  (:action slide
    :parameters (?tile - tile ?from ?to - cell)
    :precondition (and (at ?tile ?from) (empty ?to) (beside ?from ?to))
    :effect (and (at ?tile ?to) (empty ?from) (not (at ?tile ?from)) (not (empty ?to)))))
"""

_PROBLEM = """\
(define (problem board)
  (:domain sliding-tiles)
  (:objects
    {tiles} - tile
    {cells} - cell)
  (:init
    {start}
    {beside})
  (:goal (and {goal})))
"""


def pddl_of(board: Board) -> tuple[str, str]:
    """The domain, which is the same for all boards, and the problem of this one."""
    rows, cols = board.shape
    names = [[f"r{row}c{col}" for col in range(cols)] for row in range(rows)]
    pairs = [pair for line in (*names, *zip(*names, strict=True)) for pair in zip(line, line[1:], strict=False)]
    beside = [f"(beside {one} {other}) (beside {other} {one})" for one, other in pairs]
    places = [name for line in names for name in line]
    problem = _PROBLEM.format(
        tiles=" ".join(f"t{tile}" for tile in range(1, len(board))),
        cells=" ".join(places),
        start=" ".join(_facts(board, places)),
        beside="\n    ".join(beside),
        goal=" ".join(_facts(board.goal, places)),
    )
    return DOMAIN, problem


def _facts(board: Board, places: list[str]) -> list[str]:
    return [
        f"(at t{tile} {place})" if tile else f"(empty {place})"
        for tile, place in zip(board, places, strict=True)
    ]
