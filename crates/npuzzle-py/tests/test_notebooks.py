"""The notebooks run, and show what is committed."""

from __future__ import annotations

import json
from pathlib import Path

import notebooks
import pytest


@pytest.mark.parametrize("name", notebooks.NOTEBOOKS)
def test_the_notebook_runs_and_shows_what_is_committed(name: str, tmp_path: Path) -> None:
    for module in ("nbformat", "nbclient", "ipykernel", "pandas", "matplotlib"):
        pytest.importorskip(module, reason="pip install nbclient ipykernel pandas matplotlib")
    import nbclient

    committed = json.loads((notebooks.GUIDE / name).read_text("utf-8"))
    try:
        run = notebooks.executed(name, tmp_path)
    except nbclient.exceptions.CellExecutionError as error:
        pytest.fail(str(error), pytrace=False)
    for before, now in zip(notebooks.shown(committed), notebooks.shown(run), strict=True):
        assert before == now, "not fresh: run python crates/npuzzle-py/tests/notebooks.py"
    outputs = [output for cell in committed["cells"] for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"text/html", "image/png"} <= kinds
