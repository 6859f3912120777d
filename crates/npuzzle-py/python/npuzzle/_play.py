"""A board to play with in a notebook."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _engine
from ._ask import board_of
from ._heuristic import HeuristicLike
from ._solve import solve

if TYPE_CHECKING:
    from ._engine import Board


def play(board: Any, goal: Any = None, *, heuristic: HeuristicLike | None = None) -> Any:
    """Show a board that can be played: drag or click a tile, use the arrow keys, ask for a hint or
    for the whole solution. What ``heuristic`` says of the board is shown at every move.

    It is an ``anywidget`` (``pip install npuzzle[widget]``), which works in Jupyter, VS Code and
    Colab; its trait ``tiles`` follows the board. Without that library it is the picture of the board,
    with its estimate.

    >>> import npuzzle
    >>> game = npuzzle.play("1 2 3/4 0 6/7 5 8", heuristic="manhattan")
    >>> game.board, game.h
    (Board('1 2 3/4 0 6/7 5 8'), 2)
    """
    start = board_of(board, {"goal": goal})
    if importlib.util.find_spec("anywidget") is None:
        return StillBoard(start, heuristic)
    return _widget_class()(start, heuristic)


class StillBoard:
    """The picture of a board, where no widget can be shown."""

    def __init__(self, board: Board, heuristic: HeuristicLike | None) -> None:
        #: The board.
        self.board = board
        #: What the heuristic says of it; ``None`` without one.
        self.h = None if heuristic is None else board.estimate(heuristic)

    def __repr__(self) -> str:
        return f"<{self.board!r}; pip install npuzzle[widget] to play>"

    def _repr_html_(self) -> str:
        said = "" if self.h is None else f"h = {self.h}. "
        return f"<div>{self.board.svg()}<p>{said}To play, <code>pip install anywidget</code>.</p></div>"


def _hint(board: Board) -> dict[str, Any]:
    """The first move of a shortest solution, or of the best that is found in a second; why there is
    none, where the board is not solved."""
    result = solve(board, time_limit=1)
    moves = result.moves or ""
    return {"moves": moves[:1], "said": "" if result.solved else result.reason}


def _widget_class() -> Any:
    """The class of the widget: made when anywidget is there."""
    global _WIDGET
    if _WIDGET is None:
        _WIDGET = _make_widget_class()
    return _WIDGET


_WIDGET: Any = None


def _make_widget_class() -> Any:
    import anywidget  # type: ignore[import-not-found, unused-ignore]
    import traitlets  # type: ignore[import-untyped, import-not-found, unused-ignore]

    class PlayedBoard(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
        """A board to play with; ``tiles`` is what the player has made of it."""

        _esm = Path(__file__).with_name("play.js")
        tiles = traitlets.List(traitlets.Int()).tag(sync=True)
        goal = traitlets.List(traitlets.Int()).tag(sync=True)
        cols = traitlets.Int().tag(sync=True)
        colours = traitlets.Dict().tag(sync=True)
        says = traitlets.Unicode("").tag(sync=True)
        has_heuristic = traitlets.Bool(False).tag(sync=True)

        def __init__(self, board: Board, heuristic: HeuristicLike | None) -> None:
            self._shape, self._target, self._heuristic = board.shape, board.goal, heuristic
            super().__init__(
                tiles=list(board),
                goal=list(board.goal),
                cols=board.cols,
                colours=_engine.picture_colours(),
                has_heuristic=heuristic is not None,
            )
            self._judge()
            self.observe(lambda _: self._judge(), "tiles")
            self.on_msg(self._answer)

        @property
        def board(self) -> Board:
            """The board as it is now."""
            return _engine.Board(self.tiles, self._target, size=self._shape)

        @property
        def h(self) -> Any:
            """What the heuristic says of it; ``None`` without one."""
            return None if self._heuristic is None else self.board.estimate(self._heuristic)

        def __repr__(self) -> str:
            return f"<{self.board!r}, to play with>"

        def _repr_mimebundle_(self, **kwargs: Any) -> Any:
            """Where no widget can be shown, a file of the notebook among them, the picture is."""
            bundle = super()._repr_mimebundle_(**kwargs)
            data, more = bundle if isinstance(bundle, tuple) else (bundle, {})
            if not data:
                return bundle
            still = {"text/plain": repr(self), "image/svg+xml": self.board.svg()}
            return {**data, **still}, more

        def _judge(self) -> None:
            self.says = "" if self._heuristic is None else f"h = {self.h}"

        def _answer(self, _: Any, content: Any, __: Any) -> None:
            # The player may go on meanwhile: the answer says for which board it is.
            tiles = list(self.tiles)
            if content == "hint":
                self.send({"tiles": tiles, **_hint(self.board)})
            elif content == "solve":
                result = solve(self.board, time_limit=10)
                moves = "1 move" if result.cost == 1 else f"{result.cost} moves"
                said = f"{moves}, {result.proof}" if result.solved else result.reason
                self.send({"tiles": tiles, "moves": result.moves or "", "said": said})

    return PlayedBoard
