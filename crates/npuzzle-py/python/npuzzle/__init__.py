"""Sliding-tile puzzles as a laboratory of heuristic search.

Any board, any goal, exact searches, proved answers; heuristics and problems of your own.

>>> import npuzzle
>>> board = npuzzle.Board("8 6 7/2 5 4/3 0 1")
>>> result = board.solve(algorithm="astar", heuristic="manhattan")
>>> result.cost, result.proof
(31, 'optimal')
>>> def misplaced(board):
...     return sum(tile != home for tile, home in zip(board, board.goal) if tile)
>>> npuzzle.audit(misplaced)[misplaced].consistent
True

Make boards    Board, boards, generate
Ask            solve, solve_many, apply, explain, problem
Judge          audit, compare, space, estimates, distances, Board.estimate
Watch          trace, play, and plot(), html(), save() on the answers
Write          heuristic, Problem
Choose         catalogue() lists searches, heuristics, goals, problems
End            Token, Interrupted; errors are in npuzzle.errors
Learn          npuzzle.gym; docs/guide/learn.ipynb

``help(npuzzle.solve)`` and the like have the keywords, each with examples.
"""

from collections.abc import Sequence as _Sequence

from . import errors
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

# A board can be taken apart like a tuple: ``case [first, *rest]``.
_Sequence.register(Board)

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
