"""What is written about the package is true: docstrings, README, guide, exercises."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path
from typing import Any

import pytest

import npuzzle
import npuzzle.gym

HERE = Path(__file__).resolve().parent
GUIDE = HERE.parents[2] / "docs" / "guide"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = sorted(module.name for module in pkgutil.walk_packages(npuzzle.__path__, "npuzzle."))


class Finder(doctest.DocTestFinder):
    """Finds the examples of methods, too: a class bears the name of the package, and its methods that
    of the module in which they are written."""

    def _from_module(self, module: Any, object: Any) -> bool:
        is_method = "." in getattr(object, "__qualname__", "") and inspect.isfunction(object)
        found: bool = is_method or super()._from_module(module, object)  # type: ignore[misc]
        return found


@pytest.mark.parametrize("name", ["npuzzle", *MODULES])
def test_examples_of_docstrings(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in Finder().find(importlib.import_module(name)):
        runner.run(test)
    assert runner.summarize().failed == 0


@pytest.mark.parametrize("module", [npuzzle, npuzzle.errors, npuzzle.gym], ids=lambda module: module.__name__)
def test_the_examples_were_found(module: Any) -> None:
    """Boards are compiled: doctest does not find their examples by itself."""
    finder = doctest.DocTestFinder()
    public = {name: getattr(module, name) for name in module.__all__}
    found = {
        name
        for name, thing in public.items()
        if getattr(thing, "__doc__", None)
        and any(test.examples for test in finder.find(thing, name))
    }
    assert set(public) - found == {name for name, thing in public.items() if isinstance(thing, str)}


def test_what_a_notebook_shows_fits_on_a_screen() -> None:
    assert len((npuzzle.__doc__ or "").splitlines()) <= 30


def test_examples_of_boards() -> None:
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    tests = doctest.DocTestFinder().find(npuzzle.Board, "Board", globs={})
    assert sum(len(test.examples) for test in tests) >= 5
    for test in tests:
        runner.run(test)
    assert runner.summarize().failed == 0


@pytest.mark.parametrize(
    "document",
    [
        GUIDE.parents[1] / "README.md",
        HERE.parent / "README.md",
        GUIDE / "python.md",
        GUIDE.parent / "theory" / "exercises.md",
    ],
    ids=["of the project", "of the package", "the guide", "the exercises"],
)
def test_examples_of_documents(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = doctest.testfile(str(document), module_relative=False, optionflags=FLAGS)
    assert done.failed == 0
    assert done.attempted >= 3, "the document shows no examples"
