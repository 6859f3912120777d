"""Many boards in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from . import _engine
from ._answer import end
from ._ask import form_of, given
from ._boards import boards as several_boards
from ._fields import SolveFields
from ._heuristic import HeuristicLike
from ._keywords import keywords, refuse_others
from ._progress import Progress, Watching
from ._solve import Result, solve

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Board, Token

#: So many small boards are worth a table of all distances, of sizes up to so many cells.
WORTH_A_TABLE, MOST_CELLS = 100, 10


@keywords(SolveFields)
def solve_all(
    boards: Any,
    algorithm: str | None = None,
    heuristic: HeuristicLike | None = None,
    *,
    functions: Mapping[str, Callable[[Board], Any]] | None = None,
    progress: Progress = None,
    token: Token | None = None,
    **fields: Unpack[SolveFields],
) -> list[Result]:
    """Solve many boards in one call, on all threads: a list of results, in order.

    ``boards`` is anything that :func:`npuzzle.boards` reads: a list, an array with a row per board, the
    name of a set. The fields and the limits hold for each board by itself. Unless a search is named,
    a hundred small boards or more with one goal share the table of all its distances (``ida`` with
    ``perfect``), which is far faster than a search for each; others are solved by ``auto``.

    >>> import npuzzle
    >>> results = npuzzle.solve_all("random:3x3:200:7")
    >>> len(results), all(result.optimal for result in results), results[0].heuristic
    (200, True, 'perfect')
    """
    refuse_others(solve_all, fields)
    asked: dict[str, Any] = {**fields}
    chosen = several_boards(boards, **form_of(asked))
    if functions or (heuristic is not None and not isinstance(heuristic, str)):
        shared: dict[str, Any] = {"functions": functions, "progress": progress, "token": token}
        return [solve(board, algorithm, heuristic, **shared, **asked) for board in chosen]
    if algorithm is None and heuristic is None and _share_a_table(chosen):
        algorithm, heuristic = "ida", "perfect"
    if not chosen:
        return []
    asked.update(board=chosen[0], algorithm=algorithm, heuristic=heuristic)
    with Watching(progress) as watch:
        answers, raised = _engine.solve_all(chosen, asked, watch=watch, token=given(token))
    results = [
        Result(board, answer) for board, answer in zip(chosen, answers, strict=False)
    ]
    if raised is not None:
        end(raised, results)
    return results


def _share_a_table(boards: list[Board]) -> bool:
    if len(boards) < WORTH_A_TABLE or len(boards[0]) > MOST_CELLS:
        return False
    goals = {board.goal for board in boards}
    return len(goals) == 1
