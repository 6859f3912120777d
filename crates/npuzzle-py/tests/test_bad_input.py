"""Bad input gets an exception that says what, where and what was expected; never a crash.

Wrong calls are the matter here, so types are not checked where they are made.
"""

# mypy: disable-error-code="arg-type, call-arg, call-overload, operator, dict-item, list-item, unused-ignore"

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from elsewhere import PATIENCE, output

import npuzzle
from npuzzle import Board, errors

BOARD = "1 2 3/4 5 6/7 0 8"


def test_every_function_with_every_kind_of_nonsense() -> None:
    program = Path(__file__).with_name("hostile.py")
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(program)],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done: True\n", "")


MESSAGES: list[tuple[Any, type[Exception], list[str]]] = [
    (lambda: Board("1 2 3/4 5/7 8 0"), errors.BoardError, ["row", "board:1"]),
    (lambda: Board("1 2 3/4 5 6/7 8 8"), errors.BoardError, ["8", "twice"]),
    (
        lambda: Board([[1, 2, 3], [4, 0]]),
        errors.BoardError,
        ["row 2", "2 cells", "rows of one length"],
    ),
    (lambda: Board([1, 2, 3, 4, 0]), errors.BoardError, ["5 cells", "square", "size="]),
    (lambda: Board([1.5, 2.0, 3.0, 0.0]), errors.BoardError, ["1.5", "expected"]),
    (lambda: Board([True, False, 2, 3]), errors.BoardError, ["True", "expected whole numbers"]),
    (lambda: Board(None), errors.BoardError, ["NoneType", "expected a text"]),
    (lambda: Board({1, 2, 3, 0}), errors.BoardError, ["set", "expected"]),
    (lambda: Board(BOARD, "nowhere"), errors.BoardError, ["nowhere", "snail"]),
    (lambda: Board(BOARD).move("D"), errors.BoardError, ["move 1 (`D`)", "bottom row"]),
    (lambda: Board(BOARD).find(9), errors.BoardError, ["tile 9", "0 to 8"]),
    (lambda: Board(BOARD).to_text("xml"), errors.BoardError, ["xml", "rows", "json"]),
    (lambda: npuzzle.solve(BOARD, "a-stra"), errors.RequestError, ["a-stra", "a-star", "catalogue"]),
    (lambda: npuzzle.solve(BOARD, 5), errors.RequestError, ["algorithm", "5", "not a text"]),
    *(
        (lambda ask=ask: ask(BOARD, bool), errors.RequestError, ["`bool` is a function", "'astar', bool"])
        for ask in (npuzzle.solve, npuzzle.trace, npuzzle.compare, npuzzle.solve_many)
    ),
    (lambda: Board(BOARD).solve(bool), errors.RequestError, ["`bool` is a function"]),
    (
        lambda: npuzzle.solve(BOARD, "astar", "manhatan"),
        errors.RequestError,
        ["manhatan", "catalogue"],
    ),
    (lambda: npuzzle.solve(BOARD, "astar", 5), errors.RequestError, ["heuristic", "5", "function"]),
    (
        lambda: npuzzle.solve(BOARD, time_limit="soon"),
        errors.RequestError,
        ["time_limit", "soon", "500ms"],
    ),
    (
        lambda: npuzzle.solve(BOARD, node_limit=-1),
        errors.RequestError,
        ["node_limit", "-1", "whole number"],
    ),
    (
        lambda: npuzzle.solve(BOARD, memory_limit="1 XB"),
        errors.RequestError,
        ["memory_limit", "MiB"],
    ),
    (lambda: npuzzle.solve(BOARD, threads=0), errors.RequestError, ["threads", "from 1"]),
    (
        lambda: npuzzle.solve(BOARD, order="UD"),
        errors.RequestError,
        ["order", "UD", "U, D, L and R"],
    ),
    (lambda: npuzzle.solve(BOARD, moves_of="me"), errors.RequestError, ["moves_of", "me", "blank"]),
    (
        lambda: npuzzle.solve(BOARD, functions=[len]),
        errors.RequestError,
        ["functions", "names", "dictionary"],
    ),
    (lambda: npuzzle.solve(BOARD, functions={"a b": len}), errors.RequestError, ["a b", "letters"]),
    (lambda: npuzzle.solve(BOARD, functions={1: len}), errors.RequestError, ["1", "letters"]),
    (lambda: npuzzle.solve(BOARD, functions={"f": 5}), errors.RequestError, ["f", "called"]),
    (lambda: npuzzle.audit("manhattan", "9"), errors.BoardError, ["size", "9", "4x4"]),
    (lambda: npuzzle.audit([5]), errors.RequestError, ["5", "neither a name nor a function"]),
    (lambda: npuzzle.compare(BOARD, [5]), errors.RequestError, ["algorithms", "5"]),
    (lambda: npuzzle.compare([]), errors.RequestError, ["no board"]),
    (lambda: npuzzle.compare(None), errors.RequestError, ["boards", "None", "not a list"]),
    (
        lambda: npuzzle.space("5x5", count_solutions=True),
        errors.RequestError,
        ["5x5", "at most"],
    ),
    (lambda: npuzzle.generate((0, 3)), errors.BoardError, ["0x3", "1 to 100"]),
    (lambda: npuzzle.heuristic(5), errors.RequestError, ["5", "function"]),
    (lambda: npuzzle.heuristic(len, name="a b"), errors.RequestError, ["a b", "letters"]),
]


@pytest.mark.parametrize(
    ("call", "kind", "words"), MESSAGES, ids=[" ".join(words) for *_, words in MESSAGES]
)
def test_messages_say_what_and_what_was_expected(
    call: Any, kind: type[Exception], words: list[str]
) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert isinstance(caught.value, npuzzle.Error)
    for word in words:
        assert word in str(caught.value)


def test_lists_without_end() -> None:
    board = Board(BOARD)
    for call in (
        lambda: Board(itertools.count()),
        lambda: Board(itertools.count() for _ in itertools.count()),
        lambda: Board(BOARD, itertools.count()),
        lambda: npuzzle.audit(itertools.repeat("manhattan")),
        lambda: npuzzle.compare(itertools.repeat(board)),
        lambda: npuzzle.compare(itertools.count()),
        lambda: npuzzle.compare(board, itertools.repeat("astar")),
        lambda: npuzzle.compare(board, "astar", itertools.repeat(len)),
    ):
        with pytest.raises(npuzzle.Error, match="more than"):
            call()


def test_wrong_calls_are_type_errors() -> None:
    board = Board(BOARD)
    calls: list[Any] = [
        lambda: Board(),
        lambda: Board(BOARD, None, (3, 3)),
        lambda: Board(BOARD, colour="red"),
        lambda: board.solve(colour="red"),
        lambda: npuzzle.solve(),
        lambda: npuzzle.solve(BOARD, "astar", "manhattan", "last"),
        lambda: npuzzle.solve(BOARD, colour="red"),
        lambda: npuzzle.catalogue(5),
        lambda: board.move(),
        lambda: board < board,
        lambda: board + board,
        lambda: board(),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_wrong_keywords_are_refused_with_the_nearest() -> None:
    for wrong, right in [("time_limt", "time_limit"), ("heuristics", "heuristic"), ("moveof", "moves_of")]:
        with pytest.raises(TypeError, match=rf"'{wrong}': did you mean '{right}'\?"):
            npuzzle.solve(BOARD, **{wrong: None})
    with pytest.raises(TypeError, match="'colour': expected heuristics, size, goal, "):
        npuzzle.audit("manhattan", colour="red")


def test_arguments_of_the_wrong_kind_are_refused_by_name() -> None:
    board = Board(BOARD)
    calls: list[tuple[str, Any]] = [
        ("algorithm", lambda: npuzzle.trace(BOARD, 5)),
        ("events", lambda: npuzzle.trace(BOARD, events="many")),
        ("events", lambda: npuzzle.trace(BOARD, events=-1)),
        ("order", lambda: npuzzle.trace(BOARD, order=3)),
        ("order", lambda: npuzzle.compare(BOARD, order=3)),
        ("algorithms", lambda: npuzzle.compare(BOARD, 5)),
        ("heuristics", lambda: npuzzle.audit(5)),
        ("seed", lambda: npuzzle.audit("manhattan", seed=-1)),
        ("count_solutions", lambda: npuzzle.space(count_solutions="yes")),
        ("count", lambda: npuzzle.generate(3, count="many")),
        ("count", lambda: npuzzle.generate(3, count=1.5)),
        ("count", lambda: npuzzle.generate(3, count=-1)),
        ("seed", lambda: npuzzle.generate(3, seed=-1)),
        ("seed", lambda: npuzzle.generate(3, seed=2**70)),
        ("walk", lambda: npuzzle.generate(3, walk=-1)),
        ("optimal_distance", lambda: npuzzle.generate(3, optimal_distance=-1)),
        ("seed", lambda: npuzzle.boards("random:3x3:2", seed=-1)),
        ("all", lambda: npuzzle.solve(BOARD, all=10**30)),
        ("input_format", lambda: Board(BOARD, input_format=3)),
        ("tile", lambda: board.find("1")),
        ("tile", lambda: board.find(-1)),
        ("moves", lambda: board.move(5)),
        ("heuristic", lambda: board.estimate(5)),
        ("format", lambda: board.to_text(3)),
        ("size", lambda: Board(board, size="2x2")),
    ]
    for name, call in calls:
        with pytest.raises(npuzzle.Error, match=name):
            call()


def test_subclasses_of_boards_are_refused() -> None:
    with pytest.raises(TypeError):
        type("Mine", (Board,), {})


def test_pickles_that_were_tampered_with() -> None:
    again = Board._again
    for arguments in [
        ("1 2/3 3", "1 2/3 0", "2x2", None),
        ("1 2/3 0", "x", "2x2", None),
        ("", "", "", None),
    ]:
        with pytest.raises(npuzzle.Error):
            again(*arguments)
    with pytest.raises(TypeError):
        again(1, 2, 3, 4)  # type: ignore[arg-type]


def test_deep_paths_do_not_use_up_the_stack() -> None:
    """In a thread with a small stack, a solution of a hundred thousand steps."""
    said = output(
        """
        import threading, npuzzle
        class Line(npuzzle.Problem):
            initial = 0
            def actions(self, state): return ["on"]
            def result(self, state, action): return state + 1
            def is_goal(self, state): return state == 20_000
            def heuristic(self, state): return 20_000 - state
        def work():
            for algorithm in ("ida", "rbfs", "dfs", "dls(limit=1000000)", "parallel-ida"):
                print(npuzzle.solve(Line(), algorithm).cost)
        threading.stack_size(128 * 1024)
        worker = threading.Thread(target=work)
        worker.start()
        worker.join()
        """
    )
    assert said.split() == ["20000"] * 5


def test_work_with_little_memory() -> None:
    pytest.importorskip("resource")
    said = output(
        """
        import resource, npuzzle
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        result = npuzzle.solve("korf:82", "bfs", memory_limit="40MiB")
        print(result.status, "memory" in result.reason)
        """
    )
    assert said == "stopped True\n"
