"""Progress for all that takes over a second: a line in a terminal, a bar in a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from . import _render
from .errors import RequestError

#: ``None``: shown in a terminal or notebook; ``True`` and ``False`` decide; a function is called instead.
Progress: TypeAlias = "bool | None | Callable[[int | None, int | None, str], object]"

#: What takes less is over before anybody could read about it.
PATIENCE = 1.0


class _Shown:
    """Shows how far a search has got, and clears up behind itself."""

    def __init__(self, always: bool) -> None:
        self.always = always
        self.began = time.monotonic()
        self.display: Any = None
        self.written = 0

    def __call__(self, done: int | None, total: int | None, words: str) -> None:
        seconds = time.monotonic() - self.began
        if seconds < PATIENCE:
            return
        if _in_notebook():
            self.update(_render.progress_html(done, total, words, seconds))
        elif self.always or _is_terminal():
            line = _render.progress_text(done, total, words, seconds)
            sys.stderr.write("\r" + line.ljust(self.written))
            sys.stderr.flush()
            self.written = len(line)

    def update(self, html: str) -> None:
        from IPython import display  # type: ignore[import-not-found, unused-ignore]

        notebook: Any = display

        if self.display is None:
            self.display = notebook.display(notebook.HTML(html), display_id=True)
        else:
            self.display.update(notebook.HTML(html))

    def close(self) -> None:
        if self.display is not None:
            self.update("")
        elif self.written:
            sys.stderr.write("\r" + " " * self.written + "\r")
            sys.stderr.flush()


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


class Watching:
    """What the engine calls while it works, for as long as the ``with`` block lasts."""

    def __init__(self, progress: Progress) -> None:
        self.shown: _Shown | None = None
        self.watch: Callable[[int | None, int | None, str], object] | None = None
        if callable(progress):
            self.watch = progress
        elif progress is not None and not isinstance(progress, bool):
            raise RequestError(f"progress: {progress!r} is neither True nor False nor a function")
        elif progress is not False:
            self.shown = self.watch = _Shown(always=bool(progress))

    def __enter__(self) -> Callable[[int | None, int | None, str], object] | None:
        return self.watch

    def __exit__(self, *_: object) -> None:
        if self.shown is not None:
            self.shown.close()


def _is_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:
        return False
