"""Boards on a cluster of two workers: ``python clusters.py ray`` or ``python clusters.py dask``.

A program of its own, so that a cluster is started once, and leaves nothing behind in the tests. It says
``ok`` and the name of each check that has passed.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import npuzzle
from npuzzle import Board, _spread

GOAL = Board("123456780")
#: Three times the same boards, a few moves from the goal.
NEAR = [GOAL.move(moves) for moves in ("U", "L", "UL", "LU", "ULD", "LUU", "UUL", "LL", "UU", "ULL")] * 3


def all_boards_in_order(cluster: str, folder: Path) -> None:
    boards = npuzzle.generate(3, count=500, seed=1)
    here = list(npuzzle.solve_many(boards))
    there = list(npuzzle.solve_many(boards, executor=cluster))
    assert [result.board for result in there] == boards
    assert [result.moves for result in there] == [result.moves for result in here]
    came = list(npuzzle.solve_many(boards, executor=cluster, as_completed=True))
    assert Counter(result.board for result in came) == Counter(boards)


def one_bad_board(cluster: str, folder: Path) -> None:
    """One that cannot be read, and one whose heuristic fails: the others arrive."""

    listed = [NEAR[0], "1 1 2/3 4 5/6 7 0", NEAR[1], GOAL]
    found = list(npuzzle.solve_many(listed, "astar", executor=cluster))
    assert [result.status for result in found] == ["solved", "error", "solved", "solved"]

    def for_one_goal(board: Board) -> int:
        if board.goal != GOAL:
            raise LookupError("another goal")
        return 0

    boards = [NEAR[0], Board("1 2 3/8 4 0/7 6 5", goal="snail"), NEAR[1]]
    found = list(npuzzle.solve_many(boards, "astar", for_one_goal, executor=cluster))
    assert [result.status for result in found] == ["solved", "error", "solved"]
    assert isinstance(found[1], npuzzle.Failure) and "another goal" in found[1].reason


def a_worker_is_killed(cluster: str, folder: Path) -> None:
    """The first that asks this function takes its worker down: all results arrive, none twice."""
    flag = folder / "killed"

    def fragile(board: Board) -> int:
        try:
            flag.touch(exist_ok=False)
        except FileExistsError:
            return 0
        os.kill(os.getpid(), signal.SIGKILL)
        return 0

    found = list(npuzzle.solve_many(NEAR, "astar", fragile, executor=cluster))
    assert flag.exists()
    assert [result.board for result in found] == NEAR
    assert all(result.solved for result in found)


def comparisons_and_audits(cluster: str, folder: Path) -> None:
    def counts(table: npuzzle.Comparison) -> list[tuple[Any, ...]]:
        return [(run["id"], run["board"], run["algorithm"], run["expanded"]) for run in table]

    question: Any = (NEAR[:8], ["astar", "bfs"], ["manhattan", "misplaced"])
    there = npuzzle.compare(*question, executor=cluster)
    assert there.complete and counts(there) == counts(npuzzle.compare(*question))
    # On smaller boards the shortest way that is found depends on the tables that are there.
    sampled = {"samples": 12, "seed": 3}
    audits = [npuzzle.audit("manhattan", "5x5", **sampled, executor=where) for where in (cluster, None)]
    reports = [{**audit.to_dict(), "seconds": None} for audit in audits]
    assert reports[0] == reports[1]


def ctrl_c_ends_it(cluster: str, folder: Path) -> None:
    """It comes while the second result is waited for. Dask works on after it: up to the limit."""
    hard = Board("korf:82")
    boards = [hard.goal.move("R"), hard]
    found = npuzzle.solve_many(boards, "ida", "zero", executor=cluster, node_limit=10**8)
    assert next(found).solved
    main = threading.main_thread().ident or 0

    def press() -> None:
        while sys._current_frames()[main].f_code.co_filename != _spread.__file__:
            time.sleep(0.01)
        _thread.interrupt_main()

    threading.Thread(target=press).start()
    try:
        next(found)
    except npuzzle.Interrupted as interrupted:
        assert interrupted.result == []
    else:
        raise AssertionError("it was not heard")


CHECKS: list[Callable[[str, Path], None]] = [
    all_boards_in_order,
    one_bad_board,
    a_worker_is_killed,
    comparisons_and_audits,
    ctrl_c_ends_it,
]


@contextmanager
def ray(folder: Path) -> Iterator[None]:
    import ray

    quiet: dict[str, Any] = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    ray.init(num_cpus=2, object_store_memory=100_000_000, _temp_dir=str(folder), **quiet)
    yield
    ray.shutdown()


@contextmanager
def dask(folder: Path) -> Iterator[None]:
    import distributed

    options: dict[str, Any] = {"dashboard_address": None, "local_directory": str(folder)}
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", **options) as cluster,
        distributed.Client(cluster),
    ):
        yield


def main(kind: str) -> None:
    # A shell starts what runs in its background deaf to Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        next(npuzzle.solve_many(NEAR, executor=kind))
    except npuzzle.Error as error:
        assert "executor" in str(error) and (".init" in str(error) or "Client(" in str(error))
        print("ok nothing_is_started", flush=True)
    with tempfile.TemporaryDirectory(prefix="npz", ignore_cleanup_errors=True) as folder:
        with {"ray": ray, "dask": dask}[kind](Path(folder)):
            for check in CHECKS:
                check(kind, Path(folder))
                print("ok", check.__name__, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
