"""Sliding-tile puzzles as a laboratory of heuristic search.

>>> import npuzzle
>>> npuzzle.solve("8 6 7/2 5 4/3 0 1", "astar", "manhattan").cost
31
>>> npuzzle.audit(lambda board: 3).admissible
False

Boards   Board, boards, generate
Ask      solve, solve_many, apply, explain, problem
Judge    audit, compare, space, estimates, distances, Board.estimate
Watch    trace, play; plot(), html(), save(), to_pandas() of the answers
Write    heuristic, Problem; gym for learning
Choose   catalogue() lists searches, heuristics, goals and problems
Stop     Token, Interrupted; errors has the exceptions
Answers  Result, Failure, Applied, Explanation, Audit, Comparison, Space, Trace

``help(npuzzle.solve)`` and the like have the keywords, and examples.
"""

from collections.abc import Sequence as _Sequence

from . import _help, errors
from ._answer import Stats
from ._apply import Applied, apply
from ._audit import Audit, Overestimate, SteepEdge, Verdict, audit
from ._boards import boards
from ._catalogue import Catalogue, catalogue
from ._compare import Comparison, compare
from ._engine import Board, Token, __version__
from ._estimate import Estimate
from ._explain import Explanation, explain
from ._failure import Failure
from ._generate import generate
from ._heuristic import Heuristic, heuristic
from ._many import solve_many
from ._named import NamedProblem, problem
from ._play import play
from ._problem import Problem, ProblemResult
from ._solve import Result, solve
from ._space import Space, space
from ._trace import Trace, trace
from ._vectors import Distances, distances, estimates
from .errors import Error, Interrupted

__all__ = [
    "Applied",
    "Audit",
    "Board",
    "Catalogue",
    "Comparison",
    "Distances",
    "Error",
    "Estimate",
    "Explanation",
    "Failure",
    "Heuristic",
    "Interrupted",
    "NamedProblem",
    "Overestimate",
    "Problem",
    "ProblemResult",
    "Result",
    "Space",
    "Stats",
    "SteepEdge",
    "Token",
    "Trace",
    "Verdict",
    "__version__",
    "apply",
    "audit",
    "boards",
    "catalogue",
    "compare",
    "distances",
    "errors",
    "estimates",
    "explain",
    "generate",
    "heuristic",
    "play",
    "problem",
    "solve",
    "solve_many",
    "space",
    "trace",
]

for _name in __all__:
    # Classes are known by the names that they have here: in texts, and in pickles.
    if isinstance(globals()[_name], type) and globals()[_name].__module__.startswith("npuzzle._"):
        globals()[_name].__module__ = "npuzzle"

# A board can be taken apart like a tuple: ``case [first, *rest]``.
_Sequence.register(Board)


def __dir__() -> list[str]:
    if _help.is_asked_for():
        raise AttributeError("the documentation of the package says it all")
    return sorted(globals())
