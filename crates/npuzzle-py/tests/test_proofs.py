"""What is remembered of audits, and for whom."""

from __future__ import annotations

import gc
import pickle
from typing import Any

import npuzzle
import pytest

BOARD = npuzzle.generate("2x3", optimal_distance=15, seed=3)


class Weighted:
    """Equal to all of its kind, though they compute different things."""

    def __init__(self, weight: int) -> None:
        self.weight = weight

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weighted)

    def __hash__(self) -> int:
        return 1

    def __call__(self, board: npuzzle.Board) -> int:
        return self.weight * (board.estimate() or 0)

    def method(self, board: npuzzle.Board) -> int:
        return self(board)


def test_proofs_belong_to_one_object() -> None:
    fair, greedy = Weighted(1), Weighted(3)
    assert npuzzle.audit(fair, "2x3").admissible
    assert npuzzle.solve(BOARD, "astar", fair).proof == "optimal"
    assert npuzzle.solve(BOARD, "astar", greedy).proof == "found"


def test_proofs_of_methods_belong_to_their_object() -> None:
    fair, greedy = Weighted(1), Weighted(3)
    assert npuzzle.audit(fair.method, "2x3").admissible
    assert npuzzle.solve(BOARD, "astar", fair.method).proof == "optimal"
    assert npuzzle.solve(BOARD, "astar", greedy.method).proof == "found"


def test_objects_without_a_hash_are_remembered() -> None:
    class Unhashable(Weighted):
        __hash__ = None  # type: ignore[assignment]

    fair = Unhashable(1)
    assert npuzzle.audit(fair, "2x3").admissible
    assert npuzzle.solve(BOARD, "astar", fair).proof == "optimal"


def test_proofs_end_with_their_object() -> None:
    from npuzzle._heuristic import PROOFS

    # What other tests have left behind goes first.
    gc.collect()
    before = len(PROOFS._known)
    fair = Weighted(1)
    npuzzle.audit(fair, "2x2")
    assert len(PROOFS._known) == before + 1
    del fair
    gc.collect()
    assert len(PROOFS._known) == before


def manhattan(board: npuzzle.Board) -> int:
    """Manhattan distance to the usual goal of 3x3, without a call of the engine."""
    return sum(AWAY[tile][cell] for cell, tile in enumerate(board.tiles))


AWAY = [
    [abs(cell // 3 - home // 3) + abs(cell % 3 - home % 3) if tile else 0 for cell in range(9)]
    for tile, home in enumerate([8, *range(8)])
]


def test_a_function_that_has_changed_proves_nothing() -> None:
    weight = 1

    def weighted(board: npuzzle.Board) -> int:
        return weight * manhattan(board)

    assert npuzzle.audit(weighted).admissible
    board = npuzzle.Board("6 5 8/3 0 4/1 2 7")
    honest = npuzzle.solve(board, "astar", weighted)
    assert (honest.cost, honest.proof, honest.reason) == (26, "optimal", None)
    weight = 3
    for search in ("astar", "ida", "auto"):
        changed = npuzzle.solve(board, search, weighted)
        assert changed.proof == "found" and (changed.lower_bound or 0) <= 26
        assert "`weighted` has changed since its audit" in (changed.reason or "")
        assert "it is 54 at 6 5 8/3 0 4/1 2 7, and the audit saw 18" in (changed.reason or "")
    wrong = 0
    for other in npuzzle.generate("3x3", count=40, seed=1):
        answer = npuzzle.solve(other, "astar", weighted)
        wrong += answer.cost != npuzzle.solve(other).cost
        assert answer.proof == "found" or answer.cost == npuzzle.solve(other).cost
    assert wrong > 20
    (run,) = npuzzle.compare(board, "astar", weighted)
    assert run["proof"] == "found" and "has changed since its audit" in run["reason"]
    weight = 1
    assert npuzzle.solve(board, "astar", weighted).proof == "optimal"


def test_a_function_that_counts_its_calls_is_found_out() -> None:
    class Tipsy:
        calls = 0
        sober = 10**9

        def __call__(self, board: npuzzle.Board) -> int:
            self.calls += 1
            return (1 if self.calls <= self.sober else 4) * manhattan(board)

    tipsy = Tipsy()
    assert npuzzle.audit(tipsy).admissible
    board = npuzzle.Board("6 5 8/3 0 4/1 2 7")
    for sober in (0, 1, 50, 300):
        tipsy.calls, tipsy.sober = 0, sober
        answer = npuzzle.solve(board, "astar", tipsy)
        assert answer.proof == "found" and "has changed" in (answer.reason or "")
    tipsy.sober = 10**9
    assert npuzzle.solve(board, "astar", tipsy).proof == "optimal"


def test_what_an_audit_refutes_is_no_claim_any_more() -> None:
    @npuzzle.heuristic(consistent=True)
    def thrice(board: npuzzle.Board) -> int:
        return 3 * (board.estimate() or 0)

    claimed = npuzzle.solve(BOARD, "nba", thrice)
    assert claimed.proof == "found" and "claimed to be" in (claimed.reason or "")
    assert npuzzle.audit(thrice, "2x3").admissible is False
    refuted = npuzzle.solve(BOARD, "astar", thrice)
    assert refuted.proof == "found" and "not admissible" in (refuted.reason or "")
    with pytest.raises(npuzzle.errors.RequestError, match="consistent"):
        npuzzle.solve(BOARD, "nba", thrice)


class Line(npuzzle.Problem):
    """From 0 to 5 along a line, with a heuristic that can be wrong."""

    initial = 0

    def __init__(self, factor: int = 1) -> None:
        self.factor = factor

    def actions(self, state: int) -> list[int]:
        return [1, -1]

    def result(self, state: int, action: int) -> int:
        return max(0, min(9, state + action))

    def is_goal(self, state: int) -> bool:
        return state == 5

    def heuristic(self, state: int) -> int:
        return self.factor * abs(state - 5)


def test_audits_of_problems_prove_and_refute() -> None:
    fair, greedy = Line(), Line(2)
    greedy.consistent = True
    assert npuzzle.solve(fair, "astar").proof == "found"
    assert npuzzle.audit(fair).consistent and not npuzzle.audit(greedy).admissible
    for search in ("astar", "ida", "nba", "bae"):
        assert npuzzle.solve(fair, search).proof == "optimal"
    answer = npuzzle.solve(greedy, "astar")
    assert answer.proof == "found" and "not admissible" in (answer.reason or "")
    with pytest.raises(npuzzle.errors.RequestError, match="consistent"):
        npuzzle.solve(greedy, "nba")


def test_a_problem_that_has_changed_proves_nothing() -> None:
    line = Line()
    assert npuzzle.audit(line).consistent
    assert npuzzle.solve(line, "astar").proof == "optimal"
    line.factor = 3
    changed = npuzzle.solve(line, "astar")
    assert changed.proof == "found" and changed.lower_bound == 0
    assert changed.reason == (
        "the problem has changed, so nothing is proved: the estimate of `0` is 15, which the audit did "
        "not see there"
    )
    # Nothing rests on the estimate here.
    assert npuzzle.solve(line, "ucs").proof == "optimal"
    line.factor = 1
    assert npuzzle.solve(line, "astar").proof == "optimal"


def test_costs_that_change_during_the_search_prove_nothing() -> None:
    class Market(Line):
        asked = 0

        def cost(self, state: int, action: int, next_state: int) -> int:
            self.asked += 1
            return self.asked

    answer = npuzzle.solve(Market(), "ucs")
    assert answer.proof == "found" and answer.states[-1] == 5
    assert "the problem has changed" in (answer.reason or "")

    class Steady(Line):
        def cost(self, state: int, action: int, next_state: int) -> int:
            return 2 if action == 1 else 1

    assert npuzzle.solve(Steady(), "ucs").proof == "optimal"


def test_a_false_claim_never_proves_that_there_is_no_solution() -> None:
    class Liar(Line):
        admissible = consistent = True

        def heuristic(self, state: int) -> int:
            return 50

    for name, card in npuzzle.catalogue().algorithms.items():
        if name in ("tile-ida", "tile-beam", "constructive", "auto"):
            continue
        answer = npuzzle.solve(Liar(), name, node_limit=100_000)
        assert answer.status != "unsolvable", name
        # Until it drops a state, a beam is breadth-first search, which proves without an estimate.
        proves_by_itself = not card["informed"] or name == "beam"
        assert answer.proof != "optimal" or proves_by_itself, name


def test_states_that_are_changed_in_place_are_noticed() -> None:
    class Swaps(npuzzle.Problem):
        initial = [3, 2, 1]

        def actions(self, state: list[int]) -> list[int]:
            return [0, 1]

        def result(self, state: list[int], action: int) -> Any:
            state[action], state[action + 1] = state[action + 1], state[action]
            return state

        def is_goal(self, state: list[int]) -> bool:
            return state == [1, 2, 3]

    with pytest.raises(npuzzle.errors.ProblemError, match="`result` changed the state"):
        npuzzle.solve(Swaps(), "bfs")


@npuzzle.heuristic(admissible=True)
def of_this_module(board: npuzzle.Board) -> int:
    """A heuristic that a pool of processes can be handed."""
    return 0


def test_decorated_heuristics_are_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(of_this_module)) is of_this_module
    other = npuzzle.heuristic(of_this_module.function.__class__.__call__, name="other")
    assert repr(other).startswith("<heuristic other")


def test_rounded_costs_are_told() -> None:
    class Thirds(npuzzle.Problem):
        """Three steps of a third and a little more, or one step of one."""

        initial = 0

        def actions(self, state: int) -> list[int]:
            return [1, 3] if state == 0 else [1] if state < 3 else []

        def result(self, state: int, action: int) -> int:
            return state + action

        def is_goal(self, state: int) -> bool:
            return state == 3

        def cost(self, state: int, action: int, next_state: int) -> float:
            return 1.0 if action == 3 else 0.33333341

    answer = npuzzle.solve(Thirds(), "ida")
    assert answer.proof == "found" and answer.notes
    exact = sum(Thirds().cost(0, action, 0) for action in answer.actions)
    assert answer.cost == pytest.approx(exact, abs=1e-9)
    assert "rounded" in str(answer)


class Roads(npuzzle.Problem):
    """From S to G by A or B; by A it is 10, by B 11."""

    initial = "S"
    goals: tuple[str, ...] = ("G",)
    last = 6

    def __init__(self, roads: dict[str, dict[str, int]]) -> None:
        self.roads = roads

    def actions(self, state: str) -> list[str]:
        return list(self.roads[state])

    def result(self, state: str, action: str) -> str:
        return action

    def cost(self, state: str, action: str, next_state: str) -> int:
        return self.last if state == "B" else self.roads[state][action] + TOLL["each"]

    def is_goal(self, state: str) -> bool:
        return state in self.goals

    def heuristic(self, state: str) -> int:
        return {"S": 10, "A": 5, "B": 6, "G": 0}[state]


TOLL = {"each": 0}


def roads() -> Roads:
    return Roads({"S": {"A": 5, "B": 5}, "A": {"G": 5}, "B": {"G": 6}, "G": {}})


def cheaper_road(problem: Roads) -> None:
    problem.roads["B"]["G"] = 1


def cheaper_end(problem: Roads) -> None:
    problem.last = 1


def another_goal(problem: Roads) -> None:
    problem.goals = ("G", "B")


def toll(_: Roads) -> None:
    TOLL["each"] = 1


@pytest.mark.parametrize("change", [cheaper_road, cheaper_end, another_goal, toll])
def test_a_problem_that_has_changed_proves_nothing(change: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A* would never ask for what has become cheaper."""
    monkeypatch.setitem(TOLL, "each", 0)
    problem = roads()
    assert npuzzle.audit(problem).admissible
    assert npuzzle.solve(problem, "astar").proof == "optimal"
    change(problem)
    answer = npuzzle.solve(problem, "astar")
    assert answer.proof == "found" and "has changed since its audit" in (answer.reason or "")
    if change is not cheaper_road:
        npuzzle.audit(problem)
        assert "has changed" not in (npuzzle.solve(problem, "astar").reason or "")


def test_what_has_not_changed_still_proves() -> None:
    problem, other = roads(), roads()
    assert npuzzle.audit(problem).admissible
    problem.initial = "A"
    assert npuzzle.solve(problem, "astar").proof == "optimal"
    problem.roads = {"S": {"A": 5, "B": 5}, "A": {"G": 5}, "B": {"G": 6}, "G": {}}
    assert npuzzle.solve(problem, "astar").proof == "optimal"
    assert npuzzle.solve(other, "astar").proof == "found"


def test_fingerprints_tell_contents_apart() -> None:
    from npuzzle._fingerprint import fingerprint

    class Slotted:
        __slots__ = ("value",)

        def __init__(self, value: object) -> None:
            self.value = value

    def closing(value: object) -> Any:
        return lambda: value

    circle: list[Any] = [1]
    circle.append(circle)
    things = [1, 1.0, True, "1", b"1", bytearray(b"1"), [1], (1,), {1}, {1: 1}, {1: 2}, None, circle]
    things += [Slotted(1), Slotted(2), closing(1), closing(2), Weighted(1), Weighted(2), {"a": [Weighted(1)]}]
    numbers = [fingerprint(thing) for thing in things]
    assert None not in numbers and len(set(numbers)) == len(things)
    assert numbers == [fingerprint(thing) for thing in things]
    assert fingerprint(set("abcdefgh")) == fingerprint(set("hgfedcba"))
    assert fingerprint([Slotted([1]), closing({"a": 1})]) == fingerprint([Slotted([1]), closing({"a": 1})])
    assert fingerprint(range(3)) is not None and fingerprint(list(range(2_000_000))) is None


def test_functions_are_audited_on_problems() -> None:
    def fair(state: str) -> int:
        return {"S": 10, "A": 5, "B": 6, "G": 0}[state]

    def greedy(state: str) -> int:
        return 100 if state == "A" else 0

    problem = roads()
    audit = npuzzle.audit([fair, greedy], problem)
    assert [(verdict.name, verdict.admissible) for verdict in audit] == [("fair", True), ("greedy", False)]
    assert audit[greedy].counterexample == "A" and audit["greedy"].worst.true == 5  # type: ignore[union-attr]
    assert "A" in str(audit)
    assert npuzzle.solve(problem, "astar", fair).proof == "optimal"
    assert npuzzle.solve(problem, "astar", greedy).proof == "found"
    elsewhere = npuzzle.solve(Roads({**problem.roads, "B": {"G": 7}}), "astar", fair)
    assert elsewhere.proof == "found" and "another problem" in (elsewhere.reason or "")
    assert [verdict.name for verdict in npuzzle.audit({"mine": fair}, problem)] == ["mine"]
    for nonsense in ([], {}, "manhattan", [fair, fair], 3):
        with pytest.raises(npuzzle.errors.RequestError):
            npuzzle.audit(nonsense, problem)
    for unused in ({"goal": "first"}, {"samples": 3}, {"metric": "multi"}, {"size": "3x3"}):
        with pytest.raises(npuzzle.errors.RequestError, match="for boards"):
            npuzzle.audit(problem, **unused)
    for empty in ([], {}, ()):
        with pytest.raises(npuzzle.errors.RequestError, match="empty"):
            npuzzle.audit(empty)
