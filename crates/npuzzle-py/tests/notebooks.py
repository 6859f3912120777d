"""The notebooks of the guide: run from top to bottom, with their outputs.

They are committed with their outputs, so that they show their pictures where they are read. After a
change, write the outputs anew:

    python crates/npuzzle-py/tests/notebooks.py

Times are different every time, and so is what a cell with the tag `varies` shows: of those only the
kinds of outputs are compared.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guide"
NOTEBOOKS = ("lab.ipynb", "learn.ipynb")
#: A guard against waiting without end, in seconds.
PATIENCE = 300

#: Times and what follows from them.
_TIMES = re.compile(r"[\d.,]+\s*(?:µs|us|ms|s|min|k/s|M/s|G/s)\b|[\d.]+ ?(?:KiB|MiB|GiB)")
#: Columns and attributes of a report that hold a time, and places in memory.
_MORE = re.compile(r"0x[0-9a-f]+|<rect[^>]*>|\"np-n\"[^<]*<|\d+\.\d+ [kMG]")


def executed(name: str, folder: Path) -> Any:
    """The notebook, run by this very interpreter, whatever kernels are installed beside it."""
    import nbclient
    import nbformat
    from jupyter_client.manager import AsyncKernelManager

    notebook = nbformat.read(GUIDE / name, as_version=4)
    # It is spoken to through files: of ports, others may take one between the choice and the use.
    kernels = AsyncKernelManager(transport="ipc", ip=str(folder / "kernel"))
    kernels.kernel_spec.argv[0] = sys.executable
    # On a busy machine a kernel may take minutes to begin, and its outputs seconds to arrive.
    patience = {"timeout": PATIENCE, "startup_timeout": PATIENCE, "iopub_timeout": PATIENCE}
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(notebook, km=kernels, resources=resources, **patience).execute()
    for cell in notebook.cells:
        # When a cell ran says nothing.
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = _joined(output for output in cell.outputs if not _is_over(output))
    return notebook


def _is_over(output: Any) -> bool:
    """Progress that was shown for a while leaves an empty place, and libraries that are used for the
    first time say so on the side."""
    if output.get("name") == "stderr":
        return True
    return output["output_type"] == "display_data" and output["data"].get("text/html") == ""


def _joined(outputs: Iterable[Any]) -> list[Any]:
    """What a cell prints comes in pieces, as it happens."""
    joined: list[Any] = []
    for output in outputs:
        is_text = output["output_type"] == "stream" and joined
        if is_text and joined[-1].get("name") == output["name"]:
            joined[-1]["text"] += output["text"]
        else:
            joined.append(output)
    return joined


def shown(notebook: Any) -> list[tuple[str, list[Any]]]:
    """What each cell shows, without what differs from run to run."""
    cells = []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        outputs = cell["outputs"]
        if "varies" in cell["metadata"].get("tags", []):
            kinds = [output["output_type"] for output in outputs]
            cells.append((cell["id"], [kind for kind in kinds if kind != "stream"]))
        else:
            cells.append((cell["id"], [_steady(output) for output in outputs]))
    return cells


def _steady(output: Any) -> Any:
    if output["output_type"] == "stream":
        return output["name"], _plain("".join(output["text"]))
    data = output.get("data", {})
    texts = {kind: _plain("".join(text)) for kind, text in data.items() if kind.startswith("text/")}
    # Pictures depend on the version of the library that draws them.
    return output["output_type"], sorted(data), texts


def _plain(text: str) -> str:
    return _MORE.sub("", _TIMES.sub("", text))


def write() -> None:
    """Runs the notebooks and keeps their outputs."""
    import nbformat

    for name in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            notebook = executed(name, Path(folder))
        notebook.metadata.get("language_info", {}).pop("version", None)
        nbformat.write(notebook, GUIDE / name)


if __name__ == "__main__":
    write()
