"""Solving boards: every search of the catalogue against plain Python, and the limits."""

from __future__ import annotations

import copy
import json
import pickle
from datetime import timedelta
from fractions import Fraction
from typing import Any

import plain
import pytest

import npuzzle
from npuzzle import Board

ALGORITHMS = list(npuzzle.catalogue().algorithms)
HARDEST = "867254301"
SMALL = plain.distances(plain.usual_goal(2, 3), 2, 3)


def check(result: npuzzle.Result, distance: int) -> None:
    """A solution leads to the goal, and its label is true."""
    assert result.status == "solved" and result.solved
    assert result.moves is not None and result.cost == len(result.moves)
    boards = result.boards()
    assert len(boards) == result.cost + 1
    assert boards[0] == result.board and boards[-1].is_goal()
    for before, after in zip(boards, boards[1:]):
        assert after in [board for _, board in before.neighbours()]
    assert result.cost >= distance
    assert result.lower_bound is not None and result.lower_bound <= distance
    assert result.optimal == (result.proof == "optimal")
    if result.proof == "optimal":
        assert result.cost == distance == result.lower_bound
    elif result.proof == "within":
        assert result.within is not None and result.cost <= result.within * distance
    else:
        assert result.proof == "found"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search_solves_small_boards(algorithm: str) -> None:
    card = npuzzle.catalogue().algorithms[algorithm]
    for tiles, distance in list(SMALL.items())[::24]:
        result = npuzzle.solve(Board(tiles, size=(2, 3)), algorithm)
        check(result, distance)
        assert result.algorithm == algorithm
        if card["optimal"].startswith(("yes", "if")):
            assert result.proof == "optimal", (algorithm, tiles)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search_solves_eight_puzzles(
    algorithm: str, eight_distances: dict[plain.Tiles, int]
) -> None:
    by_distance = {distance: tiles for tiles, distance in eight_distances.items()}
    for distance in (0, 1, 5, 9):
        check(npuzzle.solve(by_distance[distance], algorithm), distance)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search_knows_what_cannot_be_solved(algorithm: str) -> None:
    result = npuzzle.solve("1 2 3/4 5 6/8 7 0", algorithm)
    assert result.status == "unsolvable" and result.proof == "none"
    assert (result.cost, result.moves, result.lower_bound) == (None, None, None)
    assert result.boards() == [] and not result.solved
    assert "parity" in str(result.reason)


@pytest.mark.parametrize("goal", list(npuzzle.catalogue().goals))
def test_all_goals_of_all_small_boards(goal: str) -> None:
    target = Board(range(6), goal, size=(2, 3)).goal
    for tiles, distance in plain.distances(target.tiles, 2, 3).items():
        result = Board(tiles, target, size=(2, 3)).solve(algorithm="astar")
        assert result.cost == distance and result.optimal


def test_the_figures_of_a_course() -> None:
    start = "1,2,5,3,4,0,6,7,8"
    breadth = npuzzle.solve(start, "bfs(goal-test=expansion)", goal="first")
    assert (breadth.moves, breadth.stats.expanded, breadth.stats.max_depth) == ("ULL", 10, 4)
    hardest = npuzzle.solve(HARDEST, "astar", "manhattan")
    assert (hardest.cost, hardest.stats.expanded, hardest.stats.generated) == (31, 6728, 17708)


def test_options_of_searches() -> None:
    result = npuzzle.solve(HARDEST, "weighted-astar(w=1.5)", "manhattan")
    assert result.options["w"] == 1.5
    check(result, 31)
    assert result.proof != "within" or (result.within or 0) <= 1.5
    for unknown in ["nope", "", "astar(", "astar(w=2)", "astar(tie=x)", "ASTAR(", "astar\0"]:
        with pytest.raises(npuzzle.errors.RequestError):
            npuzzle.solve(HARDEST, unknown)


def test_auto_says_which_search_it_chose() -> None:
    result = npuzzle.solve(HARDEST)
    assert result.algorithm == "auto"
    assert result.engine in ALGORITHMS and result.engine != "auto"
    assert result.heuristic and result.cost == 31 and result.optimal


def test_anytime_searches_tell_how_they_got_better() -> None:
    result = npuzzle.solve(HARDEST, "ara", "manhattan")
    costs = [improvement["cost"] for improvement in result.improvements]
    assert (
        len(costs) > 1 and costs == sorted(costs, reverse=True) and costs[-1] == result.cost == 31
    )


def test_the_order_of_moves_and_their_letters() -> None:
    for order in ("UDLR", "RLDU", "LURD"):
        blank = npuzzle.solve(HARDEST, "bfs", order=order)
        tile = npuzzle.solve(HARDEST, "bfs", order=order, moves_of="tile")
        assert (blank.moves_of, tile.moves_of) == ("blank", "tile")
        assert tile.moves == str(blank.moves).translate(str.maketrans("UDLR", "DURL"))
        assert blank.boards() == tile.boards()
        check(tile, 31)
    ways = {npuzzle.solve(HARDEST, "bfs", order=order).moves for order in ("UDLR", "RLDU")}
    assert len(ways) == 2


# Limits.


@pytest.mark.parametrize(
    "limit",
    [
        {"time_limit": 0.05},
        {"time_limit": "50ms"},
        {"time_limit": timedelta(milliseconds=50)},
        {"time_limit": Fraction(1, 20)},
        {"node_limit": 1000},
        {"node_limit": "1000"},
        {"node_limit": "1e3"},
        {"node_limit": 1000.0},
        {"memory_limit": 100_000},
        {"memory_limit": "100KiB"},
    ],
    ids=repr,
)
@pytest.mark.parametrize("algorithm", ["astar", "bfs", "hda"])
def test_limits_in_every_form_stop_a_search(limit: dict[str, Any], algorithm: str) -> None:
    result = npuzzle.solve("korf:82", algorithm, threads=2, **limit)
    assert result.status == "stopped" and result.cost is None and result.proof == "none"
    assert next(iter(limit)).split("_")[0] in str(result.reason)
    assert (result.lower_bound or 0) <= 62
    if "node_limit" in limit:
        assert (result.lower_bound or 0) > 0
        assert result.stats.expanded <= 1000 or algorithm == "hda"


def test_limits_as_numbers_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    assert npuzzle.solve("korf:82", "astar", node_limit=numpy.int64(50)).status == "stopped"
    assert npuzzle.solve("korf:82", "astar", time_limit=numpy.float32(0.02)).status == "stopped"
    assert npuzzle.solve(HARDEST, "hda", threads=numpy.uint8(2)).cost == 31


def test_a_stopped_search_gives_the_best_so_far() -> None:
    board = npuzzle.generate(5, seed=1)
    result = npuzzle.solve(board, time_limit=0.5)
    assert result.solved and result.boards()[-1].is_goal()
    assert result.cost is not None and (result.lower_bound or 0) <= result.cost


def test_limits_that_mean_nothing() -> None:
    bad: list[Any] = [
        float("nan"),
        float("inf"),
        -1,
        -0.5,
        True,
        "",
        "x",
        b"1",
        [],
        {},
        2**80,
        "5 parsecs",
    ]
    for name in ("time_limit", "node_limit", "memory_limit", "threads", "beam_width"):
        for value in bad:
            # Endless patience is no limit.
            if name == "time_limit" and value == float("inf"):
                assert npuzzle.solve(HARDEST, time_limit=value).cost == 31
                continue
            with pytest.raises(npuzzle.errors.RequestError, match=name):
                npuzzle.solve(HARDEST, "beam", **{name: value})
    for name in ("time_limit", "threads", "beam_width"):
        nothing: dict[str, Any] = {name: 0}
        with pytest.raises(npuzzle.errors.RequestError, match=name):
            npuzzle.solve(HARDEST, "beam", **nothing)


@pytest.mark.parametrize(
    "algorithm", ["hda", "parallel-ida", "parallel-bae", "tile-ida", "tile-beam"]
)
def test_any_number_of_threads_finds_the_same_cost(algorithm: str) -> None:
    costs = set()
    for threads in (1, 2, 3, 8):
        result = npuzzle.solve(HARDEST, algorithm, threads=threads)
        check(result, 31)
        costs.add(result.cost)
    assert algorithm == "tile-beam" or costs == {31}


def test_a_narrow_beam() -> None:
    wide = npuzzle.solve(HARDEST, "beam", beam_width=1000)
    narrow = npuzzle.solve(HARDEST, "beam", beam_width="20")
    check(wide, 31)
    assert narrow.stats.expanded < wide.stats.expanded
    assert narrow.options["width"] == 20


# All optimal solutions.


def test_all_optimal_solutions() -> None:
    assert npuzzle.solve(HARDEST).solutions is None
    for listed, count in [(True, 10), (0, 0), (3, 3), (1000, 40)]:
        solutions = npuzzle.solve(HARDEST, all=listed).solutions
        assert solutions is not None
        assert solutions["count"] == 40 and len(solutions["listed"]) == count
    everything = npuzzle.solve(HARDEST, all=1000).solutions
    assert everything is not None
    assert len(set(everything["listed"])) == 40
    for moves in everything["listed"]:
        assert len(moves) == 31 and Board(HARDEST).move(moves).is_goal()
    counts = []
    for tiles in list(SMALL)[:120]:
        found = Board(tiles, size=(2, 3)).solve(all=0).solutions
        assert found is not None
        counts.append(found["count"])
    assert counts == [ways(tiles) for tiles in list(SMALL)[:120]]
    refused: list[Any] = [-1, 1.5, "all", []]
    for wrong in refused:
        with pytest.raises(npuzzle.errors.RequestError, match="all"):
            npuzzle.solve(HARDEST, all=wrong)


def ways(tiles: plain.Tiles) -> int:
    """The number of shortest solutions, by counting those of the boards that are nearer."""
    if not SMALL[tiles]:
        return 1
    nearer = [
        after for _, after in plain.neighbours(tiles, 2, 3) if SMALL[after] == SMALL[tiles] - 1
    ]
    return sum(ways(after) for after in nearer)


# Results.


@pytest.mark.parametrize("form", ["solve", "method", "text", "list"])
def test_all_ways_to_ask_are_the_same(form: str) -> None:
    board = Board(HARDEST, "snail")
    options: dict[str, Any] = {"algorithm": "ida", "heuristic": "linear-conflict"}
    if form == "method":
        result = board.solve(**options)
    elif form == "solve":
        result = npuzzle.solve(board, "ida", "linear-conflict")
    elif form == "text":
        result = npuzzle.solve(HARDEST, **options, goal="snail")
    else:
        result = npuzzle.solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]], **options, goal=board.goal)
    assert result.board == board and result.board.goal == board.goal
    assert without_times(result) == without_times(board.solve(**options))


def without_times(result: npuzzle.Result) -> dict[str, Any]:
    report = result.to_dict()
    for name in ("seconds", "table_seconds"):
        report["stats"].pop(name)
    return report


@pytest.mark.parametrize(
    ("board", "options"),
    [
        (HARDEST, {}),
        (HARDEST, {"all": True}),
        ("123456870", {}),
        ("korf:82", {"algorithm": "astar", "node_limit": 100}),
        ([[1, 0]], {}),
    ],
    ids=repr,
)
def test_results_are_values(board: Any, options: dict[str, Any]) -> None:
    result = npuzzle.solve(board, **options)
    others = [pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)]
    for other in others:
        assert other.to_dict() == result.to_dict()
        assert other.board == result.board and other.board.goal == result.board.goal
        assert other.stats == result.stats and other.moves == result.moves
        assert other.boards() == result.boards() and repr(other) == repr(result)
    assert json.loads(result.to_json()) == result.to_dict()
    assert json.loads(result.to_json(indent=2)) == result.to_dict()
    report = result.to_dict()
    report["cost"] = report["stats"] = "changed"
    assert result.cost != "changed" and result.stats.expanded >= 0
    assert repr(result).startswith("Result(") and len(repr(result)) < 400
    assert str(result) and "<" in result._repr_html_()


def test_statistics_are_those_of_the_report() -> None:
    result = npuzzle.solve(HARDEST, "astar", "manhattan")
    report = result.to_dict()["stats"]
    for name in npuzzle.Stats.__dataclass_fields__:
        assert getattr(result.stats, name) == report[name]
    explained = npuzzle.catalogue().statistics
    assert {"expanded", "generated", "evaluated"} <= set(explained)
    with pytest.raises(AttributeError):
        result.stats.expanded = 0  # type: ignore[misc]


def test_a_board_with_another_goal() -> None:
    board = Board(HARDEST)
    result = npuzzle.solve(board, goal="snail")
    assert result.board.goal_name == "snail"
    assert result.status in ("solved", "unsolvable")
    assert (result.status == "solved") == Board(HARDEST, "snail").is_solvable()


def test_results_are_equal_if_they_say_the_same() -> None:
    result = npuzzle.solve("867254301", "astar")
    again = pickle.loads(pickle.dumps(result))
    assert again == result and hash(again) == hash(result) and len({again, result}) == 1
    assert result != npuzzle.solve("867254301", "bfs") and result != "867254301"
    assert result.seconds == result.stats.seconds


def test_results_of_json() -> None:
    result = npuzzle.solve("1 2 3/4 0 5", "astar", size="2x3", goal="first")
    again = npuzzle.Result.from_json(result.to_json())
    assert again == result and again.board.goal_name == "first" and again.boards() == result.boards()
    for wrong in ("", "[]", "{}", '{"rows": 3, "cols": 3, "start": [1], "goal": [1]}', "null"):
        with pytest.raises(npuzzle.errors.RequestError, match="not the JSON of a result"):
            npuzzle.Result.from_json(wrong)


def test_a_heuristic_that_is_not_asked_is_noted() -> None:
    result = npuzzle.solve("123406758", "bfs", "manhattan")
    assert result.notes == ["bfs uses no heuristic: the one that was given was not asked"]
    assert result.notes == pickle.loads(pickle.dumps(result)).notes


def test_a_problem_is_not_a_board() -> None:
    with pytest.raises(npuzzle.errors.RequestError, match=r"npuzzle\.problem\('hanoi\(3,5\)'\)"):
        npuzzle.solve("hanoi(3,5)")
