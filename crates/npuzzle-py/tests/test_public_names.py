"""Every public name has a docstring, a signature and a stub, and nothing else is exported."""

from __future__ import annotations

import ast
import inspect
import pickle
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest
from elsewhere import output

import npuzzle
from npuzzle import _engine, _fields, errors

PACKAGE = Path(npuzzle.__file__).parent
PUBLIC = [name for name in npuzzle.__all__ if name != "__version__"]
CLASSES = [getattr(npuzzle, name) for name in PUBLIC if inspect.isclass(getattr(npuzzle, name))]


def members(kind: type) -> dict[str, Any]:
    return {name: value for name, value in vars(kind).items() if not name.startswith("_")}


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_is_documented(name: str) -> None:
    thing = getattr(npuzzle, name)
    doc = inspect.getdoc(thing)
    assert doc and doc[0].isupper() and "." in doc
    if callable(thing) and not (inspect.isclass(thing) and issubclass(thing, BaseException)):
        assert inspect.signature(thing).parameters is not None


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_member_is_documented(kind: type) -> None:
    fields = getattr(kind, "__dataclass_fields__", {})
    for name, member in members(kind).items():
        if name in fields or (not callable(member) and not hasattr(member, "__get__")):
            continue
        assert inspect.getdoc(member), f"{kind.__name__}.{name}"
        if callable(member):
            inspect.signature(member)


@pytest.mark.parametrize("name", ["solve", "trace", "explain", "apply", "generate", "audit", "compare"])
def test_fields_of_questions_are_keywords(name: str) -> None:
    """Whatever the engine can be asked is a keyword, with its documentation."""
    function = getattr(npuzzle, name)
    parameters = inspect.signature(function).parameters
    fields = getattr(_fields, f"{name.title()}Fields").__annotations__
    assert fields
    for field in fields:
        assert parameters[field].kind is inspect.Parameter.KEYWORD_ONLY
        assert f"\n{field}: " in function.__doc__
    assert all(each.kind is not each.VAR_KEYWORD for each in parameters.values())


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_classes_are_known_by_their_public_names(kind: type) -> None:
    assert kind.__module__ in ("npuzzle", "npuzzle.errors")
    assert pickle.loads(pickle.dumps(kind)) is kind


def test_nothing_else_is_public() -> None:
    imported = {name for name in vars(npuzzle) if not name.startswith("_")}
    # Importing `npuzzle.gym`, as other tests do, makes it a name of the package.
    assert imported - {"gym"} == set(PUBLIC)
    assert npuzzle.__all__ == sorted(npuzzle.__all__)
    assert npuzzle.__version__.count(".") == 2


def test_help_fits_one_screen() -> None:
    """All there is to call, in 24 rows of 80 columns with a row for the prompt of the pager."""
    said = output("import npuzzle; help(npuzzle)")
    rows = [textwrap.wrap(line, 80) or [""] for line in said.rstrip().splitlines()]
    assert sum(map(len, rows)) <= 23, said
    functions = {name for name in PUBLIC if inspect.isfunction(getattr(npuzzle, name))}
    words = set(re.findall(r"\w+", said))
    assert functions | {"Board", "Problem", "Token", "Interrupted", "errors"} <= words


def test_help_as_a_program() -> None:
    said = output("import pydoc, npuzzle; print(pydoc.plain(pydoc.render_doc(npuzzle)))").rstrip()
    program = "import runpy, sys; sys.argv = ['pydoc', 'npuzzle']; runpy.run_module('pydoc', run_name='__main__')"
    assert said.splitlines()[1:] == output(program).rstrip().splitlines()[1:]


def test_help_is_all_that_is_shortened() -> None:
    said = output(
        """
        import inspect, pydoc, npuzzle
        names = set(npuzzle.__all__)
        print(names <= set(dir(npuzzle)), names <= {name for name, _ in inspect.getmembers(npuzzle)})
        print(all(f">{name}<" in pydoc.HTMLDoc().docmodule(npuzzle) for name in ("solve", "Board")))
        print("keywords" in pydoc.render_doc(npuzzle), "Fields:" in pydoc.render_doc(npuzzle.solve))
        from npuzzle import *
        print(solve("123406758").cost)
        """
    )
    assert said == "True True\nTrue\nTrue True\n2\n"


def test_errors_are_a_family() -> None:
    for name in errors.__all__:
        kind = getattr(errors, name)
        assert kind.__doc__
        if kind is not errors.Interrupted:
            assert issubclass(kind, npuzzle.Error)
    assert issubclass(npuzzle.Interrupted, KeyboardInterrupt)
    assert not issubclass(npuzzle.Interrupted, Exception)
    assert issubclass(errors.BoardError, ValueError) and issubclass(errors.RequestError, ValueError)


def stubs() -> ast.Module:
    return ast.parse((PACKAGE / "_engine.pyi").read_text("utf-8"))


def test_stubs_name_what_the_compiled_part_has() -> None:
    functions = {node.name: node for node in stubs().body if isinstance(node, ast.FunctionDef)}
    classes = {node.name for node in stubs().body if isinstance(node, ast.ClassDef)}
    compiled = {
        name for name in vars(_engine) if callable(getattr(_engine, name)) and name not in classes
    }
    assert set(functions) == {name for name in compiled if not name.startswith("__")}
    for name, node in functions.items():
        function = getattr(_engine, name)
        stubbed = [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
        assert list(inspect.signature(function).parameters) == stubbed, name
        assert ast.get_docstring(node) and function.__doc__


def words(doc: str | None) -> list[str]:
    """Rust and Python break their lines at different columns."""
    return (doc or "").split()


def test_stubs_name_what_boards_have() -> None:
    (board,) = [
        node for node in stubs().body if isinstance(node, ast.ClassDef) and node.name == "Board"
    ]
    stubbed = {node.name: node for node in board.body if isinstance(node, ast.FunctionDef)}
    assert {name for name in stubbed if not name.startswith("_")} == set(members(npuzzle.Board))
    assert words(ast.get_docstring(board)) == words(inspect.getdoc(npuzzle.Board))
    for name, node in stubbed.items():
        if not name.startswith("_"):
            doc = ast.get_docstring(node)
            told = words(inspect.getdoc(getattr(npuzzle.Board, name)))
            # The fields of questions stand behind the text.
            assert words(doc) == told[: len(words(doc))], name
            assert len(told) == len(words(doc)) or name in ("apply", "solve"), name


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_importing_the_package_imports_little_else() -> None:
    """Importing the package loads no library that was not asked for."""
    said = output(
        """
        import sys, npuzzle
        npuzzle.solve("867254301")._repr_html_()
        optional = ["IPython", "anywidget", "distributed", "gymnasium", "matplotlib", "networkx", "numpy", "pandas", "ray"]
        print([name for name in optional if name in sys.modules])
        """
    )
    assert said == "[]\n"
