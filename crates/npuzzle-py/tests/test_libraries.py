"""Objects written for aima's ``Problem`` and simpleai's ``SearchProblem`` run as they are.

Their costs are compared with what those libraries' own searches find.
"""

# These libraries have no types.
# mypy: disable-error-code="misc, name-defined, attr-defined"

from __future__ import annotations

import random
from typing import Any

import pytest

import npuzzle

aima = pytest.importorskip("aima3.search", reason="pip install aima3")
simpleai = pytest.importorskip("simpleai.search", reason="pip install simpleai")

BOARDS_ALONE = ["tile-ida", "tile-beam", "constructive"]
ALGORITHMS = [name for name in npuzzle.catalogue().algorithms if name not in BOARDS_ALONE]
NEEDS_CONSISTENCY = ["nba", "bae", "parallel-bae"]
SWAPS = {"up": -3, "down": 3, "left": -1, "right": 1}


# aima.


class AimaTiles(aima.Problem):
    """Sliding tiles as courses write them for aima: tuples, and a heuristic of nodes."""

    def __init__(self, rows: int, initial: tuple[int, ...] | None = None) -> None:
        self.rows = rows
        goal = (*range(1, 3 * rows), 0)
        super().__init__(initial or goal, goal)

    def actions(self, state: tuple[int, ...]) -> list[str]:
        row, col = divmod(state.index(0), 3)
        possible = {"up": row > 0, "down": row < self.rows - 1, "left": col > 0, "right": col < 2}
        return [name for name, can in possible.items() if can]

    def result(self, state: tuple[int, ...], action: str) -> tuple[int, ...]:
        blank = state.index(0)
        other = blank + SWAPS[action]
        after = list(state)
        after[blank], after[other] = after[other], after[blank]
        return tuple(after)

    def h(self, node: Any) -> int:
        return sum(tile != home for tile, home in zip(node.state, self.goal) if tile)


def shuffled(rows: int, steps: int, seed: int) -> AimaTiles:
    """Some steps away from the goal."""
    problem, draw = AimaTiles(rows), random.Random(seed)
    state = problem.goal
    for _ in range(steps):
        state = problem.result(state, draw.choice(problem.actions(state)))
    return AimaTiles(rows, state)


class AimaWolf(aima.Problem):
    """A wolf, a goat and a cabbage; costs differ: the wolf is heavy."""

    def __init__(self) -> None:
        super().__init__(frozenset("fwgc"), frozenset())

    def actions(self, state: frozenset[str]) -> list[str]:
        side = state if "f" in state else frozenset("fwgc") - state
        return sorted(thing for thing in side if self.is_safe(self.result(state, thing)))

    def is_safe(self, state: frozenset[str]) -> bool:
        for side in (state, frozenset("fwgc") - state):
            if "f" not in side and ({"w", "g"} <= side or {"g", "c"} <= side):
                return False
        return True

    def result(self, state: frozenset[str], action: str) -> frozenset[str]:
        return state ^ {"f", action}

    def path_cost(self, c: float, state1: Any, action: str, state2: Any) -> float:
        return c + (2.5 if action == "w" else 1)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search_runs_on_problems_of_aima(algorithm: str) -> None:
    for seed in range(3):
        problem = shuffled(2, 40, seed)
        theirs = aima.breadth_first_search(problem).path_cost
        if algorithm in NEEDS_CONSISTENCY:
            with pytest.raises(npuzzle.errors.RequestError, match="consistent"):
                npuzzle.solve(problem, algorithm)
            result = npuzzle.solve(problem, algorithm, "zero")
        else:
            result = npuzzle.solve(problem, algorithm)
        assert result.lower_bound <= theirs <= result.cost
        assert result.states[-1] == problem.goal
        if npuzzle.catalogue().algorithms[algorithm]["optimal"].startswith(("yes", "if")):
            assert result.cost == theirs


@pytest.mark.parametrize("seed", range(3))
def test_eight_puzzles_of_aima(seed: int) -> None:
    problem = shuffled(3, 20, seed)
    theirs = aima.breadth_first_search(problem).path_cost
    assert aima.astar_search(problem, problem.h).path_cost == theirs
    for algorithm in ("bfs", "ucs", "astar", "ida", "hda", "rbfs", "auto"):
        assert npuzzle.solve(problem, algorithm).cost == theirs
    assert npuzzle.solve(problem, "bfs").proof == "optimal"
    assert npuzzle.solve(problem, "astar").heuristic == "heuristic"
    assert npuzzle.solve(problem.initial).cost == theirs
    assert npuzzle.audit(AimaTiles(2)).consistent


CITIES = sorted(aima.romania_map.nodes())


@pytest.mark.parametrize("start", ["Arad", "Timisoara", "Neamt", "Eforie", "Bucharest"])
def test_the_map_of_romania(start: str) -> None:
    for goal in CITIES[::4]:
        problem = aima.GraphProblem(start, goal, aima.romania_map)
        theirs = aima.uniform_cost_search(problem).path_cost
        for algorithm in ("ucs", "astar", "ida", "hda", "mm", "nbs", "rbfs", "auto"):
            result = npuzzle.solve(problem, algorithm)
            assert result.cost == theirs, (start, goal, algorithm)
            assert result.states[0] == start and result.states[-1] == goal
        assert npuzzle.solve(problem, "ucs").proof == "optimal"
        assert npuzzle.solve(problem, "nba", "zero").cost == theirs
        assert npuzzle.solve(problem, "bfs").cost >= theirs


def test_arad_to_bucharest() -> None:
    problem = aima.GraphProblem("Arad", "Bucharest", aima.romania_map)
    result = npuzzle.solve(problem, "astar")
    assert result.cost == 418
    assert result.states == ["Arad", "Sibiu", "Rimnicu", "Pitesti", "Bucharest"]
    assert result.stats.expanded <= npuzzle.solve(problem, "ucs").stats.expanded
    audit = npuzzle.audit(problem)
    assert audit.states == 20
    instrumented = aima.InstrumentedProblem(problem)
    assert npuzzle.solve(instrumented, "ucs").cost == 418
    assert instrumented.succs > 0 and instrumented.goal_tests > 0


def test_maps_without_places() -> None:
    graph = aima.UndirectedGraph({"a": {"b": 1, "c": 5}, "b": {"c": 2}})
    problem = aima.GraphProblem("a", "c", graph)
    assert npuzzle.solve(problem, "ucs").cost == aima.uniform_cost_search(problem).path_cost == 3
    assert npuzzle.solve(problem, "astar", "zero").cost == 3


def test_crossing_a_river_with_costs() -> None:
    problem = AimaWolf()
    theirs = aima.uniform_cost_search(problem).path_cost
    for algorithm in ("ucs", "astar", "ida", "nba", "bae", "mm", "hda", "auto"):
        result = npuzzle.solve(problem, algorithm)
        assert result.cost == theirs and result.proof == "optimal"
    assert npuzzle.solve(problem, "bfs").cost >= theirs
    assert len(npuzzle.solve(problem, "bfs").actions) == aima.breadth_first_search(problem).depth


@pytest.mark.parametrize("queens", [4, 6])
def test_queens_of_aima(queens: int) -> None:
    """Their states are lists: they are compared by what is in them."""
    problem = aima.NQueensProblem(queens)
    result = npuzzle.solve(problem, "dfs")
    assert result.cost == queens == aima.depth_first_tree_search(problem).path_cost
    assert problem.goal_test(result.states[-1])
    assert isinstance(result.states[-1], list)
    assert npuzzle.solve(problem, "bfs").cost == queens
    assert npuzzle.solve(aima.NQueensProblem(3), "bfs").status == "unsolvable"


def test_goals_of_aima_can_be_lists() -> None:
    class Steps(aima.Problem):
        def actions(self, state: int) -> list[int]:
            return [1, 2] if state < 20 else []

        def result(self, state: int, action: int) -> int:
            return state + action

    problem = Steps(0, [7, 9])
    assert npuzzle.solve(problem, "bfs").cost == aima.breadth_first_search(problem).path_cost == 4
    assert npuzzle.solve(Steps(0, 30), "bfs").status == "unsolvable"


# simpleai.


class SimpleEight(simpleai.SearchProblem):
    """The 8-puzzle as simpleai's samples have it: a text with rows, and the action is the tile."""

    goal = "1-2-3\n4-5-6\n7-8-e"

    def places(self, state: str) -> dict[str, tuple[int, int]]:
        rows = [row.split("-") for row in state.split("\n")]
        return {
            name: (row, col) for row, names in enumerate(rows) for col, name in enumerate(names)
        }

    def actions(self, state: str) -> list[str]:
        places = self.places(state)
        row, col = places["e"]
        return [
            name
            for name, (other_row, other_col) in places.items()
            if abs(row - other_row) + abs(col - other_col) == 1
        ]

    def result(self, state: str, action: str) -> str:
        exchanged = {"e": action, action: "e"}
        return "\n".join(
            "-".join(exchanged.get(name, name) for name in row.split("-"))
            for row in state.split("\n")
        )

    def is_goal(self, state: str) -> bool:
        return state == self.goal

    def heuristic(self, state: str) -> int:
        places, homes = self.places(state), self.places(self.goal)
        return sum(
            abs(row - homes[name][0]) + abs(col - homes[name][1])
            for name, (row, col) in places.items()
            if name != "e"
        )


class Missionaries(simpleai.SearchProblem):
    """Three missionaries and three cannibals; the state is who is on the left, and the boat."""

    def __init__(self) -> None:
        super().__init__(initial_state=(3, 3, 0))

    def actions(self, state: tuple[int, int, int]) -> list[tuple[int, int]]:
        crews = [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]
        return [crew for crew in crews if self.is_valid(self.result(state, crew))]

    def is_valid(self, state: tuple[int, int, int]) -> bool:
        missionaries, cannibals, _ = state
        if not (0 <= missionaries <= 3 and 0 <= cannibals <= 3):
            return False
        return missionaries in (0, 3) or missionaries == cannibals

    def result(self, state: tuple[int, int, int], action: tuple[int, int]) -> tuple[int, int, int]:
        missionaries, cannibals, boat = state
        sign = 1 if boat else -1
        return missionaries + sign * action[0], cannibals + sign * action[1], 1 - boat

    def is_goal(self, state: tuple[int, int, int]) -> bool:
        return state == (0, 0, 1)


class Maze(simpleai.SearchProblem):
    """A maze where diagonal steps cost more, as simpleai's sample of a game has it."""

    rows = ["########", "#s   # #", "# ##   #", "#  # # #", "## #  g#", "########"]

    def __init__(self) -> None:
        super().__init__(initial_state=self.find("s"))
        self.goal = self.find("g")

    def find(self, letter: str) -> tuple[int, int]:
        return next((y, row.index(letter)) for y, row in enumerate(self.rows) if letter in row)

    def actions(self, state: tuple[int, int]) -> list[tuple[int, int]]:
        steps = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]
        return [step for step in steps if self.rows[state[0] + step[0]][state[1] + step[1]] != "#"]

    def result(self, state: tuple[int, int], action: tuple[int, int]) -> tuple[int, int]:
        return state[0] + action[0], state[1] + action[1]

    def is_goal(self, state: tuple[int, int]) -> bool:
        return state == self.goal

    def cost(self, state: Any, action: tuple[int, int], state2: Any) -> float:
        return 1.7 if all(action) else 1.0

    def heuristic(self, state: tuple[int, int]) -> float:
        return max(abs(state[0] - self.goal[0]), abs(state[1] - self.goal[1]))


@pytest.mark.parametrize("seed", range(2))
def test_eight_puzzles_of_simpleai(seed: int) -> None:
    tiles = shuffled(3, 20, seed).initial
    names = ["e" if tile == 0 else str(tile) for tile in tiles]
    problem = SimpleEight("\n".join("-".join(names[row : row + 3]) for row in (0, 3, 6)))
    theirs = simpleai.astar(problem, graph_search=True)
    for algorithm in ("astar", "ida", "bfs", "ucs", "hda", "rbfs", "auto"):
        result = npuzzle.solve(problem, algorithm)
        assert result.cost == theirs.cost, algorithm
        assert result.states[-1] == problem.goal
    assert npuzzle.solve(tiles).cost == theirs.cost
    assert npuzzle.solve(problem, "greedy").cost >= theirs.cost


def test_missionaries_and_cannibals() -> None:
    problem = Missionaries()
    theirs = simpleai.breadth_first(problem, graph_search=True)
    for algorithm in ALGORITHMS:
        result = npuzzle.solve(problem, algorithm)
        assert result.solved and result.cost >= theirs.cost == 11
        if algorithm in ("bfs", "astar", "ida", "nba", "bibfs", "hda", "ids", "ucs"):
            assert result.cost == 11 and result.proof == "optimal"
            assert result.path()[0] == (None, (3, 3, 0))


def test_a_maze_with_costs() -> None:
    problem = Maze()
    theirs = simpleai.uniform_cost(problem, graph_search=True)
    guided = simpleai.astar(problem, graph_search=True)
    assert theirs.cost == pytest.approx(guided.cost)
    for algorithm in ("ucs", "astar", "ida", "hda", "mm", "fringe", "rbfs", "auto"):
        result = npuzzle.solve(problem, algorithm)
        assert result.cost == pytest.approx(theirs.cost), algorithm
    assert npuzzle.audit(problem).consistent


def test_path_and_result_read_as_in_simpleai() -> None:
    theirs = simpleai.breadth_first(Missionaries(), graph_search=True)
    ours = npuzzle.solve(Missionaries(), "bfs")
    assert len(theirs.path()) == len(ours.path())
    assert theirs.path()[0] == ours.path()[0] and theirs.path()[-1][1] == ours.path()[-1][1]
