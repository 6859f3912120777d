"""Libraries that are imported only when they are used."""

from __future__ import annotations

import importlib
from typing import Any


def needed(module: str, what: str, extra: str | None = None) -> Any:
    """Import an optional library, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        raise ImportError(
            f"{what} needs {library}: pip install {library}, or npuzzle[{extra or library}]"
        ) from error


def frame(rows: Any, what: str) -> Any:
    """Rows as a pandas ``DataFrame``."""
    return needed("pandas", what).DataFrame(rows)
