"""The compiled part of the package."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, final, overload

from typing_extensions import Unpack

from ._apply import Applied
from ._estimate import Estimate
from ._explain import Explanation
from ._fields import ApplyFields, SolveFields
from ._heuristic import Function, HeuristicLike
from ._problem import _Argument
from ._progress import Progress
from ._solve import Result

__all__ = [
    "MOST_NUMBERED",
    "Board",
    "Evidence",
    "__version__",
    "ask",
    "audit",
    "audit_problem",
    "board_svg",
    "board_text",
    "boards",
    "catalogue",
    "generate",
    "goal",
    "picture_colours",
    "search",
]

__version__: str
MOST_NUMBERED: int

_Watch = Callable[[int | None, int | None, str], object]
_Answered = tuple[str | None, BaseException | None]

@final
class Board:
    """A board with the goal it is to reach.

    Made of a text in any notation, of the name of a set's member, of a flat sequence, of rows, or of a
    numpy array; 0 is the blank. Boards do not change; they are equal if their tiles are, and equal to the
    tuple of their tiles.

    >>> from npuzzle import Board
    >>> board = Board("1 2 3/4 0 6/7 5 8", goal="snail")
    >>> board == Board([[1, 2, 3], [4, 0, 6], [7, 5, 8]]) == Board((1, 2, 3, 4, 0, 6, 7, 5, 8))
    True
    >>> board.rows, board.cols, board.tiles
    (3, 3, (1, 2, 3, 4, 0, 6, 7, 5, 8))
    >>> board[1, 2], board.find(5), board.goal.tiles
    (6, (2, 1), (1, 2, 3, 8, 0, 4, 7, 6, 5))
    >>> Board("korf:1").name
    'korf:1'
    """

    def __new__(
        cls,
        source: Any,
        goal: Any = None,
        *,
        size: Any = None,
        input_format: str | None = None,
        seed: int | None = None,
    ) -> Board: ...
    @property
    def rows(self) -> int:
        """Number of rows."""
    @property
    def cols(self) -> int:
        """Number of columns."""
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles row by row; 0 is the blank."""
    @property
    def grid(self) -> tuple[tuple[int, ...], ...]:
        """The tiles as rows."""
    @property
    def goal(self) -> Board:
        """The board that is to be reached."""
    @property
    def goal_name(self) -> str | None:
        """What the goal is called, if it has a name."""
    @property
    def name(self) -> str | None:
        """What a named set calls the board."""
    @property
    def blank(self) -> tuple[int, int]:
        """Row and column of the blank."""
    def find(self, tile: int) -> tuple[int, int]:
        """Row and column of a tile."""
    def home(self, tile: int) -> tuple[int, int]:
        """Row and column of a tile at the goal."""
    def moves(self, moves_of: Literal["blank", "tile"] | None = None) -> str:
        """The letters of all possible moves."""
    def move(self, moves: str, moves_of: Literal["blank", "tile"] | None = None) -> Board:
        """The board after some moves, such as ``"RRD"``, ``"R2D"`` or the tiles ``"5 8"``."""
    def walk(self, moves: str, moves_of: str | None = None) -> list[Board]:
        """All boards on the way, this one first."""
    def neighbours(
        self, moves_of: Literal["blank", "tile"] | None = None
    ) -> list[tuple[str, Board]]:
        """Every possible move, and the board it leads to."""
    def neighbors(
        self, moves_of: Literal["blank", "tile"] | None = None
    ) -> list[tuple[str, Board]]:
        """The same as ``neighbours``."""
    def index(self, tile: int) -> int:
        """The place of a tile in ``tiles``."""
    def is_goal(self) -> bool:
        """Whether nothing is left to do."""
    def is_solvable(self) -> bool:
        """Whether the goal can be reached, by arithmetic."""
    def to_text(self, format: str | None = None) -> str:
        """The board in one of the notations that ``npuzzle.catalogue().formats`` lists, ``rows`` if none is
        named."""
    def solve(
        self,
        algorithm: str | None = None,
        heuristic: HeuristicLike | None = None,
        *,
        functions: Mapping[str, Callable[[Board], Any]] | None = None,
        progress: Progress = None,
        **fields: Unpack[SolveFields],
    ) -> Result:
        """Find the shortest solution; the options are those of :func:`npuzzle.solve`."""
    def apply(self, moves: str | Sequence[int | str], **fields: Unpack[ApplyFields]) -> Applied:
        """Make moves, as :func:`npuzzle.apply` does: are they legal, and where do they lead?"""
    def explain(self) -> Explanation:
        """Show why the board can or cannot be solved."""
    @overload
    def estimate(
        self,
        heuristic: HeuristicLike | None = None,
        *,
        shares: Literal[False] = False,
        distance: Literal[False] = False,
    ) -> Any: ...
    @overload
    def estimate(
        self,
        heuristic: HeuristicLike | None = None,
        *,
        shares: Literal[True],
        distance: bool = False,
    ) -> Estimate: ...
    @overload
    def estimate(
        self,
        heuristic: HeuristicLike | None = None,
        *,
        shares: bool = False,
        distance: Literal[True],
    ) -> Estimate:
        """The estimate of a heuristic of the catalogue (``manhattan`` if none is named), of an expression over
        them, or of a function; ``None`` where it has no value, as ``perfect`` has none on a board that cannot
        be solved.

        With ``shares=True`` the answer is an :class:`npuzzle.Estimate`: the value with what every tile, pair
        and pattern adds. With ``distance=True`` it also has the true distance, which may take a search.

        >>> from npuzzle import Board
        >>> board = Board("2 1 3/4 5 6/7 8 0")
        >>> board.estimate(), board.estimate("misplaced/2"), board.is_solvable()
        (2, 1, False)
        >>> board.estimate(shares=True).tiles[1]
        1
        """
    def svg(self) -> str:
        """The board as a picture."""
    def to_numpy(self) -> Any:
        """The board as a numpy array of rows."""
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def _repr_svg_(self) -> str: ...
    @classmethod
    def _again(cls, board: str, goal: str, size: str, name: str | None) -> Board: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, tile: object, /) -> bool: ...
    @overload
    def __getitem__(self, place: int | tuple[int, int], /) -> int: ...
    @overload
    def __getitem__(self, place: slice, /) -> tuple[int, ...]: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> Any: ...

def ask(
    kind: str,
    fields: dict[str, Any],
    functions: Sequence[tuple[Board, Sequence[Function]]] = ...,
    *,
    events: int | None = None,
    watch: _Watch | None = None,
) -> _Answered:
    """Answers a question of some kind, such as ``solve``, with these fields. ``functions`` are those
    that its heuristics name, for boards with the goal of the board beside them; ``events`` are kept of
    a trace."""

@final
class Evidence:
    """What an audit of all states has seen: with it a verdict is a proof, for as long as the function
    or the problem says the same."""

def audit(
    fields: dict[str, Any],
    functions: Sequence[tuple[Board, Sequence[Function]]] = ...,
    *,
    watch: _Watch | None = None,
) -> tuple[_Answered, list[Evidence | None]]:
    """Answers an audit, and gives for each heuristic what was seen of it."""

def generate(fields: dict[str, Any]) -> list[Board]:
    """Makes random boards. ``fields`` are those of the question."""

def search(
    problem: _Argument,
    algorithm: str | None,
    heuristic: str | None,
    limits: dict[str, Any],
    *,
    watch: _Watch | None = None,
) -> tuple[_Answered, list[Any], list[Any]]:
    """Searches a problem that Python describes."""

def boards(
    source: Any,
    goal: Any = None,
    *,
    size: Any = None,
    input_format: str | None = None,
    seed: int | None = None,
) -> list[Board]:
    """All boards that a text or a named set holds: ``boards("korf:1..10")``."""

def goal(size: Any, goal: Any = None) -> Board:
    """The goal board of a size."""

def catalogue() -> str:
    """Everything you can choose from."""

def board_svg(
    tiles: Sequence[int],
    rows: int,
    cols: int,
    *,
    goal: Sequence[int] | None = None,
    label: str = "board",
    is_small: bool = False,
) -> str:
    """A board of a report as a picture."""

def board_text(tiles: Sequence[int], rows: int, cols: int, form: str = "grid") -> str:
    """A board of a report as text: ``grid``, ``rows`` or ``words``."""

def picture_colours() -> dict[str, str]:
    """The colours of pictures, for boards that a style sheet or a script draws."""

def audit_problem(
    problem: _Argument, limits: dict[str, Any], *, watch: _Watch | None = None
) -> tuple[_Answered, list[Any], Evidence | None]:
    """Judges the heuristic of a problem that Python describes."""

