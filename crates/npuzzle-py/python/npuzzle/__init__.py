"""Sliding-tile puzzles as a laboratory of heuristic search.

Any board, any goal, exact searches, proved answers; heuristics and problems of your own.

>>> import npuzzle
>>> board = npuzzle.Board("8 6 7/2 5 4/3 0 1")
>>> result = board.solve(algorithm="astar", heuristic="manhattan")
>>> result.cost, result.proof
(31, 'optimal')
>>> def misplaced(board):
...     return sum(tile != home for tile, home in zip(board, board.goal) if tile)
>>> npuzzle.audit(misplaced).consistent
True
"""

from __future__ import annotations

from . import errors
from ._answer import Stats
from ._apply import Applied, apply
from ._audit import Audit, Overestimate, SteepEdge, Verdict, audit
from ._boards import boards
from ._catalogue import Catalogue, catalogue
from ._compare import Comparison, compare
from ._engine import Board, __version__
from ._estimate import Estimate
from ._explain import Explanation, explain
from ._generate import generate
from ._heuristic import Heuristic, heuristic
from ._problem import Problem, ProblemResult
from ._solve import Result, solve
from ._space import Space, space
from ._trace import Trace, trace
from .errors import Error, Interrupted

__all__ = [
    "Applied",
    "Audit",
    "Board",
    "Catalogue",
    "Comparison",
    "Error",
    "Estimate",
    "Explanation",
    "Heuristic",
    "Interrupted",
    "Overestimate",
    "Problem",
    "ProblemResult",
    "Result",
    "Space",
    "Stats",
    "SteepEdge",
    "Trace",
    "Verdict",
    "__version__",
    "apply",
    "audit",
    "boards",
    "catalogue",
    "compare",
    "errors",
    "explain",
    "generate",
    "heuristic",
    "solve",
    "space",
    "trace",
]
