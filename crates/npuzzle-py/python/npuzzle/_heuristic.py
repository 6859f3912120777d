"""Your own heuristics: any function from a board to a number."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, overload

from . import _engine
from ._proofs import Proof, Proofs
from ._several import several
from .errors import RequestError

if TYPE_CHECKING:
    from ._engine import Board, Evidence
    from ._fields import HeuristicName

#: The name of a heuristic, an expression over names, or a function from a board to a number.
HeuristicLike: TypeAlias = "HeuristicName | Callable[[Board], Any]"

#: Rows, columns and tiles of a goal, and the metric: what a proof holds for.
GoalKey: TypeAlias = tuple[int, int, tuple[int, ...], str]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
#: More are not compared at a time.
MOST_HEURISTICS = 10_000
#: Words that mean something else in an expression.
_WORDS = frozenset(["max", "min", "floor", "ceil"])


class Heuristic:
    """A function from a board to a number, under a name, with what its author says of it.

    Made by :func:`heuristic`. It can be called like the function itself.

    >>> import npuzzle
    >>> zero = npuzzle.heuristic(lambda board: 0, name="zero_of_mine", consistent=True)
    >>> zero.name, zero(npuzzle.Board("123456780"))
    ('zero_of_mine', 0)
    """

    def __init__(
        self,
        function: Callable[[Board], Any],
        *,
        name: str | None = None,
        admissible: bool = False,
        consistent: bool = False,
        vectorised: bool = False,
    ) -> None:
        if not callable(function):
            raise RequestError(
                f"{function!r} cannot be called: expected a function from a board to a number"
            )
        if name is not None and not (isinstance(name, str) and _NAME.fullmatch(name)):
            raise RequestError(
                f"{name!r} is not a name for a heuristic: expected letters, digits and _"
            )
        self.function = function
        self.name = name or _name_of(function)
        self.admissible = bool(admissible) or bool(consistent)
        self.consistent = bool(consistent)
        #: Whether the function takes an array of boards and gives an array of estimates.
        self.vectorised = bool(vectorised)
        functools.update_wrapper(self, function, updated=())

    def __call__(self, board: Any) -> Any:
        if self.vectorised and isinstance(board, _engine.Board):
            from ._optional import needed

            return self.function(needed("numpy", "a vectorised heuristic").array([board.tiles]))[0]
        return self.function(board)

    def __reduce__(self) -> Any:
        # Under a decorator the name of the function is the name of this object.
        module = sys.modules.get(self.__module__)
        name: str = getattr(self, "__qualname__", "")
        if module is not None and getattr(module, name, None) is self:
            return name
        claims = (self.admissible, self.consistent, self.vectorised)
        return _again, (self.function, self.name, *claims)

    def __repr__(self) -> str:
        claims = [word for word in ("admissible", "consistent") if getattr(self, word)]
        said = f", claimed to be {' and '.join(claims)}" if claims else ""
        return f"<heuristic {self.name}{said}>"


def _again(
    function: Any, name: str, admissible: bool, consistent: bool, vectorised: bool = False
) -> Heuristic:
    """The heuristic that was pickled."""
    claims = {"admissible": admissible, "consistent": consistent}
    return Heuristic(function, name=name, **claims, vectorised=vectorised)


@overload
def heuristic(
    function: Callable[..., Any],
    *,
    name: str | None = ...,
    admissible: bool = ...,
    consistent: bool = ...,
    vectorised: bool = ...,
) -> Heuristic: ...


@overload
def heuristic(
    function: None = ...,
    *,
    name: str | None = ...,
    admissible: bool = ...,
    consistent: bool = ...,
    vectorised: bool = ...,
) -> Callable[[Callable[..., Any]], Heuristic]: ...


def heuristic(
    function: Callable[[Board], Any] | None = None,
    *,
    name: str | None = None,
    admissible: bool = False,
    consistent: bool = False,
    vectorised: bool = False,
) -> Any:
    """Give a function a name and say what it promises. Also a decorator.

    What is said here is a claim, not a proof. Searches that need a consistent heuristic take your word;
    the label of the answer stays ``found`` until :func:`npuzzle.audit` has looked at every board.

    >>> import npuzzle
    >>> @npuzzle.heuristic(consistent=True)
    ... def out_of_place(board):
    ...     return sum(tile != home for tile, home in zip(board, board.goal) if tile)
    >>> out_of_place
    <heuristic out_of_place, claimed to be admissible and consistent>
    >>> out_of_place(npuzzle.Board("123406758"))
    2

    With ``vectorised=True`` the function takes a numpy array with a row per board and gives an array
    with an estimate per row, as a model that was learned does. An audit then asks it about
    thousands of boards at a time, a search about one; what it says of a board must not depend on the
    others, to the last digit (a matrix product may: round it):

    >>> import numpy
    >>> goal = numpy.array([1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> @npuzzle.heuristic(vectorised=True)
    ... def misplaced_tiles(boards):
    ...     return ((boards != goal) & (boards != 0)).sum(axis=1)
    >>> npuzzle.audit(misplaced_tiles).consistent
    True
    """
    said: dict[str, Any] = {
        "name": name,
        "admissible": admissible,
        "consistent": consistent,
        "vectorised": vectorised,
    }
    if function is None:
        return functools.partial(heuristic, **said)
    return Heuristic(function, **said)


def _name_of(function: object) -> str:
    name = getattr(function, "__name__", None) or type(function).__name__
    name = re.sub(r"\W", "_", "lambda" if name == "<lambda>" else name, flags=re.ASCII)
    return name if _NAME.fullmatch(name) else f"h{name}"


@functools.cache
def _taken() -> frozenset[str]:
    """The names of the catalogue, as an expression could spell them."""
    import json

    lists = json.loads(_engine.catalogue())
    names = {name for card in lists["heuristics"] for name in (card["name"], *card["aliases"])}
    return frozenset(names) | _WORDS


class Function(NamedTuple):
    """A function as the engine takes it, with what an audit of all boards saw, and whether it has
    refuted the function."""

    name: str
    callable: Callable[[Board], Any]
    admissible: bool
    consistent: bool
    evidence: Evidence | None
    refuted: bool
    vectorised: bool = False


class Functions:
    """The functions of one question, each under a name that nothing else has."""

    def __init__(self, named: Mapping[str, Callable[[Board], Any]] | None = None) -> None:
        self.named: dict[str, Callable[[Board], Any]] = {}
        self.used: set[str] = set()
        if named is not None and not isinstance(named, Mapping):
            raise RequestError(
                f"functions: {named!r} does not give names to functions: expected a dictionary"
            )
        for name, function in (named or {}).items():
            if not isinstance(name, str) or not _NAME.fullmatch(name) or name in _taken():
                raise RequestError(
                    f"functions: {name!r} cannot be the name of a function here: expected letters, digits "
                    "and _, and no name of the catalogue"
                )
            if not callable(function):
                raise RequestError(f"functions: {name!r} cannot be called")
            self.named[name] = function

    def expression(self, heuristic: HeuristicLike) -> str:
        """The text that means this heuristic to the engine."""
        if isinstance(heuristic, str):
            words = set(re.findall(r"[A-Za-z][A-Za-z0-9_]*", heuristic))
            self.used.update(name for name in self.named if name in words)
            return heuristic
        if not callable(heuristic):
            raise RequestError(
                f"heuristic: {heuristic!r} is neither a name nor a function: expected a text such as "
                "'manhattan', or a function from a board to a number"
            )
        for name, function in self.named.items():
            if function is heuristic:
                self.used.add(name)
                return name
        wanted = heuristic.name if isinstance(heuristic, Heuristic) else _name_of(heuristic)
        name, number = wanted, 1
        while name in self.named or name in _taken():
            number += 1
            name = f"own_{wanted}" if number == 2 and wanted in _taken() else f"{wanted}{number}"
        self.named[name] = heuristic
        self.used.add(name)
        return name

    def for_goal(self, goal: GoalKey) -> list[Function]:
        """Those that are used, with what is known about them for boards of this shape and goal."""
        listed = []
        for name, function in self.named.items():
            if name not in self.used:
                continue
            known = proofs(function).get(goal)
            admissible, consistent, evidence = known or (False, False, None)
            # An audit has refuted the claim.
            if known is None and isinstance(function, Heuristic):
                admissible, consistent = function.admissible, function.consistent
            call = function.function if isinstance(function, Heuristic) else function
            refuted = known is not None and not known.admissible
            vectorised = isinstance(function, Heuristic) and function.vectorised
            listed.append(
                Function(name, call, admissible, consistent, evidence, refuted, vectorised)
            )
        return listed


#: What audits have shown of functions, by what it holds for.
PROOFS: Proofs[GoalKey] = Proofs()


def proofs(function: object) -> dict[GoalKey, Proof]:
    """What audits have shown of a function."""
    return PROOFS.of(function.function if isinstance(function, Heuristic) else function)


def refuted(functions: Iterable[Function]) -> str | None:
    """A sentence if audits have shown that some of these functions are not admissible."""
    names = [f"`{each.name}`" for each in functions if each.refuted]
    if not names:
        return None
    are = "are" if names[1:] else "is"
    return f"an audit has shown that {' and '.join(names)} {are} not admissible"


def goal_key(board: Board, metric: str | None) -> GoalKey:
    """What a proof holds for."""
    return (board.rows, board.cols, board.goal.tiles, metric or "single")


def named(
    heuristics: Any, functions: Mapping[str, Callable[[Board], Any]] | None
) -> tuple[Any, Functions]:
    """The heuristics and the functions of a question; a dictionary gives names to functions."""
    if not isinstance(heuristics, Mapping):
        return heuristics, Functions(functions)
    given = {name: each for name, each in heuristics.items() if not isinstance(each, str)}
    asked = [each if isinstance(each, str) else name for name, each in heuristics.items()]
    return asked, Functions({**(functions or {}), **given})


def listed(heuristics: HeuristicLike | Iterable[HeuristicLike] | None) -> list[HeuristicLike]:
    """One heuristic, several, or none."""
    if heuristics is None:
        return []
    if isinstance(heuristics, str) or callable(heuristics):
        return [heuristics]
    return several("heuristics", heuristics, MOST_HEURISTICS)
