"""What can be looked at and taken away: traces, exports, plots, the widget, problems by name."""

from __future__ import annotations

import base64
import json
import pickle
import re
import threading
import warnings
from pathlib import Path
from typing import Any

import pytest
from browser import needs_browser, told_by_page
from elsewhere import output

import npuzzle

EASY = "1 2 3/4 0 6/7 5 8"
ROADS = "a\nd\na: b,1 c,4\nb: c,1 d,5\nc: d,1\nd:\n"
GOOD, TOO_HIGH = "a: 3\nb: 2\nc: 1\nd: 0\n", "a: 3\nb: 9\nc: 1\nd: 0\n"


class Count(npuzzle.Problem):
    """From one number to another, by doubling it or adding one."""

    def __init__(self, start: int, goal: int) -> None:
        self.initial, self.goal = start, goal

    def actions(self, state: int) -> list[str]:
        return ["double", "add one"] if state < self.goal else []

    def result(self, state: int, action: str) -> int:
        return state * 2 if action == "double" else state + 1

    def is_goal(self, state: int) -> bool:
        return state == self.goal


# Traces.


def told(html: str) -> dict[str, Any]:
    """The data that the player of a card is given."""
    found = re.search(r'\)\("[0-9a-f]{16}",(.*)\);</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])  # type: ignore[no-any-return]


def test_a_trace_is_a_sequence_of_events() -> None:
    trace = npuzzle.trace(EASY, "astar", "manhattan")
    assert trace[0]["event"] == "search" and trace[-1] == {"event": "solved", "cost": 2}
    assert trace[1:3] == trace.events[1:3] and list(trace) == trace.events
    with pytest.raises(IndexError):
        trace[len(trace)]
    assert len(npuzzle.trace(EASY, "bfs", max_events=3)) == 3
    assert len(npuzzle.trace(EASY, "bfs", events=3)) == 3


def test_the_steps_of_a_trace_hold_children_and_frontier() -> None:
    steps = npuzzle.trace(EASY, "astar", "manhattan").steps
    assert [step["scene"] for step in steps] == ["search", "expand", "expand", "solved"]
    first, second = steps[1], steps[2]
    assert first["state"] == [EASY, 0, 2] and len(first["successors"]) == 4
    assert [side["count"] for side in first["waiting"]] == [4]
    # The board before is made again, and dropped with its reason.
    assert {child["dropped"] for child in second["successors"]} == {None, "worse"}


@pytest.mark.parametrize("algorithm", ["astar", "ida", "bfs", "mm", "ids"])
def test_the_player_gets_every_step(algorithm: str) -> None:
    trace = npuzzle.trace("1 2 3/7 4 6/0 5 8", algorithm)
    html = trace._repr_html_()
    data = told(html)
    assert [scene["scene"] for scene in data["scenes"]] == [
        step["scene"] for step in trace.steps[: len(data["scenes"])]
    ]
    assert data["cols"] == 3 and all(name.count("/") == 2 for name in data["names"])
    # Where no script runs, the first steps stand in a table.
    assert "np-static" in html and "1 2 3/7 4 6/0 5 8" in html


def test_a_long_trace_is_cut_in_the_player() -> None:
    trace = npuzzle.trace("867254301", "astar", "manhattan")
    html = trace._repr_html_()
    assert len(told(html)["scenes"]) == 400 and "the first 400 steps" in html
    assert len(html) < 400_000
    assert "more step" in str(trace) and str(trace).startswith("astar + manhattan")


def test_hostile_states_do_not_leave_the_player() -> None:
    class Hostile(Count):
        def result(self, state: Any, action: str) -> Any:
            return "</script><script>alert(1)</script>"

        def actions(self, state: Any) -> list[str]:
            return ["<b>"] if state == 1 else []

        def is_goal(self, state: Any) -> bool:
            return isinstance(state, str)

    html = npuzzle.trace(Hostile(1, 9), "bfs")._repr_html_()
    assert "<script>alert" not in html and "<b>" not in html.replace("<b>9", "")


def test_traces_of_problems() -> None:
    own = npuzzle.trace(Count(1, 10), "bfs")
    assert own.result.actions == ["double", "double", "add one", "double"]
    generated = [event for event in own if event["event"] == "generate"]
    assert {event["op"] for event in generated} == {"double", "add one"}
    assert generated[0]["parent"] == "1" and own.header["start"] == "1"
    assert "double" in own._repr_html_()
    towers = npuzzle.trace(npuzzle.problem("hanoi(3,2)"), "astar")
    assert towers.result.cost == 3 and towers.steps[1]["scene"] == "expand"
    assert towers._repr_html_() and str(towers)
    with pytest.raises(npuzzle.errors.RequestError, match="metric: this is for boards"):
        npuzzle.trace(Count(1, 3), "bfs", metric="multi")


# Problems of the command line, and maps.


def test_problems_by_name() -> None:
    towers = npuzzle.problem("hanoi(3,5)")
    result = npuzzle.solve(towers)
    assert (result.cost, result.proof, len(result.states)) == (31, "optimal", 32)
    assert result._repr_html_() and "hanoi" in repr(towers)
    assert towers.solve("bfs", node_limit=5).status == "stopped"
    audit = npuzzle.audit(npuzzle.problem("hanoi(3,3)"))
    assert audit.admissible and audit.exhaustive and len(audit) >= 2 and audit._repr_html_()
    for wrong in ("hanio(3,5)", "hanoi(3,many)"):
        with pytest.raises(npuzzle.Error, match=wrong[:5]):
            npuzzle.problem(wrong)
    with pytest.raises(npuzzle.errors.RequestError, match="cannot judge"):
        npuzzle.solve(towers, "astar", lambda state: 0)
    assert "hanoi" in npuzzle.catalogue().problems


def test_maps(tmp_path: Path) -> None:
    file, estimates = tmp_path / "roads.map", tmp_path / "good.txt"
    file.write_text(ROADS)
    estimates.write_text(GOOD)
    roads = npuzzle.problem(file, heuristics={"good": estimates, "high": TOO_HIGH})
    assert npuzzle.solve(roads, "ucs").states == ["a", "b", "c", "d"]
    assert npuzzle.solve(roads, "astar", "good").cost == 3
    audit = npuzzle.audit(roads)
    assert audit["good"].admissible is True and audit["high"].admissible is False
    assert audit["high"].counterexample == "b"
    assert npuzzle.trace(roads, "astar", "good").header["heuristic"] == "good"
    with pytest.raises(npuzzle.errors.RequestError, match="has its own"):
        npuzzle.problem("hanoi(3,2)", heuristics={"h": GOOD})
    with pytest.raises(FileNotFoundError):
        npuzzle.problem(tmp_path / "none.map")
    for wrong in ("a\nc\na: b\n", "a\nc\nc: a,x\n"):
        with pytest.raises(npuzzle.Error, match="map:3"):
            npuzzle.problem(wrong)


def test_comparisons_of_problems() -> None:
    def left(state: int) -> int:
        return 1 if state < 10 else 0

    table = npuzzle.compare(Count(1, 10), ["bfs", "astar"], {"left": left, "none": "zero"})
    assert [(run["algorithm"], run["heuristic"], run["cost"]) for run in table] == [
        ("bfs", None, 4),
        ("astar", "left", 4),
        ("astar", "none", 4),
    ]
    assert table.complete and [pair["solved"] for pair in table.summary["pairs"]] == [1, 1, 1]
    assert "Count" in str(table) and table._repr_html_()
    several = npuzzle.compare([npuzzle.problem(f"hanoi(3,{disks})") for disks in (2, 3)], "bfs")
    assert [run["cost"] for run in several] == [3, 7]
    assert several.summary["pairs"][0]["common"]["cost"]["mean"] == 5.0
    refused = npuzzle.compare(npuzzle.problem("hanoi(3,2)"), "no-such-search")
    assert refused[0]["status"] == "error" and "no-such-search" in str(refused)
    with pytest.raises(npuzzle.errors.RequestError, match="repeat"):
        npuzzle.compare(Count(1, 3), "bfs", repeat=2)


# What can be saved.


def test_answers_are_saved_by_the_ending_of_the_file(tmp_path: Path) -> None:
    result = npuzzle.solve(EASY)
    gif = result.save(tmp_path / "way.gif").read_bytes()
    assert gif.startswith(b"GIF89a") and gif == result.gif()
    assert result.gif(cell=8) != gif and result.gif(speed=1) != gif
    assert result.save(tmp_path / "way.svg").read_text("utf-8").startswith("<svg")
    page = result.save(tmp_path / "way.html").read_text("utf-8")
    assert page.startswith("<!doctype html>") and "np-player" in page
    assert json.loads(result.save(tmp_path / "way.json").read_text())["cost"] == 2
    with pytest.raises(npuzzle.errors.RequestError, match="expected one of .html, .json, .svg"):
        result.save(tmp_path / "way.png")
    table = npuzzle.compare(EASY, ["bfs", "astar"])
    csv = table.save(tmp_path / "table.csv").read_text()
    assert csv.splitlines()[0].startswith("id,board,") and len(csv.splitlines()) == 3
    for answer in (npuzzle.audit("manhattan", "2x2"), npuzzle.space("2x2"), npuzzle.trace(EASY)):
        assert "<!doctype html>" in answer.html() and answer.save(tmp_path / "rows.csv").exists()
    estimate = npuzzle.Board(EASY).estimate("manhattan", shares=True)
    for answer in (npuzzle.explain(EASY), estimate, npuzzle.catalogue()):
        page = answer.save(tmp_path / "card.html").read_text("utf-8")
        assert page == answer.html() and "npuzzle-card" in page
    unsolvable = npuzzle.solve("123456870")
    assert unsolvable.svg().startswith("<svg")
    with pytest.raises(npuzzle.errors.RequestError, match="no solution"):
        unsolvable.gif()


@pytest.mark.parametrize(
    "options",
    [*({"cell": cell} for cell in (0, -1, 7, 257, 10**9, 10**30, 8.5, True, "x"))]
    + [*({"speed": speed} for speed in (0, -1, 1e9, float("nan"), float("inf")))],
    ids=str,
)
def test_sizes_and_speeds_of_films_have_bounds(options: Any) -> None:
    """A cell of no pixels was a bug of ours, one of a billion too much memory."""
    with pytest.raises(npuzzle.errors.RequestError, match="expected (8 to 256 pixels|0.05 to 1000 moves)"):
        npuzzle.solve(EASY).gif(**options)


def test_a_film_follows_the_letters_of_tiles() -> None:
    blank, tile = npuzzle.solve(EASY), npuzzle.solve(EASY, moves_of="tile")
    assert blank.moves != tile.moves and blank.gif() == tile.gif()
    assert "where the blank goes" in blank.svg() and "where the tile goes" in tile.svg()


def test_answers_become_frames() -> None:
    pytest.importorskip("pandas")
    assert list(npuzzle.trace(EASY).to_pandas()["event"])[0] == "search"
    assert "bfs" in set(npuzzle.catalogue().to_pandas()["name"])
    assert "manhattan" in set(npuzzle.catalogue().to_pandas("heuristics")["name"])
    with pytest.raises(npuzzle.errors.RequestError, match="goals"):
        npuzzle.catalogue().to_pandas("goal")
    assert list(npuzzle.space("2x2").to_pandas()["states"]) == [1, 2, 2, 2, 2, 2, 1]
    audit = npuzzle.audit(["manhattan", "misplaced"], "2x2").to_pandas()
    assert list(audit["name"]) == ["manhattan", "misplaced"] and audit["admissible"].all()
    assert list(npuzzle.solve(EASY).to_pandas()["move"])[1:] == ["D", "R"]


def test_small_spaces_become_graphs() -> None:
    networkx = pytest.importorskip("networkx")
    space = npuzzle.space("2x3")
    graph = space.to_networkx()
    assert len(graph) == space.states and 2 * graph.number_of_edges() == space.edges
    far = networkx.single_source_shortest_path_length(graph, graph.graph["goal"])
    assert far == dict(graph.nodes(data="distance"))
    for near, away, move in graph.edges(data="move"):
        if far[near] > far[away]:
            near, away = away, near
        assert npuzzle.Board(away, size="2x3").move(move).tiles == near
    with pytest.raises(npuzzle.errors.LimitError, match="181440 boards are too many"):
        npuzzle.space("3x3", count_solutions=False).to_networkx()


def test_plots() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    table = npuzzle.compare("random:2x3:4:1", ["bfs", "astar"])
    assert len(table.plot().get_lines()) == 2 and table.plot("seconds").get_ylabel() == "seconds"
    assert len(npuzzle.compare(EASY, ["bfs", "astar"]).plot().patches) == 2
    with pytest.raises(npuzzle.errors.RequestError, match="not a number of a run"):
        table.plot("beauty")
    space = npuzzle.space("2x2")
    assert [bar.get_height() for bar in space.plot().patches] == space.widths
    audit = npuzzle.audit("misplaced-with-blank", "2x2")
    axes = audit.plot()
    assert sum(audit[0].errors.values()) == 12 and min(audit[0].errors) < 0
    assert axes.get_legend() is not None and npuzzle.trace(EASY).plot(axes) is axes


def test_what_is_not_installed_is_named() -> None:
    """Each optional library is named with the extra that brings it."""
    said = output(
        """
        import sys
        for name in ("numpy", "pandas", "matplotlib", "matplotlib.pyplot", "networkx", "anywidget", "gymnasium"):
            sys.modules[name] = None
        import npuzzle
        space = npuzzle.space("2x2")
        calls = [space.to_pandas, space.plot, space.to_networkx, lambda: npuzzle.distances("2x2")]
        calls += [npuzzle.Board("123406758").to_numpy, lambda: __import__("npuzzle.gym")]
        for call in calls:
            try:
                call()
            except ImportError as error:
                print(error)
        print(type(npuzzle.play("2x2" and "1 2/3 0")).__name__)
        """
    )
    libraries = re.findall(r"needs (\w+): pip install \w+, or npuzzle\[(\w+)\]", said)
    assert libraries == [
        ("pandas", "pandas"),
        ("matplotlib", "plot"),
        ("networkx", "networkx"),
        ("numpy", "numpy"),
        ("numpy", "numpy"),
        ("gymnasium", "gym"),
    ]
    assert said.endswith("StillBoard\n")


# The board to play with.


def test_the_widget_plays_and_answers() -> None:
    pytest.importorskip("anywidget")
    asked: list[npuzzle.Board] = []

    def h(board: npuzzle.Board) -> int:
        asked.append(board)
        return 7

    game = npuzzle.play(EASY, heuristic=h)
    assert game.says == "h = 7" and game.board == npuzzle.Board(EASY)
    game.tiles = [1, 2, 3, 4, 5, 6, 7, 0, 8]
    assert asked[-1].tiles == tuple(game.tiles) and game.goal == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    sent: list[Any] = []
    game.send = sent.append
    game._answer(game, "hint", [])
    game._answer(game, "solve", [])
    tiles = [1, 2, 3, 4, 5, 6, 7, 0, 8]
    assert sent == [
        {"tiles": tiles, "moves": "R", "said": ""},
        {"tiles": tiles, "moves": "R", "said": "1 move, optimal"},
    ]
    assert "export default" in str(game._esm)
    # A file of the notebook shows the picture, and a hint says why there is none.
    data, _ = game._repr_mimebundle_()
    assert data["text/plain"] == "<Board('1 2 3/4 5 6/7 0 8'), to play with>"
    assert data["image/svg+xml"].startswith("<svg")
    stuck = npuzzle.play("1 2 3/4 5 6/8 7 0")
    stuck.send = sent.append
    stuck._answer(stuck, "hint", [])
    assert sent[-1]["moves"] == "" and "parity" in sent[-1]["said"]


PLAYING = """
const model = {
  state: STATE, answers: ANSWERS, saved: 0, heard: {}, sent: [],
  get(name) { return this.state[name]; },
  set(name, value) { this.state[name] = value; this.tell("change:" + name); },
  save_changes() { this.saved += 1; },
  on(name, hear) { this.heard[name] = hear; },
  tell(name, content) { if (this.heard[name]) this.heard[name](content); },
  send(question) { this.sent.push(question); },
};
// Events that a script makes belong to no pointer.
Element.prototype.setPointerCapture = () => {};
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const clean = widget.render({ model, el: document.body });
const line = () => document.querySelector("[aria-live]").textContent;
const tray = document.querySelector("[role=application]");
const tiles = () => model.state.tiles.join(" ");
const tile = (name) => [...tray.children].find((node) => node.textContent === String(name));
const click = (name) => ["pointerdown", "pointerup"].forEach((kind) =>
  tile(name).dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1 })));
const press = (key) => tray.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const button = (name) => [...document.querySelectorAll("button")].find((node) => node.textContent === name);
const seen = { begin: [line(), tiles(), tray.children.length] };
click(1);
seen.far = tiles();
click(5);
seen.clicked = [line(), tiles(), model.saved];
seen.moved = tile(5).style.left === tile(2).style.left && tile(5).style.top === tile(4).style.top;
press("ArrowDown");
seen.back = [line(), tiles()];
press("Escape");
tile(4).click();
seen.key = tiles();
press("ArrowLeft");
click(2);
seen.column = tiles();
click(3);
click(1);
seen.line = tiles();
button("Start again").click();
seen.again = [line(), tiles()];
const pointer = (name, kind, y) => {
  tile(name).dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1, clientX: 9, clientY: y }));
  return tile(name).style.top;
};
pointer(5, "pointerdown", 100);
seen.follows = [90, 0, 190, 75].map((y) => parseFloat(pointer(5, "pointermove", y)));
pointer(5, "pointerup", 75);
seen.short = [line(), tiles(), parseFloat(tile(5).style.top)];
pointer(5, "pointerdown", 100);
pointer(5, "pointermove", 60);
pointer(5, "pointercancel", 60);
pointer(5, "pointermove", 60);
seen.cancelled = [tiles(), parseFloat(tile(5).style.top)];
pointer(5, "pointerdown", 100);
pointer(5, "pointerup", 60);
seen.dragged = [line(), tiles()];
pointer(8, "pointerdown", 100);
seen.apart = parseFloat(pointer(8, "pointermove", 60));
button("Start again").click();
button("Hint").click();
model.tell("msg:custom", model.answers[0]);
await wait(1000);
seen.hint = [model.sent[0], tiles()];
button("Solve").click();
seen.searching = line();
model.tell("msg:custom", model.answers[0]);
seen.stale = [line(), tiles()];
model.tell("msg:custom", model.answers[1]);
seen.said = line();
await wait(2000);
seen.solved = [model.sent[1], line(), tiles()];
seen.home = tile(8).style.background === tile(1).style.background;
model.set("says", "h = 99");
seen.says = line();
model.set("tiles", model.answers[0].tiles);
seen.python = tiles();
model.tell("msg:custom", model.answers[0]);
clean();
await wait(1000);
seen.ended = tiles();
tell(seen);
"""


@needs_browser
def test_the_script_of_the_widget_plays(tmp_path: Path) -> None:
    """A model as the notebook has it, with what Python would answer."""
    pytest.importorskip("anywidget")
    game = npuzzle.play(EASY, heuristic="manhattan")
    state = {name: getattr(game, name) for name in ("tiles", "goal", "cols", "colours", "says")}
    answers: list[Any] = []
    game.send = answers.append
    game._answer(game, "hint", [])
    start = " ".join(map(str, game.tiles))
    hinted = [int(tile) for tile in npuzzle.Board(EASY).move(answers[0]["moves"])]
    game.tiles = hinted
    game._answer(game, "solve", [])
    script = PLAYING.replace("STATE", json.dumps(state)).replace("ANSWERS", json.dumps(answers))
    source = base64.b64encode((Path(npuzzle.__file__).parent / "play.js").read_bytes()).decode()
    module = f'import widget from "data:text/javascript;base64,{source}";{script}'
    seen = told_by_page(tmp_path, f'<body><script type="module">{module}</script>')
    assert seen["begin"] == ["0 moves · h = 2", start, 8]
    assert seen["far"] == start
    assert seen["clicked"] == ["1 move · h = 2", "1 2 3 4 5 6 7 0 8", 1] and seen["moved"]
    assert seen["back"] == ["2 moves · h = 2", start]
    assert seen["key"] == "1 2 3 0 4 6 7 5 8"
    assert seen["column"] == "1 0 3 4 2 6 7 5 8"
    # Two tiles at once.
    assert seen["line"] == "0 1 3 4 2 6 7 5 8"
    assert seen["again"] == ["0 moves · h = 2", start]
    # A tile follows the pointer towards the blank, no further, and goes back unless it is half there.
    assert seen["follows"] == [134 - 10, 134 - 64, 134, 134 - 25]
    assert seen["short"] == ["0 moves · h = 2", start, 134]
    assert seen["cancelled"] == [start, 134]
    assert seen["dragged"] == ["1 move · h = 2", "1 2 3 4 5 6 7 0 8"]
    assert seen["apart"] == 134
    assert seen["hint"] == ["hint", " ".join(map(str, hinted))]
    assert seen["searching"] == "searching"
    assert seen["stale"] == ["1 move · h = 2", " ".join(map(str, hinted))]
    assert seen["said"] == "1 move, optimal"
    assert seen["solved"] == ["solve", "2 moves · h = 2 · solved", "1 2 3 4 5 6 7 8 0"]
    assert seen["home"] and seen["says"] == "2 moves · h = 99 · solved"
    assert seen["python"] == start and seen["ended"] == start


def test_the_still_board_shows_the_estimate() -> None:
    from npuzzle._play import StillBoard

    still = StillBoard(npuzzle.Board(EASY), "manhattan")
    assert still.h == 2 and "h = 2" in still._repr_html_() and "<svg" in still._repr_html_()


# Ends from other threads.


def test_a_token_ends_a_search_from_another_thread() -> None:
    token = npuzzle.Token()
    began = threading.Event()

    def stop() -> None:
        began.wait()
        token.cancel()

    threading.Thread(target=stop).start()
    result = npuzzle.solve(
        "korf:82", "ida", "manhattan", token=token, progress=lambda *_: began.set()
    )
    assert result.status == "stopped" and "cancelled" in (result.reason or "")
    assert token.cancelled and "cancelled" in repr(token)


def test_a_token_that_is_cancelled_ends_everything_at_once() -> None:
    token = npuzzle.Token()
    assert npuzzle.solve(EASY, token=token).cost == 2 and not token.cancelled
    token.cancel()
    assert npuzzle.solve("korf:82", token=token).status == "stopped"
    assert npuzzle.trace("korf:82", token=token).result.status == "stopped"
    assert not npuzzle.compare("korf:82", token=token).complete
    for call in (
        lambda: npuzzle.audit("manhattan", token=token),
        lambda: npuzzle.audit(len, token=token),
        lambda: npuzzle.space("3x4", token=token),
    ):
        with pytest.raises(npuzzle.errors.LimitError, match="cancelled"):
            call()
    with pytest.raises(npuzzle.errors.RequestError, match="token: 'now' is not a token"):
        npuzzle.solve(EASY, token="now")  # type: ignore[call-overload]


# Small things that are easy to get wrong.


def test_audits_find_functions_by_themselves_and_by_name() -> None:
    def misplaced(board: npuzzle.Board) -> int:
        return sum(tile != home for tile, home in zip(board, board.goal) if tile)

    audit = npuzzle.audit([misplaced, "manhattan"], "2x2")
    assert audit[misplaced].name == audit["misplaced"].name == audit["own_misplaced"].name
    assert audit["manhattan"].name == "manhattan" and audit[1].name == "manhattan"
    assert pickle.loads(pickle.dumps(audit))["misplaced"].name == "own_misplaced"
    named = npuzzle.audit({"mine": misplaced, "half": "manhattan/2"}, "2x2")
    assert [verdict.name for verdict in named] == ["mine", "manhattan/2"]
    assert npuzzle.compare(EASY, "astar", {"mine": misplaced})[0]["heuristic"] == "mine"
    with pytest.raises(KeyError, match="was not audited"):
        audit[len]
    with pytest.raises(npuzzle.errors.RequestError, match="did you mean audit"):
        npuzzle.audit("3x3", "manhattan")


def test_boards_with_other_goals_are_other_boards() -> None:
    boards = [npuzzle.Board("123456780", goal=goal) for goal in ("last", "snail", "first")]
    assert len(set(boards)) == 3 and len({board.tiles for board in boards}) == 1
    assert boards[0] == npuzzle.Board("123456780") and hash(boards[0]) == hash(boards[0].goal)
    assert boards[0] != boards[0].tiles and boards[1] != boards[0]
    match boards[0]:
        case [first, *rest]:
            assert (first, rest[-1]) == (1, 0)
        case _:
            pytest.fail("a board is not a sequence")
    assert list(reversed(boards[0])) == [0, 8, 7, 6, 5, 4, 3, 2, 1] and boards[0].count(8) == 1


def test_misspelt_methods_are_noticed() -> None:
    class Misspelt(Count):
        def costs(self, state: int, action: str, after: int) -> int:
            return 2

    with pytest.warns(UserWarning, match="Misspelt.costs is never called: did you mean `cost`"):
        npuzzle.solve(Misspelt(1, 3), "bfs")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        npuzzle.solve(Count(1, 3), "bfs")


def test_states_that_are_never_equal_are_noticed() -> None:
    class State:
        def __init__(self, number: int) -> None:
            self.number = number

    class Plain(Count):
        def actions(self, state: State) -> list[str]:  # type: ignore[override]
            return ["add one"]

        def result(self, state: State, action: str) -> State:  # type: ignore[override]
            return State((state.number + 1) % 3)

        def is_goal(self, state: State) -> bool:  # type: ignore[override]
            return False

    with pytest.warns(UserWarning, match="class State are never equal"):
        result = npuzzle.solve(Plain(State(0), 9), "bfs", node_limit=50)  # type: ignore[arg-type]
    assert result.status == "stopped" and "`__eq__`" in (result.reason or "")


def test_what_a_problem_lacks_is_named() -> None:
    class NoResult:
        initial = 0

        def actions(self, state: int) -> list[int]:
            return []

        def is_goal(self, state: int) -> bool:
            return True

    with pytest.raises(npuzzle.errors.ProblemError, match="no `result`"):
        npuzzle.solve(NoResult())

    class Dear(Count):
        def cost(self, state: int, action: str, after: int) -> float:
            return 1e12 + 0.001

    with pytest.raises(npuzzle.errors.ProblemError, match="expected smaller costs"):
        npuzzle.solve(Dear(1, 3), "ucs")


def test_lists_that_are_changed_are_shown_as_they_were() -> None:
    class InPlace(Count):
        def result(self, state: Any, action: str) -> Any:
            state.append(1)
            return state

        def actions(self, state: Any) -> list[str]:
            return ["grow"]

        def is_goal(self, state: Any) -> bool:
            return len(state) > 3

    with pytest.raises(npuzzle.errors.ProblemError, match=r"which was \[1, 2\]"):
        npuzzle.solve(InPlace([1, 2], 9), "bfs")  # type: ignore[arg-type]
