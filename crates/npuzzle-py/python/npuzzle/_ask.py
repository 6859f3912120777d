"""Questions to the engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _engine
from ._fields import BoardFields
from ._progress import Progress, Watching
from .errors import BoardError, RequestError

if TYPE_CHECKING:
    from ._engine import Board, Evidence, Token
    from ._heuristic import Function


def ask(
    kind: str,
    fields: dict[str, Any],
    functions: Sequence[tuple[Board, Sequence[Function]]] = (),
    *,
    events: Any = None,
    progress: Progress = False,
    token: Token | None = None,
) -> tuple[Any, BaseException | None]:
    """Ask a question of some kind, such as ``solve``, with these fields: the report of its answer,
    if there is one, and what Python raised meanwhile."""
    answer, raised = ask_for_json(
        kind, fields, functions, events=events, progress=progress, token=token
    )
    return None if answer is None else json.loads(answer), raised


def ask_for_json(
    kind: str,
    fields: dict[str, Any],
    functions: Sequence[tuple[Board, Sequence[Function]]] = (),
    *,
    events: Any = None,
    progress: Progress = False,
    token: Token | None = None,
) -> tuple[str | None, BaseException | None]:
    """The same with the report as JSON: to read it takes as long as a small board."""
    fields = _on_one_thread(fields, functions)
    with Watching(progress) as watch:
        return _engine.ask(
            kind, fields, list(functions), events=events, watch=watch, token=given(token)
        )


def ask_audit(
    fields: dict[str, Any],
    functions: Sequence[tuple[Board, Sequence[Function]]],
    progress: Progress,
    token: Token | None = None,
    samples: tuple[dict[int, str], set[int]] | None = None,
) -> tuple[Any, BaseException | None, list[Evidence | None]]:
    """Ask for an audit: the report, what Python raised meanwhile, and what was seen of each
    heuristic. ``samples`` are the random boards that were solved elsewhere."""
    fields = _on_one_thread(fields, functions)
    with Watching(progress) as watch:
        (answer, raised), seen = _engine.audit(
            fields, list(functions), samples=samples, watch=watch, token=given(token)
        )
    return None if answer is None else json.loads(answer), raised, seen


def given(token: Any) -> Token | None:
    """A token, if one was given."""
    if token is not None and not isinstance(token, _engine.Token):
        raise RequestError(f"token: {token!r} is not a token: expected npuzzle.Token()")
    return token


def refuse_function(algorithm: Any) -> None:
    """Says where a heuristic belongs that stands in the place of the search."""
    if callable(algorithm):
        name = getattr(algorithm, "__name__", repr(algorithm))
        raise RequestError(
            f"algorithm: `{name}` is a function: expected the name of a search; a heuristic stands after it, as in "
            f"solve(board, 'astar', {name})"
        )


def _on_one_thread(fields: dict[str, Any], functions: Sequence[Any]) -> dict[str, Any]:
    """Functions of Python run one at a time: other threads would wait for them."""
    if functions and fields.get("threads") is None:
        return {**fields, "threads": 1}
    return fields


def form_of(fields: dict[str, Any]) -> dict[str, Any]:
    """Takes out the fields that say how boards are read."""
    return {name: fields.pop(name, None) for name in BoardFields.__annotations__}


def board_of(source: Any, fields: dict[str, Any]) -> Board:
    """The board that a question is about. The fields that say how it is read are taken out."""
    form = form_of(fields)
    if isinstance(source, _engine.Board) and all(value is None for value in form.values()):
        return source
    try:
        return _engine.Board(source, **form)
    except BoardError:
        _refuse_problem(source)
        raise


def _refuse_problem(source: Any) -> None:
    """Says how a problem is named that was taken for a board."""
    name, bracket, _ = source.partition("(") if isinstance(source, str) else ("", "", "")
    if bracket and name.strip() in {card["name"] for card in json.loads(_engine.catalogue())["problems"]}:
        raise RequestError(f"{source!r} is a problem, not a board: npuzzle.problem({source!r}) makes it")
