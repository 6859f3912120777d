"""What notebooks and terminals are shown, tested on plain data."""

from __future__ import annotations

import html.parser
import json
import random
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from browser import needs_browser, told_by_page

import npuzzle
from npuzzle import _engine
from npuzzle import _render as render
from npuzzle._render.board import board_figure, board_lines, board_name

GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]
HOSTILE = """<script>alert("x")</script> & 'quoted' "twice" $x$ größer 漢字 \x1b[31m\x00"""


def report(**changes: Any) -> dict[str, Any]:
    """A report of a solved board, with changes."""
    stats = {
        "expanded": 2,
        "generated": 7,
        "evaluated": 8,
        "reopened": 0,
        "max_open": 5,
        "max_stored": 7,
        "max_depth": 2,
        "iterations": 1,
        "peak_bytes": 66048,
        "effective_branching_factor": 2.19,
        "seconds": 0.000118,
        "table_seconds": 0.0,
    }
    solved = {
        "status": "solved",
        "rows": 3,
        "cols": 3,
        "start": [1, 2, 3, 4, 0, 6, 7, 5, 8],
        "goal": GOAL,
        "algorithm": "auto",
        "engine": "astar",
        "heuristic": "linear-conflict",
        "order": "UDLR",
        "options": {},
        "cost": 2,
        "moves": "DR",
        "moves_of": "blank",
        "proof": "optimal",
        "within": None,
        "lower_bound": 2,
        "reason": None,
        "stats": stats,
        "improvements": [],
        "solutions": None,
    }
    return {**solved, **changes}


def heuristic_audit(name: str, **changes: Any) -> dict[str, Any]:
    """The verdict on one heuristic."""
    entry = {
        "name": name,
        "admissible": True,
        "overestimates": 0,
        "worst": None,
        "consistent": True,
        "goals_above_zero": 0,
        "inconsistent_edges": 0,
        "edge_example": None,
        "mean_h": 14.0,
        "mean_true": 21.97,
        "mean_error": 7.97,
        "exact": 2351,
        "errors": [
            {"error": -1, "states": 78},
            {"error": 0, "states": 61},
            {"error": 4, "states": 900},
        ],
    }
    return {**entry, **changes}


def audit(*heuristics: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A whole audit."""
    whole = {
        "problem": None,
        "rows": 3,
        "cols": 3,
        "goal": GOAL,
        "states": 181440,
        "edges": 483840,
        "exhaustive": True,
        "sampling": None,
        "seconds": 0.1,
        "heuristics": list(heuristics),
        "dominance": [],
        "equal": [],
        "incomparable": [],
    }
    return {**whole, **changes}


WRONG = {
    "admissible": False,
    "overestimates": 78,
    "worst": {"board": [1, 2, 3, 4, 5, 0, 7, 8, 6], "h": 2, "true": 1},
    "consistent": False,
    "inconsistent_edges": 5040,
    "edge_example": {
        "from": [1, 2, 3, 4, 5, 0, 7, 8, 6],
        "to": GOAL,
        "h_from": 2,
        "h_to": 0,
        "cost": 1,
    },
}


def run(algorithm: str, heuristic: str | None, **changes: Any) -> dict[str, Any]:
    """The record of one run."""
    record = {
        "id": 1,
        "board": "867254301",
        "start": "8 6 7/2 5 4/3 0 1",
        "goal": "1 2 3/4 5 6/7 8 0",
        "algorithm": algorithm,
        "heuristic": heuristic,
        "engine": algorithm,
        "status": "solved",
        "cost": 31,
        "proof": "optimal",
        "within": None,
        "lower_bound": 31,
        "expanded": 6728,
        "max_stored": 10001,
        "h_start": None if heuristic is None else 21,
        "seconds": 0.0016,
        "mean_seconds": 0.0016,
        "complete": "yes",
        "optimal": "if the heuristic is admissible",
        "reason": None,
    }
    return {**record, **changes}


def pair(algorithm: str, heuristic: str | None, expanded: float, **changes: Any) -> dict[str, Any]:
    """What a search with a heuristic came to."""
    effort = {
        "boards": 1,
        "cost": {"mean": 31.0},
        "expanded": {"mean": expanded},
        "max_stored": {"mean": 10001.0},
        "seconds": {"mean": 0.0016},
        "effective_branching_factor": {"mean": 1.3},
        "gap": {"mean": 0.0},
        "gap_is_exact": True,
    }
    counts = {"runs": 1, "solved": 1, "optimal": 1, "stopped": 0, "unsolvable": 0, "errors": 0}
    whole = {
        "algorithm": algorithm,
        "heuristic": heuristic,
        "own": effort,
        "common": effort,
        "left_out": False,
    }
    return {**whole, **counts, **changes}


def comparison(name: str = "manhattan") -> dict[str, Any]:
    """Two searches on one board, one of which refused."""
    none = dict.fromkeys(
        ["cost", "expanded", "max_stored", "seconds", "effective_branching_factor", "gap"]
    )
    refused = {
        "own": {"boards": 0, **none},
        "common": {"boards": 0, **none},
        "left_out": True,
        "solved": 0,
    }
    reason = f"no such heuristic: {name}"
    return {
        "complete": True,
        "runs": [
            run("astar", name),
            run("ida", name, status="error", cost=None, proof="none", reason=reason),
        ],
        "summary": {
            "common_boards": 1,
            "same_boards": True,
            "pairs": [pair("astar", name, 6728.0), pair("ida", name, 0.0, errors=1, **refused)],
            "contradictions": [],
        },
    }


EXPLANATION = {
    "rows": 3,
    "cols": 3,
    "start": [8, 1, 2, 0, 4, 3, 7, 6, 5],
    "goal": GOAL,
    "solvable": False,
    "inversions": 11,
    "inversions_by_tile": [
        {"tile": 4, "count": 1, "after": [3]},
        {"tile": 7, "count": 2, "after": [6, 5]},
    ],
    "steps": ["read the tiles row by row without the blank; " * 3, "the goal cannot be reached"],
    "swap": [1, 8],
    "reachable_goals": ["snail", "columns"],
}

SPACE = {
    "rows": 2,
    "cols": 2,
    "goal": [1, 2, 3, 0],
    "states": 12,
    "edges": 24,
    "diameter": 6,
    "widths": [1, 2, 2, 2, 2, 2, 1],
    "antipodes": [[0, 3, 2, 1]],
    "antipode_count": 1,
    "mean_depth": 3.0,
    "mean_branching_factor": 2.0,
    "unreachable": 12,
    "optimal_solutions": {"unique": 11, "mean": 1.08, "max": 2, "max_boards": 1},
    "peak_bytes": 200,
    "seconds": 0.00001,
}

CATALOGUE = {
    "algorithms": [
        {
            "name": "astar",
            "title": "A*",
            "summary": "smallest g + h first",
            "informed": True,
            "optimal": "yes",
        }
    ],
    "heuristics": [
        {
            "name": "pdb",
            "title": "Tables",
            "summary": "from tables",
            "admissible": True,
            "consistent": None,
        }
    ],
}


class Checker(html.parser.HTMLParser):
    """Reads a page strictly: elements are closed in order, nothing is fetched, no tag acts."""

    VOID = {"br", "hr", "input", "img"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on"), name
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href"):
                assert value is not None and value.startswith("data:image/png;base64,")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("script", "style"):
            self.text.append(data)


def checked(page: str) -> Checker:
    """A page that was read to its end."""
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert checker.ids == [], "an id could stand twice in a notebook"
    assert "http" not in page.replace('"http://www.w3.org/2000/svg"', "")
    return checker


def text_of(page: str) -> str:
    """The words that a reader of a page sees."""
    return " ".join(" ".join(checked(page).text).split())


ESTIMATE: dict[str, Any] = {
    "name": HOSTILE,
    "value": None,
    "exact": None,
    "computed": None,
    "reason": HOSTILE,
    "error": None,
    "overestimates": None,
    "distance": {"status": "bounded", "value": None, "lower_bound": 3, "upper_bound": None},
    "parts": [
        {
            "name": HOSTILE,
            "value": 7.5,
            "reason": None,
            "tiles": [{"tile": tile, "value": tile % 2 / 2} for tile in range(1, 9)],
            "pairs": [{"first": 2, "second": 1, "line": "row 1"}],
            "lines": [{"line": "row 1", "value": 2}],
            "extra": 2,
            "summands": [{"name": HOSTILE, "value": 3}],
        },
        {
            "name": "perfect",
            "value": None,
            "reason": HOSTILE,
            "tiles": [],
            "pairs": [],
            "lines": [],
            "extra": 0,
            "summands": [],
        },
    ],
}


VIEWS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "result": ("result", (report(),)),
    "weighted": ("result", (report(proof="within", within=1.348, lower_bound=1),)),
    "problem": ("problem_result", (report(), ["a", "b\nc", HOSTILE], ["go", HOSTILE])),
    "explanation": ("explanation", (EXPLANATION,)),
    "estimate": ("estimate", (ESTIMATE, GOAL, 3)),
    "audit": ("audit", (audit(heuristic_audit(HOSTILE, **WRONG), heuristic_audit("zero")),)),
    "comparison": ("comparison", (comparison(HOSTILE),)),
    "space": ("space", (SPACE,)),
    "catalogue": ("catalogue", (CATALOGUE,)),
    "progress": ("progress", (1, 2, HOSTILE, 1.0)),
}


def shown(name: str, form: str) -> str:
    """A view as `html` or as `text`."""
    kind, arguments = VIEWS[name]
    text: str = getattr(render, f"{kind}_{form}")(*arguments)
    return text


UNSOLVABLE = report(
    status="unsolvable", cost=None, moves=None, proof="none", lower_bound=None, reason=HOSTILE
)

PAGES: dict[str, Callable[[], str]] = {
    "unsolvable": lambda: render.result_html(UNSOLVABLE),
    "board": lambda: board_figure(HOSTILE, GOAL, 3, 3, goal=GOAL, highlight=[1]),
    "picture": lambda: _engine.board_svg(GOAL, 3, 3, goal=GOAL, label=HOSTILE),
    "large board": lambda: board_figure(HOSTILE, list(range(900)), 30, 30),
    **{name: partial(shown, name, "html") for name in VIEWS},
}

TEXTS = {name: partial(shown, name, "text") for name in VIEWS}


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_whole_alone_and_always_the_same(name: str) -> None:
    page = PAGES[name]()
    checked(page)
    assert page == PAGES[name]()


@pytest.mark.parametrize("name", PAGES)
def test_no_text_of_others_becomes_markup(name: str) -> None:
    page = PAGES[name]()
    assert "<script>alert" not in page and "\x1b" not in page and "\x00" not in page
    words = text_of(page)
    assert ("<script>alert" in words) == ("&lt;script&gt;alert" in page)


@pytest.mark.parametrize("name", TEXTS)
def test_texts_fit_into_a_terminal(name: str) -> None:
    text = TEXTS[name]()
    assert max(map(len, text.splitlines())) <= 79
    assert text == text.rstrip() and "\x1b" not in text and "\x00" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_all_styles_stay_within_our_own_elements() -> None:
    for name in PAGES:
        for sheet in re.findall(r"<style>(.*?)</style>", PAGES[name](), re.DOTALL):
            sheet = re.sub(r"@(supports|media)[^{]*\{", "", sheet)
            for selectors in re.findall(r"([^{}]+)\{", sheet):
                for selector in selectors.split(","):
                    assert selector.strip().startswith(
                        (".npuzzle-card.", "table.npuzzle-board.")
                    ), selector


def test_hostile_names_are_shown_as_they_are() -> None:
    words = text_of(render.audit_html(audit(heuristic_audit(HOSTILE, **WRONG))))
    for piece in ('<script>alert("x")</script>', "& 'quoted'", "$x$", "größer 漢字"):
        assert piece in words


def test_a_board_is_a_picture_with_a_name() -> None:
    picture = _engine.board_svg([1, 2, 3, 0], 2, 2, goal=[1, 2, 0, 3], label="start")
    assert picture.startswith("<svg ") and 'role="img"' in picture
    assert "<title>start</title>\n<desc>1 2, 3 blank</desc>" in picture
    assert picture.count("<text") == 3 and picture.count("<circle") == 2


def test_a_board_as_text_is_a_grid() -> None:
    assert board_lines([1, 2, 3, 4, 0, 6, 7, 5, 8], 3, 3) == ["1 2 3", "4 . 6", "7 5 8"]
    wide = [10, 0, 2, 3, 4, 5, 6, 7, 8, 9, 1, 11]
    assert board_lines(wide, 2, 6) == ["10  .  2  3  4  5", " 6  7  8  9  1 11"]
    assert board_name(wide, 6) == "10 0 2 3 4 5/6 7 8 9 1 11"


def test_large_boards_are_mosaics() -> None:
    tiles = list(range(10_000))
    for page in (_engine.board_svg(tiles, 100, 100), board_figure("start", tiles, 100, 100)):
        assert "data:image/png" in page and "a board of 100x100 cells" in page
        assert len(page) < 20_000


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, ["2 moves", "proved optimal"]),
        (
            {"proof": "within", "within": 1.3478, "lower_bound": 1},
            [
                "at most 35 % above the optimum (proved)",
                "every solution has at least 1 move (proved)",
            ],
        ),
        ({"proof": "within", "within": 1.0012}, ["at most 0.2 % above"]),
        (
            {"proof": "found", "reason": "optimal if `mine` is admissible, as it is claimed to be"},
            ["found; not proved to be shortest", "optimal if `mine` is admissible"],
        ),
        (
            {
                "status": "stopped",
                "cost": None,
                "moves": None,
                "proof": "none",
                "reason": "the node limit was reached",
            },
            [
                "no solution found",
                "every solution has at least 2 moves (proved)",
                "the node limit was reached",
            ],
        ),
        (
            {
                "status": "unsolvable",
                "cost": None,
                "moves": None,
                "lower_bound": None,
                "reason": "parity",
            },
            ["unsolvable", "no solution exists (proved)", "parity"],
        ),
        ({"solutions": {"count": 40, "listed": ["DR", "RD"]}}, ["40 optimal"]),
    ],
)
def test_verdicts_in_words(changes: dict[str, Any], words: list[str]) -> None:
    page, text = (
        text_of(render.result_html(report(**changes))),
        render.result_text(report(**changes)),
    )
    for piece in words:
        # On a page names between backquotes are code.
        assert piece.replace("`", "") in page and piece in text


def test_without_scripts_the_boards_and_the_moves_are_there() -> None:
    page = render.result_html(report())
    still = re.sub(r"<(script|style)>.*?</\1>", "", page, flags=re.DOTALL)
    assert still.count("<table") == 3 and "where the blank goes" in still and ">DR<" in still
    assert "np-player" not in render.result_html(
        report(status="stopped", cost=None, moves=None, proof="none")
    )


def test_only_start_goal_and_moves_are_embedded() -> None:
    moves = "LR" * 50_000
    page = render.result_html(report(moves=moves, cost=len(moves), proof="found"))
    assert page.count(moves) == 1 and len(page) < len(moves) + 50_000
    assert "99,000 more" in page


def test_own_problems_show_their_path() -> None:
    page = render.problem_result_html(report(cost=3.5), ["a", "b", "c"], ["to b", "to c"])
    words = text_of(page)
    assert "cost 3.5 in 2 steps" in words and "to b" in words
    assert "cost 3.5 in 2 steps, proved optimal" in render.problem_result_text(
        report(cost=3.5), ["a", "b", "c"], ["x", "y"]
    )
    states, actions = [f"s{n}" for n in range(1000)], ["go"] * 999
    assert "920 more steps" in text_of(
        render.problem_result_html(report(cost=999), states, actions)
    )
    assert "... 975 more steps ..." in render.problem_result_text(report(cost=999), states, actions)
    stopped = report(status="stopped", cost=None, moves=None, proof="none", lower_bound=None)
    assert "no solution found" in render.problem_result_text(stopped, [], [])
    assert "no solution found" in text_of(render.problem_result_html(stopped, [], []))


def test_audits_show_the_boards_that_decide() -> None:
    page = render.audit_html(audit(heuristic_audit("mine", **WRONG)))
    words = text_of(page)
    assert "not admissible" in words and "not consistent" in words
    assert (
        "estimate 2, true distance 1" in words
        and "mine overestimates at 78 states; the worst:" in words
    )
    assert page.count('role="img" aria-label="estimate') == 3
    text = render.audit_text(audit(heuristic_audit("mine", **WRONG)))
    assert (
        "    1 2 3      1 2 3\n    4 5 .  ->  4 5 6\n    7 8 6      7 8 .\n"
        "    from 2 to 0 at cost 1" in text
    )


def test_audits_of_samples_claim_no_more_than_they_know() -> None:
    sampling = {
        "asked": 20,
        "boards": 20,
        "unsolved": 0,
        "how": "uniformly random boards",
        "seed": 7,
    }
    sampled = audit(heuristic_audit("mine"), exhaustive=False, sampling=sampling)
    for words in (text_of(render.audit_html(sampled)), render.audit_text(sampled)):
        assert "not refuted" in words and "finding none is not" in words


def test_audits_of_other_problems_name_their_states() -> None:
    wrong = {**WRONG, "worst": {"board": "a", "h": 9, "true": 3.5}}
    wrong["edge_example"] = {"from": "a", "to": "<c>", "h_from": 9, "h_to": 1, "cost": 4}
    other = audit(heuristic_audit("h", **wrong), problem="map", rows=None, cols=None, goal=None)
    assert "estimate 9, true distance 3.5" in text_of(render.audit_html(other))
    assert "    a  ->  <c>\n" in render.audit_text(other)


def test_dominance_is_told_in_sentences() -> None:
    duel = {"board": GOAL, "first": 12, "second": 9}
    neither = {"first": "a", "second": "b", "first_larger": duel, "second_larger": duel}
    whole = audit(
        heuristic_audit("a"),
        heuristic_audit("b"),
        dominance=[{"stronger": "a", "weaker": "b"}],
        equal=[["a", "c"]],
        incomparable=[neither],
    )
    for words in (text_of(render.audit_html(whole)), render.audit_text(whole)):
        assert "a dominates b (at least as large everywhere)" in words
        assert "a and c are equal everywhere" in words
        assert "neither of a and b dominates the other" in words


def test_errors_that_spread_far_share_bars() -> None:
    errors = [{"error": -(10**15) + number, "states": 1} for number in range(0, 10**15, 10**12)]
    page = render.audit_html(audit(heuristic_audit("mine", errors=errors)))
    checked(page)
    assert page.count("<rect") <= 121
    one = render.audit_html(audit(heuristic_audit("mine", errors=[{"error": -3, "states": 5}])))
    checked(one)
    assert "error -3: 5 states" in one


def test_a_solved_board_needs_no_moves() -> None:
    done = report(start=GOAL, moves="", cost=0, lower_bound=0)
    assert "0 moves, proved optimal" in render.result_text(done)
    assert "0 moves" in text_of(render.result_html(done))


def test_comparisons_tell_refusals_once() -> None:
    words, text = (
        text_of(render.comparison_html(comparison())),
        render.comparison_text(comparison()),
    )
    for shown in (words, text):
        assert "ida + manhattan refused: no such heuristic: manhattan" in shown
        assert "without means, since it solved none: ida + manhattan" in shown
    many = comparison()
    many["runs"] = [run("astar", "manhattan", id=number) for number in range(1000)]
    assert "800 more runs" in text_of(render.comparison_html(many))
    assert "960 more runs" in render.comparison_text({**many, "complete": False})
    assert "stopped before all runs were done" in text_of(
        render.comparison_html({**many, "complete": False})
    )


def test_wide_tables_give_way_at_the_right_places() -> None:
    columns = render.columns
    table = columns.table(
        [columns.words("name"), columns.numbers("count"), columns.numbers("more")],
        [["x" * 100, "123,456", "7"], ["漢字", "1", "2"]],
        width=30,
    )
    lines = table.splitlines()
    assert lines[1] == "xxxxxxxxx…xxxxxxxx 123,456    7" or columns.width_of(lines[1]) == 30
    assert all(columns.width_of(line) == 30 for line in lines)


def test_explanations_mark_the_swap() -> None:
    page = render.explanation_html(EXPLANATION)
    assert page.count('class="np-marked"') == 4
    assert "swap the tiles 1 and 8: 1 8 2/0 4 3/7 6 5" in render.explanation_text(EXPLANATION)


def test_progress_is_one_line() -> None:
    for done, total in ((0, 100), (50, 100), (100, 100), (200, 100), (7, None), (0, 0)):
        for width in (20, 40, 79):
            line = render.progress_text(done, total, "audit of mine", 2.0, width)
            assert len(line) <= width and "\n" not in line
    assert render.progress_text(50, 100, "audit", 2.0).endswith(
        "50 %, 50 of 100, 2.00 s, about 2.00 s left"
    )
    assert 'value="50" max="100"' in render.progress_html(50, 100, "audit", 2.0)


def test_proved_factors_are_rounded_up() -> None:
    written = [
        render.numbers.percent_above(factor)
        for factor in (1.0, 1.35, 1.3478, 1.0001, 1.05, 2.0, 11.0)
    ]
    assert written == ["0", "35", "35", "0.1", "5", "100", "1,000"]


# The step player in a browser, where there is one.

FRAMES = """
window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 16);
window.cancelAnimationFrame = clearTimeout;
"""
"""A browser without a screen draws frames when it likes; these come by its clock."""

CHECKS = """
const frame = () => new Promise(requestAnimationFrame);
const told = [];
(async () => {
  const players = [...document.querySelectorAll('.np-live[aria-label="step player"]')];
  for (const live of players) {
    const name = (label) => live.querySelector(`button[aria-label="${label}"]`);
    const step = () => live.querySelector(".np-step").textContent;
    const board = () => live.querySelector("canvas").getAttribute("aria-label");
    const said = () => live.querySelector(".np-saying").textContent;
    const key = (key) => live.querySelector("button.np-play").dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const seen = { begin: step(), start: board() };
    name("last board").click();
    seen.last = step();
    seen.said = said();
    seen.goal = board();
    seen.listed = live.querySelectorAll("[data-step]").length;
    seen.now = live.querySelector(".np-now").dataset.step;
    name("one step back").click();
    seen.back = step();
    key("ArrowRight");
    key("Home");
    seen.home = step() + board();
    name("one step forward").click();
    seen.first = said();
    const slider = live.querySelector("input[type=range]");
    slider.value = slider.max;
    slider.dispatchEvent(new Event("input"));
    seen.slid = step();
    const select = live.querySelectorAll("select");
    if (select.length > 1) {
      select[1].value = "1";
      select[1].dispatchEvent(new Event("change"));
      name("last board").click();
      seen.other = said();
    }
    name("first board").click();
    select[0].value = "1000";
    name("play").click();
    seen.playing = name("pause") !== null;
    for (let frames = 0; frames < 300 && name("pause"); frames += 1) await frame();
    seen.played = step();
    const canvas = live.querySelector("canvas");
    const context = canvas.getContext("2d");
    seen.drawn = context.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data[3] > 0;
    seen.still = live.parentNode.querySelector(".np-static").hidden;
    told.push(seen);
  }
  for (const live of document.querySelectorAll('.np-live[aria-label="search player"]')) {
    const name = (label) => live.querySelector(`button[aria-label="${label}"]`);
    const text = () => live.querySelector(".np-search").textContent;
    const seen = { begin: text(), boards: live.querySelectorAll("table.npuzzle-board").length };
    name("one step forward").click();
    seen.next = text();
    name("last step").click();
    seen.last = text();
    seen.ends = name("one step forward").disabled;
    name("play").dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    seen.first = text();
    seen.still = live.parentNode.querySelector(".np-static").hidden;
    told.push(seen);
  }
  tell(told);
})();
"""


def walked(rows: int, cols: int, count: int, seed: int) -> tuple[list[int], list[int], str]:
    """A goal, the board after a random walk of the blank from it, and the moves back."""
    goal = [*range(1, rows * cols), 0]
    tiles, blank = list(goal), rows * cols - 1
    back: list[str] = []
    chance = random.Random(seed)
    steps = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
    opposite = {"U": "D", "D": "U", "L": "R", "R": "L"}
    while len(back) < count:
        letter = chance.choice("UDLR")
        row, col = blank // cols + steps[letter][0], blank % cols + steps[letter][1]
        if 0 <= row < rows and 0 <= col < cols:
            next_blank = row * cols + col
            tiles[blank], tiles[next_blank] = tiles[next_blank], 0
            blank = next_blank
            back.append(opposite[letter])
    return tiles, goal, "".join(reversed(back))


@needs_browser
def test_the_player_plays(tmp_path: Path) -> None:
    start, goal, moves = walked(3, 4, 40, 1)
    of_tile = moves.translate(str.maketrans("UDLR", "DURL"))
    detour = moves[:1] + {"U": "DU", "D": "UD", "L": "RL", "R": "LR"}[moves[0]] + moves[1:]
    shape = {"rows": 3, "cols": 4, "start": start, "goal": goal, "cost": 40}
    far_start, far_goal, far_moves = walked(100, 100, 100_000, 2)
    far = {
        "rows": 100,
        "cols": 100,
        "start": far_start,
        "goal": far_goal,
        "cost": 100_000,
        "moves": far_moves,
    }
    same = render.result_html(report(**shape, moves=moves))
    pages = [
        same,
        same,
        render.result_html(report(**shape, moves=of_tile, moves_of="tile")),
        render.result_html(
            report(**shape, moves=moves, solutions={"count": 2, "listed": [moves, detour]})
        ),
        render.result_html(report(**far, proof="found")),
        npuzzle.trace("1 2 3/4 0 6/7 5 8", "astar", "manhattan")._repr_html_(),
        npuzzle.trace("1 2 3/4 0 6/7 5 8", "ida", "manhattan")._repr_html_(),
    ]
    page = f"<script>{FRAMES}</script><body>{''.join(pages)}<script>{CHECKS}</script>"
    told = told_by_page(tmp_path, page)
    assert len(told) == len(pages)
    deepening, search = told.pop(), told.pop()
    # It begins with the first state, not with the bound of the iteration.
    assert deepening["begin"].startswith("step 3 of 5: expansion 1") and deepening["boards"] == 3
    assert "U: g 1 + h 3 = f 4dropped: f is over the bound" in deepening["begin"]
    # The tiles of the boards stand in the text as well.
    assert search["begin"].startswith("step 2 of 4: expansion 112346758g 0 + h 2 = f 2its children")
    # The board and its four children; each child is kept, and waits.
    assert search["boards"] == 5 and search["begin"].count("kept") == 4
    assert "the frontier: 4" in search["begin"] and "D: g 1 + h 1 = f 2" in search["begin"]
    assert "dropped: a path to it is no dearer" in search["next"]
    assert search["last"] == "step 4 of 4: solved: the cost is 2" and search["ends"]
    assert search["first"] == "step 1 of 4: the search astar begins" and search["still"]
    for seen in told:
        total = seen["last"].removeprefix("step ").split(" of ")[1]
        assert seen["begin"] == f"step 0 of {total}" and seen["last"] == f"step {total} of {total}"
        assert "the goal is reached" in seen["said"]
        assert seen["now"] == total.replace(",", "") and seen["listed"] <= 200
        assert seen["home"] == seen["begin"] + seen["start"]
        assert seen["slid"] == seen["last"] and seen["playing"] and seen["drawn"] and seen["still"]
    boards = [seen["goal"] for seen in told[:4]]
    assert boards == ["board after 40 moves: 1 2 3 4, 5 6 7 8, 9 10 11 blank"] * 4
    assert all(seen["played"] == "step 40 of 40" for seen in told[:3])
    words = {"U": "up", "D": "down", "L": "left", "R": "right"}
    assert told[0]["first"].startswith(f"{moves[0]}: the blank goes {words[moves[0]]}, tile ")
    assert told[2]["first"].startswith(f"{of_tile[0]}: tile ")
    assert "the goal is reached" in told[3]["other"]


def test_names_in_sentences_are_code() -> None:
    reason = "a longer limit lets `auto` try `<b>`; a ` alone stays"
    page = render.result_html(report(proof="found", reason=reason))
    assert "lets <code>auto</code> try <code>&lt;b&gt;</code>; a ` alone stays" in page
