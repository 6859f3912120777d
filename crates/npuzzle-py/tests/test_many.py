"""Many boards: on all cores, and on the workers of executors."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest
from elsewhere import PATIENCE, interrupted

import npuzzle
from npuzzle import Board, _spread

GOAL = Board("123456780")
NEAR = [GOAL.move(moves) for moves in ("U", "L", "UL", "LU", "ULD", "LUU", "UUL")]


def test_all_boards_in_order() -> None:
    boards = npuzzle.generate("2x3", count=120, seed=1)
    results = list(npuzzle.solve_many(boards))
    assert [result.board for result in results] == boards
    assert all(isinstance(result, npuzzle.Result) for result in results)
    assert all(result.optimal and result.boards()[-1].is_goal() for result in results)
    one_by_one = list(npuzzle.solve_many(boards, "astar", "manhattan", threads=1))
    assert [result.cost for result in one_by_one] == [result.cost for result in results]
    assert results[0].heuristic == "perfect" and one_by_one[0].heuristic == "manhattan"
    came = npuzzle.solve_many(boards, "astar", as_completed=True)
    assert Counter(result.board for result in came) == Counter(boards)


def test_whatever_is_read_as_boards() -> None:
    assert [result.cost for result in npuzzle.solve_many("korf:1..2")] == [57, 55]
    assert list(npuzzle.solve_many([])) == []
    rows = npuzzle.distances("3x3").boards[:2]
    assert [result.optimal for result in npuzzle.solve_many(rows)] == [True, True]
    found = npuzzle.solve_many(["123406758", "1 2/3 0"], all=1)
    assert [result.solutions for result in found] == [
        {"count": 1, "listed": ["DR"]},
        {"count": 1, "listed": [""]},
    ]


@pytest.mark.parametrize(
    "fields", [{"metric": "multi"}, {"goal": "snail"}, {"beam_width": 10}], ids=str
)
def test_a_table_is_shared_only_where_it_helps(fields: dict[str, Any]) -> None:
    boards = [board.tiles for board in npuzzle.generate("2x3", count=110, seed=2, **goal_of(fields))]
    form = {**fields, "size": "2x3"}
    expected = [npuzzle.solve(board, **form).cost for board in boards]
    assert [result.cost for result in npuzzle.solve_many(boards, **form)] == expected


def goal_of(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name == "goal"}


def test_a_bad_board_does_not_lose_the_others() -> None:
    boards = ["123406758", "1 1 1 0", None, [1, 2, 3, 4, 5, 6, 7, 8, 0], "123456870"]
    for as_completed in (False, True):
        found = list(npuzzle.solve_many(boards, as_completed=as_completed))
        states = Counter(result.status for result in found)
        assert states == Counter(solved=2, error=2, unsolvable=1)
    found = list(npuzzle.solve_many(boards))
    failed = found[1]
    assert isinstance(failed, npuzzle.Failure) and isinstance(failed.error, npuzzle.errors.BoardError)
    assert failed.board == "1 1 1 0" and "twice" in failed.reason
    assert (failed.solved, failed.optimal, failed.cost, failed.moves) == (False, False, None, None)
    assert failed.to_dict()["status"] == "error" and '"proof": "none"' in failed.to_json()


def test_a_board_that_is_refused_does_not_lose_the_others() -> None:
    # These patterns are for boards of 4x4.
    found = list(npuzzle.solve_many(["123406758", "korf:79"], "ida", "pdb(5-5-5)"))
    assert [result.status for result in found] == ["error", "solved"]


@pytest.mark.parametrize("executor", [None, "threads"])
def test_a_question_that_no_board_can_be_asked_is_an_error_at_once(executor: Any) -> None:
    with ThreadPoolExecutor(1) as pool:
        for wrong in (
            {"algorithm": "no-such"},
            {"heuristic": "no-such"},
            {"heuristic": "pdb(5-5-5)"},
            {"order": "XY"},
            {"algorithm": "no-such", "heuristic": in_python},
        ):
            with pytest.raises(npuzzle.errors.RequestError):
                npuzzle.solve_many(NEAR, **wrong, executor=executor and pool)  # type: ignore[arg-type]


def in_python(board: Board) -> int:
    """A function that can be sent to other processes."""
    return sum(tile != home for tile, home in zip(board, board.goal) if tile)


def fails(board: Board) -> int:
    """The same that is never right."""
    raise ZeroDivisionError("here")


def test_functions_of_python() -> None:
    found = npuzzle.solve_many(NEAR, "astar", in_python)
    assert [result.cost for result in found] == [1, 1, 2, 2, 3, 3, 3]
    failed = list(npuzzle.solve_many(NEAR[:2], "astar", fails))
    assert [type(result.error) for result in failed if isinstance(result, npuzzle.Failure)] == (
        [ZeroDivisionError] * 2
    )
    mixed = npuzzle.solve_many(NEAR[:2], "astar", "max(mine, 0)", functions={"mine": in_python})
    assert [result.cost for result in mixed] == [1, 1]


def test_a_token_ends_it() -> None:
    token = npuzzle.Token()
    token.cancel()
    assert list(npuzzle.solve_many("korf:1..3", token=token)) == []
    assert list(npuzzle.solve_many("korf:1..3", "ida", in_python, token=token)) == []
    with ThreadPoolExecutor(1) as pool:
        assert list(npuzzle.solve_many("korf:1..3", token=token, executor=pool)) == []


def test_an_iterator_that_is_left_ends_its_threads() -> None:
    """Only that ends them: the second board would take years."""
    hard = Board("korf:82")
    found = npuzzle.solve_many([hard.goal.move("R"), hard], "ida", "zero", threads=1)
    assert next(found).solved
    before = threads_of_the_engine()
    found.close()  # type: ignore[attr-defined]
    assert before and wait_for(lambda: not threads_of_the_engine())


def threads_of_the_engine() -> list[str]:
    """The threads of this process that bear the name of the engine."""
    tasks = f"/proc/{os.getpid()}/task"
    if not os.path.exists(tasks):
        pytest.skip("the system does not list threads")

    def name(task: str) -> str:
        try:
            with open(f"{tasks}/{task}/comm") as file:
                return file.read().strip()
        except OSError:
            return ""

    return [task for task in os.listdir(tasks) if name(task) == "npuzzle"]


def wait_for(holds: Callable[[], bool]) -> bool:
    pause = threading.Event()
    for _ in range(int(PATIENCE * 100)):
        if holds():
            return True
        pause.wait(0.01)
    return False


PROGRAM = """
import sys, threading, time, npuzzle
from npuzzle import _many
main = threading.main_thread().ident
def ready():
    while sys._current_frames()[main].f_code is not _many._together.__code__:
        time.sleep(0.01)
    print("ready", flush=True)
hard = npuzzle.Board("korf:82")
found = npuzzle.solve_many([hard.goal.move("R"), hard], "ida", "zero", threads=2)
assert next(found).cost == 1
threading.Thread(target=ready).start()
try:
    next(found)
except KeyboardInterrupt as interrupt:
    print(type(interrupt).__name__, interrupt.result)
"""


def test_ctrl_c() -> None:
    assert interrupted(PROGRAM) == "Interrupted []\n"


class Interrupting(Executor):
    """Hears Ctrl-C at the first board, when the answers of all others have been taken."""

    def __init__(self, boards: int) -> None:
        self.first: Future[Any] = Future()
        self.left = boards - 1

    def submit(self, work: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        if arguments[-1] == NEAR[:1]:
            return self.first
        future = Taken(self)
        future.set_result(work(*arguments))
        return future


class Taken(Future[Any]):
    """Says when its answer has been taken."""

    def __init__(self, executor: Interrupting) -> None:
        super().__init__()
        self.executor = executor

    def result(self, timeout: float | None = None) -> Any:
        self.executor.left -= 1
        if not self.executor.left:
            self.executor.first.set_exception(KeyboardInterrupt())
        return super().result(timeout)


def test_ctrl_c_leaves_what_was_not_given_yet() -> None:
    found = npuzzle.solve_many(NEAR, "astar", executor=Interrupting(len(NEAR)))
    with pytest.raises(npuzzle.Interrupted) as caught:
        next(found)
    assert [result.board for result in caught.value.result] == NEAR[1:]


def test_progress() -> None:
    told: list[tuple[Any, ...]] = []

    def slow(board: Board) -> int:
        threading.Event().wait(0.03)
        return board.estimate()

    def watch(*glimpse: Any) -> None:
        told.append(glimpse)

    list(npuzzle.solve_many(NEAR, "astar", slow, progress=watch))
    assert told and all(0 < done <= total == 7 and words == "boards" for done, total, words in told)
    assert [done for done, *_ in told].count(7) == 1 and told[-1][0] == 7
    # However fast it is, and also where boards cannot be read.
    for boards, total in ((NEAR, 7), ([*NEAR, "nonsense"], 8), (["nonsense"], 1)):
        for as_completed in (False, True):
            told.clear()
            list(npuzzle.solve_many(boards, "astar", as_completed=as_completed, progress=watch))
            assert told.count((total, total, "boards")) == 1 and told[-1][0] == total
    # An iterator that is left early has not come to the end.
    told.clear()
    found = npuzzle.solve_many(NEAR, "astar", slow, progress=watch)
    next(found)
    del found
    assert all(done < 7 for done, *_ in told)

    def enough(*glimpse: Any) -> None:
        raise StopAsyncIteration

    with pytest.raises(StopAsyncIteration):
        list(npuzzle.solve_many(NEAR, "astar", slow, progress=enough))


# Executors.


@pytest.fixture(scope="module")
def processes() -> Any:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_threads_and_processes(processes: Executor) -> None:
    boards = npuzzle.generate(3, count=300, seed=3)
    expected = [result.moves for result in npuzzle.solve_many(boards, threads=1)]
    with ThreadPoolExecutor(2) as threads:
        for pool in (threads, processes):
            found = list(npuzzle.solve_many(boards, executor=pool))
            assert [result.board for result in found] == boards
            assert [result.moves for result in found] == expected
            came = npuzzle.solve_many(boards, executor=pool, as_completed=True)
            assert Counter(result.board for result in came) == Counter(boards)
            by_function = npuzzle.solve_many(NEAR, "astar", in_python, executor=pool)
            assert [result.cost for result in by_function] == [1, 1, 2, 2, 3, 3, 3]
            failed = npuzzle.solve_many(NEAR[:2], "astar", fails, executor=pool)
            assert all("here" in str(result.reason) for result in failed)


def test_work_ends_with_the_iterator() -> None:
    """A thread that solves a board for ever is told to stop."""
    hard = Board("korf:82")
    with ThreadPoolExecutor(1) as pool:
        found = npuzzle.solve_many([hard.goal.move("R"), hard], "ida", "zero", executor=pool)
        assert next(found).solved
        found.close()  # type: ignore[attr-defined]


def test_too_much_is_refused(processes: Executor) -> None:
    for wrong in ("1e9", 10**9):
        with pytest.raises(npuzzle.errors.RequestError, match="too many to deal out"):
            npuzzle.audit("manhattan", "4x4", samples=wrong, executor=processes)
    with pytest.raises(npuzzle.errors.LimitError, match="memory"):
        npuzzle.audit("zero", "100x100", samples=10**6, executor=processes, memory_limit="1GiB")
    with pytest.raises(npuzzle.errors.RequestError, match="threads"):
        npuzzle.compare(npuzzle.problem("hanoi(3,3)"), executor=processes, threads="many")


def test_what_cannot_be_sent(processes: Executor) -> None:
    with pytest.raises(npuzzle.errors.RequestError, match="cannot be sent to other processes"):
        list(npuzzle.solve_many(NEAR, "astar", lambda board: 0, executor=processes))


def test_comparisons(processes: Executor) -> None:
    def counts(table: npuzzle.Comparison) -> list[tuple[Any, ...]]:
        return [(run["id"], run["board"], run["heuristic"], run["expanded"]) for run in table]

    question: Any = (NEAR, ["astar", "bfs"], {"mine": in_python, "theirs": "manhattan"})
    fields: Any = {"group": "size", "baseline": "bfs"}
    here = npuzzle.compare(*question, **fields)
    there = npuzzle.compare(*question, **fields, executor=processes)
    assert there.complete and counts(there) == counts(here)
    assert there.groups[0]["boards"] == here.groups[0]["boards"]
    with pytest.raises(npuzzle.errors.RequestError, match="no-such"):
        npuzzle.compare(NEAR, "no-such", executor=processes)
    towers = [npuzzle.problem("hanoi(3,3)"), npuzzle.problem("hanoi(3,4)")]
    there = npuzzle.compare(towers, ["bfs", "astar"], executor=processes)
    assert [run["cost"] for run in there] == [7, 7, 15, 15]


def test_audits(processes: Executor) -> None:
    # On smaller boards the shortest way that is found depends on the tables that are there.
    sampled: Any = {"samples": 6, "seed": 4}
    asked = ["manhattan", lambda board: 99]
    audits = [npuzzle.audit(asked, "5x5", **sampled, executor=pool) for pool in (processes, None)]
    reports = [{**audit.to_dict(), "seconds": None} for audit in audits]
    assert reports[0] == reports[1] and not audits[0].heuristics[1].admissible
    random = npuzzle.audit("manhattan", "5x5", samples=2, executor=processes).to_dict()
    again = npuzzle.audit("manhattan", "5x5", samples=2, seed=random["sampling"]["seed"])
    assert {**again.to_dict(), "seconds": None} == {**random, "seconds": None}
    tiled = npuzzle.audit("manhattan", "4x4", samples=2, executor=processes)
    assert tiled.to_dict()["sampling"]["boards"] == 2
    for wrong in ("3x3", npuzzle.problem("hanoi(3,3)")):
        subject: Any = ("manhattan", wrong) if isinstance(wrong, str) else (wrong,)
        with pytest.raises(npuzzle.errors.RequestError, match="executor: "):
            npuzzle.audit(*subject, executor=processes)
    with pytest.raises(npuzzle.errors.LimitError):
        npuzzle.audit("manhattan", "4x4", samples=5, executor=processes, time_limit=1e-9)


class Losing(Executor):
    """Does the work at once, but loses it while it may."""

    def __init__(self, losses: Callable[[list[Board]], bool]) -> None:
        self.losses = losses
        self.sent: list[list[Board]] = []

    def submit(self, work: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        boards = arguments[-1]
        self.sent.append(boards)
        future: Future[Any] = Future()
        if self.losses(boards):
            future.set_exception(Lost("a worker was lost"))
        else:
            future.set_result(work(*arguments))
        return future


class Lost(multiprocessing.ProcessError):
    """What such an executor says."""


@pytest.fixture
def losing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concurrent.futures.BrokenExecutor", Lost)
    # Several boards in a chunk from the first on.
    monkeypatch.setattr(_spread, "FIRST_ITEMS", 3)


@pytest.mark.usefixtures("losing")
def test_lost_work_is_done_again_board_by_board() -> None:
    times: Counter[str] = Counter()

    def once(boards: list[Board]) -> bool:
        times[str(boards)] += 1
        return NEAR[1] in boards and times[str(boards)] == 1

    pool = Losing(once)
    found = list(npuzzle.solve_many(NEAR, "astar", executor=pool))
    assert [result.board for result in found] == NEAR and all(result.solved for result in found)
    assert pool.sent[0] == NEAR[:3] and [NEAR[0]] in pool.sent


@pytest.mark.usefixtures("losing")
def test_a_board_that_takes_its_workers_down_is_given_up() -> None:
    pool = Losing(lambda boards: NEAR[1] in boards)
    found = list(npuzzle.solve_many(NEAR, "astar", executor=pool))
    assert [result.status for result in found] == ["solved", "error", *["solved"] * 5]
    assert pool.sent.count([NEAR[1]]) == 4
    table = npuzzle.compare(NEAR[:2], ["astar", "bfs"], executor=pool)
    assert [run["status"] for run in table] == ["solved", "solved", "error", "error"]
    assert table.complete and "lost" in table[2]["reason"]
    audit = npuzzle.audit("manhattan", "4x4", samples=4, seed=1, executor=pool)
    assert audit.to_dict()["sampling"]["boards"] == 4


def dies(board: Board) -> int:
    """Takes the whole process down."""
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_a_pool_of_processes_that_breaks_leaves_failures() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        found = list(npuzzle.solve_many(NEAR, "astar", dies, executor=pool))
        assert [result.status for result in found] == ["error"] * len(NEAR)
    with pytest.raises(RuntimeError, match="not usable"):
        list(npuzzle.solve_many(NEAR, executor=pool))


def test_chunks_grow_with_what_they_take() -> None:
    pool = Losing(lambda boards: False)
    boards = NEAR * 200
    assert len(list(npuzzle.solve_many(boards, "astar", executor=pool))) == len(boards)
    sizes = [len(boards) for boards in pool.sent]
    assert sizes[0] == 1 and max(sizes) > 1 and max(sizes) <= _spread.MOST_ITEMS
    assert sum(sizes) == len(boards)


@pytest.mark.parametrize("executor", ["spark", 3, object(), "RAY"])
def test_other_executors_are_refused(executor: Any) -> None:
    with pytest.raises(npuzzle.errors.RequestError, match="expected 'ray', 'dask' or an executor"):
        npuzzle.solve_many(NEAR, executor=executor)
