"""Ctrl-C, other threads and other processes while the engine works.

No test here looks at a clock. A signal is sent when the engine has reported that it is at work, and
the searches take so long that only the signal can be what ended them.
"""

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
from elsewhere import PATIENCE, interrupted, output, run

import npuzzle
from npuzzle import Board

HARDEST = "867254301"

if sys.platform == "win32":
    pytest.skip("signals are another matter on Windows", allow_module_level=True)

#: What the engine calls while it works.
Watch = Callable[["int | None", "int | None", str], None]


class Enough(Exception):
    """Ends a search from within its reports."""


@contextmanager
def sends(signal_number: signal.Signals, when: Callable[[], bool]) -> Iterator[None]:
    """Sends this process a signal as soon as a condition holds, unless the block ends before."""
    is_over = threading.Event()

    def send() -> None:
        while not is_over.is_set():
            if when():
                os.kill(os.getpid(), signal_number)
                return
            time.sleep(0.001)

    sender = threading.Thread(target=send)
    sender.start()
    try:
        yield
    finally:
        is_over.set()
        sender.join()


class Begun:
    """Watches a search: has it reported that it is at work, or has got so far?"""

    def __init__(
        self, so_far: Callable[[int | None, str], bool] = lambda done, words: True
    ) -> None:
        self.so_far = so_far
        self.is_so_far = False

    def __call__(self, done: int | None, total: int | None, words: str) -> None:
        self.is_so_far = self.is_so_far or self.so_far(done, words)


def interrupt(
    question: Callable[[Watch], Any],
    so_far: Callable[[int | None, str], bool] = lambda done, words: True,
    turns: int = 1,
) -> npuzzle.Interrupted:
    """What is raised when Ctrl-C comes, which is when the search has reported that it is ``so_far``.

    Before that the thread that sends it takes so many turns.
    """
    begun = Begun(so_far)
    taken = 0

    def when() -> bool:
        nonlocal taken
        taken += begun.is_so_far
        return taken == turns

    with pytest.raises(KeyboardInterrupt) as caught, sends(signal.SIGINT, when):
        question(begun)
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


def solve(*arguments: Any, **options: Any) -> Callable[[Watch], Any]:
    """A question that reports on itself."""
    return lambda watch: npuzzle.solve(*arguments, **options, progress=watch)


SEARCHES: dict[str, Callable[[Watch], Any]] = {
    "ida": solve("korf:82", "ida", "manhattan"),
    "bfs": solve("korf:82", "bfs"),
    "auto on 24 tiles": solve("korf24:1"),
    "auto on a huge board": solve(npuzzle.generate(60, seed=1)),
    "a table": solve("korf24:1", "ida", "pdb"),
    "parallel-ida": solve("korf:82", "parallel-ida", "manhattan", threads=2),
    "hda": solve("korf:82", "hda", "misplaced", threads=2),
    "tile-ida": solve("korf24:1", "tile-ida"),
    "tile-beam": solve(npuzzle.generate(20, seed=1), "tile-beam"),
    "counting solutions": solve("korf24:1", all=True),
    "own function, astar": solve("korf:82", "astar", in_python),
    "own function, ida": solve("korf:82", "ida", in_python),
    "own function, auto": solve("korf:82", None, in_python),
    "own function, hda": solve("korf:82", "hda", in_python, threads=2),
    "own function, parallel-ida": solve("korf:82", "parallel-ida", in_python, threads=2),
    "function written in C": solve("korf:82", "ida", len),
    "own expression": solve("korf24:1", "ida", "max(pdb, mine)", functions={"mine": in_python}),
}


@pytest.mark.parametrize("search", SEARCHES)
def test_ctrl_c_stops_a_search_and_leaves_its_result(search: str) -> None:
    result = interrupt(SEARCHES[search]).result
    assert isinstance(result, npuzzle.Result)
    if result.cost is None:
        assert result.status == "stopped" and "cancelled" in str(result.reason)
    else:
        # The way of the huge board is too long to hold.
        assert result.cost > 10_000 or result.boards()[-1].is_goal()


def test_the_best_solution_so_far_is_attached() -> None:
    result = interrupt(solve("korf24:1"), lambda done, words: "best" in words).result
    assert isinstance(result, npuzzle.Result)
    assert result.cost is not None and result.boards()[-1].is_goal()
    assert (result.lower_bound or 0) <= result.cost


HALF_ANSWERS: dict[str, Callable[[Watch], Any]] = {
    "audit": lambda watch: npuzzle.audit("manhattan", "3x4", progress=watch),
    "audit of a function": lambda watch: npuzzle.audit(slow_zero, progress=watch),
    "audit by samples": lambda watch: npuzzle.audit("manhattan", 4, samples=10**6, progress=watch),
    "space": lambda watch: npuzzle.space("3x4", progress=watch),
}


def slow_zero(board: Board) -> int:
    for _ in range(300):
        pass
    return 0


@pytest.mark.parametrize("question", HALF_ANSWERS)
def test_half_an_answer_is_none(question: str) -> None:
    assert interrupt(HALF_ANSWERS[question]).result is None


@pytest.mark.parametrize("size", ["3x4", "4x4"])
def test_ctrl_c_before_the_first_call_of_a_function(size: str) -> None:
    called: list[Board] = []

    def counting(board: Board) -> int:
        called.append(board)
        return 0

    interrupt(lambda watch: npuzzle.audit(counting, size, samples=samples(size), progress=watch))
    assert called == []


def samples(size: str) -> int | None:
    """So many that they cannot be done before Ctrl-C comes."""
    return 10**6 if size == "4x4" else None


@pytest.mark.parametrize("heuristic", ["manhattan", in_python], ids=["built in", "own"])
def test_the_runs_before_ctrl_c_are_there(heuristic: Any) -> None:
    hard = Board("korf:82")
    easy = hard.goal.move("RDLU")
    found = interrupt(
        lambda watch: npuzzle.compare([easy, hard], "ida", heuristic, progress=watch),
        lambda done, words: done == 1,
    )
    assert isinstance(found.result, npuzzle.Comparison)
    assert not found.result.complete
    done = [run["cost"] for run in found.result if run["status"] == "solved"]
    assert done == [4]


def test_ctrl_c_in_a_trace() -> None:
    result = interrupt(
        lambda watch: npuzzle.trace("korf:82", "ida", "manhattan", events=100, progress=watch)
    ).result
    assert isinstance(result, npuzzle.Trace)
    assert len(result) == 100 and result.cut and result.result.status == "stopped"


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "ucs", "astar", "ids"])
def test_ctrl_c_in_a_problem_without_end(algorithm: str) -> None:
    result = interrupt(solve(Endless(), algorithm)).result
    assert result is None or isinstance(result, npuzzle.ProblemResult)


def test_ctrl_c_while_boards_are_made() -> None:
    """This does not report on itself: the signal comes when the main thread is in the package."""
    main = threading.main_thread().ident

    def is_at_work() -> bool:
        frame = sys._current_frames().get(main or 0)
        return frame is not None and frame.f_code is npuzzle.generate.__code__

    for question in (
        lambda: npuzzle.generate(10, count=900_000),
        lambda: npuzzle.generate("3x4", optimal_distance=53),
    ):
        with pytest.raises(KeyboardInterrupt), sends(signal.SIGINT, is_at_work):
            question()


def test_after_an_interrupt_everything_works_as_before() -> None:
    for _ in range(3):
        interrupt(solve("korf:82", "ida", in_python))
        interrupt(solve("korf:82", "hda", "manhattan", threads=2))
        assert npuzzle.solve(HARDEST).cost == 31


def test_an_interrupt_can_be_pickled() -> None:
    caught = interrupt(solve("korf:82", "ida", "manhattan"))
    again = pickle.loads(pickle.dumps(caught))
    assert isinstance(again, npuzzle.Interrupted) and isinstance(again, KeyboardInterrupt)
    assert again.result.to_dict() == caught.result.to_dict()


@pytest.mark.parametrize("heuristic", ["manhattan", in_python], ids=["built in", "own"])
def test_a_handler_that_does_not_raise_lets_the_search_go_on(heuristic: Any) -> None:
    heard: list[int] = []
    begun = Begun()
    afterwards = 0

    def watch(done: int | None, total: int | None, words: str) -> None:
        nonlocal afterwards
        begun(done, total, words)
        afterwards += bool(heard)
        if afterwards == 3:
            raise Enough

    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with pytest.raises(Enough), sends(signal.SIGINT, lambda: begun.is_so_far):
            npuzzle.solve("korf:82", "ida", heuristic, progress=watch)
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]
    assert afterwards == 3, "the search did not go on"


@pytest.mark.parametrize("heuristic", ["manhattan", in_python, len], ids=["built in", "own", "C"])
def test_a_handler_that_raises_something_else(heuristic: Any) -> None:
    def handle(number: int, frame: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, handle)
    begun = Begun()
    try:
        with pytest.raises(Enough), sends(signal.SIGALRM, lambda: begun.is_so_far):
            npuzzle.solve("korf:82", "ida", heuristic, progress=begun)
    finally:
        signal.signal(signal.SIGALRM, before)


#: The first lines of programs that say when they are at work.
READY = """
import npuzzle
said = []
def ready(*glimpse):
    if not said:
        said.append(True)
        print("ready", flush=True)
"""

PROGRAM = """
try:
    npuzzle.solve("korf:82", "ida", {heuristic}, progress=ready)
except KeyboardInterrupt as interrupt:
    print(type(interrupt).__name__, interrupt.result.status)
"""


@pytest.mark.parametrize("heuristic", ['"manhattan"', "lambda board: 0", "len"])
def test_ctrl_c_from_outside(heuristic: str) -> None:
    assert interrupted(READY + PROGRAM.format(heuristic=heuristic)) == "Interrupted stopped\n"


def test_a_program_that_does_not_catch_it_ends_as_others_do() -> None:
    printed = interrupted(
        READY + 'npuzzle.solve("korf:82", "ida", "manhattan", progress=ready)'
    )
    assert printed.splitlines()[-1].startswith("npuzzle.errors.Interrupted")


HANGING = """
import itertools
def hang(*arguments):
    ready()
    while True:
        pass
class Hanging(npuzzle.Problem):
    initial = 0
    actions = lambda self, state: [1]
    result = lambda self, state, action: action
    is_goal = hang
class ActionsWithoutEnd(Hanging):
    actions = lambda self, state: ready() or itertools.count()
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
    assert interrupted(READY + HANGING.format(question=question)) == "Interrupted\n"


# Other threads.


@pytest.mark.parametrize(
    "search", ["ida", "auto on 24 tiles", "hda", "own function, ida", "own function, hda"]
)
def test_other_threads_of_python_run_meanwhile(search: str) -> None:
    """Only the other thread ends the search, after many turns of its own."""
    interrupt(SEARCHES[search], turns=50)


def test_searches_of_several_threads_at_once() -> None:
    boards = npuzzle.generate(3, count=40, seed=5)
    expected = [board.solve(algorithm="bfs").cost for board in boards]
    with ThreadPoolExecutor(4) as pool:
        for algorithm in ("astar", "hda", "auto"):
            answers = pool.map(lambda board: board.solve(algorithm=algorithm).cost, boards)
            assert list(answers) == expected


def test_ctrl_c_is_for_the_main_thread_alone() -> None:
    """A search of another thread goes on, as other work of other threads does."""
    begun = Begun()
    is_interrupted = threading.Event()
    afterwards = 0
    ended: list[BaseException] = []

    def watch(done: int | None, total: int | None, words: str) -> None:
        nonlocal afterwards
        begun(done, total, words)
        afterwards += is_interrupted.is_set()
        if afterwards == 3:
            raise Enough

    def work() -> None:
        try:
            npuzzle.solve("korf:82", "ida", "manhattan", progress=watch)
        except BaseException as error:
            ended.append(error)

    worker = threading.Thread(target=work)
    with pytest.raises(KeyboardInterrupt), sends(signal.SIGINT, lambda: begun.is_so_far):
        worker.start()
        threading.Event().wait(PATIENCE)
    is_interrupted.set()
    worker.join(PATIENCE)
    assert [type(error) for error in ended] == [Enough]


@pytest.mark.parametrize("algorithm", ["ida", "hda"])
@pytest.mark.parametrize("heuristic", ['"manhattan"', "lambda board: 0", "len"])
def test_a_daemon_thread_does_not_keep_or_crash_the_interpreter(
    algorithm: str, heuristic: str
) -> None:
    # Threads of the engine that call Python at its end used to crash one process in ten.
    is_called_from_the_engine = algorithm == "hda" and heuristic != '"manhattan"'
    for _ in range(5 if is_called_from_the_engine else 1):
        done = run(
            f"""
            import threading, npuzzle
            begun = threading.Event()
            def work():
                npuzzle.solve(
                    "korf:82", "{algorithm}", {heuristic}, threads=2, progress=lambda *told: begun.set()
                )
            threading.Thread(target=work, daemon=True).start()
            begun.wait()
            """
        )
        assert done.returncode == 0 and not done.stderr, done


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
        results = list(pool.map(solved, boards, timeout=PATIENCE))
        assert [result.cost for result in results] == expected
        assert [result.board for result in results] == boards
        assert list(pool.map(cost_of, boards, timeout=PATIENCE)) == expected


def test_errors_come_back_from_other_processes() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        with pytest.raises(npuzzle.errors.BoardError, match="twice"):
            pool.submit(Board, [1, 1, 1, 0]).result(PATIENCE)
        with pytest.raises(npuzzle.errors.RequestError, match="unknown algorithm"):
            pool.submit(npuzzle.solve, HARDEST, "nope").result(PATIENCE)


def test_fork_in_the_middle_of_a_search() -> None:
    said = output(
        """
        import os, threading, warnings, npuzzle
        warnings.simplefilter("ignore")
        begun, enough = threading.Event(), threading.Event()
        def watch(*glimpse):
            begun.set()
            if enough.is_set():
                raise StopIteration
        def work():
            try:
                npuzzle.solve("korf:82", "hda", threads=2, progress=watch)
            except StopIteration:
                print("still at work", flush=True)
        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        begun.wait()
        child = os.fork()
        if not child:
            alone, together = npuzzle.solve("867254301"), npuzzle.solve("867254301", "hda", threads=2)
            os._exit(alone.cost + together.cost)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        enough.set()
        worker.join()
        """
    )
    assert said == "62\nstill at work\n"
