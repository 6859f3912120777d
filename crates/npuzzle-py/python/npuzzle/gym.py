"""Sliding-tile puzzles as an environment of Gymnasium, for learning by reinforcement.

Importing this module registers the environment; Gymnasium imports it by itself if the name says so:
``gymnasium.make("npuzzle.gym:npuzzle/Sliding-v0")``. The extra ``gym`` brings Gymnasium.

>>> import gymnasium, npuzzle.gym
>>> env = gymnasium.make("npuzzle/Sliding-v0", size="3x3", distance=2)
>>> board, info = env.reset(seed=1)
>>> board.shape, info["distance"]
((9,), 2)
>>> moves = info["board"].solve().moves
>>> for move in moves:
...     board, reward, terminated, truncated, info = env.step("UDLR".index(move))
>>> reward, terminated, info["distance"]
(0.0, True, 0)
"""

from typing import Any

from . import _engine
from ._generate import generate
from ._optional import needed
from .errors import BoardError

gymnasium = needed("gymnasium", "npuzzle.gym", "gym")
numpy = needed("numpy", "npuzzle.gym", "gym")

__all__ = ["ID", "SlidingEnv"]

#: The name of the environment.
ID = "npuzzle/Sliding-v0"

#: Larger boards have no distance in ``info``: it would take a search at every step.
MOST_CELLS = 10

_LETTERS = "UDLR"


class SlidingEnv(gymnasium.Env):  # type: ignore[misc, name-defined]
    """Bring a random board to its goal.

    An observation holds the tiles row by row; 0 is the blank. The actions 0 to 3 move the blank up,
    down, left and right; one that is not possible changes nothing. Every move costs 1 (the reward is
    -1) until the goal is reached (0). An episode is truncated after ``max_steps`` moves.

    ``distance`` starts so many moves from the goal (up to 12 cells); without it all boards are equally
    likely. ``info`` holds the ``board``, the ``action_mask`` of possible moves, and on small boards the
    true ``distance``.

    >>> from npuzzle.gym import SlidingEnv
    >>> env = SlidingEnv("2x3", distance=1)
    >>> board, info = env.reset(options={"board": "1 2 3/4 0 5"})
    >>> info["action_mask"].tolist(), info["distance"]
    ([1, 0, 1, 1], 1)
    >>> board, reward, terminated, truncated, info = env.step(3)
    >>> board.tolist(), reward, terminated
    ([1, 2, 3, 4, 5, 0], 0.0, True)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        size: Any = (3, 3),
        goal: Any = None,
        *,
        distance: int | None = None,
        max_steps: int = 500,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode: expected ansi or svg, not {render_mode!r}")
        self.goal = _engine.goal(size, goal)
        self.distance = distance
        self.max_steps = max_steps
        self.render_mode = render_mode
        cells = len(self.goal)
        self.observation_space = gymnasium.spaces.Box(0, cells - 1, (cells,), numpy.int16)
        self.action_space = gymnasium.spaces.Discrete(4)
        self.board = self.goal
        self.steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin with a random board, or with ``options={"board": ...}``."""
        super().reset(seed=seed)
        chosen = (options or {}).get("board")
        if chosen is not None:
            board = _engine.Board(chosen, self.goal, size=self.goal.shape)
            if not board.is_solvable():
                raise BoardError(f"options: {board.to_text()} cannot reach the goal")
            self.board = board
        else:
            drawn = int(self.np_random.integers(2**63 - 1))
            fields = {} if self.distance is None else {"optimal_distance": self.distance}
            self.board = generate(self.goal.shape, self.goal, seed=drawn, **fields)  # type: ignore[call-overload]
        self.steps = 0
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Move the blank."""
        if not 0 <= int(action) < len(_LETTERS):
            raise ValueError(f"action: expected 0 to 3, not {action}")
        letter = _LETTERS[int(action)]
        if letter in self.board.moves():
            self.board = self.board.move(letter)
        self.steps += 1
        terminated = self.board.is_goal()
        truncated = not terminated and self.steps >= self.max_steps
        reward = 0.0 if terminated else -1.0
        return self._observation(), reward, terminated, truncated, self._info()

    def render(self) -> Any:
        """The board as text, or as a picture."""
        if self.render_mode == "svg":
            return self.board.svg()
        return str(self.board) if self.render_mode == "ansi" else None

    def _observation(self) -> Any:
        return numpy.array(self.board.tiles, dtype=numpy.int16)

    def _info(self) -> dict[str, Any]:
        possible = self.board.moves()
        mask = numpy.array([letter in possible for letter in _LETTERS], dtype=numpy.int8)
        info = {"board": self.board, "action_mask": mask}
        if len(self.board) <= MOST_CELLS:
            info["distance"] = self.board.estimate("perfect")
        return info


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="npuzzle.gym:SlidingEnv")
