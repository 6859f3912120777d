"""Boards: how they are made, what they tell, and that they behave like other values."""

from __future__ import annotations

import copy
import errno
import importlib
import io
import itertools
import pickle
import random
import re
from pathlib import Path
from typing import Any

import plain
import pytest

import npuzzle
from npuzzle import Board

TILES = (1, 2, 3, 4, 0, 6, 7, 5, 8)
GRID = ((1, 2, 3), (4, 0, 6), (7, 5, 8))
SHAPES = [(1, 2), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5), (6, 6), (4, 7)]
NAMED_GOALS = list(npuzzle.catalogue().goals)


class Indexed:
    """A whole number that is not an ``int``."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def random_board(rows: int, cols: int, seed: int, goal: str | None = None) -> Board:
    return npuzzle.generate((rows, cols), goal, seed=seed)


# How boards are made.


def forms() -> dict[str, Any]:
    """The same board in all forms; some of them can be read only once."""
    return {
        "rows of text": "1 2 3/4 0 6/7 5 8",
        "lines": "1 2 3\n4 0 6\n7 5 8\n",
        "digits": "123406758",
        "underscore": "123_406_758",
        "blank as x": "1 2 3/4 x 6/7 5 8",
        "blank as dot": "1 2 3/4 . 6/7 5 8",
        "a list in text": "[1, 2, 3, 4, 0, 6, 7, 5, 8]",
        "json": "[[1,2,3],[4,0,6],[7,5,8]]",
        "the 42 file": "# a comment\n3\n1 2 3\n4 0 6 # another\n7 5 8\n",
        "flat list": list(TILES),
        "flat tuple": TILES,
        "rows of lists": [list(row) for row in GRID],
        "rows of tuples": GRID,
        "rows of all kinds": [[1, 2, 3], (4, 0, 6), dict.fromkeys([7, 5, 8]).keys()],
        "generator": (tile for tile in TILES),
        "generator of rows": (iter(row) for row in GRID),
        "dictionary's values": dict(enumerate(TILES)).values(),
        "own whole numbers": [Indexed(tile) for tile in TILES],
        "a board": Board("123406758"),
        "a table": "| 1 | 2 | 3 |\n|---|---|---|\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n",
        "a record": '{"rows": 3, "cols": 3, "start": [1, 2, 3, 4, 0, 6, 7, 5, 8]}',
        "None for the blank": [1, 2, 3, 4, None, 6, 7, 5, 8],
        "None in rows": [[1, 2, 3], [4, None, 6], [7, 5, 8]],
        "an empty word for the blank": [["1", "2", "3"], ["4", "", "6"], ["7", "5", "8"]],
        "a space for the blank": ["1", "2", "3", "4", " ", "6", "7", "5", "8"],
        "words": "1 2 3 4 0 6 7 5 8".split(),
        "rows of digits": ["123", "4x6", "758"],
        "rows of words": ["1 2 3", "4 - 6", "7 5 8"],
        "how arrays are shown": "array([[1, 2, 3],\n       [4, 0, 6],\n       [7, 5, 8]])",
    }


@pytest.mark.parametrize("form", forms())
def test_every_form_of_a_board_is_the_same_board(form: str) -> None:
    board = Board(forms()[form])
    assert board.tiles == TILES
    assert board.grid == GRID
    assert (board.rows, board.cols) == board.shape == (3, 3)
    assert board == Board("123406758")


def test_the_first_tile_of_rows_is_never_a_size() -> None:
    rows = [[3, 5, 9, 6, 1], [8, 2, 7, 0, 4]]
    for form in (rows, str(rows), tuple(map(tuple, rows))):
        assert Board(form).shape == (2, 5)
        assert Board("1 2 3 4 5/6 7 8 9 0", form).goal.tiles == Board(rows).tiles
    with pytest.raises(npuzzle.errors.BoardError, match="10 cells"):
        Board(sum(rows, []))


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", "O"])
def test_arrays_of_whole_numbers_are_boards(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    flat = numpy.array(TILES, dtype=kind)
    assert Board(flat).tiles == TILES
    assert Board(flat.reshape(3, 3)).tiles == TILES
    assert Board(numpy.asfortranarray(flat.reshape(3, 3))).tiles == TILES
    assert Board(numpy.array(TILES * 2, dtype=kind)[:9]).tiles == TILES
    assert Board(list(flat)).tiles == TILES
    wide = numpy.arange(12, dtype=kind).reshape(3, 4)
    assert Board(wide).shape == (3, 4)
    assert Board(wide.T).shape == (4, 3)
    assert Board(wide.T).tiles == (0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11)


@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_arrays_of_whole_floats_are_boards(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    assert Board(numpy.arange(9).astype(kind)) == Board(range(9))
    with pytest.raises(npuzzle.errors.BoardError, match="0.5"):
        Board(numpy.arange(9).astype(kind) + 0.5)


@pytest.mark.parametrize("kind", ["c8", "?", "M8[s]"])
def test_arrays_of_anything_else_are_not(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    with pytest.raises(npuzzle.errors.BoardError):
        Board(numpy.arange(9).astype(kind))


def test_arrays_of_other_dimensions_are_refused() -> None:
    numpy = pytest.importorskip("numpy")
    for shape in [(), (1, 3, 3), (3, 3, 1), (9, 1, 1), (0,), (0, 3), (3, 0)]:
        with pytest.raises(npuzzle.errors.BoardError):
            Board(numpy.zeros(shape, dtype=int))


def test_boards_become_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    board = Board(range(12), size=(3, 4))
    for array in (board.to_numpy(), numpy.array(board), numpy.asarray(board)):
        assert array.shape == (3, 4)
        assert array.tolist() == [list(row) for row in board.grid]
    assert numpy.asarray(board, dtype="f4").dtype == numpy.float32
    assert Board(board.to_numpy()) == board
    changed = board.to_numpy()
    changed[:] = 0
    assert board.tiles == tuple(range(12))


@pytest.mark.parametrize("shape", SHAPES)
def test_every_notation_is_read_as_it_is_written(shape: tuple[int, int]) -> None:
    read = 0
    for seed, name in itertools.product(range(5), npuzzle.catalogue().formats):
        board = random_board(*shape, seed)
        try:
            text = board.to_text(name)
        except npuzzle.errors.BoardError as refusal:
            assert str(refusal)
            continue
        assert Board(text, size=shape, input_format=name) == board, (name, text)
        read += 1
    assert read >= 5 * 4


def test_sizes_are_numbers_pairs_or_texts() -> None:
    expected = Board("1 2 3 4/5 6 7 8/9 10 11 0")
    tiles = [*range(1, 12), 0]
    for size in [(3, 4), [3, 4], "3x4", " 3x4 ", (Indexed(3), Indexed(4))]:
        assert Board(tiles, size=size) == expected
    assert Board(range(4), size=2) == Board(range(4), size="2x2")
    with pytest.raises(npuzzle.errors.BoardError, match="square"):
        Board(tiles)
    refused: list[Any] = [
        (4, 4),
        3,
        "3",
        "3x",
        "x",
        "",
        (3,),
        (3, 4, 1),
        (3.0, 4.0),
        -3,
        True,
        3.0,
        (-3, 4),
    ]
    for size in refused:
        with pytest.raises(npuzzle.errors.BoardError):
            Board(tiles, size=size)


def test_the_smallest_and_the_largest_board() -> None:
    assert Board([[1, 0]]).shape == (1, 2)
    large = Board(range(10_000))
    assert large.shape == (100, 100)
    assert large[99, 99] == 9999
    assert large.find(5050) == (50, 50)
    for tiles in [[0], [[0]], range(10_201), [[]], []]:
        with pytest.raises(npuzzle.errors.BoardError):
            Board(tiles)


def test_members_of_sets_have_names() -> None:
    board = Board("korf:1")
    assert board.name == "korf:1"
    assert board.goal_name == "first"
    assert board.tiles == (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
    assert Board("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "first") == board
    assert Board("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3").name is None
    names = [member.name for member in npuzzle.boards("korf:1..3")]
    assert names == ["korf:1", "korf:2", "korf:3"]
    for name in npuzzle.catalogue().sets:
        first = Board(f"{name}:1")
        assert first.is_solvable()
        assert first.name == f"{name}:1"
    with pytest.raises(npuzzle.errors.BoardError, match="boards"):
        Board("korf:1..3")
    for unknown in ["korf:0", "korf:101", "korf:", "korf:x", "kort:1"]:
        with pytest.raises(npuzzle.errors.BoardError):
            Board(unknown)


def test_several_boards_in_a_text() -> None:
    text = "1 2 3/4 0 6/7 5 8\n1 2 3/4 5 6/7 8 0\n"
    several = npuzzle.boards(text)
    assert [board.tiles for board in several] == [TILES, plain.usual_goal(3, 3)]
    assert npuzzle.boards(Board(TILES)) == [Board(TILES)]
    assert npuzzle.boards(TILES) == [Board(TILES)]
    with pytest.raises(npuzzle.errors.BoardError):
        Board(text)
    random_ones = npuzzle.boards("random:3x3:4:7")
    assert random_ones == npuzzle.boards("random:3x3:4:7")
    assert random_ones == npuzzle.boards("random:3x3:4", seed=7)
    assert random_ones != npuzzle.boards("random:3x3:4:8")


def test_boards_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text("1 2 3/4 0 6/7 5 8\n1 2 3/4 5 6/7 8 0\n")
    assert npuzzle.boards(file) == npuzzle.boards(file.read_text())
    file.write_text('{"start": [1, 2, 3, 0], "goal": [0, 1, 2, 3], "rows": 2, "cols": 2}')
    assert Board(file).tiles == (1, 2, 3, 0)
    assert Board(file).goal.tiles == (0, 1, 2, 3)
    file.write_text("1 2/3 3")
    with pytest.raises(npuzzle.errors.BoardError, match="boards.txt:1:7"):
        Board(file)
    with pytest.raises(npuzzle.errors.BoardError, match="pathlib.Path"):
        Board(str(file))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """As Python's own ``open`` says it."""
    nothing = tmp_path / "nothing.txt"
    with pytest.raises(FileNotFoundError) as caught:
        Board(nothing)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, nothing)
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\r\n\xff")
    with pytest.raises(npuzzle.errors.BoardError, match="picture.txt` is not a text"):
        Board(tmp_path / "picture.txt")
    with pytest.raises(npuzzle.errors.BoardError) as refused:
        Board(str(nothing))
    assert "pathlib" not in str(refused.value)


@pytest.mark.parametrize(
    "wrong", [[1, 2, 3, -1], ["1", "2", "3", "-1"], ["12", "34"], ["1", "2", None], ["a", "b", "c", "d"]]
)
def test_words_that_are_not_cells(wrong: list[Any]) -> None:
    with pytest.raises(npuzzle.errors.BoardError):
        Board(wrong)


# Goals.


@pytest.mark.parametrize("name", NAMED_GOALS)
@pytest.mark.parametrize("shape", SHAPES)
def test_goals_are_boards_with_names(name: str, shape: tuple[int, int]) -> None:
    board = random_board(*shape, 3, name)
    goal = board.goal
    assert goal.shape == shape
    assert sorted(goal) == list(range(len(board)))
    assert goal.is_goal() and goal.goal == goal
    # Small boards can have one goal under several names: the first of them counts.
    assert board.goal_name in NAMED_GOALS
    assert Board(board.tiles, board.goal_name, size=shape).goal == goal
    assert Board(board, goal) == board
    assert Board(board, goal).goal == goal


def test_the_goals_of_the_courses() -> None:
    assert Board(TILES).goal.tiles == (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert Board(TILES, "first").goal.tiles == (0, 1, 2, 3, 4, 5, 6, 7, 8)
    assert Board(TILES, "snail").goal.tiles == (1, 2, 3, 8, 0, 4, 7, 6, 5)
    four = Board(range(16), "snail").goal
    assert four.tiles == (1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7)


def test_a_goal_can_be_given_in_every_form() -> None:
    tiles = (8, 7, 6, 5, 4, 3, 2, 1, 0)
    for goal in [
        tiles,
        list(tiles),
        "876543210",
        "8 7 6/5 4 3/2 1 0",
        Board(tiles),
        [tiles[:3], tiles[3:6], tiles[6:]],
    ]:
        board = Board(TILES, goal)
        assert board.goal.tiles == tiles
        assert board.goal_name is None
    for wrong in [
        (1, 2, 3, 0),
        "nowhere",
        3,
        [[1, 2], [3, 0]],
        Board([1, 2, 3, 0]),
        {1: 2},
        b"last",
        "",
    ]:
        with pytest.raises(npuzzle.errors.BoardError):
            Board(TILES, wrong)


# What boards tell.


@pytest.mark.parametrize("shape", SHAPES)
def test_boards_are_sequences_of_their_tiles(shape: tuple[int, int]) -> None:
    for seed in range(3):
        board = random_board(*shape, seed)
        rows, cols = shape
        assert len(board) == rows * cols == len(board.tiles)
        assert tuple(board) == board.tiles == tuple(itertools.chain.from_iterable(board.grid))
        assert [board[cell] for cell in range(len(board))] == list(board)
        assert [board[cell] for cell in range(-len(board), 0)] == list(board)
        assert board[1:3] == board.tiles[1:3] and board[::-1] == board.tiles[::-1]
        for row, col in itertools.product(range(rows), range(cols)):
            assert board[row, col] == board.grid[row][col] == board[row - rows, col - cols]
            assert board.find(board[row, col]) == (row, col)
            assert board.home(board.goal[row, col]) == (row, col)
        assert board.blank == board.find(0)
        assert all(tile in board for tile in range(len(board)))
        assert not any(tile in board for tile in (-1, len(board), "1", None, 1.5, 2**80))
        assert list(reversed(board.tiles)) == list(board)[::-1]


def test_places_that_do_not_exist() -> None:
    board = Board(TILES)
    for place in (9, -10, (3, 0), (0, 3), (-4, 0), 2**80):
        with pytest.raises(IndexError):
            board[place]
    places: list[Any] = ["0", None, 1.0, (1,), (1, 2, 3), ("a", 0), (0.0, 1)]
    for place in places:
        with pytest.raises(TypeError):
            board[place]
    for tile in (9, 100):
        with pytest.raises(npuzzle.errors.BoardError, match="expected 0 to 8"):
            board.find(tile)
        with pytest.raises(npuzzle.errors.BoardError, match="expected 0 to 8"):
            board.home(tile)


def test_boards_do_not_change() -> None:
    board: Any = Board(TILES)
    with pytest.raises(TypeError):
        board[0] = 5
    with pytest.raises(AttributeError):
        board.tiles = TILES
    with pytest.raises(AttributeError):
        board.anything = 1
    with pytest.raises(TypeError):
        del board[0]


@pytest.mark.parametrize("goal", NAMED_GOALS)
def test_what_can_be_solved_is_what_can_be_reached(goal: str) -> None:
    target = Board(range(6), goal, size=(2, 3)).goal
    reachable = plain.distances(target.tiles, 2, 3)
    assert len(reachable) == 360
    for tiles in itertools.permutations(range(6)):
        board = Board(tiles, target, size=(2, 3))
        assert board.is_solvable() == (tiles in reachable)
        why = npuzzle.explain(board)
        assert why.solvable == board.is_solvable() == bool(why)
        if not why:
            assert why.repaired is not None and why.repaired.is_solvable()


def test_half_of_all_arrangements_can_be_solved(eight_distances: dict[plain.Tiles, int]) -> None:
    draw = random.Random(8)
    for _ in range(2000):
        tiles = draw.sample(range(9), 9)
        assert Board(tiles).is_solvable() == (tuple(tiles) in eight_distances)


# Moves.

OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}


@pytest.mark.parametrize("shape", SHAPES)
def test_moves_are_those_of_plain_python(shape: tuple[int, int]) -> None:
    for seed in range(6):
        board = random_board(*shape, seed)
        expected = dict(plain.neighbours(board.tiles, *shape))
        assert set(board.moves()) == set(expected) and len(board.moves()) == len(expected)
        assert {letter: after.tiles for letter, after in board.neighbours()} == expected
        assert {letter: after.tiles for letter, after in board.neighbours("blank")} == expected
        of_tiles = {OPPOSITE[letter]: after for letter, after in expected.items()}
        assert {letter: after.tiles for letter, after in board.neighbours("tile")} == of_tiles
        assert set(board.moves("tile")) == set(of_tiles)
        for letter in "UDLR":
            if letter in expected:
                assert board.move(letter).tiles == expected[letter]
                assert board.move(letter, "blank").move(OPPOSITE[letter]) == board
                assert board.move(OPPOSITE[letter], "tile") == board.move(letter)
            else:
                with pytest.raises(npuzzle.errors.BoardError, match="not possible"):
                    board.move(letter)


def test_walks_keep_every_board() -> None:
    board = Board("1 2 3/4 0 6/7 5 8", "snail")
    walked = board.walk("DLUR")
    assert len(walked) == 5
    assert walked[0] == board and walked[-1] == board.move("DLUR")
    for before, after, letter in zip(walked, walked[1:], "DLUR"):
        assert before.move(letter) == after
        assert after.goal == board.goal and after.goal_name == "snail"
    assert board.walk("") == [board]
    assert board.move("") == board
    assert board.move("D") == board.move("d") == board.move(" D ")
    corner = Board("1 2 3/4 5 6/7 8 0")
    assert corner.move("L2U2") == corner.move("LLUU") == corner.move("L L U U")
    with pytest.raises(npuzzle.errors.BoardError, match="move 3"):
        corner.walk("LLL")
    for letters in ["X", "1", "UDX", "U-1", "R999999999999999999999", "\0", "漢", "L" * 3]:
        with pytest.raises(npuzzle.errors.BoardError):
            corner.walk(letters)
    for of in ["", "blanks", "Tile", "\0"]:
        with pytest.raises(npuzzle.Error, match="neither blank nor tile"):
            corner.moves(of)  # type: ignore[arg-type]


# Boards among other values.


def test_boards_are_equal_if_their_tiles_and_goals_are() -> None:
    board = Board(TILES)
    assert board == Board(TILES, "last") and hash(board) == hash(Board(TILES, "last"))
    assert board != Board(TILES, "snail") and len({board, Board(TILES, "snail")}) == 2
    assert board != Board("123456780")
    assert Board(range(6), size=(2, 3)) != Board(range(6), size=(3, 2))
    assert board.tiles == TILES and board != TILES and board != list(TILES)
    assert board not in (None, 5, "123406758", [1, 2, 3])
    assert (board == None) is False  # noqa: E711


def test_all_small_boards_differ_in_sets_and_dictionaries() -> None:
    boards = [Board(tiles, size=(2, 3)) for tiles in itertools.permutations(range(6))]
    assert len(set(boards)) == 720
    assert len({hash(board) for board in boards}) > 700
    again = {board: board.tiles for board in boards}
    for tiles in itertools.permutations(range(6)):
        assert again[Board(tiles, size=(2, 3))] == tiles
    assert sorted(boards, key=tuple) == boards
    assert sorted(boards[-1]) == list(range(6))
    with pytest.raises(TypeError):
        sorted(boards)  # type: ignore[type-var]


@pytest.mark.parametrize("shape", SHAPES)
def test_copies_and_pickles_are_equal_with_their_goals(shape: tuple[int, int]) -> None:
    for goal in [None, "snail", tuple(range(shape[0] * shape[1]))[::-1]]:
        board = Board(random_board(*shape, 5), goal)
        protocols = range(pickle.HIGHEST_PROTOCOL + 1)
        pickled = [pickle.loads(pickle.dumps(board, protocol)) for protocol in protocols]
        for other in [copy.copy(board), copy.deepcopy(board), *pickled, Board(board)]:
            assert other == board and other.goal == board.goal
            assert other.goal_name == board.goal_name and other.shape == shape
            assert repr(other) == repr(board)
    assert pickle.loads(pickle.dumps(Board("korf:7"))).name == "korf:7"
    assert pickle.loads(pickle.dumps([board] * 3)) == [board] * 3


@pytest.mark.parametrize("shape", SHAPES)
def test_the_representation_makes_the_board_again(shape: tuple[int, int]) -> None:
    for goal in [None, *NAMED_GOALS, tuple(range(shape[0] * shape[1]))[::-1]]:
        board = Board(random_board(*shape, 9), goal)
        again = eval(repr(board), {"Board": Board})
        assert again == board and again.goal == board.goal and again.shape == board.shape


def test_boards_are_drawn() -> None:
    board = Board("1 2 3/4 0 6/7 5 8", "snail")
    assert str(board).split() == "1 2 3 4 . 6 7 5 8".split()
    assert len(str(board).splitlines()) == 3
    for picture in (board.svg(), board._repr_svg_()):
        assert picture.startswith("<svg") and picture.rstrip().endswith("</svg>")
    assert f"{board}" == str(board)


def test_estimates_of_the_catalogue(eight_distances: dict[plain.Tiles, int]) -> None:
    draw = random.Random(4)
    for tiles in draw.sample(sorted(eight_distances), 60):
        board = Board(tiles)
        away = [
            abs(row - home_row) + abs(col - home_col)
            for tile in range(1, 9)
            for (row, col), (home_row, home_col) in [(board.find(tile), board.home(tile))]
        ]
        assert board.estimate() == board.estimate("manhattan") == sum(away)
        assert board.estimate("misplaced") == sum(distance > 0 for distance in away)
        assert board.estimate("zero") == 0
        assert board.estimate("perfect") == eight_distances[tiles]
        assert board.estimate("max(manhattan, misplaced)") == sum(away)
    unsolvable = Board("123456870")
    assert unsolvable.estimate() == unsolvable.estimate("walking-distance/2") == 2
    assert unsolvable.estimate("perfect") is None
    for unknown in ["", "manhatan", "max(", "1/0", "mine"]:
        with pytest.raises(npuzzle.errors.RequestError):
            board.estimate(unknown)


def test_no_value_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes from the heuristic that is kept; the whole question is put only where it failed."""
    asked = []

    def ask(*question: Any) -> None:
        asked.append(question[1])
        whole(*question)

    whole = importlib.import_module("npuzzle._estimate").estimate
    monkeypatch.setattr("npuzzle._estimate.estimate", ask)
    for _ in range(3):
        assert Board("123456870").estimate("perfect") is None
        assert Board("123456780").estimate("perfect") == 0
    assert asked == []
    for _ in range(3):
        with pytest.raises(npuzzle.errors.HeuristicError, match="divides by zero"):
            Board("123456780").estimate("1/misplaced")
        assert Board("123456708").estimate("1/misplaced") == 1
    assert asked == ["1/misplaced"] * 3


def test_estimates_have_shares() -> None:
    board = Board("3 2 1/4 5 6/8 7 0")
    estimate = board.estimate("lc", shares=True)
    assert isinstance(estimate, npuzzle.Estimate)
    assert (estimate.name, estimate.value, estimate.exact) == ("linear-conflict", 12, 12)
    assert repr(estimate) == "Estimate('linear-conflict', 12)"
    assert (estimate.board, estimate.distance, estimate.overestimates) == (board, None, None)
    [part] = estimate.parts
    assert sum(part.tiles.values()) + sum(part.lines.values()) == part.value == 12
    assert [pair[:2] for pair in estimate.pairs] == [(3, 2), (3, 1), (2, 1), (8, 7)]
    assert estimate.to_dict()["parts"][0]["extra"] == 6
    for name in npuzzle.catalogue().heuristics:
        if name == "pdb":
            continue
        whole = board.estimate(name, shares=True)
        assert whole.value == board.estimate(name), name
        assert whole.value is not None and whole.exact is not None
        assert whole.value - 1 < whole.exact <= whole.value


def test_estimates_of_expressions_have_parts() -> None:
    board = Board("2 3 8/1 4 5/6 7 0", goal="first")
    estimate = board.estimate("max(manhattan-with-blank/2, perfect)", distance=True)
    assert (estimate.value, estimate.exact, estimate.computed) == (None, None, None)
    assert estimate.reason is not None and estimate.reason.startswith("perfect has no value here")
    assert [part.value for part in estimate.parts] == [12, None]
    assert (estimate.tiles, estimate.pairs, estimate.distance) == ({}, (), None)
    assert "the board is unsolvable" in str(estimate)
    half = board.estimate("misplaced-with-blank/2", shares=True)
    assert (half.value, half.exact, half.computed) == (3, 2.5, "5/2")
    assert "searches round it up to 3" in str(half)


def test_estimates_stand_beside_the_distance() -> None:
    board = Board("867254301")
    expected = [("manhattan", 10, False), ("2*manhattan", -11, True), ("perfect", 0, False)]
    for name, error, above in expected:
        estimate = board.estimate(name, distance=True)
        assert (estimate.distance, estimate.error, estimate.overestimates) == (31, error, above)
    assert "overestimated" in board.estimate("2*manhattan", distance=True)._repr_html_()
    own = board.estimate(lambda each: each.estimate() / 2, shares=True)
    assert (own.value, own.exact, own.tiles) == (11, 10.5, {})


def test_estimates_are_kept_per_goal() -> None:
    tiles = (1, 2, 3, 4, 0, 6, 7, 5, 8)
    goals = ("last", "first", "snail", "columns", "boustrophedon")
    boards = [Board(tiles, goal=goal) for goal in goals]
    names = ["manhattan", "misplaced", "gaschnig", "inversion"]
    first = [[board.estimate(name) for name in names] for board in boards]
    again = [[board.estimate(name, shares=True).value for name in names] for board in boards]
    assert first == again == [[board.estimate(name) for name in names] for board in boards]
    # Where an expression has failed once, other boards still have their values.
    with pytest.raises(npuzzle.Error, match="negative"):
        boards[0].estimate("misplaced - 3")
    assert Board("867254301").estimate("misplaced - 3") == 4


def test_moves_in_every_notation_lead_to_the_same_board() -> None:
    board = Board("1 2 3/4 0 6/7 5 8")
    for moves in ("DR", "d r", "D1,R1", "↓→", "Down Right", "5 8", [5, 8], ("D", "R"), (Indexed(5), 8)):
        applied = board.apply(moves)
        assert applied and applied.is_goal and applied.count == 2
        assert applied.start == board and applied.board == board.goal
        if isinstance(moves, str):
            assert board.move(moves) == board.goal
    assert board.apply("UL", moves_of="tile").is_goal
    written = {to: board.apply("DR", to=to).moves for to in ("blank", "tile", "numbers", "runs")}
    assert written == {"blank": "DR", "tile": "UL", "numbers": "5 8", "runs": "D R"}
    back = board.apply("5 8", invert=True)
    assert (back.moves, back.start, back.board) == ("8 5", board.goal, board)
    assert npuzzle.apply("1 2 3/4 0 6/7 5 8", "DR", "snail").is_goal is False


def test_illegal_moves_are_an_answer() -> None:
    applied = Board("1 2 3/4 0 6/7 5 8").apply("DR D")
    assert not applied
    assert (applied.illegal, applied.count, applied.reason) == (3, 2, "the blank is in the bottom row")
    assert applied.board == applied.board.goal
    assert applied.to_dict()["illegal"]["column"] == 4
    assert "read as moves of the tile" in Board("1 2 3/4 5 6/7 8 0").apply("D").notes[0]
    for wrong in ("R 3", "x", "R0"):
        with pytest.raises(npuzzle.errors.RequestError):
            Board("1 2 3/4 0 6/7 5 8").apply(wrong)
    with pytest.raises(npuzzle.errors.BoardError, match="move 2 .* is not possible"):
        Board("1 2 3/4 0 6/7 5 8").move("UU")


def test_lines_of_a_board() -> None:
    board = Board("1 2 3 4/5 6 7 8/9 10 11 0")
    assert board[:, 0] == (1, 5, 9) and board[1, :] == board.grid[1] and board[-1, 1:3] == (10, 11)
    assert board[:2, 1:3] == ((2, 3), (6, 7)) and board[:] == board.tiles
    for wrong in ((0,), (0, 1, 2), ("a", 0), (0.5, 1), (slice(None), "a"), (3, slice(None))):
        with pytest.raises((TypeError, IndexError)):
            board[wrong]  # type: ignore[call-overload]


def test_habits_from_other_libraries() -> None:
    board = Board("1 2 3/4 0 5", size="2x3")
    assert board.size == "2x3" and board.copy() is board
    assert Board.solved(board.size) == Board("1 2 3/4 5 0")
    assert Board.solved((3, 3), goal="snail").is_goal()
    assert Board.random(3, seed=1) == npuzzle.generate(3, seed=1)
    assert Board.random("3x3", "snail", seed=1).goal_name == "snail"
    with pytest.raises(npuzzle.errors.BoardError, match="size"):
        Board.solved("3")


def test_open_files(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("# of a generator\n3\n1 2 3\n4 0 6\n7 5 8\n", "utf-8")
    expected = Board("1 2 3/4 0 6/7 5 8")
    with path.open(encoding="utf-8") as file:
        assert Board(file) == expected
    with path.open(encoding="utf-8") as file:
        assert npuzzle.boards(file) == [expected]
    assert npuzzle.solve(io.StringIO("1 2 3/4 0 6/7 5 8")).cost == 2
    path.write_text("3\n1 2 3\n4 0 6\n7 5 5\n", "utf-8")
    with path.open(encoding="utf-8") as file, pytest.raises(npuzzle.Error, match="board.txt:4"):
        Board(file)
    with path.open("rb") as file, pytest.raises(npuzzle.Error, match="open for text"):
        Board(file)


# For planners.


def read_pddl(text: str) -> Any:
    """The expression as nested lists of words."""
    stack: list[list[Any]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", text):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    (whole,) = stack.pop()
    return whole


def test_a_planner_reads_the_board_as_it_is() -> None:
    """What the domain says of `slide`, done for each move of a solution, leads to the goal."""
    board = Board("4 1 2/0 5 3", goal="first", size="2x3")
    domain, problem = (read_pddl(text) for text in board.to_pddl())
    (action,) = (part for part in domain if part[0] == ":action")
    terms = dict(zip(action[2::2], action[3::2]))
    parts = {part[0]: part[1:] for part in problem[1:]}
    state = {tuple(fact) for fact in parts[":init"]}
    assert parts[":objects"][:6] == ["t1", "t2", "t3", "t4", "t5", "-"] and len(parts[":objects"]) == 15
    assert len(state) == 6 + 2 * 7
    way = board.solve()
    for before, after in zip(way.boards(), way.boards()[1:]):
        (row, col), (to_row, to_col) = after.blank, before.blank
        named = {"?tile": f"t{before[row, col]}", "?from": f"r{row}c{col}", "?to": f"r{to_row}c{to_col}"}

        def facts(listed: list[Any], named: dict[str, str] = named) -> set[tuple[str, ...]]:
            return {tuple(named.get(word, word) for word in fact) for fact in listed}

        assert facts(terms[":precondition"][1:]) <= state
        effects = terms[":effect"][1:]
        state -= facts([fact[1] for fact in effects if fact[0] == "not"])
        state |= facts([fact for fact in effects if fact[0] != "not"])
    (goal,) = parts[":goal"]
    assert {tuple(fact) for fact in goal[1:]} <= state and way.cost
