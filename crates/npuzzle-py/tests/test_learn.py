"""Whole spaces as arrays, heuristics of arrays, many boards at a time, and Gymnasium."""

from __future__ import annotations

from typing import Any

import plain
import pytest
from elsewhere import output

import npuzzle

numpy = pytest.importorskip("numpy")

SMALL_GOAL = numpy.array([1, 2, 3, 4, 5, 0])


def misplaced(boards: Any) -> Any:
    return ((boards != SMALL_GOAL) & (boards != 0)).sum(axis=1)


def test_distances_are_those_of_a_plain_search() -> None:
    boards, distances, goal = npuzzle.distances("2x3")
    assert boards.shape == (360, 6) and boards.dtype == distances.dtype == numpy.uint8
    found = {tuple(row): int(distance) for row, distance in zip(boards.tolist(), distances)}
    assert found == plain.distances(plain.usual_goal(2, 3), 2, 3)
    assert goal == npuzzle.Board([[1, 2, 3], [4, 5, 0]])
    assert "360x6" in repr(npuzzle.distances("2x3"))


def test_distances_to_another_goal_and_in_slides() -> None:
    snail = npuzzle.distances("2x3", "first")
    at_goal = snail.boards[snail.distances == 0]
    assert at_goal.tolist() == [[0, 1, 2, 3, 4, 5]]
    slides = npuzzle.distances("2x3", metric="multi").distances
    assert slides.max() == npuzzle.space("2x3", metric="multi").diameter
    with pytest.raises(npuzzle.errors.LimitError, match="too many for an array"):
        npuzzle.distances("3x4")
    token = npuzzle.Token()
    token.cancel()
    with pytest.raises(npuzzle.errors.LimitError, match="cancelled"):
        npuzzle.distances("3x3", token=token)


def test_estimates_of_many_boards_are_those_of_each() -> None:
    boards, _, _ = npuzzle.distances("2x3")
    some = boards[::37]
    each = [npuzzle.Board(row.tolist(), size="2x3").estimate("manhattan") for row in some]
    assert npuzzle.estimates(some, "manhattan", size="2x3").tolist() == each
    assert npuzzle.estimates(some.reshape(-1, 2, 3)).tolist() == each
    vectorised = npuzzle.heuristic(misplaced, vectorised=True)
    assert npuzzle.estimates(some, vectorised, size="2x3").tolist() == misplaced(some).tolist()
    assert npuzzle.estimates(some, lambda board: 4, size="2x3").tolist() == [4] * len(some)
    with pytest.raises(npuzzle.errors.BoardError, match="not a square"):
        npuzzle.estimates(some)
    with pytest.raises(npuzzle.errors.BoardError, match="row 0: tile 0 appears twice"):
        npuzzle.estimates(numpy.zeros((1, 9), int))
    with pytest.raises(npuzzle.Error, match="no-such"):
        npuzzle.estimates(some, "no-such", size="2x3")


def test_boards_keep_their_goal_among_many() -> None:
    snail = npuzzle.Board("867254301", goal="snail")
    other = npuzzle.Board("867254301")
    assert snail.estimate() != other.estimate()
    assert npuzzle.estimates([snail, snail.goal]).tolist() == [snail.estimate(), 0]
    assert npuzzle.estimates(snail).tolist() == [snail.estimate()]
    assert npuzzle.estimates([snail], goal="last").tolist() == [other.estimate()]
    with pytest.raises(npuzzle.errors.BoardError, match="different goals"):
        npuzzle.estimates([snail, other])


@pytest.mark.parametrize("tile", [-1, 9, 257, 1.5, float("nan"), float("inf"), -float("inf")])
def test_what_is_not_a_tile_is_not_taken_for_one(tile: float) -> None:
    """257 and 1.5 are 1 in an array of bytes."""
    boards = numpy.array([[1, 2, 3, 4, 5, 6, 7, 8, 0], [tile, 2, 3, 4, 5, 6, 7, 8, 0]])
    with pytest.raises(npuzzle.errors.BoardError, match=f"row 1: {tile}.* is not a tile: .* 0 to 8"):
        npuzzle.estimates(boards)
    floats = numpy.array([[1.0, 2.0, 3.0, 0.0]])
    assert npuzzle.estimates(floats).tolist() == [0]


def test_a_function_of_arrays_is_audited_like_one_of_boards() -> None:
    rows: list[int] = []

    def counted(boards: Any) -> Any:
        rows.append(len(boards))
        return misplaced(boards)

    audit = npuzzle.audit(npuzzle.heuristic(counted, vectorised=True), "2x3")
    plain_audit = npuzzle.audit("misplaced", "2x3")
    ours, theirs = audit.to_dict()["heuristics"][0], plain_audit.to_dict()["heuristics"][0]
    for name in ("mean_h", "exact", "errors", "overestimates", "inconsistent_edges"):
        assert ours[name] == theirs[name], name
    # A slab of boards at a time, and single ones to show the verdict.
    assert max(rows) == 60 and len([count for count in rows if count > 1]) == 6


def test_a_proof_of_a_function_of_arrays_holds_in_searches() -> None:
    judged = npuzzle.heuristic(misplaced, vectorised=True)
    board = npuzzle.Board([[5, 4, 3], [2, 1, 0]])
    if not board.is_solvable():
        board = npuzzle.Board([[4, 5, 3], [2, 1, 0]])
    before = npuzzle.solve(board, "astar", judged)
    assert before.proof == "found"
    assert npuzzle.audit(judged, "2x3").consistent
    after = npuzzle.solve(board, "astar", judged)
    assert after.proof == "optimal" and after.cost == before.cost
    assert judged(board) == misplaced(numpy.array([board.tiles]))[0]
    assert npuzzle.audit(judged, "2x3", samples=3, seed=1).admissible is None


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda boards: boards, "expected .* numbers"),
        (lambda boards: [-1.0] * len(boards), "at least 0"),
        (lambda boards: [float("nan")] * len(boards), "at least 0"),
        (lambda boards: ["far"] * len(boards), "expected .* numbers"),
    ],
    ids=["a matrix", "negative", "not a number", "texts"],
)
def test_wrong_arrays_are_refused(wrong: Any, message: str) -> None:
    with pytest.raises(npuzzle.errors.HeuristicError, match=message):
        npuzzle.audit(npuzzle.heuristic(wrong, vectorised=True), "2x2")


def test_an_exception_in_a_function_of_arrays_is_raised() -> None:
    def fails(boards: Any) -> Any:
        raise ZeroDivisionError("here")

    with pytest.raises(ZeroDivisionError, match="here"):
        npuzzle.audit(npuzzle.heuristic(fails, vectorised=True), "2x2")


def test_the_environment_passes_the_checker_of_gymnasium() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    import npuzzle.gym

    env = gymnasium.make(npuzzle.gym.ID, size="2x3", max_steps=20)
    checker.check_env(env.unwrapped, skip_render_check=True)
    board, info = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert (board == again).all() and info["distance"] == info["board"].solve().cost
    assert info["action_mask"].sum() == len(info["board"].moves())


def test_gymnasium_finds_the_environment_by_its_name() -> None:
    """Without an import of ours before."""
    pytest.importorskip("gymnasium")
    made = 'gymnasium.make("npuzzle.gym:npuzzle/Sliding-v0", size="2x3")'
    said = output(f"import gymnasium; print({made}.unwrapped.goal.to_text())")
    assert said.strip() == "1 2 3/4 5 0"


def test_what_the_environment_cannot_do_is_refused() -> None:
    pytest.importorskip("gymnasium")
    from npuzzle.gym import SlidingEnv

    env = SlidingEnv("2x2")
    env.reset(seed=1)
    # -1 would be the last letter of a text.
    for action in (-1, 4):
        with pytest.raises(ValueError, match=f"action: expected 0 to 3, not {action}"):
            env.step(action)
    with pytest.raises(npuzzle.errors.BoardError, match="cannot reach the goal"):
        env.reset(options={"board": "2 1/3 0"})
    assert env.step(0)[4]["distance"] is not None


def test_episodes_end_at_the_goal_and_after_their_steps() -> None:
    pytest.importorskip("gymnasium")
    from npuzzle.gym import SlidingEnv

    env = SlidingEnv("2x3", distance=5, max_steps=3, render_mode="ansi")
    _, info = env.reset(seed=1)
    assert info["distance"] == 5 and str(info["board"]) == env.render()
    impossible = next(action for action in range(4) if not info["action_mask"][action])
    board, reward, terminated, truncated, info = env.step(impossible)
    assert info["distance"] == 5 and (reward, terminated, truncated) == (-1.0, False, False)
    env.step(impossible)
    assert env.step(impossible)[3] is True
    env.reset(options={"board": [1, 2, 3, 4, 0, 5]})
    assert env.step(3)[1:4] == (0.0, True, False)
    with pytest.raises(ValueError, match="render_mode"):
        SlidingEnv(render_mode="human")
