"""Ctrl-C, other threads and other processes while the engine works."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from elsewhere import interrupted, output, run

import npuzzle
from npuzzle import Board

HARDEST = "867254301"
#: So long may it take from Ctrl-C to the exception.
AT_ONCE = 5.0

if sys.platform == "win32":
    pytest.skip("signals are another matter on Windows", allow_module_level=True)


@contextmanager
def ctrl_c(after: float = 0.1) -> Iterator[list[float]]:
    """Sends this process SIGINT a moment later; the list gets the time when."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        yield sent
    finally:
        timer.join()


def interrupt(question: Callable[[], Any], after: float = 0.1) -> npuzzle.Interrupted:
    """What is raised when Ctrl-C comes, at once."""
    with pytest.raises(KeyboardInterrupt) as caught, ctrl_c(after) as sent:
        question()
    assert time.monotonic() - sent[0] < AT_ONCE
    assert isinstance(caught.value, npuzzle.Interrupted)
    assert isinstance(caught.value.__cause__, KeyboardInterrupt)
    return caught.value


def in_python(board: Board) -> int:
    """A heuristic that takes its time in Python code."""
    return sum(tile != home for tile, home in zip(board, board.goal) if tile)


class Endless(npuzzle.Problem):
    """The numbers from zero; none is a goal."""

    initial = 0

    def actions(self, state: int) -> list[str]:
        return ["next"]

    def result(self, state: int, action: str) -> int:
        return state + 1

    def is_goal(self, state: int) -> bool:
        return False


SEARCHES: dict[str, Callable[[], Any]] = {
    "ida": lambda: npuzzle.solve("korf:82", "ida", "manhattan"),
    "bfs": lambda: npuzzle.solve("korf:82", "bfs"),
    "auto on 24 tiles": lambda: npuzzle.solve("korf24:1"),
    "auto on a huge board": lambda: npuzzle.generate(60, seed=1).solve(),
    "a table": lambda: npuzzle.solve("korf24:1", "ida", "pdb"),
    "parallel-ida": lambda: npuzzle.solve("korf:82", "parallel-ida", "manhattan", threads=2),
    "hda": lambda: npuzzle.solve("korf:82", "hda", "misplaced", threads=2),
    "tile-ida": lambda: npuzzle.solve("korf24:1", "tile-ida"),
    "tile-beam": lambda: npuzzle.generate(20, seed=1).solve(algorithm="tile-beam"),
    "counting solutions": lambda: npuzzle.solve("korf24:1", all=True),
    "own function, astar": lambda: npuzzle.solve("korf:82", "astar", in_python),
    "own function, ida": lambda: npuzzle.solve("korf:82", "ida", in_python),
    "own function, auto": lambda: npuzzle.solve("korf:82", None, in_python),
    "own function, hda": lambda: npuzzle.solve("korf:82", "hda", in_python, threads=2),
    "own function, parallel-ida": lambda: npuzzle.solve(
        "korf:82", "parallel-ida", in_python, threads=2
    ),
    "function written in C": lambda: npuzzle.solve("korf:82", "ida", len),
    "own expression": lambda: npuzzle.solve(
        "korf24:1", "ida", "max(pdb, mine)", functions={"mine": in_python}
    ),
}


@pytest.mark.parametrize("search", SEARCHES)
def test_ctrl_c_stops_a_search_and_leaves_its_result(search: str) -> None:
    result = interrupt(SEARCHES[search]).result
    assert isinstance(result, npuzzle.Result)
    if result.cost is None:
        assert result.status == "stopped" and "cancelled" in str(result.reason)
    else:
        assert result.boards()[-1].is_goal()


def test_the_best_solution_so_far_is_attached() -> None:
    result = interrupt(lambda: npuzzle.solve("korf24:1"), after=1.0).result
    assert isinstance(result, npuzzle.Result)
    assert result.cost is not None and result.boards()[-1].is_goal()
    assert (result.lower_bound or 0) <= result.cost


HALF_ANSWERS: dict[str, Callable[[], Any]] = {
    "audit": lambda: npuzzle.audit("manhattan", "3x4"),
    "audit of a function": lambda: npuzzle.audit(slow_zero),
    "audit by samples": lambda: npuzzle.audit("manhattan", 4, samples=10**6),
    "space": lambda: npuzzle.space("3x4"),
}


def slow_zero(board: Board) -> int:
    for _ in range(300):
        pass
    return 0


@pytest.mark.parametrize("question", HALF_ANSWERS)
def test_half_an_answer_is_none(question: str) -> None:
    assert interrupt(HALF_ANSWERS[question]).result is None


def endless(heuristic: Any) -> Any:
    """A comparison of two boards of one goal, an easy one and a hard one."""
    hard = Board("korf:82")
    easy = hard.goal.move("RDLU")
    return npuzzle.compare([easy, hard], "ida", heuristic)


def test_the_runs_before_ctrl_c_are_there() -> None:
    for heuristic in ("manhattan", in_python):
        found = interrupt(lambda: endless(heuristic))
        assert isinstance(found.result, npuzzle.Comparison)
        assert not found.result.complete
        done = [run["cost"] for run in found.result if run["status"] == "solved"]
        assert done == [4]


def test_ctrl_c_in_a_trace() -> None:
    result = interrupt(lambda: npuzzle.trace("korf:82", "ida", "manhattan", events=100)).result
    assert isinstance(result, npuzzle.Trace)
    assert len(result) == 100 and result.cut and result.result.status == "stopped"


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "ucs", "astar", "ids"])
def test_ctrl_c_in_a_problem_without_end(algorithm: str) -> None:
    result = interrupt(lambda: npuzzle.solve(Endless(), algorithm)).result
    assert result is None or isinstance(result, npuzzle.ProblemResult)


def test_ctrl_c_while_boards_are_made() -> None:
    for question in (
        lambda: npuzzle.generate(10, count=900_000),
        lambda: npuzzle.generate("3x4", optimal_distance=53),
    ):
        with pytest.raises(KeyboardInterrupt), ctrl_c() as sent:
            question()
        assert time.monotonic() - sent[0] < AT_ONCE


def test_after_an_interrupt_everything_works_as_before() -> None:
    for _ in range(3):
        interrupt(lambda: npuzzle.solve("korf:82", "ida", in_python), after=0.05)
        interrupt(lambda: npuzzle.solve("korf:82", "hda", "manhattan", threads=2), after=0.05)
        assert npuzzle.solve(HARDEST).cost == 31


def test_an_interrupt_can_be_pickled() -> None:
    caught = interrupt(lambda: npuzzle.solve("korf:82", "ida", "manhattan"), after=0.05)
    again = pickle.loads(pickle.dumps(caught))
    assert isinstance(again, npuzzle.Interrupted) and isinstance(again, KeyboardInterrupt)
    assert again.result.to_dict() == caught.result.to_dict()


@pytest.mark.parametrize("heuristic", ["manhattan", in_python], ids=["built in", "own"])
def test_a_handler_that_does_not_raise_lets_the_search_go_on(heuristic: Any) -> None:
    heard = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with ctrl_c(0.1) as sent:
            result = npuzzle.solve("korf:82", "ida", heuristic, time_limit=0.5)
            ended = time.monotonic()
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]
    assert ended - sent[0] > 0.2, "the search did not go on"
    assert result.status == "stopped" and "time limit" in str(result.reason)


def test_a_handler_that_raises_something_else() -> None:
    class Enough(Exception):
        pass

    def handle(number: int, frame: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, handle)
    try:
        for heuristic in ("manhattan", in_python, len):
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with pytest.raises(Enough):
                npuzzle.solve("korf:82", "ida", heuristic)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


PROGRAM = """
import npuzzle
print("ready", flush=True)
try:
    npuzzle.solve("korf:82", "ida", {heuristic})
except KeyboardInterrupt as interrupt:
    print(type(interrupt).__name__, interrupt.result.status)
"""


@pytest.mark.parametrize("heuristic", ['"manhattan"', "lambda board: 0", "len"])
def test_ctrl_c_from_outside(heuristic: str) -> None:
    seconds, printed = interrupted(PROGRAM.format(heuristic=heuristic))
    assert seconds < AT_ONCE
    assert printed == "Interrupted stopped\n"


def test_a_program_that_does_not_catch_it_ends_as_others_do() -> None:
    seconds, printed = interrupted(
        """
        import npuzzle
        print("ready", flush=True)
        npuzzle.solve("korf:82", "ida", "manhattan")
        """
    )
    assert seconds < AT_ONCE
    assert printed.splitlines()[-1].startswith("npuzzle.errors.Interrupted")


HANGING = """
import itertools, npuzzle
print("ready", flush=True)
def hang(*arguments):
    while True:
        pass
class Hanging(npuzzle.Problem):
    initial = 0
    actions = lambda self, state: [1]
    result = lambda self, state, action: action
    is_goal = hang
class ActionsWithoutEnd(Hanging):
    actions = lambda self, state: itertools.count()
    is_goal = lambda self, state: False
try:
    {question}
except KeyboardInterrupt as interrupt:
    print(type(interrupt).__name__)
"""


@pytest.mark.parametrize(
    "question",
    [
        'npuzzle.solve("korf:82", "astar", hang)',
        "npuzzle.audit(hang)",
        'npuzzle.compare("korf:82", "ida", hang)',
        'npuzzle.solve(Hanging(), "bfs")',
        'npuzzle.solve(ActionsWithoutEnd(), "bfs")',
    ],
)
def test_one_ctrl_c_ends_a_function_that_hangs(question: str) -> None:
    seconds, printed = interrupted(HANGING.format(question=question), after=0.6)
    assert seconds < AT_ONCE
    assert printed == "Interrupted\n"


# Other threads.


@pytest.mark.parametrize(
    "question",
    [
        lambda: npuzzle.solve("korf:82", "ida", "manhattan", time_limit=0.3),
        lambda: npuzzle.solve("korf24:1", time_limit=0.3),
        lambda: npuzzle.solve("korf:82", "hda", "manhattan", threads=2, time_limit=0.3),
        lambda: npuzzle.solve("korf:82", "ida", in_python, time_limit=0.3),
        lambda: npuzzle.solve("korf:82", "hda", in_python, threads=2, time_limit=0.3),
    ],
    ids=["ida", "auto", "hda", "own function", "own function, hda"],
)
def test_other_threads_of_python_run_meanwhile(question: Callable[[], Any]) -> None:
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    question()
    seen = ticks
    stop.set()
    ticker.join()
    assert seen > 10, "the other thread stood still"


def test_searches_of_several_threads_at_once() -> None:
    boards = npuzzle.generate(3, count=40, seed=5)
    expected = [board.solve(algorithm="bfs").cost for board in boards]
    with ThreadPoolExecutor(4) as pool:
        for algorithm in ("astar", "hda", "auto"):
            answers = pool.map(lambda board: board.solve(algorithm=algorithm).cost, boards)
            assert list(answers) == expected


def test_ctrl_c_is_for_the_main_thread_alone() -> None:
    """A search of another thread goes on, as other work of other threads does."""
    found = []
    worker = threading.Thread(
        target=lambda: found.append(npuzzle.solve("korf:82", "ida", "manhattan", time_limit=0.6))
    )
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.1):
        worker.start()
        time.sleep(5)
    worker.join()
    assert "time limit" in str(found[0].reason)


def test_a_daemon_thread_does_not_keep_or_crash_the_interpreter() -> None:
    for heuristic in ('"manhattan"', "lambda board: 0", "len"):
        for algorithm in ("ida", "hda"):
            done = run(
                f"""
                import threading, time, npuzzle
                def work():
                    npuzzle.solve("korf:82", "{algorithm}", {heuristic}, threads=2)
                threading.Thread(target=work, daemon=True).start()
                time.sleep(0.2)
                """,
                patience=20,
            )
            assert done.returncode == 0 and not done.stderr, (heuristic, algorithm, done)


def test_leaving_from_within_a_function() -> None:
    done = run(
        """
        import sys, npuzzle
        def leave(board):
            sys.exit(7)
        npuzzle.solve("korf:82", "astar", leave)
        """
    )
    assert done.returncode == 7 and not done.stderr


# Other processes.


def cost_of(board: Board) -> int | None:
    """For pools: results travel as pickles."""
    result = npuzzle.solve(board, "astar", in_python)
    return npuzzle.solve(board, "hda", threads=2).cost if result.solved else None


def solved(board: Board) -> npuzzle.Result:
    """The same with the whole result."""
    result: npuzzle.Result = npuzzle.solve(board)
    return result


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_pools_of_processes(method: str) -> None:
    boards = npuzzle.generate(3, count=6, seed=1)
    expected = [board.solve(threads=2).cost for board in boards]
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
        results = list(pool.map(solved, boards, timeout=60))
        assert [result.cost for result in results] == expected
        assert [result.board for result in results] == boards
        assert list(pool.map(cost_of, boards, timeout=60)) == expected


def test_errors_come_back_from_other_processes() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        with pytest.raises(npuzzle.errors.BoardError, match="twice"):
            pool.submit(Board, [1, 1, 1, 0]).result(60)
        with pytest.raises(npuzzle.errors.RequestError, match="unknown algorithm"):
            pool.submit(npuzzle.solve, HARDEST, "nope").result(60)


def test_fork_in_the_middle_of_a_search() -> None:
    said = output(
        """
        import os, threading, time, warnings, npuzzle
        warnings.simplefilter("ignore")
        worker = threading.Thread(
            target=lambda: npuzzle.solve("korf:82", "hda", threads=2, time_limit=0.6), daemon=True
        )
        worker.start()
        time.sleep(0.1)
        child = os.fork()
        if not child:
            alone, together = npuzzle.solve("867254301"), npuzzle.solve("867254301", "hda", threads=2)
            os._exit(alone.cost + together.cost)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        worker.join()
        """
    )
    assert said == "62\n"
