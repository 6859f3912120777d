"""Many boards: on all cores, or on the workers of an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from . import _engine
from ._ask import form_of, given
from ._boards import listed_boards
from ._failure import Failure
from ._fields import SolveFields
from ._heuristic import HeuristicLike
from ._keywords import keywords, refuse_others
from ._progress import Progress
from ._solve import Result, listed_solutions, solve
from ._spread import (
    Numbered,
    Outcomes,
    alone_among_others,
    counted,
    in_order,
    is_over,
    spread,
    threads_of,
)
from .errors import Error, Interrupted

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board, Token
    from ._executors import ExecutorLike
    from ._fields import Algorithm

#: So many small boards are worth a table of all distances, of sizes up to so many cells.
WORTH_A_TABLE, MOST_CELLS = 100, 10
#: Whether a question can be asked is tried on boards of so many sizes.
MOST_SIZES = 8

@dataclass
class Question:
    """What is asked of each board. It is sent to workers as it is."""

    algorithm: str | None
    heuristic: HeuristicLike | None
    functions: Mapping[str, Callable[[Board], Any]] | None
    fields: dict[str, Any]
    #: Ends work in threads of this process.
    token: Token | None = None

    @property
    def has_functions(self) -> bool:
        """Whether there is Python in it."""
        is_name = self.heuristic is None or isinstance(self.heuristic, str)
        return bool(self.functions) or not is_name

    def solve(self, board: Board, token: Token | None = None) -> Result:
        """The result of one board."""
        options: dict[str, Any] = {"functions": self.functions, "progress": False, **self.fields}
        result: Result = solve(board, self.algorithm, self.heuristic, token=token, **options)
        return result


@keywords(SolveFields)
def solve_many(
    boards: Any,
    algorithm: Algorithm | None = None,
    heuristic: HeuristicLike | None = None,
    *,
    executor: ExecutorLike = None,
    as_completed: bool = False,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
    token: Token | None = None,
    **fields: Unpack[SolveFields],
) -> Iterator[Result | Failure]:
    """Solve many boards on all cores, or on a cluster: an iterator over the results.

    ``boards`` is anything that :func:`npuzzle.boards` reads: a list, an array with a row per board, the
    name of a set. The fields and the limits hold for each board by itself. Results come in the order of
    the boards, each as soon as those before it are there; with ``as_completed=True`` each as soon as it
    is done. A board that cannot be read or solved gives a :class:`npuzzle.Failure` in its place, and the
    others go on. A question that cannot be asked of any board is an error at once.

    >>> import npuzzle
    >>> results = list(npuzzle.solve_many("random:3x3:200:7"))
    >>> len(results), all(result.optimal for result in results), results[0].heuristic
    (200, True, 'perfect')
    >>> [result.cost for result in npuzzle.solve_many(["123406758", "1 2 3"], "astar")]
    [2, None]

    Unless a search is named, a hundred small boards or more with one goal share the table of all its
    distances (``ida`` with ``perfect``), which is far faster than a search for each; others are solved
    by ``auto``. A search uses one thread, so that counts do not vary; ``threads`` says how many boards
    are solved at a time. Boards are solved one after the other if there are functions of your own.

    ``executor`` is ``"ray"`` (after ``ray.init``), ``"dask"`` (with a ``Client``), or an executor of
    ``concurrent.futures``. Boards are then sent to its workers, which need npuzzle installed; ``threads``
    is what each search may use there. A board whose worker is lost is sent again, three times at most.

    >>> from concurrent.futures import ProcessPoolExecutor
    >>> with ProcessPoolExecutor(1) as pool:  # doctest: +SKIP
    ...     costs = [result.cost for result in npuzzle.solve_many("korf:1..10", executor=pool)]

    The work begins with the first result that is asked for, and ends with the iterator. Ctrl-C raises
    :class:`npuzzle.Interrupted`; its ``result`` is the list of results that were done and not given yet.
    A token that is cancelled ends the iterator early.
    """
    refuse_others(solve_many, fields)
    given(token)
    asked: dict[str, Any] = {**fields}
    chosen = listed_boards(boards, form_of(asked))
    asked.update(listed_solutions(asked.get("all")))
    question = Question(algorithm, heuristic, functions, asked)
    readable = [board for board in chosen if not isinstance(board, Failure)]
    _refuse(question, readable)
    if _share_a_table(question, readable):
        question.algorithm, question.heuristic = "ida", "perfect"
    if executor is not None:
        # Only those who ask for it pay for its libraries.
        from ._executors import pool_of

        # Made here, so that an executor that cannot be had is an error at once.
        workers = pool_of(executor, threads_of(asked))
        question.token = workers.token

        def outcomes() -> Iterator[Numbered]:
            return spread(workers, solve_boards, question, readable, is_over(token))

    elif question.has_functions:

        def outcomes() -> Iterator[Numbered]:
            return _one_by_one(question, readable, token)

    else:

        def outcomes() -> Iterator[Numbered]:
            return _together(question, readable, token)

    return _results(chosen, outcomes, as_completed, progress, heuristic is not None)


def _results(
    chosen: Sequence[Board | Failure],
    outcomes: Callable[[], Iterator[Numbered]],
    as_completed: bool,
    progress: Progress,
    has_heuristic: bool,
) -> Iterator[Result | Failure]:
    """Makes results of answers, and puts them where they belong."""
    places = [place for place, board in enumerate(chosen) if not isinstance(board, Failure)]
    held: dict[int, tuple[Any, BaseException | None]] = {}

    def all_outcomes() -> Iterator[Numbered]:
        yield from ((place, board, None) for place, board in enumerate(chosen) if isinstance(board, Failure))
        yield from ((places[number], value, error) for number, value, error in outcomes())

    def made(place: int, value: Any, error: BaseException | None) -> Result | Failure:
        board = chosen[place]
        if isinstance(board, Failure):
            return board
        if error is not None:
            return Failure(board, error)
        return Result(board, value, has_heuristic)

    came = counted(all_outcomes(), len(chosen), progress)
    try:
        for place, value, error in came if as_completed else in_order(came, held):
            yield made(place, value, error)
    except KeyboardInterrupt as raised:
        cause = (raised.__cause__ if isinstance(raised, Interrupted) else None) or raised
        raise Interrupted([made(place, *held[place]) for place in sorted(held)]) from cause
    finally:
        # At once, and not when the last trace of an exception is gone.
        came.close()


def _together(question: Question, boards: list[Board], token: Token | None) -> Iterator[Numbered]:
    """All of them in one call into the engine."""
    if not boards:
        return
    batch = _batch(question, boards, token)
    try:
        while answers := batch.take():
            yield from answers
    finally:
        batch.close()


def _batch(question: Question, boards: Sequence[Board], token: Token | None) -> _engine.Batch:
    means = {"algorithm": question.algorithm, "heuristic": question.heuristic}
    asked = {**question.fields, **means, "board": boards[0]}
    return _engine.Batch(list(boards), asked, token=token)


def _one_by_one(question: Question, boards: Sequence[Board], token: Token | None) -> Iterator[Numbered]:
    """One after the other: functions of Python run one at a time anyhow."""
    for number, board in enumerate(boards):
        outcome = _one(question, board, token)
        if token is not None and token.cancelled:
            return
        yield number, *outcome


def _one(
    question: Question, board: Board, token: Token | None
) -> tuple[str | None, BaseException | None]:
    try:
        return question.solve(board, token).to_json(), None
    except Exception as error:
        return None, error


def solve_boards(question: Question, boards: Sequence[Board]) -> Outcomes:
    """What a worker does with some boards: the JSON of the answer of each, or its error."""
    alone = replace(question, fields=alone_among_others(question.fields))
    return [_one(alone, board, question.token) for board in boards]


def _refuse(question: Question, boards: Sequence[Board]) -> None:
    """Refuses a question that cannot be asked of any board, before it is asked of all."""
    kinds = {(board.shape, board.goal): board for board in boards}
    stopped = _engine.Token()
    stopped.cancel()
    refused: Error | None = None
    # Functions are not called for this.
    names = None if question.has_functions else question.heuristic
    for board in list(kinds.values())[:MOST_SIZES]:
        try:
            replace(question, heuristic=names, functions=None).solve(board, stopped)
            return
        except Error as error:
            refused = refused or error
    if refused is not None:
        raise refused


def _share_a_table(question: Question, boards: Sequence[Board]) -> bool:
    if question.algorithm is not None or question.heuristic is not None or question.functions:
        return False
    if len(boards) < WORTH_A_TABLE or len(boards[0]) > MOST_CELLS:
        return False
    is_usual = question.fields.get("metric") in (None, "single")
    is_usual = is_usual and question.fields.get("beam_width") is None
    return is_usual and len({board.goal for board in boards}) == 1
