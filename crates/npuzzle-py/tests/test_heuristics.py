"""Your own heuristics: any function from a board to a number."""

from __future__ import annotations

import functools
import threading
import traceback
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from elsewhere import output

import npuzzle
from npuzzle import Board

HARDEST = "867254301"
MEDIUM = "1 4 2/7 0 5/8 3 6"
EASY = "1 2 3/5 0 6/4 7 8"
#: Searches that ask the heuristic.
INFORMED = [name for name, card in npuzzle.catalogue().algorithms.items() if card["informed"]]
#: Those that take any heuristic of boards.
GENERAL = [name for name in INFORMED if name not in ("tile-ida", "tile-beam", "constructive")]
NEEDS_CONSISTENCY = ["nba", "bae", "parallel-bae"]


def my_manhattan(board: Board) -> int:
    """The usual one."""
    total = 0
    for tile in range(1, len(board)):
        (row, col), (home_row, home_col) = board.find(tile), board.home(tile)
        total += abs(row - home_row) + abs(col - home_col)
    return total


def test_a_function_counts_as_the_built_in_one_does() -> None:
    claimed = npuzzle.heuristic(my_manhattan, consistent=True)
    for algorithm in GENERAL:
        if algorithm in ("auto", "parallel-ida", "hda", "parallel-bae"):
            continue
        board = HARDEST if algorithm == "astar" else EASY
        own = npuzzle.solve(board, algorithm, claimed)
        built_in = npuzzle.solve(board, algorithm, "manhattan")
        assert own.cost == built_in.cost
        # A search from both ends asks the function about one of them only.
        if "both" not in npuzzle.catalogue().algorithms[algorithm]["kind"]:
            assert own.moves == built_in.moves
            assert own.stats.expanded == built_in.stats.expanded
            assert own.stats.generated == built_in.stats.generated


@pytest.mark.parametrize("algorithm", GENERAL)
@pytest.mark.parametrize("threads", [None, 2])
def test_every_search_takes_a_function(algorithm: str, threads: int | None) -> None:
    claimed = npuzzle.heuristic(my_manhattan, consistent=True)
    result = npuzzle.solve(EASY, algorithm, claimed, threads=threads)
    best = npuzzle.solve(EASY).cost
    assert result.solved and result.boards()[-1].is_goal()
    assert result.heuristic == "my_manhattan" or algorithm == "auto"
    assert result.cost == best or npuzzle.catalogue().algorithms[algorithm]["optimal"] == "no"


@pytest.mark.parametrize("size", [(2, 2), (2, 5), (3, 4), (4, 4), (5, 5)])
def test_auto_takes_a_function_on_boards_of_every_size(size: tuple[int, int]) -> None:
    board = npuzzle.generate(size, seed=3, walk=20)
    asked = []

    def watching(board: Board) -> int:
        asked.append(board.shape)
        return my_manhattan(board)

    result = board.solve(heuristic=watching)
    assert result.solved and result.boards()[-1].is_goal()
    assert set(asked) == {size}


def test_the_function_sees_boards_with_their_goal() -> None:
    seen = []

    def looking(board: Board) -> int:
        seen.append(board)
        return 0

    start = npuzzle.generate(3, "snail", walk=8, seed=2)
    result = npuzzle.solve(start, "astar", looking)
    assert start in seen and start.goal in seen
    assert all(type(board) is Board and board.goal == start.goal for board in seen)
    assert len(seen) == len(set(seen)), "a board was asked about twice"
    assert result.stats.evaluated >= len(seen)
    assert set(result.boards()) <= set(seen)


# Numbers.

HALVES: dict[str, Callable[[int], Any]] = {
    "int": lambda number: number,
    "float": lambda number: number / 2,
    "tenths": lambda number: number * 0.7,
    "fraction": lambda number: Fraction(number, 3),
    "decimal": lambda number: Decimal(number) / 4,
    "whole decimal": Decimal,
    "bool": lambda number: number > 0,
    "very small": lambda number: number * 1e-9,
    "zero float": lambda number: 0.0,
    "minus zero": lambda number: -0.0,
}


@pytest.mark.parametrize("kind", HALVES)
def test_numbers_of_every_kind(kind: str) -> None:
    convert = HALVES[kind]
    for algorithm in ("astar", "ida", "fringe"):
        result = npuzzle.solve(EASY, algorithm, lambda board: convert(my_manhattan(board)))
        assert result.cost == npuzzle.solve(EASY).cost


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u4", "i8", "f2", "f4", "f8", "?"])
def test_numbers_of_numpy(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    number = numpy.dtype(kind).type
    result = npuzzle.solve(MEDIUM, "astar", lambda board: number(my_manhattan(board)))
    built_in = npuzzle.solve(MEDIUM, "astar", "manhattan")
    assert result.cost == built_in.cost
    assert kind == "?" or result.stats.expanded == built_in.stats.expanded
    zero_dimensional = npuzzle.solve(EASY, "astar", lambda board: numpy.array(my_manhattan(board)))
    assert zero_dimensional.cost == npuzzle.solve(EASY).cost


@pytest.mark.parametrize("parts", [2, 3, 7, 10, 16, 1000])
def test_parts_of_a_move_are_counted_exactly(parts: int) -> None:
    functions: dict[str, Callable[[Board], Any]] = {
        "exact": lambda board: Fraction(my_manhattan(board), parts),
        "rounded": lambda board: my_manhattan(board) / parts,
    }
    whole = npuzzle.solve(MEDIUM, "greedy", "manhattan")
    for name in functions:
        result = npuzzle.solve(MEDIUM, "greedy", f"{parts}*{name}", functions=functions)
        assert result.moves == whole.moves
        assert result.stats.expanded == whole.stats.expanded
    audit = npuzzle.audit(
        [f"{parts}*exact", f"{parts}*rounded", "manhattan"], "2x3", functions=functions
    )
    assert len({verdict.mean_h for verdict in audit}) == 1 and audit.dominance == []


BAD_VALUES: list[Any] = [
    None,
    -1,
    -0.5,
    float("nan"),
    -float("inf"),
    "5",
    b"5",
    [5],
    (5,),
    {},
    pytest.param(object(), id="object"),
    1j,
    2**70,
    1e30,
    Fraction(-1, 3),
    Decimal("NaN"),
    Decimal(-1),
    Ellipsis,
    int,
]


@pytest.mark.parametrize("value", [float("inf"), Decimal("Infinity")], ids=repr)
def test_infinity_is_a_very_large_estimate(value: Any) -> None:
    assert npuzzle.solve(EASY, "astar", lambda board: 0 if board.is_goal() else value).solved
    assert npuzzle.audit(lambda board: value, "2x2").admissible is False


@pytest.mark.parametrize("value", BAD_VALUES, ids=repr)
def test_values_that_are_no_estimates_are_refused(value: Any) -> None:
    for ask in (
        lambda: npuzzle.solve(EASY, "astar", lambda board: value),
        lambda: npuzzle.solve(EASY, "ida", lambda board: value),
        lambda: npuzzle.audit(lambda board: value, "2x2"),
        lambda: npuzzle.compare(EASY, "astar", [lambda board: value]),
        lambda: npuzzle.trace(EASY, "astar", lambda board: value),
    ):
        with pytest.raises(npuzzle.errors.HeuristicError, match="`lambda` returned") as caught:
            ask()
        assert "board" in str(caught.value) and len(str(caught.value)) < 300
        if value is None:
            assert "`return` missing" in str(caught.value)


def test_values_that_cannot_even_be_shown() -> None:
    class Hostile:
        def __repr__(self) -> str:
            raise RuntimeError("no")

        __str__ = __float__ = __int__ = __index__ = __repr__

    with pytest.raises(npuzzle.errors.HeuristicError):
        npuzzle.solve(EASY, "astar", lambda board: Hostile())


# Exceptions.


class Unique(Exception):
    """Only the test raises it."""


def failing(after: int, error: BaseException) -> Callable[[Board], int]:
    """A function that works a while."""
    calls = 0

    def the_function_that_fails(board: Board) -> int:
        nonlocal calls
        calls += 1
        if calls > after:
            raise error
        return 0

    return the_function_that_fails


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "astar": lambda function: npuzzle.solve(HARDEST, "astar", function),
    "ida": lambda function: npuzzle.solve(HARDEST, "ida", function),
    "greedy": lambda function: npuzzle.solve(HARDEST, "greedy", function),
    "auto": lambda function: npuzzle.solve(HARDEST, None, function),
    "hda": lambda function: npuzzle.solve(HARDEST, "hda", function, threads=2),
    "parallel-ida": lambda function: npuzzle.solve(HARDEST, "parallel-ida", function, threads=2),
    "expression": lambda function: npuzzle.solve(
        HARDEST, "astar", "max(manhattan, mine)", functions={"mine": function}
    ),
    "trace": lambda function: npuzzle.trace(HARDEST, "astar", function),
    "audit": lambda function: npuzzle.audit(function),
    "audit on two threads": lambda function: npuzzle.audit(function, threads=2),
    "sampled audit": lambda function: npuzzle.audit(function, "1x14", samples=99, seed=1),
    "compare": lambda function: npuzzle.compare([HARDEST, EASY], ["astar", "ida"], function),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("after", [0, 1, 9])
def test_exceptions_pass_through_with_their_traceback(question: str, after: int) -> None:
    error = Unique("this very one")
    with pytest.raises(Unique) as caught:
        QUESTIONS[question](failing(after, error))
    assert caught.value is error
    frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert frames[-1] == "the_function_that_fails"
    assert frames[0] == "test_exceptions_pass_through_with_their_traceback"


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    "kind",
    [
        SystemExit,
        GeneratorExit,
        StopIteration,
        MemoryError,
        RecursionError,
        BaseException,
        npuzzle.Error,
    ],
)
def test_exceptions_of_every_kind_pass_through(question: str, kind: type[BaseException]) -> None:
    error = kind("this very one")
    with pytest.raises(kind) as caught:
        QUESTIONS[question](failing(1, error))
    assert caught.value is error


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_interrupt_raised_by_the_function_itself(question: str) -> None:
    error = KeyboardInterrupt("this very one")
    with pytest.raises(npuzzle.Interrupted) as caught:
        QUESTIONS[question](failing(1, error))
    assert caught.value.__cause__ is error


def test_after_an_exception_the_function_is_asked_no_more() -> None:
    for question in ("astar", "ida", "audit", "compare", "trace"):
        asked = []

        def counting(board: Board) -> int:
            asked.append(board)
            raise Unique

        with pytest.raises(Unique):
            QUESTIONS[question](counting)
        assert len(asked) == 1, question


def test_endless_recursion_is_an_exception() -> None:
    def endless(board: Board) -> int:
        return endless(board)

    with pytest.raises(RecursionError):
        npuzzle.solve(EASY, "astar", endless)


def test_functions_that_cannot_be_called_like_that() -> None:
    def needs_two(board: Board, other: object) -> int:
        return 0

    uncallable: list[Any] = [needs_two, lambda: 0, int, npuzzle.Problem, isinstance, Unique]
    for wrong in uncallable:
        with pytest.raises((TypeError, npuzzle.errors.HeuristicError)):
            npuzzle.solve(EASY, "astar", wrong)
    no_functions: list[Any] = [5, 0.5, [my_manhattan], {}, b"manhattan", object(), True]
    for not_callable in no_functions:
        with pytest.raises(npuzzle.errors.RequestError, match="heuristic"):
            npuzzle.solve(EASY, "astar", not_callable)


# What a function may do.


def test_a_function_may_ask_the_package_itself() -> None:
    def deep(board: Board) -> int:
        inner = npuzzle.solve(board, "astar", my_manhattan)
        assert inner.cost is not None
        return inner.cost

    result = npuzzle.solve(EASY, "astar", deep)
    assert result.cost == npuzzle.solve(EASY).cost
    assert result.stats.expanded == result.cost

    def deeper(board: Board) -> int:
        return npuzzle.audit(lambda board: 0, "2x2").states * 0 + (board.estimate() or 0)

    assert npuzzle.solve(EASY, "ida", deeper).cost == result.cost


def test_an_exception_of_an_inner_search_passes_through_both() -> None:
    error = Unique("inner")

    def outer(board: Board) -> Any:
        return npuzzle.solve(board, "astar", failing(0, error)).cost

    with pytest.raises(Unique) as caught:
        npuzzle.solve(EASY, "hda", outer, threads=2)
    assert caught.value is error


def test_functions_of_several_threads_at_once() -> None:
    answers: list[Any] = []

    def work(seed: int) -> None:
        board = npuzzle.generate(3, seed=seed)
        own = npuzzle.solve(board, "astar", lambda board: my_manhattan(board))
        answers.append((own.cost, npuzzle.solve(board).cost))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(answers) == 6 and all(own == best for own, best in answers)


def test_parallel_searches_ask_on_their_own_threads() -> None:
    names = set()

    def where(board: Board) -> int:
        names.add(threading.get_ident())
        return my_manhattan(board)

    assert npuzzle.solve(HARDEST, "hda", where, threads=3).cost == 31
    assert len(names) > 1
    names.clear()
    assert npuzzle.solve(HARDEST, "astar", where).cost == 31
    assert names == {threading.get_ident()}


def test_a_debugger_sees_the_function() -> None:
    """Breakpoints, profilers and coverage rest on trace functions of the caller's thread."""
    said = output(
        """
        import sys, npuzzle
        seen = set()
        def mine(board):
            return 0
        def look(frame, event, argument):
            seen.add(frame.f_code.co_name)
        sys.settrace(look)
        npuzzle.solve("123456708", "astar", mine)
        sys.settrace(None)
        print("mine" in seen)
        """
    )
    assert said == "True\n"


# Labels.


def test_without_claims_nothing_is_promised() -> None:
    def mine(board: Board) -> int:
        return my_manhattan(board)

    result = npuzzle.solve(HARDEST, "astar", mine)
    assert result.cost == 31 and result.proof == "found" and not result.optimal
    assert "`mine`" in str(result.reason) and "audit" in str(result.reason)
    assert (result.lower_bound or 0) < 31
    for algorithm in NEEDS_CONSISTENCY:
        with pytest.raises(npuzzle.errors.RequestError, match="needs a consistent heuristic"):
            npuzzle.solve(HARDEST, algorithm, mine)


def test_claims_are_no_proofs() -> None:
    @npuzzle.heuristic(consistent=True)
    def mine(board: Board) -> int:
        return my_manhattan(board)

    assert mine.admissible and mine.consistent
    for algorithm in ["astar", "ida", *NEEDS_CONSISTENCY]:
        result = npuzzle.solve(HARDEST, algorithm, mine)
        assert result.cost == 31 and result.proof == "found"
        assert "as it is claimed to be" in str(result.reason)
    claimed = npuzzle.heuristic(lambda board: my_manhattan(board), admissible=True, name="claimed")
    assert npuzzle.solve(HARDEST, "astar", claimed).proof == "found"
    with pytest.raises(npuzzle.errors.RequestError, match="needs a consistent heuristic"):
        npuzzle.solve(HARDEST, "nba", claimed)


def test_an_audit_of_all_boards_is_a_proof() -> None:
    def mine(board: Board) -> int:
        return my_manhattan(board)

    board = npuzzle.generate("2x3", seed=1)
    assert npuzzle.solve(board, "astar", mine).proof == "found"
    assert npuzzle.audit(mine, "2x3").consistent
    for algorithm in ["astar", "ida", *NEEDS_CONSISTENCY]:
        result = npuzzle.solve(board, algorithm, mine)
        assert result.proof == "optimal" and result.reason is None
        assert result.cost == npuzzle.solve(board).cost
    assert npuzzle.solve(board, "astar", npuzzle.heuristic(mine)).proof == "optimal"
    # It holds for that shape and that goal only, and for that function.
    assert npuzzle.solve(npuzzle.generate("3x2", seed=1), "astar", mine).proof == "found"
    assert npuzzle.solve(board, "astar", mine, goal="first").proof in ("found", "none")
    assert npuzzle.solve(board, "astar", lambda board: mine(board)).proof == "found"
    # An expression is as good as its parts.
    both = npuzzle.solve(board, "astar", "max(misplaced, mine)", functions={"mine": mine})
    assert both.proof == "optimal"
    assert npuzzle.solve(board, "astar", "2*mine", functions={"mine": mine}).proof != "optimal"


def test_an_audit_that_finds_a_flaw_proves_nothing() -> None:
    @npuzzle.heuristic(consistent=True)
    def too_much(board: Board) -> int:
        return 3 * my_manhattan(board)

    board = npuzzle.generate("2x3", seed=4)
    audit = npuzzle.audit(too_much, "2x3")
    assert not audit.admissible
    result = npuzzle.solve(board, "astar", too_much)
    assert result.proof == "found"


def test_a_flawed_heuristic_that_claims_too_much_is_never_called_optimal() -> None:
    liar = npuzzle.heuristic(lambda board: 4 * my_manhattan(board), consistent=True, name="liar")
    best = npuzzle.solve(HARDEST).cost
    for algorithm in GENERAL:
        result = npuzzle.solve(HARDEST, algorithm, liar, node_limit=20_000)
        if result.proof == "optimal":
            assert result.cost == best, algorithm
        assert result.lower_bound is None or result.lower_bound <= 31, algorithm


# Names.


class Callable_:
    def __call__(self, board: Board) -> int:
        return my_manhattan(board)

    def method(self, board: Board) -> int:
        return my_manhattan(board)

    @staticmethod
    def static(board: Board) -> int:
        return my_manhattan(board)

    @classmethod
    def of_class(cls, board: Board) -> int:
        return my_manhattan(board)


def weighted(weight: int, board: Board) -> int:
    return weight * my_manhattan(board)


def test_callables_of_every_kind_have_names() -> None:
    def manhattan(board: Board) -> int:
        return 0

    def größe(board: Board) -> int:
        return 0

    def _private(board: Board) -> int:
        return 0

    named: list[tuple[Any, str]] = [
        (my_manhattan, "my_manhattan"),
        (lambda board: 0, "lambda"),
        (Callable_(), "Callable_"),
        (Callable_().method, "method"),
        (Callable_.static, "static"),
        (Callable_.of_class, "of_class"),
        (functools.partial(weighted, 1), "partial"),
        (functools.lru_cache(my_manhattan), "my_manhattan"),
        (len, "len"),
        (sum, "sum"),
        (manhattan, "own_manhattan"),
        (max, "own_max"),
        (npuzzle.heuristic(my_manhattan, name="mine"), "mine"),
    ]
    for function, name in named:
        assert npuzzle.solve("123456708", "astar", function).heuristic == name
    for odd in (größe, _private):
        result = npuzzle.solve("123456708", "astar", odd)
        assert result.heuristic and result.heuristic.isascii() and result.cost == 1


def test_functions_of_one_name_are_kept_apart() -> None:
    functions = [lambda board: 0, lambda board: 1, lambda board: 2]
    names = [verdict.name for verdict in npuzzle.audit(functions, "2x2")]
    assert len(set(names)) == 3
    means = [verdict.mean_h for verdict in npuzzle.audit(functions, "2x2")]
    assert means == [0, 1, 2]
    runs = npuzzle.compare(EASY, "astar", [*functions, "manhattan", my_manhattan])
    assert len({run["heuristic"] for run in runs}) == 5

    def manhattan(board: Board) -> int:
        return 1

    audit = npuzzle.audit(["manhattan", manhattan], "2x2")
    assert audit["own_manhattan"].mean_h == 1 and audit["manhattan"].mean_h > 1


def test_expressions_may_name_functions() -> None:
    mine = {"mine": my_manhattan, "half": lambda board: my_manhattan(board) / 2}
    built_in = npuzzle.solve(HARDEST, "astar", "manhattan")
    for expression in ("mine", "max(mine, half)", "max(misplaced, mine)", "half + half", "2*half"):
        result = npuzzle.solve(HARDEST, "astar", expression, functions=mine)
        assert result.heuristic == expression
        assert result.stats.expanded == built_in.stats.expanded, expression
    audit = npuzzle.audit(["max(mine, misplaced)", "mine"], "2x3", functions=mine)
    assert audit.admissible and len(audit) == 2
    assert len(npuzzle.compare(EASY, "astar", ["mine", "half"], functions=mine)) == 2
    with pytest.raises(npuzzle.errors.RequestError, match="unknown heuristic"):
        npuzzle.solve(HARDEST, "astar", "mine")


@pytest.mark.parametrize(
    "name", ["manhattan", "md", "max", "min", "", "1st", "a b", "a-b", "größe", "x\0", "_x"]
)
def test_names_that_functions_cannot_have(name: str) -> None:
    taken = {alias for card in npuzzle.catalogue().heuristics.values() for alias in card["aliases"]}
    if name == "md" and name not in taken:
        pytest.skip("no alias")
    with pytest.raises(npuzzle.errors.RequestError):
        npuzzle.solve(EASY, "astar", name or "zero", functions={name: my_manhattan})
    if name not in ("manhattan", "md", "max", "min"):
        with pytest.raises(npuzzle.errors.RequestError):
            npuzzle.heuristic(my_manhattan, name=name)


def test_a_heuristic_is_still_a_function() -> None:
    wrapped = npuzzle.heuristic(my_manhattan, admissible=True)
    assert wrapped(Board(EASY)) == my_manhattan(Board(EASY))
    assert wrapped.__doc__ == my_manhattan.__doc__
    assert getattr(wrapped, "__name__") == "my_manhattan"
    assert wrapped.admissible and not wrapped.consistent
    assert repr(wrapped) == "<heuristic my_manhattan, claimed to be admissible>"
    again = npuzzle.heuristic(wrapped, consistent=True)
    assert npuzzle.solve(EASY, "nba", again).cost == npuzzle.solve(EASY).cost
    refused: list[Any] = [5, "manhattan", []]
    for no_function in refused:
        with pytest.raises(npuzzle.errors.RequestError):
            npuzzle.heuristic(no_function)
