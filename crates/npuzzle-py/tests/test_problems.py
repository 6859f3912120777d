"""Your own problems: any class with states, actions and a goal."""

from __future__ import annotations

import heapq
import itertools
import pickle
import traceback
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import npuzzle

CARDS = npuzzle.catalogue().algorithms
BOARDS_ALONE = ["tile-ida", "tile-beam", "constructive"]
ALGORITHMS = [name for name in CARDS if name not in BOARDS_ALONE]


class Jugs(npuzzle.Problem):
    """Measure four litres with jugs of three and five."""

    initial = (0, 0)

    def actions(self, state: tuple[int, int]) -> list[str]:
        return ["fill 3", "fill 5", "empty 3", "empty 5", "3 into 5", "5 into 3"]

    def result(self, state: tuple[int, int], action: str) -> tuple[int, int]:
        three, five = state
        into_five, into_three = min(three, 5 - five), min(five, 3 - three)
        return {
            "fill 3": (3, five),
            "fill 5": (three, 5),
            "empty 3": (0, five),
            "empty 5": (three, 0),
            "3 into 5": (three - into_five, five + into_five),
            "5 into 3": (three + into_three, five - into_three),
        }[action]

    def is_goal(self, state: tuple[int, int]) -> bool:
        return 4 in state


class Roads(npuzzle.Problem):
    """A map with costs of any kind."""

    def __init__(
        self, roads: dict[str, dict[str, Any]], initial: str = "a", goal: str = "z"
    ) -> None:
        self.roads, self.initial, self.goal = roads, initial, goal

    def actions(self, state: str) -> Iterable[str]:
        return self.roads.get(state, {})

    def result(self, state: str, action: str) -> str:
        return action

    def is_goal(self, state: str) -> bool:
        return state == self.goal

    def cost(self, state: str, action: str, next_state: str) -> Any:
        return self.roads[state][next_state]


class Line(npuzzle.Problem):
    """From zero to a number, step by step; beyond it for ever unless a limit ends it."""

    initial = 0

    def __init__(self, goal: int, last: int | None = None) -> None:
        self.goal, self.last = goal, last

    def actions(self, state: int) -> list[str]:
        return ["on"] if self.last is None or state < self.last else []

    def result(self, state: int, action: str) -> int:
        return state + 1

    def is_goal(self, state: int) -> bool:
        return state == self.goal


def cheapest(problem: Any) -> Any:
    """Dijkstra's algorithm in a few lines, for comparison."""
    number = itertools.count()
    waiting = [(0, next(number), problem.initial)]
    done = set()
    while waiting:
        cost, _, state = heapq.heappop(waiting)
        if problem.is_goal(state):
            return cost
        if state in done:
            continue
        done.add(state)
        for action in problem.actions(state):
            after = problem.result(state, action)
            heapq.heappush(
                waiting, (cost + problem.cost(state, action, after), next(number), after)
            )
    return None


def check(problem: Any, result: npuzzle.ProblemResult) -> None:
    """The path is one, and the cost is its cost."""
    assert result.status == "solved" and result.solved
    states, actions = result.states, result.actions
    assert states[0] == problem.initial and problem.is_goal(states[-1])
    assert len(states) == len(actions) + 1
    total: Any = 0
    for before, action, after in zip(states, actions, states[1:]):
        assert action in problem.actions(before) and problem.result(before, action) == after
        total += problem.cost(before, action, after)
    assert float(result.cost) == pytest.approx(float(total))
    assert result.moves == actions
    assert result.path() == list(zip([None, *actions], states))


RANDOM_ROADS = {
    name: {
        other: (3 * i + 5 * j) % 11 for j, other in enumerate("abcdefghz") if (i * j + i + j) % 3
    }
    for i, name in enumerate("abcdefghz")
}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search_solves_problems(algorithm: str) -> None:
    for problem in (Jugs(), Roads(RANDOM_ROADS), Line(6, 9)):
        result = npuzzle.solve(problem, algorithm)
        check(problem, result)
        assert result.problem == type(problem).__name__
        assert result.algorithm == algorithm or algorithm == "auto"
        best = cheapest(problem)
        assert result.lower_bound <= best <= result.cost
        if result.proof == "optimal":
            assert result.cost == best
        if algorithm in ("ucs", "astar", "ida", "hda", "nba", "bae", "mm", "nbs", "rbfs", "auto"):
            assert result.proof == "optimal", problem


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search_takes_the_heuristic_of_a_problem(algorithm: str) -> None:
    class Guided(Line):
        consistent = True

        def heuristic(self, state: int) -> float:
            return abs(self.goal - state) / 2

    problem = Guided(6, 9)
    result = npuzzle.solve(problem, algorithm)
    check(problem, result)
    assert result.cost == 6
    assert result.proof != "within" or (result.within or 0) >= 1
    if CARDS[algorithm]["informed"]:
        assert result.heuristic == "heuristic"
    for threads in (1, 2):
        check(problem, npuzzle.solve(problem, algorithm, threads=threads))


@pytest.mark.parametrize("algorithm", BOARDS_ALONE)
def test_searches_for_boards_alone_say_so(algorithm: str) -> None:
    with pytest.raises(npuzzle.errors.RequestError, match="sliding-tile"):
        npuzzle.solve(Jugs(), algorithm)


def test_what_is_for_boards_alone() -> None:
    given: dict[str, Any] = {
        "all": True,
        "goal": "snail",
        "order": "UDLR",
        "functions": {},
        "beam_width": 3,
        "moves_of": "tile",
    }
    for name, value in given.items():
        with pytest.raises(npuzzle.errors.RequestError, match=f"{name}: this is for boards"):
            npuzzle.solve(Jugs(), **{name: value})
    for heuristic in ("manhattan", "nope", 5, ["zero"]):
        with pytest.raises(npuzzle.errors.RequestError):
            npuzzle.solve(Jugs(), "astar", heuristic)  # type: ignore[arg-type]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_problem_without_a_solution(algorithm: str) -> None:
    result = npuzzle.solve(Line(-1, 5), algorithm)
    assert not result.solved and result.cost is None
    assert result.states == result.actions == result.path() == []
    assert result.status == ("unsolvable" if CARDS[algorithm]["complete"] else result.status)
    assert str(result) and result._repr_html_()


def test_the_start_can_be_the_goal() -> None:
    for algorithm in ALGORITHMS:
        result = npuzzle.solve(Line(0, 3), algorithm)
        assert (result.cost, result.states, result.actions) == (0, [0], [])


# States.


@pytest.mark.parametrize(
    "states",
    [
        ["a", "b", "c"],
        [(1, (2, 3)), (1, (2, 4)), ()],
        [frozenset({1}), frozenset({1, 2}), frozenset()],
        [1.5, 2.5, float("inf")],
        [b"x", b"y", b"\0"],
        [None, False, "None"],
        [npuzzle.Board("123456780"), npuzzle.Board("123456708"), npuzzle.Board("123405786")],
        [2**200, -(2**200), 0],
        ["\ud800", "\0", "漢"],
    ],
    ids=repr,
)
def test_states_can_be_any_hashable_objects(states: list[Any]) -> None:
    class Tour(npuzzle.Problem):
        initial = states[0]

        def actions(self, state: Any) -> list[int]:
            return [number for number, known in enumerate(states) if known != state]

        def result(self, state: Any, action: int) -> Any:
            return states[action]

        def is_goal(self, state: Any) -> bool:
            return bool(state == states[-1])

    for algorithm in ("bfs", "astar", "bibfs"):
        result = npuzzle.solve(Tour(), algorithm)
        assert result.states == [states[0], states[-1]] and result.actions == [2]
        assert repr(result) and str(result) and result._repr_html_()


@pytest.mark.parametrize(
    "form", [list, lambda pair: {"a": pair[0], "b": [pair[1]]}, lambda pair: [set(pair), pair]]
)
def test_states_without_a_hash_are_known_by_what_is_in_them(form: Any) -> None:
    class Pairs(npuzzle.Problem):
        initial = form((0, 10))

        def actions(self, state: Any) -> list[int]:
            return [0, 1, 2]

        def result(self, state: Any, action: int) -> Any:
            known = next(n for n in range(9) if form((n, 10 + n)) == state)
            return form(((known + action) % 5, 10 + (known + action) % 5))

        def is_goal(self, state: Any) -> bool:
            return bool(state == form((4, 14)))

    for algorithm in ("bfs", "astar", "bibfs", "hda", "dfs"):
        result = npuzzle.solve(Pairs(), algorithm)
        assert result.states[0] == form((0, 10)) and result.states[-1] == form((4, 14))
        assert result.stats.expanded <= 5
    assert npuzzle.solve(Pairs(), "bfs").actions == [2, 2]


def test_arrays_as_states() -> None:
    numpy = pytest.importorskip("numpy")

    class Turning(npuzzle.Problem):
        initial = numpy.array([[1, 2], [3, 4]])

        def actions(self, state: Any) -> list[str]:
            return ["turn", "mirror"]

        def result(self, state: Any, action: str) -> Any:
            return numpy.rot90(state) if action == "turn" else numpy.fliplr(state)

        def is_goal(self, state: Any) -> bool:
            return bool(state.tolist() == [[4, 3], [2, 1]])

        def heuristic(self, state: Any) -> int:
            return int(state[0, 0] != 4)

    result = npuzzle.solve(Turning(), "astar")
    assert result.cost == 2 and result.states[-1].tolist() == [[4, 3], [2, 1]]
    assert npuzzle.audit(Turning()).states == 8


def test_objects_that_cannot_be_states() -> None:
    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

    for wrong in (Unhashable(), [Unhashable()], {"a": Unhashable()}):

        class Odd(Line):
            def result(self, state: Any, action: str) -> Any:
                return wrong

        with pytest.raises(npuzzle.errors.ProblemError, match="not hashable"):
            npuzzle.solve(Odd(3), "bfs")


def test_equal_states_are_one_state() -> None:
    class Same(npuzzle.Problem):
        initial = 1

        def actions(self, state: Any) -> list[str]:
            return ["stay", "float", "bool"]

        def result(self, state: Any, action: str) -> Any:
            return {"stay": 1, "float": 1.0, "bool": True}[action]

        def is_goal(self, state: Any) -> bool:
            return False

    result = npuzzle.solve(Same(), "bfs")
    assert result.status == "unsolvable" and result.stats.expanded == 1


class Hostile:
    """A state that refuses to be one."""

    def __init__(self, method: str, error: BaseException) -> None:
        self.method, self.error = method, error

    def __hash__(self) -> int:
        if self.method == "__hash__":
            raise self.error
        return 1

    def __eq__(self, other: object) -> bool:
        if self.method == "__eq__":
            raise self.error
        return self is other

    def __repr__(self) -> str:
        raise RuntimeError("no picture")


@pytest.mark.parametrize("method", ["__hash__", "__eq__"])
def test_exceptions_of_states_pass_through(method: str) -> None:
    error = Unique("of a state")

    class Refusing(npuzzle.Problem):
        initial = 0

        def actions(self, state: Any) -> list[int]:
            return [1, 2]

        def result(self, state: Any, action: int) -> Any:
            return Hostile(method, error)

        def is_goal(self, state: Any) -> bool:
            return False

    with pytest.raises(Unique) as caught:
        npuzzle.solve(Refusing(), "bfs")
    assert caught.value is error


def test_states_without_a_picture() -> None:
    class Unseen(Line):
        def result(self, state: Any, action: str) -> Any:
            return Hostile("", Unique())

        def is_goal(self, state: Any) -> bool:
            return isinstance(state, Hostile)

    result = npuzzle.solve(Unseen(1, 5), "bfs")
    assert result.cost == 1 and repr(result)


# Costs.


@pytest.mark.parametrize(
    "cost",
    [1, 2, 0, 0.1, 0.25, 12.5, Fraction(1, 3), Fraction(22, 7), Decimal("0.05"), True, 123456.789],
)
@pytest.mark.parametrize("algorithm", ["ucs", "astar", "ida", "nba", "hda", "auto"])
def test_costs_of_every_kind(cost: Any, algorithm: str) -> None:
    class Toll(Line):
        def cost(self, state: int, action: str, next_state: int) -> Any:
            return cost

    result = npuzzle.solve(Toll(3, 6), algorithm)
    assert result.cost == pytest.approx(float(3 * cost), abs=1e-12)
    assert result.proof == "optimal" and len(result.actions) == 3


def test_the_cheapest_way_is_not_the_shortest() -> None:
    for one, other, expected in [
        (1, 4, ["b", "c", "z"]),
        (0.1, 0.300001, ["b", "c", "z"]),
        (0.1, 0.299999, ["z"]),
        (Fraction(1, 3), Fraction(1001, 1000), ["b", "c", "z"]),
        (Fraction(1, 3), Fraction(999, 1000), ["z"]),
        (0, Fraction(1, 1000), ["b", "c", "z"]),
        (Decimal("0.1"), Decimal("0.31"), ["b", "c", "z"]),
        (float("inf"), 5, ["z"]),
    ]:
        problem = Roads({"a": {"b": one, "z": other}, "b": {"c": one}, "c": {"z": one}})
        for algorithm in ("ucs", "astar", "ida", "nba", "mm", "auto"):
            result = npuzzle.solve(problem, algorithm)
            assert result.actions == expected, (one, other, algorithm)
            assert result.optimal


def test_costs_that_change_their_kind_on_the_way() -> None:
    roads = {str(step): {str(step + 1): Fraction(1, step + 1)} for step in range(8)}
    problem = Roads(roads, "0", "8")
    exact = sum(Fraction(1, step + 1) for step in range(8))
    for algorithm in ("ucs", "astar", "dfs", "bibfs", "ida", "hda"):
        result = npuzzle.solve(problem, algorithm)
        assert float(result.cost) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize(
    "cost",
    [-1, -0.5, float("nan"), None, "1", b"1", [1], {}, pytest.param(object(), id="object"), 1j, 2**70, 1e300, Fraction(-1, 2)],
    ids=repr,
)
def test_costs_that_are_none(cost: Any) -> None:
    problem = Roads({"a": {"z": cost}})
    for algorithm in ("ucs", "bfs", "nba", "ida"):
        with pytest.raises(npuzzle.errors.ProblemError, match="cost") as caught:
            npuzzle.solve(problem, algorithm)
        assert "'a'" in str(caught.value)


def test_a_step_that_costs_too_much_is_named_as_python_knows_it() -> None:
    with pytest.raises(npuzzle.errors.ProblemError) as caught:
        npuzzle.solve(Roads({"a": {"b": 1}, "b": {"c": 1, "z": 10**12}}, "a", "z"), "ucs")
    assert "the step `'z'` of `'b'` costs 1000000000000" in str(caught.value)


def test_costs_that_are_not_one_after_all() -> None:
    """The cost of a base class is one; a method given to the object itself can differ."""
    problem: Any = Line(3, 5)
    problem.cost = lambda state, action, after: 7
    assert npuzzle.solve(problem, "ucs").cost == 21
    problem.cost = lambda state, action: 5
    assert npuzzle.solve(problem, "ucs").cost == 15


# Heuristics.


def test_heuristics_of_problems_guide_the_search() -> None:
    class Plane(npuzzle.Problem):
        initial = (0, 0)

        def actions(self, state: tuple[int, int]) -> list[tuple[int, int]]:
            return [(0, 1), (1, 0), (0, -1), (-1, 0)]

        def result(self, state: tuple[int, int], action: tuple[int, int]) -> tuple[int, int]:
            return state[0] + action[0], state[1] + action[1]

        def is_goal(self, state: tuple[int, int]) -> bool:
            return state == (9, 9)

    class Guided(Plane):
        def heuristic(self, state: tuple[int, int]) -> int:
            return abs(9 - state[0]) + abs(9 - state[1])

    class Claimed(Guided):
        admissible = True

    blind, guided = npuzzle.solve(Plane(), "astar"), npuzzle.solve(Guided(), "astar")
    assert blind.cost == guided.cost == 18
    assert guided.stats.expanded < blind.stats.expanded / 3
    assert (blind.proof, guided.proof) == ("optimal", "found")
    claimed = npuzzle.solve(Claimed(), "astar")
    assert claimed.proof == "found" and "claimed to be" in str(claimed.reason)
    assert npuzzle.solve(Guided(), "astar", "zero").proof == "optimal"
    assert npuzzle.solve(Guided(), "astar", "heuristic").actions == guided.actions
    given = npuzzle.solve(Plane(), "astar", lambda state: abs(9 - state[0]) + abs(9 - state[1]))
    assert given.stats.expanded == guided.stats.expanded
    with pytest.raises(npuzzle.errors.RequestError, match="needs a consistent heuristic"):
        npuzzle.solve(Guided(), "nba", node_limit=1000)


@pytest.mark.parametrize(
    "value", [None, -1, float("nan"), "x", [1], pytest.param(object(), id="object"), 2**70, 1e300, 1j], ids=repr
)
def test_estimates_that_are_none(value: Any) -> None:
    class Lost(Line):
        def heuristic(self, state: int) -> Any:
            return value

    with pytest.raises(npuzzle.errors.HeuristicError, match="heuristic of the state 0"):
        npuzzle.solve(Lost(3, 5), "astar")
    assert npuzzle.solve(Lost(3, 5), "ucs").cost == 3


def test_audits_of_problems() -> None:
    class Flawed(Line):
        def heuristic(self, state: int) -> float:
            return 2.5 * (self.goal - state) if state < self.goal else 0

    audit = npuzzle.audit(Flawed(4, 4))
    assert not audit.admissible and audit.states == 5
    verdict = audit.heuristics[0]
    assert verdict.overestimates == 4 and verdict.inconsistent_edges == 4
    assert audit.counterexample == 0 and verdict.worst is not None
    assert (verdict.worst.h, verdict.worst.true) == (10, 4)
    assert verdict.edge_example is not None
    assert verdict.edge_example.after == verdict.edge_example.before + 1
    assert str(audit) and audit._repr_html_()

    class Right(Line):
        def heuristic(self, state: int) -> int:
            return max(0, self.goal - state)

    assert npuzzle.audit(Right(4, 4)).consistent
    with pytest.raises(npuzzle.errors.LimitError):
        npuzzle.audit(Line(-1), node_limit=100)


# Exceptions.


class Unique(Exception):
    """Only the test raises it."""


@pytest.mark.parametrize("method", ["actions", "result", "is_goal", "cost", "heuristic"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("after", [0, 2])
def test_exceptions_of_each_method_pass_through(method: str, algorithm: str, after: int) -> None:
    error = Unique(method)
    asked = []

    class Failing(Line):
        consistent = True

        def heuristic(self, state: int) -> int:
            return 0

    def the_method_that_fails(self: Failing, *arguments: Any) -> Any:
        asked.append(arguments)
        if len(asked) > after:
            raise error
        return getattr(super(Failing, self), method)(*arguments)

    setattr(Failing, method, the_method_that_fails)
    if method == "heuristic" and not CARDS[algorithm]["informed"]:
        check(Line(5, 8), npuzzle.solve(Failing(5, 8), algorithm))
        assert not asked
        return
    with pytest.raises(Unique) as caught:
        npuzzle.solve(Failing(5, 8), algorithm)
    assert caught.value is error and len(asked) == after + 1
    assert traceback.extract_tb(error.__traceback__)[-1].name == "the_method_that_fails"


@pytest.mark.parametrize(
    "kind", [SystemExit, GeneratorExit, KeyboardInterrupt, StopIteration, BaseException]
)
def test_exceptions_of_every_kind_pass_through(kind: type[BaseException]) -> None:
    class Failing(Line):
        def is_goal(self, state: int) -> bool:
            raise kind("this very one")

    expected = npuzzle.Interrupted if kind is KeyboardInterrupt else kind
    with pytest.raises(expected):
        npuzzle.solve(Failing(3), "bfs")


def test_generators_of_actions_that_fail_half_way() -> None:
    class Failing(Line):
        def actions(self, state: int) -> Any:
            yield "on"
            raise Unique

    with pytest.raises(Unique):
        npuzzle.solve(Failing(3), "bfs")


def test_missing_methods() -> None:
    class Bare:
        def actions(self, state: Any) -> list[Any]:
            return []

        def result(self, state: Any, action: Any) -> Any:
            return state

    class WithGoal(Bare):
        def is_goal(self, state: Any) -> bool:
            return True

    with pytest.raises(npuzzle.errors.ProblemError, match="no `is_goal`"):
        npuzzle.solve(Bare())
    with pytest.raises(npuzzle.errors.ProblemError, match="no `initial`"):
        npuzzle.solve(WithGoal())
    with pytest.raises(npuzzle.errors.ProblemError, match="no `initial`"):
        npuzzle.solve(npuzzle.Problem())
    unwritten: Any = npuzzle.Problem()
    unwritten.initial = 0
    with pytest.raises(npuzzle.errors.ProblemError, match="no method `is_goal`|no method `actions`"):
        npuzzle.solve(unwritten)
    for kind in (Bare, WithGoal, npuzzle.Problem, Jugs):
        with pytest.raises(npuzzle.errors.RequestError, match="is a class: did you mean"):
            npuzzle.solve(kind)
    for actions in (5, None, 1.5):

        class Odd(Line):
            def actions(self, state: int) -> Any:
                return actions

        with pytest.raises(TypeError):
            npuzzle.solve(Odd(3), "bfs")


def test_a_class_of_ones_own_needs_no_base_class() -> None:
    class Plain:
        initial = 1

        def actions(self, state: int) -> Any:
            return (action for action in ("double", "add") if state < 100)

        def result(self, state: int, action: str) -> int:
            return state * 2 if action == "double" else state + 1

        def is_goal(self, state: int) -> Any:
            return state == 37 and "yes"

    result = npuzzle.solve(Plain(), "bfs")
    assert result.cost == 7 and result.proof == "optimal" and result.problem == "Plain"


# Limits.


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    "limit", [{"node_limit": 200}, {"time_limit": 0.05}, {"memory_limit": "512KiB"}], ids=str
)
def test_endless_spaces_end_at_limits(algorithm: str, limit: dict[str, Any]) -> None:
    result = npuzzle.solve(Line(-1), algorithm, **limit)
    if algorithm == "dls":
        # Its depth is limited anyway.
        assert result.status in ("stopped", "unsolvable")
        return
    assert result.status == "stopped" and result.cost is None
    assert next(iter(limit)).split("_")[0] in str(result.reason) or algorithm in ("sma", "beam")


# Economy.


def test_each_state_is_asked_about_once_and_those_of_the_solution_twice() -> None:
    asked: list[tuple[str, Any]] = []

    class Counted(Jugs):
        consistent = True

        def actions(self, state: tuple[int, int]) -> list[str]:
            asked.append(("actions", state))
            return super().actions(state)

        def is_goal(self, state: tuple[int, int]) -> bool:
            asked.append(("is_goal", state))
            return super().is_goal(state)

        def heuristic(self, state: tuple[int, int]) -> int:
            asked.append(("heuristic", state))
            return 0

    for algorithm in ("bfs", "astar", "ida", "ids", "bibfs", "nba", "hda"):
        asked.clear()
        way = npuzzle.solve(Counted(), algorithm).states
        twice = [question for question in set(asked) if asked.count(question) > 1]
        assert twice and all(asked.count(question) == 2 for question in twice), algorithm
        assert {state for _, state in twice} == set(way), algorithm


def test_results_of_problems_are_values() -> None:
    result = npuzzle.solve(Jugs(), "astar")
    again = pickle.loads(pickle.dumps(result))
    assert again.to_dict() == result.to_dict()
    assert again.states == result.states and again.actions == result.actions
    result.states.append("mine")
    assert len(result.states) == 7
    assert repr(result) == "ProblemResult(steps=6, cost=6, proof='optimal')"
    assert "fill 5" in str(result) and "fill 5" in result._repr_html_()


def test_a_problem_may_ask_the_package_itself() -> None:
    class Outer(Line):
        def heuristic(self, state: int) -> Any:
            return (
                npuzzle.solve(Line(self.goal - state, 9), "bfs").cost if state <= self.goal else 0
            )

    assert npuzzle.solve(Outer(5, 9), "astar").stats.expanded == 5


def test_progress_of_problems() -> None:
    told: list[Any] = []

    def progress(*glimpse: Any) -> None:
        told.append(glimpse)
        if len(told) == 2:
            raise Unique

    with pytest.raises(Unique):
        npuzzle.solve(Line(-1), "bfs", progress=progress)
    assert len(told) == 2


def test_subclasses_may_use_the_words_of_aima() -> None:
    class Steps(npuzzle.Problem):
        """From 0 to 4 by ones and twos; a two costs ten."""

        initial = 0

        def actions(self, state: int) -> list[int]:
            return [1, 2] if state < 4 else []

        def result(self, state: int, action: int) -> int:
            return state + action

    class ByPath(Steps):
        def goal_test(self, state: int) -> bool:
            return state == 4

        def path_cost(self, c: int, state: int, action: int, after: int) -> int:
            return c + (1 if action == 1 else 10)

        def h(self, node: Any) -> int:
            return 99

    class ByAction(Steps):
        def is_goal(self, state: int) -> bool:
            return state == 4

        def action_cost(self, state: int, action: int, after: int) -> int:
            return 1 if action == 1 else 10

    for problem in (ByPath(), ByAction()):
        answer = npuzzle.solve(problem, "ucs")
        assert (answer.cost, answer.actions, answer.proof) == (4, [1, 1, 1, 1], "optimal")
    assert npuzzle.audit(ByPath()).admissible is False


def test_names_of_files_say_that_they_are_files(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roads.map").write_text("a\nb\na: b,1\nb:\n", "utf-8")
    (tmp_path / "h.txt").write_text("a: 1\nb: 0\n", "utf-8")
    with pytest.raises(npuzzle.errors.ProblemError, match=r"pathlib.Path\('roads.map'\)"):
        npuzzle.problem("roads.map")
    from pathlib import Path

    with pytest.raises(npuzzle.errors.ProblemError, match=r"pathlib.Path\('h.txt'\)"):
        npuzzle.problem(Path("roads.map"), heuristics={"h": "h.txt"})
    assert npuzzle.problem(Path("roads.map"), heuristics={"h": Path("h.txt")}).solve("astar", "h").cost == 1
