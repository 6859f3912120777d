"""The compiled part of the package."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, final, overload

from typing_extensions import Unpack

from ._apply import Applied
from ._estimate import Estimate
from ._explain import Explanation
from ._fields import Algorithm, ApplyFields, SolveFields
from ._heuristic import Function, HeuristicLike
from ._problem import _Argument
from ._progress import Progress
from ._solve import Result

__all__ = [
    "MOST_NUMBERED",
    "Batch",
    "Board",
    "Evidence",
    "Token",
    "__version__",
    "ask",
    "audit",
    "audit_problem",
    "audit_samples",
    "board_svg",
    "board_text",
    "boards",
    "catalogue",
    "distances",
    "estimates_of",
    "generate",
    "goal",
    "merge_runs",
    "picture_colours",
    "scenes",
    "search",
    "trace_problem",
    "usual_memory",
    "way_gif",
    "way_svg",
]

__version__: str
MOST_NUMBERED: int

_Watch = Callable[[int | None, int | None, str], object]
_Answered = tuple[str | None, BaseException | None]

@final
class Board:
    """A board with the goal it is to reach.

    Made of a text in any notation, of the name of a set's member, of a flat sequence, of rows, or of a
    numpy array; 0 is the blank. Boards do not change. They are equal if their tiles and their goals are, so
    that a cache of estimates is right; compare ``tiles`` where the goal does not matter.

    >>> from npuzzle import Board
    >>> board = Board("1 2 3/4 0 6/7 5 8", goal="snail")
    >>> board == Board([[1, 2, 3], [4, 0, 6], [7, 5, 8]], "snail")
    True
    >>> other = Board((1, 2, 3, 4, 0, 6, 7, 5, 8))
    >>> board == other, board.tiles == other.tiles
    (False, True)
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
    @classmethod
    def solved(cls, size: Any, goal: Any = None) -> Board:
        """The board of a size that is solved already.

        >>> from npuzzle import Board
        >>> Board.solved("2x3"), Board.solved(3, goal="snail")
        (Board('1 2 3/4 5 0'), Board('1 2 3/8 0 4/7 6 5', goal='snail'))
        """

    @classmethod
    def random(cls, size: Any, goal: Any = None, *, seed: int | None = None) -> Board:
        """A random board that can be solved; :func:`npuzzle.generate` makes several, and others.

        >>> from npuzzle import Board
        >>> Board.random("3x4", seed=7) == Board.random((3, 4), seed=7)
        True
        """

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
    def size(self) -> str:
        """Rows and columns as a text, such as ``3x4``: what ``size=`` takes everywhere."""
    def copy(self) -> Board:
        """The board itself: it does not change."""
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
        """Row and column of a tile.

        >>> from npuzzle import Board
        >>> board = Board("1 2 3/4 0 6/7 5 8")
        >>> board.find(8)
        (2, 2)
        """
    def home(self, tile: int) -> tuple[int, int]:
        """Row and column of a tile at the goal.

        >>> from npuzzle import Board
        >>> board = Board("1 2 3/4 0 6/7 5 8")
        >>> board.home(8), board.goal.find(8)
        ((2, 1), (2, 1))
        """
    def moves(self, moves_of: Literal["blank", "tile"] | None = None) -> str:
        """The letters of all possible moves.

        >>> from npuzzle import Board
        >>> board = Board("1 2 3/4 0 6/7 5 8")
        >>> board.moves(), board.moves("tile")
        ('UDLR', 'DURL')
        """
    def move(self, moves: str, moves_of: Literal["blank", "tile"] | None = None) -> Board:
        """The board after some moves, such as ``"RRD"``, ``"R2D"`` or the tiles ``"5 8"``.

        >>> from npuzzle import Board
        >>> board = Board("1 2 3/4 0 6/7 5 8")
        >>> board.move("DR"), board.move("5 8").is_goal()
        (Board('1 2 3/4 5 6/7 8 0'), True)
        """
    def walk(self, moves: str, moves_of: str | None = None) -> list[Board]:
        """All boards on the way, this one first.

        >>> from npuzzle import Board
        >>> board = Board("1 2 3/4 0 6/7 5 8")
        >>> [each.blank for each in board.walk("DR")]
        [(1, 1), (2, 1), (2, 2)]
        """
    def neighbours(
        self, moves_of: Literal["blank", "tile"] | None = None
    ) -> list[tuple[str, Board]]:
        """Every possible move, and the board it leads to.

        >>> from npuzzle import Board
        >>> board = Board("1 2 3/4 0 6/7 5 8")
        >>> board.neighbours()[1]
        ('D', Board('1 2 3/4 5 6/7 0 8'))
        """
    def neighbors(
        self, moves_of: Literal["blank", "tile"] | None = None
    ) -> list[tuple[str, Board]]:
        """The same as ``neighbours``."""
    def index(self, tile: int) -> int:
        """The place of a tile in ``tiles``."""
    def is_goal(self) -> bool:
        """Whether nothing is left to do."""
    def is_solvable(self) -> bool:
        """Whether the goal can be reached, by arithmetic.

        >>> from npuzzle import Board
        >>> board = Board("1 2 3/4 0 6/7 5 8")
        >>> board.is_solvable(), Board("2 1 3/4 0 6/7 5 8").is_solvable()
        (True, False)
        """
    def to_text(self, format: str | None = None) -> str:
        """The board in one of the notations that ``npuzzle.catalogue().formats`` lists, ``rows`` if none is
        named.

        >>> from npuzzle import Board
        >>> board = Board("1 2 3/4 0 6/7 5 8")
        >>> board.to_text(), board.to_text("digits"), board.to_text("json")
        ('1 2 3/4 0 6/7 5 8', '123406758', '[[1,2,3],[4,0,6],[7,5,8]]')
        """
    def to_pddl(self) -> tuple[str, str]:
        """The board as a task for planners: a domain and a problem in PDDL. The plan of a planner has an
        action `slide` for each move.

        >>> from npuzzle import Board
        >>> domain, problem = Board("1 2/0 3").to_pddl()
        >>> problem.splitlines()[6].strip()
        '(at t1 r0c0) (at t2 r0c1) (empty r1c0) (at t3 r1c1)'
        """
    def solve(
        self,
        algorithm: Algorithm | None = None,
        heuristic: HeuristicLike | None = None,
        *,
        functions: Mapping[str, Callable[[Board], Any]] | None = None,
        progress: Progress = None,
        token: Token | None = None,
        **fields: Unpack[SolveFields],
    ) -> Result:
        """Find the shortest solution, as :func:`npuzzle.solve` does."""
    def apply(self, moves: str | Sequence[int | str], **fields: Unpack[ApplyFields]) -> Applied:
        """Make moves, as :func:`npuzzle.apply` does: are they legal, and where do they lead?"""
    def explain(self) -> Explanation:
        """Show why the board can or cannot be solved.

        >>> from npuzzle import Board
        >>> board = Board("1 2 3/4 0 6/7 5 8")
        >>> board.explain()
        Explanation(solvable=True, inversions=2)
        """
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
    def __reversed__(self) -> Iterator[int]: ...
    def count(self, tile: object) -> int:
        """A tile is there once, anything else never."""
    @overload
    def __getitem__(self, place: int | tuple[int, int], /) -> int: ...
    @overload
    def __getitem__(self, place: slice | tuple[slice, int] | tuple[int, slice], /) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: tuple[slice, slice], /) -> tuple[tuple[int, ...], ...]: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> Any: ...

@final
class Token:
    """Ends work from another thread: hand it over as ``token=``, and call :meth:`cancel`.

    A search that is ended so gives its best answer by then, with the status ``stopped``; an audit or a
    space, of which half an answer is none, raises :class:`npuzzle.errors.LimitError`. One token may be
    given to several calls, and ends them all; work that begins with a token that is cancelled already ends
    at once.

    >>> import threading, npuzzle
    >>> token = npuzzle.Token()
    >>> timer = threading.Timer(0.05, token.cancel)
    >>> timer.start()
    >>> result = npuzzle.solve("korf:82", "ida", "manhattan", token=token)
    >>> result.status, result.solved, token.cancelled
    ('stopped', False, True)
    """

    def __new__(cls) -> Token: ...
    def cancel(self) -> None:
        """End all work that this token was given to."""
    @property
    def cancelled(self) -> bool:
        """Whether :meth:`cancel` has been called."""

def ask(
    kind: str,
    fields: dict[str, Any],
    functions: Sequence[tuple[Board, Sequence[Function]]] = ...,
    *,
    events: int | None = None,
    watch: _Watch | None = None,
    token: Token | None = None,
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
    samples: tuple[dict[int, str], set[int]] | None = None,
    watch: _Watch | None = None,
    token: Token | None = None,
) -> tuple[_Answered, list[Evidence | None]]:
    """Answers an audit, and gives for each heuristic what was seen of it. ``samples`` are the random
    boards that were solved elsewhere, and those for which no solution was found."""

def generate(fields: dict[str, Any]) -> list[Board]:
    """Makes random boards. ``fields`` are those of the question."""

def search(
    problem: _Argument,
    algorithm: str | None,
    heuristic: str | None,
    limits: dict[str, Any],
    *,
    watch: _Watch | None = None,
    token: Token | None = None,
) -> tuple[_Answered, list[Any], list[Any]]:
    """Searches a problem that Python describes."""

def trace_problem(
    problem: _Argument,
    means: tuple[str | None, str | None],
    limits: dict[str, Any],
    *,
    events: int | None = None,
    watch: _Watch | None = None,
    token: Token | None = None,
) -> tuple[_Answered, list[Any], list[Any], list[Any], list[list[Any]]]:
    """Searches a problem that Python describes, and keeps what the search does."""

@final
class Batch:
    """Boards that are being solved with the same fields, each by one thread and within the limits."""

    def __new__(
        cls, boards: Sequence[Board], fields: dict[str, Any], *, token: Token | None = None
    ) -> Batch: ...
    def take(self, *, wait: bool = True) -> list[tuple[int, str | None, BaseException | None]]:
        """The answers that have come and were not taken yet; none if there will be no more."""

    def close(self) -> None:
        """Ends the work: boards that are not solved yet have no answer."""

def audit_samples(
    fields: dict[str, Any],
) -> tuple[list[Board], dict[str, Any], int, float | None] | None:
    """The random boards of an audit, how each is solved, their seed, and in how many seconds all of
    them; ``None`` if it looks at all boards."""

def merge_runs(
    fields: dict[str, Any],
    functions: Sequence[tuple[Board, Sequence[Function]]],
    made: dict[int, str],
    failed: dict[int, str],
) -> _Answered:
    """Answers a comparison whose runs were made elsewhere."""

def usual_memory() -> int:
    """Bytes that a search may hold unless a limit says otherwise."""

def scenes(events: str, most: int, listed: int) -> str:
    """The scenes of a trace as JSON."""

def distances(
    fields: dict[str, Any], *, watch: _Watch | None = None, token: Token | None = None
) -> tuple[bytes, bytes]:
    """All boards that can reach a goal, and how far each is from it: the bytes of both arrays."""

def estimates_of(boards: bytes, goal: Board, heuristic: Any) -> list[int]:
    """The estimates of a heuristic for the rows of an array; -1 where it has none."""

def way_svg(board: Board, moves: str, moves_of: str) -> str:
    """The boards on the way of some moves as one picture."""

def way_gif(
    board: Board, moves: str, moves_of: str, *, cell: int | None = None, speed: float | None = None
) -> bytes:
    """The way of some moves as a film: the bytes of a GIF."""

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
    problem: _Argument,
    limits: dict[str, Any],
    *,
    watch: _Watch | None = None,
    token: Token | None = None,
) -> tuple[_Answered, list[Any], Evidence | None]:
    """Judges the heuristic of a problem that Python describes."""

