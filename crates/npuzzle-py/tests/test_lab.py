"""Audits, comparisons, spaces, random boards, explanations, lists, traces: known figures."""

from __future__ import annotations

import copy
import io
import json
import math
import pickle
from typing import Any

import plain
import pytest

import npuzzle
from npuzzle import Board

HARDEST = "867254301"


def shown(answer: Any) -> None:
    """An answer has a text for terminals and a page for notebooks, and survives a pickle."""
    assert repr(answer) and len(repr(answer)) < 2000
    assert str(answer).strip()
    page = answer._repr_html_()
    assert page.lstrip().startswith("<") and len(page) > 200
    for other in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)):
        assert other.to_dict() == answer.to_dict()
        assert str(other) == str(answer)


# Audits.


def test_the_audit_of_a_common_mistake(flawed_audit: tuple[npuzzle.Audit, list[Any]]) -> None:
    audit, _ = flawed_audit
    assert audit.states == 181_440 and audit.edges == 483_840 and audit.exhaustive
    assert not audit.admissible and not audit.consistent
    verdict = audit["misplaced_with_blank"]
    assert (verdict.overestimates, verdict.inconsistent_edges) == (78, 5040)
    assert verdict.mean_h == 8.0
    built_in = npuzzle.audit("misplaced-with-blank").heuristics[0]
    for figure in ("overestimates", "inconsistent_edges", "mean_h", "mean_error", "exact"):
        assert getattr(verdict, figure) == getattr(built_in, figure)
    shown(audit)


def test_counterexamples_are_boards_that_show_it(
    flawed_audit: tuple[npuzzle.Audit, list[Any]], eight_distances: dict[plain.Tiles, int]
) -> None:
    audit, _ = flawed_audit
    verdict = audit.heuristics[0]
    worst, edge = verdict.worst, verdict.edge_example
    assert worst is not None and edge is not None
    assert audit.counterexample == verdict.counterexample == worst.board
    wrong = sum(tile != home for tile, home in zip(worst.board, worst.board.goal))
    assert worst.h == wrong and worst.true == eight_distances[worst.board.tiles]
    assert worst.h > worst.true
    assert edge.after in [board for _, board in edge.before.neighbours()]
    assert edge.h_before - edge.h_after > edge.cost == 1


def test_a_progress_callback_is_told(flawed_audit: tuple[npuzzle.Audit, list[Any]]) -> None:
    _, told = flawed_audit
    assert told
    for done, total, words in told:
        assert isinstance(words, str)
        assert done is None or (0 <= done <= total)
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)


def test_audits_by_name_and_by_function_agree() -> None:
    functions: dict[str, Any] = {
        "manhattan": lambda board: board.estimate("manhattan"),
        "misplaced": lambda board: board.estimate("misplaced"),
        "2*manhattan": lambda board: 2 * board.estimate("manhattan"),
    }
    for name, function in functions.items():
        one, other = npuzzle.audit([name, function], "2x3").to_dict()["heuristics"]
        assert {**one, "name": ""} == {**other, "name": ""}


def test_dominance() -> None:
    audit = npuzzle.audit(["misplaced", "manhattan", "linear-conflict"], "3x3")
    assert ("manhattan", "misplaced") in audit.dominance
    assert ("linear-conflict", "manhattan") in audit.dominance
    assert audit.admissible and audit.consistent and audit.counterexample is None
    assert len(audit) == 3 and [verdict.name for verdict in audit][0] == "misplaced"
    with pytest.raises(KeyError, match="not audited"):
        audit["zero"]
    shown(audit)


def test_an_audit_of_all_heuristics_of_the_catalogue() -> None:
    cards = npuzzle.catalogue().heuristics
    for verdict in npuzzle.audit(size="2x3"):
        assert verdict.admissible >= cards[verdict.name]["admissible"]
        assert verdict.consistent >= cards[verdict.name]["consistent"]


@pytest.mark.parametrize("goal", ["last", "first", "snail", (5, 4, 3, 2, 1, 0), "5 4 3/2 1 0"])
def test_audits_for_other_goals(goal: Any) -> None:
    seen = set()

    def mine(board: Board) -> int:
        seen.add(board.goal)
        return board.estimate() or 0

    audit = npuzzle.audit([mine, "manhattan"], (2, 3), goal)
    assert audit.states == 360 and audit.consistent and audit.dominance == []
    assert seen == {Board(range(6), goal, size=(2, 3)).goal}


def test_sampled_audits_prove_nothing_by_finding_nothing() -> None:
    def mine(board: Board) -> int:
        return board.estimate() or 0

    audit = npuzzle.audit([mine, "misplaced-with-blank"], 4, samples=1, seed=4)
    assert not audit.exhaustive and audit.states > 10
    assert audit["mine"].admissible is None and audit["misplaced-with-blank"].admissible is False
    assert audit.admissible is False and "samples" in repr(audit["mine"])
    easy = npuzzle.generate(4, walk=6, seed=1)
    assert npuzzle.solve(easy, "astar", mine).proof == "found"
    again = npuzzle.audit(["misplaced-with-blank"], 4, samples=1, seed=4)
    assert again.states == audit.states


def test_audits_stop_at_their_limits() -> None:
    with pytest.raises(npuzzle.errors.LimitError):
        npuzzle.audit("manhattan", "3x4", time_limit=0.05)
    with pytest.raises(npuzzle.errors.LimitError):
        npuzzle.audit("manhattan", "3x4", memory_limit="1MiB")
    with pytest.raises(npuzzle.errors.RequestError, match="node_limit"):
        npuzzle.audit("manhattan", "2x2", node_limit=5)
    with pytest.raises(npuzzle.Error):
        npuzzle.audit("manhattan", 4, samples=0)


# Comparisons.


def test_comparisons_run_everything_on_everything() -> None:
    boards = npuzzle.generate(3, count=3, seed=2, walk=24)

    def mine(board: Board) -> int:
        return sum(tile != home for tile, home in zip(board, board.goal) if tile)

    table = npuzzle.compare(boards, ["bfs", "astar", "ida"], ["manhattan", mine], repeat=2)
    assert len(table) == 3 * (1 + 2 + 2) and table.complete
    for run in table:
        assert Board(run["start"]) in boards
        assert run["cost"] == Board(run["start"]).solve().cost
        assert run["runs"] == 2
        if run["heuristic"] is not None:
            assert run["heuristic"] in ("manhattan", "mine")
    assert table.summary and table.runs == list(table)
    shown(table)


def test_a_comparison_counts_as_single_searches_do() -> None:
    table = npuzzle.compare(HARDEST, ["astar", "greedy"], ["manhattan", "linear-conflict"])
    for run in table:
        alone = npuzzle.solve(HARDEST, run["algorithm"], run["heuristic"])
        assert (run["expanded"], run["generated"], run["cost"]) == (
            alone.stats.expanded,
            alone.stats.generated,
            alone.cost,
        )


@pytest.mark.parametrize(
    ("boards", "count"),
    [
        (HARDEST, 1),
        (Board(HARDEST), 1),
        ([8, 6, 7, 2, 5, 4, 3, 0, 1], 1),
        ([[8, 6, 7], [2, 5, 4], [3, 0, 1]], 1),
        ([HARDEST, "123456708"], 2),
        ([Board(HARDEST), "123456708"], 2),
        ([(8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 0, 8)], 2),
        ("random:3x3:4:7", 4),
        (["random:3x3:2:7", HARDEST], 3),
        ((Board(HARDEST) for _ in range(2)), 2),
    ],
)
def test_boards_to_compare_come_in_every_form(boards: Any, count: int) -> None:
    table = npuzzle.compare(boards, "astar", "manhattan")
    assert len(table) == count and all(run["status"] == "solved" for run in table)


def test_data_frames() -> None:
    pytest.importorskip("pandas")
    table = npuzzle.compare(HARDEST, ["bfs", "astar"], ["manhattan", "misplaced"])
    frame = table.to_pandas()
    assert frame.shape[0] == 3
    assert set(frame.columns) == set(table.runs[0])
    assert list(frame["cost"]) == [31, 31, 31]
    assert frame["expanded"].min() == 6728
    assert list(frame["h_start"].dropna()) == [
        npuzzle.solve(HARDEST, "astar", name).to_dict()["stats"]["h_start"]
        for name in frame["heuristic"].dropna()
    ]


def test_groups_have_a_summary_each() -> None:
    table = npuzzle.compare(
        ["1 2/0 3", "123406758"], ["bfs", "astar"], "manhattan", group="size", baseline="bfs"
    )
    assert [group["name"] for group in table.groups] == ["2x2", "3x3"]
    astar = table.groups[1]["summary"]["pairs"][1]
    assert astar["factors"]["reduction"] == 1.5
    assert npuzzle.compare("123406758", "bfs").groups == []


def test_without_pandas_the_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    table = npuzzle.compare(HARDEST, "bfs")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        table.to_pandas()


def test_limits_hold_for_each_run() -> None:
    table = npuzzle.compare(["korf:82", "korf:1"], "astar", "manhattan", node_limit=100)
    assert [run["status"] for run in table] == ["stopped", "stopped"] and table.complete


def test_functions_are_asked_with_the_goal_of_each_board() -> None:
    def misplaced(board: Board) -> int:
        return sum(tile != home for tile, home in zip(board, board.goal, strict=True) if tile)

    boards = [
        npuzzle.generate(3, seed=1, walk=20),
        npuzzle.generate(3, "snail", seed=1, walk=20),
        npuzzle.generate((3, 4), seed=1, walk=12),
    ]
    table = npuzzle.compare(boards, "astar", ["misplaced", misplaced])
    for built_in, own in zip(table.runs[::2], table.runs[1::2], strict=True):
        assert built_in["expanded"] == own["expanded"] and built_in["cost"] == own["cost"]


# Spaces.


def test_the_space_of_the_eight_puzzle(
    eight: npuzzle.Space, eight_distances: dict[plain.Tiles, int]
) -> None:
    assert (eight.states, eight.edges, eight.diameter) == (181_440, 483_840, 31)
    assert eight.unreachable == 181_440
    assert round(eight.mean_depth, 2) == 21.97
    widths = [0] * 32
    for distance in eight_distances.values():
        widths[distance] += 1
    assert eight.widths == widths
    assert {board.tiles for board in eight.antipodes} == {
        tiles for tiles, distance in eight_distances.items() if distance == 31
    }
    assert all(board.solve().cost == 31 for board in eight.antipodes)
    assert eight.optimal_solutions is not None
    assert (eight.optimal_solutions["unique"], eight.optimal_solutions["max"]) == (78_033, 64)
    shown(eight)


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (2, 4), (1, 4)])
@pytest.mark.parametrize("goal", ["last", "snail"])
def test_spaces_of_small_boards(size: tuple[int, int], goal: str) -> None:
    space = npuzzle.space(size, goal)
    target = npuzzle.generate(size, goal, seed=0).goal
    distances = plain.distances(target.tiles, *size)
    assert space.states == len(distances)
    assert space.diameter == max(distances.values())
    assert sum(space.widths) == space.states
    assert space.mean_depth == pytest.approx(sum(distances.values()) / len(distances))
    assert all(board.goal == target for board in space.antipodes)
    assert npuzzle.space(size, goal, count_solutions=False).optimal_solutions is None


def test_spaces_that_are_too_large() -> None:
    for size in ("4x4", "5x5", (100, 100)):
        # States of 4x4 have numbers: the error says how much memory they need.
        error = npuzzle.errors.LimitError if size == "4x4" else npuzzle.errors.RequestError
        with pytest.raises(error, match="21008.* GiB" if size == "4x4" else "too many"):
            npuzzle.space(size, count_solutions=True)
        space = npuzzle.space(size)
        assert not space.searched and space.antipodes == [] and space.optimal_solutions is None
        assert space.states == space.unreachable
        shown(space)
    fifteen = npuzzle.space("4x4")
    assert (fifteen.states, fifteen.diameter, sum(fifteen.widths)) == (
        math.factorial(16) // 2,
        80,
        math.factorial(16) // 2,
    )
    assert npuzzle.space("5x5").diameter_bounds == (152, 205)
    assert npuzzle.space("4x4", "snail").diameter is None
    with pytest.raises(npuzzle.errors.LimitError):
        npuzzle.space("3x4", time_limit=0.05)
    with pytest.raises(npuzzle.errors.LimitError):
        npuzzle.space("3x3", memory_limit=1000)


# Random boards.


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (3, 4), (5, 5), (1, 6)])
@pytest.mark.parametrize("goal", ["last", "snail"])
def test_random_boards(size: tuple[int, int], goal: str) -> None:
    boards = npuzzle.generate(size, goal, count=20, seed=1)
    assert all(board.is_solvable() and board.shape == size for board in boards)
    assert boards == npuzzle.generate(size, goal, count=20, seed=1)
    if size != (1, 6):
        assert not any(
            board.is_solvable() for board in npuzzle.generate(size, goal, count=9, unsolvable=True)
        )
    for board in npuzzle.generate(size, goal, count=9, walk=4, seed=3):
        assert (board.solve().cost or 0) <= 4


def test_random_boards_differ_without_a_seed() -> None:
    assert npuzzle.generate(5) != npuzzle.generate(5)
    assert len(set(npuzzle.generate(4, count=50))) == 50
    assert isinstance(npuzzle.generate(), Board) and npuzzle.generate().shape == (4, 4)
    assert isinstance(npuzzle.generate(3, count=1), list) and npuzzle.generate(3, count=0) == []


def test_random_boards_are_spread_evenly() -> None:
    seen = {board.tiles for board in npuzzle.generate((2, 2), count=400, seed=6)}
    assert len(seen) == 12
    distances = plain.distances(plain.usual_goal(2, 3), 2, 3)
    mean = (
        sum(distances[board.tiles] for board in npuzzle.generate((2, 3), count=3000, seed=6)) / 3000
    )
    assert abs(mean - sum(distances.values()) / 360) < 0.5


@pytest.mark.parametrize("distance", [0, 1, 10, 30, 31])
def test_boards_at_a_distance(distance: int, eight_distances: dict[plain.Tiles, int]) -> None:
    for board in npuzzle.generate(3, count=4, seed=distance, optimal_distance=distance):
        assert eight_distances[board.tiles] == distance


def test_boards_that_cannot_be_made() -> None:
    for wrong in [
        {"optimal_distance": 32},
        {"walk": 3, "unsolvable": True},
        {"walk": 3, "optimal_distance": 3},
        {"count": 10**12},
    ]:
        with pytest.raises(npuzzle.errors.RequestError):
            npuzzle.generate(3, **wrong)  # type: ignore[call-overload]
    with pytest.raises(npuzzle.Error):
        npuzzle.generate(4, optimal_distance=50)


# Explanations.


def test_explanations() -> None:
    why = npuzzle.explain("8 1 2/0 4 3/7 6 5")
    assert not why and not why.solvable and why.inversions == 11
    assert "snail" in why.reachable_goals and "last" not in why.reachable_goals
    assert len(why.steps) >= 4 and all(isinstance(step, str) for step in why.steps)
    assert why.swap is not None and why.repaired is not None
    changed = [tile for tile, other in zip(why.board, why.repaired) if tile != other]
    assert sorted(changed) == sorted(why.swap)
    assert why.repaired.is_solvable()
    shown(why)
    solvable = Board("1 2 3/4 0 6/7 5 8").explain()
    assert solvable and (solvable.swap, solvable.repaired) == (None, None)
    shown(solvable)
    assert Board("8 1 2/0 4 3/7 6 5", "snail").explain().solvable


# Lists.


def test_the_catalogue() -> None:
    catalogue = npuzzle.catalogue()
    for cards in (
        catalogue.algorithms,
        catalogue.heuristics,
        catalogue.goals,
        catalogue.formats,
        catalogue.statistics,
        catalogue.sets,
    ):
        assert cards
        for name, card in cards.items():
            assert card["name"] == name and len(card) > 1
    assert {"bfs", "astar", "ida", "auto"} <= set(catalogue.algorithms)
    assert {"manhattan", "pdb", "zero"} <= set(catalogue.heuristics)
    assert json.loads(json.dumps(catalogue.to_dict())) == catalogue.to_dict()
    shown(catalogue)


@pytest.mark.parametrize("name", list(npuzzle.catalogue().heuristics))
def test_every_heuristic_of_the_catalogue_can_be_used(name: str) -> None:
    card = npuzzle.catalogue().heuristics[name]
    for board in npuzzle.generate(3, count=3, seed=8, walk=20):
        result = npuzzle.solve(board, "astar", name)
        best = board.solve().cost or 0
        assert result.cost == best or not card["admissible"]
        estimate = board.estimate(name)
        assert estimate is not None and (estimate <= best or not card["admissible"])


# Traces.


def test_traces_tell_what_a_search_did() -> None:
    trace = npuzzle.trace(HARDEST, "astar", "manhattan", events=10**6)
    assert trace.result.stats.expanded == 6728 and not trace.cut
    kinds = [event["event"] for event in trace]
    assert kinds.count("expand") == 6728
    assert len(trace) == len(trace.events) and trace.header
    assert trace.result.moves == npuzzle.solve(HARDEST, "astar", "manhattan").moves


def test_long_traces_are_cut() -> None:
    whole = npuzzle.trace("123406758", "bfs")
    assert not whole.cut
    for most in (0, 1, 5):
        trace = npuzzle.trace("123406758", "bfs", events=most)
        assert len(trace) == most and trace.cut
        assert trace.events == whole.events[:most]
        assert trace.result.cost == 2
    again = pickle.loads(pickle.dumps(whole))
    assert again.events == whole.events and again.result.to_dict() == whole.result.to_dict()
    assert "events" in repr(whole)


def test_traces_of_functions_and_goals() -> None:
    trace = npuzzle.trace("123406758", "astar", lambda board: board.estimate(), goal="snail")
    assert trace.result.board.goal_name == "snail"
    untraceable = [
        name for name, card in npuzzle.catalogue().algorithms.items() if not card["traceable"]
    ]
    for name in untraceable:
        with pytest.raises(npuzzle.errors.RequestError):
            npuzzle.trace("123406758", name)


# Progress.


class Unique(Exception):
    """Only the test raises it."""


LONG: dict[str, Any] = {
    "solve": lambda progress: npuzzle.solve("korf:82", "ida", "manhattan", progress=progress),
    "solve with a function": lambda progress: npuzzle.solve(
        "korf:82", "ida", len, progress=progress
    ),
    "audit": lambda progress: npuzzle.audit(lambda board: sum(board), "3x4", progress=progress),
    "space": lambda progress: npuzzle.space("3x4", progress=progress),
    "compare": lambda progress: npuzzle.compare("korf:82", "ida", "manhattan", progress=progress),
    "trace": lambda progress: npuzzle.trace("korf:82", "ida", "manhattan", progress=progress),
}


@pytest.mark.parametrize("question", LONG)
def test_exceptions_of_a_progress_callback_end_the_work(question: str) -> None:
    told = []

    def progress(done: int | None, total: int | None, words: str) -> None:
        told.append((done, total, words))
        if len(told) == 2:
            raise Unique(words)

    with pytest.raises(Unique) as caught:
        LONG[question](progress)
    assert len(told) == 2
    assert str(caught.value) == told[-1][2] != ""


def test_progress_is_shown_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time that something is shown, the stream has seen enough."""
    written: list[str] = []

    class Stream(io.StringIO):
        def write(self, text: str) -> int:
            written.append(text)
            return len(text)

        def flush(self) -> None:
            if len(written) == 2:
                raise Unique

    monkeypatch.setattr("npuzzle._progress.PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr", Stream())
    with pytest.raises(Unique):
        npuzzle.solve("korf:82", "ida", "manhattan", progress=True)
    assert all("expanded" in text for text in written[:2])
    assert written[2].strip() == "" and written[2].endswith("\r"), "the line was not cleared"


def test_progress_is_not_shown_to_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("npuzzle._progress.PATIENCE", 0.0)
    for progress in (None, False):
        npuzzle.solve("korf:82", "ida", "manhattan", time_limit=0.2, progress=progress)
    quiet = capsys.readouterr()
    assert not quiet.err and not quiet.out
