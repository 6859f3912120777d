"""What Python costs: run it with a release build of the package, on a quiet machine.

    pip install npuzzle-*.whl numpy
    python crates/npuzzle-py/benches/speed.py

The processor time of the notebooks takes the libraries of the tests (requirements-test.txt) as well:

    python crates/npuzzle-py/benches/speed.py notebooks
"""

from __future__ import annotations

import heapq
import statistics
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy

import npuzzle

HARDEST = (8, 6, 7, 2, 5, 4, 3, 0, 1)
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def manhattan(tiles: tuple[int, ...]) -> int:
    """The sum of the distances of all tiles, as courses write it."""
    total = 0
    for cell, tile in enumerate(tiles):
        if tile:
            total += abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3)
    return total


def successors(tiles: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The boards one move away."""
    blank = tiles.index(0)
    row, col = divmod(blank, 3)
    found = []
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if 0 <= row + down < 3 and 0 <= col + right < 3:
            other = (row + down) * 3 + col + right
            after = list(tiles)
            after[blank], after[other] = after[other], after[blank]
            found.append(tuple(after))
    return found


def textbook_astar(start: tuple[int, ...]) -> tuple[int, int]:
    """A* with heapq and tuples; the cost, and how many boards were expanded."""
    best = {start: 0}
    frontier = [(manhattan(start), 0, start)]
    closed: set[tuple[int, ...]] = set()
    expanded = 0
    while frontier:
        _, g, tiles = heapq.heappop(frontier)
        if tiles in closed:
            continue
        if tiles == GOAL:
            return g, expanded
        closed.add(tiles)
        expanded += 1
        for after in successors(tiles):
            if after not in best or g + 1 < best[after]:
                best[after] = g + 1
                heapq.heappush(frontier, (g + 1 + manhattan(after), g + 1, after))
    raise AssertionError("the board is solvable")


def seconds(work: Callable[[], Any], repeats: int) -> tuple[float, float]:
    """The least and the median time of a piece of work."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times), statistics.median(times)


def notebooks() -> None:
    """Prints the processor time of each notebook, from the start of its kernel on."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    import nbformat
    import notebooks as tested

    asks = nbformat.v4.new_code_cell("import time; print(time.process_time())")
    for name in tested.NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            notebook = nbformat.read(tested.GUIDE / name, as_version=4)
            notebook.cells.append(asks)
            copy = Path(folder) / name
            nbformat.write(notebook, copy)
            done = tested.executed(str(copy), Path(folder))
        print(f"{name:27} {float(done.cells[-1].outputs[0]['text']):9.1f} s")


def main() -> None:
    """Prints a table."""
    board = npuzzle.Board(HARDEST)
    easy = npuzzle.Board("123406758")

    def own_manhattan(board: npuzzle.Board) -> int:
        return manhattan(board.tiles)

    cost, expanded = textbook_astar(HARDEST)
    result = board.solve(algorithm="astar", heuristic=own_manhattan)
    assert result.cost == cost == 31
    print(f"expanded: {expanded} by the textbook's A*, {result.stats.expanded} by ours\n")

    solved, solved_fifteen = npuzzle.Board.solved(3), npuzzle.Board.solved(4)
    unsolvable, fifteen = npuzzle.Board("123456870"), npuzzle.Board("korf:1")
    calls: dict[str, Callable[[], Any]] = {
        "solve, a solved board": lambda: npuzzle.solve(solved),
        "the same, and its cost": lambda: npuzzle.solve(solved).cost,
        "the same of a text": lambda: npuzzle.solve("123456780"),
        "solve, a solved 4x4 board": lambda: npuzzle.solve(solved_fifteen),
        "Board of a text": lambda: npuzzle.Board("123456780"),
        "apply two moves": lambda: easy.apply("DR"),
        "explain": lambda: npuzzle.explain(easy),
        "estimate, manhattan": lambda: board.estimate(),
        "estimate, perfect": lambda: board.estimate("perfect"),
        "the same, unsolvable": lambda: unsolvable.estimate("perfect"),
        "walking-distance on 4x4": lambda: fifteen.estimate("walking-distance"),
    }
    for name, call in calls.items():
        # Several at a time, for the clock is coarse; few, so that no other process comes between.
        least = min(timeit.repeat(call, number=50, repeat=400)) / 50
        print(f"{name:27} {least * 1e6:9.1f} us")
    print()

    rounds = 5000
    _, total = seconds(lambda: npuzzle.compare(easy, "astar", "manhattan", repeat=rounds), 5)
    engine = total / rounds
    least, median = seconds(lambda: easy.solve(algorithm="astar", heuristic="manhattan"), rounds)
    print(f"two moves, engine alone     {engine * 1e6:9.1f} us")
    print(f"two moves, through Python   {median * 1e6:9.1f} us (least {least * 1e6:.1f})")
    print(f"the difference              {(median - engine) * 1e6:9.1f} us\n")

    _, python = seconds(lambda: textbook_astar(HARDEST), 11)
    _, built_in = seconds(lambda: board.solve(algorithm="astar", heuristic="manhattan"), 51)
    _, own = seconds(lambda: board.solve(algorithm="astar", heuristic=own_manhattan), 11)
    print(f"31 moves, A* in Python      {python * 1e3:9.2f} ms")
    print(f"31 moves, manhattan         {built_in * 1e3:9.2f} ms ({python / built_in:.0f} times as fast)")
    print(f"31 moves, Python function   {own * 1e3:9.2f} ms ({python / own:.1f} times as fast)\n")

    _, audit = seconds(lambda: npuzzle.audit(own_manhattan, progress=False), 3)
    print(f"audit of a Python function  {audit:9.2f} s (181,440 boards)")
    goal = numpy.array(GOAL)
    numpy_misplaced = npuzzle.heuristic(
        lambda boards: ((boards != goal) & (boards != 0)).sum(axis=1), vectorised=True
    )
    least, median = seconds(lambda: npuzzle.audit(numpy_misplaced, progress=False), 11)
    print(f"audit of a numpy function   {median * 1e3:9.1f} ms (least {least * 1e3:.1f})")
    least, median = seconds(lambda: npuzzle.audit("manhattan", "4x4", seed=1, progress=False), 11)
    print(f"audit 4x4, 20 samples       {median * 1e3:9.1f} ms (least {least * 1e3:.1f})\n")

    boards = npuzzle.generate(3, count=10_000, seed=1)
    for means in ((), ("astar", "manhattan"), ("ida", "linear-conflict")):
        searched = means or ("ida", "perfect")
        loop, _ = seconds(lambda: [board.solve(*searched) for board in boards], 5)
        many, _ = seconds(lambda: list(npuzzle.solve_many(boards, *means)), 5)
        print(f"10,000 boards, {' '.join(searched):20} {loop:6.2f} s in a loop, {many:6.2f} s by solve_many")
    loop, _ = seconds(lambda: [board.solve() for board in boards], 3)
    print(f"10,000 boards, auto                 {loop:6.2f} s in a loop")


if __name__ == "__main__":
    notebooks() if sys.argv[1:] == ["notebooks"] else main()
